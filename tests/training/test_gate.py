"""The test that a better net passes: how often it is wrong, and how soon it is decided."""

from __future__ import annotations

from random import Random

import pytest

from donjon.lab.training import gate


def verdicts(share: float, tests: int = 200, most: int = 3000) -> tuple[float, float]:
    """How often a net that wins so much passes, and after how many deals the test is over on average."""
    chance = Random(f"gate {share}")
    passed, played = 0, 0
    for _ in range(tests):
        scores: list[float] = []
        while len(scores) < most and not gate.is_decided(scores):
            scores += [(chance.random() < share) / 2 + (chance.random() < share) / 2 for _ in range(10)]
        passed += gate.is_better(scores)
        played += len(scores)
    return passed / tests, played / tests


def test_what_is_no_better_seldom_passes() -> None:
    passed, played = verdicts(gate.NO_BETTER)
    assert passed <= gate.WRONG + 0.03
    assert played < 1000


def test_what_is_better_mostly_passes() -> None:
    passed, _ = verdicts(gate.BETTER)
    assert passed >= 1 - gate.WRONG - 0.03


def test_what_is_clear_is_decided_soon() -> None:
    passed, played = verdicts(0.8)
    assert passed == 1.0
    assert played < 40


def test_nothing_is_known_before_the_first_deal_and_little_after_ten_alike() -> None:
    assert gate.log_likelihood_ratio([]) == 0.0
    assert not gate.is_decided([1.0] * 3)
    assert gate.log_likelihood_ratio([0.5 + (gate.BETTER - 0.5) / 2] * 10) == pytest.approx(0.0)

"""Trainings that go on after they were killed, and the test that a better net passes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from donjon import Game, errors
from donjon.bots import net, running
from donjon.lab.training import run, self_play
from donjon.lab.training.folder import Settings
from donjon.lab.training.run import Training
from tests.toy.installing import NAME, install, installed_here


def verdicts(share: float, tests: int = 200, most: int = 3000) -> tuple[float, float]:
    """How often a net that wins so much passes, and after how many deals the test is over on average."""
    chance = Random(f"gate {share}")
    passed, played = 0, 0
    for _ in range(tests):
        scores: list[float] = []
        while len(scores) < most and not run.is_decided(scores):
            scores += [(chance.random() < share) / 2 + (chance.random() < share) / 2 for _ in range(10)]
        passed += run.is_better(scores)
        played += len(scores)
    return passed / tests, played / tests


def test_what_is_no_better_seldom_passes() -> None:
    passed, played = verdicts(run.NO_BETTER)
    assert passed <= run.WRONG + 0.03
    assert played < 1000


def test_what_is_better_mostly_passes() -> None:
    passed, _ = verdicts(run.BETTER)
    assert passed >= 1 - run.WRONG - 0.03


def test_what_is_clear_is_decided_soon() -> None:
    passed, played = verdicts(0.8)
    assert passed == 1.0
    assert played < 40


def test_nothing_is_known_before_the_first_deal_and_little_after_ten_alike() -> None:
    assert run.log_likelihood_ratio([]) == 0.0
    assert not run.is_decided([1.0] * 3)
    assert run.log_likelihood_ratio([0.5 + (run.BETTER - 0.5) / 2] * 10) == pytest.approx(0.0)


SETTINGS = Settings(NAME, (2, 3), seed=5, games=240, rate=0.01)
SAID: list[str] = []


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    with installed_here(install(tmp_path_factory.mktemp("toy"))) as game:
        yield game


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"LANE": 10, "GATE": 4, "MOST_DEALS": 20, "MARK_DEALS": 10}.items():
        monkeypatch.setattr(run, name, value)
    monkeypatch.setattr(running, "play_on", running.play_on.interpreted)  # type: ignore[attr-defined]
    monkeypatch.setattr(self_play, "learn", self_play.learn.interpreted)  # type: ignore[attr-defined]
    SAID.clear()


def training(out: Path, settings: Settings = SETTINGS) -> Training:
    return Training(settings, out, tell=SAID.append, command="as in the test")


def log(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out.parent / f"{out.name}.training" / "log.jsonl").open()]


class Killed(BaseException):
    """As sudden as it can be."""


def test_it_learns_from_as_many_games_as_were_asked_for(toy: Game, tmp_path: Path) -> None:
    made = training(tmp_path / "toy.weights")
    made.run()
    lines = log(made.out)
    assert made.progress.games == 240
    assert [line["round"] for line in lines if "error" in line] == list(range(1, 13))
    assert [line["games"] for line in lines if "gate" in line] == [80, 160, 240]
    assert all(0 <= line["against_hand"] <= 1 for line in lines if "gate" in line)
    rates = [line["rate"] for line in lines if "error" in line]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] == SETTINGS.rate
    assert "<svg" in (made.folder.path / "curve.svg").read_text()
    assert SAID[0].startswith("20 games")


def test_what_was_killed_goes_on_to_the_same_end(
    toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, killed = training(tmp_path / "whole.weights"), training(tmp_path / "killed.npz")
    whole.run()
    rounds = []

    def learn(_trainers: Any, lessons: Any, weights: Any, best: Any) -> Any:
        rounds.append(lessons)
        if len(rounds) in (3, 7):
            raise Killed
        return usual(_trainers, lessons, weights, best)

    usual = run.Trainers.learn
    monkeypatch.setattr(run.Trainers, "learn", learn)
    for _ in range(2):
        with pytest.raises(Killed):
            training(killed.out).run()
        # Half a line, and one of a round that was not saved.
        with (killed.folder.log).open("a") as file:
            file.write(json.dumps({"round": 99, "games": 9900, "error": 1}) + '\n{"round": 1')
    last = training(killed.out)
    last.run()
    assert any("Going on after" in line for line in SAID)
    for name in ("current", "average", "best"):
        assert np.array_equal(getattr(last.progress, name), getattr(whole.progress, name)), name
    assert log(killed.out) == log(whole.out)


def test_only_what_is_better_is_kept(toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = iter([True, False, False, False])
    monkeypatch.setattr(run, "is_better", lambda _scores: next(verdicts))
    made = training(tmp_path / "toy.npz", replace(SETTINGS, games=320))
    made.run()
    kept = [line["kept"] for line in log(made.out) if "gate" in line]
    assert kept == [True, False, False, False]
    assert made.progress.kept == 1
    # Three in a row were no better: learning goes on from the best, half as fast.
    assert made.progress.scale == 0.5
    assert np.array_equal(made.progress.current, made.progress.best)
    written = net.load(toy, made.out)
    assert np.array_equal(written.values, made.progress.best)
    assert (written.about.games, written.about.players) == (80, (2, 3))
    assert written.about.trained == "as in the test"


def test_a_folder_of_another_training_is_left_alone(toy: Game, tmp_path: Path) -> None:
    training(tmp_path / "toy.npz", replace(SETTINGS, games=20)).run()
    with pytest.raises(errors.BadWeights, match="contains a training with seed 5, not 6"):
        training(tmp_path / "toy.npz", replace(SETTINGS, games=20, seed=6))


def test_a_damaged_state_is_told(toy: Game, tmp_path: Path) -> None:
    made = training(tmp_path / "toy.npz", replace(SETTINGS, games=20))
    made.run()
    state = made.folder.path / "state.npz"
    state.write_bytes(state.read_bytes()[:1000])
    with pytest.raises(errors.BadWeights, match="cannot be read"):
        training(made.out, replace(SETTINGS, games=20))

"""Ys by the engine and by the referee, side by side.

DONJON_REFEREE=<decisions> asks for so many decisions with each number of players instead of 5,000.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import count
from random import Random

import pytest

from donjon import NATURE
from tests.games.ys.stage import Stage, broker
from tests.referees.comparing import Choose, compare, games
from tests.referees.ys import Referee
from tests.referees.ys_playing import CARDS, POLICIES, VARIANTS, common, kind, options_of

SHORT = 5000
DECISIONS = int(os.environ.get("DONJON_REFEREE", SHORT))
KINDS = {"bid", "order", "up", "down", "front", "look", "pass", "take", "colour", "column", "raise", "lower"}
MORE_KINDS = {2: {"neutral"}, 3: {"throne"}, 4: {"throne"}}


def counting(choose: Choose, kinds: Counter[str]) -> Choose:
    """A policy that counts what it plays."""

    def chosen(random: Random, legal: list[str]) -> str:
        text = choose(random, legal)
        kinds[kind(text)] += 1
        return text

    return chosen


@pytest.mark.parametrize("players", VARIANTS)
def test_the_engine_plays_as_the_referee_says(players: int) -> None:
    """Every decision of whole games: who decides, between what, the points, and what each seat may know."""
    kinds: Counter[str] = Counter()
    variants: Counter[str] = Counter()
    for seed in count():
        left = DECISIONS - variants.total()
        if left == 0:
            break
        options = options_of(players, seed)
        ((match, random),) = games("ys", players, iter([seed]), **options)
        choose = counting(POLICIES[seed // 2 % 4], kinds)
        referee = Referee(players, options)
        compared = compare(match, referee, random, left, choose=choose, cut=common(referee))
        variants[str(VARIANTS[players][seed % len(VARIANTS[players])])] += compared
    assert variants.total() == kinds.total() == DECISIONS
    if DECISIONS >= SHORT:
        assert set(kinds) == KINDS | CARDS | MORE_KINDS[players]
        assert set(variants) == {str(options) for options in VARIANTS[players]}


@pytest.mark.parametrize("most", [59, 60, 61])
def test_a_comparison_that_stops_early_stops_where_a_seat_decides(most: int) -> None:
    """YS-9.3.5: after 60 decisions neutral brokers are being turned up, one draw after the other."""
    options = options_of(2, 70000)
    ((match, random),) = games("ys", 2, iter([70000]), **options)
    referee = Referee(2, options)
    assert compare(match, referee, random, most, compiled=False, cut=common(referee)) == most
    assert NATURE not in match.waiting


def told_together(values: list[int], could: list[int]) -> Stage:
    """Two brokers of a seat in the throne room after a swap; all else has been turned up."""
    first = broker(0, "t", values[0], False, could=could, slot=32)
    second = broker(0, "t", values[1], False, slot=33)
    fields = {"round": 2, "extras": [2, 2, 2], "screens": [[], [], []]}
    return Stage.counting(
        3, impossible=True, royal_favour="yes", brokers=[first, second, broker(1, "2b", 0)], **fields
    )


def test_brokers_that_are_told_together_are_unplaced_with_their_values() -> None:
    """YS-10.10: of a 1 and a 4 nobody can say which is which; the union is known."""
    unplaced = told_together([1, 4], [1, 4]).player(0, 1)["unplaced"]
    assert unplaced == {"values": [1, 4], "brokers": ["t/1", "t/2"], "behind_screen": 0}


def test_brokers_that_are_told_together_can_be_certain() -> None:
    """YS-10.8: that both are 2s is certain by counting, as of the other brokers that nobody has seen."""
    throne = told_together([2, 2], [2, 3]).match.view(1)["throne"]
    assert [(one["value"], one["can"]) for one in throne] == [(None, [2])] * 2

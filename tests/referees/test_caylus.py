"""Caylus as its referee tells it: whole games with all variants, and games from positions made by chance.

DONJON_REFEREE says how many decisions are compared for each number of players, if not 5,000.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from itertools import count, product
from random import Random
from typing import Any

import pytest

from donjon import Match
from tests.games.caylus.random_play import eager, wild
from tests.referees.caylus import Course, Referee
from tests.referees.caylus_mistakes import MISTAKES, make
from tests.referees.caylus_printed import NEUTRAL, ROWS, SECTIONS
from tests.referees.comparing import CHANCE, Difference, anything, compare, games

NAME = "caylus"
PLAYERS = (2, 3, 4, 5)
DECISIONS = int(os.environ.get("DONJON_REFEREE", "5000"))
# From a position made by chance no longer than this: the rare things come early.
SHORT = 40
# More than a game has.
WHOLE = 10_000
# Decisions by what the view calls them, the second halves of some among them.
COMMON = {
    *("place", "gate", "guild", "joust", "inn", "provost", "produce", "bonus", "build", "row"),
    *("favour_cubes", "sell", "buy", "trade", "exchange", "batch", "pay"),
}
RARE = {"lawyer", "favour_build", "site", "swap_for"}
VARIANTS = set(product(("table", "simplified"), ("rulebook", "revised")))
REACHED = {(section, "reached") for section in SECTIONS}
COMPLETED = {(section, "completed") for section in SECTIONS}


class Watched(Referee):
    """A referee that counts what it tells of."""

    def __init__(self, players: int, options: dict[str, Any], stated: bool = False) -> None:
        self.seen: Counter[Any] = Counter()
        self.variant = (options.get("favours", "table"), options.get("tile_values", "rulebook"))
        super().__init__(players, options, stated)

    def play(self, seat: int | str, text: str) -> None:
        halves = {"pay": " with " in text, "site": " on " in text, "swap_for": text.startswith("swap ")}
        if seat != CHANCE:
            self.seen.update(
                [self.asked, self.variant, *(half for half, is_said in halves.items() if is_said)]
            )
        super().play(seat, text)

    def convert(self, seat: int, space: int) -> None:
        self.seen["conversion" if self.road[space].pending is None else "deferred conversion"] += 1
        super().convert(seat, space)

    def score(self, section: str) -> Course:
        self.seen[section, "reached" if self.free(section) else "completed"] += 1
        return super().score(section)

    def use_row(self, seat: int, row: str, column: int) -> Course:
        self.seen[row, column] += 1
        return super().use_row(seat, row, column)


Begun = tuple[Match, Watched, Random]
Begin = Callable[[int, int], Begun]


def setup(players: int, number: int) -> dict[str, Any]:
    """The options of a game: all variants in turn; of the setup nothing, some or all left to chance."""
    random = Random(f"{players} {number}")
    options: dict[str, Any] = {"favours": "simplified"} if number % 3 == 2 else {}
    options |= {"tile_values": "revised"} if number % 2 else {}
    for name, things in (("neutral_tiles", NEUTRAL), ("turn_order", range(players))):
        mixed = random.sample(things, len(things))
        given = [thing if random.random() < number % 4 / 3 else None for thing in mixed]
        options |= {name: given} if number % 4 else {}
    return options


def from_start(players: int, number: int) -> Begun:
    options = setup(players, number)
    match, random = next(games(NAME, players, iter([number]), **options))
    return match, Watched(players, options), random


def from_anywhere(players: int, number: int) -> Begun:
    match = wild(players, number)
    return match, Watched(players, match.position(), stated=True), Random(number)


def converting(random: Random, legal: list[str]) -> str:
    """Like the eager, but after conversions, which seldom come otherwise."""
    found = [text for text in legal if text.startswith(("convert ", "favour build", "joust", "place lawyer"))]
    return random.choice(found) if found else eager(random, legal)


# Five, so that each meets every variant.
POLICIES = (anything, eager, converting, eager, converting)


def play(begin: Begin, players: int, wanted: int, most: int) -> tuple[int, Counter[Any]]:
    """So many decisions in all, at most so many in a game: how many there were, and what."""
    done, seen = 0, Counter[Any]()
    for number in count():
        match, referee, random = begin(players, number)
        here = min(most, wanted - done)
        done += compare(match, referee, random, here, choose=POLICIES[number % len(POLICIES)])
        seen += referee.seen
        if done == wanted:
            break
    return done, seen


@pytest.mark.parametrize("players", PLAYERS)
def test_games_from_the_start(players: int) -> None:
    """CAY-2, CAY-3.1, CAY-4, CAY-5, CAY-6, CAY-7, CAY-8, CAY-9, CAY-10, CAY-11, CAY-12, CAY-13, CAY-14."""
    done, seen = play(from_start, players, DECISIONS, WHOLE)
    assert done == DECISIONS
    assert set(seen) >= COMMON | VARIANTS | REACHED


@pytest.mark.parametrize("players", PLAYERS)
def test_games_from_anywhere(players: int) -> None:
    """CAY-6.7, CAY-8.3.5, CAY-8.4, CAY-9.3, CAY-10.2, CAY-11, CAY-14: from positions made by chance."""
    done, seen = play(from_anywhere, players, DECISIONS // 2, SHORT)
    assert done == DECISIONS // 2
    assert set(seen) >= COMMON | RARE | VARIANTS | COMPLETED | set(product(ROWS, range(1, 6)))
    assert set(seen) >= {"conversion", "deferred conversion"}


def search() -> None:
    """Short games and whole ones by turns, for every number of players, until they differ."""
    for number in range(80):
        players = PLAYERS[number % len(PLAYERS)]
        for begin in (from_anywhere, from_start):
            match, referee, random = begin(players, number)
            compare(match, referee, random, SHORT if begin == from_anywhere else WHOLE, choose=converting)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee, told wrongly in one thing, differs from the engine."""
    make(name, monkeypatch)
    with pytest.raises(Difference):
        search()

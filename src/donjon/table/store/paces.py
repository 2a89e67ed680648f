"""The paces that people choose from, by what they mean, and the numbers of a clock that follow for a game.

How often a seat's turn begins differs by game: 10 times in one, 100 times in another. So a person chooses how
long a game may take, and the increments follow from the game's own number of turns, which `scripts/turns.py`
measures.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from donjon.kernel.message import Message
from donjon.table.store.clocks import DAY, DAYS, LIVE, MINUTE, NO_PACE, SECOND, Pace

TURNS = Path(__file__).with_name("turns.json")
# Turns of a seat in a game that was not measured.
UNKNOWN = 30
# The part of a live clock's time that is there from the start; increments bring the rest.
START = 0.5


@dataclass(frozen=True)
class Choice:
    """A pace that people choose. minutes: of a player in a live game; days: for a turn, in a game over days.

    `spare`: days that a person may take longer in the whole game.
    """

    name: str
    label: Message
    minutes: int = 0
    days: int = 0
    spare: int = 0


CHOICES = (
    Choice("", Message("No clock")),
    Choice("live-10", Message("About {count:minute|minutes} a player", count=10), minutes=10),
    Choice("live-25", Message("About {count:minute|minutes} a player", count=25), minutes=25),
    Choice("live-60", Message("About {count:minute|minutes} a player", count=60), minutes=60),
    Choice("days-1", Message("A day a move"), days=1, spare=3),
    Choice("days-3", Message("Three days a move"), days=3, spare=7),
)
_BY_NAME = {choice.name: choice for choice in CHOICES}


def choice_of(name: str) -> Choice | None:
    """Return the choice of a name, None if there is none."""
    return _BY_NAME.get(name)


def label_of(stated: Any) -> Message:
    """Return the label of a pace as a row states it; that of no clock for {} and for names not known."""
    choice = choice_of(str((stated or {}).get("name", "")))
    return (choice or CHOICES[0]).label


@cache
def _measured() -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = json.loads(TURNS.read_text())
    return found


def turns(game: str, players: int) -> int:
    """Return how often a seat's turn begins in a game, on average."""
    return _measured().get(game, {}).get(str(players), UNKNOWN)


def pace_of(name: str, game: str, players: int, by_claim: bool = False) -> Pace:
    """Return the numbers of a pace for a game, NO_PACE for a name that is not known.

    by_claim: among friends over days, a bot takes over from who has no time left only if another player asks
    for it.
    """
    choice = _BY_NAME.get(name)
    if choice is None or not (choice.minutes or choice.days):
        return NO_PACE
    if choice.days:
        spare = choice.spare * DAY
        return Pace(DAYS, choice.days * DAY, spare, 0, spare, by_claim, name)
    time = choice.minutes * MINUTE
    increment = _rounded((1 - START) * time / turns(game, players))
    return Pace(LIVE, 0, round(START * time), increment, 2 * time, False, name)


def _rounded(time: float) -> int:
    """Return a time in whole seconds; in steps of five from ten seconds on."""
    step = SECOND if time < 10 * SECOND else 5 * SECOND
    return max(SECOND, round(time / step) * step)

"""Why not: for every rule the sentence that says why it forbids an action, with its numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from donjon.caylus import actions
from donjon.caylus.events import BOOK
from donjon.caylus.nouns import Phase, Tile
from donjon.caylus.words.moments import later, now
from donjon.kernel.message import Message, SeatName
from donjon.kernel.refusals import Facts, Refusals, Refused, Sentence
from donjon.kernel.rules import NATURE


def either(condition: Callable[[Refused], Any], this: Sentence, that: Sentence) -> Sentence:
    """One sentence where the condition holds, else the other."""
    return lambda case: this if condition(case) else that


# What stands in a place of this name, where the sentence says nothing else.
FACTS: Facts = {
    "players": lambda case: int(case.state.players),
    "actor": lambda case: SeatName(int(case.state.actor)),
    "now": lambda case: now(case.state),
    "later": lambda case: later(case.state, case.seat, case.action),
}


# Sentences

# Another decision is to be made, or another seat is to make it.


def _with_later(alone: Message, with_later: Message) -> Sentence:
    """What is decided now; and, where the action tells it, when its own moment comes."""

    def choose(case: Refused) -> Sentence:
        return alone if later(case.state, case.seat, case.action) is None else with_later

    return choose


_OTHERS_TURN = _with_later(
    Message("{actor} decides now: {now}."), Message("{actor} decides now: {now}. {later}")
)
_NOT_NOW = either(
    lambda case: case.state.phase == Phase.SETUP,
    either(
        lambda case: case.seat == NATURE,
        Message("Chance lays the neutral tiles and puts the {players} players in order, nothing else."),
        Message("Chance decides now; wait for it."),
    ),
    either(
        lambda case: case.seat == case.state.actor,
        _with_later(Message("You decide now: {now}."), Message("You decide now: {now}. {later}")),
        _OTHERS_TURN,
    ),
)
REFUSALS: Refusals = {
    "CAY-12.1": Message("The game is over."),
    "CAY-3.1": _NOT_NOW,
    "CAY-2.1": Message(
        "This tile has its space already: {tile}.", tile=lambda case: Tile(case.argument).term
    ),
    "CAY-2.4": either(
        lambda case: case.argument in list(case.state.order),
        Message("{seat} has a place in the turn order already.", seat=lambda case: SeatName(case.argument)),
        Message("First the neutral tiles are laid."),
    ),
    **dict.fromkeys(("CAY-5.1.1", "CAY-6.1", "CAY-7.1", "CAY-8.1.1", "CAY-9.1", "CAY-10.3.1"), _OTHERS_TURN),
}

BOOK.refusals.update(REFUSALS)
for place, fact in FACTS.items():
    BOOK.fact(place)(fact)
why = actions.ACTIONS.why

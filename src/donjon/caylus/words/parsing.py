"""Reads the texts of actions back to their numbers: single actions, and whole decisions of two halves.

A half that is forced is played by the rules themselves; a text may say it or leave it out.
"""

from __future__ import annotations

from typing import Any

from donjon.caylus import building, decisions
from donjon.caylus.actions import ACTIONS
from donjon.caylus.building import BUILD, FIRST_BUILT, PAY, SITE
from donjon.caylus.nouns import NONE, Class, Tile
from donjon.caylus.tables import ANY, CLASS
from donjon.errors import UnknownAction
from donjon.kernel.actions import plain
from donjon.kernel.foreign import short
from donjon.kernel.game import copy
from donjon.kernel.message import Message

_SECOND = ("with", "on", "for")  # the verbs of second halves


def parse_action(state: Any, seat: int, text: str) -> list[int]:
    """The actions that a text means at this position: one, or two when it says a whole decision.

    Raises UnknownAction when it means nothing.
    """
    words = [word for word in plain(text.replace("_", "-").replace(",", " ")).split() if word != "the"]
    at = next((at for at, word in enumerate(words) if at and word in _SECOND), None)
    if at is None:
        return [ACTIONS.read(state, seat, " ".join(words), text)]
    first, second = (ACTIONS.read(state, seat, " ".join(half), text) for half in (words[:at], words[at:]))
    if second in SITE and (first not in BUILD or CLASS[_tile(first)] != Class.PRESTIGE):
        raise UnknownAction(
            Message(
                "{words}: only a prestige tile is built on a space that its builder chooses.",
                words=short(text),
            )
        )
    begun = ACTIONS.begun(state, second)
    if not begun:
        return _both(state, seat, first, second)
    if ACTIONS.read(state, seat, begun) == first:
        return [second]
    if second in SITE or second in PAY:
        tile = Tile(state.chosen).text
        raise UnknownAction(Message("{words}: the {tile} is being built now.", words=short(text), tile=tile))
    raise UnknownAction(
        Message("{words}: what is decided now began with {begun}.", words=short(text), begun=begun)
    )


def _both(state: Any, seat: int, first: int, second: int) -> list[int]:
    """Two halves, the second not forced; the wrong one alone, where one is wrong."""
    if decisions.forbids(state, seat, first):
        return [first]
    asked = copy(state)
    decisions.apply(asked, seat, first, None)
    if ACTIONS.begun(asked, second):
        return [first, second]
    return [first if second == _forced(state, seat, first) else second]


def _tile(action: int) -> int:
    return FIRST_BUILT + action - BUILD.first


def _forced(state: Any, seat: int, first: int) -> int:
    """The second half that the rules play by themselves after a first one, NONE without such."""
    if first not in BUILD:
        return NONE
    tile = _tile(first)
    if ANY[tile]:
        return PAY.action(building.only_payment(state, seat, tile))
    return SITE.action(building.only_residence(state, seat)) if CLASS[tile] == Class.PRESTIGE else NONE

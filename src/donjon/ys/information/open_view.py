"""A game that is over, looked back at with everything open."""

from __future__ import annotations

from typing import Any

from donjon.kernel.game import copy
from donjon.ys.information.view import values_of, view
from donjon.ys.nouns import EVERYBODY, NONE, SLOTS


def open_view(state: Any) -> dict[str, Any]:
    """The view of a position in which every broker is known, those behind the screens and in bids too.

    Only the neutral brokers stay hidden that nobody has seen (YS-9.3.5): their values are not in a position.
    """
    shown = copy(state)
    for slot in range(SLOTS):
        if shown.place[slot] != NONE and shown.value[slot] != NONE:
            shown.known[slot] = EVERYBODY
    seen = view(shown, None)
    for player in seen["players"]:
        player["screen"] = values_of(state.seats[player["seat"]].screen)
    return seen

"""What lies ready in the hand while its owner is to choose, and the names of what is tapped for it.

A piece is a word and what it is of: `disc-3` behind one's screen, `front-3` in one's front, `ship-red` on the
ship that is counted, `bank-red` in the bank, `gem-red` of one's own, `character-spy` a card.
A ship, `ship-2`, is what can be asked about on the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.ys.nouns import COLOURS, Gem

_BANK = Gem.ids()[:COLOURS]


def ready(view: Mapping[str, Any]) -> dict[str, Any]:
    """For the seat to act: does it bid or place a broker, is its front shown, the gems of ship and bank."""
    phase = view["phase"] if view["seat"] in view["waiting"] else ""
    magician = view["cards_in_play"]["magician"] == view["seat"] and phase == "value"
    return {
        "bids": phase == "bid",
        "places": phase == "place",
        "front": phase == "throne" or magician,
        "cargo": cargo(view) if phase == "pick" else [],
        "bank": _bank(view, phase),
    }


def cargo(view: Mapping[str, Any]) -> list[str]:
    """The gems that are left on the ship that is counted, one by one."""
    return [kind for kind, count in view["counting"]["offer"].items() for _ in range(count)]


def _bank(view: Mapping[str, Any], phase: str) -> list[str]:
    if phase == "jeweller":  # two may be of one colour
        return [kind for kind in _BANK for _ in range(2)]
    if phase == "alchemist_take":
        return [kind for kind in _BANK if kind != view["chosen"]["gem"]]
    return list(_BANK) if phase == "colour" else []

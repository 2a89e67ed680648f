"""The facts of the hand: what the viewer holds, and what lies ready while it is to choose.

A piece is a word and its subject: `disc-3` behind the player's screen, `front-3` in the player's front,
`ship-red` on the ship that is counted, `bank-red` in the bank, `gem-red` of the player, `character-spy` a
card. A ship, `ship-2`, is something on the board that can be asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from donjon.drawing.facts import Facts, Part
from donjon.games.ys.drawing.writing import MACROS, Pen
from donjon.games.ys.nouns import COLOURS, Gem

_BANK = Gem.ids()[:COLOURS]


def own_facts(view: Mapping[str, Any], pen: Pen) -> Facts:
    """Return the facts of the viewer's hand; a spectator has none."""
    me = view["seat"]
    if me is None or view["over"]:
        return {"=ys-hand": ""}
    player, ready = view["players"][me], _ready(view)
    front = tuple(player["front"]) if ready["front"] else ()
    held = tuple((one["card"], one["won_in"] == view["round"]) for one in player["hand"])
    facts: Facts = {
        "=ys-hand": Part((me,), lambda: str(MACROS.of(pen.words).own_hand(me)).strip()),
        "=ys-nothing": "" if player["screen"] else pen.panel("nothing"),
        "=ys-pushed": pen.panel("pushed") if ready["bids"] else "",
        "=ys-choice": pen.panel("choice", me, tuple(player["choice"])) if player["choice"] else "",
        "=ys-front": pen.panel("own_front", me, front) if ready["front"] else "",
        "=ys-cargo": pen.panel("cargo", ready["cargo"]) if ready["cargo"] else "",
        "=ys-bank": pen.panel("bank", ready["bank"]) if ready["bank"] else "",
        "=ys-held": pen.panel("held", held) if held else "",
    }
    for kind, count in player["gems"].items():
        facts[f"@data-piece:own-{kind}"] = f"gem-{kind}" if count else None
    seen = Counter[int]()
    for value in player["screen"]:
        is_same = seen[value] > 0
        seen[value] += 1
        carried = "" if ready["places"] else None
        facts[f"disc-{value}-{seen[value]}"] = f"disc{me}", value, "same" if is_same else None, carried
    return facts


def _ready(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return which pieces the seat to move can tap: its brokers, and gems of ship and bank."""
    phase = view["phase"] if view["seat"] in view["waiting"] else ""
    magician = view["cards_in_play"]["magician"] == view["seat"] and phase == "value"
    return {
        "bids": phase == "bid",
        "places": phase == "place",
        "front": phase == "throne" or magician,
        "cargo": _cargo(view) if phase == "pick" else (),
        "bank": _bank(view, phase),
    }


def _cargo(view: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the gems that are left on the ship that is being scored, one by one."""
    return tuple(kind for kind, count in view["counting"]["offer"].items() for _ in range(count))


def _bank(view: Mapping[str, Any], phase: str) -> tuple[str, ...]:
    if phase == "jeweller":  # two may be of one colour
        return tuple(kind for kind in _BANK for _ in range(2))
    if phase == "alchemist_take":
        return tuple(kind for kind in _BANK if kind != view["chosen"]["gem"])
    return _BANK if phase == "colour" else ()

"""The further rules about the things on the table, for which their explanations have no line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from donjon.caylus import tables
from donjon.caylus.events import BOOK
from donjon.caylus.nouns import Class, Effect, Section, Tile

_OWN_BUILDINGS = ("CAY-5.4.2", "CAY-5.5.1", "CAY-5.5.2", "CAY-5.5.3", "CAY-5.5.4")
_THINGS: dict[str, tuple[str, ...]] = {
    "bailiff": ("CAY-10.1.2", "CAY-10.1.3", "CAY-10.2.2"),
    "phase-end": ("CAY-10.1.3", "CAY-10.2.1", "CAY-10.3.1", "CAY-10.4.1", "CAY-10.4.2"),
}
_SECTION = (
    *("CAY-9.3.2", "CAY-9.3.4", "CAY-10.2.2", "CAY-10.2.3"),
    *("CAY-10.3.1", "CAY-10.3.5", "CAY-10.3.6", "CAY-10.4.1"),
)
_TWO_PLAYERS = {
    "phase-end": ("CAY-13.2",),
}
_EFFECTS: dict[int, tuple[str, ...]] = {
    Effect.PRODUCE: ("CAY-8.1.3", "CAY-8.2.1"),
    Effect.CONSTRUCT: ("CAY-8.3.2", "CAY-8.3.3", "CAY-8.3.6"),
    Effect.CONVERT: (
        *("CAY-8.4.2", "CAY-8.4.3", "CAY-8.4.4", "CAY-8.4.5", "CAY-8.4.6", "CAY-8.4.7"),
        *("CAY-8.4.8", "CAY-8.4.9", "CAY-8.4.10"),
    ),
    Effect.SELL: ("CAY-8.1.3", "CAY-3.9"),
    Effect.BUY: ("CAY-8.1.3", "CAY-3.9", "CAY-8.5.4"),
    Effect.TRADE: ("CAY-8.1.3", "CAY-3.9"),
    Effect.EXCHANGE: ("CAY-8.1.3", "CAY-3.9"),
}
_TILES: dict[int, tuple[str, ...]] = {
    Tile.CHURCH: ("CAY-8.3.9",),
    Tile.RESIDENCE: ("CAY-8.4.6", "CAY-8.3.7"),
}


def governed(view: Mapping[str, Any], subject: str) -> Sequence[str]:
    """The ids of further rules about a subject of `explain`."""
    head, _, tail = subject.partition("-")
    if head == "road" and tail.isdecimal() and 1 <= int(tail) <= len(view["road"]):
        return _of_road(view["road"][int(tail) - 1])
    if head == "tile" and tail in Tile.ids():
        return _of_tile(Tile.ids().index(tail))
    if subject in Section.ids():
        return _SECTION
    more = _TWO_PLAYERS.get(subject, ()) if view["seats"] == 2 else ()
    return (*_THINGS.get(subject, BOOK.governed(view, subject)), *more)


def _of_road(space: Mapping[str, Any]) -> list[str]:
    """What lies on a road space, and whether workers come there."""
    if space["tile"] is None:
        return ["CAY-5.3.2", "CAY-8.3.5"]
    tile = Tile.ids().index(space["tile"])
    rules = [*_of_effect(tile)]
    if tables.TAKES_WORKERS[tile]:
        rules = ["CAY-5.3.1", "CAY-5.3.3", "CAY-5.3.4", *rules, "CAY-8.1.4", "CAY-8.1.5"]
        if space["owner"] is not None:
            rules += _OWN_BUILDINGS
    return rules


def _of_tile(tile: int) -> list[str]:
    """A tile of the stock."""
    kind = tables.CLASS[tile]
    if kind in (Class.WOOD, Class.STONE):
        return ["CAY-8.3.4", "CAY-8.3.5", "CAY-8.3.10", *_of_effect(tile)]
    return _of_effect(tile)


def _of_effect(tile: int) -> list[str]:
    rules = [*_EFFECTS.get(int(tables.EFFECT[tile]), ()), *_TILES.get(tile, ())]
    if any(tables.OWNER_BONUS[tile]):
        rules += ("CAY-8.2.7", "CAY-8.2.8", "CAY-8.2.9")
    return rules

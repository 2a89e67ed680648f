"""The further rules about the things on the table, for which their explanations have no line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from donjon.kingdom_builder.nouns import HexKind
from donjon.kingdom_builder.tables import COLUMNS, LETTERS, ROWS

_FREE = ("KB-5.5", "KB-5.6", "KB-5.7", "KB-5.8", "KB-5.11", "KB-5.12")
_HEXES: dict[HexKind, tuple[str, ...]] = {
    HexKind.WATER: ("KB-5.12", "KB-8.7.1"),
    HexKind.MOUNTAIN: (),
    HexKind.CASTLE: ("KB-5.3", "KB-7.14"),
    HexKind.LOCATION: (
        *("KB-5.3", "KB-7.2", "KB-7.4", "KB-7.5", "KB-7.8", "KB-7.9", "KB-7.10", "KB-7.12", "KB-7.18"),
    ),
    HexKind.OFF: (),
}
_TOKENS: dict[str, tuple[str, ...]] = {
    "oracle": ("KB-8.0.4", "KB-8.0.9"),
    "farm": ("KB-8.0.4", "KB-8.0.9"),
    "oasis": ("KB-8.0.4", "KB-8.0.9"),
    "tower": ("KB-8.0.4", "KB-8.0.9"),
    "tavern": ("KB-8.0.4", "KB-8.5.1", "KB-8.5.2", "KB-8.5.3", "KB-8.5.4"),
    "barn": ("KB-8.0.5", "KB-8.0.6", "KB-8.0.7", "KB-8.0.8", "KB-8.0.9", "KB-8.6.1"),
    "harbor": ("KB-8.0.5", "KB-8.0.6", "KB-8.0.7", "KB-8.0.8", "KB-8.0.9", "KB-8.7.1"),
    "paddock": ("KB-8.0.5", "KB-8.0.6", "KB-8.0.8", "KB-8.0.9", "KB-8.6.1", "KB-8.8.1", "KB-8.8.2"),
}
_ANY_TOKEN = (
    *("KB-4.3", "KB-4.4", "KB-4.5", "KB-7.5", "KB-7.6", "KB-7.7", "KB-7.11", "KB-7.13", "KB-7.15"),
    *("KB-8.0.1", "KB-8.0.2", "KB-8.0.3", "KB-11.1.5"),
)
_SOURCES: dict[str, tuple[str, ...]] = {
    "castles": ("KB-10.0.2",),
    "fishermen": ("KB-10.0.5",),
    "merchants": ("KB-10.0.4",),
    "hermits": ("KB-10.0.4",),
    "citizens": ("KB-10.0.4",),
    "miners": ("KB-10.0.5",),
    "lords": ("KB-10.10.2",),
}
_ANY_SOURCE = ("KB-9.7", "KB-10.0.1", "KB-10.0.3")
_THINGS: dict[str, tuple[str, ...]] = {
    "played": (
        *("KB-4.3", "KB-4.5", "KB-4.6", "KB-4.7", "KB-4.8", "KB-4.10", "KB-4.11", "KB-5.4", "KB-5.5"),
        *("KB-5.9", "KB-5.10", "KB-6.2", "KB-6.3", "KB-6.5", "KB-6.7", "KB-6.8"),
    ),
    "deck": ("KB-6.3", "KB-6.4", "KB-6.6", "KB-6.8", "KB-6.10", "KB-6.11", "KB-6.12", "KB-11.2.3"),
    "hand": ("KB-3.7", "KB-4.8", "KB-11.2.4", "KB-11.2.5"),
    "supply": ("KB-5.10", "KB-9.2", "KB-9.3", "KB-9.4", "KB-9.5", "KB-9.6"),
}


def governed(view: Mapping[str, Any], subject: str) -> Sequence[str]:
    """The ids of further rules about a subject of `explain`."""
    head, _, tail = subject.partition("-")
    if head == "hex":
        return _of_hex(view, tail)
    if head == "token" and tail in _TOKENS:
        return (*_TOKENS[tail], *_ANY_TOKEN)
    if head == "card":
        return (*_SOURCES.get(tail, ()), *_ANY_SOURCE)
    return _THINGS.get(head, ())


def _of_hex(view: Mapping[str, Any], text: str) -> tuple[str, ...]:
    row, _, column = text.partition(",")
    if not (row.isdecimal() and column.isdecimal() and int(row) < ROWS and int(column) < COLUMNS):
        return ()
    if any(piece["hex"] == [int(row), int(column)] for piece in view["settlements"]):
        return ("KB-4.11", "KB-8.0.6")
    return _HEXES.get(HexKind(LETTERS.index(view["hexes"][int(row)][int(column)])), _FREE)

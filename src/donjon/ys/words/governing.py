"""The further rules about the things on the table, for which their explanations have no line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from donjon.ys.nouns import DISTRICTS, FIRST_CELL, PLACE_OF_TEXT, THRONE_TEXT, Character, District
from donjon.ys.words.characters import NOT_DELAYED

View = Mapping[str, Any]
_TIES = ("YS-6.6.1", "YS-6.6.2", "YS-6.6.3", "YS-6.8.1", "YS-6.8.2", "YS-6.8.3")
_DISTRICT = ("YS-5.3", "YS-6.1.3", "YS-6.3.5", "YS-6.3.6", *_TIES)
_QUARTER = ("YS-5.3", "YS-6.1.2", "YS-6.1.3", "YS-6.2.2", "YS-6.2.4", "YS-6.2.6", "YS-6.3.6", *_TIES)
_CLOSED = ("YS-8.17.3", "YS-8.17.4")
_CELL = ("YS-5.3", "YS-5.7", "YS-6.4.1", "YS-6.5.2")
_ROW = ("YS-6.4.1", "YS-6.4.3", "YS-6.4.4", *_TIES)
_COLUMN = ("YS-6.5.2", "YS-6.5.3", "YS-6.5.4", "YS-6.5.6", "YS-6.5.7")
_THINGS: dict[str, tuple[str, ...]] = {
    "market": ("YS-3.6", "YS-5.5", "YS-5.6", "YS-6.4.1", "YS-6.5.5", "YS-6.7.3", "YS-6.7.4", *_TIES),
    "values": ("YS-0.4", "YS-6.5.5", "YS-6.5.7", "YS-6.7.3"),
    "order": ("YS-4.1", "YS-4.2", "YS-4.4", "YS-4.5", "YS-5.1", "YS-6.6.2"),
    "round": ("YS-5.1", "YS-5.2", "YS-5.8", "YS-5.9", "YS-5.10", "YS-6.1.1", "YS-6.9.1", "YS-6.9.2"),
    "neutral": (
        *("YS-9.3.2", "YS-9.3.3", "YS-9.3.5", "YS-9.3.6", "YS-9.3.7", "YS-9.3.9", "YS-9.3.10", "YS-9.3.11"),
        *("YS-9.3.12", "YS-9.3.13", "YS-9.3.14", "YS-9.3.15", "YS-9.3.16", "YS-9.3.17", "YS-9.3.18"),
        *("YS-9.3.19", "YS-9.3.21", "YS-9.3.22"),
    ),
    "throne": (
        *("YS-9.4.2", "YS-9.4.4", "YS-9.4.5", "YS-9.4.6", "YS-9.4.7", "YS-9.4.8"),
        *("YS-9.4.10", "YS-9.4.11"),
    ),
}
_VALUE = ("YS-0.4", "YS-6.5.5", "YS-7.3", "YS-7.4", "YS-7.6")
_SCREEN = ("YS-4.7", "YS-5.10", "YS-6.3.6", "YS-6.9.1")
# What a variant changes about things, by the first word of their subjects.
_EXPRESS = {"round": ("YS-9.5.3",), "ship": ("YS-9.5.2",), "screen": ("YS-9.5.1",)}
_OPEN = {"round": ("YS-9.1.1",)}
_HARDER = {"neutral": ("YS-9.3.20",)}
_CARDS = ("YS-8.1.1", "YS-8.1.3", "YS-8.1.4", "YS-8.1.5", "YS-8.1.6", "YS-8.1.7", "YS-8.1.8")
_CHARACTERS: dict[str, tuple[str, ...]] = {
    "alchemist": ("YS-8.2.2", "YS-8.2.3"),
    "banker": ("YS-8.3.2",),
    "captain": ("YS-8.4.2",),
    "bishop": (),
    "spy": ("YS-8.5.2", "YS-8.5.4", "YS-8.5.5"),
    "messenger": ("YS-8.7.2", "YS-8.7.3", "YS-8.7.4"),
    "magician": ("YS-8.8.2", "YS-8.8.3", "YS-8.8.4", "YS-8.8.5"),
    "intriguer": ("YS-8.12.2", "YS-8.12.3", "YS-8.12.4"),
    "jeweller": (),
    "wizard": ("YS-8.14.2", "YS-8.14.3", "YS-8.14.4"),
    "merchant": (),
    "soldier": ("YS-8.16.2", "YS-8.16.3", "YS-8.16.4", "YS-8.16.5"),
    "queen": ("YS-8.17.3", "YS-8.17.4"),
    "prince": ("YS-8.18.2",),
    "king": ("YS-8.18.2",),
    "white_gem": (),
}
_IN_OPEN = {"bishop": ("YS-9.1.2",), "spy": ("YS-9.1.2",)}
_IN_ROYAL = {"spy": ("YS-9.4.6",), "wizard": ("YS-9.4.6", "YS-9.4.7")}
_FEW, _TWO = 4, 2


def governed(view: View, subject: str) -> Sequence[str]:
    """The ids of further rules about a subject of `explain`."""
    if subject == THRONE_TEXT:
        return governed(view, "throne")
    if subject in PLACE_OF_TEXT:
        return _of_place(view, PLACE_OF_TEXT[subject])
    if (subject == "throne" and not view["variants"]["royal_favour"]) or (
        subject == "neutral" and view["neutral"] is None
    ):
        return ()
    head, _, tail = subject.partition("-")
    return (*_of_family(view, head, tail), *_THINGS.get(subject, ()), *_of_variants(view, head))


def _of_family(view: View, head: str, tail: str) -> tuple[str, ...]:
    """A quarter and what lies there, rows and columns, values, screens, characters."""
    if head == "quarter":
        return _of_quarter(view, tail)
    if head == "card":
        card = next((each["card"] for each in view["quarters"] if str(each["number"]) == tail), None)
        return _of_character(view, card) if card else ()
    if head == "character":
        return _of_character(view, tail)
    if head == "ship":
        few = ("YS-9.2.3", "YS-9.2.4") if view["seats"] < _FEW else ()
        return ("YS-6.2.4", *few)
    if head == "row":
        return (*_ROW, *(("YS-9.2.6",) if view["seats"] < _FEW else ("YS-3.7",)))
    if head == "column":
        return (*_COLUMN, *(("YS-9.3.15", "YS-9.3.22") if view["seats"] == _TWO else ()))
    if head == "value":
        return (*_VALUE, *(("YS-9.2.7",) if view["seats"] < _FEW else ("YS-7.5",)))
    return _SCREEN if head == "screen" else ()


def _of_place(view: View, place: int) -> tuple[str, ...]:
    if place >= FIRST_CELL:
        return (*_CELL, *(("YS-9.3.22",) if view["seats"] == _TWO else ()))
    number, district = divmod(place, DISTRICTS)
    closed = any(each["closed"] is not None and each["number"] == number + 1 for each in view["quarters"])
    palace = ("YS-8.1.1",) if district == District.PALACE else ()
    return (*_DISTRICT, *palace, *(_CLOSED if closed else ()))


def _of_quarter(view: View, tail: str) -> tuple[str, ...]:
    quarter = next((each for each in view["quarters"] if str(each["number"]) == tail), None)
    if quarter is None:
        return ()
    few = ("YS-9.2.4",) if view["seats"] < _FEW else ()
    return (*_QUARTER, *few, *(_CLOSED if quarter["closed"] is not None else ()))


def _of_character(view: View, card: str) -> tuple[str, ...]:
    if card not in Character.ids():
        return ()
    more: tuple[str, ...] = _IN_OPEN.get(card, ()) if view["variants"]["open_placement"] else ()
    more += _IN_ROYAL.get(card, ()) if view["variants"]["royal_favour"] else ()
    return (*_CHARACTERS[card], *more, *(() if card in NOT_DELAYED else _CARDS))


def _of_variants(view: View, head: str) -> tuple[str, ...]:
    variants = view["variants"]
    rules: tuple[str, ...] = _EXPRESS.get(head, ()) if variants["express"] else ()
    rules += _OPEN.get(head, ()) if variants["open_placement"] else ()
    return rules + (_HARDER.get(head, ()) if variants["neutral"] == "harder" else ())

"""The names of places, brokers and gems: short ones for texts, words for sentences."""

from __future__ import annotations

from typing import Any

from donjon.kernel.message import Message, Term
from donjon.ys.terms import (
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    GEM_NAMES,
    NONE,
    PLACE_NAMES,
    SLOTS,
    THRONE,
)

THRONE_NAME = "t"

# Written out, so that they are found for translation; in the order of terms.
_GEM_TERMS = (
    Term("blue gem"),
    Term("green gem"),
    Term("yellow gem"),
    Term("red gem"),
    Term("black gem"),
    Term("white gem"),
)
_COLOUR_TERMS = (
    Term("blue"),
    Term("green"),
    Term("yellow"),
    Term("red"),
    Term("black"),
    Term("white"),
)
_CARD_TERMS = (
    Term("Alchemist"),
    Term("Banker"),
    Term("Captain"),
    Term("Bishop"),
    Term("Spy"),
    Term("Messenger"),
    Term("Magician"),
    Term("Intriguer"),
    Term("Jeweller"),
    Term("Wizard"),
    Term("Merchant"),
    Term("Soldier"),
    Term("Queen"),
    Term("Prince"),
    Term("King"),
    Term("blue card"),
)
_DISTRICTS = (
    Message("the harbour of quarter {quarter}").text,
    Message("the merchants' district of quarter {quarter}").text,
    Message("the palace of quarter {quarter}").text,
)


def gem_term(kind: int) -> Term:
    """The translatable word for a gem."""
    return _GEM_TERMS[int(kind)]


def colour_term(colour: int) -> Term:
    """The translatable word for a colour."""
    return _COLOUR_TERMS[int(colour)]


def card_term(card: int) -> Term:
    """The translatable name of a character card."""
    return _CARD_TERMS[int(card)]


def place_name(place: int) -> Message:
    """A place in a sentence."""
    place = int(place)
    if place == THRONE:
        return Message("the throne room")
    if place >= FIRST_CELL:
        row, column = divmod(place - FIRST_CELL, COLOURS)
        return Message("row {row}, {colour}", row=row, colour=colour_term(column))
    quarter, district = divmod(place, DISTRICTS)
    return Message(_DISTRICTS[district], quarter=quarter + 1)


def place_text(place: int) -> str:
    """A place in a text: q1.h, q1.m, q1.p, 2r; t for the throne room."""
    return THRONE_NAME if place == THRONE else PLACE_NAMES[int(place)]


def broker_text(state: Any, slot: int) -> str:
    """A broker in a text: its place, and in a district or the throne room its number there, from 1."""
    place = int(state.place[slot])
    if place == NONE:
        return f"broker{slot}"
    if FIRST_CELL <= place < THRONE:
        return place_text(place)
    number = sum(int(state.place[other] == place) for other in range(slot + 1))
    return f"{place_text(place)}/{number}"


def slot_of(state: Any, text: str) -> int | None:
    """The slot of a broker's text at this position, None when there is none."""
    for slot in range(SLOTS):
        if broker_text(state, slot) == text:
            return slot
    return None


COLOUR_OF_TEXT = {name: kind for kind, name in enumerate(GEM_NAMES)}
PLACE_OF_TEXT = {name: place for place, name in enumerate(PLACE_NAMES)}

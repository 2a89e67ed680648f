"""The things that the actions of Ys choose from: their texts, and how these are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from donjon.errors import UnknownAction
from donjon.games.ys.model import SHIP_NAMES
from donjon.games.ys.nouns import (
    CHARACTERS,
    COLOURS,
    GEM_PAIRS,
    MAX_SEATS,
    PLACE_OF_TEXT,
    PLACE_TEXTS,
    QUARTER_PAIRS,
    QUARTERS,
    SLOTS,
    VALUE_PAIRS,
    VALUES,
    Character,
    Gem,
    broker_text,
    slot_of,
)
from donjon.kernel import untrusted
from donjon.kernel.actions import Domain, Reading, names, no_such_text

EXAMPLES = "bid 3+4; order 2; down q1.p 4; look 2g; wizard q1.h/1 3r; take blue red; pass"
TITLE = "Ys"
_GEMS = Gem.texts()


def _bad(reading: Reading) -> UnknownAction:
    return no_such_text(TITLE, reading.text, EXAMPLES)


def _one(read: Callable[[Reading, str], int]) -> Callable[[Reading], int]:
    """Return a reader of exactly one word."""

    def of_one_word(reading: Reading) -> int:
        if len(reading.words) != 1:
            raise _bad(reading)
        return read(reading, reading.words[0])

    return of_one_word


def numbers(what: str, low: int, count: int) -> Domain:
    """Return the choice of one of `count` whole numbers from `low` on."""

    def read(reading: Reading, word: str) -> int:
        number = untrusted.number(word)
        if number is None or not low <= number < low + count:
            raise _bad(reading)
        return number - low

    return Domain(what, count, lambda _state, argument: str(argument + low), _one(read))


def _place(reading: Reading, word: str) -> int:
    if word not in PLACE_OF_TEXT:
        raise reading.refuse(
            "{word} isn't a place. Type a district (q1.h–q4.p) or a market cell (0b–3r).", word=repr(word)
        )
    return PLACE_OF_TEXT[word]


def _kind(reading: Reading, word: str) -> int:
    if word not in _GEMS:
        raise reading.refuse("{word} isn't a gem. Gems: {gems}.", word=repr(word), gems=list(_GEMS))
    return _GEMS.index(word)


def _colour(reading: Reading, word: str) -> int:
    kind = _kind(reading, word)
    if kind >= COLOURS:
        raise reading.refuse("{word} isn't one of the four colours.", word=repr(word))
    return kind


def _slot(reading: Reading, word: str) -> int:
    slot = slot_of(reading.state, word)
    if slot is None:
        raise reading.refuse(
            "There is no broker {word}. Type a cell (2g), or a district and a number (q1.p/2).",
            word=repr(word),
        )
    return slot


def _bid(reading: Reading) -> int:
    match = re.fullmatch(r"([0-9]) ?\+ ?([0-9])|([0-9]) ([0-9])", " ".join(reading.words))
    values = sorted(int(digit) for digit in match.groups() if digit is not None) if match else []
    if tuple(values) not in VALUE_PAIRS:
        raise _bad(reading)
    return VALUE_PAIRS.index((values[0], values[1]))


def _pair_of(
    pairs: Sequence[tuple[int, int]], read: Callable[[Reading, str], int]
) -> Callable[[Reading], int]:
    """Return a reader of two words, in either order."""

    def of_two_words(reading: Reading) -> int:
        both = tuple(sorted(read(reading, word) for word in reading.words))
        if both not in pairs:
            raise _bad(reading)
        return pairs.index(both)

    return of_two_words


def _quarter(reading: Reading, word: str) -> int:
    return QUARTER.read(Reading(reading.state, reading.seat, [word], reading.text))


def _both(write: Callable[[int], str], pairs: Sequence[tuple[int, int]]) -> Callable[[Any, int], str]:
    return lambda _state, pair: " ".join(write(one) for one in pairs[pair])


BID = Domain(
    "two values",
    len(VALUE_PAIRS),
    lambda _state, pair: f"{VALUE_PAIRS[pair][0]}+{VALUE_PAIRS[pair][1]}",
    _bid,
)
ORDER = numbers("an order card", 1, MAX_SEATS)
CARD = names("a character", Character.texts()[:CHARACTERS], otherwise=_bad)
PLACE = Domain("a place", len(PLACE_TEXTS), lambda _state, place: PLACE_TEXTS[place], _one(_place))
VALUE = numbers("a value", 0, VALUES)
SLOT = Domain("a broker", SLOTS, broker_text, _one(_slot))
QUARTER = numbers("a quarter", 1, QUARTERS)
HARBOURS = Domain(
    "two quarters",
    len(QUARTER_PAIRS),
    _both(lambda quarter: str(quarter + 1), QUARTER_PAIRS),
    _pair_of(QUARTER_PAIRS, _quarter),
)
GEMS = Domain(
    "two gems", len(GEM_PAIRS), _both(lambda kind: Gem(kind).text, GEM_PAIRS), _pair_of(GEM_PAIRS, _kind)
)
GEM = Domain("a gem", len(Gem), lambda _state, kind: Gem(kind).text, _one(_kind))
COLOUR = Domain("a colour", COLOURS, lambda _state, colour: Gem(colour).text, _one(_colour))
SHIP = names("a ship", [name.lower() for name in SHIP_NAMES], otherwise=_bad)

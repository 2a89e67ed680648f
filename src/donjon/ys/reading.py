"""What a person types, as actions: one, or several when a text says a whole decision."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from donjon.errors import UnknownAction
from donjon.kernel import foreign
from donjon.kernel.foreign import short
from donjon.kernel.generic import NATURE
from donjon.kernel.message import Message
from donjon.kernel.unknown_actions import no_choice_of_nature, no_such_text
from donjon.ys.nouns import (
    ACTIONS,
    BID,
    BROKER,
    CARD,
    CHARACTERS,
    DOWN,
    FIRST_OF_NATURE,
    FRONT,
    GEM,
    GEM_PAIRS,
    LOWER,
    MAX_SEATS,
    ORDER,
    PASS,
    PLACE,
    PLACE_OF_TEXT,
    QUARTER,
    QUARTER_PAIRS,
    QUARTERS,
    RAISE,
    SWAP,
    TAKE_TWO,
    UP,
    VALUE,
    VALUE_PAIRS,
    VALUES,
    Character,
    Gem,
    Phase,
    slot_of,
)
from donjon.ys.words import nature_text

_EXAMPLES = "bid 3+4; order 2; down q1.p 4; look 2g; wizard q1.h/1 3r; take blue red; pass"
_NATURE_ACTIONS = {nature_text(action): action for action in range(FIRST_OF_NATURE, ACTIONS)}
_CARD_NAMES = Character.ids()[:CHARACTERS]


class _Reader:
    """Reads the words of one text at a position."""

    def __init__(self, state: Any, text: str, words: Sequence[str]) -> None:
        self.state = state
        self.text = text
        self.words = list(words)

    def bad(self) -> UnknownAction:
        return no_such_text("Ys", self.text, _EXAMPLES)

    def number(self, word: str, low: int, high: int) -> int:
        number = foreign.number(word)
        if number is None or not low <= number <= high:
            raise self.bad()
        return number

    def value(self, word: str) -> int:
        return self.number(word, 0, VALUES - 1)

    def place(self, word: str) -> int:
        if word not in PLACE_OF_TEXT:
            raise UnknownAction(
                Message(
                    "{word} is no place: districts are q1.h to q4.p, market cells 0b to 3r.", word=repr(word)
                )
            )
        return PLACE_OF_TEXT[word]

    def kind(self, word: str) -> int:
        if word not in Gem.texts():
            raise UnknownAction(
                Message("{word} is no gem; they are: {gems}.", word=repr(word), gems=list(Gem.texts()))
            )
        return Gem[word.upper()].value

    def colour(self, word: str) -> int:
        if self.kind(word) >= 4:
            raise UnknownAction(Message("{word} is none of the four colours.", word=repr(word)))
        return self.kind(word)

    def slot(self, word: str) -> int:
        slot = slot_of(self.state, word)
        if slot is None:
            raise UnknownAction(
                Message(
                    "No broker is called {word} here: name the cell, or the district and a number (q1.p/2).",
                    word=repr(word),
                )
            )
        return slot

    def pair(self, words: Sequence[str]) -> int:
        kinds = sorted(self.kind(word) for word in words)
        if tuple(kinds) not in GEM_PAIRS:
            raise self.bad()
        return TAKE_TWO + GEM_PAIRS.index((kinds[0], kinds[1]))

    def placing(self, first: int) -> list[int]:
        """Up PLACE, up PLACE VALUE, up PLACE front VALUE, up PLACE front VALUE refill VALUE."""
        rest = self.words
        if not rest:
            raise self.bad()
        actions = [first + self.place(rest[0])]
        form = " ".join(word if foreign.number(word) is None else "#" for word in rest[1:])
        if form == "#":
            actions.append(VALUE + self.value(rest[1]))
        elif form in ("front #", "front # refill #"):
            actions.append(FRONT + self.value(rest[2]))
            actions += [VALUE + self.value(rest[4])] if len(rest) == 5 else []
        elif form:
            raise self.bad()
        return self.go_on(actions, [Phase.VALUE, Phase.REFILL])

    def card(self, name: str) -> list[int]:
        """A card, and what of its effect the text says."""
        actions = [CARD + _CARD_NAMES.index(name)]
        if self.words == ["pass"] and name == "alchemist":
            actions.append(PASS)
        elif self.words:
            if name not in _EFFECTS:
                raise self.bad()
            actions += _EFFECTS[name](self, self.words)
        return self.go_on(actions, _HALVES.get(name, []))

    def go_on(self, actions: list[int], halves: Sequence[Phase]) -> list[int]:
        """What is still to do of a decision whose halves wait in these phases."""
        done = halves.index(Phase(int(self.state.phase))) + 1 if self.state.phase in halves else 0
        if len(actions) <= done:
            return actions
        self.check_done(actions, done)
        return actions[done:]

    def check_done(self, actions: list[int], done: int) -> None:
        """The text must go on with what was chosen before."""
        target, chosen = int(self.state.target), None
        if self.state.phase in (Phase.VALUE, Phase.REFILL):
            chosen = (UP if self.state.facing else DOWN) + target
        at = 0 if chosen is not None else done - 1
        if done and self.state.phase in (Phase.WIZARD_WITH, Phase.MESSENGER_TO):
            chosen = BROKER + target
        elif self.state.phase == Phase.ALCHEMIST_TAKE:
            chosen = GEM + target
        elif self.state.phase == Phase.BANKER_LOWER:
            chosen = RAISE + target
        if chosen is not None and actions[at] != chosen:
            raise UnknownAction(
                Message("{words} does not go on with what was chosen before.", words=short(self.text))
            )


def _two_slots(reader: _Reader, words: list[str]) -> list[int]:
    return [BROKER + reader.slot(word) for word in words[:2]]


def _one_slot(reader: _Reader, words: list[str]) -> list[int]:
    return [BROKER + reader.slot(words[0])]


def _messenger(reader: _Reader, words: list[str]) -> list[int]:
    return [BROKER + reader.slot(words[0]), *(PLACE + reader.place(word) for word in words[1:2])]


def _alchemist(reader: _Reader, words: list[str]) -> list[int]:
    return [GEM + reader.kind(word) for word in words[:2]]


def _banker(reader: _Reader, words: list[str]) -> list[int]:
    return [RAISE + reader.colour(words[0]), *(LOWER + reader.colour(word) for word in words[1:2])]


def _jeweller(reader: _Reader, words: list[str]) -> list[int]:
    if len(words) != 2:
        raise reader.bad()
    return [reader.pair(words)]


def _queen(reader: _Reader, words: list[str]) -> list[int]:
    return [QUARTER + reader.number(words[0], 1, QUARTERS) - 1]


def _captain(reader: _Reader, words: list[str]) -> list[int]:
    numbers = sorted(reader.number(word, 1, QUARTERS) - 1 for word in words)
    if tuple(numbers) not in QUARTER_PAIRS:
        raise reader.bad()
    return [SWAP + QUARTER_PAIRS.index((numbers[0], numbers[1]))]


_EFFECTS: dict[str, Callable[[_Reader, list[str]], list[int]]] = {
    "wizard": _two_slots,
    "soldier": _one_slot,
    "messenger": _messenger,
    "alchemist": _alchemist,
    "banker": _banker,
    "jeweller": _jeweller,
    "queen": _queen,
    "captain": _captain,
}
_HALVES: dict[str, list[Phase]] = {
    "wizard": [Phase.WIZARD, Phase.WIZARD_WITH],
    "soldier": [Phase.SOLDIER],
    "messenger": [Phase.MESSENGER, Phase.MESSENGER_TO],
    "alchemist": [Phase.ALCHEMIST, Phase.ALCHEMIST_TAKE],
    "banker": [Phase.BANKER, Phase.BANKER_LOWER],
    "jeweller": [Phase.JEWELLER],
    "queen": [Phase.CLOSE],
    "captain": [Phase.CAPTAIN],
}


def _bid(reader: _Reader) -> list[int]:
    match = re.fullmatch(r"([0-9]) ?\+ ?([0-9])|([0-9]) ([0-9])", " ".join(reader.words))
    if match is None:
        raise reader.bad()
    low, high = sorted(reader.value(digit) for digit in match.groups() if digit is not None)
    return [BID + VALUE_PAIRS.index((low, high))]


def _take(reader: _Reader) -> list[int]:
    if len(reader.words) == 1:
        return [GEM + reader.kind(reader.words[0])]
    if len(reader.words) == 2:
        return [reader.pair(reader.words)]
    raise reader.bad()


def _single(read: Callable[[_Reader, str], int]) -> Callable[[_Reader], list[int]]:
    def of_one_word(reader: _Reader) -> list[int]:
        if len(reader.words) != 1:
            raise reader.bad()
        return [read(reader, reader.words[0])]

    return of_one_word


_VERBS: dict[str, Callable[[_Reader], list[int]]] = {
    "bid": _bid,
    "take": _take,
    "order": _single(lambda reader, word: ORDER + reader.number(word, 1, MAX_SEATS) - 1),
    "up": lambda reader: reader.placing(UP),
    "down": lambda reader: reader.placing(DOWN),
    "neutral": _single(lambda reader, word: PLACE + reader.place(word)),
    "look": _single(lambda reader, word: BROKER + reader.slot(word)),
    "colour": _single(lambda reader, word: GEM + reader.kind(word)),
    "column": _single(lambda reader, word: GEM + reader.colour(word)),
    "raise": _single(lambda reader, word: RAISE + reader.colour(word)),
    "lower": _single(lambda reader, word: LOWER + reader.colour(word)),
    "throne": _single(lambda reader, word: VALUE + reader.value(word)),
}


def read_action(state: Any, seat: int, text: str) -> list[int]:
    """The actions that a text means at this position: one, or several when it says a whole decision.

    Raises UnknownAction when it means nothing.
    """
    words = text.lower().split()
    plain = " ".join(words)
    if seat == NATURE or (plain in _NATURE_ACTIONS):
        if plain not in _NATURE_ACTIONS:
            raise no_choice_of_nature(text, "deal 3; character spy; ship s07; broker 4")
        return [_NATURE_ACTIONS[plain]]
    if plain in ("pass", "end turn"):
        return [PASS]
    reader = _Reader(state, text, words[1:])
    if words and words[0] in _CARD_NAMES:
        return reader.card(words[0])
    if not words or words[0] not in _VERBS:
        raise reader.bad()
    return _VERBS[words[0]](reader)

"""The words on and about the board: labels fitted to their room, titles for screen readers."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from donjon.drawing import saying as saying
from donjon.drawing.saying import Words
from donjon.games.ys.cards import CHARACTER_LINES, DELAYED
from donjon.games.ys.nouns import (
    NEUTRAL,
    PLACE_OF_TEXT,
    ROUNDS,
    ROWS,
    THRONE,
    THRONE_TEXT,
    Character,
    Colour,
    District,
    Gem,
    place_name,
)
from donjon.kernel.message import Message, SeatName, Term, signed

_NEUTRAL = Term("the neutral player")
# Names for the banners of cards on the board, which have less room.
_SHORT_CARDS = {"white_gem": Term("Blue card")}


# Cached words: languages with names of seats; sentences, for all tables together.
MOST_LANGUAGES = 256
MOST_SENTENCES = 4096
WITH_NEUTRAL = 2  # the number of seats that have a neutral player beside them (YS-9.3)
# The common size of letters, which can be read on every screen wider than a phone; the smallest of all.
LETTERS, LEAST = 23, 8
PORTRAIT_LETTERS = 16  # on a character card in the hand


class Standing(NamedTuple):
    """What a party has in a place: the known sum, the unknown brokers, and the bounds of the whole sum."""

    seat: int
    sum: int
    unknown: int
    low: int
    high: int


class Ranking(NamedTuple):
    """The parties in a place, best first, and whether the first is certain; a key of caches."""

    order: tuple[Standing, ...]
    certain: bool


def rankings(view: Mapping[str, Any]) -> dict[str, Ranking]:
    """Return the rankings of a view by place: quarters "q1", districts "q1-h", rows "row-1", "market"."""
    foreseen = view["foreseen"]
    found = {}
    for index, quarter in enumerate(foreseen["quarters"]):
        found[f"q{index + 1}"] = _ranking(quarter)
        for name, district in foreseen["districts"][index].items():
            found[f"q{index + 1}-{name[0]}"] = _ranking(district)
    for row in range(1, ROWS):
        found[f"row-{row}"] = _ranking(foreseen["rows"][row])
    return found | {"market": _ranking(foreseen["market"])}


def _ranking(found: Mapping[str, Any]) -> Ranking:
    order = (
        Standing(one["seat"], one["sum"], one["unknown"], one["low"], one["high"]) for one in found["order"]
    )
    return Ranking(tuple(order), found["certain"])


class Saying(saying.Saying):
    """The words for what a view of Ys holds, in one language."""

    def term(self, term: Term) -> str:
        """Return a word with a capital letter, for the board."""
        text = self.translate(term.word)
        return text[:1].upper() + text[1:]

    def card_name(self, name: str) -> str:
        """Return the name of a character for the board: a shorter one for where the whole is too long."""
        return self.translate(_SHORT_CARDS[name].word) if name in _SHORT_CARDS else self.card(name)

    def is_neutral(self, party: int) -> bool:
        """Return whether a party is the neutral player."""
        return party == NEUTRAL and self.view["neutral"] is not None

    def party(self, seat: int) -> SeatName | Term:
        """Return the name of a seat or of the neutral player, for a message."""
        return _NEUTRAL if self.is_neutral(seat) else SeatName(seat)

    def name(self, seat: int) -> str:
        """Return the name of a seat or of the neutral player."""
        return self.translate(_NEUTRAL.word) if self.is_neutral(seat) else super().name(seat)

    def neutral(self) -> str:
        """Return the name of the neutral player, with a capital letter."""
        return self.term(_NEUTRAL)

    def card(self, name: str) -> str:
        """Return the name of a character, with a capital letter."""
        return self.term(Character[name.upper()].term)

    def deed(self, name: str) -> str:
        """Return what a character does."""
        return " ".join(self.say(message) for _rule, message in CHARACTER_LINES[name])

    def waits(self) -> str:
        """Return the sentence that a card just won cannot be played yet."""
        return self.say(DELAYED[1])

    def colour(self, name: str) -> str:
        """Return the word for a colour."""
        return self.translate(Colour[name.upper()].term.word)

    def gem(self, name: str) -> str:
        """Return the word for a gem."""
        return self.translate(Gem[name.upper()].term.word)

    def place(self, text: str) -> str:
        """Return the name of a place, given by its text ("q1.h", "2r", "t"), for a sentence."""
        return self.say(place_name(THRONE if text == THRONE_TEXT else PLACE_OF_TEXT[text]))

    def broker(
        self,
        owner: int,
        place: str,
        value: int | None,
        *,
        is_open: bool,
        can: Sequence[int],
        has_soldier: bool,
    ) -> str:
        """Return the title of a broker: owner, place, and value as far as the viewer knows it."""
        where = self.place(place)
        if is_open:
            text = Message("{player}, broker {value}: {place}").text
        elif value is not None:
            text = Message("{player}, face-down broker {value}: {place}").text
        else:
            text = Message("{player}, face-down broker: {place}").text
        messages = [Message(text, player=self.party(owner), value=value, place=where)]
        if value is None and can:
            messages.append(Message("can be: {values}", values=list(can)))
        if has_soldier:
            messages.append(Message("counts as 5 (Soldier)"))
        return "; ".join(self.say(message) for message in messages)

    def standing(self, one: Standing) -> str:
        """Return the name of a party and what it has in a place."""
        if one.unknown:
            text = Message("{player} {sum} + {count} face down").text
            who = self.party(one.seat)
            return self.say(Message(text, player=who, sum=one.sum, count=one.unknown))
        return f"{self.name(one.seat)} {one.sum}"

    def district(self, where: str, ranking: Ranking) -> str:
        """Return a district ("q1-h") and the parties there."""
        place = self.place(where.replace("-", "."))
        return self.ranked(place[:1].upper() + place[1:], ranking)

    def line(self, where: str) -> str:
        """Return what a line of the preview is called: what is won there, or the place."""
        if where == "market":
            return self.say(Message("best bidder"))
        if where.startswith("row"):
            return self.say(Message("row {row}", row=int(where[-1])))
        if len(where) == len("q1"):
            return self.say(Message("the ship's gems"))
        return self.translate(next(one.term.word for one in District if one.id[0] == where[-1]))

    def ranked(self, what: str, ranking: Ranking) -> str:
        """Return a place and the parties there, best first."""
        if not ranking.order:
            return self.say(Message("{place}: empty", place=what))
        return f"{what}: {', '.join(self.standing(one) for one in ranking.order)}"

    def leads(self, first: int, is_certain: bool) -> str:
        """Return the sentence that names the party that would win a place, and whether it is certain."""
        text = Message("Would win now: {player}").text
        if not is_certain:
            text = Message("Would win, from what is visible: {player}").text
        return self.say(Message(text, player=self.party(first)))

    def ship(self, number: int, gems: Sequence[str]) -> str:
        """Return the ship of a quarter and the gems it offers."""
        terms = [Gem[gem.upper()].term for gem in gems]
        return self.say(Message("Ship of quarter {number}: {gems}", number=number, gems=terms))

    def palace_card(self, number: int, card: str | None) -> str:
        """Return the card that the palace of a quarter gives, and what it does."""
        if card is None:
            return self.say(Message("Quarter {number}: no card in the palace", number=number))
        name = self.say(Message("Quarter {number}", number=number))
        return f"{name}: {self.card(card)}. {self.deed(card)}"

    def row(self, row: int, gem: str | None, ranking: Ranking) -> str:
        """Return a row of the market, its gem and the parties there."""
        if gem is None:
            return self.say(Message("Market row {row}", row=row))
        what = Message("Market row {row}, {gem}", row=row, gem=Gem[gem.upper()].term)
        return self.ranked(self.say(what), ranking)

    def column(self, colour: str, sum: int, unknown: int, move: int) -> str:
        """Return a column of the market and how its gem value would move."""
        message = Message(
            "Market column {colour}: sum {sum}, face down {unknown}; gem value would move by {move}",
            colour=Colour[colour.upper()].term,
            sum=sum,
            unknown=unknown,
            move=signed(move),
        )
        return self.say(message)

    def front(self, seat: int, front: Sequence[int]) -> str:
        """Return the brokers before a screen and their sum."""
        message = Message(
            "{player}, in front of the screen: {values}; sum {sum}",
            player=SeatName(seat),
            values=list(front),
            sum=sum(front),
        )
        return self.say(message)

    def screen(self, seat: int, count: int, values: Sequence[int] | None, order: int | None) -> str:
        """Return the title of a screen: the brokers behind it, and the order card."""
        text = Message("{player}: {count:broker|brokers} behind the screen").text
        messages = [Message(text, player=SeatName(seat), count=count)]
        if values is not None:
            messages.append(Message("their values: {values}", values=list(values)))
        if order is not None:
            messages.append(Message("order card {number}", number=order))
        return "; ".join(self.say(message) for message in messages)


@functools.lru_cache(maxsize=MOST_LANGUAGES)
def spoken(words: Words, seats: int) -> Saying:
    """Return the words for a game with this number of seats; two have a neutral player beside them."""
    view: dict[str, Any] = {"seats": seats, "neutral": {} if seats == WITH_NEUTRAL else None}
    return Saying(view, words.translate, words.names)


def description(view: Mapping[str, Any], words: Words) -> dict[str, str]:
    """Return the sentences that tell what the picture shows, each by the name of its fact."""
    values = enumerate(view["values"].items())
    return {
        ".told-town": _town(view["round"], words),
        **{f".told-{colour}": _value(index, value, words) for index, (colour, value) in values},
        **{
            f".told-{player['seat']}": _seat(
                player["seat"], player["track"], player["gem_count"], player["screen_size"], words
            )
            for player in view["players"]
        },
    }


@functools.lru_cache(maxsize=MOST_SENTENCES)
def _town(now: int, words: Words) -> str:
    text = Message(
        "A round city of quarters, each with a harbour, a merchants' district and a palace; "
        "a market; a table of gem values."
    )
    return f"{words.say(text)} {words.say(Message('Round {round} of {rounds}.', round=now, rounds=ROUNDS))}"


@functools.lru_cache(maxsize=MOST_SENTENCES)
def _value(colour: int, value: int, words: Words) -> str:
    return words.say(Message("Value of {colour} gems: {value}.", colour=Colour(colour).term, value=value))


@functools.lru_cache(maxsize=MOST_SENTENCES)
def _seat(seat: int, points: int, gems: int, brokers: int, words: Words) -> str:
    message = Message(
        "{player}: {points:point|points}, {gems:gem|gems}, {count:broker|brokers} behind the screen.",
        player=SeatName(seat),
        points=points,
        gems=gems,
        count=brokers,
    )
    return words.say(message)

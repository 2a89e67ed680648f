"""The words on and about the board: labels fitted to their room, titles for screen readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.drawing import saying as saying
from donjon.games.ys.cards import CHARACTER_LINES, DELAYED
from donjon.games.ys.nouns import (
    NEUTRAL,
    PLACE_OF_TEXT,
    ROUNDS,
    THRONE,
    THRONE_TEXT,
    Character,
    Colour,
    Gem,
    place_name,
)
from donjon.kernel.message import Message, SeatName, Term, signed

_NEUTRAL = Term("the neutral player")
# Names for the banners of cards on the board, which have less room.
_SHORT_CARDS = {"white_gem": Term("Blue card")}


def party(seat: int, view: Mapping[str, Any]) -> SeatName | Term:
    """Return the name of a seat, or the neutral player's."""
    return _NEUTRAL if view["neutral"] is not None and seat == NEUTRAL else SeatName(seat)


# The common size of letters, which can be read on every screen wider than a phone; the smallest of all.
LETTERS, LEAST = 23, 8
PORTRAIT_LETTERS = 16  # on a character card in the hand


class Saying(saying.Saying):
    """The words for what a view of Ys holds, in one language."""

    def term(self, term: Term) -> str:
        """Return a word with a capital letter, for the board."""
        text = self.translate(term.word)
        return text[:1].upper() + text[1:]

    def card_name(self, name: str) -> str:
        """Return the name of a character for the board: a shorter one for where the whole is too long."""
        return self.translate(_SHORT_CARDS[name].word) if name in _SHORT_CARDS else self.card(name)

    def name(self, seat: int) -> str:
        """Return the name of a seat or of the neutral player."""
        if isinstance(party(seat, self.view), Term):
            return self.translate(_NEUTRAL.word)
        return super().name(seat)

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

    def broker(self, broker: Mapping[str, Any]) -> str:
        """Return the title of a broker: owner, place, and value as far as the viewer knows it."""
        where = self.place(broker["place"])
        if broker["face_up"]:
            text = Message("{player}, broker {value}: {place}").text
        elif broker["value"] is not None:
            text = Message("{player}, face-down broker {value}: {place}").text
        else:
            text = Message("{player}, face-down broker: {place}").text
        who = party(broker["owner"], self.view)
        messages = [Message(text, player=who, value=broker["value"], place=where)]
        if broker["value"] is None and broker["can"]:
            messages.append(Message("can be: {values}", values=list(broker["can"])))
        if broker["soldier"]:
            messages.append(Message("counts as 5 (Soldier)"))
        return "; ".join(self.say(message) for message in messages)

    def standing(self, one: Mapping[str, Any]) -> str:
        """Return the name of a party and what it has in a place."""
        if one["unknown"]:
            text = Message("{player} {sum} + {count} face down").text
            who = party(one["seat"], self.view)
            return self.say(Message(text, player=who, sum=one["sum"], count=one["unknown"]))
        return f"{self.name(one['seat'])} {one['sum']}"

    def district(self, number: int, district: str, ranking: Mapping[str, Any]) -> str:
        """Return a district and the parties there."""
        place = self.place(f"q{number}.{district[0]}")
        return self.ranked(place[:1].upper() + place[1:], ranking)

    def ranked(self, what: str, ranking: Mapping[str, Any]) -> str:
        """Return a place and the parties there, best first."""
        if not ranking["order"]:
            return self.say(Message("{place}: empty", place=what))
        return f"{what}: {', '.join(self.standing(one) for one in ranking['order'])}"

    def leads(self, ranking: Mapping[str, Any]) -> str:
        """Return the sentence that names the party that would win a place, and whether it is certain."""
        if not ranking["order"]:
            return ""
        text = Message("Would win now: {player}").text
        if not ranking["certain"]:
            text = Message("Would win, from what is visible: {player}").text
        return self.say(Message(text, player=party(ranking["order"][0]["seat"], self.view)))

    def ship(self, quarter: Mapping[str, Any]) -> str:
        """Return a ship and the gems it offers."""
        gems = [Gem[gem.upper()].term for gem in quarter["ship"]["gems"]]
        return self.say(Message("Ship of quarter {number}: {gems}", number=quarter["number"], gems=gems))

    def palace_card(self, quarter: Mapping[str, Any]) -> str:
        """Return the card that the palace gives, and what it does."""
        if quarter["card"] is None:
            return self.say(Message("Quarter {number}: no card in the palace", number=quarter["number"]))
        name = self.say(Message("Quarter {number}", number=quarter["number"]))
        return f"{name}: {self.card(quarter['card'])}. {self.deed(quarter['card'])}"

    def row(self, row: int, gem: str | None, ranking: Mapping[str, Any]) -> str:
        """Return a row of the market, its gem and the parties there."""
        if gem is None:
            return self.say(Message("Market row {row}", row=row))
        what = Message("Market row {row}, {gem}", row=row, gem=Gem[gem.upper()].term)
        return self.ranked(self.say(what), ranking)

    def column(self, column: Mapping[str, Any]) -> str:
        """Return a column of the market and how its gem value would move."""
        message = Message(
            "Market column {colour}: sum {sum}, face down {unknown}; gem value would move by {move}",
            colour=Colour[column["colour"].upper()].term,
            sum=column["sum"],
            unknown=column["unknown"],
            move=signed(column["move"]),
        )
        return self.say(message)

    def front(self, player: Mapping[str, Any]) -> str:
        """Return the brokers before a screen and their sum."""
        who, values = SeatName(player["seat"]), list(player["front"])
        message = Message(
            "{player}, in front of the screen: {values}; sum {sum}",
            player=who,
            values=values,
            sum=player["front_sum"],
        )
        return self.say(message)

    def screen(self, player: Mapping[str, Any]) -> str:
        """Return the title of a screen: the brokers behind it, and the order card."""
        who, count = SeatName(player["seat"]), player["screen_size"]
        messages = [Message("{player}: {count:broker|brokers} behind the screen", player=who, count=count)]
        if player["screen"] is not None:
            messages.append(Message("their values: {values}", values=list(player["screen"])))
        if player["order"] is not None:
            messages.append(Message("order card {number}", number=player["order"]))
        return "; ".join(self.say(message) for message in messages)

    def description(self) -> str:
        """Return what the picture shows in a few sentences."""
        view = self.view
        messages = [
            Message(
                "A round city of quarters, each with a harbour, a merchants' district and a palace; "
                "a market; a table of gem values."
            ),
            Message("Round {round} of {rounds}.", round=view["round"], rounds=ROUNDS),
            *(
                Message("Value of {colour} gems: {value}.", colour=Colour(index).term, value=value)
                for index, value in enumerate(view["values"].values())
            ),
            *(
                Message(
                    "{player}: {points:point|points}, {gems:gem|gems}, {count:broker|brokers} behind "
                    "the screen.",
                    player=SeatName(player["seat"]),
                    points=player["track"],
                    gems=player["gem_count"],
                    count=player["screen_size"],
                )
                for player in view["players"]
            ),
        ]
        return " ".join(self.say(message) for message in messages)

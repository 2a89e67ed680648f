"""The character cards of Ys for the referee (chapter 8): who may play what, and what it does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement

from tests.referees import ys_data as data
from tests.referees.ys_asking import EventLog, choose
from tests.referees.ys_table import Broker, Table

# What is chosen for a card, by the text of the decision
Ways = dict[str, list[str]]


def told(card: str, choices: Iterable[Sequence[str]]) -> Ways:
    """The text of each choice says all of it."""
    return {" ".join([card, *words]): list(words) for words in choices}


def told_shortly(card: str, choices: list[list[str]]) -> Ways:
    """What is chosen in steps: the text ends where no choice is left; two brokers to swap are no choice."""
    if len(choices) == 1 or (len(choices) == 2 and set(choices[0]) == set(choices[1])):
        return {card: choices[0]}
    firsts = [words[:-1] for words in choices]
    return {
        " ".join([card, *(words if firsts.count(words[:-1]) > 1 else words[:-1])]): words for words in choices
    }


class Cards:
    """The cards at a table. A card and all that is chosen for it are one decision with one text."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def window(self, cards: list[str]) -> EventLog:
        """YS-8.1.5: the players are asked once each, in order, for one or more cards."""
        for seat in self.table.by_order():
            while options := self.options(seat, cards):
                text = yield from choose(seat, options | {"pass"})
                if text == "pass":
                    break
                self.play(seat, text)

    def options(self, seat: int, cards: list[str], just: Sequence[Broker] = ()) -> set[str]:
        """YS-8.1.2, YS-8.1.3, YS-8.1.6: every way to play one of these cards; `just`: placed in this turn."""
        table = self.table
        if table.played[seat] == data.CARDS_A_ROUND:
            return set()
        options: set[str] = set()
        for card in cards:
            if table.hands[seat].get(card, table.round) < table.round:
                options |= set(self.ways(seat, card, just))
        return options

    def ways(self, seat: int, card: str, just: Sequence[Broker]) -> Ways:
        """The ways in which a card can be played; none if its effect cannot be carried out in full."""
        quarters = [str(quarter) for quarter in self.table.quarters]
        if card == "queen":  # YS-8.17.1
            return told(card, [[quarter] for quarter in quarters])
        if card == "captain":  # YS-8.4.1
            return told(card, combinations(quarters, 2))
        if card == "jeweller":  # YS-8.13.1
            return told(card, combinations_with_replacement(data.COLOURS, 2))
        if card == "soldier":
            return told_shortly(card, self.soldier(seat, just))
        if card == "wizard":
            return told_shortly(card, self.wizard())
        if card == "banker":
            return told_shortly(card, self.banker())
        if card == "messenger":
            return told(card, self.messenger(seat))
        if card == "alchemist":
            return told(card, self.alchemist(seat))
        return told(card, [[]])

    def alchemist(self, seat: int) -> list[list[str]]:
        """YS-8.2."""
        owned = [kind for kind, count in self.table.gems[seat].items() if count]
        exchanges = [[old, new] for old in owned for new in data.COLOURS if old != new]
        return [*exchanges, ["pass"]] if owned else [[]]

    def banker(self) -> list[list[str]]:
        """YS-8.3."""
        values = self.table.values
        rising = [colour for colour in data.COLOURS if values[colour] < data.HIGHEST]
        falling = [colour for colour in data.COLOURS if values[colour] > data.LOWEST]
        return [[up, down] for up in rising for down in falling if up != down]

    def messenger(self, seat: int) -> list[list[str]]:
        """YS-8.7."""
        table = self.table
        own = [broker for broker in table.in_play() if broker.owner == seat and table.movable(broker)]
        places = table.places(None)
        return [[table.name(broker), place] for broker in own for place in places if place != broker.place]

    def soldier(self, seat: int, just: Sequence[Broker]) -> list[list[str]]:
        """YS-8.16.1, YS-9.3.6, YS-9.4.13: one of the two just placed that is on the board."""
        own = [broker for broker in just if broker.owner == seat and broker.place != data.THRONE]
        return [[self.table.name(broker)] for broker in own]

    def wizard(self) -> list[list[str]]:
        """YS-8.14.1, YS-8.14.4, YS-9.4.6: two in different places, so at most one in the throne room."""
        table = self.table
        all_ = [one for one in table.in_play() + table.in_play(data.THRONE) if table.movable(one)]
        pairs = [(one, other) for one in all_ for other in all_ if one.place != other.place]
        return [[table.name(one), table.name(other)] for one, other in pairs]

    def looks(self, spy: int) -> set[str]:
        """YS-8.5.1, YS-9.3.5, YS-9.4.6: what the Spy may look at, while looks are left."""
        table = self.table
        if not table.looks:
            return set()
        return {
            f"look {table.name(broker)}"
            for broker in table.brokers
            if not broker.up and broker.owner not in (spy, table.neutral)
        }

    def play(self, seat: int, text: str, just: Sequence[Broker] = ()) -> None:
        """Carry out a decision about a card; `just`: placed in this turn."""
        table = self.table
        card = text.split()[0]
        if card == "look":
            table.show(table.named(text.split()[1]), seat)
            table.looks -= 1
            return
        words = self.ways(seat, card, just)[text]
        del table.hands[seat][card]
        table.played[seat] += 1
        self.effect(seat, card, words)

    def effect(self, seat: int, card: str, words: list[str]) -> None:
        """What a card does at once, or who has it in play from now on."""
        table = self.table
        if card == "spy":
            table.spy, table.looks = seat, data.LOOKS
        elif card == "bishop":
            table.bishop = seat
        elif card == "magician":
            table.magician = seat
        elif card == "intriguer":
            table.intriguer = seat
        elif card == "merchant":
            table.merchant = True
        elif card == "queen":
            table.queen, table.closed = seat, int(words[0])
        elif card == "captain":
            one, other = int(words[0]), int(words[1])
            table.ships[one], table.ships[other] = table.ships[other], table.ships[one]
        elif card == "jeweller":
            for kind in words:
                table.gems[seat][kind] += 1
        elif card == "banker":
            table.move_value(words[0], 1)
            table.move_value(words[1], -1)
        elif card == "alchemist" and words not in ([], ["pass"]):
            table.gems[seat][words[0]] -= 1
            table.gems[seat][words[1]] += 1
        elif card == "messenger":
            self.send(seat, *words)
        elif card == "soldier":
            table.named(words[0]).marked = True
        elif card == "wizard":
            self.swap(table.named(words[0]), table.named(words[1]))

    def send(self, seat: int, name: str, place: str) -> None:
        """YS-8.7.1, YS-8.7.3: the Messenger moves a broker; into the market from the city for a point."""
        market = data.cells(self.table.rows)
        broker = self.table.named(name)
        if place in market and broker.place not in market:
            self.table.track[seat]["market"] += 1
        broker.place = place

    def swap(self, one: Broker, other: Broker) -> None:
        """YS-8.14.2, YS-9.4.7: they exchange places; who enters the throne room lies face down, unmarked."""
        one.place, other.place = other.place, one.place
        if data.THRONE not in (one.place, other.place):
            return
        one.slot, other.slot = other.slot, one.slot
        entering = one if one.place == data.THRONE else other
        entering.up, entering.marked, entering.turn = False, False, 0

"""The character cards of Ys for the referee (chapter 8): who may play what, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

from tests.referees import ys_data as data
from tests.referees.ys_asking import Story, choose
from tests.referees.ys_table import Broker, Table


class Cards:
    """The cards at a table. A card and all that is chosen for it are one decision with one text."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def window(self, cards: list[str]) -> Story:
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
                options |= self.ways(seat, card, just)
        return options

    def ways(self, seat: int, card: str, just: Sequence[Broker]) -> set[str]:
        """The texts by which a card can be played; none if its effect cannot be carried out in full."""
        table = self.table
        if card == "queen":  # YS-8.17.1
            return {f"queen {quarter}" for quarter in table.quarters}
        if card == "captain":  # YS-8.4.1
            return {f"captain {one} {other}" for one, other in combinations(table.quarters, 2)}
        if card == "jeweller":  # YS-8.13.1
            return {
                f"jeweller {one} {other}" for one, other in combinations_with_replacement(data.COLOURS, 2)
            }
        if card == "soldier":  # YS-8.16.1, YS-9.3.6, YS-9.4.13
            return self.soldier(seat, just)
        if card == "wizard":
            return self.wizard()
        if card == "messenger":
            return self.messenger(seat)
        if card == "banker":
            return self.banker()
        if card == "alchemist":
            return self.alchemist(seat)
        return {card}

    def alchemist(self, seat: int) -> set[str]:
        """YS-8.2."""
        owned = [kind for kind, count in self.table.gems[seat].items() if count]
        exchanges = {f"alchemist {old} {new}" for old in owned for new in data.COLOURS if old != new}
        return exchanges | {"alchemist pass"} if owned else {"alchemist"}

    def banker(self) -> set[str]:
        """YS-8.3."""
        values = self.table.values
        return {
            f"banker {up} {down}"
            for up in data.COLOURS
            for down in data.COLOURS
            if up != down and values[up] < data.HIGHEST and values[down] > data.LOWEST
        }

    def messenger(self, seat: int) -> set[str]:
        """YS-8.7."""
        table = self.table
        own = [broker for broker in table.in_play() if broker.owner == seat and table.movable(broker)]
        return {
            f"messenger {table.name(broker)} {place}"
            for broker in own
            for place in table.places(None)
            if place != broker.place
        }

    def soldier(self, seat: int, just: Sequence[Broker]) -> set[str]:
        """YS-8.16.1, YS-9.3.6, YS-9.4.13: one of the two just placed that is on the board."""
        own = [broker for broker in just if broker.owner == seat and broker.place != data.THRONE]
        return (
            {f"soldier {self.table.name(broker)}" for broker in own}
            if len(own) > 1
            else {"soldier"}
            if own
            else set()
        )

    def wizard(self) -> set[str]:
        """YS-8.14.1, YS-8.14.4, YS-9.4.6: two in different places, so at most one in the throne room."""
        table = self.table
        all_ = [one for one in table.in_play() + table.in_play(data.THRONE) if table.movable(one)]
        pairs = [(one, other) for one in all_ for other in all_ if one.place != other.place]
        if len(pairs) == 2:
            return {"wizard"}
        return {f"wizard {table.name(one)} {table.name(other)}" for one, other in pairs}

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
        card, *words = text.split()
        if card == "look":
            table.show(table.named(words[0]), seat)
            table.looks -= 1
            return
        if card == "wizard" and not words:
            words = self.only_pair()
        if card == "soldier" and not words:
            words = [table.name(one) for one in just if one.owner == seat and one.place != data.THRONE]
        del table.hands[seat][card]
        table.played[seat] += 1
        self.effect(seat, card, words)

    def only_pair(self) -> list[str]:
        """The names of the only two brokers that the Wizard can swap."""
        table = self.table
        all_ = [one for one in table.in_play() + table.in_play(data.THRONE) if table.movable(one)]
        return [table.name(one) for one in all_ if any(one.place != other.place for other in all_)]

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

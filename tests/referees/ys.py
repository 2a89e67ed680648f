"""Ys told a second time, from the numbered rules alone; it knows nothing of the engine.

The game is one story in the order of the rules: a generator that stops wherever a seat or chance decides,
and goes on with the answer. Here are the rounds up to the end of placement (chapters 2 to 5) and the
throne room.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.referees import ys_data as data
from tests.referees.ys_asking import CHANCE, Answer, Asked, Choice, EventLog, choose, together
from tests.referees.ys_cards import Cards
from tests.referees.ys_counting import counting
from tests.referees.ys_known import known
from tests.referees.ys_table import Broker, Table, all_points, ranks


class Referee:
    """A whole game; `comparing.Referee` says what it answers."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.table = Table(players, options)
        self.cards = Cards(self.table)
        self.log = self.game(options.get("order"))
        self.asked: Asked = next(self.log)

    def waiting(self) -> set[int | str]:
        """Who decides now."""
        return set(self.asked)

    def weights(self) -> dict[str, int]:
        """YS-2.3, YS-2.4, YS-3.4, YS-9.3.5: every draw is one of several different pieces."""
        return dict.fromkeys(self.asked[CHANCE], 1)

    def draw(self, text: str) -> None:
        """Carry out a draw."""
        self._answer((CHANCE, text))

    def legal(self, seat: int) -> set[str]:
        """Every whole decision of a seat."""
        return self.asked[seat]

    def play(self, seat: int, text: str) -> None:
        """Carry out a whole decision."""
        self._answer((seat, text))

    def points(self) -> list[dict[str, int]]:
        """The points of every seat by source."""
        points = all_points(self.table)
        return [points[seat] for seat in self.table.seats]

    def ranks(self) -> list[int]:
        """The rank of every seat."""
        return ranks(self.table)

    def known(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator, may know."""
        return known(self.table, seat)

    def _answer(self, answer: Answer) -> None:
        who, text = answer
        assert text in self.asked[who], f"{who} may not {text!r}"
        try:
            self.asked = self.log.send(answer)
        except StopIteration:
            self.asked = {}

    def game(self, order: list[int] | None) -> EventLog:
        """YS-3.1: four rounds of setup, turn order, placement and counting, and then the end."""
        table = self.table
        yield from self.deal_order(order)
        for table.round in (1, 2, 3, 4):
            yield from self.set_up()
            yield from self.bidding()
            yield from self.placement()
            yield from counting(table, self.cards)
            if table.royal:
                yield from self.throne_room()
            # YS-6.9.2
            table.ships, table.cards, table.market_ship, table.market = {}, {}, None, {}
            table.played = [0 for _ in table.seats]
            # YS-9.3.19
            for seat in table.supply:
                table.supply[seat] = table.neutral_set()
        table.over = True
        for broker in table.in_play(data.THRONE):
            broker.up = True
            table.show(broker)

    def deal_order(self, order: list[int] | None) -> EventLog:
        """YS-2.3."""
        left = set(range(1, self.table.players + 1))
        for seat in self.table.seats:
            if order is None:
                text = yield from choose(CHANCE, (f"deal {card}" for card in left))
                self.table.order[seat] = int(text.split()[1])
            else:
                self.table.order[seat] = order[seat]
            left.remove(self.table.order[seat])

    def set_up(self) -> EventLog:
        """YS-3.2 to YS-3.8."""
        table = self.table
        table.screens_seen = False
        for quarter in table.quarters:
            if table.round < 4:
                text = yield from choose(CHANCE, (f"character {card}" for card in table.unseen))
                table.cards[quarter] = text.split()[1]
                table.unseen.remove(text.split()[1])
            else:
                table.cards[quarter] = data.BLUE_CARD
        for quarter in table.quarters:
            table.ships[quarter] = yield from self.ship()
        table.market_ship = yield from self.ship()
        table.market = {**data.market_gems(table.market_ship, table.players)}

    def ship(self) -> Choice:
        """YS-3.4."""
        text = yield from choose(CHANCE, (f"ship {ship.lower()}" for ship in self.table.deck))
        ship = text.split()[1].upper()
        self.table.deck.remove(ship)
        return ship

    def bidding(self) -> EventLog:
        """YS-4.1 to YS-4.7."""
        table = self.table
        pairs = {
            seat: {f"bid {low}+{high}" for low, high in combinations(sorted(table.screens[seat]), 2)}
            for seat in table.seats
        }
        yield from together(pairs, table.choices)
        for seat, text in table.choices.items():
            table.fronts[seat] = [int(value) for value in text.removeprefix("bid ").split("+")]
            for value in table.fronts[seat]:
                table.screens[seat].remove(value)
        table.choices.clear()
        left = set(range(1, table.players + 1))
        for seat in sorted(table.seats, key=lambda seat: (-table.front_sum(seat), table.order[seat])):
            text = yield from choose(seat, (f"order {card}" for card in left))
            table.picked[seat] = int(text.split()[1])
            left.remove(table.picked[seat])
        table.order, table.picked = table.picked, {}

    def placement(self) -> EventLog:
        """YS-5.1 to YS-5.10."""
        table = self.table
        yield from self.cards.window(data.FIRST)
        before = None
        for turn in range(1, table.turns + 1):
            for seat in table.by_order():
                yield from self.spying(before)
                yield from self.take_turn(seat, turn)
                before = seat
        yield from self.spying(before)
        for seat in table.seats:
            table.fronts[seat] += table.screens[seat]
            table.screens[seat] = []
        table.screens_seen = True
        table.spy, table.looks, table.bishop, table.magician = None, 0, None, None

    def spying(self, before: int | None) -> EventLog:
        """YS-8.5.2: looks before a turn and after the last; in the Spy's own turn there were some."""
        spy = self.table.spy
        while spy is not None and spy != before and (looks := self.cards.looks(spy)):
            text = yield from choose(spy, looks | {"pass"})
            if text == "pass":
                return
            self.cards.play(spy, text)

    def take_turn(self, seat: int, turn: int) -> EventLog:
        """YS-5.9: the Queen, the brokers, then Wizard, Soldier and looks of the own Spy in any order."""
        just: list[Broker] = []
        front = list(self.table.fronts[seat])
        while options := self.placings(seat, just, front):
            if not just:
                options |= self.cards.options(seat, ["queen"])
            text = yield from choose(seat, options)
            if text.startswith("queen"):
                self.cards.play(seat, text)
            else:
                just.append(self.place(seat, turn, text, front))
        while True:
            options = self.cards.options(seat, ["wizard", "soldier"], just)
            if seat == self.table.spy:
                options |= self.cards.looks(seat)
            if not options:
                return
            text = yield from choose(seat, options | {"pass"})
            if text == "pass":
                return
            self.cards.play(seat, text, just)

    def placings(self, seat: int, just: list[Broker], front: list[int]) -> set[str]:
        """YS-5.2, YS-8.6.1, YS-8.8.1, YS-9.1.1, YS-9.3.4: what may be placed now.

        `just`: placed in this turn; `front`: what still stands there of the front with which the turn began.
        """
        table = self.table
        own = [broker for broker in just if broker.owner == seat]
        lying = {"up" if broker.up else "down" for broker in own}
        faces = {"up"} if table.open else {"up", "down"} - lying
        if table.bishop == seat:
            faces = {"up", "down"}
        values = {str(value) for value in table.screens[seat]}
        if table.magician == seat:
            values |= {f"front {old} refill {new}" for old in front for new in table.screens[seat]}
        places = table.places(seat)
        options = set()
        if len(own) < 2:
            options = {f"{face} {place} {value}" for face in faces for place in places for value in values}
        if table.neutral is not None and len(own) == len(just):
            options |= {f"neutral {place}" for place in places}
        return options

    def place(self, seat: int, turn: int, text: str, front: list[int]) -> Broker:
        """YS-5.3, YS-5.6, YS-8.8, YS-9.3.4, YS-9.3.7."""
        table = self.table
        face, where, *rest = text.split()
        owner = seat
        if face == "neutral":
            assert table.neutral is not None
            owner = table.neutral
        broker = Broker(table.free_slot(owner, seat), owner, seat, where, face == "up", None, turn)
        if rest[:1] == ["front"]:
            # YS-8.8.5: everybody saw where it was taken from.
            old, new = int(rest[1]), int(rest[3])
            front.remove(old)
            table.fronts[seat].remove(old)
            table.fronts[seat].append(new)
            table.screens[seat].remove(new)
            broker.value = old
            table.show(broker)
        elif rest:
            broker.value = int(rest[0])
            table.screens[seat].remove(broker.value)
            table.show(broker, *([] if broker.up else [seat]))
        if where in data.cells(table.rows):
            table.track[owner]["market"] += 1
        table.brokers.append(broker)
        return broker

    def throne_room(self) -> EventLog:
        """YS-9.4.2 to YS-9.4.5."""
        table = self.table
        candidates = [list(front) for front in table.fronts]
        options = {seat: {f"throne {value}" for value in candidates[seat]} for seat in table.seats}
        yield from together(options, table.choices)
        for seat, text in table.choices.items():
            value = int(text.split()[1])
            table.fronts[seat].remove(value)
            table.screens[seat] += table.fronts[seat]
            table.fronts[seat] = []
            broker = Broker(table.throne_slot(seat), seat, seat, data.THRONE, False, value, 0)
            table.brokers.append(broker)
            # A front of equal brokers keeps no secret.
            table.show(broker, *([seat] if len(options[seat]) > 1 else []))
            table.worlds[seat].enter(broker, candidates[seat])
            if table.extras[seat]:
                table.extras[seat] -= 1
                table.screens[seat].append(data.EXTRA_VALUE)
                table.worlds[seat].total.append(data.EXTRA_VALUE)
        table.choices.clear()

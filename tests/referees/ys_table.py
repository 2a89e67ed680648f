"""The table of Ys for the referee: what lies where, and the plain questions about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.referees import ys_data as data
from tests.referees.ys_hidden import Worlds


@dataclass(eq=False)
class Broker:
    """A broker in play. The slot is the place in the list by which brokers are named and shown.

    Slots: eight for each seat in the order of placing (for two players the neutral ones: four for each who
    placed them, from 16 on); from 32 on the throne room, four for each round.
    """

    slot: int
    owner: int
    by: int
    place: str
    up: bool
    value: int | None
    turn: int
    marked: bool = False

    @property
    def worth(self) -> int:
        """YS-8.16.2: what it counts; a neutral one must have been turned up."""
        assert self.value is not None
        return data.SOLDIER if self.marked else self.value


class Table:
    """The whole table. A party is a seat; with two players the neutral player is party 2."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.players = players
        self.seats = list(range(players))
        self.neutral = 2 if players == 2 else None
        self.parties = [*self.seats, 2] if players == 2 else self.seats
        self.everybody: set[int | None] = {*self.seats, None}
        self.open = options.get("open_placement") == "yes"
        self.royal = options.get("royal_favour") == "yes"
        self.express = options.get("express") == "yes"
        self.neutral_option = options.get("neutral", "normal")
        wanted = options.get("quarters", "usual")
        self.quarters = [1, 2, 3, 4][: wanted if wanted != "usual" else (3 if players == 2 else 4)]
        self.rows = data.ROWS[players]
        self.turns = 3 if self.express else 4
        self.start()

    def start(self) -> None:
        """YS-2.1 to YS-2.6: the table before the first round."""
        own = data.EXPRESS_SET if self.express else data.BASE_SET
        self.round = 0
        self.order: dict[int, int] = {}
        self.picked: dict[int, int] = {}  # order cards chosen and not yet taken
        self.choices: dict[int, str] = {}  # bids and choices for the throne room, still secret
        self.screens = [list(own) for _ in self.seats]
        self.fronts: list[list[int]] = [[] for _ in self.seats]
        self.extras = [data.EXTRAS if self.royal else 0 for _ in self.seats]
        self.gems = {party: dict.fromkeys(data.KINDS[:5], 0) for party in self.parties}
        self.track = {party: {"market": 0, "merchants": 0, "court": 0} for party in self.parties}
        self.court = dict.fromkeys(self.parties, 0)
        self.hands: list[dict[str, int]] = [{} for _ in self.seats]  # the round in which each card was won
        self.played = [0 for _ in self.seats]
        self.values = dict.fromkeys(data.COLOURS, data.START)
        # YS-9.5.2
        self.deck = [ship for ship, gems in data.SHIPS.items() if not (self.express and "white" in gems)]
        self.unseen = list(data.CARDS)
        self.ships: dict[int, str] = {}
        self.cards: dict[int, str | None] = {}
        self.market_ship: str | None = None
        self.market: dict[int, str | None] = {}
        self.brokers: list[Broker] = []
        self.supply = {seat: self.neutral_set() for seat in self.seats if self.neutral}
        # What each seat, and a spectator, has ever seen of whom
        self.memory: dict[int | None, dict[Broker, int]] = {viewpoint: {} for viewpoint in self.everybody}
        # Seats of which more than one broker of the throne room had to be told at once
        self.together: set[int] = set()
        self.worlds = [Worlds(own) for _ in self.seats]
        self.screens_seen = False
        self.counted: int | None = None  # the quarter that is being counted
        self.over = False
        self.clear_cards()

    def clear_cards(self) -> None:
        """YS-8.1.7: no card is in play."""
        self.spy: int | None = None
        self.looks = 0
        self.bishop: int | None = None
        self.magician: int | None = None
        self.intriguer: int | None = None
        self.merchant = False
        self.queen: int | None = None
        self.closed: int | None = None

    # Places and brokers

    def in_play(self, *places: str) -> list[Broker]:
        """The brokers at these places, in the order of their slots; without a place all on the board."""
        wanted = [
            one for one in self.brokers if (one.place in places if places else one.place != data.THRONE)
        ]
        return sorted(wanted, key=lambda one: one.slot)

    def name(self, broker: Broker) -> str:
        """A broker's name: its cell, or its place with its number there."""
        if broker.place[0] in "0123":
            return broker.place
        return f"{broker.place}/{self.in_play(broker.place).index(broker) + 1}"

    def named(self, name: str) -> Broker:
        """The broker of a name."""
        return next(one for one in self.in_play(name.split("/")[0]) if self.name(one) == name)

    def places(self, seat: int | None) -> list[str]:
        """YS-5.3, YS-5.4, YS-8.17.2: where a seat may place; None: where the Messenger sends (YS-8.7.4)."""
        shut = data.districts(self.closed) if self.closed and seat != self.queen else []
        taken = {one.place for one in self.brokers}
        free = [cell for cell in data.cells(self.rows) if cell not in taken]
        return free + [place for q in self.quarters for place in data.districts(q) if place not in shut]

    def movable(self, broker: Broker) -> bool:
        """YS-8.17.3: not in the closed quarter."""
        return not (self.closed and broker.place in data.districts(self.closed))

    def show(self, broker: Broker, *eyes: int | None) -> None:
        """These (nobody named: everybody) see the value of a broker."""
        assert broker.value is not None
        for viewpoint in eyes or self.everybody:
            self.memory[viewpoint][broker] = broker.value

    def neutral_set(self) -> list[int]:
        """YS-9.3.2, YS-9.3.19, YS-9.3.20."""
        return list(data.NEUTRAL_SETS[self.neutral_option])

    def free_slot(self, owner: int, by: int) -> int:
        """The first slot of a seat, or of its neutral brokers, in which no broker is."""
        first, count = (16 + 4 * by, 4) if owner == self.neutral else (8 * owner, 8)
        taken = {broker.slot for broker in self.brokers}
        return next(slot for slot in range(first, first + count) if slot not in taken)

    def throne_slot(self, seat: int) -> int:
        """The slot for a seat's choice of this round."""
        return 32 + 4 * (self.round - 1) + seat

    def take_back(self, brokers: list[Broker]) -> None:
        """YS-6.3.6, YS-6.9.1: behind the screens; neutral ones to their supply."""
        for broker in brokers:
            self.brokers.remove(broker)
            if broker.owner != self.neutral:
                assert broker.value is not None
                self.screens[broker.owner].append(broker.value)

    # Counting of what is hidden

    def hidden(self, owner: int, viewpoint: int | None) -> list[Broker]:
        """The brokers in play of an owner that somebody has not seen."""
        mine = [broker for broker in self.brokers if broker.owner == owner]
        return sorted((one for one in mine if one not in self.memory[viewpoint]), key=lambda one: one.slot)

    def rest(self, owner: int, viewpoint: int | None) -> list[int]:
        """YS-10.1, YS-10.2: the values of an owner's brokers that somebody cannot place, together."""
        values = list(self.worlds[owner].total)
        seen = [one.value for one in self.brokers if one.owner == owner and one in self.memory[viewpoint]]
        for value in seen + self.fronts[owner] + (self.screens[owner] if self.screens_seen else []):
            assert value is not None
            values.remove(value)
        return sorted(values)

    def settle_thrones(self) -> None:
        """YS-10.8: when all else has been turned up, the throne room is as good as counted."""
        for seat in self.seats:
            hidden, worlds = self.hidden(seat, None), self.worlds[seat]
            worlds.settle(self.memory[None], self.rest(seat, None), hidden)
            if len(hidden) > 1:
                self.together.add(seat)
            certain = [one for one in hidden if len({world[one] for world in worlds.worlds}) == 1]
            for broker in certain:
                self.show(broker)

    # Ranking

    def by_order(self) -> list[int]:
        """The seats by order card."""
        return sorted(self.seats, key=self.order.__getitem__)

    def front_sum(self, seat: int) -> int:
        """YS-5.11."""
        return sum(self.fronts[seat])

    def ranked(self, brokers: list[Broker]) -> list[int]:
        """YS-6.2.2, YS-6.6, YS-8.12, YS-9.3.8, YS-9.3.9: the parties present, best first, strictly."""
        sums: dict[int, int] = {}
        for broker in brokers:
            sums[broker.owner] = sums.get(broker.owner, 0) + broker.worth

        def strength(party: int) -> tuple[int, ...]:
            if party == self.neutral:
                return (-sums[party], 1)
            place = 0 if party == self.intriguer else 2
            return (-sums[party], place, -self.front_sum(party), self.order[party])

        return sorted(sums, key=strength)

    def judge(self) -> int:
        """YS-6.5.3, YS-8.12.3, YS-9.3.15: who orders columns that are equal."""
        if self.intriguer is not None:
            return self.intriguer
        return min(self.seats, key=lambda seat: (-self.front_sum(seat), self.order[seat]))

    def column_groups(self) -> list[list[str]]:
        """YS-6.5.1, YS-6.5.2: the columns by sum, then by number of brokers; those still equal together."""
        groups: dict[tuple[int, int], list[str]] = {}
        for colour in data.COLOURS:
            here = self.in_play(*(f"{row}{colour[0]}" for row in self.rows))
            groups.setdefault((sum(one.worth for one in here), len(here)), []).append(colour)
        return [groups[key] for key in sorted(groups, reverse=True)]

    # Values

    def worth(self) -> list[str]:
        """YS-7.1: the colours, most valuable first; equal ones from left to right."""
        return sorted(data.COLOURS, key=lambda colour: -self.values[colour])

    def move_value(self, colour: str, steps: int) -> None:
        """YS-6.5.7: a move beyond an end stops there."""
        self.values[colour] = max(data.LOWEST, min(data.HIGHEST, self.values[colour] + steps))


# Points


def gem_points(table: Table) -> dict[int, dict[str, int]]:
    """YS-7.2 to YS-7.7, YS-9.3.16: for every party the points of its gems by kind."""
    points: dict[int, dict[str, int]] = {party: {} for party in table.parties}
    for places, colour in zip(data.GEM_TABLE, table.worth(), strict=True):
        for party in table.parties:
            mine = table.gems[party][colour]
            # YS-7.4: the lowest of the places that the tied occupy: as many as have no fewer gems.
            last = sum(table.gems[other][colour] >= mine for other in table.parties)
            points[party][colour] = places[last - 1] if mine else 0
            if not mine and party == table.neutral:
                points[party][colour] = places[2]
    for party in table.parties:
        points[party]["black"] = data.BLACK_TABLE[min(7, table.gems[party]["black"])]
    return points


def throne_points(table: Table) -> dict[int, int]:
    """YS-9.4.9 to YS-9.4.11: the places of the tied are shared, rounded down."""
    sums = dict.fromkeys(table.seats, 0)
    for broker in table.in_play(data.THRONE):
        assert broker.value is not None
        sums[broker.owner] += broker.value
    points = {}
    for seat in table.seats:
        before = sum(other > sums[seat] for other in sums.values())
        tied = sum(other == sums[seat] for other in sums.values())
        points[seat] = sum(data.THRONE_TABLE[before : before + tied]) // tied
    return points


def all_points(table: Table) -> dict[int, dict[str, int]]:
    """For every party its points by source, as if scored now; the throne room counts at the end only."""
    gems = gem_points(table)
    points = {party: {**table.track[party], **gems[party]} for party in table.parties}
    if table.over and table.royal:
        for seat, throne in throne_points(table).items():
            points[seat]["throne"] = throne
    return points


def ranks(table: Table) -> list[int]:
    """YS-7.8, YS-7.9, YS-9.3.18: points, then gems of all kinds, then a shared rank; seats only."""
    points = all_points(table)
    strength = [(sum(points[seat].values()), sum(table.gems[seat].values())) for seat in table.seats]
    return [1 + sum(other > mine for other in strength) for mine in strength]

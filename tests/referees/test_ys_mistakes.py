"""The referee of Ys has teeth: with a mistake in it the comparison fails, and where the mistake shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest

from tests.referees import ys_data as data
from tests.referees.comparing import Difference, compare, games
from tests.referees.ys import Referee
from tests.referees.ys_cards import Cards, Ways
from tests.referees.ys_hidden import Worlds
from tests.referees.ys_playing import POLICIES, Options, common
from tests.referees.ys_table import Broker, Table

MOST = 10_000
RIGHT_RANKED, RIGHT_PLACES, RIGHT_WAYS = Table.ranked, Table.places, Cards.ways
RIGHT_LOOKS, RIGHT_SHOW = Cards.looks, Table.show


@dataclass
class Mistake:
    """What of the referee is replaced by something wrong, and where that must show (a pattern)."""

    target: object
    name: str
    wrong: Any
    shows: str
    players: int = 4
    options: Options = field(default_factory=dict)


def ranked_by_order_card(table: Table, brokers: list[Broker]) -> list[int]:
    return sorted(RIGHT_RANKED(table, brokers), key=lambda party: table.order[party])


def places_with_taken_cells(table: Table, seat: int | None) -> list[str]:
    return [*RIGHT_PLACES(table, seat), *data.cells(table.rows)]


def ways_without_captain(cards: Cards, seat: int, card: str, just: Sequence[Broker]) -> Ways:
    return {} if card == "captain" else RIGHT_WAYS(cards, seat, card, just)


def looks_at_neutral_brokers(cards: Cards, spy: int) -> set[str]:
    table = cards.table
    hidden = [broker for broker in table.brokers if broker.value is None and table.looks]
    return RIGHT_LOOKS(cards, spy) | {f"look {table.name(broker)}" for broker in hidden}


def send_for_a_point(cards: Cards, seat: int, name: str, place: str) -> None:
    cards.table.track[seat]["market"] += 1
    cards.table.named(name).place = place


def shown_to_all(table: Table, broker: Broker, *eyes: int | None) -> None:
    RIGHT_SHOW(table, broker)


ROYAL = {"royal_favour": "yes"}
WRONG_SHIP = {**data.SHIPS, "S07": ["yellow", "blue", "red"]}
WRONG_TABLE = [[24, 18, 12, 6], [20, 15, 10, 5], [16, 12, 7, 4], [12, 9, 6, 3]]
MISTAKES = {
    "a ship": Mistake(data, "SHIPS", WRONG_SHIP, "may know|legal"),
    "merchants": Mistake(data, "MERCHANTS", 4, "points"),
    "the Merchant": Mistake(data, "MERCHANTS_WITH_CARD", 4, "points"),
    "the Soldier": Mistake(data, "SOLDIER", 4, "may know|waiting|points"),
    "looks of the Spy": Mistake(data, "LOOKS", 2, "may know|waiting|legal"),
    "cards in a round": Mistake(data, "CARDS_A_ROUND", 1, "waiting|legal"),
    "the last column": Mistake(data, "COLUMN_MOVES", [2, 1, -1, -1], "points|may know"),
    "the end of the values": Mistake(data, "HIGHEST", 14, "points|legal|may know"),
    "black gems": Mistake(data, "BLACK_TABLE", [0, 1, 4, 7, 12, 16, 20, 24], "points", 3),
    "third places": Mistake(data, "GEM_TABLE", WRONG_TABLE, "may know, neutral, total", 2),
    "throne room": Mistake(data, "THRONE_TABLE", [12, 7, 4, 0], "points", 4, ROYAL),
    "ranks": Mistake(Table, "ranked", ranked_by_order_card, "waiting|points|legal|may know"),
    "the judge": Mistake(Table, "judge", lambda table: table.by_order()[0], "waiting"),
    "taken cells": Mistake(Table, "places", places_with_taken_cells, "legal", 3),
    "the Captain": Mistake(Cards, "ways", ways_without_captain, "waiting|legal", 3),
    "the Messenger": Mistake(Cards, "send", send_for_a_point, "points", 2),
    "neutral brokers": Mistake(Cards, "looks", looks_at_neutral_brokers, "waiting|legal", 2),
    "who sees": Mistake(Table, "show", shown_to_all, "may know", 3),
    "what is settled": Mistake(Worlds, "settle", lambda *_: None, "may know, (throne|players)", 3, ROYAL),
    "what can be": Mistake(
        Worlds, "can", lambda _worlds, _broker, _seen, rest, _hidden: set(rest), "may know, throne", 3, ROYAL
    ),
}


def played(mistake: Mistake) -> int:
    """Games until so many decisions have been compared, or a Difference."""
    compared = 0
    for seed, (match, random) in enumerate(games("ys", mistake.players, count(), **mistake.options)):
        referee = Referee(mistake.players, mistake.options)
        left = MOST - compared
        compared += compare(match, referee, random, left, choose=POLICIES[seed % 4], cut=common(referee))
        if compared == MOST:
            break
    return compared


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=list(MISTAKES))
def test_mistakes_are_found(mistake: Mistake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistake.target, mistake.name, mistake.wrong)
    with pytest.raises(Difference, match=f"^[^:]*({mistake.shows})"):
        played(mistake)

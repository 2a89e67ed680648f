"""Positions from declared fields: written, read in a fixed order, refused with the name of the field."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from donjon.errors import BadPosition
from donjon.kernel import fields
from donjon.kernel.fields import (
    FLAG,
    SEAT,
    Part,
    Schema,
    by_name,
    each,
    maybe,
    name,
    number,
    objects,
    pile,
    row,
    those,
)
from donjon.kernel.records import BY_SEAT, OWNER, SOME, Ints, Record, Records, field, layout

COLOURS = ("red", "blue", "green")


class Seat(Record):
    """One seat."""

    coins: int = field("i4", json=number(0, 9))
    cubes: Ints = field("i2", 3, json=by_name(COLOURS, number(0, 20), sparse=True), key="stock")


class State(Record):
    """A little position."""

    players: int = field("i4")
    turn: int = field("i4", json=number(1, 99))
    actor: int = field("i4", json=maybe(SEAT))
    trump: int = field("i4", json=name(COLOURS), key="colour")
    ended: int = field("i4", json=FLAG)
    order: Ints = field("i1", 3, json=row(SEAT, 3, packed=True))
    deck: Ints = field("i1", 3, json=pile(COLOURS, 9))
    shown: Ints = field("i1", 3, json=those(COLOURS))
    sum: int = field("i4")
    seats: Records[Seat] = field(Seat, 3)


def _read_sum(state: State, key: str, value: object) -> None:
    state.sum = state.turn * 100 + int(state.seats[0].coins)


SCHEMA = Schema(
    "Work",
    [
        *fields.plain(State),
        *each(Seat, "seats", lambda state: int(state.players)),
        Part("sum", lambda state: int(state.sum), _read_sum),
    ],
)


@pytest.fixture
def state() -> State:
    fresh: State = np.zeros(1, layout(State))[0]
    fresh.players, fresh.turn = 2, 1
    fresh.order[:] = -1
    return fresh


SAID = {
    "turn": 3,
    "actor": None,
    "colour": "green",
    "ended": True,
    "order": [1, 0],
    "deck": ["red", "red", "green"],
    "shown": ["blue"],
    "coins": [4, 5],
    "stock": [{"blue": 2}, {}],
    "sum": 304,
}


def test_what_is_read_is_written_again(state):
    SCHEMA.read(state, SAID)
    assert SCHEMA.write(state) == SAID
    assert list(state.deck) == [2, 0, 1]
    assert list(state.order) == [1, 0, -1]
    assert state.actor == -1


def test_the_order_of_the_keys_means_nothing(state):
    keys = ("turn", "coins", "sum")
    results = set()
    for order in itertools.permutations(keys):
        fresh = state.copy()
        SCHEMA.read(fresh, {key: SAID[key] for key in order})
        results.add(fresh.tobytes())
    assert len(results) == 1


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"turn": 0}, "'turn' must be a whole number from 1 to 99"),
        ({"actor": 2}, "'actor' must be a whole number from 0 to 1"),
        ({"colour": "pink"}, "'colour' cannot be 'pink'"),
        ({"ended": 1}, "'ended' must be true or false"),
        ({"order": [0, 1, 0, 1]}, "'order' must be a list of at most 3"),
        ({"deck": ["pink"]}, "'deck' cannot hold 'pink'"),
        ({"shown": ["pink"]}, "'shown' cannot be 'pink'"),
        ({"coins": [1]}, "'coins' must be a list with one entry for each of the 2 seats"),
        ({"stock": [{"pink": 1}, {}]}, "'stock' has no entry 'pink'"),
        ({"stock": [{"red": 21}, {}]}, "'stock: red' must be a whole number from 0 to 20"),
        ({"colours": "red"}, "has no field 'colours'"),
    ],
)
def test_what_does_not_fit_is_refused_by_the_name_of_its_field(state, given, named):
    with pytest.raises(BadPosition, match=named):
        SCHEMA.read(state, given)


class Purse(Record):
    """What a seat has, said together."""

    coins: int = field("i4", json=number(0, 9))
    cubes: Ints = field("i2", 3, json=by_name(COLOURS, number(0, 20), stays=True), key="stock")


class Table(Record):
    """A position with purses."""

    players: int = field("i4")
    purses: Records[Purse] = field(Purse, 2)


def _read_total(table: Table, key: str, value: object) -> None:
    table.purses[0].coins = 9


PURSES = Schema(
    "Purses",
    [Part("rich", None, _read_total), objects(Purse, "purses", lambda table: int(table.players), "seats")],
)


@pytest.fixture
def table() -> Table:
    fresh: Table = np.zeros(1, layout(Table))[0]
    fresh.players = 2
    return fresh


def test_an_object_changes_what_it_names_and_nothing_else(table):
    PURSES.read(table, {"seats": [{"coins": 3, "stock": {"blue": 2}}, None]})
    PURSES.read(table, {"seats": [{"stock": {"red": 1}}, {}]})
    kept = {"coins": 3, "stock": {"red": 1, "blue": 2, "green": 0}}
    empty = {"coins": 0, "stock": {"red": 0, "blue": 0, "green": 0}}
    assert PURSES.write(table) == {"seats": [kept, empty]}


def test_what_another_part_says_again_is_read_and_not_written(table):
    PURSES.read(table, {"rich": True})
    assert table.purses[0].coins == 9
    assert "rich" not in PURSES.write(table)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ([{}], "'seats' must be a list with one entry for each of the 2 seats"),
        ([{"gold": 1}, None], "'seats of seat 0' has no entry 'gold'; its entries are: coins, stock"),
        ([None, {"coins": 10}], "'seats of seat 1: coins' must be a whole number from 0 to 9"),
        ([{"stock": {"blue": -1}}, None], "'seats of seat 0: stock: blue' must be a whole number"),
        ([3, None], "'seats of seat 0' must be written as"),
    ],
)
def test_objects_that_do_not_fit_are_refused_by_name(table, given, named):
    with pytest.raises(BadPosition, match=named):
        PURSES.read(table, {"seats": given})


class Hand(Record):
    """What a seat of a card game has."""

    coins: int = field("i4", json=number(0, 9), key="money")
    card: int = field("i4", json=number(0, 9), known=OWNER)
    spied: int = field("i4", json=number(0, 9), known=SOME)
    near: int = field("i4")


class CardTable(Record):
    """A position of a card game."""

    players: int = field("i4")
    turn: int = field("i4", json=number(1, 99))
    seats: Records[Hand] = field(Hand, 3, observe=BY_SEAT)


def test_a_viewer_sees_what_is_public_and_its_own() -> None:
    table: CardTable = np.zeros(1, layout(CardTable))[0]
    table.players, table.turn = 2, 4
    table.seats[0].card, table.seats[1].card, table.seats[1].coins = 3, 5, 1
    own = [{"money": 0, "card": 3}, {"money": 1, "card": None}]
    assert fields.visible_fields(table, 0, 2) == {"turn": 4, "players": own}
    assert fields.visible_fields(table, None, 2)["players"] == [
        {"money": 0, "card": None},
        {"money": 1, "card": None},
    ]


def test_a_schema_follows_from_the_records() -> None:
    table: CardTable = np.zeros(1, layout(CardTable))[0]
    table.players, table.turn = 2, 4
    table.seats[1].spied = 7
    said = {"turn": 4, "money": [0, 0], "card": [0, 0], "spied": [0, 7]}
    schema = fields.schema_of("Work", CardTable)
    assert schema.write(table) == said
    again: CardTable = np.zeros(1, layout(CardTable))[0]
    again.players = 2
    schema.read(again, said)
    assert again.tobytes() == table.tobytes()

"""Sets of hexes, and that those which a position keeps are always what the board says."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from donjon.games.kingdom_builder import hexes
from donjon.games.kingdom_builder.hexes import NEIGHBOURS, ON_EDGE, HexSet
from donjon.games.kingdom_builder.model import HEXES, NONE, OFF_BOARD, TERRAINS
from donjon.kernel import rules
from tests.games.kingdom_builder.test_properties import begin, step

RANDOM = Random(5)
SOME = [frozenset(RANDOM.sample(range(HEXES), size)) for size in (0, 1, 7, 60, 400)]


def kept(members: frozenset[int]) -> Any:
    """The set as a record keeps it."""
    words = np.zeros(hexes.WORDS, np.int64)
    for hex in members:
        hexes.add(words, hex)
    return words


def members(words: Any) -> set[int]:
    return {hex for hex in range(HEXES) if hexes.holds(words, hex)}


def as_tuple(some: frozenset[int]) -> HexSet:
    return hexes.whole(kept(some))


@pytest.mark.parametrize("one", SOME)
@pytest.mark.parametrize("other", SOME)
def test_two_sets(one: frozenset[int], other: frozenset[int]) -> None:
    a, b = as_tuple(one), kept(other)
    assert members(hexes.both(a, b)) == one & other
    assert members(hexes.either(a, b)) == one | other
    assert hexes.meet(a, b) == bool(one & other)


@pytest.mark.parametrize("one", SOME)
def test_one_set(one: frozenset[int]) -> None:
    words = as_tuple(one)
    assert members(words) == one
    assert hexes.count(words) == len(one)
    assert hexes.is_empty(words) == (not one)
    assert [hexes.nth(words, index) for index in range(len(one))] == sorted(one)
    mask = np.zeros(HEXES + 44, np.uint8)
    assert hexes.mark(words, mask) == hexes.mark(words, None) == len(one)
    assert set(np.flatnonzero(mask)) == one
    for hex in (0, 59, 60, 399):
        assert members(hexes.without(words, hex)) == one - {hex}
        assert members(hexes.either(words, hexes.only(hex))) == one | {hex}
        changed = kept(one)
        hexes.remove(changed, hex)
        assert members(changed) == one - {hex}
    assert hexes.without(words, OFF_BOARD) == words


@pytest.mark.parametrize("one", SOME)
def test_what_hangs_together(one: frozenset[int]) -> None:
    for start in sorted(one)[:20]:
        group, todo = {start}, [start]
        while todo:
            more = (set(NEIGHBOURS[todo.pop()].tolist()) & one) - group
            group |= more
            todo += more
        assert members(hexes.connected(kept(one), start)) == group


@pytest.mark.parametrize("one", SOME)
def test_hexes_follow_each_other(one: frozenset[int]) -> None:
    words, found = as_tuple(one), [-1]
    while found[-1] != OFF_BOARD:
        found.append(hexes.following(words, found[-1]))
    assert found[1:-1] == sorted(one)
    assert [hexes.count_row(words, row) for row in range(20)] == [
        sum(hex // 20 == row for hex in one) for row in range(20)
    ]


def test_tables_of_sets() -> None:
    for hex in range(HEXES):
        assert members(hexes.AROUND[hex]) == set(NEIGHBOURS[hex]) - {OFF_BOARD}
    assert hexes.is_empty(hexes.whole(hexes.AROUND[OFF_BOARD]))
    assert members(hexes.EDGE_SET) == set(np.flatnonzero(ON_EDGE))


@pytest.mark.parametrize(("players", "seed"), [(2, 0), (3, 1), (4, 2)])
def test_the_sets_of_a_position_are_what_its_board_says(players: int, seed: int) -> None:
    stage, random = begin(players, seed)
    while not rules.over(stage.state):
        step(stage, random)
        state = stage.state
        for kind in range(len(state.land)):
            free = {hex for hex in range(HEXES) if state.kind[hex] == kind and state.owner[hex] == NONE}
            # Hexes of sectors not laid yet are of the last kind, and of no set.
            assert members(state.land[kind]) == (free if kind <= TERRAINS + 3 else set())
        for seat in range(players):
            me = state.seats[seat]
            own = {int(hex) for hex in me.settlements[: me.standing]} - {OFF_BOARD}
            assert members(me.own) == own == set(np.flatnonzero(state.owner == seat))
            assert members(me.near) == {int(n) for hex in own for n in NEIGHBOURS[hex]} - {OFF_BOARD}

"""What is kept for bots is what the rules count: groups, what lies beside hexes, gold and gains."""

from __future__ import annotations

from typing import Any

import pytest

from donjon.games.kingdom_builder import scoring
from donjon.games.kingdom_builder.bots import gain, glance, gold
from donjon.games.kingdom_builder.groups import group_on, keep_groups
from donjon.games.kingdom_builder.hexes import NEIGHBOURS, SLOT_OF
from donjon.games.kingdom_builder.model import (
    COLUMNS,
    HEXES,
    NONE,
    OFF_BOARD,
    SLOTS,
    TERRAINS,
    UNGROUPED,
    Card,
    HexKind,
)
from donjon.games.kingdom_builder.sectors import CASTLES_FROM
from donjon.kernel import copy, rules
from tests.games.kingdom_builder.test_properties import begin, step

GAMES = [(2, 0), (2, 1), (3, 1), (3, 3), (4, 2), (4, 5)]
PROMISE = 2.5
FREEDOM = 1.5
CASTLE, TOKEN = 3.0, PROMISE


def around(hex: int) -> set[int]:
    return {int(other) for other in NEIGHBOURS[hex]} - {OFF_BOARD}


def standing(state: Any, seat: int) -> dict[int, int]:
    """The pieces on the board, by hex."""
    me = state.seats[seat]
    return {hex: piece for piece, hex in enumerate(me.settlements[: me.standing].tolist()) if hex < HEXES}


def groups_of(own: set[int]) -> list[set[int]]:
    """Connected settlements."""
    found, rest = [], set(own)
    while rest:
        group, todo = set(), [rest.pop()]
        while todo:
            hex = todo.pop()
            group.add(hex)
            more = around(hex) & rest
            rest -= more
            todo += more
        found.append(group)
    return found


def special_hexes(state: Any) -> dict[int, int]:
    """Bits by hex."""
    bits = {int(state.places[place].hex): 1 << place for place in range(state.place_count)}
    castles = state.castles[: state.castle_count].tolist()
    return bits | {hex: 1 << CASTLES_FROM + number for number, hex in enumerate(castles)}


def beside(state: Any, hexes: set[int]) -> int:
    """Bit set of the special hexes beside any of these."""
    bits = special_hexes(state)
    return sum(bits[hex] for hex in set().union(*map(around, hexes)) if hex in bits)


def check_print(state: Any) -> None:
    """Of every hex: which cards pay there, and which special hexes lie around."""
    kinds = state.kind.tolist()
    special = {hex for hex in range(HEXES) if kinds[hex] in (HexKind.CASTLE, HexKind.LOCATION)}
    assert set(special_hexes(state)) == special
    for hex in range(HEXES):
        near = {kinds[other] for other in around(hex)}
        pays = {
            Card.FISHERMEN: HexKind.WATER in near and kinds[hex] != HexKind.WATER,
            Card.MINERS: HexKind.MOUNTAIN in near,
            Card.WORKERS: bool(near & {HexKind.CASTLE, HexKind.LOCATION}),
        }
        assert state.pays[hex] == sum(1 << card for card, paid in pays.items() if paid)
        assert state.beside[hex] == beside(state, {hex})
        assert state.terrains[hex] == sum(1 << kind for kind in near if kind < TERRAINS)
    assert state.pays[OFF_BOARD] == state.beside[OFF_BOARD] == 0
    assert state.wanted == sum(1 << card for card in state.cards.tolist() if card != NONE)


def check_groups(state: Any, seat: int) -> None:
    """Of a seat: every group, by the number of its first piece, and what all have together."""
    me, pieces = state.seats[seat], standing(state, seat)
    sizes, joined = [0] * len(me.sizes), [0] * len(me.joined)
    for group in groups_of(set(pieces)):
        first = min(pieces[hex] for hex in group)
        assert {group_on(state, seat, hex) for hex in group} == {first}
        sizes[first], joined[first] = len(group), beside(state, group)
    assert me.sizes.tolist() == sizes
    assert me.joined.tolist() == joined
    assert me.groups == sum(size > 0 for size in sizes)
    assert me.largest == max(sizes)
    assert me.touched == beside(state, set(pieces))
    several = {bit for bits in joined if bits.bit_count() > 1 for bit in range(16) if bits >> bit & 1}
    assert me.connected == sum(1 << bit for bit in several)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_what_is_kept_is_what_is_counted(players: int, seed: int) -> None:
    stage, random = begin(players, seed)
    is_laid, steps = False, 0
    keep_groups(stage.state)
    while not rules.over(stage.state):
        step(stage, random)
        state, steps = stage.state, steps + 1
        if NONE not in state.cards and not is_laid:
            is_laid = True
            check_print(state)
        empty = [hex for hex in range(HEXES + 1) if state.owner[hex] == NONE]
        assert set(state.group[empty].tolist()) == {UNGROUPED}
        for seat in range(players):
            check_groups(state, seat)
            if steps % 3 == 0:
                assert gold(state, seat) == rules.total(state, seat)


@pytest.mark.parametrize(("players", "seed"), GAMES[::2])
def test_groups_formed_at_any_time_are_those_kept_from_the_start(players: int, seed: int) -> None:
    stage, random = begin(players, seed)
    late, _ = begin(players, seed)
    keep_groups(stage.state)
    while not rules.over(stage.state):
        late.do(step(stage, random))
        asked = copy(late.state)
        keep_groups(asked)
        assert asked.tobytes() == stage.state.tobytes()
    assert not late.state.grouped


def recounted(state: Any, seat: int, hex: int) -> float:
    """The gold, and progress towards gold, of one more settlement, from the board and nothing else."""
    me, own = state.seats[seat], set(standing(state, seat))
    cards = set(state.cards.tolist())
    kinds = state.kind.tolist()
    near = {kinds[other] for other in around(hex)}
    worth = float(Card.FISHERMEN in cards and HexKind.WATER in near and kinds[hex] != HexKind.WATER)
    worth += Card.MINERS in cards and HexKind.MOUNTAIN in near
    worth += Card.WORKERS in cards and bool(near & {HexKind.CASTLE, HexKind.LOCATION})
    for other in around(hex):
        if not around(other) & own:
            worth += CASTLE * (kinds[other] == HexKind.CASTLE)
            for place in range(state.place_count):
                lies = state.places[place].hex == other and state.places[place].left > 0
                worth += TOKEN * (lies and not me.taken[place])
    return (
        worth
        - by_terrains(state, own, hex)
        + by_rows(cards, own, hex)
        + by_slots(state, cards, seat, hex)
        + by_groups(state, cards, own, hex)
    )


def by_terrains(state: Any, own: set[int], hex: int) -> float:
    """KB-5.6: what it costs to touch terrains of which no free hex is touched yet."""
    kinds, owners = state.kind.tolist(), state.owner.tolist()
    touched = {kinds[other] for one in own for other in around(one) if owners[other] == NONE}
    met = {kinds[other] for other in around(hex) if kinds[other] < TERRAINS}
    return FREEDOM * len(met - touched)


def by_rows(cards: set[int], own: set[int], hex: int) -> float:
    rows = [sum(other // COLUMNS == row for other in own) for row in range(20)]
    here, most = rows[hex // COLUMNS], max(rows)
    worth = float(Card.DISCOVERERS in cards and here == 0)
    if Card.KNIGHTS in cards:
        worth += 2.0 if here == most else 0.5 * here / most
    return worth


def by_slots(state: Any, cards: set[int], seat: int, hex: int) -> float:
    counts = [
        [sum(SLOT_OF[own] == slot for own in standing(state, other)) for slot in range(SLOTS)]
        for other in range(state.players)
    ]
    slot, worth = SLOT_OF[hex], 0.0
    mine = counts[seat]
    if Card.FARMERS in cards and mine[slot] == min(mine):
        worth += 3 / mine.count(min(mine))
    if Card.LORDS in cards:
        for other in set(range(state.players)) - {seat}:
            behind = counts[other][slot] - mine[slot]
            worth += (4 / (1 + behind) if behind >= 0 else 0.5 / (1 - behind)) / (state.players - 1)
    return worth


def by_groups(state: Any, cards: set[int], own: set[int], hex: int) -> float:
    groups = groups_of(own)
    joins = [group for group in groups if group & around(hex)]
    size = 1 + sum(map(len, joins))
    worth = (1.0 - len(joins)) * (Card.HERMITS in cards)
    if Card.CITIZENS in cards:
        worth += 0.5 * max(0, size - max(map(len, groups), default=0))
    if Card.MERCHANTS in cards:
        connected = 0
        for group in groups:
            bits = beside(state, group)
            connected |= bits if bits.bit_count() > 1 else 0
        bits = beside(state, {hex}.union(*joins))
        worth += 4.0 * (bits & ~connected).bit_count() if bits.bit_count() > 1 else 0.0
    return worth


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_kept_gains_are_recounted_ones(players: int, seed: int) -> None:
    stage, random = begin(players, seed)
    compared = 0
    while not rules.over(stage.state):
        step(stage, random)
        if random.random() < 0.15 and stage.phase in ("start", "mandatory", "put", "target", "after"):
            state = stage.state
            for seat in range(players):
                seen = glance(state, seat, PROMISE, FREEDOM)
                free = [
                    hex
                    for hex in range(HEXES)
                    if state.owner[hex] == NONE and state.kind[hex] <= HexKind.WATER
                ]
                for hex in random.sample(free, 12):
                    compared += 1
                    assert gain(state, seat, hex, seen) == pytest.approx(recounted(state, seat, hex))
    assert compared > 100


def test_every_card_is_among_the_games_compared() -> None:
    cards = set()
    for players, seed in GAMES:
        stage, _ = begin(players, seed)
        while stage.phase in ("sector", "kingdom_card", "first"):
            step(stage, begin(players, seed)[1])
        cards |= set(stage.state.cards.tolist())
    assert len(cards) >= 9
    assert scoring.CASTLE_GOLD == CASTLE

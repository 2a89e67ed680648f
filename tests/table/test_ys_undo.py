"""What may be taken back at a table of Ys: own placements, but nothing that has shown a secret."""

from __future__ import annotations

import pytest

from donjon.table.store.table_game import TableGame
from tests.table.people import new_table_game


def act(table_game: TableGame, seat: int, *texts: str) -> None:
    for text in texts:
        for action in table_game.game.parse_action(table_game.state, seat, text):
            table_game.adopt(table_game.plan(seat, [action], f"key{table_game.seq}", table_game.seq), "")


def after_bids() -> TableGame:
    table_game = new_table_game("ann", "bob", "eve", game="ys", order=[1, 2, 3])
    for seat, bid in enumerate(("bid 4+4", "bid 3+3", "bid 0+1")):
        act(table_game, seat, bid)
    return table_game


def undoable(table_game: TableGame, seat: int) -> int:
    """How many actions a seat may undo, as far back as it may."""
    return max((number for number, step in table_game.undoable(seat) if step.entry.seat == seat), default=0)


def test_the_last_bid_stands() -> None:
    """The last bid shows all of them; the ones before can be undone until another person bids."""
    table_game = new_table_game("ann", "bob", "eve", game="ys", order=[1, 2, 3])
    act(table_game, 1, "bid 3+3")
    act(table_game, 2, "bid 0+1")
    assert [undoable(table_game, seat) for seat in range(3)] == [0, 0, 1]
    act(table_game, 0, "bid 4+4")
    assert table_game.waiting == (0,)
    assert undoable(table_game, 0) == 0


def test_a_placement_can_be_undone_until_the_next_person_places() -> None:
    table_game = after_bids()
    act(table_game, 0, "order 1")
    act(table_game, 1, "order 2")
    assert table_game.waiting == (0,)
    before = table_game.state.tobytes()
    act(table_game, 0, "down q1.h 3", "up q2.h")
    assert undoable(table_game, 0) >= 3
    table_game.adopt(table_game.plan_undo(0, 3, "k", 0.0), "")
    assert table_game.state.tobytes() == before
    act(table_game, 0, "down q1.h 3", "up q2.h 0")
    assert table_game.waiting == (1,)
    assert undoable(table_game, 0) >= 4
    act(table_game, 1, "down q1.h 3")
    assert undoable(table_game, 0) == 0


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_turning_up_stands(seat: int) -> None:
    """Who passes last before the counting, and is first to pick, has seen the brokers turned up."""
    table_game = after_bids()
    shown = 0
    while table_game.state.round == 1:
        mover = table_game.waiting[0]
        action = table_game.legal(mover)[-1]
        table_game.adopt(table_game.plan(mover, [action], f"key{table_game.seq}", table_game.seq), "")
        if any(event.kind in table_game.game.REVEALING for event in table_game.steps[-1].move.events):
            shown += 1
            assert undoable(table_game, seat) == 0
    assert shown > 0

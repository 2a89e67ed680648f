"""What may be taken back at a table of Ys: own placements, but nothing that has shown a secret."""

from __future__ import annotations

import pytest

from donjon.table.playing import Playing
from tests.table.people import new_playing


def act(playing: Playing, seat: int, *texts: str) -> None:
    for text in texts:
        for action in playing.game.read_action(playing.state, seat, text):
            playing.adopt(playing.plan(seat, [action], f"key{playing.seq}", playing.seq), "")


def after_bids() -> Playing:
    playing = new_playing("ann", "bob", "eve", game="ys", order=[1, 2, 3])
    for seat, bid in enumerate(("bid 4+4", "bid 3+3", "bid 0+1")):
        act(playing, seat, bid)
    return playing


def test_a_bid_stands() -> None:
    """The last bid shows all of them; the ones before were made while others were to decide."""
    playing = new_playing("ann", "bob", "eve", game="ys", order=[1, 2, 3])
    act(playing, 1, "bid 3+3")
    act(playing, 2, "bid 0+1")
    assert [playing.undoable(seat) for seat in range(3)] == [0, 0, 0]
    act(playing, 0, "bid 4+4")
    assert playing.waiting == (0,)
    assert playing.undoable(0) == 0


def test_a_placement_can_be_taken_back_within_the_turn() -> None:
    playing = after_bids()
    act(playing, 0, "order 1")
    act(playing, 1, "order 2")
    assert playing.waiting == (0,)
    before = playing.state.tobytes()
    act(playing, 0, "down q1.h 3", "up q2.h")
    assert playing.undoable(0) == 3
    playing.adopt(playing.plan_undo(0, 3, "k", 0.0), "")
    assert playing.state.tobytes() == before
    act(playing, 0, "down q1.h 3", "up q2.h 0")
    assert playing.waiting == (1,)
    assert playing.undoable(0) == 0


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_turning_up_stands(seat: int) -> None:
    """Who passes last before the counting, and is first to pick, has seen the brokers turned up."""
    playing = after_bids()
    shown = 0
    while playing.state.round == 1:
        mover = playing.waiting[0]
        action = playing.legal(mover)[-1]
        playing.adopt(playing.plan(mover, [action], f"key{playing.seq}", playing.seq), "")
        if any(event.kind in playing.game.REVEALING for event in playing.steps[-1].move.events):
            shown += 1
            assert playing.undoable(seat) == 0
    assert shown > 0

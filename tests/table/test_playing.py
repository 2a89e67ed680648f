"""A game in memory: planned on a copy, replayed exactly, taken back only as far as the last card."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from donjon.errors import DonjonError, IllegalAction, NotYourTurn
from donjon.kernel import generic
from donjon.kernel.generic import NATURE
from donjon.table.playing import TakenBack, replay
from donjon.table.records import UNDO, Stored
from tests.table.people import new_playing, step


def again(playing):
    return replay(Stored(playing.header, playing.seats, tuple(playing.entries), playing.check))


@examples(max_examples=12)
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_a_game_with_undos_replays_to_the_same_bytes(seed, players):
    chance = random.Random(seed)
    playing = new_playing(*"abcd"[:players], seed=str(seed))
    for _ in range(60):
        if playing.over:
            break
        seat = playing.waiting[0]
        possible = playing.undoable(seat)
        if possible and chance.random() < 0.2:
            count = chance.randint(1, possible)
            playing.adopt(playing.plan_undo(seat, count, "k", 0.0), "")
        else:
            step(playing, chance)
    twin = again(playing)
    assert twin.state.tobytes() == playing.state.tobytes()
    assert twin.log == playing.log
    assert twin.history._kept == playing.history._kept


def test_planning_changes_nothing():
    playing = new_playing("ann", "bob")
    before = playing.state.tobytes(), playing.seq, list(playing.log)
    seat = playing.waiting[0]
    playing.plan(seat, playing.legal(seat)[:1], "k", 0.0)
    with pytest.raises(DonjonError):
        playing.plan(seat, [playing.legal(seat)[0], 408], "k", 0.0)
    assert (playing.state.tobytes(), playing.seq, list(playing.log)) == before


def test_undo_gives_back_the_very_position():
    playing, chance = new_playing("ann", "bob"), random.Random(1)
    seat, before = playing.waiting[0], playing.state.tobytes()
    step(playing, chance)
    step(playing, chance)
    assert playing.undoable(seat) == 2
    playing.adopt(playing.plan_undo(seat, 2, "k", 0.0), "")
    assert playing.state.tobytes() == before
    assert isinstance(playing.log[-1], TakenBack)
    assert playing.entries[-1].kind == UNDO


@examples(max_examples=12)
@given(st.integers(0, 10**6))
def test_undo_never_crosses_a_card_or_the_end_of_a_turn(seed):
    chance = random.Random(seed)
    playing = new_playing("ann", "bob", "eve", seed=str(seed))
    for _ in range(80):
        step(playing, chance)
        if playing.over:
            break
        for seat in range(3):
            for back in playing.steps[len(playing.steps) - playing.undoable(seat) :]:
                assert back.entry.seat == seat != NATURE
                assert back.move.before == back.move.after == 1 << seat


@pytest.mark.parametrize("count", [0, -1, 1, 99])
def test_nothing_to_take_back(count):
    playing = new_playing("ann", "bob")
    with pytest.raises(NotYourTurn, match="nothing to take back"):
        playing.plan_undo(playing.waiting[0], count, "k", 0.0)


def test_a_refusal_names_the_rule():
    playing = new_playing("ann", "bob")
    seat = playing.waiting[0]
    with pytest.raises(IllegalAction) as refused:
        playing.plan(seat, [408], "k", 0.0)
    assert refused.value.rule == "KB-4.6"
    with pytest.raises(NotYourTurn):
        playing.plan(1 - seat, [0], "k", 0.0)
    with pytest.raises(DonjonError, match="no such action"):
        playing.plan(seat, [9999], "k", 0.0)


def test_positions_of_the_past_are_those_that_were():
    playing, chance = new_playing("ann", "bob"), random.Random(2)
    was = {}
    for _ in range(40):
        was[len(playing.steps)] = playing.state.tobytes()
        step(playing, chance)
    for number, state in was.items():
        assert playing.state_at(number).tobytes() == state


def test_draws_depend_on_the_seed_alone():
    one, two, other = (new_playing("a", "b", seed=seed) for seed in ("x", "x", "y"))
    assert one.entries == two.entries
    assert [entry.action for entry in one.entries] != [entry.action for entry in other.entries]
    assert int(generic.waiting(one.state)) != 1 << NATURE

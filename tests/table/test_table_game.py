"""A game in memory: planned on a copy, replayed exactly, taken back only as far as the last card."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from donjon.errors import DonjonError, IllegalAction, NotYourTurn
from donjon.kernel import rules
from donjon.kernel.rules import NATURE
from donjon.play import history
from donjon.table.store.replaying import replay
from donjon.table.store.rows import UNDO, Stored
from donjon.table.store.table_game import CannotUndo, TakenBack
from tests.table.people import new_table_game, step
from tests.table.worlds import played


def again(table_game, thorough=False):
    entries = tuple(table_game.entries)
    return replay(Stored(table_game.header, table_game.seats, entries, table_game.check), thorough=thorough)


@examples(max_examples=12)
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_a_game_with_undos_replays_to_the_same_bytes(seed, players):
    chance = random.Random(seed)
    table_game = new_table_game(*"abcd"[:players], seed=str(seed))
    for _ in range(60):
        if table_game.over:
            break
        seat = table_game.waiting[0]
        possible = [number for number, step in table_game.undoable(seat) if step.entry.key]
        if possible and chance.random() < 0.2:
            table_game.adopt(table_game.take_back(seat, chance.choice(possible), "k", 0.0), "")
        else:
            step(table_game, chance)
    for thorough in (False, True):
        twin = again(table_game, thorough)
        assert twin.state.tobytes() == table_game.state.tobytes()
        assert twin.log == table_game.log
        assert twin.entries == table_game.entries
        assert twin.history.moves == table_game.history.moves
        assert twin.history._kept == table_game.history._kept
        assert twin.history.redo() == table_game.history.copy().redo()


@pytest.mark.parametrize("game", ["caylus", "kingdom-builder", "ys"])
def test_what_was_taken_back_for_good_is_not_played_again_when_a_table_is_opened(game, monkeypatch):
    """However often a seat changed its mind, opening the table takes what the game that stands takes."""
    *_, (table_game, _legal) = played(game, "ann", "bob", "eve", seed=1, steps=120, doubt=1.0)
    while table_game.entries[-1].kind == UNDO:
        step(table_game, random.Random(1))
    undone = sum(entry.kind == UNDO for entry in table_game.entries)
    assert undone > 1
    applied = []
    apply = history.apply_and_log
    monkeypatch.setattr(history, "apply_and_log", lambda *given: (applied.append(1), apply(*given))[1])
    again(table_game)
    assert len(applied) == len(table_game.steps)
    again(table_game, thorough=True)
    assert len(applied) >= 2 * len(table_game.steps) + undone


def test_what_was_taken_back_last_can_be_played_again_after_a_table_is_opened():
    table_game, chance = new_table_game("ann", "bob"), random.Random(1)
    step(table_game, chance)
    before = table_game.state.tobytes()
    table_game.adopt(table_game.plan_undo(table_game.entries[-1].seat, 1, "k", 0.0), "")
    opened = again(table_game)
    assert opened.history.redo()
    assert opened.state.tobytes() == before


def test_planning_changes_nothing():
    table_game = new_table_game("ann", "bob")
    before = table_game.state.tobytes(), table_game.seq, list(table_game.log)
    seat = table_game.waiting[0]
    table_game.plan(seat, table_game.legal(seat)[:1], "k", 0.0)
    with pytest.raises(DonjonError):
        table_game.plan(seat, [table_game.legal(seat)[0], 408], "k", 0.0)
    assert (table_game.state.tobytes(), table_game.seq, list(table_game.log)) == before


def test_undo_gives_back_the_very_position():
    table_game, chance = new_table_game("ann", "bob"), random.Random(1)
    seat, before = table_game.waiting[0], table_game.state.tobytes()
    step(table_game, chance)
    step(table_game, chance)
    assert table_game.offered_undo((seat,)).turn == 2
    table_game.adopt(table_game.plan_undo(seat, 2, "k", 0.0), "")
    assert table_game.state.tobytes() == before
    assert isinstance(table_game.log[-1], TakenBack)
    assert table_game.entries[-1].kind == UNDO


@examples(max_examples=12)
@given(st.integers(0, 10**6))
def test_undo_never_crosses_a_card(seed):
    chance = random.Random(seed)
    table_game = new_table_game("ann", "bob", "eve", seed=str(seed))
    for _ in range(80):
        step(table_game, chance)
        if table_game.over:
            break
        for seat in range(3):
            for _number, back in table_game.undoable(seat):
                assert back.entry.seat == seat != NATURE
                assert back.move.before == 1 << seat


@pytest.mark.parametrize("count", [0, -1, 1, 99])
def test_nothing_to_take_back(count):
    table_game = new_table_game("ann", "bob")
    with pytest.raises(CannotUndo, match="Nothing to undo"):
        table_game.take_back(table_game.waiting[0], count, "k", 0.0)
    with pytest.raises(CannotUndo, match="Nothing to undo"):
        table_game.plan_undo(table_game.waiting[0], count, "k", 0.0)


def test_who_takes_back_without_end_is_stopped(monkeypatch):
    """A stored table is told from its first action on, with all that was taken back."""
    monkeypatch.setattr("donjon.table.store.table_game.MOST_UNDOS", 3)
    table_game = new_table_game("ann", "bob")
    (seat,) = table_game.waiting
    for number in range(3):
        table_game.adopt(table_game.plan(seat, table_game.legal(seat)[:1], f"do{number}", 0.0), "")
        table_game.adopt(table_game.take_back(seat, 1, f"back{number}", 0.0), "")
    table_game.adopt(table_game.plan(seat, table_game.legal(seat)[:1], "last", 0.0), "")
    assert table_game.offered_undo((seat,)).turn == 1
    with pytest.raises(CannotUndo, match="No undos left: 3"):
        table_game.take_back(seat, 1, "again", 0.0)


def test_a_refusal_names_the_rule():
    table_game = new_table_game("ann", "bob")
    seat = table_game.waiting[0]
    with pytest.raises(IllegalAction) as refused:
        table_game.plan(seat, [408], "k", 0.0)
    assert refused.value.rule == "KB-4.6"
    with pytest.raises(NotYourTurn):
        table_game.plan(1 - seat, [0], "k", 0.0)
    with pytest.raises(DonjonError, match="No such move"):
        table_game.plan(seat, [9999], "k", 0.0)


def test_positions_of_the_past_are_those_that_were():
    table_game, chance = new_table_game("ann", "bob"), random.Random(2)
    was = {}
    for _ in range(40):
        was[len(table_game.steps)] = table_game.state.tobytes()
        step(table_game, chance)
    for number, state in was.items():
        assert table_game.state_at(number).tobytes() == state


def test_draws_depend_on_the_seed_alone():
    one, two, other = (new_table_game("a", "b", seed=seed) for seed in ("x", "x", "y"))
    assert one.entries == two.entries
    assert [entry.action for entry in one.entries] != [entry.action for entry in other.entries]
    assert int(rules.waiting(one.state)) != 1 << NATURE

"""The event buffer: what rules tell comes out in order, and telling changes nothing."""

from __future__ import annotations

import numpy as np

import donjon
from donjon.kernel import event_log, playout, rng, rules
from donjon.kernel.compiling import entry


@entry
def play_telling(state, random, mask, weights, told):  # type: ignore[no-untyped-def]
    while not rules.over(state):
        seat = rules.moving_seat(state)
        if seat == rules.NATURE:
            action = rng.weighted(random, weights, rules.chances(state, weights))
        else:
            action = rng.place(mask, rng.below(random, rules.legal(state, seat, mask)))
        told.count = 0
        rules.apply(state, seat, action, told)


def test_events_are_read_back_in_order_with_their_rules() -> None:
    told = event_log.blank()
    event_log.emit(told, 1, 2, 50600, 7, 8, 9)
    event_log.emit_to(told, 1 << 3, 0, 3, 101001, -1, 0, 0)
    assert event_log.read(told, ["a", "b"], "KB") == [
        event_log.Event("b", 2, (7, 8, 9), "KB-5.6"),
        event_log.Event("a", 3, (-1, 0, 0), "KB-10.10.1", 1 << 3),
    ]


def test_the_next_event_cites_what_was_named_before_it_and_no_other() -> None:
    told = event_log.blank()
    for also in ((101001, 50400), (), (50600, 50600)):
        for rule in also:
            event_log.cite(told, rule)
        event_log.emit(told, 0, 2, 50600, 7, 8, 9)
    assert [event.also for event in event_log.read(told, ["a"], "KB")] == [
        ("KB-10.10.1", "KB-5.4"),
        (),
        ("KB-5.6", "KB-5.6"),
    ]


def test_an_event_cites_at_most_so_many_rules() -> None:
    told = event_log.blank()
    for _ in range(event_log.MOST_CITED + 2):
        event_log.cite(told, 50400)
    event_log.emit(told, 0, 0, 50600, 0, 0, 0)
    assert len(event_log.read(told, ["a"], "KB")[0].also) == event_log.MOST_CITED
    assert told.cited == 0


def test_a_full_buffer_drops_what_does_not_fit() -> None:
    told = event_log.blank()
    for _ in range(event_log.CAPACITY + 5):
        event_log.emit(told, 0, 0, 50600, 0, 0, 0)
    assert told.count == event_log.CAPACITY


def test_telling_changes_nothing_compiled_or_not() -> None:
    game = donjon.games["kingdom-builder"]
    mask, weights = np.zeros(game.ACTIONS, np.uint8), np.zeros(game.ACTIONS, np.int64)
    ends = []
    for play in (play_telling, play_telling.interpreted):  # type: ignore[attr-defined]
        state = playout.start_states(game, 3)
        play(state[0], rng.new(5), mask, weights, event_log.blank())
        ends.append(state.tobytes())
    silent = playout.start_states(game, 3)
    playout.play_out(silent[0], rng.new(5), mask, weights)
    assert ends == [silent.tobytes()] * 2

"""Undo, records, positions; and that all who look at the table see the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

import donjon
from donjon import Match
from donjon.kernel import NATURE, NOBODY, copy, generic, playout, rng
from donjon.kernel.compiling import entry
from tests.caylus.random_play import GAMES, begin, choose
from tests.caylus.stage import GAME, NAME


def played(players: int, seed: int, share: float) -> Iterator[Match]:
    """A random match, handed out at this share of its moments and at its end."""
    match, random, moments = begin(players, seed), Random(seed), Random(7)
    while not match.over:
        if moments.random() < share:
            yield match
        match.play(choose(match, random))
    yield match


@pytest.mark.parametrize(("players", "seed"), GAMES[::3])
def test_undo_then_redo(players: int, seed: int) -> None:
    """Undo gives back the state, the log and the events of before; the same action again those of after."""
    for match in played(players, seed, 0.02):
        if not any(move.seat != NATURE for move in match.moves):
            continue
        last = match.moves[-1]
        after = (match.state.tobytes(), match.record(), list(match.events), match.points)
        assert match.undo()
        assert match.state.tobytes() != after[0]
        match.play(last.action, seat=last.seat)
        assert (match.state.tobytes(), match.record(), list(match.events), match.points) == after


@pytest.mark.parametrize(("players", "seed"), GAMES[1::3])
def test_record_and_load(players: int, seed: int) -> None:
    """A record replays to the same bytes and events, and writes the same record again."""
    for match in played(players, seed, 0.03):
        text = match.record()
        again = donjon.load(text)
        assert again.state.tobytes() == match.state.tobytes()
        assert (again.log, again.events) == (match.log, match.events)
        assert actions_of(again.record()) == actions_of(text)


def actions_of(record: str) -> str:
    """A record without its head."""
    return record.partition("\n\n")[2]


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_position_and_back(players: int, seed: int) -> None:
    """A position as JSON and read back is the same bytes, at every decision and at the end."""
    for match in played(players, seed, 0.15):
        data = json.loads(json.dumps(match.position()))
        again = donjon.from_position(data)
        assert again.state.tobytes() == match.state.tobytes()
        assert again.position() == data


@pytest.mark.parametrize(("players", "seed"), GAMES[::3])
def test_texts_are_read_back(players: int, seed: int) -> None:
    """Every legal action is said by its text, and no two by the same."""
    for match in played(players, seed, 0.1):
        texts = [match.text(action) for action in match.legal_actions()]
        assert len(set(texts)) == len(texts)
        for text, action in zip(texts, match.legal_actions(), strict=True):
            assert match.read(text)[-1] == action
            assert match.why_not(text) is None


@pytest.mark.parametrize(("players", "seed"), GAMES[2::3])
def test_everybody_sees_the_same(players: int, seed: int) -> None:
    """CAY-3.3: views differ in who looks and what it would cost them; a redeal changes nothing."""
    numbers, same = np.zeros((2, GAME.OBSERVATION), np.float32)
    for match in played(players, seed, 0.06):
        shown = []
        for seat in (None, *range(players)):
            view = match.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert view.pop("seat") == seat
            shown.append({**view, "forecast": shared(view["forecast"])})
            assert actions_of(match.record(seat)) == actions_of(match.record())
        assert all(view == shown[0] for view in shown)
        for seat in (*range(players), NOBODY):
            twin = copy(match.state)
            generic.redeal(twin, seat, rng.new(3, seat + 1))
            assert twin.tobytes() == match.state.tobytes()
            generic.observe(match.state, seat, numbers)
            generic.observe(twin, seat, same)
            assert same.tobytes() == numbers.tobytes()
        assert all(event.seen_by(None) == event for event in match.events)


def shared(forecast: dict) -> dict:
    """What of the forecast does not depend on the viewer's purse."""
    rows = [{name: row[name] for name in row if name != "cost"} for row in forecast["rows"]]
    return {**{name: forecast[name] for name in forecast if name not in ("mine", "rows")}, "rows": rows}


@entry
def walk(states, random, mask, weights):  # type: ignore[no-untyped-def]
    """Random steps from states[0] on, every state kept; returns how many were made."""
    step = 0
    while step + 1 < states.shape[0] and not generic.over(states[step]):
        states[step + 1] = states[step]
        playout.random_step(states[step + 1], random, mask, weights)
        step += 1
    return step


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 3), (4, 5), (5, 7), (3, 0), (4, 2)])
def test_interpreted_and_compiled_play_the_same_bytes(players: int, seed: int) -> None:
    """From a start and from positions of rich players, every state on the way."""
    walked = []
    for play in (walk, walk.interpreted):
        states = np.zeros(1000, GAME.STATE)
        states[0] = begin(players, seed).state
        work = np.zeros(GAME.ACTIONS, np.uint8), np.zeros(GAME.ACTIONS, np.int64)
        steps = play(states, rng.new(seed), *work)
        walked.append((steps, states.tobytes()))
        assert generic.over(states[steps])
    assert walked[0] == walked[1]
    assert walked[0][0] > 60


@entry
def looked_at(state, seat, out, mask):  # type: ignore[no-untyped-def]
    generic.observe(state, seat, out)
    wrong = 0
    for action in range(mask.shape[0]):
        wrong += mask[action] != (generic.forbids(state, generic.moving_seat(state), action) == 0)
    return generic.estimate(state, seat), generic.total(state, seat), wrong


def test_observations_estimates_and_refusals_agree_too() -> None:
    """Compiled and interpreted, in positions of a game."""
    mask = np.zeros(GAME.ACTIONS, np.uint8)
    for match in played(3, 1, 0.1):
        if match.over:
            break
        generic.legal(match.state, match.waiting[0], mask)
        both = []
        for play in (looked_at, looked_at.interpreted):
            out = np.zeros(GAME.OBSERVATION, np.float32)
            both.append((play(match.state, 1, out, mask), out.tobytes()))
        assert both[0][1] == both[1][1]
        assert both[0][0] == pytest.approx(both[1][0])
        assert both[0][0][2] == 0
    assert match.game.name == NAME

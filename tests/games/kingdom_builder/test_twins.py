"""Undo, records, positions, and twin worlds: two games that a seat cannot tell apart are the same to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import donjon
from donjon import Match
from donjon.errors import BadPosition
from donjon.kernel import NATURE, NOBODY, copy, rng, rules
from donjon.notation.position import from_position
from tests.games.kingdom_builder.stage import BOARD_A, DRAW, GAME, NAME, letters, number, position

SEED = 4


def played(players: int, seed: int, stops: int = 4, **options: Any) -> Iterator[Match]:
    """A random match, handed out at this many random moments and at its end."""
    random = Random(100 * players + seed)
    match = donjon.new(NAME, players=players, seed=seed, **options)
    moments = sorted(random.sample(range(1, 20 * players), stops))
    steps = 0
    while not match.over:
        if steps in moments:
            yield match
        legal = match.legal_actions()
        tokens = [action for action in legal if 400 <= action < 408]
        match.play(random.choice(tokens or legal))
        steps += 1
    yield match


def test_record_from_a_position() -> None:
    """A match that began from a position is recorded with it."""
    begun = donjon.from_position(position([(8, 8)], [(8, 10)], card="grass"))
    random = Random(5)
    for _ in range(8):
        begun.play(random.choice(begun.legal_actions()))
    assert donjon.load(begun.record()).state.tobytes() == begun.state.tobytes()


def test_position_at_a_redraw() -> None:
    """A position that waits for a redraw is read back as it is."""
    forests = letters(BOARD_A, "T")
    stated = position(forests[1:30], forests[30:], card="forest")
    for derived in ("taken", "tokens", "left"):  # who stands beside a location took its token
        del stated[derived]
    match = from_position(stated, nature="imposed")
    match.play(number(forests[0]))
    assert match.view()["phase"] == "redraw"
    again = from_position(json.loads(json.dumps(match.position())), nature="imposed")
    assert again.state.tobytes() == match.state.tobytes()


BAD: list[dict[str, Any]] = [
    {"settlement": []},
    {"settlements": [[[20, 0]], []]},
    {"settlements": [[[8, 8]], [[8, 8]]]},
    {"settlements": [[[3, 3]], []]},
    {"card": "castle"},
    {"actor": 5},
    {"phase": "sleeping"},
    {"hands": ["grass"]},
    {"deck": {"grass": 30}},
    {"tokens": [[{"kind": "tavern", "hex": [0, 0], "state": "usable"}], []]},
]


@pytest.mark.parametrize("wrong", BAD, ids=str)
def test_impossible_positions(wrong: dict[str, Any]) -> None:
    """KB-5.1, KB-5.3, KB-1.7: what cannot be is refused with a sentence."""
    with pytest.raises(BadPosition, match=r"\w+ \w+ .*\."):
        donjon.from_position(position([(8, 8)], [(8, 10)]) | wrong)


def redealt(match: Match, seat: int, stream: int) -> Any:
    state = copy(match.state)
    rules.redeal(state, seat, rng.new(SEED, stream))
    return state


def with_hands(match: Match, state: Any) -> list[tuple[int, int]]:
    """The log as it would have been had the hidden cards of `state` been drawn."""
    log = list(match.log)
    hands = GAME.position(state)["hands"]
    for seat, hand in enumerate(hands):
        secret = [
            at for at, move in enumerate(match.moves) if move.seat == NATURE and move.observers == 1 << seat
        ]
        if hand is not None:
            log[secret[-1]] = (NATURE, DRAW[hand])
    return log


@pytest.mark.parametrize(("players", "seed"), [(2, 0), (2, 1), (3, 0), (3, 1), (4, 0)])
def test_twin_worlds(players: int, seed: int) -> None:
    """KB-11.2.2 to KB-11.2.6: what is dealt anew could have been, and the seat cannot tell the worlds apart.

    The twin is played from the start with the other cards drawn: every action must be legal, nature's too,
    and lead to the very state that the redeal made. View, observation and record are those of the true world.
    """
    numbers, same = np.zeros((2, GAME.OBSERVATION), np.float32)
    different = 0
    for stop, match in enumerate(played(players, seed, stops=3)):
        if match.over:
            break
        for seat in (*range(players), NOBODY):
            viewer = None if seat == NOBODY else seat
            state = redealt(match, seat, stop)
            twin = donjon.new(NAME, players=players, seed=seed, nature="imposed")
            for actor, action in with_hands(match, state):
                twin.play(action, seat=actor)
            assert twin.state.tobytes() == state.tobytes()
            assert json.dumps(twin.view(viewer)) == json.dumps(match.view(viewer))
            # Its draws were imposed, so that it claims no seed; a table has the same one in both worlds.
            twin.commitment = match.commitment
            assert twin.record(viewer) == match.record(viewer)
            if viewer is not None:
                rules.observe(match.state, viewer, numbers)
                rules.observe(twin.state, viewer, same)
                assert same.tobytes() == numbers.tobytes()
                assert twin.legal_actions(viewer) == match.legal_actions(viewer)
            different += twin.state.tobytes() != match.state.tobytes()
    assert different > 0


@pytest.mark.parametrize("players", [2, 3])
def test_events_of_twins(players: int) -> None:
    """KB-11.2.2: events hide a drawn card from all but its holder."""
    for match in played(players, 6, stops=1):
        for event in match.events:
            for seat in (None, *range(players)):
                seen = event.seen_by(seat)
                hidden = seen.args == () != event.args
                assert not hidden or event.kind in ("dealt", "drew")
                assert (seen.kind, seen.seat, seen.rule) == (event.kind, event.seat, event.rule)
        secret = [
            move
            for move in match.moves
            if move.seat == NATURE and move.observers in [1 << s for s in range(players)]
        ]
        masked = [event for event in match.events if event.seen_by(None) != event]
        assert len(masked) == len(secret)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_redeals(players: int) -> None:
    """KB-11.2.6: whatever is dealt, the cards are conserved and the seat's own hand stays."""
    for match in played(players, 7, stops=4):
        before = GAME.position(match.state)
        for stream in range(12):
            for seat in (*range(players), NOBODY):
                after = GAME.position(redealt(match, seat, stream))
                changed = {name for name in after if after[name] != before[name]}
                assert changed <= {"hands", "deck"}
                assert seat == NOBODY or after["hands"][seat] == before["hands"][seat]
                for terrain in before["deck"]:
                    cards = [
                        where["deck"][terrain] + where["hands"].count(terrain) for where in (before, after)
                    ]
                    assert cards[0] == cards[1]

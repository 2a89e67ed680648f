"""Records of matches that went on from a stated position: whole after the end, before it without secrets."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import donjon
from donjon.kernel import NOBODY, rng, rules
from donjon.kernel.game import copy

READERS = (None, 0, 1)


def stated(game: str, actions: int = 25) -> donjon.Match:
    """A match of two that goes on from the position of another, some actions later."""
    first = played(donjon.new(game, players=2, seed=7), actions)
    return played(donjon.from_position({**first.position(), "seed": "kept"}), 6)


def played(match: donjon.Match, actions: int = 10_000) -> donjon.Match:
    chance = Random(len(match.moves))
    for _ in range(actions):
        if not match.over:
            match.play(chance.choice(match.legal_actions()))
    return match


def header(text: str, name: str) -> str | None:
    found = [line.partition(": ")[2] for line in text.split("\n") if line.startswith(f"{name}: ")]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize("game", donjon.games)
@pytest.mark.parametrize("reader", READERS)
def test_after_the_end_the_record_of_a_reader_is_whole(game: str, reader: int | None) -> None:
    match = played(stated(game))
    text = match.record(reader)
    assert text == match.record()
    assert header(text, "seed") == "kept"
    assert donjon.load(text).state.tobytes() == match.state.tobytes()
    assert donjon.load(text).record() == text


@pytest.mark.parametrize("game", donjon.games)
def test_before_it_the_full_record_loads_and_keeps_the_seed(game: str) -> None:
    match = stated(game)
    text = match.record()
    assert header(text, "seed") is None
    assert "kept" not in text
    assert donjon.load(text).state.tobytes() == match.state.tobytes()


@pytest.mark.parametrize(
    ("game", "reader"),
    [("kingdom-builder", None), ("kingdom-builder", 1), ("ys", None), ("ys", 0), ("ys", 1)],
)
def test_a_position_with_secrets_is_hidden_while_the_game_is_on(game: str, reader: int | None) -> None:
    """And the record says what is missing. The card of seat 1 of Kingdom Builder is in play."""
    match = stated(game)
    text = match.record(reader)
    assert header(text, "position") == "?"
    with pytest.raises(donjon.BadRecord, match="hides the position that the game continued from"):
        donjon.load(text)


@pytest.mark.parametrize("reader", READERS)
def test_caylus_has_no_secrets(reader: int | None) -> None:
    match = stated("caylus")
    assert donjon.load(match.record(reader)).state.tobytes() == match.state.tobytes()
    assert header(match.record(reader), "position") == header(match.record(), "position")


def test_a_position_that_is_open_to_one_seat_is_shown_to_that_seat() -> None:
    """Only seat 1 holds a card: nothing is hidden from it, but from the others."""
    open_to_one: dict[str, Any] = {
        "game": "kingdom-builder",
        "players": 2,
        "board": "first-game",
        "actor": 0,
        "card": "grass",
        "hands": [None, "forest"],
    }
    match = donjon.from_position(open_to_one)
    match.play(match.legal[0])
    assert json.loads(header(match.record(1), "position") or "") == open_to_one
    assert donjon.load(match.record(1)).state.tobytes() == match.state.tobytes()
    assert header(match.record(None), "position") == header(match.record(0), "position") == "?"


@pytest.mark.parametrize("game", donjon.games)
def test_the_record_of_a_reader_is_the_same_in_every_world_that_it_cannot_tell_apart(game: str) -> None:
    """The secrets of the position are dealt anew: not a letter of the record changes."""
    match = stated(game)
    start = match.beginning()
    for reader in READERS:
        for deal in range(5):
            other = copy(start)
            rules.redeal(other, NOBODY if reader is None else reader, rng.new("other worlds", deal))
            frame = {"game": game, "players": 2, "seed": "kept"}
            twin = donjon.from_position({**frame, **match.game.position(other)})
            fresh = donjon.from_position({**frame, **match.game.position(start)})
            assert twin.record(reader) == fresh.record(reader)


@pytest.mark.parametrize(
    ("headers", "says"),
    [
        ("game: ys\nplayers: 2", "The headers say Ys for 2, but the position is one of Caylus for 2"),
        ("game: caylus\nplayers: 3", "Caylus for 3, but the position is one of Caylus for 2"),
        (
            'game: caylus\nplayers: 2\noptions: {"favours": "simplified"}',
            "and 'position' have different options",
        ),
        ("game: caylus\nplayers: 2\nplayers: 2", "Line 4 of the record repeats the header 'players'"),
    ],
)
def test_headers_agree_with_the_position(headers: str, says: str) -> None:
    position = json.dumps({"game": "caylus", "players": 2, "round": 3})
    assert donjon.load(f"rules: 1\ngame: caylus\nplayers: 2\nposition: {position}\n").view()["round"] == 3
    with pytest.raises(donjon.BadRecord, match=says):
        donjon.load(f"rules: 1\n{headers}\nposition: {position}\n")

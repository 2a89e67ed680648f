"""Positions as data: every field refused with its name when it is wrong."""

from __future__ import annotations

import json

import pytest

import donjon

BASE = {"game": "kingdom-builder", "players": 2, "board": "first-game"}


@pytest.mark.parametrize("actions", [0, 1, 5, 30, 77, 120])
def test_a_position_written_as_json_reads_back_to_the_same_bytes(actions: int) -> None:
    match = donjon.new("kingdom-builder", players=3, seed=actions)
    for count in range(actions):
        choices = match.legal_actions()
        match.play(choices[count * 5 % len(choices)])
    text = json.dumps(match.position())
    assert donjon.from_position(json.loads(text)).state.tobytes() == match.state.tobytes()


def test_absent_fields_come_from_the_seeded_start() -> None:
    stated = donjon.from_position({"game": "kingdom-builder", "players": 3, "seed": 5})
    assert stated.state.tobytes() == donjon.new("kingdom-builder", players=3, seed=5).state.tobytes()


def test_the_deck_is_what_is_left() -> None:
    match = donjon.from_position(
        {
            **BASE,
            "actor": 0,
            "card": "canyon",
            "hands": [None, "grass"],
            "discard": {"desert": 5},
            "removed": {"forest": 1},
        }
    )
    assert match.position()["deck"] == {"grass": 4, "flower_field": 5, "forest": 4, "canyon": 4, "desert": 0}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"players": 7}, "2 to 4 players"),
        ({"game": "go"}, "no game named 'go'"),
        ({"colour": "red"}, "no field 'colour'"),
        ({"card": "gold"}, "'card' cannot be 'gold'"),
        ({"card": "grass", "actor": 5}, "'actor' must be a whole number from 0 to 1"),
        ({"card": "grass", "settlements": [[[0, 0]]]}, "one entry for each of the 2 seats"),
        ({"card": "grass", "settlements": [[[0, 20]], []]}, "whole number from 0 to 19"),
        ({"card": "grass", "settlements": [[[0]], []]}, "hexes as \\[row, column\\]"),
        ({"card": "grass", "settlements": [[[0, 0], [0, 0]], []]}, "KB-5.1"),
        ({"card": "grass", "settlements": [[[3, 3]], []]}, "KB-5.3"),
        ({"card": "grass", "settlements": [7, []]}, "'settlements of seat 0' must be a list"),
        ({"card": "grass", "tokens": [[{"hex": [0, 0]}], []]}, "no location on 0,0"),
        ({"card": "grass", "tokens": [["farm"], []]}, "'tokens' must be written as"),
        ({"card": "grass", "tokens": [[{"hex": [6, 2], "kind": "farm"}], []]}, "gives a tavern"),
        ({"card": "grass", "hands": ["grass", "grass"], "discard": {"grass": 4}}, "there are 5"),
        ({"deck": {"grass": 9}}, "from 0 to 5"),
        ({"deck": "all"}, "must be written as {'grass': 1}"),
        ({"phase": "sleep"}, "'phase' cannot be 'sleep'"),
        ({"phase": "sector"}, "belongs to the set-up. Begin a new game"),
        ({"phase": "put", "card": "grass", "using": "barn"}, "'lifted'"),
        ({"phase": "target", "card": "grass"}, "needs a token in 'using'"),
        ({"cards": ["lords"]}, "takes a list of 3"),
        ({"game": {}}, "no game named {}"),
        ({"players": 10**5000}, "2 to 4 players"),
        ({"seed": [1]}, "A seed is text or a whole number"),
        ({"turn": 2**70}, "'turn' must be a whole number from 0 to 10000"),
        ({"turn": 10**5000}, "'turn' must be a whole number"),
        ({"card": "grass", "ending": "no"}, "'ending' must be true or false"),
        ({"card": "grass", "tokens": [{}, []]}, "'tokens of seat 0' must be a list"),
        ({"card": "grass", "tokens": [[{"hex": [6, 2], "stat": "spent"}], []]}, "no entry 'stat'"),
        ({"card": "grass", "tokens": [[{"hex": [6, 2], "state": ""}], []]}, "cannot be ''"),
        ({"card": "grass", "tokens": [[{"hex": [6, 2]}, {"hex": [6, 2]}], []]}, "one at most"),
        ({"card": "grass", "last": {"turn": "x", "hexes": []}}, "'last: turn' must be a whole number"),
        ({"card": "grass", "lifted": [1]}, "'lifted' must be \\[piece, row, column\\]"),
        ({"card": "grass", "left": {"hex": [6, 2]}}, "'left' must be a list"),
        ({"\ud800": 1}, "has no field"),
    ],
)
def test_bad_fields_are_named(change: dict[str, object], says: str) -> None:
    with pytest.raises(donjon.BadPosition, match=says):
        donjon.from_position({**BASE, **change})


def test_game_and_players_are_needed() -> None:
    with pytest.raises(donjon.BadPosition, match="needs the field 'players'"):
        donjon.from_position({"game": "kingdom-builder"})


@pytest.mark.parametrize("field", ["turn", "settlements", "cards", "last"])
def test_what_is_nested_without_end_is_refused(field: str) -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(donjon.BadPosition, match=field):
        donjon.from_position({**BASE, field: value})


@pytest.mark.parametrize("position", [None, 7, "game", [], ["game", "players"]])
def test_a_position_is_an_object(position: object) -> None:
    with pytest.raises(donjon.BadPosition, match="A position must be an object of fields"):
        donjon.from_position(position)  # type: ignore[arg-type]


def test_the_order_of_the_fields_does_not_matter() -> None:
    match = donjon.new("kingdom-builder", players=3, seed=5)
    for count in range(60):
        choices = match.legal_actions()
        match.play(choices[count * 5 % len(choices)])
    position = match.position()
    for fields in (sorted(position), sorted(position, reverse=True)):
        again = donjon.from_position({name: position[name] for name in fields})
        assert again.state.tobytes() == match.state.tobytes()


def drawn(match: donjon.Match) -> list[str]:
    """What is drawn in the next turns, when every seat plays the first action that it can."""
    start = len(match.moves)
    while not match.over and len(match.moves) < start + 60:
        match.play(match.legal_actions()[0])
    return [move.text for move in match.moves[start:] if move.seat == donjon.NATURE]


def test_a_seed_decides_what_comes_and_what_is_not_stated() -> None:
    position = donjon.new("kingdom-builder", players=2, seed=3).position()
    assert drawn(donjon.from_position(position)) == drawn(donjon.from_position(position, seed=0))
    luck = {tuple(drawn(donjon.from_position(position, seed=seed))) for seed in (0, 1, 2)}
    assert len(luck) == 3
    same = donjon.from_position({"game": "kingdom-builder", "players": 3, "seed": 1}, seed=5)
    assert same.state.tobytes() == donjon.new("kingdom-builder", players=3, seed=5).state.tobytes()
    assert donjon.load(same.record()).state.tobytes() == same.state.tobytes()


# In Caylus chance decides nothing after the setup.
@pytest.mark.parametrize("name", ["kingdom-builder", "ys"])
def test_nature_may_be_imposed_from_a_position_on(name: str) -> None:
    match = donjon.from_position(donjon.new(name, players=2, seed=3).position(), nature="imposed")
    drawn = 0
    while drawn < 5:
        seat = match.waiting[0]
        if seat == donjon.NATURE:
            drawn += 1
            again = donjon.from_position(match.position(), nature="imposed")
            assert again.state.tobytes() == match.state.tobytes()
            assert (again.waiting, again.legal) == (match.waiting, match.legal)
        match.play(match.legal_actions(seat)[-1], seat=seat)


def test_nature_is_seeded_or_imposed() -> None:
    with pytest.raises(donjon.BadOption, match="'seeded' or 'imposed'"):
        donjon.from_position(BASE, nature="kind")

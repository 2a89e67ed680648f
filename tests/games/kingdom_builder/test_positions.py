"""Stated positions: what is missing follows, what cannot be played on is refused with the rule."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

import donjon
from donjon import BadPosition, Match
from donjon.games.kingdom_builder.model import Seat, State
from donjon.games.kingdom_builder.position import faults
from donjon.kernel import NOBODY, copy, rng, rules
from donjon.kernel.decisions import legal_list
from donjon.kernel.records import EVERYBODY, Record
from donjon.testing.speeds import walk
from tests.fuzz.spoiling import places
from tests.games.kingdom_builder.stage import BOARD_A, GAME, NAME, letters

BASE: dict[str, Any] = {"game": NAME, "players": 2, "board": "first-game", "first": 0}
WATER = [list(hex_) for hex_ in letters(BOARD_A, "W")]
GRASS = [list(hex_) for hex_ in letters(BOARD_A, "G")]


def stated(**fields: Any) -> dict[str, Any]:
    """The position that from_position makes of these fields."""
    return donjon.from_position(BASE | fields, nature="imposed").position()


# What follows


def test_whose_turn_it_is_holds_no_card_and_who_began_has_its_own_back() -> None:
    """KB-4.1: another seat than the first plays the card that it was dealt."""
    start = donjon.new(NAME, 2, seed=0, board="first-game", first=0).position()
    other = stated(actor=1)
    assert other["hands"] == [start["card"], None]
    assert other["card"] == start["hands"][1]
    assert stated(actor=1, card="canyon")["hands"] == [start["card"], None]


def test_turn_supply_and_end_follow() -> None:
    """KB-3.9, KB-1.6, KB-9.1."""
    assert stated(actor=1)["turn"] == 2
    forty = stated(settlements=[GRASS[:40], []], card="canyon", left=[])
    assert (forty["supply"], forty["ending"], forty["phase"]) == ([0, 40], True, "after")
    assert stated(settlements=[GRASS[:3], []])["ending"] is False


def test_who_stands_beside_a_location_took_a_token_there() -> None:
    """KB-7.1, KB-3.3: two were there, and what was not taken still lies there."""
    there = {"settlements": [[[7, 10]], [[7, 11]]], "card": "canyon"}
    assert stated(**there)["taken"] == [[[6, 11]], [[6, 11]]]
    assert {"hex": [6, 11], "left": 0} in stated(**there)["left"]
    assert stated(**there)["tokens"] == [[], []]
    three = stated(**there | {"players": 3, "settlements": [[[7, 10]], [[7, 11]], [[5, 11]]]})
    assert three["taken"] == [[[6, 11]], [[6, 11]], []]


def test_cards_that_are_nowhere_else_are_in_the_deck_or_were_discarded() -> None:
    """KB-1.7."""
    hands = {"card": "grass", "hands": [None, "grass"]}
    assert stated(**hands)["deck"]["grass"] == 3
    no_deck = stated(**hands, deck={})
    assert (no_deck["discard"]["grass"], no_deck["discard"]["forest"]) == (3, 5)


def test_a_token_in_use_says_the_phase() -> None:
    """KB-8.0.1."""
    farm = {"settlements": [[[11, 18]], []], "tokens": [[{"hex": [11, 17]}], []], "using": "farm"}
    assert stated(**farm)["phase"] == "target"
    paddock = {"settlements": [[[7, 10]], []], "tokens": [[{"hex": [6, 11]}], []], "using": "paddock"}
    assert stated(**paddock)["phase"] == "lift"
    assert stated(**paddock | {"settlements": [[None], []], "lifted": [0, 7, 10]})["phase"] == "put"


def test_the_order_of_the_keys_means_nothing() -> None:
    fields = {"settlements": [GRASS[:39], []], "supply": [1, 40], "card": "canyon", "actor": 1}
    made = {
        donjon.from_position(BASE | dict(order)).state.tobytes() for order in permutations(fields.items())
    }
    assert len(made) == 1


# What is refused: the fields, and what the sentence names

FARM = {"hex": [11, 17]}
BESIDE_FARM = {"settlements": [[[11, 18]], []], "tokens": [[FARM], []], "card": "canyon"}
BESIDE_PADDOCK = {"settlements": [[[7, 10]], []], "tokens": [[{"hex": [6, 11]}], []], "card": "canyon"}
LIFTED = BESIDE_PADDOCK | {"settlements": [[None], []], "lifted": [0, 7, 10], "using": "paddock"}
EMPTY = {"settlements": [GRASS[:40], []], "card": "canyon"}
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"settlements": [GRASS[:39], []], "supply": [5, 40]}, "'supply' and 'settlements' of seat 0.*KB-1.6"),
    ({"supply": [0, 0]}, "'supply' and 'settlements' of seat 0: 0 and 0.*KB-1.6"),
    ({"supply": [40, 39]}, "of seat 1: 39 and 0.*KB-1.6"),
    ({"settlements": [[[0, 1], [0, 1]], []]}, "KB-5.1"),
    ({"settlements": [[[6, 7]], []]}, "KB-5.3"),
    ({"settlements": [[None], []]}, "null is for the settlement in the air.*KB-8.0.7"),
    (BESIDE_FARM | {"left": [{"hex": [11, 17], "left": 2}]}, "'left' and 'taken' on 11,17: 2 and 1.*KB-3.3"),
    ({"deck": {"grass": 5}, "hands": [None, "grass"], "card": "grass"}, "7 grass cards.*KB-1.7"),
    ({"deck": {"grass": 1}, "discard": {}}, "cards, but there are 5.*KB-1.7"),
    ({"removed": {"grass": 5}, "hands": [None, "grass"]}, "6 grass cards"),
    ({"hands": [None, None]}, "'hands': seat 1 must hold a card.*KB-4.8"),
    ({"hands": ["forest", "desert"]}, "'hands': seat 0 has played its card.*KB-4.1"),
    ({"hand_eras": [0, 1]}, "'hand_eras' of seat 1 is 1, but 'era' is 0"),
    ({"turn": 0}, "'turn' is 0.*KB-3.9"),
    ({"actor": None}, "needs the fields 'actor' and 'card'"),
    ({"card": None}, "needs the fields 'actor' and 'card'"),
    ({"phase": "draw", "built": 3, "settlements": [GRASS[:3], []]}, "no 'card' is in play"),
    ({"phase": "start", "card": None}, "needs an 'actor' and a 'card'"),
    (EMPTY | {"ending": False}, "'ending' is true: the supply of seat 0.*KB-9.1"),
    ({"phase": "start", "built": 1, "settlements": [GRASS[:1], []]}, "'phase' is 'start', but 'built' is 1"),
    ({"phase": "mandatory"}, "'phase' is 'mandatory', but 'built' is 0"),
    ({"phase": "after"}, "'phase' is 'after', but 'built' is 0.*KB-5.9"),
    (
        BESIDE_FARM | {"phase": "target", "using": "farm", "built": 1},
        "'phase' is 'target', but 'built' is 1.*KB-4.5",
    ),
    ({"using": "farm", "phase": "start"}, "no token is in use.*KB-8.0.1"),
    ({"using": "farm"}, "owns no usable one.*KB-8.0.1"),
    (BESIDE_FARM | {"using": "farm", "phase": "lift"}, "which builds a settlement.*not 'lift'"),
    (BESIDE_PADDOCK | {"using": "paddock", "phase": "target"}, "which moves a settlement.*not 'target'"),
    (LIFTED | {"lifted": [1, 7, 10]}, "null is for the settlement in the air"),
    (LIFTED | {"lifted": [0, 6, 11]}, "cannot have stood on 6,11.*KB-5.3"),
    (LIFTED | {"phase": "start", "settlements": [[[7, 10]], []], "using": None}, "'lifted'.*KB-8.0.7"),
    (
        {"phase": "draw", "card": None, "built": 3, "deck": {}, "settlements": [GRASS[:3], []]},
        "draws a card, but the deck is empty.*KB-6.9",
    ),
]


# What no game comes to, and can be played on all the same.
STRANGE: list[dict[str, Any]] = [
    {"settlements": [[WATER[0]], []]},
    {"tokens": [[FARM], []]},
    BESIDE_FARM | {"taken": [[], []], "tokens": [[], []]},
    BESIDE_FARM | {"actor": 1, "tokens": [[FARM | {"state": "new"}], []]},
    {"turn": 2},
    {"last": {"turn": 3, "hexes": []}},
    {"ending": True},
    {"settlements": [[], GRASS[:40]], "card": "canyon"},
    EMPTY | {"actor": 1},
    {"built": 2},
    {"phase": "after", "halted": 1},
    {"phase": "redraw", "card": None},
    {"phase": "draw", "card": None},
    EMPTY | {"phase": "draw", "card": None},
]


@pytest.mark.parametrize("fields", STRANGE, ids=lambda value: str(value)[:60])
def test_what_can_be_played_on_is_accepted_and_ends(fields: dict[str, Any]) -> None:
    chance = Random(str(fields))
    match = donjon.from_position(BASE | fields, seed=1)
    for _ in range(5):
        play_to_the_end(match.state, chance)


@pytest.mark.parametrize(("fields", "named"), REFUSED, ids=lambda value: str(value)[:60])
def test_what_cannot_be_played_on_is_refused(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(BadPosition, match=named):
        donjon.from_position(BASE | fields)


def test_a_card_without_a_free_hex_is_not_in_play() -> None:
    """KB-6.1, KB-6.8: it is replaced, and if it cannot be, the mandatory action ends."""
    forests = [list(hex_) for hex_ in letters(BOARD_A, "T")]
    full = {"settlements": [forests[:30], forests[30:]], "card": "forest"}
    assert stated(**full)["phase"] == "redraw"
    with pytest.raises(BadPosition, match=r"'card' is 'forest'.*KB-6\.1"):
        donjon.from_position(BASE | full | {"phase": "start"})
    others = dict.fromkeys(("grass", "canyon", "desert", "flower_field"), 5) | {"forest": 3}
    bare = full | {"hands": [None, "forest"], "removed": others}
    with pytest.raises(BadPosition, match=r"the game cannot end \(KB-12\.31\)"):
        donjon.from_position(BASE | bare)


# Every position that is reached


def reached(players: int, seed: int) -> Iterator[Match]:
    """A random match at each of its positions from the first turn on, nature's decisions among them."""
    chance = Random(f"reached {players} {seed}")
    match = donjon.new(NAME, players, seed, nature="imposed")
    while True:
        if match.state.turn > 0:
            yield match
        if match.over:
            return
        seat = match.waiting[0]
        legal = match.legal_actions(seat)
        tokens = [action for action in legal if 400 <= action < 408]
        match.play(chance.choice(tokens if tokens and chance.random() < 0.7 else legal), seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_reached_position_passes_and_comes_back(players: int) -> None:
    phases = set()
    for match in reached(players, 0):
        assert not list(faults(match.state))
        phases.add(match.view()["phase"])
        if len(match.moves) % 5 == 0 or match.over:
            again = donjon.from_position(json.loads(json.dumps(match.position())), nature="imposed")
            assert again.state.tobytes() == match.state.tobytes()
    assert phases >= {"start", "mandatory", "after", "target", "lift", "put", "draw", "over"}


def mutated(chance: Random, position: dict[str, Any]) -> dict[str, Any]:
    """The position with one value changed: a number moved, a value taken from elsewhere, or left out."""
    data: dict[str, Any] = json.loads(json.dumps(position))
    found = [(box, key) for box, key in places(data) if key not in ("game", "players")]
    box, key = chance.choice(found)
    if isinstance(box[key], int) and not isinstance(box[key], bool) and chance.random() < 0.6:
        box[key] += chance.choice((-3, -1, 1, 2))
    elif chance.random() < 0.3:
        del box[key]
    else:
        there, name = chance.choice(found)
        box[key] = json.loads(json.dumps(there[name]))
    return data


def test_what_is_changed_is_refused_or_plays_to_the_end() -> None:
    """None gets stuck, fails or goes on for ever, compiled or interpreted; some are changed in two places."""
    chance = Random("mutations")
    accepted = refused = 0
    positions = [match.position() for match in reached(3, 1) if len(match.moves) % 7 == 0]
    for number in range(900):
        changed = mutated(chance, chance.choice(positions))
        try:
            match = donjon.from_position(changed if number % 3 else mutated(chance, changed), seed=number)
        except BadPosition:
            refused += 1
            continue
        accepted += 1
        game = played_to_the_end(walk, match.state, number)
        if accepted % 20 == 0:
            assert played_to_the_end(walk.interpreted, match.state, number) == game  # type: ignore[attr-defined]
    assert min(accepted, refused) > 100


def played_to_the_end(run: Any, state: Any, number: int) -> bytes:
    """A random game from a position on, all its positions as bytes."""
    states = np.zeros(1500, GAME.STATE)
    states[0] = state
    work = np.zeros(GAME.ACTIONS, np.uint8), np.zeros(GAME.ACTIONS, np.int64)
    steps = int(run(states, rng.new("played", number), *work))
    assert rules.over(states[steps]), f"the game does not end: {GAME.position(state)}"
    return states[: steps + 1].tobytes()


def play_to_the_end(state: Any, chance: Random) -> None:
    """Random actions on a copy, with every draw by its weight; every decision has a choice."""
    state = copy(state)
    for _ in range(1500):
        if rules.over(state):
            return
        seat = int(rules.moving_seat(state))
        legal = legal_list(state, seat)
        assert legal, GAME.position(state)
        if seat == donjon.NATURE:
            weights = np.zeros(GAME.ACTIONS, np.int64)
            rules.chances(state, weights)
            legal = chance.choices(range(GAME.ACTIONS), weights.tolist())
        rules.apply(state, seat, chance.choice(legal), None)
    raise AssertionError(f"the game does not end: {GAME.position(state)}")


# Who may know a field


def open_fields(state: Any, record: type[Record]) -> dict[str, bytes]:
    """What everybody may know of a record, as bytes by field."""
    known = {name for name, said in record.FIELDS.items() if said.known == EVERYBODY and name != "seats"}
    return {name: np.asarray(state[name]).tobytes() for name in known}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_redeal_changes_no_field_that_everybody_may_know(players: int) -> None:
    """KB-11.2.1: nor the own card of the seat that it is made for."""
    changed = set()
    for match in reached(players, 2):
        for seat in (NOBODY, len(match.moves) % players):
            other = copy(match.state)
            rules.redeal(other, seat, rng.new("fields", len(match.moves)))
            assert open_fields(other, State) == open_fields(match.state, State)
            for number in range(players):
                before, after = match.state.seats[number], other.seats[number]
                assert open_fields(after, Seat) == open_fields(before, Seat)
                assert number != seat or after.hand == before.hand
                changed |= {"hand"} if after.hand != before.hand else set()
            changed |= {"deck"} if other.deck.tobytes() != match.state.deck.tobytes() else set()
    assert changed == {"hand", "deck"}

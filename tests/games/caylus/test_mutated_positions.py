"""Positions of games with some fields changed at random: refused, or played to the end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np
import pytest

import donjon
from donjon import Match, bots
from donjon.errors import BadPosition
from donjon.games.caylus import drawing
from donjon.games.caylus.model import (
    BOOK,
    CASTLE_SPACES,
    CIRCLES,
    INN_RIGHT,
    ROAD,
    Decision,
    Phase,
    Row,
    Space,
    Tile,
)
from donjon.games.caylus.position import PLACES, faults
from donjon.kernel import rng, rules
from donjon.testing.sample import LONGEST
from donjon.testing.speeds import walk
from tests.games.caylus.random_play import reached

OPTIONS = ("favours", "tile_values", "neutral_tiles", "turn_order")
FRAME = ("game", "players", *OPTIONS)
# What follows from the rest where it is not said.
COURSE = ("at", "stage", "actor", "owed", "favoured", "by_favour", "passed", "bailiff", "provost", "scored")
PHASES, DECISIONS, TILE_IDS = Phase.ids(), Decision.ids(), Tile.ids()
WORDS = (PHASES, DECISIONS, [*PLACES], TILE_IDS, Row.ids())


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all single values in nested data, and of the lists and objects that hold them."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else []
    return [path] * bool(path) + [leaf for key in keys for leaf in leaves(data[key], (*path, key))]


def likely(value: Any, random: Random) -> Any:
    """Return another value of the same kind, so that it is often taken."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) or value is None:
        return random.choice([None, *range(-1, 7), (value or 0) + 1, (value or 0) - 1, random.randint(0, 40)])
    if isinstance(value, str):
        return random.choice(next((names for names in WORDS if value in names), [value]))
    if isinstance(value, list) and value:
        return random.choice([value[:-1], value + value[:1], random.sample(value, len(value))])
    return [] if isinstance(value, list) else {}


def mutated(position: Mapping[str, Any], random: Random) -> dict[str, Any]:
    """Return a position with one to four things changed, and some of its course left out."""
    told: dict[str, Any] = json.loads(json.dumps(position))
    for _ in range(random.choice((1, 1, 2, 3, 4))):
        change = random.choice((_one, _one, _one, _turn, _tile, _worker))
        change(told, random)
    if random.random() < 0.5:
        for field in random.sample(COURSE, random.randint(1, len(COURSE))):
            told.pop(field, None)
    return told


def _one(told: dict[str, Any], random: Random) -> None:
    path = random.choice([leaf for leaf in leaves(told) if leaf[0] not in FRAME])
    box = told
    for key in path[:-1]:
        box = box[key]
    box[path[-1]] = likely(box[path[-1]], random)


def _turn(told: dict[str, Any], random: Random) -> None:
    """Another phase, with a decision of it or none."""
    told["phase"] = random.choice(PHASES)
    told.pop("ask", None)
    if random.random() < 0.7:
        told |= {"ask": random.choice(DECISIONS), "owed": random.choice((0, 0, 1, 2))}
        if random.random() < 0.5:
            told["actor"] = random.randrange(told["players"])
    for field in ("at", "stage", "favoured", "chosen", "by_favour"):
        if random.random() < 0.8:
            told.pop(field, None)
    if random.random() < 0.8:
        told["passed"] = random.sample(range(told["players"]), told["players"])


def _tile(told: dict[str, Any], random: Random) -> None:
    """A road space with another tile, owner or conversion, or with none."""
    seats = [None, *range(told["players"])]
    entry = {"tile": random.choice(TILE_IDS)}
    entry |= {name: random.choice(seats) for name in ("owner", "pending") if random.random() < 0.6}
    told["road"][str(random.randint(1, ROAD))] = random.choice((entry, entry, None))


def _worker(told: dict[str, Any], random: Random) -> None:
    """A worker somewhere else."""
    own = random.choice(told["workers"])
    own[random.randrange(len(own))] = random.choice([*PLACES])


def check_whole(state: Any) -> None:
    """What is kept twice agrees, everybody's workers stand where they are said to, and a seat decides."""
    players = int(state.players)
    assert sorted(state.order[:players]) == list(range(players))
    standing: dict[int, list[int]] = {seat: [] for seat in range(players)}
    places = [(space, state.worker[space]) for space in range(INN_RIGHT + 1)]
    places += [(Space.STABLES, state.stables[circle]) for circle in range(CIRCLES)]
    places += [(Space.CASTLE, state.castle[at]) for at in range(CASTLE_SPACES)]
    for space, seat in places:
        if seat >= 0:
            standing[int(seat)].append(int(space))
    for seat in range(players):
        me = state.seats[seat]
        away = sorted(int(space) for space in me.workers if space >= 0)
        assert away == sorted(standing[seat]), (seat, away, standing[seat])
        assert me.home == len(me.workers) - len(away)
        assert me.deniers >= 0
        assert min(me.cubes) >= 0
        assert me.vp == me.sources.sum() >= 0
        owned = [space for space in range(1, ROAD + 1) if state.owner[space] == seat]
        assert me.residences == sum(state.tile[space] == Tile.RESIDENCE for space in owned)
        assert sum(me.houses) == sum(state.parts == seat)
    for unused in range(players, len(state.seats)):
        assert not state.seats[unused].vp
        assert not state.seats[unused].sources.any()
        assert not state.seats[unused].cubes.any()
    assert min(state.stock) >= 0
    assert state.owed >= 0
    if state.phase != Phase.OVER:
        assert 0 <= state.actor < players


def taken(seed: int, most: int) -> Iterator[Match]:
    """Matches from mutated positions, as many as are taken; those that are refused are told why."""
    random = Random(seed)
    pool = [match.position() for number, match in enumerate(reached()) if number % 40 == seed]
    found, sentences = 0, []
    while found < most:
        try:
            match = donjon.from_position(mutated(random.choice(pool), random), seed=seed)
        except BadPosition as error:
            sentences.append(str(error))
            continue
        found += 1
        yield match
    assert len(sentences) > most / 4
    assert all(sentence.endswith(".") for sentence in sentences)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_taken_comes_back_and_is_played_to_the_end(seed: int) -> None:
    """Whatever is stated is refused with a sentence, or holds the invariants at every decision to come."""
    random = Random(seed)
    for match in taken(seed, 8):
        again = donjon.from_position(json.loads(json.dumps(match.position())))
        assert again.state.tobytes() == match.state.tobytes()
        for number in range(LONGEST):
            check_whole(match.state)
            if number % 20 == 0 or match.over:
                assert not list(faults(match.state))
                assert match.view()["over"] == match.over
            if match.over:
                break
            match.play(random.choice(match.legal_actions()))
        assert match.over


def test_what_is_taken_can_be_looked_at_and_thought_about() -> None:
    """Drawings, texts, explanations, refusals and bots have an answer, whatever is stated."""
    game = donjon.games["caylus"]
    for match in taken(6, 15):
        view = match.view()
        assert drawing.draw(view)
        assert game.text_board(view, ())
        for subject in drawing.BOXES:
            BOOK.explain(match.state, view, subject)
        for action in range(0, game.ACTIONS, 9):
            refusal = match.why_not(action, 0)
            assert refusal is None or str(refusal)
        if not match.over:
            (seat,) = match.waiting
            chosen = bots.choose(game, match.state, seat, "greedy", 1, interpreted=True)
            assert chosen[0] in match.legal_actions()


def test_what_is_taken_is_played_alike_when_compiled() -> None:
    """Random games from mutated positions are the same both ways, and come to an end."""
    game = donjon.games["caylus"]
    for match in taken(5, 30):
        states = []
        for run in (walk, walk.interpreted):  # type: ignore[attr-defined]
            played = np.zeros(LONGEST, game.STATE)
            played[0] = match.state
            work = np.zeros(game.ACTIONS, np.uint8), np.zeros(game.ACTIONS, np.int64)
            steps = run(played, rng.new("mutated"), *work)
            assert rules.over(played[steps])
            states.append(played[: steps + 1].tobytes())
        assert states[0] == states[1]

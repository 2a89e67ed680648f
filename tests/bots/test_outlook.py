"""How games end that begin with certain decisions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import donjon
from donjon.bots import Bot, plan
from donjon.bots.choosing import decide_once
from donjon.bots.outlook import FRESH, OUTLOOK, TO_THE_END
from donjon.bots.workspace import ENDS, Workspace, new_workspace
from donjon.kernel import rng
from donjon.play.match import Match
from tests.bots.positions import random_match


def played_out(match: Match, options: list[int], times: int, interpreted: bool = False) -> Workspace:
    """The workspace after a small search, and games played to the end from some of its options."""
    seat, workspace = match.waiting[0], new_workspace(match.game)
    said: Any = Bot("", plan.TREE, playouts=8).plan(match.game)
    asked = (match.game, match.state, seat, said, rng.new("outlook"), workspace, interpreted)
    decide_once(*asked)
    workspace.alive[: len(options)] = options
    workspace.tried[options] = FRESH
    said.kind, said.ahead, said.breadth, said.playouts = OUTLOOK, TO_THE_END, len(options), times
    decide_once(*asked)
    return workspace


@pytest.mark.parametrize("game", donjon.games)
def test_games_are_played_to_their_ends_in_turns(game: str) -> None:
    match = random_match(3, 4, 60, game)
    workspace = played_out(match, [1, 0], 3)
    totals = np.asarray(workspace.ends).sum(axis=2)
    assert totals[:6, :3].any(axis=1).all()
    assert not totals[6:].any()
    assert not totals[:, 3:].any()
    for row, ranks in zip(totals[:6, :3], np.asarray(workspace.ranks)[:6, :3], strict=True):
        assert row[ranks == 1].min() == row.max()
    assert [int(workspace.tried[option]) for option in (0, 1)] == [FRESH + 3, FRESH + 3]


@pytest.mark.parametrize("game", donjon.games)
def test_interpreted_and_compiled_games_end_alike(game: str) -> None:
    match = random_match(2, 4, 60, game)
    one, other = (played_out(match, [0, 1], 2, interpreted) for interpreted in (False, True))
    assert np.array_equal(one.ends, other.ends)
    assert np.array_equal(one.ranks, other.ranks)


def test_no_more_is_noted_than_there_is_room_for() -> None:
    match = random_match(2, 1, 10_000, "kingdom-builder")
    match.undo(anyway=True)
    workspace = played_out(match, [0], ENDS + 5)
    assert int(workspace.tried[0]) == FRESH + ENDS

"""The facts of Ys: what all viewers see, and what is a viewer's own, tell nothing that is hidden from it."""

from __future__ import annotations

from typing import Any

import pytest

from donjon.drawing.facts import MARKS, Facts, Part, showing
from donjon.drawing.saying import Words
from donjon.games.ys import drawing
from donjon.kernel import NOBODY
from tests.games.ys.pictures import NAMES
from tests.games.ys.playing import played, redealt
from tests.games.ys.stage import GAME, VARIANTS

WORDS = Words(str, tuple(NAMES))
VIEWPOINTS = (None, 0, 1)


def public(view: dict[str, Any], settled: bool = True) -> Facts:
    return drawing.public_facts(view, WORDS, settled)


def own(view: dict[str, Any], settled: bool = True) -> Facts:
    return drawing.own_facts(view, WORDS, settled)


def written(view: dict[str, Any]) -> Facts:
    """Return all facts of a view, with the markup of their parts."""
    facts = {**public(view), **own(view)}
    with showing(facts, drawing.shapes(WORDS)):
        return {key: value.write() if isinstance(value, Part) else value for key, value in facts.items()}


@pytest.mark.parametrize(("players", "options"), VARIANTS, ids=str)
def test_public_facts_are_the_same_in_every_view(players: int, options: dict[str, Any]) -> None:
    """YS-10.1: what a viewer knows of brokers, screens and secret choices is its own."""
    for match in played(players, 3, options, stops=3):
        spectator = match.view(None)
        for seat in range(players):
            view = match.view(seat)
            for settled in (True, False):
                assert public(view, settled) == public(spectator, settled)
                assert not public(view, settled).keys() & own(view, settled).keys()


@pytest.mark.parametrize(("players", "options"), VARIANTS, ids=str)
def test_facts_do_not_change_with_what_their_viewer_cannot_know(
    players: int, options: dict[str, Any]
) -> None:
    """YS-10.1, YS-10.9: in a twin world, with all that is hidden dealt anew, facts are the same."""
    different = 0
    for stream, match in enumerate(played(players, 3, options, stops=3)):
        for viewpoint in VIEWPOINTS:
            state = redealt(match, NOBODY if viewpoint is None else viewpoint, stream)
            different += state.tobytes() != match.state.tobytes()
            view, twin = match.view(viewpoint), GAME.view(state, viewpoint)
            assert written(twin) == written(view)
            for settled in (True, False):
                assert public(twin, settled) == public(view, settled)
                assert own(twin, settled) == own(view, settled)
    assert different


def test_a_seat_is_told_its_own_brokers_and_nobody_else() -> None:
    """YS-0.2, YS-10.1: with the owner's brokers dealt anew its own facts change, and no other's."""
    changed = 0
    for stream, match in enumerate(played(4, 3, {}, stops=4)):
        state = redealt(match, 1, stream)
        if match.over or state.tobytes() == match.state.tobytes():
            continue
        assert own(GAME.view(state, 1)) == own(match.view(1))
        changed += own(GAME.view(state, 0)) != own(match.view(0))
    assert changed


def test_a_moment_has_every_piece() -> None:
    """A piece that a moment lacks would go; other facts that it lacks stay as they were."""
    for match in played(3, 5, {"royal_favour": "yes"}, stops=5):
        for viewpoint in VIEWPOINTS:
            view = match.view(viewpoint)
            for facts in (public, own):
                now, moment = facts(view), facts(view, False)
                assert moment == {key: now[key] for key in moment}
                assert {key for key in now if key[0] not in MARKS} <= moment.keys()

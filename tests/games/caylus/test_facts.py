"""The facts of a page of Caylus: what is shared is the same for all, and every piece has its shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from donjon.drawing.facts import MARKS, Shape
from donjon.drawing.saying import Words
from donjon.games.caylus import drawing
from tests.games.caylus.random_play import GAMES
from tests.games.caylus.test_twins import played

WORDS = Words(str, ("Anna", "Béla", "Cili", "Dani", "Elza"))
SOME = GAMES[1::3]


def moments(players: int, seed: int) -> Iterator[list[dict[str, Any]]]:
    """The views of all who look, at some moments of a random game and at its end."""
    for match in played(players, seed, 0.05):
        yield [match.view(seat) for seat in (None, *range(players))]


def is_piece(key: str) -> bool:
    return key[0] not in MARKS


@pytest.mark.parametrize(("players", "seed"), SOME)
def test_what_all_see_does_not_depend_on_who_looks(players: int, seed: int) -> None:
    """CAY-3.3: so nobody's page tells more than the page of a spectator."""
    for spectator, *seats in moments(players, seed):
        for settled in (True, False):
            shown = drawing.public_facts(spectator, WORDS, settled)
            assert all(drawing.public_facts(view, WORDS, settled) == shown for view in seats)


@pytest.mark.parametrize(("players", "seed"), SOME)
def test_no_fact_is_told_twice_and_a_spectator_has_all_of_them(players: int, seed: int) -> None:
    for spectator, *seats in moments(players, seed):
        public, own = (tell(spectator, WORDS) for tell in (drawing.public_facts, drawing.own_facts))
        assert not public.keys() & own.keys()
        assert all(drawing.own_facts(view, WORDS).keys() == own.keys() for view in seats)


@pytest.mark.parametrize(("players", "seed"), SOME)
def test_a_moment_leaves_out_only_what_may_stay_as_it_was(players: int, seed: int) -> None:
    for views in moments(players, seed):
        for view in views:
            for tell in (drawing.public_facts, drawing.own_facts):
                whole, moment = tell(view, WORDS), tell(view, WORDS, settled=False)
                assert moment.items() <= whole.items()
                assert not any(map(is_piece, whole.keys() - moment.keys())), "a piece that is left out goes"


@pytest.mark.parametrize(("players", "seed"), SOME)
def test_every_piece_has_as_many_values_as_its_shape(players: int, seed: int) -> None:
    shapes = drawing.shapes(WORDS)
    used = set[str]()

    def check(piece: tuple[Any, ...]) -> None:
        shape: Shape = shapes[piece[0]]
        used.add(piece[0])
        assert len(piece) == shape.values + 1, piece
        for value in piece[1:]:
            if isinstance(value, tuple):
                for inner in value:
                    check(inner)

    for views in moments(players, seed):
        for view in views:
            facts = {**drawing.public_facts(view, WORDS), **drawing.own_facts(view, WORDS)}
            for key, value in facts.items():
                for piece in value.values() if key[0] == "*" else [value] if is_piece(key) else []:
                    check(piece)
    assert used >= {"worker", "order", "passing", "marker", "provost", "bailiff", "house", "reach", "last"}


@pytest.mark.parametrize(("players", "seed"), SOME)
def test_only_who_decides_is_offered_something(players: int, seed: int) -> None:
    offers = 0
    for views in moments(players, seed):
        for view in views:
            own = drawing.own_facts(view, WORDS)
            offered = [own["=cay-shelves"], own["#cay-fates"], own["@data-carry:at-home"] is not None]
            assert view["seat"] == view["actor"] or not any(offered)
            offers += any(offered)
    assert offers

"""Every choice of Ys can be made by things: places on the board, pieces drawn there or in the hand."""

import re
from collections import Counter
from typing import Any

import pytest

from donjon.games.ys import cards, drawing
from donjon.games.ys.decisions import ACTIONS
from donjon.games.ys.placing import FRONT, VALUE
from tests.games.ys.pictures import moments, until
from tests.games.ys.stage import GAME

PASS = cards.PASS.first


def decisions() -> list[tuple[Any, int, list[int]]]:
    return [(state, seat, legal) for state, seat, legal in moments() if seat is not None and seat < 4]


def drawn(view: dict[str, Any], legal: list[int]) -> Counter[str]:
    """The pieces in the hand, by their names, and the things on the board."""
    assert "data-piece" not in drawing.draw(view, legal=legal), "a picture has no controls in it"
    pieces = Counter(re.findall(r'data-piece="([\w-]+)"', drawing.hand(view)))
    return pieces + Counter(dict.fromkeys(drawing.spots(), 1))


def test_every_choice_has_a_place_or_pieces() -> None:
    """But to pass, for which nothing is taken."""
    phases = set()
    for state, seat, legal in decisions():
        view = GAME.view(state, seat)
        boxes = drawing.boxes() | drawing.moving_boxes(view)
        for action in legal:
            assert action == PASS or action in boxes or ACTIONS.pieces(state, action), (view["phase"], action)
        phases.add(view["phase"])
    assert {"bid", "value", "pick", "colour", "throne", "captain", "jeweller", "alchemist_take"} <= phases


def test_the_pieces_of_a_choice_are_drawn() -> None:
    """Each as often as it is taken."""
    for state, seat, legal in decisions():
        view = GAME.view(state, seat)
        there = drawn(view, legal)
        for action in legal:
            taken = Counter(ACTIONS.pieces(state, action).split())
            assert taken <= there, (view["phase"], action)


def test_pieces_say_which_choice_it_is() -> None:
    for state, _seat, legal in decisions():
        said = Counter(tuple(sorted(ACTIONS.pieces(state, action).split())) for action in legal)
        assert all(count == 1 for pieces, count in said.items() if pieces)


def test_a_disc_behind_the_screen_is_none_of_the_front() -> None:
    """YS-8.8.1: the Magician places a broker of either."""
    match = until(lambda view: view["phase"] == "value" and view["turn"] > 2, 4, 3)
    view = match.view(match.waiting[0])
    pieces = [ACTIONS.pieces(match.state, kind.action(3)) for kind in (VALUE, FRONT)]
    assert pieces == ["disc-3", "front-3"]
    assert "front-" not in drawing.hand(view)
    view["cards_in_play"] = {**view["cards_in_play"], "magician": view["seat"]}
    for value in view["players"][view["seat"]]["front"]:
        assert f'data-piece="front-{value}"' in drawing.hand(view)


@pytest.mark.parametrize("phase", ["bid", "value", "place"])
def test_only_bids_are_added_up(phase: str) -> None:
    match = until(lambda view: bool(view["phase"] == phase), 3, 1)
    assert ('class="ys-pushed"' in drawing.hand(match.view(match.waiting[0]))) == (phase == "bid")


def test_what_others_hold_is_no_piece() -> None:
    """Nobody can take what belongs to somebody else: it has no such name on one's page."""
    match = until(lambda view: bool(view["phase"] == "place" and view["turn"] == 3), 4, 2)
    page = drawing.seats(match.view(0))
    assert "data-piece" not in page
    assert "data-piece" not in drawing.hand(match.view(None))

"""What the hand offers while its seat decides: all that a choice is made of lies there, or on the board."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from donjon.games.caylus import drawing
from donjon.games.caylus.model import DECLINE
from donjon.games.caylus.placing import PASS
from donjon.games.caylus.trading import BUY, BUY_TWO, EXCHANGE_FOUR, EXCHANGE_TWO
from donjon.kernel.actions import Kind
from tests.games.caylus.random_play import GAMES, begin
from tests.games.caylus.stage import Stage

# What says no or done has no thing of its own.
PLAIN = {PASS.first, DECLINE.first}
LONGEST = 250  # actions of a random game that are looked at


def taken(match: Any, action: int) -> list[str]:
    return str(match.game.actions.pieces(match.state, action)).split()


def lying(match: Any, seat: int | None) -> Counter[str]:
    return Counter(re.findall(r'data-piece="([\w-]+)"', str(drawing.hand(match.view(seat)))))


def button(match: Any, action: int) -> str:
    return str(match.game.actions.button(match.state, match.waiting[0], action).english())


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_choice_lies_on_the_board_or_is_made_of_things_in_the_hand(players: int, seed: int) -> None:
    match, chance = begin(players, seed), Random(seed)
    for _ in range(LONGEST):
        if match.over:
            break
        seat, legal = match.waiting[0], match.legal_actions()
        view = match.view(seat)
        boxes, has_things = (
            drawing.boxes() | drawing.moving_boxes(view),
            any(taken(match, one) for one in legal),
        )
        things = lying(match, seat) if has_things else Counter()
        assert set(things.values()) <= {1}, "a thing lies there once, and is taken as often as it is tapped"
        seen = set()
        for action in legal:
            pieces = taken(match, action)
            assert (action in boxes) + bool(pieces) == (action not in PLAIN or action in boxes), view["ask"]
            assert set(pieces) <= set(things), (view["ask"], pieces)
            assert not pieces or frozenset(Counter(pieces).items()) not in seen
            seen.add(frozenset(Counter(pieces).items()))
        match.play(chance.choice(legal))


def test_the_hand_of_who_does_not_decide_offers_nothing() -> None:
    stage = Stage.at(phase="road", provost=28, workers={0: ["road 7"]}, hold={0: {"deniers": 5}})
    assert stage.ask == "buy"
    assert "supply-wood" in lying(stage.match, 0)
    for other in (1, 2, None):
        assert not [name for name in lying(stage.match, other) if not name.startswith("cube-")]


def things(kind: Kind) -> list[str]:
    """Return what a person takes for each action of a kind."""
    pieces = kind.uses[0].pieces
    assert pieces is not None
    return [pieces(None, at) for at in range(kind.domain.count)]


def test_no_choice_is_the_beginning_of_another() -> None:
    """One cube or two are bought, two or four are exchanged: what is tapped first says which."""
    for few, many in (
        (
            things(BUY),
            things(BUY_TWO),
        ),
        (
            things(EXCHANGE_TWO),
            things(EXCHANGE_FOUR),
        ),
    ):
        for one in few:
            assert not any(Counter(one.split()) <= Counter(other.split()) for other in many)


def test_tiles_to_build_are_cards_with_their_cost_and_points() -> None:
    stage = Stage.at(phase="road", provost=28, workers={0: ["road 8"]}, hold={0: {"cubes": "FFWWS"}})
    assert stage.ask == "build"
    shown = str(drawing.hand(stage.match.view(0)))
    cards = re.findall(r'data-piece="tile-(\w+)" title="([^"]+)"', shown)
    wooden = [tile for tile in stage.match.view(0)["stock"] if tile["class"] == "wood"]
    assert [name for name, _ in cards] == [tile["tile"] for tile in wooden]
    for (_, title), tile in zip(cards, wooden, strict=True):
        assert f"; {tile['vp']} point" in title
    assert set(re.findall(r'href="#(cays-[\w-]+)"', shown)) <= set(
        re.findall(r'id="(cays-[\w-]+)"', str(drawing.piles(stage.match.view(0))))
    )


def test_a_favour_says_what_it_gives_now_and_where_its_marker_comes() -> None:
    stage = Stage.at(phase="special", workers={0: ["joust_field"]}, hold={0: {"deniers": 1, "cubes": "CFW"}})
    stage.play("joust")
    match = stage.match
    assert stage.ask == "row"
    assert [button(match, action) for action in match.legal_actions()] == [
        "Score 1 point",
        "Take 3 deniers",
        "Cube, column 1: food",
        "Build, column 1: nothing",
    ]
    board = drawing.draw(match.view(0), legal=match.legal_actions())
    cells = dict(re.findall(r'id="legal-cell-(\w+)" x="([\d.]+)"', board))
    assert cells.keys() == {"prestige", "money", "cubes", "build"}
    assert len(set(cells.values())) == 1


def test_a_favour_to_build_says_what_can_be_paid() -> None:
    columns = {"vp": 1, "deniers": 1, "cubes": 3, "build": 3}
    for cubes, said in (
        ("CFW", "residential tile"),
        ("C", "residential tile"),
        ("FFW", "wood tile, stone tile"),
    ):
        hold = {0: {"deniers": 1, "cubes": "C" + cubes, "columns": columns}}
        stage = Stage.at(
            phase="special", workers={0: ["joust_field"]}, hold=hold, scored=2, bailiff=13, provost=13
        )
        stage.play("joust")
        last = button(stage.match, stage.match.legal_actions()[-1])
        assert last.startswith("Build, column 4: ")
        assert last.endswith(said)
        assert "or swap" in button(stage.match, stage.match.legal_actions()[-2])

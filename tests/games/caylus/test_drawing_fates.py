"""The provost is moved on the road itself: where its steps lie, and what every building would come to."""

from __future__ import annotations

import re
from typing import Any

import donjon
from donjon.games.caylus import drawing
from donjon.games.caylus.drawing.fates import fate
from donjon.games.caylus.model import DECLINE
from donjon.games.caylus.provost import PROVOST
from donjon.games.caylus.special import LEAVE, TAKE_BACK
from tests.games.caylus.stage import NAME, position


def deciding(**more: Any) -> Any:
    """The provost on space 8 and the first of three to decide; workers on 6, 7, 9 and 12."""
    stated = position(
        3,
        phase="provost",
        provost=8,
        bailiff=8,
        road={9: ("farm_stone", 0), 12: ("park", 1)},
        workers={0: ["road 6", "road 9"], 1: ["road 7"], 2: ["road 12"]},
        hold={0: {"deniers": 2}, 1: {"deniers": 1}, 2: {"deniers": 0}},
        passed=[0, 1, 2],
        **more,
    )
    return donjon.from_position(stated)


def step_of(board: str, step: int) -> str:
    end = '(?=<g class="cay-fate |<g class="cay-pieces)'
    found = re.search(rf'<g class="cay-fate step{step}".*?{end}', board, re.DOTALL)
    assert found, step
    return found[0]


def test_every_step_and_staying_lie_on_the_road() -> None:
    match = deciding()
    boxes, spots = drawing.moving_boxes(match.view(0)), drawing.spots()
    legal = match.legal_actions()
    assert legal == [DECLINE.first, *(PROVOST.action(index) for index in (1, 2, 3, 4))]
    at = {action: name for action in legal for name, box in spots.items() if boxes[action] == box}
    assert [at[action] for action in legal] == ["road-8", "road-6", "road-7", "road-9", "road-10"]
    lit = re.findall(r'id="legal-([\w-]+)"', drawing.draw(match.view(0), legal=legal))
    assert lit == [f"step-{space}" for space in (6, 7, 8, 9, 10)]
    assert set(drawing.moving_boxes(donjon.new(NAME, players=3, seed=1).view(0))) == set()


def test_a_building_runs_is_at_risk_or_is_off() -> None:
    """CAY-7.1: who moves the provost after me can change what is near it."""
    assert [fate(space, 8, 1) for space in (7, 8, 9, 10)] == ["runs", "risk", "chance", "off"]
    assert [fate(space, 8, 0) for space in (8, 9)] == ["runs", "off"]


def test_what_each_step_would_do_is_drawn_for_who_decides_alone() -> None:
    match = deciding()
    view = match.view(0)
    assert view["forecast"]["later"] == 1
    board = drawing.draw(view, legal=match.legal_actions())
    steps = [int(step) for step in re.findall(r'class="cay-fate step(-?\d+)"', board)]
    assert sorted(steps) == [-2, -1, 0, 1, 2], "three deniers are not there"
    frames = {step: re.findall(r'class="cay-frame (\w+)"', step_of(board, step)) for step in steps}
    assert frames[0] == ["runs", "runs", "chance", "off"]
    assert frames[1] == ["runs", "runs", "starts", "off"]
    assert frames[-2] == ["risk", "stops", "off", "off"]
    for other in (1, 2, None):
        assert "cay-frame" not in drawing.draw(match.view(other))


def test_the_words_of_a_step_say_whose_worker_gains_or_loses() -> None:
    match = deciding()
    said = [match.game.actions.button(match.state, 0, action).english() for action in match.legal_actions()]
    assert said[1:] == [
        "Provost to 6: cuts off fixed peddler, space 7 (seat 1)",
        "Provost to 7: no change",
        "Provost to 9: reaches stone farm, space 9 (seat 0)",
        "Provost to 10: reaches stone farm, space 9 (seat 0)",
    ]


def test_a_worker_is_taken_home_where_it_is_at_home() -> None:
    view = donjon.new(NAME, players=3, seed=1).view(0)
    gate = drawing.moving_boxes(view | {"ask": "gate", "actor": 1})
    inn = drawing.moving_boxes(view | {"ask": "inn", "actor": 1})
    assert set(gate) == {TAKE_BACK.first}
    assert set(inn) == {TAKE_BACK.first, LEAVE.first}
    assert inn[LEAVE.first] == drawing.spots()["inn"]


def test_the_fates_of_a_step_show_with_its_button() -> None:
    sheet = drawing.counting_css()
    for index, step in enumerate((-3, -2, -1, 1, 2, 3)):
        action = PROVOST.action(index)
        assert re.search(rf"body:has\(:is\(#spot-{action},[^\n]*\.cay-fate\.step{step}\b", sheet), step

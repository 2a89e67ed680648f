"""What the log, the explanations and the refusals say, and how texts of actions are read."""

from __future__ import annotations

from random import Random

import pytest

from donjon.errors import UnknownAction
from donjon.games.caylus.building import BUILD, FIRST_BUILT
from donjon.games.caylus.model import Tile
from tests.games.caylus.random_play import choose, wild
from tests.games.caylus.stage import GAME, NEUTRAL, Stage
from tests.referees.caylus_printed import TILES


def log(stage: Stage) -> list[str]:
    return [GAME.event_message(event).english() for event in stage.match.events]


def lines(stage: Stage, subject: str, seat: int | None = None) -> dict[str, str]:
    """The explanation of a subject by rule; its name by ""."""
    match = stage.match
    return {rule: line.english() for rule, line in GAME.explain(match.state, match.view(seat), subject)}


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_said_of_nothing(seed: int) -> None:
    """CAY-3.4, CAY-12.3: no line tells of 0 deniers paid, or of 0 points lost or gained."""
    match = wild(2 + seed, seed)
    random = Random(seed)
    while not match.over:
        for event in match.play(choose(match, random)):
            said = GAME.event_message(event).english()
            assert not any(nothing in said for nothing in ("−0", "+0", ": 0)")), said


def test_the_bridge_says_how_the_turn_order_changes() -> None:
    """CAY-5.1.1, CAY-6.6.1, CAY-13.2."""
    two, three = (lines(Stage.at(players), "bridge") for players in (2, 3))
    for said in (two, three):
        assert "turn order" in said[""]
        assert "place workers" in said["CAY-5.1.1"]
    assert "swaps after each round" in two["CAY-13.2"]
    assert "stables change the turn order" in three["CAY-6.6.1"]
    assert "CAY-6.6.1" not in two
    assert "CAY-13.2" not in three


def test_the_bailiff_says_which_section_is_scored_where() -> None:
    """CAY-10.2.1."""
    said = lines(Stage.at(3, bailiff=9), "bailiff")["CAY-10.2.1"]
    assert said.startswith("On space 9 now. The dungeon is scored at 12, the walls at 18")


def test_losses_of_nothing() -> None:
    """CAY-9.5.1, CAY-10.3.2: who has no points loses none; who has one loses it."""
    poor = {seat: {"vp": seat, "cubes": ""} for seat in range(3)}
    castle = {seat: [f"castle {seat + 1}"] for seat in range(3)}
    stage = Stage.at(3, phase="provost", workers=castle, hold=poor, bailiff=11)
    while stage.round == 1:
        stage.play("decline")
    said = log(stage)
    assert "seat 0 gives no batch." in said
    assert "seat 1 gives no batch (−1 point)." in said
    assert "seat 2 gives no batch (−2 points)." in said
    assert said.count("seat 2 has no house in the dungeon.") == 1
    section = Stage.at(3, phase="provost", hold={0: {"vp": 0}, 1: {"vp": 1}, 2: {"vp": 7}}, bailiff=11)
    while section.round == 1:
        section.play("decline")
    said = log(section)
    assert "seat 0 has no house in the dungeon." in said
    assert "seat 1 has no house in the dungeon (−1 point)." in said
    assert "seat 2 has no house in the dungeon (−2 points)." in said


def test_conversions_by_lawyer_and_favour() -> None:
    """CAY-8.4.1, CAY-11.5.4: the denier is told of where it is paid."""
    lawyer = Stage.at(
        phase="road", provost=9, road={9: ("lawyer", 0)}, workers={0: ["road 9"]}, hold={0: {"cubes": "C"}}
    ).play("convert forest")
    assert "seat 0 pays 1 cloth and 1 denier to convert: forest, space 2." in log(lawyer)
    favour = Stage.at(
        phase="castle", owed=1, favoured=0, scored=1, hold={0: {"cubes": "C", "columns": {"build": 3}}}
    ).play("favour build", "convert forest")
    assert "seat 0 pays 1 cloth to convert: forest, space 2." in log(favour)


def test_the_final_count() -> None:
    """CAY-12.2, CAY-12.3, CAY-12.4: points are told of where there are any."""
    stage = Stage.at(
        2,
        phase="provost",
        scored=2,
        bailiff=23,
        castle={"towers": [0, 1]},
        hold={0: {"cubes": "G", "deniers": 8}, 1: {"cubes": "FW", "deniers": 3}},
    ).play("decline", "decline")
    assert log(stage)[-7:-1] == [
        "seat 0: 1 gold (+3 points).",
        "seat 0: 0 other cubes.",
        "seat 0: 8 deniers (+2 points).",
        "seat 1: 0 gold.",
        "seat 1: 2 other cubes.",
        "seat 1: 3 deniers.",
    ]


def test_tiles() -> None:
    """CAY-1.6, CAY-8.3.6, CAY-3.7: points and copies of what is built from the bank only."""
    stage = Stage.new()
    for tile in (*NEUTRAL, "peddler_fixed", "carpenter_fixed", "gold_mine"):
        assert not {"CAY-8.3.6", "CAY-3.7", "CAY-8.3.2"} & set(lines(stage, f"tile-{tile}")), tile
    for tile, (kind, _, vp, _, copies) in TILES.items():
        if kind != "neutral":
            said = lines(stage, f"tile-{tile}")
            assert said["CAY-8.3.6"] == f"Gives {vp} points when built."
            assert said["CAY-3.7"] == f"{copies} left."
    residence = lines(stage, "tile-residence")
    assert residence["CAY-8.4.4"] == "Gives 2 points when built."
    assert not {"CAY-8.3.6", "CAY-3.7"} & set(residence)
    assert "3 points" in lines(Stage.new(tile_values="revised"), "tile-church")["CAY-8.3.6"]


def test_what_two_players_do_not_use() -> None:
    """CAY-13.3, CAY-13.4: the stables, and what a worker costs when the other has passed."""
    assert set(lines(Stage.new(2), "stables")) == {"", "CAY-13.3"}
    assert set(lines(Stage.new(3), "stables")) == {"", "CAY-6.6.1", "CAY-5.6.1"}
    assert lines(Stage.new(2), "bridge")["CAY-5.4.1"] == "A worker costs 1 denier now."
    assert lines(Stage.at(2, passed=[0]), "bridge")["CAY-13.4"] == "A worker costs 3 deniers now."
    assert lines(Stage.at(3, passed=[0]), "bridge")["CAY-5.4.1"] == "A worker costs 2 deniers now."


def test_simplified_favours() -> None:
    """CAY-14.1: no columns and no markers are told of, and none open."""
    simple = Stage.new(favours="simplified")
    for row in ("prestige", "money", "cubes", "build"):
        said = lines(simple, f"favour-{row}", 0)
        assert set(said) == {"", "CAY-14.1"}
        assert said["CAY-14.1"] == "The favour table isn't used: each favour gives 3 points."
        assert "CAY-11.3.1" in lines(Stage.new(), f"favour-{row}", 0)
    for mode, opened in (("simplified", 0), ("table", 1)):
        stage = Stage.at(favours=mode, phase="provost", bailiff=11)
        while stage.round == 1:
            stage.play("decline")
        assert len(stage.events("columns_open")) == opened


@pytest.mark.parametrize(
    ("bailiff", "provost", "text"),
    [
        (6, 6, "Scored in 3–6 rounds, or when complete. 6 free parts left."),
        (11, 11, "Scored at the end of this round. 6 free parts left."),
        (10, 6, "Scored in 2 rounds, or when complete. 6 free parts left."),
    ],
)
def test_sections(bailiff: int, provost: int, text: str) -> None:
    """CAY-10.2.1: when a section is scored, as far as that is certain."""
    phase = {"phase": "provost", "hold": {seat: {"deniers": int(seat == 0)} for seat in range(4)}}
    stage = Stage.at(bailiff=bailiff, provost=provost, **(phase if bailiff == 10 else {}))
    assert lines(stage, "dungeon")["CAY-10.2.1"] == text


def test_whether_a_worker_works() -> None:
    """CAY-7.2, CAY-8.1.1, CAY-8.1.2: what the provost's moves can still change is said to be so."""
    spaces = (4, 5, 6, 7, 8, 16)
    stage = Stage.at(
        phase="provost",
        provost=6,
        workers={1: [f"road {space}" for space in spaces]},
        hold={seat: {"deniers": 2 * (seat == 0)} for seat in range(4)},
    )
    said = {space: lines(stage, f"road-{space}") for space in spaces}
    assert {space for space in spaces if "CAY-7.2" in said[space]} == {5, 6, 7, 8}
    assert {space for space in spaces if said[space].get("CAY-8.1.1") == "seat 1 will activate it."} == {
        4,
        5,
        6,
    }
    assert {space for space in spaces if "CAY-8.1.2" in said[space]} == {7, 8, 16}
    stage.play("decline")
    assert "CAY-7.2" not in lines(stage, "road-8")


def test_the_scale_is_empty_after_phase_4() -> None:
    """CAY-7.6: the markers leave it when all have moved the provost."""
    stage = Stage.at(phase="provost", passed=[2, 0, 3, 1], workers={0: ["road 1"]})
    while stage.phase == "provost":
        view = stage.match.view()
        assert view["passed"] == [2, 0, 3, 1]
        assert all(player["passed"] for player in view["players"])
        stage.play("decline")
    view = stage.match.view()
    assert (stage.phase, view["passed"]) == ("road", [])
    assert not any(player["passed"] for player in view["players"])


def test_only_prestige_tiles_are_built_on_a_named_space() -> None:
    """CAY-8.3.4, CAY-8.3.7: the builder of a wood tile does not choose the space."""
    stage = Stage.at(
        phase="road", road={2: ("residence", 0)}, workers={0: ["road 6"]}, hold={0: {"cubes": "FW"}}
    )
    for space in (2, 9, 10):
        with pytest.raises(UnknownAction, match="prestige"):
            stage.play(f"build mason on {space}")
    assert stage.play("build mason").tile(9) == "mason"


@pytest.mark.parametrize(
    ("tile", "text"), [("tailor", "pay 0 deniers"), ("church", "pay 0 cloth"), ("church", "pay 2 food")]
)
def test_offers_that_are_none(tile: str, text: str) -> None:
    """CAY-8.5.5, CAY-8.5.6: an offer is named by what is paid."""
    stage = Stage.at(
        phase="road",
        provost=9,
        road={9: (tile, 1)},
        workers={0: ["road 9"]},
        hold={0: {"cubes": "CCC", "deniers": 9}},
    )
    with pytest.raises(UnknownAction):
        stage.play(text)


def test_a_residence_is_never_built() -> None:
    """CAY-8.3.1: by favour the reason names no builder, for there is none."""
    stage = Stage.at(phase="castle", ask="favour_build", actor=0, hold={0: {"columns": {"build": 2}}})
    refusal = stage.match.why_not(BUILD.action(Tile.RESIDENCE - FIRST_BUILT))
    assert refusal is not None
    assert refusal.rule == "CAY-8.3.1"
    assert refusal.message.english() == "Residences never run out: convert a building to get one."

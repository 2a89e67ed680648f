"""Chapters 8.1, 8.2 and 8.6: the buildings on the road, and production."""

from __future__ import annotations

import pytest

from tests.games.caylus.stage import NEUTRAL, Stage
from tests.referees.caylus_printed import OWNERS_CUBE, YIELDS

EMPTY = {seat: {"cubes": ""} for seat in range(4)}


def road_phase(workers: dict[int, list[str]], provost: int = 28, **more: object) -> Stage:
    """Phase 5 with these workers."""
    return Stage.at(phase="road", provost=provost, workers=workers, **more)


def used(tile: str, worker: int = 0, owner: int = 1) -> Stage:
    """A worker of `worker` on a tile of `owner`, at its activation; nobody holds a cube."""
    if tile in NEUTRAL or tile == "gold_mine":
        space = 16 if tile == "gold_mine" else NEUTRAL.index(tile) + 1
        return road_phase({worker: [f"road {space}"]}, hold=EMPTY)
    return road_phase({worker: ["road 9"]}, road={9: (tile, owner)}, hold=EMPTY)


def test_order_of_activation() -> None:
    """CAY-8.1.1, CAY-8.1.2: from space 1 to the provost's, that one too; not beyond."""
    stage = road_phase(
        {0: ["road 9", "road 2"], 1: ["road 1", "road 11"], 2: ["road 10"]},
        provost=10,
        road={9: ("farm_food", 3), 10: ("farm_cloth", 3), 11: ("farm_stone", 3)},
        hold=EMPTY,
    )
    asked = []
    while stage.phase == "road":
        asked.append((stage.told["at"], stage.actor))
        stage.play("produce food")
    assert asked == [(1, 1), (2, 0), (9, 0), (10, 2)]
    assert [stage.cubes(seat) for seat in range(4)] == ["FFF", "F", "F", ""]
    assert stage.places(1) == []


def test_beyond_the_provost() -> None:
    """CAY-8.1.2, CAY-8.2.8, CAY-8.6.1: no effect, no owner's cube; the worker goes home."""
    stage = road_phase({0: ["road 9"]}, provost=8, road={9: ("park", 1)}, hold=EMPTY)
    assert [stage.cubes(0), stage.cubes(1), stage.places(0)] == ["", "", []]
    assert [event.args[0] for event in stage.events("not_reached")] == []
    told = Stage.at(phase="provost", provost=8, road={9: ("park", 1)}, workers={0: ["road 9"]})
    while told.round == 1:
        told.play("decline")
    assert [event.args[0] for event in told.events("not_reached")] == [9]


def test_effects_may_be_declined() -> None:
    """CAY-8.1.3: all but production."""
    tiles = {
        "mason": "S",
        "lawyer": "C",
        "market_wood": "F",
        "peddler_wood": "",
        "church": "",
        "tailor": "CC",
    }
    tiles |= {"bank": "", "alchemist": "FF", "architect": "SSG"}
    for tile, cubes in tiles.items():
        road = {9: (tile, 1), 10: ("residence", 0)}
        more = {"hold": {0: {"cubes": cubes + "SF", "deniers": 5}}}
        stage = road_phase({0: ["road 9"]}, road=road, **more)
        before = (stage.cubes(0), stage.deniers(0), stage.vp(0))
        assert stage.phase == "road"
        stage.play("decline")
        assert stage.round == 2
        assert (stage.cubes(0), stage.deniers(0) - 3, stage.vp(0)) == before


def test_production_cannot_be_declined() -> None:
    """CAY-8.1.3: the cubes must be taken."""
    for tile in ("farm_neutral", "forest", "farm_food", "farm_cloth"):
        assert used(tile).why("decline") == "CAY-8.1.3"


@pytest.mark.parametrize(
    ("tile", "text"),
    [
        ("market_wood", "sell food"),
        ("peddler_wood", "buy food"),
        ("church", "trade 1"),
        ("bank", "trade 1"),
        ("tailor", "trade 1"),
        ("alchemist", "exchange food food"),
        ("mason", "build park"),
        ("lawyer", "convert forest"),
    ],
)
def test_once_for_each_activation(tile: str, text: str) -> None:
    """CAY-8.1.4, CAY-8.1.5: after one use the worker is home and the next building follows."""
    rich = {0: {"cubes": "FFFFWWSSCC", "deniers": 9}}
    stage = road_phase({0: ["road 9", "road 16"]}, road={9: (tile, 1)}, hold=rich).play(text)
    assert stage.phase == "placing"
    assert stage.cubes(0).count("G") == 1 + (tile in ("bank", "alchemist"))
    assert stage.places(0) == []


def test_the_first_space_is_always_activated() -> None:
    """CAY-8.1.6: even with the provost as near to the bridge as it goes."""
    stage = Stage.at(phase="provost", provost=1, workers={0: ["road 1"]})
    assert stage.why("provost -1") == "CAY-7.4"
    for _ in range(4):
        stage.play("decline")
    assert (stage.ask, stage.told["at"]) == ("produce", 1)


@pytest.mark.parametrize("tile", YIELDS)
def test_production(tile: str) -> None:
    """CAY-8.2.1, CAY-8.2.2, CAY-8.2.3, CAY-8.2.4, CAY-8.2.5: the cubes shown, one of the alternatives."""
    alternatives = YIELDS[tile]
    stage = used(tile)
    if len(alternatives) == 1:
        assert stage.cubes(0) == alternatives[0]
        return
    texts = sorted(stage.legal())
    assert len(texts) == 2
    assert {stage.twin().play(text).cubes(0) for text in texts} == set(alternatives)
    for kind in ("food", "wood", "stone", "cloth", "gold"):
        wanted = "" if f"produce {kind}" in texts else "CAY-8.2.1"
        assert stage.why(f"produce {kind}") == wanted


@pytest.mark.parametrize("tile", OWNERS_CUBE)
def test_owners_cube(tile: str) -> None:
    """CAY-8.2.6, CAY-8.2.9: the owner chooses a kind it produces, and must; after the worker's cubes."""
    stage = used(tile)
    assert (stage.ask, stage.actor) == ("bonus", 1)
    assert stage.cubes(0) == YIELDS[tile][0]
    assert stage.why("decline") == "CAY-8.2.9"
    kinds = {"F": "food", "W": "wood", "S": "stone", "C": "cloth", "G": "gold"}
    for letter, kind in kinds.items():
        if letter in OWNERS_CUBE[tile]:
            assert stage.twin().play(f"bonus {kind}").cubes(1) == letter
        else:
            assert stage.why(f"bonus {kind}") == "CAY-8.2.6"


@pytest.mark.parametrize("tile", YIELDS)
def test_no_owners_cube(tile: str) -> None:
    """CAY-8.2.7, CAY-8.2.6: not for the owner's own worker, and only stone buildings give one."""
    stage = used(tile, owner=0)
    assert stage.ask in ("produce", "place")
    if tile not in OWNERS_CUBE:
        other = used(tile)
        while other.ask == "produce":
            other.play(min(other.legal()))
        assert other.round == 2
        assert other.cubes(1) == ""


def test_order_of_events() -> None:
    """CAY-15.4: cost, own gain, owner's cube; tile's points, its favours; worker home; conversion."""
    stage = Stage.at(
        phase="special",
        ask="favour_build",
        at="joust_field",
        road={9: ("park", 1), 10: ("mason", 0)},
        provost=10,
        scored=1,
        workers={1: ["joust_field"], 0: ["road 9", "road 10"]},
        hold={1: {"columns": {"build": 4}, "cubes": "C"}, 0: {"cubes": "SC"}},
    )
    stage.play("convert park")
    assert stage.told["road"]["9"]["pending"] == 1
    for _ in range(4):
        stage.play("decline")
    stage.play("bonus wood", "build church", "favour vp")
    kinds = [event.kind for event in stage.match.events]
    wanted = ["to_convert", "produced", "owner_took", "converted", "built", "row_chosen", "row_gain"]
    assert [kind for kind in kinds if kind in wanted] == [
        "to_convert",
        "produced",
        "produced",
        *wanted[2:],
    ]

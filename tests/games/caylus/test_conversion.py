"""Chapter 8.4: the lawyer."""

from __future__ import annotations

from tests.games.caylus.stage import Stage

ROAD = {9: ("lawyer", 1), 10: ("mason", 0), 11: ("park", 1), 12: ("residence", 0), 13: ("hotel", 0)}


def lawyer(workers: dict[int, list[str]] | None = None, cubes: str = "CC", **more) -> Stage:
    """Seat 0 at the activation of the lawyer on space 9."""
    road = {**ROAD, **more.pop("road", {})}
    standing = {0: ["road 9"]}
    for seat, places in (workers or {}).items():
        standing[seat] = [*standing.get(seat, []), *places]
    fields = {"phase": "road", "ask": "lawyer", "at": 9, "provost": 28, "hold": {0: {"cubes": cubes}}}
    return Stage.at(**{**fields, "road": road, "workers": standing, **more})


def test_price() -> None:
    """CAY-8.4.1, CAY-8.4.4: 1 cloth and 1 denier; 2 points and a house on the same space."""
    stage = lawyer(hold={0: {"cubes": "CC", "deniers": 3}, 1: {"deniers": 0}})
    stage.play("convert forest")
    assert (stage.cubes(0), stage.vp(0)) == ("C", 2)
    assert (stage.tile(2), stage.owner(2)) == ("residence", 0)
    assert stage.deniers(0) == 3 - 1 + 2 + 2 + 2  # residences on 2 and 12, the hotel
    assert stage.player(0)["points"]["buildings"] == 2
    assert lawyer(cubes="").why("convert forest") == "CAY-8.4.1"
    assert lawyer(tile_values="revised").play("convert forest").vp(0) == 2
    poor = lawyer(hold={0: {"cubes": "C", "deniers": 0}})
    assert poor.why("convert forest") == "CAY-8.4.1"


def test_targets() -> None:
    """CAY-8.4.2, CAY-8.4.3: neutral tiles and own wood and stone tiles, the lawyer apart."""
    stage = lawyer()
    assert stage.legal("convert") == {
        "convert neutral-farm",
        "convert forest",
        "convert neutral-sawmill",
        "convert neutral-quarry",
        "convert neutral-market",
        "convert neutral-carpenter",
        "convert mason",
    }
    for target in ("9", "11", "12", "13", "14", "7", "8", "16", "gate", "inn"):
        assert stage.why(f"convert {target}") == "CAY-8.4.3"
    own = lawyer(road={9: ("lawyer", 0)})
    assert own.why("convert lawyer") == "CAY-8.4.3"


def test_what_becomes_of_the_tile() -> None:
    """CAY-8.4.5: neutral tiles leave the game; wood and stone tiles can be built again by anyone."""
    stage = lawyer()
    neutral = stage.twin().play("convert forest")
    assert all(entry["tile"] != "forest" for entry in neutral.match.view()["stock"])
    assert stage.left("mason") == 0
    stage.play("convert mason")
    assert stage.left("mason") == 1
    assert (stage.tile(10), stage.owner(10)) == ("residence", 0)


def test_income_of_a_residence() -> None:
    """CAY-8.4.6: 1 denier in each phase 1, until a prestige tile replaces it."""
    stage = lawyer()
    before = stage.match.view()["players"][0]["income"]
    stage.play("convert forest")
    assert stage.match.view()["players"][0]["income"] == before + 1
    replaced = Stage.at(
        phase="road",
        road={9: ("architect", 1), 10: ("residence", 0)},
        provost=9,
        workers={0: ["road 9"]},
        hold={0: {"cubes": "FFFG"}},
    ).play("build granary")
    assert replaced.match.view()["players"][0]["income"] == 2


def test_occupied_target() -> None:
    """CAY-8.4.7, CAY-8.4.8: paid now, converted after its activation; until then it works for its owner."""
    stage = lawyer(
        {2: ["road 10"]},
        road={10: ("park", 0), 11: ("workshop", 1)},
        hold={0: {"cubes": "C", "deniers": 5}, 2: {"cubes": ""}},
    )
    stage.play("convert park")
    assert (stage.cubes(0), stage.vp(0), stage.deniers(0)) == ("", 0, 4)
    assert stage.told["road"]["10"] == {"tile": "park", "owner": 0, "pending": 0}
    assert (stage.ask, stage.actor) == ("bonus", 0)
    assert stage.cubes(2) == "FWW"
    stage.play("bonus food")
    assert stage.cubes(0) == "F"
    assert (stage.tile(10), stage.vp(0)) == ("residence", 2)
    assert stage.left("park") == 1


def test_occupied_target_beyond_the_provost() -> None:
    """CAY-8.4.7, CAY-8.6.1: converted when its worker goes home at the end of the phase, without effect."""
    stage = lawyer(
        {2: ["road 11"]}, provost=9, road={11: ("park", 0)}, hold={0: {"cubes": "C"}, 2: {"cubes": ""}}
    )
    stage.play("convert park")
    assert (stage.round, stage.tile(11), stage.vp(0), stage.cubes(2)) == (2, "residence", 2, "")


def test_paid_twice() -> None:
    """CAY-8.4.9: a building that waits for its conversion is no target."""
    stage = lawyer({2: ["road 10"]}, road={10: ("mason", 0, 0)})
    assert stage.why("convert mason") == "CAY-8.4.9"


def test_several_at_a_time() -> None:
    """CAY-8.4.10, CAY-8.6.1: different buildings wait together; they happen in road order."""
    stage = lawyer(
        {2: ["road 20", "road 21"]},
        provost=9,
        road={20: ("workshop", 0, 0), 11: ("tailor", 1), 21: ("park", 0)},
        cubes="C",
    )
    stage.play("convert park")
    assert [event.args[0] for event in stage.events("converted")] == [20, 21]
    assert stage.vp(0) == 4


def test_the_building_being_used() -> None:
    """CAY-8.4.7: it counts as occupied; one already used is converted at once."""
    stage = Stage.at(
        phase="road",
        provost=28,
        scored=1,
        road={9: ("mason", 0)},
        workers={0: ["road 9"]},
        hold={0: {"cubes": "SCC", "columns": {"build": 3}}},
    )
    stage.play("build church", "favour build")
    at_once = stage.twin().play("convert forest")
    assert [event.kind for event in at_once.match.events][:2] == ["to_convert", "converted"]
    stage.play("convert mason")
    assert stage.tile(9) == "residence"
    kinds = [event.kind for event in stage.match.events]
    assert kinds.index("to_convert") < kinds.index("converted")
    assert stage.left("mason") == 1


def test_the_building_being_used_waits_for_its_worker() -> None:
    """CAY-8.4.7, CAY-8.1.5: with a second favour to come the worker is still there, and so is the tile."""
    stage = Stage.at(
        phase="road",
        provost=28,
        scored=1,
        road={9: ("architect", 0), 10: ("residence", 0)},
        workers={0: ["road 9"]},
        hold={0: {"cubes": "SSSSGGC", "columns": {"build": 3}, "vp": 0}},
    ).play("build monument", "favour build", "convert architect")
    assert stage.told["road"]["9"] == {"tile": "architect", "owner": 0, "pending": 0}
    assert (stage.ask, stage.vp(0), stage.places(0)) == ("row", 14, ["road 9"])
    stage.play("favour money")
    assert (stage.tile(9), stage.vp(0), stage.places(0)) == ("residence", 16, [])

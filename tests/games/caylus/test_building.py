"""Chapter 8.3: building tiles."""

from __future__ import annotations

import pytest

from tests.games.caylus.stage import FREE, NEUTRAL, Stage, filled
from tests.referees.caylus_printed import BUILDS, TILES

TEXTS = {
    "farm_food": "food-farm",
    "farm_cloth": "cloth-farm",
    "farm_stone": "stone-farm",
    **{f"{name}_wood": f"wood-{name}" for name in ("quarry", "sawmill", "market", "peddler")},
}
CLASSES = ("wood", "stone", "prestige")
OF_CLASS = {kind: [tile for tile, printed in TILES.items() if printed[0] == kind] for kind in CLASSES}
PLENTY = "F" * 9 + "W" * 9 + "S" * 9 + "C" * 9 + "G" * 9


def text_of(tile: str) -> str:
    return TEXTS.get(tile, tile)


def builder(tile: str, cubes: str = PLENTY, road: dict[int, tuple[str, int]] | None = None, **more) -> Stage:
    """Seat 0 at the activation of a construction building, with a residence of its own."""
    lying = {28: ("residence", 0), **(road or {})}
    if tile == "carpenter_fixed":
        space = 8
    elif tile in NEUTRAL:
        space = NEUTRAL.index(tile) + 1
    else:
        space, lying = 9, {9: (tile, 1), **lying}
    hold = {0: {"cubes": cubes}, **more.pop("hold", {})}
    return Stage.at(phase="road", provost=28, road=lying, workers={0: [f"road {space}"]}, hold=hold, **more)


@pytest.mark.parametrize("tile", BUILDS)
def test_builders(tile: str) -> None:
    """CAY-8.3.1, CAY-8.1.3: each builds one tile of its class, and no other; or nothing."""
    stage = builder(tile)
    wanted = {f"build {text_of(other)}" for other in OF_CLASS[BUILDS[tile]]}
    assert stage.legal() == wanted | {"decline"}
    for kind in CLASSES:
        if kind != BUILDS[tile]:
            for other in OF_CLASS[kind]:
                assert stage.why(f"build {text_of(other)}") == "CAY-8.3.1"
    stage.play(min(wanted))
    assert stage.ask != "build"


@pytest.mark.parametrize("tile", [tile for tile in TILES if TILES[tile][0] in CLASSES])
def test_costs_and_points(tile: str) -> None:
    """CAY-1.6, CAY-8.3.2, CAY-8.3.6, CAY-8.3.8: the exact cost, the points, a house, the favours at once."""
    kind, cost, vp, favours, copies = TILES[tile]
    by = {"wood": "carpenter_neutral", "stone": "mason", "prestige": "architect"}[kind]
    road = {10: ("architect", 1)} if tile == "architect" else None
    exact = cost.replace("?", "G")
    for missing in set(exact):
        poor = builder(by, exact.replace(missing, "", 1), road)
        assert f"build {text_of(tile)}" not in poor.legal()
    stage = builder(by, exact, road).play(f"build {text_of(tile)}")
    assert (stage.cubes(0), stage.vp(0)) == ("", vp)
    assert stage.owed == favours
    assert (stage.ask, stage.actor) == ("row", 0) if favours else stage.round == 2
    built = [space for space in range(1, 29) if stage.tile(space) == tile and stage.owner(space) == 0]
    first = {"wood": 9, "stone": 11 if tile == "architect" else 10, "prestige": 28}
    assert built == [first[kind]]
    assert stage.left(tile) == copies - 1 - (tile == "architect")


def test_not_in_the_bank() -> None:
    """CAY-3.7, CAY-8.3.2: a tile that lies on the road cannot be built; the architect is there twice."""
    stage = builder("carpenter_neutral", road={9: ("mason", 1)})
    assert stage.why("build mason") == "CAY-8.3.2"
    assert builder("mason", road={10: ("architect", 1)}).can("build architect")
    both = builder("mason", road={10: ("architect", 1), 11: ("architect", 2)})
    assert both.why("build architect") == "CAY-8.3.2"


def test_any_kind() -> None:
    """CAY-8.3.3: the builder says which cube; it is not asked where one kind only is left."""
    stage = builder("carpenter_neutral", "FWWG").play("build wood-market")
    assert (stage.ask, stage.chosen) == ("pay", "market_wood")
    assert stage.legal() == {f"build wood-market with {kind}" for kind in ("food", "wood", "gold")}
    assert stage.why("build wood-market with stone") == "CAY-8.3.2"
    for kind, left in (("food", "WG"), ("wood", "FG"), ("gold", "FW")):
        assert stage.twin().play(f"build wood-market with {kind}").cubes(0) == left
    assert stage.play("build wood-market with gold").tile(9) == "market_wood"
    at_once = builder("carpenter_neutral", "WW").play("build wood-peddler")
    assert (at_once.cubes(0), at_once.tile(9)) == ("", "peddler_wood")
    assert builder("carpenter_neutral", "W").round == 2


def test_first_unbuilt_space() -> None:
    """CAY-8.3.4: lowest number; the fixed gold mine on 16 is skipped."""
    assert builder("carpenter_neutral").play("build mason").tile(9) == "mason"
    stage = builder("carpenter_neutral", road=filled(16)).play("build mason")
    assert stage.tile(16) == "gold_mine"
    assert stage.tile(17) == "mason"


def test_one_tile_after_the_other() -> None:
    """CAY-8.3.4: each built tile, wood or stone, takes the next space."""
    stage = Stage.at(
        phase="road",
        provost=28,
        road={9: ("mason", 1), 10: ("residence", 1)},
        workers={0: ["road 6", "road 8", "road 9"], 2: ["road 5"]},
        hold={0: {"cubes": "FFFWWS"}, 2: {"cubes": ""}},
    )
    stage.play("build food-farm", "build cloth-farm", "build park")
    assert [stage.tile(space) for space in (11, 12, 13, 14)] == ["farm_food", "farm_cloth", "park", None]
    twice = Stage.at(
        phase="special",
        scored=1,
        workers={0: ["joust_field", "road 6"]},
        hold={0: {"cubes": "CFFW", "columns": {"build": 2}}},
    ).play("joust", "favour build", "build park")
    while twice.ask == "provost":
        twice.play("decline")
    assert twice.play("build food-farm").tile(10) == "farm_food"
    assert twice.tile(9) == "park"


def test_full_road() -> None:
    """CAY-8.3.5: no wood or stone tile; but prestige tiles and conversions, which free no space."""
    full = dict.fromkeys(FREE[1:], ("residence", 0))
    carpenter = builder("carpenter_neutral", road=full | {9: ("residence", 0)}, ask="build")
    for tile in OF_CLASS["wood"]:
        assert carpenter.why(f"build {text_of(tile)}") == "CAY-8.3.5"
    assert builder("mason", road=full, ask="build").why("build park") == "CAY-8.3.5"
    prestige = builder("architect", road=full).play("build granary on 20")
    assert prestige.tile(20) == "granary"
    lawyer = Stage.at(
        phase="road",
        provost=28,
        road=full | {9: ("lawyer", 0)},
        workers={0: ["road 9"]},
        hold={0: {"cubes": "C"}},
    ).play("convert forest")
    assert lawyer.tile(2) == "residence"
    assert [space["space"] for space in lawyer.match.view()["road"] if space["next"]] == []


def test_prestige_tiles_replace_a_residence() -> None:
    """CAY-8.3.7: one of the builder's own, whichever; its income is lost."""
    road = {10: ("residence", 0), 11: ("residence", 1), 12: ("residence", 0)}
    stage = builder("architect", "FFFG", road).play("build granary")
    assert stage.ask == "site"
    assert stage.legal() == {f"build granary on {space}" for space in (10, 12, 28)}
    assert stage.why("build granary on 11") == "CAY-8.3.7"
    stage.play("build granary on 12")
    assert (stage.tile(12), stage.owner(12)) == ("granary", 0)
    assert stage.match.view()["players"][0]["residences"] == 2
    assert stage.deniers(0) == Stage.at().deniers(0) + 2 + 2
    nobody = builder("architect", "FFFG", {28: ("residence", 1)}, ask="build")
    assert nobody.why("build granary") == "CAY-8.3.7"


@pytest.mark.parametrize(("values", "vp"), [("rulebook", 4), ("revised", 3)])
def test_church(values: str, vp: int) -> None:
    """CAY-8.3.9: 4 points (revised 3) and 1 favour."""
    stage = builder("mason", "SC", tile_values=values).play("build church")
    assert (stage.vp(0), stage.owed) == (vp, 1)


def test_a_new_tile_rests() -> None:
    """CAY-8.3.10: built in phase 3 or 5 on a space that the provost has reached, it does nothing yet."""
    stage = builder("carpenter_neutral", "FW").play("build food-farm")
    assert stage.cubes(0) == ""
    assert stage.round == 2
    by_favour = Stage.at(
        phase="special",
        ask="favour_build",
        provost=20,
        workers={0: ["joust_field"]},
        hold={0: {"cubes": "F", "columns": {"build": 2}}},
    )
    by_favour.play("build food-farm")
    while by_favour.round == 1:
        by_favour.play("decline")
    assert (by_favour.tile(9), by_favour.cubes(0)) == ("farm_food", "")

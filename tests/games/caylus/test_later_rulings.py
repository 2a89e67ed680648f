"""The rulings of the rules, R-25 to R-42: what the printed rules leave open, by the rule it belongs to."""

from __future__ import annotations

import pytest

from tests.games.caylus.stage import Stage, filled


def test_gold_mine() -> None:
    """R-25 (CAY-8.2.3, CAY-8.4.3, CAY-8.3.4): from round 1, mandatory, never converted, skipped."""
    assert Stage.new(3).can("place gold-mine")
    stage = Stage.at(phase="road", provost=16, workers={0: ["road 16"]})
    assert (stage.round, stage.cubes(0)) == (2, "FFWG")
    lawyer = Stage.at(
        phase="road", provost=9, road={9: ("lawyer", 0)}, workers={0: ["road 9"]}, hold={0: {"cubes": "C"}}
    )
    assert lawyer.why("convert gold-mine") == "CAY-8.4.3"
    built = Stage.at(phase="road", road=filled(16), workers={0: ["road 6"]}).play("build mason")
    assert built.tile(17) == "mason"


def test_two_players_first_pass() -> None:
    """R-26 (CAY-13.4, CAY-13.6): 1 denier for the first; then 3 for castle and special spaces too."""
    stage = Stage.new(2).play("pass")
    assert stage.deniers(0) == 8
    for place in ("castle", "gate", "1"):
        assert 7 - stage.twin().play(f"place {place}").deniers(1) == 3


def test_order_swaps_after_scoring() -> None:
    """R-27 (CAY-13.2): the scoring still follows the order of the round just played."""
    stage = Stage.at(2, order=[1, 0], phase="end", castle={"dungeon": [0, 0, 0, 1, 1, 1]})
    acted = []
    while stage.phase == "end":
        acted.append(stage.actor)
        stage.play("favour vp")
    assert acted == [1, 0]
    assert stage.order == [0, 1]


def test_shared_victory() -> None:
    """R-28 (CAY-12.5): no tie-break."""
    none = {"cubes": "", "deniers": 0, "vp": 30}
    stage = Stage.at(
        phase="end",
        scored=2,
        bailiff=23,
        castle={"towers": [0, 1, 2, 3]},
        hold={0: none, 1: {**none, "vp": 29}, 2: none, 3: {**none, "vp": 1}},
    )
    assert stage.match.ranks == [1, 3, 1, 4]


def test_each_loss_on_its_own() -> None:
    """R-29 (CAY-3.4): 2 and 3 points lost with 1 held; a later gain is not eaten up."""
    stage = Stage.at(phase="end", bailiff=17, hold={0: {"vp": 1}, 1: {"vp": 4}})
    assert stage.scored == 2
    assert (stage.vp(0), stage.vp(1)) == (0, 0)
    assert stage.player(0)["points"]["penalties"] == -1
    assert stage.player(1)["points"]["penalties"] == -4


def test_never_cheaper_than_one() -> None:
    """R-30 (CAY-5.4.2, CAY-5.4.3, CAY-6.2.1): own building and inn together cost 1; only the gate is free."""
    stage = Stage.at(road={9: ("mason", 0)}, workers={0: ["inn right"]})
    before = stage.deniers(0)
    assert before - stage.play("place mason").deniers(0) == 1
    gate = Stage.at(phase="special", workers={0: ["gate"]}, hold={0: {"deniers": 0}}).play("move castle")
    assert gate.deniers(0) == 0


def test_nobody_must_place() -> None:
    """R-31 (CAY-5.1.2): passing is legal although a placement is possible."""
    stage = Stage.new(5)
    assert stage.can("pass")
    assert stage.can("place castle")


def test_what_is_automatic() -> None:
    """R-32 (CAY-6.3, CAY-8.2.1, CAY-6.6.1, CAY-6.7.1): post, single yields, stables, inn ask nothing."""
    workers = {0: ["trading_post", "stables 1", "inn left", "road 3", "road 4"]}
    stage = Stage.at(phase="special", workers=workers, hold={seat: {"deniers": 0} for seat in (1, 2, 3)})
    assert (stage.ask, stage.actor) == ("provost", 0)
    stage.play("decline")
    assert stage.round == 2
    assert stage.cubes(0) == "FFWWS"


def test_two_sections_share_the_limit() -> None:
    """R-33 (CAY-11.4.3): five favours of two sections in one phase 7 are four; the last is lost."""
    castle = {"dungeon": [0, 0, 1, 1, 2, 2], "walls": [0] * 5 + [1, 1, 2, 2, 3]}
    stage = Stage.at(phase="end", castle=castle)
    used = 0
    while stage.phase == "end":
        used += stage.actor == 0 and stage.ask == "row"
        stage.play(min(stage.legal("favour") - {"favour build"} or stage.legal()))
    columns = stage.player(0)["columns"]
    assert sum(columns.values()) == 4
    assert used == 3


@pytest.mark.parametrize("tile", ["mason", "market_wood", "architect", "church", "bank", "park"])
def test_any_own_craft_building(tile: str) -> None:
    """R-34 (CAY-8.4.2): not only those that produce."""
    stage = Stage.at(
        phase="road",
        provost=9,
        road={9: ("lawyer", 1), 10: (tile, 0)},
        workers={0: ["road 9"]},
        hold={0: {"cubes": "C"}},
    )
    assert stage.play("convert 10").tile(10) == "residence"


def test_residences_only_replace() -> None:
    """R-35 (CAY-8.4.4): never on an unbuilt space."""
    stage = Stage.at(
        phase="road", provost=9, road={9: ("lawyer", 0)}, workers={0: ["road 9"]}, hold={0: {"cubes": "C"}}
    )
    for space in (10, 15, 28):
        assert stage.why(f"convert {space}") == "CAY-8.4.3"


def test_builder_chooses_the_residence() -> None:
    """R-36 (CAY-8.3.7): any own one."""
    stage = Stage.at(
        phase="road",
        provost=9,
        road={9: ("architect", 1), 10: ("residence", 0), 2: ("residence", 0)},
        workers={0: ["road 9"]},
        hold={0: {"cubes": "FFFG"}},
    )
    assert stage.play("build granary on 10").tile(10) == "granary"
    assert stage.tile(2) == "residence"


def test_pending_conversions_in_road_order() -> None:
    """R-37 (CAY-8.6.1): at the end of the phase, from the bridge on."""
    stage = Stage.at(
        phase="provost",
        provost=1,
        passed=[1, 2, 3, 0],
        hold={seat: {"deniers": 0} for seat in (1, 2, 3)},
        road={12: ("park", 0, 0), 20: ("mason", 1, 1)},
        workers={2: ["road 12", "road 20"], 3: ["road 5"]},
    ).play("decline")
    assert [event.args[0] for event in stage.events("converted")] == [12, 20]


def test_castle_loss_at_the_own_turn() -> None:
    """R-38 (CAY-9.5.1): before the next player gives batches."""
    stage = Stage.at(
        phase="castle", workers={0: ["castle 1"], 1: ["castle 2"]}, hold={0: {"vp": 5}, 1: {"cubes": "FWS"}}
    )
    assert (stage.vp(0), stage.actor) == (3, 1)


def test_provost_on_a_new_building() -> None:
    """R-39 (CAY-8.3.10): it is reached but holds no worker."""
    stage = Stage.at(phase="road", provost=9, workers={0: ["road 6"]}, hold={0: {"cubes": "FW"}})
    stage.play("build food-farm")
    assert (stage.tile(9), stage.cubes(0), stage.round) == ("farm_food", "", 2)


def test_returned_tile_in_the_same_phase() -> None:
    """R-40 (CAY-8.4.5): built again at the then first unbuilt space."""
    stage = Stage.at(
        phase="road",
        provost=16,
        road={9: ("lawyer", 0), 10: ("park", 0), 11: ("mason", 1)},
        workers={0: ["road 9"], 1: ["road 11"]},
        hold={0: {"cubes": "C"}, 1: {"cubes": "SF"}},
    ).play("convert park", "build park")
    assert (stage.tile(10), stage.tile(12), stage.owner(12)) == ("residence", "park", 1)


def test_simplified_without_a_cap() -> None:
    """R-42 (CAY-14.3): seven favours, seven times 3 points."""
    stage = Stage.at(
        favours="simplified",
        phase="end",
        castle={"dungeon": [0] * 6, "walls": [0] * 10, "towers": [0] * 14},
        hold={0: {"cubes": "", "deniers": 0}},
    )
    assert stage.vp(0) == 21

"""With which rules events are cited besides their own: where a rule holds for them, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import donjon
from tests.games.caylus.stage import Stage

BATCH = "batch food wood stone"


def rules(stage: Stage, kind: str, *texts: str) -> list[set[str]]:
    """Return the rules of the events of a kind after these actions."""
    return [set(event.rules) for event in stage.play(*texts).events(kind)]


def phase(stage: Stage, number: int, *texts: str) -> set[str]:
    """Return the rules that the beginning of a phase cites after these actions."""
    begun = [event for event in stage.play(*texts).events("phase_began") if event.args[0] == number]
    return set(begun[0].rules)


def castle(cubes: Sequence[str], **more: Any) -> Stage:
    """Return phase 6 with the workers of the first seats in the castle, each with these cubes."""
    workers = {seat: [f"castle {seat + 1}"] for seat in range(len(cubes))}
    hold = {seat: {"vp": 10, "cubes": own} for seat, own in enumerate(cubes)}
    return Stage.at(phase="castle", workers=workers, hold=hold, **more)


# Phases and rounds


def test_the_first_round_and_the_next() -> None:
    """CAY-2.8, CAY-10.4.2: a later round follows the phase 7 of the former one."""
    stage = Stage.at(phase="castle", ask="batch", workers={0: ["castle 1"]}, hold={0: {"cubes": "FWS"}})
    assert rules(stage, "round_began", "decline") == [{"CAY-3.1", "CAY-10.4.2"}]
    first = Stage(donjon.new("caylus", players=3, seed=1))
    assert rules(first, "round_began") == [{"CAY-3.1", "CAY-2.8"}]


@pytest.mark.parametrize(("text", "is_used"), [("joust", True), ("decline", False)])
def test_rows_are_free_again_after_a_phase_in_which_one_was_used(text: str, is_used: bool) -> None:
    """CAY-11.4.3: told where the phase ends, not where a later phase begins in the same action."""
    stage = Stage.at(phase="special", workers={0: ["joust_field"]}, hold={0: {"cubes": "C"}})
    stage.play(text, *(["favour money"] if is_used else []))
    assert ("CAY-11.4.3" in phase(stage, 4)) is is_used
    assert "CAY-11.4.3" not in phase(stage, 5, *["decline"] * 4)


def test_rows_are_told_to_be_free_once_in_an_action() -> None:
    """CAY-11.4.3: the row is used in phase 6; phases 1 and 2 follow in the same action without another."""
    stage = castle(["FWS"], castle={"dungeon": [0]}).play(BATCH, "favour money")
    assert ["CAY-11.4.3" in event.rules for event in stage.events("phase_began")] == [True, False, False]


def test_markers_leave_the_passing_scale_when_all_have_moved_the_provost() -> None:
    """CAY-7.6: at the beginning of phase 5 alone."""
    stage = Stage.at(phase="provost").play(*["decline"] * 4)
    told = [(event.args[0], "CAY-7.6" in event.rules) for event in stage.events("phase_began")]
    assert told[:2] == [(5, True), (6, False)]


@pytest.mark.parametrize(
    ("cubes", "texts", "expected"),
    [
        (["FWS"], ["decline"], {"CAY-9.7", "CAY-9.6.3"}),
        (["FWS"], [BATCH, "favour money"], {"CAY-9.7", "CAY-11.4.3"}),
    ],
)
def test_workers_leave_the_castle(cubes: list[str], texts: list[str], expected: set[str]) -> None:
    """CAY-9.7, CAY-9.6.3: the workers return; nobody gains a favour if nobody has put a house."""
    assert phase(castle(cubes), 7, *texts) == {"CAY-3.1", *expected}


def test_an_empty_castle_cites_nothing() -> None:
    """CAY-9.7, CAY-9.6.3: nobody can return from it, and nobody could have built."""
    stage = Stage.at(phase="road", workers={0: ["road 5"]}, hold={0: {"cubes": "F"}})
    assert phase(stage, 7, "sell food") == {"CAY-3.1"}


def test_a_worker_from_the_gate_leaves_the_castle_in_the_same_action() -> None:
    """CAY-9.7, CAY-9.6.3: the position before the action has nobody in the castle."""
    empty = {seat: {"deniers": 0, "cubes": ""} for seat in range(4)}
    stage = Stage.at(phase="special", workers={0: ["gate"]}, hold=empty)
    assert phase(stage, 7, "move castle") == {"CAY-3.1", "CAY-9.7", "CAY-9.6.3"}


# Income and placing


def test_income_cites_the_buildings_that_bring_it() -> None:
    """CAY-4.2 to CAY-4.4, CAY-8.4.6: of their owner and of nobody else."""
    road: dict[int, Any] = {9: ("residence", 0), 10: ("library", 1), 11: ("hotel", 2), 12: ("mason", 3)}
    stage = Stage.at(
        phase="castle", ask="batch", workers={0: ["castle 1"]}, road=road, hold={0: {"cubes": "FWS"}}
    )
    assert rules(stage, "income", "decline") == [
        {"CAY-4.1", "CAY-4.2", "CAY-8.4.6"},
        {"CAY-4.1", "CAY-4.3"},
        {"CAY-4.1", "CAY-4.4"},
        {"CAY-4.1"},
    ]


def test_who_can_place_passes_freely() -> None:
    """CAY-5.1.2, CAY-5.2.1: and who cannot, must (CAY-5.1.3), though it follows on another's action."""
    able = Stage.at(players=2, phase="placing", hold={0: {"deniers": 5}, 1: {"deniers": 5}})
    assert rules(able, "passed", "pass") == [{"CAY-5.2.1", "CAY-5.1.2"}]
    unable = Stage.at(players=2, phase="placing", hold={0: {"deniers": 1}, 1: {"deniers": 0}})
    assert rules(unable, "passed", "place gate")[:2] == [{"CAY-5.2.1", "CAY-5.1.3"}] * 2


def test_a_worker_in_the_inn_is_not_at_home() -> None:
    """CAY-5.1.4: cited for who has placed all others, in the same action too, and for nobody else."""
    places = [f"road {space}" for space in range(1, 5)]
    fields: dict[str, Any] = {"players": 2, "phase": "placing", "passed": [1], "hold": {0: {"deniers": 9}}}
    inn = Stage.at(workers={0: ["inn right", *places]}, **fields)
    assert rules(inn, "passed", "place 5") == [{"CAY-5.1.3", "CAY-5.2.1", "CAY-5.1.4"}]
    none = Stage.at(workers={0: ["gate", *places]}, **fields)
    assert rules(none, "passed", "place 5") == [{"CAY-5.1.3", "CAY-5.2.1"}]
    poor = Stage.at(workers={0: ["inn right"]}, **{**fields, "hold": {0: {"deniers": 1}}})
    assert rules(poor, "passed", "place 5") == [{"CAY-5.1.3", "CAY-5.2.1"}]


@pytest.mark.parametrize(
    ("cubes", "walls", "is_cited"), [("FF", 0, True), ("FWS", 0, False), ("FWS", 10, False), ("FF", 10, True)]
)
def test_no_cubes_are_needed_for_the_castle(cubes: str, walls: int, is_cited: bool) -> None:
    """CAY-5.6.4: cited where no batch is in hand, not where there is no part left to build."""
    parts = {"dungeon": [1] * 6, "walls": [1] * walls, "towers": [1] * (14 if walls else 0)}
    stage = Stage.at(
        phase="placing", castle=parts, scored=1, bailiff=13, hold={0: {"cubes": cubes, "deniers": 5}}
    )
    assert ("CAY-5.6.4" in rules(stage, "placed", "place castle")[0]) is is_cited


@pytest.mark.parametrize(
    ("players", "passed", "inn", "space", "expected"),
    [
        (3, [], False, "gate", {"CAY-5.4.1", "CAY-5.4.4"}),
        (3, [], False, "stables", {"CAY-5.4.1", "CAY-5.4.4", "CAY-5.6.1"}),
        (3, [], False, "inn", {"CAY-5.4.1", "CAY-5.4.4", "CAY-5.6.2"}),
        (3, [], False, "1", {"CAY-5.4.1"}),
        (3, [], False, "16", {"CAY-5.4.1", "CAY-5.3.4"}),
        (3, [], False, "9", {"CAY-5.4.2", "CAY-5.5.2", "CAY-5.3.4"}),
        (3, [1], True, "gate", {"CAY-5.4.3", "CAY-6.7.4"}),
        (2, [1], False, "1", {"CAY-13.4"}),
        (2, [1], False, "9", {"CAY-5.4.2", "CAY-5.5.2", "CAY-5.3.4", "CAY-13.5"}),
        (2, [1], True, "1", {"CAY-5.4.3", "CAY-6.7.4", "CAY-13.5"}),
        (2, [], True, "1", {"CAY-5.4.3", "CAY-6.7.4"}),
    ],
)
def test_what_holds_for_placing(
    players: int, passed: list[int], inn: bool, space: str, expected: set[str]
) -> None:
    """CAY-5.3.4, CAY-5.4, CAY-5.5.2, CAY-5.6, CAY-6.7.4, CAY-13.5: costs, houses, circles, the provost."""
    workers = {0: ["inn right"]} if inn else {}
    hold = {0: {"deniers": 9}}
    fields: dict[str, Any] = {"road": {9: ("mason", 0)}, "workers": workers, "hold": hold, "passed": passed}
    stage = Stage.at(players, phase="placing", provost=6, **fields)
    assert rules(stage, "placed", f"place {space}") == [expected]


@pytest.mark.parametrize("inn", [False, True])
def test_a_visit_counts_also_when_it_is_cheap(inn: bool) -> None:
    """CAY-5.5.4: cited for who stands on the right circle of the inn."""
    workers = {0: ["inn right"]} if inn else {1: ["inn right"]}
    stage = Stage.at(phase="placing", road={9: ("mason", 1)}, workers=workers, hold={0: {"deniers": 5}})
    assert rules(stage, "visited", "place 9") == [{"CAY-5.5.1", *(["CAY-5.5.4"] if inn else [])}]


def test_the_gate_brings_a_visit_without_a_cost() -> None:
    """CAY-6.2.2, CAY-6.2.3, CAY-5.6.3: the inn's discount has no part in it."""
    stage = Stage.at(phase="special", road={9: ("mason", 1)}, workers={0: ["gate", "inn right"]})
    twin = stage.twin()
    assert rules(stage, "visited", "move 9") == [{"CAY-6.2.3", "CAY-5.5.1"}]
    assert [set(event.rules) for event in stage.events("moved_from_gate")] == [{"CAY-6.2.1", "CAY-6.2.2"}]
    assert rules(twin, "moved_from_gate", "move castle") == [{"CAY-6.2.1", "CAY-6.2.2", "CAY-5.6.3"}]


# The provost and the road


@pytest.mark.parametrize(
    ("ask", "target", "expected"),
    [
        ("provost", "provost +1", {"CAY-7.2", "CAY-7.3"}),
        ("provost", "provost +3", {"CAY-7.2", "CAY-7.3", "CAY-7.5"}),
        ("guild", "provost +1", {"CAY-6.4.1"}),
        ("guild", "provost +3", {"CAY-6.4.1", "CAY-7.5"}),
    ],
)
def test_the_provost_moves(ask: str, target: str, expected: set[str]) -> None:
    """CAY-7.3, CAY-7.5: limited by the deniers held in phase 4 alone; spaces may be unbuilt."""
    workers = {0: ["merchants_guild"]} if ask == "guild" else {}
    stage = Stage.at(
        phase="special" if ask == "guild" else "provost", provost=7, workers=workers, hold={0: {"deniers": 3}}
    )
    assert rules(stage, "provost_moved", target)[0] == expected


def test_production_cites_what_is_printed_and_whose_house_is_on_it() -> None:
    """CAY-8.2.2 to CAY-8.2.5, CAY-8.2.7: the owner alone goes without the extra cube."""
    road: dict[int, Any] = {9: ("sawmill_wood", 1), 10: ("park", 0), 11: ("workshop", 1)}
    workers = {0: ["road 1", "road 3", "road 9", "road 10", "road 11", "road 16"]}
    stage = Stage.at(phase="road", provost=16, road=road, workers=workers).play("produce food")
    stage.play(next(iter(stage.legal("bonus"))))
    told = {event.args[2]: set(event.rules) for event in stage.events("produced")}
    assert list(told.values()) == [
        {"CAY-8.2.1", "CAY-8.2.2"},
        {"CAY-8.2.1", "CAY-8.2.2"},
        {"CAY-8.2.1", "CAY-8.2.4"},
        {"CAY-8.2.1", "CAY-8.2.5", "CAY-8.2.7"},
        {"CAY-8.2.1", "CAY-8.2.5"},
        {"CAY-8.2.1", "CAY-8.2.3"},
    ]


def test_a_building_works_until_it_is_converted() -> None:
    """CAY-8.4.8: the conversion is paid for in the action in which the building runs, or before it."""
    road: dict[int, Any] = {9: ("lawyer", 1), 10: ("sawmill_wood", 0)}
    workers = {0: ["road 9", "road 10"]}
    fields: dict[str, Any] = {"phase": "road", "provost": 10, "workers": workers}
    stage = Stage.at(road=road, hold={0: {"cubes": "C"}}, **fields)
    assert rules(stage.twin(), "produced", "convert 10") == [{"CAY-8.2.1", "CAY-8.2.4", "CAY-8.4.8"}]
    assert rules(stage, "produced", "decline") == [{"CAY-8.2.1", "CAY-8.2.4"}]


def test_a_converted_tile_goes_back() -> None:
    """CAY-8.4.5: a building converted; CAY-8.4.7 and CAY-8.1.5 too where a worker stood on it."""
    fields: dict[str, Any] = {"road": {9: ("lawyer", 1), 10: ("sawmill_wood", 0)}, "provost": 10}
    hold = {0: {"deniers": 5, "cubes": "C"}}
    free = Stage.at(phase="road", workers={0: ["road 9"]}, hold=hold, **fields)
    assert rules(free, "converted", "convert 10") == [{"CAY-8.4.4", "CAY-8.4.5"}]
    taken = Stage.at(phase="road", workers={0: ["road 9"], 1: ["road 10"]}, hold=hold, **fields)
    assert rules(taken, "converted", "convert 10") == [{"CAY-8.4.4", "CAY-8.4.5", "CAY-8.4.7", "CAY-8.1.5"}]


@pytest.mark.parametrize(("step", "is_reached"), [("provost -1", False), ("decline", True)])
def test_where_the_provost_stands_now_decides_how_a_conversion_comes(step: str, is_reached: bool) -> None:
    """CAY-8.1.5, CAY-8.6.1: after the building, or at the end; the provost moves in the same action."""
    road: dict[int, Any] = {10: ("sawmill_wood", 0, 0)}
    fields: dict[str, Any] = {"passed": [1, 0], "road": road, "workers": {0: ["road 10"]}, "provost": 10}
    stage = Stage.at(players=2, phase="provost", **fields)
    how = "CAY-8.1.5" if is_reached else "CAY-8.6.1"
    assert rules(stage, "converted", "decline", step) == [{"CAY-8.4.4", "CAY-8.4.5", "CAY-8.4.7", how}]


def test_several_conversions_are_deferred() -> None:
    """CAY-8.4.10: cited where this one waits besides another, though it is done in the same action."""
    road: dict[int, Any] = {9: ("lawyer", 1), 10: ("sawmill_wood", 0), 11: ("quarry_wood", 0, 0)}
    fields: dict[str, Any] = {"phase": "road", "provost": 11, "hold": {0: {"cubes": "CC"}}}
    both = Stage.at(road=road, workers={0: ["road 9", "road 10", "road 11"]}, **fields)
    assert rules(both, "to_convert", "convert 10") == [{"CAY-8.4.7", "CAY-8.4.1", "CAY-8.4.2", "CAY-8.4.10"}]
    alone = Stage.at(road={**road, 11: ("quarry_wood", 0)}, workers={0: ["road 9", "road 10"]}, **fields)
    assert rules(alone, "to_convert", "convert 10") == [{"CAY-8.4.7", "CAY-8.4.1", "CAY-8.4.2"}]
    road |= {10: ("sawmill_wood", 0, 0)}
    at_once = Stage.at(road=road, workers={0: ["road 9", "road 10", "road 11"]}, **fields)
    assert rules(at_once, "to_convert", "convert 1") == [{"CAY-8.4.1", "CAY-8.4.2"}]


def test_workers_go_home_with_their_rules() -> None:
    """CAY-8.6.1, CAY-5.5.3, CAY-8.2.8: beyond the provost; the owner keeps the point and gets no cube."""
    workers = {0: ["road 5", "road 7", "road 9", "road 10", "road 11"]}
    road = {9: ("farm_stone", 1), 10: ("mason", 1), 11: ("park", 0)}
    stage = Stage.at(phase="road", provost=5, workers=workers, road=road)
    assert rules(stage, "not_reached", "sell food") == [
        {"CAY-8.1.2", "CAY-8.6.1"},
        {"CAY-8.1.2", "CAY-8.6.1", "CAY-5.5.3", "CAY-8.2.8"},
        {"CAY-8.1.2", "CAY-8.6.1", "CAY-5.5.3"},
        {"CAY-8.1.2", "CAY-8.6.1"},
    ]


# Building

BUILT = {"CAY-8.3.6", "CAY-8.3.2"}
BY_FAVOUR = {"CAY-11.5.4", "CAY-11.5.5", "CAY-11.5.6"}


@pytest.mark.parametrize(
    ("builder", "text", "expected"),
    [
        ("mason", "build park", {"CAY-8.3.1", "CAY-8.3.4", "CAY-8.3.10"}),
        (
            "mason",
            "build church",
            {"CAY-8.3.1", "CAY-8.3.4", "CAY-8.3.10", "CAY-8.3.8", "CAY-8.3.9", "CAY-11.1.1"},
        ),
        ("architect", "build statue", {"CAY-8.3.1", "CAY-8.3.7", "CAY-8.3.8", "CAY-11.1.1"}),
        ("architect", "build granary", {"CAY-8.3.1", "CAY-8.3.7"}),
    ],
)
def test_what_is_built_in_phase_5(builder: str, text: str, expected: set[str]) -> None:
    """CAY-8.3: who builds, where the tile lies, the favours of some; prestige tiles take no worker."""
    road: dict[int, Any] = {9: (builder, 1), 10: ("residence", 0)}
    hold = {0: {"cubes": "FFFFFWWWWWSSSSSCCCCCGGGGG"}}
    stage = Stage.at(phase="road", provost=9, road=road, workers={0: ["road 9"]}, hold=hold)
    assert rules(stage, "built", text) == [BUILT | expected]


BY_FAVOUR_AT: dict[str, tuple[dict[str, Any], list[str]]] = {
    "special": ({"workers": {0: ["joust_field"]}}, ["joust"]),
    "road": ({"workers": {0: ["road 9"]}, "road": {9: ("mason", 1)}, "provost": 9}, ["build church"]),
    "castle": ({"owed": 1, "favoured": 0}, []),
    "end": ({"owed": 1, "favoured": 0, "castle": {"dungeon": [1] * 6}}, []),
}


@pytest.mark.parametrize(
    ("phase", "is_early"), [("special", True), ("road", True), ("castle", False), ("end", False)]
)
def test_what_is_built_by_a_favour(phase: str, is_early: bool) -> None:
    """CAY-8.3.10: a tile built in phase 3 or 5 does nothing in this round; it is about no other phase."""
    fields, before = BY_FAVOUR_AT[phase]
    hold = {0: {"cubes": "FFFFFWWWWWSSSSSCCCCCGGGGG", "columns": {"build": 2}}}
    stage = Stage.at(phase=phase, hold=hold, **fields).play(*before, "favour build")
    built = rules(stage, "built", "build lawyer")[-1]
    assert built == BUILT | BY_FAVOUR | {"CAY-8.3.4"} | ({"CAY-8.3.10"} if is_early else set())


# The castle and its sections


@pytest.mark.parametrize(("vp", "is_cut"), [(5, False), (2, False), (1, True), (0, True)])
def test_a_loss_cut_short_cites_the_floor(vp: int, is_cut: bool) -> None:
    """CAY-3.4: no batch costs 2 points, but nobody drops below 0."""
    stage = Stage.at(
        phase="castle", ask="batch", workers={0: ["castle 1"]}, hold={0: {"vp": vp, "cubes": "FWS"}}
    )
    assert ("CAY-3.4" in rules(stage, "no_batch", "decline")[0]) is is_cut


@pytest.mark.parametrize(("houses", "is_current"), [(5, True), (6, False)])
def test_a_house_in_the_next_section(houses: int, is_current: bool) -> None:
    """CAY-9.3.1, CAY-9.3.2: the current section first; a full one is no longer built in."""
    cited = rules(castle(["FWS"], castle={"dungeon": [1] * houses}), "batch", BATCH)[0]
    assert cited >= {"CAY-9.4", "CAY-9.2.1", "CAY-9.2.2", "CAY-9.2.3", "CAY-9.3.2"}
    assert ("CAY-9.3.1" in cited) is is_current


def test_results_of_a_section() -> None:
    """CAY-3.4, CAY-10.3.5, CAY-10.3.6, CAY-11.1.1: of 2, 1, 0 and 0 houses; one of the last has 1 point."""
    parts = {"dungeon": [0, 0, 1, 0, 0, 0], "walls": [1]}
    hold = {2: {"vp": 5}, 3: {"vp": 1}}
    stage = Stage.at(phase="end", castle=parts, hold=hold)
    assert rules(stage, "section_result", "favour money") == [
        {"CAY-10.3.2", "CAY-10.3.6"},
        {"CAY-10.3.2", "CAY-10.3.5"},
        {"CAY-10.3.2", "CAY-10.3.5", "CAY-3.4"},
    ]


def test_favours_of_a_section_are_no_loss() -> None:
    """CAY-3.4: who gains favours loses nothing."""
    stage = castle(["FWS"], castle={"dungeon": [0] * 5}, favours="simplified")
    gained = rules(stage, "section_result", BATCH)[0]
    assert gained == {"CAY-10.3.2", "CAY-10.3.5", "CAY-11.1.1"}


@pytest.mark.parametrize(("houses", "bailiff", "is_empty"), [(5, 6, False), (4, 11, True)])
def test_parts_of_a_section_stay_empty(houses: int, bailiff: int, is_empty: bool) -> None:
    """CAY-9.3.4: not where this very action has built the last part."""
    stage = castle(["FWS"], castle={"dungeon": [1] * houses}, bailiff=bailiff, favours="simplified")
    assert ("CAY-9.3.4" in rules(stage, "section_scored", BATCH)[0]) is is_empty


def test_sections_due_together() -> None:
    """CAY-10.2.3, CAY-10.4.1: the Dungeon is reached, the Walls are complete; nothing follows the Towers."""
    both = {"dungeon": [1] * 6, "walls": [1] * 9}
    stage = castle(["FWS"], castle=both, bailiff=11, favours="simplified")
    scored = [cited & {"CAY-10.2.3", "CAY-10.4.1"} for cited in rules(stage, "section_scored", BATCH)]
    assert scored == [{"CAY-10.2.3", "CAY-10.4.1"}, {"CAY-10.4.1"}]
    last = castle(["FWS"], scored=2, bailiff=23, favours="simplified")
    assert rules(last, "section_scored", BATCH) == [{"CAY-10.2.1", "CAY-10.3.1", "CAY-9.3.4"}]


@pytest.mark.parametrize(("bailiff", "is_unbuilt"), [(6, False), (9, True)])
def test_the_bailiff_stands_on_unbuilt_spaces(bailiff: int, is_unbuilt: bool) -> None:
    """CAY-10.1.2: cited where it does."""
    stage = Stage.at(
        phase="castle", ask="batch", workers={0: ["castle 1"]}, hold={0: {"cubes": "FWS"}}, bailiff=bailiff
    )
    assert ("CAY-10.1.2" in rules(stage, "bailiff_moved", "decline")[0]) is is_unbuilt


# Favours


def favour(column: int, row: str = "prestige", other: int = 0, **fields: Any) -> Stage:
    """Return a favour of seat 0, whose marker of the row is in `column`; all others' stand in `other`."""
    hold = {seat: {"columns": {row: column if seat == 0 else other}} for seat in range(4)}
    return Stage.at(phase="castle", ask="row", actor=0, hold=hold, **fields)


@pytest.mark.parametrize(("column", "stays"), [(0, False), (1, False), (2, True)])
def test_a_stuck_marker_cites_its_rule(column: int, stays: bool) -> None:
    """CAY-11.2.4: columns 1 and 2 are open; in column 2 the marker cannot move, and the row is used."""
    cited = rules(favour(column), "row_chosen", "favour vp")[0]
    assert cited >= {"CAY-11.2.2", "CAY-11.1.2", "CAY-11.2.1", "CAY-11.4.1"}
    assert ("CAY-11.2.4" in cited) is stays


@pytest.mark.parametrize(("other", "shares"), [(0, False), (1, True), (2, False)])
def test_markers_share_a_space(other: int, shares: bool) -> None:
    """CAY-11.2.5: where the marker stands after it has moved."""
    assert ("CAY-11.2.5" in rules(favour(0, other=other), "row_chosen", "favour vp")[0]) is shares


@pytest.mark.parametrize(
    ("row", "texts", "rule"),
    [
        ("build", ["favour build"], "CAY-11.5.4"),
        ("build", ["favour build", "decline"], "CAY-11.5.4"),
        ("cubes", ["favour cubes", "decline"], "CAY-11.5.3"),
    ],
)
def test_a_row_that_is_not_used(row: str, texts: list[str], rule: str) -> None:
    """CAY-11.5.3, CAY-11.5.4: the rule of that row, also where nothing can be built and nobody is asked."""
    stage = Stage.at(
        phase="castle",
        owed=1,
        favoured=0,
        hold={0: {"cubes": "FW" if len(texts) == 2 else "", "columns": {row: 2}}},
    )
    assert rules(stage, "favour_not_used", *texts) == [{"CAY-11.2.3", rule}]

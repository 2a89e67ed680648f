"""Chapter 9: batches for the castle."""

from __future__ import annotations

import pytest

from tests.games.caylus.stage import Stage
from tests.referees.caylus_printed import SECTIONS


def castle(cubes: dict[int, str], **more) -> Stage:
    """Phase 6 with the workers of these seats in the castle, in this order."""
    workers = {seat: [f"castle {place}"] for place, seat in enumerate(cubes, 1)}
    hold = {seat: {"cubes": own, "vp": 10} for seat, own in cubes.items()}
    return Stage.at(phase="castle", workers=workers, hold={**hold, **more.pop("hold", {})}, **more)


def finish(stage: Stage) -> Stage:
    """Uses favours on points until the next round begins."""
    while stage.ask == "row":
        stage.play(min(stage.legal("favour p") or stage.legal()))
    return stage


def test_order_of_the_castle() -> None:
    """CAY-9.1: only those with a worker there, by castle space, whatever the turn order."""
    stage = castle({2: "FWS", 0: "FWS", 3: "FWS"})
    acted = []
    while stage.ask == "batch":
        acted.append(stage.actor)
        stage.play("decline")
    assert acted == [2, 0, 3]
    assert stage.vp(1) == 0


def test_any_number_of_batches() -> None:
    """CAY-9.2.1, CAY-9.2.3, CAY-9.4: from none up to what can be paid; one house for each."""
    stage = castle({0: "FFFWWWSSS"})
    for given in range(4):
        twin = stage.twin()
        for _ in range(given):
            twin.play("batch food wood stone")
        if given < 3:
            twin.play("decline")
        assert twin.castle["dungeon"] == [0] * given
        assert twin.player(0)["points"]["castle"] == 5 * given
    assert stage.twin().play(*["batch food wood stone"] * 3).ask == "row"


@pytest.mark.parametrize(
    ("cubes", "batches"),
    [
        ("FWS", {"food wood stone"}),
        ("FWC", {"food wood cloth"}),
        ("FSG", {"food stone gold"}),
        (
            "FWSCG",
            {
                "food wood stone",
                "food wood cloth",
                "food wood gold",
                "food stone cloth",
                "food stone gold",
                "food cloth gold",
            },
        ),
        ("WSCG", set()),
        ("FFWW", set()),
        ("FFFF", set()),
        ("FGGW", {"food wood gold"}),
        ("FGGG", set()),
    ],
)
def test_what_a_batch_is(cubes: str, batches: set[str]) -> None:
    """CAY-9.2.2: three different kinds, one of them food; gold is a kind like the others."""
    stage = castle({0: cubes}, ask="batch")
    assert stage.legal("batch") == {f"batch {batch}" for batch in batches}
    assert stage.why("batch food food wood") == "CAY-9.2.2"
    assert stage.why("batch wood stone cloth") == "CAY-9.2.2"
    assert stage.why("batch food wood") == "CAY-9.2.2"


def test_current_section() -> None:
    """CAY-9.3.1, CAY-9.3.2, CAY-9.4: the first unscored section, then the next ones, at their own points."""
    for scored, section in enumerate(SECTIONS):
        stage = castle({0: "FWS"}, scored=scored).play("batch food wood stone")
        assert stage.castle[section] == [0]
        assert stage.vp(0) == 10 + SECTIONS[section][1]
        assert stage.match.view()["castle"]["current"] == section
    over = castle({0: "FFFWWWSSS"}, castle={"dungeon": [1] * 6, "walls": [1] * 9}, scored=0)
    over.play(*["batch food wood stone"] * 3)
    assert over.castle == {"dungeon": [1] * 6, "walls": [1] * 9 + [0], "towers": [0, 0]}
    assert over.vp(0) == 10 + 4 + 3 + 3


def test_no_free_part() -> None:
    """CAY-9.3.3: nothing more can be given; what is left is kept."""
    towers = {"dungeon": [1] * 6, "walls": [1] * 10, "towers": [1] * 13}
    stage = castle({0: "FFWWSS"}, castle=towers).play("batch food wood stone")
    assert stage.castle["towers"] == [1] * 13 + [0]
    assert stage.cubes(0) == "FWS"
    assert (stage.ask, stage.actor) == ("row", 0)


def test_scored_sections_stay_as_they_are() -> None:
    """CAY-9.3.4: an empty part of a scored section is never filled."""
    stage = castle({0: "FWS"}, scored=1, castle={"dungeon": [1, 1]}).play("batch food wood stone")
    assert stage.castle == {"dungeon": [1, 1], "walls": [0], "towers": []}


def test_no_batch() -> None:
    """CAY-9.5.1, CAY-9.5.2: 2 points less, not below 0, unless no part is free."""
    assert castle({0: "FWS"}).play("decline").vp(0) == 8
    assert castle({0: ""}).vp(0) == 8
    assert castle({0: ""}, hold={0: {"vp": 1, "cubes": ""}}).vp(0) == 0
    assert castle({0: ""}).player(0)["points"]["penalties"] == -2
    full = {"dungeon": [1] * 6, "walls": [1] * 10, "towers": [1] * 14}
    assert castle({0: ""}, castle=full, scored=2).told["phase"] == "end"
    for cubes in ("", "FWS"):
        stage = castle({0: cubes}, castle=full, order=[1, 2, 3, 0])
        assert stage.vp(0) == 10
    last = castle({1: "FWS", 0: "FWS"}, castle={**full, "towers": [1] * 13})
    last.play("batch food wood stone")
    assert last.vp(0) == 10


def test_most_houses() -> None:
    """CAY-9.6.1, CAY-9.6.2: most of this phase, in a tie the lower castle space; one favour."""
    stage = castle({2: "FWS", 0: "FFWWSS"})
    stage.play("batch food wood stone", "batch food wood stone", "batch food wood stone")
    assert (stage.ask, stage.actor, stage.owed) == ("row", 0, 1)
    tie = castle({2: "FWS", 0: "FWS"}).play("batch food wood stone", "batch food wood stone")
    assert (tie.ask, tie.actor) == ("row", 2)
    earlier = castle({2: "FWS", 0: "FWS"}, castle={"dungeon": [0, 0, 0]}).play(
        "batch food wood stone", "decline"
    )
    assert earlier.actor == 2
    assert finish(tie).round == 2


def test_nobody_builds() -> None:
    """CAY-9.6.3, CAY-9.7: no favour, and the workers return home."""
    stage = castle({2: "FWS", 0: "FWS"}).play("decline", "decline")
    assert (stage.round, stage.ask) == (2, "place")
    assert [stage.places(seat) for seat in range(4)] == [[], [], [], []]
    assert castle({2: "FWS"}).play("decline").round == 2


def test_houses_of_earlier_rounds_do_not_count() -> None:
    """CAY-9.5.1, CAY-9.6.1: neither against the loss nor for the favour."""
    stage = castle(
        {2: "FWS", 0: "FWS"},
        round=5,
        bailiff=11,
        castle={"dungeon": [0, 2, 0, 0]},
        hold={2: {"cubes": "FWS", "batches": 1, "vp": 9}, 0: {"cubes": "FWS", "batches": 3, "vp": 9}},
    )
    lost = stage.twin().play("batch food wood stone", "decline")
    assert (lost.vp(0), lost.ask, lost.actor) == (7, "row", 2)
    stage.play("batch food wood stone", "batch food wood stone")
    assert (stage.ask, stage.actor) == ("row", 2)


def test_workers_return_after_the_favour() -> None:
    """CAY-9.7: the favour is used first."""
    stage = castle({2: "FWS"}).play("batch food wood stone")
    assert stage.places(2) == ["castle 1"]
    assert finish(stage).places(2) == []

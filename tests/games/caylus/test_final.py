"""Chapters 12 and 15: the end of the game."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.caylus.stage import Stage


def last_round(hold: dict[int, dict[str, object]], **more) -> Stage:
    """Phase 7 in which the bailiff reaches the Towers; everybody has a house there."""
    towers = {"towers": [0, 1, 2, 3]}
    fields = {"phase": "end", "bailiff": 23, "scored": 2, "castle": towers, "hold": hold}
    return Stage.at(**{**fields, **more})


def test_the_end() -> None:
    """CAY-12.1: right after the Towers, their favours included; then nothing can be chosen."""
    stage = last_round({0: {"vp": 5, "cubes": "", "deniers": 0}}, castle={"towers": [0, 0, 1, 2, 3]})
    assert (stage.phase, stage.ask, stage.actor) == ("end", "row", 0)
    stage.play("favour money")
    assert stage.match.over
    assert stage.match.waiting == ()
    assert stage.deniers(0) == 3
    assert stage.vp(0) == 5
    for text in ("pass", "favour vp", "place gate", "decline"):
        assert stage.why(text) == "CAY-12.1"


@pytest.mark.parametrize(
    ("cubes", "deniers", "vp"),
    [
        ("", 0, 0),
        ("G", 0, 3),
        ("GGGG", 3, 12),
        ("FW", 0, 0),
        ("FWS", 0, 1),
        ("FFFFF", 0, 1),
        ("FWSCFW", 0, 2),
        ("", 3, 0),
        ("", 4, 1),
        ("", 11, 2),
        ("FWSGG", 8, 9),
    ],
)
def test_final_count(cubes: str, deniers: int, vp: int) -> None:
    """CAY-12.2, CAY-12.3, CAY-12.4: 3 for a gold, 1 for 3 other cubes, 1 for 4 deniers, rounded down."""
    stage = last_round({0: {"vp": 7, "cubes": cubes, "deniers": deniers}})
    assert stage.match.over
    assert stage.vp(0) == 7 + vp
    assert stage.player(0)["points"]["final count"] == vp
    announced = Stage.at(hold={0: {"cubes": cubes, "deniers": deniers}}, ask="place").match.view()
    assert sum(announced["players"][0]["count"].values()) == vp


def test_ties() -> None:
    """CAY-12.5: most points win; all who are tied for the most."""
    none = {"cubes": "", "deniers": 0}
    stage = last_round({seat: {**none, "vp": vp} for seat, vp in enumerate((8, 12, 12, 3))})
    assert stage.match.points == [8, 12, 12, 3]
    assert stage.match.ranks == [3, 1, 1, 4]
    won = Stage.at(
        phase="end",
        ask="row",
        actor=3,
        at=4,
        scored=2,
        bailiff=24,
        hold={seat: {**none, "vp": vp} for seat, vp in enumerate((8, 12, 12, 11))},
    ).play("favour vp")
    assert [event.seat for event in won.events("won")] == [1, 2, 3]


@pytest.mark.parametrize(("way", "rounds"), [("provost -1", 18), ("provost +1", 9)])
def test_length(way: str, rounds: int) -> None:
    """CAY-15.1: 18 rounds when the provost is always held back, 9 when it always leads."""
    stage = Stage.new(3)
    while not stage.match.over:
        if stage.ask == "place":
            stage.play("pass")
        elif stage.ask == "provost":
            stage.play(way if stage.provost == stage.bailiff and stage.can(way) else "decline")
    assert stage.round == rounds
    assert stage.bailiff in (24, 25)


def test_most_workers() -> None:
    """CAY-15.2: never more than 6 of each player."""
    stage = Stage.at(5, hold={seat: {"deniers": 99} for seat in range(5)})
    random = Random(4)
    while stage.phase == "placing":
        stage.play(random.choice(sorted(stage.legal("place")) or ["pass"]))
    assert sum(len(event.args) > 0 for event in stage.events("placed")) <= 30
    assert all(len(stage.places(seat)) <= 6 for seat in range(5))


def test_large_numbers() -> None:
    """CAY-15.3: thousands of deniers, cubes and points are kept."""
    stage = last_round({0: {"vp": 9000, "cubes": "G" * 1000, "deniers": 9999}})
    assert stage.vp(0) == 9000 + 3000 + 2499


def test_guild_never_meets_the_ends() -> None:
    """CAY-15.5: in phase 3 the provost is with the bailiff on 6 to 23, so every step is legal."""
    for space in range(6, 24):
        stage = Stage.at(phase="special", bailiff=space, provost=space, workers={0: ["merchants_guild"]})
        assert len(stage.legal("provost")) == 6

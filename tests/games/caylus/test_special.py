"""Chapter 6: the special spaces."""

from __future__ import annotations

import pytest

from tests.games.caylus.stage import Stage
from tests.referees.caylus_printed import SPECIALS


def special(workers: dict[int, list[str]], players: int = 4, **more: object) -> Stage:
    """Phase 3 with these workers."""
    return Stage.at(players, phase="special", workers=workers, **more)


def test_order_of_the_special_spaces() -> None:
    """CAY-6.1: from the gate to the inn; only those with a worker do anything."""
    stage = special(
        {
            0: ["gate", "joust_field"],
            1: ["trading_post", "merchants_guild"],
            2: ["stables 1", "inn left"],
        },
        hold={0: {"cubes": "C"}},
    )
    asked = []
    while stage.phase == "special":
        asked.append((stage.ask, stage.actor))
        stage.play("take back" if stage.ask == "gate" else "decline")
    assert asked == [("gate", 0), ("guild", 1), ("joust", 0)]
    told = [event.kind for event in stage.match.events]
    happened = ["taken_back", "trading_post", "provost_stayed", "not_used", "new_place", "inn_moved"]
    assert [kind for kind in told if kind in happened] == happened
    assert special({}).phase == "provost"


def test_gate() -> None:
    """CAY-6.2.1, CAY-6.2.2: free, to wherever a worker may be placed; it works there in this round."""
    stage = special({0: ["gate"]}, hold={0: {"deniers": 0}})
    targets = {text.removeprefix("move ") for text in stage.legal("move")}
    specials = {name.replace("_", "-") for name in SPECIALS[1:]}
    buildings = {"neutral-farm", "forest", "neutral-sawmill", "neutral-quarry", "neutral-market"}
    fixed = {"neutral-carpenter", "peddler", "carpenter", "gold-mine"}
    assert targets == specials | {"castle"} | buildings | fixed
    post = stage.twin().play("move trading-post")
    assert post.deniers(0) == 3
    assert post.places(0) == []
    farm = stage.twin().play("move 4")
    assert farm.places(0) == ["road 4"]
    for _ in range(3):
        farm.play("decline")
    assert farm.cubes(0) == "FFWS"
    inn = stage.twin().play("move inn")
    assert inn.places(0) == ["inn right"]
    castle = stage.play("move castle")
    assert castle.places(0) == ["castle 1"]


@pytest.mark.parametrize("space", ["merchants-guild", "joust-field", "stables"])
def test_gate_to_later_special_spaces(space: str) -> None:
    """CAY-6.2.2: the guild, the joust field and the stables act in this round."""
    stage = special({2: ["gate"]}, hold={2: {"cubes": "C"}}).play(f"move {space}")
    if space == "stables":
        assert stage.order == [2, 0, 1, 3]
    else:
        assert (stage.ask, stage.actor) == ("guild" if space == "merchants-guild" else "joust", 2)


def test_gate_and_second_workers() -> None:
    """CAY-6.2.2: no second worker in castle or stables, but beside an own guest in the inn."""
    stage = special({0: ["gate", "castle 1", "stables 1", "inn right"]})
    assert stage.why("move castle") == "CAY-5.6.3"
    assert stage.why("move stables") == "CAY-5.6.1"
    assert stage.why("move gate") == "CAY-5.3.3"
    stage.play("move inn")
    assert sorted(stage.places(0)) == ["castle 1", "inn right"]


def test_gate_to_another_players_building() -> None:
    """CAY-6.2.3: 1 point for the owner at once; none for an own building."""
    stage = special({0: ["gate"]}, road={9: ("mason", 1), 10: ("park", 0)})
    assert stage.twin().play("move mason").vp(1) == 1
    assert stage.play("move park").vp(0) == 0


def test_gate_left_behind() -> None:
    """CAY-6.2.4: the worker returns home."""
    stage = special({0: ["gate"]}).play("take back")
    assert stage.places(0) == []
    assert stage.phase == "provost"


def test_trading_post() -> None:
    """CAY-6.3: 3 deniers, nothing to decide, worker home."""
    stage = special({1: ["trading_post"]}, hold={1: {"deniers": 4}})
    assert (stage.deniers(1), stage.places(1), stage.phase) == (7, [], "provost")


def test_guild() -> None:
    """CAY-6.4.1: 1 to 3 spaces forward or backward, free; the worker returns either way."""
    stage = special({1: ["merchants_guild"]}, provost=8, bailiff=8)
    assert stage.legal() == {"decline", *(f"provost {step:+d}" for step in (-3, -2, -1, 1, 2, 3))}
    before = stage.deniers(1)
    moved = stage.twin().play("provost +3")
    assert (moved.provost, moved.deniers(1), moved.places(1), moved.phase) == (11, before, [], "provost")
    stage.play("decline")
    assert (stage.provost, stage.places(1), stage.phase) == (8, [], "provost")


@pytest.mark.parametrize(("provost", "steps"), [(1, "+1 +2 +3"), (2, "-1 +1 +2 +3"), (27, "-3 -2 -1 +1")])
def test_guild_on_the_road(provost: int, steps: str) -> None:
    """CAY-6.4.2: the provost stays on spaces 1 to 28, and a move is not shortened."""
    stage = special({1: ["merchants_guild"]}, provost=provost)
    assert stage.legal("provost") == {f"provost {step}" for step in steps.split()}
    for step in ("-3", "-2", "-1", "+1", "+2", "+3"):
        assert stage.why(f"provost {step}") == ("" if step in steps.split() else "CAY-7.4")


def test_joust() -> None:
    """CAY-6.5: 1 denier and 1 cloth for 1 favour, once; declining takes the worker home as well."""
    stage = special({1: ["joust_field"]}, hold={1: {"deniers": 3, "cubes": "CCC"}})
    assert stage.legal() == {"joust", "decline"}
    unused = stage.twin().play("decline")
    assert (unused.deniers(1), unused.cubes(1), unused.places(1)) == (3, "CCC", [])
    stage.play("joust")
    assert (stage.deniers(1), stage.cubes(1), stage.ask, stage.owed) == (2, "CC", "row", 1)
    stage.play("favour vp")
    assert (stage.vp(1), stage.places(1), stage.phase) == (1, [], "provost")
    assert special({1: ["joust_field"]}, hold={1: {"cubes": "G"}}).phase == "provost"


@pytest.mark.parametrize(
    ("circles", "order"),
    [
        ([3], [3, 0, 1, 2, 4]),
        ([4, 1], [4, 1, 0, 2, 3]),
        ([2, 4, 3], [2, 4, 3, 0, 1]),
        ([0, 1, 2], [0, 1, 2, 3, 4]),
    ],
)
def test_stables(circles: list[int], order: list[int]) -> None:
    """CAY-6.6.1: circles 1 to 3 come first, the others follow as before."""
    workers = {seat: [f"stables {circle}"] for circle, seat in enumerate(circles, 1)}
    stage = special(workers, players=5)
    assert stage.order == order
    assert [stage.places(seat) for seat in circles] == [[]] * len(circles)


def test_when_the_stables_take_effect() -> None:
    """CAY-6.6.2: at once, for scoring; phase 4 keeps the passing order, phase 6 the castle spaces."""
    stage = special(
        {0: ["castle 1"], 3: ["castle 2", "stables 1"]},
        bailiff=11,
        passed=[1, 0, 2, 3],
        castle={"dungeon": [0, 0, 3, 3]},
        hold={seat: {"cubes": "FWS"} for seat in range(4)},
    )
    assert stage.order == [3, 0, 1, 2]
    acted = []
    while stage.phase in ("provost", "castle"):
        acted.append((stage.ask, stage.actor))
        stage.play("decline")
    assert acted == [("provost", seat) for seat in (1, 0, 2, 3)] + [("batch", 0), ("batch", 3)]
    assert (stage.ask, stage.actor) == ("row", 3)
    stage.play("favour vp")
    assert (stage.ask, stage.actor) == ("row", 0)
    stage.play("favour vp")
    assert (stage.round, stage.order, stage.actor) == (2, [3, 0, 1, 2], 3)


def test_inn_with_a_new_guest() -> None:
    """CAY-6.7.1: left to right, the old guest goes home, even of the same player; nobody decides."""
    stage = special({0: ["inn right"], 1: ["inn left"]})
    assert (stage.places(0), stage.places(1), stage.phase) == ([], ["inn right"], "provost")
    same = special({0: ["inn left", "inn right"]})
    assert (same.places(0), same.phase) == (["inn right"], "provost")
    empty = special({2: ["inn left"]})
    assert empty.places(2) == ["inn right"]


def test_inn_without_a_new_guest() -> None:
    """CAY-6.7.2: the guest's owner chooses to leave it or to take it home."""
    stage = special({2: ["inn right"]})
    assert (stage.ask, stage.actor) == ("inn", 2)
    assert stage.legal() == {"leave", "take back"}
    assert stage.twin().play("take back").places(2) == []
    assert stage.play("leave").places(2) == ["inn right"]


def test_a_new_guest_stays_for_a_round() -> None:
    """CAY-6.7.3, CAY-6.7.4: no question in the round of its arrival; the discount begins in the next."""
    stage = Stage.new(3).play("place inn", "pass", "pass")
    before = stage.deniers(0)
    assert before - stage.play("place castle").deniers(0) == 3
    stage.play("pass")
    assert stage.places(0) == ["castle 1", "inn right"] or stage.places(0) == ["inn right", "castle 1"]
    while stage.round == 1:
        stage.play("decline")
    while stage.actor == 0:
        stage.play("place gate")
    stage.play("pass", "pass")
    before = stage.deniers(0)
    assert before - stage.play("place castle").deniers(0) == 1
    stage.play("pass", "take back")
    assert (stage.ask, stage.actor) == ("inn", 0)
    stage.play("leave")
    while stage.round == 2:
        stage.play("decline")
    stage.play("pass")
    stage.play("pass", "pass")
    while stage.phase != "special":
        stage.play("pass")
    assert (stage.ask, stage.actor) == ("inn", 0)

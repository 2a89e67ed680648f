"""Chapters 4 and 5: income, and placing workers."""

from __future__ import annotations

import pytest

from tests.games.caylus.stage import Stage
from tests.referees.caylus_printed import TILES

OWN = {9: ("residence", 0), 10: ("residence", 0), 11: ("residence", 1)}


def income(**said: object) -> list[int]:
    """What phase 1 brings each seat, and what the view announces for the next."""
    zero = {seat: {"deniers": 0} for seat in range(4)}
    stage = Stage.at(phase="income", hold=zero, **said)
    gained = [stage.deniers(seat) for seat in range(4)]
    assert gained == [player["income"] for player in stage.match.view()["players"]]
    assert (stage.phase, stage.ask) == ("placing", "place")
    return gained


def test_income() -> None:
    """CAY-4.1, CAY-4.2, CAY-4.5, CAY-8.4.6: 2 deniers and 1 for each own residence, nothing to decide."""
    assert income() == [2, 2, 2, 2]
    assert income(road=OWN) == [4, 3, 2, 2]
    assert income(road=dict.fromkeys(range(17, 29), ("residence", 3))) == [2, 2, 2, 14]


def test_library_and_hotel() -> None:
    """CAY-4.3, CAY-4.4: 1 more for the library, 2 more for the hotel; other tiles bring nothing."""
    assert income(road={9: ("library", 2)}) == [2, 2, 3, 2]
    assert income(road={9: ("library", 2), 10: ("hotel", 2), 11: ("cathedral", 0)}) == [2, 2, 5, 2]
    assert income(road={9: ("hotel", 3), 10: ("mason", 0)}) == [2, 2, 2, 4]


def test_turns() -> None:
    """CAY-5.1.1: in turn order round the table, without those who have passed, until all have."""
    stage = Stage.new(4, turn_order=(2, 0, 3, 1))
    acted = []
    for text in ("place 1", "place 2", "pass", "place 3", "place 4", "pass", "pass"):
        acted.append(stage.actor)
        stage.play(text)
    assert acted == [2, 0, 3, 1, 2, 0, 1]
    assert stage.actor == 2
    stage.play("place 5")
    assert (stage.phase, stage.passed) == ("provost", [3, 0, 1, 2])


def test_passing_is_always_allowed() -> None:
    """CAY-5.1.2: also with workers, deniers and free spaces."""
    stage = Stage.new(3)
    for _ in range(3):
        assert stage.can("pass")
        assert len(stage.legal()) > 5
        stage.play("pass")
    assert stage.phase == "provost"


def test_forced_to_pass() -> None:
    """CAY-5.1.3: without a worker at home, or without a denier, nothing is asked."""
    out = [f"road {space}" for space in range(1, 7)]
    stage = Stage.at(workers={0: out})
    assert (stage.actor, stage.passed) == (1, [0])
    assert stage.deniers(0) == Stage.at().deniers(0) + 1
    poor = Stage.at(passed=[3], hold={0: {"deniers": 0}})
    assert (poor.actor, poor.passed) == (1, [3, 0])
    only_own = {"passed": [3, 2], "actor": 0, "hold": {0: {"deniers": 1}}}
    able = Stage.at(road={9: ("mason", 0)}, **only_own)
    assert able.legal() == {"pass", "place mason"}
    taken = Stage.at(road={9: ("mason", 0)}, workers={1: ["road 9"]}, **only_own)
    assert (taken.actor, taken.passed) == (1, [3, 2, 0])


def test_the_guest_of_the_inn_is_not_at_home() -> None:
    """CAY-5.1.4, CAY-5.4.3: five workers elsewhere and one on the right circle: none is left."""
    out = [f"road {space}" for space in range(1, 6)]
    stage = Stage.at(ask="place", workers={0: [*out, "inn right"]})
    assert stage.why("place 6") == "CAY-5.1.3"
    assert Stage.at(workers={0: out}).can("place 6")
    assert Stage.at(workers={0: [*out, "inn right"]}).passed == [0]


def test_passing_order() -> None:
    """CAY-5.2.1, CAY-5.2.2: 1 denier for the first only; the order of passing is kept."""
    stage = Stage.new(4)
    before = [stage.deniers(seat) for seat in range(4)]
    stage.play("place 1", "pass", "place 2", "pass", "pass", "pass")
    assert stage.passed == [1, 3, 0, 2]
    assert [stage.deniers(seat) - before[seat] for seat in range(4)] == [-1, 1, -2, 0]


def test_no_more_workers_after_passing() -> None:
    """CAY-5.2.3: but the gate still moves one."""
    stage = Stage.new(3).play("place gate", "place 1", "place 2", "pass")
    assert stage.why("place 3", 0) == "CAY-5.2.3"
    stage.all_pass()
    assert (stage.ask, stage.actor) == ("gate", 0)
    assert stage.play("move 3").places(0) == ["road 3"]


def test_where_workers_go() -> None:
    """CAY-5.3.1, CAY-5.3.2: all but prestige tiles, residences and unbuilt spaces, whoever owns them."""
    road = {9: ("mason", 0), 10: ("park", 1), 11: ("residence", 0), 12: ("statue", 0)}
    stage = Stage.at(road=road, provost=1)
    spaces = {*range(1, 9), 9, 10, 16}
    for space in range(1, 29):
        wanted = "" if space in spaces else "CAY-5.3.2"
        assert stage.why(f"place {space}") == wanted
    for special in ("gate", "trading-post", "merchants-guild", "joust-field", "stables", "inn", "castle"):
        assert stage.can(f"place {special}")
    assert len(stage.legal("place")) == len(spaces) + 7


@pytest.mark.parametrize("tile", [tile for tile, printed in TILES.items() if printed[0] != "neutral"])
def test_tiles_and_workers(tile: str) -> None:
    """CAY-5.3.1, CAY-5.3.2: wood and stone tiles take workers, prestige tiles do not."""
    can_be_used = TILES[tile][0] in ("wood", "stone")
    assert Stage.at(road={9: (tile, 1)}).can("place 9") == can_be_used


def test_taken() -> None:
    """CAY-5.3.3: by anybody's worker, one's own as well."""
    stage = Stage.new(2).play("place 1")
    assert stage.why("place 1") == "CAY-5.3.3"
    stage.play("place gate")
    assert stage.why("place 1") == "CAY-5.3.3"
    assert stage.why("place gate") == "CAY-5.3.3"


def test_beyond_the_provost() -> None:
    """CAY-5.3.4: the gold mine can be used from the first round on."""
    stage = Stage.new(3)
    assert stage.provost == 6
    assert stage.play("place gold-mine").places(0) == ["road 16"]


@pytest.mark.parametrize("passed", [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4]])
def test_cost(passed: list[int]) -> None:
    """CAY-5.4.1, CAY-5.4.2, CAY-5.4.4: 1 to 5 deniers by how many have passed; own buildings cost 1."""
    road = {9: ("mason", 0), 10: ("park", 1)}
    stage = Stage.at(5, road=road, passed=passed, hold={0: {"deniers": 5}})
    for place, cost in (("9", 1), *((p, 1 + len(passed)) for p in ("1", "10", "gate", "inn", "castle"))):
        assert stage.deniers(0) - stage.twin().play(f"place {place}").deniers(0) == cost
    poor = Stage.at(5, road=road, passed=passed, hold={0: {"deniers": len(passed)}}, ask="place")
    assert poor.why("place 1") == "CAY-5.4.1"


def test_cost_with_the_inn() -> None:
    """CAY-5.4.3, CAY-5.4.4, CAY-5.5.4: 1 denier everywhere; the owner visited still gains a point."""
    stage = Stage.at(
        road={9: ("mason", 1)},
        passed=[1, 2, 3],
        actor=0,
        workers={0: ["inn right"]},
        hold={0: {"deniers": 3}},
    )
    for place in ("mason", "castle", "gate"):
        stage.play(f"place {place}")
    assert stage.deniers(0) == 0
    assert stage.vp(1) == 1


def test_visits() -> None:
    """CAY-5.5.1, CAY-5.5.2: 1 point to the owner for another's worker, none for an own one."""
    stage = Stage.at(road={9: ("mason", 1), 10: ("park", 0)})
    stage.play("place mason")
    assert [stage.vp(seat) for seat in range(4)] == [0, 1, 0, 0]
    assert stage.player(1)["points"]["visits"] == 1
    stage.play("pass", "pass", "pass", "place park")
    assert [stage.vp(seat) for seat in range(4)] == [0, 1, 0, 0]


def test_a_visit_counts_without_activation() -> None:
    """CAY-5.5.3: the point stays although the provost does not come so far."""
    stage = Stage.at(road={20: ("park", 1)}).play("place park").all_pass()
    for _ in range(4):
        stage.play("decline")
    assert stage.round == 2
    assert stage.vp(1) == 1
    assert stage.cubes(0) == "FFW"


def test_circles_of_the_stables() -> None:
    """CAY-5.6.1: lowest free circle, three at most, one of each player."""
    stage = Stage.new(5).play("place stables", "place stables", "place stables")
    assert [stage.places(seat) for seat in range(3)] == [["stables 1"], ["stables 2"], ["stables 3"]]
    assert stage.why("place stables") == "CAY-5.6.1"
    second = Stage.new(3).play("place stables", "place gate", "place 1")
    assert second.why("place stables") == "CAY-5.6.1"


def test_circles_of_the_inn() -> None:
    """CAY-5.6.2: the left circle, also with an own worker on the right one."""
    stage = Stage.at(workers={0: ["inn right"]}).play("place inn")
    assert stage.places(0) == ["inn right", "inn left"]
    assert stage.why("place inn") == "CAY-5.6.2"


def test_castle_spaces() -> None:
    """CAY-5.6.3, CAY-5.6.4: lowest free space, one of each player, and no cubes are needed."""
    stage = Stage.at(workers={2: ["castle 1"]}, hold={0: {"cubes": ""}}).play("place castle")
    assert stage.places(0) == ["castle 2"]
    stage.play("pass", "pass", "pass")
    assert (stage.actor, stage.why("place castle")) == (0, "CAY-5.6.3")

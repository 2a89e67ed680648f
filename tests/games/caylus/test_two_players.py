"""Chapter 13: two players."""

from __future__ import annotations

from tests.games.caylus.stage import Stage


def finish_round(stage: Stage) -> Stage:
    """Everybody passes and declines until the next round."""
    round_ = stage.round
    while stage.round == round_ and not stage.match.over:
        stage.play(min(stage.legal() & {"pass", "decline", "leave"}) or "pass")
    return stage


def test_start() -> None:
    """CAY-13.1: both have 5 deniers before the first income."""
    stage = Stage.new(2)
    assert [stage.deniers(seat) for seat in range(2)] == [7, 7]


def test_order_swaps() -> None:
    """CAY-13.2: every round; after any scoring, which follows the order of the round just played."""
    stage = Stage.new(2)
    firsts = []
    for _ in range(4):
        firsts.append((stage.actor, stage.order))
        finish_round(stage)
    assert firsts == [(0, [0, 1]), (1, [1, 0]), (0, [0, 1]), (1, [1, 0])]
    scoring = Stage.at(2, phase="end", castle={"dungeon": [0, 0, 0, 1, 1, 1]})
    assert scoring.actor == 0
    scoring.play("favour vp")
    assert scoring.actor == 1
    scoring.play("favour vp")
    assert scoring.order == [1, 0]


def test_no_stables() -> None:
    """CAY-13.3: neither placed there nor moved there from the gate."""
    stage = Stage.new(2)
    assert stage.why("place stables") == "CAY-13.3"
    assert "place stables" not in stage.legal()
    stage.play("place gate").all_pass()
    assert stage.why("move stables") == "CAY-13.3"
    assert "move stables" not in stage.legal()


def test_cost_after_the_first_pass() -> None:
    """CAY-13.4, CAY-13.5: 3 deniers, castle and special spaces too; own buildings and the inn 1."""
    said = {"passed": [1], "road": {9: ("mason", 0), 10: ("park", 1)}, "hold": {0: {"deniers": 9}}}
    stage = Stage.at(2, **said)
    for place, cost in (("1", 3), ("park", 3), ("castle", 3), ("gate", 3), ("mason", 1)):
        assert 9 - stage.twin().play(f"place {place}").deniers(0) == cost
    guest = Stage.at(2, **said, workers={0: ["inn right"]})
    for place in ("1", "park", "castle", "gate", "mason"):
        assert 9 - guest.twin().play(f"place {place}").deniers(0) == 1
    before = Stage.at(2, road=said["road"], hold=said["hold"])
    assert 9 - before.play("place park").deniers(0) == 1
    assert before.events("placed")[-1].rule == "CAY-5.4.1"
    broke = Stage.at(2, ask="place", hold={0: {"deniers": 0}})
    assert broke.why("place castle") == "CAY-5.4.1"
    poor = Stage.at(2, **{**said, "hold": {0: {"deniers": 2}}})
    assert poor.legal() == {"pass", "place mason"}
    assert poor.why("place castle") == "CAY-13.4"


def test_the_rest_is_unchanged() -> None:
    """CAY-13.6: 1 denier for the first to pass; phase 4 follows the passing order."""
    stage = Stage.new(2).play("place 1")
    before = stage.deniers(1)
    stage.play("pass")
    assert stage.deniers(1) == before + 1
    stage.play("pass")
    assert (stage.phase, stage.actor, stage.passed) == ("provost", 1, [1, 0])

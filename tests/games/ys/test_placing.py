"""Chapters 4 and 5: bids, order cards, placement."""

from __future__ import annotations

import pytest

from tests.games.ys.stage import Stage, broker


def bids(stage: Stage, *pairs: str) -> Stage:
    for seat, pair in enumerate(pairs):
        stage.play(f"bid {pair}", seat=seat)
    return stage


def test_bids_are_secret_and_simultaneous() -> None:
    """YS-4.1: two brokers from behind the screen, in any order of the seats, shown when all have chosen."""
    stage = Stage.new(4, order=[1, 2, 3, 4])
    assert stage.match.waiting == (0, 1, 2, 3)
    for seat, bid in ((2, "bid 0+0"), (0, "bid 4+4"), (3, "bid 1+2")):
        stage.play(bid, seat=seat)
        assert [stage.front(other) for other in range(4)] == [[]] * 4
    assert stage.match.waiting == (1,)
    assert stage.refused("bid 3+4", 0) == "YS-4.1"
    assert stage.refused("bid 2+2", 1) == "YS-4.1"
    stage.play("bid 1+1", seat=1)
    assert [stage.front(seat) for seat in range(4)] == [[4, 4], [1, 1], [0, 0], [1, 2]]
    assert len(stage.screen(0)) == 9


def test_order_of_choice() -> None:
    """YS-4.2, YS-4.3, YS-4.4, YS-4.5, YS-4.6: by bid, then by the old cards; taken when all have chosen."""
    stage = bids(Stage.new(4, order=[3, 1, 4, 2]), "0+4", "2+3", "1+4", "2+3")
    assert stage.actor == 1
    assert stage.legal() == {"order 1", "order 2", "order 3", "order 4"}
    stage.play("order 3")
    assert stage.actor == 3
    assert stage.refused("order 3") == "YS-4.5"
    assert [player["order"] for player in stage.view["players"]] == [3, 1, 4, 2]
    stage.play("order 4")
    assert stage.actor == 2
    stage.play("order 1")
    assert [player["order"] for player in stage.view["players"]] == [2, 3, 1, 4]
    assert stage.actor == 2
    assert stage.refused("order 1") == "YS-5.1"


def test_a_number_that_does_not_exist() -> None:
    """YS-4.5: with three players there is no order card 4."""
    stage = bids(Stage.new(3, order=[1, 2, 3]), "0+4", "2+3", "1+4")
    assert stage.refused("order 4") == "YS-4.5"


def test_bid_brokers_stay() -> None:
    """YS-4.7: the two bid brokers stay in the front through placement and cannot be placed."""
    stage = Stage.placing(4, fronts=[[4, 4], [2, 3], [2, 3], [2, 3]])
    stage.play("up q1.h")
    assert stage.refused("up q1.h front 4") == "YS-4.7"
    assert stage.refused("up q1.h 4") == "YS-5.1"
    stage.play("up q1.h 3", "down q1.h 3")
    assert stage.front(0) == [4, 4]


def test_turns() -> None:
    """YS-5.1, YS-5.2: two brokers a turn, one face up and one face down, in order-card order."""
    stage = Stage.placing(4, actor=2, order_cards=[3, 4, 1, 2])
    stage.play("down q1.h 4")
    assert stage.refused("down q2.h") == "YS-5.2"
    assert stage.legal("down") == set()
    stage.play("up q1.h 4")
    assert stage.actor == 3
    stage.play("up q1.h 0")
    assert stage.refused("up q1.m") == "YS-5.2"


def test_nobody_passes() -> None:
    """YS-5.3, YS-5.8: a player must place, districts take any number and are always open to somebody."""
    full = [broker(seat, f"{row}{column}", 1) for row, seat in ((1, 1), (2, 2), (3, 3)) for column in "bgyr"]
    stage = Stage.placing(4, closed=0, queen=1, brokers=full, impossible=True)
    places = {f"q{quarter}.{letter}" for quarter in (2, 3, 4) for letter in "hmp"}
    assert stage.legal("up") == {f"up {place}" for place in places}
    assert stage.refused("pass") == "YS-5.1"
    stage.play("up q2.h 3", "down q2.h 3")
    assert len(stage.at_place("q2.h")) == 2


def test_cells() -> None:
    """YS-5.4, YS-5.5: one broker in a cell; row 0 is not used."""
    stage = Stage.placing(4, brokers=[broker(1, "2y", 0)])
    assert stage.refused("up 2y") == "YS-5.4"
    assert {stage.refused(f"down 0{column}") for column in "bgyr"} == {"YS-5.5"}
    assert len(stage.legal("up")) == 12 + 11


def test_market_bonus() -> None:
    """YS-5.6, YS-5.7: a point for each broker placed in a cell; it stays when the broker is moved away."""
    stage = Stage.placing(4, round=2, hands=[{"wizard": 1}, {}, {}, {}], brokers=[broker(1, "q1.h", 1)])
    stage.play("up 1b 3")
    assert stage.track(0) == 1
    stage.play("down 3r 0")
    assert stage.track(0) == 2
    stage.play("wizard 1b q1.h/1")
    assert stage.at_place("q1.h")[0]["owner"] == 0
    assert (stage.track(0), stage.track(1)) == (2, 0)


def test_course_of_a_turn() -> None:
    """YS-5.9: the Queen before placing, Wizard and Soldier after it, in either order."""
    cards = {"queen": 1, "wizard": 1, "soldier": 1}
    stage = Stage.placing(4, round=2, hands=[cards, {}, {}, {}], brokers=[broker(1, "3b", 1)])
    assert stage.legal("queen") | stage.legal("wizard") | stage.legal("soldier") == {"queen"}
    stage.play("up q1.h 3")
    assert stage.refused("queen") == "YS-8.1.4"
    stage.play("down q1.m 1")
    assert stage.phase == "after"
    assert stage.legal() == {"wizard", "soldier", "pass"}
    stage.play("soldier q1.m/1", "wizard q1.m/1 3b")
    assert stage.actor == 1
    assert stage.at_place("3b")[0]["soldier"] is True


def test_fronts_after_placement() -> None:
    """YS-5.10, YS-5.11: the last broker of everybody goes face up to the front.

    Its sum is that of printed values.
    """
    stage = Stage.placing(4, actor=3, turn=15, screens=[[1], [2], [0], [4, 3, 1]], impossible=True)
    stage.play("up q1.h 4")
    assert stage.front(0) == [2, 3]
    stage.play("down q1.h 3")
    shown = [event for event in stage.match.events if event.kind == "last_shown"]
    assert [(event.seat, event.args[0]) for event in shown] == [(0, 1), (1, 2), (2, 0), (3, 1)]
    assert {event.rule for event in shown} == {"YS-5.10"}


@pytest.mark.parametrize(("express", "turns"), [("no", 16), ("yes", 12)])
def test_number_of_turns(express: str, turns: int) -> None:
    """YS-5.1, YS-9.5.3: four turns each; in Ys Express three, six placed, two bid, one left."""
    stage = Stage.new(4, express=express, order=[1, 2, 3, 4])
    bids(stage, "4+4", "3+4", "1+3", "0+1")
    while stage.phase == "order":
        stage.play(stage.match.legal[0])
    taken = 0
    while stage.phase in ("place", "value"):
        before = stage.view
        taken += before["phase"] == "place" and before["placed"]["up"] + before["placed"]["down"] == 0
        sizes = [player["screen_size"] for player in before["players"]]
        stage.play(stage.match.legal[0])
    assert taken == turns == before["turns"]
    assert sizes == [1, 1, 1, 2]

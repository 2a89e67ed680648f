"""Chapter 9.3: two players and the neutral player."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import donjon
from donjon.errors import BadOption
from donjon.kernel import rules
from tests.games.ys.playing import played
from tests.games.ys.stage import GAME, NAME, Stage, broker, brokers, end_points

N = 2


def counting(**fields: Any) -> Stage:
    """A counting in which the neutral brokers are worth whatever shows a rule."""
    return Stage.counting(2, impossible=True, **{"fronts": [[1], [2]], **fields})


def test_setup() -> None:
    """YS-9.3.1, YS-9.3.3: three quarters, order cards 1 and 2.

    The neutral player has no cards and no front.
    """
    stage = Stage.new(2)
    assert len(stage.view["quarters"]) == 3
    assert sorted(player["order"] for player in stage.view["players"]) == [1, 2]
    assert stage.match.waiting == (0, 1)
    assert set(stage.view["neutral"]) == {"gems", "gem_count", "track", "court_to_come", "total", "left"}
    assert stage.view["neutral"]["track"] == 0


@pytest.mark.parametrize(("neutral", "values"), [("normal", [0, 1, 2, 4]), ("harder", [0, 1, 3, 4])])
def test_neutral_brokers(neutral: str, values: list[int]) -> None:
    """YS-9.3.2, YS-9.3.19, YS-9.3.20: four for each of the two players, restored each round."""
    for match in played(2, 1, {"neutral": neutral}, stops=0):
        turned = [event for event in match.events if event.kind == "turned_up" and event.seat == 6]
        assert len(turned) == 4 * 8
        for round_ in range(4):
            shown = Counter(event.args[1] for event in turned[8 * round_ : 8 * round_ + 8])
            assert shown == dict.fromkeys(values, 2)
    with pytest.raises(BadOption, match=r"YS-9\.3\.20"):
        donjon.new(NAME, players=3, neutral="harder")


def test_turn() -> None:
    """YS-9.3.4, YS-9.3.6: two own brokers and a neutral one, in any order, face down, anywhere."""
    stage = Stage.placing(2)
    assert {text.split()[0] for text in stage.match.legal} == {"up", "down", "neutral"}
    stage.play("up q1.h 3", "neutral 2g")
    assert stage.refused("neutral q1.h") == "YS-9.3.4"
    assert stage.refused("neutral 2g") == "YS-9.3.4"
    assert stage.refused("down 2g") == "YS-5.4"
    stage.play("down q1.m 1")
    assert stage.actor == 1
    after = Stage.placing(2).play("up q1.h 3", "down q1.m 1")
    assert after.refused("up q1.h") == "YS-5.1"
    assert after.actor == 0
    assert Stage.placing(3).refused("neutral q1.h") == "YS-9.3.4"


def test_value_is_drawn_when_turned_up() -> None:
    """YS-9.3.5, YS-10.7: nobody knows it.

    Nature draws from the same four, each one counted narrows the rest.
    """
    stage = Stage.counting(
        2,
        nature="imposed",
        brokers=[broker(N, "q1.h", None, False, slot=16), broker(N, "q1.m", None, False, slot=17),
                 broker(N, "2b", None, False, slot=18), broker(N, "3b", None, False, slot=19)],
    )  # fmt: skip
    weights = np.zeros(GAME.ACTIONS, np.int64)
    assert stage.phase == "turn_up"
    assert stage.legal() == {"broker 0", "broker 1", "broker 2", "broker 4"}
    assert rules.chances(stage.state, weights) == 4
    assert [one["can"] for one in stage.brokers(0)] == [[0, 1, 2, 4]] * 4
    stage.impose("broker 4")
    assert stage.legal() == {"broker 0", "broker 1", "broker 2"}
    stage.impose("broker 0", "broker 2")
    turned = [event.args[:2] for event in stage.match.events if event.kind == "turned_up"]
    assert turned == [(0, 4), (1, 0), (20, 2), (24, 1)]


def test_spy_and_soldier() -> None:
    """YS-9.3.5, YS-9.3.6: the Spy never looks at a neutral broker, the Soldier never marks one."""
    stage = Stage.placing(
        2, round=2, spy=0, looks=3, hands=[{"soldier": 1}, {}], brokers=[broker(1, "q3.h", 1, False)]
    )
    stage.play("neutral q1.h", "up q1.m 3", "down q1.p 1")
    assert stage.refused("look q1.h/1") == "YS-9.3.5"
    stage.play("soldier")
    assert stage.refused("soldier q1.h/1") == "YS-9.3.6"


def test_market_bonus() -> None:
    """YS-9.3.7: a neutral broker in a cell scores for the neutral player."""
    stage = Stage.placing(2).play("neutral 2g")
    assert (stage.view["neutral"]["track"], stage.track(0)) == (1, 0)
    assert stage.rules("market_bonus") == ["YS-9.3.7"]


def test_ties() -> None:
    """YS-9.3.8, YS-9.3.9: the neutral player wins every tie, but against the Intriguer; humans by YS-6.6."""
    tied = [broker(0, "q1.m", 2), broker(1, "q1.m", 2), broker(N, "q1.m", 2, slot=16)]
    stage = counting(ships=["S01"], brokers=tied)
    assert stage.view["neutral"]["track"] == 3
    assert stage.gems(N) == {"blue": 1, "green": 1}
    assert stage.gems(1) == {"yellow": 1}
    intrigue = counting(ships=["S01"], brokers=tied, intriguer=0)
    assert intrigue.view["counting"]["ranking"] == [0, N, 1]


def test_picks() -> None:
    """YS-9.3.10: first it takes the two most valuable gems, ties further left; second it gets the last."""
    values = {"blue": 8, "green": 9, "yellow": 8, "red": 8}
    stage = counting(values=values, ships=["S06"], brokers=[broker(N, "q1.h", 4), broker(0, "q1.m", 1)])
    assert stage.gems(N) == {"green": 1, "yellow": 1, "black": 1}
    assert stage.gems(0) == {"red": 1}
    second = counting(values=values, ships=["S06"], brokers=[broker(N, "q1.m", 1), broker(0, "q1.h", 4)])
    second.play("take green yellow")
    assert second.gems(N) == {"red": 1}


def test_white_gems() -> None:
    """YS-9.3.11: a white gem is one of the most valuable colour, also as the last one and in a row."""
    values = {"blue": 8, "green": 8, "yellow": 12, "red": 8}
    last = counting(values=values, ships=["S21"], brokers=[broker(N, "q1.m", 1), broker(0, "q1.h", 4)])
    last.play("take blue red")
    assert last.gems(N) == {"yellow": 1}
    row = counting(values=values, market=[None, None, "white", None], brokers=[broker(N, "2b", 1)])
    assert row.gems(N) == {"yellow": 1}


def test_districts_and_rows() -> None:
    """YS-9.3.12: black gem, points, the row's gem, the points of Prince and King."""
    stage = counting(
        characters=["king"],
        market=[None, None, "red", None],
        brokers=[broker(N, place, 1) for place in ("q1.h", "q1.m", "q1.p", "2b")],
    )
    assert stage.gems(N) == {"black": 1, "red": 1}
    while stage.phase == "column":
        stage.play(stage.match.legal[0])
    assert stage.view["neutral"]["track"] == 3 + 5


@pytest.mark.parametrize("card", ["spy", "white_gem"])
def test_palace(card: str) -> None:
    """YS-9.3.13: any other card is discarded for a gem of the most valuable colour."""
    values = {"blue": 8, "green": 8, "yellow": 9, "red": 9}
    stage = counting(values=values, characters=[card], brokers=[broker(N, "q1.p", 1)])
    assert stage.gems(N) == {"yellow": 1}
    assert [stage.hand(seat) for seat in range(2)] == [[], []]


@pytest.mark.parametrize(
    ("gems", "values", "after"),
    [
        ({"red": 3, "green": 2}, {}, "7/6/9/11"),
        ({}, {}, "8/6/9/10"),
        ({"yellow": 2, "red": 2}, {}, "7/6/10/10"),
        ({"red": 3}, {"red": 14}, "8/6/9/15"),
    ],
)
def test_best_bidder(gems: dict[str, int], values: dict[str, int], after: str) -> None:
    """YS-9.3.14: it raises the colour it owns most of; no gems: blue; on 15 the next that can rise."""
    stage = counting(
        gems=[{}, {}, gems],
        values={"blue": 8, "green": 8, "yellow": 8, "red": 8} | values,
        brokers=[broker(N, "2r", 4), broker(N, "2y", 3), broker(N, "3g", 0), *brokers(0, c3b="0 ")],
    )
    assert (stage.phase, stage.match.players) == ("column", 2)
    stage.play("column blue")
    assert stage.values == after


def test_judge() -> None:
    """YS-9.3.15: the judge is one of the humans, by front sum and order card."""
    stage = counting(brokers=[broker(N, "2b", 1), broker(N, "2r", 1)])
    assert (stage.phase, stage.actor) == ("column", 1)
    even = counting(fronts=[[2], [2]], brokers=[broker(N, "2b", 1), broker(N, "2r", 1)])
    assert even.actor == 0


def test_end_of_the_game() -> None:
    """YS-9.3.16, YS-9.3.17: ranked like a player; without a gem third place; ties by YS-7.4."""
    stage = end_points(2, [{"blue": 3, "green": 1}, {"blue": 2}, {"blue": 2, "black": 2}])
    assert [stage.player(seat)["points"]["blue"] for seat in range(2)] == [24, 12]
    assert [stage.player(seat)["points"]["green"] for seat in range(2)] == [20, 0]
    # blue third place 12, green 10, yellow 8, red 6, two black gems 4
    assert stage.view["neutral"]["total"] == 12 + 10 + 8 + 6 + 4


def test_winner() -> None:
    """YS-9.3.18: a human wins; the result says whether the neutral player had more."""
    for match in played(2, 4, {}, stops=0):
        best = max(match.points)
        assert 1 in match.ranks
        assert len(match.ranks) == 2
        scored = [event.args[0] for event in match.events if event.kind == "neutral_scored"]
        assert scored == [match.view(None)["neutral"]["total"]]
        ahead = [event for event in match.events if event.kind == "neutral_ahead"]
        assert bool(ahead) == (scored[0] > best)


def test_wizard_messenger_and_queen() -> None:
    """YS-9.3.21: the Wizard swaps neutral brokers, the Messenger does not move them.

    A closed quarter is closed.
    """
    stage = Stage.placing(
        2, round=2, hands=[{"wizard": 1}, {}], brokers=[broker(N, "q3.h", None, False)], impossible=True
    )
    stage.play("up q1.m 3", "down q1.p 1", "neutral q1.h", "wizard q3.h/1 q1.m/1")
    assert stage.at_place("q1.m")[0]["neutral"] is True
    messenger = Stage.window(
        "W3",
        2,
        hands=[{"messenger": 1}, {}],
        brokers=[broker(N, "q3.h", 4), broker(0, "2b", 1), broker(0, "2r", 1)],
        impossible=True,
    )
    assert messenger.play("messenger").refused("messenger q3.h/1") == "YS-8.7.1"
    queen = Stage.placing(2, actor=1, round=2, closed=0, queen=0)
    assert queen.refused("neutral q1.h") == "YS-9.3.21"
    own = Stage.placing(2, actor=0, round=2, closed=0, queen=0)
    assert own.refused("neutral q1.h") == ""


def test_queen_before_all_three_brokers() -> None:
    """YS-8.17.1, YS-8.1.4, YS-9.3.21: the Queen comes before placing, the neutral broker is placing, too."""
    stage = Stage.placing(2, round=2, hands=[{"queen": 1}, {}]).play("neutral q1.h")
    assert stage.refused("queen") == "YS-8.1.4"
    closed = Stage.placing(2, round=2, hands=[{"queen": 1}, {}]).play("queen 2")
    closed.play("neutral q2.h", "up q2.m 1", "down q2.m 1")
    assert (closed.refused("up q2.h"), closed.refused("neutral q2.h")) == ("YS-8.17.2", "YS-9.3.21")
    assert closed.refused("queen 3") == "YS-8.1.1"


def test_merchant_and_neutral() -> None:
    """YS-8.15.1: with the Merchant in play the neutral player gets 5 points, too."""
    stage = counting(merchant=1, brokers=[broker(N, "q1.m", 1)])
    assert stage.view["neutral"]["track"] == 5


def test_cells_and_columns() -> None:
    """YS-9.3.22: neutral brokers take up cells and count in columns like any others."""
    stage = Stage.placing(2).play("neutral 2g")
    assert stage.refused("up 2g") == "YS-5.4"
    columns = counting(
        brokers=[broker(N, "2r", 4), broker(N, "3g", 1), broker(0, "2y", 1), broker(1, "3y", 1)]
    )
    assert columns.values == "7/7/9/10"  # the neutral player, who owns nothing, raises blue from 6

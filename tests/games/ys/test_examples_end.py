"""The worked examples of the rules, EX-09 to EX-21, each with its numbers."""

from __future__ import annotations

import pytest

from tests.games.ys.stage import Stage, broker, end_points

X, Y, Z = range(3)


def test_ex_09_equal_gem_values_at_the_end() -> None:
    """EX-09 (YS-7.1)."""
    values = {"blue": 11, "green": 6, "yellow": 8, "red": 11}
    gems = [dict.fromkeys(("blue", "green", "yellow", "red"), count) for count in (4, 3, 2, 1)]
    stage = end_points(4, gems, values=values)
    assert stage.view["worth"] == ["blue", "red", "yellow", "green"]
    table = {colour: [stage.player(seat)["points"][colour] for seat in range(4)] for colour in gems[0]}
    assert table == {
        "blue": [24, 18, 12, 6],
        "red": [20, 15, 10, 5],
        "yellow": [16, 12, 8, 4],
        "green": [12, 9, 6, 3],
    }


@pytest.mark.parametrize(
    ("counts", "points"),
    [((6, 5, 5, 3), (24, 12, 12, 6)), ((2, 1, 0, 0), (24, 18, 0, 0))],
    ids=["EX-10", "EX-11"],
)
def test_ex_10_and_ex_11_numbers_of_gems(counts: tuple[int, ...], points: tuple[int, ...]) -> None:
    """EX-10 (YS-7.4) equal numbers; EX-11 (YS-7.3) no gem, no points."""
    stage = end_points(4, [{"blue": count} for count in counts])
    assert tuple(stage.player(seat)["points"]["blue"] for seat in range(4)) == points


@pytest.mark.parametrize(
    ("gems", "points"),
    [(0, 0), (1, 1), (2, 4), (3, 8), (4, 12), (5, 16), (6, 20), (7, 24), (8, 24), (12, 24)],
)
def test_ex_12_black_gems(gems: int, points: int) -> None:
    """EX-12 (YS-7.7)."""
    assert end_points(4, [{"black": gems}, {}, {}, {}]).player(0)["points"]["black"] == points


def test_ex_13_royal_favour_tie() -> None:
    """EX-13 (YS-9.4.9, YS-9.4.10)."""
    sums = {0: (4, 3, 2), 1: (4, 4, 1), 2: (3, 3), 3: (4,)}
    throne = [broker(seat, "t", value) for seat, own in sums.items() for value in own]
    stage = end_points(4, [{}, {}, {}, {}], royal_favour="yes", brokers=throne)
    assert [stage.player(seat)["points"]["throne"] for seat in range(4)] == [9, 9, 3, 0]


def test_ex_14_final_tie() -> None:
    """EX-14 (YS-7.8): equal points, the number of gems decides."""
    points = [{"market": 56}, {"market": 62}]
    gems = [{"blue": 3, "black": 5}, {"blue": 1, "black": 4}]
    stage = end_points(2, [*gems], points=points, quarters=3)
    assert stage.match.points[0] == 56 + 24 + 16
    points[1]["market"] = stage.match.points[0] - stage.match.points[1] + 62
    stage = end_points(2, [*gems], points=points, quarters=3)
    assert stage.match.points[0] == stage.match.points[1]
    assert stage.match.ranks == [1, 2]


def test_ex_15_blue_card() -> None:
    """EX-15 (YS-3.3, YS-8.19.1)."""
    stage = Stage.counting(
        4,
        round=4,
        played=[2, 0, 0, 0],
        characters=[None, None, "white_gem", None],
        brokers=[broker(X, "q3.p", 1)],
        hands=[{"spy": 1}, {}, {}, {}],
    )
    assert (stage.phase, stage.actor) == ("colour", X)
    stage.play("colour yellow")
    assert stage.gems(X) == {"yellow": 1}
    assert stage.hand(X) == ["spy"]


@pytest.mark.parametrize(
    ("start", "goal", "points"), [("2b", "q1.p", 10), ("q1.p", "2b", 11), ("2b", "3y", 10)]
)
def test_ex_16_messenger_points(start: str, goal: str, points: int) -> None:
    """EX-16 (YS-8.7.3)."""
    stage = Stage.window(
        "W3",
        hands=[{"messenger": 1}, {}, {}, {}],
        brokers=[broker(X, start, 3, up=False), broker(X, "q4.h", 1)],
        points=[{"market": 10}, {}, {}, {}],
    )
    name = next(one["text"] for one in stage.brokers() if one["place"] == start)
    stage.play(f"messenger {name} {goal}")
    assert stage.track(X) == points
    assert "market_bonus" not in [event.kind for event in stage.match.events] or points == 11


def test_ex_17_merchant_card() -> None:
    """EX-17 (YS-8.15.1)."""
    stage = Stage.window(
        "W3",
        hands=[{"merchant": 1}, {}, {}, {}],
        brokers=[broker(X, "q1.m", 3), broker(Y, "q2.m", 2), broker(Y, "q3.m", 0)],
        ships=[],
        characters=[],
        market=[None] * 4,
    )
    stage.play("merchant")
    assert (stage.track(X), stage.track(Y)) == (5, 10)
    assert set(stage.rules("merchants_won")) == {"YS-8.15.1"}


def test_ex_18_neutral_and_the_white_gem() -> None:
    """EX-18 (YS-9.3.10, YS-9.3.11)."""
    stage = two_player_ship()
    assert stage.gems(2) == {"green": 1, "yellow": 1, "black": 1}
    assert stage.gems(X) == {"blue": 1}


def two_player_ship() -> Stage:
    """No card of the deck has large blue, small white and yellow: its gems lie on the table already."""
    return Stage.at(
        2,
        impossible=True,
        phase="pay_quarter",
        quarter=0,
        fronts=[[0], [0]],
        values={"blue": 8, "green": 10, "yellow": 9, "red": 7},
        offer={"blue": 1, "white": 1, "yellow": 1},
        ranking=[2, X],
        brokers=[broker(2, "q1.h", 4), broker(X, "q1.h", 0)],
        ships=[],
        characters=[],
        market=[None] * 4,
    )


@pytest.mark.parametrize(
    ("players", "ship", "gems"),
    [(3, "s22", ["white", "blue"]), (2, "s22", ["white", "blue"]), (3, "s04", ["blue", "yellow"])],
)
def test_ex_19_market_rows_with_three_or_two_players(players: int, ship: str, gems: list[str]) -> None:
    """EX-19 (YS-9.2.5, YS-9.2.6, YS-3.7): only the small gems, white to row 2, the rest in colour order."""
    stage = Stage.new(players, nature="imposed", order=[1, 2, 3][:players])
    quarters = len(stage.view["quarters"])
    stage.impose(*(f"character {card}" for card in ("spy", "king", "queen", "banker")[:quarters]))
    stage.impose(*("ship s01", "ship s02", "ship s03", "ship s05")[:quarters], f"ship {ship}")
    assert [row["row"] for row in stage.view["market"]["rows"]] == [2, 3]
    assert [row["gem"] for row in stage.view["market"]["rows"]] == gems


def test_ex_20_neutral_brokers_in_the_market() -> None:
    """EX-20 (YS-9.3.22, YS-9.3.8)."""
    stage = Stage.counting(
        2,
        fronts=[[4, 1], [4]],
        market=[None, None, "blue", "red"],
        brokers=[
            broker(X, "2b", 3),
            broker(2, "3b", 1, slot=16),
            broker(Y, "2y", 4),
            broker(2, "3r", 0, slot=17),
        ],
    )
    assert stage.gems(Y) == {"blue": 1}
    assert stage.gems(2) == {"red": 1}
    assert stage.values == "10/6/9/7"
    assert (stage.phase, stage.actor) == ("best", Y)


def test_ex_21_spy_and_wizard_in_one_turn() -> None:
    """EX-21 (YS-8.5.2, YS-8.5.5, YS-5.9)."""
    stage = Stage.placing(
        3,
        actor=X,
        round=2,
        spy=X,
        looks=1,
        hands=[{"wizard": 1}, {}, {}],
        brokers=[broker(Y, "q1.p", 4, up=False), broker(Z, "3g", 2)],
        phase="begin_turn",
        impossible=True,
    )
    stage.play("up q2.h 3", "down q2.h 1")
    assert stage.phase == "after"
    stage.play("look q1.p/1", "wizard q1.p/1 3g")
    seen = stage.at_place("3g", X)[0]
    assert (seen["owner"], seen["value"], seen["face_up"]) == (Y, 4, False)
    assert stage.at_place("3g", Z)[0]["value"] is None
    assert stage.at_place("3g", None)[0]["value"] is None
    saw = [event for event in stage.match.events if event.kind == "saw"]
    assert [event.seen_by(X).args[0] for event in saw] == [4]
    assert [event.seen_by(Z).args for event in saw] == [()]
    assert stage.actor == Y
    stage.play("up q3.h")
    assert stage.refused("look 3g", X) == "YS-5.1"

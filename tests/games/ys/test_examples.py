"""The worked examples of the rules, EX-01 to EX-08, each with its numbers."""

from __future__ import annotations

import pytest

from tests.games.ys.stage import Stage, broker, brokers

BLUE, ORANGE, PURPLE, YELLOW = range(4)
X, Y, Z = range(3)


def test_ex_01_bidding_for_the_turn_order() -> None:
    """EX-01 (YS-4.2 to YS-4.7): the order of choice follows bids and the old order cards."""
    stage = Stage.new(4, order=[1, 2, 3, 4])
    for seat, bid in ((YELLOW, "bid 2+3"), (BLUE, "bid 0+1"), (PURPLE, "bid 2+4"), (ORANGE, "bid 1+4")):
        stage.play(bid, seat=seat)
    choices = []
    for text in ("order 4", "order 1", "order 3"):
        choices.append(stage.actor)
        stage.play(text)
    assert choices == [PURPLE, ORANGE, YELLOW]
    assert [stage.player(seat)["order"] for seat in range(4)] == [2, 1, 4, 3]
    assert [stage.front(seat) for seat in range(4)] == [[0, 1], [1, 4], [2, 4], [2, 3]]
    turns = []
    for _ in range(4):
        turns.append(stage.actor)
        stage.play("up q1.h")
        stage.play(stage.match.legal[0])
        stage.play("down q1.h")
        stage.play(stage.match.legal[0])
    assert turns == [ORANGE, BLUE, YELLOW, PURPLE]


@pytest.mark.parametrize(
    ("players", "offer", "pairs"),
    [
        (4, ["blue", "blue", "red", "white"], {"blue blue", "blue white", "blue red", "red white"}),
        (3, ["blue", "red", "white"], {"blue white", "blue red", "red white"}),
    ],
)
def test_ex_02_what_a_ship_offers(players: int, offer: list[str], pairs: set[str]) -> None:
    """EX-02 (YS-3.5, YS-6.2.3, YS-9.2.3)."""
    stage = Stage.counting(players, ships=["S21"], brokers=[broker(X, "q1.h", 4), broker(Y, "q1.m", 1)])
    assert stage.view["quarters"][0]["ship"]["gems"] == offer
    assert stage.legal("take") == {f"take {pair}" for pair in pairs}


def test_ex_03_filling_the_market_with_a_white_gem() -> None:
    """EX-03 (YS-3.6, YS-3.7, YS-3.8)."""
    stage = Stage.new(4, nature="imposed", order=[1, 2, 3, 4])
    stage.impose(*(f"character {card}" for card in ("spy", "king", "queen", "banker")))
    stage.impose("ship s01", "ship s02", "ship s03", "ship s04", "ship s24")
    assert [row["gem"] for row in stage.view["market"]["rows"]] == ["white", "yellow", "red"]
    assert stage.match.position()["discards"] == ["S24"]


def test_ex_04_where_a_broker_may_stand_in_the_market() -> None:
    """EX-04 (YS-5.3 to YS-5.6)."""
    stage = Stage.placing(4, actor=0)
    stage.play("up 2g 1", "down q1.h 4")
    assert stage.track(0) == 1
    assert stage.actor == 1
    cells = {f"{row}{column}" for row in (1, 2, 3) for column in "bgyr"} - {"2g"}
    districts = {f"q{quarter}.{letter}" for quarter in (1, 2, 3, 4) for letter in "hmp"}
    assert stage.legal("up") == {f"up {place}" for place in cells | districts}
    assert stage.refused("up 0b") == "YS-5.5"
    assert stage.refused("down 2g") == "YS-5.4"
    stage.play("up 1b 1", "down 3r 0")
    assert stage.track(1) == 2


def test_ex_04b_number_of_brokers_placed() -> None:
    """EX-04b (YS-5.1, YS-5.2, YS-5.10)."""
    stage = Stage.new(4, order=[1, 2, 3, 4])
    while stage.phase != "value":
        stage.play(stage.match.legal[0])
    while stage.phase in ("place", "value"):
        before = stage.view
        stage.play(stage.match.legal[0])
    assert before["turn"] == 15
    counted = [event for event in stage.match.events if event.kind in ("placed", "hidden")]
    for seat in range(4):
        own = [event.kind for event in counted if event.seat == seat]
        assert (own.count("placed"), own.count("hidden")) == (4, 4)
        assert len(stage.front(seat)) == 3
    last = [event for event in stage.match.events if event.kind == "last_shown"]
    assert sorted(event.seat for event in last) == [0, 1, 2, 3]


def full_counting() -> Stage:
    """The counting of EX-05."""
    quarter = [
        *brokers(YELLOW, q1h="4", q1m="4"),
        *brokers(PURPLE, q1h="3", q1p="(3)"),
        *brokers(BLUE, q1h="(2)", q1m="3", q1p="4"),
        *brokers(ORANGE, q1m="(4)", q1p="1"),
    ]
    market = [
        *brokers(BLUE, c1b="3", c1r="(1)"),
        *brokers(ORANGE, c1g="4"),
        *brokers(YELLOW, c2b="(0)", c2r="3", c3r="0"),
        *brokers(PURPLE, c2y="1", c3b="(1)"),
    ]
    return Stage.counting(
        4,
        order_cards=[2, 1, 4, 3],
        fronts=[[0, 1, 4], [0, 1, 4], [1, 2, 4], [1, 2, 3]],
        ships=["S02"],
        characters=["spy"],
        market=[None, "white", "yellow", "red"],
        brokers=quarter + market,
        impossible=True,
    )


def test_ex_05a_quarter_gems() -> None:
    """EX-05a (YS-6.2)."""
    stage = full_counting()
    assert stage.view["counting"]["ranking"] == [BLUE, YELLOW, PURPLE, ORANGE]
    sums = {row["seat"]: row["sum"] for row in stage.view["quarters"][0]["standing"]}
    assert sums == {BLUE: 9, YELLOW: 8, PURPLE: 6, ORANGE: 5}
    assert stage.actor == BLUE
    stage.play("take blue red")
    assert stage.actor == YELLOW
    assert stage.legal() == {"take blue", "take green"}
    stage.play("take blue")
    assert [stage.gems(seat) for seat in (BLUE, YELLOW, PURPLE, ORANGE)] == [
        {"blue": 1, "red": 1},
        {"blue": 1, "black": 1},
        {"green": 1},
        {},
    ]


def test_ex_05b_to_ex_05d_the_districts() -> None:
    """EX-05b, EX-05c, EX-05d (YS-6.3.2, YS-6.3.3, YS-6.3.4, YS-6.3.6, YS-6.6.1)."""
    stage = full_counting().play("take blue red", "take blue")
    assert stage.gems(YELLOW)["black"] == 1
    assert (stage.track(YELLOW), stage.track(ORANGE)) == (3, 0)
    assert stage.hand(BLUE) == ["spy"]
    assert not [one for one in stage.brokers() if one["place"].startswith("q")]
    assert {2, 3, 4} <= set(stage.screen(BLUE))


def test_ex_05e_to_ex_05h_the_market() -> None:
    """EX-05e to EX-05h (YS-6.4.2, YS-6.4.3, YS-6.5, YS-6.6.2, YS-6.7)."""
    stage = full_counting().play("take blue red", "take blue")
    assert (stage.phase, stage.actor) == ("colour", ORANGE)
    stage.play("colour green")
    assert stage.gems(YELLOW) == {"blue": 1, "yellow": 1, "black": 1}
    assert stage.gems(PURPLE) == {"green": 1, "red": 1}
    assert (stage.phase, stage.actor) == ("column", PURPLE)
    assert stage.legal() == {"column blue", "column red"}
    columns = {row["colour"]: sum(one["sum"] for one in row["standing"]) for row in columns_of(stage)}
    assert columns == {"blue": 4, "green": 4, "yellow": 1, "red": 4}
    stage.play("column blue")
    assert stage.values == "10/7/6/9"
    assert (stage.phase, stage.actor) == ("best", ORANGE)
    stage.play("raise green")
    assert stage.values == "10/8/6/9"
    assert [stage.gems(seat) for seat in range(4)] == [
        {"blue": 1, "red": 1},
        {"green": 1},
        {"green": 1, "red": 1},
        {"blue": 1, "yellow": 1, "black": 1},
    ]
    assert [stage.track(seat) for seat in range(4)] == [0, 0, 0, 3]
    assert stage.brokers() == []
    assert [stage.front(seat) for seat in range(4)] == [[]] * 4


def columns_of(stage: Stage) -> list[dict]:
    return list(stage.view["market"]["columns"])


def test_ex_06_fewer_players_than_gems() -> None:
    """EX-06 (YS-6.2.4)."""
    two = Stage.counting(4, ships=["S02"], brokers=[broker(X, "q1.h", 2), broker(Y, "q1.m", 4)])
    assert two.actor == Y
    two.play("take blue red")
    assert two.actor == X
    two.play("take blue")
    assert two.view["counting"] is None or two.view["counting"]["offer"] == {}
    assert sum(two.gems(X).values()) - two.gems(X).get("black", 0) == 1
    one = Stage.counting(4, ships=["S02"], brokers=[broker(X, "q1.p", 4)])
    one.play("take blue green")
    assert one.gems(X) == {"blue": 1, "green": 1}
    assert one.rules("gems_stay") == ["YS-6.2.4"]
    assert two.rules("gems_stay") == ["YS-6.2.4"]


def test_ex_07_lone_zero() -> None:
    """EX-07 (YS-6.8, YS-6.5.6)."""
    stage = Stage.counting(
        4,
        ships=[None, "S02"],
        market=[None, "blue", "green", "red"],
        brokers=[
            broker(X, "q2.h", 0),
            broker(X, "3y", 0),
            *brokers(Y, c1b="3"),
            *brokers(Z, c2g="2"),
        ],
        impossible=True,
    )
    assert (stage.phase, stage.actor) == ("pick", X)
    stage.play("take blue red")
    assert stage.gems(X) == {"blue": 1, "red": 2, "black": 1}
    assert stage.values == "10/9/7/6"


def test_ex_08_column_tie_by_number_of_brokers() -> None:
    """EX-08 (YS-6.5.2): no judge is asked."""
    stage = Stage.counting(
        4,
        market=[None, "blue", "green", "red"],
        brokers=[*brokers(X, c1r="2", c2r="1"), *brokers(Y, c3r="1"), *brokers(Z, c1b="3", c2b="1")],
    )
    ranked = [event for event in stage.match.events if event.kind == "column_ranked"]
    assert ranked == []
    # green and yellow are both empty: they go to the judge, red and blue do not
    assert stage.phase == "column"
    assert stage.view["counting"]["columns"] == ["red", "blue"]

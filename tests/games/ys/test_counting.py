"""Chapter 6: the counting."""

from __future__ import annotations

import pytest

from donjon.games.ys import ties
from tests.games.ys.stage import Stage, broker, brokers


def test_order_of_events() -> None:
    """YS-6.1.1, YS-6.1.3: W3, quarters, rows, columns, best bidder, all back, court, W4.

    Gems before districts.
    """
    stage = Stage.window(
        "W3",
        fronts=[[1, 2, 3]] * 4,
        hands=[{"merchant": 1, "jeweller": 1}, {}, {}, {}],
        ships=["S01", "S02"],
        characters=["prince", "spy"],
        market=[None, "blue", "green", "red"],
        brokers=[
            *brokers(0, q1h="1", q1m="1", q1p="1", q2p="0", c1b="4", c2g="3", c3r="2"),
            broker(1, "3y", 1),
        ],
        impossible=True,
    )
    stage.play("merchant", "take blue green", "take blue green", "raise red")
    assert stage.phase == "cards_after"
    assert stage.view["cards_in_play"]["merchant"] is False
    kinds = [event.kind for event in stage.match.events]
    wanted = [
        "card_played",
        "ranked",
        "gem_taken",
        "black_gem",
        "merchants_won",
        "card_won",
        "brokers_back",
        "row_won",
        "column_ranked",
        "value_moved",
        "best_bidder",
        "all_back",
        "court",
    ]
    assert [
        kind for index, kind in enumerate(kinds) if kind in wanted and kind not in kinds[:index]
    ] == wanted


def test_brokers_are_turned_up_when_counted() -> None:
    """YS-6.1.2, YS-6.4.1: a quarter's brokers when it is counted, the market's with the market."""
    stage = Stage.counting(
        4,
        ships=["S01", "S02"],
        market=[None, "white", None, None],
        brokers=[broker(0, "q1.h", 3, False), broker(1, "q2.h", 2, False), broker(2, "1r", 1, False)],
    )
    up = {one["place"]: one["face_up"] for one in stage.brokers()}
    assert up == {"q1.h": True, "q2.h": False, "1r": False}
    stage.play("take blue green")
    up = {one["place"]: one["face_up"] for one in stage.brokers()}
    assert up == {"q2.h": True, "1r": False}
    stage.play("take blue green")
    assert stage.phase == "colour"
    assert {one["place"]: one["face_up"] for one in stage.brokers()} == {"1r": True}


def test_quarter_gems() -> None:
    """YS-6.2.1, YS-6.2.2, YS-6.2.3, YS-6.2.6: sums over the quarter rank those present.

    2, 1, 1 and nothing.
    """
    stage = Stage.counting(
        4,
        ships=["S01"],
        brokers=[
            *brokers(3, q1h="1", q1m="1", q1p="1"),
            *brokers(2, q1p="2"),
            *brokers(1, q1h="0"),
            *brokers(0, q2h="4"),
        ],
    )
    assert stage.view["counting"]["ranking"] == [3, 2, 1]
    assert stage.refused("take red red") == "YS-6.2.3"
    assert stage.refused("take blue") == "YS-6.2.3"
    stage.play("take green yellow")
    assert stage.gems(2) == {"blue": 1}
    assert stage.gems(1) == {"blue": 1}
    four = Stage.counting(4, ships=["S01"], brokers=[broker(seat, "q1.m", seat) for seat in range(4)])
    four.play("take blue green", "take blue")
    assert [sum(four.gems(seat).values()) for seat in range(4)] == [0, 1, 1, 2]


def test_white_gem_is_exchanged_at_once() -> None:
    """YS-6.2.5, YS-6.2.7: before the next player picks; the gems lie openly."""
    stage = Stage.counting(4, ships=["S21"], brokers=[broker(0, "q1.m", 4), broker(1, "q1.m", 3)])
    stage.play("take red white")
    assert (stage.phase, stage.actor) == ("colour", 0)
    assert stage.refused("colour black") == "YS-6.2.5"
    stage.play("colour yellow")
    assert stage.gems(0) == {"red": 1, "yellow": 1}
    assert stage.gems(1) == {"blue": 1}


def test_white_gem_taken_by_the_second() -> None:
    """YS-6.2.5: whoever picks it chooses."""
    stage = Stage.counting(
        4, ships=["S21"], brokers=[broker(0, "q1.m", 4), broker(1, "q1.m", 3), broker(2, "q1.p", 1)]
    )
    stage.play("take blue blue", "take white")
    assert (stage.phase, stage.actor) == ("colour", 1)
    stage.play("colour green")
    assert stage.gems(1) == {"green": 1}
    assert stage.gems(2) == {"red": 1}


def test_districts() -> None:
    """YS-6.3.1, YS-6.3.2, YS-6.3.3, YS-6.3.4, YS-6.3.6: only the brokers of the district count."""
    stage = Stage.counting(
        4,
        ships=[None],
        characters=["bishop"],
        brokers=[*brokers(0, q1h="4", q1m="1"), *brokers(1, q1h="3", q1m="2 1"), *brokers(2, q1p="1")],
    )
    assert stage.gems(0) == {"black": 1}
    assert [stage.track(seat) for seat in range(3)] == [0, 3, 0]
    assert stage.hand(2) == ["bishop"]
    assert stage.brokers() == []


def test_empty_districts() -> None:
    """YS-6.3.5: no black gem, no points, and the card is discarded."""
    stage = Stage.counting(4, ships=[None], characters=["bishop", "spy"], brokers=[broker(0, "q2.h", 0)])
    assert [stage.track(seat) for seat in range(4)] == [0, 0, 0, 0]
    assert stage.gems(0) == {"black": 1}
    assert all(stage.hand(seat) == [] for seat in range(4))
    assert [quarter["card"] for quarter in stage.view["quarters"]] == [None] * 4
    assert not {"bishop", "spy"} & set(stage.view["unseen_cards"])
    told = Stage.window("W3", ships=[], hands=[{"merchant": 1}, {}, {}, {}], brokers=[broker(0, "q2.h", 0)])
    told.play("merchant")
    empty = [event.args[:2] for event in told.match.events if event.kind == "nobody_there"]
    assert empty == [
        (quarter, district) for quarter in range(4) for district in range(3) if quarter != 1 or district
    ]
    assert set(told.rules("nobody_there")) == {"YS-6.3.5"}


def test_rows() -> None:
    """YS-6.4.2, YS-6.4.3, YS-6.4.4: from the lowest row up; a row without brokers gives its gem back."""
    stage = Stage.counting(
        4,
        market=[None, "white", "red", "blue"],
        brokers=[*brokers(0, c1b="2", c1g="1"), *brokers(1, c1y="2"), *brokers(2, c3b="0")],
    )
    assert (stage.phase, stage.actor) == ("colour", 0)
    assert stage.refused("colour white") == "YS-6.4.3"
    stage.play("colour red")
    assert [stage.gems(seat) for seat in range(3)] == [{"red": 1}, {}, {"blue": 1}]
    assert [event.args[:2] for event in stage.match.events if event.kind == "row_empty"] == [(2, 3)]


def test_columns() -> None:
    """YS-6.5.1, YS-6.5.2, YS-6.5.3, YS-6.5.4, YS-6.5.5: sums, numbers, then the judge orders all groups."""
    stage = Stage.counting(
        4,
        fronts=[[1, 1], [4, 1], [3, 2], [0]],
        brokers=[broker(0, "1b", 2), broker(2, "2g", 2), broker(3, "3r", 3)],
        impossible=True,
    )
    assert stage.view["counting"]["columns"] == ["red"]
    assert (stage.phase, stage.actor) == ("column", 1)
    assert stage.legal() == {"column blue", "column green"}
    assert stage.refused("column yellow") == "YS-6.5.3"
    stage.play("column green")
    assert stage.values == "7/9/6/10"


def test_several_groups_of_equal_columns() -> None:
    """YS-6.5.3, YS-6.5.4: the same judge, who need not be in the market, decides about two groups."""
    stage = Stage.counting(4, fronts=[[1], [1], [4], [1]], brokers=[broker(0, "1b", 2), broker(1, "1g", 2)])
    assert (stage.phase, stage.actor) == ("column", 2)
    stage.play("column green")
    assert (stage.phase, stage.actor) == ("column", 2)
    assert stage.legal() == {"column yellow", "column red"}
    stage.play("column red")
    assert stage.values == "9/10/6/7"


def test_values_stop_at_the_ends() -> None:
    """YS-6.5.7, YS-6.5.6: moves beyond an end are lost; a column with a 0 is before an empty one."""
    stage = Stage.counting(
        4,
        values={"blue": 14, "green": 8, "yellow": 8, "red": 2},
        brokers=[*brokers(0, c1b="4", c1g="3"), *brokers(1, c1y="0")],
    )
    assert stage.values == "15/9/7/1"


@pytest.mark.parametrize(
    ("fronts", "cards", "first"),
    [([[4], [3], [0], [0]], [1, 2, 3, 4], 0), ([[3], [4], [0], [0]], [1, 2, 3, 4], 1),
     ([[4], [4], [0], [0]], [1, 2, 3, 4], 0), ([[4], [4], [0], [0]], [4, 2, 3, 1], 1)],
)  # fmt: skip
def test_ties(fronts: list[list[int]], cards: list[int], first: int) -> None:
    """YS-6.6.1, YS-6.6.2, YS-6.6.4.

    Front sum, then order card, for quarters, districts, rows and best bidder.
    """
    stage = Stage.counting(
        4,
        fronts=fronts,
        order_cards=cards,
        ships=["S01"],
        market=[None, "red", None, None],
        brokers=[*brokers(0, q1h="3", c1b="2"), *brokers(1, q1h="3", c1r="2")],
    )
    other = 1 - first
    assert stage.actor == first
    stage.play("take blue green")
    stage.play("take blue")
    assert stage.gems(first) == {"black": 1, "blue": 1, "green": 1, "red": 1}
    assert stage.gems(other) == {"blue": 1}
    while stage.phase == "column":
        stage.play(stage.match.legal[0])
    assert (stage.phase, stage.actor) == ("best", first)


def test_strict_order_of_all_ranks() -> None:
    """YS-6.6.3: equal sums give a strict order that is used for second and third too."""
    stage = Stage.counting(
        4,
        fronts=[[1], [3], [3], [2]],
        order_cards=[1, 4, 3, 2],
        ships=["S01"],
        brokers=[broker(seat, "q1.m", 2) for seat in range(4)],
        impossible=True,
    )
    assert stage.view["counting"]["ranking"] == [2, 1, 3, 0]


def test_best_bidder() -> None:
    """YS-6.7.1, YS-6.7.2, YS-6.7.3: the highest sum in the market moves a value by 1, really."""
    stage = Stage.counting(
        4,
        values={"blue": 13, "green": 3, "yellow": 8, "red": 8},
        brokers=[*brokers(0, c1b="4"), *brokers(1, c1y="3", c1r="2")],
    )
    assert (stage.phase, stage.actor) == ("best", 1)
    assert stage.values == "15/1/9/7"
    assert stage.refused("raise blue") == "YS-6.7.3"
    assert stage.refused("lower green") == "YS-6.7.3"
    assert stage.legal() == {
        "raise green", "raise yellow", "raise red", "lower blue", "lower yellow", "lower red"
    }  # fmt: skip
    assert stage.play("lower red").values == "15/1/9/6"


def test_who_can_be_best_bidder() -> None:
    """YS-6.7.4: only who is present, sum 0 is enough; in an empty market nobody."""
    zero = Stage.counting(4, brokers=[broker(2, "1b", 0)])
    while zero.phase == "column":
        zero.play(zero.match.legal[0])
    assert (zero.phase, zero.actor) == ("best", 2)
    empty = Stage.counting(4)
    while empty.phase == "column":
        empty.play(empty.match.legal[0])
    assert empty.rules("best_bidder") == []
    assert empty.view["round"] == 2


def test_zeros() -> None:
    """YS-6.8.1, YS-6.8.2, YS-6.8.3: a lone zero wins; among zeros the tie-break; any positive sum beats 0."""
    stage = Stage.counting(
        4,
        fronts=[[1], [2], [0], [0]],
        market=[None, "red", "green", "blue"],
        brokers=[
            *brokers(0, q1h="0", q2h="0", q3h="0 0", c1b="0", c2b="0"),
            *brokers(1, q2h="0", c2r="0"),
            *brokers(2, q3h="1", c3b="0"),
        ],
        impossible=True,
    )
    assert stage.gems(0)["black"] == 1
    assert stage.gems(1)["black"] == 1
    assert stage.gems(2)["black"] == 1
    assert (stage.gems(0)["red"], stage.gems(1)["green"], stage.gems(2)["blue"]) == (1, 1, 1)


def test_end_of_round() -> None:
    """YS-6.9.1, YS-6.9.2: all brokers behind the screens, ships off the board, the next round.

    The end after four.
    """
    stage = Stage.counting(4, ships=["S01"], fronts=[[1, 2, 3]] * 4, brokers=[broker(0, "1b", 4)])
    stage.play("column green", "column yellow", "raise red")
    assert stage.view["round"] == 2
    assert stage.screen(0) == [0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4]
    assert stage.match.position()["discards"][:1] == ["S01"]
    last = Stage.counting(4, round=4, brokers=[broker(0, "1b", 4)])
    last.play("column green", "column yellow", "raise red")
    assert last.match.over
    assert last.refused("pass", 0) == "YS-6.9.2"


def test_front_sum_uses_printed_values() -> None:
    """YS-5.11: the sum of what stands in the front."""
    stage = Stage.counting(
        4,
        fronts=[[4, 1, 3], [0], [2, 2], [1]],
        ships=["S01"],
        brokers=[broker(0, "q1.h", 1)],
        impossible=True,
    )
    assert [int(ties.front_sum(stage.state, seat)) for seat in range(4)] == [8, 0, 4, 1]
    assert [player["front_sum"] for player in stage.view["players"]] == [8, 0, 4, 1]

"""Chapter 9: open placement, three players, Royal Favour, Ys Express, and variants together."""

from __future__ import annotations

from typing import Any

import pytest

import donjon
from donjon.errors import BadOption
from tests.games.ys.playing import played
from tests.games.ys.stage import NAME, Stage, broker, brokers, end_points


def test_open_placement() -> None:
    """YS-9.1.1, YS-9.1.2: both brokers face up; the Bishop's player may place either face down."""
    stage = Stage.placing(4, open_placement="yes").play("up q1.h 4")
    assert stage.refused("down q1.m") == "YS-9.1.1"
    stage.play("up q1.m 3")
    assert [one["face_up"] for one in stage.brokers()] == [True, True]
    bishop = Stage.placing(4, open_placement="yes", bishop=0).play("down q1.h 4", "down q1.m 3")
    assert [one["face_up"] for one in bishop.brokers()] == [False, False]


def test_open_placement_and_neutral() -> None:
    """YS-9.1.3, YS-9.1.4: with any number of players; neutral brokers stay face down."""
    for players in (2, 3, 4):
        stage = Stage.placing(players, open_placement="yes")
        assert stage.view["variants"]["open_placement"] is True
        assert stage.legal("down") == set()
    two = Stage.placing(2, open_placement="yes").play("neutral q1.h", "up q1.h 1", "up q1.h 1")
    assert [one["face_up"] for one in two.brokers()] == [True, True, False]


def test_three_players() -> None:
    """YS-9.2.1, YS-9.2.2: order cards 1 to 3; 3 or 4 quarters; without quarter 4 nobody can stand there."""
    assert sorted(player["order"] for player in Stage.new(3).view["players"]) == [1, 2, 3]
    stage = Stage.placing(3, quarters=3)
    assert len(stage.view["quarters"]) == 3
    assert stage.refused("up q4.h") == "YS-9.2.2"
    assert Stage.placing(3, quarters=4).refused("up q4.h") == ""
    for players, quarters in ((4, 3), (2, 4)):
        with pytest.raises(BadOption, match=r"YS-9\.2\.2"):
            donjon.new(NAME, players=players, quarters=quarters)


def test_ship_with_three_players() -> None:
    """YS-9.2.3, YS-9.2.4: three gems; the first picks 2, the second gets the last, the third nothing."""
    stage = Stage.counting(3, ships=["S01"], brokers=[broker(seat, "q1.m", seat + 1) for seat in range(3)])
    assert stage.view["counting"]["offer"] == {"blue": 1, "green": 1, "yellow": 1}
    stage.play("take blue yellow")
    assert [stage.gems(seat) for seat in range(3)] == [{}, {"green": 1}, {"blue": 1, "yellow": 1}]
    alone = Stage.counting(3, ships=["S01"], brokers=[broker(1, "q1.m", 0)]).play("take blue yellow")
    assert alone.rules("gems_stay") == ["YS-6.2.4"]


def test_market_with_three_players() -> None:
    """YS-9.2.5, YS-9.2.6: rows 2 and 3 only."""
    stage = Stage.placing(3)
    assert {stage.refused(f"up {row}b") for row in (0, 1)} == {"YS-9.2.5"}
    assert len([text for text in stage.legal("up") if text[3] in "0123"]) == 8


def test_table_with_three_players() -> None:
    """YS-9.2.7: the first three places; three tied score the third."""
    stage = end_points(3, [{"blue": 3}, {"blue": 2}, {"blue": 1}])
    assert [stage.player(seat)["points"]["blue"] for seat in range(3)] == [24, 18, 12]
    tied = end_points(3, [{"blue": 2}] * 3)
    assert [tied.player(seat)["points"]["blue"] for seat in range(3)] == [12, 12, 12]


def royal(**fields: Any) -> Stage:
    return Stage.counting(fields.pop("players", 4), royal_favour="yes", **fields)


def to_throne(stage: Stage) -> Stage:
    while stage.phase != "throne" and not stage.match.over and stage.phase != "bid":
        stage.play(stage.match.legal[0])
    return stage


def test_throne_room() -> None:
    """YS-9.4.1, YS-9.4.2, YS-9.4.3, YS-9.4.4, YS-9.4.5: one of the front, secretly, all at once.

    Then an extra 2.
    """
    stage = to_throne(royal(impossible=True, fronts=[[1, 3, 4], [0, 1, 2], [2, 3, 3], [4, 4, 4]]))
    assert stage.player(0)["extra_brokers"] == 3
    assert stage.match.waiting == (0, 1, 2)
    assert [stage.front(seat) for seat in range(3)] == [[1, 3, 4], [0, 1, 2], [2, 3, 3]]
    assert stage.refused("throne 2", 0) == "YS-9.4.3"
    stage.play("throne 2", seat=2).play("throne 4", seat=0)
    assert stage.view["throne"] == []
    assert stage.player(0, 0)["choice"] == [4]
    assert stage.player(0, 1)["choice"] is None
    stage.play("throne 1", seat=1)
    assert [one["face_up"] for one in stage.view["throne"]] == [False] * 4
    assert [one["value"] for one in stage.match.view(0)["throne"]] == [4, None, None, 4]
    assert stage.player(0)["extra_brokers"] == 2
    assert stage.screen(0) == [0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4]
    assert stage.rules("throne_entered") == ["YS-9.4.3"] * 4


def test_throne_room_in_every_round() -> None:
    """YS-9.4.2, YS-9.4.4, YS-9.4.5: in all four rounds; in the last no extra 2 is left."""
    for match in played(3, 3, {"royal_favour": "yes"}, stops=0):
        entered = [event for event in match.events if event.kind == "throne_entered"]
        taken = [event for event in match.events if event.kind == "extra_taken"]
        assert (len(entered), len(taken)) == (12, 9)
        assert len(match.view(None)["throne"]) == 12
        assert all(one["value"] is not None for one in match.view(None)["throne"])
        assert all(player["extra_brokers"] == 0 for player in match.view(None)["players"])


THRONE = [
    broker(0, "t", 4, False, could=[1, 3, 4]),
    broker(1, "t", 0, False, could=[0, 1, 2]),
    broker(2, "t", 3, False, could=[3]),
]


def test_spy_in_the_throne_room() -> None:
    """YS-9.4.6: the Spy may look there, within the three looks."""
    stage = Stage.placing(
        3, actor=2, phase="before_turn", round=2, royal_favour="yes", spy=0, looks=1, brokers=THRONE
    )
    assert stage.legal() == {"look t/2", "look t/3", "pass"}
    stage.play("look t/2")
    assert [one["value"] for one in stage.match.view(0)["throne"]] == [4, 0, None]
    assert [one["value"] for one in stage.match.view(2)["throne"]] == [None, None, 3]
    assert (stage.view["cards_in_play"]["looks"], stage.phase) == (0, "place")


def swapping(**fields: Any) -> Stage:
    fields = {"hands": [{"wizard": 1, "soldier": 1}, {}, {}], "extras": [2, 2, 2], **fields}
    board = [broker(1, "2b", 4, False, marked=True), broker(2, "3b", 1)]
    return Stage.placing(3, round=2, royal_favour="yes", brokers=[*THRONE, *board], **fields)


def test_wizard_in_the_throne_room() -> None:
    """YS-9.4.6, YS-9.4.7: one of the two may come from there; who enters lies face down without a marker."""
    stage = swapping().play("up q1.h 3", "down q1.h 1", "wizard t/1")
    assert stage.refused("wizard t/1 t/2") == "YS-9.4.6"
    stage.play("wizard t/1 2b")
    entered = next(one for one in stage.match.view(1)["throne"] if one["owner"] == 1 and one["value"] == 4)
    assert (entered["face_up"], entered["soldier"]) == (False, False)
    left = stage.at_place("2b", 0)[0]
    assert (left["owner"], left["value"], left["face_up"]) == (0, 4, False)
    # Both keep their names, and what others can tell of them.
    before = swapping()
    assert left["id"] == before.at_place("t")[0]["id"]
    assert entered["id"] == before.at_place("2b")[0]["id"]
    assert stage.at_place("2b", 2)[0]["can"] == [1, 3, 4]
    assert entered["can"] == [4]
    face_up = swapping().play("up q1.h 3", "down q1.h 1", "wizard 3b t/3")
    inside = [one for one in face_up.match.view(None)["throne"] if one["value"] == 1]
    assert [(one["owner"], one["face_up"], one["known_to_all"]) for one in inside] == [(2, False, True)]


def test_soldier_and_the_throne_room() -> None:
    """YS-9.4.13: a broker in the throne room cannot be marked, even if it was placed in this turn."""
    stage = swapping().play("up q1.h 3", "down q1.m 1", "wizard q1.h/1 t/2")
    assert stage.phase == "after"
    stage.play("soldier")
    assert stage.at_place("q1.m")[0]["soldier"] is True
    both = swapping().play("up q1.h 3", "down q1.m 1", "soldier")
    assert both.refused("soldier t/1") == "YS-9.4.13"
    own = swapping().play("up q1.h 3", "down q1.m 1", "wizard q1.h/1 t/1", "soldier")
    assert own.at_place("q1.h")[0]["soldier"] is False
    assert own.at_place("q1.m")[0]["soldier"] is True


@pytest.mark.parametrize(("usable", "front"), [(12, 4), (11, 3), (10, 2)])
def test_more_or_fewer_usable_brokers(usable: int, front: int) -> None:
    """YS-9.4.8: all that is left behind the screen goes to the front: 2, 1 or 0 brokers."""
    screen = [1] * (usable - 2 - 6)
    stage = Stage.placing(
        3,
        actor=2,
        turn=11,
        royal_favour="yes",
        screens=[[0], [0], screen],
        round=2,
        fronts=[[2, 3]] * 3,
        impossible=True,
    )
    stage.play("up q1.h 1", "down q1.h 1")
    assert len(stage.front(2)) == front


def test_throne_room_points() -> None:
    """YS-9.4.9, YS-9.4.10, YS-9.4.11: 12, 7, 3, 0; tied players share, rounded down.

    A zero has no privilege.
    """

    def points(*values: int) -> list[int]:
        throne = [broker(seat, "t", value) for seat, value in enumerate(values)]
        stage = end_points(len(values), [{}] * len(values), royal_favour="yes", brokers=throne)
        return [stage.player(seat)["points"]["throne"] for seat in range(len(values))]

    assert points(4, 3, 2, 1) == [12, 7, 3, 0]
    assert points(4, 4, 4, 0) == [7, 7, 7, 0]
    assert points(1, 1, 1, 1) == [5, 5, 5, 5]
    assert points(4, 2, 2, 2) == [12, 3, 3, 3]
    assert points(0, 4, 3) == [3, 12, 7]
    assert points(3, 3, 0) == [9, 9, 3]


def test_who_plays_with_the_king() -> None:
    """YS-9.4.12, YS-9.5.5: Royal Favour and Ys Express are for three or four players."""
    for option, rule in (("royal_favour", "YS-9.4.12"), ("express", "YS-9.5.5")):
        with pytest.raises(BadOption, match=rule):
            donjon.new(NAME, players=2, **{option: "yes"})
        for players in (3, 4):
            assert donjon.new(NAME, players=players, **{option: "yes"}).view(None)["variants"][option] is True


def test_express() -> None:
    """YS-9.5.1, YS-9.5.2, YS-9.5.3: nine brokers, no white ships, three turns."""
    stage = Stage.new(4, express="yes")
    assert stage.screen(0) + stage.front(0) == [0, 0, 1, 1, 2, 3, 3, 4, 4]
    drawn = [quarter["ship"]["card"] for quarter in stage.view["quarters"]] + [stage.view["market"]["ship"]]
    assert not {"S21", "S22", "S23", "S24"} & {*stage.view["deck"], *drawn}
    assert len(stage.view["deck"]) == 20 - 5
    for match in played(4, 1, {"express": "yes"}, stops=0):
        assert match.view(None)["deck"] == []


def test_variants_together() -> None:
    """YS-9.5.4: Ys Express with open placement and Royal Favour."""
    together = {"express": "yes", "open_placement": "yes", "royal_favour": "yes"}
    for match in played(3, 1, together, stops=0):
        assert len(match.view(None)["throne"]) == 12
        assert not [event for event in match.events if event.kind == "turned_up"] or any(
            event.kind == "card_played" for event in match.events
        )
        assert match.over


def test_front_stays_until_the_throne_room() -> None:
    """YS-9.4.3: market brokers go back at once, the fronts with phase 5; no cards in between are lost."""
    stage = royal(
        fronts=[[1, 3]] * 4,
        brokers=brokers(1, c1b="4", c2g="3", c3r="2"),
        hands=[{"jeweller": 1}, {}, {}, {}],
        round=2,
    )
    stage.play("raise red")
    assert stage.phase == "cards_after"
    assert stage.brokers() == []
    assert stage.front(0) == [1, 3]
    stage.play("pass")
    assert stage.phase == "throne"

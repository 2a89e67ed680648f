"""Chapter 8: Wizard, Soldier and Queen, played in the own turn."""

from __future__ import annotations

from tests.games.ys.stage import Stage, broker, brokers


def hand(**cards: int) -> list[dict[str, int]]:
    return [cards, {}, {}, {}]


def test_wizard() -> None:
    """YS-8.14.1, YS-8.14.2, YS-8.14.3: any two brokers exchange places with face and marker.

    No point moves.
    """
    stage = Stage.placing(
        4,
        round=2,
        hands=hand(wizard=1),
        brokers=[broker(1, "2b", 4, False, marked=True), broker(2, "q3.p", 1)],
    )
    stage.play("up q1.h 1", "down q1.h 1", "wizard 2b q3.p/1")
    moved = stage.at_place("q3.p")[0]
    assert (moved["owner"], moved["face_up"], moved["soldier"]) == (1, False, True)
    assert (stage.at_place("2b")[0]["owner"], stage.at_place("2b")[0]["face_up"]) == (2, True)
    assert [stage.track(seat) for seat in range(4)] == [0, 0, 0, 0]
    assert stage.actor == 1


def test_wizard_places() -> None:
    """YS-8.14.4, YS-8.17.3: two different places, none in the closed quarter.

    Not even for the Queen's player.
    """
    stage = Stage.placing(
        4,
        round=2,
        hands=hand(wizard=1),
        closed=1,
        queen=0,
        brokers=[broker(1, "q2.h", 4), broker(2, "q1.h", 1), broker(2, "q4.h", 1), broker(2, "q3.h", 1)],
    )
    stage.play("up q1.h 1", "down q1.h 1", "wizard")
    assert stage.refused("wizard q2.h/1") == "YS-8.14.4"
    stage.play("wizard q1.h/1")
    assert stage.refused("wizard q1.h/1 q2.h/1") == "YS-8.14.4"
    assert stage.refused("wizard q1.h/1 q1.h/2") == "YS-8.14.4"
    assert stage.refused("wizard q1.h/1 q1.h/1") == "YS-8.14.4"
    stage.play("wizard q1.h/1 q4.h/1")
    assert stage.phase == "place"


def test_wizard_needs_two_places() -> None:
    """YS-8.1.6, YS-8.14.4: with all brokers in one district the card cannot be played."""
    stage = Stage.placing(4, round=2, hands=hand(wizard=1, soldier=1)).play("up q1.h 1", "down q1.h 1")
    assert stage.refused("wizard") == "YS-8.1.6"


def test_wizard_with_two_brokers() -> None:
    """YS-8.14.1: where only two brokers can be swapped there is nothing to choose."""
    stage = Stage.placing(4, round=2, hands=hand(wizard=1)).play("up q1.h 1", "down q2.h 3", "wizard")
    assert stage.actor == 1
    assert [one["value"] for one in stage.at_place("q1.h", 0)] == [3]
    assert [one["value"] for one in stage.at_place("q2.h", 0)] == [1]


def test_soldier() -> None:
    """YS-8.16.1, YS-8.16.3: one of the two just placed, face up or down; the broker stays as it lies."""
    stage = Stage.placing(
        4, round=2, hands=hand(soldier=1), brokers=[broker(0, "2b", 4, since=0), broker(1, "2g", 4)]
    )
    stage.play("up q1.h 3", "down q1.m 0", "soldier")
    assert stage.refused("soldier 2b") == "YS-8.16.1"
    assert stage.refused("soldier 2g") == "YS-8.16.1"
    stage.play("soldier q1.m/1")
    marked = stage.at_place("q1.m", 2)[0]
    assert (marked["soldier"], marked["face_up"], marked["value"]) == (True, False, None)


def test_soldier_counts_five() -> None:
    """YS-8.16.2, YS-8.16.5: 5 in quarter, district, row, column and best bidder, whatever is printed."""
    stage = Stage.counting(
        4,
        ships=["S01"],
        market=[None, "red", None, None],
        brokers=[
            broker(0, "q1.h", 0, False, marked=True),
            *brokers(1, q1h="4", c1b="4"),
            broker(0, "1g", 0, marked=True),
        ],
        impossible=True,
    )
    assert stage.view["counting"]["ranking"] == [0, 1]
    stage.play("take blue green", "take blue")
    assert stage.gems(0) == {"blue": 1, "green": 1, "black": 1, "red": 1}
    assert stage.view["counting"]["columns"] == ["green", "blue"]
    stage.play("column yellow")
    assert (stage.phase, stage.actor) == ("best", 0)


def test_soldier_marker_travels() -> None:
    """YS-8.16.4: the marker goes with the broker; after counting the value is the printed one."""
    stage = Stage.window(
        "W3",
        ships=[],
        fronts=[[4, 4], [0], [0], [0]],
        hands=hand(messenger=1),
        brokers=[broker(0, "q1.h", 0, False, marked=True), broker(0, "q4.h", 1), broker(1, "q2.h", 4)],
    )
    stage.play("messenger q1.h/1 q2.h")
    won = [event for event in stage.match.events if event.kind == "black_gem"]
    assert [(event.seat, event.args) for event in won] == [(0, (1, 5, 0)), (0, (3, 1, 0))]
    assert stage.screen(0) == [0, 0, 1, 1, 1, 2, 3, 3, 3]


def test_queen() -> None:
    """YS-8.17.1, YS-8.17.2: the named quarter is closed to all others from now on; brokers there stay."""
    stage = Stage.placing(4, round=2, hands=hand(queen=1), brokers=[broker(1, "q3.h", 2)], impossible=True)
    stage.play("queen 3")
    assert stage.view["quarters"][2]["closed"] == 0
    assert stage.at_place("q3.h")[0]["owner"] == 1
    stage.play("up q3.h 1", "down q3.m 1")
    assert stage.actor == 1
    assert {stage.refused(f"up q3.{letter}") for letter in "hmp"} == {"YS-8.17.2"}
    assert stage.refused("up q2.h") == ""
    three = Stage.placing(3, round=2, quarters=3, hands=[{"queen": 1}, {}, {}], impossible=True).play("queen")
    assert three.refused("queen 4") == "YS-8.17.1"


def test_queen_is_discarded_when_counted() -> None:
    """YS-8.17.4: the quarter is counted normally, then the card is discarded."""
    stage = Stage.counting(
        4, ships=["S01", "S02"], closed=0, queen=2, brokers=[broker(0, "q1.h", 3), broker(1, "q2.h", 1)]
    )
    assert stage.view["cards_in_play"]["queen"] == 2
    stage.play("take blue green")
    assert stage.view["cards_in_play"]["queen"] is None
    assert stage.rules("card_dropped") == ["YS-8.17.4"]
    assert stage.gems(0)["black"] == 1

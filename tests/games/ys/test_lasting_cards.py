"""Chapter 8: Spy, Bishop and Magician, played in the window W1 for a whole placement."""

from __future__ import annotations

from typing import Any

from tests.games.ys.stage import Stage, broker, hands


def test_spy() -> None:
    """YS-8.5.1, YS-8.5.2, YS-8.5.3, YS-8.5.4.

    Three looks, several together, at face-down brokers of others, told to the Spy only.
    """
    stage = Stage.placing(
        3,
        actor=1,
        spy=0,
        looks=3,
        phase="before_turn",
        brokers=[
            broker(1, "q1.h", 4, False),
            broker(1, "q1.h", 3, False),
            broker(2, "2b", 0, False),
            broker(2, "2r", 1, True),
            broker(0, "3r", 1, False),
        ],
    )
    assert (stage.phase, stage.actor) == ("spy", 0)
    assert stage.refused("look 2r") == "YS-8.5.1"
    assert stage.refused("look 3r") == "YS-8.5.4"
    stage.play("look q1.h/1")
    assert [one["value"] for one in stage.at_place("q1.h", 0)] == [4, None]
    assert [one["value"] for one in stage.at_place("q1.h", 2)] == [None, None]
    assert [event.args[:2] for event in stage.match.events if event.kind == "looked"] == [(0, 1)]
    stage.play("look 2b", "look q1.h/2")
    assert (stage.phase, stage.actor) == ("place", 1)
    assert stage.rules("saw") == ["YS-8.5.3"] * 3
    played = Stage.window("W1", hands=hands("spy")).play("spy")
    assert played.view["cards_in_play"]["looks"] == 3


def test_moments_of_the_spy() -> None:
    """YS-8.5.2: before any turn, in the own turn after placing, after the last turn.

    Never inside another's.
    """
    asked: list[tuple[str, int, int]] = []
    stage = Stage.window(
        "W1", 3, hands=hands("spy", players=3), screens=[[0, 1, 1, 1, 2, 3, 3, 4, 4]] * 3, impossible=True
    )
    stage.play("spy")
    while stage.phase in ("place", "value", "spy", "after"):
        if stage.phase in ("spy", "after"):
            asked.append((stage.phase, int(stage.actor or 0), stage.view["turn"]))
            stage.play("pass")
        else:
            stage.play(stage.match.legal[0 if stage.phase == "value" else -1])
    spy = [turn for phase, seat, turn in asked if phase == "spy" and seat == 0]
    after = [turn for phase, seat, turn in asked if phase == "after" and seat == 0]
    assert spy == [2, 3, 5, 6, 8, 9, 11, 12]
    assert after == [3, 6, 9]


def test_what_the_spy_knows_moves_with_the_broker() -> None:
    """YS-8.5.5, YS-8.14.2: a broker that was looked at stays known when the Wizard swaps it."""
    stage = Stage.placing(
        3,
        actor=1,
        round=2,
        hands=hands("wizard", seat=1, players=3),
        brokers=[broker(2, "q1.h", 4, False, known=0b101), broker(0, "2b", 1)],
    )
    stage.play("up q2.h 3", "down q2.h 3", "wizard 2b q1.h/1")
    assert stage.at_place("2b", 0)[0]["value"] == 4
    assert stage.at_place("2b", 1)[0]["value"] is None


def test_looks_lapse() -> None:
    """YS-8.5.4: looks that are left lapse at the end of placement, with Spy, Bishop and Magician."""
    stage = Stage.placing(
        3, actor=2, turn=11, spy=0, looks=2, bishop=1, magician=2, screens=[[1], [1], [1, 1, 1]]
    )
    stage.play("up q1.h 1", "down q1.h 1", "pass")
    play = stage.view["cards_in_play"]
    assert (play["spy"], play["looks"], play["bishop"], play["magician"]) == (None, 0, None, None)


def test_bishop() -> None:
    """YS-8.6.1: for each broker face up or face down, freely, in each own turn."""
    stage = Stage.placing(4, bishop=0).play("down q1.h 4", "down q1.m 3")
    assert [one["face_up"] for one in stage.brokers()] == [False, False]
    up = Stage.placing(4, bishop=0).play("up q1.h 4", "up q1.m 3")
    assert [one["face_up"] for one in up.brokers()] == [True, True]
    other = Stage.placing(4, bishop=1).play("up q1.h 4")
    assert other.refused("up q1.m") == "YS-5.2"


def magician(**fields: Any) -> Stage:
    fields = {"fronts": [[4, 0], [2, 3], [2, 3], [2, 3]], "screens": [[1, 3, 3]] + [[1]] * 3, **fields}
    return Stage.placing(4, magician=0, **fields)


def test_magician() -> None:
    """YS-8.8.1, YS-8.8.2, YS-8.8.3: brokers of the front are placed and replaced, neither, one or both."""
    stage = magician(impossible=True).play("up q1.h front 4 refill 3")
    assert (stage.front(0), stage.screen(0)) == ([0, 3], [1, 3])
    stage.play("down q1.m")
    assert stage.legal() == {"down q1.m 1", "down q1.m 3", "down q1.m front 0"}
    assert stage.refused("down q1.m front 3") == "YS-8.8.1"
    stage.play("down q1.m front 0 refill 1")
    assert (stage.front(0), stage.screen(0)) == ([1, 3], [3])
    assert [one["face_up"] for one in stage.brokers()] == [True, False]
    plain = magician(impossible=True).play("up q1.h 1", "down q1.m 3")
    assert plain.front(0) == [0, 4]


def test_magician_in_every_turn() -> None:
    """YS-8.8.2, YS-5.6: also in a later turn, what came to the front before; a cell brings its point."""
    stage = magician(
        turn=4, fronts=[[3, 0], [2, 3], [2, 3], [2, 3]], screens=[[1, 3, 4]] + [[1]] * 3, impossible=True
    )
    stage.play("up 2b front 3 refill 4")
    assert [one["value"] for one in stage.at_place("2b", 1)] == [3]
    assert (stage.track(0), stage.rules("market_bonus")) == (1, ["YS-5.6"])
    stage.play("down 3r front 0 refill 1")
    assert (stage.track(0), stage.front(0), stage.screen(0)) == (2, [1, 4], [3])


def test_magician_and_empty_screen() -> None:
    """YS-8.8.1: with nothing behind the screen the front cannot be used."""
    stage = magician(screens=[[3]] + [[1]] * 3, impossible=True).play("up q1.h front 4")
    assert stage.refused("up q1.h front 4 refill 1") == "YS-8.8.1"
    stage.play("up q1.h front 4 refill 3", "down q1.m")
    assert stage.refused("down q1.m front 0") == "YS-8.8.1"


def test_magician_changes_no_bid() -> None:
    """YS-8.8.4: the turn order stays; the front sum of the counting is that of the final front."""
    stage = magician(actor=0, impossible=True).play("up q1.h front 4 refill 1", "down q1.m 3")
    assert [player["order"] for player in stage.view["players"]] == [1, 2, 3, 4]
    assert stage.player(0)["front_sum"] == 1
    assert stage.actor == 1


def test_magician_face_down_is_known() -> None:
    """YS-8.8.5: a front broker placed face down is known to all; a refill used in the same turn is not."""
    stage = magician(impossible=True).play("down q1.h front 4 refill 3", "up q1.m 3")
    assert [one["value"] for one in stage.at_place("q1.h", 2)] == [4]
    assert stage.at_place("q1.h")[0]["face_up"] is False

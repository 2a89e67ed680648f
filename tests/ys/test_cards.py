"""Chapter 8: when cards are played, and the cards of the windows W1, W3 and W4."""

from __future__ import annotations

from typing import Any

import pytest

from donjon.ys import terms
from tests.ys.playing import played
from tests.ys.stage import Stage, broker, brokers


def hands(*cards: str, seat: int = 0, won: int = 1, players: int = 4) -> list[dict[str, int]]:
    return [dict.fromkeys(cards, won) if other == seat else {} for other in range(players)]


def test_cards_are_won_and_held() -> None:
    """YS-8.1.1, YS-8.1.2: a won card goes to the hand and is played from the next round on."""
    stage = Stage.window("W4", round=1, hands=[{"jeweller": 1, "banker": 1}, {"alchemist": 1}, {}, {}])
    assert stage.view["round"] == 2
    again = Stage.at(
        4, phase="cards_after", window="cards_after", actor=0, round=2, hands=hands("jeweller", won=2)
    )
    assert again.refused("jeweller") == "YS-8.1.2"
    assert again.refused("banker") == "YS-8.1.1"


def test_limit_of_two() -> None:
    """YS-8.1.3: at most two cards a round, counted when played."""
    stage = Stage.window("W4", hands=hands("jeweller", "banker", "alchemist"), gems=[{"red": 1}, {}, {}, {}])
    stage.play("jeweller red red", "banker red blue")
    assert stage.view["round"] == 3
    assert stage.hand(0) == ["alchemist"]
    limited = Stage.at(
        4,
        phase="cards_after",
        window="cards_after",
        actor=0,
        round=2,
        played=[2, 0, 0, 0],
        hands=hands("jeweller"),
    )
    assert limited.refused("jeweller") == "YS-8.1.3"
    assert Stage.at(4, phase="over", round=4, played=[2, 0, 0, 0]).match.over


WINDOWS: dict[str, set[str]] = {
    "W1": {"bishop", "spy", "magician"},
    "W3": {"messenger", "captain", "intriguer", "merchant"},
    "W4": {"alchemist", "banker", "jeweller"},
}


@pytest.mark.parametrize("window", WINDOWS)
def test_windows(window: str) -> None:
    """YS-8.1.4: each card has its window."""
    cards = terms.CHARACTER_NAMES[:15]
    stage = Stage.window(window, hands=hands(*cards), brokers=[broker(0, "q1.h", 1)])
    offered = {text for text in stage.match.legal if text != "pass"}
    assert offered == WINDOWS[window]
    for card in set(cards) - WINDOWS[window]:
        assert stage.refused(card) == "YS-8.1.4"


def test_asked_once_in_order() -> None:
    """YS-8.1.5, YS-8.1.6, YS-8.1.7.

    In order-card order, any number of cards, each resolved at once, or none.
    """
    held: list[dict[str, int]] = [{"jeweller": 1}, {"banker": 1}, {"alchemist": 1}, {}]
    stage = Stage.window("W4", order_cards=[3, 2, 1, 4], hands=held, gems=[{}, {}, {"red": 1}, {}], round=2)
    assert stage.actor == 2
    stage.play("pass")
    assert stage.actor == 1
    assert stage.refused("alchemist", 2) == "YS-8.1.5"
    stage.play("banker blue red")
    assert stage.values == "9/8/8/7"
    assert stage.actor == 0
    stage.play("jeweller blue green")
    assert stage.view["round"] == 3
    assert [stage.hand(seat) for seat in range(3)] == [[], [], ["alchemist"]]
    assert "jeweller" not in stage.view["unseen_cards"]


def test_a_card_without_effect_is_not_playable() -> None:
    """YS-8.1.6: a mandatory effect that cannot be carried out in full keeps the card in the hand."""
    stage = Stage.window(
        "W3", hands=hands("messenger", "merchant"), closed=0, queen=1, brokers=brokers(0, q1h="4")
    )
    assert stage.refused("messenger") == "YS-8.1.6"
    banker = Stage.window(
        "W4",
        hands=hands("banker", "jeweller"),
        values={"blue": 15, "green": 15, "yellow": 15, "red": 15},
    )
    assert banker.refused("banker") == "YS-8.1.6"


def test_hands_at_the_end() -> None:
    """YS-8.1.8: unplayed cards are worth nothing; a hand has no limit."""
    stage = Stage.at(4, phase="over", round=4, hands=hands(*terms.CHARACTER_NAMES[:13]))
    assert stage.match.points == [0, 0, 0, 0]
    assert len(stage.hand(0)) == 13


def test_alchemist() -> None:
    """YS-8.2.1, YS-8.2.2, YS-8.2.3: an own gem, black too, for another of the four colours; or nothing."""
    stage = Stage.window("W4", hands=hands("alchemist"), gems=[{"black": 1, "red": 2}, {}, {}, {}])
    stage.play("alchemist")
    assert stage.legal() == {"alchemist red", "alchemist black", "alchemist pass"}
    assert stage.refused("alchemist blue") == "YS-8.2.2"
    stage.play("alchemist black")
    assert stage.refused("alchemist black white") == "YS-8.2.1"
    stage.play("alchemist black green")
    assert stage.gems(0) == {"red": 2, "green": 1}
    own = Stage.window("W4", hands=hands("alchemist"), gems=[{"red": 2}, {}, {}, {}]).play("alchemist red")
    assert own.refused("alchemist red red") == "YS-8.2.1"
    nothing = Stage.window("W4", hands=hands("alchemist", "jeweller")).play("alchemist")
    assert (nothing.phase, nothing.hand(0)) == ("cards_after", ["jeweller"])
    assert nothing.player(0)["cards_played"] == 1
    declined = Stage.window("W4", hands=hands("alchemist"), gems=[{"red": 2}, {}, {}, {}])
    declined.play("alchemist pass")
    assert (declined.gems(0), declined.hand(0)) == ({"red": 2}, [])


def test_banker() -> None:
    """YS-8.3.1, YS-8.3.2: raise one colour by 1, then lower another by 1."""
    values = {"blue": 15, "green": 1, "yellow": 8, "red": 8}
    stage = Stage.window("W4", hands=hands("banker"), values=values).play("banker")
    assert stage.refused("banker blue") == "YS-8.3.2"
    stage.play("banker yellow")
    assert stage.refused("banker yellow yellow") == "YS-8.3.1"
    assert stage.refused("banker yellow green") == "YS-8.3.2"
    assert stage.play("banker yellow blue").values == "14/1/9/8"


def test_captain() -> None:
    """YS-8.4.1, YS-8.4.2: two ships change harbours, also that of a closed quarter; nothing else moves."""
    stage = Stage.window(
        "W3",
        hands=hands("captain", "merchant"),
        ships=["S01", "S02", "S03", "S04"],
        closed=0,
        queen=2,
        brokers=[broker(1, "q1.h", 1)],
    )
    stage.play("captain 1 3")
    assert [quarter["ship"]["card"] for quarter in stage.view["quarters"]] == ["S03", "S02", "S01", "S04"]
    assert stage.at_place("q1.h")[0]["owner"] == 1
    three = Stage.window("W3", 3, hands=hands("captain", players=3), quarters=3).play("captain")
    assert three.refused("captain 1 4") == "YS-8.4.1"


def test_spy() -> None:
    """YS-8.5.1, YS-8.5.3, YS-8.5.4: three looks at face-down brokers of others, told to the Spy only."""
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


def test_moments_of_the_spy() -> None:
    """YS-8.5.2: before any turn, in the own turn after placing, after the last turn.

    Never inside another's.
    """
    asked: list[tuple[str, int, int]] = []
    stage = Stage.window("W1", 3, hands=hands("spy", players=3), screens=[[0, 1, 1, 1, 2, 3, 3, 4, 4]] * 3)
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


def test_messenger() -> None:
    """YS-8.7.1, YS-8.7.2, YS-8.7.3: one own broker to a different place; its face stays."""
    stage = Stage.window(
        "W3",
        hands=hands("messenger"),
        brokers=[broker(0, "q1.h", 4, False), broker(0, "3b", 1), broker(1, "2b", 3)],
    )
    stage.play("messenger")
    assert stage.refused("messenger 2b") == "YS-8.7.1"
    stage.play("messenger q1.h/1")
    assert stage.refused("messenger q1.h/1 q1.h") == "YS-8.7.1"
    assert stage.refused("messenger q1.h/1 2b") == "YS-5.4"
    assert stage.refused("messenger q1.h/1 0b") == "YS-5.5"
    stage.play("messenger q1.h/1 1b")
    turned = [event for event in stage.match.events if event.kind == "turned_up"]
    assert turned[-1].args[:2] == (16, 4)
    assert stage.rules("market_bonus") == ["YS-8.7.3"]


def test_messenger_and_queen() -> None:
    """YS-8.7.4, YS-8.17.3: nothing moves out of, into or inside the closed quarter, whoever plays it."""
    stage = Stage.window(
        "W3",
        hands=hands("messenger"),
        closed=0,
        queen=0,
        brokers=[broker(0, "q1.h", 4), broker(0, "q2.h", 1), broker(0, "q3.h", 1)],
    )
    stage.play("messenger")
    assert stage.refused("messenger q1.h/1") == "YS-8.7.4"
    stage.play("messenger q2.h/1")
    assert {stage.refused(f"messenger q2.h/1 q1.{letter}") for letter in "hmp"} == {"YS-8.7.4"}


def magician(**fields: Any) -> Stage:
    fields = {"fronts": [[4, 0], [2, 3], [2, 3], [2, 3]], "screens": [[1, 3, 3]] + [[1]] * 3, **fields}
    return Stage.placing(4, magician=0, **fields)


def test_magician() -> None:
    """YS-8.8.1, YS-8.8.2, YS-8.8.3: brokers of the front are placed and replaced, neither, one or both."""
    stage = magician().play("up q1.h front 4 refill 3")
    assert (stage.front(0), stage.screen(0)) == ([0, 3], [1, 3])
    stage.play("down q1.m")
    assert stage.legal() == {"down q1.m 1", "down q1.m 3", "down q1.m front 0"}
    assert stage.refused("down q1.m front 3") == "YS-8.8.1"
    stage.play("down q1.m front 0 refill 1")
    assert (stage.front(0), stage.screen(0)) == ([1, 3], [3])
    assert [one["face_up"] for one in stage.brokers()] == [True, False]
    plain = magician().play("up q1.h 1", "down q1.m 3")
    assert plain.front(0) == [0, 4]


def test_magician_and_empty_screen() -> None:
    """YS-8.8.1: with nothing behind the screen the front cannot be used."""
    stage = magician(screens=[[3]] + [[1]] * 3).play("up q1.h front 4")
    assert stage.refused("up q1.h front 4 refill 1") == "YS-8.8.1"
    stage.play("up q1.h front 4 refill 3", "down q1.m")
    assert stage.refused("down q1.m front 0") == "YS-8.8.1"


def test_magician_changes_no_bid() -> None:
    """YS-8.8.4: the turn order stays; the front sum of the counting is that of the final front."""
    stage = magician(actor=0).play("up q1.h front 4 refill 1", "down q1.m 3")
    assert [player["order"] for player in stage.view["players"]] == [1, 2, 3, 4]
    assert stage.player(0)["front_sum"] == 1
    assert stage.actor == 1


def test_magician_face_down_is_known() -> None:
    """YS-8.8.5: a front broker placed face down is known to all; a refill used in the same turn is not."""
    stage = magician().play("down q1.h front 4 refill 3", "up q1.m 3")
    assert [one["value"] for one in stage.at_place("q1.h", 2)] == [4]
    assert stage.at_place("q1.h")[0]["face_up"] is False


def intrigue(**fields: Any) -> Stage:
    fields = {"fronts": [[0], [4], [3], [2]], **fields}
    return Stage.counting(4, intriguer=0, **fields)


def test_intriguer() -> None:
    """YS-8.12.1, YS-8.12.2, YS-8.12.4: wins every tie they are part of.

    The others by YS-6.6 among themselves.
    """
    stage = intrigue(ships=["S01"], brokers=[broker(seat, "q1.m", 2) for seat in range(4)])
    assert stage.view["counting"]["ranking"] == [0, 1, 2, 3]
    away = intrigue(ships=["S01"], brokers=[broker(seat, "q1.m", 2) for seat in (1, 3)])
    assert away.view["counting"]["ranking"] == [1, 3]
    row = intrigue(
        market=[None, "red", None, None], brokers=[broker(0, "1b", 2), broker(1, "1r", 2), broker(1, "2r", 0)]
    )
    assert row.gems(0) == {"red": 1}


def test_intriguer_as_judge() -> None:
    """YS-8.12.3, YS-8.12.4: judge of columns equal in sum and number, without being in the market."""
    stage = intrigue(brokers=[broker(1, "1b", 2), broker(2, "1r", 2), broker(3, "2y", 1), broker(3, "3y", 1)])
    assert stage.view["counting"]["columns"] == ["yellow"]
    assert (stage.phase, stage.actor) == ("column", 0)


def test_jeweller() -> None:
    """YS-8.13.1: two gems of the four colours, equal or different."""
    stage = Stage.window("W4", hands=hands("jeweller")).play("jeweller")
    assert len(stage.legal()) == 10
    assert stage.refused("jeweller blue white") == "YS-8.13.1"
    assert stage.play("jeweller yellow yellow").gems(0) == {"yellow": 2}


def test_prince_and_king() -> None:
    """YS-8.18.1, YS-8.18.2: 4 and 5 points after the best bidder and before W4, cards played or not."""
    stage = Stage.counting(
        4,
        round=2,
        played=[2, 0, 0, 0],
        characters=["prince", "king"],
        hands=hands("jeweller", seat=1),
        brokers=[broker(0, "q1.p", 1), broker(0, "q2.p", 1), broker(1, "1b", 4)],
    )
    assert stage.player(0)["court_to_come"] == 9
    assert stage.track(0) == 0
    while stage.phase == "column":
        stage.play(stage.match.legal[0])
    stage.play("raise red")
    assert stage.track(0) == 9
    assert stage.hand(0) == []
    assert (stage.phase, stage.actor) == ("cards_after", 1)


def test_blue_card_rule() -> None:
    """YS-8.19.1, YS-8.1.3: the winner takes a gem of the four colours at once; it never counts as played."""
    stage = Stage.counting(4, round=4, characters=["white_gem"], brokers=[broker(3, "q1.p", 0)])
    assert stage.refused("colour white") == "YS-8.19.1"
    stage.play("colour red")
    assert stage.gems(3) == {"red": 1}
    assert stage.player(3)["cards_played"] == 0


def test_played_cards_do_not_come_back() -> None:
    """YS-8.1.7, YS-8.1.8: in random games every card is played at most once."""
    for seed in range(3):
        for match in played(4, seed, {}, stops=0):
            cards = [event.args[0] for event in match.events if event.kind == "card_played"]
            assert len(cards) == len(set(cards))

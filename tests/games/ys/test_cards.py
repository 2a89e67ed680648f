"""Chapter 8: when cards are played, and the cards of the windows W3 and W4."""

from __future__ import annotations

from typing import Any

import pytest

from donjon.games.ys import nouns
from tests.games.ys.playing import played
from tests.games.ys.stage import Stage, broker, brokers, hands


def test_cards_are_won_and_held() -> None:
    """YS-8.1.1, YS-8.1.2: a won card goes to the hand and is played from the next round on."""
    stage = Stage.window("W4", round=1, hands=[{"jeweller": 1, "banker": 1}, {"alchemist": 1}, {}, {}])
    assert stage.view["round"] == 2
    again = Stage.at(
        4, phase="cards_after", window="cards_after", actor=0, round=2, hands=hands("jeweller", won=2)
    )
    assert again.refused("jeweller") == "YS-8.1.2"
    assert again.refused("banker") == "YS-8.1.1"
    won = Stage.counting(4, round=2, characters=["jeweller"], brokers=[broker(0, "q1.p", 1)])
    while won.phase == "column":
        won.play(won.match.legal[0])
    assert (won.view["round"], won.phase) == (3, "bid")
    assert won.player(0)["hand"] == [{"card": "jeweller", "won_in": 2}]


def test_limit_of_two() -> None:
    """YS-8.1.3: at most two cards a round, counted when played."""
    stage = Stage.window(
        "W4", hands=hands("jeweller", "banker", "alchemist"), gems=[{"red": 1}, {}, {}, {}], impossible=True
    )
    stage.play("jeweller red red", "banker red blue")
    assert stage.view["round"] == 3
    assert stage.hand(0) == ["alchemist"]
    assert [player["cards_played"] for player in stage.view["players"]] == [0, 0, 0, 0]
    limited = Stage.at(
        4,
        phase="cards_after",
        window="cards_after",
        actor=0,
        round=2,
        played=[2, 0, 0, 0],
        hands=hands("jeweller"),
        impossible=True,
    )
    assert limited.refused("jeweller") == "YS-8.1.3"
    assert Stage.at(4, phase="over", round=4, played=[2, 0, 0, 0], impossible=True).match.over


WINDOWS: dict[str, set[str]] = {
    "W1": {"bishop", "spy", "magician"},
    "W3": {"messenger", "captain", "intriguer", "merchant"},
    "W4": {"alchemist", "banker", "jeweller"},
}


@pytest.mark.parametrize("window", WINDOWS)
def test_windows(window: str) -> None:
    """YS-8.1.4: each card has its window."""
    cards = nouns.Character.ids()[:15]
    stage = Stage.window(window, hands=hands(*cards), brokers=[broker(0, "q1.h", 1)], impossible=True)
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
    last = Stage.window("W1", order_cards=[4, 1, 2, 3], hands=hands("bishop", "spy", "magician"))
    assert last.actor == 0
    assert last.play("spy").legal() == {"bishop", "magician", "pass"}
    last.play("magician")
    assert (last.phase, last.actor) == ("place", 1)


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
    stage = Stage.at(4, phase="over", round=4, hands=hands(*nouns.Character.ids()[:13]))
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
    more = Stage.window("W4", hands=hands("alchemist", "jeweller"), gems=[{"red": 2}, {}, {}, {}])
    more.play("alchemist pass")
    assert more.legal() == {"jeweller", "pass"}


def test_banker() -> None:
    """YS-8.3.1, YS-8.3.2: raise one colour by 1, then lower another by 1."""
    values = {"blue": 15, "green": 1, "yellow": 8, "red": 8}
    stage = Stage.window("W4", hands=hands("banker"), values=values).play("banker")
    assert stage.refused("banker blue") == "YS-8.3.2"
    stage.play("banker yellow")
    assert stage.refused("banker yellow yellow") == "YS-8.3.1"
    assert stage.refused("banker yellow green") == "YS-8.3.2"
    assert stage.play("banker yellow blue").values == "14/1/9/8"
    low = Stage.window("W4", hands=hands("banker"), values={"blue": 8, "green": 1, "yellow": 1, "red": 1})
    low.play("banker")
    assert low.refused("banker blue") == "YS-8.3.2"
    assert low.legal() == {"banker green", "banker yellow", "banker red"}


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


def test_messenger_with_three_players() -> None:
    """YS-8.7.1, YS-9.2.2, YS-9.2.5, YS-9.4.6: to places in use only, and nobody from the throne room."""
    stage = Stage.window(
        "W3",
        3,
        quarters=3,
        royal_favour="yes",
        hands=hands("messenger", players=3),
        brokers=[broker(0, "q1.h", 4), broker(0, "2b", 1), broker(0, "t", 3, False)],
    )
    stage.play("messenger")
    assert stage.refused("messenger t/1") == "YS-9.4.6"
    stage.play("messenger q1.h/1")
    assert stage.refused("messenger q1.h/1 q4.h") == "YS-9.2.2"
    assert stage.refused("messenger q1.h/1 1b") == "YS-9.2.5"
    assert len(stage.legal()) == 8 + 7


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


def intrigue(**fields: Any) -> Stage:
    fields = {"fronts": [[0], [4], [3], [2]], **fields}
    return Stage.counting(4, intriguer=0, **fields)


def test_intriguer() -> None:
    """YS-8.12.1, YS-8.12.2, YS-8.12.4: wins every tie they are part of.

    The others by YS-6.6 among themselves.
    """
    stage = intrigue(ships=["S01"], brokers=[broker(seat, "q1.m", 2) for seat in range(4)], impossible=True)
    assert stage.view["counting"]["ranking"] == [0, 1, 2, 3]
    away = intrigue(ships=["S01"], brokers=[broker(seat, "q1.m", 2) for seat in (1, 3)], impossible=True)
    assert away.view["counting"]["ranking"] == [1, 3]
    row = intrigue(
        market=[None, "red", None, None],
        brokers=[broker(0, "1b", 2), broker(1, "1r", 2), broker(1, "2r", 0)],
        impossible=True,
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

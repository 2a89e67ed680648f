"""Chapter 10: what each player can deduce, as the view tells it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from donjon import Match
from donjon.games.ys import nouns
from donjon.kernel import copy, rng, rules
from tests.games.ys.playing import played, step, swapped_with_the_throne_room
from tests.games.ys.stage import VARIANTS, Stage, broker


def unplaced(stage: Stage, seat: int, viewpoint: int | None) -> dict[str, Any]:
    found: dict[str, Any] = stage.player(seat, viewpoint)["unplaced"]
    return found


def can(stage: Stage, place: str, viewpoint: int | None) -> list[list[int]]:
    return [one["can"] for one in stage.at_place(place, viewpoint)]


def test_sets_are_known() -> None:
    """YS-10.1: what is behind a screen or face down is a known multiset; only its distribution is unknown."""
    stage = Stage.placing(4, fronts=[[4, 4], [2, 3], [2, 3], [2, 3]])
    assert unplaced(stage, 0, 1) == {"values": [0, 0, 1, 1, 1, 2, 3, 3, 3], "brokers": [], "behind_screen": 9}
    stage.play("down q1.h 3", "up q1.m 1")
    left = unplaced(stage, 0, 1)
    assert left == {"values": [0, 0, 1, 1, 2, 3, 3, 3], "brokers": ["q1.h/1"], "behind_screen": 7}
    assert can(stage, "q1.h", 1) == [[0, 1, 2, 3]]
    assert can(stage, "q1.h", 0) == [[3]]
    assert unplaced(stage, 1, 1) is None


def test_face_down_brokers_are_known_together() -> None:
    """YS-10.2: when the last front broker is shown, the values of the face-down brokers are known exactly."""
    stage = Stage.window(
        "W3",
        hands=[{}, {"merchant": 1}, {}, {}],
        fronts=[[4, 4, 3], [0], [0], [0]],
        screens=[[]] * 4,
        brokers=[
            broker(0, "q1.h", 3, False),
            broker(0, "2b", 1, False),
            broker(0, "3b", 1, False),
            broker(0, "q4.p", 0, False),
        ],
        impossible=True,
    )
    assert unplaced(stage, 0, 2)["values"] == [0, 1, 1, 3]
    assert unplaced(stage, 0, 2)["behind_screen"] == 0
    assert can(stage, "2b", None) == [[0, 1, 3]]


def test_counting_narrows() -> None:
    """YS-10.3: what is turned up narrows the rest; the last ones are certain before they are turned."""
    stage = Stage.counting(
        4,
        ships=[None, "S01"],
        screens=[[]] * 4,
        brokers=[broker(0, "q1.h", 3, False), broker(0, "2b", 1, False), broker(0, "3b", 1, False),
                 broker(1, "q2.h", 4)], impossible=True)  # fmt: skip
    assert stage.phase == "pick"
    assert can(stage, "2b", 2) == [[1]]
    assert stage.at_place("2b", 2)[0]["value"] is None


def test_identity_of_a_broker() -> None:
    """YS-10.4: owner, turn and moves of a face-down broker are public; its id goes with it."""
    stage = Stage.placing(4, round=2, hands=[{}, {"wizard": 1}, {}, {}]).play("down q1.h 3", "up q1.m 1")
    before = stage.at_place("q1.h")[0]
    assert (before["owner"], before["placed_in_turn"]) == (0, 1)
    stage.play("up 2b 1", "down 3b 1", "wizard q1.h/1 2b")
    after = stage.at_place("2b")[0]
    assert (after["id"], after["owner"], after["placed_in_turn"]) == (before["id"], 0, 1)


def test_hands_are_known() -> None:
    """YS-10.5: hands are common knowledge, and so are the yellow cards not seen yet."""
    stage = Stage.counting(
        4, characters=["spy"], brokers=[broker(2, "q1.p", 1)], unseen=["queen", "king"], impossible=True
    )
    for viewpoint in (None, 0, 2):
        view = stage.match.view(viewpoint)
        assert view["players"][2]["hand"] == [{"card": "spy", "won_in": 1}]
        assert view["unseen_cards"] == ["queen", "king"]
    for match in played(4, 6, {}, stops=8):
        seen = int(match.state.unseen.sum())
        assert seen == len(match.view(None)["unseen_cards"])
        assert match.state.round < 3 or seen == 3 or match.view(None)["phase"] == "character"


def test_ship_deck() -> None:
    """YS-10.6: the ships not yet drawn are a known set; nature draws from nothing else."""
    stage = Stage.new(4, nature="imposed", order=[1, 2, 3, 4])
    stage.impose("character spy", "character king", "character queen", "character wizard", "ship s07")
    assert "S07" not in stage.view["deck"]
    assert {f"ship {ship.lower()}" for ship in stage.view["deck"]} == stage.legal()


def test_neutral_brokers() -> None:
    """YS-10.7: who placed one is public; each counted narrows the rest of the same four, for everybody."""
    stage = Stage.counting(
        2,
        nature="imposed",
        brokers=[
            broker(2, "q1.h", None, False, slot=16),
            broker(2, "2b", None, False, slot=17),
            broker(2, "2r", None, False, slot=20),
        ],
    )
    stage.impose("broker 4")
    for viewpoint in (None, 0, 1):
        assert can(stage, "2b", viewpoint) == [[0, 1, 2]]
        assert can(stage, "2r", viewpoint) == [[0, 1, 2, 4]]
    assert [one["by"] for one in stage.brokers()] == [0, 1]
    assert stage.view["neutral"]["left"] == [[0, 1, 2], [0, 1, 2, 4]]


def test_a_neutral_broker_decided_but_not_turned_up() -> None:
    """YS-9.3.5, YS-10.7: it is turned up with those of its quarter, and until then looks like any other."""
    stage = Stage.counting(
        2,
        nature="imposed",
        brokers=[
            broker(2, "q1.h", None, False, slot=16),
            broker(2, "q1.m", None, False, slot=17),
            broker(2, "2r", None, False, slot=18),
        ],
    )
    before = stage.view
    stage.impose("broker 4")
    assert stage.phase == "turn_up"
    assert stage.view == before
    stage.impose("broker 0")
    assert can(stage, "2r", None) == [[1, 2]]


def test_screens_are_open_while_a_neutral_broker_is_turned_up() -> None:
    """YS-10.3, YS-10.7: what has gone back behind a screen in this counting was seen, then too."""
    stage = Stage.counting(
        2,
        nature="imposed",
        screens=[[], []],
        brokers=[broker(0, "q1.h", 3), broker(0, "2b", 1, False), broker(0, "3b", 4, False),
                 broker(2, "q2.h", None, False, slot=16)], impossible=True)  # fmt: skip
    assert stage.phase == "turn_up"
    assert unplaced(stage, 0, 1) == {"values": [1, 4], "brokers": ["2b", "3b"], "behind_screen": 0}
    assert stage.player(0, 1)["screen"] == [3]
    for stream in range(10):
        state = copy(stage.state)
        rules.redeal(state, 1, rng.new("open", stream))
        assert list(state.seats[0].screen) == [0, 0, 0, 1, 0]


def throne_of(stage: Stage, viewpoint: int | None) -> list[list[int]]:
    return [one["can"] for one in stage.match.view(viewpoint)["throne"]]


def test_throne_room() -> None:
    """YS-10.8, YS-10.10: three candidates from the public front; later bids and brokers narrow them down."""
    stage = Stage.placing(
        3,
        royal_favour="yes",
        round=2,
        extras=[2, 2, 2],
        fronts=[[1, 2], [4, 4], [2, 3]],
        brokers=[broker(1, "t", 0, False, could=[0, 3, 4], slot=33)],
    )
    assert throne_of(stage, 0) == [[0, 3]]
    assert throne_of(stage, 1) == [[0]]
    # its second 0 is shown: then the one in the throne room can only be a 3 or the other 0
    assert unplaced(stage, 1, 0)["values"] == [0, 0, 1, 1, 1, 2, 2, 3, 3, 3]
    assert unplaced(stage, 1, 0)["brokers"] == ["t/1"]


def test_throne_room_becomes_certain() -> None:
    """YS-10.8: when all brokers of the next counting have been turned up, the choice is known to all."""
    checked = 0
    for match in played(4, 12, {"royal_favour": "yes"}, stops=12):
        view = match.view(None)
        rounds = int(match.state.round)
        swapped = any(event.kind == "wizard_swapped" for event in match.events)
        for one in view["throne"]:
            born = int(one["id"][1:]) // 64
            if not swapped and born < rounds - 1:
                assert one["value"] is not None
                checked += 1
    assert checked > 0


def test_two_unknown_brokers_of_one_owner() -> None:
    """YS-9.4.7, YS-10.8, YS-10.10: after a swap two values are known together, not which is which."""
    stage = Stage.counting(
        3,
        royal_favour="yes",
        round=2,
        extras=[2, 2, 2],
        brokers=[broker(0, "t", 1, False, could=[1, 3], slot=32), broker(0, "t", 4, False, slot=33),
                 broker(1, "2b", 0)],
        screens=[[]] * 3, impossible=True)  # fmt: skip
    assert {int(stage.state.group[32]), int(stage.state.group[33])} == {1}
    assert throne_of(stage, 1) == [[1], [4]]
    assert unplaced(stage, 0, 1) == {"values": [1, 4], "brokers": ["t/1", "t/2"], "behind_screen": 0}
    drawn = set()
    for stream in range(20):
        state = copy(stage.state)
        rules.redeal(state, 1, rng.new("groups", stream))
        drawn.add((int(state.value[32]), int(state.value[33])))
    assert drawn == {(1, 4)}


@pytest.mark.parametrize(("players", "options"), VARIANTS, ids=str)
def test_there_is_a_value_for_everything_that_cannot_be_placed(players: int, options: dict[str, Any]) -> None:
    """YS-10.1, YS-10.8, YS-10.10: subtraction gives as many values as brokers that the viewer cannot tell."""
    games = [played(players, 31, options, stops=9)]
    if options.get("royal_favour") and options.get("express"):
        games.append(after_a_swap(players))
    for match in chain.from_iterable(games):
        for viewpoint in (None, *range(players)):
            view = match.view(viewpoint)
            for player in view["players"]:
                left = player["unplaced"]
                if left is None:
                    assert player["seat"] == viewpoint
                    continue
                assert len(left["values"]) == len(left["brokers"]) + left["behind_screen"]
                brokers = [*view["brokers"], *view["throne"]]
                owned = {one["text"]: one["can"] for one in brokers if one["owner"] == player["seat"]}
                assert all(set(owned[text]) <= set(left["values"]) for text in left["brokers"])


def after_a_swap(players: int) -> Iterator[Match]:
    """Moments after the Wizard took a broker out of the throne room: values known together come of it."""
    for seed in range(3):
        match, random = swapped_with_the_throne_room(seed, players)
        while not match.over:
            yield match
            for _ in range(7):
                if not match.over:
                    step(match, random)


def test_a_look_narrows_for_the_spy_only() -> None:
    """YS-10.11: that a look was made is public; its result narrows the rest for the Spy's player alone."""
    stage = Stage.placing(
        3,
        actor=2,
        phase="before_turn",
        spy=0,
        looks=1,
        screens=[[1, 1, 1], [1], [1, 2, 3]],
        brokers=[broker(1, "q1.h", 4, False), broker(1, "2b", 0, False)],
        impossible=True,
    )
    assert can(stage, "q1.h", 0) == can(stage, "q1.h", 2) == [[0, 1, 4]]
    stage.play("look q1.h/1")
    assert can(stage, "q1.h", 0) == [[4]]
    assert can(stage, "2b", 0) == [[0, 1]]
    assert can(stage, "q1.h", 2) == [[0, 1, 4]]
    assert stage.rules("looked") == ["YS-8.5.1"]


def test_what_was_public_stays_public() -> None:
    """YS-10.12, YS-8.8.5: a redeal never touches a value that everybody has seen."""
    for players, options in VARIANTS:
        for match in played(players, 31, options, stops=4):
            for stream in range(4):
                state = copy(match.state)
                rules.redeal(state, -1, rng.new("public", stream))
                for slot in range(nouns.SLOTS):
                    if match.state.known[slot] == nouns.EVERYBODY:
                        assert state.value[slot] == match.state.value[slot]
                for seat in range(players):
                    assert (state.seats[seat].front == match.state.seats[seat].front).all()


def test_secrets_of_the_throne_never_come_out_early() -> None:
    """YS-9.4.9, YS-10.8: points as if scored now leave the throne room out until the end."""
    from random import Random

    match = next(played(3, 2, {"royal_favour": "yes"}, stops=1))
    random = Random(1)
    while not match.over:
        assert all("throne" not in player["points"] for player in match.view(None)["players"])
        assert all(sources["throne"] == 0 for sources in match.points_by_source)
        step(match, random)
    assert sum(sources["throne"] for sources in match.points_by_source) > 0

"""Chapters 0 to 3: conventions, components, setup of the game and of a round."""

from __future__ import annotations

import numpy as np
import pytest

import donjon
from donjon.errors import BadOption
from donjon.games.ys import model, nouns
from donjon.kernel import rules
from tests.games.ys.playing import played
from tests.games.ys.stage import GAME, NAME, Stage, broker

ALL = ["spy", "king", "queen", "banker"]


def test_points_and_ranks() -> None:
    """YS-0.1: points are whole numbers, start at 0; the player with the most wins."""
    stage = Stage.new(4)
    assert stage.match.points == [0, 0, 0, 0]
    end = Stage.at(4, phase="over", round=4, points=[{"market": points} for points in (3, 9, 9, 1)])
    assert end.match.ranks == [3, 1, 1, 4]


def test_what_is_public() -> None:
    """YS-0.2: gems, points, order cards, gem values, ships, face-up brokers and fronts are in every view."""
    stage = Stage.placing(4, ships=["S01", "S02", "S03", "S04"], gems=[{"blue": 2}, {}, {}, {}])
    stage.play("up q1.h 4")
    for viewpoint in (None, 0, 1, 2, 3):
        view = stage.match.view(viewpoint)
        assert view["players"][0]["gems"]["blue"] == 2
        assert [player["order"] for player in view["players"]] == [1, 2, 3, 4]
        assert view["values"] == {"blue": 8, "green": 8, "yellow": 8, "red": 8}
        assert [quarter["ship"]["card"] for quarter in view["quarters"]] == ["S01", "S02", "S03", "S04"]
        assert view["brokers"][0]["value"] == 4
        assert view["players"][3]["front"] == [2, 3]


def test_what_is_hidden() -> None:
    """YS-0.3: screens, face-down values and bids are shown to their owner only, neutral values to nobody."""
    stage = Stage.new(4, order=[1, 2, 3, 4]).play("bid 3+4", seat=2)
    shown = [[stage.player(seat, viewpoint)["choice"] for seat in range(4)] for viewpoint in (None, 0, 2)]
    assert shown == [[None] * 4, [None] * 4, [None, None, [3, 4], None]]
    placing = Stage.placing(2).play("down q1.h 4", "neutral q1.h")
    values = [[one["value"] for one in placing.brokers(viewpoint)] for viewpoint in (None, 0, 1)]
    assert values == [[None, None], [4, None], [None, None]]
    assert placing.player(0, 1)["screen"] is None
    assert placing.screen(0) == [0, 0, 1, 1, 1, 3, 3, 4]


def test_colour_order() -> None:
    """YS-0.4: blue, green, yellow, red for market columns, value table and ties between values."""
    stage = Stage.new(4)
    names = ["blue", "green", "yellow", "red"]
    assert [column["colour"] for column in stage.view["market"]["columns"]] == names
    assert list(stage.view["values"]) == stage.view["worth"] == names


def test_bank_never_runs_out() -> None:
    """YS-0.5, YS-1.3: a player may own more gems of a colour than there are pieces, 30."""
    stage = Stage.window("W4", hands=[{"jeweller": 1}, {}, {}, {}], gems=[{"red": 30}, {}, {}, {}])
    assert stage.play("jeweller red red").gems(0) == {"red": 32}


def test_discards_never_come_back() -> None:
    """YS-0.6: no ship and no card comes twice in a game; after 20 ships four are left unseen."""
    for match in played(4, 1, {}, stops=0):
        ships = [event.args[1] for event in match.events if event.kind == "ship_came"]
        cards = [event.args[1] for event in match.events if event.kind == "card_turned"]
        yellow = [card for card in cards if card != nouns.Character.WHITE_GEM]
        assert len(ships) == len(set(ships)) == 16
        assert len(yellow) == len(set(yellow)) == 12
        assert int(match.state.deck.sum()) == 4


def test_board() -> None:
    """YS-1.1: 4 quarters of 3 districts, a market of 4 columns and rows 0 to 3, values 1 to 15.

    A throne room.
    """
    assert len(nouns.PLACE_TEXTS) == 4 * 3 + 4 * 4
    assert (nouns.PLACE_TEXTS[0], nouns.PLACE_TEXTS[11], nouns.PLACE_TEXTS[12], nouns.PLACE_TEXTS[-1]) == (
        "q1.h",
        "q4.p",
        "0b",
        "3r",
    )
    assert (model.LOWEST, model.HIGHEST) == (1, 15)
    assert len(nouns.PLACE_TEXTS) == nouns.THRONE


def test_brokers() -> None:
    """YS-1.2: 14 brokers of a colour, 0,0,1,1,1,2,2,2,2,3,3,3,4,4."""
    full = model.TABLES["brokers"]["full_set"]
    assert sorted(full) == [0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4]
    assert model.BASE_SET.tolist() == [full.count(value) - 3 * (value == 2) for value in range(5)]
    assert model.EXPRESS_SET.tolist() == [2, 2, 1, 2, 2]


def test_ship_cards() -> None:
    """YS-1.4: 24 cards with two small gems and a large one; white on four, once each, never large."""
    assert len(model.SHIP_NAMES) == 24
    assert int(model.SHIP_WHITE.sum()) == 4
    assert (model.SHIP_LARGE < nouns.COLOURS).all()
    for large, small in zip(model.SHIP_LARGE, model.SHIP_SMALL, strict=True):
        assert len({int(large), *map(int, small)}) == 3
    counts = np.bincount([*model.SHIP_LARGE, *model.SHIP_LARGE, *model.SHIP_SMALL.ravel()], minlength=6)
    assert counts.tolist() == [23, 23, 23, 23, 0, 4]


def test_character_cards() -> None:
    """YS-1.5: 15 different yellow cards are used, and 4 blue ones."""
    yellow = [card["id"] for card in model.TABLES["character"]]
    assert len(set(yellow)) == 15
    assert tuple(yellow) == nouns.Character.ids()[:15]
    blue = Stage.at(4, round=4).view["quarters"]
    assert [quarter["card"] for quarter in blue] == ["white_gem"] * 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_order_cards(players: int) -> None:
    """YS-1.6, YS-2.3: n players use the order cards 1 to n; they are dealt by chance, face up."""
    stage = Stage.new(players, nature="imposed")
    assert stage.legal() == {f"deal {card}" for card in range(1, players + 1)}
    stage.impose("deal 2")
    assert stage.view["players"][0]["order"] == 2
    if players == 2:
        assert stage.view["players"][1]["order"] == 1
    dealt = {
        tuple(player["order"] for player in Stage.new(players, seed).view["players"]) for seed in range(30)
    }
    assert len(dealt) > 1
    assert all(sorted(cards) == list(range(1, players + 1)) for cards in dealt)


def test_players_and_rounds() -> None:
    """YS-1.7, YS-3.1, YS-9.6.1: up to four players, not five; exactly four rounds with phases in order."""
    with pytest.raises(BadOption):
        donjon.new(NAME, players=5)
    for match in played(4, 2, {}, stops=0):
        began = [event.args[0] for event in match.events if event.kind == "round_began"]
        assert began == [1, 2, 3, 4]
        kinds = [event.kind for event in match.events]
        first = [
            kinds.index(kind) for kind in ("card_turned", "bid_shown", "placed", "last_shown", "all_back")
        ]
        assert first == sorted(first)


def test_start() -> None:
    """YS-2.1, YS-2.2, YS-2.6: round 1, 24 ships in the deck, 11 brokers of sum 22, points 0, values 8."""
    stage = Stage.new(4, nature="imposed")
    assert (stage.view["round"], len(stage.view["deck"])) == (0, 24)
    for seat in range(4):
        assert stage.screen(seat) == [0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4]
        assert sum(stage.screen(seat)) == 22
        assert stage.track(seat) == 0
        assert stage.player(seat)["extra_brokers"] == 0
    assert stage.values == "8/8/8/8"
    stage.impose("deal 1", "deal 2", "deal 3")
    assert stage.view["round"] == 1


@pytest.mark.parametrize(("players", "quarters", "away"), [(4, 4, 3), (3, 4, 3), (3, 3, 6), (2, 3, 6)])
def test_stacks(players: int, quarters: int, away: int) -> None:
    """YS-2.4, YS-2.5: 3 yellow cards for each quarter in play, the rest is never seen.

    Blue ones come last.
    """
    for match in played(players, 3, {"quarters": quarters}, stops=0):
        assert int(match.state.unseen.sum()) == away
        turned = [event.args[1] for event in match.events if event.kind == "card_turned"]
        assert turned[3 * quarters :] == [nouns.Character.WHITE_GEM] * quarters
        assert nouns.Character.WHITE_GEM not in turned[: 3 * quarters]


def test_round_setup() -> None:
    """YS-3.2, YS-3.4, YS-3.6: a card for each quarter, a ship for each in order, one more for the market."""
    stage = Stage.new(4, nature="imposed", order=[1, 2, 3, 4])
    weights = np.zeros(GAME.ACTIONS, np.int64)
    assert rules.chances(stage.state, weights) == 15
    stage.impose(*(f"character {card}" for card in ALL))
    assert [quarter["card"] for quarter in stage.view["quarters"]] == ALL
    assert rules.chances(stage.state, weights) == 24
    stage.impose("ship s01")
    assert rules.chances(stage.state, weights) == 23
    stage.impose("ship s02", "ship s03", "ship s04", "ship s05")
    ships = [quarter["ship"]["card"] for quarter in stage.view["quarters"]]
    assert ships == ["S01", "S02", "S03", "S04"]
    assert stage.view["market"]["ship"] == "S05"
    assert [row["gem"] for row in stage.view["market"]["rows"]] == ["blue", "green", "red"]
    assert stage.phase == "bid"


def test_blue_cards_in_round_four() -> None:
    """YS-3.3: in round 4 each quarter has a blue card; nature draws none."""
    stage = Stage.at(4, phase="new_round", round=3, nature="imposed", ships=[], characters=[])
    assert [quarter["card"] for quarter in stage.view["quarters"]] == ["white_gem"] * 4
    assert stage.phase == "ship"


@pytest.mark.parametrize(
    ("ship", "gems"),
    [
        ("s21", ["white", "blue", "red"]),
        ("s22", ["white", "blue", "green"]),
        ("s12", ["green", "yellow", "red"]),
    ],
)
def test_market_filling(ship: str, gems: list[str]) -> None:
    """YS-3.7: white to row 1, the others in colour order to the free rows."""
    stage = Stage.new(4, nature="imposed", order=[1, 2, 3, 4])
    stage.impose(*(f"character {card}" for card in ALL), "ship s01", "ship s02", "ship s03", "ship s04")
    assert [row["gem"] for row in stage.impose(f"ship {ship}").view["market"]["rows"]] == gems


def test_ship_offer() -> None:
    """YS-3.5: the two small gems and the large one twice."""
    stage = Stage.counting(4, ships=["S10"], brokers=[broker(0, "q1.h", 1)])
    assert stage.view["counting"]["offer"] == {"blue": 1, "green": 1, "red": 2}

"""Chapter 3: the setup, nature's part and what can be chosen."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import donjon
from donjon.errors import BadOption
from donjon.kernel import NATURE, rules
from tests.games.kingdom_builder.stage import DRAW, GAME, NAME, A, Layout, Stage
from tests.referees.kingdom_builder_board import SECTORS, TERRAINS, board_of, sector_slot
from tests.referees.kingdom_builder_scoring import CARDS

SET = {"sectors": A[0], "orientations": A[1], "cards": ("lords", "miners", "knights"), "first": 0}


def chosen(players: int = 2, **options: Any) -> Stage:
    """A game in which all is given that `options` do not set to None."""
    given = {name: value for name, value in (SET | options).items() if value is not None}
    return Stage.new(players, **given)


def test_layout_by_chance() -> None:
    """KB-3.1, KB-3.2: any sector left in either orientation, slot after slot: 26,880 layouts alike."""
    stage = chosen(sectors=None, orientations=None)
    layouts = 1
    for slot in range(4):
        assert stage.phase == "sector"
        outcomes = stage.chances()
        used = {place["sector"] for place in stage.layout[:slot]}
        left = [sector for sector in SECTORS if sector not in used]
        assert set(outcomes) == {f"sector {sector} {turn}" for sector in left for turn in (0, 180)}
        assert len(set(outcomes.values())) == 1
        layouts *= len(outcomes)
        text = list(outcomes)[3 * slot]
        stage.nature(text)
        placed = stage.layout[slot]
        assert text == f"sector {placed['sector']} {placed['orientation']}"
    assert layouts == 26_880
    assert stage.phase != "sector"


def test_layout_by_choice() -> None:
    """KB-3.1: four different sectors, each in one of two orientations; nothing else is accepted."""
    stage = chosen(sectors=("oracle", "barn", "tower", "farm"), orientations=(180, 0, 180, 0))
    found = [(slot["sector"], slot["orientation"]) for slot in stage.layout]
    assert found == [("oracle", 180), ("barn", 0), ("tower", 180), ("farm", 0)]
    for bad in (("oracle", "oracle", "tower", "farm"), ("oracle", "castle", "tower", "farm")):
        with pytest.raises(BadOption):
            GAME.read_options(2, {"sectors": bad})


@pytest.mark.parametrize(
    ("sectors", "tokens"),
    [
        (("tavern", "paddock", "oasis", "farm"), 16),
        (("tavern", "harbor", "oasis", "farm"), 14),
        (("oracle", "paddock", "oasis", "farm"), 14),
        (("oracle", "harbor", "tower", "barn"), 12),
    ],
)
def test_tokens_on_locations(sectors: tuple[str, ...], tokens: int) -> None:
    """KB-3.3: two matching tokens on every location hex, none on castles."""
    layout: Layout = (sectors, (0, 180, 0, 180))
    stage = Stage.at([], [], layout=layout)
    fresh = chosen(sectors=sectors, orientations=layout[1])
    assert fresh.locations == stage.locations
    board = board_of(*layout)
    places = {tuple(place["hex"]): (place["kind"], place["left"]) for place in fresh.locations}
    assert set(places) == {hex_ for hex_, letter in board.items() if letter == "L"}
    assert places == {hex_: (sectors[sector_slot(hex_)], 2) for hex_ in places}
    assert sum(left for _, left in places.values()) == tokens


def test_terrain_deck_and_first_hands() -> None:
    """KB-3.4, KB-3.7: from the full deck each player draws one card, known to that player alone."""
    stage = chosen(players=3, first=1)
    drawn: dict[int, str] = {}
    for terrain in ("desert", "desert", "forest"):
        before = sum(stage.chances().values())
        assert before == 25 - len(drawn) == stage.deck
        seat = stage.actor
        assert rules.observers(stage.state, NATURE, DRAW[terrain]) == 1 << seat
        stage.draw(terrain)
        drawn[seat] = terrain
    assert set(drawn) == {0, 1, 2}
    assert (stage.phase, stage.actor, stage.card) == ("start", 1, drawn[1])
    for seat in (0, 2):
        assert stage.player(seat)["hand"] == drawn[seat]
        for viewer in (None, 0, 1, 2):
            hand = stage.view(viewer)["players"][seat]["hand"]
            assert hand == (drawn[seat] if viewer == seat else None)
            assert stage.view(viewer)["players"][seat]["holds_card"]


def test_kingdom_builder_cards_by_chance() -> None:
    """KB-3.5: three of the ten cards, each set of three with the same chance."""
    ways = {b"": (chosen(cards=None), Fraction(1))}
    for _ in range(3):
        further: dict[bytes, tuple[Stage, Fraction]] = {}
        for stage, chance in ways.values():
            outcomes = stage.chances()
            total = sum(outcomes.values())
            for text, weight in outcomes.items():
                after = stage.twin().nature(text)
                key = after.state.tobytes()
                before = further[key][1] if key in further else Fraction(0)
                further[key] = (after, before + chance * Fraction(weight, total))
        ways = further
    sets: dict[frozenset[str], Fraction] = {}
    for stage, chance in ways.values():
        assert stage.phase != "kingdom_card"
        cards = frozenset(stage.cards)
        sets[cards] = sets.get(cards, Fraction(0)) + chance
    assert len(sets) == 120
    assert all(len(cards) == 3 and cards <= set(CARDS) for cards in sets)
    assert set(sets.values()) == {Fraction(1, 120)}


def test_cards_by_choice() -> None:
    """KB-3.5, KB-3.12: the cards asked for are open, the other seven out; twice the same is refused."""
    stage = chosen(cards=("knights", "hermits", "lords"))
    assert set(stage.cards) == {"knights", "hermits", "lords"}
    assert len(stage.cards) == 3
    for bad in (("knights", "knights", "lords"), ("knights", "kings", "lords")):
        with pytest.raises(BadOption):
            GAME.read_options(2, {"cards": bad})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_supply(players: int) -> None:
    """KB-3.6: everybody starts with all 40 settlements and none on the board."""
    stage = chosen(players)
    assert [player["supply"] for player in stage.players] == [40] * players
    assert stage.settlements == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_player(players: int) -> None:
    """KB-3.8: a parameter, by default each seat with the same chance."""
    stage = chosen(players, first=None)
    while stage.phase != "first":
        stage.do(min(stage.legal()))
    outcomes = stage.chances()
    assert set(outcomes) == {f"first {seat}" for seat in range(players)}
    assert len(set(outcomes.values())) == 1
    stage.nature(f"first {players - 1}")
    assert stage.first == players - 1
    for seat in range(players):
        assert deal(chosen(players, first=seat)).actor == seat
    with pytest.raises(BadOption):
        GAME.read_options(players, {"first": players})


def deal(stage: Stage) -> Stage:
    while stage.waits_for() == [NATURE]:
        stage.do(min(stage.legal()))
    return stage


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turn_order(players: int) -> None:
    """KB-3.9: ascending seats, wrapping round."""
    stage = deal(chosen(players, first=1))
    order = []
    for _ in range(2 * players):
        order.append(stage.actor)
        stage.whole_turn()
    assert order == [(1 + turn) % players for turn in range(2 * players)]


def test_first_game() -> None:
    """KB-3.10: tavern, paddock, oasis, farm, none turned; fishermen, merchants, knights."""
    match = donjon.new(NAME, players=3, seed=3, board="first-game")
    view = match.view()
    assert [slot["sector"] for slot in view["layout"]] == ["tavern", "paddock", "oasis", "farm"]
    assert [slot["orientation"] for slot in view["layout"]] == [0, 0, 0, 0]
    assert set(view["cards"]) == {"fishermen", "merchants", "knights"}


def test_number_of_players() -> None:
    """KB-3.11: two to four play, by the same rules: more empty seats change neither choices nor gold."""
    assert list(GAME.seats) == [2, 3, 4]
    for bad in (1, 5):
        with pytest.raises(donjon.errors.DonjonError):
            donjon.new(NAME, players=bad, seed=1)
    own = [(6, 6), (7, 5), (7, 6), (7, 7)]
    tokens = {0: [("tavern", (6, 7))]}
    stages = [Stage.at(own, *[[]] * more, tokens=tokens, card="forest") for more in (1, 2, 3)]
    assert stages[0].legal() == stages[1].legal() == stages[2].legal()
    assert len({stage.totals()[0] for stage in stages}) == 1
    assert [stage.seats for stage in stages] == [2, 3, 4]


def test_what_stays_in_the_box() -> None:
    """KB-3.12: unused sectors, their tokens, unused colours and cards appear nowhere."""
    stage = deal(chosen(2))
    assert [slot["sector"] for slot in stage.layout] == list(A[0])
    assert {place["kind"] for place in stage.locations} == set(A[0])
    assert [player["seat"] for player in stage.players] == [0, 1]
    assert set(stage.players[0]["gold"]) == {"castles", "lords", "miners", "knights"}
    assert sum(stage.unseen.values()) == 24
    assert set(stage.unseen) == set(TERRAINS)

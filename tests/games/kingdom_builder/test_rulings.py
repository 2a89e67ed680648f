"""Chapter 12: the rulings on play, KB-12.1 to KB-12.13 and KB-12.23 to KB-12.42, 12.46, 12.47."""

from __future__ import annotations

from typing import Any

import pytest

import donjon
from donjon.errors import BadOption
from tests.games.kingdom_builder.stage import (
    BOARD_A,
    BOARD_B,
    END,
    GAME,
    NAME,
    TOKEN,
    B,
    Layout,
    Stage,
    letters,
)
from tests.referees.kingdom_builder_board import LAND, LETTER, SECTORS, TERRAINS, Hex, around, beside, on_edge

TAVERN_WEST: Hex = (6, 2)
TAVERN: Hex = (6, 7)
PADDOCK: Hex = (6, 11)
FARM: Hex = (11, 17)
FARM_WEST: Hex = (15, 12)
OASIS: Hex = (12, 7)
BARN_B: Hex = (2, 6)
HARBOR_B: Hex = (2, 13)
TOWER_B: Hex = (17, 2)
ORACLE_B: Hex = (16, 12)

WATER = letters(BOARD_A, "W")
FORESTS = letters(BOARD_A, "T")
AFTER: dict[str, Any] = {"phase": "after", "built": 3}


def full_forest_but(*free: Hex, **said: Any) -> Stage:
    """Board A with all forest taken but these; the card is forest."""
    full = [hex_ for hex_ in FORESTS if hex_ not in free]
    return Stage.at(full[:20], full[20:], **({"card": "forest"} | said))


@pytest.mark.parametrize("supply", [1, 2])
def test_fewer_than_three_left(supply: int) -> None:
    """KB-12.1: all that remain are built; then the mandatory action is complete."""
    stage = Stage.at(WATER[: 40 - supply], [], card="grass").build_any(supply)
    assert (stage.supply(0), stage.phase, stage.built) == (0, "after", supply)


def test_terrain_full_in_the_middle() -> None:
    """KB-12.2: build those that fit, redraw, build the rest on the new terrain, twice over if need be."""
    deserts, flowers = letters(BOARD_A, "D"), letters(BOARD_A, "F")
    own = deserts[1:18] + flowers[1:20]
    others = (deserts[18:], flowers[20:])
    stage = Stage.at(own, *others, card="desert").build(deserts[0])
    stage.draw("flower_field")
    assert stage.targets() == {flowers[0]}
    stage.build(flowers[0])
    assert stage.phase == "redraw"
    stage.draw("grass").build_any(1)
    assert (stage.phase, stage.built) == ("after", 3)
    assert {BOARD_A[hex_] for hex_ in stage.own(0) - set(own)} == {"D", "F", "G"}


def test_useless_at_once() -> None:
    """KB-12.3: useless as soon as nothing is free, before any move could free a hex."""
    tokens = {0: [("paddock", PADDOCK), ("farm", FARM)]}
    stage = full_forest_but((4, 7), tokens=tokens)
    assert stage.kinds() == {"paddock", "farm"}
    stage.build((4, 7))
    assert stage.phase == "redraw"
    assert stage.kinds() == set()
    last = full_forest_but((4, 7), tokens=tokens, built=2, phase="mandatory").build((4, 7))
    assert last.phase == "redraw"
    last.draw("grass")
    assert (last.phase, last.card, last.kinds()) == ("after", "grass", {"paddock", "farm"})


def test_supply_out_in_the_mandatory_action() -> None:
    """KB-12.4: the end is triggered at that settlement, the rest is void, move tokens remain."""
    tokens = {0: [("paddock", PADDOCK), ("oasis", OASIS)]}
    stage = Stage.at(WATER[:39], [], tokens=tokens, card="canyon").build_any(1)
    assert (stage.ending, stage.actor, stage.phase) == (True, 0, "after")
    assert stage.legal() == {END, TOKEN["paddock"]}


@pytest.mark.parametrize("supply", [1, 2, 3])
def test_extra_builds_shrink_the_mandatory_action(supply: int) -> None:
    """KB-12.5: extra builds first are allowed; the mandatory action is what the supply leaves."""
    stage = Stage.at(WATER[: 40 - supply], [], tokens={0: [("farm", FARM)]}, card="canyon")
    stage.use("farm", min(stage.after_using("farm")))
    assert stage.owed == supply - 1
    stage.build_any(supply - 1)
    assert (stage.supply(0), stage.phase, stage.built) == (0, "after", supply - 1)


def test_no_second_token_from_a_lost_one() -> None:
    """KB-12.6: never again from the same hex, even with one still lying there."""
    stage = Stage.at(
        [(7, 10), (7, 6)], [], tokens={0: [("tavern", TAVERN), ("paddock", PADDOCK)]}, card="grass"
    )
    stage.use("paddock", (7, 6), (7, 8)).build((7, 7))
    assert stage.left(TAVERN) == 1
    assert [kind for kind, _, _ in stage.tokens(0)] == ["paddock"]


def test_empty_location() -> None:
    """KB-12.7: where no token was left, none is taken and none ever comes."""
    tokens = {1: [("tavern", TAVERN)], 2: [("tavern", TAVERN)]}
    stage = Stage.at([(7, 8)], [(7, 6)], [(5, 7)], tokens=tokens, card="grass").build((7, 7)).build_any(2)
    assert (stage.tokens(0), stage.left(TAVERN)) == ([], 0)
    stage.end().whole_turn().whole_turn()
    assert (stage.actor, stage.left(TAVERN)) == (0, 0)
    assert TAVERN not in {hex_ for _, hex_, _ in stage.tokens(0)}


@pytest.mark.parametrize("other", ["spent", "new"])
def test_which_of_two_goes(other: str) -> None:
    """KB-12.8: a spent or new one goes first, a usable one last; the token stays with the other location."""
    tokens = [("farm", FARM, "usable"), ("farm", FARM_WEST, other), ("paddock", PADDOCK)]
    stage = Stage.at([(11, 18), (15, 11), (7, 10)], [], tokens={0: tokens})
    stage.use("paddock", (11, 18), (13, 19))
    assert stage.tokens(0) == [("farm", FARM_WEST, "usable"), ("paddock", PADDOCK, "spent")]


def test_tokens_go_at_once() -> None:
    """KB-12.9: after the move, not at the end of the turn; coming back does not help."""
    tokens = {0: [("tavern", TAVERN), ("paddock", PADDOCK), ("paddock", (2, 18))]}
    stage = Stage.at([(7, 10), (2, 17), (7, 6)], [], tokens=tokens)
    stage.use("paddock", (7, 6), (7, 8))
    assert ("tavern", TAVERN, "usable") not in stage.tokens(0)
    stage.use("paddock", (7, 8), (7, 6))
    assert stage.own(0) == {(7, 10), (2, 17), (7, 6)}
    assert {kind for kind, _, _ in stage.tokens(0)} == {"paddock"}


def test_no_use_without_effect() -> None:
    """KB-12.10: a token cannot be used just to be turned over."""
    stage = Stage.at([(8, 8), (8, 9)], [], tokens={0: [("tavern", TAVERN)]}, **AFTER)
    assert stage.legal() == {END}
    assert stage.forbidden(TOKEN["tavern"]) == "KB-8.0.3"


@pytest.mark.parametrize("layout", [(SECTORS[:4], (0,) * 4), (SECTORS[4:], (0,) * 4)])
def test_never_two_locations_at_once(layout: Layout) -> None:
    """KB-12.11: no settlement touches two location hexes."""
    stage = Stage.at([], [], layout=layout)
    places = [(place["hex"][0], place["hex"][1]) for place in stage.locations]
    touched = [hex_ for place in places for hex_ in around(place)]
    assert len(touched) == len(set(touched)) == 6 * len(places)


def test_moved_next_to_a_location() -> None:
    """KB-12.12: a moved settlement earns a token as a built one does."""
    stage = Stage.at([(8, 8), (7, 10)], [], tokens={0: [("paddock", PADDOCK)]})
    assert stage.use("paddock", (8, 8), (6, 9)).tokens(0) == [("paddock", PADDOCK, "spent")]
    near = Stage.at([(8, 8), (7, 10), (6, 10)], [], tokens={0: [("paddock", PADDOCK)]})
    near.use("paddock", (6, 10), (6, 8))
    assert near.tokens(0) == [("paddock", PADDOCK, "spent"), ("tavern", TAVERN, "new")]


def test_taken_and_lost_in_one_turn() -> None:
    """KB-12.13: it is lost, and the location hex is used up for the player."""
    stage = Stage.at([(7, 8), (7, 10)], [], tokens={0: [("paddock", PADDOCK)]}, card="grass")
    stage.build((7, 7), (8, 8), (8, 9))
    assert ("tavern", TAVERN, "new") in stage.tokens(0)
    stage.use("paddock", (7, 7), (9, 8))
    assert stage.tokens(0) == [("paddock", PADDOCK, "spent")]
    assert stage.left(TAVERN) == 1
    stage.end().whole_turn()
    assert GAME.position(stage.state)["taken"][0] == [list(TAVERN), list(PADDOCK)]


def test_inner_borders_are_no_edge() -> None:
    """KB-12.23: the tower's hexes are the outline; all edge hexes are one set, whatever their terrain."""
    stage = Stage.at([(9, 9), (0, 9)], [], layout=B, tokens={0: [("tower", TOWER_B)]}, card="canyon")
    edge = {hex_ for hex_, letter in BOARD_B.items() if on_edge(hex_) and letter in LAND}
    targets = stage.after_using("tower")
    assert targets == edge & beside([(0, 9), (9, 9)])
    assert {BOARD_B[hex_] for hex_ in targets} == {"D", "C"}


@pytest.mark.parametrize(("kind", "place", "letter"), [("barn", BARN_B, "T"), ("harbor", HARBOR_B, "W")])
def test_adjacency_without_the_lifted(kind: str, place: Hex, letter: str) -> None:
    """KB-12.24: a settlement cannot justify its own new place; a lone one may go anywhere on the terrain."""
    lone = Stage.at([(8, 4)], [], layout=B, tokens={0: [(kind, place)]}, card="forest")
    assert lone.after_using(kind, (8, 4)) == set(letters(BOARD_B, letter)) - {(8, 4)}
    assert set(letters(BOARD_B, letter)) & beside([(8, 4)])


def test_the_vacated_hex_counts() -> None:
    """KB-12.25: free and adjacent, it binds the target to adjacent hexes, but is none itself."""
    tokens = {0: [("barn", BARN_B)]}
    canyons = set(letters(BOARD_B, "C"))
    assert beside([(5, 10)]) & canyons == {(5, 9)}
    stuck = Stage.at([(5, 9), (5, 10)], [], layout=B, tokens=tokens, card="canyon")
    assert (5, 9) not in stuck.executions("barn")
    assert len(canyons - {(5, 9)}) > 1
    more = Stage.at([(5, 9), (5, 10), (8, 1)], [], layout=B, tokens=tokens, card="canyon")
    assert (5, 9) not in more.executions("barn")
    free = Stage.at([(5, 9), (8, 1)], [], layout=B, tokens=tokens, card="canyon")
    assert not beside([(8, 1)]) & canyons
    assert free.after_using("barn", (5, 9)) == canyons - {(5, 9)}


def test_on_water_a_full_member() -> None:
    """KB-12.26: water settlements bind, connect and count; only fishermen leave them out."""
    pair: list[Hex] = [(5, 3), (5, 4)]
    assert Stage.at([(5, 3)], [], card="grass").targets() == {(4, 4), (5, 4)}
    cards = ["hermits", "fishermen", "knights"]
    stage = Stage.at(pair, [], cards=cards)
    assert [stage.gold(card, 0) for card in cards] == [1, 1, 4]
    others = ["workers", "miners", "discoverers"]
    shore = next(h for h in WATER if beside([h]) & set(letters(BOARD_A, "M")))
    beside_castle = next(h for h in WATER if beside([h]) & set(letters(BOARD_A, "K")))
    counted = Stage.at([shore, beside_castle], [], cards=others)
    assert counted.gold("castles", 0) == 3
    assert counted.gold("workers", 0) >= 1
    assert counted.gold("miners", 0) >= 1
    token = Stage.at([(17, 4)], [], cards=others, card="grass")
    assert BOARD_A[17, 4] == "W"
    assert token.build((16, 5)).tokens(0) == [("oasis", (17, 5), "new")]


def test_paddock_over_and_away() -> None:
    """KB-12.28: no adjacency rule; leaving may lose a token, arriving may gain one."""
    stage = Stage.at([(6, 10), (8, 8)], [], tokens={0: [("paddock", PADDOCK)]})
    assert stage.after_using("paddock", (6, 10)) == {(4, 9), (4, 11), (6, 8), (6, 12), (8, 9), (8, 11)}
    stage.use("paddock", (6, 10), (6, 8))
    assert stage.tokens(0) == [("tavern", TAVERN, "new")]


def test_both_ends_of_real_runs() -> None:
    """KB-12.29: both ends of every run of three or more, across sectors; gaps are not bridged."""
    tavern = {0: [("tavern", TAVERN)]}
    run: list[Hex] = [(8, 8), (8, 9), (8, 10)]
    assert Stage.at(run, [], tokens=tavern).after_using("tavern") == {(8, 7), (8, 11)}
    assert "tavern" not in Stage.at([(8, 8), (8, 9), (8, 11)], [], tokens=tavern).kinds()
    beyond: list[Hex] = [*run, (8, 12)]
    assert Stage.at(beyond, [], tokens=tavern).after_using("tavern") == {(8, 7), (8, 11)}
    one_end = Stage.at(run, [(8, 7)], tokens=tavern).after_using("tavern")
    assert one_end == {(8, 11)}


def test_refill_only_when_needed() -> None:
    """KB-12.30: when a card must be drawn and none is there; the card just played is shuffled in."""
    stage = Stage.at([(8, 8)], [], card="forest", deck={})
    pile = sum(stage.discard.values())
    stage.build_any(3)
    assert (stage.deck, sum(stage.discard.values())) == (0, pile)
    stage.do(END)
    assert stage.chances()["draw forest"] == 5
    assert sum(stage.chances().values()) == pile + 1


def test_no_card_anywhere() -> None:
    """KB-12.31: the card stays in play, the mandatory action ends, the turn goes on."""
    removed = {"grass": 4, "canyon": 5, "desert": 5, "flower_field": 5, "forest": 4}
    tokens = {0: [("paddock", PADDOCK)]}
    said: dict[str, Any] = {"removed": removed, "hands": [None, "grass"], "deck": {}, "tokens": tokens}
    stage = full_forest_but((4, 7), **said).build((4, 7))
    assert (stage.phase, stage.card, stage.built) == ("after", "forest", 1)
    assert stage.kinds() == {"paddock"}


def test_no_draw_in_the_last_round() -> None:
    """KB-12.32: no card is drawn, but the played one is discarded."""
    stage = Stage.at([], [], card="grass", ending=True, hands=[None, "desert"], **AFTER)
    deck = stage.deck
    stage.do(END)
    assert (stage.actor, stage.card, stage.deck) == (1, "desert", deck)
    assert stage.discard["grass"] == 1
    assert not stage.players[0]["holds_card"]


def test_oracle_and_barn_after_the_redraw() -> None:
    """KB-12.33: with the terrain full after the mandatory action both use the new card."""
    forests = letters(BOARD_B, "T")
    tokens = {0: [("oracle", ORACLE_B), ("barn", BARN_B)]}
    said: dict[str, Any] = {"tokens": tokens, "layout": B, "card": "forest", "built": 2, "phase": "mandatory"}
    stage = Stage.at(forests[1:30], forests[30:], **said).build(forests[0]).draw("desert")
    assert {BOARD_B[hex_] for hex_ in stage.after_using("oracle")} == {"D"}
    assert {BOARD_B[hex_] for ends in stage.executions("barn").values() for hex_ in ends} == {"D"}


def test_built_and_moved_twice() -> None:
    """KB-12.34: one settlement may be built and moved, and moved again, by different tokens in one turn."""
    tokens = {0: [("paddock", PADDOCK), ("paddock", (2, 18))]}
    stage = Stage.at([(7, 10), (2, 17)], [], tokens=tokens, card="grass").build((8, 10), (8, 9), (8, 8))
    stage.use("paddock", (8, 8), (8, 6)).use("paddock", (8, 6), (10, 5))
    assert (10, 5) in stage.own(0)
    assert not {(8, 8), (8, 6)} & stage.own(0)
    assert stage.kinds() == set()


def test_two_orientations() -> None:
    """KB-12.35: two orientations, 16 for the sectors of a board, 26,880 layouts in all."""
    stage = Stage.new(2)
    counts = []
    for _ in range(4):
        counts.append(len(stage.chances()))
        stage.do(min(stage.legal()))
    assert counts == [16, 14, 12, 10]
    assert counts[0] * counts[1] * counts[2] * counts[3] == 26_880
    for bad in (60, 90, 270, "mirrored"):
        with pytest.raises(BadOption):
            GAME.read_options(2, {"orientations": (bad, 0, 0, 0)})


def test_first_player_is_a_parameter() -> None:
    """KB-12.36: given, or drawn by chance."""
    assert donjon.new(NAME, players=4, seed=1, first=2).view()["first"] == 2
    stage = Stage.new(4, board="first-game")
    while stage.phase != "first":
        stage.do(min(stage.legal()))
    assert stage.chances() == dict.fromkeys([f"first {seat}" for seat in range(4)], 1)


def test_fourteen_location_hexes() -> None:
    """KB-12.37: 14 location hexes on the eight sectors, 6 to 8 on a board; 28 is the number of tokens."""
    halves = [Stage.at([], [], layout=(half, (0,) * 4)).locations for half in (SECTORS[:4], SECTORS[4:])]
    assert [len(places) for places in halves] == [6, 8]
    assert sum(place["left"] for places in halves for place in places) == 28


def test_useless_cards_stay_away() -> None:
    """KB-12.38: public, and out for good, even when hexes of the terrain become free again."""
    tokens = {0: [("paddock", PADDOCK)]}
    stage = full_forest_but((4, 7), tokens=tokens).build((4, 7)).draw("grass")
    assert [stage.view(viewer)["removed"]["forest"] for viewer in (None, 0, 1)] == [1, 1, 1]
    stage.build_any(2)
    lifted = next(h for h, ends in stage.executions("paddock").items() if BOARD_A[h] == "T" and ends)
    stage.use("paddock", lifted, min(stage.after_using("paddock", lifted)))
    assert stage.table().free("T")
    stage.end()
    assert stage.removed["forest"] == 1
    assert sum(stage.discard.values()) == 1


@pytest.mark.parametrize("card", TERRAINS)
def test_who_looks_at_the_card(card: str) -> None:
    """KB-12.39: tower, farm and oasis do not; oracle and barn do."""
    a = Stage.at([(8, 8)], [], tokens={0: [("farm", FARM), ("oasis", OASIS)]}, card=card)
    assert {BOARD_A[hex_] for hex_ in a.after_using("farm")} == {"G"}
    assert {BOARD_A[hex_] for hex_ in a.after_using("oasis")} == {"D"}
    tokens = {0: [("tower", TOWER_B), ("oracle", ORACLE_B), ("barn", BARN_B)]}
    b = Stage.at([(8, 3), (6, 14)], [], layout=B, tokens=tokens, card=card)
    assert len({BOARD_B[hex_] for hex_ in b.after_using("tower")}) == 5
    letter = LETTER[card]
    assert {BOARD_B[hex_] for hex_ in b.after_using("oracle")} == {letter}
    assert {BOARD_B[hex_] for hex_ in b.after_using("barn", (8, 3))} == {letter}


def test_no_adjacent_hex() -> None:
    """KB-12.40, KB-12.41: then any allowed hex may be chosen, water too, or the token left alone."""
    oasis = Stage.at([(8, 8)], [], tokens={0: [("oasis", OASIS)]}, card="grass")
    assert oasis.after_using("oasis") == set(letters(BOARD_A, "D"))
    assert oasis.build_any(3).can_end()
    harbor = Stage.at([(8, 3), (8, 0)], [], layout=B, tokens={0: [("harbor", HARBOR_B)]})
    assert not beside([(8, 3)]) & set(letters(BOARD_B, "W"))
    assert harbor.after_using("harbor", (8, 0)) == set(letters(BOARD_B, "W"))


def test_tokens_around_a_redraw() -> None:
    """KB-12.42: not while the mandatory action is under way; before its first and after its last, yes."""
    tokens = {0: [("oasis", OASIS), ("farm", FARM)]}
    middle = full_forest_but((4, 7), tokens=tokens).build((4, 7)).draw("canyon")
    assert (middle.phase, middle.kinds()) == ("mandatory", set())
    assert middle.forbidden(TOKEN["farm"]) == "KB-4.5"
    assert middle.build_any(2).kinds() == {"oasis", "farm"}
    grass = letters(BOARD_A, "G")
    before = Stage.at(grass[1:30], grass[30:], tokens=tokens, card="grass")
    before.use("farm", grass[0]).draw("canyon")
    assert (before.phase, before.kinds()) == ("start", {"oasis"})


def test_discard_pile_is_open() -> None:
    """KB-12.46: its content is shown to everybody."""
    stage = Stage.at([], [], discard={"grass": 2, "desert": 1})
    for viewer in (None, 0, 1):
        shown = {name: count for name, count in stage.view(viewer)["discard"].items() if count}
        assert shown == {"grass": 2, "desert": 1}


@pytest.mark.parametrize("state", ["usable", "spent"])
def test_from_tavern_to_tavern(state: str) -> None:
    """KB-12.47: the old token goes first, used or not; the new one is not usable this turn."""
    layout: Layout = (("tavern", "barn", "oasis", "farm"), (0, 0, 0, 0))
    tokens = [("tavern", TAVERN_WEST, state), ("barn", (2, 16))]
    stage = Stage.at([(6, 3), (4, 7), (1, 16)], [], layout=layout, tokens={0: tokens}, card="canyon", **AFTER)
    stage.use("barn", (6, 3), (5, 7))
    assert stage.tokens(0) == [("barn", (2, 16), "spent"), ("tavern", TAVERN, "new")]
    assert stage.legal() == {END}

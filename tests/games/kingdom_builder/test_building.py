"""Chapter 5: building and the mandatory action."""

from __future__ import annotations

import pytest

from tests.games.kingdom_builder.stage import BOARD_A, BOARD_B, END, B, Stage, letters
from tests.referees.kingdom_builder_actions import KINDS, MOVES
from tests.referees.kingdom_builder_board import LAND, LETTER, TERRAINS, Hex, beside, groups

GRASS = set(letters(BOARD_A, "G"))
ALL_A = [
    *[("tavern", (6, 2)), ("tavern", (6, 7)), ("paddock", (2, 18)), ("paddock", (6, 11))],
    *[("oasis", (12, 7)), ("oasis", (17, 5)), ("farm", (11, 17)), ("farm", (15, 12))],
]
ALL_B = [
    *[("barn", (2, 6)), ("barn", (6, 2)), ("harbor", (2, 13)), ("tower", (13, 5)), ("tower", (17, 2))],
    ("oracle", (16, 12)),
]


def test_one_settlement_on_a_hex() -> None:
    """KB-5.1: neither on an own settlement nor on one of another player."""
    stage = Stage.at([(8, 8), (8, 9)], [(8, 7), (9, 8)], card="grass")
    taken = {(8, 8), (8, 9), (8, 7), (9, 8)}
    assert not taken & stage.targets()
    assert {stage.forbidden(hex_) for hex_ in taken} == {"KB-5.1"}
    assert stage.forbidden((9, 7)) == ""


def every_target(stage: Stage) -> dict[str, set[Hex]]:
    """All targets of the mandatory action and of every usable token, by kind."""
    found = {"mandatory": stage.targets()}
    for kind in stage.kinds():
        if kind in MOVES:
            found[kind] = set().union(*stage.executions(kind).values())
        else:
            found[kind] = stage.after_using(kind)
    return found


def test_buildable_terrain() -> None:
    """KB-5.2, KB-5.3: free buildable hexes only, by any action; only the harbor goes on water.

    Nothing is ever put on a mountain, castle or location hex.
    """
    own = [(7, 5), (7, 6), (7, 7), (5, 11), (3, 4)]
    a = Stage.at(own, [(7, 8)], tokens={0: ALL_A}, card="forest")
    b = Stage.at([(8, 0), (8, 1), (5, 11)], [(7, 9)], tokens={0: ALL_B}, layout=B, card="forest")
    targets = {**every_target(a), **every_target(b)}
    assert set(targets) == {"mandatory", *KINDS}
    for stage, board in ((a, BOARD_A), (b, BOARD_B)):
        occupied = {(s["hex"][0], s["hex"][1]) for s in stage.settlements}
        for kind, hexes in every_target(stage).items():
            assert not hexes & occupied
            assert {board[hex_] for hex_ in hexes} <= (set("W") if kind == "harbor" else LAND)
    kinds = {letter: stage_rule(a, letter) for letter in "WMKL"}
    assert kinds["W"] <= {"KB-5.2", "KB-5.4"}
    assert kinds["M"] | kinds["K"] | kinds["L"] <= {"KB-5.2", "KB-5.3"}


def stage_rule(stage: Stage, letter: str) -> set[str]:
    return {stage.forbidden(hex_) for hex_ in letters(BOARD_A, letter)}


@pytest.mark.parametrize("terrain", TERRAINS)
def test_terrain_of_the_card(terrain: str) -> None:
    """KB-5.4: every settlement of the mandatory action is built on the terrain of the card."""
    stage = Stage.at([], [], card=terrain)
    for _ in range(3):
        assert {BOARD_A[hex_] for hex_ in stage.targets()} == {LETTER[terrain]}
        others = {hex_ for hex_, letter in BOARD_A.items() if letter in LAND - {LETTER[terrain]}}
        assert {stage.forbidden(hex_) for hex_ in others} == {"KB-5.4"}
        stage.build_any(1)


def test_one_after_the_other() -> None:
    """KB-5.5: each settlement is judged with all earlier ones on the board."""
    stage = Stage.at([], [], card="grass")
    assert stage.targets() == GRASS
    own: set[Hex] = set()
    for hex_ in ((7, 6), (8, 7), (8, 8)):
        stage.build(hex_)
        own.add(hex_)
        assert stage.own(0) == own
        if stage.phase == "mandatory":
            assert stage.targets() == (GRASS & beside(own)) - own


def test_adjacent_where_possible() -> None:
    """KB-5.6: where one free hex of the terrain is next to an own settlement, such a hex must be chosen."""
    stage = Stage.at([(8, 12), (9, 6)], [], card="grass")
    expected = GRASS & beside([(8, 12), (9, 6)])
    assert expected
    assert stage.targets() == expected
    assert {stage.forbidden(hex_) for hex_ in GRASS - expected} == {"KB-5.6"}


@pytest.mark.parametrize("own", [[], [(0, 1)]])
def test_anywhere_where_not(own: list[Hex]) -> None:
    """KB-5.7: with no such hex, or with no settlement on the board, any hex of the terrain is allowed."""
    assert not GRASS & beside(own)
    assert Stage.at(own, [(8, 8)], card="grass").targets() == GRASS - {(8, 8)}


def test_free_choice() -> None:
    """KB-5.8: the three need not be adjacent to each other or to the same group."""
    own = [(8, 12), (4, 3), (18, 9)]
    assert len(groups(own)) == 3
    stage = Stage.at(own, [], card="grass")
    chosen: list[Hex] = []
    for group in own:
        hex_ = min(beside([group]) & stage.targets())
        stage.build(hex_)
        chosen.append(hex_)
    assert stage.phase == "after"
    assert len(groups(chosen)) == 3


def nearly_empty(supply: int, **said: object) -> Stage:
    """Seat 0 has so many settlements left; all others stand on water, as the harbor might have put them."""
    water = letters(BOARD_A, "W")
    return Stage.at(water[: 40 - supply], [], **said)


@pytest.mark.parametrize("supply", [1, 2, 3, 4])
def test_when_complete(supply: int) -> None:
    """KB-5.9, KB-5.10: after three settlements, or with the last one of a supply of less than three."""
    stage = nearly_empty(supply, card="grass")
    for built in range(min(supply, 3)):
        assert stage.built == built
        assert stage.phase == ("start" if built == 0 else "mandatory")
        assert stage.forbidden(END) == "KB-4.6"
        stage.build_any(1)
    assert (stage.phase, stage.can_end()) == ("after", True)
    assert stage.supply(0) == max(0, supply - 3)
    assert stage.ending == (supply <= 3)


def test_complete_without_cards() -> None:
    """KB-5.9: complete with what was built in the case of KB-6.8: nothing free, and no card anywhere."""
    flowers = letters(BOARD_A, "F")
    removed = {"grass": 5, "forest": 5, "canyon": 5, "desert": 4, "flower_field": 4}
    hands = [None, "desert"]
    stage = Stage.at(flowers[1:30], flowers[30:], card="flower_field", hands=hands, removed=removed, deck={})
    assert stage.targets() == {flowers[0]}
    stage.build(flowers[0])
    assert (stage.phase, stage.built, stage.card) == ("after", 1, "flower_field")
    assert stage.can_end()


def test_only_own_settlements_bind() -> None:
    """KB-5.11: settlements of others and special hexes neither satisfy nor trigger the adjacency rule."""
    alone = Stage.at([], [(8, 8), (13, 4)], card="grass")
    assert alone.targets() == GRASS - {(8, 8), (13, 4)}
    stage = Stage.at([(8, 12)], [(14, 5), (14, 6)], card="grass")
    assert stage.targets() == GRASS & beside([(8, 12)])
    castle, tavern = beside([(3, 3)]), beside([(6, 7)])
    assert (castle | tavern) & GRASS
    assert not (castle | tavern) & stage.targets()


def test_settlements_on_water_bind() -> None:
    """KB-5.12: an own settlement on water counts for adjacency."""
    assert BOARD_A[5, 3] == "W"
    stage = Stage.at([(5, 3)], [], card="grass")
    assert stage.targets() == GRASS & beside([(5, 3)])
    assert stage.targets() == {(5, 4), (4, 4)}

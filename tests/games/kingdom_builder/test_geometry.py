"""Chapter 2: the geometry of the board, seen through what may be built and moved where."""

from __future__ import annotations

import pytest

from tests.games.kingdom_builder.stage import BOARD_A, BOARD_B, A, B, Layout, Stage
from tests.referees.kingdom_builder_board import (
    DIRECTIONS,
    LAND,
    LETTER,
    SECTORS,
    SLOTS,
    TERRAINS,
    Hex,
    around,
    printed,
    sector_slot,
    step,
)

# Inner hexes of both row parities, the corners, the edges, and hexes on the borders between sectors.
SAMPLE: list[Hex] = [
    *[(0, 0), (0, 19), (19, 0), (19, 19), (0, 7), (19, 6), (8, 0), (5, 0), (12, 19), (7, 19)],
    *[(4, 6), (7, 8), (9, 9), (9, 10), (10, 9), (10, 10), (8, 9), (11, 10), (14, 6), (13, 5)],
]


def near(hex_: Hex, layout: Layout = A) -> set[Hex]:
    """The buildable neighbours of a lone settlement, asked of the game card by card."""
    found: set[Hex] = set()
    for terrain in TERRAINS:
        stage = Stage.at([hex_], [], layout=layout, card=terrain)
        letter = LETTER[terrain]
        anywhere = sum(row.count(letter) for row in stage.hexes) - (stage.hexes[hex_[0]][hex_[1]] == letter)
        if len(stage.targets()) < anywhere:
            found |= stage.targets()
    return found


def by_the_formula(hex_: Hex) -> set[Hex]:
    """KB-2.3, word for word."""
    r, c = hex_
    if r % 2 == 0:
        six = {(r, c - 1), (r, c + 1), (r - 1, c - 1), (r - 1, c), (r + 1, c - 1), (r + 1, c)}
    else:
        six = {(r, c - 1), (r, c + 1), (r - 1, c), (r - 1, c + 1), (r + 1, c), (r + 1, c + 1)}
    return {(row, column) for row, column in six if row in range(20) and column in range(20)}


def test_rows() -> None:
    """KB-2.1: rows of 10 hexes in a sector, of 20 on the board; the two in a row are neighbours W and E."""
    stage = Stage.at([], [])
    assert [len(row) for row in stage.hexes] == [20] * 20
    assert {(7, 6), (7, 10)} <= near((7, 7)) | near((7, 9))


@pytest.mark.parametrize("hex_", SAMPLE)
def test_neighbours(hex_: Hex) -> None:
    """KB-2.2, KB-2.3, KB-2.9: odd rows are shifted right; the neighbours are those of the formula.

    Off-board ones are dropped, sector borders do not matter.
    """
    assert around(hex_) == by_the_formula(hex_)
    assert near(hex_) == {other for other in by_the_formula(hex_) if BOARD_A[other] in LAND}


def test_the_referee_agrees_with_the_formula() -> None:
    """KB-2.3: the referee's board, which other tests lean on, has the right neighbours everywhere."""
    assert all(around(hex_) == by_the_formula(hex_) for hex_ in BOARD_A)


# Three settlements in a line around (8, 9), and the two hexes that lengthen it.
LINES = {
    "W-E": ([(8, 8), (8, 9), (8, 10)], {(8, 7), (8, 11)}),
    "NW-SE": ([(7, 8), (8, 9), (9, 9)], {(6, 8), (10, 10)}),
    "NE-SW": ([(7, 9), (8, 9), (9, 8)], {(6, 10), (10, 8)}),
}


@pytest.mark.parametrize("line", LINES)
def test_directions(line: str) -> None:
    """KB-2.4: a straight line is steps in one of the six directions, so lines lie in three ways."""
    own, ends = LINES[line]
    stage = Stage.at(own, [], tokens={0: [("tavern", (6, 7))]})
    assert stage.after_using("tavern") == ends


@pytest.mark.parametrize("hex_", [(8, 8), (13, 7), (12, 4), (9, 16)])
def test_two_steps(hex_: Hex) -> None:
    """KB-2.5: two steps in one direction are the same six differences from even and odd rows."""
    row, column = hex_
    differences = [(0, -2), (0, 2), (-2, -1), (-2, 1), (2, -1), (2, 1)]
    twice = {step(step(hex_, d), d) for d in DIRECTIONS}
    assert twice == {(row + down, column + right) for down, right in differences}
    stage = Stage.at([hex_], [], tokens={0: [("paddock", (6, 11))]})
    assert stage.after_using("paddock", hex_) == {end for end in twice if BOARD_A.get(end) in set("GFTCD")}


def test_slots() -> None:
    """KB-2.6: four sectors in the slots top left, top right, bottom left, bottom right make 20 x 20."""
    sectors = ("tavern", "paddock", "oasis", "farm")
    stage = Stage.at([], [], layout=(sectors, (0, 0, 0, 0)))
    assert [slot["sector"] for slot in stage.layout] == list(sectors)
    corners = [(0, 0), (0, 10), (10, 0), (10, 10)]
    for sector, (top, left) in zip(sectors, corners, strict=True):
        block = [row[left : left + 10] for row in stage.hexes[top : top + 10]]
        assert block == printed(sector)


@pytest.mark.parametrize("sector", SECTORS)
def test_turning(sector: str) -> None:
    """KB-2.7, KB-2.8: turned by 180 degrees (r, c) goes to (9 - r, 9 - c), and neighbours stay neighbours."""
    others = tuple(name for name in SECTORS if name != sector)[:3]
    plain = Stage.at([], [], layout=((sector, *others), (0, 0, 0, 0)))
    turned = Stage.at([], [], layout=((sector, *others), (180, 0, 0, 0)))
    assert [slot["orientation"] for slot in turned.layout] == [180, 0, 0, 0]
    for row in range(10):
        for column in range(10):
            assert turned.hexes[9 - row][9 - column] == plain.hexes[row][column]
            inside = {(r, c) for r, c in around((row, column)) if r < 10 and c < 10}
            images = {(9 - r, 9 - c) for r, c in inside}
            assert images == {(r, c) for r, c in around((9 - row, 9 - column)) if r < 10 and c < 10}


def test_turned_sector_plays_alike() -> None:
    """KB-2.8: the game offers the turned neighbours of a turned settlement."""
    layout: Layout = (A[0], (180, 0, 0, 0))
    for hex_ in [(4, 5), (5, 6), (7, 7), (8, 1)]:
        image = (9 - hex_[0], 9 - hex_[1])
        assert near(image, layout) == {(9 - row, 9 - column) for row, column in near(hex_)}


def test_one_continuous_grid() -> None:
    """KB-2.9, KB-2.11: groups, lines and rows go across the borders of sectors."""
    own = [(9, 9), (9, 10), (10, 9), (9, 8)]
    cards = ["hermits", "knights", "citizens"]
    stage = Stage.at(own, [], cards=cards, tokens={0: [("tavern", (6, 7))]})
    assert len({sector_slot(hex_) for hex_ in own}) == 3
    assert stage.gold("hermits", 0) == 1
    assert stage.gold("citizens", 0) == 2
    assert stage.gold("knights", 0) == 6
    assert {(9, 7), (9, 11)} <= stage.after_using("tavern")


def test_edge_of_the_board() -> None:
    """KB-2.10: the edge is row 0, row 19, column 0 and column 19, not the borders between sectors."""
    stage = Stage.at([(5, 6)], [], layout=B, tokens={0: [("tower", (17, 2))]})
    outline = {(r, c) for r in range(20) for c in range(20) if r in (0, 19) or c in (0, 19)}
    assert stage.after_using("tower") == {hex_ for hex_ in outline if BOARD_B[hex_] in LAND}


def test_whole_rows() -> None:
    """KB-2.11: a row is 20 hexes long, across both sectors."""
    stage = Stage.at([(0, 0), (0, 9), (0, 10), (0, 19)], [], cards=["knights", "discoverers", "miners"])
    assert stage.gold("knights", 0) == 8
    assert stage.gold("discoverers", 0) == 1


@pytest.mark.parametrize("layout", [A, B, (SECTORS[:4], (180,) * 4), (SECTORS[4:], (180,) * 4)])
def test_special_hexes_keep_apart(layout: Layout) -> None:
    """KB-2.12: six neighbours in its own sector, and no hex next to two special hexes.

    What lies in one sector holds on every board; these layouts have every sector in one orientation, and
    turning it changes no neighbours (KB-2.8).
    """
    stage = Stage.at([], [], layout=layout)
    specials = [(r, c) for r in range(20) for c in range(20) if stage.hexes[r][c] in "KL"]
    assert len(specials) == 12
    for hex_ in specials:
        assert len(around(hex_)) == 6
        assert {sector_slot(other) for other in around(hex_)} == {sector_slot(hex_)}
    neighbours = [other for hex_ in specials for other in around(hex_)]
    assert len(neighbours) == len(set(neighbours))
    assert len(SLOTS) == 4

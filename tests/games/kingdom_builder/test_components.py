"""Chapter 1: what is in the box."""

from __future__ import annotations

from collections import Counter

import pytest

from donjon.errors import BadOption
from donjon.kernel import NATURE
from tests.games.kingdom_builder.stage import GAME, A, B, Stage
from tests.referees.kingdom_builder_board import SECTORS, SLOTS, TERRAINS, printed, sector_slot
from tests.referees.kingdom_builder_scoring import CARDS

# Number of location hexes and castle hexes in a sector (KB-1.4).
SPECIALS = dict.fromkeys(SECTORS, (2, 1)) | {"oracle": (1, 2), "harbor": (1, 2)}


def shown(layout: tuple[tuple[str, ...], tuple[int, ...]]) -> dict[tuple[str, int], list[str]]:
    """The rows of each sector of this layout as the game shows them."""
    stage = Stage.at([], [], layout=layout)
    blocks = [[stage.hexes[top + row][left : left + 10] for row in range(10)] for top, left in SLOTS]
    return dict(zip(zip(*layout, strict=True), blocks, strict=True))


def shown_sectors() -> dict[tuple[str, int], list[str]]:
    """Every sector in both orientations."""
    halves = (SECTORS[:4], SECTORS[4:])
    return {
        key: rows for half in halves for turn in (0, 180) for key, rows in shown((half, (turn,) * 4)).items()
    }


def test_sectors() -> None:
    """KB-1.1, KB-1.2: eight sectors of 100 hexes, each hex of one of nine kinds, as printed."""
    stage = Stage.new(2)
    names = {text.split()[1] for text in stage.chances()}
    assert names == set(SECTORS)
    assert len(names) == 8
    letters: Counter[str] = Counter()
    for (sector, turn), rows in shown_sectors().items():
        assert [len(row) for row in rows] == [10] * 10
        assert rows == printed(sector, turn)
        letters.update("".join(rows))
    assert set(letters) == set("GCDFTWMKL")
    assert sum(letters.values()) == 2 * 8 * 100


def test_location_kinds() -> None:
    """KB-1.3: the location hexes of a sector are of the one kind that gives it its name."""
    for layout in (A, B):
        for place in Stage.at([], [], layout=layout).locations:
            row, column = place["hex"]
            assert place["kind"] == layout[0][sector_slot((row, column))]


def test_special_hexes() -> None:
    """KB-1.4: two locations and one castle in a sector; one and two in the oracle and harbor sectors."""
    for (sector, _), rows in shown_sectors().items():
        text = "".join(rows)
        assert (text.count("L"), text.count("K")) == SPECIALS[sector]
        assert text.count("L") + text.count("K") == 3


def test_tokens_in_the_box() -> None:
    """KB-1.5: 28 tokens: 2 oracle, 2 harbor, 4 of each other kind."""
    lying: Counter[str] = Counter()
    for layout in ((SECTORS[:4], (0,) * 4), (SECTORS[4:], (0,) * 4)):
        for place in Stage.at([], [], layout=layout).locations:
            lying[place["kind"]] += place["left"]
    assert lying == {sector: 2 if sector in ("oracle", "harbor") else 4 for sector in SECTORS}
    assert lying.total() == 28


def test_settlements_in_the_box() -> None:
    """KB-1.6: 40 settlements in each of four colours."""
    stage = Stage.at([], [], [], [])
    assert [player["supply"] for player in stage.players] == [40] * 4
    assert sum(player["supply"] for player in stage.players) == 160


def dealing(players: int = 2) -> Stage:
    """A first game up to the moment when the first card is to be drawn."""
    options = {"sectors": A[0], "orientations": A[1], "cards": ("lords", "miners", "knights"), "first": 0}
    return Stage.new(players, **options)


def test_terrain_cards() -> None:
    """KB-1.7: 25 terrain cards, five of each buildable terrain."""
    stage = dealing()
    assert stage.phase == "deal"
    assert stage.chances() == {f"draw {terrain}": 5 for terrain in TERRAINS}
    assert stage.deck == 25


def test_kingdom_builder_cards() -> None:
    """KB-1.8: ten different cards."""
    stage = Stage.new(2, sectors=A[0], orientations=A[1], first=0)
    cards = [text.removeprefix("card ") for text in stage.chances()]
    assert set(cards) == set(CARDS)
    assert len(cards) == len(set(cards)) == 10


def test_bookkeeping_pieces() -> None:
    """KB-1.9: the first-player marker and the gold counters change nothing on the board.

    Who goes first changes neither what is legal nor what a position is worth, and gold is what stands on the
    board: taking a settlement off it (moving it out of touch) takes its gold away again.
    """
    own = [(6, 6), (6, 8)]
    tokens = {0: [("paddock", (6, 11))]}
    stages = [Stage.at(own, [(0, 1)], first=first, card="canyon", tokens=tokens) for first in (0, 1)]
    assert stages[0].legal() == stages[1].legal()
    assert stages[0].totals() == stages[1].totals()
    castle = Stage.at([(4, 4)], [], tokens=tokens)
    assert castle.gold("castles", 0) == 3
    assert castle.use("paddock", (4, 4), (4, 6)).gold("castles", 0) == 0


def test_backs_and_mirrors() -> None:
    """KB-1.10: nature offers each sector in two orientations, never mirrored; nobody can ask for more."""
    stage = Stage.new(2)
    offered = Counter(text.split()[1] for text in stage.chances())
    assert set(offered.values()) == {2}
    for text in stage.chances():
        _, sector, *turned = text.split()
        turn = 180 if turned == ["180"] else 0
        rows = stage.twin().nature(text).view(None)["hexes"]
        block = [row[:10] for row in rows[:10]]
        assert block == printed(sector, turn)
        assert block != [row[::-1] for row in printed(sector)]
    with pytest.raises(BadOption):
        GAME.read_options(2, {"orientations": (0, 90, 0, 0)})
    assert NATURE not in GAME.seats

"""Chapter 12: the rulings on scoring, KB-12.14 to KB-12.22, 12.27 and 12.43 to 12.45."""

from __future__ import annotations

import pytest

from tests.games.kingdom_builder.stage import BOARD_A, Stage, letters
from tests.referees.kingdom_builder_board import LAND, Hex, beside, groups, sector_slot

SPECIALS = letters(BOARD_A, "KL")


def gold(card: str, *own: list[Hex]) -> list[int]:
    """The gold of a card for these seats, with a second empty seat where there is only one."""
    others = [name for name in ("hermits", "miners", "workers") if name != card][:2]
    seats = own if len(own) > 1 else (*own, [])
    found: list[int] = Stage.at(*seats, cards=[card, *others]).gold(card)
    return found


BRIDGE: list[Hex] = [(6, 8), (6, 9), (6, 10)]


def through_special_hexes(own: list[Hex]) -> int:
    """The other reading of KB-12.14: special hexes connect too; gold by parts with two or more."""
    nodes = set(own) | set(SPECIALS)
    parts = [group & set(SPECIALS) for group in groups(nodes)]
    return 4 * sum(len(part) for part in parts if len(part) > 1)


@pytest.mark.parametrize("seed", range(12))
def test_merchants_both_readings(seed: int) -> None:
    """KB-12.14: each connected special hex scores 4 once; counting through them would give the same."""
    land = sorted(hex_ for hex_ in BOARD_A if BOARD_A[hex_] in LAND)
    own = [land[(seed * 37 + step * (7 + seed)) % len(land)] for step in range(40)]
    own = sorted(set(own) | set(BRIDGE))
    assert len(own) <= 43
    own = own[:40]
    assert gold("merchants", own) == [through_special_hexes(own), 0]


def test_merchants_several_networks() -> None:
    """KB-12.14: castles and locations alike, several networks, each hex once however many partners."""
    second: list[Hex] = [(12, 12), (13, 12), (14, 12)]
    assert gold("merchants", [*BRIDGE, *second])[0] == 16
    star: list[Hex] = [*BRIDGE, (6, 6), (5, 6), (5, 5), (4, 5), (4, 4)]
    assert len(groups(star)) == 2
    assert gold("merchants", star)[0] == 12
    assert gold("merchants", [*star, *second])[0] == 20


def test_merchants_need_two_special_hexes() -> None:
    """KB-12.15: one settlement at one special hex, or two groups at the same one, connect nothing."""
    assert gold("merchants", [(6, 6)]) == [0, 0]
    assert gold("merchants", [(6, 6), (6, 8)]) == [0, 0]
    assert len(groups([(6, 6), (6, 8)])) == 2


def test_merchants_without_tokens() -> None:
    """KB-12.16: the printed hex counts, whether tokens lie there or not."""
    cards = ["merchants", "hermits", "miners"]
    bare = Stage.at(BRIDGE, [], cards=cards, left={(6, 7): 0, (6, 11): 0}, taken={0: [(6, 7), (6, 11)]})
    assert bare.gold("merchants", 0) == 8


def apart(*counts: int) -> list[list[Hex]]:
    """So many settlements of each seat in the top-left sector, none elsewhere."""
    land = [hex_ for hex_ in sorted(BOARD_A) if sector_slot(hex_) == 0 and BOARD_A[hex_] in LAND]
    return [[land.pop() for _ in range(count)] for count in counts]


LORDS = [
    ((5, 5, 2), (12, 12, 6)),
    ((5, 2, 2), (12, 6, 6)),
    ((3, 3, 1, 0), (12, 12, 6, 0)),
    ((3, 2, 1, 0), (12, 6, 0, 0)),
    ((4, 0), (12, 6)),
    ((4, 4), (12, 12)),
    ((0, 0), (12, 12)),
    ((0, 0, 0, 0), (12, 12, 12, 12)),
]


@pytest.mark.parametrize(("counts", "expected"), LORDS)
def test_lords(counts: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """KB-12.17, KB-12.18: ties share the 12 or the 6; zero counts, for any number of players.

    The other three sectors are empty, which is 12 for each in all of them.
    """
    assert gold("lords", *apart(*counts)) == [12 * 3 + own for own in expected]


def test_farmers_with_an_empty_sector() -> None:
    """KB-12.19: 0 gold."""
    assert gold("farmers", [(0, 1), (0, 16), (10, 0)]) == [0, 0]
    assert gold("farmers", [(0, 1), (0, 16), (10, 0), (10, 10)]) == [3, 0]


def test_hermits() -> None:
    """KB-12.20: the number of groups, so at least 1 with any settlement."""
    assert gold("hermits", [(8, 8)], []) == [1, 0]
    assert gold("hermits", [(8, 8), (8, 9), (8, 11)]) == [2, 0]


def test_citizens() -> None:
    """KB-12.21: an odd group is rounded down, and only one of the largest counts."""
    triple: list[Hex] = [(8, 8), (8, 9), (8, 10)]
    other: list[Hex] = [(14, 4), (14, 5), (14, 6)]
    assert gold("citizens", triple) == [1, 0]
    assert gold("citizens", [*triple, *other]) == [1, 0]
    assert gold("citizens", [*triple, (8, 11)]) == [2, 0]


@pytest.mark.parametrize(("card", "letter"), [("workers", "KL"), ("miners", "M"), ("fishermen", "W")])
def test_once_for_each_settlement(card: str, letter: str) -> None:
    """KB-12.22: 1 gold for a settlement, also next to several such hexes.

    Next to two special hexes is impossible (KB-2.12), so for the workers one is as far as it goes.
    """
    touching = {hex_: len(beside([hex_]) & set(letters(BOARD_A, letter))) for hex_ in BOARD_A}
    most = max((hex_ for hex_ in BOARD_A if BOARD_A[hex_] in LAND), key=touching.__getitem__)
    assert touching[most] > (0 if card == "workers" else 1)
    assert gold(card, [most]) == [1, 0]


def test_fishermen_beside_occupied_water() -> None:
    """KB-12.27: hex kinds are as printed, so occupied water is water to its neighbours."""
    shore: Hex = (9, 1)
    water = sorted(beside([shore]) & set(letters(BOARD_A, "W")))
    assert len(water) == 1
    assert gold("fishermen", [shore], water) == [1, 0]
    assert gold("fishermen", [shore, *water]) == [1, 0]


def test_final_tie() -> None:
    """KB-12.43: victory is shared, and equal scores below share a rank too."""
    own: list[list[Hex]] = [[(8, 8)], [(8, 10)], [], []]
    last = {
        "actor": 3,
        "phase": "after",
        "built": 3,
        "ending": True,
        "cards": ["hermits", "knights", "miners"],
    }
    stage = Stage.at(*own, **last).end()
    assert stage.totals() == [3, 3, 0, 0]
    assert stage.ranks == [1, 1, 3, 3]


def test_lines_are_rows() -> None:
    """KB-12.44: knights and discoverers look at board rows; diagonals never count."""
    diagonal: list[Hex] = [(7, 8), (8, 9), (9, 9)]
    assert gold("knights", diagonal) == [2, 0]
    assert gold("discoverers", diagonal) == [3, 0]
    row: list[Hex] = [(8, 9), (8, 10), (8, 18)]
    assert gold("knights", row) == [6, 0]
    assert gold("discoverers", row) == [1, 0]


def test_two_at_one_castle() -> None:
    """KB-12.45: 3 gold once."""
    assert Stage.at([(3, 4)], []).gold("castles") == [3, 0]
    assert Stage.at([(3, 4), (4, 4)], []).gold("castles") == [3, 0]

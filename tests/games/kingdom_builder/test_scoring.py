"""Chapter 10: the final scoring."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import donjon
from donjon.games.kingdom_builder.model import Card, HexKind
from donjon.kernel import copy, playout, rng, rules
from tests.games.kingdom_builder.stage import BOARD_A, GAME, Stage, letters
from tests.referees.kingdom_builder_board import LAND, Hex, beside, groups, sector_slot
from tests.referees.kingdom_builder_scoring import CARDS, touches
from tests.referees.kingdom_builder_scoring import gold as referees_gold

# Eight settlements of two seats on board A that touch something of everything.
MINE: list[Hex] = [(4, 4), (3, 4), (6, 8), (6, 9), (6, 10), (9, 2), (9, 9), (10, 10)]
THEIRS: list[Hex] = [(3, 2), (7, 7), (14, 4), (14, 5), (16, 13)]


def scored(card: str, *own: list[Hex]) -> list[int]:
    """The gold of a card for these seats (a second, empty one is added to a lone seat)."""
    cards = [card, *(name for name in CARDS if name != card)][:3] if card in CARDS else list(CARDS[:3])
    found: list[int] = Stage.at(*own, *([[]] if len(own) == 1 else []), cards=cards).gold(card)
    return found


def gold(card: str, *own: list[Hex]) -> int:
    return scored(card, *own)[0]


def test_sum_of_cards_and_castles() -> None:
    """KB-10.0.1: the total is the gold of the three cards in use and of the castles, of nothing else."""
    for cards in (["fishermen", "merchants", "knights"], ["lords", "hermits", "miners"]):
        stage = Stage.at(MINE, THEIRS, cards=cards)
        for seat, own in enumerate((MINE, THEIRS)):
            parts = {card: referees_gold(BOARD_A, [MINE, THEIRS], card)[seat] for card in ["castles", *cards]}
            assert stage.player(seat)["gold"] == parts
            assert stage.player(seat)["total"] == stage.totals()[seat] == sum(parts.values())
            assert own


def test_castles_always_score() -> None:
    """KB-10.0.2: in every game, whatever the cards."""
    for cards in (CARDS[:3], CARDS[3:6], CARDS[6:9], ("farmers", "fishermen", "lords")):
        assert Stage.at([(4, 4)], [], cards=list(cards)).gold("castles") == [3, 0]
    assert "castles" in GAME.SOURCES


def test_only_what_stands_on_the_board() -> None:
    """KB-10.0.3: the supply is worth nothing; moved ones and those on water count like all others."""
    assert all(gold(card, []) == 0 for card in CARDS if card != "lords")
    tokens = {0: [("paddock", (6, 11))]}
    cards = ["discoverers", "hermits", "workers"]
    moved = Stage.at([(8, 8)], [], tokens=tokens, cards=cards).use("paddock", (8, 8), (6, 9))
    built = Stage.at([(6, 9)], [], cards=cards)
    assert moved.totals() == built.totals()
    water: list[Hex] = [(9, 2), (9, 3)]
    assert {BOARD_A[hex_] for hex_ in water} == {"W"}
    assert [gold(card, water) for card in ("discoverers", "knights", "citizens", "hermits")] == [1, 4, 1, 1]


def test_groups() -> None:
    """KB-10.0.4: connected by adjacency, across sector borders; a lone settlement is a group of 1."""
    across: list[Hex] = [(9, 9), (9, 10), (10, 10)]
    assert gold("hermits", across) == 1
    assert gold("hermits", [*across, (13, 4)]) == 2
    assert gold("citizens", [*across, (13, 4), (14, 4)]) == 1


def test_printed_kinds() -> None:
    """KB-10.0.5: water with a settlement on it is still water."""
    assert BOARD_A[9, 2] == BOARD_A[9, 3] == "W"
    shore = min(hex_ for hex_ in beside([(9, 2)]) if BOARD_A[hex_] in LAND)
    assert {hex_ for hex_ in beside([shore]) if BOARD_A[hex_] == "W"}
    full = sorted(hex_ for hex_ in beside([shore]) if BOARD_A[hex_] == "W")
    assert scored("fishermen", [shore], full) == [1, 0]


@pytest.mark.parametrize("first", [0, 1])
def test_order_of_scoring(first: int) -> None:
    """KB-10.0.6: neither the order of the cards nor the first player changes the result."""
    results = []
    for cards in permutations(["merchants", "lords", "citizens"]):
        stage = Stage.at(MINE, THEIRS, cards=list(cards), first=first)
        results.append((stage.totals(), [stage.gold(card) for card in ("merchants", "lords", "citizens")]))
    assert all(result == results[0] for result in results)
    sources = ("castles", "merchants", "lords", "citizens")
    parts = [referees_gold(BOARD_A, [MINE, THEIRS], source) for source in sources]
    assert results[0][0] == [sum(part[seat] for part in parts) for seat in (0, 1)]


def test_castles() -> None:
    """KB-10.1: 3 for each castle with an own settlement beside it; several players can score one castle."""
    assert gold("castles", [(4, 4)]) == 3
    assert gold("castles", [(4, 4), (3, 4), (2, 3)]) == 3
    assert scored("castles", [(4, 4), (12, 12)], [(3, 4)], [(8, 8)]) == [6, 3, 0]
    one_each = [min(beside([castle])) for castle in letters(BOARD_A, "K")]
    assert gold("castles", one_each) == 12


def test_fishermen() -> None:
    """KB-10.2: 1 for each settlement on land beside water, however much of it."""
    inland, shore = (8, 8), (9, 1)
    assert [BOARD_A[hex_] for hex_ in beside([shore])].count("W") == 1
    assert gold("fishermen", [inland]) == 0
    assert gold("fishermen", [shore, inland]) == 1
    several = (5, 4)
    assert [BOARD_A[hex_] for hex_ in beside([several])].count("W") > 1
    assert gold("fishermen", [several]) == 1
    assert gold("fishermen", [(9, 2), (9, 3), shore]) == 1


def test_merchants() -> None:
    """KB-10.3: 4 for each special hex that an own group connects to another."""
    bridge: list[Hex] = [(6, 8), (6, 9), (6, 10)]
    assert gold("merchants", bridge) == 8
    assert gold("merchants", bridge[:2]) == 0
    assert gold("merchants", [*bridge, (7, 6), (7, 11)]) == 8
    towards_castle: list[Hex] = [(6, 6), (5, 6), (5, 5), (4, 5), (4, 4)]
    assert gold("merchants", towards_castle) == 8
    assert gold("merchants", [*bridge, *towards_castle, (7, 6)]) == 12


def test_discoverers() -> None:
    """KB-10.4: 1 for each row with a settlement."""
    assert gold("discoverers", [(0, 0), (0, 19), (7, 7), (8, 8), (8, 18)]) == 3
    land = sorted((hex_ for hex_ in BOARD_A if BOARD_A[hex_] in LAND), reverse=True)
    first_in_row = dict(land)
    assert gold("discoverers", list(first_in_row.items())) == 20


def test_hermits() -> None:
    """KB-10.5: 1 for each group of whatever size."""
    assert gold("hermits", [(8, 8)]) == 1
    assert gold("hermits", [(8, 8), (8, 10), (8, 12)]) == 3
    assert gold("hermits", [(8, 8), (8, 9), (8, 10), (8, 12)]) == 2


@pytest.mark.parametrize("size", range(1, 8))
def test_citizens(size: int) -> None:
    """KB-10.6: half the largest group, rounded down."""
    group = sorted([(7, 7), (7, 8), (7, 9), (8, 8), (8, 9), (8, 10), (9, 9)])[:size]
    assert len(groups(group)) == 1
    assert gold("citizens", [*group, (18, 10)]) == size // 2
    assert gold("citizens", []) == 0


def test_miners() -> None:
    """KB-10.7: 1 for each settlement beside a mountain."""
    assert gold("miners", [(0, 5), (1, 4), (8, 8)]) == 2
    on_water = next(h for h in letters(BOARD_A, "W") if touches(BOARD_A, h, "M"))
    assert gold("miners", [on_water]) == 1


def test_workers() -> None:
    """KB-10.8: 1 for each settlement beside a location or castle hex."""
    assert gold("workers", [(3, 4), (4, 4), (5, 7), (8, 8)]) == 3
    assert gold("workers", sorted(beside([(6, 7)]))) == 6


def test_knights() -> None:
    """KB-10.9: 2 for each settlement in the fullest row; one row only."""
    row: list[Hex] = [(8, 4), (8, 9), (8, 16)]
    assert gold("knights", row) == 6
    assert gold("knights", [*row, (7, 7), (7, 9), (7, 18)]) == 6
    assert gold("knights", [*row, (7, 7), (7, 8), (7, 9), (7, 18)]) == 8


def apart(*counts: tuple[int, int, int, int]) -> list[list[Hex]]:
    """Settlements of several seats, so many in each sector."""
    free = [hex_ for hex_ in sorted(BOARD_A) if BOARD_A[hex_] in LAND]
    own: list[list[Hex]] = [[] for _ in counts]
    for seat, wanted in enumerate(counts):
        for slot, count in enumerate(wanted):
            here = [hex_ for hex_ in free if sector_slot(hex_) == slot][:count]
            own[seat] += here
            free = [hex_ for hex_ in free if hex_ not in here]
    return own


def test_lords() -> None:
    """KB-10.10: 12 for most in each sector, 6 for second most, sector by sector."""
    own = apart((4, 1, 2, 3), (3, 2, 1, 4), (1, 3, 3, 1))
    assert scored("lords", *own) == [12 + 0 + 6 + 6, 6 + 6 + 0 + 12, 0 + 12 + 12 + 0]


def test_lords_zero() -> None:
    """KB-10.10.1, KB-10.10.2: zero counts like any number; where all have the same, all get 12."""
    assert scored("lords", *apart((1, 0, 0, 0), (0, 0, 0, 0))) == [48, 6 + 36]
    assert scored("lords", [], [], []) == [48, 48, 48]
    assert scored("lords", *apart((2, 2, 2, 2), (2, 2, 2, 2))) == [48, 48]


def test_farmers() -> None:
    """KB-10.11: 3 for each settlement in the sector with the fewest; 0 if a sector is empty."""
    assert gold("farmers", *apart((5, 4, 3, 2))) == 6
    assert gold("farmers", *apart((2, 2, 2, 2))) == 6
    assert gold("farmers", *apart((9, 9, 9, 0))) == 0


def finished(*own: list[Hex]) -> Stage:
    cards = ["hermits", "discoverers", "miners"]
    last = {"actor": len(own) - 1, "phase": "after", "built": 3, "ending": True}
    return Stage.at(*own, cards=cards, **last).end()


def test_winner() -> None:
    """KB-10.12.1: most gold wins; the ranks follow the gold."""
    stage = finished([(8, 8)], [(8, 10), (9, 14), (13, 4)], [(14, 9), (18, 10)])
    totals = stage.totals()
    assert totals[1] > totals[2] > totals[0]
    assert stage.ranks == [3, 1, 2]


def test_shared_victory() -> None:
    """KB-10.12.2: those tied for most all win; nothing breaks the tie, tokens and supplies least of all."""
    tied = finished([(8, 8), (8, 9)], [(8, 11)], [])
    assert tied.totals() == [2, 2, 0]
    assert tied.supply(0) != tied.supply(1)
    assert tied.ranks == [1, 1, 3]
    assert finished([], []).ranks == [1, 1]


def test_points_compare_no_numpy_number_with_a_member_of_an_enum(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, numpy makes an array of the member first, at 50 times the cost of a plain number."""
    compared: list[object] = []

    def equal(member: int, other: object) -> bool:
        if isinstance(other, np.generic):
            compared.append(other)
        return bool(int(member) == other)

    match = donjon.new("kingdom-builder", players=2, seed=3)
    state = copy(match.state)
    random, points = rng.new(3), np.zeros((2, len(match.game.SOURCES)), np.int32)
    mask, weights, _ = playout.workspace(match.game, 2)
    for _ in range(60):
        playout.random_step(state, random, mask, weights)
    for kind in (Card, HexKind):
        monkeypatch.setattr(kind, "__array_ufunc__", None, raising=False)  # numpy asks the member
        monkeypatch.setattr(kind, "__eq__", equal)
        monkeypatch.setattr(kind, "__ne__", lambda member, other: not equal(member, other))
    for first in range(len(Card) - 2):
        state.cards[:] = (first, first + 1, first + 2)
        rules.points(state, points)
    assert points.any()
    assert compared == []

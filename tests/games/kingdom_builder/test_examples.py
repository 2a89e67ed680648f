"""The worked examples of the rules, KBX-01 to KBX-27, each with its numbers."""

from __future__ import annotations

from itertools import cycle

import pytest

from tests.games.kingdom_builder.stage import BOARD_A, BOARD_B, A, B, Stage, letters, number
from tests.referees.kingdom_builder_board import LAND, Board, Hex, beside
from tests.referees.kingdom_builder_scoring import CARDS, gold_of

TAVERN_EAST: Hex = (6, 7)
TAVERN_WEST: Hex = (6, 2)
PADDOCK_WEST: Hex = (6, 11)


def of(letter: str) -> list[Hex]:
    return letters(BOARD_A, letter)


def test_kbx_01_several_adjacent_options() -> None:
    """KBX-01 (KB-5.4, KB-5.5, KB-5.6, KB-5.8): any hex next to any own settlement, one after the other."""
    stage = Stage.at([(4, 7), (8, 12)], [], card="forest")
    assert stage.supply(0) == 38
    assert stage.targets() == {(3, 6), (3, 7), (4, 8), (5, 6), (7, 12), (8, 13), (9, 12)}
    stage.build((4, 8))
    assert stage.targets() == {(3, 6), (3, 7), (5, 6), (7, 12), (8, 13), (9, 12)}
    stage.build((9, 12))
    assert stage.targets() == {(3, 6), (3, 7), (5, 6), (7, 12), (8, 13), (9, 13)}
    assert BOARD_A[10, 5] == "T"
    assert stage.forbidden((10, 5)) == "KB-5.6"


def test_kbx_02_no_adjacent_option() -> None:
    """KBX-02 (KB-5.5, KB-5.6, KB-5.7): anywhere on the terrain once, then the adjacency rule binds again."""
    stage = Stage.at([(0, 1), (0, 2), (1, 2)], [], card="grass")
    assert len(of("G")) == 61
    assert stage.targets() == set(of("G"))
    stage.build((14, 5))
    assert stage.targets() == {(13, 4), (14, 4), (14, 6), (15, 4), (15, 5)}
    stage.build((14, 4))
    assert stage.targets() == {(13, 4), (14, 6), (15, 4), (15, 5)}
    stage.build((15, 4))
    assert stage.phase == "after"


def test_kbx_03_redraw_of_a_useless_card() -> None:
    """KBX-03 (KB-6.1, KB-6.3, KB-6.4, KB-6.6): full cards leave the game until one is of use."""
    deserts = of("D")
    stage = Stage.at(
        deserts[:28],
        deserts[28:],
        actor=1,
        phase="after",
        built=3,
        card="grass",
        hands=["desert", None],
        deck={"canyon": 1, "desert": 1, "forest": 1, "grass": 1},
    )
    assert stage.supply(0) == 12
    stage.end("canyon")
    assert stage.phase == "redraw"
    assert stage.chances() == {"draw desert": 1, "draw forest": 1, "draw grass": 1}
    stage.draw("desert")
    assert stage.phase == "redraw"
    stage.draw("forest")
    assert (stage.phase, stage.actor, stage.card) == ("start", 0, "forest")
    assert stage.removed["desert"] == 2
    assert stage.deck == 1
    stage.build_any(3)
    assert all(BOARD_A[hex_] == "T" for hex_ in stage.own(0) - set(deserts))
    forests = stage.discard["forest"]
    stage.end("grass")
    assert stage.discard["forest"] == forests + 1
    assert stage.removed["desert"] == 2


def test_kbx_04_castle_once() -> None:
    """KBX-04 (KB-10.1, KB-12.45): a castle gives 3 once, and to several players."""
    stage = Stage.at([(2, 3), (3, 4), (4, 4)], [(3, 2)])
    assert BOARD_A[3, 3] == "K"
    assert stage.gold("castles") == [3, 3]


SCORED = {
    "kbx_05": ("fishermen", [(0, 1), (3, 2), (4, 4), (9, 2)], 2),
    "kbx_06": ("merchants", [(6, 8), (6, 9), (6, 10), (12, 12), (13, 12), (14, 12), (16, 2)], 16),
    "kbx_07": ("discoverers", [(8, 7), (8, 8), (9, 7), (10, 15)], 3),
    "kbx_08": ("hermits", [(0, 16), (8, 7), (8, 8), (9, 7)], 2),
    "kbx_09": (
        "citizens",
        [(0, 16), (0, 17), (7, 7), (7, 8), (7, 9), (8, 8), (8, 9), (8, 10), (9, 9)],
        3,
    ),
    "kbx_10": ("miners", [(0, 5), (1, 0), (8, 8)], 1),
    "kbx_11": ("workers", [(0, 1), (3, 4), (5, 7)], 2),
    "kbx_12": ("knights", [(0, 1), (0, 16), (8, 7), (8, 10), (8, 18), (9, 9)], 6),
    "kbx_14": (
        "farmers",
        [
            *[(0, 1), (0, 2), (0, 16), (0, 17), (1, 2), (1, 16), (1, 17), (2, 3), (2, 16), (3, 4)],
            *[(10, 0), (10, 1), (11, 0), (12, 0), (12, 1), (12, 13), (12, 14), (12, 15), (13, 13)],
        ],
        12,
    ),
}


@pytest.mark.parametrize("example", SCORED)
def test_kbx_05_to_12_and_14_scoring(example: str) -> None:
    """KBX-05, KBX-06, KBX-07, KBX-08, KBX-09, KBX-10, KBX-11, KBX-12, KBX-14: the gold of one card.

    KB-10.2 to KB-10.9, KB-10.11, KB-2.11, KB-12.14, KB-12.15, KB-12.21, KB-12.22, KB-12.26.
    """
    card, own, gold = SCORED[example]
    others = [name for name in CARDS if name != card][:2]
    stage = Stage.at(own, [], cards=[card, *others])
    assert stage.gold(card, 0) == gold
    assert gold_of(BOARD_A, set(own), card) == gold


def test_kbx_13_lords_with_ties() -> None:
    """KBX-13 (KB-10.10, KB-10.10.1, KB-12.17, KB-12.18): ties in a sector, and zero counts."""
    stage = Stage.at(
        [(0, 1), (0, 2), (0, 5), (0, 16), (10, 0), (10, 10)],
        [(0, 17), (1, 2), (1, 3), (1, 4), (10, 1)],
        [(2, 3), (10, 11)],
        cards=["lords", "miners", "workers"],
    )
    assert stage.gold("lords") == [48, 42, 30]


def test_kbx_15_taking_a_token() -> None:
    """KBX-15 (KB-7.1, KB-7.2, KB-7.3, KB-7.5): a token at once, once per location, usable next turn."""
    stage = Stage.at([(4, 7)], [], card="canyon")
    assert stage.supply(0) == 39
    assert stage.targets() == {(5, 7)}
    stage.build((5, 7))
    assert stage.tokens(0) == [("tavern", TAVERN_EAST, "new")]
    assert stage.left(TAVERN_EAST) == 1
    stage.build((5, 8), (4, 9))
    assert stage.phase == "after"
    assert stage.kinds() == set()
    assert stage.tokens(0) == [("tavern", TAVERN_EAST, "new")]
    assert stage.left(TAVERN_EAST) == 1
    stage.end()
    assert stage.tokens(0) == [("tavern", TAVERN_EAST, "usable")]


def losing() -> Stage:
    return Stage.at(
        [(5, 10), (6, 6), (8, 4)],
        [],
        tokens={0: [("tavern", TAVERN_EAST), ("paddock", PADDOCK_WEST)]},
        phase="after",
        built=3,
    )


def test_kbx_16_losing_a_token_by_moving_away() -> None:
    """KBX-16 (KB-7.7, KB-7.8, KB-7.9, KB-7.3, KB-8.8): out of touch, out of the game; still near, kept."""
    stage = losing()
    assert stage.after_using("paddock", (6, 6)) == {(4, 5), (4, 7), (6, 8), (8, 5), (8, 7)}
    lying = stage.left(TAVERN_EAST)
    away = stage.twin().use("paddock", (6, 6), (8, 7))
    assert away.tokens(0) == [("paddock", PADDOCK_WEST, "spent")]
    assert away.left(TAVERN_EAST) == lying
    near = stage.twin().use("paddock", (6, 6), (6, 8))
    assert near.tokens(0) == [("paddock", PADDOCK_WEST, "spent"), ("tavern", TAVERN_EAST, "usable")]
    assert near.left(TAVERN_EAST) == lying


ORACLE_B: Hex = (16, 12)
HARBOR_B: Hex = (2, 13)
TOWER_B: Hex = (17, 2)
BARN_B: Hex = (2, 6)


def test_kbx_17_oracle() -> None:
    """KBX-17 (KB-8.1, KB-5.6): on the terrain of the card, adjacent where possible."""
    stage = Stage.at([(8, 3), (14, 1)], [], layout=B, tokens={0: [("oracle", ORACLE_B)]}, card="forest")
    assert stage.after_using("oracle") == {(7, 2), (7, 3), (8, 4), (9, 3)}


def test_kbx_18_farm() -> None:
    """KBX-18 (KB-8.2, KB-12.39, KB-8.0.3): on grass whatever the card; not without free grass."""
    farm = {0: [("farm", (11, 17))]}
    stage = Stage.at([(0, 1), (9, 6)], [], tokens=farm, card="desert")
    assert stage.after_using("farm") == {(8, 7), (9, 7), (10, 7)}
    grass = of("G")
    full = Stage.at([(0, 1)], grass[:31], grass[31:], tokens=farm, card="desert")
    assert "farm" not in full.kinds()


def test_kbx_19_oasis() -> None:
    """KBX-19 (KB-8.3, KB-5.7): on desert, adjacent where possible, else on any of the 53."""
    oasis = {0: [("oasis", (12, 7))]}
    stage = Stage.at([(4, 4), (17, 7)], [], tokens=oasis)
    assert stage.after_using("oasis") == {(16, 8), (17, 6), (18, 7), (18, 8)}
    alone = Stage.at([(4, 4)], [], tokens=oasis)
    assert alone.after_using("oasis") == set(of("D"))
    assert len(of("D")) == 53


def test_kbx_20_tower() -> None:
    """KBX-20 (KB-8.4, KB-12.23): on the outline of the board, any buildable terrain."""
    stage = Stage.at([(1, 0), (8, 3)], [], layout=B, tokens={0: [("tower", TOWER_B)]}, card="grass")
    assert stage.after_using("tower") == {(0, 0), (0, 1)}


def test_kbx_21_tavern() -> None:
    """KBX-21 (KB-8.5, KB-8.5.1, KB-8.5.3): either end of the line, whatever the card."""
    stage = Stage.at([(7, 5), (7, 6), (7, 7)], [], tokens={0: [("tavern", TAVERN_EAST)]}, card="canyon")
    assert stage.after_using("tavern") == {(7, 4), (7, 8)}


def test_kbx_22_barn() -> None:
    """KBX-22 (KB-8.6, KB-8.0.7): lifted first, then next to the others."""
    own = [(3, 9), (4, 10), (13, 0)]
    stage = Stage.at(own, [], layout=B, tokens={0: [("barn", BARN_B)]}, card="canyon")
    assert stage.after_using("barn", (13, 0)) == {(2, 9), (2, 10), (3, 8), (3, 10), (4, 9), (5, 9)}


def test_kbx_23_harbor() -> None:
    """KBX-23 (KB-8.7): to free water next to the others."""
    stage = Stage.at([(3, 14), (4, 14), (13, 0)], [], layout=B, tokens={0: [("harbor", HARBOR_B)]})
    assert stage.after_using("harbor", (13, 0)) == {(2, 14), (2, 15), (3, 15)}


def test_kbx_24_paddock() -> None:
    """KBX-24 (KB-8.8, KB-8.8.1, KB-8.8.2): two steps in a straight line, over whatever lies between."""
    stage = Stage.at([(4, 4)], [(4, 5), (6, 5)], tokens={0: [("paddock", PADDOCK_WEST)]})
    assert stage.after_using("paddock", (4, 4)) == {(2, 3), (2, 5), (4, 6), (6, 3)}
    assert BOARD_A[4, 2] == "W"


def test_kbx_25_end_of_the_game() -> None:
    """KBX-25 (KB-9.1, KB-9.4, KB-6.12): the round is played out, without drawing."""
    grass = of("G")
    stage = Stage.at([(0, 1)], grass[:37], [(0, 2)], actor=1, card="forest", hands=["grass", None, "canyon"])
    assert stage.supply(1) == 3
    assert not stage.ending
    stage.build_any(3)
    assert stage.ending
    assert stage.supply(1) == 0
    deck = stage.deck
    stage.end()
    assert (stage.actor, stage.phase, stage.deck) == (2, "start", deck)
    assert stage.player(1)["hand"] is None
    stage.whole_turn()
    assert (stage.over, stage.waits_for(), stage.deck) == (True, [], deck)
    assert stage.supply(0) == 39
    assert sum(stage.totals()) > 0


def with_gold(board: Board, golds: list[int]) -> list[set[Hex]]:
    """Settlements worth these sums by hermits and discoverers: lone ones, away from all special hexes."""
    wild = beside(hex_ for hex_, letter in board.items() if letter in "KL")
    own: list[set[Hex]] = [set() for _ in golds]
    rows: list[set[int]] = [set() for _ in golds]
    worth = [0 for _ in golds]
    for seat in cycle(range(len(golds))):
        if worth == golds:
            return own
        free = {h for h, letter in board.items() if letter in LAND} - wild - set().union(*own)
        lone = sorted(free - beside(own[seat]), key=lambda h: (h[0] in rows[seat], -h[0]))
        best = lone[0]
        gain = 1 if best[0] in rows[seat] else 2
        if worth[seat] + gain > golds[seat]:
            best = next(hex_ for hex_ in lone if hex_[0] in rows[seat])
            gain = 1
        if worth[seat] < golds[seat]:
            own[seat].add(best)
            rows[seat].add(best[0])
            worth[seat] += gain
    raise AssertionError


def test_kbx_26_tied_players() -> None:
    """KBX-26 (KB-10.12.1, KB-10.12.2, KB-12.43): 51, 51, 40 gold are ranks 1, 1, 3."""
    own = with_gold(BOARD_B, [51, 51, 40])
    cards = ["hermits", "discoverers", "workers"]
    hands = [None, None, None]
    over = Stage.at(*own, layout=B, cards=cards, actor=2, phase="after", built=3, ending=True, hands=hands)
    over.end()
    assert over.over
    assert over.totals() == [51, 51, 40]
    assert over.final_ranks() == [1, 1, 3]
    assert over.ranks == [1, 1, 3]


def test_kbx_27_empty_deck() -> None:
    """KBX-27 (KB-4.8, KB-6.9, KB-6.10): the card just played is shuffled into the new deck."""
    stage = Stage.at(
        [(0, 7), (0, 8), (0, 9)],
        [],
        [],
        card="canyon",
        phase="after",
        built=3,
        hands=[None, "canyon", "canyon"],
        deck={},
    )
    assert sum(stage.discard.values()) == 22
    assert stage.discard["canyon"] == 2
    stage.do(408)
    weights = {"grass": 5, "flower_field": 5, "forest": 5, "canyon": 3, "desert": 5}
    assert stage.chances() == {f"draw {terrain}": weight for terrain, weight in weights.items()}
    stage.draw("canyon")
    assert stage.deck == 22
    assert sum(stage.discard.values()) == 0
    assert stage.player(0)["hand"] == "canyon"


def test_the_layouts_of_the_examples() -> None:
    """KBX boards A and B show the hexes that the examples name."""
    a, b = Stage.at([], []), Stage.at([], [], layout=B)
    assert a.hexes == ["".join(BOARD_A[r, c] for c in range(20)) for r in range(20)]
    assert b.hexes == ["".join(BOARD_B[r, c] for c in range(20)) for r in range(20)]
    assert (A[1], B[1]) == ((0, 0, 0, 0), (0, 180, 0, 180))
    assert number((4, 8)) == 88

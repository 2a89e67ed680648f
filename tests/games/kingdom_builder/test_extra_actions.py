"""Chapter 8: the eight extra actions."""

from __future__ import annotations

import pytest

from donjon.kernel import rules
from tests.games.kingdom_builder.stage import (
    BOARD_A,
    BOARD_B,
    END,
    TOKEN,
    A,
    B,
    Layout,
    Stage,
    letters,
    number,
)
from tests.referees.kingdom_builder_actions import BUILDS, MOVES, allowed
from tests.referees.kingdom_builder_board import DIRECTIONS, LAND, Hex, beside, board_of, on_edge, step

FARM: Hex = (11, 17)
OASIS: Hex = (12, 7)
TAVERN: Hex = (6, 7)
PADDOCK: Hex = (6, 11)
# One location hex of each kind, with a layout that has it.
PLACE: dict[str, tuple[Layout, Hex]] = {
    "tavern": (A, TAVERN),
    "paddock": (A, PADDOCK),
    "oasis": (A, OASIS),
    "farm": (A, FARM),
    "barn": (B, (2, 6)),
    "harbor": (B, (2, 13)),
    "tower": (B, (17, 2)),
    "oracle": (B, (16, 12)),
}


def holding(kind: str, own: list[Hex], *others: list[Hex], **said: object) -> Stage:
    """Seat 0 holds one usable token of the kind, on a board that has it."""
    layout, place = PLACE[kind]
    return Stage.at(own, *(others or [[]]), layout=layout, tokens={0: [(kind, place)]}, **said)


def test_target_is_part_of_the_use() -> None:
    """KB-8.0.1: a token, then (for moves) the settlement, then the target; nothing else comes between."""
    build = holding("farm", [(8, 8)]).do(TOKEN["farm"])
    assert (build.phase, build.using) == ("target", "farm")
    assert all(action < 400 for action in build.legal())
    assert not rules.decision_complete(build.state)
    move = holding("barn", [(8, 0), (2, 7)], card="forest").do(TOKEN["barn"])
    assert (move.phase, move.using) == ("lift", "barn")
    assert all(action < 400 for action in move.legal())
    move.do(number((8, 0)))
    assert (move.phase, tuple(move.lifted)) == ("put", (8, 0))
    assert all(action < 400 for action in move.legal())
    move.do(min(move.legal()))
    assert move.phase == "start"
    assert ("barn", (2, 6), "spent") in move.tokens(0)
    assert rules.decision_complete(move.state)


def test_optional() -> None:
    """KB-8.0.2: a turn can be played to its end with the token untouched."""
    stage = holding("farm", [(8, 8)])
    assert stage.kinds() == {"farm"}
    stage.build_any(3)
    assert stage.kinds() == {"farm"}
    assert stage.can_end()


IDLE: dict[str, tuple[list[Hex], list[Hex]]] = {
    "tavern": ([(8, 8), (8, 9)], []),
    # Boxed in: everything two steps away is water, mountain or taken.
    "paddock": ([(0, 16)], [(0, 14), (0, 18), (2, 17), (2, 16)]),
    "barn": ([], [(8, 8)]),
    "harbor": ([], [(8, 8)]),
}


@pytest.mark.parametrize("kind", IDLE)
def test_not_without_effect(kind: str) -> None:
    """KB-8.0.3: a token with no legal execution cannot be used."""
    own, others = IDLE[kind]
    stage = holding(kind, own, others)
    assert not stage.table().usable(kind, 0, 40)
    assert kind not in stage.kinds()
    assert stage.forbidden(TOKEN[kind]) == "KB-8.0.3"


def without_supply(kind: str) -> Stage:
    """All 40 settlements of seat 0 on the board, the mandatory action complete."""
    board = BOARD_A if PLACE[kind][0] is A else BOARD_B
    own = [hex_ for letter in "GT" for hex_ in letters(board, letter)][:40]
    return holding(kind, own, card="desert", phase="after", built=3, ending=True)


@pytest.mark.parametrize("kind", BUILDS)
def test_builds_need_a_supply(kind: str) -> None:
    """KB-8.0.4: oracle, farm, oasis, tower and tavern take one settlement from the supply."""
    empty = without_supply(kind)
    assert empty.supply(0) == 0
    assert empty.legal() == {END}
    assert empty.forbidden(TOKEN[kind]) == "KB-8.0.4"
    stage = holding(kind, [(8, 8), (8, 9), (8, 10)], card="desert")
    stage.use(kind, min(stage.after_using(kind)))
    assert stage.supply(0) == 36
    assert len(stage.own(0)) == 4


@pytest.mark.parametrize("kind", MOVES)
def test_moves_need_none(kind: str) -> None:
    """KB-8.0.5: barn, harbor and paddock work with an empty supply, and use none of it."""
    stage = without_supply(kind)
    assert stage.legal() == {END, TOKEN[kind]}
    lifted, targets = min(stage.executions(kind).items())
    stage.use(kind, lifted, min(targets))
    assert (stage.supply(0), len(stage.own(0))) == (0, 40)
    assert lifted not in stage.own(0)


@pytest.mark.parametrize("kind", MOVES)
def test_only_own_settlements_move(kind: str) -> None:
    """KB-8.0.6: the settlements of others are never offered."""
    own: list[Hex] = [(8, 0), (8, 1)] if kind != "paddock" else [(8, 8), (8, 9)]
    stage = holding(kind, own, [(9, 1), (9, 2)], [(7, 1)], card="canyon")
    assert set(stage.executions(kind)) == set(own)
    stage.do(TOKEN[kind])
    assert stage.forbidden((9, 1)) == "KB-8.0.6"


@pytest.mark.parametrize("kind", ["barn", "harbor"])
def test_lifted_first(kind: str) -> None:
    """KB-8.0.7: adjacency is judged without the lifted settlement, and its old hex counts as free."""
    lone = holding(kind, [(5, 8)], card="canyon")
    everywhere = set(letters(BOARD_B, "C" if kind == "barn" else "W"))
    assert beside([(5, 8)]) & everywhere
    assert lone.after_using(kind, (5, 8)) == everywhere - {(5, 8)}


def test_never_back_to_the_old_hex() -> None:
    """KB-8.0.8: the old hex is no target, and what has no other target cannot be lifted.

    Two settlements side by side where the one's hex is the only canyon beside the other.
    """
    found = 0
    for hex_ in letters(BOARD_B, "C"):
        for other in sorted(beside([hex_])):
            if BOARD_B[other] in LAND and beside([other]) & set(letters(BOARD_B, "C")) == {hex_}:
                stage = holding("barn", [hex_, other], card="canyon")
                moves = stage.executions("barn")
                assert hex_ not in moves
                assert other in moves
                assert other not in moves[other]
                stage.do(TOKEN["barn"])
                assert stage.forbidden(hex_) == "KB-8.0.8"
                found += 1
    assert found > 3


def test_adjacency_rule_of_extra_actions() -> None:
    """KB-8.0.9: all but tavern and paddock obey it; a tavern target is beside an own settlement anyway."""
    own: list[Hex] = [(8, 8), (8, 9), (8, 10), (0, 1), (1, 0)]
    for kind, (layout, _) in PLACE.items():
        board = board_of(*layout)
        mine = [hex_ for hex_ in own if board[hex_] in LAND]
        stage = holding(kind, mine, card="forest")
        table = stage.table()
        if kind in BUILDS:
            targets = stage.after_using(kind)
            assert targets <= beside(mine)
        elif kind != "paddock":
            for lifted, targets in stage.executions(kind).items():
                rest = set(mine) - {lifted}
                letters_of = "W" if kind == "harbor" else "T"
                assert targets == allowed(table.free(letters_of), rest) - {lifted}
    jump = holding("paddock", [(8, 8)]).after_using("paddock", (8, 8))
    assert jump
    assert not jump & beside([(8, 8)])


def test_oracle() -> None:
    """KB-8.1: as the mandatory action: the terrain of the card, adjacent where possible."""
    stage = holding("oracle", [(8, 3)], card="forest")
    assert stage.after_using("oracle") == stage.targets()
    assert stage.after_using("oracle") == set(letters(BOARD_B, "T")) & beside([(8, 3)])
    far = holding("oracle", [], card="forest")
    assert far.after_using("oracle") == set(letters(BOARD_B, "T"))


@pytest.mark.parametrize(("kind", "letter", "rule"), [("farm", "G", "KB-8.2"), ("oasis", "D", "KB-8.3")])
def test_farm_and_oasis(kind: str, letter: str, rule: str) -> None:
    """KB-8.2, KB-8.3: free grass, free desert; adjacent where possible; not with all of it occupied."""
    hexes = letters(BOARD_A, letter)
    near = holding(kind, [hexes[0]], card="canyon").after_using(kind)
    assert near == allowed(set(hexes[1:]), [hexes[0]])
    assert holding(kind, [], card="canyon").after_using(kind) == set(hexes)
    assert holding(kind, [], hexes[1:30], hexes[30:], card="canyon").after_using(kind) == {hexes[0]}
    full = holding(kind, [], hexes[:30], hexes[30:], card="canyon")
    assert full.kinds() == set()
    assert full.forbidden(TOKEN[kind]) in ("KB-8.0.3", rule)


def test_tower() -> None:
    """KB-8.4: all free buildable edge hexes are one set; an adjacent one of any terrain rules out the rest"""
    edge = {hex_ for hex_, letter in BOARD_B.items() if on_edge(hex_) and letter in LAND}
    assert holding("tower", [(8, 3)], card="grass").after_using("tower") == edge
    stage = holding("tower", [(8, 3), (1, 0)], [(0, 0)], card="grass")
    assert stage.after_using("tower") == {(0, 1)}
    assert len({BOARD_B[hex_] for hex_ in edge}) == 5


LINES: dict[str, tuple[list[Hex], set[Hex]]] = {
    "W-E": ([(8, 8), (8, 9), (8, 10)], {(8, 7), (8, 11)}),
    "NW-SE": ([(7, 8), (8, 9), (9, 9)], {(6, 8), (10, 10)}),
    "NE-SW": ([(7, 9), (8, 9), (9, 8)], {(6, 10), (10, 8)}),
    "four": ([(8, 7), (8, 8), (8, 9), (8, 10)], {(8, 6), (8, 11)}),
}


@pytest.mark.parametrize("line", LINES)
def test_tavern_lines(line: str) -> None:
    """KB-8.5, KB-8.5.1: either end of a line of three or more, in any of the three orientations."""
    own, ends = LINES[line]
    assert holding("tavern", own, card="canyon").after_using("tavern") == ends


BROKEN: dict[str, tuple[list[Hex], list[Hex]]] = {
    "gap": ([(8, 7), (8, 8), (8, 10)], []),
    "gap after two": ([(8, 7), (8, 8), (8, 10), (8, 11)], []),
    "bend": ([(8, 8), (8, 9), (9, 9)], []),
    "other player": ([(8, 7), (8, 9), (8, 10)], [(8, 8)]),
    "two": ([(8, 7), (8, 8)], [(8, 9)]),
}


@pytest.mark.parametrize("shape", BROKEN)
def test_broken_lines(shape: str) -> None:
    """KB-8.5.2: a gap, a bend or a settlement of another player breaks the line."""
    own, others = BROKEN[shape]
    stage = holding("tavern", own, others, card="canyon")
    assert "tavern" not in stage.kinds()


def test_tavern_targets() -> None:
    """KB-8.5.3: any buildable terrain, never water, mountain, castle, location, occupied or off the board."""
    lines: list[tuple[list[Hex], list[Hex], set[Hex]]] = [
        ([(3, 4), (3, 5), (3, 6)], [], {(3, 7)}),  # a castle
        ([(8, 7), (8, 8), (8, 9)], [(8, 6)], {(8, 10)}),  # occupied
        ([(5, 4), (5, 5), (5, 6)], [], {(5, 7)}),  # water
    ]
    for own, others, free in lines:
        assert holding("tavern", own, others, card="desert").after_using("tavern") == free
    assert {BOARD_A[hex_] for _, _, free in lines for hex_ in free} == {"T", "G", "C"}
    assert (BOARD_A[3, 3], BOARD_A[5, 3]) == ("K", "W")
    closed: list[list[Hex]] = [[(6, 8), (6, 9), (6, 10)], [(0, 0), (0, 1), (0, 2)]]
    assert {BOARD_A[hex_] for hex_ in [(6, 7), (6, 11)]} == {"L"}
    assert BOARD_A[0, 3] == "M"
    for own in closed:
        assert "tavern" not in holding("tavern", own, card="desert").kinds()


def test_tavern_counts_water() -> None:
    """KB-8.5.4: own settlements on water are part of the line."""
    assert [BOARD_A[5, column] for column in (3, 4, 5, 6)] == ["W", "G", "T", "T"]
    stage = holding("tavern", [(5, 3), (5, 4), (5, 5)], card="canyon")
    assert stage.after_using("tavern") == {(5, 2), (5, 6)}


def test_barn() -> None:
    """KB-8.6: any own settlement, to the terrain of the card, adjacent to the others where possible."""
    own: list[Hex] = [(8, 0), (8, 3), (2, 9)]
    stage = holding("barn", own, [(7, 2)], card="forest")
    moves = stage.executions("barn")
    assert moves == stage.table().moves("barn", 0)
    for lifted, targets in moves.items():
        assert {BOARD_B[hex_] for hex_ in targets} == {"T"}
        assert lifted not in targets
    stage.use("barn", (8, 0), min(moves[8, 0]))
    assert stage.own(0) == (set(own) - {(8, 0)}) | {min(moves[8, 0])}
    assert (stage.tokens(0), stage.supply(0)) == ([], 40 - len(own))


@pytest.mark.parametrize("kind", ["barn", "paddock"])
def test_back_to_land(kind: str) -> None:
    """KB-8.6.1: barn and paddock may carry a settlement from water back to land."""
    board, water = (BOARD_B, (5, 7)) if kind == "barn" else (BOARD_A, (5, 3))
    assert board[water] == "W"
    stage = holding(kind, [water], card="grass")
    targets = stage.after_using(kind, water)
    assert {board[hex_] for hex_ in targets} <= LAND
    stage.use(kind, water, min(targets))
    assert stage.own(0) == {min(targets)}


def test_harbor() -> None:
    """KB-8.7: to free water, adjacent to the other own settlements where possible."""
    stage = holding("harbor", [(3, 14), (13, 0)], [(3, 15)])
    assert stage.executions("harbor") == stage.table().moves("harbor", 0)
    water = set(letters(BOARD_B, "W")) - {(3, 15)}
    assert stage.after_using("harbor", (13, 0)) == beside([(3, 14)]) & water
    stage.use("harbor", (13, 0), (2, 14))
    assert stage.own(0) == {(3, 14), (2, 14)}


def test_harbor_from_water() -> None:
    """KB-8.7.1: a settlement on water may be moved to other water."""
    stage = holding("harbor", [(2, 14), (3, 14)])
    targets = stage.after_using("harbor", (2, 14))
    assert targets == (beside([(3, 14)]) & set(letters(BOARD_B, "W"))) - {(2, 14)}
    assert targets


JUMPED: dict[str, tuple[Hex, Hex, Hex]] = {
    "castle": ((3, 4), (3, 3), (3, 2)),
    "location": ((6, 6), (6, 7), (6, 8)),
    "water": ((5, 4), (5, 3), (5, 2)),
    "empty": ((8, 8), (8, 9), (8, 10)),
    "own": ((8, 8), (8, 9), (8, 10)),
    "another": ((8, 8), (8, 9), (8, 10)),
}


def test_paddock() -> None:
    """KB-8.8: exactly two steps in a straight line, on the board, free and buildable; no adjacency rule."""
    own: list[Hex] = [(8, 8), (0, 0), (19, 10), (8, 10), (9, 0)]
    stage = holding("paddock", own, [(6, 9)])
    differences = [(0, -2), (0, 2), (-2, -1), (-2, 1), (2, -1), (2, 1)]
    taken = {*own, (6, 9)}
    for (row, column), targets in stage.executions("paddock").items():
        ends = {(row + down, column + right) for down, right in differences}
        assert targets == {end for end in ends - taken if BOARD_A.get(end, "") in LAND}


@pytest.mark.parametrize("what", JUMPED)
def test_paddock_jumps(what: str) -> None:
    """KB-8.8.1: over any terrain, castles, locations, empty hexes and settlements of any player."""
    start, between, end = JUMPED[what]
    assert step(start, "W") == between or step(start, "E") == between
    others = [between] if what == "another" else []
    own = [start, between] if what == "own" else [start]
    assert end in holding("paddock", own, others).after_using("paddock", start)


def test_paddock_ends() -> None:
    """KB-8.8.2: never on water, a mountain, a castle, a location or an occupied hex."""
    starts = {"W": (4, 4), "M": (2, 5), "K": (3, 5), "L": (6, 9)}
    for letter, start in starts.items():
        ends = {step(step(start, d), d) for d in DIRECTIONS}
        barred = {end for end in ends if BOARD_A.get(end) == letter}
        assert barred
        stage = holding("paddock", [start])
        assert not barred & stage.after_using("paddock", start)
        stage.do(TOKEN["paddock"], number(start))
        assert {stage.forbidden(end) for end in barred} == {"KB-8.8.2"}
    occupied = holding("paddock", [(8, 8), (8, 10)], [(8, 6)])
    assert not {(8, 10), (8, 6)} & occupied.after_using("paddock", (8, 8))

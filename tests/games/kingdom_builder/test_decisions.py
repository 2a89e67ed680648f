"""Chapter 11.1 and 11.3: what is decided, and what chance decides."""

from __future__ import annotations

from typing import Any

import pytest

import donjon
from donjon.kernel import NATURE, decisions, rules
from tests.games.kingdom_builder.stage import (
    BOARD_A,
    DRAW,
    END,
    NAME,
    TOKEN,
    A,
    B,
    Layout,
    Stage,
    letters,
    number,
)
from tests.referees.kingdom_builder_actions import BUILDS
from tests.referees.kingdom_builder_board import TERRAINS, Hex

WATER = letters(BOARD_A, "W")
TOKENS_A: list[tuple[str, Hex]] = [
    *[("tavern", (6, 7)), ("paddock", (6, 11)), ("oasis", (12, 7)), ("farm", (11, 17)), ("farm", (15, 12))]
]
TOKENS_B: list[tuple[str, Hex]] = [
    ("barn", (2, 6)),
    ("harbor", (2, 13)),
    ("tower", (17, 2)),
    ("oracle", (16, 12)),
]
OWN_A: list[Hex] = [(8, 8), (8, 9), (8, 10), (13, 4)]
OWN_B: list[Hex] = [(8, 0), (8, 3), (5, 8)]


def complete_decisions(stage: Stage) -> set[tuple[int, ...]]:
    return {tuple(actions) for actions in decisions.complete_decisions(stage.state, stage.actor)}


def token_decisions(stage: Stage) -> set[tuple[int, ...]]:
    """KB-11.1: every execution of every usable token, by the referee."""
    table, seat = stage.table(), stage.actor
    found: set[tuple[int, ...]] = set()
    for kind in {kind for kind, _, state in stage.tokens(seat) if state == "usable"}:
        if kind in BUILDS:
            if stage.supply(seat):
                found |= {(TOKEN[kind], number(hex_)) for hex_ in table.build_targets(kind, seat)}
        else:
            for lifted, targets in table.moves(kind, seat).items():
                found |= {(TOKEN[kind], number(lifted), number(hex_)) for hex_ in targets}
    return found


BOARDS: list[tuple[Layout, list[Hex], list[tuple[str, Hex]]]] = [(A, OWN_A, TOKENS_A), (B, OWN_B, TOKENS_B)]


@pytest.mark.parametrize(("layout", "own", "tokens"), BOARDS)
def test_start_of_turn(layout: Layout, own: list[Hex], tokens: list[tuple[str, Hex]]) -> None:
    """KB-11.1.1: each hex of the mandatory set and each execution of each usable token; no end of turn."""
    stage = Stage.at(own, [(8, 7)], layout=layout, tokens={0: tokens}, card="forest")
    builds = {(number(hex_),) for hex_ in stage.table().mandatory(0)}
    assert complete_decisions(stage) == builds | token_decisions(stage)
    assert stage.kinds() == {kind for kind, _ in tokens}
    assert not stage.can_end()


def test_start_with_nothing_to_build() -> None:
    """KB-11.1.1: extra actions that empty the supply leave the mandatory action complete."""
    stage = Stage.at(WATER[:39], [], tokens={0: [("farm", (11, 17)), ("paddock", (6, 11))]}, card="canyon")
    stage.use("farm", min(stage.after_using("farm")))
    assert (stage.supply(0), stage.built, stage.phase) == (0, 0, "after")
    assert complete_decisions(stage) == token_decisions(stage) | {(END,)}


@pytest.mark.parametrize(("layout", "own", "tokens"), BOARDS)
def test_inside_the_mandatory_action(layout: Layout, own: list[Hex], tokens: list[tuple[str, Hex]]) -> None:
    """KB-11.1.2: for the second and third settlement only the hexes of the mandatory set."""
    stage = Stage.at(own, [(8, 7)], layout=layout, tokens={0: tokens}, card="forest")
    for _ in range(2):
        stage.build_any(1)
        assert stage.phase == "mandatory"
        assert complete_decisions(stage) == {(number(hex_),) for hex_ in stage.table().mandatory(0)}


def test_inside_with_the_supply_or_the_terrain_used_up() -> None:
    """KB-11.1.2: with nothing possible the card is redrawn; with the supply empty the action is complete."""
    assert Stage.at(WATER[:39], [], card="canyon").build_any(1).phase == "after"
    forests = letters(BOARD_A, "T")
    stage = Stage.at(forests[1:30], forests[30:], card="forest").build(forests[0])
    assert (stage.phase, stage.waits_for()) == ("redraw", [NATURE])


@pytest.mark.parametrize(("layout", "own", "tokens"), BOARDS)
def test_after_the_mandatory_action(layout: Layout, own: list[Hex], tokens: list[tuple[str, Hex]]) -> None:
    """KB-11.1.3: each execution of each usable token, and the end of the turn; at last only the end."""
    said: dict[str, Any] = {"phase": "after", "built": 3, "card": "forest"}
    stage = Stage.at(own, [(8, 7)], layout=layout, tokens={0: tokens}, **said)
    assert complete_decisions(stage) == token_decisions(stage) | {(END,)}
    bare = Stage.at(own, [(8, 7)], layout=layout, **said)
    assert complete_decisions(bare) == {(END,)}


def test_two_tokens_of_a_kind_are_one_option() -> None:
    """KB-11.1.5: two usable farms give one set of options; using it spends one of them."""
    two = Stage.at(OWN_A, [], tokens={0: [("farm", (11, 17)), ("farm", (15, 12))]}, card="forest")
    one = Stage.at(OWN_A, [], tokens={0: [("farm", (11, 17))]}, card="forest")
    assert complete_decisions(two) == complete_decisions(one)
    two.use("farm", (8, 7))
    assert sorted(state for _, _, state in two.tokens(0)) == ["spent", "usable"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_decides_at_a_time(players: int) -> None:
    """KB-11.1.4: only the player whose turn it is decides, and never two at once."""
    stage = Stage.at(*[[]] * players)
    for _ in range(2 * players):
        assert stage.waits_for() == [stage.actor]
        action = min(stage.legal())
        for other in range(players):
            if other != stage.actor:
                assert stage.legal(other) == set()
                assert stage.forbidden(action, other) == "KB-11.1.4"
        stage.whole_turn()


def test_undo_fishes_for_nothing() -> None:
    """KB-11.1.6: what was revealed is marked in the log, and taking back never changes it.

    A table that offers undo can stop at nature's moves; and even where there is no table, the same action
    played again brings the same card.
    """
    match = donjon.new(NAME, players=2, seed=11, board="first-game")
    before = match.state.tobytes()
    while match.legal != ["end turn"]:
        match.play(match.legal[-1])
    turn = [move for move in match.moves if move.seat != NATURE]
    assert [move.seat for move in match.moves[-len(turn) :]] == [turn[0].seat] * len(turn)
    match.play("end turn")
    drawn, after = match.moves[-1], match.state.tobytes()
    assert drawn.seat == NATURE
    assert drawn.observers == 1 << turn[0].seat
    assert match.undo(anyway=True)
    match.play("end turn")
    assert (match.moves[-1], match.state.tobytes()) == (drawn, after)
    for _ in range(len(turn) + 1):
        match.undo(anyway=True)
    assert match.state.tobytes() == before


def test_setup_asks_nobody() -> None:
    """KB-11.1.7: until the first turn only nature decides."""
    stage = Stage.new(3)
    phases = []
    while stage.waits_for() == [NATURE]:
        phases.append(stage.phase)
        stage.do(min(stage.legal()))
    assert phases == ["sector"] * 4 + ["kingdom_card"] * 3 + ["first"] + ["deal"] * 3
    assert stage.phase == "start"


def test_setup_chances() -> None:
    """KB-11.3.1, KB-11.3.2, KB-11.3.3: layouts, sets of cards and first players alike, and all learn them."""
    stage = Stage.new(4)
    while stage.phase != "deal":
        outcomes = stage.chances()
        assert len(set(outcomes.values())) == 1
        assert outcomes
        for action in stage.legal():
            assert rules.observers(stage.state, NATURE, action) & 0b1111 == 0b1111
        stage.do(max(stage.legal()))


def test_given_setup_leaves_no_chance() -> None:
    """KB-11.3.1, KB-11.3.2, KB-11.3.3: what is given is not drawn."""
    cards = ("lords", "miners", "knights")
    stage = Stage.new(3, sectors=A[0], orientations=A[1], cards=cards, first=2)
    assert stage.phase == "deal"
    assert (stage.first, set(stage.cards)) == (2, set(cards))


def test_first_hand_chances() -> None:
    """KB-11.3.4: one player after the other, weights by the cards left; only that player learns it."""
    stage = Stage.new(3, sectors=A[0], orientations=A[1], cards=("lords", "miners", "knights"), first=0)
    left = dict.fromkeys(TERRAINS, 5)
    dealt = []
    while stage.phase == "deal":
        assert stage.chances() == {f"draw {terrain}": count for terrain, count in left.items()}
        assert {rules.observers(stage.state, NATURE, DRAW[terrain]) for terrain in TERRAINS} == {
            1 << stage.actor
        }
        dealt.append(stage.actor)
        left["desert"] -= 1
        stage.draw("desert")
    assert sorted(dealt) == [0, 1, 2]


def test_draw_chances() -> None:
    """KB-11.3.5: at the end of a turn, by the cards left, after a reshuffle if the deck is empty."""
    deck = {"grass": 2, "canyon": 1}
    said: dict[str, Any] = {"phase": "after", "built": 3, "card": "forest"}
    stage = Stage.at([(8, 8)], [], deck=deck, **said).do(END)
    assert stage.chances() == {"draw grass": 2, "draw canyon": 1}
    assert {rules.observers(stage.state, NATURE, action) for action in stage.legal()} == {0b01}
    removed = {"grass": 5, "canyon": 5, "desert": 4, "flower_field": 5, "forest": 2}
    hands = [None, "desert"]
    empty = Stage.at([(8, 8)], [], deck={}, removed=removed, hands=hands, **said).do(END)
    assert empty.chances() == {"draw forest": 3}


def test_redraw_chances() -> None:
    """KB-11.3.6: the same for a redraw, as often as needed, and everybody learns it."""
    forests = letters(BOARD_A, "T")
    deck = {"forest": 2, "grass": 1}
    stage = Stage.at(forests[1:30], forests[30:], card="forest", deck=deck).build(forests[0])
    for left in (2, 1):
        assert stage.chances() == {"draw forest": left, "draw grass": 1}
        assert {rules.observers(stage.state, NATURE, action) & 0b11 for action in stage.legal()} == {0b11}
        stage.draw("forest")
    stage.draw("grass")
    assert (stage.phase, stage.card) == ("mandatory", "grass")


def test_reshuffle_is_no_event() -> None:
    """KB-11.3.7: a reshuffle has no outcome of its own: nature's moves are draws alone.

    From the empty deck on the weights are those of drawing without replacement from the old discard pile.
    """
    said: dict[str, Any] = {"phase": "after", "built": 3, "card": "forest"}
    stage = Stage.at([(8, 8)], [], deck={}, **said).do(END)
    pile = dict.fromkeys(TERRAINS, 5)
    pile[stage.view(1)["players"][1]["hand"]] -= 1
    assert stage.chances() == {f"draw {terrain}": count for terrain, count in pile.items()}
    stage.draw("grass")
    assert (stage.deck, sum(stage.discard.values())) == (sum(pile.values()) - 1, 0)
    assert stage.phase == "start"


def test_no_other_chance() -> None:
    """KB-11.3.7: nature's moves in a whole game past a reshuffle are the setup and draws, nothing else."""
    match = donjon.new(NAME, players=3, seed=5)
    while not match.over:
        match.play(match.legal[0])
    words = [move.text.split()[0] for move in match.moves if move.seat == NATURE]
    assert words[:8] == ["sector"] * 4 + ["card"] * 3 + ["first"]
    assert set(words[8:]) == {"draw"}
    assert words.count("draw") > 25

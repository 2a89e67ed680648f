"""Chapter 4: the course of a turn."""

from __future__ import annotations

import pytest

from donjon.kernel import NATURE, rules
from tests.games.kingdom_builder.stage import BOARD_A, DRAW, END, TOKEN, Stage, number
from tests.referees.kingdom_builder_board import Hex

FARM: Hex = (11, 17)
OASIS: Hex = (12, 7)
TAVERN: Hex = (6, 7)
PADDOCK: Hex = (6, 11)

# Far from every location hex, grass to the left and right.
HOME: list[Hex] = [(8, 8)]


def with_tokens(*tokens: tuple[str, Hex], card: str = "forest", own: list[Hex] | None = None) -> Stage:
    return Stage.at(own or HOME, [(0, 1)], tokens={0: list(tokens)}, card=card)


def test_reveal() -> None:
    """KB-4.1: at the start of the turn the card in hand is revealed; it is public until the turn ends."""
    stage = Stage.at(HOME, [(0, 1)], phase="after", built=3, card="grass", hands=[None, "forest"])
    assert [stage.view(viewer)["players"][1]["hand"] for viewer in (None, 0, 1)] == [None, None, "forest"]
    stage.end("canyon")
    assert (stage.actor, stage.card) == (1, "forest")
    assert all(stage.view(viewer)["card"] == "forest" for viewer in (None, 0, 1))
    assert stage.player(1)["hand"] is None
    assert not stage.players[1]["holds_card"]
    while stage.phase != "after":
        stage.build_any(1)
        assert stage.card == "forest"


def test_mandatory_action() -> None:
    """KB-4.2: exactly three settlements from the supply, on the terrain of the card."""
    stage = with_tokens(card="grass")
    for built in range(3):
        assert stage.built == built
        assert stage.owed == 3 - built
        assert stage.supply(0) == 39 - built
        assert {BOARD_A[hex_] for hex_ in stage.targets()} == {"G"}
        stage.build_any(1)
    assert stage.phase == "after"
    assert stage.supply(0) == 36
    assert stage.targets() == set()


def test_extra_actions_before_and_after() -> None:
    """KB-4.3, KB-4.4: one use per token, before the mandatory action, after it, or some of each."""
    both = with_tokens(("farm", FARM), ("oasis", OASIS))
    assert both.kinds() == {"farm", "oasis"}
    farmed = both.twin()
    farmed.use("farm", min(farmed.after_using("farm")))
    assert farmed.phase == "start"
    assert farmed.kinds() == {"oasis"}
    all_before = farmed.twin()
    all_before.use("oasis", min(all_before.after_using("oasis"))).build_any(3)
    assert all_before.kinds() == set()
    split = farmed.build_any(3)
    assert split.kinds() == {"oasis"}
    split.use("oasis", min(split.after_using("oasis")))
    assert split.phase == "after"
    assert split.supply(0) == 39 - 5
    late = both.build_any(3)
    assert late.kinds() == {"farm", "oasis"}
    late.use("oasis", min(late.after_using("oasis")))
    late.use("farm", min(late.after_using("farm")))
    assert late.kinds() == set()
    assert late.supply(0) == 39 - 5


def test_two_tokens_of_a_kind() -> None:
    """KB-4.3, KB-4.4: any number of uses up to one per token."""
    stage = with_tokens(("farm", FARM), ("farm", (15, 12)))
    stage.use("farm", min(stage.after_using("farm")))
    assert "farm" in stage.kinds()
    stage.use("farm", min(stage.after_using("farm")))
    assert stage.kinds() == set()


@pytest.mark.parametrize("built", [1, 2])
def test_no_extra_action_in_between(built: int) -> None:
    """KB-4.5: not between the first and the last settlement of the mandatory action."""
    stage = with_tokens(("farm", FARM), ("paddock", PADDOCK)).build_any(built)
    assert stage.phase == "mandatory"
    assert stage.kinds() == set()
    assert stage.forbidden(TOKEN["farm"]) == "KB-4.5"
    assert stage.forbidden(TOKEN["paddock"]) == "KB-4.5"
    stage.build_any(3 - built)
    assert stage.kinds() == {"farm", "paddock"}


@pytest.mark.parametrize("built", [0, 1, 2])
def test_no_early_end(built: int) -> None:
    """KB-4.6: the turn cannot end before the mandatory action is complete."""
    stage = with_tokens().build_any(built)
    assert not stage.can_end()
    assert stage.forbidden(END) == "KB-4.6"
    assert stage.build_any(3 - built).can_end()


def test_end_at_any_time_after() -> None:
    """KB-4.7: with tokens unused or not; what is unused is lost for this turn only."""
    stage = with_tokens(("farm", FARM), ("oasis", OASIS)).build_any(3)
    assert stage.can_end()
    stage.use("farm", min(stage.after_using("farm")))
    assert stage.can_end()
    stage.end().whole_turn()
    assert stage.actor == 0
    assert stage.kinds() == {"farm", "oasis"}


def test_discard_and_draw() -> None:
    """KB-4.8: the played card to the discard pile, then one new card, for the player's eyes only."""
    stage = with_tokens(card="forest").build_any(3)
    deck = stage.deck
    stage.do(END)
    assert (stage.phase, stage.waits_for()) == ("draw", [NATURE])
    assert stage.discard["forest"] == 1
    assert sum(stage.discard.values()) == 1
    assert rules.observers(stage.state, NATURE, DRAW["desert"]) == 1 << 0
    stage.draw("desert")
    assert stage.deck == deck - 1
    assert stage.player(0)["hand"] == "desert"
    assert stage.view(1)["players"][0]["hand"] is None
    assert stage.view(None)["players"][0]["hand"] is None


def test_tokens_refresh() -> None:
    """KB-4.9: spent tokens and those gained this turn are usable in the next turn."""
    stage = with_tokens(("farm", FARM), card="canyon", own=[(4, 7)])
    stage.use("farm", min(stage.after_using("farm"))).build((5, 7)).build_any(2)
    assert stage.tokens(0) == [("farm", FARM, "spent"), ("tavern", TAVERN, "new")]
    stage.end()
    assert stage.tokens(0) == [("farm", FARM, "usable"), ("tavern", TAVERN, "usable")]
    stage.whole_turn()
    assert stage.actor == 0
    assert "farm" in stage.kinds()


def test_no_passing() -> None:
    """KB-4.10: only building is offered (or, before the first settlement, a token)."""
    stage = with_tokens(("farm", FARM))
    for built in range(3):
        builds = {number(hex_) for hex_ in stage.targets()}
        assert stage.legal() - builds == ({TOKEN["farm"]} if built == 0 else set())
        assert stage.forbidden(END) in ("KB-4.6", "KB-4.10")
        stage.build_any(1)
    assert stage.supply(0) == 36


def test_new_settlements_count_at_once() -> None:
    """KB-4.11: they justify the next ones, make lines, earn tokens, and may be moved in the same turn."""
    start = Stage.at([(0, 1)], [], card="grass", tokens={0: [("tavern", TAVERN), ("paddock", PADDOCK)]})
    start.build((8, 8))
    assert {(8, 7), (8, 9)} <= start.targets() <= {(7, 7), (7, 8), (8, 7), (8, 9), (9, 7), (9, 8)}
    start.build((8, 9), (8, 10))
    assert {(8, 7), (8, 11)} <= start.after_using("tavern")
    start.use("tavern", (8, 7))
    assert (8, 7) in start.after_using("paddock")
    start.use("paddock", (8, 7), (6, 6))
    assert (6, 6) in start.own(0)
    assert (8, 7) not in start.own(0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rounds(players: int) -> None:
    """KB-4.12: round after round the players take their turns, the first player first."""
    stage = Stage.at(*[[]] * players, first=1, actor=1)
    seen = []
    for _ in range(3 * players):
        seen.append((stage.round, stage.actor))
        stage.whole_turn()
    start = seen[0][0]
    order = [(1 + step) % players for step in range(players)]
    assert seen == [(start + lap, seat) for lap in range(3) for seat in order]

"""Events cite a rule where it holds, and do not where it does not."""

from __future__ import annotations

import pytest

from donjon.kernel import copy
from tests.kingdom_builder.stage import BOARD_A, BOARD_B, END, GAME, B, Stage, letters, number
from tests.moments import happen
from tests.referees.kingdom_builder_board import Hex

FORESTS = letters(BOARD_A, "T")


def cited(stage: Stage, action: int, kind: str) -> list[set[str]]:
    """The further rules of the events of a kind that an action causes."""
    happening = happen(GAME, copy(stage.state), stage.mover, action)
    return [set(event.also) for event in happening.events if event.kind == kind]


@pytest.mark.parametrize(
    ("own", "target", "holds"),
    [
        # The second of the line is on water; no water of the seat's lies beside the target.
        ([(1, 0), (2, 1), (3, 1)], (0, 0), True),
        # The line is on land; a settlement on water lies beside the target.
        ([(0, 13), (0, 12), (0, 11), (0, 15)], (0, 14), False),
    ],
)
def test_water_in_a_line_of_the_tavern(own: list[Hex], target: Hex, holds: bool) -> None:
    """KB-8.5.4: own settlements on water count for the line."""
    stage = Stage.at(own, [], tokens={0: [("tavern", (6, 7))]}).use("tavern")
    (rules,) = cited(stage, number(target), "built")
    assert ("KB-8.5.4" in rules) == holds


def test_a_token_that_goes_before_one_of_its_kind_comes() -> None:
    """KB-7.4, KB-12.47: the two barns are never owned together."""
    assert BOARD_B[2, 6] == BOARD_B[6, 2] == "L"
    stage = Stage.at([(1, 5), (4, 1)], [], layout=B, card="canyon", tokens={0: [("barn", (2, 6))]})
    stage.use("barn", (1, 5))
    assert number((5, 1)) in stage.legal(), sorted(stage.targets())
    assert cited(stage, number((5, 1)), "token_lost")
    assert cited(stage, number((5, 1)), "token_taken") == [{"KB-7.2", "KB-7.5", "KB-7.12"}]


def test_a_token_whose_use_is_handed_over_forfeits_nothing() -> None:
    """KB-7.10, KB-7.11: the other farm stays usable; the paddock that paid for the move is forfeited."""
    farms = [("farm", (11, 17)), ("farm", (15, 12), "spent"), ("paddock", (6, 11))]
    stage = Stage.at([(12, 17), (14, 12)], [], card="canyon", tokens={0: farms}).use("paddock", (12, 17))
    paddock, farm = cited(stage, min(stage.legal()), "token_lost")
    assert "KB-7.10" in paddock
    assert "KB-7.10" not in farm


def test_the_last_settlement_of_a_supply_fills_the_terrain() -> None:
    """KB-6.7, KB-6.5, KB-5.9: an empty supply completes the mandatory action, too."""
    stage = Stage.at(FORESTS[1:40], FORESTS[40:], card="forest", phase="start")
    (removed,) = cited(stage, number(FORESTS[0]), "card_removed")
    assert "KB-6.7" in removed
    stage.build(FORESTS[0])
    (redrawn,) = cited(stage, min(stage.legal()), "redrawn")
    assert "KB-6.5" not in redrawn


def test_no_settlement_and_no_gold_in_a_sector() -> None:
    """KB-10.10.1: the third seat has nothing in the first sector, where 0 is the third count."""
    land = [hex_ for hex_ in sorted(BOARD_A) if BOARD_A[hex_] in "GFTCD"]
    quarters = [[(r, c) for r, c in land if r // 10 * 2 + c // 10 == number] for number in range(4)]
    own = [quarters[0][:40], [quarters[0][40], quarters[1][1]], [quarters[n][0] for n in (1, 2, 3)]]
    ended = {"actor": 2, "phase": "after", "built": 3, "ending": True, "hands": [None, None, None]}
    stage = Stage.at(*own, cards=["lords", "knights", "miners"], **ended)
    happening = happen(GAME, copy(stage.state), stage.mover, END)
    lords = {event.seat: set(event.also) for event in happening.events if event.rule == "KB-10.10"}
    assert ["KB-10.10.1" in lords[seat] for seat in range(3)] == [True, True, False]

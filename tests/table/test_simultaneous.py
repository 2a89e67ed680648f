"""Where several seats decide at the same time, the decision of one leaves the page of another good."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from donjon.kernel.rules import NATURE
from donjon.table.live.repeats import still_answers
from donjon.table.store.rows import PLAY, UNDO, Entry

ALL = 0b1111


def table_game(*steps: tuple[int, int, int], kind: str = PLAY) -> Any:
    """A game of these steps: (seat, mask of those who owed a decision before, the same after)."""
    entries = [Entry(seq, kind, seat, 0, "bid", "", 0.0) for seq, (seat, _before, _after) in enumerate(steps)]
    moves = [SimpleNamespace(before=before, after=after) for _seat, before, after in steps]
    return SimpleNamespace(entries=entries, history=SimpleNamespace(moves=moves), seq=len(entries))


def test_a_bid_of_another_leaves_the_page_good() -> None:
    game = table_game((1, ALL, 0b1101), (3, 0b1101, 0b0101))
    assert still_answers(game, 0, 0)
    assert still_answers(game, 2, 1)


@pytest.mark.parametrize(
    "game",
    [
        table_game((0, ALL, 0b1110)),
        table_game((1, 0b0010, 0b0001)),
        table_game((1, ALL, 0b1101), (NATURE, 0b1101, 0b0001)),
        table_game((1, ALL, 0b1101), kind=UNDO),
    ],
    ids=["own", "in turn", "chance", "undo"],
)
def test_everything_else_makes_it_stale(game: Any) -> None:
    assert not still_answers(game, 0, 0)


@pytest.mark.parametrize("seq", [-1, 1, 2])
def test_the_present_page_and_impossible_ones_are_no_older_page(seq: int) -> None:
    assert not still_answers(table_game((1, ALL, 0b1101)), 0, seq)

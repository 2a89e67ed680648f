"""Chapter 7: the end of the game."""

from __future__ import annotations

import pytest

from donjon.games.ys import model
from tests.games.ys.stage import end_points


def points(counts: tuple[int, ...], colour: str = "blue") -> list[int]:
    stage = end_points(len(counts), [{colour: count} for count in counts])
    return [stage.player(seat)["points"][colour] for seat in range(len(counts))]


def test_colours_by_value() -> None:
    """YS-7.1, YS-7.2: 24/18/12/6, 20/15/10/5, 16/12/8/4, 12/9/6/3 by the value of the colour.

    Left before right.
    """
    assert model.GEM_TABLE.tolist() == [[24, 18, 12, 6], [20, 15, 10, 5], [16, 12, 8, 4], [12, 9, 6, 3]]
    gems = [{"blue": count, "red": count} for count in (4, 3, 2, 1)]
    stage = end_points(4, gems, values={"blue": 3, "green": 9, "yellow": 9, "red": 4})
    assert stage.view["worth"] == ["green", "yellow", "red", "blue"]
    assert [stage.player(seat)["points"]["red"] for seat in range(4)] == [16, 12, 8, 4]
    assert [stage.player(seat)["points"]["blue"] for seat in range(4)] == [12, 9, 6, 3]


@pytest.mark.parametrize(
    ("counts", "wanted"),
    [
        ((5, 5, 2, 1), [18, 18, 12, 6]),
        ((5, 5, 5, 1), [12, 12, 12, 6]),
        ((5, 4, 2, 2), [24, 18, 6, 6]),
        ((3, 3, 3, 3), [6, 6, 6, 6]),
        ((3, 3, 0, 0), [18, 18, 0, 0]),
        ((0, 0, 0, 1), [0, 0, 0, 24]),
    ],
)
def test_ties_in_a_colour(counts: tuple[int, ...], wanted: list[int]) -> None:
    """YS-7.3, YS-7.4, YS-7.5: tied players score the lowest place of theirs; no gem, no place."""
    assert points(counts) == wanted


def test_tie_breakers_of_counting_play_no_part() -> None:
    """YS-7.6: front sums, order cards and the Intriguer change nothing."""
    gems = [{"blue": 2}, {"blue": 2}, {}, {}]
    one = end_points(4, gems, fronts=[[4, 4], [0], [], []], order_cards=[1, 2, 3, 4], impossible=True)
    other = end_points(
        4, gems, fronts=[[0], [4, 4], [], []], order_cards=[4, 3, 2, 1], intriguer=1, impossible=True
    )
    assert one.match.points == other.match.points == [18, 18, 0, 0]


def test_black_gems_are_not_compared() -> None:
    """YS-7.7: black gems score for themselves."""
    stage = end_points(4, [{"black": 3}, {"black": 3}, {"black": 1}, {}])
    assert [stage.player(seat)["points"]["black"] for seat in range(4)] == [8, 8, 1, 0]


def test_most_points_then_most_gems_then_shared() -> None:
    """YS-7.8, YS-7.9: equal points, the number of gems decides; still equal, the rank is shared."""
    won = [{"market": 10}, {"market": 10}, {"market": 9}, {}]
    assert end_points(4, [{}, {}, {}, {}], points=won).match.ranks == [1, 1, 3, 4]
    more = end_points(4, [{"black": 1}, {}, {}, {}], points=[{"market": 9}, *won[1:]])
    assert more.match.points[:2] == [10, 10]
    assert more.match.ranks == [1, 2, 3, 4]

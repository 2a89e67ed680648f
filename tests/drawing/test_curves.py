"""Curves over a game: every value at its height, names apart, seats told apart by more than colour."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from donjon.drawing.figures import BOTTOM, DASHES, HEIGHT, LINE, TOP, Mark, key, win_curves


def heights(svg: str, seat: int) -> list[float]:
    found = re.search(rf'<polyline class="curve of-seat-{seat}" points="([^"]*)"', svg)
    assert found is not None
    return [float(point.split(",")[1]) for point in found[1].split()]


def test_a_sure_win_is_at_the_top_and_a_lost_game_at_the_bottom() -> None:
    svg = win_curves([[0.0, 0.5, 1.0], [1.0, 0.5, 0.0]], ["Ann", "Bob"], "who wins")
    low, high = HEIGHT - BOTTOM, TOP
    assert heights(svg, 0) == [low, (low + high) / 2, high]
    assert heights(svg, 1) == [high, (low + high) / 2, low]


@pytest.mark.parametrize(
    "ends", [(0.5, 0.5, 0.5, 0.5, 0.5), (0.0, 0.0, 0.0, 0.1, 1.0), (1.0, 1.0, 0.0, 0.0, 0.0)]
)
def test_names_at_the_ends_do_not_lie_on_each_other(ends: tuple[float, ...]) -> None:
    svg = win_curves([[0.2, end] for end in ends], list("ABCDE"), "who wins")
    places = sorted(float(y) for y in re.findall(r'class="curve-name" x="[^"]*" y="([^"]*)"', svg))
    assert len(places) == 5
    assert all(after - before >= LINE - 0.2 for before, after in pairwise(places))
    assert places[0] > 0
    assert places[-1] < HEIGHT


def test_a_game_half_looked_at_leaves_room_for_the_rest() -> None:
    whole, half = win_curves([[0.1, 0.2]], ["A"], "x"), win_curves([[0.1, 0.2]], ["A"], "x", count=11)
    last = [float(re.findall(r"points=\"[^\"]* ([\d.]+),", svg)[0]) for svg in (whole, half)]
    assert last[1] < last[0]


def test_seats_differ_by_their_dashes_too_and_names_are_escaped() -> None:
    assert len({str(key(seat)).replace(f"of-seat-{seat}", "") for seat in range(len(DASHES))}) == len(DASHES)
    svg = win_curves([[0.1], [0.2]], ["<b>", "&"], '"', [Mark(1, 0, 0)])
    assert "<b>" not in svg
    assert "&lt;b&gt;" in svg
    assert svg.count('class="curve-mark"') == 1

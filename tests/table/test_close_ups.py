"""Small pictures show the part of a board where something stands or happens; rings stay in their places."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import donjon
from donjon import games, rulebook
from donjon.drawing.protocol import ShowsWherePiecesStand, drawing_of
from donjon.table.learn.examples import LEAST, MARGIN, MOST, WHOLE, cut_out, panel_picture, part_of, seen_in
from donjon.table.live import presentation

GAME = games["kingdom-builder"]


def view(*settlements):
    stated = {"game": GAME.name, "players": 2, "board": "first-game", "card": "grass"}
    return donjon.from_position({**stated, "settlements": [list(map(list, settlements)), []]}).view(0)


def box(row, column):
    return drawing_of(GAME).boxes()[row * 20 + column]


def holds(part, inner):
    return all(part[side] <= inner[side] for side in (0, 1)) and all(
        inner[side] + inner[side + 2] <= part[side] + part[side + 2] + 1e-9 for side in (0, 1)
    )


def test_what_stands_and_what_happens_is_shown_with_what_is_round_it():
    part = part_of(GAME, view((8, 8), (8, 9)), [box(10, 11)])
    assert part[2] == part[3] == LEAST
    assert all(holds(part, box(*place)) for place in ((8, 8), (8, 9), (10, 11), (7, 8), (11, 11)))


@pytest.mark.parametrize("place", [(0, 0), (0, 19), (19, 0), (19, 19)])
def test_a_part_does_not_leave_the_board(place):
    part = part_of(GAME, view(), [box(*place)])
    assert holds(WHOLE, part)
    assert holds(part, box(*place))
    assert part[2] == LEAST


def test_a_larger_part_keeps_its_margin_and_most_of_a_board_is_all_of_it():
    part = part_of(GAME, view((5, 5)), [box(12, 9)])
    high = box(12, 9)[1] + box(12, 9)[3] - box(5, 5)[1]
    assert part[3] == pytest.approx(max(LEAST, high + 2 * MARGIN))
    assert part[3] < MOST
    assert part_of(GAME, view((1, 1)), [box(18, 18)]) == WHOLE
    assert part_of(GAME, view(), []) == WHOLE


@pytest.mark.parametrize("name", ["caylus", "ys"])
def test_boards_whose_parts_are_all_needed_are_shown_whole(name):
    assert not isinstance(drawing_of(games[name]), ShowsWherePiecesStand)
    assert part_of(games[name], donjon.new(name, 2, seed=1).view(0), [(10, 10, 5, 5)]) == WHOLE


def test_a_cut_keeps_the_proportions_of_the_board_and_rings_their_places():
    svg, part = '<svg class="a" viewBox="0 0 200 100"><rect/></svg>', (25.0, 50.0, 50.0, 50.0)
    assert cut_out(svg, part) == '<svg class="a" viewBox="50.0 50.0 100.0 50.0"><rect/></svg>'
    assert seen_in((25, 50, 50, 50), part) == WHOLE
    assert seen_in((50, 75, 5, 10), part) == (50, 50, 10, 20)
    assert seen_in((3, 4, 5, 6), WHOLE) == (3, 4, 5, 6)


def test_the_pictures_of_the_book_are_cut_and_ring_within():
    whole = float(presentation.ratio(GAME))
    for panel in rulebook.book(GAME.name).panels:
        _x, _y, width, height = map(
            float, re.search(r'viewBox="([^"]*)"', panel_picture(GAME, panel.id, "en").svg)[1].split()
        )
        assert width / height == pytest.approx(whole, rel=0.01)
        for _name, ring in panel_picture(GAME, panel.id, "en").boxes:
            assert holds(WHOLE, ring), panel.id


@pytest.mark.parametrize("name", ["caylus", "ys"])
def test_the_words_in_a_cut_are_there_at_its_own_width(name):
    """A part of 40 % at 40 % of the width is as large on the screen as the whole."""
    widths = re.compile(r"\(width &lt; (\d+)px\)")
    panel = next(one for one in rulebook.book(name).panels if not one.part)
    picture = panel_picture(games[name], panel.id, "en")
    part, shown = picture.part, picture.svg
    whole = replace(picture, part=WHOLE).svg
    assert part[2] < 50
    assert widths.findall(whole)
    assert [int(width) for width in widths.findall(shown)] == [
        round(int(width) * part[2] / 100) for width in widths.findall(whole)
    ]


def test_a_picture_that_says_its_part_shows_that():
    """Ys: the bids on the mats."""
    left, top, width = rulebook.book("ys").panel("bid").part
    assert panel_picture(games["ys"], "bid", "en").part == (left, top, width, width)

"""Figures on the places of a board."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from donjon.drawing.figures import SHADES, with_figures

BOARD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 500"><g/></svg>'
BOXES = {1: (10.0, 20.0, 10.0, 10.0), 2: (50.0, 50.0, 10.0, 10.0), 3: (80.0, 0.0, 2.0, 2.0)}
VIEWBOX = (0.0, 0.0, 1000.0, 500.0)


def drawn(figures: dict[int, float], digits: int = 1) -> str:
    return str(with_figures(BOARD, figures, BOXES, VIEWBOX, digits))


def test_a_figure_stands_in_the_middle_of_its_place() -> None:
    picture = drawn({1: 12.34})
    ElementTree.fromstring(picture)
    text = re.search(r'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*>12\.3</text>', picture)
    assert text is not None
    x, y, size = map(float, text.groups())
    assert x == 150
    assert 125 < y < 125 + size


def test_the_most_is_darkest_and_has_a_rim_more() -> None:
    picture = drawn({1: 10, 2: 20, 3: 15}, digits=0)
    fills = re.findall(r'<rect [^>]*fill="(#\w+)"', picture)
    assert fills == [SHADES[0], SHADES[0], SHADES[-1], SHADES[2]]
    assert len(re.findall('font-weight="800"', picture)) == 1


def test_what_is_shown_alike_is_marked_alike() -> None:
    assert drawn({1: 10.01, 2: 10.04}).count('font-weight="800"') == 2


def test_what_has_no_place_is_left_out() -> None:
    assert drawn({9: 5.0}) == BOARD
    assert ">5.0<" not in drawn({1: 7.0, 9: 5.0})


def test_a_plate_stays_within_its_place() -> None:
    wide, high = (float(size) for size in re.findall(r'(?:width|height)="([\d.]+)"', drawn({3: 99.9}))[-2:])
    assert wide <= 20
    assert high <= 10

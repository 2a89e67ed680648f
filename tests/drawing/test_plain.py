"""The drawing of games that bring none, tried with the views of those that do."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import donjon
from donjon.drawing import plain
from donjon.drawing.protocol import Drawing

NAMES = ["Ann & Bob", "<Cleo>", "Dan"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", ["caylus", "kingdom-builder", "ys"])
def test_all_that_a_view_holds_is_on_the_sheet(game: str) -> None:
    view = donjon.new(game, players=3, seed=1).view(0)
    sheet = ElementTree.fromstring(plain.draw(view, names=NAMES))
    lines = sheet.findall(f"{SVG}text")
    words = " ".join(str(line.text) for line in lines)
    for name, player in zip(NAMES, view["players"], strict=True):
        assert f"{name}: {player['total']}" in words
    for field in view.keys() - {"seat", "seats", "players", "over"}:
        assert view[field] is None or f"{field.replace('_', ' ')} " in words, field
    assert all(float(line.attrib["y"]) <= plain.VIEWBOX[3] for line in lines)


def test_it_is_a_drawing_with_the_points_of_each_seat_beside() -> None:
    view = donjon.new("ys", players=2, seed=1).view(None)
    assert isinstance(plain, Drawing)
    assert plain.seats(view, names=NAMES) == plain.panel(view, names=NAMES)
    assert "&lt;Cleo&gt;: 0" in plain.seats(view, names=NAMES)
    assert not plain.hand(view)
    assert "<style>" in plain.draw(view, standalone=True)

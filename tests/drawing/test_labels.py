"""Words of headings: how wide they are, and that a picture that stands alone keeps them so wide."""

from __future__ import annotations

import pytest

import donjon
from donjon import drawing
from donjon.drawing.labels import (
    LEGIBLE,
    fitted,
    held,
    hold,
    legible_css,
    legible_from,
    letters,
    short,
    width,
)
from tests.pictures import parse

ROOMIEST = 220.0  # units of the viewBox: the room of the longest headings


@pytest.mark.parametrize(("narrow", "wide"), [("ill", "www"), ("a", "A"), ("a", "ш"), ("Inn", "Marketplace")])
def test_wider_words_are_wider(narrow: str, wide: str) -> None:
    assert width(narrow) < width(wide)


def test_a_word_grows_with_its_letters() -> None:
    assert held("Inn", 20) == ' data-width="26.8"'
    assert held("Inn", 10) == ' data-width="13.4"'


def test_words_are_held_in_a_picture_that_stands_alone_only() -> None:
    svg = f"<svg><text{held('Inn', 20)}>Inn</text></svg>"
    assert drawing.standalone(svg) == hold(svg)
    (text,) = parse(hold(svg))
    assert text.attrib == {"lengthAdjust": "spacingAndGlyphs", "textLength": "26.8"}


@pytest.mark.parametrize("game", ["caylus", "ys"])
def test_headings_of_boards_are_held(game: str) -> None:
    svg = donjon.new(game, players=2, seed=1).svg()
    texts = [text for text in parse(svg).iter() if text.get("textLength")]
    words = ["".join(text.itertext()) for text in texts]
    assert len(words) > 2
    assert "data-width" not in svg
    assert all(0 < float(text.get("textLength", "0")) <= ROOMIEST for text in texts)
    assert {"caylus": "Favours", "ys": "Throne room"}[game] in words


def test_words_are_there_from_the_width_at_which_they_can_be_read() -> None:
    shown = legible_from(24, 1200)
    assert 24 * shown / 1200 >= LEGIBLE > 24 * (shown - 1) / 1200
    css = legible_css(".my-board", "board", 1200, 24, 22)
    assert f".my-board{{--legible:{shown}}}" in css
    assert f"@container board (width < {shown}px){{.my-board :is(text,.lettered){{display:none}}}}" in css
    smaller = legible_from(22, 1200)
    assert smaller > shown
    assert f"(width < {smaller}px){{.my-board .{letters(22.9)}{{display:none}}}}" in css
    assert letters(24) not in css, "common letters need no rule of their own"


def test_a_short_name_stands_where_the_whole_one_cannot_be_read() -> None:
    css = legible_css(".my-board", "board", 1200, 24, 22)
    unread = legible_from(22, 1200)
    shown = f"@container board (width < {unread}px){{.my-board .{short(22.9)}{{display:inline}}}}"
    assert shown in css
    hidden = [rule for rule in css.splitlines() if rule.endswith("{display:none}}")]
    assert hidden
    assert all(css.index(shown) < css.index(rule) for rule in hidden), "what is too small stays away"


def test_letters_become_narrower_before_they_become_smaller() -> None:
    assert fitted("Inn", 100, 24) == 24
    needed = width("Marketplace") * 24
    assert fitted("Marketplace", needed * 0.8, 24) == 24
    assert fitted("Marketplace", needed / 2, 24) < 24

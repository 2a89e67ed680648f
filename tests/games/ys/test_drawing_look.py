"""The colours and the style of the drawing of Ys."""

from typing import Any

import pytest

from donjon import drawing as house
from donjon.games.ys import decisions, drawing
from tests.drawing.test_theme import MARK, TEXT, contrast
from tests.games.ys.pictures import counted, middle, placing, until
from tests.pictures import shape_classes, unstyled

__all__ = ["counted", "middle"]


@pytest.mark.parametrize("scheme", house.SCHEMES)
@pytest.mark.parametrize(
    ("ground", "mark", "least"),
    [
        ("ys-harbour", "ys-line", MARK),
        ("ys-merchants", "ys-line", MARK),
        ("ys-palace", "ys-line", MARK),
        ("ys-sea", "ys-wood-line", MARK),
        ("ys-stone", "ys-line", MARK),
        ("ys-night", "ys-pale", TEXT),
        ("ys-frame", "ys-dark", MARK),
        ("ys-sail", "ys-dark", MARK),
        ("ys-tile-light", "ys-line", MARK),
        ("ys-tile-dark", "ys-line", MARK),
    ],
)
def test_marks_stand_out_from_their_ground(scheme: str, ground: str, mark: str, least: float) -> None:
    colours = drawing.COLOURS[scheme]
    assert contrast(colours[ground], colours[mark]) >= least


@pytest.mark.parametrize("scheme", house.SCHEMES)
def test_letters_can_be_read_on_every_ground_they_stand_on(scheme: str) -> None:
    colours = drawing.COLOURS[scheme] | house.COLOURS[scheme]
    for ground in ("ys-paper", "ys-stone", "ys-street", "ys-palace", "parchment-deep"):
        assert contrast(colours["ink"], colours[ground]) >= TEXT, ground
    for ground in ("ys-street", "ys-paper"):
        assert contrast(colours["rubric"], colours[ground]) >= MARK, "large numerals"
    assert contrast("#f2b92f", "#2b2119") >= TEXT, "the signs of the seals"


@pytest.mark.parametrize("scheme", house.SCHEMES)
def test_brokers_and_gold_leaf_stand_out_from_every_ground(scheme: str) -> None:
    """Halo and line are far apart, so one of them is seen on any ground."""
    colours = drawing.COLOURS[scheme]
    for name in ("harbour", "merchants", "palace", "tile-light", "tile-dark", "street"):
        ground = colours[f"ys-{name}"]
        assert max(contrast(colours["ys-halo"], ground), contrast(colours["ys-line"], ground)) >= MARK
        assert max(contrast("#f2b92f", ground), contrast("#2b2119", ground)) >= MARK


def test_every_class_that_is_drawn_as_a_shape_has_a_style(middle: Any, counted: Any) -> None:
    two = until(placing, 2, 4)
    names = shape_classes(
        (
            drawing.draw(match.view(0), legal=range(decisions.ACTIONS.count))
            for match in (middle, counted, two)
        ),
        "ys",
    )
    assert len(names) > 60
    assert unstyled(names, drawing.css()) == set()


def test_the_aids_show_their_places_on_the_board() -> None:
    sheet = drawing.counting_css()
    for subject in ("q1-h", "quarter-4", "row-2", "column-red", "market", "3y"):
        assert f'[data-step="{subject}"]' in sheet
        assert f".ys-ghost.at-{subject}" in sheet

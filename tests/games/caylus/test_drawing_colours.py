"""The colours of Caylus: contrast, and that colour is never alone."""

import re
from typing import Any

import pytest

from donjon import drawing as house
from donjon.games.caylus import drawing
from donjon.games.caylus.drawing import tiles
from donjon.games.caylus.model import Class, Cube
from tests.drawing.test_theme import MARK, TEXT, contrast
from tests.games.caylus.test_drawing import middle
from tests.pictures import SVG, by_id, classes, shape_classes, unstyled

__all__ = ["middle"]

DIMMED = 0.7  # the opacity of what a tile beyond the provost shows


def colour(scheme: str, name: str) -> str:
    return (house.COLOURS[scheme] | drawing.COLOURS[scheme])[name]


def blended(over: str, under: str, opacity: float) -> str:
    """A colour drawn with an opacity over another."""
    pairs = zip(*([int(one[i : i + 2], 16) for i in (1, 3, 5)] for one in (over, under)), strict=True)
    return "#" + "".join(f"{round(opacity * top + (1 - opacity) * ground):02x}" for top, ground in pairs)


@pytest.mark.parametrize("scheme", house.SCHEMES)
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("ink", "cay-paper"),
        ("ink", "cay-paper-spent"),
        ("ink-faded", "cay-paper"),
        ("ink", "cay-road"),
        ("ink", "cay-rock"),
        ("ink", "parchment-deep"),
        ("ink", "cay-laurel-field"),
        ("cay-on-silver", "cay-silver"),
        ("on-rubric", "rubric"),
        ("rubric", "cay-paper"),
        ("rubric", "parchment"),
        ("ink", "cay-ribbon-vp"),
        ("ink", "cay-ribbon-deniers"),
        ("ink", "cay-ribbon-cubes"),
        ("ink", "cay-ribbon-build"),
        *((f"cay-on-{name}", f"cay-{name}") for name in tiles.CLASS_COLOUR.values()),
    ],
)
def test_words_can_be_read(scheme: str, text: str, ground: str) -> None:
    assert contrast(colour(scheme, text), colour(scheme, ground)) >= TEXT


@pytest.mark.parametrize("scheme", house.SCHEMES)
@pytest.mark.parametrize(
    ("mark", "ground"),
    [
        ("cay-line", "cay-paper"),
        ("cay-dark", "cay-food"),
        ("cay-pale", "cay-wood"),
        ("cay-dark", "cay-stone"),
        ("cay-pale", "cay-cloth"),
        ("cay-dark", "cay-gold"),
        ("cay-laurel", "cay-paper"),
        ("cay-fleur", "cay-paper"),
        ("cay-wall-line", "cay-wall"),
        ("cay-window-line", "cay-wall"),
        ("cay-grass-line", "cay-grass"),
        ("lapis", "cay-road"),
        ("cay-line", "cay-halo"),
        ("cay-piece", "cay-provost"),
        ("cay-gold", "cay-bailiff"),
        ("cay-road-edge", "parchment"),
    ],
)
def test_marks_can_be_seen(scheme: str, mark: str, ground: str) -> None:
    assert contrast(colour(scheme, mark), colour(scheme, ground)) >= MARK


@pytest.mark.parametrize("scheme", house.SCHEMES)
def test_a_dimmed_tile_can_still_be_read(scheme: str) -> None:
    assert f".cay-lot.beyond .cay-shown {{ opacity: {DIMMED}; }}" in drawing.css()
    ground = colour(scheme, "cay-paper-spent")
    assert contrast(blended(colour(scheme, "ink"), ground, DIMMED), ground) >= TEXT
    for text, under in (("cay-on-silver", "cay-silver"), ("ink", "cay-laurel-field")):
        pair = [blended(colour(scheme, name), ground, DIMMED) for name in (text, under)]
        assert contrast(*pair) >= TEXT
    for cube, sign in zip(Cube.ids(), ("dark", "pale", "dark", "pale", "dark"), strict=True):
        pair = [blended(colour(scheme, f"cay-{name}"), ground, DIMMED) for name in (sign, cube)]
        assert contrast(*pair) >= MARK


@pytest.mark.parametrize("scheme", house.SCHEMES)
def test_pieces_stand_out_by_their_line_or_halo(scheme: str) -> None:
    grounds = ("cay-paper", "cay-paper-spent", "cay-road", "parchment-deep", "cay-window", "cay-ribbon-vp")
    for ground in grounds:
        rims = [contrast(colour(scheme, rim), colour(scheme, ground)) for rim in ("cay-line", "cay-halo")]
        assert max(rims) >= MARK, ground
    for ground in ("cay-paper", "cay-road", "parchment"):
        assert max(contrast(rim, colour(scheme, ground)) for rim in ("#f2b92f", "#2b2119")) >= MARK


def test_no_piece_is_told_by_its_colour_alone(middle: Any) -> None:
    elements = by_id(drawing.draw(middle.view(0)))
    for kind in ("pawn", "house", "disc", "pennon"):
        charges = set()
        for seat in range(5):
            (charge,) = (
                part for part in elements[f"cay-{kind}-{seat}"].iter() if "cay-charge" in classes(part)
            )
            charges.add("".join(str(sorted(part.attrib.items())) for part in charge))
        assert len(charges) == 5


def test_no_cube_and_no_class_is_told_by_its_colour_alone(middle: Any) -> None:
    signs = {
        re.findall(r'class="cay-(?:dark|pale)"[^>]* d="([^"]+)"', drawing.ART[cube].body)[0]
        for cube in Cube.ids()
    }
    assert len(signs) == len(Cube)
    assert len({drawing.ICONS[tiles.SIGN[name]].body for name in Class.ids()}) == len(Class)
    view = middle.view(0)
    elements = by_id(drawing.draw(view))
    for lot in view["road"]:
        if lot["tile"]:
            (sign,) = (
                part for part in elements[f"lot-{lot['space']}"].iter() if "cay-strip-sign" in classes(part)
            )
            assert sign.find(SVG + "use").get("href") == f"#cay-i-{tiles.SIGN[lot['class']]}"  # type: ignore[union-attr]


def test_every_class_that_is_drawn_as_a_shape_has_a_style(middle: Any) -> None:
    names = shape_classes([drawing.draw(middle.view(0), legal=middle.legal_actions())], "cay")
    assert len(names) > 30
    assert unstyled(names, drawing.css()) == set()

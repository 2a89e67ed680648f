"""What all drawings share: colours and their contrast, seats, icons, pictures that stand alone."""

import re
import xml.etree.ElementTree as ET

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from donjon import drawing

TEXT = 4.5
MARK = 3.0


def luminance(colour: str) -> float:
    """Relative luminance of "#rrggbb" as WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", drawing.SCHEMES)
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("ink", "parchment"),
        ("ink", "parchment-deep"),
        ("ink-faded", "parchment"),
        ("rubric", "parchment"),
        ("lapis", "parchment"),
        ("gold-line", "parchment"),
        ("on-table", "table"),
        ("on-table-faded", "table"),
        ("on-rubric", "rubric"),
        ("on-gold", "gold"),
    ],
)
def test_text_can_be_read(scheme: str, text: str, ground: str) -> None:
    colours = drawing.COLOURS[scheme]
    assert contrast(colours[text], colours[ground]) >= TEXT


@pytest.mark.parametrize("scheme", drawing.SCHEMES)
@pytest.mark.parametrize(
    ("mark", "ground"),
    [("focus", "parchment"), ("gold", "table"), ("ink", "parchment-deep"), ("leaf", "parchment")],
)
def test_marks_can_be_seen(scheme: str, mark: str, ground: str) -> None:
    assert contrast(drawing.COLOURS[scheme][mark], drawing.COLOURS[scheme][ground]) >= MARK


@pytest.mark.parametrize("scheme", drawing.SCHEMES)
def test_gold_leaf_is_set_off_by_itself_or_by_its_line_of_ink(scheme: str) -> None:
    colours = drawing.COLOURS[scheme]
    by_itself = contrast(colours["gold"], colours["parchment"])
    by_its_line = min(
        contrast(colours["ink"], colours["gold"]), contrast(colours["ink"], colours["parchment"])
    )
    assert max(by_itself, by_its_line) >= MARK


def test_every_seat_has_its_own_colour_and_mark() -> None:
    assert len(drawing.SEATS) == 5
    assert len({seat.colour for seat in drawing.SEATS}) == 5
    assert len({seat.mark for seat in drawing.SEATS}) == 5
    for seat in drawing.SEATS:
        assert contrast(seat.colour, seat.charge) >= MARK


def test_the_colours_are_css_for_both_schemes() -> None:
    sheet = drawing.tokens_css()
    light, dark = drawing.COLOURS["light"], drawing.COLOURS["dark"]
    assert set(light) == set(dark)
    assert sheet.count("--parchment:" + light["parchment"]) == 1
    assert sheet.count("--parchment:" + dark["parchment"]) == 2  # the reader's wish, and the page's
    assert "@media screen and (prefers-color-scheme:dark)" in sheet
    assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in (*light.values(), *dark.values()))


def test_the_shared_style_names_only_known_colours() -> None:
    named = set(re.findall(r"var\(--([\w-]+)\)", drawing.css()))
    assert named - set(drawing.COLOURS["light"]) == {
        "seat",
        "seat-charge",
    }  # set by the classes seat-0 … seat-4
    for number in range(len(drawing.SEATS)):
        assert f".seat-{number} {{ --seat: var(--seat-{number})" in drawing.css()


@pytest.mark.parametrize("name", sorted(drawing.ICONS))
def test_icons_are_whole_and_plain(name: str) -> None:
    made = ET.fromstring(drawing.icon(name))
    assert made.get("viewBox") == "0 0 24 24"
    assert made.get("aria-hidden") == "true"
    shapes = list(made)
    assert shapes
    assert all(shape.tag in ("path", "circle") for shape in shapes)
    assert not any(shape.get("fill") or shape.get("stroke") for shape in shapes), "drawn in the text's colour"


def test_an_icon_with_a_label_is_spoken() -> None:
    made = ET.fromstring(drawing.icon("crown", 'the "winner"'))
    assert made.get("role") == "img"
    assert made.get("aria-label") == 'the "winner"'
    assert ET.fromstring(drawing.shield(1, "Anna & Béla")).get("aria-label") == "Anna & Béla"


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(KeyError):
        drawing.icon("unicorn")


def test_a_shield_carries_the_colour_and_the_mark_of_its_seat() -> None:
    shields = [drawing.shield(seat) for seat in range(5)]
    assert len(set(shields)) == 5
    for seat, shield in enumerate(shields):
        assert f"seat-{seat}" in shield
        assert drawing.ICONS[drawing.SEATS[seat].mark].body in shield


def test_the_logo_is_a_picture_by_itself() -> None:
    made = ET.fromstring(drawing.logo())
    assert made.tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in drawing.logo()


def test_standalone_writes_style_and_colours_into_the_picture() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><path class="x" fill="var(--own)"/></svg>'
    made = drawing.standalone(svg, "/* why */ .x { stroke: var(--ink); }", {"own": "#123456"})
    assert made.startswith('<svg xmlns="http://www.w3.org/2000/svg"><style>')
    assert f"stroke: {drawing.COLOURS['light']['ink']}" in made
    assert 'fill="#123456"' in made
    assert "why" not in made
    ET.fromstring(made)


def test_a_picture_within_a_page_follows_its_scheme_and_its_own_width() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><text class="x" data-width="9">A</text></svg>'
    style = "/* why */ @container board (width < 300px){ .x > text { display: none; } }"
    made = drawing.within_page(svg, style)
    sheet = "".join(element.text or "" for element in ET.fromstring(made) if element.tag.endswith("style"))
    assert "@media (width < 300px){ .x > text { display: none; } }" in sheet
    assert "@media screen and (prefers-color-scheme:dark)" in sheet
    assert "why" not in sheet
    assert 'textLength="9"' in made, "the reader's letters keep the width of the house's"


def test_resolve_leaves_unknown_names_alone() -> None:
    assert drawing.resolve("var(--ink) var(--nobody)", {"ink": "#000000"}) == "#000000 var(--nobody)"


def test_templates_escape_words_and_miss_no_name() -> None:
    made = drawing.environment().from_string("{{ word }} {{ icon('play') }}").render(word="<b>")
    assert made.startswith("&lt;b&gt; <svg")
    with pytest.raises(UndefinedError):
        drawing.environment().from_string("{{ nobody }}").render()
    assert isinstance(drawing.call("kingdom_builder/drawing/page.svg.jinja", "page", 100, 80), Markup)

"""The board of Kingdom Builder, drawn from real positions, and its colours."""

import random
import re
from typing import Any

import pytest

import donjon
from donjon import drawing as house
from donjon.games.kingdom_builder import drawing
from donjon.games.kingdom_builder.drawing.land import corners
from donjon.games.kingdom_builder.model import TABLES
from tests.drawing.test_theme import MARK, contrast
from tests.pictures import SVG, by_id, classes, of_class, parse, shape_classes, unstyled

ALL_SEATS = (2, 3, 4)


def play(players: int, seed: int, decisions: int, **options: Any) -> Any:
    """A match after some random decisions (fewer when it is over before)."""
    match = donjon.new("kingdom-builder", players=players, seed=seed, **options)
    choose = random.Random(seed)
    for _ in range(decisions):
        if match.over:
            break
        match.play(choose.choice(match.legal_actions()))
    return match


@pytest.fixture(scope="module")
def middle() -> Any:
    return play(4, 3, 150)


@pytest.fixture(scope="module")
def finished() -> Any:
    match = play(4, 5, 10_000)
    assert match.over
    return match


def hexes_of(svg: str, group: str = "hexes") -> dict[str, tuple[str, Any]]:
    """By subject the class of the group and the element of every hex in such groups."""
    return {
        element.get("data-subject", ""): (classes(part)[-1], element)
        for part in of_class(svg, group)
        for element in part
        if element.get("data-subject")
    }


def test_every_hex_is_one_element_with_its_name_and_action(middle: Any) -> None:
    svg = drawing.draw(middle.view(0))
    found = hexes_of(svg)
    assert len(found) == 400
    assert len([element for element in parse(svg).iter() if element.get("data-action")]) == 400
    for action in range(400):
        row, column = divmod(action, 20)
        _kind, element = found[f"hex-{row},{column}"]
        assert element.get("data-action") == str(action)
        assert (int(element.get("x", "")), int(element.get("y", ""))) == drawing.hex_centre(row, column)


def test_every_hex_can_be_tapped_all_over(middle: Any) -> None:
    """What is drawn on a hex carries its outline; what stands between hexes carries none."""
    svg = drawing.draw(middle.view(0))
    drawn = by_id(svg)
    for _kind, element in hexes_of(svg).values():
        name = element.get("href", "").removeprefix("#")
        outline = drawn[name].find(SVG + "use")
        assert name == "kb-hex" or (outline is not None and classes(outline) == ["kb-tap"])
    between = {
        element.get("href", "").removeprefix("#")
        for group in of_class(svg, "motif")
        for element in group.iter(SVG + "use")
        if not element.get("data-subject")
    }
    assert between
    assert not any(element.get("class") == "kb-tap" for name in between for element in drawn[name].iter())
    assert ".kb-tap { fill: transparent; stroke: none; pointer-events: all; }" in drawing.css()


def test_hexes_lie_round_their_centres_and_touch_their_neighbours() -> None:
    around = {}
    for action in range(400):
        row, column = divmod(action, 20)
        x, y = drawing.hex_centre(row, column)
        points = corners(action)
        assert len(points) == 6
        assert sum(point[0] for point in points) == 6 * x
        assert sum(point[1] for point in points) == 6 * y
        around[row, column] = set(points)
    steps = TABLES["geometry"]["neighbours"]
    for (row, column), own in around.items():
        for down, right in steps["odd_row" if row % 2 else "even_row"].values():
            other = around.get((row + down, column + right))
            assert other is None or len(own & other) == 2, "neighbours share a side (KB-2.3)"


def test_odd_rows_are_shifted_to_the_right() -> None:
    """KB-2.2."""
    even, odd = drawing.hex_centre(4, 6), drawing.hex_centre(5, 6)
    assert odd[0] - even[0] == (drawing.hex_centre(4, 7)[0] - even[0]) / 2


def test_boxes_for_buttons_lie_on_the_hexes() -> None:
    boxes = drawing.boxes()
    assert sorted(boxes) == list(range(400))
    width, height = drawing.VIEWBOX[2:]
    for action, (left, top, across, down) in boxes.items():
        x, y = drawing.hex_centre(*divmod(action, 20))
        assert (left + across / 2) * width / 100 == pytest.approx(x, abs=0.02)
        assert (top + down / 2) * height / 100 == pytest.approx(y, abs=0.02)
        assert left >= 0
        assert top >= 0
        assert left + across <= 100
        assert top + down <= 100


def test_terrains_are_those_of_the_first_game_board() -> None:
    """KB-3.10: the hexes are filled as the sectors' data says."""
    svg = drawing.draw(play(2, 1, 0, board="first-game").view(None))
    kinds = {subject: kind for subject, (kind, _element) in hexes_of(svg).items()}
    names = TABLES["legend"]
    for slot, sector in enumerate(TABLES["setup"]["first_game"]["slots"]):
        for row, letters in enumerate(TABLES["sectors"][sector]["rows"]):
            for column, letter in enumerate(letters):
                hex = f"hex-{row + slot // 2 * 10},{column + slot % 2 * 10}"
                assert kinds[hex] == names[letter]


def test_every_hex_of_a_patterned_terrain_carries_its_pattern(middle: Any) -> None:
    view = middle.view(None)
    svg = drawing.draw(view)
    letters = {name: letter for letter, name in TABLES["legend"].items()}
    patterned = [kind for kind, _element in hexes_of(svg, "motif").values()]
    for kind in ("grass", "flower_field", "forest", "canyon", "desert", "water", "mountain"):
        assert patterned.count(kind) == "".join(view["hexes"]).count(letters[kind])


def test_a_hex_is_drawn_otherwise_than_its_left_neighbour(middle: Any) -> None:
    """Unless nothing is on either: a river flows through both."""
    used = {}
    for _kind, use in hexes_of(drawing.draw(middle.view(None)), "motif").values():
        used[int(use.get("x", "")), int(use.get("y", ""))] = use.get("href")
    pairs = [(used[x, y], used[x + 52, y]) for x, y in used if (x + 52, y) in used]
    assert len(pairs) > 200
    assert all(left != right or left in ("#kb-bare", "#kb-desert-4") for left, right in pairs)


@pytest.mark.parametrize("players", ALL_SEATS)
def test_every_reference_has_its_drawing(players: int) -> None:
    match = play(players, players, 60)
    svg = drawing.draw(match.view(0), legal=match.legal_actions(), chosen=[3, 4], highlights=[[0, 0]])
    ids = by_id(svg)
    references = [element.get("href", "") for element in parse(svg).iter() if element.get("href")]
    assert len(references) > 300
    assert {reference.removeprefix("#") for reference in references} <= set(ids)


def test_legal_hexes_are_lit_and_nothing_else(middle: Any) -> None:
    svg = drawing.draw(middle.view(0), legal=[*middle.legal_actions(), 408, 401])
    lit = {element.get("id") for element in of_class(svg, "legal")}
    hexes = [action for action in middle.legal_actions() if action < 400]
    assert hexes
    assert lit == {f"l{action // 20}-{action % 20}" for action in hexes}
    assert not of_class(drawing.draw(middle.view(0)), "legal")


def test_settlements_keep_their_ids_and_say_whose_they_are(middle: Any) -> None:
    view = middle.view(None)
    elements = by_id(drawing.draw(view, names=["Anna", "Béla", "Даниил", "<Eve>"]))
    for piece in view["settlements"]:
        drawn = elements[piece["id"]]
        x, y = drawing.hex_centre(*piece["hex"])
        assert drawn.get("style") == f"transform:translate({x}px,{y}px)"
        assert drawn.find(SVG + "use").get("href") == f"#kb-h{piece['seat']}"  # type: ignore[union-attr]
        name = ["Anna", "Béla", "Даниил", "<Eve>"][piece["seat"]]
        assert drawn.findtext(SVG + "title") == f"{name}: {piece['hex'][0]},{piece['hex'][1]}"


def test_a_lifted_settlement_keeps_its_id_while_it_hovers(middle: Any) -> None:
    view = middle.view(0)
    piece = next(piece for piece in view["settlements"] if piece["seat"] == view["actor"])
    rest = [other for other in view["settlements"] if other is not piece]
    lifted = view | {"settlements": rest, "lifted": piece["hex"]}
    before, after = by_id(drawing.draw(view)), by_id(drawing.draw(lifted))
    assert "lifted" in (after[piece["id"]].get("class") or "")
    assert list(before) == list(after), "the same elements in the same order, so that a page can be morphed"


def test_the_order_of_pieces_does_not_depend_on_the_view(middle: Any) -> None:
    view = middle.view(0)
    turned = view | {"settlements": view["settlements"][::-1]}
    assert drawing.draw(turned) == drawing.draw(view)


def test_locations_show_the_tokens_left(finished: Any) -> None:
    view = finished.view(None)
    lefts = {location["left"] for location in view["locations"]}
    assert len(lefts) > 1
    elements = by_id(drawing.draw(view))
    for location in view["locations"]:
        row, column = location["hex"]
        place = elements[f"p{row}-{column}"]
        assert location["kind"] in (place.get("class") or "").split()
        pips = next(group for group in place.iter() if "pips" in (group.get("class") or "").split())
        assert f"left-{location['left']}" in (pips.get("class") or "")
        left = f"{location['left']} {'token' if location['left'] == 1 else 'tokens'} left"
        assert place.findtext(SVG + "title") == f"{location['kind']} ({row},{column}): {left}"
    for left in range(3):
        drawn = elements[f"kb-pips-{left}"]
        assert sum(circle.get("class") == "kb-pip" for circle in drawn) == left
        assert sum(circle.get("class") == "kb-pip-gone" for circle in drawn) == 2 - left


def test_the_last_move_is_marked(middle: Any) -> None:
    view = middle.view(None)
    marked = {element.get("id") for element in of_class(drawing.draw(view), "last")}
    assert view["last"]
    assert marked == {f"a{row}-{column}" for row, column in view["last"]}


def test_counting_hexes_carry_source_and_seat(middle: Any) -> None:
    view = middle.view(None)
    found: set[tuple[str, str, str]] = set()
    for element in of_class(drawing.draw(view), "counts"):
        for name in (element.get("class") or "").split()[1:]:
            found.add((element.get("x", ""), element.get("y", ""), name))
    expected = set()
    for player in view["players"]:
        for source, hexes in player["counting"].items():
            for row, column in hexes:
                x, y = drawing.hex_centre(row, column)
                expected.add((str(x), str(y), f"{source}-{player['seat']}"))
    assert expected
    assert found == expected


def test_highlights_are_shown_at_once(middle: Any) -> None:
    shown = of_class(drawing.draw(middle.view(None), highlights=[[0, 0], 25]), "shown")
    places = {(int(element.get("x", "")), int(element.get("y", ""))) for element in shown}
    assert places == {drawing.hex_centre(0, 0), drawing.hex_centre(1, 5)}


def test_a_board_that_is_still_being_laid_is_drawn() -> None:
    match = donjon.new("kingdom-builder", players=2, seed=1, nature="imposed")
    svg = drawing.draw(match.view(None))
    (blank,) = of_class(svg, "hexes")
    assert (blank.get("class") or "").split() == ["hexes", "unknown"]
    assert len(blank) == 400
    assert drawing.panel(match.view(None))


def test_numbers_on_the_edge_can_be_left_out(middle: Any) -> None:
    view = middle.view(None)
    numbers = [text.text for text in parse(drawing.draw(view)).iter(SVG + "text")]
    assert sorted(numbers, key=int) == sorted([str(n) for n in range(20)] * 4, key=int)
    assert not list(parse(drawing.draw(view, labels=False)).iter(SVG + "text"))


def test_the_picture_is_described(finished: Any) -> None:
    view = finished.view(None)
    svg = parse(drawing.draw(view, names=["Anna", "Béla", "C", "D"]))
    labels = (svg.get("aria-labelledby") or "").split()
    texts = {element.get("id"): element.text for element in svg}
    assert svg.get("role") == "img"
    assert texts[labels[0]] == "Kingdom Builder board"
    standing = sum(piece["seat"] == 0 for piece in view["settlements"])
    summary = f"Anna: {standing} settlements on the board, {view['players'][0]['total']} gold."
    assert summary in (texts[labels[1]] or "")


def test_a_full_board_is_light(finished: Any) -> None:
    assert len(drawing.draw(finished.view(None)).encode()) <= 120_000


def test_a_picture_that_stands_alone_needs_nothing_else(finished: Any) -> None:
    svg = drawing.draw(finished.view(None), standalone=True)
    root = parse(svg)
    assert "var(" not in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert not [element for element in root.iter() if element.get("style")]
    assert root[0].tag == SVG + "style"
    moved = by_id(svg)[finished.view(None)["settlements"][0]["id"]]
    assert re.fullmatch(r"translate\(\d+ \d+\)", moved.get("transform") or "")


def test_a_notebook_gets_a_picture_that_stands_alone(middle: Any) -> None:
    assert parse(middle._repr_svg_())[0].tag == SVG + "style"


@pytest.mark.parametrize("scheme", house.SCHEMES)
@pytest.mark.parametrize(
    ("ground", "pattern"),
    [
        ("kb-grass", "kb-grass-line"),
        ("kb-flower_field", "kb-flower_field-line"),
        ("kb-forest", "kb-forest-second"),
        ("kb-canyon", "kb-canyon-line"),
        ("kb-desert", "kb-desert-line"),
        ("kb-water", "kb-water-line"),
        ("kb-mountain", "kb-mountain-line"),
        ("kb-gold", "kb-gold-line"),
        ("kb-halo", "kb-outline"),
        ("kb-wall", "kb-roof"),
    ],
)
def test_patterns_stand_out_from_their_ground(scheme: str, ground: str, pattern: str) -> None:
    colours = drawing.COLOURS[scheme]
    assert contrast(colours[ground], colours[pattern]) >= MARK


@pytest.mark.parametrize("scheme", house.SCHEMES)
def test_houses_and_rings_stand_out_from_every_terrain(scheme: str) -> None:
    """Halo and line are far apart, so one of them is seen on any ground."""
    colours = drawing.COLOURS[scheme]
    for kind in ("grass", "flower_field", "forest", "canyon", "desert", "water", "mountain"):
        ground = colours[f"kb-{kind}"]
        assert max(contrast(colours["kb-halo"], ground), contrast(colours["kb-outline"], ground)) >= MARK
        assert max(contrast("#f2b92f", ground), contrast("#2b2119", ground)) >= MARK, "the legal ring"


def test_every_class_that_is_drawn_as_a_shape_has_a_style(middle: Any) -> None:
    names = shape_classes([drawing.draw(middle.view(0), legal=middle.legal_actions(), chosen=0)], "kb")
    assert names
    assert unstyled(names, drawing.css()) == set()


def test_the_style_shows_what_counts_for_a_card_and_for_a_seat() -> None:
    sheet = drawing.counting_css()
    for source in drawing.SOURCES:
        assert f'.counts[class*="{source}-"]' in sheet
        for seat in range(4):
            assert f".counts.{source}-{seat}" in sheet

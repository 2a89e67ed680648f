"""The board of Caylus, drawn from real positions, and its colours."""

import itertools
import random
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

import donjon
from donjon.games.caylus import decisions as actions
from donjon.games.caylus import drawing
from donjon.games.caylus.drawing import places, tiles
from donjon.games.caylus.model import SPECIAL_IDS, Row, Space
from donjon.games.caylus.spaces import subject_of
from tests.pictures import SVG, by_id, classes, of_class, parse

ALL_SEATS = (2, 3, 4, 5)
NAMES = ["Anna", "Béla", "Даниил", "<Eve>", "Zsófi"]
SECTIONS = ("dungeon", "walls", "towers")


def play(players: int, seed: int, decisions: int, **options: Any) -> Any:
    """A match after some random decisions (fewer when it is over before); it builds when it can."""
    match = donjon.new("caylus", players=players, seed=seed, **options)
    choose = random.Random(seed)
    for _ in range(decisions):
        if match.over:
            break
        legal = match.legal_actions()
        building = [
            action
            for action in legal
            if actions.BUILD.first <= action < actions.SELL.first or action in actions.BATCH
        ]
        placing = [action for action in legal if action not in actions.PASS]
        match.play(choose.choice(building or (placing if choose.random() < 0.8 and placing else legal)))
    return match


def moved(element: ET.Element) -> tuple[float, float]:
    """Where an element is put by its style."""
    found = re.fullmatch(r"transform:translate\(([\d.]+)px,([\d.]+)px\)", element.get("style") or "")
    assert found is not None
    return float(found[1]), float(found[2])


def title(element: ET.Element) -> str:
    return element.findtext(SVG + "title") or ""


@pytest.fixture(scope="module")
def middle() -> Any:
    """Some rounds into a game of five, while workers are being placed."""
    match = play(5, 2, 170)
    while match.view(None)["ask"] != "place":
        match.play(match.legal_actions()[0])
    return match


@pytest.fixture(scope="module")
def finished() -> Any:
    match = play(3, 4, 10_000)
    assert match.over
    return match


def test_every_road_space_is_drawn_with_its_tile(middle: Any) -> None:
    view = middle.view(0)
    elements = by_id(drawing.draw(view, names=NAMES))
    for lot in view["road"]:
        drawn = elements[f"lot-{lot['space']}"]
        assert drawn.get("data-subject") == f"road-{lot['space']}"
        assert str(lot["space"]) in [text.text for text in drawn.iter(SVG + "text")]
        strips = [element for element in drawn.iter() if "cay-strip" in classes(element)]
        assert len(strips) == bool(lot["tile"])
        assert (lot["tile"] is None) == ("open" in classes(drawn))
        if lot["tile"]:
            assert tiles.CLASS_COLOUR[lot["class"]] in classes(drawn)
            assert f"road space {lot['space']}" in title(drawn)
        if lot["owner"] is not None:
            assert f"owner: {NAMES[lot['owner']]}" in title(drawn)
        if lot["worker"] is not None:
            assert f"worker: {NAMES[lot['worker']]}" in title(drawn)


def test_tiles_beyond_the_provost_are_dimmed_and_no_others(middle: Any) -> None:
    view = play(4, 1, 12).view(None)
    for shown in (view, middle.view(None)):
        elements = by_id(drawing.draw(shown))
        for lot in shown["road"]:
            drawn = elements[f"lot-{lot['space']}"]
            assert ("beyond" in classes(drawn)) == (lot["space"] > shown["provost"])
            assert ("beyond the provost" in title(drawn)) == (bool(lot["tile"]) and not lot["runs"])


@pytest.mark.parametrize("players", ALL_SEATS)
def test_every_piece_of_the_view_is_on_the_board_where_it_belongs(players: int) -> None:
    view = play(players, players + 5, 120).view(0)
    elements = by_id(drawing.draw(view, names=NAMES))
    for worker in view["workers"]:
        drawn = elements[worker["id"]]
        home = worker["at"] == "home"
        number = int(worker["id"].rsplit("-", 1)[1])
        at = places.at_home(worker["seat"], number) if home else places.standing(worker["at"])
        assert moved(drawn) == pytest.approx(at, abs=0.06)
        assert drawn.find(SVG + "use").get("href") == f"#cay-pawn-{worker['seat']}"  # type: ignore[union-attr]
        assert NAMES[worker["seat"]] in title(drawn)
    for name in ("provost", "bailiff"):
        assert moved(elements[f"cay-{name}"]) == pytest.approx(places.figure(name, view[name]), abs=0.06)
    for row, name in enumerate(Row.ids()):
        for seat, column in enumerate(view["favour"]["columns"][name]):
            at = places.marker(row, column, seat)
            assert moved(elements[f"m-{name}-{seat}"]) == pytest.approx(at, abs=0.06)
    for place, seat in enumerate(view["order"]):
        assert moved(elements[f"o{seat}"]) == places.order_place(place)
    for place, seat in enumerate(view["passed"]):
        assert moved(elements[f"p{seat}"]) == places.passed_place(place)


def test_houses_stand_on_tiles_and_fill_the_castle(middle: Any, finished: Any) -> None:
    for match in (middle, finished):
        view = match.view(None)
        elements = by_id(drawing.draw(view))
        owned = {f"h{lot['space']}": lot["owner"] for lot in view["road"] if lot["owner"] is not None}
        built = {
            f"c-{section['id']}-{number}": seat
            for section in view["castle"]["sections"]
            for number, seat in enumerate(section["parts"])
            if seat is not None
        }
        assert owned
        assert built
        for name, seat in (owned | built).items():
            assert elements[name].find(SVG + "use").get("href") == f"#cay-house-{seat}"  # type: ignore[union-attr]
        houses = [name for name in elements if re.fullmatch(r"h\d+|c-\w+-\d+", name)]
        assert set(houses) == set(owned | built)


def test_the_castle_has_all_its_parts_and_says_what_they_give(finished: Any) -> None:
    """CAY-1.11, CAY-9.4."""
    svg = drawing.draw(finished.view(None))
    elements = by_id(svg)
    for section, parts in zip(SECTIONS, (6, 10, 14), strict=True):
        drawn = elements[f"cay-{section}"]
        assert sum(use.get("href") == "#cay-window" for use in drawn.iter(SVG + "use")) == parts
        assert "scored" in classes(drawn)
    spots = [
        tuple(places.part(section, number))
        for section, parts in zip(SECTIONS, (6, 10, 14), strict=True)
        for number in range(parts)
    ]
    for one, other in itertools.combinations(spots, 2):
        assert abs(one[0] - other[0]) >= 30 or abs(one[1] - other[1]) >= 33, "windows do not touch"


def test_pieces_keep_their_ids_and_order_for_life() -> None:
    match = donjon.new("caylus", players=3, seed=3)
    before = [name for name in by_id(drawing.draw(match.view(None))) if _is_piece(name)]
    later = [name for name in by_id(drawing.draw(play(3, 3, 200).view(1))) if _is_piece(name)]
    assert before == later, "the same elements in the same order, so that a page can be morphed"
    assert len(before) == 3 * 6 + 3 * 4 + 3 + 3 + 2


def _is_piece(name: str) -> bool:
    return re.fullmatch(r"w\d-\d|m-\w+-\d|[op]\d|cay-(provost|bailiff)", name) is not None


def test_the_order_of_pieces_does_not_depend_on_the_view(middle: Any) -> None:
    view = middle.view(0)
    assert drawing.draw(view | {"workers": view["workers"][::-1]}) == drawing.draw(view)


def test_closed_columns_of_the_favour_table_are_hatched() -> None:
    """CAY-11.3.1 to CAY-11.3.3."""
    view = play(2, 1, 0).view(None)
    for opened in (2, 4, 5):
        svg = drawing.draw(view | {"favour": view["favour"] | {"open": opened}})
        assert len(of_class(svg, "cay-hatch")) == 4 * (5 - opened)


def test_the_simplified_variant_shows_that_the_table_is_not_used() -> None:
    """CAY-14.1, CAY-14.2."""
    view = play(2, 1, 0).view(None)
    assert not of_class(drawing.draw(view), "unused")
    assert len(of_class(drawing.draw(view | {"simplified": True}), "unused")) == 4


def test_a_used_row_of_favours_is_marked() -> None:
    view = play(2, 1, 0).view(None)
    used = {name: [name == "cubes", False] for name in Row.ids()}
    svg = drawing.draw(view | {"favour": view["favour"] | {"used": used}})
    assert [element.get("id") for element in of_class(svg, "used")] == ["m-cubes-0"]


def test_a_pending_conversion_is_shown(middle: Any) -> None:
    """CAY-8.4.7."""
    view = middle.view(None)
    road = [lot | {"pending": 1 if lot["space"] == 2 else None} for lot in view["road"]]
    (drawn,) = of_class(drawing.draw(view | {"road": road}, names=NAMES), "cay-pending")
    assert title(drawn) == "will become Béla's residence"


@pytest.mark.parametrize("players", ALL_SEATS)
def test_every_reference_has_its_drawing(players: int) -> None:
    for decisions in (0, 60, 10_000):
        match = play(players, players, decisions)
        legal = [] if match.over else match.legal_actions()
        svg = drawing.draw(match.view(0), legal=legal)
        references = [element.get("href", "") for element in parse(svg).iter() if element.get("href")]
        assert len(references) > 200
        assert {reference.removeprefix("#") for reference in references} <= set(by_id(svg))


def test_legal_places_are_lit_and_nothing_else(middle: Any) -> None:
    legal = middle.legal_actions()
    lit = {element.get("id") for element in of_class(drawing.draw(middle.view(0), legal=legal), "legal")}
    spaces = [action - actions.PLACE.first for action in legal if action in actions.PLACE]
    assert spaces
    assert lit == {f"legal-{subject_of(space)}" for space in spaces}
    kinds = (actions.PASS, actions.PROVOST, actions.BUILD, actions.SITE, actions.CONVERT)
    others = [kind.first for kind in kinds]
    assert not of_class(drawing.draw(middle.view(0), legal=others), "legal")
    svg = drawing.draw(middle.view(0), legal=[actions.SITE.action(9), actions.CONVERT.action(10)])
    assert {element.get("id") for element in of_class(svg, "legal")} == {"legal-road-9", "legal-road-10"}


def test_what_the_last_action_changed_is_marked(middle: Any) -> None:
    view = middle.view(None) | {"last": ["road-9", "castle", "walls", "favour-prestige", "nowhere"]}
    marked = [element.get("id") for element in of_class(drawing.draw(view), "last")]
    assert marked == ["last-castle", "last-favour-prestige", "last-road-9", "last-walls"]


def test_every_space_the_provost_can_reach_is_marked_on_the_road() -> None:
    view = play(4, 1, 12).view(0)
    low, high = view["forecast"]["reach"]
    elements = by_id(drawing.draw(view))
    reached = [
        space
        for space in range(1, 29)
        if any("reached" in classes(child) for child in elements[f"lot-{space}"].iter())
    ]
    assert reached == list(range(low, high + 1))


def subjects() -> set[str]:
    return {
        *SPECIAL_IDS,
        "castle",
        *SECTIONS,
        "bridge",
        "provost",
        "bailiff",
        *(f"favour-{name}" for name in Row.ids()),
        *(f"road-{space}" for space in range(1, 29)),
    }


def test_spots_cover_every_subject_and_do_not_overlap() -> None:
    spots = drawing.spots()
    assert set(spots) == subjects()
    for left, top, width, height in spots.values():
        assert 0 <= left <= left + width <= 100
        assert 0 <= top <= top + height <= 100
    for (one, first), (other, second) in itertools.combinations(spots.items(), 2):
        apart = (
            first[0] + first[2] <= second[0] + 0.01
            or second[0] + second[2] <= first[0] + 0.01
            or first[1] + first[3] <= second[1] + 0.01
            or second[1] + second[3] <= first[1] + 0.01
        )
        assert apart, (one, other)


def test_everything_that_can_be_tapped_on_the_board_is_a_subject(middle: Any) -> None:
    tapped = {element.get("data-subject") for element in parse(drawing.draw(middle.view(0))).iter()} - {None}
    assert tapped == subjects()


def test_boxes_for_buttons_lie_on_the_places_of_the_actions() -> None:
    boxes, spots = drawing.boxes(), drawing.spots()
    placed = range(Space.CASTLE + 29)
    expected = {kind.action(space) for kind in (actions.PLACE, actions.MOVE) for space in placed}
    expected |= {kind.action(space) for kind in (actions.SITE, actions.CONVERT) for space in range(1, 29)}
    expected |= {actions.JOUST.first, *(actions.ROW.action(row) for row in Row)}
    assert set(boxes) == expected
    assert boxes[actions.PLACE.action(Space.INN)] == spots["inn"]
    assert boxes[actions.MOVE.action(Space.CASTLE)] == spots["castle"]
    placed_on, converted = actions.PLACE.action(Space.CASTLE + 9), actions.CONVERT.action(9)
    assert boxes[placed_on] == boxes[converted] == spots["road-9"]


def test_the_road_winds_down_in_rows_of_seven() -> None:
    for space in range(1, 28):
        here, there = places.lot(space), places.lot(space + 1)
        if space % 7:
            assert abs(here.x - there.x) == places.LOT[0]
            assert here.y == there.y
        else:
            assert (here.x, here.y + places.LOT[1]) == tuple(there)


def test_words_on_the_board_can_be_left_out(middle: Any) -> None:
    bare = parse(drawing.draw(middle.view(0), labels=False))
    texts = ["".join(text.itertext()) for text in bare.iter(SVG + "text")]
    assert not [text for text in texts if re.search(r"[^\W\d_]", text)]
    named = ["".join(text.itertext()) for text in parse(drawing.draw(middle.view(0))).iter(SVG + "text")]
    assert {"Castle", "Dungeon", "Inn", "Favours", "Gold mine"} <= set(named)


def test_long_names_take_two_lines_and_stay_in_their_room() -> None:
    view = play(2, 1, 0).view(None)
    svg = drawing.draw(view, translate=lambda text: "Гильдия градостроителей" if text == "inn" else text)
    (inn,) = (element for element in parse(svg).iter() if element.get("id") == "cay-inn")
    names = [text for text in inn.iter(SVG + "text") if "cay-name" in classes(text)]
    lines = [text for text in names if text.get("display") is None]
    assert [text.text for text in names if text not in lines] == ["Inn"], "the short name, for a small board"
    assert [line.text for line in lines] == ["Гильдия", "градостроителей"]
    assert all(float(line.get("font-size", "")) >= 10 for line in lines)


def test_the_picture_is_described(finished: Any) -> None:
    view = finished.view(None)
    svg = parse(drawing.draw(view, names=NAMES))
    labels = (svg.get("aria-labelledby") or "").split()
    texts = {element.get("id"): element.text or "" for element in svg}
    assert svg.get("role") == "img"
    assert texts[labels[0]] == "Caylus board"
    assert f"The provost is on road space {view['provost']}." in texts[labels[1]]
    assert f"Anna: {view['players'][0]['vp']} point" in texts[labels[1]]


def test_a_full_board_is_light(middle: Any) -> None:
    assert len(drawing.draw(middle.view(0), legal=middle.legal_actions()).encode()) <= 120_000


def test_a_picture_that_stands_alone_needs_nothing_else(middle: Any) -> None:
    svg = drawing.draw(middle.view(None), standalone=True)
    root = parse(svg)
    assert "var(" not in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert not [element for element in root.iter() if element.get("style")]
    assert root[0].tag == SVG + "style"
    moved_piece = by_id(svg)["w0-0"]
    assert re.fullmatch(r"translate\([\d.]+ [\d.]+\)", moved_piece.get("transform") or "")
    assert parse(middle._repr_svg_())[0].tag == SVG + "style"

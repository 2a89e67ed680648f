"""The faces of the tiles of Caylus: what the printed data says is in the picture, and has room there."""

import itertools
import re

import pytest

import donjon
from donjon.games.caylus import drawing
from donjon.games.caylus.drawing import tiles
from donjon.games.caylus.model import SPECIAL_IDS, Cube, Row, Tile
from donjon.games.caylus.tables import TABLES
from tests.pictures import of_class

LINE = 26  # the height of a line of pictures on a plaque
CASTLE_ROW = 350


def test_a_tile_shows_cost_points_and_favours_as_printed() -> None:
    """CAY-8.3.2, CAY-8.3.6, CAY-8.3.8."""
    for entry in TABLES["tile"]:
        shown = tiles.face(entry["id"], False)
        assert dict(shown["cost"]) == entry.get("cost", {})
        assert (shown["vp"], shown["favours"]) == (entry["vp"], entry["favours"])
    assert tiles.face("church", True)["vp"] == TABLES["options"]["revised"]["church_vp"]


def test_a_tile_shows_what_it_gives() -> None:
    """CAY-8.2 to CAY-8.5: the cubes, prices and classes of the data are all in the rows of pictures."""
    for number, entry in enumerate(TABLES["tile"]):
        rows = tiles.effect(number, False)
        items = [item for row in rows for item in row.items]
        for cube in Cube.ids():
            yields = sum(way.get(cube, 0) for way in entry.get("produce", []))
            if entry["type"] == "production":
                assert items.count(tiles.Item("art", cube)) == yields
        if "builds" in entry:
            assert tiles.Item("card", entry["builds"]) in items
        for offer in entry.get("buy", []) + entry.get("exchange", []):
            assert offer.get("pay_deniers") is None or (
                tiles.Item("coin", "coin", str(offer["pay_deniers"])) in items
            )
            assert offer.get("vp") is None or tiles.Item("vp", "laurel", str(offer["vp"])) in items
        if "sell_price" in entry:
            assert tiles.Item("coin", "coin", str(entry["sell_price"])) in items
        ways = entry.get("produce", entry.get("exchange", entry.get("buy", [0])))
        two_or_four = entry["type"] == "alchemist"  # CAY-8.5.8
        assert sum(row.other for row in rows) == max(0, len(ways) - 1) + two_or_four


@pytest.mark.parametrize("name", Tile.ids())
def test_what_a_tile_gives_stays_in_its_room(name: str) -> None:
    shown = tiles.face(name, False)
    assert shown["items"]
    left, right = (36, 107) if shown["cost"] else (0, 142)
    for item in shown["items"]:
        half = tiles.width_of(item) * item.scale / 2
        assert left - 3 <= item.x - half, "clear of the cost"
        assert item.x + half <= right + 3, "clear of the prestige points"
        assert item.y - 12 * item.scale >= 24, "below the strip"
        assert item.y + 12 * item.scale <= 116
        assert item.scale >= 0.6, "large enough on a phone after a tap"


def test_what_is_written_beside_a_section_lies_on_its_plaque() -> None:
    """Every line whole, no plaque over another, and none over the row of the castle below."""
    svg = drawing.draw(donjon.new("caylus", players=3, seed=1).view(None))
    found = sorted(
        (
            float(re.findall(r"[\d.]+", plaque.get("transform", ""))[1]),
            float(re.findall(r"v([\d.]+)", plaque[0].get("d", ""))[0]),
            max(float(re.findall(r"[\d.]+", line.get("transform", ""))[1]) for line in plaque[-2:]),
        )
        for plaque in of_class(svg, "cay-plaque")
    )
    tops = [top for top, _height, _line in found]
    assert len(found) == 3
    for (top, height, line), below in zip(found, [*tops[1:], CASTLE_ROW], strict=True):
        assert line + LINE / 2 <= height
        assert top + height <= below


def test_a_section_shows_what_a_house_gives_and_what_its_scoring_does() -> None:
    """CAY-9.4, CAY-10.3.2 to CAY-10.3.4."""
    for number, section in enumerate(TABLES["castle"]["section"]):
        now, later = tiles.section_face(number, section["vp_per_batch"])
        lost = section["score"][0]["vp"]
        points = [item.text for item in now if item.kind in ("vp", "word")]
        assert points == [str(section["vp_per_batch"]), f" 0:−{-lost}", ""]
        steps = [line for line in section["score"] if line["favours"]]
        assert [line["favours"] for line in steps] == list(range(1, len(steps) + 1)), "one more at each"
        (word,) = (item.text for item in later if item.kind == "word")
        assert word == "·".join(str(line["houses_min"]) for line in steps) + ":"
        assert sum(item.name == "fleur" for item in later) == 1


def test_no_number_is_too_small_to_be_read_on_a_desk() -> None:
    """11 px where the board is 550 px wide, as in a window of 1280x720."""
    faces = [tiles.face(name, revised)["items"] for name in Tile.ids() for revised in (False, True)]
    faces += [tiles.special_face(name) for name in SPECIAL_IDS]
    faces += [tiles.favour_face(row, column) for row in Row.ids() for column in range(1, 6)]
    faces += [part for section in range(3) for part in tiles.section_face(section, 5)]
    sheet = drawing.css()
    sizes = {
        kind: float(re.search(rf"\.cay-{name} \{{[^}}]*font-size: ([\d.]+)px", sheet)[1])
        for kind, name in (("coin", "coin-text"), ("vp", "vp-text"), ("word", "count"))
    }
    for item in itertools.chain(*faces):
        if item.text and item.kind in sizes and not (item.kind == "vp" and len(item.text) > 1):
            assert sizes[item.kind] * item.scale * item.letters >= 11 * 1200 / 550, item


def test_the_favour_table_shows_the_printed_columns() -> None:
    """CAY-11.5."""
    favour = TABLES["favour"]
    for column in range(1, 6):
        (points,) = tiles.FAVOUR_COLUMNS["prestige"][column - 1]
        (deniers,) = tiles.FAVOUR_COLUMNS["money"][column - 1]
        assert points.text == str(favour["prestige"]["columns"][column - 1])
        assert deniers.text == str(favour["money"]["columns"][column - 1])
        cubes = favour["cubes"]["columns"][column - 1]
        drawn = [item.name for item in tiles.FAVOUR_COLUMNS["cubes"][column - 1] if item.kind == "art"]
        assert drawn == list(cubes) or "exchange" in cubes
        effect = favour["build"]["columns"][column - 1]
        builders = {"wood": "carpenter", "stone": "mason", "prestige": "architect"}
        shown = [builders[effect["builds"]]] if "builds" in effect else ["lawyer"] * ("converts" in effect)
        names = [item.name for item in tiles.FAVOUR_COLUMNS["build"][column - 1] if item.kind == "icon"]
        assert names == shown

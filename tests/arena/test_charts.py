"""The plots of a report."""

import re
import xml.etree.ElementTree as ET

import pytest

from donjon.lab.arena import charts
from donjon.lab.arena.charts import HEIGHT, LEFT, RIGHT, TOP, WIDTH, Line

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str) -> ET.Element:
    return ET.fromstring(str(svg).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def points(path: ET.Element) -> list[tuple[float, float]]:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.get("d", ""))]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def paths(svg: str, style: str) -> list[ET.Element]:
    return [path for path in drawn(svg).iter(f"{SVG}path") if str(path.get("class")).startswith(style)]


@pytest.mark.parametrize(
    ("low", "high", "at"),
    [
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (-3, 3, [-2, 0, 2]),
        (0.1, 0.32, [0.1, 0.15, 0.2, 0.25, 0.3]),
        (7, 7, [7]),
        (-400, 900, [0, 500]),
    ],
)
def test_ticks_are_round_and_within(low: float, high: float, at: list[float]) -> None:
    made = charts.ticks(low, high)
    assert made == at


def test_whiskers_stand_where_the_shares_are() -> None:
    svg = charts.whiskers([("a <b>", 0.75, (0.5, 1.0), 0.5), ("c", 0.25, (0.0, 0.5), 0.5)])
    width = WIDTH - 2 * RIGHT
    first, second = paths(svg, "whisker")
    assert [x for x, _ in points(first)] == pytest.approx([RIGHT + width / 2, RIGHT + width])
    assert [x for x, _ in points(second)] == pytest.approx([RIGHT, RIGHT + width / 2])
    assert "a <b>: 75.0 %" in [text.text for text in drawn(svg).iter(f"{SVG}text")]


def test_lines_fill_the_frame_and_bands_are_around_them() -> None:
    line = Line("a", [1, 2, 3], [0, 5, 10], [(-10, 10), (-5, 15), (0, 20)])
    svg = charts.lines("title", [line], "deals")
    (path,), (band,) = paths(svg, "line"), paths(svg, "band")
    assert [x for x, _ in points(path)] == [LEFT, (LEFT + WIDTH - RIGHT) / 2, WIDTH - RIGHT]
    heights = [y for _, y in points(band)]
    assert (min(heights), max(heights)) == (TOP, HEIGHT - charts.BOTTOM)
    assert drawn(svg).get("aria-label") == "title"


def test_lines_are_told_apart_without_colour() -> None:
    svg = charts.lines("title", [Line(str(n), [0, 1], [n, n]) for n in range(6)], "x")
    assert len({path.get("stroke-dasharray") for path in paths(svg, "line")}) == 6
    assert len(re.findall("<li>", charts.key(["a", "b"]))) == 2


def test_levels_are_named() -> None:
    svg = charts.lines("title", [Line("ratio", [1], [0.5])], "deals", [(-3, "H0"), (3, "H1")])
    assert len(paths(svg, "level")) == 2
    assert {"H0", "H1"} <= {text.text for text in drawn(svg).iter(f"{SVG}text")}


def test_a_histogram_shows_parts_of_all() -> None:
    svg = charts.histogram("title", [("a", [1, 1, 1, 2]), ("b", [4] * 9)], "points")
    first, second = (points(path) for path in paths(svg, "line"))
    # All of b is in one range, three quarters of a.
    assert min(y for _, y in second) == TOP
    assert min(y for _, y in first) == pytest.approx(TOP + (HEIGHT - charts.BOTTOM - TOP) / 4, abs=0.1)
    assert charts.histogram("title", [("a", [3]), ("b", [3])], "points")

"""The report of a tournament: its plots and its page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from donjon.lab.arena import report_page
from donjon.lab.arena.report_page import HEIGHT, LEFT, RIGHT, TOP, WIDTH, Line, write
from donjon.lab.arena.result import outcome
from donjon.lab.arena.statistics import Bounds, SequentialTest
from donjon.lab.arena.tournament import Course, Settings, first_score
from tests.lab.arena.games import deal, game

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
    made = report_page.ticks(low, high)
    assert made == at


def test_whiskers_stand_where_the_shares_are() -> None:
    svg = report_page.whiskers([("a <b>", 0.75, (0.5, 1.0), 0.5), ("c", 0.25, (0.0, 0.5), 0.5)])
    width = WIDTH - 2 * RIGHT
    first, second = paths(svg, "whisker")
    assert [x for x, _ in points(first)] == pytest.approx([RIGHT + width / 2, RIGHT + width])
    assert [x for x, _ in points(second)] == pytest.approx([RIGHT, RIGHT + width / 2])
    assert "a <b>: 75.0 %" in [text.text for text in drawn(svg).iter(f"{SVG}text")]


def test_lines_fill_the_frame_and_bands_are_around_them() -> None:
    line = Line("a", [1, 2, 3], [0, 5, 10], [(-10, 10), (-5, 15), (0, 20)])
    svg = report_page.lines("title", [line], "deals")
    (path,), (band,) = paths(svg, "line"), paths(svg, "band")
    assert [x for x, _ in points(path)] == [LEFT, (LEFT + WIDTH - RIGHT) / 2, WIDTH - RIGHT]
    heights = [y for _, y in points(band)]
    assert (min(heights), max(heights)) == (TOP, HEIGHT - report_page.BOTTOM)
    assert drawn(svg).get("aria-label") == "title"


def test_lines_are_told_apart_without_colour() -> None:
    svg = report_page.lines("title", [Line(str(n), [0, 1], [n, n]) for n in range(6)], "x")
    assert len({path.get("stroke-dasharray") for path in paths(svg, "line")}) == 6
    assert len(re.findall("<li>", report_page.key(["a", "b"]))) == 2


def test_levels_are_named() -> None:
    svg = report_page.lines("title", [Line("ratio", [1], [0.5])], "deals", [(-3, "H0"), (3, "H1")])
    assert len(paths(svg, "level")) == 2
    assert {"H0", "H1"} <= {text.text for text in drawn(svg).iter(f"{SVG}text")}


def test_a_histogram_shows_parts_of_all() -> None:
    svg = report_page.histogram("title", [("a", [1, 1, 1, 2]), ("b", [4] * 9)], "points")
    first, second = (points(path) for path in paths(svg, "line"))
    # All of b is in one range, three quarters of a.
    assert min(y for _, y in second) == TOP
    assert min(y for _, y in first) == pytest.approx(TOP + (HEIGHT - report_page.BOTTOM - TOP) / 4, abs=0.1)
    assert report_page.histogram("title", [("a", [3]), ("b", [3])], "points")


SETTINGS = Settings("kingdom-builder", 2, ("a", "b"), "<seed>")
DEALS = [deal([9, 3], [9, 3]), deal([9, 3], [3, 9]), deal([5, 5], [6, 2]), deal([3, 9], [3, 9])]


def page(course: Course) -> str:
    return write(course, outcome(course))


class Reader(HTMLParser):
    """Tags that were opened and closed, and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_it_is_whole_and_stands_alone() -> None:
    text = page(Course(SETTINGS, DEALS, "played"))
    reader = Reader(text)
    assert reader.open == []
    assert not re.search(r"https?://|<script|<link|<img|url\(|@import", text)
    assert "<seed>" in "".join(reader.text)
    assert len(re.findall("<figure>", text)) == 3


def test_it_says_what_the_result_says() -> None:
    told = " ".join("".join(Reader(page(Course(SETTINGS, DEALS, "played"))).text).split())
    assert "8 games, 4 deals with 2 games each." in told
    assert "56.2 %" in told
    assert "5.88" in told
    assert "Kingdom Builder" in told


def test_lost_decisions_stand_before_the_numbers() -> None:
    lost = [game("ab", [1, 9], [["said <nothing>"], []]), game("ba", [9, 1])]
    text = page(Course(SETTINGS, [lost], "interrupted"))
    assert text.index("a lost 1 of 20 decisions") < text.index("<table>")
    assert "1 times: said &lt;nothing&gt;" in text
    assert "interrupted before the end" in text


def test_it_tells_of_the_test() -> None:
    test = SequentialTest(Bounds(0, 50))
    for played in DEALS:
        test.add(first_score(SETTINGS, played))
    text = page(Course(SETTINGS, DEALS, "played", test))
    assert "The test is open after 4 deals: log-likelihood ratio" in text
    assert len(re.findall("<figure>", text)) == 4
    while not test.verdict:
        test.add(1.0)
    assert f"H1 after {test.deals} deals: a is rather +50 than +0 Elo beside b" in page(
        Course(SETTINGS, DEALS, "decided", test)
    )


@pytest.mark.parametrize("deals", [[], DEALS[:1]])
def test_little_can_be_told_of_little(deals: list[object]) -> None:
    text = page(Course(SETTINGS, deals, "interrupted"))  # type: ignore[arg-type]
    assert ("nothing to tell" in text) == (not deals)
    assert Reader(text).open == []

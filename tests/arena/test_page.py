"""The report as a page."""

import re
from html.parser import HTMLParser

import pytest

from donjon.lab.arena.page import write
from donjon.lab.arena.result import outcome
from donjon.lab.arena.sprt import Bounds, SequentialTest
from donjon.lab.arena.tournament import Course, Settings, first_score
from tests.arena.games import deal, game

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

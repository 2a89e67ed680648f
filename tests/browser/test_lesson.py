"""The lesson of Kingdom Builder as a beginner meets it: from the first page, on a phone, with a wrong try."""

from __future__ import annotations

import pytest

from tests.browser.faults import violations
from tests.browser.hands import build, end_turn, my_turn

GAME = "kingdom-builder"
UNLIT = """
() => {
  const open = new Set([...document.querySelectorAll(".spots > button")].map((one) => one.value));
  const hexes = [...document.querySelectorAll("#picture [data-action]")];
  return hexes.find((one) => !open.has(one.dataset.action)).dataset.action;
}
"""
ASK = "action => document.dispatchEvent(new CustomEvent('donjon:why', {detail: action}))"
# Where nothing has been scrolled: what the guide points at may be.
APART = """
() => {
  scrollTo(0, 0);
  const box = (id) => document.getElementById(id).getBoundingClientRect();
  const [guide, board] = [box("guide"), box("board")];
  return guide.bottom <= board.top || board.bottom <= guide.top;
}
"""
# Are the middles of all that the guide points at on the board between the guide and the bar?
POINTED = """
() => {
  const box = (id) => document.getElementById(id).getBoundingClientRect();
  const top = Math.max(box("guide").bottom, box("board-view").top);
  const bottom = Math.min(box("play").top, box("board-view").bottom);
  return [...document.querySelectorAll("#pointers > i")].map((one) => {
    const { left, right, top: upper, bottom: lower } = one.getBoundingClientRect();
    const x = (left + right) / 2, y = (upper + lower) / 2;
    return x > 0 && x < innerWidth && y > top && y < bottom;
  });
}
"""


def words(page) -> str:
    return page.locator("#guide-words").inner_text()


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)])
def test_lessons_have_no_fault_that_axe_finds(visit, axe, size):
    page = visit("/learn", *size, bypass_csp=True)
    assert violations(page, axe) == []
    for game in ("kingdom-builder", "caylus", "ys"):
        page.goto(f"/learn/{game}")
        page.get_by_role("button", name="Play a guided game").click()
        my_turn(page)
        assert violations(page, axe) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert page.evaluate(APART)


def test_two_turns_of_a_lesson_on_a_phone(visit):
    page = visit("/", width=360, height=640, has_touch=True)
    page.locator(f"#game-{GAME}").tap()
    page.get_by_role("button", name="Learn").tap()
    page.get_by_role("button", name="Play a guided game").tap()
    my_turn(page)
    first = words(page)
    assert "grass" in first
    assert page.evaluate(APART), "the guide never covers the board"
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.locator("#pointers > i").count() == 2
    assert page.locator(".kb-terrain.pointed").count() == 1
    page.evaluate(ASK, page.evaluate(UNLIT))
    page.wait_for_selector("#bubble:not([hidden]) .notice")
    assert words(page) == first
    page.keyboard.press("Escape")
    heard = {first}
    for _turn in range(2):
        while page.locator(".spots > button").count():
            build(page)
            heard.add(words(page))
        end_turn(page)
        my_turn(page)
        heard.add(words(page))
    assert len(heard) >= 5
    last = words(page)
    page.reload()
    assert words(page) == last


def test_what_the_guide_points_at_is_in_sight_on_a_phone(visit):
    page = visit("/learn/ys", 360, 640, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Play a guided game").tap()
    my_turn(page)
    assert page.evaluate(POINTED) == [True, True]
    top = page.locator("#guide").bounding_box()["y"]
    assert top >= 0, "and the guide is"


@pytest.mark.parametrize("game", ["kingdom-builder", "caylus", "ys"])
def test_a_tablet_shows_guide_board_and_bar_at_once(visit, game):
    page = visit(f"/learn/{game}", 768, 1024, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Play a guided game").tap()
    my_turn(page)
    page.evaluate("scrollTo(0, 0)")
    guide, board, bar = (page.locator(where).bounding_box() for where in ("#guide", "#board-view", "#play"))
    assert guide["y"] + guide["height"] <= board["y"]
    assert board["y"] + board["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= 1025

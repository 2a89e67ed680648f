"""The boards of a minute in a browser: a path played to its end by keyboard and by touch, all in one view."""

from __future__ import annotations

import pytest

from donjon.rulebook.boards import boards_of
from tests.browser.faults import violations, violations_in_all_looks
from tests.browser.hands import until
from tests.browser.stages import resized

GAMES = ["kingdom-builder", "caylus", "ys"]
SIZES = [(360, 640), (844, 390), (1440, 900)]
# The words, the marked space and the ways on lie within the window, and no two of them overlap.
IN_VIEW = """() => {
  const box = (where) => document.querySelector(where)?.getBoundingClientRect();
  const rest = (at) => Math.min(at.top, at.left, innerHeight - at.bottom, innerWidth - at.right);
  const inside = (at) => !at || rest(at) >= -1;
  const parts = ["#room-title", "#prompt", "#room-said", "#spot-marked", ".room-board", ".room-ways"];
  const below = (one, other) => one.bottom <= other.top + 1 || one.right <= other.left + 1;
  const apart = (one, other) => !one || !other || below(one, other) || below(other, one);
  const { scrollWidth, scrollHeight } = document.documentElement;
  return parts.map(box).every(inside) && scrollWidth <= innerWidth && scrollHeight <= innerHeight
    && apart(box(".room-words"), box(".room-board")) && apart(box("#prompt"), box(".room-ways"))
    && apart(box("#room-said"), box(".room-ways"));
}"""


def title(page, text: str) -> None:
    """Wait for a heading."""
    until(page, f"document.querySelector('#room-title')?.innerText === {text!r}")


def order(page, text: str) -> None:
    until(page, f"document.querySelector('#prompt')?.innerText === {text!r}")


def test_a_path_is_played_to_its_end_by_keyboard(visit):
    path = boards_of("kingdom-builder")
    page = visit("/learn/kingdom-builder/1")
    for board in path:
        title(page, board.title)
        for step in board.steps:
            order(page, step.order)
            page.keyboard.press("Tab")
            while "mark" not in page.evaluate("document.activeElement.className"):
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        title(page, board.done)
        if board is path[-1]:
            break
        while page.evaluate("document.activeElement.id") != "next":
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    page.locator("#play-now").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.goto("/learn")
    assert "7 of 7 done" in page.inner_text("#lesson-kingdom-builder")


@pytest.mark.parametrize("game", ["caylus", "ys"])
def test_a_path_is_played_to_its_end_by_touch(visit, game):
    path = boards_of(game)
    page = visit("/learn", 360, 640, has_touch=True, is_mobile=True)
    page.locator(f"#lesson-{game} .path a").first.tap()
    for board in path:
        title(page, board.title)
        for step in board.steps:
            order(page, step.order)
            page.locator("#spot-marked, .room-choices .marked").first.tap()
        title(page, board.done)
        assert page.evaluate(IN_VIEW), board.id
        if board is not path[-1]:
            page.tap("#next")
    page.tap("#guided")
    page.wait_for_url("**/t/*")


def test_another_move_is_answered_and_leaves_one_more_try(visit):
    board = boards_of("kingdom-builder")[4]
    page = visit("/learn/kingdom-builder/5", 360, 640, has_touch=True, is_mobile=True)
    page.locator(".spots > .spot:not(#spot-marked)").first.tap()
    until(page, f"document.querySelector('#reply')?.innerText.startsWith({board.steps[0].otherwise!r})")
    assert page.locator("#said").inner_text().startswith(board.steps[0].otherwise)
    assert page.evaluate(IN_VIEW)
    # A tap on the location itself, which nobody builds on.
    where = page.locator(".room-rings .goal").bounding_box()
    page.touchscreen.tap(where["x"] + where["width"] / 2, where["y"] + where["height"] / 3)
    until(page, "document.querySelector('#reply .rule')?.innerText === 'KB-5.3'")
    page.tap("#show-me")
    title(page, board.done)
    assert page.inner_text(".room-praise").strip() == "This is how"
    assert page.inner_text("#said") == "", "what was wrong is not said of later boards"


def test_a_board_is_played_without_scripts(visit):
    board, following = boards_of("kingdom-builder")[:2]
    page = visit("/learn/kingdom-builder/1", scripts=False)
    page.locator(".spots > .spot:not(#spot-marked)").first.click()
    assert page.inner_text("#reply") == board.steps[0].otherwise
    page.click("#spot-marked")
    assert page.inner_text("#room-title") == board.done
    page.click("#next")
    assert page.inner_text("#room-title") == following.title


@pytest.mark.parametrize("game", GAMES)
def test_board_words_and_marks_are_in_one_view_at_every_size(visit, game):
    page, hidden = visit("/about"), []
    for language in ("en", "ru", "hu"):
        page.context.add_cookies([{"name": "donjon_language", "value": language, "url": page.url}])
        for number, board in enumerate(boards_of(game), 1):
            for step in range(len(board.steps) + 1):
                page.goto(f"/learn/{game}/{number}?step={step}")
                for size in SIZES:
                    resized(page, *size)
                    if not page.evaluate(IN_VIEW):
                        hidden.append((language, board.id, step, size))
    assert hidden == []


@pytest.mark.parametrize("game", GAMES)
def test_boards_have_no_fault_that_axe_finds(visit, axe, game):
    page = visit(f"/learn/{game}/1", bypass_csp=True)
    assert violations_in_all_looks(page, axe) == {}
    page.click("#spot-marked")
    title(page, boards_of(game)[0].done)
    assert violations_in_all_looks(page, axe) == {}
    page.goto(f"/learn/{game}/1?step=0&at=0,0")
    for size in SIZES:
        resized(page, *size)
        assert violations(page, axe) == [], size
    page.goto("/learn")
    assert violations_in_all_looks(page, axe) == {}

"""Where the board is looked at when there is something to choose: near enough, and nothing is missed."""

from __future__ import annotations

from tests.browser.hands import begin, moved, my_turn, seq, until
from tests.browser.stages import PHONE, guest, resized, stage

PLACING, ORDER = 1, 41  # decisions of the first seat of Ys
WIDTH = "document.getElementById('board-sheet').getBoundingClientRect().width"
OUTSIDE = """
[...document.querySelectorAll('.spots > button')].filter((one) => {
  const view = document.getElementById('board-view').getBoundingClientRect();
  const box = one.getBoundingClientRect();
  return box.left < view.left || box.top < view.top || box.right > view.right || box.bottom > view.bottom;
}).length
"""


def test_a_mouse_chooses_what_is_smaller_than_a_finger_by_one_press(visit, table):
    page = visit("/about", 1280, 720)
    guest(page, table)
    page.goto(stage("ys", table, ORDER))
    my_turn(page)
    before, wide = seq(page), page.evaluate(WIDTH)
    page.locator(".spots > button").first.click()
    moved(page, before)
    assert page.evaluate(WIDTH) == wide


def test_who_has_looked_closer_sees_all_that_is_to_be_chosen_next(visit, table):
    page = visit("/about", 1280, 720)
    guest(page, table)
    page.goto(stage("ys", table, ORDER))
    my_turn(page)
    before = seq(page)
    for _ in range(3):
        page.click("[data-zoom=in]")
    # A press by the keyboard: the places are where the board is not looked at now.
    page.locator(".spots > button").first.evaluate("one => one.click()")
    moved(page, before)
    my_turn(page)
    assert page.locator(".spots > button").count() > 30
    until(page, f"({OUTSIDE}) === 0")


def test_on_a_phone_choices_all_over_the_city_are_all_in_sight_first(visit, table):
    page = visit("/about", *PHONE, has_touch=True, is_mobile=True)
    guest(page, table)
    page.goto(stage("ys", table, PLACING))
    my_turn(page)
    assert page.evaluate(OUTSIDE) == 0
    # A tap looks closer, and there the places can be tapped.
    view = page.locator("#board-view").bounding_box()
    page.touchscreen.tap(view["x"] + view["width"] * 0.3, view["y"] + view["height"] * 0.3)
    until(page, "document.querySelector('.spots > button').getBoundingClientRect().width >= 24")
    assert page.locator(".spots > button").first.is_visible()


SIGHT = """
() => {
  const box = (sought) => document.querySelector(sought).getBoundingClientRect();
  const [tools, languages, own, seats] = ['#under', '.languages', '.seats .you', '.seats'].map(box);
  const linked = [...document.querySelectorAll('.masthead nav > *')].filter((one) => one.checkVisibility());
  const right = Math.max(...linked.map((one) => one.getBoundingClientRect().right));
  return {
    tools: tools.bottom <= box('#board-view').top + 1 && right <= tools.left && tools.right <= languages.left,
    own: own.bottom <= seats.bottom + 1,
  };
}
"""


def test_at_a_desk_tools_cover_no_board_and_the_own_seat_is_in_sight(visit):
    page = visit("/about", 1280, 720)
    begin(page, 3)
    assert page.evaluate(SIGHT) == {"tools": True, "own": True}
    page.locator(".languages button[value=ru]").click()
    my_turn(page)
    assert page.evaluate(SIGHT) == {"tools": True, "own": True}
    resized(page, 1024, 768)
    assert page.evaluate(SIGHT)["tools"]

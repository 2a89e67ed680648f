"""A hint marks on the board what it advises, is gone when asked, and is played by a press."""

from __future__ import annotations

import random

from tests.browser.hands import begin, my_turn, seq
from tests.browser.stages import guest
from tests.browser.test_refusing import RESTS, lies_at
from tests.table.people import new_table_game, step, store


def test_what_is_advised_is_marked_and_can_be_played(visit):
    page = visit()
    begin(page)
    before, rests = seq(page), page.evaluate(RESTS)
    page.keyboard.press("h")
    page.wait_for_selector(".advice")
    buttons, marks = page.locator(".advice button"), page.locator(".advised-mark")
    assert buttons.count() == marks.count() == 3
    assert marks.all_inner_texts() == ["1", "2", "3"]
    for number in range(3):
        spot = page.locator(f"#spot-{buttons.nth(number).get_attribute('value')}")
        assert lies_at(marks.nth(number).bounding_box(), spot.bounding_box())
    assert page.evaluate("document.activeElement.id") == "advice-1"
    assert (seq(page), page.evaluate(RESTS)) == (before, rests)
    page.keyboard.press("Escape")
    assert page.locator(".advice, .advised-mark").count() == 0
    page.keyboard.press("h")
    page.wait_for_selector(".advice")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => Number(document.getElementById('table-title').dataset.seq) > {before}")
    page.wait_for_function("() => !document.querySelector('.advice, .advised-mark')")


# Numbers of order cards that a mark of the hint lies over.
HIDDEN_NUMBERS = """
() => {
  const box = (one) => one.getBoundingClientRect();
  const numbers = [...document.querySelectorAll(".ys-orders .ys-order-text")];
  const over = (one, other) => one.left < other.right && one.right > other.left && one.top < other.bottom &&
    one.bottom > other.top;
  const marks = [...document.querySelectorAll(".advised-mark b")].map(box);
  return numbers.filter((one) => marks.some((mark) => over(mark, box(one)))).map((one) => one.textContent);
}
"""


def test_a_hint_does_not_hide_the_numbers_of_order_cards(visit, table):
    table_game, chance = new_table_game("ann", "bot", "bot", game="ys"), random.Random(1)
    while table_game.view(0)["phase"] != "order" or table_game.waiting != (0,):
        step(table_game, chance)
    store(table.app.state.storage, table_game)
    page = visit("/about")
    guest(page, table)
    page.goto(f"/t/{table_game.id}")
    my_turn(page)
    page.keyboard.press("h")
    page.wait_for_selector(".advised-mark b")
    assert page.locator(".ys-orders .ys-order-text").count() == 3
    assert page.evaluate(HIDDEN_NUMBERS) == []

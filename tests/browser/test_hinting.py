"""A hint marks on the board what it advises, is gone when asked, and is played by a press."""

from __future__ import annotations

from tests.browser.hands import begin, seq
from tests.browser.test_refusing import RESTS, lies_at


def test_what_is_advised_is_marked_and_can_be_played(visit):
    page = visit("/")
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

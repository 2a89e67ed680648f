"""At the first table one is shown around, once; and "What scores?" is always at hand."""

from __future__ import annotations

from random import Random

import pytest

from tests.browser.faults import violations
from tests.browser.hands import begin, my_turn, press
from tests.browser.stages import resized

CUES = 3
SIZES = [(360, 640), (1440, 900)]
NEW_HERE = "localStorage.setItem('donjon-toured', '0')"
INSIDE = """
() => {
  const { left, top, right, bottom } = document.getElementById("tour").getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}
"""


def newcomer(visit, width, height, **options):
    """A page of who has never been at a table."""
    page = visit(width=width, height=height, **options)
    page.evaluate(NEW_HERE)
    return page


@pytest.mark.parametrize("size", SIZES)
def test_three_cues_and_never_again(visit, axe, size):
    page = newcomer(visit, *size, bypass_csp=True)
    begin(page)
    told = []
    for number in range(CUES):
        tour = page.locator("#tour")
        tour.wait_for(state="visible")
        assert page.evaluate(INSIDE)
        assert page.locator(".toured").count() == 1
        told.append(tour.locator("[data-at]:visible p").first.inner_text())
        if number == 0:  # the cues differ in their words alone
            assert violations(page, axe) == []
        tour.get_by_role("button", name="Got it" if number == CUES - 1 else "Next").click()
    assert len(set(told)) == CUES
    # What the buttons show is what the cue names: signs where there is no room for words.
    signs = (
        page.evaluate("getComputedStyle(document.querySelector('#scoring .recap-sign')).display") != "none"
    )
    assert ("★" in told[-1]) == signs
    assert ("⟲" in told[-1]) == signs
    assert page.locator("#tour").is_hidden()
    page.reload()
    my_turn(page)
    assert page.locator("#tour").is_hidden()
    assert page.locator(".toured").count() == 0


def test_who_plays_has_understood_and_who_has_enough_is_left_alone(visit):
    page = newcomer(visit, 1440, 900)
    begin(page)
    # The cue may lie over the first places of the board.
    press(page, Random(1), by_hand=False)
    page.locator("#tour [data-at=bar]").wait_for(state="visible")
    page.keyboard.press("Escape")
    assert page.locator("#tour").is_hidden()
    press(page, Random(1), by_hand=False)
    assert page.locator("#tour").is_hidden()


def test_a_lesson_has_its_own_guide(visit):
    page = newcomer(visit, 1440, 900)
    page.goto("/learn/kingdom-builder")
    page.get_by_role("button", name="Play a guided game").click()
    my_turn(page)
    assert page.locator("#guide").is_visible()
    assert page.locator("#tour").is_hidden()


@pytest.mark.parametrize("game", ["kingdom-builder", "caylus", "ys"])
def test_what_scores(visit, axe, game):
    page = visit("/about", *SIZES[0], bypass_csp=True)
    begin(page, game=game, opponents=1)
    page.locator("#scoring").click()
    card = page.locator(".reply")
    card.wait_for()
    assert card.locator("h2").inner_text() == "What scores?"
    assert card.locator(".reply-lines li").count() >= 4
    assert card.locator("a.rule").count() >= 4
    for size in SIZES:
        resized(page, *size)
        assert violations(page, axe) == [], size
    page.keyboard.press("Escape")
    assert card.count() == 0


def test_a_cue_waits_while_an_answer_is_read(visit):
    page = newcomer(visit, 360, 640)
    begin(page)
    tour = page.locator("#tour")
    tour.wait_for(state="visible")
    page.evaluate("document.dispatchEvent(new CustomEvent('donjon:about', {detail: 'scoring'}))")
    page.locator(".answer #back").wait_for(state="visible")
    assert tour.is_hidden()
    page.locator(".answer #back").click()
    tour.wait_for(state="visible")

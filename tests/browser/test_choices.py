"""The list of choices: it folds once one is made, and says how many there are of what."""

from __future__ import annotations

import random

import pytest

from donjon.kernel.games import games
from tests.browser.hands import begin, moved, my_turn, press, seq, until
from tests.browser.stages import guest, stages

# At every change of the page: what is shown of the old question while what I did is told.
WATCH = """
window.asked = [];
new MutationObserver(() => {
  if (!document.querySelector("#live.telling")) return;
  const old = [...document.querySelectorAll("#prompt, #choices-count, #moves button")];
  const shown = old.filter((one) => one.checkVisibility({ visibilityProperty: true }));
  window.asked.push(shown.map((one) => one.id));
}).observe(document.getElementById("live"), { subtree: true, attributes: true, childList: true });
"""


def with_a_list(visit, table, name):
    """A page at a decision of which a list of choices is folded."""
    page = visit("/about")
    guest(page, table)
    for address in stages(name, table, 6)[:-1]:
        page.goto(address)
        my_turn(page)
        if page.locator("#choice-list button").count():
            return page
    pytest.fail("there is a list at some decision")


@pytest.mark.parametrize("name", list(games))
def test_the_list_folds_once_a_choice_is_made(visit, table, name):
    page = with_a_list(visit, table, name)
    page.click("#choices-count")
    before = seq(page)
    page.locator("#choice-list button").first.click()
    until(page, "document.querySelector('#confirm') !== null || !document.querySelector('#choices[open]')")
    if page.locator("#confirm").count():
        page.click("#confirm")
    moved(page, before)
    my_turn(page)
    assert page.locator("#choices[open]").count() == 0


def test_escape_folds_the_list_and_keeps_the_keyboard_there(visit, table):
    page = with_a_list(visit, table, "caylus")
    page.click("#choices-count")
    page.locator("#choice-list button").first.focus()
    page.keyboard.press("Escape")
    assert page.locator("#choices[open]").count() == 0
    assert page.evaluate("document.activeElement.id") == "choices-count"


@pytest.mark.parametrize("name", list(games))
def test_what_was_asked_before_is_not_shown_while_my_move_is(visit, name):
    page, chance = visit(), random.Random(name)
    page.evaluate("localStorage.setItem('donjon-speed', '1')")
    begin(page, 2, name)
    page.evaluate(WATCH)
    press(page, chance, by_hand=False)
    asked = page.evaluate("window.asked")
    assert asked, "something was told"
    assert [ids for ids in asked if ids] == []

"""On a phone nothing that one needs is covered, whatever is decided: ways to look, points and buttons."""

from __future__ import annotations

import random

import pytest

from donjon.kernel.games import games
from tests.browser.hands import my_turn
from tests.browser.stages import PHONE, guest, guest_in, stages
from tests.table.people import new_table_game, step, store

DECISIONS = 10  # of a game that are looked at
# What is to be seen and tapped, and is cut off by the window, covered, or out of what it scrolls in.
COVERED = """
() => [...document.querySelectorAll('#chips a, #under button, #under a, #verbs button, #choices-count')]
  .filter((one) => {
    if (!one.checkVisibility() || one.closest('.choice-panel')) return false;
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const looks = document.getElementById('looks').getBoundingClientRect();
    if (one.closest('#looks') && right > looks.right) return false;  // these are swiped
    const spots = [[(left + right) / 2, top + 2], [(left + right) / 2, bottom - 2]];
    return bottom > innerHeight + 1 || spots.some(([x, y]) => !one.contains(document.elementFromPoint(x, y)));
  })
  .map((one) => one.id || one.textContent.trim())
"""


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("name", list(games))
def test_nothing_that_one_needs_is_covered(visit, table, name, language):
    page = guest_in(language, visit, table, *PHONE, has_touch=True, is_mobile=True)
    faults = {}
    for address in stages(name, table, DECISIONS, seats=max(games[name].seats))[:-1]:
        page.goto(address)
        my_turn(page)
        covered = page.evaluate(COVERED)
        if covered:
            faults[page.inner_text("#prompt")] = covered
    assert faults == {}


# Things of the hand that can be taken of which an edge is covered or cut off.
CUT = """
() => {
  const hand = document.getElementById("hand").getBoundingClientRect(), bar = document.getElementById("bar");
  const words = bar.getBoundingClientRect(), all = [...document.querySelectorAll("#hand [data-open]")];
  const isCut = ({ top, bottom, left, right }) => top < hand.top || bottom > hand.bottom ||
    left < hand.left || right > hand.right || bottom > words.top + 1;
  return all.filter((one) => isCut(one.getBoundingClientRect())).map((one) => one.textContent.trim());
}
"""


def asked(table, question: str):
    """The address of a game of Caylus in which the first seat is asked this, and has four answers or more."""
    for seed in range(40):
        table_game, chance = new_table_game("ann", "bot", game="caylus", seed=f"{seed}"), random.Random(seed)
        while not table_game.over:
            is_asked = 0 in table_game.waiting and table_game.view(0)["ask"] == question
            if is_asked and len(table_game.legal(0)) > 3:
                store(table.app.state.storage, table_game)
                return f"/t/{table_game.id}"
            step(table_game, chance)
    pytest.fail(f"never asked: {question}")


def test_the_cubes_of_a_batch_are_whole(visit, table):
    page = visit("/about", *PHONE, has_touch=True, is_mobile=True)
    guest(page, table)
    page.goto(asked(table, "batch"))
    my_turn(page)
    assert page.locator("#hand [data-open]").count() >= 3
    assert page.evaluate(CUT) == []


def test_who_gathers_cubes_sees_how_many_of_how_many(visit, table):
    page = visit("/about", *PHONE, has_touch=True, is_mobile=True)
    guest(page, table)
    page.goto(asked(table, "exchange"))
    my_turn(page)
    assert page.get_attribute("#choices-count", "data-held") is None
    page.locator("#hand [data-piece^=cube-][data-open=yes]").first.tap()
    assert page.get_attribute("#choices-count", "data-held") in ("1 of 2", "1 of 4", "1 of 2/4")
    page.keyboard.press("Escape")
    assert page.get_attribute("#choices-count", "data-held") is None

"""On a phone nothing that one needs is covered, whatever is decided: ways to look, points and buttons."""

from __future__ import annotations

import pytest

from donjon.kernel.games import games
from tests.browser.hands import my_turn
from tests.browser.stages import PHONE, guest_in, stages

DECISIONS = 16  # of a game that are looked at
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

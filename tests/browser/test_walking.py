"""The arrow keys walk the whole board, which is one stop of the tabulator; every place says what it is."""

from __future__ import annotations

import pytest

from tests.browser.hands import GAME, begin, until

GAMES = ["kingdom-builder", "caylus", "ys"]
FIRST = "document.querySelector('.spots > button, .things > a').focus()"
HERE = "document.activeElement"
SAID = "document.getElementById('walked').textContent"
MIDDLE = """
() => {
  const { x, y, width, height } = document.activeElement.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
"""
# From the first place by arrows to all that can be reached; how many places there are, how many are reached.
REACHED = """
async () => {
  const script = performance.getEntriesByType("resource").find((one) => one.name.includes("walking"));
  const { places, neighbour } = await import(script.name);
  const all = places(), found = new Set([all[0].on]), open = [all[0]];
  while (open.length) {
    const here = open.pop();
    for (const way of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
      const next = neighbour(here, way);
      if (next && !found.has(next.on)) { found.add(next.on); open.push(next); }
    }
  }
  const lost = all.filter((one) => !found.has(one.on));
  return [all.length, lost.map(({ on }) => on.id || on.dataset.subject)];
}
"""


def on_the_board(visit, game=GAME):
    """A table with the focus on the first place."""
    page = visit()
    begin(page, 1, game)
    page.evaluate(FIRST)
    return page


@pytest.mark.parametrize("game", GAMES)
def test_every_place_is_reached(visit, game):
    page = visit()
    begin(page, 1, game)
    count, lost = page.evaluate(REACHED)
    assert lost == []
    assert count >= (400 if game == "kingdom-builder" else 40)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_one_stop(visit, game):
    page = visit()
    begin(page, 1, game)
    buttons = "[...document.querySelectorAll('#board-sheet button, #board-sheet a')]"
    stops = f"{buttons}.filter((one) => one.tabIndex >= 0)"
    assert page.evaluate(f"{stops}.length") == 1
    page.evaluate(FIRST)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(f"{stops}.length") == 1
    assert page.evaluate(f"{stops}[0] === {HERE}")


def test_from_hex_to_hex_in_the_true_direction(visit):
    page = on_the_board(visit)
    for _ in range(25):
        page.keyboard.press("ArrowUp")
    for _ in range(25):
        page.keyboard.press("ArrowLeft")
    row = [page.evaluate(MIDDLE)]
    for _ in range(19):
        page.keyboard.press("ArrowRight")
        row.append(page.evaluate(MIDDLE))
    width = row[1][0] - row[0][0]
    assert all(abs(y - row[0][1]) < 2 for _x, y in row), "a row is straight"
    assert all(abs(x - row[0][0] - at * width) < 3 for at, (x, _y) in enumerate(row)), (
        "and no hex is left out"
    )
    for at in range(1, 20):
        page.keyboard.press("ArrowDown")
        x, y = page.evaluate(MIDDLE)
        assert abs(y - row[0][1] - at * 0.866 * width) < 4
        assert abs(x - row[19][0]) < 0.6 * width, "down is down"


def test_a_hex_says_its_terrain_and_why_nothing_can_be_done(visit):
    page = on_the_board(visit)
    heard = set()
    for key in ["ArrowRight"] * 8 + ["ArrowDown"] * 6:
        before = page.evaluate(SAID)
        page.keyboard.press(key)
        until(page, f"{SAID} !== {before!r}")
        heard.add(page.evaluate(SAID))
        if page.evaluate(f"{HERE}.id") == "walker":
            break
    assert all(len(words) > 10 for words in heard)
    assert page.get_attribute("#walker", "aria-label") == page.evaluate(SAID)
    page.keyboard.press("Enter")
    page.wait_for_selector("#bubble:not([hidden]) .notice")


def test_who_leaves_what_is_only_drawn_comes_back_to_a_choice(visit):
    page = on_the_board(visit)
    for _ in range(400):
        page.keyboard.press("ArrowRight")
        if page.evaluate(f"{HERE}.id") == "walker":
            break
        page.keyboard.press("ArrowDown")
    assert page.evaluate(f"{HERE}.id") == "walker"
    page.keyboard.press("Tab")
    assert page.evaluate(f"{HERE}.closest('#board-sheet')") is None
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(f"{HERE}.closest('.spots') !== null")

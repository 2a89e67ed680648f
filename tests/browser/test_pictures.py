"""Pictures of the rulebook have the fonts of the page and their names, and no word that cannot be read."""

from __future__ import annotations

import pytest

from donjon.drawing.labels import LEGIBLE
from donjon.kernel.games import games
from tests.browser.hands import until
from tests.browser.stages import PHONE, resized

DESK = (1440, 900)
NAMES = "[...document.querySelectorAll('.panel-picture > :first-child')].map((one) => one.getAttribute('{}'))"
# Of all pictures: words that are seen and too small, and the faces of the words that are seen.
WORDS = """
(least) => {
  const small = [], faces = new Set();
  for (const host of document.querySelectorAll('.panel-picture > span[role=img]')) {
    for (const one of host.shadowRoot.querySelectorAll('text')) {
      const box = one.getBoundingClientRect(), style = getComputedStyle(one), matrix = one.getScreenCTM();
      if (!one.checkVisibility() || box.width < 2 || !one.textContent.trim()) continue;
      const size = Number.parseFloat(style.fontSize) * Math.hypot(matrix.b, matrix.d);
      if (size < least - 0.01) small.push([one.textContent, size]);
      faces.add(`${style.fontWeight} 16px ${style.fontFamily.split(',')[0]}`);
    }
  }
  const all = [...faces];
  return { small, faces: all, missing: all.filter((face) => !document.fonts.check(face, 'Aa1')) };
}
"""


@pytest.mark.parametrize("name", list(games))
def test_pictures_of_the_story_have_the_fonts_of_the_page(visit, name):
    address = f"/rules/{name}/story"
    names = visit(address, scripts=False).evaluate(NAMES.format("alt"))
    page = visit(address, *DESK)
    for size in (DESK, PHONE):
        resized(page, *size)
        for index in range(len(names)):
            page.locator(".panel-picture").nth(index).scroll_into_view_if_needed()
        until(page, "!document.querySelector('.panel-picture img') && document.fonts.status === 'loaded'")
        assert page.evaluate(NAMES.format("aria-label")) == names
        words = page.evaluate(WORDS, LEGIBLE)
        assert words["small"] == []
        assert words["missing"] == []
        assert name == "kingdom-builder" or all("Alegreya" in face for face in words["faces"])
        assert name == "kingdom-builder" or words["faces"]


# For every row of the story: how much is free to its left and to its right.
ROWS = """
() => {
  const story = document.querySelector('.story').getBoundingClientRect(), rows = new Map();
  for (const one of document.querySelectorAll('.story > li')) {
    const box = one.getBoundingClientRect(), top = Math.round(box.top);
    const [left, right] = rows.get(top) ?? [Infinity, 0];
    rows.set(top, [Math.min(left, box.left - story.left), Math.max(right, box.right - story.left)]);
  }
  return [...rows.values()].map(([left, right]) => [left, story.width - right]);
}
"""


@pytest.mark.parametrize("name", list(games))
def test_no_row_of_the_story_has_a_hole_at_its_end(visit, name):
    page = visit(f"/rules/{name}/story", *DESK)
    rows = page.evaluate(ROWS)
    assert len(rows) > 1
    assert all(abs(left - right) <= 1 for left, right in rows), rows

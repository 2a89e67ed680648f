"""Icons and words in links are seen on what they stand on, and a coloured initial is one letter."""

from __future__ import annotations

import pytest

from donjon import rulebook
from donjon.kernel.games import games
from tests.browser.stages import guest, stage

LEAST = 3.0  # of the contrast of pictures, by WCAG 2.1
# The least contrast of what is drawn or written in the colour of its text within links and buttons.
FAINT = """
(least) => {
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  const parts = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const isSolid = (colour) => colour.startsWith('rgb') && (parts(colour)[3] ?? 1) === 1;
  const under = (one) => {
    for (let at = one; at; at = at.parentElement)
      if (isSolid(getComputedStyle(at).backgroundColor)) return parts(getComputedStyle(at).backgroundColor);
    return [255, 255, 255];
  };
  const faults = {};
  for (const one of document.querySelectorAll('#live :is(a, button) .icon, #live .pane a')) {
    if (!one.checkVisibility() || one.closest('.spots, .things')) continue;
    const [ink, paper] = [parts(getComputedStyle(one).color), under(one)].map(light);
    const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    const words = one.closest('a, button').outerHTML.slice(0, 90);
    if (contrast < least) faults[words] = contrast;
  }
  return faults;
}
"""
# The words whose first letter has a colour of its own while a ligature may join it to the next.
JOINED = """
() => [...document.querySelectorAll('h1, h2, h3, caption, caption *, button, .pane-word')].filter((one) => {
  const own = getComputedStyle(one), first = getComputedStyle(one, '::first-letter');
  return first.color !== own.color && !/no-common-ligatures|none/.test(own.fontVariantLigatures);
}).map((one) => one.textContent.trim().slice(0, 40))
"""


def example(name: str) -> str:
    book = rulebook.book(name)
    return f"/rules/{name}/{book.chapter_with(book.examples[0].id).id}/{book.examples[0].id}"


@pytest.mark.parametrize("name", list(games))
def test_what_is_drawn_in_links_is_seen_and_initials_stand_alone(visit, table, name):
    page = visit(reduced_motion="reduce")  # no colour is on its way from one scheme to the other
    guest(page, table)
    for address in (f"/puzzles/{name}/1", example(name), stage(name, table, 6), f"/rules/{name}/story"):
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            if page.locator("#live").count():
                assert page.evaluate(FAINT, LEAST) == {}, (address, scheme)
            assert page.evaluate(JOINED) == [], (address, scheme)


def test_a_coloured_initial_is_not_joined_to_the_next_letter(visit):
    page = visit("/rules/kingdom-builder")
    assert page.evaluate("""() => {
      const heading = document.querySelector('h1'), wide = (text) => {
        heading.textContent = text;
        const range = document.createRange();
        range.selectNodeContents(heading);
        return range.getBoundingClientRect().width;
      };
      return Math.abs(wide('Th') - wide('T\\u200ch')) < 0.5;
    }""")

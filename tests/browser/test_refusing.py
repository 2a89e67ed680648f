"""A refusal is said where one tapped, marks what was tapped, and moves nothing else."""

from __future__ import annotations

import pytest

from tests.browser.hands import begin, seq

UNLIT = """
() => {
  const open = new Set([...document.querySelectorAll(".spots > button")].map((one) => one.value));
  const hexes = [...document.querySelectorAll("#picture [data-action]")];
  return hexes.filter((one) => !open.has(one.dataset.action))[150].dataset.action;
}
"""
RESTS = """
[...document.querySelectorAll("#board, #bar, #side, #seats")].map((one) => one.getBoundingClientRect().top)
"""


def lies_at(mark, hex_box) -> bool:
    return all(abs(mark[side] - hex_box[side]) < 4 for side in ("x", "y", "width", "height"))


def test_the_reason_stands_at_the_thing_that_was_tapped(visit):
    page = visit()
    begin(page)
    before, rests = seq(page), page.evaluate(RESTS)
    thing = page.locator(f"#picture [data-action='{page.evaluate(UNLIT)}']").first
    box = thing.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector("#bubble:not([hidden]) .notice")
    assert lies_at(page.locator(".refused-mark").bounding_box(), box)
    bubble = page.locator("#bubble").bounding_box()
    assert bubble["x"] <= box["x"] + box["width"] / 2 <= bubble["x"] + bubble["width"]
    above, below = bubble["y"] + bubble["height"] <= box["y"], bubble["y"] >= box["y"] + box["height"]
    assert above or below, "it covers not what it is about"
    assert (seq(page), page.evaluate(RESTS)) == (before, rests)
    page.keyboard.press("Escape")
    assert page.locator(".refused-mark, #bubble:not([hidden])").count() == 0


# What happens takes a refusal away, but not within two seconds, so that it can be read.
REFUSED = """
(what) => {
  const isSaid = () => !document.getElementById('bubble').hidden;
  document.dispatchEvent(new CustomEvent('donjon:notice', { detail: { text: 'No.' } }));
  const said = [isSaid()];
  const happened = () => new CustomEvent('donjon:moment', { detail: { changes: [], seat: 1 } });
  if (what === 'taken') document.querySelector('.ys-own [data-piece=disc-3]').dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true }));
  else {
    document.dispatchEvent(happened());
    said.push(isSaid());
    const now = performance.now.bind(performance);
    performance.now = () => now() + 2500;
    document.dispatchEvent(happened());
  }
  return [...said, isSaid()];
}
"""


@pytest.mark.parametrize(("what", "is_said"), [("taken", [True, False]), ("happened", [True, True, False])])
def test_a_refusal_goes_when_a_thing_is_taken_or_something_happens(visit, what, is_said):
    page = visit()
    begin(page, 1, "ys")
    assert page.evaluate(REFUSED, what) == is_said

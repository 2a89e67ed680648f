"""Names keep within what they stand on, in every language and at every size; none lies over another."""

from __future__ import annotations

import pytest

from donjon.kernel.games import games
from tests.browser.hands import my_turn
from tests.browser.stages import guest_in, resized, stages

SIZES = [(360, 640), (768, 1024), (1024, 768), (1280, 720), (1440, 900), (1920, 1080)]
# Words that are cut off or pushed out of their box; words in a
# drawing that leave what they name, or lie over others.
BADLY_SET = """
() => {
  const found = {}, seen = { opacityProperty: true, visibilityProperty: true };
  const note = (kind, one, much) => {
    const words = one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40);
    found[`${kind}: ${one.closest('[class]').getAttribute('class')}: ${words}`] = Math.round(10 * much) / 10;
  };
  const boxOf = (shape) => shape.getBoundingClientRect();
  const isWord = (one) => /\\p{L}{2}/u.test(one.textContent);
  for (const one of document.querySelectorAll('#live *')) {
    if (one.closest('svg, .spoken, .choice-panel') || !one.checkVisibility(seen) || !isWord(one)) continue;
    const own = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    const style = getComputedStyle(one);
    if (style.clipPath !== 'none' || one.id === 'board-view') continue;
    const hidden = one.scrollWidth - one.clientWidth;
    if (!['visible', 'auto'].includes(style.overflowX) && hidden > 1) note('cut', one, hidden);
    if (!own.length) continue;
    const range = document.createRange();
    range.setStartBefore(own[0]);
    range.setEndAfter(own[own.length - 1]);
    const box = range.getBoundingClientRect();
    const holder = one.closest('button, .button, .pane, .sheet, .bar, .hand, .guide');
    if (!holder || !box.width || one.closest('.log-scroll')) continue;
    const around = holder.getBoundingClientRect();
    let scroller = one;
    const scrolls = () => getComputedStyle(scroller).overflowX === 'auto';
    while (scroller !== holder && !scrolls()) scroller = scroller.parentElement;
    const out = Math.max(box.right - around.right, around.left - box.left);
    if (out > 1 && scroller === holder) note('out', one, out);
  }
  for (const drawing of document.querySelectorAll('#live svg')) {
    if (!drawing.checkVisibility(seen)) continue;
    const frame = drawing.getBoundingClientRect(), texts = [];
    for (const one of drawing.querySelectorAll('text')) {
      if (!one.checkVisibility(seen) || !isWord(one)) continue;
      const box = one.getBoundingClientRect();
      if (box.width < 2) continue;
      if (one.textContent.trim().endsWith('…')) note('shortened', one, 0);
      const out = Math.max(box.right - frame.right, frame.left - box.left);
      if (out > 1) note('off the drawing', one, out);
      const thing = one.closest('[data-subject], [data-piece], g[id]');
      if (thing && !one.querySelector('textPath')) {
        const shapes = [...thing.querySelectorAll('rect, path, circle, use, polygon')].map(boxOf);
        const left = Math.min(...shapes.map((shape) => shape.left));
        const right = Math.max(...shapes.map((shape) => shape.right));
        const over = Math.max(box.right - right, left - box.left);
        if (shapes.length && over > 1) note('off its thing', one, over);
      }
      if (!one.querySelector('textPath')) texts.push([one, box]);
    }
    for (const [index, [one, box]] of texts.entries()) for (const [other, its] of texts.slice(index + 1)) {
      const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      // Lines of one name are set tight.
      const isOver = wide > 1.5 && high > 0.45 * Math.min(box.height, its.height);
      if (isOver) note(`over "${other.textContent.trim()}"`, one, wide);
    }
  }
  return found;
}
"""
UNFOLD = """
document.querySelectorAll('.seats details, .cards details').forEach((one) => { one.open = true; })
"""


@pytest.mark.parametrize("language", ["ru", "hu"])
@pytest.mark.parametrize("name", list(games))
def test_no_name_is_cut_off_or_lies_over_another(visit, table, name, language):
    page = guest_in(language, visit, table)
    faults = {}
    for address in stages(name, table, 5):
        page.goto(address)
        my_turn(page)
        page.evaluate(UNFOLD)
        for size in SIZES:
            resized(page, *size)
            faults |= {f"{size[0]} {what}": much for what, much in page.evaluate(BADLY_SET).items()}
    assert faults == {}


# Words that are broken in their middle and go on in the next line.
BROKEN = """
() => {
  const walker = document.createTreeWalker(document.getElementById('live'), NodeFilter.SHOW_TEXT), found = [];
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode, one = node.parentElement;
    if (one.closest('svg, .spoken, code, input, #log') || !one.checkVisibility()) continue;
    for (const word of node.data.matchAll(/\\p{L}{2,}/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = [...range.getClientRects()].filter((box) => box.width > 1).map((box) => box.top);
      if (Math.max(...tops) - Math.min(...tops) > 4) found.push(word[0]);
    }
  }
  return found;
}
"""


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("name", list(games))
def test_no_word_is_broken_at_a_full_table(visit, table, name, language):
    page = guest_in(language, visit, table)
    faults = {}
    for address in stages(name, table, 3, max(games[name].seats)):
        page.goto(address)
        my_turn(page)
        for size in [*SIZES, (640, 360), (844, 390)]:
            resized(page, *size)
            broken = page.evaluate(BROKEN)
            if broken:
                faults[address, size] = broken
    assert faults == {}

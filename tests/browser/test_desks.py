"""A table in each language, looked at in every size: all is seen that is needed, and each word is whole.

Each position is opened once, and looked at in one size after the other for whatever can be wrong there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from donjon.kernel.games import games
from tests.browser.hands import my_turn
from tests.browser.stages import PHONE, guest_in, resized, speak, stages
from tests.browser.test_legible import too_small

TABLET = (768, 1024)
LAPTOPS = [(1024, 768), (1100, 700)]
DESKS = [(1280, 720), (1366, 768), (1440, 900), (1920, 1080)]
UPRIGHT = [PHONE, TABLET]
SIDEWAYS = [(640, 360), (844, 390)]
LINES, LAPTOP_LINES = 8, 4  # of the log, at a desk and at a laptop with the most seats
ROUNDING = 1  # pixels
# So many lines of the log are seen, where each takes one.
LOG = """
() => {
  const scroll = document.getElementById("log-scroll"), line = document.querySelector("#log-lines > li");
  const style = getComputedStyle(line), padding = Number.parseFloat(style.paddingTop);
  const high = Number.parseFloat(style.lineHeight) + 2 * padding + Number.parseFloat(style.borderBottomWidth);
  const below = document.querySelector(".log-links").getBoundingClientRect();
  const log = document.getElementById("log").getBoundingClientRect();
  return { lines: scroll.clientHeight / high, spare: log.bottom - below.bottom };
}
"""
# What of the mats is out of sight, the board's part of the height, and what is cut off in the bar.
LAPTOP = """
() => {
  const mats = document.getElementById("seats"), board = document.getElementById("board-view");
  const around = document.getElementById("bar").getBoundingClientRect();
  const needed = [...document.querySelectorAll("#prompt, #verbs button, #choices-count")];
  const seen = needed.filter((one) => one.checkVisibility() && !one.closest(".choice-panel"));
  const isOut = (box) => box.top < around.top || box.bottom > around.bottom || box.right > around.right;
  return {
    hidden: Math.max(mats.scrollHeight - mats.clientHeight, mats.scrollWidth - mats.clientWidth),
    board: board.clientHeight / innerHeight,
    cut: seen.filter((one) => isOut(one.getBoundingClientRect())).map((one) => one.textContent.trim()),
  };
}
"""
# Of the seats of a full table: those that are not wholly in sight, and pairs of which one covers the other.
SEATED = """
() => {
  const around = document.getElementById("seats").getBoundingClientRect();
  const own = document.getElementById("own").getBoundingClientRect();
  const seats = [...document.querySelectorAll("#mats .pane-seat")];
  const panes = seats.map((one) => [one.id, one.getBoundingClientRect()]);
  const low = own.height ? Math.min(own.top, around.bottom) : around.bottom;
  const meet = (box, other) => box.top < other.bottom - 1 && box.bottom > other.top + 1 &&
    box.left < other.right - 1 && box.right > other.left + 1;
  return {
    count: panes.length,
    hidden: panes.filter(([, box]) => box.top < around.top - 1 || box.bottom > low + 1).map(([id]) => id),
    covered: panes.filter(([, box], at) => panes.slice(0, at).some(([, other]) => meet(box, other)))
      .map(([id]) => id),
  };
}
"""
# Aids whose heading is not wholly in sight in their column.
OUT_OF_SIGHT = """
() => {
  const around = document.getElementById("cards").getBoundingClientRect();
  const aids = [...document.querySelectorAll("#cards details.pane-aid")];
  const heads = aids.map((one) => [one.id, one.querySelector("summary").getBoundingClientRect()]);
  return heads.filter(([, box]) => box.top < around.top || box.bottom > around.bottom).map(([id]) => id);
}
"""
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
# What has a name on a board, without any words that are seen.
NAMELESS = """
() => {
  const named = {
    ".cay-lot:not(.open)": ".cay-name", ".cay-special": ".cay-name", ".cay-plaque": ".cay-title",
    ".ys-of-palace:has(.ys-emblem)": ".ys-card-name", ".ys-district": ".ys-inscription",
    ".ys-screen": ".ys-screen-name",
  };
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1;
  const all = (things) => [...document.querySelectorAll(`#picture ${things}`)];
  return Object.entries(named).flatMap(([things, words]) =>
    all(things).filter((one) => ![...one.querySelectorAll(words)].some(seen)).map((one) => one.textContent));
}
"""

START, EARLY, LATE, END = 0, 1, 3, 4  # of five stages of a game
Check = Callable[[object], object]


def a_laptop_shows_all_mats_and_some_lines_of_the_log(page) -> dict:
    seen, log = page.evaluate(LAPTOP), page.evaluate(LOG)
    wrong = {
        "mats out of sight": seen["hidden"] > ROUNDING,
        "a small board": seen["board"] < 0.7,
        "cut off in the bar": seen["cut"] != [],
        "too few lines of the log": log["lines"] < LAPTOP_LINES,
        "links of the log out of sight": log["spare"] < 0,
    }
    return {what: {**seen, **log} for what, is_wrong in wrong.items() if is_wrong}


def a_desk_shows_eight_lines_of_the_log(page) -> dict:
    seen = page.evaluate(LOG)
    return seen if seen["lines"] < LINES or seen["spare"] < 0 else {}


def no_text_is_too_small_to_be_read(page) -> dict:
    return too_small(page)


def every_seat_is_in_sight(page) -> dict:
    seen = page.evaluate(SEATED)
    return {what: seen[what] for what in ("hidden", "covered") if seen[what]}


def every_aid_is_in_sight(page) -> list:
    is_all = page.locator("#cards details.pane-aid[open]").count() == 3
    return page.evaluate(OUT_OF_SIGHT) if is_all else ["not all three are unfolded"]


def no_word_is_broken(page) -> list:
    return page.evaluate(BROKEN)


def everything_on_the_board_has_its_name(page) -> list:
    return page.evaluate(NAMELESS)


def checks(name: str, language: str, seats: int, stage: int) -> Iterator[tuple[Check, list]]:
    """Yield what is looked at in a position, and in which sizes."""
    least, most, is_over = min(games[name].seats), max(games[name].seats), stage == END
    is_full = seats == most
    if seats in (least, most) and stage in (EARLY, LATE):
        yield a_laptop_shows_all_mats_and_some_lines_of_the_log, LAPTOPS
    if (is_full and stage in (EARLY, LATE)) or (seats == most - 1 and stage == LATE):
        yield every_seat_is_in_sight, LAPTOPS + DESKS
    if name == "ys" and seats in (least, most) and not is_over:
        yield every_aid_is_in_sight, DESKS
    if (name, seats) in (("caylus", 2), ("ys", 2), ("ys", 4)) and not is_over:
        yield everything_on_the_board_has_its_name, [TABLET, LAPTOPS[0], DESKS[0], *DESKS[2:]]
    if is_full and stage == LATE:
        yield no_text_is_too_small_to_be_read, [LAPTOPS[0], DESKS[2]]
    if is_full:
        yield no_word_is_broken, [*UPRIGHT, *SIDEWAYS, LAPTOPS[0], DESKS[0], *DESKS[2:]]
    if seats == 3 and language == "en" and not is_over:
        yield a_desk_shows_eight_lines_of_the_log, [DESKS[0], *DESKS[2:]]


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("name", list(games))
def test_all_that_is_needed_is_seen_and_each_word_is_whole(visit, table, name, language):
    page, faults = guest_in(language, visit, table), {}
    least, most = min(games[name].seats), max(games[name].seats)
    for seats in sorted({least, 3, most - 1, most}):
        addresses = stages(name, table, 5, seats)
        for stage in (START, EARLY, LATE, END):
            address, wanted = addresses[stage], dict(checks(name, language, seats, stage))
            if not wanted:
                continue
            page.goto(address)
            my_turn(page)
            assert page.locator("#mats .pane-seat").count() >= seats
            for size in sorted(set().union(*wanted.values())):
                resized(page, *size)
                for check, sizes in wanted.items():
                    if size in sizes and (found := check(page)):
                        faults[check.__name__, address, size] = found
    assert faults == {}


@pytest.mark.parametrize(("name", "seats"), [("caylus", 2), ("ys", 2), ("ys", 4)])
def test_a_phone_that_looks_closer_shows_every_name_on_the_board(visit, table, name, seats):
    page = guest_in("en", visit, table, *PHONE)
    for language in ("en", "ru", "hu"):
        speak(page, language, table)
        page.goto(stages(name, table, 4, seats)[2])
        my_turn(page)
        page.locator("#looks [data-look]:not(#look-choices)").first.click()
        assert page.evaluate(NAMELESS) == [], language


@pytest.mark.parametrize("language", ["ru", "hu"])
@pytest.mark.parametrize("name", list(games))
def test_no_name_is_cut_off_where_all_is_unfolded(visit, table, name, language):
    page = guest_in(language, visit, table)
    faults = {}
    for address in stages(name, table, 4):
        page.goto(address)
        my_turn(page)
        page.evaluate(UNFOLD)
        for size in [*UPRIGHT, LAPTOPS[0], DESKS[0], *DESKS[2:]]:
            resized(page, *size)
            faults |= {f"{size[0]} {what}": much for what, much in page.evaluate(BADLY_SET).items()}
    assert faults == {}

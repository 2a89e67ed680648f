"""What a finger needs is 44 pixels wide and high; on a board the nearest choice takes the tap."""

from __future__ import annotations

import pytest

from donjon.kernel.games import games
from donjon.rulebook import book
from tests.browser.hands import my_turn, until
from tests.browser.stages import PHONE, guest, stage, stages

TABLET = (768, 1024)
LEAST = 44
# How far it can be hit from the middle of each thing that can be pressed, to the left and right, up and down.
# Links in a sentence have the size of the sentence; what is on the board is measured by itself.
REACH = """
([least, within]) => {
  const pressed = 'a[href], button, input:not([type=hidden]), select, summary, [role=button], ' +
    '#live :is([data-subject], [data-carry])';
  const seen = { opacityProperty: true, visibilityProperty: true };
  const hit = (one, x, y) => {
    const at = document.elementFromPoint(x, y);
    if (!at) return false;
    if (one.contains(at) || [...(one.labels ?? [])].some((label) => label.contains(at))) return true;
    // Of pieces that are alike it does not matter which is taken.
    return one.dataset.piece !== undefined && at.closest('[data-piece]')?.dataset.piece === one.dataset.piece;
  };
  const far = (one, x, y, dx, dy) => {
    let steps = 0;
    while (steps < least && hit(one, x + dx * (steps + 1), y + dy * (steps + 1))) steps += 1;
    return steps;
  };
  const isInSentence = (one) => {
    if (one.tagName !== 'A' || getComputedStyle(one).display !== 'inline') return false;
    // The signs after a line of the log are kept together, in an element of their own.
    const words = (one.closest('.line-ways') ?? one).parentElement.cloneNode(true);
    for (const link of words.querySelectorAll('a')) link.remove();
    return /\\p{L}{2}/u.test(words.textContent);
  };
  const faults = {};
  for (const one of document.querySelectorAll(pressed)) {
    if (!one.closest(within) || one.closest('#board-sheet, .spoken, .skip') || one.disabled) continue;
    if (!one.checkVisibility(seen) || isInSentence(one)) continue;
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = one.getBoundingClientRect();
    if (!height) continue;
    const x = left + width / 2, y = top + height / 2;
    const named = one.id || one.getAttribute('class') ? one : one.closest('[class]');
    const id = `${one.tagName.toLowerCase()}#${named.id}.${named.getAttribute('class')}`;
    const what = `${id} ${(one.textContent.trim() || one.ariaLabel || '').slice(0, 30)}`;
    if (!hit(one, x, y)) {
      faults[what] = `covered by ${document.elementFromPoint(x, y)?.outerHTML.slice(0, 60)}`;
      continue;
    }
    const wide = far(one, x, y, -1, 0) + far(one, x, y, 1, 0) + 1;
    const high = far(one, x, y, 0, -1) + far(one, x, y, 0, 1) + 1;
    if (wide < least - 1 || high < least - 1) faults[what] = [wide, high];
  }
  scrollTo(0, 0);
  return faults;
}
"""
UNFOLD = "document.querySelectorAll('details:not(#choices, .menu)').forEach((one) => { one.open = true; })"


def too_small(page, within: str = "body") -> dict[str, list]:
    return page.evaluate(REACH, [LEAST, within])


@pytest.mark.parametrize("size", [PHONE, TABLET])
@pytest.mark.parametrize("name", list(games))
def test_what_is_needed_at_a_table_is_large_enough(visit, table, name, size):
    page = visit("/about", *size, has_touch=True, is_mobile=True)
    guest(page, table)
    addresses, faults = stages(name, table, 5), {}
    for address in addresses:
        page.goto(address)
        my_turn(page)
        page.evaluate(UNFOLD)
        faults |= too_small(page)
        if page.locator("#choices > summary").count():
            page.locator("#choices > summary").tap()
            faults |= too_small(page, "#choice-panel")
    page.goto(f"{addresses[-1]}/replay?at=40")
    page.wait_for_selector("#autoplay:not([hidden])")
    page.evaluate(UNFOLD)
    faults |= too_small(page)
    assert faults == {}


def test_what_is_needed_on_other_pages_is_large_enough(visit, table):
    page = visit("/about", *PHONE, has_touch=True, is_mobile=True)
    guest(page, table)
    (_, at, end), faults = stages("caylus", table, 3), {}
    page.goto(f"{end}/review")
    page.wait_for_selector("article.turn, #steady")
    pages = [
        "/",
        "/new?game=caylus",
        "/new?game=kingdom-builder",
        "/rules",
        "/rules?q=worker",
        "/learn",
        "/about",
    ]
    chapter = next(one for one in book("caylus", "en").chapters if one.examples)
    pages += [f"/rules/caylus/{chapter.id}", f"/rules/caylus/{chapter.id}/{chapter.examples[0]}"]
    pages += [f"/rules/caylus{more}" for more in ("", "/story")] + [
        "/rules/table",
        f"{at}/text",
        f"{at}/log",
        f"{end}/review",
    ]
    for size in (PHONE, TABLET):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for address in pages:
            page.goto(address)
            page.evaluate(UNFOLD)
            found = too_small(page)
            faults |= {f"{address} {what}": size for what, size in found.items()}
    assert faults == {}


# What a tap chooses is kept and not played.
KEEP = """
() => document.addEventListener('submit', (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
  window.chosen = event.submitter.value;
}, true)
"""
# The choice whose middle is nearest to a point, and whether the middle of something not open is nearer.
NEAREST = """
([x, y]) => {
  const far = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return Math.hypot(left + width / 2 - x, top + height / 2 - y);
  };
  const spots = [...document.querySelectorAll('.spots > button')].sort((one, other) => far(one) - far(other));
  const named = '#board-sheet :is([data-action], [data-subject])';
  const closed = document.elementsFromPoint(x, y).map((one) => one.closest(named));
  const isOther = (one) => one !== null && one.dataset.action !== spots[0].value;
  return [spots[0].value, closed.some((one) => isOther(one) && far(one) < far(spots[0]))];
}
"""
ASIDE = 13


@pytest.mark.parametrize("name", list(games))
def test_the_nearest_choice_takes_a_tap_on_the_board(visit, table, name):
    page = visit("/about", *PHONE, has_touch=True, is_mobile=True)
    guest(page, table)
    tapped = 0
    for address in stages(name, table, 8)[:-1]:
        page.goto(address)
        my_turn(page)
        page.evaluate(KEEP)
        view = page.locator("#board-view").bounding_box()
        look_closer(page)
        for spot in page.locator(".spots > button").all()[:12]:
            box = spot.bounding_box()
            middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            for dx, dy in ((0, 0), (ASIDE, 0), (-ASIDE, 0), (0, ASIDE), (0, -ASIDE)):
                point = middle[0] + dx, middle[1] + dy
                if not within(point, view):
                    continue
                page.evaluate("window.chosen = null")
                page.touchscreen.tap(*point)
                nearest, is_closed_nearer = page.evaluate(NEAREST, point)
                chosen = page.evaluate("window.chosen")
                assert chosen == nearest or (is_closed_nearer and chosen is None), (address, point)
                page.keyboard.press("Escape")
                tapped += 1
    assert tapped > 12


# How far the middle of each choice is from the middle of its place, which the server names.
ASTRAY = """
() => {
  const sheet = document.getElementById('board-sheet').getBoundingClientRect();
  return [...document.querySelectorAll('.spots > button')].map((one) => {
    const box = one.getBoundingClientRect();
    const said = ['left', 'top', 'width', 'height'].map((name) => Number.parseFloat(one.style[name]));
    const [left, top, width, height] = said;
    const x = sheet.left + sheet.width * (left + width / 2) / 100;
    const y = sheet.top + sheet.height * (top + height / 2) / 100;
    return Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y);
  });
}
"""
# The hexes that are lit, or not lit, and lie beside one that is: their action, and where their middle is.
HEXES = """
(isLit) => {
  const view = document.getElementById('board-view').getBoundingClientRect();
  const middle = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const hexes = [...document.querySelectorAll('#picture [data-action]')].map((one) => {
    const [x, y] = middle(one);
    const lit = document.getElementById(`spot-${one.dataset.action}`) !== null;
    return { action: one.dataset.action, x, y, lit };
  });
  const open = hexes.filter((one) => one.lit);
  const isBeside = (one) => open.some((lit) => lit !== one && Math.hypot(lit.x - one.x, lit.y - one.y) < 34);
  const seen = (one) => one.x > view.left + 14 && one.x < view.right - 14 &&
    one.y > view.top + 14 && one.y < view.bottom - 14;
  return hexes.filter((one) => one.lit === isLit && isBeside(one) && seen(one));
}
"""


@pytest.mark.parametrize(("name", "number"), [("kingdom-builder", 0), ("ys", 1)])
def test_a_choice_is_where_it_is_drawn(visit, table, name, number):
    page = visit("/about", *PHONE, has_touch=True, is_mobile=True)
    guest(page, table)
    page.goto(stage(name, table, number))
    my_turn(page)
    look_closer(page)
    astray = page.evaluate(ASTRAY)
    assert len(astray) > 30
    assert max(astray) < 1


def test_the_hex_under_the_finger_takes_the_tap(visit, table):
    """A tap a little off the middle is one on that hex, be it lit or not: fingers are wider than hexes."""
    page = visit("/about", *PHONE, has_touch=True, is_mobile=True)
    guest(page, table)
    page.goto(stage("kingdom-builder", table, 0))
    my_turn(page)
    page.evaluate(KEEP)
    for is_lit, asides in ((True, ((-9, 0), (0, -8), (9, 0))), (False, ((0, 0), (0, -8), (0, 8)))):
        hexes = page.evaluate(HEXES, is_lit)[:6]
        assert len(hexes) == 6
        # One tap on each, for two on one place look at the whole board.
        for one, (dx, dy) in zip(hexes, asides * 2, strict=True):
            page.evaluate("window.chosen = null")
            page.touchscreen.tap(one["x"] + dx, one["y"] + dy)
            assert page.evaluate("window.chosen") == (one["action"] if is_lit else None), (one, dx, dy)
            page.keyboard.press("Escape")


# Two taps at once on hexes that are no choice, so many pixels apart.
TWICE = """
(apart) => {
  const closed = [...document.querySelectorAll('#board-sheet [data-action]')].find((one) => {
    const { left, top } = one.getBoundingClientRect();
    return left > 60 && top > 120 && !document.getElementById(`spot-${one.dataset.action}`);
  });
  const { left, top } = closed.getBoundingClientRect();
  for (const dx of [0, apart]) {
    closed.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: left + dx, clientY: top }));
  }
  return document.getElementById('board-sheet').getBoundingClientRect().width;
}
"""


def test_only_two_taps_on_one_place_show_the_whole_board(visit, table):
    page = visit("/about", *PHONE, has_touch=True, is_mobile=True)
    guest(page, table)
    page.goto(stages("kingdom-builder", table, 12)[0])
    my_turn(page)
    near = page.locator("#board-sheet").bounding_box()["width"]
    assert near > PHONE[0]
    assert page.evaluate(TWICE, 40) == near
    page.wait_for_timeout(400)  # Whatever comes later is no second tap.
    assert page.evaluate(TWICE, 0) == PHONE[0]


def look_closer(page) -> None:
    """Choices all over the board are all in sight first, too small for a finger; a tap looks closer."""
    view, spot = page.locator("#board-view").bounding_box(), page.locator(".spots > button").first
    if spot.count() and not spot.is_visible():
        page.touchscreen.tap(view["x"] + view["width"] * 0.3, view["y"] + view["height"] * 0.3)
        until(page, "document.querySelector('.spots > button').checkVisibility({ visibilityProperty: true })")


def within(point: tuple[float, float], box: dict[str, float]) -> bool:
    edge = 3
    return all(
        box[start] + edge < at < box[start] + box[size] - edge
        for at, start, size in zip(point, "xy", ("width", "height"), strict=True)
    )

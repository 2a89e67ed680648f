"""What is shown can be read, and on a phone the board, what scores and the prompt are seen together."""

from __future__ import annotations

import pytest

from donjon.drawing.labels import LEGIBLE
from donjon.games.kingdom_builder.model import Card, HexKind
from donjon.kernel.games import games
from donjon.table.web.rendering import say
from tests.browser.hands import holds, my_turn
from tests.browser.stages import PHONE, guest, guest_in, resized, stages

SIZES = [(1440, 900), (1024, 768), (360, 640)]
DECISIONS = 8  # of a game that are looked at on a phone
# Every text that is seen and is smaller than it may be: where it is, how large, what it says.
SMALL = """
(least) => {
  const found = {}, walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = { opacityProperty: true, visibilityProperty: true };
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim(), one = walker.currentNode.parentElement;
    if (!text || one.closest('title, desc, script, style, option, .spoken')) continue;
    if (!one.checkVisibility(seen)) continue;
    const drawing = one.closest('svg'), range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = (drawing ? one : range).getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const scale = drawing ? Math.hypot(one.getScreenCTM().b, one.getScreenCTM().d) : 1;
    const size = Number.parseFloat(getComputedStyle(one).fontSize) * scale;
    if (size < least - 0.01) found[`${one.tagName}.${one.getAttribute('class')}`] = [size.toFixed(1), text];
  }
  return found;
}
"""
# Boxes of what must be seen together, the smallest side of the choices that are in sight, all there are.
SIGHT = """
() => {
  const box = (one) => {
    const { x, y, right, bottom } = one.getBoundingClientRect();
    return [x, y, right, bottom];
  };
  const at = (id) => box(document.getElementById(id)), view = at('board-view');
  const spots = [...document.querySelectorAll('.spots > button')].map(box);
  const inside = spots.filter(([x, y, right, bottom]) =>
    x > view[0] - 1 && y > view[1] - 1 && right < view[2] + 1 && bottom < view[3] + 1);
  return {
    board: view, chips: at('chips'), play: at('play'), prompt: at('prompt'),
    goals: [...document.querySelectorAll('.goal')].map(box),
    line: Number.parseFloat(getComputedStyle(document.getElementById('prompt')).lineHeight),
    spots: spots.length, inside: inside.map(([x, y, right, bottom]) => Math.min(right - x, bottom - y)),
  };
}
"""


def too_small(page) -> dict[str, list[str]]:
    return page.evaluate(SMALL, LEGIBLE)


@pytest.mark.parametrize("name", list(games))
def test_no_text_is_too_small_to_be_read(visit, table, name):
    page = visit("/about")
    guest(page, table)
    addresses = stages(name, table, 4)
    faults = {}
    for address in [*addresses, f"{addresses[-1]}/replay?at=40", f"{addresses[1]}/text"]:
        page.goto(address)
        for size in SIZES:
            resized(page, *size)
            found = too_small(page)
            if found:
                faults[address, size] = found
    assert faults == {}


@pytest.mark.parametrize("name", list(games))
def test_a_phone_shows_board_goals_and_prompt_at_once(visit, table, name):
    page = visit("/about", *PHONE, has_touch=True, is_mobile=True)
    guest(page, table)
    for address in stages(name, table, DECISIONS)[:-1]:
        page.goto(address)
        my_turn(page)
        assert holds(page, "scrollY === 0")
        seen = page.evaluate(SIGHT)
        assert 0 <= seen["board"][1] < seen["board"][3] <= seen["chips"][1] + 1, address
        assert seen["chips"][3] <= seen["play"][1], (address, "the bar covers what scores")
        assert seen["play"][1] <= seen["prompt"][1] < seen["prompt"][3] <= seen["play"][3] + 1 <= PHONE[1] + 2
        assert seen["prompt"][3] - seen["prompt"][1] < 2.5 * seen["line"], (address, "a prompt of two lines")
        assert name != "kingdom-builder" or len(seen["goals"]) == 4
        assert all(
            0 <= x < right <= PHONE[0] and bottom <= seen["play"][1] for x, _y, right, bottom in seen["goals"]
        )
        if seen["spots"] and not page.locator(".spots > button").first.is_visible():
            assert len(seen["inside"]) == seen["spots"], (address, "all are in sight, a tap looks closer")
        elif seen["spots"]:
            assert seen["inside"], (address, "a choice is in sight")
            assert min(seen["inside"]) >= 23.9, (address, "choices can be tapped")
            assert page.locator(".spots > button").first.is_visible()


# Names with a sign on their first letter that a frame of a choice lies over, with how much of it.
OVER_ACCENTS = """
() => {
  const pen = document.createElement("canvas").getContext("2d");
  const frames = [...document.querySelectorAll("#cay-rims .legal")].map((one) => one.getBoundingClientRect());
  const names = [...document.querySelectorAll("#picture .cay-lot .cay-name")];
  const isSigned = (one) => one.textContent[0].normalize("NFD").length > 1;
  const signed = names.filter((one) => one.checkVisibility() && isSigned(one));
  const scale = document.getElementById("cay-board").getScreenCTM().a, halfARim = 4.5;
  return signed.map((one) => {
    const size = Number(one.getAttribute("font-size")), words = one.getBoundingClientRect();
    pen.font = `700 ${size}px Alegreya`;
    const line = one.getScreenCTM().f + Number(one.getAttribute("y")) * scale;
    const top = line - pen.measureText(one.textContent[0]).actualBoundingBoxAscent * scale;
    const middle = (words.left + words.right) / 2;
    const isRound = (box) => box.left < middle && box.right > middle && box.top < line && box.bottom > line;
    const lit = frames.find(isRound);
    return [one.textContent, lit ? (lit.top + halfARim * scale - top) / scale : null];
  });
}
"""


def test_a_lit_place_keeps_the_accent_of_its_name(visit, table):
    page = guest_in("hu", visit, table)
    page.goto(stages("caylus", table, 3, 2)[0])
    my_turn(page)
    found = [(name, much) for name, much in page.evaluate(OVER_ACCENTS) if much is not None]
    assert any(name == "Ács" for name, _much in found)
    assert [(name, much) for name, much in found if much > 1] == []


# Names that are put into every card, and those of them that reach over the edge of theirs.
OVER_EDGES = """
([goal, terrain]) => {
  const titles = [...document.querySelectorAll(".kb-card h3 button")];
  const words = [...document.querySelectorAll(".kb-terrain .pane-word")];
  for (const one of titles) one.textContent = goal;
  for (const one of words) one.textContent = terrain;
  return [...titles, ...words].filter((one) => one.checkVisibility()).flatMap((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const edge = one.closest(".kb-card, .kb-terrain").getBoundingClientRect().right;
    const over = range.getBoundingClientRect().right - edge;
    return over > -1 ? [[one.textContent, over]] : [];
  });
}
"""


@pytest.mark.parametrize("language", ["ru", "hu"])
def test_the_longest_names_stay_in_their_cards(visit, table, language):
    texts = say(language)
    goals = max((texts(card.word) for card in Card), key=len)
    terrain = max((texts(kind.word) for kind in list(HexKind)[:5]), key=len)
    page = guest_in(language, visit, table)
    page.goto(stages("kingdom-builder", table, 3)[1])
    my_turn(page)
    for size in [(1024, 768), (1280, 720), (1440, 900), (844, 390), (360, 640)]:
        resized(page, *size)
        assert page.evaluate(OVER_EDGES, [goals, terrain]) == [], size

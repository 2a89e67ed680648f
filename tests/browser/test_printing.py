"""On paper: what a page shows, dark on light and whole, without what can only be pressed."""

from __future__ import annotations

import itertools
import random

import pytest

import donjon
from donjon import rulebook
from tests.table.people import new_table_game, step, store

BOOK = rulebook.book("caylus")
CHAPTER = next(chapter for chapter in BOOK.chapters if chapter.examples)
PAGES = {
    "/": (".hero", ".promises"),
    "/rules/caylus": ("#exact dd",),
    "/rules/caylus/story": (".panel-picture", "figcaption"),
    f"/rules/caylus/{CHAPTER.id}": (".chapter p", ".example-picture"),
    f"/rules/caylus/{CHAPTER.id}/{CHAPTER.examples[0]}": ("#picture svg", "#prompt"),
    "/puzzles/caylus/1": ("#picture svg", "#prompt", ".mats > *"),
}
OF_TABLES = {
    "": ("#table-title", "#picture svg", "#prompt", ".mats > *", "#log-lines > li:last-child"),
    "/text": ("#what", ".in-words-board", ".whole-log > li:last-child"),
    "/log": (".whole-log > li:last-child",),
    "/replay": ("#picture svg", "#prompt", ".mats > *", "#log-lines > li:last-child"),
}
# A4 upright and across, less the edges, in pixels.
PAPERS = [(718, 1040), (1040, 718)]
FAULTS = """
(wanted) => {
  const high = (one) => one.getBoundingClientRect().height;
  const seen = (one) => one.checkVisibility({visibilityProperty: true}) && high(one) > 3;
  const light = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).map(Number);
    return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
  };
  const all = (name) => [...document.querySelectorAll(name)];
  const faults = wanted.filter((name) => !all(name).some(seen)).map((name) => `no ${name}`);
  for (const one of document.querySelectorAll('main button, main form, .masthead'))
    if (seen(one)) faults.push(`to be pressed: ${one.id || one.className || one.tagName}`);
  for (const one of document.querySelectorAll('main *')) {
    if (!seen(one)) continue;
    const style = getComputedStyle(one), name = one.id || one.className;
    if (['fixed', 'sticky'].includes(style.position)) faults.push(`stays in place: ${name}`);
    const is_cut = /auto|scroll|hidden/.test(style.overflowY) && one.scrollHeight > one.clientHeight + 2;
    // A part of a board is cut out on purpose.
    if (is_cut && high(one) > 30 && !one.matches('.crop')) faults.push(`cut off: ${name}`);
  }
  for (const one of document.querySelectorAll('main h1, main h2, main p, main li, main dd, #prompt'))
    if (seen(one) && light(getComputedStyle(one).color) > 0.55)
      faults.push(`pale: ${one.textContent.slice(0, 30)}`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the paper');
  return faults;
}
"""


def printed(page, address, wanted, schemes=("dark",)) -> dict[tuple, list[str]]:
    """Return the faults of a page by paper and by the scheme that is preferred on the screen."""
    page.emulate_media(media="screen")
    page.goto(address)
    faults = {}
    for scheme, paper in itertools.product(schemes, PAPERS):
        page.emulate_media(media="print", color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": paper[0], "height": paper[1]})
        if found := page.evaluate(FAULTS, list(wanted)):
            faults[scheme, paper] = found
    return faults


def test_pages_are_printed_whole_and_dark_on_light(visit):
    page = visit()
    found = {address: printed(page, address, wanted, ("light", "dark")) for address, wanted in PAGES.items()}
    assert {address: faults for address, faults in found.items() if faults} == {}


@pytest.mark.parametrize("game", donjon.games)
def test_a_table_is_printed_whole(visit, table, game):
    table_game, chance = new_table_game("ann", "bob", "cy", game=game), random.Random(1)
    for _ in range(30):
        step(table_game, chance)
    store(table.app.state.storage, table_game)
    page = visit()
    found = {part: printed(page, f"/t/{table_game.id}{part}", wanted) for part, wanted in OF_TABLES.items()}
    assert {part: faults for part, faults in found.items() if faults} == {}


def test_the_end_of_a_game_is_printed_with_its_scores(visit, table):
    table_game, chance = new_table_game("ann", "bob"), random.Random(1)
    while not table_game.over:
        step(table_game, chance)
    store(table.app.state.storage, table_game)
    wanted = ("#picture svg", "#prompt", "#scores table", "#log-lines > li")
    assert printed(visit(), f"/t/{table_game.id}", wanted) == {}

"""Whatever a page holds at once, its board has a real size and nothing needed is cut off or covered."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from donjon.kernel.games import games
from donjon.rulebook.lessons import cue_at, lesson_of
from donjon.table.live.guide import moment
from tests.browser.hands import CHOICES, IN_LIST, answered, my_turn, until
from tests.browser.stages import guest, resized, stage, stages
from tests.table.people import new_table_game, step, store

# Of sizes between the same bounds of the style sheet, the smallest.
PORTRAIT = [(360, 640), (768, 1024)]
SIDEWAYS = [(640, 360), (740, 360), (915, 412)]
DESKS = [(1024, 768), (1280, 720), (1440, 900), (1920, 1080)]
SIZES = [*PORTRAIT, *SIDEWAYS, *DESKS]
SHARE = 0.22  # of the window, at least, is the board
SHOWN = 0.5  # of the board, at least, is in sight and not covered
# The board's share of the window and how much of it is seen before one scrolls, what is needed and is out of
# sight then, what cannot be reached wherever one scrolls, and what is off the side.
SEEN = """
([first, later]) => {
  const seen = { visibilityProperty: true, opacityProperty: true };
  const all = (where) => [...document.querySelectorAll(where)]
    .filter((one) => one.checkVisibility(seen) && one.getClientRects().length);
  const name = (one) => one.id || one.textContent.trim().slice(0, 40);
  const isHit = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return one.contains(at);
  };
  const isOut = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  };
  scrollTo(0, 0);
  const view = document.getElementById('board-view'), box = view.getBoundingClientRect();
  const points = [];
  for (let x = 1; x < 10; x += 1) for (let y = 1; y < 10; y += 1)
    points.push([box.left + box.width * x / 10, box.top + box.height * y / 10]);
  const free = points.filter(([x, y]) => view.contains(document.elementFromPoint(x, y)));
  const missed = all(first).filter((one) => isOut(one) || !isHit(one)).map(name);
  const unreached = all(`${first}, ${later}`).filter((one) => {
    one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    return !isHit(one);
  }).map(name);
  scrollTo(0, 0);
  return {
    share: box.width * box.height / innerWidth / innerHeight,
    shown: free.length / points.length,
    missed, unreached,
    sideways: document.documentElement.scrollWidth > innerWidth ? all('#live *').filter((one) =>
      one.getBoundingClientRect().right > innerWidth && !one.closest('#board-view')).map(name) : [],
  };
}
"""
# What is in sight at once, and what can be scrolled to.
AT_ONCE = "#prompt, #verbs button, #choices-count, #confirm, #back, [data-copies], #steps a:not([hidden])"
LATER = "#result :is(a, button), #guide-ways button, .pane-seat h2, .log-links a, #scores tfoot td"
# When the game is over the result is read first; where there is one column the board lies below it.
END = "#end-result, #result :is(a, button)"
END_LATER = f"{LATER}, {END}, .end-total, .end-moment, .end-more a, #board-view"
ONE_COLUMN, TWO_COLUMNS = SIZES[:2], SIZES[2:]


def lesson(name: str, table, most: int | None = None) -> str:
    """The address of a lesson after so many actions, or at its end."""
    told = lesson_of(name)
    table_game, chance = (
        new_table_game("ann", *["bot"] * (told.players - 1), game=name, seed=told.seed),
        random.Random(1),
    )
    count = 0

    def stops() -> bool:
        cue = cue_at(told, moment(table_game))
        return bool(cue and cue.ends) if most is None else count >= most and 0 in table_game.waiting

    while not table_game.over and not stops():
        step(table_game, chance)
        count += 1
    table_game.header = replace(table_game.header, id=f"{name[:2]}lesson{'end' if most is None else most}")
    store(table.app.state.storage, table_game)
    return f"/t/{table_game.header.id}"


def hosted(name: str, table, seats: int, first: bool = False) -> str:
    """The address of a game of the first seat's guest with open seats; `first`: that seat is to move."""
    seed = 0
    while True:
        table_game = new_table_game("ann", *["open"] * (seats - 1), game=name, seed=f"hosted{seed}")
        if not first or 0 in table_game.waiting:
            break
        seed += 1
    table_game.header = replace(
        table_game.header, id=f"{name[:2]}hosted{seats}{'first' if first else 'waits'}"
    )
    store(table.app.state.storage, table_game)
    return f"/t/{table_game.header.id}"


def look(page, at_once: str = AT_ONCE, later: str = LATER, shown: float = SHOWN, sizes=SIZES) -> dict:
    """What is wrong at which size."""
    faults = {}
    for size in sizes:
        resized(page, *size)
        found = page.evaluate(SEEN, [at_once, later])
        wrong = {name: found[name] for name in ("missed", "unreached", "sideways") if found[name]}
        wrong |= {"share": found["share"]} if found["share"] < SHARE else {}
        wrong |= {"shown": found["shown"]} if found["shown"] < shown else {}
        if wrong:
            faults[size] = wrong
    return faults


def opened(visit, table, address: str):
    page = visit("/about")
    guest(page, table)
    page.goto(address)
    until(page, "document.readyState === 'complete'")
    answered(page)
    return page


@pytest.mark.parametrize("name", list(games))
def test_a_game_and_its_sheets(visit, table, name):
    page = opened(visit, table, stage(name, table, 6))
    my_turn(page)
    assert look(page) == {}
    page.locator("#scoring").evaluate("one => one.click()")
    page.wait_for_selector(".reply")
    assert look(page, shown=0.2) == {}, "what a thing is"
    action = page.locator(f"{CHOICES}, {IN_LIST}").first.get_attribute("value")
    page.goto(f"{page.url.partition('?')[0]}?consider={action}")
    page.wait_for_selector("#confirm")
    assert look(page, shown=0.2) == {}, "what an action would do"


@pytest.mark.parametrize("name", list(games))
def test_a_hint(visit, table, name):
    page = opened(visit, table, f"{stage(name, table, 6)}?hint=1")
    page.wait_for_selector(".advice")
    assert look(page, shown=0.2) == {}


@pytest.mark.parametrize("name", list(games))
def test_a_lesson_and_its_end(visit, table, name):
    page = opened(visit, table, lesson(name, table, 3))
    my_turn(page)
    assert look(page, shown=0.3) == {}
    page.goto(lesson(name, table))
    page.wait_for_selector("#guide.ending")
    assert look(page, ".brand", END_LATER, 0, ONE_COLUMN) == {}
    assert look(page, ".brand", END_LATER, 0.3, TWO_COLUMNS) == {}


@pytest.mark.parametrize("name", list(games))
def test_the_end_and_the_replay(visit, table, name):
    address = stages(name, table, 2, max(games[name].seats))[-1]
    page = opened(visit, table, address)
    assert look(page, END, END_LATER, 0, ONE_COLUMN) == {}
    assert look(page, END, END_LATER, sizes=TWO_COLUMNS) == {}
    page.goto(f"{address}/replay?at=40")
    page.wait_for_selector("#autoplay:not([hidden])")
    assert look(page) == {}


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("name", list(games))
def test_every_invitation_is_in_the_first_screen(visit, table, name, first):
    """However many seats are open, and whether or not the host is to move."""
    page = opened(visit, table, hosted(name, table, max(games[name].seats), first))
    page.wait_for_selector("[data-copies]:not([hidden])")
    assert page.locator("[data-copies]:visible").count() == max(games[name].seats) - 1
    assert look(page) == {}


# Whether all of something is in the window, before one scrolls.
WHOLE = """
(where) => { scrollTo(0, 0); return [...document.querySelectorAll(where)].map((one) => {
  const { top, bottom, left, right } = one.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}); }
"""


@pytest.mark.parametrize("name", list(games))
def test_a_puzzle_shows_its_board_at_once_and_what_decides(visit, name):
    page = visit(f"/puzzles/{name}/1")
    for size in DESKS:
        resized(page, *size)
        assert page.evaluate(WHOLE, "#board-view, #prompt") == [True, True], size
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert look(page, "h1", "#prompt, #show-me, .puzzle .goals, .try .pane-seat h2", shown=0) == {}


@pytest.mark.parametrize("name", ["kingdom-builder", "ys"])
def test_board_prompt_and_the_cards_that_decide_are_in_one_view(visit, name):
    page = visit(f"/puzzles/{name}/1")
    for size in [(360, 640), (390, 844), (844, 390), (1440, 900), (1920, 1080)]:
        resized(page, *size)
        cards = page.locator(".puzzle .goal").count()
        assert cards == (4 if name == "kingdom-builder" else 5)
        assert page.evaluate(WHOLE, "#board-view, #prompt, .puzzle .goal") == [True] * (cards + 2), size
        # The tabs lie over the lower edge of a phone.
        tabs = page.locator("body > .tabs")
        if tabs.is_visible():
            last = page.locator(".puzzle .goal").last.bounding_box()
            assert last["y"] + last["height"] <= tabs.bounding_box()["y"], size


def test_every_goal_is_in_sight_beside_a_full_table(visit, table):
    page = opened(visit, table, stage("kingdom-builder", table, 6))
    page.goto(stages("kingdom-builder", table, 3, 4)[1])
    my_turn(page)
    for size in [(1024, 768), (1100, 700), (1280, 720), (1440, 900)]:
        resized(page, *size)
        cards = page.locator("#cards").bounding_box()
        lowest = max(page.locator(".kb-card").nth(at).bounding_box()["y"] for at in range(4))
        last = page.locator(".kb-card").nth(3).bounding_box()
        assert last["y"] == lowest
        assert last["y"] + last["height"] <= cards["y"] + cards["height"] + 4, size

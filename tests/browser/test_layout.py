"""Nothing jumps, and nothing that is needed is cut off: the bar, the mats, the log, the end of a game."""

from __future__ import annotations

import itertools
import random

import pytest

from donjon.kernel.games import games
from tests.browser.hands import answered, my_turn
from tests.browser.stages import PHONE, guest, guest_in, resized, speak, stages
from tests.table.people import new_table_game, step, store

TABLET = (768, 1024)
DESKS = [(1280, 720), (1440, 900), (1920, 1080)]
SIZES = [PHONE, TABLET, (1024, 768), *DESKS]
ROUNDING = 1  # pixels
# Where what stands still stands: left, top, right, bottom, in the whole page.
PLACES = """
() => Object.fromEntries(["board-view", "under", "play", "bar", "mats"].map((id) => {
  const { left, top, right, bottom } = document.getElementById(id).getBoundingClientRect();
  const places = [left, top, right, id === "mats" ? 0 : bottom];
  return [id, places.map((at) => Math.round(at + scrollY))];
}))
"""
# What is to be seen of the end at once and is not: the result, the totals, the buttons; what is cut; how many
# rows the buttons take.
RESULT = """
() => {
  const seen = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight + 1 && left >= 0 && right <= innerWidth + 1 && one.contains(at);
  };
  const told = [...document.querySelectorAll("#end-result, #end .end-total")];
  const shown = (one) => one.checkVisibility();
  const buttons = [...document.querySelectorAll("#result :is(a, button)")].filter(shown);
  const pieces = document.querySelectorAll("#end .stackbar i:not(.rest)");
  const cut = (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
  return {
    unseen: [...told, ...buttons].filter((one) => !seen(one)).map((one) => one.textContent),
    cut: [...buttons, ...pieces].filter(cut).map((one) => one.textContent),
    low: buttons.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent),
    rows: new Set(buttons.map((one) => Math.round(one.getBoundingClientRect().top))).size,
    count: buttons.length,
  };
}
"""


@pytest.mark.parametrize("name", list(games))
def test_hand_and_bar_of_a_tablet_stay_what_they_are(visit, table, name):
    page = visit("/about", *TABLET, has_touch=True, is_mobile=True)
    guest(page, table)
    seen = {}
    for address in stages(name, table, 8)[:-1]:
        page.goto(address)
        my_turn(page)
        seen[address] = page.evaluate(PLACES)
        assert seen[address]["board-view"][3] <= seen[address]["under"][1]
        assert seen[address]["under"][3] <= seen[address]["play"][1]
        assert seen[address]["play"][3] <= TABLET[1] + ROUNDING
    first, *others = seen.values()
    assert [where for where in others if where != first] == []


@pytest.mark.parametrize("name", list(games))
def test_an_answer_on_a_tablet_moves_nothing(visit, table, name):
    page = visit("/about", *TABLET, has_touch=True, is_mobile=True)
    guest(page, table)
    page.goto(stages(name, table, 5)[2])
    my_turn(page)
    before = page.evaluate(PLACES)
    page.tap("#scoring")
    page.wait_for_selector(".reply")
    answered(page)
    assert page.evaluate(PLACES) == before
    reply = page.locator(".reply").bounding_box()
    assert reply["y"] >= 0
    assert reply["y"] + reply["height"] <= TABLET[1]
    page.tap("#back")
    assert page.evaluate(PLACES) == before


# The words of the score table that are not seen or are off its side, the names after one that is cut or over
# them, and how far the table goes off the page.
SCORES = """
() => {
  const words = [...document.querySelectorAll("#scores tbody th, #scores tfoot th")];
  const names = [...document.querySelectorAll("#scores thead th > span:last-child")];
  const frame = document.querySelector(".pane-scores-frame"), around = frame.getBoundingClientRect();
  const isOut = ({ left, right, width }) => width < 20 || left < around.left || right > around.right;
  const range = document.createRange();
  const boxOf = (one) => { range.selectNodeContents(one); return range.getBoundingClientRect(); };
  const isCut = (one) => one.scrollWidth > one.clientWidth + 1;
  const isWide = (one, next) => isCut(one) || boxOf(one).right > boxOf(next).left;
  return {
    unread: words.filter((one) => isOut(boxOf(one))).map((one) => one.textContent),
    covered: names.slice(1).filter((one, at) => isWide(names[at], one)).map((one) => one.textContent),
    off: Math.max(frame.scrollWidth - frame.clientWidth, document.documentElement.scrollWidth - innerWidth),
  };
}
"""


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("name", list(games))
def test_the_end_is_read_and_who_has_won_is_seen_at_once(visit, table, name, language):
    page, most = guest_in(language, visit, table), max(games[name].seats)
    for seats in (3, most):
        page.goto(stages(name, table, 2, seats)[-1])
        my_turn(page)
        for size in SIZES:
            resized(page, *size)
            page.evaluate("scrollTo(0, 0)")
            told = {"unseen": [], "cut": [], "low": [], "rows": 1, "count": 3}
            assert page.evaluate(RESULT) == told, (seats, size)
            tops = [page.locator(one).bounding_box()["y"] for one in ("#end", "#scores", "#mats")]
            assert tops == sorted(tops), (seats, size, "the result comes first")
            board, end = page.locator("#board-view").bounding_box(), page.locator("#end").bounding_box()
            if size[0] < 900:
                assert end["y"] + end["height"] <= board["y"], (seats, size, "the board lies below")
            else:
                assert board["y"] + board["height"] <= size[1], (seats, size, "all of the board is in sight")
                assert board["x"] + board["width"] <= end["x"], (seats, size)
                assert board["width"] >= 0.5 * size[0], (seats, size)
            assert page.evaluate(SCORES) == {"unread": [], "covered": [], "off": 0}, (seats, size)
    # Who listens hears each row by its name, with a number for each seat.
    rows = page.locator("#scores table").aria_snapshot().split("- row ")[2:]
    assert all("- rowheader" in row for row in rows)
    assert {row.count("- cell") for row in rows} == {most}


# The left and right edges of what next and of the undo of a game that is over, and of the sheet above them.
EDGES = """
() => {
  const all = [...document.querySelectorAll("#result :is(a, button), #undo button")];
  const shown = all.filter((one) => one.checkVisibility());
  const boxes = shown.map((one) => one.getBoundingClientRect());
  const lines = Map.groupBy(boxes, ({ top }) => Math.round(top));
  const left = (line) => Math.min(...line.map((one) => one.left));
  const right = (line) => Math.max(...line.map((one) => one.right));
  const edges = [...lines.values()].map((line) => [left(line), right(line)]);
  return { undo: document.querySelectorAll("#undo").length, edges };
}
"""


def test_at_the_end_undo_stands_in_line_and_the_head_covers_nothing(visit, table):
    """In Caylus the last move may be undone: nothing was drawn after it."""
    table_game, chance = new_table_game("ann", "ann", game="caylus", seed="undo"), random.Random(2)
    while not table_game.over:
        step(table_game, chance)
    store(table.app.state.storage, table_game)
    page = visit("/about", *PHONE)
    guest(page, table)
    page.goto(f"/t/{table_game.id}")
    for size in SIZES:
        resized(page, *size)
        shown = page.evaluate(EDGES)
        assert shown["undo"] == 1
        left, right = zip(*shown["edges"], strict=True)
        assert max(left) - min(left) <= ROUNDING, (size, shown)
        assert max(right) - min(right) <= ROUNDING, (size, shown)
        if size[0] < 900:
            continue
        page.evaluate("scrollTo(0, 400)")
        ways, end = page.locator("#under").bounding_box(), page.locator(".masthead").bounding_box()
        assert ways["y"] + ways["height"] <= end["y"] + end["height"] + ROUNDING, size
        at = [ways["x"] + ways["width"] / 2, ways["y"] + ways["height"] / 2]
        over = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('#under, .masthead'))"
        assert page.evaluate(over, at), (size, "the ways to look are in reach, and over nothing that is read")
        page.evaluate("scrollTo(0, 0)")
    assert page.locator("#end").is_visible()
    page.evaluate("document.getElementById('side').remove()")
    assert page.locator("#end").is_hidden(), "what is to move when the rest arrives is not shown before"
    assert page.locator("#board").is_visible()


# The buttons of the replay whose words are cut off.
CUT_OFF = """
[...document.querySelectorAll('#steps button, #steps a')]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth).map((one) => one.textContent)
"""


@pytest.mark.parametrize("name", list(games))
def test_a_replay_shows_board_points_and_buttons_at_once(visit, table, name):
    page = visit("/about", *PHONE, has_touch=True, is_mobile=True)
    guest(page, table)
    for language, size in itertools.product(("en", "ru", "hu"), (PHONE, TABLET)):
        speak(page, language, table)
        resized(page, *size)
        page.goto(f"{stages(name, table, 2)[-1]}/replay?at=60")
        page.wait_for_selector("#autoplay:not([hidden])")
        assert page.get_attribute("html", "lang") == language
        board, chips, play, steps = (
            page.locator(where).bounding_box() for where in ("#board-view", "#chips", "#play", "#steps")
        )
        assert board["y"] + board["height"] <= chips["y"] + ROUNDING, (language, size)
        assert chips["y"] + chips["height"] <= play["y"], (language, size)
        assert steps["y"] + steps["height"] <= size[1], (language, size)
        assert page.evaluate(CUT_OFF) == [], (language, size)

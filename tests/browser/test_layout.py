"""Nothing jumps, and nothing that is needed is cut off: the bar, the mats, the log, the end of a game."""

from __future__ import annotations

import pytest

from donjon.kernel.games import games
from tests.browser.hands import answered, my_turn
from tests.browser.stages import PHONE, guest, guest_in, resized, stages

TABLET = (768, 1024)
DESKS = [(1280, 720), (1440, 900), (1920, 1080)]
SIZES = [PHONE, TABLET, (1024, 768), *DESKS]
LAPTOPS = [(1024, 768), (1100, 700)]
LINES, LAPTOP_LINES = 8, 4  # of the log, at a desk and at a laptop with the most seats
ROUNDING = 1  # pixels
# Where what stands still stands: left, top, right, bottom, in the whole page.
PLACES = """
() => Object.fromEntries(["board-view", "under", "play", "bar", "mats"].map((id) => {
  const { left, top, right, bottom } = document.getElementById(id).getBoundingClientRect();
  const places = [left, top, right, id === "mats" ? 0 : bottom];
  return [id, places.map((at) => Math.round(at + scrollY))];
}))
"""
# The buttons of the end that are to be seen and are cut off, and in how many rows they stand.
RESULT = """
() => {
  const bar = document.getElementById("bar").getBoundingClientRect();
  const words = [document.getElementById("prompt"), ...document.querySelectorAll("#result :is(a, button)")];
  const seen = words.filter((one) => one.checkVisibility());
  const boxes = seen.map((one) => one.getBoundingClientRect());
  const isOut = (box) => box.top < bar.top - 1 || box.bottom > Math.min(bar.bottom, innerHeight) + 1 ||
    box.left < bar.left - 1 || box.right > bar.right + 1;
  return {
    out: seen.filter((_, index) => isOut(boxes[index])).map((one) => one.textContent),
    rows: new Set(boxes.slice(1).map((box) => Math.round(box.top))).size,
    count: seen.length,
  };
}
"""
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


@pytest.mark.parametrize("name", list(games))
def test_hand_and_bar_of_a_tablet_stay_what_they_are(visit, table, name):
    page = visit("/about", *TABLET, has_touch=True, is_mobile=True)
    guest(page, table)
    seen = {}
    for address in stages(name, table, 12)[:-1]:
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


def at_the_end(visit, table, name, language, seats=3):
    """The page of a game of so many that is over."""
    page = guest_in(language, visit, table)
    page.goto(stages(name, table, 2, seats)[-1])
    my_turn(page)
    return page


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("name", list(games))
def test_the_end_can_be_read_and_its_buttons_pressed(visit, table, name, language):
    page = at_the_end(visit, table, name, language)
    for size in SIZES:
        resized(page, *size)
        result = page.evaluate(RESULT)
        assert result["out"] == [], size
        assert result["count"] >= 6, size
        assert result["rows"] <= (2 if size[0] < 900 else 1), size


@pytest.mark.parametrize("name", list(games))
def test_a_desk_shows_eight_lines_of_the_log(visit, table, name):
    page = visit("/about")
    guest(page, table)
    for address in stages(name, table, 5)[:-1]:
        page.goto(address)
        my_turn(page)
        for size in DESKS:
            resized(page, *size)
            seen = page.evaluate(LOG)
            assert seen["lines"] >= LINES, (address, size)
            assert seen["spare"] >= 0, (address, size, "the links below the lines are in sight")


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


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("name", list(games))
def test_a_small_laptop_shows_all_mats_and_some_lines_of_the_log(visit, table, name, language):
    page = guest_in(language, visit, table)
    for seats in (min(games[name].seats), max(games[name].seats)):
        for address in stages(name, table, 5, seats)[1:-1]:
            page.goto(address)
            my_turn(page)
            for size in LAPTOPS:
                resized(page, *size)
                seen = page.evaluate(LAPTOP)
                assert seen["hidden"] <= ROUNDING, (address, size)
                assert seen["board"] >= 0.7, (address, size)
                assert seen["cut"] == [], (address, size)
                log = page.evaluate(LOG)
                assert log["lines"] >= LAPTOP_LINES, (address, size)
                assert log["spare"] >= 0, (address, size)


# Is the row of totals in sight, and nothing over it?
TOTALS = """
() => {
  const cells = [...document.querySelectorAll("#scores tfoot td")];
  return cells.map((cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    return cell.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
}
"""


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("name", list(games))
def test_who_has_won_is_seen_at_once(visit, table, name, language):
    page = at_the_end(visit, table, name, language)
    for size in SIZES:
        resized(page, *size)
        if size[0] < 900:
            page.locator("#bar .to-scores").click()
            tops = [page.locator(where).bounding_box()["y"] for where in ("#bar", "#scores", "#mats", "#log")]
            assert tops[1:] == sorted(tops[1:]), (size, "the scores come first")
        assert all(page.evaluate(TOTALS)), size


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
def test_the_scores_of_a_full_table_are_read_in_words(visit, table, name, language):
    page = at_the_end(visit, table, name, language, max(games[name].seats))
    for size in SIZES:
        resized(page, *size)
        if size[0] < 900:
            page.locator("#bar .to-scores").click()
        assert page.evaluate(SCORES) == {"unread": [], "covered": [], "off": 0}, size
        assert all(page.evaluate(TOTALS)), size
    # Who listens hears each row by its name, with a number for each seat.
    rows = page.locator("#scores table").aria_snapshot().split("- row ")[2:]
    assert all("- rowheader" in row for row in rows)
    assert {row.count("- cell") for row in rows} == {max(games[name].seats)}


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("size", [PHONE, TABLET])
@pytest.mark.parametrize("name", list(games))
def test_a_replay_shows_board_points_and_buttons_at_once(visit, table, name, size, language):
    page = guest_in(language, visit, table, *size, has_touch=True, is_mobile=True)
    page.goto(f"{stages(name, table, 2)[-1]}/replay?at=60")
    page.wait_for_selector("#autoplay:not([hidden])")
    board, chips, play, steps = (
        page.locator(where).bounding_box() for where in ("#board-view", "#chips", "#play", "#steps")
    )
    assert board["y"] + board["height"] <= chips["y"] + ROUNDING
    assert chips["y"] + chips["height"] <= play["y"]
    assert steps["y"] + steps["height"] <= size[1]
    words = "[...document.querySelectorAll('#steps button, #steps a')].filter((one) => one.checkVisibility())"
    assert page.evaluate(f"{words}.filter((one) => one.scrollWidth > one.clientWidth).length") == 0


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


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("name", list(games))
def test_a_desk_shows_every_seat_of_a_full_table(visit, table, name, language):
    page = guest_in(language, visit, table)
    most = max(games[name].seats)
    for seats in {most - 1, most}:
        for address in stages(name, table, 5, seats)[1:-1]:
            page.goto(address)
            my_turn(page)
            for size in [*LAPTOPS, *DESKS, (1366, 768)]:
                resized(page, *size)
                seen = page.evaluate(SEATED)
                assert seen["count"] >= seats
                assert (seen["hidden"], seen["covered"]) == ([], []), (address, size)

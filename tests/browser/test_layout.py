"""Nothing jumps, and nothing that is needed is cut off: the bar, the mats, the log, the end of a game."""

from __future__ import annotations

import itertools

import pytest

from donjon.kernel.games import games
from tests.browser.hands import answered, my_turn
from tests.browser.stages import PHONE, guest, guest_in, resized, speak, stages

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
            result = page.evaluate(RESULT)
            assert result["out"] == [], (seats, size)
            assert result["count"] >= 6, (seats, size)
            assert result["rows"] <= (2 if size[0] < 900 else 1), (seats, size)
            if size[0] < 900:
                page.locator("#bar .to-scores").click()
                tops = [page.locator(one).bounding_box()["y"] for one in ("#bar", "#scores", "#mats", "#log")]
                assert tops[1:] == sorted(tops[1:]), (seats, size, "the scores come first")
            assert all(page.evaluate(TOTALS)), (seats, size)
            assert page.evaluate(SCORES) == {"unread": [], "covered": [], "off": 0}, (seats, size)
    # Who listens hears each row by its name, with a number for each seat.
    rows = page.locator("#scores table").aria_snapshot().split("- row ")[2:]
    assert all("- rowheader" in row for row in rows)
    assert {row.count("- cell") for row in rows} == {most}


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

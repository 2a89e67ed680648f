"""One clock: what is told, what lies on the board and what stands in the log go together, in the page."""

from __future__ import annotations

import itertools
import random

import pytest

from tests.browser.hands import begin, my_turn, press, take_turn, until
from tests.table.people import new_table_game, step, store

GAMES = ["kingdom-builder", "caylus", "ys"]
STRANGERS = """
[...document.querySelectorAll("svg *:not(desc *)")]
  .filter((one) => one.namespaceURI !== "http://www.w3.org/2000/svg").length
"""
LISTEN = """
window.told = [];
window.seats = [];
document.addEventListener("donjon:moment", (event) => {
  const line = document.querySelector("#log-lines > li");
  const words = document.querySelector("#teller-words .now");
  window.told.push([event.detail.text, line.textContent.trim(), words?.textContent]);
  const { text, seat } = event.detail, sentences = document.querySelectorAll("#teller-words > span");
  if (text) window.seats.push([seat, sentences.length]);
});
document.addEventListener("donjon:broken", () => { window.broken = true; });
"""
# Where a window stands that has been told all, and where one stands that is opened now.
NOW = """
async () => {
  const plain = (live) => {
    const copy = live.cloneNode(true);
    const own = ["trail", "teller", "bubble", "zoom", "autoplay", "confirming", "recap", "looks", "walker"];
    for (const id of own) copy.querySelector(`#${id}`)?.remove();
    for (const one of copy.querySelectorAll("[tabindex], [open], [data-open]")) {
      const own = one.hasAttribute("data-open") ? ["role", "aria-pressed", "data-open"] : [];
      for (const name of ["tabindex", "open", ...own]) one.removeAttribute(name);
    }
    for (const one of copy.querySelectorAll("*")) {
      const sorted = (value) => value.trim().split(/\\s+/).sort().join(" ");
      const said = ({ name, value }) => [name, name === "class" ? sorted(value) : value];
      const named = [...one.attributes].map(said).sort();
      for (const [name] of named) one.removeAttribute(name);
      for (const [name, value] of named) one.setAttribute(name, value);
    }
    return copy.innerHTML.replaceAll(/>\\s+/g, ">").replaceAll(/\\s+</g, "<");
  };
  const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  return [plain(document.getElementById("live")), plain(fresh.getElementById("live"))];
}
"""


def is_that_of_now(page) -> None:
    """The page is, to the letter, what who opens it now would see."""
    shown, fresh = page.evaluate(NOW)
    at = next((at for at, (one, other) in enumerate(zip(shown, fresh, strict=False)) if one != other), None)
    assert shown == fresh, (shown[(at or 0) - 200 :][:400], fresh[(at or 0) - 200 :][:400])


def patient(page) -> None:
    """Moments at full speed, though there are many."""
    page.evaluate("localStorage.setItem('donjon-speed', '2')")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_stands_in_the_log_and_the_page_is_that_of_now(visit, game):
    page, chance = visit(), random.Random(game)
    patient(page)
    begin(page, 2, game)
    page.evaluate(LISTEN)
    for _ in range(5):
        press(page, chance, by_hand=False)
        my_turn(page)
    told = page.evaluate("window.told")
    texts = [text for text, _line, _words in told if text is not None]
    assert len(texts) > 5
    for text, line, words in told:
        if text is not None:
            assert line.startswith(text), "the log has the line when it is told"
            assert words == text
    assert page.evaluate("window.broken") is None
    assert page.evaluate(STRANGERS) == 0
    is_that_of_now(page)


HEARD = """
window.heard = [];
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const one of addedNodes) window.heard.push(one.textContent);
}).observe(document.getElementById("said"), { childList: true });
"""
PARAGRAPHS = """
[...document.querySelectorAll("#log-lines > li")].reverse().map((line) => [
  line.classList.contains("first"), line.dataset.seat ?? null,
  [...line.childNodes].filter((one) => one.nodeType === 3).map((one) => one.textContent).join("").trim(),
])
"""


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_does_in_a_row_is_one_paragraph(visit, game):
    """On the board sentence by sentence, in the log between two lines, in the ear at its end and whole."""
    page, chance = visit(), random.Random(f"paragraphs of {game}")
    patient(page)
    begin(page, 1, game)
    before = len(page.evaluate(PARAGRAPHS))
    page.evaluate(LISTEN)
    page.evaluate(HEARD)
    for _ in range(6):
        press(page, chance, by_hand=False)
        my_turn(page)
    whole = page.evaluate(PARAGRAPHS)
    assert all(
        begins == (at == 0 or whole[at - 1][1] != seat) for at, (begins, seat, _text) in enumerate(whole)
    )
    counts = page.evaluate("window.seats")
    for (seat, count), (later, after) in itertools.pairwise(counts):
        assert after in ({1, count + 1} if seat == later else {1})
    assert max(count for _seat, count in counts) > 1
    heard = page.evaluate("window.heard")
    # What the others did at first may have stood in the log already, and not have been said yet.
    lines = [text for _begins, _seat, text in whole]
    assert " ".join(heard) in [" ".join(lines[first:]) for first in range(before + 1)]
    assert len(heard) < len(whole) - before


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_drawn_whole_wherever_one_jumps(visit, game):
    page, chance = visit(), random.Random(game)
    page.evaluate("localStorage.setItem('donjon-speed', '0')")
    begin(page, 1, game)
    for _ in range(3):
        press(page, chance, by_hand=False)
        my_turn(page)
    page.goto(f"{page.url}/replay")
    first, last = (int(page.get_attribute("#at", name)) for name in ("min", "max"))
    page.goto(f"{page.url}?at={first}")
    shapes = page.evaluate("document.querySelectorAll('svg *').length")
    for at in (last, first + 3, (first + last) // 2, first):
        page.evaluate(
            "at => { const s = document.getElementById('at'); s.value = at;"
            " s.dispatchEvent(new Event('input', {bubbles: true})); }",
            at,
        )
        until(page, f"document.getElementById('live').dataset.frame === '{at}'")
        assert page.url.endswith(f"?at={at}")
        assert page.evaluate(STRANGERS) == 0
    assert page.evaluate("document.querySelectorAll('svg *').length") == shapes
    page.keyboard.press("ArrowRight")
    until(page, f"Number(document.getElementById('live').dataset.frame) > {first}")
    page.click("#autoplay")
    until(page, f"document.getElementById('live').dataset.frame === '{last}'")
    until(page, "document.getElementById('autoplay').getAttribute('aria-pressed') === 'false'")
    is_that_of_now(page)


SHOWN = """
(id) => {
  const one = document.getElementById(id), box = one.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return one.contains(top);
}
"""


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1440, 900)], ids=str)
def test_slider_and_buttons_stay_while_a_replay_plays(visit, table, size):
    table_game, chance = new_table_game("ann", "bob"), random.Random(1)
    for _ in range(12):
        step(table_game, chance)
    store(table.app.state.storage, table_game)
    page = visit(f"/t/{table_game.id}/replay?at={table_game.opening}", width=size[0], height=size[1])
    page.evaluate("localStorage.setItem('donjon-speed', '1')")
    page.evaluate(
        "document.addEventListener('donjon:moment',"
        " () => document.getElementById('teller-pause').click(), {once: true})"
    )
    page.click("#autoplay")
    page.wait_for_selector(".telling .teller:not([hidden])")
    assert page.inner_text("#teller-words")
    for id in ("at", "autoplay", "to-previous", "to-next"):
        assert page.evaluate(SHOWN, id), f"{id} is covered"


def test_the_story_can_be_stopped_and_skipped(visit):
    page = visit()
    page.evaluate("localStorage.setItem('donjon-speed', '1')")
    begin(page, 2, "caylus")
    press_at_once(page)
    page.wait_for_selector("#teller:not([hidden])")
    page.click("#teller-pause")
    words = page.inner_text("#teller-words")
    page.wait_for_timeout(2500)
    assert page.inner_text("#teller-words") == words
    assert page.locator(".spots > button:visible").count() == 0
    page.click("#teller-skip")
    my_turn(page)
    is_that_of_now(page)


def press_at_once(page) -> None:
    """Pass, and confirm it; returns before it is told what the others do."""
    page.evaluate("document.getElementById('act-0').click()")
    page.wait_for_selector("#confirm")
    page.evaluate("document.getElementById('confirm').click()")


def test_who_prefers_less_motion_is_shown_the_page_of_now(visit):
    page = visit()
    page.emulate_media(reduced_motion="reduce")
    begin(page, 1, "caylus")
    page.evaluate("window.seen = 0; document.addEventListener('donjon:moment', () => { window.seen += 1; })")
    press(page, random.Random(1), by_hand=False)
    my_turn(page)
    assert page.evaluate("window.seen") == 0


HIDE = """
(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


def test_who_comes_back_to_the_tab_sees_the_page_of_now(visit):
    page = visit()
    page.evaluate("localStorage.setItem('donjon-speed', '1')")
    begin(page, 2, "caylus")
    press_at_once(page)
    page.wait_for_selector("#teller:not([hidden])")
    page.click("#teller-pause")
    page.evaluate(HIDE, True)
    assert page.locator("#teller:not([hidden])").count() == 0
    # What happens while one is away is not told either.
    page.evaluate("window.seen = 0; document.addEventListener('donjon:moment', () => { window.seen += 1; })")
    my_turn(page)
    page.evaluate(HIDE, False)
    assert page.evaluate("window.seen") == 0
    is_that_of_now(page)


# The others have done something at a place since one's own last line.
AT_A_PLACE = """
const own = document.getElementById('live').dataset.own;
const lines = [...document.querySelectorAll('#log-lines > li')];
const first = lines.findIndex((line) => line.dataset.seat === own);
return lines.slice(0, first < 0 ? lines.length : first).some((line) => line.dataset.seat && line.dataset.box);
"""


def test_what_the_others_did_is_there_when_ones_own_card_is_played_already(visit):
    """The last line of the log is one's own then: the card is played when the turn begins."""
    page = visit()
    begin(page)
    take_turn(page)
    my_turn(page)
    own = page.get_attribute("#live", "data-own")
    assert page.locator("#log-lines > li[data-seat]").first.get_attribute("data-seat") == own
    page.click("#recap")
    seats = page.evaluate("[...document.querySelectorAll('.recapped')].map((one) => one.dataset.seat)")
    assert seats
    assert own not in seats


def test_what_the_others_did_since_ones_last_turn(visit):
    page, chance = visit(), random.Random(1)
    begin(page, 2, "caylus")
    for _ in range(3):
        press(page, chance)
        my_turn(page)
    # They may just have passed, or the round may have ended.
    while not page.evaluate(f"() => {{{AT_A_PLACE}}}"):
        press(page, chance)
        my_turn(page)
    page.click("#recap")
    lines = page.evaluate("[...document.querySelectorAll('.recapped')].map((one) => one.dataset.seat)")
    own = page.get_attribute("#live", "data-own")
    assert lines
    assert own not in lines
    marks = page.evaluate("[...document.querySelectorAll('.recap-mark')].map((one) => one.className)")
    assert marks
    assert all(f"seat-{own}" not in mark for mark in marks)
    assert page.locator(".recap").count() == 0, "the log is beside the board: it has the numbers"
    told = page.evaluate("[...document.querySelectorAll('.recapped')].map((one) => one.dataset.number)")[::-1]
    assert told == [str(number + 1) for number in range(len(lines))], "in the order in which it happened"
    numbers = page.evaluate("[...document.querySelectorAll('.recap-mark')].map((one) => one.dataset.number)")
    assert set(numbers) <= set(told)
    page.keyboard.press("Escape")
    assert page.locator(".recap-mark, .recapped, .recap").count() == 0
    page.set_viewport_size({"width": 360, "height": 640})
    page.click("#recap")
    assert page.locator("#recap-title").inner_text() == "Since your last turn"
    assert page.locator(".recap-lines > li").count() == len(lines)
    assert page.locator(".recap-lines > li").first.is_visible(), "the log is out of sight"
    page.click("#back")
    assert page.locator(".recap-mark, .recapped, .recap").count() == 0
    is_that_of_now(page)

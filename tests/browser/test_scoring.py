"""The end of a game counts up source by source for who saw the last move; later it stands as it is."""

from __future__ import annotations

import random
from functools import cache

import pytest

from donjon.kernel.games import games
from donjon.table.web.sessions import COOKIE, Identity
from tests.browser.hands import CHOICES, IN_LIST, my_turn, until
from tests.browser.stages import PHONE
from tests.table.people import SECRET, new_table_game, step, store

TOTALS = "[...document.querySelectorAll('#end .end-total')].map((cell) => cell.textContent.trim())"
UNCOUNTED = "document.querySelectorAll('#live.counting .stackbar i:not(.rest, .counted)').length"
# Every state of the table while it counts: how many pieces of bars wait, the totals, and what tells the
# result by then.
WATCH = """
window.states = [];
new MutationObserver(() => {
  if (!document.querySelector('#live.counting')) return;
  const waiting = document.querySelectorAll('#end .stackbar i:not(.rest, .counted)').length;
  const telling = '#end-result, .end-crown, #prompt, #log-lines > li, #chips b, .pane-total, #scores td';
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const early = [...document.querySelectorAll(telling)].filter(shown).map((one) => one.textContent.trim());
  const totals = [...document.querySelectorAll('#end .end-total')].map((cell) => cell.textContent.trim());
  const lit = [...document.querySelectorAll('#end .end-key .counted-now')].map((one) => one.dataset.group);
  const framed = document.querySelectorAll('#board .end-source').length > 0;
  const counts = [...document.querySelectorAll('#board .counts')].some((one) => one.checkVisibility());
  window.states.push({ waiting, totals, lit, shown: framed || counts, early });
}).observe(document.getElementById('live'), { subtree: true, attributes: true, childList: true });
"""


@cache
def before_the_end(name: str, *seats: str):
    """A game whose next action of a seat is its last."""
    whole, chance = new_table_game(*seats, game=name), random.Random(6)
    while not whole.over:
        number = len(whole.entries)
        step(whole, chance)
    table_game, chance = new_table_game(*seats, game=name), random.Random(6)
    while len(table_game.entries) < number:
        step(table_game, chance)
    return table_game


def play_the_last(visit, table, table_game, watch: str, *size: int, **options):
    """The page of the guest at that table, who has just played the last action; `watch` is run before."""
    store(table.app.state.storage, table_game)
    page = visit("/about", *size, **options)
    cookie = Identity(SECRET).guest_cookie("ann")
    page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": table.address}])
    page.evaluate("localStorage.setItem('donjon-speed', '2')")
    page.goto(f"/t/{table_game.id}")
    if page.locator("#pass button").count():
        page.click("#pass button")
    my_turn(page)
    page.evaluate(watch)
    choices = CHOICES if page.locator(CHOICES).count() else IN_LIST
    page.locator(choices).last.evaluate("button => button.click()")
    until(page, "document.querySelector('#confirm, #end')")
    if page.locator("#confirm").count():
        page.click("#confirm")
    return page


def number(text: str) -> int:
    return int(text.replace("−", "-"))


@pytest.mark.parametrize("name", list(games))
def test_the_end_counts_up(visit, table, name):
    page = play_the_last(visit, table, before_the_end(name, "ann", "ann"), WATCH)
    until(page, "document.querySelector('#end') && !document.querySelector('#live.counting')")
    states, told = page.evaluate("window.states"), page.evaluate(TOTALS)
    waiting = [state["waiting"] for state in states]
    assert waiting == sorted(waiting, reverse=True)
    assert len(set(waiting)) > 2, "source by source"
    assert [state["early"] for state in states if state["early"]] == []
    assert [number(total) for total in told] != [number(total) for total in states[0]["totals"]]
    assert {len(state["lit"]) for state in states} <= {0, 1}, "one source at a time"
    assert any(state["shown"] for state in states), "the board shows where the points come from"
    assert page.locator("#board .end-source").count() == 0
    assert page.locator("#end-result").is_visible()
    page.reload()
    assert page.evaluate(UNCOUNTED) == 0
    assert page.evaluate(TOTALS) == told
    assert page.locator("#live.counting").count() == 0


def test_with_reduced_motion_the_result_stands_at_once(visit, table):
    table_game = before_the_end("kingdom-builder", "ann", "ann")
    page = play_the_last(visit, table, table_game, WATCH, reduced_motion="reduce")
    until(page, "document.querySelector('#end')")
    assert page.locator("#end-result").is_visible()
    assert page.evaluate("window.states") == []


# At each change while it counts: are all totals above the bar, and which words of the source that is counted
# now have another colour than the source, which is chosen for its ground.
WATCH_PHONE = """
window.counted = [];
new MutationObserver(() => {
  const source = document.querySelector("#end .end-key .counted-now");
  if (!source || !document.querySelector("#live.counting")) return;
  const colour = getComputedStyle(source).color;
  const words = [...source.querySelectorAll(":not(svg, svg *)")].filter((one) => one.textContent.trim());
  const odd = words.filter((one) => getComputedStyle(one).color !== colour).map((one) => one.textContent);
  const bar = document.getElementById("play").getBoundingClientRect().top;
  const totals = [...document.querySelectorAll("#end .end-total")].map((one) => one.getBoundingClientRect());
  window.counted.push([totals.every((box) => box.top >= 0 && box.bottom <= bar + 1), odd]);
}).observe(document.getElementById("live"), { subtree: true, attributes: true, childList: true });
"""


@pytest.mark.parametrize("name", list(games))
def test_a_phone_shows_the_totals_above_the_bar_and_dark_words_on_gold(visit, table, name):
    seats = ("ann",) * max(games[name].seats)
    looks = {"has_touch": True, "is_mobile": True, "color_scheme": "dark"}
    page = play_the_last(visit, table, before_the_end(name, *seats), WATCH_PHONE, *PHONE, **looks)
    until(page, "document.querySelector('#end') && !document.querySelector('#live.counting')")
    counted = page.evaluate("window.counted")
    assert counted
    assert counted[-1][0], "scrolled to the result"
    assert [odd for _is_above, odd in counted if odd] == []

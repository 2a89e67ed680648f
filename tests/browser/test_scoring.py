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

TOTALS = "[...document.querySelectorAll('#scores tfoot td')].map((cell) => cell.textContent.trim())"
UNCOUNTED = "document.querySelectorAll('#scores .uncounted').length"
# Every state of the table while it counts: how many rows wait, and what tells the winner or a total by then.
WATCH = """
window.states = [];
new MutationObserver(() => {
  if (!document.querySelector('#live.counting')) return;
  const waiting = document.querySelectorAll('#scores .uncounted').length;
  const told = [...document.querySelectorAll('#prompt, #log-lines > li, #chips b, .pane-total, .pane-crown')];
  const early = told.filter((one) => one.checkVisibility({ visibilityProperty: true }));
  window.states.push([waiting, early.map((one) => one.textContent.trim())]);
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
    until(page, "document.querySelector('#confirm, #scores')")
    if page.locator("#confirm").count():
        page.click("#confirm")
    return page


@pytest.mark.parametrize("name", list(games))
def test_the_end_counts_up(visit, table, name):
    page = play_the_last(visit, table, before_the_end(name, "ann", "ann"), WATCH)
    until(page, f"document.querySelector('#scores') && {UNCOUNTED} === 0")
    until(page, "!document.querySelector('#live.counting')")
    waiting = [count for count, _early in page.evaluate("window.states")]
    assert waiting
    assert waiting == sorted(waiting, reverse=True)
    assert [early for _count, early in page.evaluate("window.states") if early] == []
    told = page.evaluate(TOTALS)
    page.reload()
    assert page.evaluate(UNCOUNTED) == 0
    assert page.evaluate(TOTALS) == told
    assert page.locator("#live.counting").count() == 0


# At each change while it counts: is the row of totals above the bar, and which words of the row that is
# counted now have another colour than the row, which is chosen for its ground.
WATCH_PHONE = """
window.counted = [];
new MutationObserver(() => {
  const row = document.querySelector("#scores .counted-now");
  if (!row || !document.querySelector("#live.counting")) return;
  const colour = getComputedStyle(row).color;
  const words = [...row.querySelectorAll(":not(svg, svg *)")].filter((one) => one.textContent.trim());
  const odd = words.filter((one) => getComputedStyle(one).color !== colour).map((one) => one.textContent);
  const low = document.querySelector("#scores tfoot").getBoundingClientRect().bottom;
  window.counted.push([low <= document.getElementById("play").getBoundingClientRect().top + 1, odd]);
}).observe(document.getElementById("live"), { subtree: true, attributes: true, childList: true });
"""


@pytest.mark.parametrize("name", list(games))
def test_a_phone_shows_the_totals_above_the_bar_and_dark_words_on_gold(visit, table, name):
    seats = ("ann", "ann", "ann", "ann")[: max(games[name].seats)]
    looks = {"has_touch": True, "is_mobile": True, "color_scheme": "dark"}
    page = play_the_last(visit, table, before_the_end(name, *seats), WATCH_PHONE, *PHONE, **looks)
    until(page, f"document.querySelector('#scores') && {UNCOUNTED} === 0")
    until(page, "!document.querySelector('#live.counting')")
    counted = page.evaluate("window.counted")
    assert counted
    assert all(is_above for is_above, _odd in counted)
    assert [odd for _is_above, odd in counted if odd] == []

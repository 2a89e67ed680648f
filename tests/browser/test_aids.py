"""What helps to decide is that of the position which is reached when all moments have been shown."""

from __future__ import annotations

import random

from tests.browser.hands import my_turn, until
from tests.browser.stages import guest
from tests.table.people import new_table_game, step, store

# At each moment and at the end: the hidden brokers that "Who would win now" still counts, and those that lie
# face down on the board.
WATCH = """
window.seen = [];
for (const name of ["moment", "settled"]) document.addEventListener(`donjon:${name}`, () => {
  const counted = document.querySelectorAll("#ys-preview .ys-hidden-sign").length;
  const lying = document.querySelectorAll("#ys-brokers use[href^='#ys-back-']").length;
  window.seen.push([counted, lying]);
});
"""


def before_the_reveal():
    """A game of Ys whose next action of a seat turns brokers up that lie face down."""

    def hidden(table_game):
        return sum(not one["face_up"] for one in table_game.view(None)["brokers"])

    table_game, chance = new_table_game("ann", "ann", game="ys"), random.Random(6)
    lying = [hidden(table_game)]
    while not (len(lying) > 1 and lying[-2] > 2 and not lying[-1]):
        step(table_game, chance)
        lying.append(hidden(table_game))
    table_game, chance = new_table_game("ann", "ann", game="ys"), random.Random(6)
    for _ in lying[:-2]:
        step(table_game, chance)
    return table_game


def test_who_would_win_now_is_that_of_the_end_of_the_reveal(visit, table):
    table_game = before_the_reveal()
    store(table.app.state.storage, table_game)
    page = visit("/about")
    guest(page, table)
    page.evaluate("localStorage.setItem('donjon-speed', '2')")
    page.goto(f"/t/{table_game.id}")
    if page.locator("#pass button").count():
        page.click("#pass button")
    my_turn(page)
    page.evaluate(WATCH)
    page.locator("#moves button, #many button, #choice-list button").last.evaluate("button => button.click()")
    until(page, "window.seen.length > 3 && !document.querySelector('#live.telling')")
    seen = page.evaluate("window.seen")
    assert seen[0][1] > 0, "some lie face down when the reveal begins"
    assert seen[0][0] > 0, "the aid counts them until all are shown"
    assert seen[-1] == [0, 0]

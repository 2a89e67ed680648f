"""Kingdom Builder is played on the things themselves: hexes of the board, tokens in hand and on the mat."""

from __future__ import annotations

import random

from tests.browser.hands import OVER, answered, begin, moved, my_turn, point_aside, seq
from tests.browser.stages import guest, middle

END_TURN = "#act-408"
TOKENS = "[data-open='yes'][data-piece^='token-']"
# The open hex that is nearest to a location with a token left: whoever builds there gets one.
NEAREST = """
() => {
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const goals = [...document.querySelectorAll('.place:not(.castle):has(.pips:not(.left-0))')].map(middle);
  const far = (spot) => {
    const [x, y] = middle(spot);
    return Math.min(1e9, ...goals.map(([a, b]) => Math.hypot(a - x, b - y)));
  };
  return [...document.querySelectorAll('.spots > button')].sort((a, b) => far(a) - far(b))[0].id;
}
"""


def take(page, thing) -> None:
    """A real press of the mouse on a thing, and what comes of it."""
    before = seq(page)
    thing.click()
    moved(page, before)
    answered(page)


def play(page, chance: random.Random) -> str:
    """Make one choice on the board, in the hand or on the mat; which kind of thing was taken."""
    assert page.locator("#moves button:not(" + END_TURN + ")").count() == 0, "all else lies somewhere"
    where = chance.choice(["#hand", "#mats"])
    tokens = page.locator(f"{where} {TOKENS}")
    if tokens.count():
        take(page, tokens.first)
        return where
    if page.locator(END_TURN).count():
        point_aside(page)
        take(page, page.locator(END_TURN))
        return END_TURN
    take(page, page.locator("#" + page.evaluate(NEAREST)))
    return "hex"


def test_half_a_game_without_the_list(visit, table) -> None:
    """From the middle of a game to its end, in one page."""
    page = visit()
    page.evaluate("localStorage.setItem('donjon-confirm', 'never')")
    guest(page, table)
    page.goto(middle("kingdom-builder", table))
    my_turn(page)
    chance, taken = random.Random(1), set()
    while not page.locator(OVER).count():
        taken.add(play(page, chance))
        assert page.locator("#choices[open]").count() == 0
        my_turn(page)
    assert taken == {"hex", "#hand", "#mats", END_TURN}
    assert "Final score:" in page.inner_text("#prompt")


def test_lit_hexes_tell_their_gold_and_a_token_lights_its_targets(visit) -> None:
    page = visit()
    page.evaluate("localStorage.setItem('donjon-confirm', 'never')")
    begin(page)
    while not page.locator(f"#hand {TOKENS}").count():
        play(page, random.Random(1))
        my_turn(page)
    token = page.locator(f"#hand {TOKENS}").first
    name = token.get_attribute("data-piece").removeprefix("token-")
    assert token.bounding_box()["width"] >= 44
    assert page.locator(f"#mats [data-piece='token-{name}']").first.get_attribute("data-open") == "yes"
    take(page, token)
    assert f"({name.replace('harbor', 'harbour')})" in page.inner_text("#prompt")
    lit, told = page.locator("#kb-rims .legal").count(), page.locator(".spot[data-worth]")
    assert lit == page.locator(".spots > button").count() > 0
    assert told.count() in (0, lit)
    worth = told.evaluate_all("all => all.map((one) => one.dataset.worth)")
    assert all(text == "0" or text[0] in "+−" for text in worth)

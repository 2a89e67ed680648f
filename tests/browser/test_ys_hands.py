"""Ys played by its things: discs, gems, cards and ships that are tapped, places on the board."""

from __future__ import annotations

import random

import pytest

from tests.browser.hands import OVER, answered, begin, my_turn, seq, until
from tests.browser.stages import guest, middle

GAME = "ys"
OPEN = ".spots > button, #live [data-open=yes]"
PASS = "#moves button"  # that nothing is taken is the only choice without a thing


def choose(page, chance) -> None:
    """Take things until they are a choice, or press a place; pass where neither is there."""
    before = seq(page)
    while page.locator(OVER).count() == 0 and seq(page) == before:
        things = page.locator(OPEN)
        count = things.count()
        thing = things.nth(chance.randrange(count)) if count else page.locator(PASS).first
        thing.click()
        answered(page)


def test_half_a_game_by_things_alone(visit, table):
    """From the middle of a game to its end, in one page."""
    page = visit()
    guest(page, table)
    page.goto(middle(GAME, table))
    my_turn(page)
    chance, shown = random.Random(4), set()
    while page.locator(OVER).count() == 0:
        shown.add(page.inner_text("#prompt").split(":")[0])
        # What stays in words is at most to pass.
        assert page.locator(PASS).count() <= 1
        choose(page, chance)
        my_turn(page)
    assert not page.locator("#choices[open]").count()
    assert "wins" in page.inner_text("#prompt")
    assert len(shown) > 8


def test_a_bid_adds_up_and_leaves_the_board_free(visit):
    """YS-4.1: two discs are pushed forward, their sum stands beside them, the second one makes the bid."""
    page = visit()
    begin(page, 1, GAME)
    pushed = "getComputedStyle(document.querySelector('.ys-pushed')).visibility"
    assert page.evaluate(pushed) == "hidden"
    assert page.locator(PASS).count() == 0
    discs = page.locator(".ys-own [data-piece=disc-3]")
    discs.first.click()
    assert page.evaluate(pushed) == "visible"
    assert page.locator("#live [data-open=held]").count() == 1, "of two alike one is taken"
    # It is laid back by a second tap, and another is taken.
    discs.first.click()
    assert page.locator("#live [data-open=held]").count() == 0
    bar, market = page.locator("#bar").bounding_box(), page.locator("#ys-market").bounding_box()
    assert bar["y"] >= market["y"] + market["height"]
    before = seq(page)
    discs.first.click()
    page.locator(".ys-own [data-piece=disc-4]").first.click()
    until(page, "document.querySelector('#log-lines').innerText.includes('3 and 4')")
    assert seq(page) != before


def test_a_bid_by_keys(visit):
    page = visit()
    begin(page, 1, GAME)
    for piece in ("disc-1", "disc-2"):
        page.locator(f".ys-own [data-piece={piece}]").first.focus()
        page.keyboard.press("Enter")
    until(page, "document.querySelector('#log-lines').innerText.includes('1 and 2')")


TOLD = """async () => {
    localStorage.setItem('donjon-speed', '1');
    const player = document.querySelector('script[type=module][src]').src.replace(/table\\.js/, 'player.js');
    const { tell } = await import(player);
    const settled = () => document.dispatchEvent(new Event('donjon:settled'));
    tell([{ changes: [], text: 'Somebody bids.', seat: 1 }], settled);
}"""


@pytest.mark.parametrize("by_keys", [True, False])
def test_what_others_bid_is_not_in_the_way(visit, by_keys):
    """YS-4.1: all bid at the same time; what is told meanwhile takes neither keyboard nor press away."""
    page = visit()
    begin(page, 1, GAME)
    first, second = (page.locator(f".ys-own [data-piece={piece}]").first for piece in ("disc-1", "disc-2"))
    first.click()
    second.focus()
    page.evaluate(TOLD)
    assert page.locator("#live.telling").count() == 1
    assert second.evaluate("thing => document.activeElement === thing")
    if by_keys:
        page.keyboard.press("Enter")
    else:
        second.click()
    until(page, "document.querySelector('#log-lines').innerText.includes('1 and 2')")


DRAWN_ANEW = """thing => {
    const around = thing.parentElement;
    around.innerHTML = around.innerHTML;
    document.dispatchEvent(new Event('donjon:settled'));
    return document.activeElement.getAttribute('data-piece');
}"""


def test_the_keyboard_stays_on_a_thing_that_is_drawn_anew(visit):
    page = visit()
    begin(page, 1, GAME)
    disc = page.locator(".ys-own [data-piece=disc-2]").first
    disc.focus()
    assert disc.evaluate(DRAWN_ANEW) == "disc-2"


def test_a_district_that_is_asked_about_is_outlined_as_it_is_drawn(visit):
    """No rectangle lies askew over the curves of the town."""
    page = visit()
    begin(page, 1, "ys")
    district = page.locator("#about-q1\\.h")
    assert not page.locator(".ys-ghost.at-q1-h").is_visible()
    district.hover()
    assert page.locator(".ys-ghost.at-q1-h").is_visible()
    assert district.evaluate("one => getComputedStyle(one).boxShadow") == "none"

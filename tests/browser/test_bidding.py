"""A game of secrets: people who bid at the same time at screens of their own."""

from __future__ import annotations

import random
import re

import pytest

from tests.browser.hands import IN_LIST, START, my_turn, press, sit_down, until

GAME = "ys"
SIZES = [(360, 640), (768, 1024), (1440, 900)]
SECRET = "makes a secret bid:"


def lay(page, *seats: str) -> None:
    """Begin a game of these seats, the first one being ours: "open", or the value of a bot's entry."""
    for seat, who in enumerate(seats, 1):
        page.select_option(f"#seat-{seat}", **({"value": who} if who == "open" else {"index": 3}))
    page.click(START)


def bid(page) -> None:
    """Open the list of choices and press the last bid."""
    page.locator("#choices-count").click()
    page.locator(IN_LIST).last.click()


def test_two_browsers_bid_at_the_same_time(visit):
    """YS-4.1: in any order, each on the page that was there before the other's bid, seen by nobody else."""
    visit.forgiven += ["Failed to load resource", "Failed to fetch"]  # of the stream cut below
    ann = visit(f"/new?game={GAME}")
    lay(ann, "open", "bot")
    bob = visit(ann.input_value("#gather-link"))
    sit_down(bob)
    my_turn(ann)
    my_turn(bob)
    # Bob's page does not hear of Ann's bid before he bids himself.
    bob.route("**/stream*", lambda route: route.abort())
    before = bob.content()
    bid(ann)
    until(ann, "document.querySelector('#moves') === null")
    assert SECRET in ann.inner_text("#log-lines")
    assert bob.inner_text("#prompt") in before
    bid(bob)
    until(bob, "document.querySelector('#log-lines').innerText.includes(' bids ')")
    assert not bob.locator("#notice").count()
    until(ann, "document.querySelector('#log-lines').innerText.includes(' bids ')")


def test_a_bid_is_read_by_its_seat_alone(visit):
    """YS-0.3: until all have bid, neither rivals nor spectators are sent what was bid."""
    ann = visit(f"/new?game={GAME}")
    lay(ann, "open", "bot")
    sit_down(visit(ann.input_value("#gather-link")))
    my_turn(ann)
    bid(ann)
    until(ann, "document.querySelector('#moves') === null")
    stranger = visit(ann.url)
    for page, knows in ((ann, True), (stranger, False)):
        assert (SECRET in page.inner_text("#log-lines")) == knows
        assert "makes a secret bid" in page.inner_text("#log-lines")
    record = "fetch(location.pathname + '/record.txt').then(answer => answer.text())"
    assert re.search(r"^0 bid \?$", stranger.evaluate(record), re.MULTILINE)
    assert re.search(r"^0 bid \d", ann.evaluate(record), re.MULTILINE)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_page_never_scrolls_sideways(visit, width, height):
    page = visit(f"/new?game={GAME}", width=width, height=height)
    lay(page, "bot", "bot", "bot")
    chance = random.Random(width)
    for _ in range(6):
        my_turn(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        press(page, chance, by_hand=False)

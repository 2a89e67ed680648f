"""Two friends and a spectator, live: one loses the network twice, the other changes the device."""

from __future__ import annotations

import pytest

from tests.browser.hands import invite, sit_down, take_turn, until
from tests.browser.proxies import DOWN, UP, Proxy
from tests.browser.test_devices import link_of

NEW = "/new?game=kingdom-builder&option.first=0&with=friends"
OFFLINE = "document.getElementById('offline')"
OVER = "document.querySelector('#result') !== null"
# Turns after which the line is lost, and after which the device changes.
LOST, CHANGED = (3, 8), 5


@pytest.fixture
def proxy(table):
    made = Proxy(int(table.address.rpartition(":")[2]))
    yield made
    made.stop()


def lose_the_line(page, proxy) -> None:
    """The line is dead for a while, and nobody tells the browser."""
    proxy.swallows |= {UP, DOWN}
    until(page, f"!{OFFLINE}.hidden")
    assert page.locator("#clocks").is_visible(), "what the page knows stays on it"
    proxy.heal()
    until(page, f"{OFFLINE}.hidden")


def test_a_live_game_to_its_end(visit, table, proxy):
    visit.forgiven += ["Failed to load resource", "Failed to fetch", "net::"]
    ann = visit(NEW)
    link = invite(ann)
    ann.click("#gather-paces summary")
    ann.click("#gather-pace-live-60")
    until(ann, "document.querySelector('#gather-paces summary b').innerText !== 'No clock'")
    bob = visit(f"{proxy.address}/t/{link.rpartition('/')[2]}", 360, 640)
    sit_down(bob, "Bob")
    eve = visit(link)
    for page in (ann, bob, eve):
        page.wait_for_selector("#clocks")
    assert eve.locator("#live form").count() == 0
    for turn in range(60):
        if turn in LOST:
            lose_the_line(bob, proxy)
        if turn == CHANGED:
            phone = visit(link_of(ann), 360, 640)
            phone.click("#pass-take")
            phone.wait_for_selector("#board")
            ann.close()
            ann = phone
        page = (ann, bob)[turn % 2]
        until(page, f"document.querySelector('#play').classList.contains('yours') || {OVER}")
        if page.evaluate(OVER):
            break
        take_turn(page)
    for page in (ann, bob, eve):
        until(page, OVER)
        assert page.locator("#clocks").count() == 0
    name = link.rpartition("/")[2]
    game = table.app.state.tables._held[name]
    assert game.over
    assert [seat.kind for seat in game.seats] == ["person", "person"], "nobody's time was up"
    keys = [entry.key for entry in game.entries if entry.key]
    assert len(keys) == len(set(keys)), "a move was played twice"
    assert ann.locator("#end").is_visible()

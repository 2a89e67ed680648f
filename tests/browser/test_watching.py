"""Spectators come and go: the players see it without asking, and nothing jumps."""

from __future__ import annotations

from tests.browser.faults import violations
from tests.browser.hands import build, invite, my_turn, sit_down, until
from tests.browser.test_devices import NEW, game_with_a_friend

WATCHING = "document.getElementById('watching')"


def test_players_see_who_watches_and_the_spectator_has_no_verbs(visit, axe):
    ann, bob = game_with_a_friend(visit)
    assert ann.locator("#watching").is_hidden()
    eve = visit(bypass_csp=True)
    eve.context.add_cookies([{"name": "donjon_name", "value": "Eve", "url": eve.url}])
    eve.goto(ann.url)
    for page, words in ((ann, "1 watching: Eve"), (bob, "1 watching: Eve")):
        until(page, f"{WATCHING}.innerText === '{words}'")
    until(eve, f"{WATCHING}.innerText.startsWith('1 watching: ')")
    assert eve.locator("#live form[method=post]").count() == 0
    zoe = visit(ann.url, 360, 640)
    until(ann, f"{WATCHING}.innerText === '2 watching: Eve, a guest'")
    until(zoe, f"{WATCHING}.textContent.startsWith('2 watching: ')")
    my_turn(ann)
    build(ann)
    assert ann.inner_text("#watching") == "2 watching: Eve, a guest", "it stays when the page changes"
    assert violations(ann, axe) == violations(eve, axe) == []
    eve.close()
    until(ann, f"{WATCHING}.innerText === '1 watching: a guest'")
    zoe.close()
    until(ann, f"{WATCHING}.hidden")


def test_who_looks_on_before_a_private_game_is_shown_out_at_its_start(visit):
    visit.forgiven.append("Failed to load resource")
    ann = visit(NEW)
    ann.fill("#name-0", "Ann")
    ann.check("input[name=private]")
    link = invite(ann)
    eve, bob = visit(link), visit(link, 360, 640)
    assert "no spectators" in eve.inner_text("main")
    sit_down(bob, "Bob")
    bob.wait_for_selector("#board")
    until(eve, "document.querySelector('h1')?.innerText === 'This table is private'")
    assert "Ann" not in eve.inner_text("main")
    my_turn(ann)
    build(ann)

"""Friends gather: one at a desk opens a table, another comes by phone with the code, a third by the link."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from donjon.table.web.sessions import COOKIE, Identity
from tests.browser.faults import violations_in_all_looks
from tests.browser.hands import invite, my_turn, sit_down, take_turn, until
from tests.browser.stages import resized
from tests.table.people import SECRET, new_table_game, step, store

NEW = "/new?game=kingdom-builder&option.first=0"
SIZES = [(360, 640), (844, 390), (1440, 900)]


def code_of(page) -> str:
    return "".join(page.locator(".gather-code span").all_inner_texts())


def open_table(page, seats: int = 4) -> str:
    """Open a table of so many seats, all but one free; return its link."""
    page.fill("#name-0", "Ann")
    for seat in range(2, seats):
        page.select_option(f"#seat-{seat}", "open")
    return invite(page)


def test_three_friends_meet_and_play(visit):
    ann = visit(NEW)
    link = open_table(ann)
    bob = visit("/", 360, 640)
    bob.fill("#code-text", code_of(ann).lower())
    bob.click("#code button")
    assert "Ann invites you to play" in bob.inner_text("main")
    sit_down(bob, "Bob")
    bob.wait_for_selector("#gather-link", state="attached")
    until(ann, "document.querySelector('#gather-seats').innerText.includes('Bob')")
    assert "2 more" in ann.inner_text("#gather-title")
    cid = visit(link)
    sit_down(cid, "Cid")
    until(bob, "document.querySelector('#gather-seats').innerText.includes('Cid')")
    bob.locator("#gather-move-3").click()
    until(ann, "document.querySelector('#gather-seat-3').innerText.includes('Bob')")
    ann.locator(".gather-bots summary").first.click()
    ann.locator(".gather-bots[open] button").first.click()
    # The last seat is taken: the game starts for all, without a press.
    for page in (ann, bob, cid):
        page.wait_for_selector("#board")
    take_turn(ann)
    my_turn(cid)
    watching = visit(link)
    assert watching.locator("#live form").count() == 0
    assert watching.locator("#board").is_visible()


def test_what_is_typed_and_unfolded_stays_while_others_come(visit):
    ann = visit(NEW)
    link = open_table(ann)
    ann.click("#gather-qr summary")
    bob, cid = visit(link), visit(link)
    bob.fill("#name", "Bo")
    sit_down(cid, "Cid")
    until(bob, "document.querySelector('#gather-seats').innerText.includes('Cid')")
    assert bob.input_value("#name") == "Bo"
    assert bob.evaluate("document.activeElement.id") == "name"
    until(ann, "document.querySelector('#gather-seats').innerText.includes('Cid')")
    assert ann.locator("#gather-qr svg").is_visible()


def test_a_name_that_is_taken_is_refused_on_the_page(visit):
    visit.forgiven.append("Failed to load resource")
    bob = visit(open_table(visit(NEW)))
    sit_down(bob, "ann")
    bob.wait_for_selector("#name[aria-describedby=wrong]")
    assert "is taken" in bob.inner_text("#wrong")
    assert bob.input_value("#name") == "ann"
    assert bob.evaluate("document.activeElement.id") == "name", "what is to be changed has the focus"
    sit_down(bob, "Bob")
    bob.wait_for_selector("#gather-link", state="attached")


def test_friends_gather_without_scripts(visit):
    ann = visit(NEW, scripts=False)
    link = open_table(ann, 2)
    bob = visit(link, scripts=False)
    sit_down(bob, "Bob")
    bob.wait_for_selector("#board")
    ann.click(".unscripted")
    assert ann.locator("#board").is_visible()


@pytest.mark.parametrize("who", ["host", "guest", "invited"])
def test_the_page_has_no_fault_and_never_scrolls_sideways(visit, axe, who):
    ann = visit(NEW, bypass_csp=True)
    link = open_table(ann)
    page = ann
    if who != "host":
        page = visit(link, bypass_csp=True)
    if who == "guest":
        sit_down(page, "Wilhelmina of Orange Nas")
        page.wait_for_selector("#gather-link", state="attached")
    else:
        ann.click("#gather-qr summary")
        ann.locator(".gather-bots summary").last.click()
    assert violations_in_all_looks(page, axe) == {}
    for size in SIZES:
        resized(page, *size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_host_and_friend_find_what_to_press_on_a_phone_without_scrolling(visit):
    ann = visit(NEW, 360, 640)
    link = open_table(ann)
    assert ann.locator("#gather-link").is_visible()
    assert ann.evaluate(
        "document.querySelector('.gather-code').getBoundingClientRect().bottom < innerHeight - 57"
    )
    bob = visit(link, 360, 640)
    assert bob.evaluate(
        "document.querySelector('#gather-sit').getBoundingClientRect().bottom < innerHeight - 57"
    )


def test_a_rematch_brings_both_to_one_table(visit, table):
    playing, chance = new_table_game("ann", "bob", seed="rematch"), Random(1)
    playing.header = replace(playing.header, id="rematch")
    while not playing.over:
        step(playing, chance)
    store(table.app.state.storage, playing)
    ann, bob = visit(), visit()
    for page, who in ((ann, "ann"), (bob, "bob")):
        cookie = Identity(SECRET).guest_cookie(who)
        page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": table.address}])
        page.goto(f"/t/{playing.id}")
    ann.click("#result .primary")
    ann.wait_for_selector("#gather-title")
    until(bob, "document.querySelector('#result .primary').textContent === 'Join the rematch'")
    bob.click("#result .primary")
    for page in (ann, bob):
        page.wait_for_selector("#board")
    assert ann.url == bob.url

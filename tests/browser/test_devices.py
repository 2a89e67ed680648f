"""One person at two devices: a link brings the seat to the phone, and both stay right."""

from __future__ import annotations

import pytest

from donjon.table.store.rows import PLAY
from tests.browser.faults import violations_in_all_looks
from tests.browser.hands import (
    answered,
    build,
    caught_up,
    invite,
    my_turn,
    sit_down,
    take_turn,
    until,
    wait_for,
)
from tests.browser.stages import resized

NEW = "/new?game=kingdom-builder&option.first=0"
SIZES = [(360, 640), (844, 390), (1440, 900)]


def game_with_a_friend(visit):
    """Ann's page and Bob's, at Ann's first choice."""
    ann = visit(NEW, bypass_csp=True)
    ann.fill("#name-0", "Ann")
    bob = visit(invite(ann))
    sit_down(bob, "Bob")
    my_turn(ann)
    return ann, bob


def link_of(page) -> str:
    """Press the button for another device; the link."""
    if page.locator("#asks > summary").count():
        page.click("#asks > summary")
    page.locator("#to-device button, button#to-device").first.click()
    page.wait_for_selector("#pass-link", state="attached")
    return page.input_value("#pass-link")


def test_a_seat_is_played_from_desk_and_phone(visit, table):
    visit.forgiven.append("Failed to load resource")  # what comes too late
    ann, bob = game_with_a_friend(visit)
    tables = table.app.state.tables
    id = ann.url.rpartition("/")[2]
    link = link_of(ann)
    phone = visit(link, 360, 640)
    assert "Continue here as Ann?" in phone.inner_text("h1")
    phone.click("#pass-take")
    my_turn(phone)
    ann.click("text=Back to the table")
    my_turn(ann)
    build(ann)
    caught_up(phone, ann)
    # Both press at once, each a space: one is built, and the other device is told that it comes too late.
    before, held = tables._held[id].seq, []
    phone.route("**/move", lambda route: held.append(route))
    phone.locator("#choice-list button").last.evaluate("button => button.click()")
    wait_for(phone, lambda: held)
    build(ann)
    held[0].continue_()
    phone.unroute("**/move")
    until(phone, "document.querySelector('#notice')?.innerText.includes('moved on')")
    answered(phone)
    caught_up(phone, ann)
    assert [entry.kind for entry in tables._held[id].entries[before:]] == [PLAY]
    take_turn(phone)
    take_turn(bob)
    my_turn(ann)
    caught_up(phone, ann)
    assert visit(link).inner_text("h1") == "This link no longer works"


@pytest.mark.parametrize("scripts", [True, False])
def test_the_seat_is_taken_along_before_the_start(visit, scripts):
    ann = visit(NEW, scripts=scripts)
    ann.fill("#name-0", "Ann")
    link = invite(ann)
    phone = visit(link_of(ann), 360, 640, scripts=scripts)
    phone.click("#pass-take")
    phone.wait_for_selector("#gather-title")
    assert phone.url == link
    assert "you, host" in phone.inner_text("#gather-seats")


def test_the_pages_have_no_fault_and_never_scroll_sideways(visit, axe):
    visit.forgiven.append("Failed to load resource")  # a link that leads nowhere
    ann, bob = game_with_a_friend(visit)
    link = link_of(ann)
    other = visit(link, context=bob.context)
    pages = [ann, other, visit("/device", bypass_csp=True), visit("/device/x", bypass_csp=True)]
    offered = visit("/device", context=ann.context)
    assert offered.locator("#pass-make").count() == other.locator("#pass-others").count() == 1
    for page in (ann, offered, *pages[2:]):
        assert violations_in_all_looks(page, axe) == {}, page.url
    for page in (offered, *pages):
        for size in SIZES:
            resized(page, *size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], page.url

"""What a page says while the server cannot be reached, and that it comes right by itself afterwards."""

from __future__ import annotations

import re

import pytest

from tests.browser.hands import answered, build, caught_up, invite, my_turn, seq, sit_down, until, wait_for
from tests.browser.proxies import DOWN, UP, Proxy
from tests.browser.test_devices import NEW, game_with_a_friend, link_of
from tests.crash.house import House

OFFLINE = "document.getElementById('offline')"
SINCE = r"No connection since \d\d:\d\d\. Trying again…"
UNSENT = "document.getElementById('sending').dataset.state === 'failed'"


@pytest.fixture
def house(tmp_path):
    made = House(tmp_path / "house")
    made.start()
    yield made
    made.kill()


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


@pytest.fixture
def proxy(house):
    made = Proxy(port_of(house.address))
    yield made
    made.stop()


def settlements(page) -> int:
    return page.locator(".settlement").count()


def test_a_server_that_is_killed_and_starts_again_loses_and_doubles_nothing(visit, house, proxy):
    visit.forgiven += ["Failed to load resource", "Failed to fetch"]
    ann = visit(f"{proxy.address}{NEW}")
    ann.fill("#name-0", "Ann")
    invite(ann)
    bob = visit(ann.url, 360, 640)  # the link itself leads past the proxy
    house.kill()
    for page in (ann, bob):
        until(page, f"!{OFFLINE}.hidden")
        assert re.fullmatch(SINCE, page.inner_text("#offline"))
    house.start()
    proxy.lead_to(port_of(house.address))
    for page in (ann, bob):
        until(page, f"{OFFLINE}.hidden")
    sit_down(bob, "Bob")
    my_turn(ann)
    tab = visit(ann.url, context=ann.context)
    my_turn(tab)
    build(ann)
    caught_up(tab, ann)
    shown = seq(ann)
    house.kill()
    for page in (ann, bob, tab):
        until(page, f"!{OFFLINE}.hidden")
        assert re.fullmatch(SINCE, page.inner_text("#offline"))
    ann.locator(".spots > button").first.click()
    until(ann, UNSENT)
    assert settlements(ann) == 1, "what is not stored is not shown as built"
    house.start()
    proxy.lead_to(port_of(house.address))
    for page in (ann, bob, tab):
        until(page, f"{OFFLINE}.hidden")
    assert seq(ann) == shown
    ann.click("#sending button")
    until(ann, f"document.querySelector('#moves-seq')?.value !== '{shown}'")
    answered(ann)
    caught_up(tab, ann)
    until(bob, "document.querySelectorAll('.settlement').length === 2")
    assert [settlements(page) for page in (ann, bob, tab)] == [2, 2, 2]


def test_who_comes_out_of_a_tunnel_sees_what_the_other_device_did(visit, table):
    visit.forgiven += ["Failed to load resource", "Failed to fetch"]
    line = Proxy(table.line.getsockname()[1])
    try:
        desk, _bob = game_with_a_friend(visit)
        id = desk.url.rpartition("/")[2]
        link = link_of(desk).rpartition("/device/")[2]
        phone = visit(f"{line.address}/device/{link}", 360, 640)
        phone.click("#pass-take")
        my_turn(phone)
        line.swallows.update({UP, DOWN})
        until(phone, f"!{OFFLINE}.hidden")
        assert re.fullmatch(SINCE, phone.inner_text("#offline"))
        desk.goto(f"/t/{id}")
        my_turn(desk)
        build(desk)
        assert settlements(phone) == 0
        line.heal()
        until(phone, f"{OFFLINE}.hidden")
        caught_up(phone, desk)
        build(phone)
        caught_up(desk, phone)
        wait_for(desk, lambda: settlements(desk) == settlements(phone) == 2)
    finally:
        line.stop()

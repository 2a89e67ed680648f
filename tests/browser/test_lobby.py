"""The lobby: strangers find each other, and what they see follows what happens."""

from __future__ import annotations

from tests.browser.faults import violations_in_all_looks
from tests.browser.hands import START, sit_down, until
from tests.browser.stages import resized

SIZES = [(360, 640), (844, 390), (1440, 900)]


def open_table(visit, name: str):
    page = visit("/lobby")
    page.click(".lobby-head .btn")
    page.fill("#name-0", name)
    page.click(START)
    page.wait_for_selector("#gather-link", state="attached")
    return page


def test_strangers_fill_a_table_from_the_lobby(visit):
    looking = visit("/lobby", 360, 640)
    ann = open_table(visit, "Ann")
    row = "[...document.querySelectorAll('#lobby-rows li')].find(one => one.innerText.includes('Ann'))"
    until(looking, f"{row} !== undefined")
    ann.click("#gather-listing")
    until(looking, f"{row} === undefined")
    ann.click("#gather-listing")
    until(looking, f"{row} !== undefined")
    looking.locator("#lobby-rows li", has_text="Ann").locator("a").click()
    sit_down(looking, "Bob")
    for page in (ann, looking):
        page.wait_for_selector("#board")
    watching = visit("/lobby")
    watching.locator("section li", has_text="Bob").locator("a").click()
    assert watching.locator("#board").is_visible()
    assert watching.locator("#live form").count() == 0


def test_the_lobby_has_no_fault_and_never_scrolls_sideways(visit, axe):
    page = visit("/lobby?game=ys", bypass_csp=True)
    for _ in range(2):
        assert violations_in_all_looks(page, axe) == {}
        for size in SIZES:
            resized(page, *size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        open_table(visit, "Wilhelmina of Orange Nas")
        page.goto("/lobby")

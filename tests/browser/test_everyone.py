"""For everyone: small screens, no mouse, no scripts, screen readers, both schemes."""

from __future__ import annotations

import pytest

from tests.browser.faults import violations_in_all_looks
from tests.browser.hands import (
    NEW,
    START,
    begin,
    build,
    caught_up,
    moved,
    my_turn,
    my_turn_without_scripts,
    press_through,
    seq,
    take_turn,
    until,
)
from tests.browser.stages import resized

NOWHERE = "/nowhere"
BOOK = ("/rules/kingdom-builder", "/rules/caylus/story", "/rules/ys?q=broker", "/rules/ys?q=zeppelin")
PUZZLES = ("/puzzles", "/puzzles/ys", "/puzzles/caylus/1")
SITE = ("/", "/new", "/about", "/rules", "/rules/table", NOWHERE)
PAGES = {"site": SITE, "book": BOOK, "puzzles": PUZZLES}
SIZES = [(360, 640), (768, 1024), (1280, 720), (1440, 900)]


def table_pages(page) -> list[str]:
    address = page.url.removeprefix(page.evaluate("location.origin"))
    return [
        address,
        f"{address}/replay?at=12",
        f"{address}/log",
        f"{address}?ask=end+turn",
        f"{address}?hint=1",
    ]


@pytest.mark.parametrize("part", ["table", *PAGES])
def test_no_page_has_a_fault_that_axe_finds_nor_scrolls_sideways(visit, axe, part):
    """At each size, and on light and on dark ground."""
    visit.forgiven.append("Failed to load resource")
    page, addresses = visit(bypass_csp=True), PAGES.get(part)
    if addresses is None:
        begin(page)
        build(page)
        addresses = table_pages(page)
    faults, wide = {}, []
    for address in addresses:
        page.goto(address)
        if found := violations_in_all_looks(page, axe):
            faults[address] = found
        for size in SIZES:
            resized(page, *size)
            if page.evaluate("document.documentElement.scrollWidth") > size[0]:
                wide.append((address, size))
    assert faults == {}
    assert wide == [], "it scrolls sideways"


@pytest.mark.parametrize("game", ["kingdom-builder", "caylus", "ys"])
def test_the_end_of_a_game_has_no_fault_that_axe_finds(visit, axe, table, game):
    import random

    from tests.table.people import new_table_game, step, store

    playing, chance = new_table_game("ann", "bob", seed="end", game=game), random.Random(1)
    while not playing.over:
        step(playing, chance)
    store(table.app.state.storage, playing)
    page = visit(f"/t/{playing.id}", bypass_csp=True)
    assert page.locator("#scores").is_visible()
    found = {"end": violations_in_all_looks(page, axe)}
    for part in ("replay", "log", "text"):
        page.goto(f"/t/{playing.id}/{part}")
        found[part] = violations_in_all_looks(page, axe)
    page.goto(f"/t/{playing.id}/review")
    page.locator("article.turn").nth(2).wait_for()
    # The end with the figures of the review, and a move to find.
    page.goto(f"/t/{playing.id}")
    found["reviewed end"] = violations_in_all_looks(page, axe)
    page.click("#to-costliest")
    page.wait_for_selector("#was-played")
    found["try"] = violations_in_all_looks(page, axe)
    page.goto(f"/t/{playing.id}/review")
    found["review"] = violations_in_all_looks(page, axe)
    assert {part: faults for part, faults in found.items() if faults} == {}


def test_board_and_prompt_are_in_sight_together(visit):
    page = visit()
    begin(page)
    for size in SIZES:
        resized(page, *size)
        page.reload()
        my_turn(page)
        bar = page.locator("#bar").bounding_box()
        assert 0 <= bar["y"] < bar["y"] + bar["height"] <= size[1] + 1, size
        board = page.locator("#board-view").bounding_box()
        assert board["y"] >= 0, size
        assert board["y"] + 0.8 * board["height"] <= bar["y"] + 1, size
        for button in page.locator("#verbs button:visible").all():
            box = button.bounding_box()
            assert min(box["width"], box["height"]) >= 24, size


def test_a_turn_by_keyboard_alone(visit):
    page = visit(NEW)
    page.locator(START).focus()
    page.keyboard.press("Enter")
    my_turn(page)
    if page.locator(".spots > button").count() > 1:
        page.locator(".spots > button").first.focus()
        first = page.evaluate("document.activeElement.id")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowLeft")
        assert page.evaluate("document.activeElement.closest('#board-sheet') !== null")
        assert first.startswith("spot-")
    while not page.locator("#act-408").count():
        before = seq(page)
        tab_to(page, "document.activeElement.closest('.spots, #act-408') !== null")
        page.keyboard.press("Enter")
        moved(page, before)
        until(page, "document.activeElement !== document.body")
    before = seq(page)
    tab_to(page, "document.activeElement.id === 'act-408'")
    page.keyboard.press("Space")
    moved(page, before)


def tab_to(page, condition: str) -> None:
    for _ in range(400):
        if page.evaluate(condition):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tabulator never reached: {condition}")


def test_focus_survives_the_moves_of_others(visit):
    page = visit()
    begin(page)
    other = visit(page.url, context=page.context)
    other.locator("#log-scroll").focus()
    build(page)
    caught_up(other, page)
    assert other.evaluate("document.activeElement.id") == "log-scroll"


def test_every_space_says_what_it_is(visit):
    page = visit()
    begin(page)
    labels = page.locator(".spots > button").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert labels
    assert all(label.startswith("Build on ") and label.endswith(")") for label in labels)


def test_choices_come_before_what_can_be_asked_about(visit):
    """Who reads the page from above does not pass thirty links to unbuilt spaces first."""
    page = visit()
    begin(page, 1, "caylus")
    order = page.evaluate(
        "[...document.querySelectorAll('.spots > button, .things > a')].map((one) => one.id)"
    )
    kinds = [one.split("-")[0] for one in order]
    assert kinds.count("about") > 20
    assert kinds == sorted(kinds, key=lambda kind: kind != "spot")
    # What can be chosen lies above what can only be asked about.
    over = """
    () => [...document.querySelectorAll(".spots > button")].every((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === one;
    })
    """
    assert page.evaluate(over)


def test_a_turn_without_scripts(visit):
    page = visit(NEW, scripts=False)
    press_through(page, START)
    my_turn_without_scripts(page)
    page.locator("#choices summary").click()
    press_through(page, "#choice-list button")
    assert page.locator(".settlement").count() >= 1
    press_through(page, "#undo-one")
    assert "undoes a move" in page.inner_text("#log-lines")
    page.locator("#choices summary").click()
    page.fill("#ask-text", "end turn")
    press_through(page, "#ask button")
    assert "KB-4.6" in page.inner_text("#notice")
    while not page.locator("#act-408").count():
        press_through(page, ".spots > button")
    press_through(page, "#act-408")
    press_through(page, "#log >> text=Replay")
    press_through(page, "#to-start")
    assert page.locator(".settlement").count() == 0
    press_through(page, "#to-next")
    press_through(page, "#to-next")
    assert page.locator(".settlement").count() >= 1


def test_looking_closer_on_a_phone(visit):
    page = visit("/about", 360, 640, has_touch=True, is_mobile=True)
    begin(page)
    page.tap("#zoom [data-zoom=fit]")
    width = page.locator("#board-sheet").bounding_box()["width"]
    assert width == pytest.approx(page.locator("#board-view").bounding_box()["width"], abs=1)
    page.tap("#zoom [data-zoom=in]")
    assert page.locator("#board-sheet").bounding_box()["width"] > 1.4 * width
    page.tap("#zoom [data-zoom=fit]")
    assert page.locator("#board-sheet").bounding_box()["width"] == pytest.approx(width, abs=1)
    before = seq(page)
    spot = page.locator(".spots > button").first
    box = spot.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until(page, "document.querySelector('.spots > button').getBoundingClientRect().width >= 24")
    assert seq(page) == before
    closer = spot.bounding_box()
    page.touchscreen.tap(closer["x"] + closer["width"] / 2, closer["y"] + closer["height"] / 2)
    moved(page, before)
    page.tap("#zoom [data-zoom=fit]")
    take_turn(page)


def test_motion_can_be_spared(visit):
    page = visit(reduced_motion="reduce")
    begin(page)
    build(page)
    assert page.locator(".settlement").first.evaluate("one => getComputedStyle(one).transitionDuration") in (
        "0s",
        "0ms",
    )


def test_the_hexes_that_count_are_shown_on_demand(visit):
    page = visit()
    begin(page)
    take_turn(page)
    my_turn(page)
    seen = (
        "[...document.querySelectorAll('.counts')]"
        ".filter(one => getComputedStyle(one).display !== 'none').length"
    )
    assert page.evaluate(seen) == 0
    sources = page.locator("#cards button[data-card]").count()
    shown = 0
    for button in page.locator("#cards button[data-card]").all():
        button.focus()
        button.hover()
        shown += page.evaluate(seen)
    assert sources > 3
    assert shown > 0

"""A line that loses what is sent: the page says so, sends it again, and nothing is done twice or lost."""

from __future__ import annotations

import re

import pytest

from donjon.table.store.rows import PERSON
from tests.browser.hands import begin, my_turn, seq, until, wait_for
from tests.browser.proxies import DOWN, UP, Proxy

SPOT = ".spots > button"
UNDER_WAY = "document.querySelector('.spots > button.sending') !== null"

# A page tells its console what it says about its line.
STATES = """
addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {
  for (const { target } of changes)
    console.log(`${target.id} ${target.dataset.state}: ${target.innerText.trim()}`);
}).observe(document.body, { subtree: true, attributeFilter: ['data-state'] }));
"""


@pytest.fixture
def proxy(table):
    made = Proxy(table.line.getsockname()[1])
    yield made
    made.stop()


@pytest.fixture
def page(visit, proxy):
    """A game at the first choice of a person, reached over the proxy."""
    visit.forgiven += ["Failed to load resource", "Failed to fetch"]
    page = visit(f"{proxy.address}/")
    begin(page)
    return page


def playing(page, table):
    return table.app.state.tables._held[page.url.split("/t/")[1].split("/")[0]]


def choose(page) -> str:
    """Choose a space; the number of the choice."""
    before = seq(page)
    page.locator(SPOT).first.click()
    return before


def state(page, line="sending") -> str:
    return page.get_attribute(f"#{line}", "data-state")


def until_state(page, wanted: str, line="sending") -> None:
    until(page, f"document.getElementById('{line}').dataset.state === '{wanted}'")


def built(page, table) -> int:
    """Settlements of the person on the board, as the table has it."""
    game = playing(page, table)
    (seat,) = (seat.seat for seat in game.seats if seat.kind == PERSON)
    return sum(step.entry.seat == seat for step in game.steps)


@pytest.mark.parametrize("direction", [UP, DOWN])
def test_what_is_lost_is_said_and_sent_again_when_the_line_heals(page, proxy, table, direction):
    proxy.swallows.add(direction)
    before = choose(page)
    until(page, UNDER_WAY)
    until_state(page, "sending")
    assert page.inner_text("#sending").strip() == "Sending…"
    until_state(page, "again")
    proxy.heal()
    until(page, f"document.querySelector('#moves-seq')?.value !== '{before}'")
    until_state(page, "")
    assert built(page, table) == 1
    assert page.locator(".sending").count() == 0
    assert page.locator("#notice").count() == 0


def test_what_could_not_be_sent_is_said_and_kept(page, proxy, table):
    proxy.swallows.update({UP, DOWN})
    before = choose(page)
    until_state(page, "failed")
    assert page.inner_text("#sending").split() == ["Not", "sent.", "Try", "again"]
    assert page.get_attribute("#sending", "aria-live") == "assertive"
    assert built(page, table) == 0
    proxy.heal()
    until(page, "document.getElementById('offline').hidden")
    assert state(page) == "failed", "it waits for the person"
    page.click("#sending button")
    until(page, f"document.querySelector('#moves-seq')?.value !== '{before}'")
    until_state(page, "")
    assert built(page, table) == 1


def test_a_dead_line_is_said_without_a_click(page, proxy):
    until(page, "document.getElementById('offline').hidden")
    proxy.swallows.update({UP, DOWN})
    until(page, "!document.getElementById('offline').hidden")
    assert re.fullmatch(r"No connection since \d\d:\d\d\. Trying again…", page.inner_text("#offline"))
    proxy.heal()
    until(page, "document.getElementById('offline').hidden")


def test_a_choice_that_fails_while_the_stream_lives_stays_said(page, proxy, table):
    proxy.refuses.add(b"POST")
    before = choose(page)
    until_state(page, "failed")
    hub = table.app.state.hub
    for _ in range(3):  # news that come over the stream take nothing away
        hub.notify_all()
        page.wait_for_timeout(100)
    assert state(page) == "failed"
    assert page.locator("#offline").is_hidden()
    proxy.heal()
    page.click("#sending button")
    until(page, f"document.querySelector('#moves-seq')?.value !== '{before}'")
    assert built(page, table) == 1


def test_a_choice_whose_answer_is_lost_is_made_once(page, proxy, table):
    proxy.loses.add(b"POST")
    before = choose(page)
    until(page, f"document.querySelector('#moves-seq')?.value !== '{before}'")  # over the stream
    proxy.heal()
    until(page, "!document.querySelector('html.waiting')")
    assert built(page, table) == 1
    assert page.locator("#notice").count() == 0
    assert state(page) == ""


def test_another_choice_takes_the_place_of_one_that_was_not_sent(page, proxy, table):
    proxy.refuses.add(b"POST")
    before = choose(page)
    until_state(page, "failed")
    proxy.heal()
    page.locator(SPOT).last.click()
    until(page, f"document.querySelector('#moves-seq')?.value !== '{before}'")
    until_state(page, "")
    assert built(page, table) == 1


def test_an_undo_is_sent_again_and_takes_back_once(page, proxy, table):
    for _ in range(2):
        before = choose(page)
        until(page, f"document.querySelector('#moves-seq')?.value !== '{before}'")
        my_turn(page)
    proxy.loses.add(b"POST")
    page.click("#undo-one")
    wait_for(page, lambda: built(page, table) == 1)
    proxy.heal()
    until(page, "document.querySelector('html.waiting') === null")
    assert built(page, table) == 1
    assert page.locator("#notice").count() == 0


def test_a_question_that_is_not_answered_says_so(page, proxy):
    proxy.swallows.add(DOWN)
    water = page.locator(".hexes.water use").first.bounding_box()
    page.mouse.click(water["x"] + water["width"] / 2, water["y"] + water["height"] / 2)
    until_state(page, "sending", "loading")
    until_state(page, "failed", "loading")
    proxy.heal()
    page.click("#loading button")
    page.wait_for_selector("#notice")
    assert "water" in page.inner_text("#notice")


def test_the_text_board_sends_again_too(page, proxy, table):
    before = seq(page)
    page.goto(page.url + "/text")
    proxy.swallows.add(DOWN)
    choice = page.locator(".in-words-choices button").first
    choice.click()
    until_state(page, "sending")
    assert choice.evaluate("one => one.classList.contains('sending')")
    until_state(page, "again")
    proxy.heal()
    until_state(page, "")
    until(page, f"document.querySelector('#moves input[name=seq]')?.value !== '{before}'")
    assert built(page, table) == 1
    assert page.evaluate("document.activeElement.id") == "what"


def test_the_text_board_says_what_was_refused_and_why_not(page, proxy, table):
    page.goto(page.url + "/text")
    page.fill("#ask-text", "end turn")
    page.click("#ask button")
    until(page, "document.querySelector('#live .notice')?.innerText.includes('KB-4.6')")
    page.locator("#moves input[name=seq]").evaluate("field => { field.value = 1; }")
    page.locator(".in-words-choices button").first.click()
    until(page, "document.querySelector('#live .notice')?.innerText.includes('has moved on')")
    assert built(page, table) == 0


def test_a_form_that_brings_a_page_is_said_to_be_sent_and_to_be_late(visit, proxy):
    page = visit(f"{proxy.address}/about")
    page.context.add_init_script(STATES)
    said = []  # a page that is being left is not asked: it tells
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{proxy.address}/new")
    proxy.swallows.add(DOWN)
    page.locator("form.new .primary").click(no_wait_after=True)
    wait_for(page, lambda: "sending late: No answer yet. Check your connection." in said)
    assert "sending sending: Sending…" in said
    proxy.heal()


def test_a_replay_waits_for_its_step(page, proxy):
    page.goto(page.url + "/replay?at=0")
    proxy.swallows.add(DOWN)
    page.click("#to-next")
    until_state(page, "failed", "loading")
    proxy.heal()
    page.click("#loading button")
    until(page, "document.getElementById('live').dataset.frame !== '0'")
    assert "/replay?at=" in page.url


def test_a_puzzle_waits_for_its_step(page, proxy):
    page.goto(f"{proxy.address}/puzzles/kingdom-builder/1")
    page.wait_for_selector("#choices")
    proxy.swallows.add(DOWN)
    page.locator(SPOT).first.click()
    until_state(page, "failed", "loading")
    proxy.heal()
    page.click("#loading button")
    until_state(page, "", "loading")
    assert page.locator("#confirm, #take-back, #begin-again").count()

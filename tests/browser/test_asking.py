"""A game that asks before it plays: what an action would do, and what a thing is."""

from __future__ import annotations

from random import Random

import pytest

from tests.browser.faults import violations
from tests.browser.hands import (
    SEQ,
    START,
    begin,
    caught_up,
    invite,
    moved,
    my_turn,
    my_turn_without_scripts,
    press,
    press_through,
    seq,
    sit_down,
    until,
)
from tests.browser.stages import resized
from tests.browser.test_everyone import tab_to

GAME = "caylus"
NEW = f"/new?game={GAME}"
SIZES = [(360, 640), (768, 1024), (1440, 900)]


def first_spot(page):
    spot = page.locator(".spots > button").first
    spot.click()
    page.wait_for_selector("#confirm")
    return spot


def test_back_and_escape_play_nothing(visit):
    page = visit()
    begin(page, 1, GAME)
    before = seq(page)
    first_spot(page)
    assert page.evaluate("document.activeElement.id") == "confirm"
    assert page.locator("#moves button:visible").count() == 0
    page.keyboard.press("Escape")
    until(page, "document.querySelector('.reply') === null")
    assert page.evaluate("document.activeElement.closest('.spots') !== null")
    first_spot(page)
    page.click("#back")
    until(page, "document.querySelector('.reply') === null")
    assert page.evaluate("document.activeElement.closest('.spots') !== null")
    assert seq(page) == before
    first_spot(page)
    page.click("#confirm")
    moved(page, before)
    until(page, "document.querySelector('.reply') === null")


def test_a_preview_stays_while_the_position_does_and_no_longer(visit):
    ann = visit(NEW)
    bob = visit(invite(ann))
    sit_down(bob)
    for page in (ann, bob):
        page.wait_for_selector("#board")
    if bob.locator("#moves").count():
        first_spot(bob)
        bob.click("#confirm")
    my_turn(ann)
    first_spot(ann)
    ann.evaluate("window.kept = document.querySelector('.reply')")
    bob.click("#asks > summary")
    bob.locator("#leave-1 button").click()
    until(ann, "document.querySelector('#log-lines').innerText.includes(' leaves.')")
    same = "document.querySelector('.reply') === window.kept && document.activeElement.id === 'confirm'"
    assert ann.evaluate(same)
    other = visit(ann.url, context=ann.context)
    before = seq(other)
    first_spot(other)
    other.click("#confirm")
    moved(other, before)
    until(ann, "document.querySelector('.reply') === null")
    caught_up(ann, other)


def test_things_say_what_they_are(visit):
    page = visit()
    begin(page, 1, GAME)
    page.locator("#things a[href='?about=road-28']").click()
    page.wait_for_selector(".reply")
    assert "28" in page.inner_text("#reply-title")
    assert page.locator(".reply .notice").count() == 1
    assert page.locator("#confirm").count() == 0
    assert page.evaluate("document.activeElement.id") == "back"
    page.keyboard.press("Enter")
    until(page, "document.querySelector('.reply') === null")
    assert page.evaluate("document.activeElement.dataset.subject") == "road-28"
    page.locator("#seats summary").first.click()
    card = page.locator("#seats [data-subject^=tile-]").first
    card.click()
    page.wait_for_selector(".reply")
    link = page.locator(".reply a.rule").first
    rule = link.inner_text()
    link.click()
    page.wait_for_selector("#drawer[open]")
    assert page.locator(f"#drawer [id='{rule}']").is_visible()


def test_things_and_choices_are_one_stop_of_the_tabulator(visit):
    page = visit()
    begin(page, 1, GAME)
    assert page.locator("#board-sheet :is(a, button)[tabindex='0']").count() == 1
    page.locator("#things a").first.focus()
    first = page.evaluate("document.activeElement.id")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('#board-sheet') !== null")
    assert page.evaluate("document.activeElement.id") != first
    assert page.evaluate("document.activeElement.tabIndex") == 0
    page.locator("#things a").first.press("Enter")
    page.wait_for_selector(".reply")
    page.keyboard.press("Escape")
    until(page, "document.querySelector('.reply') === null")


def test_some_rounds_by_keyboard_alone(visit):
    page = visit(NEW)
    page.locator(START).focus()
    page.keyboard.press("Enter")
    my_turn(page)
    for count in range(9):
        before = seq(page)
        where = ".spots" if count % 3 else "#moves"
        wanted = f"document.activeElement.closest('{where}') !== null"
        if not page.locator(f"{where} button:visible").count():
            wanted = "document.activeElement.closest('.spots, #moves') !== null"
        tab_to(page, wanted)
        page.keyboard.press("Enter")
        until(page, f"document.activeElement.id === 'confirm' || ({SEQ}) !== '{before}'")
        if page.evaluate("document.activeElement.id") == "confirm":
            page.keyboard.press("Enter")
        moved(page, before)
        my_turn(page)
        if page.locator("#scores").count():
            return
        until(page, "document.activeElement !== document.body")


def test_asking_without_scripts(visit):
    page = visit(NEW, scripts=False)
    press_through(page, START)
    my_turn_without_scripts(page)
    before = page.get_attribute("#moves input[name=seq]", "value")
    press_through(page, "#things a")
    assert page.locator(".reply-lines li").count() > 0
    press_through(page, "#back")
    press_through(page, ".spots > button")
    assert "consider=" in page.url
    assert page.get_attribute("#moves input[name=seq]", "value") == before
    assert page.locator(".reply-outcome li").count() > 0
    press_through(page, "#confirm")
    assert page.locator(".reply").count() == 0
    assert "consider=" not in page.url


def test_asking_by_touch(visit):
    page = visit("/about", 360, 640, has_touch=True, is_mobile=True)
    begin(page, 1, GAME)
    before = seq(page)
    page.locator(".spots > button").first.tap()
    page.wait_for_selector("#confirm")
    assert page.locator("#hand").is_visible()
    page.locator("#confirm").tap()
    moved(page, before)


def test_nothing_scrolls_sideways_and_the_bar_is_in_sight(visit):
    page = visit()
    begin(page, 4, GAME)
    first_spot(page)
    for query in ("", "?consider=0", "?about=castle", "?about=road-9", "?ask=x"):
        page.goto(page.url.partition("?")[0] + query)
        for size in SIZES:
            resized(page, *size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], (query, size)
            bar = page.locator("#bar").bounding_box()
            assert 0 <= bar["y"] < bar["y"] + bar["height"] <= size[1] + 1, (query, size)
            for button in page.locator("#bar button:visible, #bar .button:visible").all():
                box = button.bounding_box()
                assert min(box["width"], box["height"]) >= 24, (query, size)
                assert box["x"] + box["width"] <= size[0], (query, size)
    page.goto(f"/new?game={GAME}")
    for size in SIZES:
        resized(page, *size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size


def test_fifty_choices_stay_in_the_window(visit):
    page = visit()
    begin(page, 4, GAME)
    page.evaluate(
        """() => {
            const one = document.querySelector('#moves button'), many = document.createElement('div');
            Object.assign(many, { id: 'many', className: 'many moves' });
            document.querySelector('#own').append(many);
            for (let count = 0; count < 50; count++) {
                const other = one.cloneNode();
                other.id = '';
                other.textContent = 'Kicserélés: 1 élelem, 1 fa, 2 szövet (arany: 2)';
                many.append(other);
            }
        }"""
    )
    for size in SIZES:
        resized(page, *size)
        fifty_stay_in_the_window(page, size)


def fifty_stay_in_the_window(page, size) -> None:
    """Check that they are beside the hand: in the bar or, where there is room, in the column of the seats."""
    held = page.locator("#many").bounding_box()
    assert 0 <= held["y"] < held["y"] + held["height"] <= size[1] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    last = page.locator("#many button").last
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert held["y"] <= box["y"] < box["y"] + box["height"] <= held["y"] + held["height"] + 1
    board = page.locator("#board-view").bounding_box()
    assert board["y"] >= 0
    if size[0] >= 1100:
        assert held["x"] + held["width"] <= board["x"], "the board is not covered"


@pytest.mark.parametrize(("size", "scheme"), [((360, 640), "dark"), ((1440, 900), "light")])
def test_no_answer_has_a_fault_that_axe_finds(visit, axe, size, scheme):
    page = visit("/about", *size, color_scheme=scheme, bypass_csp=True)
    begin(page, 1, GAME)
    faults = {}
    address = page.url
    for query in ("", "?consider=0", "?about=castle", "?about=road-28", "/replay?at=9&about=castle"):
        page.goto(address + query)
        found = violations(page, axe)
        if found:
            faults[query] = found
    assert faults == {}


# The place of answers is drawn anew, as by the move of another, just before the first answer is read.
GOES_ON = """
() => {
  const fetched = window.fetch;
  let answers = 0;
  window.fetch = async (...asked) => {
    const answer = await fetched(...asked);
    if (String(asked[0]).includes('ask=') && ++answers === 1) {
      const place = document.querySelector('.answer');
      place.replaceWith(place.cloneNode());
    }
    document.documentElement.dataset.answers = answers;
    return answer;
  };
}
"""
WHY_NOT = "action => document.dispatchEvent(new CustomEvent('donjon:why', {detail: action}))"
CLOSED = "() => [...document.querySelectorAll('#picture [data-action]')].map((one) => one.dataset.action)"
OPEN = "() => [...document.querySelectorAll('.spots > button')].map((one) => one.value)"


def test_a_question_is_answered_though_the_page_goes_on_meanwhile(visit):
    page = visit()
    begin(page, game="kingdom-builder")
    closed = next(action for action in page.evaluate(CLOSED) if action not in page.evaluate(OPEN))
    page.evaluate(GOES_ON)
    page.evaluate(WHY_NOT, closed)
    refusal = page.locator("#bubble:not([hidden]) .notice")
    refusal.wait_for()
    assert page.evaluate("document.documentElement.dataset.answers") == "2"
    page.evaluate("document.dispatchEvent(new CustomEvent('donjon:settled'))")
    assert refusal.is_visible(), "what has just been said is to be read"
    page.keyboard.press("Escape")
    assert not refusal.is_visible()


def test_an_answer_is_read_in_peace_while_others_decide_at_the_same_time(visit):
    """In Ys all bid at once: the bid of another seat takes no answer away, one's own does."""
    ann = visit("/new?game=ys")
    bob = visit(invite(ann))
    sit_down(bob)
    my_turn(bob)
    my_turn(ann)
    ann.locator("#scoring").click()
    card = ann.locator(".reply")
    card.wait_for()
    frame = "document.querySelector('#live').dataset.frame"
    before = ann.evaluate(frame)
    press(bob, Random(1), by_hand=False)
    until(ann, f"{frame} !== '{before}'")
    assert card.is_visible()
    ann.keyboard.press("Escape")
    assert card.count() == 0

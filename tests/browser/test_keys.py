"""Keys for what one does often, and the text board as it follows the table."""

from __future__ import annotations

from tests.browser.hands import NEW, START, begin, build, caught_up, end_turn, moved, my_turn, seq, until

FOCUS = "document.activeElement"


def test_a_turn_by_letters(visit):
    page = visit()
    begin(page)
    for _ in range(3):
        before = seq(page)
        page.keyboard.press("n")
        assert page.evaluate(f"{FOCUS}.closest('.spots, #moves') !== null")
        page.keyboard.press("Enter")
        moved(page, before)
    before = seq(page)
    page.keyboard.press("u")
    moved(page, before)
    before = seq(page)
    page.locator(".spots > button").first.press("Enter")
    moved(page, before)
    before = seq(page)
    page.keyboard.press("e")
    moved(page, before)


def test_letters_lead_to_the_question_and_the_log(visit):
    page = visit()
    begin(page)
    page.keyboard.press("w")
    assert page.evaluate(f"{FOCUS}.id") == "ask-text"
    page.keyboard.type("lune")
    assert page.input_value("#ask-text") == "lune"
    page.locator("#log-fold > summary").focus()
    page.keyboard.press("l")
    assert page.evaluate(f"{FOCUS}.id") == "log-scroll"
    page.keyboard.press("s")
    first = page.locator(".seats .pane-seat").first.get_attribute("id")
    assert page.evaluate(f"{FOCUS}.id") == first


def test_letters_can_be_switched_off(visit):
    page = visit()
    begin(page)
    page.keyboard.press("?")
    page.wait_for_selector("#keys[open]")
    page.click("#keys-on")
    page.click("#keys-close")
    page.keyboard.press("l")
    assert page.evaluate(f"{FOCUS}.id") != "log-scroll"
    page.reload()
    my_turn(page)
    page.keyboard.press("l")
    assert page.evaluate(f"{FOCUS}.id") != "log-scroll"


def test_the_text_board_follows_and_says_what_is_new(visit):
    page = visit()
    begin(page)
    words = visit(page.url + "/text", context=page.context)
    assert words.evaluate(f"{FOCUS}.id") == "what"
    frame = words.get_attribute("#live", "data-frame")
    build(page)
    until(words, f"document.getElementById('live').dataset.frame !== '{frame}'")
    until(words, "document.getElementById('said').textContent.includes('builds')")
    assert words.evaluate(f"{FOCUS}.id") == "what"


def test_a_turn_on_the_text_board(visit):
    page = visit(NEW)
    page.locator(START).focus()
    page.keyboard.press("Enter")
    my_turn(page)
    other = visit(page.url, context=page.context)
    page.goto(page.url + "/text")
    for _ in range(3):
        before = page.get_attribute("#live", "data-frame")
        page.locator(".in-words-choices button").first.press("Enter")
        until(page, f"document.getElementById('live').dataset.frame !== '{before}'")
    caught_up(other, other)
    until(other, "document.querySelector('#act-408') !== null")
    end_turn(other)

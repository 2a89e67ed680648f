"""What a person does at the table with a mouse."""

from __future__ import annotations

import json
import time

from playwright.sync_api import Error

GAME = "kingdom-builder"
SEQ = "document.querySelector('#moves input[name=seq]')?.value ?? null"
MINE = "#moves"
CHOICES = ".spots > button, #moves button, #many button"
# What is made of things in the hand is a button in the list besides, which is folded.
# The page with the form of a new game, and the button that begins it: against one bot.
NEW = f"/new?game={GAME}"
START = "form.new .primary"
IN_LIST = "#choice-list button[data-pieces]"
OVER = "#scores"


def begin(page, opponents: int = 1, game: str = GAME) -> None:
    """Begin a game against bots; returns when it is the person's turn.

    The form of a new game is not opened for it: the tests that press its button take NEW and START.
    """
    origin = page.evaluate("location.origin")
    asked = {"game": game, "quick": str(opponents)}
    answer = page.request.post(f"{origin}/new", form=asked, max_redirects=0)
    assert answer.status == 303, answer.text()
    page.goto(f"{origin}{answer.headers['location']}")
    my_turn(page)


def my_turn(page) -> None:
    """Wait until it is the person's turn, or the game is over, and the page's scripts are there."""
    # A page that is complete has run its modules; until then a press sends a form as any page does.
    until(
        page,
        f"document.readyState === 'complete' && document.querySelector('{MINE}, {OVER}')"
        " && !document.querySelector('#live.telling')",
    )


def press_through(page, button: str) -> None:
    """Press the first such button of a page without scripts; returns when the next page has come."""
    with page.expect_navigation():
        page.locator(button).first.click()


def my_turn_without_scripts(page) -> None:
    """Look again, by the link for that, until it is the person's turn, or the game is over."""
    deadline = time.monotonic() + 120
    while not page.locator(f"{MINE}, {OVER}").count():
        assert time.monotonic() < deadline, "it never was the person's turn"
        press_through(page, "#look-again a")


def seq(page) -> str | None:
    return page.evaluate(SEQ)


def until(page, condition: str) -> None:
    """Wait until an expression is true on the page (by asking again and again: the page forbids eval)."""
    deadline = time.monotonic() + 120
    while not holds(page, condition):
        assert time.monotonic() < deadline, f"never true: {condition}"
        page.wait_for_timeout(20)


def wait_for(page, condition) -> None:
    """Wait until a function of the test returns what is true; the page goes on meanwhile."""
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        page.wait_for_timeout(20)


def holds(page, condition: str) -> bool:
    """Is an expression true on the page? Not yet, while the browser goes to another page."""
    try:
        return bool(page.evaluate(condition))
    except Error as error:
        if "Execution context was destroyed" not in str(error):
            raise
        return False


def moved(page, before: str | None) -> None:
    """Wait until the page has gone on."""
    until(page, f"({SEQ}) !== {json.dumps(before)} && !document.querySelector('#live.telling')")


def caught_up(page, other) -> None:
    """Wait until a window shows what another shows."""
    until(page, f"({SEQ}) === {json.dumps(seq(other))}")


def press(page, chance, by_hand=True) -> None:
    """Choose anything that is open, and confirm it if that is asked; returns when the table has answered."""
    before = seq(page)
    buttons = page.locator(f"{CHOICES}, {IN_LIST}")
    button = buttons.nth(chance.randrange(buttons.count()))
    click(page, button, by_hand and button.is_visible())
    until(page, f"document.querySelector('#confirm') !== null || ({SEQ}) !== {json.dumps(before)}")
    if page.locator("#confirm").count():
        click(page, page.locator("#confirm"), by_hand)
        moved(page, before)


def point_aside(page) -> None:
    """Take the pointer off the board: what it rests on is told where the buttons were."""
    page.mouse.move(2, 2)
    until(page, "document.querySelector('.reply-outcome') === null")


def click(page, button, by_hand=True) -> None:
    """Press a button and wait for what the table answers to this press, not to that of somebody else.

    Where seats decide at the same time, the page may go on before it answers one's own press.
    """
    with page.expect_response(lambda answer: answer.url.endswith("/move") or "/answer?" in answer.url):
        if by_hand:
            button.click()
        else:
            button.evaluate("button => button.click()")
    answered(page)


def answered(page) -> None:
    """Wait until all has been answered and told."""
    until(page, "!document.querySelector('html.waiting, html.asking, #live.telling')")


def build(page) -> None:
    """Choose the first open space: on the board, or from the list where the board is too small for that."""
    before = seq(page)
    space = page.locator(".spots > button").first
    if space.is_visible():
        space.click()
    else:
        page.click("#choices summary")
        page.locator("#choice-list button").first.click()
        page.click("#choices summary")
    moved(page, before)


def end_turn(page) -> None:
    before = seq(page)
    page.click("#act-408")
    moved(page, before)


def take_turn(page) -> None:
    """Build three settlements and end the turn, whatever else could be done."""
    my_turn(page)
    while page.locator(MINE).count():
        if page.locator("#act-408").count():
            end_turn(page)
            return
        build(page)


def invite(page) -> str:
    """Open a table with one free seat; return its link."""
    page.select_option("#seat-1", "open")
    page.click(START)
    return page.input_value("#gather-link")


def sit_down(page, name: str = "") -> None:
    """Take a seat on the page of an invitation. If it was the last, the game starts."""
    page.fill("#name", name)
    page.click("#gather-sit")


def record(page) -> str:
    """The game's record as the page's visitor may read it."""
    return page.evaluate(
        "fetch(location.pathname.replace(/(t\\/\\w+).*/, '$1') + '/record.txt').then(a => a.text())"
    )

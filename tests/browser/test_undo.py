"""Undo and redo with scripts, and the tab that says whose turn it is."""

from __future__ import annotations

import pytest

from tests.browser.hands import my_turn, until
from tests.table.people import new_table_game, person, store

TABLE = "/t/testtable"
FIRST = "document.querySelector('.spots > button').click()"
SLOWLY = "localStorage.setItem('donjon-speed', '1')"
TOLD = "document.querySelector('#teller:not([hidden]) #teller-undo:not([hidden])')"
DONE = "!document.querySelector('#live.telling')"


@pytest.fixture
def opened(visit, table):
    """Opens the page of a seat of a new game of Caylus, in which seat 0 is first."""

    def open_page(*who):
        game = new_table_game(*who, game="caylus", turn_order=list(range(len(who))))
        store(table.app.state.storage, game)
        return as_guest(visit, table, "ann")

    return open_page


def as_guest(visit, table, name):
    """The page of the table as a guest sees it."""
    page = visit()
    page.evaluate("localStorage.setItem('donjon-confirm', 'never')")
    cookie = next(iter(person(table.app, name).cookies.jar))
    page.context.add_cookies([{"name": cookie.name, "value": cookie.value, "url": table.address}])
    page.goto(TABLE)
    return page


def test_replies_of_bots_are_undone_and_redone_by_keys(opened):
    page = opened("ann", "bot")
    my_turn(page)
    before = page.inner_text("#seats")
    page.evaluate(FIRST)
    until(
        page,
        f"document.querySelectorAll('#log-lines li').length && {DONE} && document.querySelector('#undo-one')",
    )
    my_turn(page)
    after = page.inner_text("#seats")
    assert after != before
    page.keyboard.press("u")
    until(page, f"document.querySelector('#redo-one') && {DONE}")
    assert page.inner_text("#seats") == before
    assert "Blue undoes 2 moves" in page.inner_text("#log-lines")
    page.keyboard.press("r")
    until(page, f"!document.querySelector('#redo-one') && {DONE}")
    assert page.inner_text("#seats") == after


def test_a_move_is_undone_while_the_replies_are_still_shown(opened):
    page = opened("ann", "bot", "bot")
    page.evaluate(SLOWLY)
    my_turn(page)
    before = page.inner_text("#seats")
    page.evaluate(FIRST)
    until(page, TOLD)
    page.evaluate("document.getElementById('teller-undo').click()")
    until(page, f"document.querySelector('#redo-one') && {DONE}")
    assert page.inner_text("#seats") == before


def test_the_tab_says_whose_turn_it_is_as_the_others_play(opened, visit, table):
    ann = opened("ann", "bob")
    bob, eve = (as_guest(visit, table, name) for name in ("bob", "eve"))
    my_turn(ann)
    icon = "document.querySelector('link[rel=icon]').getAttribute('href')"
    assert [page.title() for page in (ann, bob, eve)] == [
        "Your turn – Caylus",
        "Blue's turn – Caylus",
        "Blue's turn – Caylus",
    ]
    assert "logo-turn" in ann.evaluate(icon)
    assert "logo-turn" not in bob.evaluate(icon)
    ann.evaluate(FIRST)
    for page, title in ((ann, "Red's turn"), (bob, "Your turn"), (eve, "Red's turn")):
        until(page, f'document.title === "{title} – Caylus"')
    assert "logo-turn" in bob.evaluate(icon)
    assert "logo-turn" not in ann.evaluate(icon)


def test_the_tab_of_the_text_board_follows_too(opened, visit, table):
    ann = opened("ann", "bob")
    bob = as_guest(visit, table, "bob")
    bob.goto(f"{TABLE}/text")
    assert bob.title() == "Blue's turn – Caylus"
    my_turn(ann)
    ann.evaluate(FIRST)
    until(bob, "document.title === 'Your turn – Caylus'")

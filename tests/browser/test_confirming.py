"""Choices that are confirmed as the player wishes, and looked at by a pointer that rests on them."""

from __future__ import annotations

import pytest

from tests.browser.hands import begin, holds, moved, seq, until

GAME = "caylus"


def wish(page, way: str) -> None:
    page.evaluate("way => localStorage.setItem('donjon-confirm', way)", way)


@pytest.mark.parametrize("way", ["risky", "never"])
def test_an_ordinary_choice_is_played_at_once(visit, way):
    page = visit()
    wish(page, way)
    begin(page, 1, GAME)
    before = seq(page)
    page.locator(".spots > button").first.click()
    moved(page, before)
    assert page.locator("#confirm").count() == 0


def test_a_risky_one_is_confirmed_and_never_means_never(visit):
    page = visit()
    wish(page, "risky")
    begin(page, 1, GAME)
    before = seq(page)
    page.click("#act-0")
    page.wait_for_selector("#confirm")
    assert seq(page) == before
    page.keyboard.press("Escape")
    wish(page, "never")
    page.click("#act-0")
    moved(page, before)


def test_the_wish_is_kept(visit):
    page = visit()
    begin(page, 1, GAME)
    page.click("#choices summary")
    page.select_option("#confirm-when", "never")
    page.reload()
    until(page, "document.getElementById('confirm-when')?.value === 'never'")


def test_a_pointer_that_rests_is_told_what_would_happen(visit):
    page = visit()
    wish(page, "risky")
    begin(page, 1, GAME)
    before = seq(page)
    focus = page.evaluate("document.activeElement.id")
    page.locator(".spots > button").first.hover()
    until(page, "document.querySelector('.reply-outcome') !== null")
    assert page.evaluate("document.activeElement.id") == focus
    page.mouse.move(2, 2)
    until(page, "document.querySelector('.reply') === null")
    assert seq(page) == before
    assert holds(page, "document.querySelector('#notice') === null")

"""The link for another person: one press copies it, where the browser lets it."""

from __future__ import annotations

import pytest

from tests.browser.hands import invite, until


def invited(page) -> str:
    """Open a table with a seat for another person; return the link to it."""
    page.goto("/new?game=kingdom-builder")
    return invite(page)


@pytest.mark.parametrize("size", [(1280, 720), (360, 640)])
def test_the_link_of_a_seat_is_copied(visit, size):
    page = visit("/about", *size)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = invited(page)
    page.click("[data-copies]")
    until(page, "document.querySelector('[data-copies] [data-word]').textContent === 'Copied'")
    assert page.evaluate("navigator.clipboard.readText()") == link
    assert page.inner_text("#walked") == "Copied"


def test_where_copying_is_not_allowed_the_link_is_marked(visit):
    page = visit("/about")
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    link = invited(page)
    page.click("[data-copies]")
    until(page, "getSelection().toString() !== ''")
    assert page.evaluate("getSelection().toString()") == link


def test_where_nothing_can_be_copied_no_button_is_shown(visit):
    """Without a safe connection the browser has no clipboard for pages."""
    page = visit("/about")
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    invited(page)
    until(page, "document.readyState === 'complete'")
    assert page.locator("#gather-link").is_visible()
    assert page.locator("[data-copies]").is_hidden()

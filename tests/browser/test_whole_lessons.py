"""Each lesson to its end in a browser, in every language, on a phone and at a desk, wrong tries first.

All eighteen with DONJON_LESSONS=all; otherwise each game, each language and both sizes once at least.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.browser.hands import CHOICES, IN_LIST, answered, my_turn, press

GAMES = ("kingdom-builder", "caylus", "ys")
LANGUAGES = ("en", "ru", "hu")
SIZES = ((360, 640), (1440, 900))
EVERY = [(game, language, size) for game in GAMES for language in LANGUAGES for size in SIZES]
SHORT = [(game, LANGUAGES[number], SIZES[number % 2]) for number, game in enumerate(GAMES)]
# More presses than any lesson has.
MOST = 300
CLOSED = f"""
() => {{
  const open = new Set([...document.querySelectorAll("{CHOICES}, {IN_LIST}")].map((one) => one.value));
  return [...Array(500).keys()].map(String).find((action) => !open.has(action));
}}
"""
# Where the guide speaks of things on the mats alone: is the first one between it and the bar? Else null.
AWAY = """
() => {
  const subjects = [...document.querySelectorAll("[data-point]")].map((one) => one.dataset.subject);
  const first = subjects.map((subject) => [...document.querySelectorAll(`#live [data-subject="${subject}"]`)]
    .find((one) => !one.closest("#guide, #board-view") && one.checkVisibility()));
  const board = document.querySelector("#pointers > i");
  const isNear = board || first.some((one) => one?.closest("#board, #play"));
  if (!subjects.length || isNear || !first[0]) return null;
  const { top, bottom } = first[0].getBoundingClientRect(), at = (top + bottom) / 2;
  const guide = document.getElementById("guide").getBoundingClientRect();
  return at > guide.bottom && at < document.getElementById("play").getBoundingClientRect().top;
}
"""
BOARD_BELOW_GUIDE = """
() => document.getElementById("board-view").getBoundingClientRect().top >=
  document.getElementById("guide").getBoundingClientRect().bottom - 1
"""
ASK = "action => document.dispatchEvent(new CustomEvent('donjon:why', {detail: action}))"


def words(page) -> str:
    return page.locator("#guide-words").inner_text()


def try_what_is_closed(page) -> None:
    """A wrong try is answered where it was made, and the guide goes on saying what it said."""
    before = words(page)
    page.evaluate(ASK, page.evaluate(CLOSED))
    refusal = page.locator("#bubble:not([hidden]) .notice")
    refusal.wait_for()
    assert refusal.inner_text().strip()
    assert words(page) == before
    page.keyboard.press("Escape")
    refusal.wait_for(state="detached")


def led_to(page, said: str) -> list[bool]:
    """Return, for words about the mats alone, whether what they speak of is in sight."""
    away = page.evaluate(AWAY)
    if away is None and page.locator("#pointers > i").count():
        assert page.evaluate(BOARD_BELOW_GUIDE), said
    return [] if away is None else [away]


@pytest.mark.parametrize(
    ("game", "language", "size"), EVERY if os.environ.get("DONJON_LESSONS") == "all" else SHORT
)
def test_a_whole_lesson(visit, game, language, size):
    is_phone = size[0] < 700
    is_led = is_phone and game == "kingdom-builder"  # what its guide speaks of lies on the mats, too
    page, chance = visit("/learn", *size, has_touch=is_phone, is_mobile=is_phone), Random(1)
    page.locator(".menu summary").click()
    page.locator(f"button[name=language][value={language}]").click()
    page.goto(f"/learn/{game}")
    page.evaluate("localStorage.setItem('donjon-confirm', 'never')")
    page.locator("main form button").first.click()
    my_turn(page)
    assert page.locator("html").get_attribute("lang") == language
    heard: list[str] = []
    led: list[bool] = []
    for _press in range(MOST):
        said = words(page)
        if said and said not in heard:
            heard.append(said)
            if is_led:
                led += led_to(page, said)
        if page.locator("#guide.ending").count():
            break
        if said == heard[-1] and len(heard) <= 6:
            try_what_is_closed(page)
        press(page, chance, by_hand=False)
        my_turn(page)
        answered(page)
    assert page.locator("#guide.ending").count() == 1
    assert len(heard) >= 7
    assert all(led)
    assert bool(led) == is_led
    assert page.locator("#guide-points").inner_text()
    assert page.locator("#guide-ways button").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]

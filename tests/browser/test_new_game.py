"""The form of a new game: in reach of a thumb, whole words, one seat that is mine."""

from __future__ import annotations

import pytest

from donjon.table.web.i18n import COOKIE
from tests.browser.hands import NEW, START, press_through
from tests.browser.stages import resized

SIZES = [(360, 640), (844, 390), (1440, 900)]
# The lists of seats whose chosen words are wider than their room.
CUT = """() => [...document.querySelectorAll(".seat-row select")].flatMap((list) => {
  const style = getComputedStyle(list), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  return [...list.options].filter((one) => {
    list.value = one.value;
    const wide = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return pen.measureText(one.label).width > wide;
  }).map((one) => one.label);
})"""


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
def test_the_button_is_in_sight_and_no_words_are_cut(visit, language):
    page = visit()
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": page.url}])
    page.goto(NEW)
    assert page.locator("html").get_attribute("lang") == language
    for size in SIZES:
        resized(page, *size)
        page.reload()
        page.evaluate("document.fonts.ready")
        button = page.locator(START).bounding_box()
        assert 0 <= button["y"] < button["y"] + button["height"] <= size[1], size
        tabs = page.locator(".tabs").bounding_box()
        assert not tabs or button["y"] + button["height"] <= tabs["y"], size
        assert page.evaluate(CUT) == [], size


def test_another_seat_taken_as_mine_changes_places_with_mine(visit):
    page = visit(NEW)
    page.fill("#name-0", "Ann")
    page.select_option("#seat-1", "me")
    values = [page.input_value(f"#seat-{seat}") for seat in range(4)]
    assert values == ["bot:greedy", "me", "nobody", "nobody"]
    assert [page.input_value(f"#name-{seat}") for seat in range(2)] == ["", "Ann"]
    page.select_option("#seat-3", "me")
    assert [page.input_value(f"#seat-{seat}") for seat in range(4)][1::2] == ["nobody", "me"]
    assert page.input_value("#name-3") == "Ann"


def test_the_button_says_what_it_does(visit):
    page = visit(NEW)
    assert page.locator(START).inner_text() == "Start game"
    assert not page.locator(".listing").is_visible()
    page.select_option("#seat-2", "open")
    assert page.locator(START).inner_text() == "Open a table"
    assert page.locator(".listing").is_visible()


def test_without_scripts_a_refused_seat_has_the_focus_and_its_reason(visit):
    visit.forgiven.append("Failed to load resource")
    page = visit(NEW, width=360, height=640, scripts=False)
    page.select_option("#seat-3", "me")
    press_through(page, START)
    assert page.locator("#seat-3:focus").count() == 1
    wrong, button = page.locator("#wrong").bounding_box(), page.locator(START).bounding_box()
    assert 0 <= wrong["y"] < wrong["y"] + wrong["height"] <= button["y"], "it is in sight"

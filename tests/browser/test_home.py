"""The home page: how much a first visit loads, and what a phone shows at once."""

from __future__ import annotations

import pytest

from donjon.kernel.games import games
from donjon.table.web.i18n import COOKIE

LARGEST = 200 * 1024  # bytes of a first visit, with what comes before them in each answer


def first_visit(visit, language: str, *size: int):
    """The home page of a browser that has loaded nothing yet, and what it loads: bytes by address."""
    page = visit("/robots.txt", *size)
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": page.url}])
    network, names, sizes = page.context.new_cdp_session(page), {}, {}
    network.on(
        "Network.responseReceived", lambda one: names.update({one["requestId"]: one["response"]["url"]})
    )
    network.on(
        "Network.loadingFinished", lambda one: sizes.update({one["requestId"]: one["encodedDataLength"]})
    )
    network.send("Network.enable")
    page.goto("/", wait_until="networkidle")
    return page, {names[key]: size for key, size in sizes.items()}


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
def test_a_first_visit_loads_little_and_sees_all_on_a_phone(visit, language):
    page, loaded = first_visit(visit, language, 360, 640)
    assert sum("/boards/" in address for address in loaded) == len(games)
    assert sum(loaded.values()) <= LARGEST, sorted(loaded.items(), key=lambda item: -item[1])
    assert not [address for address in loaded if "latin-ext" in address], "only names need all of it"
    page.evaluate("document.fonts.ready")
    top = page.locator(".tabs").bounding_box()["y"]
    ways = [way.bounding_box() for way in page.locator(".btn.way").all()]
    assert len(ways) == 3
    assert all(box["y"] + box["height"] <= top for box in ways), "the three ways are in sight"
    for line in page.locator(".game .line").all():
        assert line.bounding_box()["height"] < 20, f"one line: {line.inner_text()}"


def test_other_alphabets_of_a_name_are_loaded_when_a_page_has_one(visit):
    page = visit("/about")
    # Letters of Czech are in none of the fonts that a Hungarian page loads first.
    loaded = page.evaluate(
        "document.fonts.load('700 16px Alegreya', 'Č').then((faces) => faces.map((one) => one.unicodeRange))"
    )
    assert len(loaded) == 1
    assert "U+100-2BA" in loaded[0].replace("U+0100-02BA", "U+100-2BA")

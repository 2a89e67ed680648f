"""A page keeps its place while it loads: when our fonts come, and when its scripts start."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PATIENCE
from tests.table.people import store
from tests.table.test_verifying import finished

# The most that a page may move, as browsers count it: its aim is 0.02, and here every font comes late.
MOST = 0.04
WATCH = """() => {
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.moved += one.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Gate:
    """Requests that wait until the test lets them pass."""

    def __init__(self) -> None:
        self.held, self.is_open = [], False

    def pass_by(self, route, _request) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.held.append(route)

    def open(self) -> None:
        self.is_open = True
        for route in self.held:
            route.continue_()


@pytest.mark.parametrize("language", ["ru", "hu"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1440, 900)])
@pytest.mark.parametrize("game", ["kingdom-builder", "caylus", "ys"])
def test_the_pages_of_a_finished_game_keep_their_place(chromium, table, game, width, height, language):
    played = finished(game)
    store(table.app.state.storage, played)
    moved = {}
    # On a phone any of many lines of the log may have a word more.
    log = ["/log"] if width > 700 else []
    for part in ("", f"/replay?at={played.opening + 20}", *log):
        size = {"width": width, "height": height}
        context = chromium.new_context(viewport=size, locale=language, base_url=table.address)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"({WATCH})()")
        page, fonts = context.new_page(), Gate()
        page.route("**/*.woff*", fonts.pass_by)
        page.goto(f"/t/{played.id}{part}", wait_until="domcontentloaded")
        # The page is drawn, and its scripts have run, before the first font comes.
        page.evaluate(TWO_FRAMES)
        assert fonts.held, "fonts that were there already cannot be waited for"
        fonts.open()
        page.evaluate("() => document.fonts.ready.then(() => undefined)")
        page.evaluate(TWO_FRAMES)
        moved[part] = page.evaluate("moved")
        context.close()
    assert {part: by for part, by in moved.items() if by > MOST} == {}

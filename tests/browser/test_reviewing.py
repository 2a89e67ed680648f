"""A review that goes on: its page follows it without being loaded again, and works without scripts."""

from __future__ import annotations

import threading

import pytest

from tests.browser.conftest import Table
from tests.browser.faults import violations
from tests.browser.hands import press_through, until
from tests.table.people import FOR_EVER, Quick, store
from tests.table.test_verifying import finished

# Those of some elements that are not in view as a whole, or lie under the board.
OUT_OF_VIEW = """(names) => names.filter((name) => {
    const one = document.querySelector(name), box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + Math.min(box.width, 20) / 2, box.y + 8);
    return box.top < 0 || box.bottom > innerHeight || !one.contains(top);
})"""


class Gate(Quick):
    """A coach that answers nothing until it is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open = threading.Event()

    def analyse(self, *asked, **more):
        answer = super().analyse(*asked, **more)
        if self.open.is_set():
            return answer
        later = type(answer)()
        threading.Thread(target=self.answer, args=(answer, later)).start()
        return later

    def answer(self, answer, later) -> None:
        self.open.wait(FOR_EVER)
        if later.set_running_or_notify_cancel():
            later.set_result(answer.result())


@pytest.fixture
def coach() -> Gate:
    return Gate()


@pytest.fixture
def table(tmp_path, coach):
    served = Table(tmp_path, thinker=lambda: coach)
    yield served
    coach.open.set()
    served.stop()


@pytest.fixture
def address(table) -> str:
    table_game = finished()
    store(table.app.state.storage, table_game)
    return f"/t/{table_game.id}/review"


def test_a_review_is_followed_without_loading_its_page_again(visit, axe, address, coach):
    page = visit(address, bypass_csp=True)
    until(page, "document.querySelector('#said').textContent !== ''")
    assert violations(page, axe) == []
    assert not page.locator(".unscripted").is_visible()
    page.evaluate("window.same = document.getElementById('said')")
    coach.open.set()
    page.wait_for_selector(".turns .turn")
    until(page, "document.getElementById('said').textContent === 'The review is ready.'")
    assert page.evaluate("window.same === document.getElementById('said')"), "who listens hears one element"
    assert page.locator("#progress").count() == 0
    assert violations(page, axe) == []


def test_the_focus_stays_where_it_is_while_a_review_goes_on(visit, address, coach):
    page = visit(address)
    coach.open.set()
    page.wait_for_selector("#review-curve .review-how summary")
    page.locator(".review-how summary").press("Enter")
    until(page, "document.getElementById('said').textContent === 'The review is ready.'")
    assert page.locator(".review-how").get_attribute("open") is not None, "what was unfolded stays so"
    assert page.evaluate("document.activeElement.id") == "how-to-read"


def test_a_review_is_looked_at_again_by_a_link_without_scripts(visit, address, coach):
    page = visit(address, scripts=False)
    assert page.locator("#looked").is_visible()
    coach.open.set()
    while not page.locator(".turns .turn").count():
        press_through(page, ".unscripted a")
    assert page.locator("meta[http-equiv=refresh]").count() == 0


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390), (1440, 900)])
def test_a_turning_point_is_tried_until_the_coachs_move_is_shown(visit, axe, address, coach, width, height):
    coach.open.set()
    page = visit(address, width=width, height=height, bypass_csp=True)
    page.locator(".turns .turn .btn.primary").first.click()
    page.wait_for_selector("#was-played")
    assert page.locator("#signs .played").count()
    assert page.locator("#signs .better").count() == 0
    assert page.evaluate(OUT_OF_VIEW, ["#board-view", "#prompt", "#was-played", ".retry-now"]) == []
    assert violations(page, axe) == []
    page.click("#show-me")
    page.wait_for_selector("#after.found")
    assert page.evaluate(OUT_OF_VIEW, ["#board-view", "#prompt"]) == []
    assert page.locator("#signs .better").count()
    assert "to win" in page.inner_text("#after")
    assert violations(page, axe) == []

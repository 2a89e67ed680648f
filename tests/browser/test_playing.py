"""What a person does at the table."""

from __future__ import annotations

import re

import pytest

from tests.browser.hands import (
    NEW,
    START,
    begin,
    build,
    caught_up,
    end_turn,
    invite,
    moved,
    my_turn,
    record,
    seq,
    sit_down,
    take_turn,
    until,
)

# A stream that opens and brings nothing.
HELD_BACK = """
delete window.SharedWorker;
window.EventSource = class extends EventSource {
  addEventListener(kind, listener) { if (kind !== 'message') super.addEventListener(kind, listener); }
};
"""


def test_undo_and_restart_of_the_turn(visit):
    page = visit()
    begin(page)
    build(page)
    build(page)
    assert page.locator(".settlement").count() >= 2
    mine = page.locator(".settlement").count()
    before = seq(page)
    page.click("#undo-one")
    moved(page, before)
    assert page.locator(".settlement").count() == mine - 1
    build(page)
    before = seq(page)
    page.click("#undo-all")
    moved(page, before)
    assert page.locator(".settlement").count() == mine - 2
    assert page.locator("#undo").count() == 0
    assert "undoes 2 moves" in page.inner_text("#log-lines")


def test_a_tap_on_a_space_that_is_not_open_says_why(visit):
    page = visit()
    begin(page)
    water = page.locator(".hexes.water use").first
    box = water.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector("#notice")
    assert "water" in page.inner_text("#notice")
    link = page.locator("#notice a.rule")
    assert re.fullmatch(r"/rules/kingdom-builder#KB-[\d.]+", link.get_attribute("href"))
    page.click("#notice", position={"x": 3, "y": 3})
    assert page.locator("#notice").count() == 0, "a tap on the answer puts it away"
    build(page)
    assert page.locator("#notice").count() == 0
    link = page.locator("#log-lines a.rule").first
    assert link.inner_text() == "§"
    rule = link.get_attribute("title").split(", ")[0]
    assert rule in link.get_attribute("aria-label"), "who listens hears which rule"
    table = page.url
    link.click()
    page.wait_for_selector("#drawer[open]")
    assert page.locator(f"#drawer [id='{rule}']").is_visible()
    assert page.evaluate("document.activeElement.id") == rule
    other = page.locator("#drawer details[open] dt a").last
    other.click()
    until(page, f"document.activeElement.id === '{other.inner_text()}'")
    assert page.url == table, "nobody leaves the table to read a rule"
    page.keyboard.press("Escape")
    assert page.locator("#drawer[open]").count() == 0
    assert page.evaluate("document.activeElement.title").startswith(f"{rule}, ")


def test_a_question_in_words(visit):
    page = visit()
    begin(page)
    page.click("#choices summary")
    page.fill("#ask-text", "end turn")
    page.click("#ask button")
    page.wait_for_selector("#notice")
    assert "KB-4.6" in page.inner_text("#notice")


def test_a_reload_in_the_middle_of_a_turn(visit):
    page = visit(NEW)
    page.click(START)
    my_turn(page)
    build(page)
    before = seq(page), page.inner_text("#prompt"), page.locator(".settlement").count()
    page.reload()
    assert (seq(page), page.inner_text("#prompt"), page.locator(".settlement").count()) == before
    build(page)


def test_two_windows_stay_in_step(visit):
    one = visit()
    begin(one)
    other = visit(one.url, context=one.context)
    build(one)
    caught_up(other, one)
    assert other.inner_text("#log-lines") == one.inner_text("#log-lines")
    build(other)
    caught_up(one, other)
    assert one.locator(".settlement").count() == other.locator(".settlement").count()


def test_a_stream_that_is_held_back_stops_nobody(visit):
    """What something on the way keeps to itself is asked for; after the first time at once."""
    page = visit("/new?game=kingdom-builder&option.first=0")
    page.context.add_init_script(HELD_BACK)
    page.click(START)
    my_turn(page)
    asked = []
    page.on("request", lambda request: asked.append(request.headers) if request.method == "POST" else None)
    build(page)
    build(page)
    assert ["x-stream" in headers for headers in asked] == [True, False]
    build(page)
    end_turn(page)
    my_turn(page)  # what the bot has done is asked for, too


def test_people_at_two_screens(visit):
    ann = visit("/new")
    ann.fill("#name-0", "Ann")
    bob = visit(invite(ann))
    sit_down(bob, "Bob")
    for page in (ann, bob):
        page.wait_for_selector("#board")
    assert "Bob" in ann.inner_text("#seats")
    mover, other = (ann, bob) if ann.locator("#moves").count() else (bob, ann)
    take_turn(mover)
    my_turn(other)
    assert mover.locator("#moves").count() == 0
    hidden = other.locator(".kb-hand.hidden-card").count()
    assert hidden == 1
    watcher = visit(ann.url)
    assert watcher.locator(".kb-hand.hidden-card").count() == 1
    assert watcher.locator("#live form").count() == 0
    take_turn(other)
    until(watcher, "document.querySelectorAll('.settlement').length === 6")


def test_pieces_travel_and_stay_the_same_nodes(visit):
    page = visit()
    begin(page)
    build(page)
    page.evaluate("window.kept = document.querySelector('.settlement')")
    build(page)
    assert page.evaluate("window.kept.isConnected && document.getElementById(window.kept.id) === window.kept")


def test_the_line_comes_back_by_itself(visit, table, tmp_path):
    visit.forgiven += ["Failed to load resource", "Failed to fetch", "ERR_"]
    from tests.browser.conftest import Table

    page = visit()
    begin(page)
    other = visit(page.url, context=page.context)
    port = table.line.getsockname()[1]
    table.stop()
    other.wait_for_selector("#offline:not([hidden])")
    from donjon.table import serving

    listen = serving.listen
    serving.listen = lambda host, _port: listen(host, port)
    try:
        again = Table(tmp_path)
    finally:
        serving.listen = listen
    table.server, table.thread, table.line = again.server, again.thread, again.line
    other.wait_for_selector("#offline[hidden]", state="attached")
    build(page)
    caught_up(other, page)


def test_the_stream_is_opened_however_late_its_script_comes(visit, table):
    page = visit("/")

    def late(route) -> None:
        page.wait_for_timeout(700)
        route.continue_()

    page.route("**/connection.js*", late)
    begin(page)
    name = page.url.rsplit("/", 1)[1]
    for _ in range(1000):
        if table.app.state.hub.watching(name):
            break
        page.wait_for_timeout(20)
    assert table.app.state.hub.watching(name) == 1


def test_an_answer_that_the_stream_has_overtaken_changes_nothing(visit, table):
    page = visit()
    begin(page)

    def late(route) -> None:
        answer = route.fetch()
        page.wait_for_timeout(500)
        route.fulfill(response=answer)

    page.route("**/move", late)
    chosen = "Number(document.querySelector('#live [data-seq]').dataset.seq)"
    playing = table.app.state.tables._held[page.url.rsplit("/", 1)[1]]
    for _ in range(4):
        with page.expect_response("**/move"):
            page.locator("#act-408, .spots > button").last.click()
        until(page, f"{chosen} === {playing.seq} && !document.querySelector('html.waiting')")
        page.wait_for_timeout(100)
        assert page.evaluate(chosen) == playing.seq


def test_the_record_is_the_game(visit):
    import donjon

    page = visit("/new")
    page.select_option("#seat-1", "person")
    page.click(START)
    take_turn(page)
    text = record(page)
    assert "nature draw ?" in text
    assert sum(line.split()[1] == "build" for line in text.splitlines() if " build " in line) == 3
    assert donjon.games["kingdom-builder"].name in text


@pytest.mark.parametrize(("code", "word"), [("ru", "Правила"), ("hu", "Szabályok")])
def test_the_language_can_be_switched(visit, code, word):
    page = visit()
    begin(page)
    address = page.url
    page.click(f".languages button[value={code}]")
    page.wait_for_selector(f"html[lang={code}]")
    assert page.url == address
    assert word in page.inner_text(".masthead nav")
    build(page)
    end_turn_if_possible(page)
    page.goto("/")
    assert page.get_attribute("html", "lang") == code


def end_turn_if_possible(page) -> None:
    if page.locator("#act-408").count():
        end_turn(page)

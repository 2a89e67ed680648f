"""Many tabs of one browser: they share a stream, so that each can be used however many there are."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Table
from tests.browser.hands import begin, build, caught_up, invite, my_turn, seq, sit_down, until, wait_for

# More than the connections (six) that a browser opens to a server that speaks HTTP/1.1.
TABS = 8
NO_WORKER = "delete window.SharedWorker;"
# A page says that it is hidden when the test says so.
HIDDEN = """
let hidden = false;
Object.defineProperty(document, 'hidden', { get: () => hidden });
window.hide = (now) => { hidden = now; document.dispatchEvent(new Event('visibilitychange')); };
"""


def streams(table: Table) -> int:
    """How many streams are open at the server."""
    return len({watcher for watchers in table.app.state.hub._watchers.values() for watcher in watchers})


def test_many_tabs_of_a_table(visit, table):
    first = visit()
    begin(first)
    tabs = [first, *(visit(first.url, context=first.context) for _ in range(TABS - 1))]
    wait_for(first, lambda: streams(table) == 1)
    for tab in tabs[::3]:
        before = seq(tab)
        my_turn(tab)
        tab.locator("#act-408, .spots > button").first.click()
        until(tab, f"document.querySelector('#moves-seq')?.value !== '{before}'")
        my_turn(tab)
        for other in tabs:
            caught_up(other, tab)
    assert streams(table) == 1


def test_many_tabs_of_many_tables(visit, table):
    first = visit()
    begin(first)
    tabs = [first]
    for _ in range(TABS - 1):
        tabs.append(visit(context=first.context))
        begin(tabs[-1])
    wait_for(first, lambda: streams(table) == 1)
    for tab in tabs:
        build(tab)
    assert [tab.locator(".settlement").count() >= 1 for tab in tabs] == [True] * TABS
    # What another window of the same table does is told over the shared stream.
    for tab in (tabs[0], tabs[-1]):
        other = visit(tab.url, context=first.context)
        build(other)
        caught_up(tab, other)
        other.close()
    assert streams(table) == 1


def test_a_tab_that_is_closed_leaves_the_stream_to_the_others(visit, table):
    first = visit()
    begin(first)
    second, third = (visit(first.url, context=first.context) for _ in range(2))
    wait_for(first, lambda: streams(table) == 1)
    first.close()
    build(third)
    caught_up(second, third)
    second.close()
    third.goto("/about")
    wait_for(third, lambda: streams(table) == 0)


def test_a_page_that_comes_back_from_the_cache_of_the_browser_has_missed_nothing(visit):
    """The browser keeps a page that is left, and shows it again as it was."""
    first = visit()
    begin(first)
    other = visit(first.url, context=first.context)
    first.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    build(other)
    first.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    caught_up(first, other)
    build(other)
    caught_up(first, other)


def test_a_seat_taken_in_one_tab_is_known_in_another(visit, table):
    """The stream is opened anew with each page: it shows what who looks now may see."""
    ann = visit("/new?game=kingdom-builder&option.first=0")
    link = invite(ann)
    watching = visit(ann.url)
    sitting = visit(link, context=watching.context)
    eyes = "document.getElementById('live').dataset.frame.split('-')[2]"  # whose they are, in a frame's name
    assert watching.evaluate(eyes) == "x"
    sit_down(sitting)
    until(watching, f"{eyes} === '1'")
    for page, seat in ((sitting, "1"), (ann, "0")):
        until(page, f"{eyes} === '{seat}'")


@pytest.mark.parametrize("script", [NO_WORKER, "window.SharedWorker = class { constructor() { throw 1; } };"])
def test_without_shared_workers_hidden_tabs_give_way(visit, table, script):
    page = visit()
    page.context.add_init_script(script + HIDDEN)
    begin(page)
    tabs = []
    for _ in range(TABS):
        tabs.append(visit(page.url, context=page.context))
        my_turn(tabs[-1])
        tabs[-1].evaluate("hide(true)")
    wait_for(page, lambda: streams(table) == 1)
    build(page)
    tabs[0].evaluate("hide(false)")
    caught_up(tabs[0], page)
    build(tabs[0])
    caught_up(page, tabs[0])
    wait_for(page, lambda: streams(table) == 2)

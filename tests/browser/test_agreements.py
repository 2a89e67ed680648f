"""Clocks run on the pages of all, and what one asks for the others answer: TBL-10, TBL-11."""

from __future__ import annotations

from tests.browser.faults import violations_in_all_looks
from tests.browser.hands import build, invite, my_turn, sit_down, take_turn, until, wait_for
from tests.browser.stages import resized

NEW = "/new?game=kingdom-builder&option.first=0&with=friends"
SIZES = [(360, 640), (844, 390), (1440, 900)]


def meet(visit, pace: str = "live-25", **options):
    """The pages of Ann, at a desk, and Bob, at a phone, whose game has begun with a pace; and its link."""
    ann = visit(NEW, **options)
    link = invite(ann)
    ann.click("#gather-paces summary")
    ann.click(f"#gather-pace-{pace}")
    until(ann, "document.querySelector('#gather-paces summary b').innerText !== 'No clock'")
    bob = visit(link, 360, 640)
    sit_down(bob, "Bob")
    for page in (ann, bob):
        page.wait_for_selector("#clocks")
    return ann, bob, link


def shown(page, seat: int) -> str:
    return page.inner_text(f"#clock-{seat} .clock-left")


def test_a_clock_runs_on_all_pages_without_a_request_and_stops_with_the_turn(visit):
    ann, bob, link = meet(visit)
    watching = visit(link)
    for page in (ann, bob, watching):
        before = shown(page, 0)
        requests = []
        page.on("request", lambda request, kept=requests: kept.append(request.url))
        until(page, f"document.querySelector('#clock-0 .clock-left').innerText !== '{before}'")
        assert page.locator(".clock.runs").count() == 1
        assert not [url for url in requests if "/live" in url]
    assert shown(bob, 1) == shown(ann, 1), "who is not to move has all the time left"
    assert watching.locator("#live form").count() == 0


def test_an_undo_is_asked_for_at_a_phone_and_agreed_to_at_a_desk(visit):
    ann, bob, _link = meet(visit)
    take_turn(ann)
    # Bob builds, which ends Ann's own undo.
    my_turn(bob)
    build(bob)
    ann.wait_for_selector("#ask-undo")
    before = ann.locator("#table-title").get_attribute("data-seq")
    ann.click("#ask-undo button")
    bob.wait_for_selector("#requests button[value='1']")
    assert "asks to undo" in bob.inner_text("#requests")
    assert "Waiting for: Bob" in ann.inner_text("#requests")
    bob.click("#requests button[value='1']")
    until(ann, "!document.querySelector('#requests')")
    until(ann, f"document.querySelector('#table-title').dataset.seq !== '{before}'")
    until(ann, "document.querySelector('#play').classList.contains('yours')")
    until(bob, "!document.querySelector('#play').classList.contains('yours')")


def test_a_request_is_declined_or_withdrawn_and_the_game_goes_on(visit):
    ann, bob, _link = meet(visit)
    for answer in ("decline", "withdraw"):
        ann.click("#asks > summary")
        ann.click("#ask-end button")
        page = bob if answer == "decline" else ann
        bob.wait_for_selector("#requests")
        page.locator("#requests button[value='0']").click()
        for one in (ann, bob):
            until(one, "!document.querySelector('#requests')")
    build(ann)


def test_all_agree_to_end_and_play_again(visit):
    ann, bob, _link = meet(visit)
    ann.click("#asks > summary")
    ann.click("#ask-end button")
    bob.locator("#requests button[value='1']").click()
    for page in (ann, bob):
        page.wait_for_selector("#stopped")
        assert "has ended early" in page.inner_text("#bar")
        assert page.locator("#clocks").count() == 0
    bob.click("#stopped button")
    ann.wait_for_selector("#stopped button")
    until(ann, "document.querySelector('#stopped').innerText.includes('Join')")


def test_who_resigns_must_say_so_twice(visit):
    ann, bob, _link = meet(visit)
    ann.click("#asks > summary")
    assert not ann.locator("#resign button").is_visible()
    ann.click(".asks-resign summary")
    ann.click("#resign button")
    until(bob, "document.querySelector('#log').innerText.includes('resigns')")
    until(ann, "!document.querySelector('#asks-for')")
    assert ann.locator(".pass button").count() == 0, "there is no way back"


def test_the_time_zone_of_the_device_is_told_once_at_a_game_over_days(visit, table):
    told = []
    ann, _bob, _link = meet(visit, "days-1", timezone_id="Asia/Tokyo")
    ann.on("request", lambda request: told.append(request.url) if "/zone" in request.url else None)
    until(ann, "document.querySelector('[data-zone]')?.value === 'Asia/Tokyo'")
    name = ann.url.rpartition("/")[2]
    storage = table.app.state.storage

    def zones():
        return [one for one in storage.load(name).entries if one.kind == "zone" and one.seat == 0]

    wait_for(ann, zones)
    assert [entry.facts["zone"] for entry in zones()] == ["Asia/Tokyo"]
    build(ann)
    assert len(told) <= 1


def test_clocks_and_requests_are_well_formed_at_every_size(visit, axe):
    ann, bob, _link = meet(visit)
    ann.click("#asks > summary")
    ann.click("#ask-end button")
    bob.wait_for_selector("#requests")
    for size in SIZES:
        resized(bob, *size)
        for button in bob.locator("#requests button").all():
            assert button.is_visible(), size
        assert bob.locator("#clocks").is_visible(), size
    assert violations_in_all_looks(bob, axe) == {}


class Later:
    """A heartbeat some days ahead."""

    is_fresh = True

    def __init__(self, heartbeat, days: float) -> None:
        self.outages = heartbeat.outages
        self._now, self._ahead = heartbeat.now, days * 24 * 3600

    def now(self) -> float:
        return self._now() + self._ahead


def test_a_friend_away_for_days_is_replaced_when_another_asks_and_comes_back(visit, table):
    ann, bob, _link = meet(visit, "days-1")
    assert not bob.locator("#claim-0 button").is_visible(), "there is time left"
    tables = table.app.state.tables
    tables.heartbeat = Later(tables.heartbeat, 6)
    bob.reload()
    bob.locator("#claim-0 button").click()
    until(bob, "document.querySelector('#log').innerText.includes('let a bot play on')")
    my_turn(bob)
    ann.reload()
    ann.locator("#away-0 button").click()
    until(bob, "document.querySelector('#log').innerText.includes('is back')")
    take_turn(bob)
    my_turn(ann)
    build(ann)

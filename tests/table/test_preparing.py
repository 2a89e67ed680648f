"""What a table says of bots that are not compiled yet."""

from __future__ import annotations

import logging
import re
import time
from html import unescape

import pytest

from donjon.bots import Progress, Stage
from donjon.table.live import levels
from donjon.table.live.levels import News, Preparing, level_now
from tests.table.people import (
    GAME,
    Quick,
    application,
    new_table_game,
    offers,
    person,
    post_move,
    wait_for,
)


class Compilers:
    """Compilers as a test wants them."""

    def __init__(self, stage=None, passed=0.0):
        self.wanted = []
        self.listeners = []
        self.set(stage, passed)

    def set(self, stage, passed=0.0, reason=""):
        self.now = None if stage is None else Progress(stage, time.monotonic() - passed, reason)

    def listen(self, listener):
        self.listeners.append(listener)

    def progress(self, name):
        return self.now

    def want(self, name):
        self.wanted.append(name)

    def tell(self):
        for listener in self.listeners:
            listener(GAME)


class Thinker(Quick):
    """One that stands in while its compilers are at work."""

    def __init__(self, compilers):
        super().__init__()
        self.compilers = compilers

    def choose(self, *question):
        future = super().choose(*question)
        is_ready = self.compilers.now is None or self.compilers.now.stage == Stage.READY
        future.stand_in = "" if is_ready else "greedy"
        return future


def table_of(level):
    table_game = new_table_game("ann", "bot")
    table_game.seats = tuple(
        seat if seat.kind != "bot" else type(seat)(seat.seat, seat.kind, "", "", level)
        for seat in table_game.seats
    )
    return table_game


@pytest.mark.parametrize(
    ("stage", "passed", "news"),
    [
        (None, 0, News.NOTHING),
        (Stage.PREPARING, 0, News.SOON),
        (Stage.PREPARING, levels.ABOUT_A_MINUTE, News.STILL),
        (Stage.READY, 0, News.READY),
        (Stage.READY, levels.NEWS, News.NOTHING),
        (Stage.FAILED, 1000, News.FAILED),
    ],
)
def test_what_a_table_says(stage, passed, news):
    compilers = Compilers(stage, passed)
    assert Preparing(compilers).news(table_of("skilled")) == news
    assert compilers.wanted == ([] if stage is None else [GAME])


def test_who_needs_nothing_compiled_is_told_nothing():
    compilers = Compilers(Stage.PREPARING)
    assert Preparing(compilers).news(table_of("greedy")) == News.NOTHING
    assert Preparing(compilers).news(new_table_game("ann", "bob")) == News.NOTHING
    assert Preparing().news(table_of("expert")) == News.NOTHING
    assert compilers.wanted == []


def test_a_seat_says_at_which_level_it_plays_now():
    person, skilled = table_of("skilled").seats
    beginner = table_of("beginner").seats[1]
    said = {news: level_now(skilled, news).english() for news in News}
    assert {news for news in News if said[news] != "Skilled"} == {News.SOON, News.STILL, News.FAILED}
    assert said[News.SOON] == "Casual (for Skilled)"
    assert level_now(beginner, News.SOON).english() == "Beginner"
    assert person.kind == "person"


def line(page):
    return unescape(re.search(r'<div id="preparing"[^>]*>([^<]*)<', page)[1])


def test_the_page_says_it_and_the_level_switches_up(tmp_path):
    compilers = Compilers(Stage.PREPARING)
    app = application(tmp_path, lambda: Thinker(compilers))
    with person(app, "ann") as ann:
        form = {"game": GAME, "seat.0": "me", "seat.1": "bot:skilled"}
        table = ann.post("/new", data=form).headers["location"]
        page = turns(ann, table, 2)
        assert line(page) == "Stronger bots are loading: about a minute."
        assert "Casual (for Skilled)" in page
        assert page.count("ready in time; level Casual moves instead.") == 1
        assert "at its own level again" not in page
        frame = re.search(r'data-frame="([^"]*)"', page)[1]
        compilers.set(Stage.READY)
        told = ann.get(f"{table}/live", headers={"x-frame": frame}).json()
        assert not told.get("moments")
        assert "Stronger bots are ready and now play at their own level." in str(told)
        page = turns(ann, table, 2)
        assert "(for Skilled)" not in page
        assert "plays at its own level again: Skilled." in page
        compilers.set(Stage.READY, levels.NEWS)
        assert line(ann.get(table).text) == ""


def test_the_form_of_a_new_game_says_it_too(tmp_path):
    compilers = Compilers(Stage.PREPARING)
    app = application(tmp_path, lambda: Thinker(compilers))
    with person(app, "ann") as ann:
        said = "Stronger bots are loading: about a minute."
        assert said in ann.get("/new", params={"game": GAME}).text
        assert compilers.wanted == [GAME], "who opens the form will want them"
        for stage in (Stage.READY, None):
            compilers.set(stage)
            assert 'id="preparing"' not in ann.get("/new", params={"game": GAME}).text


def turns(ann, table, count):
    """The page after so many turns of the bot."""
    page = wait_for(ann, table, 'id="moves"')
    for _ in range(count):
        while True:
            actions = offers(page)
            closing = [number for number, words in actions.items() if words.startswith("End")]
            post_move(ann, page, closing[0] if closing else next(iter(actions)))
            page = wait_for(ann, table, 'id="moves"')
            if closing:
                break
    return page


def test_open_pages_look_again_when_there_is_news(tmp_path):
    compilers = Compilers(Stage.PREPARING)
    app = application(tmp_path, lambda: Thinker(compilers))
    with person(app, "ann") as ann:
        watcher = app.state.hub.add(["some table"], "somebody", 1)
        watcher.take()
        compilers.set(Stage.READY)
        compilers.tell()
        ann.portal.call(watcher.wait)
        assert watcher.take() == ["some table"]
        app.state.hub.remove(watcher, "somebody")


@pytest.mark.parametrize("stage", [None, Stage.PREPARING])
def test_why_the_packages_machine_code_is_not_used_is_in_the_log(tmp_path, caplog, monkeypatch, stage):
    monkeypatch.setattr(levels.shipped_code, "refusal", lambda: "It is for another processor.")
    app = application(tmp_path, lambda: Thinker(Compilers(stage)))
    with person(app), caplog.at_level(logging.WARNING, "donjon.table"):
        pass
    said = [record.getMessage() for record in caplog.records]
    assert said.count("It is for another processor.") == (stage is not None)


def test_why_bots_could_not_be_compiled_is_in_the_log(tmp_path, caplog):
    compilers = Compilers(Stage.PREPARING)
    app = application(tmp_path, lambda: Thinker(compilers))
    with person(app), caplog.at_level(logging.ERROR, "donjon.table"):
        compilers.set(Stage.FAILED, reason="no room on the disk")
        compilers.tell()
    assert f"could not compile the bots of {GAME}: no room on the disk" in caplog.text

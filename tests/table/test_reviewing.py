"""A game that is over looked at again: for everybody, in the background, while somebody waits for it."""

from __future__ import annotations

import asyncio
import re
import time
import zlib
from concurrent.futures import Future
from dataclasses import replace

import pytest

from donjon.bots.pool import NoAnswer
from donjon.coach import reviewing as library
from donjon.coach.reviewing import TURNING_POINTS
from donjon.table.learn import review
from donjon.table.learn.review import ABANDONED_AFTER, MAX_KEPT, MAX_RUNNING, MAX_WAITING, Reviews
from donjon.table.live import timeline
from donjon.table.live.coaching import NoAdvice
from donjon.table.store import schema
from donjon.table.store.rows import NotStored
from tests import loops
from tests.table.people import FOR_EVER, Quick, application, new_table_game, person, store
from tests.table.test_verifying import finished

GAMES = ("kingdom-builder", "caylus", "ys")
# A page of a review that has found something to show.
SHOWS_TURNS = 'class="turn-board"'
# Bytes of a picture of a turning point as it is sent: a page shows eight of them.
HEAVIEST = 32_000


def asked(client, table_game, says: str) -> str:
    """The page once it says something and is at rest."""
    deadline = time.monotonic() + FOR_EVER
    while time.monotonic() < deadline:
        answer = client.get(f"/t/{table_game.id}/review")
        assert answer.status_code == 200
        if says in answer.text and 'data-look-again="' not in answer.text:
            return answer.text
        time.sleep(0.05)
    raise AssertionError("never done")


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_is_looked_at_and_the_turning_points_are_shown(tmp_path, game):
    thinker = Quick()
    app = application(tmp_path, lambda: thinker)
    table_game = finished(game)
    store(app.state.storage, table_game)
    decisions = library.decisions(table_game.history)
    with person(app, None) as client:
        text = asked(client, table_game, SHOWS_TURNS)
        pictures = re.findall(
            r'<img class="turn-board" style="aspect-ratio:[0-9.]+" src="(/t/\w+/review/(\d+)\.svg)"', text
        )
        assert len(pictures) == TURNING_POINTS
        for address, number in pictures:
            assert int(number) in {decision.number for decision in decisions}
            drawn = client.get(address)
            assert drawn.headers["content-type"] == "image/svg+xml"
            assert drawn.text.startswith("<svg")
            assert ">!</text>" not in drawn.text, "the better move is still to be found"
            assert "@font-face" not in drawn.text, "fonts would be most of its weight"
            assert len(zlib.compress(drawn.text.encode())) < HEAVIEST
        assert client.get(f"/t/{table_game.id}/review/999999.svg").status_code == 404
        # A page that was made while the review went on may show another decision.
        assert client.get(f"/t/{table_game.id}/review/{decisions[0].number}.svg").status_code == 200
    assert len(thinker.analysed) == len(decisions)
    assert [seat for _, _, seat, _ in thinker.analysed] == [decision.seat for decision in decisions]
    assert len(re.findall(r"<polyline", text)) == 2
    assert len(re.findall(r'class="curve-mark"', text)) == TURNING_POINTS
    for name in ("Blue", "Red"):
        assert re.search(rf'<th scope="row">.*{name} <svg.*</th><td>\d+</td><td>\d+</td>', text)


@pytest.mark.parametrize("game", GAMES)
def test_the_replay_shows_what_was_played_and_what_was_better(tmp_path, game):
    app, table_game = application(tmp_path), finished(game)
    store(app.state.storage, table_game)
    with person(app, None) as client:
        address = f"/t/{table_game.id}/replay?at="
        before = client.get(f"{address}{table_game.opening}").text
        assert 'class="turn-sign"' not in before, "nothing has been reviewed"
        text = asked(client, table_game, SHOWS_TURNS)
        turns = re.findall(r'replay\?at=(\d+)">Show in replay', text)
        placed = 0
        assert turns
        for at in turns:
            shown = client.get(address + at).text
            played, better = re.findall(r"<dd>(<strong>.*?)</dd>", shown)
            assert f"<dd>{played}</dd>" in text
            assert f"<dd>{better}</dd>" in text
            placed += len(
                re.findall(r'<i class="(?:better|played)" style="left:[0-9.]+%[^"]*"><b>[!?]</b>', shown)
            )
        assert placed, "the signs stand on the board, too"
        ends = {timeline.end_of(table_game, int(at), 10) for at in turns}
        assert "<dd><strong>" not in client.get(f"{address}{max(ends)}").text


def test_a_game_that_goes_on_is_not_looked_at(app):
    table_game = new_table_game("ann", "bob")
    store(app.state.storage, table_game)
    answer = person(app, "ann").get(f"/t/{table_game.id}/review")
    assert answer.status_code == 404
    assert "The game isn&#39;t over yet" in answer.text
    assert person(app, "ann").get(f"/t/{table_game.id}/review/0.svg").status_code == 404


def test_the_end_links_to_it(app):
    table_game = finished()
    store(app.state.storage, table_game)
    client = person(app, "ann")
    for where in ("", "/text", "/replay"):
        assert f'href="/t/{table_game.id}/review"' in client.get(f"/t/{table_game.id}{where}").text


class Failing(Quick):
    """A coach that gives no answer to the third question."""

    def analyse(self, *args, **kwargs):
        if len(self.analysed) == 2:
            self.analysed.append(args[:4])
            future = Future()
            future.set_exception(NoAnswer("No bot answered."))
            return future
        return super().analyse(*args, **kwargs)


def test_what_was_found_is_kept_when_the_coach_is_interrupted(tmp_path, monkeypatch):
    app = application(tmp_path, Failing)
    table_game = finished()
    store(app.state.storage, table_game)
    with person(app, "ann") as client:
        text = asked(client, table_game, "The review was interrupted.")
        assert "Decisions reviewed: 2 of " in text
        monkeypatch.setattr(review, "RETRY_AFTER", 0.0)
        assert "interrupted" not in asked(client, table_game, SHOWS_TURNS)


def test_it_stops_when_nobody_waits_for_it_and_goes_on_later():
    now, table_game = [0.0], finished()

    class Slow(Quick):
        def analyse(self, *args, **kwargs):
            now[0] += ABANDONED_AFTER / 3
            return super().analyse(*args, **kwargs)

    async def look() -> None:
        thinker = Slow()
        reviews = Reviews(thinker, clock=lambda: now[0])
        looking = reviews.of(table_game, "")
        await looking.task
        assert 3 <= len(looking.moments) <= 5 < len(looking.decisions)
        before = len(looking.moments)
        assert reviews.of(table_game, "") is looking
        await looking.task
        assert len(looking.moments) > before
        assert [moment.decision for moment in looking.moments] == looking.decisions[: len(looking.moments)]
        await reviews.close()

    loops.run(look())


class Never(Quick):
    """A coach that never answers."""

    def analyse(self, *args, **kwargs):
        self.analysed.append(kwargs)
        return Future()


def other_game(table_game):
    """For the reviews another game."""
    table_game.entries.append(table_game.entries[0])
    return table_game


def test_each_address_has_one_game_looked_at_and_the_others_wait_in_a_queue():
    async def look() -> None:
        reviews, table_game = Reviews(Never()), finished()
        first = [reviews.of(other_game(table_game), str(number)) for number in range(MAX_RUNNING)]
        assert all(looking.running for looking in first)
        again = reviews.of(other_game(table_game), "0")
        late = reviews.of(other_game(table_game), "late")
        assert [reviews.place(looking) for looking in (first[0], again, late)] == [0, 1, 2]
        await reviews.close()

    loops.run(look())


def test_the_next_of_the_queue_begins_when_one_ends_and_those_nobody_asks_for_are_left_out():
    now = [0.0]

    class Once(Never):
        def analyse(self, *args, **kwargs):
            self.open = super().analyse(*args, **kwargs)
            return self.open

    async def look() -> None:
        coach = Once()
        reviews, table_game = Reviews(coach, clock=lambda: now[0]), finished()
        first = reviews.of(other_game(table_game), "one")
        forgotten = reviews.of(other_game(table_game), "one")
        asked = reviews.of(other_game(table_game), "one")
        assert [reviews.place(looking) for looking in (first, forgotten, asked)] == [0, 1, 2]
        now[0] = ABANDONED_AFTER + 1
        assert reviews.of(table_game, "one") is asked
        assert reviews.place(asked) == 1
        while not coach.analysed:
            await asyncio.sleep(0)
        coach.open.set_exception(NoAnswer("No bot answered."))
        await first.task
        assert asked.running
        assert reviews.place(asked) == 0
        assert not forgotten.running
        await reviews.close()

    loops.run(look())


def test_one_address_cannot_fill_the_queue():
    async def look() -> None:
        reviews, table_game = Reviews(Never()), finished()
        for _ in range(1 + MAX_WAITING):
            reviews.of(other_game(table_game), "greedy")
        with pytest.raises(NoAdvice, match="The reviewer is busy"):
            reviews.of(other_game(table_game), "greedy")
        assert reviews.of(other_game(table_game), "modest").running
        await reviews.close()

    loops.run(look())


def test_what_is_in_work_is_kept_however_many_others_are_asked_for():
    async def look() -> None:
        reviews, table_game = Reviews(Never()), finished()
        first = reviews.of(table_game, "0")
        seen = list(table_game.entries)
        for number in range(2 * MAX_KEPT):
            reviews.of(other_game(table_game), str(number))
        table_game.entries[:] = seen
        assert reviews.of(table_game, "0") is first
        await reviews.close()

    loops.run(look())


def test_bots_and_hints_come_before_reviews():
    async def look() -> None:
        coach, table_game = Never(), finished()
        reviews = Reviews(coach)
        reviews.of(table_game, "0")
        while not coach.analysed:
            await asyncio.sleep(0)
        assert coach.analysed[0]["later"]
        await reviews.close()

    loops.run(look())


def test_the_page_says_the_place_in_the_queue_and_asks_again(tmp_path):
    """The first game of an address is looked at for ever, so the second waits."""
    app = application(tmp_path, Never)
    tables = []
    for name in ("one", "two"):
        table_game = finished()
        table_game.header = replace(table_game.header, id=name)
        store(app.state.storage, table_game)
        tables.append(table_game)
    with person(app) as client:
        texts = [client.get(f"/t/{table_game.id}/review").text for table_game in tables]
    assert "Position in queue" not in texts[0]
    assert "Position in queue: 1. One review at a time for each address." in texts[1]
    assert all('data-look-again="' in text for text in texts)


def test_a_review_is_stored_and_after_a_restart_nothing_is_thought_again(tmp_path, caplog):
    thinker, table_game = Quick(), finished("kingdom-builder")
    app = application(tmp_path, lambda: thinker)
    store(app.state.storage, table_game)
    with person(app, None) as client:
        first = asked(client, table_game, SHOWS_TURNS)
    asked_first = len(thinker.analysed)
    app = application(tmp_path, lambda: thinker)
    with person(app, None) as client:
        assert asked(client, table_game, SHOWS_TURNS) == first
    assert len(thinker.analysed) == asked_first
    # A row that a bad disk has changed costs one analysis, and the page is the same.
    with app.state.storage.writing() as connection:
        row = schema.analyses.update().where(schema.analyses.c.number == table_game.opening)
        connection.execute(row.values(analysis='{"game": "kingdom-builder"'))
    app = application(tmp_path, lambda: thinker)
    with person(app, None) as client:
        assert asked(client, table_game, SHOWS_TURNS) == first
    assert len(thinker.analysed) == asked_first + 1
    assert "a stored analysis cannot be read" in caplog.text


def test_a_review_that_cannot_be_stored_is_shown_all_the_same(tmp_path, monkeypatch, caplog):
    thinker, table_game = Quick(), finished("kingdom-builder")
    app = application(tmp_path, lambda: thinker)
    store(app.state.storage, table_game)

    def refuse(*_given):
        raise NotStored("the disk is full")

    monkeypatch.setattr(app.state.storage, "keep_analysis", refuse)
    with person(app, None) as client:
        asked(client, table_game, SHOWS_TURNS)
    assert "could not store an analysis: the disk is full" in caplog.text

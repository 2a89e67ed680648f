"""The lobby: who is in it, who is not, what it shows, and that it is read once for all who look."""

from __future__ import annotations

import random
import re

import pytest
import sqlalchemy as sa

from donjon.table.live import lobby
from donjon.table.live.tables import Tables
from donjon.table.store import seating, upkeep
from donjon.table.store.rows import OPEN, PERSON, Seat
from donjon.table.store.storage import Storage, now
from tests import loops
from tests.table.people import GAME, application, person
from tests.table.test_gathering import opened, put, sit, stored

LISTED = {"game": GAME, "seat.0": "me", "name.0": "Ann", "seat.1": "open", "seat.2": "open", "listed": "1"}


def ids(client, query: str = "") -> list[str]:
    page = client.get(f"/lobby{query}").text
    return re.findall(r'<li class="gr run" id="table-(\w+)"', page)


def test_a_table_is_in_the_lobby_only_if_its_host_wants(app):
    ann, table = opened(app, LISTED)
    eve, hidden = opened(app, {**LISTED, "listed": "0"}, "eve")
    name = table.removeprefix("/t/")
    assert ids(eve) == [name]
    assert hidden not in eve.get("/lobby").text
    assert f'href="{table}"' in person(app).get("/").text
    assert ann.post(f"{table}/listing", data={"listed": "0"}).status_code == 303
    assert ids(eve) == []
    assert ann.post(f"{table}/listing", data={"listed": "1"}).status_code == 303
    assert ids(eve) == [name]
    bob = person(app, "bob")
    assert sit(bob, table, "Bob") == 303
    for client in (bob, eve):
        assert client.post(f"{table}/listing", data={"listed": "0"}).status_code == 409
    assert stored(app, table).is_listed


def test_the_lobby_shows_seats_and_names_and_follows_each_change(app):
    ann, table = opened(app, LISTED)
    page = person(app, "eve").get("/lobby").text
    assert "1 table waits" in page
    assert page.count("<span>free</span>") == 2
    frame = loops.run(app.state.lobby.rows()).frame
    put(ann, table, 2, "bot:greedy")
    assert loops.run(app.state.lobby.rows()).frame != frame
    sit(person(app, "bob"), table, "Bob")
    page = person(app, "eve").get("/lobby").text
    assert "No table waits right now" in page
    assert "Games to watch" in page
    assert "Bob" in page
    assert ids(ann) == [table.removeprefix("/t/")]


def test_own_games_stand_in_the_lobby_once_whether_others_may_watch_them_or_not(app):
    for listed in ("0", "1"):
        guest = f"ann{listed}"
        ann, table = opened(app, {**LISTED, "listed": listed}, guest)
        name = table.removeprefix("/t/")
        assert "Your games" not in ann.get("/lobby").text
        assert ann.post(f"{table}/start").status_code == 303
        assert ids(ann).count(name) == 1
        assert "Your games" in ann.get("/lobby").text
        assert name not in ids(ann, "?game=ys")
        assert ids(person(app, "eve")).count(name) == int(listed)


def test_a_table_that_nobody_sits_at_is_not_shown(app):
    ann, table = opened(app, LISTED)
    assert put(ann, table, 0, "nobody") == 303
    assert ids(ann) == []


def test_tables_of_one_game(app):
    ann, table = opened(app, LISTED)
    assert ids(ann, "?game=kingdom-builder") == [table.removeprefix("/t/")]
    assert ids(ann, "?game=ys") == []
    assert ids(ann, "?game=chess") == [table.removeprefix("/t/")]


def test_games_begun_at_once_and_those_by_link_are_not_in_the_lobby(app):
    ann = person(app, "ann")
    ann.post("/new", data={"game": GAME, "quick": "1"})
    ann.post("/new", data={**LISTED, "seat.1": "bot:greedy", "seat.2": "nobody"})
    assert ids(person(app, "eve")) == []


def test_old_tables_leave_the_lobby(app, tmp_path):
    ann, table = opened(app, LISTED)
    app.state.lobby.forget()
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'donjon.sqlite'}")
    with engine.begin() as connection:
        connection.execute(sa.text(f"update tables set touched = {now() - lobby.WAITS - 5}"))
    engine.dispose()
    app.state.lobby.forget()
    assert ids(ann) == []
    assert stored(app, table).is_listed


def test_the_tables_are_read_once_for_all_who_look(app, monkeypatch):
    opened(app, LISTED)
    reads, read = [], app.state.storage.lobby
    monkeypatch.setattr(app.state.storage, "lobby", lambda *given: reads.append(1) or read(*given))
    app.state.lobby.forget()

    async def look():
        for _ in range(50):
            await app.state.lobby.rows()

    loops.run(look())
    assert len(reads) == 1


def test_after_a_failure_the_tables_are_read_again(app, monkeypatch):
    opened(app, LISTED)
    read, failing = app.state.storage.lobby, [True]

    def once(*given):
        if failing.pop():
            raise sa.exc.OperationalError("select", {}, Exception("gone"))
        failing.append(False)
        return read(*given)

    monkeypatch.setattr(app.state.storage, "lobby", once)
    app.state.lobby.forget()
    with pytest.raises(sa.exc.OperationalError):
        loops.run(app.state.lobby.rows())
    failing.append(False)
    assert len(loops.run(app.state.lobby.rows()).waiting) == 1


def test_the_archive_corrects_what_the_row_says(tmp_path):
    app = application(tmp_path)
    _ann, table = opened(app, LISTED)
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'donjon.sqlite'}")
    with engine.begin() as connection:
        connection.execute(sa.text("update tables set listed = 0"))
    engine.dispose()
    (finding,) = upkeep.check_tables(app.state.storage)
    assert finding.verdict == upkeep.STALE
    assert app.state.storage.load(table.removeprefix("/t/")).cached.listed == 1


@pytest.mark.parametrize("kind", ["lobby", "to_watch"])
def test_the_lobby_is_found_by_its_index(tmp_path, kind):
    storage = Storage(f"sqlite:///{tmp_path / 'donjon.sqlite'}")
    with storage.writing() as connection:
        plans = []
        sa.event.listen(
            storage._engine,
            "before_cursor_execute",
            lambda _c, _cursor, text, values, *_rest: plans.append((text, values)),
        )
        getattr(storage, kind)(0.0, 5)
        text, values = next((text, values) for text, values in plans if "FROM tables" in text)
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values).all()
    assert any("lobby" in str(row) for row in plan), plan
    storage.close()


def test_a_stream_tells_who_looks_that_the_lobby_has_changed(app):
    with person(app, "ann") as ann:
        table = ann.post("/new", data=LISTED).headers["location"]
        app.state.lobby.forget()
        before = ann.get("/lobby").text.partition('data-frame="')[2].partition('"')[0]
        with ann.stream("GET", f"/stream?seen=lobby:{before}") as stream:
            lines = (line for line in stream.iter_lines() if line.startswith("data: {"))
            ann.post(f"{table}/listing", data={"listed": "0"})
            assert '"table":"lobby"' in next(lines)


def test_seats_of_the_lobby_give_no_guest_away(app):
    opened(app, LISTED)
    eve = person(app, "eve")
    for page in (eve.get("/lobby").text, eve.get("/").text):
        assert '"ann"' not in page
        assert ">ann<" not in page


def test_random_verbs_of_many_tables_keep_row_and_log_together(tmp_path):
    storage, chance = Storage(f"sqlite:///{tmp_path / 'donjon.sqlite'}"), random.Random(3)
    tables = Tables(storage, 50, str, lambda _table: None)

    async def play():
        made = []
        for number in range(6):
            seats = [Seat(0, PERSON, "ann", "Ann"), *(Seat(at, OPEN, "", "") for at in range(1, 4))]
            game = await tables.create(GAME, {}, seats, "ann", is_listed=bool(number % 2))
            made.append(game.id)
        for _ in range(80):
            table, on = chance.choice(made), chance.random() < 0.5
            await tables.rearrange(
                table,
                lambda now_game, at, on=on: (
                    seating.plan_listing(now_game, on, at)
                    if now_game.is_gathering and chance.random() < 0.9
                    else None
                ),
            )
        for table in made:
            stored_table = storage.load(table)
            assert stored_table.cached.listed == int((await tables.get(table)).is_listed)
        listed = {row.id for row in storage.lobby(0.0, 50)}
        assert listed == {table for table in made if (await tables.get(table)).is_listed}

    loops.run(play())
    storage.close()

"""Several servers on one database are one site: each serves every table."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx2
import pytest
import sqlalchemy as sa

from donjon.table.live import bot_keeper
from donjon.table.store import bus as bus_module
from donjon.table.store.bus import Bus, payloads
from donjon.table.store.replaying import replay
from donjon.table.store.rows import OPEN, PERSON, Entry
from donjon.table.store.storage import Storage
from donjon.table.web.sessions import COOKIE, Identity
from tests import loops
from tests.crash import clock_race
from tests.postgresql import server
from tests.table.people import FOR_EVER, GAME, HERE, SECRET, Quick, columns, field, offers
from tests.table.served import Served


@pytest.fixture
def site(tmp_path, url):
    """Three servers on one database, with a bot that answers at once."""
    with ExitStack() as stack:
        yield [stack.enter_context(serving(tmp_path / str(number), url)) for number in range(3)]


def serving(folder, url, **changes):
    """A server; its attribute `thinker` is the pool that answers there."""
    thinker = Quick()
    served = Served(folder, database_url=url, heartbeat=0.2, thinker=lambda: thinker, **changes)
    served.thinker = thinker
    return served


def browser(served, name):
    client = httpx2.Client(base_url=served.address, timeout=FOR_EVER, headers={"accept-language": "en"})
    client.cookies.set(COOKIE, Identity(SECRET).guest_cookie(name), domain="127.0.0.1")
    return client


def begin(client, *seats, game=GAME):
    form = {f"seat.{number}": kind for number, kind in enumerate(seats)}
    answer = client.post("/new", data={"game": game, **form})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def move(client, page, **changes):
    """The answer to the first choice that a page offers."""
    table = re.search(r'action="(/t/\w+)/move"', page)[1]
    data = {name: field(page, name) for name in ("seat", "seq", "key")}
    return client.post(f"{table}/move", data={**data, "action": min(offers(page)), **changes})


def held(served, table):
    return served.app.state.tables._held.get(table.removeprefix("/t/"))


def stored(url, table):
    storage = Storage(url)
    try:
        return replay(storage.load(table.removeprefix("/t/")), thorough=True)
    finally:
        storage.close()


def frames(stream):
    return (line for line in stream.iter_lines() if line.startswith("id:"))


def a_move_reaches_a_stream_of_another(site):
    """Assert that a move at the first server comes on a stream of the second; return the table's address."""
    ann, bob = browser(site[0], "ann"), browser(site[1], "bob")
    table = begin(ann, "me", "person")
    with bob.stream("GET", f"{table}/stream") as stream:
        seen = frames(stream)
        first = next(seen)
        assert move(ann, ann.get(table).text).status_code == 303
        assert next(seen) != first
    return table


def test_a_move_at_one_server_comes_on_a_stream_of_another(site):
    table = a_move_reaches_a_stream_of_another(site)
    assert held(site[1], table).entries == held(site[0], table).entries


def test_every_server_shows_and_plays_what_the_others_stored(site):
    """Without a wait: the page that follows a move is asked for at another server."""
    table = begin(browser(site[0], "ann"), "me", "person")
    people = [browser(served, "ann") for served in site]
    for number in range(9):
        page = people[number % 3].get(table).text
        assert 'id="moves"' in page or 'id="pass"' in page
        if 'id="pass"' in page:
            people[number % 3].post(f"{table}/screen", data={"seat": field(page, "seat")})
            page = people[number % 3].get(table).text
        assert move(people[(number + 1) % 3], page).status_code == 303
    assert held(site[0], table) is not None


def test_undo_and_redo_at_other_servers(site):
    ann, beth = browser(site[0], "ann"), browser(site[1], "ann")
    table = begin(ann, "me", "bot:greedy")
    page = wait_for(ann, table, 'id="moves"')
    assert move(ann, page).status_code == 303
    page = wait_for(beth, table, 'id="undo"')
    data = {name: field(page, name) for name in ("seat", "seq", "key")}
    assert beth.post(f"{table}/undo", data={**data, "count": 1}).status_code == 303
    assert 'name="action"' in wait_for(ann, table, 'id="moves"')


def wait_for(client, table, part):
    end = threading.Event()
    for _ in range(int(FOR_EVER / 0.02)):
        page = client.get(table).text
        if part in page:
            return page
        end.wait(0.02)
    raise AssertionError(f"{part} never comes")


def test_two_moves_of_one_seat_at_once_are_one_move(site, url):
    table = begin(browser(site[0], "ann"), "me", "person")
    people = [browser(served, "ann") for served in site]
    for _ in range(6):
        page = people[0].get(table).text
        before, actions = stored(url, table).seq, list(offers(page))
        choices = [actions[number % len(actions)] for number in range(3)]
        answers = at_once(people, page, choices)
        keyed = [entry for entry in stored(url, table).entries[before:] if entry.key]
        assert len(keyed) == 1
        for choice, status in zip(choices, answers, strict=True):
            assert status == (303 if choice == keyed[0].action else 409)


def at_once(people, page, choices):
    """The answers to one form, sent by each browser at the same time with a choice of its own."""
    barrier = threading.Barrier(len(people))

    def send(client, choice):
        barrier.wait()
        return move(client, page, action=choice).status_code

    with ThreadPoolExecutor(len(people)) as threads:
        return list(threads.map(send, people, choices))


def test_one_of_three_guests_gets_the_open_seat(site, url):
    ann = browser(site[0], "ann")
    table = begin(ann, "me", "open")
    people = [browser(served, name) for served, name in zip(site, ("bob", "cid", "dan"), strict=True)]
    for client in people:
        client.get(table)
    with ann.stream("GET", f"{table}/stream") as stream:
        seen = frames(stream)
        first = next(seen)
        with ThreadPoolExecutor(3) as threads:
            list(threads.map(lambda client: client.post(f"{table}/sit", data={}), people))
        assert next(seen) != first
    seats = stored(url, table).seats
    assert all(seat.kind != OPEN for seat in seats)
    for served in site:
        served.until(lambda served=served: held(served, table) is None or held(served, table).seats == seats)


def test_a_lost_notice_is_made_good_by_polling(site, monkeypatch):
    monkeypatch.setattr(Bus, "_receive", lambda _bus, _payload: None)
    monkeypatch.setattr(bus_module, "POLL", 0.05)
    a_move_reaches_a_stream_of_another(site)


def test_connections_that_break_are_opened_again(site, url):
    """The database ends all its connections, as it does when it is started again."""
    ann, bob = browser(site[0], "ann"), browser(site[1], "bob")
    table = begin(ann, "me", "person")
    with bob.stream("GET", f"{table}/stream") as stream:
        seen = frames(stream)
        frame = next(seen)
        for _ in range(3):
            end_connections(url)
            while (answer := move(ann, ann.get(table).text).status_code) == 503:
                pass
            assert answer in (303, 409)
            frame, before = next(seen), frame
            assert frame != before
        assert stored(url, table).entries == held(site[0], table).entries
        site[1].until(lambda: held(site[1], table).entries == held(site[0], table).entries)


def end_connections(url):
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        connection.exec_driver_sql(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where pid <> pg_backend_pid() and datname = current_database()"
        )
    engine.dispose()


def test_one_server_plays_a_bot(site, url):
    """All keep the table in memory and are shown its moves; each move of a bot is thought about once."""
    ann = browser(site[0], "ann")
    table = begin(ann, "me", "bot:greedy", "bot:greedy")
    for _ in range(8):
        for served in site:
            browser(served, "ann").get(table)
        page = wait_for(ann, table, 'id="moves"')
        assert move(browser(site[1], "ann"), page).status_code == 303
    wait_for(ann, table, 'id="moves"')
    bots = [entry for entry in stored(url, table).entries if entry.seat in (1, 2)]
    assert sum(len(served.thinker.asked) for served in site) <= len(bots)


def test_another_server_plays_on_where_a_bot_was_left_alone(site, url, monkeypatch):
    """The server that played it forgets it, as one that was killed."""
    for served in site:
        monkeypatch.setattr(served.app.state.bots, "wake", lambda table, insists=True: None)
    table = begin(browser(site[0], "ann"), "bot:greedy", "me")
    monkeypatch.undo()
    wait_for(browser(site[1], "ann"), table, 'id="moves"')


def test_a_table_whose_process_is_stopped_with_its_claim_is_played_on(site, url, monkeypatch):
    """A third connection holds the claim of every table, and nothing comes of it."""
    monkeypatch.setattr(bot_keeper, "STUCK", -3600.0)
    monkeypatch.setattr(bot_keeper, "OTHERS_PLAY", 0.05)

    async def never(_table):
        return False

    for served in site:
        monkeypatch.setattr(served.app.state.bots.claims, "claim", never)
    ann = browser(site[0], "ann")
    wait_for(ann, begin(ann, "bot:greedy", "me"), 'id="moves"')


def test_while_the_database_stands_still_pages_are_shown_and_then_moves_go_on(tmp_path):
    with (
        server.serve() as folder,
        Served(tmp_path, database_url=server.address(folder, "postgres")) as served,
    ):
        ann = browser(served, "ann")
        table = begin(ann, "me", "person")
        page = ann.get(table).text
        with ThreadPoolExecutor(1) as threads, server.stopped(folder):
            moving = threads.submit(move, browser(served, "ann"), page)
            for _ in range(3):
                assert 'id="moves"' in ann.get(table).text
            assert not moving.done()
        assert moving.result().status_code == 303
        assert ann.get(table).text != page


def test_the_limits_of_an_address_are_counted_together(tmp_path, url):
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(Served(tmp_path / name, database_url=url, burst=10.0, rate=0.001))
            for name in ("one", "other")
        )
        there = other.app.state.limits.changes
        assert there.level(HERE) == 10.0
        statuses = [
            browser(one, "ann").post("/language", data={"language": "en"}).status_code for _ in "12345678"
        ]
        assert statuses == [303] * 8
        other.until(lambda: there.level(HERE) < 3.0)
        statuses = [
            browser(other, "ann").post("/language", data={"language": "en"}).status_code for _ in "123"
        ]
        assert statuses == [303, 303, 429]


def test_the_ids_of_new_tables_start_with_the_letters_of_their_server(tmp_path, url):
    with Served(tmp_path, database_url=url, letters="xy") as served:
        tables = {begin(browser(served, "ann"), "me", "person") for _ in range(12)}
        assert len(tables) == 12
        assert {table.removeprefix("/t/")[0] for table in tables} <= {"x", "y"}


def test_a_kind_of_action_that_only_a_newer_version_knows_is_refused_in_a_sentence(site, url):
    """As in an upgrade of one server after the other; the checksum shows that it is no damage."""
    ann, bob = browser(site[0], "ann"), browser(site[1], "bob")
    table = begin(ann, "me", "person")
    bob.get(table)
    storage, table_game = Storage(url), stored(url, table)
    entry = Entry(table_game.seq, "talk", 0, 0, "", "", 1.0)
    storage.append(table_game.id, table_game.check, [entry], columns(PERSON))
    storage.close()
    for client in (ann, bob):
        answer = client.get(table)
        assert answer.status_code == 501
        assert "A newer version continued this table" in answer.text


def test_notices_of_any_number_fit_into_what_postgresql_takes():
    waiting = {("stored", f"table{number}"): number for number in range(2000)}
    texts = list(payloads(waiting))
    assert max(map(len, texts)) <= 7_999
    assert [[kind, key, value] for text in texts for kind, key, value in json.loads(text)] == [
        [kind, key, value] for (kind, key), value in waiting.items()
    ]


def test_the_claim_of_a_table_is_one_processs_until_it_ends(url):
    async def claims():
        async def poll():
            pass

        Storage(url).close()
        one, other = (Bus(url, 10.0, SECRET, {}, poll) for _ in range(2))
        assert await one.claim("table")
        assert not await other.claim("table")
        assert await other.claim("another table")
        await one.close()
        while not await other.claim("table"):
            await asyncio.sleep(0.01)
        await other.release("table")
        await other.close()

    loops.run(claims())


def test_who_watches_at_one_server_is_told_at_another(site):
    ann, eve = browser(site[0], "ann"), browser(site[1], "eve")
    table = begin(ann, "me", "person")

    def crowd(stream):
        lines = stream.iter_lines()
        return (json.loads(next(lines)[6:])["text"] for line in lines if line == "event: crowd")

    with ann.stream("GET", f"{table}/stream") as own:
        told = crowd(own)
        assert next(told) == ""
        with eve.stream("GET", f"{table}/stream"):
            assert next(told) == "1 watching: a guest"
        assert next(told) == ""


def test_a_link_to_another_device_works_once_whichever_servers_are_asked(site):
    ann = browser(site[0], "ann")
    begin(ann, "me", "person")
    link = re.search(r'value="http://[^/]*(/device/[\w-]+)"', ann.post("/device").text)[1]
    phones = [browser(served, f"phone{number}") for number, served in enumerate(site)]
    keys = [field(phone.get(link).text, "key") for phone in phones]
    with ThreadPoolExecutor(len(phones)) as threads:
        answers = threads.map(lambda at: phones[at].post(link, data={"key": keys[at]}).status_code, range(3))
    assert sorted(answers) == [303, 410, 410]


def test_three_processes_end_the_time_of_each_person_once_and_lose_no_move(url, tmp_path):
    """TBL-10: one of them is killed in the middle; each log says the same by a second reckoning."""
    counts = clock_race.race(url, tmp_path)
    assert counts["time-outs"] > 0
    assert counts["acknowledged"] > 0

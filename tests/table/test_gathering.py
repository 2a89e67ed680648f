"""A table whose players are still to come: seats, codes, its host, races, and what nobody may do."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from donjon.errors import DonjonError
from donjon.table.host.limits import GUESSES
from donjon.table.live import levels
from donjon.table.live.tables import Tables, new_code
from donjon.table.store import seating, upkeep
from donjon.table.store.replaying import replay
from donjon.table.store.rows import BOT, GATHER, OPEN, PERSON, Damaged, Header, Seat, Stale, Stored
from donjon.table.store.storage import Storage
from donjon.table.store.table_game import TableGame
from tests import loops
from tests.table.people import GAME, application, beside, columns, new_table_game, person, step, store
from tests.table.test_sitting import at_once

FOUR = {"game": GAME, "seat.0": "me", "name.0": "Ann", "seat.1": "open", "seat.2": "open", "seat.3": "open"}
TWO = {"game": GAME, "seat.0": "me", "name.0": "Ann", "seat.1": "open"}


def opened(app, form=FOUR, guest: str = "ann"):
    """The browser of a guest who has opened a table, and the table's address."""
    host = person(app, guest)
    return host, host.post("/new", data=form).headers["location"]


def stored(app, table: str) -> TableGame:
    return replay(app.state.storage.load(table.removeprefix("/t/")))


def kinds(app, table: str) -> list[str]:
    return [seat.kind for seat in stored(app, table).seats]


def sit(client, table: str, name: str, **more) -> int:
    return client.post(f"{table}/sit", data={"name": name, **more}).status_code


def put(client, table: str, seat: int, who: str, **more) -> int:
    return client.post(f"{table}/seat", data={"seat": seat, "who": who, **more}).status_code


def since(app, table: str, seat: int) -> int:
    return seating.sat_down(stored(app, table))[seat]


def test_the_last_who_sits_down_starts_the_game(app):
    ann, table = opened(app)
    game = stored(app, table)
    assert (game.waits, game.waiting, game.moved) == (GATHER, (), 0)
    page = ann.get(table).text
    assert "Waiting for 3 more players" in page
    assert 'id="board"' not in page
    for name in ("Bob", "Cid"):
        assert sit(beside(ann, name.lower()), table, name) == 303
    assert kinds(app, table) == [PERSON, PERSON, PERSON, OPEN]
    assert "Waiting for 1 more player" in ann.get(table).text
    assert sit(beside(ann, "dan"), table, "Dan") == 303
    game = stored(app, table)
    assert not game.is_gathering
    assert game.waiting
    assert [seat.name for seat in game.seats] == ["Ann", "Bob", "Cid", "Dan"]
    assert 'id="board"' in ann.get(table).text
    assert sit(beside(ann, "eve"), table, "Eve") == 303
    assert "Eve" not in ann.get(table).text, "who comes too late watches"


def test_nothing_of_the_game_is_shown_before_it_starts(app):
    ann, table = opened(app)
    for client in (ann, beside(ann, "eve"), person(app)):
        for where in ("text", "log", "replay", "record.txt", "verify", "review", "answer", "poster.svg"):
            answer = client.get(f"{table}/{where}")
            assert answer.status_code == 303, where
            assert answer.headers["location"] == table
    data = {"seat": 0, "seq": 0, "key": "", "action": 0, "count": 1}
    for verb in ("move", "undo", "redo", "leave", "back", "screen"):
        assert ann.post(f"{table}/{verb}", data=data).status_code == 303
    assert stored(app, table).is_gathering
    live = ann.get(f"{table}/live", headers={"x-frame": "0"}).json()
    assert list(live) == ["to"]


def test_the_host_fills_seats_with_bots_and_starts(app):
    ann, table = opened(app)
    bob, eve = beside(ann, "bob"), beside(ann, "eve")
    assert sit(bob, table, "Bob") == 303
    assert put(ann, table, 2, "bot:greedy") == 303
    assert kinds(app, table) == [PERSON, PERSON, BOT, OPEN]
    for client in (bob, eve):
        assert put(client, table, 3, "bot:greedy") == 409
        assert put(client, table, 2, "nobody") == 409
        assert client.post(f"{table}/start").status_code == 409
    assert put(ann, table, 3, "bot:x") == 409
    assert put(ann, table, 9, "bot:greedy") == 409
    assert kinds(app, table) == [PERSON, PERSON, BOT, OPEN]
    easiest = levels.offered()[0][0]
    assert ann.post(f"{table}/start", data={"level": easiest}).status_code == 303
    game = stored(app, table)
    assert not game.is_gathering
    assert [seat.level for seat in game.seats] == ["", "", "greedy", easiest]
    rows = game.seq
    assert ann.post(f"{table}/start").status_code == 303, "once more is as good as once"
    assert stored(app, table).seq >= rows


def test_the_host_shows_out_whom_the_page_showed_and_nobody_else(app):
    ann, table = opened(app)
    bob, cid = beside(ann, "bob"), beside(ann, "cid")
    sit(bob, table, "Bob", seat=1)
    seen = since(app, table, 1)
    put(bob, table, 1, "nobody")
    sit(cid, table, "Cid", seat=1)
    assert put(ann, table, 1, "nobody", since=seen) == 409
    assert stored(app, table).seats[1].name == "Cid"
    assert put(cid, table, 0, "nobody", since=since(app, table, 0)) == 409
    assert put(ann, table, 1, "nobody", since=since(app, table, 1)) == 303
    assert (stored(app, table).seats[1].kind, stored(app, table).seats[1].owner) == (OPEN, "")


def test_who_has_sat_longest_is_the_host(app):
    ann, table = opened(app)
    bob, cid = beside(ann, "bob"), beside(ann, "cid")
    sit(bob, table, "Bob")
    sit(cid, table, "Cid")
    assert seating.host(stored(app, table)) == 0
    assert put(ann, table, 0, "nobody") == 303
    assert seating.host(stored(app, table)) == 1
    assert put(ann, table, 3, "bot:greedy") == 409, "who stands has no more to say"
    assert 'id="gather-start"' in bob.get(table).text
    assert 'id="gather-start"' not in cid.get(table).text
    for client, seat in ((bob, 1), (cid, 2)):
        assert put(client, table, seat, "nobody") == 303
    assert seating.host(stored(app, table)) is None
    assert 'id="gather-start"' in ann.get(table).text, "an empty table is looked after by who opened it"
    assert sit(cid, table, "Cid") == 303
    assert seating.host(stored(app, table)) == 0


def test_people_change_their_seats(app):
    ann, table = opened(app)
    bob = beside(ann, "bob")
    sit(bob, table, "Bob")
    assert put(bob, table, 3, "me") == 303
    assert [seat.name for seat in stored(app, table).seats] == ["Ann", "", "", "Bob"]
    assert put(bob, table, 0, "me") == 409
    assert put(beside(ann, "eve"), table, 1, "me") == 409
    assert sit(bob, table, "Bob") == 303, "who sits already stays"
    assert kinds(app, table).count(PERSON) == 2


def test_who_gets_no_answer_to_the_form_may_send_it_again(app):
    """The browser has its guest from the page: the same person does not take two seats."""
    _ann, table = opened(app)
    bob = person(app)
    bob.get(table)
    kept = dict(bob.cookies)
    assert sit(bob, table, "Bob") == 303
    again = person(app)
    again.cookies.update(kept)
    assert sit(again, table, "Bob") == 303
    assert kinds(app, table).count(PERSON) == 2


def test_names_that_look_alike_are_refused(app):
    ann, table = opened(app)
    answer = beside(ann, "bob").post(f"{table}/sit", data={"name": "aNN"})
    assert answer.status_code == 409
    field = re.search(
        r'<input class="input" id="name"[^>]*>(<p class="wrong" id="wrong".*?</p>)', answer.text
    )
    assert "is taken. Choose another name." in field[1]
    assert 'value="aNN"' in field[0], "what was typed is still there"
    assert 'aria-describedby="wrong" autofocus' in field[0]
    assert kinds(app, table).count(PERSON) == 1


def test_a_refusal_stands_at_the_seat_or_button_that_it_is_about(app):
    ann, table = opened(app)
    bob = beside(ann, "bob")
    sit(bob, table, "Bob")
    taken = bob.post(f"{table}/seat", data={"seat": 0, "who": "me"}).text
    assert re.search(
        r'id="gather-seat-0"(?:(?!</li>).)*<p class="wrong" id="wrong" role="alert">', taken, re.S
    )
    for where in ("start", "listing"):
        # Bob is no host: his page has no such button, and says it at the top.
        refused = bob.post(f"{table}/{where}", data={"listed": "1"}).text
        assert "Only the host can" in refused[refused.index('id="gather-notice"') :]
    asked = ann.post(f"{table}/seat", data={"seat": 3, "who": "soup"}).text
    button = re.search(r'id="gather-move-3" aria-describedby="wrong" autofocus', asked)
    assert button or re.search(r'id="gather-seat-3"(?:(?!</li>).)*id="wrong"', asked, re.S)


def test_a_wrong_code_is_asked_for_again(app):
    answer = person(app).get("/j/KRTWHM")
    assert answer.status_code == 404
    field = re.search(r'<input class="input code-input"[^>]*>', answer.text)[0]
    assert 'value="KRTWHM"' in field
    assert 'aria-invalid="true" aria-describedby="wrong" autofocus' in field
    assert "No table waits under this code." in answer.text


def test_a_code_leads_to_the_table_until_it_starts(app):
    ann, table = opened(app, TWO)
    letters = re.findall(r"<span>([A-Z])</span>", ann.get(table).text)
    code = "".join(letters)
    assert re.fullmatch(f"[{seating.CODE_LETTERS}]{{6}}", code)
    bob = beside(ann, "bob")
    assert f'aria-label="{", ".join(letters)}"' not in bob.get(table).text, "only who sits is shown the code"
    for written in (code, code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:3]} {code[3:]} "):
        assert bob.get(f"/j/{written}").headers["location"] == table
        way = bob.get("/j", params={"code": written}).headers["location"]
        assert bob.get(way).headers["location"] == table
    sit(bob, table, "Bob")
    assert bob.get(f"/j/{code}").status_code == 404


@pytest.mark.parametrize("code", ["", " ", "\u00e9", "../x", "b" * 400, "//evil.example", "AB CD"])
def test_what_is_no_code_leads_nowhere(app, code):
    way = person(app).get("/j", params={"code": code}).headers["location"]
    assert way == "/" or re.fullmatch(r"/j/[A-Za-z0-9]{1,12}", way)


def test_codes_cannot_be_guessed(app):
    ann, table = opened(app)
    eve, code = person(app, "eve"), "".join(re.findall(r"<span>([A-Z])</span>", ann.get(table).text))
    chance = random.Random(1)
    for _ in range(GUESSES):
        guess = "".join(chance.choice(seating.CODE_LETTERS) for _ in range(6))
        assert eve.get(f"/j/{guess}").status_code == 404
    assert eve.get(f"/j/{code}").status_code == 400
    assert "Too many wrong codes" in eve.get(f"/j/{code}").text


def test_a_code_is_of_one_table_at_a_time(tmp_path, monkeypatch):
    storage = Storage(f"sqlite:///{tmp_path / 'donjon.sqlite'}")
    tables = Tables(storage, 9, str, lambda _table: None)
    codes = iter(["BCDFGH", "BCDFGH", "XXXXXX", "BCDFGH"])
    monkeypatch.setattr("donjon.table.live.tables.new_code", lambda: next(codes))

    async def play():
        two = [Seat(0, PERSON, "ann", "Ann"), Seat(1, OPEN, "", "")]
        one, other = [await tables.create(GAME, {}, two, "ann") for _ in range(2)]
        assert storage.with_code("BCDFGH") == one.id
        assert storage.with_code("XXXXXX") == other.id
        await tables.rearrange(one.id, lambda now, _at: seating.plan_start(now, "greedy", 1.0))
        assert storage.with_code("BCDFGH") is None
        third = await tables.create(GAME, {}, two, "ann")
        assert storage.with_code("BCDFGH") == third.id

    loops.run(play())
    storage.close()


def test_codes_are_made_of_letters_that_sound_apart():
    assert {letter for _ in range(500) for letter in new_code()} == set(seating.CODE_LETTERS)
    assert not set(seating.CODE_LETTERS) & set("AEIOUY")


def test_two_at_once_for_one_seat(app):
    _ann, table = opened(app, TWO)
    asks = [(guest, f"{table}/sit", {"name": guest}) for guest in ("bob", "cid", "dan")]
    assert loops.run(at_once(app, asks)) == [303] * 3
    game = stored(app, table)
    assert not game.is_gathering
    assert game.seats[1].owner in ("bob", "cid", "dan")


def test_start_and_sit_at_once(app):
    _ann, table = opened(app)
    asks = [("bob", f"{table}/sit", {"name": "Bob"}), ("ann", f"{table}/start", {})]
    assert loops.run(at_once(app, asks)) == [303, 303]
    game = stored(app, table)
    assert not game.is_gathering
    assert sum(entry.kind == "start" for entry in game.entries) == 1
    assert [seat.kind for seat in game.seats][2:] == [BOT, BOT]


def test_seats_cannot_be_changed_for_ever():
    table_game = gathering(3)
    while table_game.seq <= seating.MOST_BEFORE:
        is_free = table_game.seats[1].kind == OPEN
        table_game.adopt(
            seating.plan_bot(table_game, 1, "greedy", 2.0)
            if is_free
            else seating.plan_free(table_game, 1, 2.0),
            "",
        )
    for plan in (
        lambda: seating.plan_sit(table_game, 2, "bob", "Bob", 3.0),
        lambda: seating.plan_bot(table_game, 2, "greedy", 3.0),
        lambda: seating.plan_move(table_game, 0, 2, 3.0),
        lambda: seating.plan_free(table_game, 0, 3.0),
    ):
        with pytest.raises(seating.NotSeated, match="Too many changes"):
            plan()
    table_game.adopt(seating.plan_start(table_game, "greedy", 3.0), "")
    assert table_game.waiting


def gathering(players: int) -> TableGame:
    header = Header("gathering", GAME, "1", players, "{}", "seed", "ann", 1.0)
    seats = [Seat(0, PERSON, "ann", "Ann"), *(Seat(number, OPEN, "", "") for number in range(1, players))]
    table_game = TableGame(header, seats)
    table_game.adopt(seating.plan_gathering(table_game, 1.0), "")
    return table_game


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 3)), max_size=25))
def test_what_is_read_back_is_what_was_there(verbs):
    """Random verbs, refused or not: the log alone gives the same seats, position and host."""
    table_game = gathering(4)
    for number, (verb, seat, other) in enumerate(verbs):
        at = float(number)
        plans = (
            lambda seat=seat, at=at: seating.plan_sit(table_game, seat, f"g{seat}", "", at),
            lambda seat=seat, other=other, at=at: seating.plan_move(table_game, other, seat, at),
            lambda seat=seat, at=at: seating.plan_bot(table_game, seat, "greedy", at),
            lambda seat=seat, at=at: seating.plan_free(table_game, seat, at),
            lambda at=at: seating.plan_start(table_game, "greedy", at),
            lambda seat=seat, at=at: seating.plan_out(table_game, seat, "greedy", "", at),
        )
        if verb == 1 and table_game.seats[other].kind != PERSON:
            continue
        try:
            change = plans[verb]()
        except DonjonError:
            continue
        table_game.adopt(change, "")
    blank = [Seat(seat.seat, PERSON, seat.owner, seat.name) for seat in table_game.seats]
    again = replay(Stored(table_game.header, tuple(blank), tuple(table_game.entries), ""))
    assert again.seats == table_game.seats
    assert again.state.tobytes() == table_game.state.tobytes()
    assert (again.is_gathering, again.waits, again.log) == (
        table_game.is_gathering,
        table_game.waits,
        table_game.log,
    )
    assert seating.host(again) == seating.host(table_game)
    assert all(seat.kind != OPEN for seat in again.seats) or again.is_gathering
    assert [entry.seq for entry in again.entries] == list(range(again.seq))


def test_a_game_that_starts_with_a_free_seat_is_damage():
    table_game = gathering(2)
    change = seating.plan_start(table_game, "greedy", 2.0)
    start = next(entry for entry in change.entries if entry.kind == "start")
    moved = [entry for entry in change.entries if entry.kind == "start"]
    rows = [*table_game.entries, type(start)(table_game.seq, "start", -1, 0, "", "", 2.0), *moved[1:]]
    with pytest.raises(Damaged, match="free seat"):
        replay(Stored(table_game.header, table_game.seats, tuple(rows), ""))


def test_no_verb_of_before_the_start_works_after_it():
    table_game = gathering(2)
    table_game.adopt(seating.plan_start(table_game, "greedy", 2.0), "")
    for plan in (
        lambda: seating.plan_bot(table_game, 1, "greedy", 3.0),
        lambda: seating.plan_free(table_game, 1, 3.0),
        lambda: seating.plan_move(table_game, 0, 1, 3.0),
        lambda: seating.plan_start(table_game, "greedy", 3.0),
    ):
        with pytest.raises(Stale):
            plan()


def test_the_archive_knows_tables_that_gather(tmp_path):
    app = application(tmp_path)
    _ann, table = opened(app)
    (finding,) = upkeep.check_tables(app.state.storage)
    assert finding.verdict == upkeep.SOUND
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'donjon.sqlite'}")
    with engine.begin() as connection:
        connection.execute(sa.text("update tables set waits = 'bot'"))
    (finding,) = upkeep.check_tables(app.state.storage)
    assert finding.verdict == upkeep.STALE
    assert app.state.storage.load(table.removeprefix("/t/")).cached.waits == GATHER
    engine.dispose()


def test_a_bot_moves_at_once_after_the_start(app):
    with person(app, "ann") as ann:
        table = ann.post("/new", data=TWO).headers["location"]
        assert ann.post(f"{table}/start", data={"level": "greedy"}).status_code == 303
        for _ in range(2000):
            if 'id="moves"' in ann.get(table).text:
                break
        assert stored(app, table).waits == PERSON


def test_the_list_of_tables_shows_one_that_gathers(app):
    ann, table = opened(app)
    page = ann.get("/games").text
    assert f'href="{table}"' in page
    assert "Waiting for players" in page


def finished(app, *who: str) -> tuple[TableGame, str]:
    """A stored game that is over, and its address."""
    table_game, chance = new_table_game(*who, seed="end"), random.Random(1)
    while not table_game.over:
        step(table_game, chance)
    store(app.state.storage, table_game)
    return table_game, f"/t/{table_game.id}"


def test_all_who_press_rematch_meet_at_one_table_with_seats_turned(app):
    old, table = finished(app, "ann", "bob", "bot", "cid")
    result = stored(app, table).result
    people = [person(app, name) for name in ("ann", "bob", "cid")]
    ways = [client.post(f"{table}/again").headers["location"] for client in people]
    assert len(set(ways)) == 1
    assert ways[0] != table
    game = stored(app, ways[0])
    assert [seat.owner for seat in game.seats] == ["bob", "", "cid", "ann"]
    assert [seat.kind for seat in game.seats] == [PERSON, BOT, PERSON, PERSON]
    assert not game.is_gathering, "all are there: it has started"
    assert game.header.options == old.header.options
    assert people[0].post(f"{table}/again").headers["location"] == ways[0]
    assert stored(app, table).result == result, "the old game ended as it did"
    (finding, _) = upkeep.check_tables(app.state.storage)
    assert finding.verdict == upkeep.SOUND


def test_two_who_press_rematch_at_once_meet(app):
    _old, table = finished(app, "ann", "bob")
    asks = [(guest, f"{table}/again", {}) for guest in ("ann", "bob", "ann")]
    assert loops.run(at_once(app, asks)) == [303] * 3
    again = stored(app, table).rematch
    assert sorted(seat.owner for seat in app.state.storage.load(again).seats) == ["ann", "bob"]
    assert len(app.state.storage.every()) == 2


def test_a_rematch_whose_table_was_never_made_is_made_by_the_next(app):
    """The server was killed after it had named the table and before it had made it."""
    old, table = finished(app, "ann", "bob")
    change = seating.plan_again(old, "neverseen1", 9e6)
    check = app.state.storage.load(old.id).check
    app.state.storage.append(old.id, check, change.entries, columns("over", stored(app, table).result))
    assert person(app, "bob").post(f"{table}/again").headers["location"] == "/t/neverseen1"
    assert stored(app, "/t/neverseen1").is_gathering


def test_others_see_that_a_rematch_waits_and_strangers_open_none(app):
    _old, table = finished(app, "ann", "bob")
    ann, bob, eve = (person(app, name) for name in ("ann", "bob", "eve"))
    assert "Join the rematch" not in bob.get(table).text
    assert eve.post(f"{table}/again").status_code == 403
    ann.post(f"{table}/again")
    assert "Join the rematch" in bob.get(table).text
    assert "Join the rematch" not in eve.get(table).text
    alone, _ = finished_alone(app)
    assert f'action="{alone}/again"' not in ann.get(alone).text


def finished_alone(app) -> tuple[str, TableGame]:
    table_game, chance = new_table_game("ann", "bot", seed="end"), random.Random(1)
    table_game.header = replace(table_game.header, id="alone")
    while not table_game.over:
        step(table_game, chance)
    store(app.state.storage, table_game)
    return "/t/alone", table_game


def test_no_rematch_is_opened_while_a_game_goes_on(app):
    table_game = new_table_game("ann", "bob")
    store(app.state.storage, table_game)
    assert person(app, "ann").post(f"/t/{table_game.id}/again").status_code == 400
    assert stored(app, f"/t/{table_game.id}").rematch == ""

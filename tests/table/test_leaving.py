"""TBL-8: a bot plays for a person who leaves, until the person is back; rows of the log say who plays."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
import sqlalchemy as sa

from donjon.bots.pool import Answer
from donjon.table.live.viewers import Screens, viewer
from donjon.table.store import seating, upkeep
from donjon.table.store.replaying import replay
from donjon.table.store.rows import BOT, PERSON, SEATED, Damaged, Stored, first_check, seats_after
from donjon.table.store.storage import Storage
from donjon.table.store.table_game import TableGame
from tests.table.people import (
    FOR_EVER,
    Quick,
    application,
    beside,
    columns,
    field,
    new_table_game,
    offers,
    person,
    post_move,
    store,
)


def leave(table_game: TableGame, seat: int, at: float = 0.0) -> None:
    table_game.adopt(seating.plan_out(table_game, seat, "greedy", "", at), "")


def rejoin(table_game: TableGame, seat: int, at: float = 0.0) -> None:
    table_game.adopt(seating.plan_back(table_game, seat, "", at), "")


def move(table_game: TableGame, at: float = 0.0) -> int:
    """Play the first legal action of a seat to move, as a person does."""
    seat = table_game.waiting[0]
    table_game.adopt(
        table_game.plan(seat, table_game.legal(seat)[:1], f"key{table_game.seq}", at, unasked=False), ""
    )
    return seat


def from_its_log(table_game: TableGame) -> TableGame:
    return replay(Stored(table_game.header, table_game.seats, tuple(table_game.entries), table_game.check))


def kept(table_game: TableGame) -> list[str]:
    return [seat.kind for seat in table_game.seats]


def sitting(app, *who: str, id: str = "testtable", seed: str = "seed") -> tuple[str, TableGame]:
    table_game = new_table_game(*who, seed=seed)
    table_game.header = replace(table_game.header, id=id)
    table_game.check = first_check(table_game.header)
    store(app.state.storage, table_game)
    return f"/t/{table_game.id}", table_game


def post(client, table: str, verb: str, seat: int) -> object:
    page = client.get(table).text
    data = {"seat": seat, "seq": field(page, "seq"), "key": field(page, "key")}
    return client.post(f"{table}/{verb}", data=data)


def until(is_so: Callable[[], object]) -> None:
    """Wait, with a limit only so that the test ends at all."""
    deadline = time.monotonic() + FOR_EVER
    while not is_so():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.01)


def stored(app, table: str) -> TableGame:
    return replay(app.state.storage.load(table.removeprefix("/t/")))


def test_the_log_says_who_plays_once_somebody_has_left():
    table_game = new_table_game("ann", "bob", "bot")
    leave(table_game, 1)
    rejoin(table_game, 1)
    leave(table_game, 0)
    assert kept(table_game) == [BOT, PERSON, BOT]
    assert [entry.kind for entry in table_game.entries if entry.kind != "play"] == [
        SEATED,
        "out",
        "back",
        "out",
    ]
    # The rows of the table `seats` may say anything: the log is right.
    wrong = [replace(seat, kind=PERSON, level="") for seat in table_game.seats]
    again = replay(Stored(table_game.header, tuple(wrong), tuple(table_game.entries), table_game.check))
    assert again.seats == table_game.seats


def test_rows_about_seats_change_no_position_and_no_undo():
    table_game = new_table_game("ann", "bob")
    seat = move(table_game)
    before, moved = table_game.state.tobytes(), table_game.moved
    leave(table_game, 1 - seat)
    assert table_game.state.tobytes() == before
    assert table_game.moved == moved < table_game.seq
    undo = table_game.offered_undo((seat,))
    assert undo is not None
    table_game.adopt(table_game.take_back(seat, undo.last, "undo", 0.0), "")
    again = from_its_log(table_game)
    assert again.state.tobytes() == table_game.state.tobytes()
    assert (again.log, again.seats, again.undone) == (table_game.log, table_game.seats, table_game.undone)
    rejoin(table_game, 1 - seat)
    assert table_game.offered_redo((seat,)) is not None, "a row about seats does not end the chance to redo"
    assert table_game.state_before(moved) is not None


def test_changes_have_later_and_later_times_in_whole_milliseconds():
    table_game = new_table_game("ann", "bob")
    later = table_game.entries[-1].at + 10.0
    for after in (0.00049, 0.0, -1.0, 0.5):
        move(table_game, later + after)
    leave(table_game, 0, later + 0.2)
    times = list(dict.fromkeys(entry.at for entry in table_game.entries))
    assert [round(1000 * (at - later)) for at in times[-5:]] == [0, 1, 2, 500, 501]
    assert times == sorted(times)
    assert all(at == round(1000 * at) / 1000 for at in times[-5:])


def test_the_times_after_a_row_about_seats_are_covered_by_the_checksums(tmp_path):
    url = f"sqlite:///{tmp_path / 'donjon.sqlite'}"
    storage, table_game = Storage(url), new_table_game("ann", "bob")
    move(table_game, 1.0)
    old = table_game.seq
    leave(table_game, 0, 2.0)
    rejoin(table_game, 0, 3.0)
    move(table_game, 4.0)
    store(storage, table_game)
    assert len(storage.load(table_game.id).entries) == table_game.seq
    engine = sa.create_engine(url)
    for seq in (table_game.seq - 1, old):
        with engine.begin() as connection:
            connection.execute(sa.text(f"update actions set at = at + 1 where seq = {seq}"))
        with pytest.raises(Damaged) as damage:
            storage.load(table_game.id)
        assert damage.value.move == seq
    engine.dispose()
    storage.close()


@pytest.mark.parametrize(
    "more",
    [
        "",
        "[]",
        "{",
        '{"seats":[]}',
        '{"seats":[["person",""],["cat",""]]}',
        '{"seats":[["bot",1],["bot",""]]}',
    ],
)
def test_a_row_about_seats_that_makes_no_sense_is_damage(more):
    table_game = new_table_game("ann", "bob")
    sound = table_game.seq
    leave(table_game, 0)
    entries = [replace(entry, more=more) if entry.kind == SEATED else entry for entry in table_game.entries]
    with pytest.raises(Damaged) as damage:
        replay(Stored(table_game.header, table_game.seats, tuple(entries), ""))
    assert damage.value.move == sound


def test_a_level_that_is_no_text_is_refused():
    table_game = new_table_game("ann", "bob")
    out = seating.plan_out(table_game, 0, "greedy", "", 0.0).entries[-1]
    with pytest.raises(ValueError, match="not stated"):
        seats_after(table_game.seats, replace(out, more=json.dumps({"level": 3})))


def test_a_bot_plays_on_and_the_person_may_be_back_at_any_moment(app):
    table, table_game = sitting(app, "ann", "bob")
    mover = table_game.waiting[0]
    with person(app, ("ann", "bob")[mover]) as gone:
        other = beside(gone, ("ann", "bob")[1 - mover])
        page = gone.get(table).text
        assert f'id="leave-{mover}"' in page
        assert f'id="away-{mover}"' not in page
        assert post(gone, table, "leave", mover).status_code == 303
        until(lambda: stored(app, table).waiting == (1 - mover,))
        page = gone.get(table).text
        assert f'id="away-{mover}"' in page
        assert 'id="moves"' not in page
        assert "leaves. A bot plays on" in other.get(table).text
        assert "away; bot" in other.get(table).text
        assert post(gone, table, "back", mover).status_code == 303
        assert "is back." in other.get(table).text
        page = other.get(table).text
        assert post_move(other, page, next(iter(offers(page)))).status_code == 303
        assert stored(app, table).seats[mover].kind == PERSON
        # Twice the same is as good as once.
        rows = stored(app, table).seq
        assert post(gone, table, "back", mover).status_code == 303
        assert stored(app, table).seq == rows


def test_who_has_left_sees_the_own_seat_and_cannot_move(app):
    table, table_game = sitting(app, "ann", "bob")
    mover = table_game.waiting[0]
    name = ("ann", "bob")[mover]
    client = person(app, name)
    page = client.get(table).text
    data = {part: field(page, part) for part in ("seat", "seq", "key")} | {"action": next(iter(offers(page)))}
    change = seating.plan_out(table_game, mover, "greedy", "", 0.0)
    app.state.storage.append(
        table_game.id,
        app.state.storage.load(table_game.id).check,
        change.entries,
        columns("bot"),
        seats=change.seats,
    )
    app.state.tables._read_anew(table_game.id)
    answer = client.post(f"{table}/move", data=data)
    assert answer.status_code == 409
    assert "A bot plays for you now." in answer.text
    assert stored(app, table).moved == table_game.moved
    seen = viewer(stored(app, table), name, "en", Screens())
    assert (seen.seats, seen.viewpoint, seen.acts) == ((mover,), mover, None)
    assert 'data-own="' + str(mover) in client.get(table).text


def test_leaving_makes_no_page_of_another_stale(app):
    table, table_game = sitting(app, "ann", "bob")
    mover = table_game.waiting[0]
    names = ("ann", "bob")
    ann, bob = person(app, names[mover]), person(app, names[1 - mover])
    page = ann.get(table).text
    data = {part: field(page, part) for part in ("seat", "seq", "key")} | {"action": next(iter(offers(page)))}
    assert post(bob, table, "leave", 1 - mover).status_code == 303
    assert ann.post(f"{table}/move", data=data).status_code == 303
    assert stored(app, table).moved > table_game.moved


def test_bots_rest_when_all_people_have_left(app):
    table, _ = sitting(app, "ann", "bob", "bot")
    ann, bob = person(app, "ann"), person(app, "bob")
    assert post(ann, table, "leave", 0).status_code == 303
    assert post(bob, table, "leave", 1).status_code == 303
    assert stored(app, table).waits == PERSON
    assert stored(app, table).waiting


class Slow(Quick):
    """A pool whose answers are given by the test."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[Answer] = []

    def choose(self, *given, **named) -> Answer:
        super().choose(*given, **named)
        self.answers.append(Answer())
        return self.answers[-1]


@pytest.fixture
def slow(tmp_path) -> tuple[object, Slow]:
    pool = Slow()
    return application(tmp_path, lambda: pool), pool


def test_the_answer_of_a_bot_is_dropped_when_the_person_is_back(slow):
    app, pool = slow
    table, table_game = sitting(app, "ann", "bob")
    mover = table_game.waiting[0]
    with person(app, ("ann", "bob")[mover]) as client:
        assert post(client, table, "leave", mover).status_code == 303
        until(lambda: pool.answers)
        assert post(client, table, "back", mover).status_code == 303
        until(pool.answers[0].cancelled)
        assert stored(app, table).moved == table_game.moved
        page = client.get(table).text
        assert post_move(client, page, next(iter(offers(page)))).status_code == 303
        assert stored(app, table).moved > table_game.moved


def test_leaving_is_offered_only_where_others_would_wait(app):
    table, _ = sitting(app, "ann", "bot")
    assert 'id="leave-0"' not in person(app, "ann").get(table).text
    shared, _ = sitting(app, "ann", "ann", "bob", id="another")
    page = person(app, "ann").get(shared).text
    assert 'id="leave-0"' in page
    assert 'id="leave-1"' in page
    assert 'id="leave-2"' not in page


def test_how_often_somebody_may_leave_is_limited():
    table_game = new_table_game("ann", "bob")
    for _ in range(seating.MOST_OUTS):
        leave(table_game, 0)
        rejoin(table_game, 0)
    with pytest.raises(seating.NotSeated, match="the limit"):
        leave(table_game, 0)
    leave(table_game, 1)


def test_seats_that_do_not_fit_the_log_are_corrected(tmp_path):
    url = f"sqlite:///{tmp_path / 'donjon.sqlite'}"
    storage, table_game = Storage(url), new_table_game("ann", "bob")
    leave(table_game, 0)
    store(storage, table_game)
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text("update seats set kind = 'person', level = '' where seat = 0"))
    (finding,) = upkeep.check_tables(storage)
    assert (finding.verdict, "its log" in finding.fault) == (upkeep.STALE, True)
    assert storage.load(table_game.id).seats == table_game.seats
    (finding,) = upkeep.check_tables(storage)
    assert finding.verdict == upkeep.SOUND
    engine.dispose()
    storage.close()

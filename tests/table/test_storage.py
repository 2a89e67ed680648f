"""The database: durable, in order, and it knows when it was tampered with."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
import sqlalchemy as sa

from donjon.errors import DonjonError
from donjon.table.host import settings as table_settings
from donjon.table.store.replaying import replay
from donjon.table.store.rows import Damaged, NoTable, OtherRules, Stale
from donjon.table.store.seating import NotSeated, plan_sit
from donjon.table.store.storage import Storage
from tests.table.people import columns, new_table_game, step, store


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'donjon.sqlite'}"


@pytest.fixture
def storage(url):
    opened = Storage(url)
    yield opened
    opened.close()


@pytest.fixture
def played(storage):
    """A stored game of some moves."""
    table_game, chance = new_table_game("ann", "bob"), random.Random(5)
    for _ in range(30):
        step(table_game, chance)
    store(storage, table_game)
    return table_game


def change(url, sql):
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        assert connection.execute(sa.text(sql)).rowcount == 1
    engine.dispose()


def test_what_is_stored_is_read_back(storage, played):
    again = replay(storage.load(played.id))
    assert again.state.tobytes() == played.state.tobytes()
    assert again.entries == played.entries
    assert again.log == played.log
    assert again.seats == played.seats


def test_who_stood_in_is_kept_and_is_no_part_of_the_digest(storage, url, played):
    seat, check = played.waiting[0], storage.load(played.id).check
    plan = played.plan(seat, played.legal(seat)[:1], "", 1.0, by="greedy")
    check = storage.append(played.id, check, plan.entries, columns("person"))
    first = played.seq
    assert [entry.by for entry in storage.load(played.id).entries[first:] if entry.seat == seat] == ["greedy"]
    assert not any(entry.by for entry in storage.load(played.id).entries if entry.seat != seat)
    change(url, f"update actions set \"by\" = '' where seq = {first}")
    assert storage.load(played.id).check == check


def test_a_second_writer_is_told(storage, played):
    stored = storage.load(played.id)
    seat = played.waiting[0]
    plan = played.plan(seat, played.legal(seat)[:1], "k", 1.0)
    check = storage.append(played.id, stored.check, plan.entries, columns("person"))
    with pytest.raises(Stale):
        storage.append(played.id, stored.check, plan.entries, columns("person"))
    assert storage.load(played.id).check == check


@pytest.mark.parametrize("table", ["nowhere", "", "\0", "test\0table", "\ud800", "é", "x" * 10_000])
def test_a_table_that_is_not_there(storage, table):
    """Whatever an address holds, also what a database takes for no text."""
    with pytest.raises(NoTable, match="check the address"):
        storage.load(table)


@pytest.mark.parametrize(
    ("sql", "move"),
    [
        ("update actions set action = action + 1 where seq = 20", 20),
        ("update actions set seat = 1 - seat where seq = 25", 25),
        ("update actions set kind = 'undo' where seq = 22", 22),
        ("delete from actions where seq = 15", 15),
        ("update actions set \"check\" = 'x' where seq = 30", 30),
        ("update tables set seed = 'other'", 0),
        ("update tables set options = '{'", 0),
        ("delete from seats where seat = 1", 0),
        ("update seats set kind = 'ghost' where seat = 1", 0),
    ],
)
def test_damage_is_found_where_it_is(storage, played, url, sql, move):
    change(url, sql)
    with pytest.raises(Damaged) as found:
        replay(storage.load(played.id))
    assert found.value.move == move
    assert str(move) in str(found.value)


def test_a_text_where_a_number_belongs_is_damage(storage, played, url):
    # SQLite takes it; other databases refuse it themselves.
    change(url, "update actions set action = 'soup' where seq = 21")
    with pytest.raises(Damaged) as found:
        replay(storage.load(played.id))
    assert found.value.move == 21


@pytest.mark.parametrize(("game", "rules"), [("kingdom-builder", "0"), ("chess", "1")])
def test_rules_that_this_server_does_not_have_are_no_damage(storage, game, rules):
    table_game = new_table_game("ann", "bob")
    header = replace(table_game.header, rules=rules, game=game)
    storage.create(header, table_game.seats, table_game.entries, columns("person"))
    with pytest.raises(OtherRules, match=f"version {rules} of the rules of {game}.*Nothing is lost"):
        replay(storage.load(table_game.id))


def test_a_rules_version_that_somebody_changed_is_damage(storage, played, url):
    change(url, "update tables set rules = '0'")
    with pytest.raises(Damaged):
        replay(storage.load(played.id))


def test_an_open_seat_is_given_once(storage):
    table_game = new_table_game("ann", "open")
    store(storage, table_game)
    check = storage.load(table_game.id).check
    bob, eve = (plan_sit(table_game, 1, name, name.title(), 5.0) for name in ("bob", "eve"))
    storage.append(table_game.id, check, bob.entries, columns("person"), seats=bob.seats)
    with pytest.raises(Stale):
        storage.append(table_game.id, check, eve.entries, columns("person"), seats=eve.seats)
    assert [seat.owner for seat in storage.load(table_game.id).seats] == ["ann", "bob"]
    with pytest.raises(NotSeated):
        plan_sit(replay(storage.load(table_game.id)), 1, "eve", "Eve", 6.0)


def test_tables_of_a_guest_and_of_bots(storage):
    table_game = new_table_game("ann", "bob")
    storage.create(table_game.header, table_game.seats, table_game.entries, columns("bot"))
    assert storage.waiting_for_bots() == [table_game.id]
    assert [row.id for row in storage.tables_of("bob")] == [table_game.id]
    assert storage.tables_of("eve") == []


def test_a_file_that_is_no_database(tmp_path, url):
    (tmp_path / "donjon.sqlite").write_bytes(b"no database at all" * 100)
    with pytest.raises(DonjonError, match="Move it away"):
        Storage(url)


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DonjonError, match="--data"):
        table_settings.load(tmp_path / "file" / "data")


def test_the_key_is_made_once_and_is_nobody_elses_business(tmp_path):
    first = table_settings.load(tmp_path / "data")
    assert table_settings.load(tmp_path / "data").secret == first.secret
    assert (tmp_path / "data" / "secret.key").stat().st_mode & 0o077 == 0
    (tmp_path / "data" / "secret.key").write_text("")
    with pytest.raises(DonjonError, match="Delete it"):
        table_settings.load(tmp_path / "data")


def test_the_steps_of_the_database_make_what_the_program_expects(storage, url):
    from donjon.table.store.schema import metadata

    engine = sa.create_engine(url)
    with engine.connect() as connection:
        from alembic.autogenerate import compare_metadata
        from alembic.migration import MigrationContext

        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()

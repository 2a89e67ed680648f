"""What the database must keep and find, asked of PostgreSQL."""

from donjon.table.store import heartbeat
from donjon.table.store.heartbeat import Heartbeat
from donjon.table.store.storage import Storage
from tests.table.test_storage import (
    played,
    storage,
    test_a_rules_version_that_somebody_changed_is_damage,
    test_a_second_writer_is_told,
    test_a_table_that_is_not_there,
    test_an_open_seat_is_given_once,
    test_damage_is_found_where_it_is,
    test_rules_that_this_server_does_not_have_are_no_damage,
    test_tables_of_a_guest_and_of_bots,
    test_the_steps_of_the_database_make_what_the_program_expects,
    test_what_is_stored_is_read_back,
    test_who_stood_in_is_kept_and_is_no_part_of_the_digest,
)

__all__ = [
    "played",
    "storage",
    "test_a_rules_version_that_somebody_changed_is_damage",
    "test_a_second_writer_is_told",
    "test_a_table_that_is_not_there",
    "test_an_open_seat_is_given_once",
    "test_damage_is_found_where_it_is",
    "test_rules_that_this_server_does_not_have_are_no_damage",
    "test_tables_of_a_guest_and_of_bots",
    "test_the_steps_of_the_database_make_what_the_program_expects",
    "test_what_is_stored_is_read_back",
    "test_who_stood_in_is_kept_and_is_no_part_of_the_digest",
]


def test_machines_whose_clocks_differ_have_the_time_of_the_database(url, monkeypatch):
    """TBL-10: a move counts as it arrived, whichever machine it came to."""
    storage = Storage(url)
    right, ahead = Heartbeat(storage), Heartbeat(storage)
    right.beat()
    truth = heartbeat.time.time
    monkeypatch.setattr(heartbeat.time, "time", lambda: truth() + 3)
    ahead.beat()
    assert abs(ahead.now() - right.now()) < 1
    assert ahead.outages == right.outages == ()
    storage.close()

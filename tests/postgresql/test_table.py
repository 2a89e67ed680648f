"""The table plays on PostgreSQL as it does on SQLite."""

from __future__ import annotations

from dataclasses import replace

import pytest

from donjon.table.serving import build
from tests.table.people import Quick, person, settings
from tests.table.test_moves import (
    test_a_name_with_signs_that_no_database_takes_is_stored_without_them,
    test_a_whole_game_against_bots,
    test_an_old_page_is_answered_with_the_fresh_one,
    test_the_address_of_no_table_is_not_found,
    test_the_same_request_twice_is_one_move,
    test_undo_takes_back_and_leaves_a_trace,
)
from tests.table.test_server import lose_nothing

__all__ = [
    "test_a_name_with_signs_that_no_database_takes_is_stored_without_them",
    "test_a_whole_game_against_bots",
    "test_an_old_page_is_answered_with_the_fresh_one",
    "test_the_address_of_no_table_is_not_found",
    "test_the_same_request_twice_is_one_move",
    "test_undo_takes_back_and_leaves_a_trace",
]


@pytest.fixture
def ann(tmp_path, url):
    with person(build(replace(settings(tmp_path), database_url=url), Quick), "ann") as client:
        yield client


def test_killed_at_any_moment_it_loses_nothing_that_was_acknowledged(tmp_path, url, monkeypatch):
    monkeypatch.setenv("DONJON_DATABASE_URL", url)
    lose_nothing(tmp_path, url)

"""Crashes under load: nothing that was acknowledged is lost, and every game goes on.

A short form of `python -m tests.crash.crashing`; DONJON_CRASHES=200 makes it long.
"""

from __future__ import annotations

import os
import resource
import sqlite3

import pytest

from tests.crash.crashing import Crashes, kill_often
from tests.crash.house import House, until

TIMES = int(os.environ.get("DONJON_CRASHES", "3"))


@pytest.fixture
def crashes(tmp_path):
    """People at a table that is about to crash."""
    made = Crashes(House(tmp_path / "data"))
    yield made
    made.house.kill()
    for player in made.people:
        player.stop()


def played(crashes):
    return crashes.answers - crashes.ledger.counts["refused"]


def goes_on(crashes):
    """The fault is over, the server the same: what was promised is there, bots move, and so do people."""
    crashes.rest()
    crashes.calm()
    before = played(crashes)
    crashes.load()
    crashes.rest()
    assert played(crashes) >= before + 5
    crashes.calm()
    crashes.end()


def test_killed_again_and_again(crashes):
    kill_often(crashes, TIMES)
    counts = crashes.ledger.counts
    assert counts["crashes"] == TIMES
    assert played(crashes) >= 5 * TIMES


def test_a_loss_is_noticed(crashes):
    """The harness is worth its name: a move that is gone after a crash is found."""
    crashes.start()
    crashes.load()
    crashes.rest()
    crashes.crash()
    table = max(crashes.ledger.promised, key=lambda each: len(crashes.ledger.promised[each]))
    last = crashes.ledger.promised[table][-1]
    with sqlite3.connect(crashes.house.folder / "donjon.sqlite") as connection:
        gone = "select seq from actions where table_id = ? and key = ?"
        (seq,) = connection.execute(gone, (table, last.key)).fetchone()
        connection.execute("delete from actions where table_id = ? and seq >= ?", (table, seq))
    connection.close()
    with pytest.raises(AssertionError, match=f"{table}: .* was acknowledged"):
        crashes.start()


def test_the_database_is_locked_for_longer_than_anybody_waits(crashes):
    crashes.start()
    crashes.load()
    with crashes.house.locked():
        before = played(crashes)
        assert until(lambda: crashes.ledger.counts["refused"] >= 5 or crashes.ledger.wrong)
        # A move that was under way when the lock was taken may have been stored before it.
        assert played(crashes) <= before + len(crashes.people)
    goes_on(crashes)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process need Linux")
def test_no_file_can_grow(crashes):
    crashes.start()
    crashes.load()
    with crashes.house.full(crashes.chance):
        assert until(lambda: crashes.ledger.counts["refused"] >= 5 or crashes.ledger.wrong)
    goes_on(crashes)


def test_the_workers_of_the_bots_are_killed(tmp_path):
    crashes = Crashes(House(tmp_path / "data", pool=True))
    try:
        crashes.start()
        crashes.load()
        for _ in range(4):
            assert until(crashes.house.kill_workers)
        goes_on(crashes)
    finally:
        crashes.house.kill()
        for player in crashes.people:
            player.stop()

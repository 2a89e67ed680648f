"""/healthz says whether a move could be stored now, and costs little however often it is asked."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from sqlalchemy import event

from donjon.table.store.storage import Storage
from donjon.table.web.health import Health
from tests import loops
from tests.table.people import application, person


@pytest.fixture
def storage(tmp_path):
    made = Storage(f"sqlite:///{tmp_path / 'donjon.sqlite'}")
    yield made
    made.close()


class Counting:
    """A storage that counts its probes, and does in them what it is told."""

    def __init__(self, probe=lambda: None) -> None:
        self.count = 0
        self._probe = probe

    def probe(self) -> None:
        self.count += 1
        self._probe()


def test_a_probe_writes_and_leaves_nothing_behind(storage, tmp_path):
    log = tmp_path / "donjon.sqlite-wal"
    before = log.stat().st_size
    storage.probe()
    assert log.stat().st_size > before
    assert storage.tables_of("") == []
    assert storage.waiting_for_bots() == []
    storage.probe()


FULL_DISK = """
import resource, sys
from donjon.table.store.storage import Storage
storage = Storage(sys.argv[1])
storage.probe()
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    for _ in range(1000):
        storage.probe()
except Exception as error:
    print(type(error).__name__)
"""


def test_a_full_disk_is_noticed(tmp_path):
    """In a process that may not make files longer than they are."""
    command = [sys.executable, "-c", FULL_DISK, f"sqlite:///{tmp_path / 'donjon.sqlite'}", "200000"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told == "NotStored\n"


def write_nothing(connection, _record, _proxy):
    connection.execute("PRAGMA query_only = ON")


def test_a_database_that_cannot_be_written_is_said(tmp_path):
    app = application(tmp_path)
    with person(app) as client:
        assert client.get("/healthz").json()["ok"] is True
        app.state.health = Health(app.state.storage, fresh=0.0)
        # Whichever connection of the pool is taken, it may not write.
        event.listen(app.state.storage._engine, "checkout", write_nothing)
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.json()["ok"] is False
        assert "attempt to write a readonly database" in answer.json()["reason"]


def test_many_questions_are_one_write():
    async def ask():
        storage = Counting()
        health = Health(storage, fresh=3600.0)
        for _ in range(50):
            assert (await health.look())["ok"]
        assert storage.count == 1
        health = Health(storage, fresh=0.0)
        await health.look()
        await health.look()
        assert storage.count == 3

    loops.run(ask())


def test_a_database_that_hangs_is_said_in_time_and_asked_once():
    async def ask():
        free = threading.Event()
        storage = Counting(lambda: free.wait())
        health = Health(storage, patience=0.01)
        for _ in range(3):
            assert await health.look() == {"ok": False, "reason": "the database does not answer in time"}
        free.set()
        health._patience = 60.0
        assert (await health.look())["ok"]
        assert storage.count == 1

    loops.run(ask())

"""The data folder is its owner's alone, and one program's at a time."""

from __future__ import annotations

import logging
import os
import signal
import stat
import subprocess
import sys

import pytest

from donjon.errors import DonjonError
from donjon.table.host import data_folder, settings
from donjon.table.serving import serve
from donjon.table.store import upkeep
from donjon.table.store.storage import Storage
from tests.table.people import new_table_game, store


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def url(folder):
    return f"sqlite:///{folder / 'donjon.sqlite'}"


@pytest.fixture(autouse=True)
def _an_open_handed_user():
    """Whatever rights new files get by default, ours are for the owner only."""
    old = os.umask(0)
    yield
    os.umask(old)


def test_all_that_is_made_is_for_the_owner_only(tmp_path):
    told = settings.load(tmp_path / "deep" / "data")
    with data_folder.claim(told.data, told.database_url):
        storage = Storage(told.database_url)
        store(storage, new_table_game("ann", "bob"))
        made = {path.name: mode(path) for path in told.data.iterdir()}
        storage.close()
    assert mode(told.data) == 0o700
    assert set(made.values()) == {0o600}
    assert {"donjon.sqlite", "donjon.sqlite-wal", "donjon.sqlite-shm", "secret.key"} <= set(made)


def test_what_a_repair_cuts_off_is_for_the_owner_only(tmp_path):
    told = settings.load(tmp_path)
    storage, table_game = Storage(told.database_url), new_table_game("ann", "bob")
    store(storage, table_game)
    with storage.writing() as connection:
        connection.exec_driver_sql("update actions set action = 999 where seq = 3")
    storage.close()
    upkeep.repair_table(tmp_path, table_game.id)
    assert [mode(kept) for kept in tmp_path.glob("*-cut-*")] == [0o600]


def test_what_an_older_version_left_open_is_closed(tmp_path):
    told = settings.load(tmp_path / "data")
    Storage(told.database_url).close()
    for path in (told.data, *told.data.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    (told.data / "donjon.sqlite-wal").write_bytes(b"")
    Storage(settings.load(told.data).database_url).close()
    assert mode(told.data) == 0o700
    assert {path.name for path in told.data.iterdir() if mode(path) != 0o600} == set()


def test_a_folder_that_serves_something_else_stays_as_it_is(tmp_path, caplog):
    (tmp_path / "holiday.jpg").write_text("")
    tmp_path.chmod(0o755)
    with caplog.at_level(logging.WARNING):
        told = settings.load(tmp_path)
    Storage(told.database_url).close()
    assert mode(tmp_path) == 0o755
    assert "Other users of this machine can list" in caplog.text
    assert {mode(tmp_path / name) for name in ("secret.key", "donjon.sqlite")} == {0o600}


def test_a_second_server_is_refused(tmp_path):
    told = settings.load(tmp_path)
    with data_folder.claim(told.data, told.database_url):
        with pytest.raises(DonjonError, match=f"in use by another Donjon \\(process {os.getpid()}\\)"):
            serve(port=0, data=tmp_path)
        with pytest.raises(data_folder.InUse, match="stop that first"):
            upkeep.repair_table(tmp_path, "any")
    with data_folder.claim(told.data, told.database_url):
        pass


def test_two_folders_with_one_database_are_one(tmp_path, monkeypatch):
    (tmp_path / "link").symlink_to(tmp_path)
    monkeypatch.setenv("DONJON_DATABASE_URL", url(tmp_path / "link"))
    first, second = settings.load(tmp_path / "a"), settings.load(tmp_path / "b")
    with data_folder.claim(first.data, first.database_url), pytest.raises(data_folder.InUse):
        serve(port=0, data=second.data)
    with data_folder.claim(first.data, url(tmp_path)), pytest.raises(data_folder.InUse):
        serve(port=0, data=second.data)


HOLD = """
import sys, time
from pathlib import Path
from donjon.table.host import data_folder
with data_folder.claim(Path(sys.argv[1]), sys.argv[2]):
    print("held", flush=True)
    time.sleep(3600)
"""


def test_the_lock_of_a_killed_server_is_free(tmp_path):
    command = [sys.executable, "-c", HOLD, str(tmp_path), url(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "held\n"
        with pytest.raises(data_folder.InUse, match=f"process {process.pid}"):
            data_folder.claim(tmp_path, url(tmp_path)).__enter__()
        process.send_signal(signal.SIGKILL)
        process.wait()
        with data_folder.claim(tmp_path, url(tmp_path)):
            pass
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize("bad", ["sqlite://", "nonsense", "nosuch://x/y", "sqlite:///:memory:"])
def test_an_address_that_is_no_database(tmp_path, bad):
    with pytest.raises(DonjonError, match="DONJON_DATABASE_URL"):
        Storage(bad)


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "kept.json"
    data_folder.write_private(path, b"first")
    monkeypatch.setattr(os, "fsync", lambda _handle: (_ for _ in ()).throw(OSError("the disk is gone")))
    with pytest.raises(OSError, match="gone"):
        data_folder.write_private(path, b"second")
    assert path.read_bytes() == b"first"
    assert [each.name for each in tmp_path.iterdir()] == ["kept.json"]

"""A backup of a running server is whole and of one moment; a restore is all or nothing."""

from __future__ import annotations

import json
import random
import re
import shutil
import stat
import threading
import time
import zipfile
from pathlib import Path

import httpx2
import pytest

from donjon.errors import DonjonError
from donjon.table.host import data_folder, settings
from donjon.table.store import backup, upkeep
from donjon.table.store.storage import Storage
from tests.cli.command import donjon, refused
from tests.table.people import GAME, field, new_table_game, offers, step, store, wait_for
from tests.table.test_server import server


def begun(folder, *who, moves=10):
    """A data folder with a game of some moves; the table's id."""
    told = settings.load(folder)
    storage, chance, table_game = Storage(told.database_url), random.Random(5), new_table_game(*who)
    for _ in range(moves):
        step(table_game, chance)
    store(storage, table_game)
    storage.close()
    return table_game.id


def content(folder):
    """What a data folder holds: its key, and all that its tables say."""
    told = settings.load(folder)
    storage = Storage(told.database_url)
    tables = {table: storage.load(table) for table, _game, _rules in storage.every()}
    storage.close()
    return told.secret, tables


@pytest.fixture
def made(tmp_path):
    """(data folder, its backup)"""
    begun(tmp_path / "data", "ann", "bob")
    backup.backup(tmp_path / "data", tmp_path / "games.zip")
    return tmp_path / "data", tmp_path / "games.zip"


def test_there_and_back(tmp_path, made):
    data, file = made
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    told = backup.restore(tmp_path / "new", file)
    assert told.tables == 1
    assert content(tmp_path / "new") == content(data)
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new").iterdir()} == {0o600}
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_nothing_is_overwritten_unless_forced(tmp_path, made):
    data, file = made
    begun(tmp_path / "other", "eve", "eve", moves=3)
    before = content(tmp_path / "other")
    with pytest.raises(DonjonError, match="--force"):
        backup.restore(tmp_path / "other", file)
    with pytest.raises(DonjonError, match="--force"):
        backup.backup(tmp_path / "other", file)
    assert content(tmp_path / "other") == before
    backup.restore(tmp_path / "other", file, force=True)
    assert content(tmp_path / "other") == content(data)
    backup.backup(tmp_path / "other", file, force=True)


def test_the_journal_of_the_old_database_does_not_spoil_the_new(tmp_path, made):
    """A server that was killed leaves a journal with moves; they are not the restored database's."""
    data, file = made
    begun(tmp_path / "killed", "eve", "eve", moves=3)
    living = Storage(settings.load(tmp_path / "killed").database_url)
    with living.writing() as connection:
        connection.exec_driver_sql("update seats set name = 'in the journal'")
    shutil.copytree(tmp_path / "killed", tmp_path / "crashed")
    living.close()
    assert (tmp_path / "crashed" / "donjon.sqlite-wal").stat().st_size > 0
    backup.restore(tmp_path / "crashed", file, force=True)
    assert content(tmp_path / "crashed") == content(data)


def test_a_running_server_keeps_its_games(made):
    data, file = made
    told = settings.load(data)
    with data_folder.claim(told.data, told.database_url):
        with pytest.raises(data_folder.InUse):
            backup.restore(data, file, force=True)
        backup.backup(data, file, force=True)


def test_a_file_that_is_no_whole_backup_changes_nothing(tmp_path, made):
    """Cut short anywhere, or with any stretch of it spoilt: refused in words, or it was the same anyway."""
    data, file = made
    whole, before, chance = file.read_bytes(), content(data), random.Random(1)
    spoilt = tmp_path / "spoilt.zip"
    begun(tmp_path / "target", "eve", "eve", moves=3)
    untouched, said = content(tmp_path / "target"), []
    cuts = [whole[: len(whole) * part // 20] for part in range(20)]
    for _ in range(60):
        at = chance.randrange(len(whole))
        cuts.append(whole[:at] + chance.randbytes(4) + whole[at + 4 :])
    for data_now in cuts:
        spoilt.write_bytes(data_now)
        try:
            backup.restore(tmp_path / "target", spoilt, force=True)
        except DonjonError as error:
            said.append(str(error))
            assert content(tmp_path / "target") == untouched
        else:
            assert content(tmp_path / "target") == before
            untouched = before
    assert len(said) > 60
    assert [words for words in said if "Nothing was changed" not in words] == []


@pytest.mark.parametrize("name", ["donjon.sqlite", "secret.key", "manifest.json"])
def test_a_part_that_was_exchanged_or_left_out(tmp_path, made, name):
    _data, file = made
    for content_now in (b"something else", None):
        changed = tmp_path / "changed.zip"
        with zipfile.ZipFile(file) as old, zipfile.ZipFile(changed, "w") as new:
            for each in old.namelist():
                data = content_now if each == name else old.read(each)
                if data is not None:
                    new.writestr(each, data)
        with pytest.raises(backup.BadBackup):
            backup.restore(tmp_path / "new", changed)
    assert not (tmp_path / "new" / "secret.key").exists()


def test_a_backup_of_a_newer_version_is_refused(tmp_path, made):
    data, _file = made
    storage = Storage(settings.load(data).database_url)
    with storage.writing() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    storage.close()
    backup.backup(data, tmp_path / "newer.zip")
    with pytest.raises(DonjonError, match="newer version of Donjon"):
        backup.restore(tmp_path / "new", tmp_path / "newer.zip")
    with pytest.raises(DonjonError, match="newer version of Donjon"):
        upkeep.open_storage(data)


class Stopped(Exception):
    """The machine stops here."""


def test_stopped_anywhere_a_restore_is_all_or_nothing(tmp_path, made, monkeypatch):
    """Every call that changes a name on the disk is the last one, in turn."""
    data, file = made
    wanted, steps = content(data), 0
    for stop in range(1000):
        target = tmp_path / f"target{stop}"
        begun(target, "eve", "eve", moves=3)
        before, left = content(target), [stop]

        def stopping(call, left=left):
            def stopped(*args, **kwargs):
                if left[0] == 0:
                    raise Stopped
                left[0] -= 1
                return call(*args, **kwargs)

            return stopped

        with monkeypatch.context() as patch:
            for name in ("rename", "replace", "unlink", "mkdir"):
                patch.setattr(Path, name, stopping(getattr(Path, name)))
            # A machine that stops does not tidy up.
            patch.setattr(data_folder.shutil, "rmtree", stopping(shutil.rmtree))
            try:
                backup.restore(target, file, force=True)
            except Stopped:
                steps += 1
            else:
                break
        assert content(target) in (before, wanted)
        backup.restore(target, file, force=True)
        assert content(target) == wanted
    assert steps > 5
    assert content(target) == wanted


def test_other_databases_have_their_own_tools(made, monkeypatch):
    data, file = made
    monkeypatch.setenv("DONJON_DATABASE_URL", "postgresql://games@nowhere/games")
    assert "pg_dump" in refused("backup", file.with_name("other.zip"), "--data", data)
    assert "Unset DONJON_DATABASE_URL" in refused("restore", file, "--data", data)


def test_the_commands(tmp_path, made):
    data, _file = made
    answer = donjon("backup", tmp_path / "a.zip", "--data", data)
    assert answer.exit_code == 0
    assert re.search(r"1 tables with \d+ actions, as of 20\d\d-", answer.stdout)
    assert donjon("restore", tmp_path / "a.zip", "--data", tmp_path / "new").exit_code == 0
    assert "There is no file" in refused("restore", tmp_path / "none.zip", "--data", tmp_path / "new2")
    assert "isn't a Donjon data folder" in refused("backup", tmp_path / "b.zip", "--data", tmp_path / "none")
    assert "could not be written" in refused("backup", tmp_path / "none" / "b.zip", "--data", data)
    with zipfile.ZipFile(tmp_path / "a.zip") as pack:
        assert json.loads(pack.read("manifest.json"))["format"] == "donjon backup 1"


class Mover(threading.Thread):
    """Plays at a table as fast as it goes; `played` are the acknowledged moves, (number, action)."""

    def __init__(self, client, table):
        super().__init__()
        self.client, self.table = client, table
        self.played, self.end = [], threading.Event()

    def run(self):
        while not self.end.is_set():
            page = self.client.get(self.table).text
            if 'id="moves"' in page:
                data = {name: field(page, name) for name in ("seat", "seq", "key")}
                action = min(offers(page))
                answer = self.client.post(f"{self.table}/move", data={**data, "action": action})
                if answer.status_code == 303:
                    self.played.append((int(data["seq"]), action))

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_error):
        self.end.set()
        self.join()


def test_of_a_running_server_while_moves_are_made(tmp_path):
    """Each backup holds every move acknowledged before it began, and replays; the cookies are good again."""
    with server(tmp_path / "data") as (address, _process):
        client = httpx2.Client(base_url=address, timeout=60)
        table = client.post("/new", data={"game": GAME, "quick": "1"}).headers["location"]
        with Mover(client, table) as mover:
            for number in range(5):
                while len(mover.played) < 2 * (number + 1) and mover.is_alive():
                    time.sleep(0.01)
                sure = list(mover.played)
                backup.backup(tmp_path / "data", tmp_path / f"{number}.zip")
                backup.restore(tmp_path / f"copy{number}", tmp_path / f"{number}.zip")
                _secret, tables = content(tmp_path / f"copy{number}")
                entries = tables[table.removeprefix("/t/")].entries
                assert [(seq, entries[seq].action) for seq, _action in sure] == sure
                storage = upkeep.open_storage(tmp_path / f"copy{number}")
                assert [each.verdict for each in upkeep.check_tables(storage)] == ["sound"]
                storage.close()
        cookies = client.cookies
    with server(tmp_path / "copy4") as (address, _process):
        client = httpx2.Client(base_url=address, cookies=cookies, timeout=60)
        assert table in client.get("/").text
        wait_for(client, table, 'id="moves"')

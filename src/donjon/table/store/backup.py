"""Back up all games and the key of the seats into one file, and restore them.

A backup is a ZIP of the database, the key (without it no player could return to a seat) and a manifest with
the checksums of both. Anyone who has the file can see the seeds of running games and take any seat.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
import sqlite3
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from donjon import __version__
from donjon.errors import DonjonError
from donjon.table.host import data_folder, settings
from donjon.table.host.data_folder import DATABASE, SECRET
from donjon.table.store.storage import Storage

MANIFEST = "manifest.json"
FORMAT = "donjon backup 1"
PARTS = (DATABASE, SECRET)
CHUNK = 1 << 20
# Errors from reading a ZIP or a manifest that was not written by `backup`.
_NOT_WHOLE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, RuntimeError),
    *(LookupError, ValueError, TypeError, AttributeError),
)


class BadBackup(DonjonError):
    """An error: a file is not a whole backup."""


@dataclass(frozen=True)
class Summary:
    """The contents of a backup: its time (UTC), its Donjon version, its numbers of tables and actions."""

    made: str
    version: str
    tables: int
    actions: int


def backup(data: Path, file: Path, force: bool = False) -> Summary:
    """Write a backup of a data folder; a running server goes on, and the backup holds one moment of it.

    The file appears under its name only when it is whole. Raises DonjonError when it cannot be made, or when
    the file exists already (unless `force`).
    """
    if not (data / SECRET).exists():
        raise DonjonError(f"{data} isn't a Donjon data folder. Give the one with the games with --data.")
    config = settings.load(data)
    database = _database(config.database_url)
    if file.exists() and not force:
        raise DonjonError(f"{file} already exists. Choose another name, or replace it with --force.")
    try:
        with _beside(file) as copy, _beside(file) as fresh:
            _copy(database, copy)
            manifest = _manifest(copy, data / SECRET)
            _pack(fresh, manifest, {DATABASE: copy, SECRET: data / SECRET})
            os.replace(fresh, file)
            data_folder.sync_folder(file.absolute().parent)
    except (OSError, sqlite3.Error) as error:
        raise DonjonError(f"The backup {file} could not be written ({error}). Nothing was changed.") from None
    return _summary(manifest)


def restore(data: Path, file: Path, force: bool = False) -> Summary:
    """Restore the games and the key of a backup into a data folder, all or nothing even after a crash.

    Raises BadBackup when the file is not whole, InUse while a server runs on the folder, and DonjonError when
    the folder has games already (unless `force`: then they are lost).
    """
    if os.environ.get("DONJON_DATABASE_URL"):
        raise DonjonError(
            "A backup is restored into a data folder. Unset DONJON_DATABASE_URL, or use the tools of the "
            "database it names."
        )
    try:
        data_folder.prepare(data)
        with data_folder.exclusive(data):
            if not force and any((data / name).exists() for name in PARTS):
                raise DonjonError(
                    f"{data} already holds games or a key. Give an empty folder with --data, or discard them "
                    "for those of the backup with --force."
                )
            with data_folder.staged_restore(data) as stage:
                manifest = _unpack(file, stage)
    except OSError as error:
        raise DonjonError(f"{file} could not be restored ({error}). Nothing was changed.") from None
    return _summary(manifest)


def _database(url: str) -> Path:
    path = data_folder.sqlite_file(url)
    if path is None:
        raise DonjonError(
            "Only SQLite databases can be copied. For PostgreSQL, use pg_dump, and keep a copy of "
            f"{SECRET} from the data folder with the dump."
        )
    if not path.exists():
        raise DonjonError(f"There is no database {path}: no game was started there.")
    return path


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """Yield a private file in the folder of `file`; delete it at the end unless it was renamed."""
    path = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    data_folder.make_private(path)
    try:
        yield path
    finally:
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm", f"{path.name}-journal"):
            path.with_name(name).unlink(missing_ok=True)


def _copy(database: Path, copy: Path) -> None:
    """Copy a snapshot of a database, which may be in use, into one file without a journal."""
    # Not "ro": SQLite may have to make its -shm file to read what is in the -wal file.
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)) as source:
        source.execute("VACUUM INTO ?", (str(copy),))
    _check_database(copy)


def _check_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        result = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if result != "ok":
        raise BadBackup(f"The database is damaged ({result}): such a copy would be worth nothing.")


def _manifest(copy: Path, key: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(copy)) as connection:
        counts = {
            name: connection.execute(f"select count(*) from {name}").fetchone()[0]
            for name in ("tables", "actions")
        }
    files = {DATABASE: copy, SECRET: key}
    return {
        "format": FORMAT,
        "made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "version": __version__,
        **counts,
        "files": {
            name: {"bytes": path.stat().st_size, "sha256": _sha256(path)} for name, path in files.items()
        },
    }


def _pack(target: Path, manifest: dict[str, Any], files: dict[str, Path]) -> None:
    with target.open("wb") as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as pack:
            pack.writestr(MANIFEST, json.dumps(manifest, indent=1))
            for name, path in files.items():
                pack.write(path, name)
        out.flush()
        os.fsync(out.fileno())


def _unpack(file: Path, stage: Path) -> dict[str, Any]:
    """Unpack the parts of a backup into a folder, and check them. Raises BadBackup."""
    try:
        with zipfile.ZipFile(file) as pack:
            manifest: dict[str, Any] = json.loads(pack.read(MANIFEST))
            if manifest.get("format") != FORMAT:
                raise BadBackup(f"{file} is a backup of another kind ({manifest.get('format')}).")
            for name in PARTS:
                _unpack_part(pack, name, stage / name, manifest["files"][name])
        _summary(manifest)
        _check_database(stage / DATABASE)
    except FileNotFoundError:
        raise BadBackup(f"There is no file {file}.") from None
    except (*_NOT_WHOLE, sqlite3.Error) as error:
        raise BadBackup(f"{file} is not a complete backup ({error}). Nothing was changed.") from None
    # A database that this program cannot read must not replace one that it can.
    Storage(f"sqlite:///{stage / DATABASE}").close()
    return manifest


def _unpack_part(pack: zipfile.ZipFile, name: str, path: Path, expected: dict[str, Any]) -> None:
    data_folder.make_private(path)
    with pack.open(name) as source, path.open("wb") as target:
        shutil.copyfileobj(source, target, CHUNK)
        target.flush()
        os.fsync(target.fileno())
    if (path.stat().st_size, _sha256(path)) != (expected["bytes"], expected["sha256"]):
        raise BadBackup(f"In this backup, {name} differs from what was written. Nothing was changed.")


def _summary(manifest: dict[str, Any]) -> Summary:
    return Summary(
        str(manifest["made"]), str(manifest["version"]), int(manifest["tables"]), int(manifest["actions"])
    )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

"""The data folder of a server: private to its owner, and used by one program at a time.

A restore replaces database and key atomically. Both are first written to a folder of their own. Renaming that
folder commits the restore: if the program stops after that, the next one that uses the data folder completes
the restore.
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa

from donjon.errors import DonjonError

DATABASE = "donjon.sqlite"
SECRET = "secret.key"
READY = "restore.ready"
UNDER_WAY = "restore.part"
OTHERS = 0o077  # the permissions of everyone but the owner
logger = logging.getLogger("donjon.table")


class InUse(DonjonError):
    """An error: another program uses the database."""


def prepare(folder: Path) -> None:
    """Create the folder if it is missing, readable by its owner only. Raises OSError.

    An existing folder is made private when it is empty or was a data folder before. Any other may serve
    something else too: it keeps its permissions, with a warning, and only our files in it are private.
    """
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if _wide(folder):
        inside = {path.name for path in folder.iterdir()}
        if not (inside and SECRET not in inside) and _narrow(folder, 0o700):
            return
        logger.warning(
            "Other users of this machine can list the data folder %s. They cannot read Donjon's files, "
            "but a private folder is safer: set one with --data.",
            folder,
        )


def make_private(path: Path) -> None:
    """Create an empty file if it is missing, and let only its owner read it. Raises OSError."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if _wide(path) and not _narrow(path, 0o600):
        logger.warning(
            "Other users of this machine can read %s, and Donjon does not own the file to change that.", path
        )


def protect_database(path: Path) -> None:
    """Create a SQLite file if it is missing, and make it and the files beside it private.

    SQLite gives the files that it creates later the permissions of the database file. Raises OSError.
    """
    make_private(path)
    for name in ("-wal", "-shm", "-journal"):
        beside = path.with_name(path.name + name)
        if beside.exists():
            make_private(beside)


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner can read; a crash leaves the old file or the whole new one."""
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to disk, where the system can."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sqlite_file(url: str) -> Path | None:
    """Return the file of a SQLite database; None for any other database, and for one in memory."""
    address = sa.make_url(url)
    name = address.database
    if address.get_backend_name() != "sqlite" or not name or name.startswith((":", "file:")):
        return None
    return Path(name)


@contextmanager
def claim(folder: Path, url: str) -> Iterator[None]:
    """Lock the database against every other program; the system frees the lock when this process ends.

    The lock lies beside a SQLite database, otherwise in the data folder. Raises InUse when another program
    has it, DonjonError when it cannot be made.
    """
    database = sqlite_file(url)
    place = folder / "donjon" if database is None else database.resolve()
    lock = place.with_name(place.name + ".lock")
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DonjonError(
            f"The lock {lock} cannot be created ({error.strerror or error}). "
            "Give yourself write permission there, or choose another folder with --data."
        ) from None
    try:
        if not _lock(handle):
            raise InUse(
                f"The games in {place.parent} are in use by another Donjon (process {_holder(handle)}): "
                "stop that first, or name another folder with --data."
            )
        with suppress(OSError):
            os.ftruncate(handle, 0)
            os.pwrite(handle, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(handle)


@contextmanager
def exclusive(data: Path) -> Iterator[None]:
    """Lock a data folder; complete a committed restore on entry and on exit. Raises InUse."""
    with claim(data, f"sqlite:///{data / DATABASE}"):
        _carry_out(data)
        yield
        _carry_out(data)


def finish_restore(data: Path) -> None:
    """Complete a restore that was committed, then interrupted. Raises InUse."""
    if (data / READY).exists():
        with exclusive(data):
            pass


@contextmanager
def staged_restore(data: Path) -> Iterator[Path]:
    """Yield an empty private folder for the new files; commit the restore unless the block raises.

    Only for a process that holds the data folder `exclusive`. Raises OSError.
    """
    part = data / UNDER_WAY
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(mode=0o700)
    try:
        yield part
        # A file that SQLite leaves beside a database is a part of it, but only the database is taken over.
        left = {path.name for path in part.iterdir()} - {DATABASE, SECRET}
        if left:
            raise OSError(f"{', '.join(sorted(left))} remained in {part}")
        sync_folder(part)
        part.rename(data / READY)
        sync_folder(data)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def _carry_out(data: Path) -> None:
    """Move the new files into place; if this is interrupted, the next call completes it."""
    ready = data / READY
    if not ready.exists():
        return
    try:
        if (ready / DATABASE).exists():
            # SQLite would replay the journal of the old database into the new one.
            for name in ("-wal", "-shm", "-journal"):
                (data / f"{DATABASE}{name}").unlink(missing_ok=True)
            sync_folder(data)
        for name in (DATABASE, SECRET):
            if (ready / name).exists():
                (ready / name).replace(data / name)
        sync_folder(data)
        shutil.rmtree(ready)
    except OSError as error:
        raise DonjonError(
            f"The games of a backup are in {ready} but could not be moved into place ({error}). "
            "Fix the cause, then start again."
        ) from None


def _holder(handle: int) -> str:
    """Return the process id that the holder of a lock wrote into it."""
    return os.pread(handle, 20, 0).decode("ascii", "replace").strip() or "unknown"


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        try:
            # Lock a byte far behind the text, so that others can still read the text.
            os.lseek(handle, 1000, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _wide(path: Path) -> bool:
    return sys.platform != "win32" and bool(stat.S_IMODE(path.stat().st_mode) & OTHERS)


def _narrow(path: Path, mode: int) -> bool:
    """Set the permissions of a path; return False when it belongs to another user."""
    try:
        path.chmod(mode)
    except PermissionError:
        return False
    return True

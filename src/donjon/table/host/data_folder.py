"""The folder where a table keeps its things: its owner's alone, and one program's at a time."""

from __future__ import annotations

import logging
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa

from donjon.errors import DonjonError

DATABASE = "donjon.sqlite"
SECRET = "secret.key"
OTHERS = 0o077
logger = logging.getLogger("donjon.table")


class InUse(DonjonError):
    """Another program works on the database."""


def prepare(folder: Path) -> None:
    """Make the folder if need be, readable by its owner only. Raises OSError.

    A folder that is there is narrowed when it is empty or was a data folder before. Any other may serve
    something else as well: it stays as it is, with a warning, and only our files in it are private.
    """
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if _wide(folder):
        inside = {path.name for path in folder.iterdir()}
        if not (inside and SECRET not in inside) and _narrow(folder, 0o700):
            return
        logger.warning(
            "Others on this machine can look into the data folder %s. What Donjon writes there they cannot "
            "read, but a folder of its own is safer: name one with --data.",
            folder,
        )


def make_private(path: Path) -> None:
    """Make an empty file if there is none, and see to it that only its owner reads it. Raises OSError."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if _wide(path) and not _narrow(path, 0o600):
        logger.warning("Others on this machine can read %s, and it is not ours to forbid that.", path)


def protect_database(path: Path) -> None:
    """Make a SQLite file if there is none, and keep it to its owner, with what belongs to it.

    What SQLite makes beside it gets the rights of the file itself. Raises OSError.
    """
    make_private(path)
    for name in ("-wal", "-shm", "-journal"):
        beside = path.with_name(path.name + name)
        if beside.exists():
            make_private(beside)


def write_private(path: Path, data: bytes) -> None:
    """Write a whole file that only its owner reads; it is there after a crash, too, or not at all."""
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
    """Make names in a folder durable, where the system can."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sqlite_file(url: str) -> Path | None:
    """The file of a database of SQLite; None for any other database, and for one in memory."""
    address = sa.make_url(url)
    name = address.database
    if address.get_backend_name() != "sqlite" or not name or name.startswith((":", "file:")):
        return None
    return Path(name)


@contextmanager
def claim(folder: Path, url: str) -> Iterator[None]:
    """Keep every other program off the database meanwhile: a lock that the system frees at our end.

    It lies beside a SQLite database, otherwise in the data folder. Raises InUse when another has it.
    """
    database = sqlite_file(url)
    place = folder / "donjon" if database is None else database.resolve()
    lock = place.with_name(place.name + ".lock")
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DonjonError(
            f"The lock {lock} cannot be made ({error.strerror or error}): "
            "give yourself the right to write there, or name another folder with --data."
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


def _holder(handle: int) -> str:
    """The number that the holder of a lock wrote into it."""
    return os.pread(handle, 20, 0).decode("ascii", "replace").strip() or "unknown"


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        try:
            # Far behind the text, which others may still read.
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
    """Take away the rights of others; False when the file is not ours."""
    try:
        path.chmod(mode)
    except PermissionError:
        return False
    return True

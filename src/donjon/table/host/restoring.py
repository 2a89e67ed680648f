"""Replaces the games and the key of a data folder at one stroke, whatever happens in the middle.

Both are laid ready in a folder of their own. From the moment that it bears its final name the change is
decided: if we are stopped then, the next who uses the data folder carries it out.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from donjon.errors import DonjonError
from donjon.table.host import data_folder
from donjon.table.host.data_folder import DATABASE, SECRET

READY = "restore.ready"
UNDER_WAY = "restore.part"


@contextmanager
def alone(data: Path) -> Iterator[None]:
    """Keep all others off a data folder; a change that was decided is carried out before and after.

    Raises InUse.
    """
    with data_folder.claim(data, f"sqlite:///{data / DATABASE}"):
        _carry_out(data)
        yield
        _carry_out(data)


def complete(data: Path) -> None:
    """Carry out a change that somebody decided and was stopped in the middle of. Raises InUse."""
    if (data / READY).exists():
        with alone(data):
            pass


@contextmanager
def stage(data: Path) -> Iterator[Path]:
    """An empty private folder to lay the new files into; decided when the block ends without an error.

    Only for a process that is `alone` with the data folder. Raises OSError.
    """
    part = data / UNDER_WAY
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(mode=0o700)
    try:
        yield part
        # What SQLite leaves beside a database belongs to it, and only the database is taken.
        left = {path.name for path in part.iterdir()} - {DATABASE, SECRET}
        if left:
            raise OSError(f"{', '.join(sorted(left))} was left in {part}")
        data_folder.sync_folder(part)
        part.rename(data / READY)
        data_folder.sync_folder(data)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def _carry_out(data: Path) -> None:
    """Put what lies ready in its place. However often it is stopped, the next try ends it."""
    ready = data / READY
    if not ready.exists():
        return
    try:
        if (ready / DATABASE).exists():
            # SQLite would play the journal of the old database into the new one.
            for name in ("-wal", "-shm", "-journal"):
                (data / f"{DATABASE}{name}").unlink(missing_ok=True)
            data_folder.sync_folder(data)
        for name in (DATABASE, SECRET):
            if (ready / name).exists():
                (ready / name).replace(data / name)
        data_folder.sync_folder(data)
        shutil.rmtree(ready)
    except OSError as error:
        raise DonjonError(
            f"The games of a backup lie in {ready} and could not be put in place ({error}): "
            "see to the cause, then start again."
        ) from None

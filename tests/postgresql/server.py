"""A PostgreSQL server for as long as the tests run, which listens to this machine's processes alone."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

WHO = "donjon"
# Debian keeps the server's programs beside each other by version, and out of the way.
FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def program(name: str) -> str:
    """Where a program of PostgreSQL is. Raises FileNotFoundError."""
    found = shutil.which(name, path=os.pathsep.join(map(str, FOLDERS))) or shutil.which(name)
    if found is None:
        raise FileNotFoundError(
            f"{name} is missing: install Debian's postgresql, or leave tests/postgresql out"
        )
    return found


@contextmanager
def serve() -> Iterator[Path]:
    """Serve from a new folder; the folder that the socket is in."""
    # It serves nobody as root.
    user = "postgres" if os.getuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="donjon-postgresql-"))
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    data = folder / "data"
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "user": user, "cwd": folder}
    subprocess.run(
        [program("initdb"), "-D", data, "-U", WHO, "-A", "trust", "-E", "UTF8", "--no-sync"],
        check=True,
        **quiet,
    )
    # The machine does not lose power in a test: what the system has taken stays, whoever is killed.
    where = ["-c", "listen_addresses=", "-k", folder, "-c", "fsync=off"]
    log = (folder / "log").open("wb")
    running = subprocess.Popen([program("postgres"), "-D", data, *where], stderr=log, **quiet)
    try:
        _wait(folder, running)
        yield folder
    finally:
        running.send_signal(signal.SIGINT)  # end now, in order
        running.wait()
        log.close()
        shutil.rmtree(folder, ignore_errors=True)


def address(folder: Path, database: str) -> str:
    """A database of the server, as SQLAlchemy writes it."""
    return f"postgresql+psycopg://{WHO}@/{database}?host={folder}"


def command(folder: Path, sql: str) -> None:
    """Do something that is no part of a transaction."""
    engine = sa.create_engine(address(folder, "postgres"), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql(sql)
    finally:
        engine.dispose()


def _wait(folder: Path, running: subprocess.Popen[bytes]) -> None:
    while running.poll() is None:
        try:
            return command(folder, "select 1")
        except sa.exc.OperationalError:
            time.sleep(0.1)
    raise RuntimeError((folder / "log").read_text())

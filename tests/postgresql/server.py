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
_running = dict[Path, "subprocess.Popen[bytes]"]()
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
    user = _user()
    folder = Path(tempfile.mkdtemp(prefix="donjon-postgresql-"))
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    subprocess.run(
        [program("initdb"), "-D", folder / "data", "-U", WHO, "-A", "trust", "-E", "UTF8", "--no-sync"],
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        user=user,
        cwd=folder,
    )
    try:
        start(folder)
        yield folder
    finally:
        running = _running.pop(folder)
        running.send_signal(signal.SIGINT)  # end now, in order
        running.wait()
        shutil.rmtree(folder, ignore_errors=True)


def start(folder: Path) -> None:
    """Start the server of a folder, and wait until it answers; also after `crash`."""
    # The machine does not lose power in a test: what the system has taken stays, whoever is killed.
    options = ["-c", "listen_addresses=", "-k", folder, "-c", "fsync=off"]
    while True:
        with (folder / "log").open("ab") as log:
            _running[folder] = subprocess.Popen(
                [program("postgres"), "-D", folder / "data", *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                user=_user(),
                cwd=folder,
            )
        if _answers(folder, _running[folder]):
            return
        # The processes of one that was killed may still hold its memory.
        if "shared memory block" not in (folder / "log").read_text():
            raise RuntimeError((folder / "log").read_text())
        time.sleep(0.1)


def crash(folder: Path) -> None:
    """Kill the server in the middle of whatever it does."""
    _running[folder].kill()
    _running[folder].wait()


@contextmanager
def stopped(folder: Path) -> Iterator[None]:
    """Let all processes of the server stand still."""
    pid = _running[folder].pid
    pids = [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    for each in pids:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in pids:
            os.kill(each, signal.SIGCONT)


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


def _user() -> str | None:
    """Return who runs the server: it serves nobody as root."""
    return "postgres" if os.getuid() == 0 else None


def _answers(folder: Path, running: subprocess.Popen[bytes]) -> bool:
    """Wait until the server answers; return False when it has ended instead."""
    while running.poll() is None:
        try:
            command(folder, "select 1")
            return True
        except sa.exc.OperationalError:
            time.sleep(0.1)
    return False

"""A served table as a process that can be killed, and what can go wrong around it."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Seconds a writer of the tests' server waits for a lock, instead of ten.
LOCK_PATIENCE = 0.2
# Polls, a twentieth of a second apart, until something that must happen is taken for something that does not.
POLLS = 3600

# The real server, with nothing changed but its patience; its bots take any legal action at once, in its own
# process, or ("pool") think in the real workers.
SERVE = """
import json, sys
from donjon.table import serving
from donjon.table.host import settings
from tests.table.people import Quick
LIMITS = ("burst", "rate", "look_burst", "look_rate", "games_burst", "games_rate", "games_per_day")
told = json.loads(sys.argv[2])
load, build = settings.load, serving.build
settings.load = lambda data, **changes: load(
    data, bot_pause=0.0, lock_patience=told["lock_patience"], bot_workers=told["bot_workers"],
    **dict.fromkeys(LIMITS, 1e9), **changes
)
if not told["pool"]:
    serving.build = lambda given: build(given, Quick)
serving.serve(port=0, data=sys.argv[1], announce=lambda address: print(address, flush=True))
"""

# The real worker, whose bots take any legal action, after a while.
WORK = """
import threading
from donjon.bots.pool import Answer
from donjon.table import worker
from tests.table.people import Quick
class Slow(Quick):
    def choose(self, *question):
        answer = Answer()
        chosen = super().choose(*question).result()
        threading.Timer(0.05, answer.set_result, [chosen]).start()
        return answer
worker.CoachPool = lambda _workers: Slow()
worker.work(2, "warning", lambda queue: print(queue, flush=True))
"""


class House:
    """A data folder and the server on it, which is started, killed and started again."""

    def __init__(self, folder: Path, pool: bool = False, bot_workers: int = 1) -> None:
        self.folder = folder
        self.pool = pool
        self.bot_workers = bot_workers
        self.address = ""
        self._process: subprocess.Popen[str] | None = None
        # Whatever the server says on its standard error, for the report of a failure.
        self.said = folder.with_name(f"{folder.name}.log")

    def spawn(self) -> None:
        """Start the server, and do not wait for it."""
        told = {"lock_patience": LOCK_PATIENCE, "pool": self.pool, "bot_workers": self.bot_workers}
        self._spawn(SERVE, str(self.folder), json.dumps(told))

    def _spawn(self, *program: str) -> None:
        paths = [str(ROOT), *sys.path]
        with self.said.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", *program],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            )

    def start(self) -> None:
        """Start the server; it answers."""
        self.spawn()
        self.address = self._running.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.said.read_text()[-2000:]

    def kill(self) -> None:
        """Take the server away in the middle of whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()
            self._process = None

    def stop(self) -> None:
        """Ask the server to end."""
        self._running.send_signal(signal.SIGTERM)
        self._running.wait()
        self.kill()

    @property
    def is_running(self) -> bool:
        """Whether the server was started, and not killed."""
        return self._process is not None

    @property
    def addresses(self) -> list[str]:
        """The addresses at which people play."""
        return [self.address]

    @property
    def _running(self) -> subprocess.Popen[str]:
        assert self._process is not None
        return self._process

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Another program has the database locked."""
        other = sqlite3.connect(self.folder / "donjon.sqlite", isolation_level=None, timeout=30)
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            other.close()

    @contextmanager
    def full(self, chance: random.Random) -> Iterator[None]:
        """No file of the server may grow beyond where its journal stands, give or take a little.

        The system itself refuses the writes (RLIMIT_FSIZE of the running process). That is not quite a full
        disk: SQLite is told EFBIG and says "disk I/O error" instead of "database or disk is full", which is
        the harsher of the two, as parts of a write may be there.
        """
        journal = self.folder / "donjon.sqlite-wal"
        size = journal.stat().st_size if journal.exists() else 0
        self._limit(max(1, size + chance.randint(-20_000, 10_000)))
        try:
            yield
        finally:
            self._limit(resource.RLIM_INFINITY)

    def _limit(self, most: int) -> None:
        _soft, hard = resource.prlimit(self._running.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._running.pid, resource.RLIMIT_FSIZE, (most, hard))

    def kill_workers(self) -> int:
        """Kill the processes in which bots think; return how many there were."""
        # Lines of any width, however wide a terminal is said to be.
        listing = ["ps", "-ww", "-eo", "pid=,ppid=,args="]
        listed = subprocess.run(listing, capture_output=True, text=True, check=True)
        killed = 0
        for line in listed.stdout.splitlines():
            number, parent, command = line.split(None, 2)
            if int(parent) == self._running.pid and "-m donjon.workers json donjon.coach.pool" in command:
                os.kill(int(number), signal.SIGKILL)
                killed += 1
        return killed


class Workshop(House):
    """A process of `donjon worker`, which can be killed as a server can."""

    def spawn(self) -> None:
        """Start the worker, and do not wait for it."""
        self._spawn(WORK)

    def start(self) -> None:
        """Start the worker; it waits for questions."""
        self.spawn()
        assert self._running.stdout.readline().startswith("think-"), self.said.read_text()[-2000:]


def until(so: Callable[[], object]) -> bool:
    """Wait until `so()` holds; False when it never does."""
    for _ in range(POLLS):
        if so():
            return True
        time.sleep(0.05)
    return False

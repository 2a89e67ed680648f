"""Load the machine code of the rules that pages call, while the server serves.

No page waits for it: until it is loaded, these rules run interpreted. What is not on the disk yet is compiled
in a worker process, after the bots; a thread of the server loads it.
"""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from donjon.bots.warming import NICE
from donjon.errors import DonjonError
from donjon.kernel import compiling, page_rules
from donjon.kernel.games import games
from donjon.workers import Executor, Process

logger = logging.getLogger("donjon.table")

# Seconds after the start of the server, whose first pages have precedence.
DELAY = 5.0
# Seconds between two checks whether bots are being compiled.
PAUSE = 1.0


class RuleCompiler:
    """The service of a worker that compiles the page rules of all games."""

    def run(self, _task: None) -> None:
        """Compile the page rules, or load them."""
        load()

    def close(self) -> None:
        """Do nothing: half-saved machine code is never used."""


class RuleLoader:
    """A thread that loads the page rules of all games `delay` seconds after `start`.

    It waits as long as `is_compiling` returns True. `close` it at the end.
    """

    def __init__(self, is_compiling: Callable[[], bool], delay: float = DELAY) -> None:
        self._is_compiling = is_compiling
        self._delay = delay
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="donjon-rules", daemon=True)

    def start(self) -> None:
        """Start the thread; with DONJON_INTERPRETED=1 there is nothing to load."""
        if not compiling.is_interpreted():
            self._thread.start()

    def close(self) -> None:
        """Stop a compiler that runs, and wait for the thread: what is being loaded is loaded to the end."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        pause = self._delay
        while not self._closing.wait(pause):
            if not self._is_compiling():
                break
            pause = PAUSE
        else:
            return
        try:
            self._compile()
            if not self._closing.is_set():
                load()
        except Exception:
            # Pages are slower without it, and else the same.
            logger.exception("could not load the compiled rules of pages")

    def _compile(self) -> None:
        """Compile what is not on the disk in a worker process."""
        import_games()
        if page_rules.are_compiled():
            return
        with Executor(partial(Process, RuleCompiler, nice=NICE), 1, attempts=1, tasks_per_worker=1) as worker:
            compiled = worker.submit(None)
            while not compiled.done() and not self._closing.wait(PAUSE):
                pass
            if compiled.done():
                compiled.result()


def import_games() -> None:
    """Import all games, and with them their page rules; the table says elsewhere if one cannot be used."""
    for name in games:
        with suppress(DonjonError):
            games[name]


def load() -> None:
    """Load the page rules of all games; compile what is not on the disk.

    The objects of the compiler live as long as the process, so no garbage collection looks at them again.
    """
    import_games()
    page_rules.load_all()
    gc.freeze()

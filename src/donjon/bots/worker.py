"""A process that thinks for bots: reads questions as lines of JSON, writes answers (see `pool`).

It loads the compiled bots of a game in the background as soon as they are on the disk; it compiles nothing
itself. Until they are there it answers with interpreted code, as "greedy" at most, which takes a fraction of
a second, and says so.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any, TextIO

from donjon.bots import ladder
from donjon.bots.choosing import choose
from donjon.bots.warming import is_ready, warm_bots
from donjon.errors import DonjonError
from donjon.kernel import compiling
from donjon.kernel.game import from_bytes
from donjon.kernel.games import games

# Leaves the processor to the table when both want it.
NICE = 5
# Loading compiled bots takes a second or two; a search that would have to wait longer is not waited for.
PATIENCE = 10.0


class Loader:
    """Loads the compiled bots of games, one after the other, in a thread of its own."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._loaded: dict[str, threading.Event] = {}
        threading.Thread(target=self._run, daemon=True).start()

    def ask(self, name: str) -> None:
        """Have the bots of a game loaded if they are compiled."""
        if name not in self._loaded and is_ready(name):
            self._loaded[name] = threading.Event()
            self._queue.put(name)

    def loaded(self, name: str, patience: float) -> bool:
        """Are they loaded, or will they be soon? What is not compiled is not waited for."""
        if compiling.is_interpreted():
            return True
        self.ask(name)
        return name in self._loaded and self._loaded[name].wait(patience)

    def _run(self) -> None:
        while True:
            name = self._queue.get()
            warm_bots(name)
            self._loaded[name].set()


def answer(asked: dict[str, Any], loader: Loader) -> dict[str, Any]:
    """The actions chosen; where nothing is compiled, greedy play stands in for a search, and says so.

    Bots that do not search need no compiled code, and do not wait for it.
    """
    game = games[asked["game"]]
    state = from_bytes(game, base64.b64decode(asked["state"]))
    bot, stand_in = ladder.bot(asked["level"]), ""
    is_search = bot.thinks
    ready = loader.loaded(game.name, PATIENCE if is_search else 0.0)
    if is_search and not ready:
        bot, stand_in = ladder.bot(ladder.STAND_IN), ladder.STAND_IN
    actions = choose(game, state, asked["seat"], bot, asked["seed"], interpreted=not ready)
    return {"thought": actions, "stand_in": stand_in}


Think = Callable[[dict[str, Any], Loader], dict[str, Any]]


def serve(questions: TextIO, answers: TextIO, think: Think = answer) -> None:
    """Answer until the questions end."""
    loader = Loader()
    if not compiling.is_interpreted():
        for name in games:
            loader.ask(name)
    for line in questions:
        try:
            reply = think(json.loads(line), loader)
        except (DonjonError, ValueError, KeyError) as error:
            reply = {"error": str(error)}
        answers.write(json.dumps(reply) + "\n")
        answers.flush()


def main(think: Think = answer) -> None:
    """Serve on the standard streams; nothing else may write there."""
    with contextlib.suppress(OSError):
        os.nice(NICE)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    serve(sys.stdin, answers, think)
    # The thread that loads may be deep in the compiler: do not wait for it.
    os._exit(0)


if __name__ == "__main__":
    main()

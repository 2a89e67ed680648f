"""Bots in worker processes, so that callers never wait for them.

The service loads the compiled bots of a game in the background when they are on the disk; other games are
compiled by separate processes (`warming.Compilers`). Until then it answers with interpreted code, as "greedy"
at most, which takes a fraction of a second, and says so in `stand_in`.
"""

from __future__ import annotations

import base64
import queue
import threading
from abc import ABC, abstractmethod
from functools import partial
from typing import Any, TypeVar

from donjon.bots import ladder
from donjon.bots.choosing import choose
from donjon.bots.warming import Compilers, is_ready, warm_bots
from donjon.errors import DonjonError
from donjon.kernel import compiling
from donjon.kernel.game import Game, from_bytes
from donjon.kernel.games import games
from donjon.workers import Executor, ExecutorClosed, Process, TaskFailed, TaskFuture

T = TypeVar("T")

# Timeout of a worker for one decision, in seconds; far more than any level needs.
DEADLINE = 30.0
# Lets the table's process go first when both want the processor.
NICE = 5
# Loading compiled bots takes a second or two; a search waits at most this long for it.
PATIENCE = 10.0
# The priority of a question: someone waits for the answer, nobody is watching, or it is background work.
NOW, UNWATCHED, LATER = 0, 1, 2


class NoAnswer(DonjonError):
    """No worker could answer: it was too slow, it died, or the pool was closed."""


class Answer(TaskFuture[T]):
    """The answer of a worker: a future, which can be awaited, too.

    `stand_in`: the level that decided instead of the requested one, "" if that one did. It is set
    together with the result.
    """

    stand_in = ""


class _Reply(Answer[Any]):
    """An answer that is set from what a `BotService` returns or the executor raises."""

    def __init__(self, deadline: float) -> None:
        super().__init__()
        self._deadline = deadline

    def set_result(self, reply: Any) -> None:
        """Store `stand_in`, and set the actions or the analysis as the result."""
        self.stand_in = str(reply.get("stand_in", ""))
        super().set_result(reply["thought"])

    def set_exception(self, error: BaseException | None) -> None:
        """Set a NoAnswer that explains in a sentence why there is no answer."""
        text = str(error)
        if isinstance(error, ExecutorClosed):
            text = "The pool of bots was closed."
        elif isinstance(error, TaskFailed):
            # The text of TaskFailed would repeat the position.
            text = f"No bot answered within {self._deadline:g} seconds, or its process died."
        super().set_exception(NoAnswer(text))


class Loader:
    """A thread that loads the compiled bots of games, one after the other: the last asked for first."""

    def __init__(self) -> None:
        self._queue: queue.LifoQueue[str] = queue.LifoQueue()
        self._loaded: dict[str, threading.Event] = {}
        threading.Thread(target=self._run, daemon=True).start()

    def ask(self, name: str) -> None:
        """Load the bots of a game next if they are compiled and not loaded."""
        if name not in self._loaded and is_ready(name):
            self._loaded[name] = threading.Event()
        if name in self._loaded and not self._loaded[name].is_set():
            self._queue.put(name)

    def loaded(self, name: str, patience: float) -> bool:
        """Return whether a game's compiled bots are loaded, waiting up to `patience` seconds for them."""
        if compiling.is_interpreted():
            return True
        self.ask(name)
        return name in self._loaded and self._loaded[name].wait(patience)

    def _run(self) -> None:
        while True:
            name = self._queue.get()
            if not self._loaded[name].is_set():
                warm_bots(name)
                self._loaded[name].set()


class BotService:
    """The service of a pool: it answers questions, dicts as `Pool.ask` makes them."""

    def __init__(self) -> None:
        self.loader = Loader()
        if not compiling.is_interpreted():
            for name in games:
                self.loader.ask(name)

    def run(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the actions chosen as `thought`, and `stand_in`.

        Where nothing is compiled, greedy play stands in for a search. Bots that do not search need no
        compiled code, and do not wait for it.
        """
        game, state, seat = read_position(question)
        bot, stand_in = ladder.bot(question["level"]), ""
        is_search = bot.thinks
        ready = self.loader.loaded(game.name, PATIENCE if is_search else 0.0)
        if is_search and not ready:
            bot, stand_in = ladder.bot(ladder.STAND_IN), ladder.STAND_IN
        actions = choose(game, state, seat, bot, question["seed"], interpreted=not ready)
        return {"thought": actions, "stand_in": stand_in}

    def close(self) -> None:
        """Do nothing: loading may be cut off at any time."""


def read_position(question: dict[str, Any]) -> tuple[Game, Any, int]:
    """Return the game, the state and the seat of a question."""
    game = games[question["game"]]
    return game, from_bytes(game, base64.b64decode(question["state"])), question["seat"]


class BotThinker(ABC):
    """What answers questions for bots. `deadline`: the timeout of an answer, unless another is given."""

    deadline: float = DEADLINE

    def choose(
        self,
        game_name: str,
        state_bytes: bytes,
        seat: int,
        level: str,
        seed: str | int,
        deadline: float | None = None,
        lane: str = "",
        later: bool = False,
    ) -> Answer[list[int]]:
        """Ask for one whole decision, as `donjon.bots.choose` would make it; returns at once.

        `state_bytes` is `state.tobytes()`. Questions in one `lane` wait for each other; lanes take turns.
        A question for `later` waits until no other decision does.
        The answer is a future that may be awaited; it raises NoAnswer after `deadline` seconds of thinking
        (waiting does not count), or when there is no such game or bot.
        """
        what, priority = {"level": level, "seed": seed}, UNWATCHED if later else NOW
        return self.ask(game_name, state_bytes, seat, what, deadline, lane, priority)

    def ask(
        self,
        game_name: str,
        state_bytes: bytes,
        seat: int,
        what: dict[str, Any],
        deadline: float | None,
        lane: str,
        priority: int,
    ) -> Answer[Any]:
        """Ask about a seat in a position; `what` is for the service of the workers to read.

        A question of a higher number of `priority` waits until none of a lower one waits.
        """
        state = base64.b64encode(state_bytes).decode()
        question = {"game": game_name, "state": state, "seat": int(seat), **what}
        return self.submit(question, self.deadline if deadline is None else deadline, lane, priority)

    @abstractmethod
    def submit(self, question: dict[str, Any], deadline: float, lane: str, priority: int) -> Answer[Any]:
        """Send a question to those who answer it; return at once."""


class Pool(BotThinker):
    """Worker processes in which bots think, and `compilers` for what they need, all started at once.

    Use it as a context manager, or `close()` it. `SERVICE` is what a worker runs.
    """

    SERVICE: type[BotService] = BotService

    def __init__(
        self, workers: int = 1, deadline: float = DEADLINE, compilers: Compilers | None = None
    ) -> None:
        self.deadline = deadline
        self.compilers = Compilers() if compilers is None else compilers
        self._executor = Executor(partial(Process, self.SERVICE, nice=NICE), workers, eager=True)

    def submit(self, question: dict[str, Any], deadline: float, lane: str, priority: int) -> Answer[Any]:
        """Send a question to the workers; the bots of its game are compiled next."""
        self.compilers.want(question["game"])
        answer = _Reply(deadline)
        self._executor.submit(question, lane=lane, priority=priority, timeout=deadline, future=answer)
        return answer

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers that run now."""
        return self._executor.processes

    def close(self) -> None:
        """Stop the workers; questions not answered yet raise NoAnswer."""
        self.compilers.close()
        self._executor.close()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

"""Worker processes in which bots think, so that callers are never held up.

Each worker is `python -m donjon.bots.worker`, spoken to in lines of JSON over its pipes. A worker
that dies is replaced and its question is asked once more; one that thinks for too long is killed and
replaced. Questions wait in lanes that are served in turn. What is not compiled yet is compiled by processes
of its own.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Generator
from concurrent.futures import Future
from typing import Any, TypeVar

from donjon.bots.compilers import Compilers
from donjon.bots.fair_queue import Closed, FairQueue
from donjon.errors import DonjonError

T = TypeVar("T")

# Seconds a worker may take for one decision; far more than any level needs.
DEADLINE = 30.0
# How often a question is asked before it is given up.
ATTEMPTS = 2


class NoAnswer(DonjonError):
    """No worker could answer: it was too slow, it died, or the pool was closed."""


class Answer(Future[T]):
    """The answer of a worker, when it comes: a future that may be awaited, too.

    `stand_in`: the level that decided in place of the one asked for, "" if that one did. It is known when the
    answer is.
    """

    stand_in = ""

    def __await__(self) -> Generator[Any, None, T]:
        return asyncio.wrap_future(self).__await__()


class _Question:
    """A line to send, and where its answer goes."""

    def __init__(self, asked: dict[str, Any], deadline: float) -> None:
        self.line = json.dumps(asked) + "\n"
        self.deadline = deadline
        self.answer = Answer[Any]()


class Pool:
    """Some `workers` processes, and `compilers` for what they need, started at once in the background.

    Use it as a context manager, or `close()` it. `PROGRAM` is the module that a worker runs.
    """

    PROGRAM = "donjon.bots.worker"

    def __init__(
        self, workers: int = 1, deadline: float = DEADLINE, compilers: Compilers | None = None
    ) -> None:
        self.deadline = deadline
        self.compilers = Compilers() if compilers is None else compilers
        self._questions: FairQueue[_Question] = FairQueue()
        self._closed = False
        self._workers = [_Worker(self._questions, self.PROGRAM) for _ in range(max(1, workers))]

    def choose(
        self,
        game_name: str,
        state_bytes: bytes,
        seat: int,
        level: str,
        seed: str | int,
        deadline: float | None = None,
        lane: str = "",
    ) -> Answer[list[int]]:
        """Ask for one whole decision, as `donjon.bots.choose` would make it; returns at once.

        `state_bytes` is `state.tobytes()`. Questions in one `lane` wait for each other; lanes take turns.
        The answer is a future that may be awaited; it raises NoAnswer after `deadline` seconds of thinking
        (waiting does not count), or when there is no such game or bot.
        """
        return self.ask(game_name, state_bytes, seat, {"level": level, "seed": seed}, deadline, lane)

    def ask(
        self,
        game_name: str,
        state_bytes: bytes,
        seat: int,
        what: dict[str, Any],
        deadline: float | None,
        lane: str,
        later: bool = False,
    ) -> Answer[Any]:
        """Send the workers a question about a seat in a position; `what` is for the worker to read.

        A question for `later` waits until no other waits.
        """
        state = base64.b64encode(state_bytes).decode()
        asked = {"game": game_name, "state": state, "seat": int(seat), **what}
        self.compilers.want(game_name)
        question = _Question(asked, self.deadline if deadline is None else deadline)
        try:
            self._questions.put(question, lane, later)
        except Closed:
            _fail(question, "The pool of bots is closed.")
        return question.answer

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers that run now."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    def close(self) -> None:
        """Stop the workers; questions not answered yet raise NoAnswer."""
        if self._closed:
            return
        self._closed = True
        self.compilers.close()
        left = self._questions.close()
        for worker in self._workers:
            worker.stop()
        for worker in self._workers:
            worker.thread.join(timeout=5)
        for question in left:
            _fail(question, "The pool of bots was closed.")

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class _Worker:
    """One process and the thread that speaks with it."""

    def __init__(self, questions: FairQueue[_Question], program: str) -> None:
        self.questions = questions
        self.program = program
        self.process: subprocess.Popen[str] | None = None
        self.stopping = False
        self._lock = threading.Lock()
        self.thread = threading.Thread(target=self._run, name="donjon-bot", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """End the process, and the thread after it."""
        with self._lock:
            self.stopping = True
            self._kill()

    def _run(self) -> None:
        self._start()
        with contextlib.suppress(Closed):
            while True:
                question = self.questions.get()
                if question.answer.set_running_or_notify_cancel():
                    self._answer(question)
        with self._lock:
            self._kill()

    def _answer(self, question: _Question) -> None:
        for _attempt in range(ATTEMPTS):
            alarm = _Alarm(question.deadline)
            reply = self._ask(question, alarm)
            if reply is not None:
                _settle(question, reply)
                return
            # It may be dying still: its pipes close before its end can be seen.
            with self._lock:
                self._kill()
            if alarm.rang:
                break
        _fail(question, f"No bot answered within {question.deadline:g} seconds, or its process died.")

    def _ask(self, question: _Question, alarm: _Alarm) -> dict[str, Any] | None:
        """The worker's reply; None when it died or had to be killed."""
        if not self._start() or self.process is None:
            return None
        process = self.process
        alarm.start(process)
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(question.line)
            process.stdin.flush()
            line = process.stdout.readline()
            return json.loads(line) if line else None
        except (OSError, ValueError):
            return None
        finally:
            alarm.cancel()

    def _start(self) -> bool:
        """See to it that a process runs; False when none can be started now."""
        with self._lock:
            if self.process is not None and self.process.poll() is not None:
                self._kill()
            if self.process is None and not self.stopping:
                with contextlib.suppress(OSError):
                    self.process = _new_process(self.program)
            return self.process is not None

    def _kill(self) -> None:
        if self.process is None:
            return
        process, self.process = self.process, None
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


class _Alarm:
    """Kills a process that thinks for too long; `rang` says whether it had to."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.rang = False
        self._timer: threading.Timer | None = None

    def start(self, process: subprocess.Popen[str]) -> None:
        """The process begins to think now."""
        self._timer = threading.Timer(self.seconds, self._ring, (process,))
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        """The process is done."""
        if self._timer is not None:
            self._timer.cancel()

    def _ring(self, process: subprocess.Popen[str]) -> None:
        self.rang = True
        process.kill()


def _new_process(program: str) -> subprocess.Popen[str]:
    """A worker. A session of its own: an interrupt at the keyboard is the parent's business."""
    return subprocess.Popen(
        [sys.executable, "-m", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )


def _settle(question: _Question, reply: dict[str, Any]) -> None:
    if "thought" in reply:
        question.answer.stand_in = str(reply.get("stand_in", ""))
        question.answer.set_result(reply["thought"])
    else:
        question.answer.set_exception(NoAnswer(str(reply.get("error"))))


def _fail(question: _Question, reason: str) -> None:
    if not question.answer.done():
        question.answer.set_exception(NoAnswer(reason))

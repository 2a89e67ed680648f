"""Run engines, other programs that play over standard input and output, and serve our bots as one.

docs/engines.md describes the lines that arena and engine exchange. An engine is not a worker of
`donjon.workers`: it is foreign code, speaks lines of text, and remembers the game that it plays.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from donjon.bots import ladder, parallel_search
from donjon.bots.choosing import choose
from donjon.bots.warming import warm_bots
from donjon.errors import BadOption, DonjonError, IllegalAction, UnknownAction
from donjon.kernel import rules, untrusted
from donjon.kernel.decisions import legal_list, texts_of
from donjon.kernel.game import Game, copy
from donjon.kernel.games import games
from donjon.kernel.labels import Label, generator
from donjon.kernel.untrusted import short
from donjon.lab.arena.seated import Beginning, LostDecision
from donjon.notation.position import from_position

PROTOCOL = 1
# The separator of the actions of an answer; no text of an action contains it.
BETWEEN = ";"


class Misunderstood(ValueError):
    """A line, or an answer, that breaks the protocol; the sentence says why."""


def line(word: str, data: Mapping[str, Any] | None = None) -> str:
    """Return the line of a message: a word, and its data as JSON."""
    return word if data is None else f"{word} {json.dumps(data, ensure_ascii=True, separators=(',', ':'))}"


def position_data(game: Game, state: Any, seat: int, seed: str) -> dict[str, Any]:
    """Return the position as data for the seat to move: nothing depends on what the seat cannot know.

    `view` is what the seat sees. `position` is a whole position that could be true: everything that the
    seat cannot know has been dealt afresh, from `seed` alone.
    """
    world = copy(state)
    rules.redeal(world, seat, generator(Label.ENGINE, seed))
    return {
        "seat": seat,
        "legal": [game.action_text(world, seat, action) for action in legal_list(world, seat)],
        "view": game.view(world, seat),
        "position": {"game": game.name, "players": int(rules.seats(world)), **game.position(world)},
    }


def answer(state: Any, seat: int, actions: list[int]) -> str:
    """Return the texts of the actions of one decision, each as it is written after those before it."""
    return f"{BETWEEN} ".join(texts_of(state, seat, actions))


def read_answer(game: Game, state: Any, seat: int, text: str) -> list[int]:
    """Return the actions of an answer, each legal after those before it. Raises Misunderstood."""
    world = copy(state)
    actions: list[int] = []
    for part in text.split(BETWEEN):
        try:
            meant = game.parse_action(world, seat, part.strip())
        except (UnknownAction, IllegalAction) as error:
            raise Misunderstood(f"{short(part.strip())} isn't an action here: {error}") from None
        for action in meant:
            if not rules.waiting(world) >> seat & 1 or rules.forbids(world, seat, action):
                raise Misunderstood(f"{short(part.strip())} is not legal")
            rules.apply(world, seat, action, None)
            actions.append(action)
    return actions


# Timeouts in seconds: to get ready, which may mean to compile; for an answer without a limit; beyond a limit.
_TO_START = 300.0
_TO_ANSWER = 60.0
_GRACE = 1.0
_LONGEST_LINE = 100_000
# The most output before an answer.
_MOST_LINES = 10_000
# Linux: the processor clock of another process.
_SCHEDULED = 2


def check_command(text: str) -> str:
    """Return the words of an engine's command. Raises BadOption unless it can be split into words."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadOption(f"The engine's command {short(text)} cannot be read: {error}.") from None
    if not words:
        raise BadOption('An engine needs a command, such as "engine:python my_engine.py".')
    return text


class Engine:
    """The process of an engine, started for its first decision and again when it failed.

    One process plays one seat, so that it remembers only what that seat knew.
    """

    def __init__(self, command: str, seconds: float | None = None) -> None:
        self.command = command
        self.name = command
        self.seconds = seconds
        self.process: subprocess.Popen[bytes] | None = None
        self._beginning: Beginning
        self._spent = 0.0
        self._late = False

    def begin(self, beginning: Beginning) -> None:
        """Announce a new game; if the engine fails now, this is repeated before its first decision."""
        self._beginning = beginning
        if self.process is not None:
            with suppress(LostDecision):
                self._begin()

    def choose(self, state: Any, seat: int, seed: str) -> list[int]:
        """Ask until the decision is complete. Raises LostDecision with what the engine did."""
        world = copy(state)
        actions: list[int] = []
        while not actions or self._goes_on(world, seat):
            meant = self._ask(world, seat, f"{seed} {len(actions)}")
            for action in meant:
                rules.apply(world, seat, action, None)
            actions += meant
        return actions

    @staticmethod
    def _goes_on(world: Any, seat: int) -> bool:
        return not rules.decision_complete(world) and rules.moving_seat(world) == seat

    def processor_time(self) -> float | None:
        """Return the processor seconds of its processes, without their children; None where unknown."""
        now = self._now()
        return None if now is None else self._spent + now

    def start(self) -> None:
        """Start the engine and wait until it is ready. Raises LostDecision with what went wrong."""
        self._start()
        self._until_ready(f"hello {PROTOCOL}")

    def close(self) -> None:
        """Ask the engine to quit, then end it."""
        if self.process is not None:
            with suppress(OSError, subprocess.TimeoutExpired):
                self._say("quit")
                self.process.wait(_GRACE)
            self._end()

    def _ask(self, world: Any, seat: int, seed: str) -> list[int]:
        if self.process is None:
            self.start()
            self._begin()
        go = "go" if self.seconds is None else f"go seconds {self.seconds:g}"
        game = self._beginning.game
        limit = _TO_ANSWER if self.seconds is None else self.seconds + _GRACE
        with self._in_time(limit, go):
            self._say(line("position", position_data(game, world, seat, seed)))
            self._say(go)
            while (reply := self._hear()).partition(" ")[0] == "info":
                pass
            word, _, text = reply.partition(" ")
            if word != "bestmove":
                raise self._lost(f"said {short(reply)} where it should say 'bestmove'")
        try:
            return read_answer(game, world, seat, text)
        except Misunderstood as error:
            # It waits for the next position, so it need not be started anew.
            raise LostDecision(f"The engine {self.name} answered {short(text)}, but {error}.") from None

    def _begin(self) -> None:
        beginning = self._beginning
        about = {
            "game": beginning.game.name,
            "rules": beginning.game.rules_version,
            "players": beginning.players,
        }
        more = {"seat": beginning.seat, "options": beginning.options, "seed": beginning.seed}
        self._until_ready(line("newgame", {**about, **more}))

    def _until_ready(self, text: str) -> None:
        """Send a line after which the engine may need long to get ready, and wait."""
        with self._in_time(_TO_START, text.partition(" ")[0]):
            self._say(text)
            while (line := self._hear()) != "ready":
                word, _, rest = line.partition(" ")
                if word == "name":
                    self.name = rest.strip()[:80] or self.name
                elif word != "info":
                    raise self._lost(f"said {short(line)} where it should say 'ready'")

    def _start(self) -> None:
        self._late = False
        try:
            self.process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # Ctrl+C is for the arena, which asks its engines to quit.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise LostDecision(f"The engine {short(self.command)} cannot be started: {reason}.") from None

    def _say(self, text: str) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()

    def _hear(self) -> str:
        """Return the next line that is not empty."""
        assert self.process is not None
        assert self.process.stdout is not None
        for _ in range(_MOST_LINES):
            line = self.process.stdout.readline(_LONGEST_LINE)
            if not line.endswith(b"\n"):
                late = self._late or not line
                raise self._lost(self._why_silent() if late else "said a line that has no end")
            text = line.decode("utf-8", "replace").strip()
            if text:
                return text
        raise self._lost(f"said {_MOST_LINES} empty lines")

    def _why_silent(self) -> str:
        return "did not answer in time" if self._late else "ended without an answer"

    @contextmanager
    def _in_time(self, seconds: float, message: str) -> Iterator[None]:
        """Kill the engine at the timeout, which ends all waiting for it; any failure ends it, too."""
        watch = threading.Timer(seconds, self._too_late)
        watch.start()
        try:
            yield
        except (OSError, LostDecision) as error:
            lost = error if isinstance(error, LostDecision) else self._lost(self._why_silent())
            self._end()
            raise LostDecision(f"{str(lost).removesuffix('.')} (after {message!r}).") from None
        finally:
            watch.cancel()

    def _lost(self, what: str) -> LostDecision:
        return LostDecision(f"The engine {self.name} {what}.")

    def _too_late(self) -> None:
        self._late = True
        self._kill()

    def _kill(self) -> None:
        """Kill the engine and all processes that it has started."""
        if self.process is not None:
            with suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def _end(self) -> None:
        self._spent += self._now() or 0.0
        self._kill()
        if self.process is not None:
            for pipe in (self.process.stdin, self.process.stdout):
                with suppress(OSError):
                    if pipe is not None:
                        pipe.close()
            self.process.wait()
        self.process = None

    def _now(self) -> float | None:
        """Return the processor seconds of the process so far."""
        if self.process is None:
            return 0.0
        try:
            return time.clock_gettime((~self.process.pid << 3) | _SCHEDULED)
        except (AttributeError, OSError):
            return None


Send = Callable[[str], None]


class Server:
    """An engine: answers the lines of an arena with the decisions of one of our bots.

    It searches in `threads` threads. Raises BadOption for an unknown bot or an invalid number of threads.
    """

    def __init__(self, bot: str, threads: int = 1) -> None:
        self.bot = ladder.bot(bot)
        parallel_search.check_threads(threads)
        self.threads = threads
        self._seed = ""
        self._position: dict[str, Any] | None = None
        self._answers = 0

    def serve(self, lines: Iterable[str], send: Send) -> None:
        """Answer lines until "quit" or the last one. Raises Misunderstood for an unknown line."""
        for text in lines:
            word, _, rest = text.strip().partition(" ")
            if word == "quit":
                return
            if word:
                self._hear(word, rest.strip(), send)

    def _hear(self, word: str, rest: str, send: Send) -> None:
        try:
            self._obey(word, rest, send)
        except (DonjonError, KeyError, TypeError, ValueError) as error:
            raise Misunderstood(f"The line {short(f'{word} {rest}')} cannot be answered: {error}") from error

    def _obey(self, word: str, rest: str, send: Send) -> None:
        if word == "hello":
            if rest != str(PROTOCOL):
                raise Misunderstood(f"this engine speaks version {PROTOCOL}, not {short(rest)}")
            send(f"name Donjon {self.bot.name}")
            send("ready")
        elif word == "newgame":
            newgame = untrusted.parse_object(rest)
            self._seed, self._answers, self._position = str(newgame["seed"]), 0, None
            warm_bots(games[newgame["game"]].name)
            send("ready")
        elif word == "position":
            self._position = untrusted.parse_object(rest)
        elif word == "go":
            send(f"bestmove {self._choose()}")
        else:
            raise Misunderstood(f"unknown message {short(word)}")

    def _choose(self) -> str:
        if self._position is None:
            raise Misunderstood("go came before any position")
        seat = int(self._position["seat"])
        match = from_position(self._position["position"], nature="imposed")
        self._answers += 1
        seed = f"{self._seed} {self._answers}"
        chosen = choose(match.game, match.state, seat, self.bot, seed, threads=self.threads)
        return answer(match.state, seat, chosen)

"""Our own bots as an engine: the other side of `engine.Engine`, over lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from donjon.bots import ladder, together
from donjon.bots.choosing import choose
from donjon.bots.warming import warm_bots
from donjon.errors import DonjonError
from donjon.kernel import foreign
from donjon.kernel.foreign import short
from donjon.kernel.games import games
from donjon.lab.arena.engine_lines import PROTOCOL, Misunderstood, answer
from donjon.notation.position import from_position

Send = Callable[[str], None]


class Server:
    """Answers the lines of an arena with what one of our bots does.

    It thinks in so many threads. Raises BadOption for an unknown bot or no such number.
    """

    def __init__(self, bot: str, threads: int = 1) -> None:
        self.bot = ladder.bot(bot)
        together.check_threads(threads)
        self.threads = threads
        self._seed = ""
        self._position: dict[str, Any] | None = None
        self._answers = 0

    def serve(self, lines: Iterable[str], send: Send) -> None:
        """Answer lines until "quit" or the last one. Raises Misunderstood for one that is none of ours."""
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
            told = foreign.parse_object(rest)
            self._seed, self._answers, self._position = str(told["seed"]), 0, None
            warm_bots(games[told["game"]].name)
            send("ready")
        elif word == "position":
            self._position = foreign.parse_object(rest)
        elif word == "go":
            send(f"bestmove {self._choose()}")
        else:
            raise Misunderstood(f"there is no message {short(word)}")

    def _choose(self) -> str:
        if self._position is None:
            raise Misunderstood("no position was told")
        seat = int(self._position["seat"])
        match = from_position(self._position["position"], nature="imposed")
        self._answers += 1
        seed = f"{self._seed} {self._answers}"
        chosen = choose(match.game, match.state, seat, self.bot, seed, threads=self.threads)
        return answer(match.state, seat, chosen)

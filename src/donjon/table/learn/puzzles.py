"""Puzzles to play: a position, one whole decision of one seat, and what the coach says of it.

Nothing is stored. As with the examples of the rulebook, what was played stands in the address; which puzzles
somebody has solved stands in a cookie of theirs.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache

from donjon.coach.analysis import Choice
from donjon.coach.puzzle_files import puzzles_of
from donjon.coach.puzzling import Puzzle
from donjon.kernel import rules
from donjon.kernel.games import games
from donjon.kernel.message import Message, Translate
from donjon.rulebook import Example
from donjon.table.learn.examples import BadPlay, Play
from donjon.table.live import advice, wording

COOKIE = "donjon_solved"
_LONGEST_COOKIE = 1000
_OF_GAME = re.compile(r"([a-z-]+)\.([0-9a-f]+)")
_KEPT = 200


class Attempt(Play):
    """A puzzle as it stands after what was tried: the seat makes one whole decision, and nobody goes on."""

    def __init__(self, game: str, number: int, did: str = "") -> None:
        """The puzzle `number` of a game, from 1 on, after `did` was played. Raises BadPlay."""
        self.number = number
        self.puzzle = puzzle = puzzles_of(game)[number - 1]
        super().__init__(Example("", "", "", "", (), puzzle.position, (), puzzle.seat), did)

    @property
    def decided(self) -> bool:
        """Has the whole decision been made?"""
        return bool(self.did) and (
            self.puzzle.seat not in self.table_game.waiting or rules.decision_complete(self.table_game.state)
        )

    @property
    def actor(self) -> int | None:
        """The seat of the puzzle until it has decided."""
        return None if self.decided else self.puzzle.seat

    @property
    def viewpoint(self) -> int:
        """The seat of the puzzle, also when it has decided."""
        return self.puzzle.seat

    def do(self, action: int, seat: int | None = None) -> None:
        """Play an action of the seat. Raises BadPlay, with the reason."""
        if seat not in (None, self.puzzle.seat):
            raise BadPlay(Message("In a puzzle only one seat decides."))
        super().do(action)

    @property
    def end(self) -> str:
        """Where the decision leads, as text: two decisions that come to the same are one."""
        table_game = self.table_game
        return json.dumps(table_game.game.position(table_game.state), sort_keys=True)

    @property
    def played(self) -> int | None:
        """Which of the decisions that the coach compared was made, the best is 0; None: another, or none."""
        ends = _ends(self.puzzle.game, self.number)
        return ends.index(self.end) if self.decided and self.end in ends else None


@lru_cache(maxsize=_KEPT)
def _ends(game: str, number: int) -> list[str]:
    """Where each of the decisions leads that the coach compared."""
    choices = puzzles_of(game)[number - 1].choices
    return [Attempt(game, number, _did(choice)).end for choice in choices]


def _did(choice: Choice) -> str:
    return ".".join(map(str, choice.actions))


def solution_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The solution as what an address says was played."""
    return (_did(puzzle.choices[0]),)


@dataclass(frozen=True)
class Compared:
    """A decision in words, what is expected of it, and why it is better or worse."""

    words: str
    expected: str
    reason: str


@dataclass(frozen=True)
class Verdict:
    """What is said of a decision.

    solved: is it the best; played: what is known of it (None: the coach did not compare it); lost: so many
    games of a hundred fewer does it win than the best; compared: all that were compared, the best first: only
    if it is solved.
    """

    solved: bool
    played: Compared | None
    lost: int
    compared: tuple[Compared, ...]


def verdict(attempt: Attempt, say: Translate, names: list[str]) -> Verdict | None:
    """What the coach says of what was decided; None before."""
    if not attempt.decided:
        return None
    puzzle, played = attempt.puzzle, attempt.played
    if played is None:
        return Verdict(False, None, 0, ())
    start = Attempt(puzzle.game, attempt.number).table_game
    every = tuple(
        Compared(
            advice.in_words(start.game, start.state, choice, puzzle.seat, say, names),
            advice.expected(choice, puzzle.seat).say(say, names),
            "" if choice.reason is None else advice.reason(choice, number).say(say, names),
        )
        for number, choice in enumerate(puzzle.choices)
    )
    lost = round(100 * puzzle.choices[played].behind)
    return Verdict(played == 0, every[played], lost, every if played == 0 else ())


def names_in(attempt: Attempt, say: Translate) -> list[str]:
    """What the seats of a puzzle are called."""
    return wording.names(attempt.table_game.seats, say)


def solved_in(cookie: str) -> dict[str, int]:
    """By game the puzzles that a cookie says are solved, as bits; what it holds besides is not looked at."""
    parts = _OF_GAME.findall(cookie[:_LONGEST_COOKIE])
    every = {name: int(bits, 16) & (1 << len(puzzles_of(name))) - 1 for name, bits in parts if name in games}
    return {name: bits for name, bits in every.items() if bits}


def solved_cookie(solved: dict[str, int]) -> str:
    """The cookie that says which puzzles are solved."""
    return "_".join(f"{name}.{bits:x}" for name, bits in sorted(solved.items()))

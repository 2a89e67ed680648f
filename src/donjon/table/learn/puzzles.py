"""Show the puzzles: a position, one whole decision of one seat, and the coach's verdict.

Nothing is stored: the address holds the actions played, and a cookie the puzzles that a visitor has solved.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from donjon.coach.puzzles import Puzzle, puzzles_of
from donjon.kernel import rules
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.message import Message, Translate
from donjon.table.learn import sandbox
from donjon.table.learn.sandbox import BadPlay, Sandbox
from donjon.table.live import coaching, forms, levels, presentation, wording
from donjon.table.web.errors import gettext
from donjon.table.web.rendering import page, prose, say
from donjon.table.web.sessions import set_cookie

COOKIE = "donjon_solved"
_LONGEST_COOKIE = 1000
_OF_GAME = re.compile(r"([a-z-]+)\.([0-9a-f]+)")
_KEPT = 200


class Attempt(Sandbox):
    """A puzzle with an attempt: its seat makes one whole decision, then the game stops."""

    def __init__(self, game: str, number: int, did: str = "") -> None:
        """Start the puzzle `number` of a game, from 1 on, and play `did`. Raises BadPlay."""
        self.number = number
        self.puzzle = puzzle = puzzles_of(game)[number - 1]
        super().__init__(puzzle.position, puzzle.seat, did)

    @property
    def decided(self) -> bool:
        """Return whether the whole decision has been made."""
        return bool(self.actions) and (
            self.puzzle.seat not in self.table_game.waiting or rules.decision_complete(self.table_game.state)
        )

    @property
    def actor(self) -> int | None:
        """Return the seat of the puzzle until it has decided, then None."""
        return None if self.decided else self.puzzle.seat

    @property
    def viewpoint(self) -> int:
        """Return the seat of the puzzle, even after it has decided."""
        return self.puzzle.seat

    def do(self, action: int, seat: int | None = None) -> None:
        """Play an action of the puzzle's seat. Raises BadPlay, with the reason."""
        if seat not in (None, self.puzzle.seat):
            raise BadPlay(Message("In a puzzle, only one player moves."))
        super().do(action)

    @property
    def end(self) -> str:
        """Return the position as text: two decisions that lead to the same position are one."""
        table_game = self.table_game
        return json.dumps(table_game.game.position(table_game.state), sort_keys=True)

    @property
    def played(self) -> int | None:
        """Return the index of the decision among those that the coach compared, 0 for the best.

        None for any other decision, and before the decision is made.
        """
        ends = _ends(self.puzzle.game, self.number)
        return ends.index(self.end) if self.decided and self.end in ends else None


@lru_cache(maxsize=_KEPT)
def _ends(game: str, number: int) -> list[str]:
    """Return the position, as text, after each decision that the coach compared."""
    choices = puzzles_of(game)[number - 1].choices
    return [Attempt(game, number, ".".join(map(str, choice.actions))).end for choice in choices]


def solution_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the steps to the solution, as `did` has them: there is one."""
    return (".".join(map(str, puzzle.choices[0].actions)),)


@dataclass(frozen=True)
class Compared:
    """A decision in words, its expected result, and why it is better or worse."""

    words: str
    expected: str
    reason: str


@dataclass(frozen=True)
class Verdict:
    """The coach's verdict on a decision.

    solved: the decision is the best. played: the decision itself (None: the coach did not compare it). lost:
    the games of a hundred that it wins fewer than the best. compared: all compared decisions, the best first;
    empty unless the puzzle is solved.
    """

    solved: bool
    played: Compared | None
    lost: int
    compared: tuple[Compared, ...]


def verdict(attempt: Attempt, translate: Translate) -> Verdict | None:
    """Return the coach's verdict on an attempt; None before its decision is complete."""
    if not attempt.decided:
        return None
    puzzle, played = attempt.puzzle, attempt.played
    if played is None:
        return Verdict(False, None, 0, ())
    start, names = Attempt(puzzle.game, attempt.number).table_game, _names(attempt, translate)
    every = tuple(
        Compared(
            coaching.in_words(start.game, start.state, choice, puzzle.seat, translate, names),
            coaching.expected(choice, puzzle.seat).say(translate, names),
            "" if choice.reason is None else coaching.reason(choice, number).say(translate, names),
        )
        for number, choice in enumerate(puzzle.choices)
    )
    lost = round(100 * puzzle.choices[played].behind)
    return Verdict(played == 0, every[played], lost, every if played == 0 else ())


def _names(attempt: Attempt, translate: Translate) -> list[str]:
    return wording.names(attempt.table_game.seats, translate)


# Pages


def with_puzzles() -> list[Game]:
    """Return the games that have puzzles."""
    return [games[name] for name in games if puzzles_of(name)]


async def every(request: Request) -> Response:
    """List the puzzles of all games."""
    return _listed(request, with_puzzles())


async def of_game(request: Request) -> Response:
    """List the puzzles of one game."""
    return _listed(request, [_game(request)])


def _listed(request: Request, shown: list[Game]) -> Response:
    solved, translate = solved_in(request.cookies.get(COOKIE, "")), say(request.state.language)
    entries = [_entry(game, solved.get(game.name, 0), translate) for game in shown]
    return page(request, "puzzles.html.jinja", 200, tuple(shown), entries=entries)


def _entry(game: Game, solved: int, translate: Translate) -> dict[str, Any]:
    """Return the entry of a game: its puzzles, solved or not, and the first unsolved one (None: all are)."""
    marks = [bool(solved >> number & 1) for number in range(len(puzzles_of(game.name)))]
    following = next((number for number, done in enumerate(marks, 1) if not done), None)
    return {
        "game": game,
        "marks": marks,
        "next": following,
        "picture": presentation.sample(game, translate),
    }


async def one(request: Request) -> Response:
    """Show a puzzle after the actions in the address; store in the cookie that it was solved."""
    game, _ = _game(request), gettext(request)
    number = forms.number(request.path_params["number"])
    if not 1 <= number <= len(puzzles_of(game.name)):
        raise HTTPException(404)
    address = f"/puzzles/{game.name}/{number}"
    try:
        attempt = Attempt(game.name, number, sandbox.did_of(request))
    except BadPlay as error:
        words = _("This link contains a move that isn't possible in this puzzle.")
        return sandbox.unplayable(request, error, address, words)
    solved = solved_in(request.cookies.get(COOKIE, ""))
    solves = "action" in request.query_params and attempt.played == 0
    is_found = solves or bool(solved.get(game.name, 0) >> number - 1 & 1)
    ways = sandbox.ways(attempt, solution_of(attempt.puzzle))
    if attempt.played == 0:
        ways = replace(ways, next=None)
    more = partial(_around, request, attempt, is_found)
    response = sandbox.show(request, attempt, address, ways, "puzzle.html.jinja", more)
    if solves:
        solved[game.name] = solved.get(game.name, 0) | 1 << number - 1
        set_cookie(request, response, COOKIE, solved_cookie(solved))
    return response


def _around(request: Request, attempt: Attempt, is_found: bool) -> dict[str, Any]:
    """Return what the page of a puzzle has in addition to any sandbox.

    is_found: the visitor has found the solution, and was not only shown it.
    """
    _, translate, puzzle = gettext(request), say(request.state.language), attempt.puzzle

    def link(number: int) -> dict[str, str] | None:
        if not 1 <= number <= len(puzzles_of(puzzle.game)):
            return None
        title = _("Puzzle %(number)s") % {"number": number}
        return {"title": title, "href": f"/puzzles/{puzzle.game}/{number}"}

    more = {
        "number": attempt.number,
        "puzzle": puzzle,
        "levels": [levels.name(level).say(translate) for level in puzzle.found_by],
        "verdict": verdict(attempt, translate),
        "earlier": link(attempt.number - 1),
        "later": link(attempt.number + 1),
        "prose": partial(prose, rules=frozenset[str]()),
        "show_words": _("Show solution"),
    }
    if attempt.decided and attempt.played != 0:
        more["prompt"] = _("There is a better move.")
    elif attempt.decided:
        found, shown = _("Solved: this is the best move."), _("This is the best move.")
        more["prompt"] = found if is_found else shown
    return more


def _game(request: Request) -> Game:
    name = request.path_params["game"]
    if name not in games or not puzzles_of(name):
        raise HTTPException(404)
    return games[name]


def solved_in(cookie: str) -> dict[str, int]:
    """Return the solved puzzles of a cookie by game, as bits; anything else in it is ignored."""
    parts = _OF_GAME.findall(cookie[:_LONGEST_COOKIE])
    every = {name: int(bits, 16) & (1 << len(puzzles_of(name))) - 1 for name, bits in parts if name in games}
    return {name: bits for name, bits in every.items() if bits}


def solved_cookie(solved: dict[str, int]) -> str:
    """Return the cookie of the solved puzzles, the reverse of `solved_in`."""
    return "_".join(f"{name}.{bits:x}" for name, bits in sorted(solved.items()))

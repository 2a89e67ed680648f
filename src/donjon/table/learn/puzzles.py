"""The pages of the puzzles: a position, one whole decision of one seat, and what the coach says of it.

Nothing is stored: what was played stands in the address, and which puzzles somebody has solved in a cookie.
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
    """A puzzle after what was tried: its seat makes one whole decision, and nobody plays on."""

    def __init__(self, game: str, number: int, did: str = "") -> None:
        """Start the puzzle `number` of a game, from 1 on, and play `did`. Raises BadPlay."""
        self.number = number
        self.puzzle = puzzle = puzzles_of(game)[number - 1]
        super().__init__(puzzle.position, puzzle.seat, did)

    @property
    def decided(self) -> bool:
        """Whether the whole decision has been made."""
        return bool(self.actions) and (
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
    """Return where each of the decisions leads that the coach compared."""
    choices = puzzles_of(game)[number - 1].choices
    return [Attempt(game, number, ".".join(map(str, choice.actions))).end for choice in choices]


def solution_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the solution as what an address says was played."""
    return (".".join(map(str, puzzle.choices[0].actions)),)


@dataclass(frozen=True)
class Compared:
    """A decision in words, what is expected of it, and why it is better or worse."""

    words: str
    expected: str
    reason: str


@dataclass(frozen=True)
class Verdict:
    """What is said of a decision.

    solved: it is the best; played: what is known of it (None: the coach did not compare it); lost: so many
    games of a hundred fewer does it win than the best; compared: all that were compared, the best first: only
    if it is solved.
    """

    solved: bool
    played: Compared | None
    lost: int
    compared: tuple[Compared, ...]


def verdict(attempt: Attempt, translate: Translate) -> Verdict | None:
    """Return what the coach says of what was decided; None before."""
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
    """Return a game with its puzzles: which are solved, and the first that is not (None: all are)."""
    marks = [bool(solved >> number & 1) for number in range(len(puzzles_of(game.name)))]
    following = next((number for number, done in enumerate(marks, 1) if not done), None)
    return {
        "game": game,
        "marks": marks,
        "next": following,
        "picture": presentation.sample(game, translate),
    }


async def one(request: Request) -> Response:
    """Show a puzzle as it stands after what was played there."""
    game, _ = _game(request), gettext(request)
    number = forms.number(request.path_params["number"])
    if not 1 <= number <= len(puzzles_of(game.name)):
        raise HTTPException(404)
    address = f"/puzzles/{game.name}/{number}"
    try:
        attempt = Attempt(game.name, number, sandbox.did_of(request))
    except BadPlay as error:
        words = _(
            "The address says what was played in this puzzle, and one of its actions cannot be played there."
        )
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
    """Return what stands on the page of a puzzle besides what every sandbox has.

    is_found: its player has found the solution, and was not only shown it.
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
        "show_words": _("Show the solution"),
    }
    if attempt.decided and attempt.played != 0:
        more["prompt"] = _("There is a better decision.")
    elif attempt.decided:
        found, shown = _("Solved: this is the best decision."), _("This is the best decision.")
        more["prompt"] = found if is_found else shown
    return more


def _game(request: Request) -> Game:
    name = request.path_params["game"]
    if name not in games or not puzzles_of(name):
        raise HTTPException(404)
    return games[name]


def solved_in(cookie: str) -> dict[str, int]:
    """Return by game the puzzles that a cookie says are solved, as bits; all else in it is ignored."""
    parts = _OF_GAME.findall(cookie[:_LONGEST_COOKIE])
    every = {name: int(bits, 16) & (1 << len(puzzles_of(name))) - 1 for name, bits in parts if name in games}
    return {name: bits for name, bits in every.items() if bits}


def solved_cookie(solved: dict[str, int]) -> str:
    """Return the cookie that says which puzzles are solved."""
    return "_".join(f"{name}.{bits:x}" for name, bits in sorted(solved.items()))

"""Find puzzles, and read and write the files that hold them.

A puzzle is a position of a game between bots where one decision is clearly best, and bots miss it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from donjon.bots.choosing import choose
from donjon.coach.analysis import Analysis, Choice, Reason, analyse
from donjon.coach.thinking import dealt
from donjon.errors import DonjonError
from donjon.kernel import rules
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.play.match import Match

FORMAT = 2
# The level that plays the games; the levels that try the puzzle, and the number of tries of each.
PLAYER = "greedy"
LEVELS = ("greedy", "skilled")
ASKED = 3
# One of this number of decisions of a game is examined.
ONE_IN = 3
# The number of games in a row without a decision that a seat makes alone, after which the search ends.
GIVE_UP = 20


@dataclass(frozen=True)
class Bounds:
    """The bounds for a decision that is clearly best.

    share, points: how much of a win, and how many points of lead, it is better at least than every other
    decision that the analysis shows; sure: how many standard errors the share is above that bound.
    glance, long: how often each decision is played to the end for a first look, and for each of the two
    that decide.
    count: how many decisions are shown; fewest: how many a seat must have for a puzzle to be interesting.
    """

    share: float = 0.08
    points: float = 2.0
    sure: float = 1.0
    glance: int = 40
    long: int = 600
    count: int = 4
    fewest: int = 3

    def met(self, analysis: Analysis, sure: float) -> bool:
        """Return whether the best decision is better by these bounds and `sure` standard errors."""
        best, *others = analysis.choices
        return len(analysis.choices) >= self.fewest and all(
            other.behind - sure * other.behind_error >= self.share and best.lead - other.lead >= self.points
            for other in others
        )


@dataclass(frozen=True)
class Puzzle:
    """A position, as one world that could be true for the seat, and the best decision there.

    choices: the decisions that were compared; the first is the best, the solution; found_by: for each
    level how many of ASKED tries found it; source: the seed of the game and the number of actions played
    before.
    """

    game: str
    players: int
    position: dict[str, Any]
    seat: int
    choices: tuple[Choice, ...]
    found_by: dict[str, int]
    source: tuple[str, int]

    @property
    def solution(self) -> str:
        """The text of the best decision."""
        return self.choices[0].text

    @property
    def reason(self) -> Reason:
        """Return the reason why the solution is better than the next decision."""
        reason = self.choices[0].reason
        assert reason is not None, "a puzzle has another decision"
        return reason

    @property
    def share(self) -> float:
        """How much more of a win the solution brings than the next decision."""
        return self.choices[1].behind

    @property
    def error(self) -> float:
        """The standard error of `share`."""
        return self.choices[1].behind_error

    @property
    def points(self) -> float:
        """How many points of lead more the solution brings than the next decision."""
        return self.choices[0].lead - self.choices[1].lead

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON, with figures that follow from the choices, for readers of the file."""
        follows = {name: getattr(self, name) for name in FOLLOWS}
        plain = {
            **vars(self),
            **follows,
            "reason": self.reason.message.english(),
            "source": list(self.source),
        }
        return {**plain, "choices": [choice.as_dict() for choice in self.choices]}


# Figures that a file lists for each puzzle although they follow from its choices.
FOLLOWS = ("solution", "share", "error", "points")


def puzzle_from(data: dict[str, Any]) -> Puzzle:
    """Return the puzzle of data that `as_dict` returned."""
    seed, number = data["source"]
    fields = {name: data[name] for name in ("game", "players", "position", "seat", "found_by")}
    choices = tuple(Choice.from_dict(data["game"], choice) for choice in data["choices"])
    return Puzzle(**fields, choices=choices, source=(seed, number))


def find(
    game: Game,
    players: int = 2,
    seed: str | int = 0,
    bounds: Bounds | None = None,
    levels: Sequence[str] = LEVELS,
) -> Iterator[Puzzle]:
    """Yield puzzles from one game after the other, without end as long as the game can have any.

    Game k is the same for the same seed. At most one puzzle is taken from a game, so that they differ. It
    ends when `GIVE_UP` games in a row had no decision that a seat makes alone.
    """
    number, barren, bounds = 0, 0, bounds or Bounds()
    while barren < GIVE_UP:
        barren += 1
        for match in _positions(game, players, f"puzzles {seed} {number}", bounds.fewest):
            barren = 0
            puzzle = puzzle_of(match, bounds, levels)
            if puzzle is not None:
                yield puzzle
                break
        number += 1


def _positions(game: Game, players: int, seed: str, fewest: int) -> Iterator[Match]:
    """Yield a game between bots where one seat alone decides, among at least `fewest` actions."""
    match, chance = Match(game, game.read_options(players, {}), seed), random.Random(seed)
    while not match.over:
        whole = rules.decision_complete(match.state) and len(match.legal_actions()) >= fewest
        if whole and chance.randrange(ONE_IN) == 0 and _world_alone(match) is not None:
            yield match
        seat, thought = match.waiting[0], f"{seed} {len(match.moves)}"
        for action in choose(game, match.state, seat, PLAYER, thought):
            match.play(action, seat)


def _world_alone(match: Match) -> Any | None:
    """Return the position with its secrets dealt anew for the seat to move; None if others move, too.

    The best decision would depend on the secret choices of the others, so such a position makes no
    puzzle.
    """
    seat = match.waiting[0]
    world = dealt(match.state, seat, f"{match.seed} {len(match.moves)}")
    return world if rules.seats_waiting(world) == (seat,) else None


def puzzle_of(match: Match, bounds: Bounds, levels: Sequence[str] = LEVELS) -> Puzzle | None:
    """Return a match's position as a puzzle for the seat to move; None where it makes no puzzle."""
    game, seat = match.game, match.waiting[0]
    source = str(match.seed), len(match.moves)
    world = _world_alone(match)
    if world is None:
        return None

    def look(playouts: int, seed: str) -> Analysis:
        return analyse(game, world, seat, playouts, seed=seed, count=bounds.count)

    glance = look(bounds.glance, "glance")
    if not bounds.met(glance, sure=0):
        return None
    solution = glance.best.actions
    found_by = {}
    for level in levels:
        tries = (choose(game, world, seat, level, f"try {number}") for number in range(ASKED))
        found_by[level] = sum(tuple(tried) == solution for tried in tries)
        if 2 * found_by[level] > ASKED:
            return None
    surely = look(bounds.long, "long")
    if surely.best.actions != solution or not bounds.met(surely, bounds.sure):
        return None
    # A position that was chosen because its figures are high gets its published figures from a fresh
    # analysis.
    last = look(bounds.long, "last")
    if last.best.actions != solution or not bounds.met(last, sure=0):
        return None
    position = {"game": game.name, "players": match.players, **game.position(world)}
    return Puzzle(game.name, match.players, position, seat, last.choices, found_by, source)


FILE = "puzzles.json"
DECIMALS = 4


class BadPuzzles(DonjonError):
    """A file of puzzles that cannot be read."""


def written(game: Game, seed: str, bounds: Bounds, puzzles: Sequence[Puzzle]) -> str:
    """Return the text of a file of puzzles: how they were found, then one a line, with four decimals."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.rules_version,
        "seed": seed,
        "levels": LEVELS,
        "bounds": vars(bounds),
    }
    lines = ",\n".join(_line(puzzle) for puzzle in puzzles)
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "puzzles": [\n{lines}\n]}}\n'


def _line(puzzle: Puzzle) -> str:
    exact = json.dumps(puzzle.as_dict(), ensure_ascii=False)
    return json.dumps(
        json.loads(exact, parse_float=lambda figure: round(float(figure), DECIMALS)), ensure_ascii=False
    )


def read(text: str, rules: str | None = None) -> list[Puzzle]:
    """Read the puzzles of a file. Raises BadPuzzles.

    Returns no puzzles if they are for another version of the `rules`.
    """
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise BadPuzzles(f"These puzzles have format {data['format']}, not {FORMAT}: find them again.")
        fits = rules in (None, data["rules"])
        return [puzzle_from(one) for one in data["puzzles"]] if fits else []
    except (ValueError, KeyError, TypeError) as error:
        raise BadPuzzles(f"This is not a puzzle file: {error!r}") from None


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that ship with a game, the clearest first. Raises BadPuzzles.

    There are none under other rules, such as a site owner's own data: the solutions might not be right
    there.
    """
    package = games[game].drawing_module.rpartition(".")[0] if game in games else ""
    file = resources.files(package) / FILE if package else None
    if file is None or not file.is_file():
        return ()
    return tuple(read(file.read_text("utf-8"), games[game].rules_version))

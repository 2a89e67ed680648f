"""Help with a puzzle in steps: what pays, then a few moves of which one is the best, then two.

The steps follow from the coach's comparison of moves. They are in a page only if asked for by number,
as the solution is. The moves stand in the order of their actions, which says nothing of their worth.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from donjon.coach.puzzles import Puzzle
from donjon.drawing import marks as drawn
from donjon.drawing.figures import Point
from donjon.drawing.marks import Ring
from donjon.drawing.protocol import drawing_of
from donjon.kernel.games import games
from donjon.kernel.message import Message, SeatName, Translate
from donjon.table.learn.why import place_of
from donjon.table.live import coaching, wording
from donjon.table.store.table_game import TableGame

# How many sources of points the first step names.
SOURCES = 2
FEW = 2


@dataclass(frozen=True)
class Candidate:
    """A move of which one is the best; in_words: the board does not say what it is."""

    words: str
    in_words: bool


@dataclass(frozen=True)
class Hint:
    """What a step says and shows.

    sources: the points to look at, by id. picture: rings over the board; places: their middles in percent.
    """

    step: int
    says: str
    sources: Collection[str] = ()
    candidates: Sequence[Candidate] = ()
    picture: Markup | None = None
    places: Sequence[Point] = ()


def narrowed(start: TableGame, puzzle: Puzzle) -> list[int]:
    """Return how many of the compared moves each later step leaves, never all legal ones."""
    count, legal = len(puzzle.choices), len(start.legal(puzzle.seat))
    is_longer = any(len(choice.actions) > 1 for choice in puzzle.choices)
    return [left for left in (count, FEW) if FEW <= left < legal or (is_longer and left == count)]


def steps(start: TableGame, puzzle: Puzzle) -> int:
    """Return the number of steps of a puzzle."""
    return 1 + len(narrowed(start, puzzle))


def hint(start: TableGame, puzzle: Puzzle, step: int, translate: Translate) -> Hint:
    """Return a step of the help, from 1 to `steps`; `start`: the puzzle before anything was played."""
    names = wording.names(start.seats, translate)
    sources = tuple(source for source, points in puzzle.reason.own.sources if points > 0)[:SOURCES]
    if step == 1:
        return Hint(step, _looks(puzzle, sources).say(translate, names), sources)
    left = narrowed(start, puzzle)[step - 2]
    choices = sorted(puzzle.choices[:left], key=lambda one: one.actions)
    places = [place_of(start, choice, puzzle.seat) for choice in choices]
    candidates = [
        Candidate(
            coaching.in_words(start.game, start.state, choice, puzzle.seat, translate, names),
            place is None or places.count(place) > 1,
        )
        for choice, place in zip(choices, places, strict=True)
    ]
    says = Message("One of these {count} moves is the best.", count=len(choices)).say(translate, names)
    on_board, viewbox = dict.fromkeys(place for place in places if place), drawing_of(start.game).VIEWBOX
    rings = drawn.picture([Ring(place) for place in on_board], viewbox)
    return Hint(
        step, says, sources, candidates, rings, [drawn.in_percent(place, viewbox) for place in on_board]
    )


def _looks(puzzle: Puzzle, sources: Sequence[str]) -> Message:
    """Return what to look at: the sources that bring more, and the rival if the move costs points there."""
    rival = puzzle.reason.rival
    costs = (
        Message("The best move costs {rival} points.", rival=SeatName(rival.seat))
        if rival.clear and rival.total < 0
        else None
    )
    if not sources:
        return costs or Message("Compare what each move brings by the end of the game.")
    looks = Message("Look for points here: {sources}.", sources=[_term(puzzle, source) for source in sources])
    return looks if costs is None else Message("{looks} {costs}", looks=looks, costs=costs)


def _term(puzzle: Puzzle, source: str) -> Message:
    return Message("{name}", name=games[puzzle.game].source_term(source))

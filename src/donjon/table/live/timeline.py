"""Find the moments of a game: each event, with its line of the log and the state after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from donjon.kernel.rules import NATURE
from donjon.play.moments import Happening, happen
from donjon.table.live import pages, wording
from donjon.table.live.viewers import Viewer
from donjon.table.live.wording import LogLine
from donjon.table.store.table_game import Step, TableGame
from donjon.table.web.rendering import say

# Beyond this number of steps the page is updated without moments.
MOST_STEPS = 40
# Steps whose lines a replay shows.
RECENT_STEPS = 6


@dataclass(frozen=True)
class Moment:
    """An event: its line of the log (None: it has no words), the line's index, the state after it."""

    line: LogLine | None
    number: int
    state: Any


def moves_after(table_game: TableGame, at: int) -> int:
    """Return the number of moves of seats among the first `at` steps: random draws are not counted."""
    return sum(move.seat != NATURE for move in table_game.history.moves[:at])


def end_of(table_game: TableGame, first: int, actions: int) -> int:
    """Return the number of steps after which `actions` more of seats have been played than after `first`."""
    moves = table_game.history.moves
    for number in range(first, len(moves)):
        actions -= moves[number].seat != NATURE
        if actions <= 0:
            return number + 1
    return len(moves)


def lines_since(table_game: TableGame, viewer: Viewer, first: int) -> list[LogLine]:
    """Return the log, the latest line first, back to the oldest line on a page after `first` steps."""
    translate = say(viewer.language)
    names = wording.names(table_game.seats, translate)
    lines, older = list[LogLine](), 0
    for line in wording.log_lines(table_game, viewer.viewpoint, translate, names):
        lines.append(line)
        older += line.at <= first
        if older > pages.LOG_LINES:
            break
    return lines


def recent(lines: Iterable[LogLine], at: int) -> list[LogLine]:
    """Return the lines of the RECENT_STEPS steps up to `at`."""
    return [line for line in lines if at - RECENT_STEPS <= line.at <= at]


def told_of(line: LogLine | None) -> dict[str, Any]:
    """Return what is told of a line of the log, {} without one."""
    if line is None:
        return {}
    fields = {"text": line.text, "rule": line.rule, "seat": line.seat}
    also = {"also": line.also} if line.also else {}
    return {**fields, **also} if line.box is None else {**fields, **also, "box": line.box}


def moments(table_game: TableGame, lines: Sequence[LogLine], first: int, last: int) -> Iterator[Moment]:
    """Yield the moments of the steps from `first` to `last`; none for more than MOST_STEPS steps."""
    if last - first > MOST_STEPS:
        return
    number = {line.id: number for number, line in enumerate(lines)}
    for id, state in states(table_game, first, last):
        at = number[id] if id else 0
        yield Moment(lines[at] if id else None, at, state)


def states(table_game: TableGame, first: int, last: int) -> Iterator[tuple[str, Any]]:
    """Yield the line id ("": none) and the state of each moment of the steps from `first` to `last`."""
    for step, happening in _story_of(table_game, first, last):
        for place, state in enumerate(happening.moments):
            yield f"{step.entry.seq}-{place}", state
        after = happening.after
        if not happening.moments or happening.moments[-1].tobytes() != after.tobytes():
            yield "", after


def _story_of(table_game: TableGame, first: int, last: int) -> Iterator[tuple[Step, Happening]]:
    """Yield the steps from `first` to `last`, each with what happened in it, replayed once."""
    steps = table_game.steps[first:last]
    story = table_game.stories.get((first, last), lambda: _story(table_game, steps, first))
    return zip(steps, story, strict=True)


def _story(table_game: TableGame, steps: Sequence[Step], first: int) -> list[Happening]:
    """Replay steps, the first of which came after `first` others. The result is cached: do not change it."""
    state, happenings = table_game.state_at(first), list[Happening]()
    for step in steps:
        happenings.append(happen(table_game.game, state, step.entry.seat, step.entry.action))
        state = happenings[-1].after
    return happenings

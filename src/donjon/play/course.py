"""Work out how the points of a finished game came about: the best turns, and the turn that decided it.

All is counted by the rules' own points, as if the game were scored at each moment; nothing is judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from donjon.kernel import rules
from donjon.kernel.game import Game, copy
from donjon.kernel.rules import NATURE
from donjon.play.history import History


@dataclass(frozen=True)
class Gain:
    """The points that a seat gained in a turn or round, in all and by source, the largest first.

    start, end: the numbers of moves before and after it.
    """

    seat: int
    round: int
    start: int
    end: int
    points: int
    sources: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Lead:
    """The turn or round after which the winner led to the end: the lead before and after it, in points.

    leader: the other seat that alone had the most points before it; None if there was none. round: 0 if it
    was no turn, but what is counted at the end or breaks a tie. start, end: the numbers of moves before and
    after it. leads: the lead before the first round, after every round, at the end of the game, and when it
    was won for good; turn: the number of that one among them.
    """

    seat: int
    round: int
    start: int
    end: int
    before: int
    after: int
    leader: int | None
    leads: tuple[int, ...] = ()
    turn: int = 0


@dataclass(frozen=True)
class Course:
    """How a game went: its rounds, the best turn of each seat, and the lead that lasted.

    by_turns: a player has one turn in a round, so that turns are compared; otherwise whole rounds are.
    best: None for a seat that gained nothing. lead: None if the win is shared. led: the last round after
    which each seat alone had the most points, 0 if it never had.
    """

    rounds: int
    by_turns: bool
    best: tuple[Gain | None, ...]
    lead: Lead | None
    led: tuple[int, ...]


@dataclass(frozen=True)
class _Part:
    """Moves of one seat in one round (of all seats: seat None), and the state before them."""

    seat: int | None
    round: int
    start: int
    state: Any


def course(history: History) -> Course | None:
    """Return how a finished game went; None for a game that has no rounds."""
    game = history.game
    if game.round is None:
        return None
    parts = _parts(history)
    by_turns = max(Counter((part.seat, part.round) for part in parts).values(), default=0) == 1
    if not by_turns:
        parts = _whole_rounds(parts)
    states = [*(part.state for part in parts), history.state]
    points = [_points(game, state) for state in states]
    totals = [[sum(row.values()) for row in rows] for rows in points]
    return Course(
        max((part.round for part in parts), default=0),
        by_turns,
        tuple(_best(seat, history, parts, points) for seat in range(history.players)),
        _lead(history, parts, totals),
        tuple(_led(seat, parts, totals) for seat in range(history.players)),
    )


def _parts(history: History) -> list[_Part]:
    """Return the turns of a game in their order; random draws belong to none."""
    game = history.game
    parts, now = list[_Part](), None
    state = history.state_at(0)
    for number, move in enumerate(history.moves):
        if move.seat != NATURE:
            before = now
            now = move.seat, _round(game, state)
            if now != before:
                parts.append(_Part(*now, number, copy(state)))
        rules.apply(state, move.seat, move.action, None)
    return parts


def _round(game: Game, state: Any) -> int:
    return 0 if game.round is None else int(game.round(state))


def _whole_rounds(parts: Sequence[_Part]) -> list[_Part]:
    first: dict[int, _Part] = {}
    for part in parts:
        first.setdefault(part.round, _Part(None, part.round, part.start, part.state))
    return list(first.values())


def _points(game: Game, state: Any) -> list[dict[str, int]]:
    """Return the points by source of every seat, without those that only the end counts."""
    by_source = rules.points_by_source(state)
    return [
        {source: points for source, points in row.items() if source not in game.closing_sources}
        for row in by_source
    ]


def _best(
    seat: int, history: History, parts: Sequence[_Part], points: Sequence[list[dict[str, int]]]
) -> Gain | None:
    best: Gain | None = None
    for number, (part, (before, after)) in enumerate(zip(parts, pairwise(points), strict=True)):
        if part.seat not in (seat, None):
            continue
        gained = {source: after[seat][source] - was for source, was in before[seat].items()}
        total = sum(gained.values())
        if total > (0 if best is None else best.points):
            sources = sorted(
                ((source, got) for source, got in gained.items() if got), key=lambda one: -one[1]
            )
            best = Gain(seat, part.round, part.start, _end(parts, number, history), total, tuple(sources))
    return best


def _lead(history: History, parts: Sequence[_Part], totals: Sequence[list[int]]) -> Lead | None:
    ranks = rules.ranking(history.state)
    if ranks.count(1) != 1:
        return None
    winner = ranks.index(1)
    leads = [_ahead(row, winner) for row in totals]
    behind = max((number for number, lead in enumerate(leads) if lead <= 0), default=0)
    final = [int(rules.total(history.state, seat)) for seat in range(history.players)]
    course = [*leads, _ahead(final, winner)]
    leader = _leader(totals[behind], winner)
    shown = _ends_of_rounds(parts) | {behind + 1, len(parts) + 1}
    told = tuple(course[number] for number in sorted(shown)), sorted(shown).index(behind + 1)
    if behind == len(parts):
        last = len(history.moves)
        return Lead(winner, 0, last, last, leads[-1], course[-1], leader, *told)
    part, end = parts[behind], _end(parts, behind, history)
    before, after = leads[behind], leads[behind + 1]
    return Lead(winner, part.round, part.start, end, before, after, leader, *told)


def _end(parts: Sequence[_Part], number: int, history: History) -> int:
    """Return the number of moves after a part."""
    return parts[number + 1].start if number + 1 < len(parts) else len(history.moves)


def _ends_of_rounds(parts: Sequence[_Part]) -> set[int]:
    """Return the numbers of parts before which a round starts, and the number of all parts."""
    starts = {
        number for number, part in enumerate(parts) if number == 0 or part.round != parts[number - 1].round
    }
    return starts | {len(parts)}


def _leader(totals: Sequence[int], winner: int) -> int | None:
    """Return the seat that alone has the most points; None for the winner, or if several have."""
    leaders = [seat for seat in range(len(totals)) if _ahead(totals, seat) > 0]
    return leaders[0] if leaders and leaders[0] != winner else None


def _led(seat: int, parts: Sequence[_Part], totals: Sequence[list[int]]) -> int:
    after = zip(parts, totals[1:], strict=True)
    return max((part.round for part, now in after if _ahead(now, seat) > 0), default=0)


def _ahead(totals: Sequence[int], seat: int) -> int:
    """Return how many points a seat has more than the best of the others."""
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)

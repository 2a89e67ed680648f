"""State the result of a finished game: points by groups of sources, ranks, and the result in a few words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from donjon.drawing.protocol import GroupsPoints, PointGroup, drawing_of
from donjon.kernel import rules
from donjon.kernel.game import Game
from donjon.kernel.message import Message, SeatName, Term
from donjon.table.store.table_game import TableGame

# From the second on.
PLACES = (Message("Second"), Message("Third"), Message("Fourth"), Message("Fifth"))


@dataclass(frozen=True)
class Score:
    """The result of a finished game: ranks and totals by seat, groups of sources, points by group by seat."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...]
    groups: tuple[PointGroup, ...]
    points: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, table_game: TableGame) -> Score:
        """Return the result of a game."""
        game, state = table_game.game, table_game.state
        by_source = rules.points_by_source(state)
        groups = tuple(groups_of(game, table_game.view(None)))
        points = tuple(
            tuple(sum(row.get(source, 0) for source in group.sources) for group in groups)
            for row in by_source
        )
        totals = tuple(int(rules.total(state, seat)) for seat in range(len(by_source)))
        return cls(tuple(rules.ranking(state)), totals, groups, points)

    @property
    def order(self) -> list[int]:
        """Return the seats in the order of their ranks."""
        return sorted(range(len(self.ranks)), key=lambda seat: (self.ranks[seat], -self.totals[seat], seat))

    @property
    def winners(self) -> list[int]:
        """Return the seats that have won."""
        return [seat for seat in self.order if self.ranks[seat] == 1]


def groups_of(game: Game, view: Mapping[str, Any]) -> Iterable[PointGroup]:
    """Return the groups of sources of points as the game draws them; one for all if it declares none."""
    drawing = drawing_of(game)
    if isinstance(drawing, GroupsPoints):
        return drawing.point_groups(view)
    return [PointGroup(Term("points"), "crown", game.SOURCES)]


def result(score: Score, mine: int | None) -> Message:
    """Return the result in a few words: of a seat (None: who has won)."""
    winners = score.winners
    first, others = winners[0], [seat for seat in score.order if score.ranks[seat] > 1]
    if mine is not None and score.ranks[mine] > 1:
        place, behind = PLACES[score.ranks[mine] - 2], score.totals[first] - score.totals[mine]
        seats = [SeatName(seat) for seat in winners]
        if behind <= 0:
            return Message("{place} on the tie-break, level with {seats}", place=place, seats=seats)
        return Message(
            "{place}, {points:point|points} behind {seats}", place=place, points=behind, seats=seats
        )
    if len(winners) > 1:
        return _shared(winners, mine)
    ahead = score.totals[first] - max(score.totals[seat] for seat in others)
    if mine is not None:
        if ahead <= 0:
            return Message("You win on the tie-break")
        return Message("You win by {points:point|points}", points=ahead)
    if ahead <= 0:
        return Message("{seat} wins on the tie-break", seat=SeatName(first))
    return Message("{seat} wins by {points:point|points}", seat=SeatName(first), points=ahead)


def _shared(winners: Sequence[int], mine: int | None) -> Message:
    if mine is None:
        return Message("Shared win: {seats}", seats=[SeatName(seat) for seat in winners])
    others = [SeatName(seat) for seat in winners if seat != mine]
    return Message("You share the win with {seats}", seats=others)


def result_of(table_game: TableGame, seat: int | None) -> Message:
    """Return the result of a seat for others to read; None: who has won."""
    score = Score.of(table_game)
    if seat is None or score.ranks[seat] == 1:
        return result(score, None)
    winners = [SeatName(first) for first in score.winners]
    told = {"place": PLACES[score.ranks[seat] - 2], "seat": SeatName(seat), "seats": winners}
    behind = score.totals[score.winners[0]] - score.totals[seat]
    if behind <= 0:
        return Message("{place}: {seat}, level with {seats}, on the tie-break", **told)
    return Message("{place}: {seat}, {points:point|points} behind {seats}", points=behind, **told)


def capital(text: str) -> str:
    """Return a text with a capital letter."""
    return text[:1].upper() + text[1:]

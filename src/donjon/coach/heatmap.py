"""Compute the worth of the places of a board for a seat, and draw it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from donjon.coach.thinking import Thinking
from donjon.drawing.figures import with_figures
from donjon.drawing.protocol import HasMovingBoxes, drawing_of
from donjon.kernel import rules
from donjon.kernel.decisions import complete_decisions
from donjon.kernel.seat_numbers import seat_number
from donjon.play.match import Match

PLAYOUTS = 24


def heat(
    match: Match,
    seat: int | None = None,
    playouts: int = PLAYOUTS,
    seed: str | int = 0,
) -> dict[int, float]:
    """Return the points a seat should end with, by the action that chooses a place (a hex, for example).

    Each decision of the seat (default: the first seat to move) for a place is played to the end of the
    game `playouts` times, all in the same worlds and with the same luck; of several for one place the
    best counts. With 0 playouts the figures are quick guesses of bots (`estimate`). They depend on
    nothing that the seat may not know. Raises UnknownSeat, NotYourTurn or GameOver.
    """
    thinking = Thinking(match.game, match.state, _seat(match, seat), seed)
    places = _boxes(match, thinking.seat)
    best: dict[int, float] = {}
    for actions, points in _weighed(thinking, playouts, places):
        place = [action for action in actions if action in places][-1]
        best[place] = max(points, best.get(place, points))
    return best


def heat_svg(match: Match, heat: Mapping[int, float], seat: int | None = None) -> str:
    """Return the board as a seat sees it, with the figures of `heat`, as a self-contained SVG picture."""
    seat = _seat(match, seat)
    viewbox = drawing_of(match.game).VIEWBOX
    return str(with_figures(match.svg(seat), heat, _boxes(match, seat), viewbox))


def _seat(match: Match, seat: int | None) -> int:
    """Return the number of a seat, by default the first to move. Raises UnknownSeat."""
    return next(iter(match.waiting), 0) if seat is None else seat_number(seat, match.players)


def _boxes(match: Match, seat: int) -> dict[int, Any]:
    """Return the boxes of actions on the board that a seat sees."""
    drawing = drawing_of(match.game)
    moving = drawing.moving_boxes(match.view(seat)) if isinstance(drawing, HasMovingBoxes) else {}
    return {**drawing.boxes(), **moving}


def _weighed(
    thinking: Thinking, playouts: int, places: Mapping[int, Any]
) -> Iterator[tuple[list[int], float]]:
    """Yield every decision for a place, and the points that it should bring."""
    state, seat = thinking.state, thinking.seat
    placed = [
        actions for actions in complete_decisions(state, seat) if any(action in places for action in actions)
    ]
    if playouts:
        yield from zip(placed, thinking.points_after(placed, playouts), strict=True)
        return
    for actions in placed:
        yield actions, float(rules.estimate(rules.after(state, seat, actions), seat))

"""The deal of the day: the same start and the same draws for everyone, against the same bots.

Its seed comes from the server's key and the date (`Identity.deal_seed`), so nobody knows it before. The first
game that a guest starts with it is the guest's only one that day: whoever has finished knows what is drawn.
"""

from __future__ import annotations

from datetime import UTC, datetime

from donjon.kernel.game import Game
from donjon.kernel.games import games

MOST_SEATS = 3


def today() -> str:
    """Return the date, in UTC, as the deal is named by."""
    return datetime.now(UTC).date().isoformat()


def game_of(day: str) -> Game:
    """Return the game of a day's deal: the games take turns."""
    names = list(games)
    return games[names[datetime.fromisoformat(day).toordinal() % len(names)]]


def opponents(game: Game) -> int:
    """Return the number of bots of a deal."""
    return max(game.seats.start, min(MOST_SEATS, game.seats.stop - 1)) - 1

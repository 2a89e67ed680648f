"""Equal bots fare equally at every seat: where they begin is rotated, so that only the seat's number differs.

`python -m bench.seats` measures the levels that search, with more games; docs/bots.md has its figures.
"""

from __future__ import annotations

import numpy as np
import pytest

import donjon
from bench.seats import Seats, beginning, row
from donjon.bots.ladder import levels
from donjon.kernel import playout

DEALS = 40
# In standard errors. The games are the same each time, so that luck cannot fail it now and then.
SURE = 4.5
QUICK = ("beginner", "greedy")
PLAYED = [
    (game.name, players, bot) for game in donjon.games.values() for players in game.seats for bot in QUICK
]


@pytest.mark.parametrize(("game", "players", "bot"), PLAYED)
def test_no_seat_fares_better_than_another(game: str, players: int, bot: str) -> None:
    found = Seats.played(donjon.games[game], players, bot, DEALS)
    assert found.shares.shape == found.points.shape == (DEALS, players)
    for values in (found.shares, found.points):
        ahead = values - values.mean(axis=1, keepdims=True)
        error = ahead.std(axis=0, ddof=1) / DEALS**0.5
        assert (np.abs(ahead.mean(axis=0)) <= SURE * error).all(), row(bot, found)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", donjon.games)
def test_each_seat_begins_at_each_place_once(game: str, players: int) -> None:
    kind = donjon.games[game]
    starts = [
        playout.start_states(kind, players, beginning(kind, players, first)) for first in range(players)
    ]
    assert len({start.tobytes() for start in starts}) == players


def test_a_seat_that_is_favoured_is_seen_by_seat_and_by_place() -> None:
    """Of two deals the seat 1 wins all of the first, and who begins all of the second."""
    shares = np.array([[[0.0, 1.0], [1.0, 0.0]], [[0.0, 1.0], [0.0, 1.0]]])
    found = Seats.of(shares, 10 * shares)
    assert found.shares.tolist() == [[0, 1], [0.5, 0.5]]
    assert found.place_shares.tolist() == [[0.5, 0.5], [1, 0]]
    assert found.place_points.tolist() == [[5, 5], [10, 0]]
    assert row("greedy", found).startswith("| greedy | 2 | 4 | 25.0, 75.0 | ±")
    assert {level.key for level in levels()} >= set(QUICK)

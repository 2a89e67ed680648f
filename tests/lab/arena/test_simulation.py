"""Many games reported by seat, in this process and in others."""

from __future__ import annotations

import json

import numpy as np
import pytest

import donjon
from donjon.kernel import playout
from donjon.lab.arena import simulate
from donjon.lab.arena.simulation import seat_result, win_shares


def test_shared_wins_are_split() -> None:
    ranks = np.array([[2, 1, 3], [1, 1, 3], [1, 1, 1]])
    assert win_shares(ranks).tolist() == [[0, 1, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]]


def test_one_game_has_no_spread() -> None:
    result = seat_result("greedy", np.array([30]), np.array([1.0]))
    assert (result.average, result.stdev, result.win_share) == (30, 0, 1)


def test_a_seats_result() -> None:
    result = seat_result("greedy", np.array([10, 14]), np.array([1.0, 0.5]))
    assert result.average == 12
    assert result.stdev == pytest.approx(8**0.5)
    assert result.win_share == 0.75


GAME = "kingdom-builder"


def test_random_players_average_what_random_players_should() -> None:
    report = simulate(GAME, 2, 600, 1)
    assert [seat.bot for seat in report.seats] == ["random", "random"]
    assert all(34 < seat.average < 39 for seat in report.seats)
    assert report.games_per_second > 0
    assert report.decisions_per_second > report.games_per_second
    assert sum(seat.win_share for seat in report.seats) == pytest.approx(1)


def test_the_seed_decides() -> None:
    first, again, other = (simulate(GAME, 3, 20, seed).seats for seed in (1, 1, 2))
    assert first == again != other


def test_greedy_games_are_decided_by_the_seed() -> None:
    first, again = (simulate(GAME, 2, 3, 4, ["greedy"]).seats for _ in range(2))
    assert first == again


def test_greedy_beats_random() -> None:
    report = simulate(GAME, 2, 12, 5, ["random", "greedy"])
    assert report.seats[1].win_share > 0.6
    assert report.seats[1].average > report.seats[0].average


def test_progress_counts_all_games() -> None:
    for bots in (["random"], ["greedy", "random"]):
        done: list[int] = []
        simulate(GAME, 2, 4, 5, bots, progress=done.append)
        assert sum(done) == 4


def test_options_are_obeyed() -> None:
    cards = ("fishermen", "knights", "lords")
    report = simulate(GAME, 2, 5, 5, options={"cards": cards})
    assert report.seats != simulate(GAME, 2, 5, 5).seats


def test_a_bot_bounded_by_time_plays() -> None:
    report = simulate(GAME, 2, 1, 5, ["search:0.001s", "random"])
    assert report.decisions > 40


def test_a_report_is_plain_data() -> None:
    data = json.loads(json.dumps(simulate(GAME, 2, 2, 5).as_dict()))
    assert {"games_per_second", "decisions_per_second", "seats"} <= data.keys()
    assert {"bot", "average", "stdev", "win_share"} <= data["seats"][0].keys()


@pytest.mark.parametrize(
    ("players", "games", "bots", "says"),
    [
        (5, 1, ["random"], "2 to 4 players, not 5"),
        (2, 0, ["random"], "At least one game"),
        (3, 1, ["random", "greedy"], "3 players need 3 bots"),
        (2, 1, ["nobody"], "no bot 'nobody'"),
    ],
)
def test_wrong_wishes_are_answered_with_the_reason(
    players: int, games: int, bots: list[str], says: str
) -> None:
    with pytest.raises(donjon.BadOption, match=says):
        simulate(GAME, players, games, 1, bots)


def test_who_wins_is_told_by_ranks_and_not_by_points_alone() -> None:
    """YS-7.8: a tie of points is broken by gems."""
    totals, ranks, _decisions = playout.random_results(donjon.games["ys"], 2, 2000, 1)
    tied = totals[:, 0] == totals[:, 1]
    assert tied.any()
    assert (np.sort(ranks[tied]) == [1, 2]).all(axis=1).any()
    report = simulate("ys", 2, 2000, 1)
    assert report.seats[0].win_share == pytest.approx(win_shares(ranks)[:, 0].mean())

"""Sum up a tournament: who wins how often, by how much, how sure that is, and what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from donjon.lab.arena.game_runner import GameResult
from donjon.lab.arena.statistics import Interval, Ratings, deal_share_interval, fit, interval, pair_scores
from donjon.lab.arena.tournament import Course, Settings

# The most different sentences about lost decisions that a result repeats.
_TOLD = 5


@dataclass(frozen=True)
class Standing:
    """The results of one bot at all its seats; `points` are of a seat. Intervals are 95 %, over deals.

    win_share: of the games it took part in, a victory shared by k seats being 1/k for each;
    expected_share: if all were equal. elo: relative to the last bot. milliseconds: of processor time a
    decision, None where unknown. lost: decisions that it lost, since it gave no legal answer in time;
    `complaints` are the sentences about them, with their numbers.
    """

    bot: str
    games: int
    seats_per_game: float
    win_share: float
    win_share_interval: Interval
    expected_share: float
    points: float
    points_interval: Interval
    elo: float
    elo_interval: Interval
    decisions: int
    milliseconds: float | None
    lost: int
    complaints: list[tuple[str, int]]


@dataclass(frozen=True)
class Verdict:
    """The state of the sequential test after `deals`; verdict "H0", "H1", or None while it is open."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    llr: float
    lower: float
    upper: float
    deals: int
    verdict: str | None


@dataclass(frozen=True)
class Outcome:
    """The whole result; `standings` in the order of the bots, empty when no deal was over."""

    game: str
    players: int
    bots: list[str]
    seed: str
    options: dict[str, Any]
    seatings: str
    deals: int
    games: int
    games_per_deal: int
    ending: str
    standings: list[Standing]
    test: Verdict | None

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self)


def outcome(course: Course) -> Outcome:
    """Sum up the deals of a tournament."""
    settings, deals = course.settings, course.deals
    tables = len(settings.tables())
    return Outcome(
        game=settings.game,
        players=settings.players,
        bots=list(settings.bots),
        seed=settings.seed,
        options=settings.options,
        seatings=settings.seatings,
        deals=len(deals),
        games=len(deals) * tables,
        games_per_deal=tables,
        ending=course.ending,
        standings=_standings(settings, deals) if deals else [],
        test=_verdict(course),
    )


def _verdict(course: Course) -> Verdict | None:
    test = course.test
    if test is None:
        return None
    ends = {"llr": test.llr, "lower": test.bounds.lower, "upper": test.bounds.upper}
    return Verdict(**asdict(test.bounds), **ends, deals=test.deals, verdict=test.verdict)


def _standings(settings: Settings, deals: list[list[GameResult]]) -> list[Standing]:
    ratings = fit(scores_of_deals(settings.bots, deals))
    return [
        _standing(name, deals, ratings.elo[number], ratings.intervals[number])
        for number, name in enumerate(settings.bots)
    ]


def _standing(name: str, deals: list[list[GameResult]], elo: float, elo_interval: Interval) -> Standing:
    shares, points = shares_of_deals(name, deals), points_of_deals(name, deals)
    taken = [game for played in deals for game in played if name in game.bots]
    seats = [(game, seat) for game in taken for seat, bot in enumerate(game.bots) if bot == name]
    decisions = sum(game.decisions[seat] for game, seat in seats)
    complaints = Counter(complaint for game, seat in seats for complaint in game.lost[seat])
    return Standing(
        bot=name,
        games=len(taken),
        seats_per_game=len(seats) / len(taken),
        win_share=float(shares.mean()),
        win_share_interval=deal_share_interval(shares),
        expected_share=float(np.mean([game.bots.count(name) / len(game.bots) for game in taken])),
        points=float(points.mean()),
        points_interval=interval(points),
        elo=elo,
        elo_interval=elo_interval,
        decisions=decisions,
        milliseconds=_milliseconds([game.processor[seat] for game, seat in seats], decisions),
        lost=complaints.total(),
        complaints=complaints.most_common(_TOLD),
    )


def _milliseconds(seconds: Sequence[float | None], decisions: int) -> float | None:
    known = [spent for spent in seconds if spent is not None]
    return 1000 * sum(known) / decisions if decisions and len(known) == len(seconds) else None


def win_share(game: GameResult, name: str) -> float:
    """Return the part of the victory of a game that a bot's seats have."""
    winners = [bot for bot, rank in zip(game.bots, game.ranks, strict=True) if rank == 1]
    return winners.count(name) / len(winners)


def shares_of_deals(name: str, deals: list[list[GameResult]]) -> np.ndarray:
    """Return float64[deals]: the mean win share of a bot over the games of a deal that it took part in."""
    return np.array(
        [np.mean([win_share(game, name) for game in played if name in game.bots]) for played in deals]
    )


def points_of_deals(name: str, deals: list[list[GameResult]]) -> np.ndarray:
    """Return float64[deals]: the mean points of a bot's seats."""
    return np.array([np.mean(points_of(name, played)) for played in deals])


def points_of(name: str, games: Sequence[GameResult]) -> list[int]:
    """Return the points of all seats of a bot."""
    return [
        points for game in games for bot, points in zip(game.bots, game.points, strict=True) if bot == name
    ]


def scores_of_deals(bots: Sequence[str], deals: list[list[GameResult]]) -> np.ndarray:
    """Return float64[deals, bots, bots], as `ratings.fit` takes it."""
    scores = []
    for played in deals:
        score, met = np.zeros((len(bots), len(bots))), np.zeros((len(bots), len(bots)))
        for game in played:
            more, meetings = pair_scores([bots.index(name) for name in game.bots], game.ranks, len(bots))
            score += more
            met += meetings
        scores.append(np.divide(score, met, out=np.full_like(score, np.nan), where=met > 0))
    return np.array(scores)


def elo_course(course: Course, steps: int = 60) -> list[tuple[int, Ratings]]:
    """Return how Elo changed: (number of deals, Elo after them), at up to `steps` points."""
    scores = scores_of_deals(course.settings.bots, course.deals)
    last = len(course.deals)
    stops = sorted({max(1, round(last * (step + 1) / steps)) for step in range(steps)})
    return [(stop, fit(scores[:stop])) for stop in stops]

"""Who plays: this process, several others, or a Ray cluster; the results are the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from donjon.kernel.games import games
from donjon.training.hall import Hall, Learned, Lesson
from donjon.workers import Tell, employ


class Crew:
    """Workers, each in a hall of the game; see `donjon.workers.employ`. Use it as a context manager."""

    def __init__(
        self, game: str, workers: int | None = 1, ray: str | None = None, tell: Tell | None = None
    ) -> None:
        self.game = games[game]
        self._workers = employ(Trainer, (game,), workers, ray, tell)

    def __enter__(self) -> Crew:
        self._workers.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._workers.__exit__(kind, error, trace)

    def learn(self, lessons: Sequence[Lesson], weights: Any, best: Any) -> list[Learned]:
        """What comes of each lesson, all beginning with the same weights."""
        return self._all("learn", [(lesson, weights, best) for lesson in lessons])

    def scores(self, seed: int, deals: Sequence[tuple[int, int]], weights: Any, best: Any) -> list[float]:
        """What the net scores in each deal, given as number of players and board."""
        return self._all("score", [(seed, players, board, weights, best) for players, board in deals])

    def _all(self, what: str, given: Sequence[tuple[Any, ...]]) -> list[Any]:
        jobs = [Job(number, what, one) for number, one in enumerate(given)]
        found = {job.number: result for job, result in self._workers.results(jobs)}
        return [found[job.number] for job in jobs]


@dataclass(frozen=True)
class Job:
    """A method of `Hall`, and what it is called with."""

    number: int
    what: str
    given: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{self.what} {self.number}"


class Trainer:
    """Does what is to be done in a hall of its own."""

    def __init__(self, game: str) -> None:
        self._hall = Hall(game)

    def do(self, job: Job) -> Any:
        """What the method answers."""
        return getattr(self._hall, job.what)(*job.given)

    def close(self) -> None:
        """Nothing was opened."""

"""Who plays: this process, several others, or a Ray cluster; the results are the same."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any

from donjon.kernel.games import games
from donjon.lab.training.trainer import Batch, Job, Learned, Trainer
from donjon.workers import Tell, employ


class Crew:
    """Workers, each with a trainer of the game; see `donjon.workers.employ`. Use it as a context manager."""

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

    def learn(self, batches: Sequence[Batch], weights: Any, best: Any) -> list[Learned]:
        """What comes of each batch, all beginning with the same weights."""
        return self._all("learn", [(batch, weights, best) for batch in batches])

    def scores(self, seed: int, deals: Sequence[tuple[int, int]], weights: Any, best: Any) -> list[float]:
        """What the net scores in each deal, given as number of players and board."""
        return self._all("score", [(seed, players, board, weights, best) for players, board in deals])

    def _all(self, what: str, given: Sequence[tuple[Any, ...]]) -> list[Any]:
        jobs = [Job(number, what, one) for number, one in enumerate(given)]
        found = {job.number: result for job, result in self._workers.results(jobs)}
        return [found[job.number] for job in jobs]

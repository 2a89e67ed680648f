"""Who plays: this process, several others, or a Ray cluster; the results are the same."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any

from donjon.kernel.games import games
from donjon.lab.training.trainer import Batch, Learned, Task, Trainer
from donjon.workers import Warn, make_executor


class Crew:
    """Workers, each with a trainer of the game; see `donjon.workers.make_executor`.

    Use it as a context manager.
    """

    def __init__(
        self, game: str, workers: int | None = 1, ray: str | None = None, warn: Warn | None = None
    ) -> None:
        self.game = games[game]
        self._executor = make_executor(Trainer, (game,), workers, ray, warn)

    def __enter__(self) -> Crew:
        self._executor.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._executor.__exit__(kind, error, trace)

    def learn(self, batches: Sequence[Batch], weights: Any, best: Any) -> list[Learned]:
        """What comes of each batch, all beginning with the same weights."""
        return self._all("learn", [(batch, weights, best) for batch in batches])

    def scores(self, seed: int, deals: Sequence[tuple[int, int]], weights: Any, best: Any) -> list[float]:
        """What the net scores in each deal, given as number of players and board."""
        return self._all("score", [(seed, players, board, weights, best) for players, board in deals])

    def _all(self, what: str, given: Sequence[tuple[Any, ...]]) -> list[Any]:
        tasks = [Task(number, what, one) for number, one in enumerate(given)]
        results = {task.number: result for task, result in self._executor.map(tasks)}
        return [results[task.number] for task in tasks]

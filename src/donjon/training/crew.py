"""Who plays: this process, or several others; the results are the same."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from types import TracebackType
from typing import Any

from donjon.kernel.games import games
from donjon.training.hall import Hall, Learned, Lesson

_hall: Hall | None = None


class Crew:
    """So many workers in the hall of a game. Use it as a context manager."""

    def __init__(self, game: str, workers: int) -> None:
        self.game = games[game]
        self._hall = Hall(game) if workers <= 1 else None
        self._pool = None
        if workers > 1:
            self._pool = ProcessPoolExecutor(
                workers, get_context("spawn"), initializer=_open_hall, initargs=(game,)
            )

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers that were needed so far."""
        return list(self._pool._processes) if self._pool is not None else []

    def learn(self, lessons: Sequence[Lesson], weights: Any, best: Any) -> list[Learned]:
        """What comes of each lesson, all beginning with the same weights."""
        return self._all("learn", [(lesson, weights, best) for lesson in lessons])

    def scores(self, seed: int, deals: Sequence[tuple[int, int]], weights: Any, best: Any) -> list[float]:
        """What the net scores in each deal, given as number of players and board."""
        return self._all("score", [(seed, players, board, weights, best) for players, board in deals])

    def _all(self, what: str, jobs: Sequence[tuple[Any, ...]]) -> list[Any]:
        if self._pool is None:
            return [getattr(self._hall, what)(*job) for job in jobs]
        return list(self._pool.map(_do, [(what, job) for job in jobs]))


def _open_hall(game: str) -> None:
    global _hall
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _hall = Hall(game)


def _end_with_parent() -> None:
    """Who is killed cannot stop its workers, and nobody else would."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _do(job: tuple[str, tuple[Any, ...]]) -> Any:
    what, given = job
    return getattr(_hall, what)(*given)

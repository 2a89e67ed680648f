"""Play games to learn from and games between nets, in one process or in several with the same results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import numpy as np

from donjon.bots import running
from donjon.bots.net import new_net, no_weights
from donjon.bots.plan import GREEDY, PLAN
from donjon.bots.workspace import new_workspace
from donjon.kernel import playout, rng, rules
from donjon.kernel.games import games
from donjon.lab.training import self_play
from donjon.workers import Warn, make_executor

# How many of 1,000 options are overlooked while learning, so that more than one line of play is seen.
BLIND = 60
# Actions of seats that fit into the log of one call.
_LOG = 4096
# The numbers of the two nets of a trainer: the one that learns or is tried, and the best so far.
LEARNER, BEST = 1, 2


@dataclass(frozen=True)
class Batch:
    """Games to learn from: number of players, number of the first, learning rates, and lambda."""

    seed: int
    players: int
    first: int
    rates: tuple[float, ...]
    trace: float


@dataclass(frozen=True)
class Task:
    """A method of `Trainer`, and what it is called with."""

    number: int
    what: str
    arguments: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{self.what} {self.number}"


@dataclass(frozen=True)
class Learned:
    """The result of a batch: the weights, the mean error of values, the number of positions."""

    weights: Any
    error: float
    positions: int


class Trainer:
    """Two nets of a game and the workspace that they play with."""

    def __init__(self, name: str) -> None:
        self.game = games[name]
        self.memory = self_play.new_memory()
        nets = new_net(self.game, no_weights(self.game, BEST), tuple(self.game.seats))
        self.workspace = new_workspace(self.game, nets)

    def run(self, task: Task) -> Any:
        """Run the method of a task and return its result."""
        return getattr(self, task.what)(*task.arguments)

    def close(self) -> None:
        """Do nothing: no resources were opened."""

    def learn(self, batch: Batch, weights: Any, best: Any) -> Learned:
        """Let a net learn from playing against itself, and in every other game against the best so far."""
        self._seat(weights, best)
        start = playout.start_states(self.game, batch.players, {})
        plans = np.zeros(2, PLAN)
        for plan, net in zip(plans, (LEARNER, BEST), strict=True):
            plan["kind"], plan["net"], plan["blind"] = GREEDY, net, BLIND
        errors = np.zeros(len(batch.rates))
        positions = self_play.learn(
            start,
            start.copy(),
            batch.first,
            len(batch.rates),
            plans,
            _generator(f"training {batch.seed}"),
            _generator(f"deals {batch.seed}"),
            np.array(batch.rates),
            batch.trace,
            self.workspace,
            self.memory,
            errors,
        )
        return Learned(np.array(self.workspace.net.weights[0]), float(errors.mean()), int(positions))

    def score(self, seed: int, players: int, board: int, weights: Any, best: Any) -> float:
        """Return a net's share of a deal: it plays each seat once, and the best so far all others.

        Half stands for equality, whatever the number of players.
        """
        self._seat(weights, best)
        won = sum(self._share(seed, players, board, seat) for seat in range(players)) / players
        return float(won - 1 / players + 0.5)

    def _share(self, seed: int, players: int, board: int, seat: int) -> float:
        states = playout.start_states(self.game, players, {})
        plans = np.zeros(players, PLAN)
        plans["kind"], plans["net"] = GREEDY, BEST
        plans[seat]["net"] = LEARNER
        random, chance = _generator(f"gate {seed}", board), _generator(f"gate's deals {seed}", board)
        log = np.zeros(_LOG, np.int64)
        while not rules.over(states[0]):
            running.play_on(states, plans, random, chance, _LOG, log, self.workspace)
        totals = [int(rules.total(states[0], other)) for other in range(players)]
        return (totals[seat] == max(totals)) / totals.count(max(totals))

    def _seat(self, weights: Any, best: Any) -> None:
        self.workspace.net.weights[LEARNER - 1] = weights
        self.workspace.net.weights[BEST - 1] = best


def _generator(seed: str, stream: int = 0) -> Any:
    return np.array([rng.new(seed, stream)], rng.RNG)


class Trainers:
    """Workers, each with a trainer of the game; see `donjon.workers.make_executor`.

    Use it as a context manager.
    """

    def __init__(
        self, game: str, workers: int | None = 1, ray: str | None = None, warn: Warn | None = None
    ) -> None:
        self.game = games[game]
        self._executor = make_executor(Trainer, (game,), workers, ray, warn)

    def __enter__(self) -> Trainers:
        self._executor.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._executor.__exit__(kind, error, trace)

    def learn(self, batches: Sequence[Batch], weights: Any, best: Any) -> list[Learned]:
        """Return the result of each batch, all starting with the same weights."""
        return self._all("learn", [(batch, weights, best) for batch in batches])

    def scores(self, seed: int, deals: Sequence[tuple[int, int]], weights: Any, best: Any) -> list[float]:
        """Return the scores of the net in deals, given as number of players and board."""
        return self._all("score", [(seed, players, board, weights, best) for players, board in deals])

    def _all(self, what: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        tasks = [Task(number, what, one) for number, one in enumerate(arguments)]
        results = {task.number: result for task, result in self._executor.map(tasks)}
        return [results[task.number] for task in tasks]

"""Train a net: rounds of games to learn from, and gates that only a better net passes.

The net starts with small random weights, which correct next to nothing. In each round it plays in some lanes
side by side, always the same number, so that the result does not depend on how many workers there are; the
weights at their ends are averaged. Single weights sway from game to game, therefore an average over the
rounds is tried at a gate: it is kept if a sequential test, which asks for more games only while it is not
clear, finds it better than the best so far. If three in a row are rejected, learning continues from the best,
at half the rate.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from donjon.bots.net import COUNTS, HIDDEN, About, Weights, no_weights
from donjon.kernel.games import games
from donjon.lab.training.folder import Folder, Progress, Settings, draw_curve
from donjon.lab.training.trainer import Batch, Trainers
from donjon.workers import Warn

# Shares of wins between two equals: one that is not better, and one that is worth keeping.
NO_BETTER, BETTER = 0.5, 0.55
# The error rate of the test, either way.
WRONG = 0.05
LIMIT = math.log((1 - WRONG) / WRONG)
# A variance seen in few deals may be too small by luck; that of this number of deals, half of them won, is
# added.
PRIOR_DEALS = 4
PRIOR_VARIANCE = 0.125


def log_likelihood_ratio(scores: Sequence[float]) -> float:
    """Return the log likelihood ratio of these scores: the net is BETTER, against NO_BETTER.

    A score is that of one deal, played once for each rotation of the seats: games of one deal are not
    independent, deals are. The generalised test of Van den Bergh, as used for chess programs, with the
    normal approximation.
    """
    count = len(scores)
    if not count:
        return 0.0
    mean = sum(scores) / count
    spread = sum((score - mean) ** 2 for score in scores) + PRIOR_DEALS * PRIOR_VARIANCE
    variance = spread / (count + PRIOR_DEALS)
    return count * (BETTER - NO_BETTER) * (2 * mean - NO_BETTER - BETTER) / (2 * variance)


def is_decided(scores: Sequence[float]) -> bool:
    """Return whether no more games need be played."""
    return abs(log_likelihood_ratio(scores)) >= LIMIT


def is_better(scores: Sequence[float]) -> bool:
    """Return whether the net was found to be better."""
    return log_likelihood_ratio(scores) >= LIMIT


LANE = 250  # games of a lane in a round
GATE = 4  # rounds between gates
SMOOTH = 0.5  # part of the average that stays in a round
AT_ONCE = 5  # deals for each lane that are played between two looks at the test
MOST_DEALS = 200  # most deals at a gate; a net not found to be better by then is rejected
MARK_DEALS = 50  # against the estimate alone, for the curve
PATIENCE = 3  # rejected averages in a row after which learning continues from the best
LAST_RATE = 0.05  # of the first one
HIDDEN_SPREAD, COUNT_SPREAD = 0.05, 0.02


class Training:
    """One training, in its folder beside the file that the best weights are written to."""

    def __init__(
        self,
        settings: Settings,
        out: Path,
        *,
        hours: float = 0.0,
        workers: int | None = 1,
        ray: str | None = None,
        tell: Warn,
        command: str,
    ) -> None:
        self.settings = settings
        self.game = games[settings.game]
        self.out = out
        self.hours = hours
        self.workers = workers
        self.ray = ray
        self.tell = tell
        self.command = command
        self.folder = Folder(out.with_name(f"{out.name}.training"), settings)
        self.progress = self.folder.load() or self._begin()

    def run(self) -> None:
        """Learn until all games are played or the time is up. It can continue after a kill at any moment."""
        if self.progress.rounds:
            self.tell(f"Going on after {self.progress.games} games.")
        with Trainers(self.settings.game, self.workers, self.ray, self.tell) as trainers:
            while self.part_done() < 1:
                began = time.monotonic()
                self._round(trainers)
                if self.progress.rounds % GATE == 0:
                    self._gate(trainers)
                self.progress.seconds += time.monotonic() - began
                self.folder.save(self.progress)

    def part_done(self) -> float:
        """Return how much of the training is done, from 0 to 1."""
        if self.settings.games:
            return self.progress.games / self.settings.games
        return self.progress.seconds / (3600 * self.hours)

    def _begin(self) -> Progress:
        """Return a new net with small random weights."""
        # Numpy guarantees that the numbers of this old generator never change.
        random = np.random.RandomState(self.settings.seed % 2**32)
        weights = no_weights(self.game, 1)[0]
        inputs = self.game.OBSERVATION
        weights[:inputs] = HIDDEN_SPREAD * random.standard_normal((inputs, HIDDEN))
        weights[inputs + COUNTS] = COUNT_SPREAD * random.standard_normal(HIDDEN)
        return Progress(weights, weights.copy(), no_weights(self.game, 1)[0])

    def _round(self, trainers: Trainers) -> None:
        now, settings = self.progress, self.settings
        rate = settings.rate * now.scale * max(LAST_RATE, 1 - self.part_done())
        players = settings.players[now.rounds % len(settings.players)]
        batches = [
            Batch(settings.seed, players, now.games + lane * LANE, (rate,) * LANE, settings.trace)
            for lane in range(settings.lanes)
        ]
        learned = trainers.learn(batches, now.current, now.best)
        now.current = _mean([lane.weights for lane in learned])
        stays = SMOOTH if now.rounds else 0.0
        now.average = (stays * now.average + (1 - stays) * now.current).astype(np.float32)
        now.rounds += 1
        now.games += settings.lanes * LANE
        error = sum(lane.error for lane in learned) / settings.lanes
        length = sum(lane.positions for lane in learned) / (settings.lanes * LANE)
        line = {"round": now.rounds, "games": now.games, "rate": rate, "error": error, "positions": length}
        self.folder.note(line)
        self.tell(f"{now.games} games: rate {rate:.6f}, error {error:.4f}")

    def _gate(self, trainers: Trainers) -> None:
        now = self.progress
        scores = self._try(trainers, now.average, now.best, MOST_DEALS)
        share = sum(scores) / len(scores)
        better = is_better(scores)
        if better:
            now.best, now.rejected = now.average.copy(), 0
            now.kept += 1
            self._write()
        else:
            now.rejected += 1
        mark = self._mark(trainers)
        line = {"round": now.rounds, "games": now.games, "gate": share, "deals": len(scores)}
        self.folder.note(line | {"kept": better, "against_hand": mark})
        self.tell(
            f"{now.games} games: {share:.1%} of {len(scores)} deals against the best so far, "
            f"{'kept' if better else 'not kept'}; {mark:.1%} of {MARK_DEALS} deals against the estimate alone"
        )
        if now.rejected == PATIENCE:
            now.current, now.average = now.best.copy(), now.best.copy()
            now.scale, now.rejected = now.scale / 2, 0
            self.tell("Going on from the best, half as fast.")
        draw_curve(self.folder.lines(), self.folder.path / "curve.svg", self.game.title)

    def _mark(self, trainers: Trainers) -> float:
        """Return the share that the tried net wins against the estimate alone, of always the same deals."""
        boards = [(self._players(deal), deal) for deal in range(MARK_DEALS)]
        hand = no_weights(self.game, 1)[0]
        scores = trainers.scores(self.settings.seed - 1, boards, self.progress.average, hand)
        return sum(scores) / len(scores)

    def _try(self, trainers: Trainers, weights: Any, best: Any, most: int) -> list[float]:
        """Return the scores of a net against another, deal by deal, until the test is decided."""
        scores: list[float] = []
        while len(scores) < most and not is_decided(scores):
            first = self.progress.rounds * MOST_DEALS + len(scores)
            batch = range(AT_ONCE * self.settings.lanes)
            boards = [(self._players(len(scores) + deal), first + deal) for deal in batch]
            scores += trainers.scores(self.settings.seed, boards, weights, best)
        return scores

    def _players(self, number: int) -> int:
        return self.settings.players[number % len(self.settings.players)]

    def _write(self) -> None:
        game, now = self.game, self.progress
        about = About(game.name, game.rules_version, self.settings.players, now.games, self.command)
        Weights(about, now.best).save(self.out)


def _mean(lanes: list[Any]) -> Any:
    total = lanes[0].astype(np.float64)
    for weights in lanes[1:]:
        total += weights
    return (total / len(lanes)).astype(np.float32)

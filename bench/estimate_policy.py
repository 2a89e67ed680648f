"""Fit the numbers of an estimate to the ends of games: `python -m bench.estimate_policy --game ys`.

Bots play games against themselves, and some of the positions are kept. Then the numbers are found with which
the estimate predicts best how far each seat will be ahead in the end, or behind: least squares, by Levenberg
and Marquardt ("An algorithm for least-squares estimation of nonlinear parameters", 1963). Numbers that matter
in few positions stay near their first values. A fifth of the games are kept apart, to measure how well the
numbers do. The search starts with the numbers in use, so that the command can be given again, with games of
the better bots. The same command gives the same numbers on the same kind of processor. The parts that differ
by game are in `bench.first_policies`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench.first_policies import ESTIMATES, compile_to_own, written
from donjon.bots import running
from donjon.bots.ladder import Bot
from donjon.bots.plan import PLAN, TREE
from donjon.bots.workspace import Workspace, new_workspace
from donjon.kernel import playout, rng, rules
from donjon.kernel.compiling import at_start, entry
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.records import Grid, Records

PLAYOUTS, WAVERING = 60, 0.5  # of the bots that play
KEPT = 0.25  # of the positions
APART = 5  # one of this number of games is kept apart
RIDGE = 200.0  # the cost of changing a number by its size, in squared points
LEAST_SIZE = 0.3  # of a number
STEPS, TRIES, SHORT_STEP = 15, 8, 0.02
LOG = 64


def estimate_by_policy(state: Any, seat: int, policy: Any) -> float:
    """Return the worth of a position to a seat by a policy, with the game's own function."""
    return float(ESTIMATES[rules.game_of(state).name].estimate_by_policy(state, seat, policy))


@at_start
def _compile_to_own() -> None:
    compile_to_own(estimate_by_policy, {name: one.estimate_by_policy for name, one in ESTIMATES.items()})


@entry
def estimates(states: Records[Any], policies: Records[Any], out: Grid) -> None:
    """Fill float64 out[states, seats] with the worth of each position to each seat by policies[0]."""
    for number in range(states.shape[0]):
        for seat in range(rules.seats(states[number])):
            out[number, seat] = estimate_by_policy(states[number], seat, policies[0])


@dataclass(frozen=True)
class Positions:
    """Positions of games with one number of players.

    states: STATE[n]; leads: float64[n, seats], how far each seat was ahead of the best other one in the
    end; apart: bool[n], the positions of games that are kept apart.
    """

    states: Any
    leads: Any
    apart: Any


def ahead(points: Any) -> Any:
    """Return how far each seat is ahead of the best other one, float64[n, seats]."""
    seats = points.shape[1]
    others = [points[:, [other for other in range(seats) if other != seat]] for seat in range(seats)]
    return np.stack([points[:, seat] - others[seat].max(axis=1) for seat in range(seats)], axis=1)


def played(game: Game, players: int, count: int, seed: str) -> Positions:
    """Return positions of `count` games of bots against themselves."""
    workspace, kept, ends, apart = new_workspace(game), [], [], []
    for number in range(count):
        positions, totals = one_game(game, players, seed, number, workspace)
        kept += positions
        ends += [totals] * len(positions)
        apart += [number % APART == 0] * len(positions)
    return Positions(np.array(kept), ahead(np.array(ends, np.float64)), np.array(apart))


def one_game(
    game: Game, players: int, seed: str, number: int, workspace: Workspace
) -> tuple[list[Any], list[int]]:
    """Return some positions of a game, and the points at its end."""
    plans = np.zeros(players, PLAN)
    plans[:] = Bot("search", TREE, playouts=PLAYOUTS, wavering=WAVERING).plan(game)
    states, positions, log = playout.start_states(game, players), [], np.zeros(LOG, np.int64)
    random, chance, pick = (
        np.array([rng.new(f"{what} {seed}", number)], rng.RNG) for what in ("bots", "nature", "kept")
    )
    while not rules.over(states[0]):
        running.play_on(states, plans, random, chance, 1, log, workspace)
        if rng.unit(pick[0]) < KEPT and not rules.over(states[0]):
            positions.append(states[0].copy())
    return positions, [int(rules.total(states[0], seat)) for seat in range(players)]


class Fit:
    """A policy that is fitted to the leads at the ends of games."""

    def __init__(self, game: str, groups: list[Positions]) -> None:
        self.own, self.groups = ESTIMATES[game], groups
        self.begin = np.array(self.own.first)
        self.size = np.maximum(np.abs(self.begin), LEAST_SIZE)
        self.policy = self.begin.copy()

    def misses(self, policy: Any) -> list[Any]:
        """Return how much the estimate says too little, float64[n, seats] for each group of positions."""
        records, found = np.ascontiguousarray(policy).view(self.own.record), []
        for group in self.groups:
            worth = np.zeros(group.leads.shape)
            estimates(group.states, records, worth)
            found.append(group.leads - ahead(worth))
        return found

    def error(self, misses: list[Any], apart: bool) -> float:
        """Return the mean square error, in games that are kept apart or in the others."""
        squares = [
            (miss[group.apart == apart] ** 2).mean(axis=1)
            for miss, group in zip(misses, self.groups, strict=True)
        ]
        return float(np.concatenate(squares).mean())

    def steps(self) -> Iterator[tuple[float, float]]:
        """Improve the policy step by step; yield the errors of the games used and of those kept apart."""
        caution, misses = 0.1, self.misses(self.policy)
        cost = self._cost(misses, self.policy)
        for _ in range(STEPS):
            curve, slope = self._slopes(misses)
            for _ in range(TRIES):
                mended = curve + caution * np.diag(np.diag(curve)) + RIDGE * np.eye(len(slope))
                policy = np.maximum(self.policy + np.linalg.solve(mended, slope) * self.size, self.own.least)
                now = self.misses(policy)
                if self._cost(now, policy) < cost:
                    break
                caution *= 4
            else:
                return
            before, cost = cost, self._cost(now, policy)
            self.policy, misses, caution = policy, now, caution / 3
            yield self.error(misses, False), self.error(misses, True)
            if cost > before * (1 - 1e-4):
                return

    def _cost(self, misses: list[Any], policy: Any) -> float:
        there = sum(int((~group.apart).sum()) for group in self.groups)
        return self.error(misses, False) * there + RIDGE * float(self._moved(policy) @ self._moved(policy))

    def _moved(self, policy: Any) -> Any:
        return (policy - self.begin) / self.size

    def _slopes(self, misses: list[Any]) -> tuple[Any, Any]:
        """Return the Gauss-Newton matrix and the negative gradient: products of the estimates' slopes."""
        count = len(self.policy)
        slopes: list[list[Any]] = [[] for _ in self.groups]
        for number in range(count):
            policy = self.policy.copy()
            policy[number] += SHORT_STEP * self.size[number]
            for index, (miss, base) in enumerate(zip(self.misses(policy), misses, strict=True)):
                slopes[index].append(((base - miss) / SHORT_STEP)[~self.groups[index].apart])
        curve, slope = np.zeros((count, count)), -RIDGE * self._moved(self.policy)
        for group, miss, found in zip(self.groups, misses, slopes, strict=True):
            rows, seats = np.stack(found).reshape(count, -1), miss.shape[1]
            curve += rows @ rows.T / seats
            slope += rows @ miss[~group.apart].ravel() / seats
        return curve, slope


def main() -> None:
    """Fit a policy and write it."""
    parser = argparse.ArgumentParser(prog="python -m bench.estimate_policy", description=__doc__)
    parser.add_argument("--game", required=True, choices=sorted(ESTIMATES))
    parser.add_argument("--players", default="2,3,4", help="numbers of players, by comma")
    parser.add_argument("--games", default="400,100,100", help="how many games with each")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    options = parser.parse_args()
    groups, began = [], time.monotonic()
    for players, count in zip(options.players.split(","), options.games.split(","), strict=True):
        groups.append(played(games[options.game], int(players), int(count), f"{options.seed} {players}"))
        print(f"{count} games of {players}: {len(groups[-1].states)} positions", flush=True)
    fit = Fit(options.game, groups)
    before = fit.misses(fit.policy)
    print(f"error {fit.error(before, False):.1f}, of games apart {fit.error(before, True):.1f}", flush=True)
    for error, apart in fit.steps():
        print(f"error {error:.1f}, of games apart {apart:.1f}, {time.monotonic() - began:.0f} s", flush=True)
    said = f"--game {options.game} --players {options.players} --games {options.games} --seed {options.seed}"
    command = f"python -m bench.estimate_policy {said}"
    about = f"What the estimate goes by ({fit.own.module})"
    options.out.write_text(written(fit.policy, fit.own.names, about, command), "utf-8")


if __name__ == "__main__":
    main()

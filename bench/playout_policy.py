"""Find a policy for playouts: `python -m bench.playout_policy --game ys --out FILE.toml`.

Policies play each other: at every seat the action that looks best at a glance, as in playouts, without any
search. A separable evolution strategy (Ros and Hansen, "A simple modification in CMA-ES achieving linear time
and space complexity", 2008) starts with numbers set by rule of thumb and draws policies around the best guess
so far. Each plays the same deals from every seat against the first policy, some of those kept on the way, and
the guess itself; the points that it is ahead count, great leads less. The same command gives the same policy
on the same kind of processor. The parts that differ by game are in `bench.first_policies`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.first_policies import GAMES, Learner, compile_to_own, written
from donjon import games
from donjon.bots.flat_search import ROLLOUT_NOISE
from donjon.bots.net import ahead_of_others
from donjon.kernel import playout, rng, rules
from donjon.kernel.compiling import at_start, entry
from donjon.kernel.playout import nature_step
from donjon.kernel.records import Floats, Grid, Ints, Records
from donjon.kernel.rng import Rng
from donjon.kernel.rules import NATURE

STEP, LEAST_SCALE = 0.3, 0.3  # a first step is this part of a number, or of LEAST_SCALE
POLICIES = 32  # in a generation
KEPT_EVERY, KEPT_MET = 5, 3  # generations between two guesses kept; how many of the last ones are met
GREAT_LEAD = 20.0


def best_by_policy(
    state: Any, seat: int, random: Rng, noise: float, mask: Ints, out: Floats, policy: Floats
) -> int:
    """Return the action that looks best by a policy, with the game's own function.

    Each action's score gets random noise of up to `noise` points.
    """
    return GAMES[rules.game_of(state).name].best_by_policy(state, seat, random, noise, mask, out, policy)


@at_start
def _compile_to_own() -> None:
    compile_to_own(best_by_policy, {name: learner.best_by_policy for name, learner in GAMES.items()})


@entry
def duels(
    start: Records[Any],
    states: Records[Any],
    first: int,
    policies: Grid,
    random: Rng,
    chance: Rng,
    mask: Ints,
    weights: Ints,
    out: Floats,
    leads: Grid,
) -> None:
    """Let policies[0] at each seat play policies[1] at all others.

    leads[deal, seat] is how many points it is ahead of the best; random draws are from stream first +
    deal.
    """
    state = states[0]
    for deal in range(leads.shape[0]):
        for own in range(leads.shape[1]):
            states[0] = start[0]
            rng.restart(random, first + deal)
            rng.restart(chance, first + deal)
            while not rules.over(state):
                seat = rules.moving_seat(state)
                if seat == NATURE:
                    nature_step(state, chance, weights)
                else:
                    policy = policies[0 if seat == own else 1]
                    action = best_by_policy(state, seat, random, ROLLOUT_NOISE, mask, out, policy)
                    rules.apply(state, seat, action, None)
            leads[deal, own] = ahead_of_others(state, own)


class Table:
    """A table of a game at which policies play each other."""

    def __init__(self, game: str, players: int, seed: str) -> None:
        actions = games[game].ACTIONS
        self.players, self.learner = players, GAMES[game]
        self.start = playout.start_states(games[game], players)
        self.work = self.start.copy()
        self.random, self.chance = rng.new(f"hands {seed}"), rng.new(f"nature {seed}")
        self.mask, self.weights = np.zeros(actions, np.uint8), np.zeros(actions, np.int64)
        self.out = np.zeros(actions, np.float32)

    def leads(self, policy: Any, other: Any, first: int, deals: int) -> Any:
        """Return how many points a policy is ahead of another at all other seats, float64[deals, seats]."""
        leads, policies = np.zeros((deals, self.players)), self.learner.together(policy, other)
        work = self.random, self.chance, self.mask, self.weights, self.out
        duels(self.start, self.work, first, policies, *work, leads)
        return leads

    def success(self, policy: Any, others: list[Any], first: int, deals: int) -> float:
        """Return how well a policy does against others, from -1 to 1."""
        leads = [self.leads(policy, other, first, deals) for other in others]
        return float(np.tanh(np.array(leads) / GREAT_LEAD).mean())


class Evolution:
    """A separable CMA-ES with mirrored steps; numbers are in units of `scale`."""

    def __init__(self, learner: Learner, seed: int) -> None:
        # Numpy guarantees that the numbers of this old generator never change.
        self.random = np.random.RandomState(seed)
        self.begin, self.least = learner.first, learner.least
        self.scale = np.maximum(np.abs(self.begin), LEAST_SCALE)
        size, half = len(self.begin), POLICIES // 2
        self.center, self.sigma = np.zeros(size), STEP
        self.spread, self.path, self.long_path = np.ones(size), np.zeros(size), np.zeros(size)
        self.weights = np.log(half + 0.5) - np.log(np.arange(1, half + 1))
        self.weights /= self.weights.sum()
        self.mass = 1 / (self.weights**2).sum()
        self.usual = size**0.5 * (1 - 1 / (4 * size) + 1 / (21 * size**2))
        self.generation = 0

    def guess(self) -> Any:
        """Return the policy in the middle."""
        return self._policy(self.center)

    def draw(self) -> tuple[Any, list[Any]]:
        """Return steps, and the policies that they lead to."""
        steps = self.random.standard_normal((POLICIES // 2, len(self.center)))
        steps = np.vstack([steps, -steps]) * self.spread**0.5
        return steps, [self._policy(self.center + self.sigma * step) for step in steps]

    def learn(self, steps: Any, success: list[float]) -> None:
        """Move the middle towards the best steps, and adapt the step sizes."""
        self.generation += 1
        size, mass = len(self.center), self.mass
        best = steps[np.argsort(success, kind="stable")[::-1][: len(self.weights)]]
        step = self.weights @ best
        self.center = self.center + self.sigma * step
        keep = (mass + 2) / (size + mass + 5)
        damp = 1 + keep + 2 * max(0.0, ((mass - 1) / (size + 1)) ** 0.5 - 1)
        self.path = (1 - keep) * self.path + (keep * (2 - keep) * mass) ** 0.5 * step / self.spread**0.5
        length = float(np.linalg.norm(self.path))
        warm = (1 - (1 - keep) ** (2 * self.generation)) ** 0.5
        goes_on = length / warm < (1.4 + 2 / (size + 1)) * self.usual
        slow = (4 + mass / size) / (size + 4 + 2 * mass / size)
        self.long_path = (1 - slow) * self.long_path + goes_on * (slow * (2 - slow) * mass) ** 0.5 * step
        faster = (size + 2) / 3  # only a diagonal is learned
        one = 2 / ((size + 1.3) ** 2 + mass) * faster
        many = min(1 - one, 2 * (mass - 2 + 1 / mass) / ((size + 2) ** 2 + mass) * faster)
        learned = one * self.long_path**2 + many * (self.weights @ best**2)
        self.spread = (1 - one - many) * self.spread + learned
        self.sigma *= float(np.exp(keep / damp * (length / self.usual - 1)))

    def _policy(self, place: Any) -> Any:
        return np.maximum(self.begin + place * self.scale, self.least)


def evolve(evolution: Evolution, tables: Sequence[Table], generations: int, deals: int) -> Any:
    """Find a policy that does well at all tables, and print the progress now and then."""
    kept = [evolution.begin]
    began = time.monotonic()
    for generation in range(1, generations + 1):
        steps, policies = evolution.draw()
        others = [kept[0], *kept[1:][-KEPT_MET:], evolution.guess()]
        first = deals * generation
        evolution.learn(
            steps,
            [sum(table.success(policy, others, first, deals) for table in tables) for policy in policies],
        )
        if generation % KEPT_EVERY == 0:
            kept.append(evolution.guess())
            said = ", ".join(told(kept, table, deals) for table in tables)
            spent = time.monotonic() - began
            print(f"{generation}: {said}; step {evolution.sigma:.3f}, {spent:.0f} s", flush=True)
    return evolution.guess()


def told(kept: list[Any], table: Table, deals: int) -> str:
    """Return a sentence: the win shares of the last policy kept against the first and the one before."""
    shares = [
        ((leads > 0) + (leads == 0) / 2).mean()
        for leads in (table.leads(kept[-1], other, 0, deals) for other in (kept[0], kept[-2]))
    ]
    return (
        f"{table.players} players: wins {shares[0]:.1%} from the first policy, {shares[1]:.1%} from the last"
    )


def main() -> None:
    """Find a policy and write it."""
    parser = argparse.ArgumentParser(prog="python -m bench.playout_policy", description=__doc__)
    parser.add_argument("--game", default="ys", choices=sorted(GAMES))
    parser.add_argument("--players", default="2", help="numbers of players, by comma; each deal with each")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--deals", type=int, default=100, help="against each other policy, in a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    options = parser.parse_args()
    learner = GAMES[options.game]
    tables = [Table(options.game, int(players), str(options.seed)) for players in options.players.split(",")]
    policy = evolve(Evolution(learner, options.seed), tables, options.generations, options.deals)
    said = f"--game {options.game} --players {options.players} --generations {options.generations}"
    said += f" --deals {options.deals} --seed {options.seed}"
    about = f"What a quick player of playouts goes by ({learner.module})"
    command = f"python -m bench.playout_policy {said}"
    options.out.write_text(written(policy, learner.names, about, command), "utf-8")


if __name__ == "__main__":
    main()

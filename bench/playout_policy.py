"""Finds what a quick player of Ys goes by in playouts: `python -m bench.playout_policy --out FILE.toml`.

Policies play each other: at every seat the action that looks best at a glance, as in playouts, without any
search. A separable evolution strategy (Ros and Hansen, "A simple modification in CMA-ES achieving linear time
and space complexity", 2008) begins with numbers set by rule of thumb and draws policies around the best guess
so far. Each plays the same deals from every seat against the first policy, some of those kept on the way, and
the guess itself; the points that it is ahead count, great leads less. The same command gives the same policy
on the same kind of processor.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from donjon import games
from donjon.bots.search import ROLLOUT_NOISE
from donjon.kernel import playout, rng, rules
from donjon.kernel.compiling import entry
from donjon.kernel.playout import nature_step
from donjon.kernel.records import Floats, Grid, Ints, Records
from donjon.kernel.rng import Rng
from donjon.kernel.rules import NATURE
from donjon.ys.bots.playout_policy import CARD_NAMES, NAMES, POLICY_SIZE, WEIGHTS, Weight
from donjon.ys.decisions import best_by_policy
from donjon.ys.nouns import VALUES

YS = games["ys"]
# By rule of thumb, in points; what is not named is 0.
FIRST = {
    "base": 0.4,
    "open": 1.5,
    "shut": 0.05,
    "rivals": 0.5,
    "hidden": 2.0,
    "neutral_hidden": 1.75,
    "neutral_placed": 1.75,
    "neutral_first": 1.0,
    "early_cost": 0.4,
    "front": 0.35,
    "ship": 1.0,
    "gem": 2.6,
    "gem_rank": 0.3,
    "gem_gain": 0.1,
    "gem_more": 0.1,
    "harbour": 3.4,
    "palace": 2.0,
    "late_palace": 1.0,
    "cell": 1.0,
    "row": 1.0,
    "best_bidder": 1.5,
    "column": 0.25,
    "bid": 4.0,
    "bid_miss": 0.15,
    "late_order": 0.1,
    "look": 0.4,
    "soldier": 0.1,
    "messenger": 0.5,
}
FIRST_COST = 0.2  # of a point of a broker
FIRST_CARD = 0.8
STEP, LEAST_SCALE = 0.3, 0.3  # a first step is this part of a number, or of LEAST_SCALE
POLICIES = 32  # in a generation
KEPT_EVERY, KEPT_MET = 5, 3  # a guess is kept every so many generations; so many of the last ones are met
LEAST = 0.05  # of what makes a contest larger, so that nothing is divided by 0
GREAT_LEAD = 20.0


def first_policy() -> Any:
    """What the search begins with."""
    policy = np.full(POLICY_SIZE, FIRST_CARD)
    policy[:WEIGHTS] = [FIRST.get(name, 0.0) for name in NAMES]
    policy[Weight.COST : Weight.COST + VALUES] = FIRST_COST * np.arange(VALUES)
    return policy


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
    """Let policies[0] play policies[1] from both seats: leads[deal, seat] is how many points it is ahead.

    Chance is that of streams first + deal.
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
            leads[deal, own] = rules.total(state, own) - rules.total(state, 1 - own)


class Table:
    """Where two policies play."""

    def __init__(self, seed: str) -> None:
        self.start = playout.start_states(YS, 2)
        self.work = self.start.copy()
        self.random, self.chance = rng.new(f"hands {seed}"), rng.new(f"nature {seed}")
        self.mask, self.weights = np.zeros(YS.ACTIONS, np.uint8), np.zeros(YS.ACTIONS, np.int64)
        self.out = np.zeros(YS.ACTIONS, np.float32)

    def leads(self, policy: Any, other: Any, first: int, deals: int) -> Any:
        """How many points a policy is ahead of another: float64[deals, seats]."""
        leads, policies = np.zeros((deals, 2)), np.stack([policy, other])
        work = self.random, self.chance, self.mask, self.weights, self.out
        duels(self.start, self.work, first, policies, *work, leads)
        return leads

    def success(self, policy: Any, others: list[Any], first: int, deals: int) -> float:
        """How well a policy does against others, from -1 to 1."""
        leads = [self.leads(policy, other, first, deals) for other in others]
        return float(np.tanh(np.array(leads) / GREAT_LEAD).mean())


class Evolution:
    """A separable CMA-ES with mirrored steps; numbers are in units of `scale`."""

    def __init__(self, begin: Any, seed: int) -> None:
        # Numpy promises that this old generator gives the same numbers for ever.
        self.random = np.random.RandomState(seed)
        self.begin, self.scale = begin, np.maximum(np.abs(begin), LEAST_SCALE)
        size, half = len(begin), POLICIES // 2
        self.center, self.sigma = np.zeros(size), STEP
        self.spread, self.path, self.long_path = np.ones(size), np.zeros(size), np.zeros(size)
        self.weights = np.log(half + 0.5) - np.log(np.arange(1, half + 1))
        self.weights /= self.weights.sum()
        self.mass = 1 / (self.weights**2).sum()
        self.usual = size**0.5 * (1 - 1 / (4 * size) + 1 / (21 * size**2))
        self.generation = 0

    def guess(self) -> Any:
        """The policy in the middle."""
        return self._policy(self.center)

    def draw(self) -> tuple[Any, list[Any]]:
        """Steps, and the policies that they lead to."""
        steps = self.random.standard_normal((POLICIES // 2, len(self.center)))
        steps = np.vstack([steps, -steps]) * self.spread**0.5
        return steps, [self._policy(self.center + self.sigma * step) for step in steps]

    def learn(self, steps: Any, success: list[float]) -> None:
        """Go where it went well."""
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
        policy = self.begin + place * self.scale
        bounds = {Weight.BASE: LEAST, Weight.OPEN: 0.0, Weight.SHUT: LEAST, Weight.BID_MISS: 0.0}
        for weight, least in bounds.items():
            policy[weight] = max(policy[weight], least)
        return policy


def evolve(evolution: Evolution, table: Table, generations: int, deals: int) -> Any:
    """Find a policy, telling now and then how far it is."""
    kept = [evolution.begin]
    began = time.monotonic()
    for generation in range(1, generations + 1):
        steps, policies = evolution.draw()
        others = [kept[0], *kept[1:][-KEPT_MET:], evolution.guess()]
        first = deals * generation
        evolution.learn(steps, [table.success(policy, others, first, deals) for policy in policies])
        if generation % KEPT_EVERY == 0:
            kept.append(evolution.guess())
            leads = [table.leads(kept[-1], other, 0, deals) for other in (kept[0], kept[-2])]
            first_wins, last_wins = (((lead > 0) + (lead == 0) / 2).mean() for lead in leads)
            print(
                f"{generation}: wins {first_wins:.1%} from the first policy, {last_wins:.1%} from the last; "
                f"step {evolution.sigma:.3f}, {time.monotonic() - began:.0f} s",
                flush=True,
            )
    return evolution.guess()


def written(policy: Any, command: str) -> str:
    """A policy as TOML."""
    lines = [
        f"# What a quick player of playouts goes by (donjon.ys.bots.playout_policy), found by: {command}"
    ]
    lines += [f"{name} = {policy[index]:.4f}" for index, name in enumerate(NAMES)]
    lines += ["", "# How gladly each card is played.", "[cards]"]
    lines += [f"{name} = {policy[WEIGHTS + index]:.4f}" for index, name in enumerate(CARD_NAMES)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Find a policy and write it."""
    parser = argparse.ArgumentParser(prog="python -m bench.playout_policy", description=__doc__)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--deals", type=int, default=100, help="against each other policy, in a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    options = parser.parse_args()
    evolution = Evolution(first_policy(), options.seed)
    policy = evolve(evolution, Table(str(options.seed)), options.generations, options.deals)
    said = f"--generations {options.generations} --deals {options.deals} --seed {options.seed}"
    options.out.write_text(written(policy, f"python -m bench.playout_policy {said}"), "utf-8")


if __name__ == "__main__":
    main()

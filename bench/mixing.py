"""Measure how far a bot's first bid in Ys can be exploited: `python -m bench.mixing`.

The reduced game: two players bid once, at the start, where nothing is hidden yet; all that comes after is
played by `greedy`. It is a matrix of the wins of the first seat, one row for each of its bids and one column
for each bid of the other; every pair of bids is played on in the same worlds with the same luck. Its value is
found by regret matching. A bot is represented by a number of its choices at the same opening. Its
exploitability is how much less than the value it wins against the best answer; the answer is chosen in one
half of the worlds and counted in the other, so that luck is not taken for skill.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from donjon import bots, games
from donjon.bots import ladder, running
from donjon.bots.plan import PLAN
from donjon.bots.workspace import new_workspace
from donjon.kernel import playout, rng, rules
from donjon.kernel.game import Game
from donjon.kernel.rules import NATURE

YS = games["ys"]
PLAYERS = 2
ROUNDS_OF_REGRET = 20_000


def opening(game: Game, number: int) -> Any:
    """Return a position at the first bid, with the ships, people and cards of deal `number`."""
    states = playout.start_states(game, PLAYERS)
    chance, weights = rng.new("openings", number), new_workspace(game).weights
    while rules.moving_seat(states[0]) == NATURE:
        playout.nature_step(states[0], chance, weights)
    return states[0]


def open_bids(game: Game, state: Any, seat: int) -> list[int]:
    """Return the legal bids of a seat."""
    mask = np.zeros(game.ACTIONS, np.uint8)
    rules.legal(state, seat, mask)
    return [int(bid) for bid in np.flatnonzero(mask)]


@dataclass
class Reduced:
    """The reduced game at one opening.

    wins: float64[worlds, bids of seat 0, bids of seat 1], the part of the win of seat 0.
    """

    bids: tuple[list[int], list[int]]
    wins: Any

    @classmethod
    def played(cls, game: Game, state: Any, worlds: int) -> Reduced:
        """Play every pair of bids on, in this number of worlds."""
        bids = open_bids(game, state, 0), open_bids(game, state, 1)
        wins = np.zeros((worlds, len(bids[0]), len(bids[1])))
        play = _player(game)
        for row, mine in enumerate(bids[0]):
            for column, other in enumerate(bids[1]):
                after = state.copy()
                rules.apply(after, 0, mine, None)
                rules.apply(after, 1, other, None)
                wins[:, row, column] = [play(after, world) for world in range(worlds)]
        return cls(bids, wins)

    def for_seat(self, seat: int) -> Any:
        """Return a seat's wins: float64[worlds, own bids, bids of the other]."""
        return self.wins if seat == 0 else 1 - self.wins.transpose(0, 2, 1)

    def exploited(self, seat: int, mix: Any) -> float:
        """Return how much of a win a mix, float64[bids] with the sum 1, loses to the best answer."""
        wins = self.for_seat(seat)
        lost = []
        for chosen, counted in ((wins[::2], wins[1::2]), (wins[1::2], wins[::2])):
            answer = int((mix @ chosen.mean(axis=0)).argmin())
            lost.append(value(counted.mean(axis=0)) - float(mix @ counted.mean(axis=0)[:, answer]))
        return float(np.mean(lost))


def _player(game: Game) -> Callable[[Any, int], float]:
    """Return a function that plays a position on by `greedy` in a world and returns seat 0's win share."""
    workspace, log = new_workspace(game), np.zeros(4096, np.int64)
    plans = np.array([ladder.bot("greedy").plan(game)] * PLAYERS, PLAN)
    states = np.zeros(1, game.STATE)

    def play(state: Any, world: int) -> float:
        states[0] = state
        random, chance = (np.array([rng.new(name, world)], rng.RNG) for name in ("bots", "nature"))
        while not rules.over(states[0]):
            running.play_on(states, plans, random, chance, len(log), log, workspace)
        first = np.array(rules.ranking(states[0])) == 1
        return float(first[0] / first.sum())

    return play


def value(wins: Any) -> float:
    """Return the value of a matrix game for the first seat, by regret matching."""
    regrets = [np.zeros(size) for size in wins.shape]
    sums = [np.zeros(size) for size in wins.shape]
    for turn in range(1, ROUNDS_OF_REGRET + 1):
        mixes = [matched(one) for one in regrets]
        worth = wins @ mixes[1], -(mixes[0] @ wins)
        for seat in range(2):
            regrets[seat] = np.maximum(regrets[seat] + worth[seat] - mixes[seat] @ worth[seat], 0)
            sums[seat] += turn * mixes[seat]
    mine, other = (one / one.sum() for one in sums)
    return float(((mine @ wins).min() + (wins @ other).max()) / 2)


def matched(regrets: Any) -> Any:
    """Return a mix in proportion to the regrets; the uniform mix if all are 0."""
    total = regrets.sum()
    return regrets / total if total > 0 else np.full(len(regrets), 1 / len(regrets))


def mix_of(game: Game, state: Any, seat: int, bids: list[int], name: str, choices: int) -> Any:
    """Return how often a bot makes each bid, as shares of `choices` choices."""
    made = [bots.choose(game, state, seat, name, seed=number)[0] for number in range(choices)]
    return np.array([made.count(bid) for bid in bids]) / choices


def main() -> None:
    """Measure bots at some openings."""
    parser = argparse.ArgumentParser(prog="python -m bench.mixing", description=__doc__)
    parser.add_argument("--bots", default="greedy,expert", help="names with commas between them")
    parser.add_argument("--openings", type=int, default=4)
    parser.add_argument("--worlds", type=int, default=400, help="games of each pair of bids")
    parser.add_argument("--choices", type=int, default=100, help="of each bot at each opening")
    options = parser.parse_args()
    names = options.bots.split(",")
    lost: dict[str, list[float]] = {}
    for number in range(options.openings):
        state = opening(YS, number)
        reduced = Reduced.played(YS, state, options.worlds)
        for seat in range(PLAYERS):
            bids = reduced.bids[seat]
            mixes = {name: mix_of(YS, state, seat, bids, name, options.choices) for name in names}
            # The same bots, if they always made their most frequent bid.
            mixes |= {f"{name}, never mixing": np.eye(len(bids))[mix.argmax()] for name, mix in mixes.items()}
            mixes["all bids alike"] = np.full(len(bids), 1 / len(bids))
            for name, mix in mixes.items():
                lost.setdefault(name, []).append(100 * reduced.exploited(seat, mix))
    for name, each in lost.items():
        error = 1.96 * np.std(each) / max(1, len(each) - 1) ** 0.5
        print(f"{name}: loses {np.mean(each):.1f} of 100 games to the best answer, +-{error:.1f}")


if __name__ == "__main__":
    main()

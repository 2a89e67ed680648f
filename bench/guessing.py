"""Measure how often a bot's secret bid in Ys can be guessed: `python -m bench.guessing`.

The guesser knows the position and the bot, but not its seed: it runs the bot some times with other seeds and
takes the most frequent bid. The positions are the first bids of a round in games of `greedy`; the guesser
even sees all that is hidden in them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from donjon import bots, games
from donjon.bots import ladder, running
from donjon.bots.plan import PLAN
from donjon.bots.workspace import new_workspace
from donjon.kernel import playout, rng, rules
from donjon.kernel.game import copy
from donjon.kernel.rules import NATURE
from donjon.lab.arena.statistics import wilson

YS = games["ys"]
PLAYER = "greedy"


def bidding(players: int, seed: str) -> Iterator[Any]:
    """Yield the positions of a game in which all seats bid."""
    workspace, log = new_workspace(YS), np.zeros(64, np.int64)
    plans = np.array([ladder.bot(PLAYER).plan(YS)] * players, PLAN)
    states = playout.start_states(YS, players)
    chance, random = (np.array([rng.new(f"{name} {seed}")], rng.RNG) for name in ("nature", "bots"))
    while not rules.over(states[0]):
        if rules.moving_seat(states[0]) == NATURE:
            playout.nature_step(states[0], chance[0], workspace.weights)
            continue
        if int(rules.waiting(states[0])) == (1 << players) - 1:
            yield copy(states[0])
        running.play_on(states, plans, random, chance, 1, log, workspace)


def guessed(bot: str, state: Any, seat: int, runs: int, number: int) -> bool:
    """Return whether the most frequent bid of `runs` runs is the bid that the bot makes."""
    made = Counter(bots.choose(YS, state, seat, bot, f"guess {number} {run}")[0] for run in range(runs))
    return made.most_common(1)[0][0] == bots.choose(YS, state, seat, bot, f"bid {number}")[0]


def main() -> None:
    """Guess, and print a line for each bot and number of players."""
    parser = argparse.ArgumentParser(prog="python -m bench.guessing", description=__doc__)
    parser.add_argument("--bots", default=",".join(level.key for level in bots.levels()))
    parser.add_argument("--players", default="2,3,4")
    parser.add_argument("--games", type=int, default=10, help="games from which the bids are")
    parser.add_argument("--runs", type=int, default=15, help="how often the guesser runs the bot")
    parser.add_argument("--seed", default="guessing")
    options = parser.parse_args()
    for players in map(int, options.players.split(",")):
        asked = [
            state for game in range(options.games) for state in bidding(players, f"{options.seed} {game}")
        ]
        for bot in options.bots.split(","):
            right = sum(
                guessed(bot, state, number % players, options.runs, number)
                for number, state in enumerate(asked)
            )
            low, high = wilson(right / len(asked), len(asked))
            share = f"{right / len(asked):.0%} ({low:.0%} to {high:.0%})"
            print(
                f"{players} players, {bot}: {options.runs} runs guess {share} of {len(asked)} bids",
                flush=True,
            )


if __name__ == "__main__":
    main()

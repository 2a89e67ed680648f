"""Count how bots play, not how well: `python -m bench.style --game caylus --bots expert --games 20`.

The decisions of the seats of a game are counted by the first word of their text ("batch": a part of the
castle, "barn": a token used), and all bids by their sum.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np

from donjon import games
from donjon.bots import ladder, running
from donjon.bots.plan import PLAN
from donjon.bots.workspace import new_workspace
from donjon.kernel import playout, rng, rules
from donjon.kernel.game import Game, copy
from donjon.kernel.rules import NATURE

BID = "bid"


def style(
    game: Game, players: int, count: int, bot: str, seed: str
) -> tuple[Counter[str], Counter[int], int]:
    """Play `count` games; return how often each word started a decision, each bid's count, and the rounds."""
    words: Counter[str] = Counter()
    bids: Counter[int] = Counter()
    rounds = 0
    workspace, log = new_workspace(game), np.zeros(64, np.int64)
    plans = np.array([ladder.bot(bot).plan(game)] * players, PLAN)
    for number in range(count):
        states = playout.start_states(game, players)
        chance = np.array([rng.new(seed, number)], rng.RNG)
        random = np.array([rng.new(f"bots {seed}", number)], rng.RNG)
        while not rules.over(states[0]):
            seat = int(rules.moving_seat(states[0]))
            if seat == NATURE:
                playout.nature_step(states[0], chance[0], workspace.weights)
                continue
            before = copy(states[0])
            running.play_on(states, plans, random, chance, 1, log, workspace)
            note(game.action_text(before, seat, int(log[0])), words, bids)
        rounds += int(states[0]["round"]) if "round" in game.STATE.names else 0
    return words, bids, rounds


def note(text: str, words: Counter[str], bids: Counter[int]) -> None:
    """Count a decision by the text of its first action."""
    word, *rest = text.split()
    words[word] += 1
    if word == BID:
        bids[sum(map(int, rest[0].split("+")))] += 1


def main() -> None:
    """Play, and print a line for each word."""
    parser = argparse.ArgumentParser(prog="python -m bench.style", description=__doc__)
    parser.add_argument("--game", default="kingdom-builder", choices=sorted(games))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--bots", default="greedy,skilled", help="bots, by comma; each plays itself")
    parser.add_argument("--seed", default="style")
    options = parser.parse_args()
    for bot in options.bots.split(","):
        words, bids, rounds = style(games[options.game], options.players, options.games, bot, options.seed)
        print(f"{options.game}, {options.players} players, {options.games} games of {bot}")
        if rounds:
            print(f"  {rounds / options.games:7.2f} rounds a game")
        for word, times in words.most_common():
            print(f"  {times / options.games:7.2f} {word}")
        for bid, times in sorted(bids.items()):
            print(f"  {times / sum(bids.values()):7.1%} of the bids are {bid}")


if __name__ == "__main__":
    main()

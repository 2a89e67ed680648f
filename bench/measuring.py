"""The measurements of one game with one number of players."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import Any

import numpy as np

from bench import entry_points
from donjon.bots import ladder, running
from donjon.bots.plan import PLAN
from donjon.bots.workspace import new_workspace
from donjon.kernel import playout, rng, rules
from donjon.kernel.game import Game
from donjon.kernel.rules import NATURE

SAMPLES = 4000
ONE_IN = 40
# Every measurement is made this number of times, and the best counts: the others were disturbed.
TRIES = 3
SECONDS = 0.2
INTERPRETED = 200  # positions measured without compiled code


class Bench:
    """Measurements of one game with one number of players."""

    def __init__(self, game: Game, players: int, seed: str = "bench") -> None:
        self.game = game
        self.players = players
        self.seed = seed
        self.mask = np.zeros(game.ACTIONS, np.uint8)
        self.weights = np.zeros(game.ACTIONS, np.int64)
        self.gold = np.zeros((players, len(game.SOURCES)), np.int32)
        self.worth = np.zeros(game.ACTIONS, np.float32)
        self.random = rng.new(seed)
        self.start = playout.start_states(game, players)
        self.work = self.start.copy()
        self.groups = self._sample()

    def _sample(self) -> dict[str, Any]:
        """Return positions of random games by the phase that their view names."""
        kept = np.zeros(SAMPLES, self.game.STATE)
        entry_points.sample(
            self.work, self.start, self.random, 0, SAMPLES, ONE_IN, self.mask, self.weights, kept
        )
        groups: dict[str, list[int]] = defaultdict(list)
        for index in range(SAMPLES):
            phase = str(self.game.view(kept[index], None)["phase"])
            nature = int(rules.waiting(kept[index])) == 1 << NATURE
            groups[f"nature: {phase}" if nature else phase].append(index)
        return {name: kept[members] for name, members in groups.items()}

    def games(self) -> dict[str, float]:
        """Measure whole random games: games and decisions a second, ns a decision."""
        playout.random_results(self.game, self.players, 10, self.seed)
        count, best = 100, 0.0
        for trial in range(TRIES):
            spent = 0.0
            while spent < SECONDS:
                began = time.perf_counter()
                *_, decisions = playout.random_results(self.game, self.players, count, self.seed, trial)
                spent = time.perf_counter() - began
                if spent < SECONDS:
                    count *= 2
            if count / spent > best:
                best = count / spent
                per_game = decisions / count
        return {
            "games_per_second": best,
            "decisions_per_second": best * per_game,
            "decisions_per_game": per_game,
            "ns_per_decision": 1e9 / (best * per_game),
        }

    def part(self, part: int, states: Any) -> float:
        """Return the nanoseconds of one part on one position; the caller subtracts the copies made for it."""
        actions = np.zeros(len(states), np.int64)
        entry_points.draw_actions(states, self.random, self.mask, self.weights, actions)
        rounds, best = 1, float("inf")
        trial = 0
        while trial < TRIES:
            began = time.perf_counter()
            entry_points.repeat(
                part,
                rounds,
                states,
                actions,
                self.work,
                self.random,
                self.mask,
                self.weights,
                self.gold,
                self.worth,
            )
            spent = time.perf_counter() - began
            if spent < SECONDS / 4:
                rounds *= 2
                continue
            best = min(best, spent / rounds / len(states))
            trial += 1
        return best * 1e9

    def shares(self) -> list[dict[str, Any]]:
        """Return where a random game spends its time: part, ns each, times and ns per decision."""
        seats = {name: states for name, states in self.groups.items() if not name.startswith("nature")}
        nature = {name: states for name, states in self.groups.items() if name.startswith("nature")}
        decisions = sum(len(states) for states in seats.values())
        steps = sum(len(states) for states in self.groups.values())
        everything = np.concatenate(list(seats.values()))
        rows = [
            _row("whose turn, over?", self.part(entry_points.TURN, everything), 2 * steps / decisions),
            _row("random number", self.part(entry_points.RANDOM, everything), 1.0),
            _row("pick from the mask", self.part(entry_points.PICK, everything), 1.0),
        ]
        for name, states in seats.items():
            each = len(states) / decisions
            rows.append(_row(f"legal: {name}", self.part(entry_points.LEGAL, states), each))
            copied = self.part(entry_points.COPY, states)
            rows.append(_row(f"apply: {name}", self.part(entry_points.APPLY, states) - copied, each))
        for name, states in nature.items():
            took = self.part(entry_points.NATURES, states) - self.part(entry_points.COPY, states)
            rows.append(_row(name, took, len(states) / decisions))
        return rows

    def points_interpreted(self, states: Any) -> float:
        """Return the nanoseconds of the points of one position, without compiled code."""
        best = float("inf")
        for _ in range(TRIES):
            began = time.process_time()
            for state in states:
                rules.points(state, self.gold)
            best = min(best, time.process_time() - began)
        return best * 1e9 / len(states)

    def others(self) -> dict[str, float]:
        """Return the nanoseconds of other work of bots: copy, estimate, points, legal and rollout score."""
        seats = [states for name, states in self.groups.items() if not name.startswith("nature")]
        everything = np.concatenate(seats)
        return {
            "copy_ns": self.part(entry_points.COPY, everything),
            "estimate_ns": self.part(entry_points.ESTIMATE, everything),
            "points_ns": self.part(entry_points.POINTS, everything),
            "points_interpreted_ns": self.points_interpreted(everything[:: len(everything) // INTERPRETED]),
            "legal_and_rollout_score_ns": self.part(entry_points.ROLLOUT_SCORE, everything),
        }

    def bot(self, name: str, games: int = 1) -> dict[str, float]:
        """Measure a bot at every seat, from the start of a game: its decisions and playouts a second."""
        plan = ladder.bot(name).plan(self.game)
        plans = np.array([plan] * self.players, PLAN)
        workspace = new_workspace(self.game)
        log = np.zeros(4096, np.int64)
        chance = np.array([rng.new(self.seed)], rng.RNG)
        states = self.start.copy()
        running.play_on(states, plans, chance.copy(), chance, 1, log, workspace)
        began, decisions, playouts = time.perf_counter(), 0, 0
        for _ in range(games):
            states[0] = self.start[0]
            while not rules.over(states[0]):
                decisions += 1
                running.play_on(states, plans, chance.copy(), chance, 1, log, workspace)
                playouts += int(workspace.made[0])
        spent = time.perf_counter() - began
        return {"decisions_per_second": decisions / spent, "playouts_per_second": playouts / spent}


def _row(name: str, ns: float, per_decision: float) -> dict[str, Any]:
    return {"part": name, "ns": ns, "per_decision": per_decision, "ns_per_decision": ns * per_decision}

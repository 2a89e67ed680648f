"""Check that interpreted and compiled rules agree; this needs the compiler and takes a while."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.kernel import playout, rng, rules
from donjon.kernel.compiling import entry
from donjon.kernel.records import Floats, Grid, Ints, Records
from donjon.kernel.rng import Rng
from donjon.testing.sample import LONGEST, Sample, Step, require


@entry
def walk(states: Records[Any], random: Rng, mask: Ints, weights: Ints) -> int:
    """Play random steps from states[0], keep every state, and return the number of steps."""
    step = 0
    while step + 1 < states.shape[0] and not rules.over(states[step]):
        states[step + 1] = states[step]
        playout.random_step(states[step + 1], random, mask, weights)
        step += 1
    return step


@entry
def look(state: Any, seat: int, out: Floats, points: Grid, mask: Ints, free: Ints) -> tuple[float, int]:
    """Fill in the observation, points, legal actions and the rule against each other action.

    Returns the estimate and the total of points.
    """
    rules.observe(state, seat, out)
    rules.points(state, points)
    rules.legal(state, seat, mask)
    for action in range(mask.shape[0]):
        free[action] = rules.forbids(state, seat, action)
    return rules.estimate(state, seat), rules.total(state, seat)


def interpreted_is_compiled(sample: Sample) -> None:
    """Check that random games are the same interpreted and compiled, every position byte for byte.

    Observations, points, legal actions and rules must be the same, too.
    """
    for played in sample.games:
        states = [_walked(sample, played.steps[0].before, run) for run in (walk, walk.interpreted)]  # type: ignore[attr-defined]
        require(
            len(states[0]) == len(states[1]), played.name, "a random game has another length when compiled"
        )
        for number, (one, other) in enumerate(zip(*states, strict=True)):
            require(one == other, played.name, f"differs after {number} random actions when compiled")
    for step in sample.some():
        for seat in range(int(rules.seats(step.before))):
            compiled, interpreted = (_looked(sample, step, seat, run) for run in (look, look.interpreted))  # type: ignore[attr-defined]
            require(
                compiled[:-1] == interpreted[:-1],
                step.place,
                f"has another observation for seat {seat} when compiled",
            )
            require(
                np.isclose(compiled[-1], interpreted[-1]),
                step.place,
                f"has another estimate for {seat} when compiled",
            )


def _walked(sample: Sample, start: Any, run: Any) -> list[bytes]:
    game = sample.game
    states = np.zeros(min(LONGEST, 4000), game.STATE)
    states[0] = start
    work = np.zeros(game.ACTIONS, np.uint8), np.zeros(game.ACTIONS, np.int64)
    steps = int(run(states, rng.new(game.name), *work))
    return [state.tobytes() for state in states[: steps + 1]]


def _looked(sample: Sample, step: Step, seat: int, run: Any) -> tuple[Any, ...]:
    game = sample.game
    out, mask = np.zeros(game.OBSERVATION, np.float32), np.zeros(game.ACTIONS, np.uint8)
    points = np.zeros((int(rules.seats(step.before)), len(game.SOURCES)), np.int32)
    forbidden = np.zeros(game.ACTIONS, np.int64)
    guess, total = run(step.before, seat, out, points, mask, forbidden)
    return out.tobytes(), points.tobytes(), mask.tobytes(), forbidden.tobytes(), int(total), float(guess)

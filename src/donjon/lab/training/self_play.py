"""Let a net play against itself and learn from it by temporal differences: compiled, like the bots.

After every decision each seat has a value: how far ahead it thinks it is, the estimate and the net's
correction together. It should be like the values after the decisions to come, and at the end like the points:
TD(lambda), Sutton 1988, as Tesauro used it for backgammon and Jones for Race for the Galaxy. Only the net is
changed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from donjon.bots.candidates import best_option
from donjon.bots.net import (
    BIAS,
    BIASES,
    COUNTS,
    MORE_ROWS,
    POINTS,
    Net,
    add_row,
    add_up,
    ahead_of_others,
    correction,
)
from donjon.bots.plan import Plan
from donjon.bots.workspace import Workspace
from donjon.kernel import rng, rules
from donjon.kernel.compiling import compilable, entry
from donjon.kernel.playout import nature_step
from donjon.kernel.records import FloatGrid, Floats, Ints, Records
from donjon.kernel.rng import Rng
from donjon.kernel.rules import NATURE, NOBODY

# The largest difference that counts, in units of POINTS.
LARGEST_ERROR = 1.0
# The most positions of a game that are remembered, and numbers other than 0 observed in all of them. Play
# after these is not learned from.
POSITIONS = 4000
OBSERVED = 1_500_000


class Memory(NamedTuple):
    """The observations of all seats in the course of a game; a position is there once for every seat."""

    starts: Ints  # int64[POSITIONS + 1]: where the numbers of each position start
    places: Ints  # int32[OBSERVED]: which numbers are not 0
    numbers: Floats  # float32[OBSERVED]
    seats: Ints  # int64[POSITIONS]: the seat that observed it
    hand: Floats  # float64[POSITIONS]: how far ahead that seat was by the estimate, in units of POINTS
    values: Floats  # float64[POSITIONS]: the same with the correction


def new_memory() -> Memory:
    """Return a fresh memory."""
    return Memory(
        starts=np.zeros(POSITIONS + 1, np.int64),
        places=np.zeros(OBSERVED, np.int32),
        numbers=np.zeros(OBSERVED, np.float32),
        seats=np.zeros(POSITIONS, np.int64),
        hand=np.zeros(POSITIONS, np.float64),
        values=np.zeros(POSITIONS, np.float64),
    )


@entry
def learn(
    start: Records[Any],
    states: Records[Any],
    first: int,
    count: int,
    plans: Records[Plan],
    random: Records[Rng],
    chance: Records[Rng],
    rates: Floats,
    trace: float,
    workspace: Workspace,
    memory: Memory,
    errors: Floats,
) -> int:
    """Play games number `first` and following from start[0], and learn from each by its rate of `rates`.

    plans[0] is the plan of all seats, but in every other game one, in turn, plays by plans[1]. `trace` is
    lambda: how much of the difference to later values counts one decision earlier. The first net of the
    workspace is changed. errors[game] receives the mean square of what values were wrong by before learning,
    in units of POINTS. Returns the number of positions remembered.
    """
    positions = 0
    for game in range(count):
        states[0] = start[0]
        rng.restart(random[0], first + game)
        rng.restart(chance[0], first + game)
        number = first + game
        rival = number // 2 % rules.seats(states[0]) if number % 2 else NOBODY
        remembered = play(states[0], plans, rival, random[0], chance[0], workspace, memory)
        positions += remembered
        errors[game] = learn_from(states[0], remembered, rates[game], trace, workspace.net, memory)
    return positions


@compilable
def play(
    state: Any,
    plans: Records[Plan],
    rival: int,
    random: Rng,
    chance: Rng,
    workspace: Workspace,
    memory: Memory,
) -> int:
    """Play a game to the end, the rival by plans[1], others by plans[0]; return the number of positions."""
    which = int(plans[0].net)
    count = 0
    while not rules.over(state):
        seat = rules.moving_seat(state)
        if seat == NATURE:
            nature_step(state, chance, workspace.weights)
            continue
        workspace.walk.states[0] = state
        rules.deal_for(workspace.walk.states[0], seat, random)
        best_option(workspace, seat, plans[int(seat == rival)], random)
        for step in range(workspace.lengths[0]):
            rules.apply(state, seat, workspace.options[0, step], None)
        for viewer in range(rules.seats(state)):
            count = remember(state, viewer, count, which, workspace.net, memory)
    return count


@compilable
def remember(state: Any, seat: int, count: int, which: int, net: Net, memory: Memory) -> int:
    """Store a seat's observation after a decision, if there is room; return the number of positions."""
    at = int(memory.starts[count])
    if (
        rules.over(state)
        or count >= memory.seats.shape[0]
        or at + net.observation.shape[0] > memory.places.shape[0]
    ):
        return count
    memory.seats[count] = seat
    memory.hand[count] = ahead_of_others(state, seat) / POINTS
    memory.values[count] = memory.hand[count] + correction(state, seat, which, net) / POINTS
    for index in range(net.observation.shape[0]):
        if net.bits[index] != 0:
            memory.places[at] = index
            memory.numbers[at] = net.observation[index]
            at += 1
    memory.starts[count + 1] = at
    return count + 1


@compilable
def learn_from(state: Any, count: int, rate: float, trace: float, net: Net, memory: Memory) -> float:
    """Learn from a game that ended in `state`, for one seat after the other, from its last position back."""
    wrong = 0.0
    for seat in range(rules.seats(state)):
        target = ahead_of_others(state, seat) / POINTS
        later = target
        for position in range(count - 1, -1, -1):
            if memory.seats[position] == seat:
                target = trace * target + (1.0 - trace) * later
                later = memory.values[position]
                wrong += (target - later) * (target - later)
                move_towards(target, position, rate, net.weights[0], net.hidden, memory)
    return wrong / max(count, 1)


@compilable
def move_towards(
    target: float, position: int, rate: float, weights: FloatGrid, hidden: Floats, memory: Memory
) -> None:
    """Change the net so that the value of a position loses this part of its distance to the target."""
    first, last = int(memory.starts[position]), int(memory.starts[position + 1])
    inputs = weights.shape[0] - MORE_ROWS
    for unit in range(hidden.shape[0]):
        hidden[unit] = weights[inputs + BIASES, unit]
    for index in range(first, last):
        add_row(hidden, memory.numbers[index], weights, memory.places[index])
    error = target - memory.hand[position] - add_up(hidden, weights, inputs)
    error = max(-LARGEST_ERROR, min(LARGEST_ERROR, error))
    slope = steepness(first, last, weights, hidden, memory)
    step = np.float32(rate * error / slope)
    weights[inputs + BIAS, 0] += step
    for unit in range(hidden.shape[0]):
        count = weights[inputs + COUNTS, unit]
        weights[inputs + COUNTS, unit] = count + step * hidden[unit]
        hidden[unit] = step * count if hidden[unit] > 0 else np.float32(0)
        weights[inputs + BIASES, unit] += hidden[unit]
    for index in range(first, last):
        place, number = memory.places[index], memory.numbers[index]
        for unit in range(hidden.shape[0]):
            weights[place, unit] += number * hidden[unit]


@compilable
def steepness(first: int, last: int, weights: FloatGrid, hidden: Floats, memory: Memory) -> float:
    """Return the squared gradient norm of the net's sum by all weights, for a hidden layer after ReLU.

    It grows a hundredfold as the net learns. A step divided by it changes the value by `rate` times the
    error, early and late, whatever the game.
    """
    inputs = weights.shape[0] - MORE_ROWS
    observed = 1.0
    for index in range(first, last):
        observed += memory.numbers[index] * memory.numbers[index]
    total = 1.0
    for unit in range(hidden.shape[0]):
        total += hidden[unit] * hidden[unit]
        if hidden[unit] > 0:
            total += observed * weights[inputs + COUNTS, unit] * weights[inputs + COUNTS, unit]
    return total

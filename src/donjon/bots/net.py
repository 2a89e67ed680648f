"""A small net that corrects a game's estimate of how far ahead a seat is, from all that it may know.

How far a seat is ahead of the best other one, by the game's own `estimate`, is a guess. The net adds what was
learned by playing: one hidden layer over the numbers of `observe`, most of which are 0 and cost next to
nothing. An observation depends on nothing that the seat does not know, and so neither does the correction.

All sums are made of float32 in a fixed order, so that interpreted and compiled code agree to the last bit.
Weights are files, some of which games ship; a file that is damaged or of another game is reported and never
used.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import zlib
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from donjon.errors import BadWeights
from donjon.kernel import rules, untrusted
from donjon.kernel.compiling import compilable
from donjon.kernel.game import Game
from donjon.kernel.records import FloatGrid, Floats, Ints

HIDDEN = 32  # units of the hidden layer
# Rows of weights after those of the observed numbers: the biases of the hidden units, the weight of each in
# the sum, and a row that holds the bias of the sum.
BIASES, COUNTS, BIAS, MORE_ROWS = 0, 1, 2, 3
# The points that a net's sum of 1 means.
POINTS = 20.0
# Instead of a net's number in `Plan.net`: no net corrects.
HAND = 0
MOST_SEATS = 8
BLOCK = 16  # observed numbers that are checked together


class Net(NamedTuple):
    """One or more nets of a game, numbered from 1, and the arrays that they work on."""

    weights: Any  # float32[nets, OBSERVATION + MORE_ROWS, HIDDEN]
    serves: Ints  # uint8[MOST_SEATS + 1]: 1 if they correct with this number of seats
    observation: Floats  # float32[OBSERVATION]: what the seat observes
    bits: Ints  # int32[OBSERVATION]: the same memory, to find what is 0
    hidden: Floats  # float32[HIDDEN]: the hidden layer


def no_weights(game: Game, nets: int) -> Any:
    """Return zero weights for `nets` nets, which correct nothing."""
    return np.zeros((nets, game.OBSERVATION + MORE_ROWS, HIDDEN), np.float32)


def new_net(game: Game, weights: Any, players: tuple[int, ...]) -> Net:
    """Return nets with these weights, and their arrays, for games with these numbers of players."""
    serves = np.zeros(MOST_SEATS + 1, np.uint8)
    serves[list(players)] = 1
    observation = np.zeros(game.OBSERVATION, np.float32)
    return Net(weights, serves, observation, observation.view(np.int32), np.zeros(HIDDEN, np.float32))


@compilable
def ahead_of_others(state: Any, seat: int) -> float:
    """Return how far a seat is ahead of the best other seat: points at the end, an estimate before."""
    ended = rules.over(state)
    best_other = -1e9
    for other in range(rules.seats(state)):
        if other != seat:
            worth = float(rules.total(state, other)) if ended else rules.estimate(state, other)
            best_other = max(best_other, worth)
    own = float(rules.total(state, seat)) if ended else rules.estimate(state, seat)
    return own - best_other


@compilable
def correction(state: Any, seat: int, which: int, net: Net) -> float:
    """Return what net number `which` adds to how far ahead a seat is, in points; 0 once the game is over."""
    if which == HAND or not net.serves[rules.seats(state)] or rules.over(state):
        return 0.0
    rules.observe(state, seat, net.observation)
    return POINTS * run(net, net.weights[which - 1])


@compilable
def run(net: Net, weights: FloatGrid) -> float:
    """Return the sum of a net for its observation; leave its hidden layer in `net.hidden`."""
    inputs = net.observation.shape[0]
    for unit in range(net.hidden.shape[0]):
        net.hidden[unit] = weights[inputs + BIASES, unit]
    for start in range(0, inputs, BLOCK):
        end = min(start + BLOCK, inputs)
        if is_any_set(net.bits, start, end):
            for index in range(start, end):
                if net.observation[index] != 0:
                    add_row(net.hidden, net.observation[index], weights, index)
    return add_up(net.hidden, weights, inputs)


@compilable
def is_any_set(bits: Ints, start: int, end: int) -> bool:
    """Return whether this part has any number but 0. One check of many numbers is faster than many checks."""
    mask = bits[start]
    for index in range(start, end):
        mask |= bits[index]
    return mask != 0


@compilable
def add_row(hidden: Floats, number: float, weights: FloatGrid, row: int) -> None:
    """Add `number` times a row of weights to the hidden layer."""
    for unit in range(hidden.shape[0]):
        hidden[unit] += number * weights[row, unit]


@compilable
def add_up(hidden: Floats, weights: FloatGrid, inputs: int) -> float:
    """Set negative numbers of the hidden layer to 0 and return the weighted sum, with the bias."""
    total = weights[inputs + BIAS, 0]
    for unit in range(hidden.shape[0]):
        if hidden[unit] < 0:
            hidden[unit] = 0
        total += hidden[unit] * weights[inputs + COUNTS, unit]
    return float(total)


SHIPPED = 1  # the number of the only net that a workspace usually holds
_NUMBERS = np.dtype("<f4")  # the type of the numbers in a file

_log = logging.getLogger("donjon.bots")


@dataclass(frozen=True)
class About:
    """The facts at the top of a file of weights.

    players: the numbers of players that it was trained with; trained: the command that trained it.
    """

    game: str
    rules_version: str
    players: tuple[int, ...]
    games: int
    trained: str = ""


@dataclass(frozen=True)
class Weights:
    """The weights of one net, float32[OBSERVATION + MORE_ROWS, HIDDEN], and the facts about them."""

    about: About
    values: Any

    def save(self, path: Path) -> None:
        """Write the weights to a file, all or nothing: a line of JSON, then packed numbers."""
        packed = np.asarray(self.values, _NUMBERS).tobytes()
        about = {**asdict(self.about), "digest": hashlib.sha256(packed).hexdigest()}
        fresh = path.with_name(f"{path.name}.new")
        fresh.write_bytes(json.dumps(about).encode() + b"\n" + zlib.compress(packed, 9))
        os.replace(fresh, path)


def load(game: Game, path: Path) -> Weights:
    """Read the weights for a game from a file. Raises BadWeights with what is wrong."""
    shape = no_weights(game, 1)[0].shape
    size = _NUMBERS.itemsize * shape[0] * shape[1]
    try:
        header, _, data = path.read_bytes().partition(b"\n")
        fields = untrusted.parse(header.decode())
        digest = fields.pop("digest")
        about = About(**{**fields, "players": tuple(int(count) for count in fields["players"])})
        packed = zlib.decompressobj().decompress(data, size + 1)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zlib.error) as error:
        raise BadWeights(f"The weights {path} cannot be read: {error}.") from None
    if (about.game, about.rules_version) != (game.name, game.rules_version):
        raise BadWeights(
            f"The weights {path} are for {about.game} by rules version {about.rules_version},"
            f" not for {game.name} by version {game.rules_version}."
        )
    if len(packed) != size or digest != hashlib.sha256(packed).hexdigest():
        raise BadWeights(f"The weights {path} are damaged, or made by another version of Donjon.")
    if not all(0 < count <= MOST_SEATS for count in about.players):
        raise BadWeights(f"The weights {path} name impossible numbers of players.")
    return Weights(about, np.frombuffer(packed, _NUMBERS).reshape(shape).astype(np.float32))


@cache
def shipped(game: Game) -> Weights:
    """Return the weights that come with a game. Raises BadWeights if there are none or they are damaged."""
    if game.weights is None:
        raise BadWeights(f"{game.title} has no learned evaluation: none was found to be stronger.")
    return load(game, game.weights)


def shipped_net(game: Game) -> Net:
    """Return the net that comes with a game, or a net that corrects nothing where there is none.

    A net that cannot be used is logged once; asking for a bot with a net by name raises the error.
    """
    weights = None if game.weights is None else _usable(game)
    if weights is None:
        return new_net(game, no_weights(game, 1), ())
    return new_net(game, weights.values[np.newaxis], weights.about.players)


@cache
def _usable(game: Game) -> Weights | None:
    try:
        return shipped(game)
    except BadWeights as error:
        _log.warning("%s Bots of %s estimate without it.", error, game.title)
        return None

"""The frozen random generator: Philox4x32-10, counter based.

Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011); checked against
the reference vectors of that paper's library. It makes the shuffles of recorded games, so its outputs must
never change: a change here needs a new `rules_version` of every game.

All words are held in 64-bit signed integers but stay below 2**32. That makes interpreted Python
(unbounded integers) and compiled code (wrapping 64-bit integers) give the same words.
"""

from __future__ import annotations

import hashlib
import math
from typing import Any

import numpy as np

from donjon.errors import BadOption
from donjon.kernel.compiling import compilable
from donjon.kernel.message import Message
from donjon.kernel.records import Ints, Record, field, layout
from donjon.kernel.untrusted import short


class Rng(Record):
    """The state of a generator."""

    key: Ints = field("i8", 2)
    stream: Ints = field("i8", 2)
    counter: int = field("i8")  # blocks drawn so far
    words: Ints = field("i8", 4)  # the last block
    left: int = field("i8")  # words of the block that are not used yet


RNG = layout(Rng)

_WORD = 0xFFFFFFFF
_BLOCK = 32  # weights that `place` skips at a time; most are 0
_ROUNDS = 10
_M0, _M1 = 0xD2511F53, 0xCD9E8D57
_W0, _W1 = 0x9E3779B9, 0xBB67AE85
_TOO_LONG = 10**1000  # a limit well below Python's, which converts at most 4300 digits to text


def new(seed: str | int, stream: int = 0) -> Any:
    """Return a generator for a seed; each `stream` (below 2**64) is an independent sequence."""
    rng = np.zeros(1, RNG)[0]
    start(rng, seed_key(seed), stream)
    return rng


def seed_key(seed: str | int) -> int:
    """Return the 64-bit key of a seed: the first 8 bytes (little endian) of its text's SHA-256.

    Raises BadOption for an invalid seed.
    """
    return int.from_bytes(hashlib.sha256(seed_text(seed).encode()).digest()[:8], "little")


def seed_text(seed: Any) -> str:
    """Return the text of a seed; for a number, its decimal digits.

    Raises BadOption for a value that is neither a text nor a whole number of at most 1,000 digits.
    """
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool) and abs(int(seed)) < _TOO_LONG:
        return str(seed)
    if isinstance(seed, str) and seed.encode("utf-8", "ignore").decode() == seed:
        return seed
    raise BadOption(
        Message("A seed is text or a whole number of up to 1,000 digits, not {given}.", given=short(seed))
    )


def start(rng: Any, key: int, stream: int) -> None:
    """Set a generator to the start of a stream. `key` and `stream` are below 2**64."""
    rng.key[0], rng.key[1] = key & _WORD, (key >> 32) & _WORD
    restart(rng, stream)


@compilable
def restart(rng: Rng, stream: int) -> None:
    """Set a generator to the start of another stream of the same key."""
    rng.stream[0] = stream & 0xFFFFFFFF
    rng.stream[1] = (stream >> 32) & 0xFFFFFFFF
    rng.counter = 0
    rng.left = 0


@compilable
def philox(k0: int, k1: int, c0: int, c1: int, c2: int, c3: int) -> tuple[int, int, int, int]:
    """Return four random words for two key words and four counter words (the block function)."""
    for _ in range(_ROUNDS):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0, c1, c2, c3 = (
            ((p1 >> 32) & _WORD) ^ c1 ^ k0,
            p1 & _WORD,
            ((p0 >> 32) & _WORD) ^ c3 ^ k1,
            p0 & _WORD,
        )
        k0 = (k0 + _W0) & _WORD
        k1 = (k1 + _W1) & _WORD
    return c0, c1, c2, c3


@compilable
def word(rng: Rng) -> int:
    """Return the next random word, uniform in 0 .. 2**32 - 1."""
    if rng.left == 0:
        counter = int(rng.counter)
        a, b, c, d = philox(
            int(rng.key[0]),
            int(rng.key[1]),
            counter & _WORD,
            (counter >> 32) & _WORD,
            int(rng.stream[0]),
            int(rng.stream[1]),
        )
        rng.words[0], rng.words[1], rng.words[2], rng.words[3] = a, b, c, d
        rng.counter = counter + 1
        rng.left = 4
    rng.left -= 1
    return int(rng.words[3 - rng.left])


@compilable
def below(rng: Rng, n: int) -> int:
    """Return a uniform random integer in 0 .. n - 1, for 1 <= n <= 2**32.

    Words past the last whole multiple of n are discarded, so that there is no bias.
    """
    drawn = word(rng)
    # Those words are among the last n: for any other word the second division is left out.
    while drawn > 4294967296 - n and drawn >= 4294967296 - 4294967296 % n:
        drawn = word(rng)
    return drawn % n


@compilable
def unit(rng: Rng) -> float:
    """Return a uniform random float in [0, 1) with 32 random bits."""
    return word(rng) * 2.3283064365386963e-10


@compilable
def gumbel(rng: Rng) -> float:
    """Return a random float of the standard Gumbel distribution.

    If t times such a number is added to each of several values, the probability that a value becomes the
    largest is proportional to e^(value / t).
    """
    return -math.log(-math.log((word(rng) + 0.5) * 2.3283064365386963e-10))


@compilable
def weighted(rng: Rng, weights: Ints, total: int) -> int:
    """Return a random index with probability weights[index] / total.

    `weights` is int64[n], not negative, with the sum `total` > 0.
    """
    return place(weights, below(rng, total))


@compilable
def place(weights: Ints, rest: int) -> int:
    """Return the first index of weights[n] up to which they sum to more than `rest`, -1 if none.

    In a mask of 0 and 1 this is the index of 1 number `rest` (from 0).
    """
    start = 0
    while start + _BLOCK <= weights.shape[0]:
        chance = 0
        for index in range(start, start + _BLOCK):
            chance += int(weights[index])
        if rest < chance:
            break
        rest -= chance
        start += _BLOCK
    for index in range(start, weights.shape[0]):
        rest -= int(weights[index])
        if rest < 0:
            return index
    return -1

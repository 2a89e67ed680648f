"""Cubes: the sets of them that several decisions choose from, in actions, events and hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any, NoReturn

import numpy as np

from donjon.caylus.nouns import CUBES, PLAIN_CUBES, Cube, amounts
from donjon.kernel.actions import Domain, Reading
from donjon.kernel.events import NamedEvent
from donjon.kernel.message import Message
from donjon.kernel.records import Grid


def counts(multisets: Sequence[tuple[int, ...]]) -> np.ndarray:
    """Return int8[multisets, CUBES]: how many cubes of each kind a multiset holds."""
    table = np.zeros((len(multisets), CUBES), np.int8)
    for index, cubes in enumerate(multisets):
        for cube in cubes:
            table[index, cube] += 1
    return table


# PAIRS[index]: two cubes other than gold, the first kind not above the second (peddler, alchemist, favour).
PAIRS = tuple(combinations_with_replacement(range(PLAIN_CUBES), 2))
# FOURS[index]: four such cubes (alchemist).
FOURS = tuple(combinations_with_replacement(range(PLAIN_CUBES), 4))
# BATCHES[index]: the food of a batch for the castle and what goes with it (CAY-9.2.2).
BATCHES = tuple(
    (Cube.FOOD, *pair) for pair in combinations((Cube.WOOD, Cube.STONE, Cube.CLOTH, Cube.GOLD), 2)
)
PAIR_CUBES: Grid = counts(PAIRS)
FOUR_CUBES: Grid = counts(FOURS)
BATCH_CUBES: Grid = counts(BATCHES)

# In the texts of actions


def cubes_read(reading: Reading) -> tuple[int, ...]:
    """Return the cubes that the words name, in the order of their kinds. Raises UnknownAction."""
    words = [word for word in reading.words if word != "and"]
    if not set(words) <= set(Cube.texts()):
        raise reading.refuse("{words} names no cube; the kinds are: {kinds}.", kinds=Cube.texts())
    return tuple(sorted(Cube.texts().index(word) for word in words))


def multiset(what: str, sets: Sequence[tuple[int, ...]]) -> Domain:
    """Return the choice among sets of several cubes: "food wood", "wood and food"."""

    def write(_state: Any, at: int) -> str:
        return " ".join(Cube(cube).text for cube in sets[at])

    def read(reading: Reading) -> int:
        cubes = cubes_read(reading)
        return sets.index(cubes) if cubes in sets else refuse_count(reading)

    return Domain(what, len(sets), write, read)


def refuse_count(reading: Reading) -> NoReturn:
    """Raise UnknownAction, which says how many cubes the action names."""
    if reading.verb == "for":
        raise reading.refuse("{words}: two cubes are taken for one, such as: swap food for wood stone.")
    if reading.verb == "buy":
        raise reading.refuse("{words}: one cube or two are bought, such as: buy food wood.")
    raise reading.refuse("{words}: two or four cubes are exchanged, such as: exchange food wood.")


def _read_cube(reading: Reading) -> int:
    if len(reading.words) != 1:
        raise reading.refuse("{words} must name one kind of cube: {kinds}.", kinds=Cube.texts())
    return cubes_read(reading)[0]


def _read_gold(reading: Reading) -> int:
    return 0 if Cube.GOLD in cubes_read(reading) else refuse_count(reading)


CUBE = Domain("a kind of cube", CUBES, lambda _state, cube: Cube(cube).text, _read_cube)
PAIR = multiset("two cubes", PAIRS)
FOUR = multiset("four cubes", FOURS)
GOLD = Domain("gold", 1, lambda _state, _at: "gold", _read_gold)  # any cubes with gold among them

# In the sentences of events and buttons


def one_cube_said(named: NamedEvent) -> list[Message]:
    """Return the words for one cube of the kind of an event."""
    return amounts(kind == named.cube for kind in Cube)


def pair_said(named: NamedEvent) -> list[Message]:
    """Return the words for the two cubes of an event."""
    return amounts(PAIR_CUBES[named.pair])


# The things of the hand that a person takes for an action: "cube-food" is a cube of one's own, "supply-food"
# one that can be had, "pair-food" one of two that are bought together.


def called(kind: str, cubes: Iterable[int]) -> str:
    """Return the names of these cubes, each of which is a thing of the hand."""
    return " ".join(f"{kind}-{Cube(cube).id}" for cube in cubes)


def own(_state: Any, cube: int) -> str:
    """Return the name of a cube that is given."""
    return called("cube", [cube])


def supply(_state: Any, cube: int) -> str:
    """Return the name of a cube that is received."""
    return called("supply", [cube])

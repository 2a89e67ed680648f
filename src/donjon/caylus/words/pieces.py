"""The things that a person takes for an action, as the hand draws them: (state, argument) -> their names.

"cube-food" is a cube of one's own, "supply-food" one that can be had; "pair-food" one of two that are bought
together; "offer-0" the first offer of a building; "tile-church" a tile to build.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from donjon.caylus.choices import BATCHES, FIRST_BUILT, FOURS, PAIRS
from donjon.caylus.nouns import Cube, Tile


def _called(kind: str, cubes: Iterable[int]) -> str:
    return " ".join(f"{kind}-{Cube(cube).id}" for cube in cubes)


def tile(_state: Any, index: int) -> str:
    """A tile to build."""
    return f"tile-{Tile(FIRST_BUILT + index).id}"


def own(_state: Any, cube: int) -> str:
    """A cube that is given."""
    return _called("cube", [cube])


def supply(_state: Any, cube: int) -> str:
    """A cube that is received."""
    return _called("supply", [cube])


def two_of_supply(_state: Any, pair: int) -> str:
    """Two cubes that are received."""
    return _called("supply", PAIRS[pair])


def bought_pair(_state: Any, pair: int) -> str:
    """Two cubes that are bought together: one alone has another price."""
    return _called("pair", PAIRS[pair])


def offer(_state: Any, index: int) -> str:
    """An offer of church, tailor or bank tile."""
    return f"offer-{index}"


def two_and_gold(state: Any, pair: int) -> str:
    """Two cubes, and the gold that they bring."""
    return f"{_called('cube', PAIRS[pair])} {offer(state, 0)}"


def four_and_gold(state: Any, four: int) -> str:
    """Four cubes, and the gold that they bring."""
    return f"{_called('cube', FOURS[four])} {offer(state, 1)}"


def batch(_state: Any, number: int) -> str:
    """The cubes of a batch."""
    return _called("cube", BATCHES[number])

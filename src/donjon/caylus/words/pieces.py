"""The things that a person takes for an action, as the hand draws them: (state, argument) -> their names.

"cube-food" is a cube of one's own, "supply-food" one that can be had; "pair-food" one of two that are bought
together; "offer-0" the first offer of a building; "tile-church" a tile to build.
"""

from __future__ import annotations

from typing import Any

from donjon.caylus.building import FIRST_BUILT
from donjon.caylus.cubes import FOURS, PAIRS, called
from donjon.caylus.nouns import Tile


def tile(_state: Any, index: int) -> str:
    """A tile to build."""
    return f"tile-{Tile(FIRST_BUILT + index).id}"


def bought_pair(_state: Any, pair: int) -> str:
    """Two cubes that are bought together: one alone has another price."""
    return called("pair", PAIRS[pair])


def offer(_state: Any, index: int) -> str:
    """An offer of church, tailor or bank tile."""
    return f"offer-{index}"


def two_and_gold(state: Any, pair: int) -> str:
    """Two cubes, and the gold that they bring."""
    return f"{called('cube', PAIRS[pair])} {offer(state, 0)}"


def four_and_gold(state: Any, four: int) -> str:
    """Four cubes, and the gold that they bring."""
    return f"{called('cube', FOURS[four])} {offer(state, 1)}"

"""The things that a person takes for an action, as the hand draws them: (state, argument) -> their names.

The drawings that bear the names are in `drawing/holding.py`; a name stands twice where two such things are
taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from donjon.ys.nouns import GEM_PAIRS, QUARTER_PAIRS, VALUE_PAIRS, Character, Gem

Pieces = Callable[[Any, int], str]


def bid(_state: Any, pair: int) -> str:
    """Two brokers from behind the screen."""
    return " ".join(f"disc-{value}" for value in VALUE_PAIRS[pair])


def card(_state: Any, card: int) -> str:
    """A character card."""
    return f"character-{Character(card).id}"


def ships(_state: Any, pair: int) -> str:
    """Two ships."""
    return " ".join(f"ship-{quarter + 1}" for quarter in QUARTER_PAIRS[pair])


def value_of(pile: str) -> Pieces:
    """A broker of a pile: "disc" behind the screen, "front"."""
    return lambda _state, value: f"{pile}-{value}"


def gem_of(pile: str) -> Pieces:
    """A gem of "ship", "bank", or of one's own: "gem"."""
    return lambda _state, kind: f"{pile}-{Gem(kind).id}"


def gems_of(pile: str) -> Pieces:
    """Two gems of a ship or of the bank."""
    return lambda _state, pair: " ".join(f"{pile}-{Gem(kind).id}" for kind in GEM_PAIRS[pair])

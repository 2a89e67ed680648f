"""What a visitor has done, in a cookie: for each game the numbers of the things done, as bits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_LONGEST = 1000  # letters of a cookie
_OF_GAME = re.compile(r"([a-z-]+)\.([0-9a-f]+)")


def done_in(cookie: str, count: Callable[[str], int]) -> dict[str, int]:
    """Return what is done by game, as bits (bit 0: the first); anything else in the cookie is ignored.

    count: the number of things of a game, 0 for an unknown one.
    """
    parts = _OF_GAME.findall(cookie[:_LONGEST])
    every = {name: int(bits, 16) & (1 << count(name)) - 1 for name, bits in parts}
    return {name: bits for name, bits in every.items() if bits}


def cookie_of(done: Mapping[str, int]) -> str:
    """Return the cookie of what is done, the reverse of `done_in`."""
    return "_".join(f"{name}.{bits:x}" for name, bits in sorted(done.items()))

"""What everybody who looks at a position sees alike: worked out once and kept for the next viewer."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

View = dict[str, Any]
# How many positions of a game are kept.
MOST_KEPT = 64


def shared(dtype: Any) -> Callable[[Callable[[Any], View]], Callable[[Any], View]]:
    """A decorator that caches views made of states of this dtype; callers may change what they get."""

    def keep(make: Callable[[Any], View]) -> Callable[[Any], View]:
        @lru_cache(MOST_KEPT)
        def kept(position: bytes) -> bytes:
            return marshal.dumps(make(np.frombuffer(position, dtype)[0]))

        def seen(state: Any) -> View:
            view: View = marshal.loads(kept(state.tobytes()))
            return view

        return seen

    return keep

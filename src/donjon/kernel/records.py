"""Record types whose fields read and write as attributes: `state.seats[seat].supply -= 1`.

numpy's own `np.record` does the same at several times the cost, because it looks at every attribute
in Python; here each field is a property of the record's class. Compiled code sees the same layout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

import numpy as np


def record_type(name: str, fields: Sequence[tuple[Any, ...]]) -> Any:
    """A structured dtype, fields given as numpy takes them, whose elements have them as attributes.

    Use plain arrays of it: `np.zeros(1, STATE)[0]` is a record that looks into the array.
    """
    attributes: dict[str, Any] = {"__slots__": ()}
    for field in fields:
        attributes[field[0]] = property(itemgetter(field[0]), _setter(field[0]))
    return np.dtype((type(name, (np.void,), attributes), list(fields)))


def _setter(field: str) -> Callable[[Any, Any], None]:
    def write(record: Any, value: Any) -> None:
        record[field] = value

    return write

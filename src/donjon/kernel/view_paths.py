"""Places in a view, by the paths with which data about positions name them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def value_at(view: Any, path: str) -> Any:
    """What a view holds at "players.0.supply"; None where there is nothing."""
    for step in path.split("."):
        if isinstance(view, Mapping):
            view = view.get(step)
        elif isinstance(view, Sequence) and step.isdecimal() and int(step) < len(view):
            view = view[int(step)]
        else:
            return None
    return view

"""Helpers for views: a cache, access by path, and the card "What scores?"."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from donjon.kernel.message import Message, Term

View = dict[str, Any]
# The number of positions in the cache of a game.
MOST_KEPT = 64


def shared(dtype: Any) -> Callable[[Callable[[Any], View]], Callable[[Any], View]]:
    """Return a decorator that caches views of states of this dtype; callers may change the result."""

    def keep(make: Callable[[Any], View]) -> Callable[[Any], View]:
        @lru_cache(MOST_KEPT)
        def kept(position: bytes) -> bytes:
            return marshal.dumps(make(np.frombuffer(position, dtype)[0]))

        def view_of(state: Any) -> View:
            view: View = marshal.loads(kept(state.tobytes()))
            return view

        return view_of

    return keep


def value_at(view: Any, path: str) -> Any:
    """Return the value in a view at a path such as "players.0.supply"; None if there is none."""
    for step in path.split("."):
        if isinstance(view, Mapping):
            view = view.get(step)
        elif isinstance(view, Sequence) and step.isdecimal() and int(step) < len(view):
            view = view[int(step)]
        else:
            return None
    return view


SUBJECT = "scoring"

Line = tuple[str, Message]
TITLE: Line = "", Message("What scores?")


def scoring_card(sources: Mapping[str, tuple[Term, Line]], mine: Mapping[str, Any] | None) -> list[Line]:
    """Return the lines of the card "What scores?" as (rule id or "", sentence), the title first.

    sources: for each source of points, by id, its name and the line that says what scores; mine: the viewer's
    current points by source, without sources that are not scored yet; None for a spectator.
    """
    return [TITLE, *(_line(name, line, mine, source) for source, (name, line) in sources.items())]


def _line(name: Term, line: Line, mine: Mapping[str, Any] | None, source: str) -> Line:
    rule, text = line
    if mine is None or source not in mine:
        return rule, Message("{source}: {what}", source=name, what=text)
    return rule, Message("{source} ({points}): {what}", source=name, points=mine[source], what=text)

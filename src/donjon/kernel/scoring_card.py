"""The card "What scores?": every source of points with its sentence, and what the asker has from it now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.kernel.message import Message, Term

SUBJECT = "scoring"

Line = tuple[str, Message]
TITLE: Line = "", Message("What scores?")


def scoring_card(sources: Mapping[str, tuple[Term, Line]], mine: Mapping[str, Any] | None) -> list[Line]:
    """Lines of (rule id or "", sentence), the title first.

    `sources`: for each source, by id, its name and what gives its points; `mine`: the asker's present points
    by source, without sources that are not counted yet; None for a spectator.
    """
    return [TITLE, *(_line(name, said, mine, source) for source, (name, said) in sources.items())]


def _line(name: Term, said: Line, mine: Mapping[str, Any] | None, source: str) -> Line:
    rule, text = said
    if mine is None or source not in mine:
        return rule, Message("{source}: {what}", source=name, what=text)
    return rule, Message("{source} ({points}): {what}", source=name, points=mine[source], what=text)

"""Draw the pages of a game whose drawing has no facts: each change sends the whole page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from donjon.drawing.facts import Facts, Piece, Shapes
from donjon.drawing.protocol import Drawing
from donjon.drawing.saying import Words


class Whole:
    """A drawing as one with facts (`TellsFacts`): it has the points of the seats, and nothing else."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._drawing, name)

    def public_facts(self, view: Mapping[str, Any], words: Words, settled: bool = True) -> Facts:
        """Return the points of the seats."""
        return {f".total-{seat}": player["total"] for seat, player in enumerate(view["players"])}

    def own_facts(self, view: Mapping[str, Any], words: Words, settled: bool = True) -> Facts:
        """Return no facts."""
        return {}

    def lit(self, view: Mapping[str, Any], actions: Iterable[int]) -> Mapping[str, dict[str, Piece]]:
        """Return no pieces: `draw` highlights legal actions itself."""
        return {}

    def ground(self, view: Mapping[str, Any]) -> tuple[()]:
        """Return nothing: the page is drawn anew at each change."""
        return ()

    def shapes(self, words: Words) -> Shapes:
        """Return no shapes."""
        return {}

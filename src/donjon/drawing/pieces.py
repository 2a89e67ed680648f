"""The pieces of a board: what a template's macros write, kept from one drawing to the next."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup

from donjon.drawing.saying import Saying
from donjon.drawing.templates import macros

# What `labels` and `standalone` are in this drawing.
Look = tuple[bool, bool]


class Pieces:
    """The pieces of a game's board, each written by the macro of its name.

    `given` are functions by the names of macros: (said, *facts) -> what that macro is called with. The macros
    know `labels` and `standalone`, and what is the same in every drawing: `context`.
    """

    def __init__(
        self, template: str, given: Mapping[str, Callable[..., Any]], context: Mapping[str, Any]
    ) -> None:
        self._template = template
        self._given = given
        self._context = context
        self.macros = functools.cache(self._macros)

    def _macros(self, look: Look) -> Any:
        labels, standalone = look
        return macros(self._template, labels=labels, standalone=standalone, **self._context)

    def kept(self, said: Saying, look: Look, macro: str, seen: Mapping[str, Any], *facts: Any) -> Markup:
        """A piece, drawn from `seen` of the view and from `facts`; see `Saying.kept`."""
        return said.kept(self._draw, seen, macro, look, *facts)

    def _draw(self, said: Saying, macro: str, look: Look, *facts: Any) -> Markup:
        return Markup(getattr(self.macros(look), macro)(self._given[macro](said, *facts)))

"""Templates that drawings are written with, and the pieces of a board that their macros write."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from donjon.drawing.labels import held, letters, short
from donjon.drawing.saying import Saying
from donjon.drawing.theme import charge, folder, icon, shield


def _load(name: str) -> str | None:
    file = folder(name)
    return file.read_text("utf-8") if file.is_file() else None


@functools.cache
def environment() -> Environment:
    """The Jinja2 environment of all drawings; a template is named "kingdom_builder/board.svg.jinja".

    Everything is escaped unless it is Markup; a name that is not given is an error, not an empty word.
    """
    made = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        loader=FunctionLoader(_load),
    )
    made.globals |= {"icon": icon, "shield": shield, "charge": charge, "held": held, "letters": letters}
    made.globals["short"] = short
    return made


def render(template: str, **context: Any) -> Markup:
    """The text of a template, ready to be put into a page."""
    return Markup(environment().get_template(template).render(**context))


def macros(template: str, **context: Any) -> Any:
    """The macros of a template as attributes; `context` are the template's other names."""
    return environment().get_template(template).make_module(context)


def call(template: str, macro: str, *args: Any, **context: Any) -> Markup:
    """What a macro of a template writes, called with `args`; `context` are the template's other names."""
    return Markup(getattr(macros(template, **context), macro)(*args))


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

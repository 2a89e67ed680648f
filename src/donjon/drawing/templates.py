"""Jinja2 templates of drawings, and the macros of a board."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from donjon.drawing import facts
from donjon.drawing.labels import held, letters, short
from donjon.drawing.theme import charge, folder, icon, shield

# The functions that write facts into a template, see `donjon.drawing.facts`.
FROM_FACTS = {
    "text": facts.text,
    "part": facts.part,
    "classes": facts.classes,
    "attributes": facts.attributes,
    "pieces": facts.pieces,
    "slot": facts.slot,
}


def _load(name: str) -> str | None:
    file = folder(name)
    return file.read_text("utf-8") if file.is_file() else None


@functools.cache
def environment() -> Environment:
    """Return the Jinja2 environment of all drawings; template names: "kingdom_builder/board.svg.jinja".

    All values are escaped unless they are Markup; an undefined name is an error, not an empty text.
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
    made.globals |= FROM_FACTS
    return made


def render(template: str, **context: Any) -> Markup:
    """Return the text of a template, safe to put into a page."""
    return Markup(environment().get_template(template).render(**context))


def macros(template: str, **context: Any) -> Any:
    """Return the macros of a template as attributes; `context` has the template's other names."""
    return environment().get_template(template).make_module(context)


def call(template: str, macro: str, *args: Any, **context: Any) -> Markup:
    """Return the text of one macro of a template; `context` has the template's other names."""
    return Markup(getattr(macros(template, **context), macro)(*args))


# The options of a drawing: (labels, standalone).
Look = tuple[bool, bool]


class Pieces:
    """The macros of a game's board; `context`: names that are the same in every drawing.

    The macros can use these, `labels` and `standalone`.
    """

    def __init__(self, template: str, context: Mapping[str, Any]) -> None:
        self._template = template
        self._context = context
        self.macros = functools.cache(self._macros)

    def _macros(self, look: Look) -> Any:
        """Return the macros for a look as attributes."""
        labels, standalone = look
        return macros(self._template, labels=labels, standalone=standalone, **self._context)

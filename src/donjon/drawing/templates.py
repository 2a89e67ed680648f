"""The templates that drawings are written with."""

from __future__ import annotations

import functools
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from donjon.drawing.labels import held, letters, short
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

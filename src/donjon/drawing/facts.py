"""Facts: what a page shows, as values by key; and the places in a template where they stand.

A page is drawn from facts, and an open page gets the facts that change. The first letter of a key is its
kind:

- ".total-0": a text, which stands in every `text("total-0")`.
- "?turn-0": whether the class "turn" is set, on every element with `classes(..., "turn-0")`.
- "@title:seat-0": an attribute, None if it is absent, of every element with `attributes("title:seat-0")`. An
  element whose `id` changes becomes empty.
- "#signs-0": markup inside the element `part("signs-0")`.
- "=verbs": an element with the id "verbs" at `slot("verbs")`, or "" if it is absent.
- "*spot": all pieces of a family, by id.
- any other key: the id of a piece, (shape, *values), which stands in the list of its family,
  `pieces(family)`; the family is what the id starts with: "s" of "s0-3", "spot" of "spot-12".

Markup that has other facts within it is a `Part`. A `Shape` writes the markup of a piece from its values;
`pattern` is the same markup with places for the values, from which the browser makes pieces. So a piece is
drawn by one macro on both sides. Pieces of a list lie in the natural order of their ids ("s0-3" before
"s0-10").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from markupsafe import Markup, escape

Facts = dict[str, Any]
# (shape, *values): texts and numbers, None for an attribute that is absent, (markup,) for markup, and pieces
# without ids, ((shape, *values), ...).
Piece = tuple[Any, ...]

MARKS = ".?@#=*"
_NUMBERS = re.compile(r"(\d+)")
_FAMILY = re.compile(r"[a-z]+")
_MISSING = object()


class Part:
    """Markup with other facts within it: equal to any other with the same key, and written when it is needed.

    key: tells whether the markup itself is another; facts within it have keys of their own.
    """

    __slots__ = ("key", "write")

    def __init__(self, key: Any, write: Callable[[], str]) -> None:
        self.key, self.write = key, write

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self.key == other.key

    __hash__ = None  # type: ignore[assignment]

    @property
    def bare(self) -> Part:
        """Return a part with the same key that is only compared; it keeps nothing else in memory."""
        return Part(self.key, str)


class Shape:
    """The markup of pieces, written by a macro: (id, *values) -> markup.

    values: how many values there are; one that is markup is the whole content of an element.
    """

    def __init__(self, write: Callable[..., str], values: int) -> None:
        self.values = values
        self._write = write

    def __call__(self, id: str, *values: Any) -> str:
        """Return the markup of a piece."""
        shown = [_shown(value) if isinstance(value, (tuple, list)) else value for value in values]
        return str(self._write(id, *shown)).strip()

    @property
    def pattern(self) -> str:
        """Return the markup with "{id}" and "{0}", "{1}" ... where the values stand."""
        return self("{id}", *(f"{{{number}}}" for number in range(self.values)))


def _shown(value: Sequence[Any]) -> Markup:
    """Return the markup of a value: its own, or that of the pieces it consists of."""
    if value and isinstance(value[0], str):
        return Markup(value[0])
    shapes = _now()[1]
    return Markup("".join(shapes[shape]("", *values) for shape, *values in value))


Shapes = Mapping[str, Shape]
_SHOWN: ContextVar[tuple[Facts, Shapes] | None] = ContextVar(
    "the facts that a page is drawn from", default=None
)


@contextmanager
def showing(facts: Facts, shapes: Shapes) -> Iterator[None]:
    """Draw templates from these facts within the block."""
    before = _SHOWN.set((facts, shapes))
    try:
        yield
    finally:
        _SHOWN.reset(before)


def is_showing() -> bool:
    """Return whether templates are drawn from facts now."""
    return _SHOWN.get() is not None


def _now() -> tuple[Facts, Shapes]:
    now = _SHOWN.get()
    if now is None:
        raise LookupError("A template with facts is drawn within `showing(facts, shapes)`.")
    return now


def text(name: str, tag: str = "b", **more: Any) -> Markup:
    """Return an element with the text of the fact `.name`; `more` are attributes."""
    return _element(tag, {**more, "data-text": name}, escape(_now()[0].get(f".{name}", "")))


def part(name: str, tag: str = "div", **more: Any) -> Markup:
    """Return an element with the id `name` that holds the markup of the fact `#name`."""
    return _element(tag, {"id": name, **more}, _written(f"#{name}"))


def slot(name: str) -> Markup:
    """Return a mark that is not shown, followed by the element of the fact `=name`, if it is there."""
    return Markup('<template id="at-{}"></template>').format(name) + _written(f"={name}")


def _written(key: str) -> Markup:
    fact = _now()[0].get(key, "")
    return Markup(fact.write() if isinstance(fact, Part) else fact)


def classes(always: str, *names: str) -> Markup:
    """Return the attribute `class`, with each class whose fact `?name` is true; "turn-0" sets "turn"."""
    facts = _now()[0]
    set_now = [always, *(name.partition("-")[0] for name in names if facts.get(f"?{name}"))]
    return Markup('class="{}" data-class="{}"').format(" ".join(filter(None, set_now)), " ".join(names))


def attributes(*names: str) -> Markup:
    """Return attributes from facts: "title:seat-0" is `title` with the value of the fact `@title:seat-0`."""
    facts = _now()[0]
    values = ((name.partition(":")[0], facts.get(f"@{name}")) for name in names)
    written = [Markup('{}="{}"').format(name, value) for name, value in values if value is not None]
    return Markup(" ").join([*written, Markup('data-facts="{}"').format(" ".join(names))])


def pieces(family: str, down: bool = False) -> Markup:
    """Return the markup of all pieces of a family, in their order; `down`: in the reverse order.

    The element around them has `data-list` with the family, and `data-order="down"` for the reverse order.
    """
    facts, shapes = _now()
    found = dict(facts.get(f"*{family}", {}))
    for key, piece in facts.items():
        if family_of(key) == family:
            found[key] = piece
    return Markup(
        "\n".join(shapes[found[id][0]](id, *found[id][1:]) for id in sorted(found, key=natural, reverse=down))
    )


def _element(tag: str, named: Mapping[str, Any], inside: Markup) -> Markup:
    named_now = Markup(" ").join(Markup('{}="{}"').format(name, value) for name, value in named.items())
    return Markup("<{} {}>{}</{}>").format(Markup(tag), named_now, inside, Markup(tag))


def family_of(key: str) -> str:
    """Return the family of a piece by its id, "" for the key of another fact."""
    found = _FAMILY.match(key)
    return found[0] if found is not None else ""


def natural(id: str) -> list[Any]:
    """Return the key by which pieces are sorted: numbers in an id count as numbers."""
    return [int(part) if number % 2 else part for number, part in enumerate(_NUMBERS.split(id))]


def differ(old: Facts, new: Facts) -> Facts:
    """Return the facts that lead from `old` to `new`, in the order of `new`; None for pieces that go.

    Only pieces go: any other fact that is missing in `new` stays as it was. Of a family ("*spot") the pieces
    that change are returned, unless these are more than the family has.
    """
    changed: Facts = {}
    for key, value in new.items():
        before = old.get(key, _MISSING)
        if before is value or before == value:
            continue
        of_family = differ(before, value) if key[0] == "*" and before is not _MISSING else None
        if of_family is not None and len(of_family) <= len(value):
            changed |= of_family
        else:
            changed[key] = value
    for key in old.keys() - new.keys():
        if key[0] not in MARKS:
            changed[key] = None
    return changed


def after(old: Facts, change: Facts) -> Facts:
    """Return the facts after a change that `differ` returned for facts without families."""
    merged = {**old, **change}
    for key, value in change.items():
        if value is None and key[0] not in MARKS:
            del merged[key]
    return merged


def plain(number: float) -> float | int:
    """Return a number as Python and JavaScript write it alike: 4.0 as 4."""
    return int(number) if number == int(number) else number

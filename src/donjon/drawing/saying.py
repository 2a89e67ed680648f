"""Write a view's messages in a language, and cache fragments of drawings."""

from __future__ import annotations

import functools
import marshal
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from donjon.drawing.weaving import Woven, piece, weaving
from donjon.kernel.message import Message, Translate

# The number of cached fragments, for all games together: some 24 MB.
MOST_KEPT = 8192
# In this version of marshal equal data are always equal bytes; later ones depend on reference counts.
_PLAIN = 2


@dataclass(frozen=True)
class Words:
    """A language with the names of the seats (None: they are called "seat 0"); a key of caches."""

    translate: Translate
    names: tuple[str, ...] | None = None

    def say(self, message: Message) -> str:
        """Return a message in the language, with the names of the seats."""
        return message.say(self.translate, self.names)

    def name(self, seat: int) -> str:
        """Return the name of a seat, "seat 0" in the language if it has none."""
        if self.names is not None and seat < len(self.names):
            return self.names[seat]
        return self.say(Message("seat {number}", number=seat))


class Saying:
    """A view with a language and the names of the seats; games add words for their things."""

    def __init__(self, view: Mapping[str, Any], translate: Translate, names: Sequence[str] | None) -> None:
        self.view = view
        self.translate = translate
        self.names = None if names is None else tuple(names)

    def say(self, message: Message) -> str:
        """Return a message in the language, with the names of the seats."""
        return message.say(self.translate, self.names)

    def name(self, seat: int) -> str:
        """Return the name of a seat, "seat 0" in the language if no names are given."""
        if self.names is not None and seat < len(self.names):
            return self.names[seat]
        return self.say(Message("seat {number}", number=seat))

    def kept(self, draw: Callable[..., Markup], fields: Mapping[str, Any], *facts: Any) -> Markup:
        """Return the text that `draw(said, *facts)` writes for a fragment of a drawing, from a cache.

        Few fragments change from one position to the next. The key contains all data that a fragment can be
        drawn from: `draw` gets a Saying with `fields` as its view, and both `fields` and `facts` are copies
        decoded from the key. So the text can't depend on anything outside the key. Both must be plain data,
        as views are; other values raise ValueError. Within `weaving()` the result is a mark.
        """
        kind: Any = type(self)
        return _drawn(draw, kind, self.translate, self.names, frozen((fields, facts))).shown()


def fields(view: Mapping[str, Any], reads: Iterable[str]) -> dict[str, Any]:
    """Return some fields of a view; "players.gold" is one field of a mapping, or of each in a list."""
    parts = dict[str, Any]()
    for read in reads:
        name, _, inner = read.partition(".")
        whole = view[name]
        if not inner:
            parts[name] = whole
        elif isinstance(whole, Mapping):
            parts.setdefault(name, {})[inner] = whole[inner]
        else:
            for part, one in zip(parts.setdefault(name, [{} for _ in whole]), whole, strict=True):
                part[inner] = one[inner]
    return parts


def frozen(data: Any) -> bytes:
    """Return plain data as bytes, equal for equal data; `thawed` decodes them.

    Raises ValueError for values that aren't plain data.
    """
    return marshal.dumps(data, _PLAIN)


def thawed(known: bytes) -> Any:
    """Return a new copy of the plain data of a key that `frozen` made."""
    return marshal.loads(known)


@functools.lru_cache(maxsize=MOST_KEPT)
def _drawn(
    draw: Callable[..., Markup],
    kind: Callable[..., Saying],
    translate: Translate,
    names: tuple[str, ...] | None,
    known: bytes,
) -> Woven:
    view, facts = thawed(known)
    with weaving() as parts:
        text = draw(kind(view, translate, names), *facts)
    return piece(text, parts.values())

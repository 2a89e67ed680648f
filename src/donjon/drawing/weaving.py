"""Texts that are woven of pieces: a piece stands in them as a short mark until they are read.

From one position to the next most pieces of a page stay. Who draws one within `weaving()` gets marks for
pieces that are kept, so that long texts are neither copied nor compared again; `whole` puts the pieces in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextvars import ContextVar
from functools import cache
from itertools import count
from weakref import WeakValueDictionary

from markupsafe import Markup

# Around the number of a piece. No text that people give holds them: they are not printable.
BEGIN, END = "\x0e", "\x0f"
_MARK = re.compile(f"{BEGIN}\\d+{END}")
_LINK = re.compile(r"href=\"#([\w-]+)\"")
# The first tag of an element, or a mark.
_FIRST = re.compile(rf"<([a-zA-Z][\w:-]*)(?:[^>\"']|\"[^\"]*\"|'[^']*')*>|{_MARK.pattern}")
_BLANKS = re.compile(r"\s*")


class Woven:
    """A text with marks, and the pieces that they stand for, which live as long as it does."""

    __slots__ = ("__weakref__", "_links", "mark", "parts", "text")

    def __init__(self, text: str, parts: Iterable[Woven], mark: str = "") -> None:
        # A plain text: those that are Markup are slow to read, and copied whenever they are asked for.
        self.text, self.parts, self.mark = str(text), tuple(parts), Markup(mark)
        self._links: frozenset[str] | None = None

    @property
    def whole(self) -> Markup:
        """The text without marks; put together each time, as each would take the room of all in it again."""
        return Markup(whole(self.text))

    @property
    def links(self) -> frozenset[str]:
        """The ids that it refers to."""
        if self._links is None:
            self._links = links(self.text)
        return self._links

    def shown(self) -> Markup:
        """What is written for it: within `weaving()` its mark, or its text with marks if it has none."""
        loom = _LOOM.get()
        if loom is None:
            return self.whole
        if not self.mark:
            loom |= {part.mark: part for part in self.parts}
            return Markup(self.text)
        loom[self.mark] = self
        return self.mark


_LOOM: ContextVar[dict[str, Woven] | None] = ContextVar("the pieces of the text that is woven", default=None)
_NUMBERS = count()
# All pieces that are in use, by their texts and by their marks.
_BY_TEXT = WeakValueDictionary[str, Woven]()
_BY_MARK = WeakValueDictionary[str, Woven]()


class weaving:
    """Pieces that are kept are written as marks; what is given holds them, by their marks."""

    def __enter__(self) -> dict[str, Woven]:
        loom = dict[str, Woven]()
        self._before = _LOOM.set(loom)
        return loom

    def __exit__(self, *_: object) -> None:
        _LOOM.reset(self._before)


def piece(text: str, parts: Iterable[Woven] = ()) -> Woven:
    """A text that is kept, with a mark if it is whole elements. Of equal ones there is one while it lives."""
    plain = str(text)
    known = _BY_TEXT.get(plain)
    if known is None:
        if not is_elements(plain):
            return Woven(plain, parts)
        known = Woven(plain, parts, f"{BEGIN}{next(_NUMBERS)}{END}")
        _BY_TEXT[plain] = _BY_MARK[str(known.mark)] = known
    return known


def is_weaving() -> bool:
    """Are pieces written as marks now?"""
    return _LOOM.get() is not None


def pieces_of(text: str) -> tuple[Woven, ...]:
    """The pieces that a text has marks for, which live."""
    return tuple(_BY_MARK[mark] for mark in dict.fromkeys(_MARK.findall(text)))


def opened(text: str) -> str:
    """The text of a piece, maybe with marks, where a text is just its mark; else the text itself."""
    known = _BY_MARK.get(text) if text[:1] == BEGIN else None
    return str(text) if known is None else known.text


def marked(mark: str) -> Woven:
    """The piece that a mark stands for, in a text whose pieces live."""
    return _BY_MARK[mark]


def whole(text: str) -> str:
    """A text whose pieces live, with all of them put in."""
    return _MARK.sub(lambda found: whole(_BY_MARK[found[0]].text), text) if BEGIN in text else text


def links(text: str) -> frozenset[str]:
    """The ids that a text and the pieces in it refer to with `href="#..."`."""
    inner = (_BY_MARK[mark].links for mark in _MARK.findall(text)) if BEGIN in text else ()
    return frozenset(_LINK.findall(text)).union(*inner)


def is_elements(html: str) -> bool:
    """Are these elements, one at least, with blanks between them at most?"""
    at, most = _BLANKS.match(html).end(), len(html)  # type: ignore[union-attr]
    while at < most:
        first = _FIRST.match(html, at)
        if first is None:
            return False
        at = first.end()
        if first[1] and not first[0].endswith("/>"):
            try:
                at = closing(html, first[1], at, most)[1]
            except ValueError:
                return False
        at = _BLANKS.match(html, at).end()  # type: ignore[union-attr]
    return bool(html) and not html.isspace()


def closing(html: str, tag: str, at: int, most: int) -> tuple[int, int]:
    """Where the last tag of an element is: others of its kind may lie in it. ValueError without one."""
    last = f"</{tag}>"
    close = html.find(last, at, most)
    if close >= 0 and html.find(f"<{tag}", at, close) < 0:
        return close, close + len(last)
    depth = 1
    for found in _tags(tag).finditer(html, at, most):
        if found[1]:
            depth -= 1
            if not depth:
                return found.span()
        elif not found[0].endswith("/>"):
            depth += 1
    raise ValueError(f"<{tag}> is not closed.")


@cache
def _tags(tag: str) -> re.Pattern[str]:
    """The tags of a kind; no attribute holds a "<", which is always escaped."""
    return re.compile(rf"<(/?){tag}(?![\w:-])(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")

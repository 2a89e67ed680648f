"""Texts with cached fragments, which are written as short marks until the whole text is needed.

Most fragments of a page do not change from one position to the next. Within `weaving()`, cached fragments are
written as marks, so that long texts are neither copied nor compared again; `whole` puts the fragments in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextvars import ContextVar
from functools import cache
from itertools import count
from weakref import WeakValueDictionary

from markupsafe import Markup

# Delimiters of the number of a fragment. Users' texts can't contain them, because they are not printable.
BEGIN, END = "\x0e", "\x0f"
_MARK = re.compile(f"{BEGIN}\\d+{END}")
_LINK = re.compile(r"href=\"#([\w-]+)\"")
# The first tag of an element, or a mark.
_FIRST = re.compile(rf"<([a-zA-Z][\w:-]*)(?:[^>\"']|\"[^\"]*\"|'[^']*')*>|{_MARK.pattern}")
_BLANKS = re.compile(r"\s*")


class Woven:
    """A fragment: a text with marks, and the fragments of these marks, which it keeps alive."""

    __slots__ = ("__weakref__", "_links", "mark", "parts", "text")

    def __init__(self, text: str, parts: Iterable[Woven], mark: str = "") -> None:
        # A plain str: Markup is slow to read, and str() of it makes a copy each time.
        self.text, self.parts, self.mark = str(text), tuple(parts), Markup(mark)
        self._links: frozenset[str] | None = None

    @property
    def whole(self) -> Markup:
        """Return the text with all marks replaced; not cached, to save memory."""
        return Markup(whole(self.text))

    @property
    def links(self) -> frozenset[str]:
        """Return the ids that the fragment refers to, see `links`."""
        if self._links is None:
            self._links = links(self.text)
        return self._links

    def shown(self) -> Markup:
        """Return the whole text; within `weaving()` its mark, or its text with marks if it has none."""
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
# All fragments in use, by text and by mark.
_BY_TEXT = WeakValueDictionary[str, Woven]()
_BY_MARK = WeakValueDictionary[str, Woven]()


class weaving:
    """A context manager in which fragments are written as marks.

    Its value is a dict of the fragments written, by their marks.
    """

    def __enter__(self) -> dict[str, Woven]:
        loom = dict[str, Woven]()
        self._before = _LOOM.set(loom)
        return loom

    def __exit__(self, *_: object) -> None:
        _LOOM.reset(self._before)


def piece(text: str, parts: Iterable[Woven] = ()) -> Woven:
    """Return the fragment of a text, with a mark if the text consists of whole elements.

    Equal texts share one fragment as long as it is in use.
    """
    plain = str(text)
    known = _BY_TEXT.get(plain)
    if known is None:
        if not is_elements(plain):
            return Woven(plain, parts)
        known = Woven(plain, parts, f"{BEGIN}{next(_NUMBERS)}{END}")
        _BY_TEXT[plain] = _BY_MARK[str(known.mark)] = known
    return known


def is_weaving() -> bool:
    """Return whether fragments are written as marks now."""
    return _LOOM.get() is not None


def pieces_of(text: str) -> tuple[Woven, ...]:
    """Return the fragments of the marks in a text, which must be in use, without duplicates."""
    return tuple(_BY_MARK[mark] for mark in dict.fromkeys(_MARK.findall(text)))


def opened(text: str) -> str:
    """Return the fragment's text, with its marks, if a text is just a mark; else the text itself."""
    known = _BY_MARK.get(text) if text[:1] == BEGIN else None
    return str(text) if known is None else known.text


def marked(mark: str) -> Woven:
    """Return the fragment of a mark. Raises KeyError if it is no longer in use."""
    return _BY_MARK[mark]


def whole(text: str) -> str:
    """Return a text with all marks replaced; its fragments must be in use."""
    return _MARK.sub(lambda mark: whole(_BY_MARK[mark[0]].text), text) if BEGIN in text else text


def links(text: str) -> frozenset[str]:
    """Return the ids that a text and its fragments refer to with `href="#..."`."""
    inner = (_BY_MARK[mark].links for mark in _MARK.findall(text)) if BEGIN in text else ()
    return frozenset(_LINK.findall(text)).union(*inner)


def is_elements(html: str) -> bool:
    """Return whether a text consists of one or more whole elements, with only blanks between them."""
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
    """Return the span of an element's closing tag; elements with the same tag may be nested in it.

    `at` is the end of the opening tag. Raises ValueError if the element is not closed before `most`.
    """
    last = f"</{tag}>"
    close = html.find(last, at, most)
    if close >= 0 and html.find(f"<{tag}", at, close) < 0:
        return close, close + len(last)
    depth = 1
    for match in _tags(tag).finditer(html, at, most):
        if match[1]:
            depth -= 1
            if not depth:
                return match.span()
        elif not match[0].endswith("/>"):
            depth += 1
    raise ValueError(f"<{tag}> is not closed.")


@cache
def _tags(tag: str) -> re.Pattern[str]:
    """Return a pattern for the opening and closing tags of this name.

    Attributes have no "<", because it is always escaped.
    """
    return re.compile(rf"<(/?){tag}(?![\w:-])(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")

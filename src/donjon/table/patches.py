"""What turns one page into another, in few words: changes of single elements.

An element is named by its id, or by the nearest one around it that has an id and the way from there:
"seat-2/0/3" is the fourth element in the first one in "seat-2". Where elements with ids come, go or stand
elsewhere among their like, just that is said: one that stays is the same element for the browser, so that it
can travel and keeps the focus. Both pages come from our own templates, so every element is closed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

# ("a", element, {name: value, None to take it away}), ("h", element, what it holds), ("r", id),
# ("i", the element around it, id of what comes after or "", HTML), ("m", id, id of what comes after or "").
Change = tuple[Any, ...]

_TAG = re.compile(r"<(/?)([a-zA-Z][\w:-]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>")
_ID = re.compile(r"\sid=\"([^\"]*)\"")
_ATTRIBUTE = re.compile(r"([^\s=\"'/]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'))?")
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)


class Element:
    """An element of a page: its first tag, the elements in it, and the texts between them.

    texts: one more than children; start, end: where it stands in its source, and where what it holds does.
    """

    __slots__ = ("_inner", "_outer", "_source", "children", "head", "id", "is_changed", "tag", "texts")

    def __init__(self, tag: str, id: str, head: str, source: str, start: int) -> None:
        self.tag, self.id, self.head = tag, id, head
        self.children: list[Element] = []
        self.texts: list[str] = []
        self.is_changed = False  # something else was put into it
        self._source = source
        self._outer, self._inner = (start, start), (start + len(head), start + len(head))

    def close(self, at: int, end: int) -> None:
        """What it holds ends at one place of the source, it itself at another."""
        self._outer, self._inner = (self._outer[0], end), (self._inner[0], at)

    @property
    def is_void(self) -> bool:
        """Can it hold nothing?"""
        return self.tag in _VOID or self.head.endswith("/>")

    @property
    def html(self) -> str:
        """The whole element."""
        if self.is_void:
            return self.head
        if self.is_changed:
            return f"{self.head}{self.inner}</{self.tag}>" if self.tag else self.inner
        return self._source[slice(*self._outer)]

    @property
    def inner(self) -> str:
        """What it holds."""
        if not self.is_changed:
            return self._source[slice(*self._inner)]
        held = [text + child.html for text, child in zip(self.texts, self.children, strict=False)]
        return "".join(held) + self.texts[-1]

    @property
    def holds_its_like(self) -> bool:
        """Does it hold only elements with ids? They can come and go."""
        return all(child.id for child in self.children) and not any(text.strip() for text in self.texts)

    def within(self) -> Iterator[Element]:
        """The element and all in it."""
        yield self
        for child in self.children:
            yield from child.within()

    def put(self, part: Element) -> Element | None:
        """Put an element in the place of that with the same id, which is given back; None without one."""
        for at, child in enumerate(self.children):
            found = child if child.id == part.id else child.put(part)
            if found is not None:
                self.children[at] = part if child is found else child
                self.is_changed = True
                return found
        return None


def parse(html: str) -> Element:
    """A piece of a page as an element without a name. Raises ValueError where tags do not fit together."""
    root = Element("", "", "", html, 0)
    open_now, texts_from = [root], 0
    for found in _TAG.finditer(html):
        closes, tag, attributes = found.groups()
        inside = open_now[-1]
        inside.texts.append(html[texts_from : found.start()])
        texts_from = found.end()
        if closes:
            if inside.tag != tag or inside is root:
                raise ValueError(f"</{tag}> closes <{inside.tag}>.")
            inside.close(found.start(), found.end())
            open_now.pop()
            continue
        named = _ID.search(attributes) if "id=" in attributes else None
        element = Element(tag, named[1] if named else "", found.group(), html, found.start())
        inside.children.append(element)
        if element.is_void:
            element.close(found.end(), found.end())
            element.texts.append("")
        else:
            open_now.append(element)
    if len(open_now) > 1:
        raise ValueError(f"<{open_now[-1].tag}> is not closed.")
    root.texts.append(html[texts_from:])
    root.close(len(html), len(html))
    return root


def attributes_of(head: str) -> dict[str, str]:
    """The attributes of a first tag."""
    inside = head.partition(" ")[2].rstrip("/>")
    return {
        found[1]: unescape(found[2] if found[2] is not None else found[3] or "")
        for found in _ATTRIBUTE.finditer(inside)
    }


def changes(old: Element, new: Element) -> list[Change]:
    """What turns a page, or an element with an id, into another; what goes first."""
    gone: list[Change] = []
    other: list[Change] = []
    _compare(new.id, old, new, gone, other)
    return gone + other


def _compare(name: str, old: Element, new: Element, gone: list[Change], other: list[Change]) -> None:
    if old is new or (not (old.is_changed or new.is_changed) and old.html == new.html):
        return
    if old.head != new.head:
        changed = _attribute_changes(old.head, new.head)
        other.extend([("a", name, changed)] if changed else [])
    if (old.children or new.children) and old.holds_its_like and new.holds_its_like:
        _rearrange(name, old, new, gone, other)
        before = {child.id: child for child in old.children}
        pairs = [(before[child.id], child) for child in new.children if _is_like(before.get(child.id), child)]
    elif _is_built_like(old, new):
        pairs = list(zip(old.children, new.children, strict=True))
    else:
        other.extend([("h", name, new.inner)] if old.inner != new.inner else [])
        return
    for at, (one, two) in enumerate(pairs):
        _compare(two.id or f"{name}/{at}", one, two, gone, other)


def _is_like(old: Element | None, new: Element) -> bool:
    return old is not None and (old.tag, old.id) == (new.tag, new.id)


def _is_built_like(old: Element, new: Element) -> bool:
    """Are the texts the same, and between them elements of the same tags and ids?"""
    return (
        len(old.children) == len(new.children)
        and all(map(_is_like, old.children, new.children))
        and [text.strip() for text in old.texts] == [text.strip() for text in new.texts]
    )


def _attribute_changes(old: str, new: str) -> dict[str, str | None]:
    before, after = attributes_of(old), attributes_of(new)
    changed: dict[str, str | None] = {
        name: value for name, value in after.items() if before.get(name) != value
    }
    return changed | dict.fromkeys(name for name in before if name not in after)


def _rearrange(name: str, old: Element, new: Element, gone: list[Change], other: list[Change]) -> None:
    """Children that go, come, or stand elsewhere among those that stay."""
    wanted = {child.id: child for child in new.children}
    there = [child.id for child in old.children if child.id in wanted and _is_like(child, wanted[child.id])]
    stay = set(there)
    gone += [("r", child.id) for child in old.children if child.id not in stay]
    after = ""
    for child in reversed(new.children):
        place = there.index(after) if after else len(there)
        if child.id not in stay:
            other.append(("i", name, after, child.html))
            there.insert(place, child.id)
        elif place == 0 or there[place - 1] != child.id:
            there.remove(child.id)
            other.append(("m", child.id, after))
            there.insert(there.index(after) if after else len(there), child.id)
        after = child.id

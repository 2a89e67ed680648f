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

    texts: one more than children; source: the text that it was read from, start: where it begins there.
    """

    __slots__ = ("_inner", "_outer", "children", "head", "id", "is_changed", "source", "tag", "texts")

    def __init__(self, tag: str, id: str, head: str, source: str, start: int) -> None:
        self.tag, self.id, self.head = tag, id, head
        self.children: list[Element] = []
        self.texts: list[str] = []
        self.is_changed = False  # something else was put into it
        self.source = source
        self._outer, self._inner = (start, start), (start + len(head), start + len(head))

    def close(self, at: int, end: int) -> None:
        """What it holds ends at one place of the source, it itself at another."""
        self._outer, self._inner = (self._outer[0], end), (self._inner[0], at)

    @property
    def is_void(self) -> bool:
        """Can it hold nothing?"""
        return self.tag in _VOID or self.head.endswith("/>")

    @property
    def length(self) -> int:
        """How many letters it has in its source."""
        return self._outer[1] - self._outer[0]

    def stands(self, html: str, at: int) -> bool:
        """Does it stand in another source at a place, letter by letter?"""
        return not self.is_changed and html.startswith(self.head, at) and html.startswith(self.html, at)

    @property
    def html(self) -> str:
        """The whole element."""
        if self.is_void:
            return self.head
        if self.is_changed:
            return f"{self.head}{self.inner}</{self.tag}>" if self.tag else self.inner
        return self.source[slice(*self._outer)]

    @property
    def inner(self) -> str:
        """What it holds."""
        if not self.is_changed:
            return self.source[slice(*self._inner)]
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

    def way_to(self, id: str) -> list[Element]:
        """The elements around that with an id, the outermost first, and it itself; [] without one."""
        ways = [[self]]
        while ways:  # level by level: what is asked for lies near the outside
            ways = [[*way, child] for way in ways for child in way[-1].children]
            for way in ways:
                if way[-1].id == id:
                    return way
        return []


class Page:
    """A page into which parts are put, elements with ids that do not lie in one another."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self._ways: dict[str, list[Element]] = {}

    def put(self, id: str, html: str) -> list[Change]:
        """Put an element in the place of that with the same id: what that changes; [] without such a place.

        Raises ValueError where tags do not fit together.
        """
        if id not in self._ways:
            self._ways[id] = self.root.way_to(id)
        if not self._ways[id]:
            return []
        *around, there = self._ways[id]
        part = parse(html, around[-1]).children[0]
        if part is there:
            return []
        for one in around:
            one.is_changed = True
        around[-1].children[around[-1].children.index(there)] = part
        self._ways[id][-1] = part
        return changes(there, part)


def parse(html: str, like: Element | None = None) -> Element:
    """A piece of a page as an element without a name. Raises ValueError where tags do not fit together.

    like: an earlier piece. What stands in both, letter by letter, is not read again: it is the same element
    in both trees, which is most of a page, and all that `changes` need to know.
    """
    root = Element("", "", "", html, 0)
    end = _read_into(root, 0, like)
    if end != len(html):
        raise ValueError(f"{html[end : end + 20]!r} closes nothing.")
    root.close(end, end)
    return root


def _read_into(inside: Element, at: int, like: Element | None) -> int:
    """Read what an element holds, from a place of its source on; where that ends."""
    html, known = inside.source, _Known(like)
    while True:
        start = html.find("<", at)
        start = len(html) if start < 0 else start
        inside.texts.append(html[at:start])
        if start == len(html) or html.startswith("</", start):
            return start
        child = known.standing(html, start)
        if child is not None:
            at = start + child.length
        else:
            child, at = _read(html, start, known)
        inside.children.append(child)


def _read(html: str, start: int, known: _Known) -> tuple[Element, int]:
    """The element that begins at a place, and where it ends."""
    found = _TAG.match(html, start)
    if found is None or found[1]:
        raise ValueError(f"{html[start : start + 20]!r} is no tag.")
    tag, attributes = found[2], found[3]
    named = _ID.search(attributes) if "id=" in attributes else None
    one = Element(tag, named[1] if named else "", found[0], html, start)
    if one.is_void:
        one.close(found.end(), found.end())
        one.texts.append("")
        return one, found.end()
    like = known.counterpart(one)
    if like is not None and like.stands(html, start):  # it has moved
        return like, start + like.length
    closes = _read_into(one, found.end(), like)
    end = closes + len(tag) + 3
    if html[closes:end] != f"</{tag}>":
        raise ValueError(f"<{tag}> is not closed.")
    one.close(closes, end)
    return one, end


class _Known:
    """The children of an earlier element, gone through beside those that are read."""

    def __init__(self, like: Element | None) -> None:
        self._children = like.children if like is not None else []
        self._at = 0
        self._by_id: dict[str, int] | None = None

    def standing(self, html: str, start: int) -> Element | None:
        """The next child if it stands here, letter by letter."""
        child = self._children[self._at] if self._at < len(self._children) else None
        if child is None or not child.stands(html, start):
            return None
        self._at += 1
        return child

    def counterpart(self, one: Element) -> Element | None:
        """The child that another has become: that with its id, or of its kind in its place."""
        if one.id:
            if self._by_id is None:
                self._by_id = {child.id: at for at, child in enumerate(self._children) if child.id}
            at = self._by_id.get(one.id)
        else:
            at = self._at if self._at < len(self._children) else None
        if at is None:
            return None
        self._at = at + 1
        return self._children[at] if _is_like(self._children[at], one) else None


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

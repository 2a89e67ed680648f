"""Compute a small patch between two pages: a list of changes of single elements.

An element is named by its id, or by its nearest ancestor with an id and the path from there: "seat-2/0/3" is
the fourth element in the first one in "seat-2". If elements with ids are added, removed or moved among their
siblings, the patch holds just that: an element that stays is the same element for the browser, so that it can
be animated and keeps the focus. Both pages come from our own templates, so every element is closed.

Pages are read with the marks of their pieces (`donjon.drawing.weaving`): equal pieces have equal marks.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape
from typing import Any

from donjon.drawing.weaving import BEGIN, END, Woven, closing, marked, opened, whole

# Attributes: ("a", element, {name: value, None to remove it}). Inner HTML: ("h", element, HTML). Remove:
# ("r", id). Insert: ("i", parent, id of the next sibling or "", HTML). Move: ("m", id, id of the next sibling
# or "").
Change = tuple[Any, ...]

# Separates the blocks of a page; browsers read it as white space.
MARK = "\f"
# Size of the caches of compared, zipped and unzipped blocks, some 10 KB each: the next viewer of a table, and
# the next move, need the same blocks again.
MOST_KNOWN = 256
# Sizes of the caches of parsed texts: blocks, and pieces, which are small.
MOST_READ = 1024
MOST_PIECES = 8192
_PLACE = re.compile(r"<block id=\"([^\"]*)\"/>")

_NEXT = re.compile(f"[<{BEGIN}]")
_KIND = re.compile(r"<([a-zA-Z][\w:-]*)")
_TAG = re.compile(_KIND.pattern + r"(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_ID = re.compile(r"\sid=\"([^\"]*)\"")
_ATTRIBUTE = re.compile(r"([^\s=\"'/]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'))?")
VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)


class Element:
    """An element of a page, as a part of a text; its children are parsed when they are first needed.

    close: the end of its content in the text; end: the end of the element.
    """

    __slots__ = (
        "_children",
        "_like",
        "_source",
        "_start",
        "_texts",
        "close",
        "end",
        "head",
        "id",
        "is_kept",
        "tag",
    )

    def __init__(self, tag: str, id: str, head: str, source: str, start: int, close: int, end: int) -> None:
        self.tag, self.id, self.head = tag, id, head
        self._source, self._start, self.close, self.end = source, start, close, end
        self._children: list[Element] | None = None
        self._texts: list[str] = []
        self._like = False
        self.is_kept = False  # whether it is the same object in all pages, as a part of a cached piece

    @property
    def html(self) -> str:
        """Return the whole element; its content may have marks, see `whole`."""
        return self._source[self._start : self.end]

    @property
    def inner(self) -> str:
        """Return the content of the element; it may have marks."""
        return self._source[self._start + len(self.head) : self.close]

    @property
    def children(self) -> list[Element]:
        """Return the child elements. Raises ValueError if tags do not match."""
        return self.beside()

    @property
    def texts(self) -> list[str]:
        """Return the stripped texts before, between and after the children: one more than children."""
        self.beside()
        return self._texts

    def beside(self, others: Sequence[Element] = ()) -> list[Element]:
        """Return the child elements; an equal element among `others`, the children of another, is reused."""
        if self._children is None:
            self._children = self._read(others)
        return self._children

    def _read(self, others: Sequence[Element]) -> list[Element]:
        source, at, elements = self._source, self._start + len(self.head), list[Element]()
        places = {other.id: place for place, other in enumerate(others)} if others else {}
        place = 0
        while (next := _NEXT.search(source, at, self.close)) is not None:
            start = next.start()
            self._texts.append(source[at:start].strip())
            if next[0] == BEGIN:
                at = source.index(END, start) + 1
                come = _piece(source[start:at])
                self._texts += [""] * (len(come) - 1)
            elif place < len(others) and source.startswith(html := others[place].html, start):
                at = start + len(html)
                come = [others[place]]
            else:
                come = [_element(source, start, self.close)]
                at = come[0].end
            elements += come
            for child in come:
                if not child.id:
                    place += 1
                elif child.id in places:  # otherwise it is new, and the place stays
                    place = places[child.id] + 1
        self._texts.append(source[at : self.close].strip())
        self._like = all(child.id for child in elements) and not any(self._texts)
        return elements

    @property
    def holds_its_like(self) -> bool:
        """Return whether it holds only elements with ids, which can be added, removed and moved."""
        self.beside()
        return self._like

    def within(self) -> Iterator[Element]:
        """Yield the element and all its descendants. Raises ValueError if tags do not match."""
        yield self
        for child in self.children:
            yield from child.within()


def parse(html: str) -> Element:
    """Return a part of a page as the content of an element without a tag."""
    return Element("", "", "", html, 0, len(html), len(html))


def _element(html: str, start: int, most: int) -> Element:
    """Return the element that starts at an index of a text. Raises ValueError if none does."""
    kind, end = _KIND.match(html, start, most), html.find(">", start, most) + 1
    head = html[start:end]
    if head.count('"') % 2 or head.count("'") % 2:  # a value may hold a ">"
        whole = _TAG.match(html, start, most)
        head, end = (whole[0], whole.end()) if whole is not None else ("", 0)
    if kind is None or not head:
        raise ValueError(f"{html[start : start + 20]!r} is no tag.")
    close = end
    tag, named = kind[1], _ID.search(head) if "id=" in head else None
    if tag not in VOID and not head.endswith("/>"):
        close, end = closing(html, tag, close, most)
    return Element(tag, named[1] if named else "", head, html, start, close, end)


@lru_cache(MOST_PIECES)
def _piece(mark: str) -> list[Element]:
    """Return the elements of the piece that a mark stands for."""
    elements = parse(marked(mark).text).children
    for element in elements:
        element.is_kept = True
    return elements


class Page:
    """A page in pieces: blocks, which are elements with ids between MARKs, and the frame around them.

    Most pages differ from earlier ones in some blocks only, and viewers of one table see mostly equal blocks:
    so pages are compared block by block, and the result of each pair is cached.
    """

    def __init__(self, frame: str, blocks: dict[str, str], pieces: tuple[Woven, ...]) -> None:
        self._frame = frame
        self._blocks = blocks
        self._pieces = pieces

    @classmethod
    def read(cls, text: str, pieces: tuple[Woven, ...] = ()) -> Page:
        """Parse the page of a text; `pieces` are those that it has marks for."""
        blocks, around = dict[str, str](), list[str]()
        for number, piece in enumerate(text.split(MARK)):
            block = opened(piece.strip()) if number % 2 else ""
            named = _ID.search(block, 0, block.find(">") + 1)
            if named is not None:
                blocks[named[1]] = block
            around.append(piece if named is None else f'<block id="{named[1]}"/>')
        return cls("".join(around), blocks, pieces)

    @classmethod
    def unzipped(cls, kept: Zipped) -> Page:
        """Return the page that `zipped` returned in compressed form."""
        frame, blocks, pieces = kept
        return cls(_unzip(frame), {name: _unzip(block) for name, block in blocks}, pieces)

    def zipped(self) -> Zipped:
        """Return the page in compressed form; equal blocks of several pages share their memory."""
        blocks = tuple((name, _zip(block)) for name, block in self._blocks.items())
        return _zip(self._frame), blocks, self._pieces

    def block(self, id: str) -> str:
        """Return a block by its id, "" if there is none."""
        return self._blocks.get(id, "")

    def put(self, id: str, html: str) -> list[Change]:
        """Replace the block with the same id and return the changes; do nothing if there is none.

        Raises ValueError if tags do not match.
        """
        old = self._blocks.get(id, html)
        if old == html:
            return []
        self._blocks[id] = html
        return [change for part in _differences(old, html) for change in part]

    def changes(self, new: Page) -> list[Change]:
        """Return the changes that turn the page into another, removals first."""
        gone, other = map(list[Change], _differences(self._frame, new._frame))
        put = {name for change in other if change[0] in "hi" for name in _PLACE.findall(change[-1])}
        other = [
            (*change[:-1], _PLACE.sub(lambda place: whole(new._blocks[place[1]]), change[-1]))
            if change[0] in "hi"
            else change
            for change in other
        ]
        for name, block in new._blocks.items():
            old = self._blocks.get(name, block)
            if old != block and name not in put:
                differ = _differences(old, block)
                gone += differ[0]
                other += differ[1]
        return gone + other


# A page in compressed form: its frame, its blocks by name, and the pieces in them, which most pages share.
Zipped = tuple[bytes, tuple[tuple[str, bytes], ...], tuple[Woven, ...]]


@lru_cache(MOST_KNOWN)
def _zip(text: str) -> bytes:
    return zlib.compress(text.encode(), 1)


@lru_cache(MOST_KNOWN)
def _unzip(kept: bytes) -> str:
    return zlib.decompress(kept).decode()


# Cached, because the new text of a comparison is the old text of the next.
_tree = lru_cache(MOST_READ)(parse)


@lru_cache(MOST_KNOWN)
def _differences(old: str, new: str) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    """Return the changes that turn a part of a page into another: removals, and all others."""
    gone, other = list[Change](), list[Change]()
    _compare("", _tree(old), _tree(new), gone, other)
    return tuple(gone), tuple(other)


def attributes_of(head: str) -> dict[str, str]:
    """Return the attributes of a start tag."""
    inside = head.partition(" ")[2].rstrip("/>")
    return {
        match[1]: unescape(match[2] if match[2] is not None else match[3] or "")
        for match in _ATTRIBUTE.finditer(inside)
    }


def _compare(name: str, old: Element, new: Element, gone: list[Change], other: list[Change]) -> None:
    if old is new or old.html == new.html:
        return
    if new.id and old.is_kept and new.is_kept:  # an id names it without its ancestors
        differ = _between_pieces(old, new)
        gone += differ[0]
        other += differ[1]
        return
    _compare_within(name, old, new, gone, other)


@lru_cache(MOST_PIECES)
def _between_pieces(old: Element, new: Element) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    """Return the cached changes that turn an element with an id into another, both in many pages."""
    gone, other = list[Change](), list[Change]()
    _compare_within(new.id, old, new, gone, other)
    return tuple(gone), tuple(other)


def _compare_within(name: str, old: Element, new: Element, gone: list[Change], other: list[Change]) -> None:
    before = old.children
    after = new.beside(before)
    if old.head != new.head:
        changed = _attribute_changes(old.head, new.head)
        other.extend([("a", name, changed)] if changed else [])
    if (before or after) and old.holds_its_like and new.holds_its_like:
        _rearrange(name, old, new, gone, other)
        known = {child.id: child for child in before}
        pairs = [(known[child.id], child) for child in after if _is_like(known.get(child.id), child)]
    elif _is_built_like(old, new):
        pairs = list(zip(before, after, strict=True))
    else:
        anew = [("h", name, whole(new.inner))] if old.inner != new.inner else []
        other += _aligned(name, old, new) or anew
        return
    for at, (one, two) in enumerate(pairs):
        _compare(two.id or f"{name}/{at}", one, two, gone, other)


def _aligned(name: str, old: Element, new: Element) -> list[Change]:
    """Return the changes if a run of children was added or removed; [] if new HTML would be as short."""
    before, after = old.children, new.children
    if any(old.texts) or any(new.texts) or not (before and after):
        return []
    most = min(len(before), len(after))
    first = _alike(before, after, most)
    last = _alike(before[::-1], after[::-1], most - first)
    middle = len(before) - first - last, len(after) - first - last
    both = first + min(middle)
    pairs = list(zip(before[first:both], after[first:both], strict=True))
    if not all(_is_like(*pair) for pair in pairs):
        return []
    gone, made = list[Change](), list[Change]()
    for at, (one, two) in enumerate(pairs, first):
        _compare(two.id or f"{name}/{at}", one, two, gone, made)
    made += [("r", f"{name}/{both}")] * (middle[0] - min(middle))
    if come := after[both : len(after) - last]:
        made.append(("i", name, f"{name}/{both}" if last else "", "".join(whole(one.html) for one in come)))
    made = gone + made
    return made if sum(len(str(change)) for change in made) < len(whole(new.inner)) else []


def _alike(old: list[Element], new: list[Element], most: int) -> int:
    """Return the number of equal elements at the start of both lists, `most` at most."""
    number = 0
    while number < most and old[number].html == new[number].html:
        number += 1
    return number


def _is_like(old: Element | None, new: Element) -> bool:
    return old is not None and (old.tag, old.id) == (new.tag, new.id)


def _is_built_like(old: Element, new: Element) -> bool:
    """Return whether the texts are equal, and the children have the same tags and ids."""
    return (
        len(old.children) == len(new.children)
        and all(map(_is_like, old.children, new.children))
        and old.texts == new.texts
    )


def _attribute_changes(old: str, new: str) -> dict[str, str | None]:
    before, after = attributes_of(old), attributes_of(new)
    changed: dict[str, str | None] = {
        name: value for name, value in after.items() if before.get(name) != value
    }
    return changed | dict.fromkeys(name for name in before if name not in after)


def _rearrange(name: str, old: Element, new: Element, gone: list[Change], other: list[Change]) -> None:
    """Add the changes for children with ids that are removed, added or moved."""
    before, come = old.children, new.children
    wanted = {child.id: child for child in come}
    there = [child.id for child in before if child.id in wanted and child.tag == wanted[child.id].tag]
    ids = [child.id for child in come]
    if there == ids and len(there) == len(before):  # most often
        return
    stay = set(there)
    gone += [("r", child.id) for child in before if child.id not in stay]
    same = _alike_at_end(there, ids)  # most often all that stay, after those that are added
    after = ids[-same] if same else ""
    for child in reversed(come[: len(ids) - same]):
        place = there.index(after) if after else len(there)
        if child.id not in stay:
            if after and after not in stay and other[-1][0] == "i":  # insert it together with those after it
                other[-1] = ("i", name, other[-1][2], whole(child.html) + other[-1][3])
            else:
                other.append(("i", name, after, whole(child.html)))
            there.insert(place, child.id)
        elif place == 0 or there[place - 1] != child.id:
            there.remove(child.id)
            other.append(("m", child.id, after))
            there.insert(there.index(after) if after else len(there), child.id)
        after = child.id


def _alike_at_end(old: list[str], new: list[str]) -> int:
    """Return the number of equal ids at the end of both lists."""
    number, most = 0, min(len(old), len(new))
    while number < most and old[-number - 1] == new[-number - 1]:
        number += 1
    return number

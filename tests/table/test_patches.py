"""Changes of pages: carried out on the old page they give the new one, and they are few."""

from __future__ import annotations

import random
from collections.abc import Iterator
from html import escape

import pytest

from donjon.table.wire.patches import Change, Element, Page, attributes_of, parse


def changes(old: Element, new: Element) -> list[Change]:
    """What turns a piece of a page into another."""
    return Page.read(old.html).changes(Page.read(new.html))


class Node:
    """An element that can be changed, and what holds it."""

    def __init__(self, one: Element) -> None:
        self.id, self.tag, self.head = one.id, one.tag, one.head
        self.children, self.texts = [Node(child) for child in one.children], [*one.texts]
        self.around: Node | None = None
        for child in self.children:
            child.around = self

    def within(self) -> Iterator[Node]:
        """Yield the element and all in it, each before what it holds."""
        waiting = [self]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += reversed(one.children)


class Tree:
    """A page that can be changed, with its elements by their ids."""

    def __init__(self, old: Element) -> None:
        self.page = Node(old)
        self._named: dict[str, list[Node]] = {}
        self.learn([self.page])

    def learn(self, fresh: list[Node]) -> None:
        """Know elements that have come, and all in them, by their ids."""
        for one in fresh:
            for inner in one.within():
                if inner.id:
                    self._named.setdefault(inner.id, []).append(inner)

    def forget(self, gone: list[Node]) -> None:
        """Know elements that have gone no more."""
        for one in gone:
            for inner in one.within():
                if inner.id:
                    self._named[inner.id].remove(inner)

    def find(self, name: str) -> Node:
        """Return the element that a change names: by an id, and by places below it."""
        first, *way = name.split("/")
        found = self.named(first) if first else self.page
        for step in way:
            found = found.children[int(step)]
        return found

    def named(self, id: str) -> Node:
        """Return the element with an id: the first one of the page, as a browser does."""
        named = self._named[id]
        return named[0] if len(named) == 1 else next(one for one in self.page.within() if one.id == id)

    def fill(self, one: Node, html: str) -> None:
        """Let an element hold something else."""
        self.forget(one.children)
        fresh = Node(parse(html))
        one.children, one.texts = fresh.children, fresh.texts
        for child in one.children:
            child.around = one
        self.learn(one.children)

    def put(self, holder: Node, before: Node | None, fresh: list[Node]) -> None:
        """Let elements stand in a holder, before another one or last."""
        at = len(holder.children) if before is None else holder.children.index(before)
        holder.children[at:at] = fresh
        holder.texts[at:at] = [""] * len(fresh)
        for one in fresh:
            one.around = holder
        self.learn(fresh)

    def take(self, one: Node) -> None:
        """Take an element out."""
        assert one.around is not None
        at = one.around.children.index(one)
        del one.around.children[at], one.around.texts[at]
        self.forget([one])

    def carry_out(self, wanted: list[Change]) -> None:
        """Change the page as a browser does."""
        for kind, name, *said in wanted:
            one = self.find(name)
            if kind == "a":
                one.head = self.tag(one, {**attributes_of(one.head), **said[0]})
            elif kind == "h":
                self.fill(one, said[0])
            elif kind == "r":
                self.take(one)
            else:
                before = self.find(said[0]) if said[0] else None
                holder = one if kind == "i" else one.around
                if kind == "m":
                    self.take(one)
                self.put(holder, before, Node(parse(said[1])).children if kind == "i" else [one])

    @staticmethod
    def tag(one: Node, attributes: dict[str, str | None]) -> str:
        """Return the tag of an element with other attributes; None: without it."""
        kept = [f' {key}="{escape(value)}"' for key, value in attributes.items() if value is not None]
        return f"<{one.tag}{''.join(kept)}{'/' if one.head.endswith('/>') else ''}>"


def carried_out(old: Element, wanted: list[Change]) -> Node:
    """Return what a browser makes of changes to a page."""
    tree = Tree(old)
    tree.carry_out(wanted)
    return tree.page


def shape(one: Element | Node) -> tuple:
    """A tree without the blanks between elements."""
    texts = tuple(text.strip() for text in one.texts)
    inside = tuple(map(shape, one.children))
    return one.tag, tuple(sorted(attributes_of(one.head).items())), texts, inside


def test_few_words() -> None:
    old = parse('<div id="a"><p id="b" class="x">one</p>\n<p id="c">two</p></div>')
    new = parse('<div id="a"><p id="b" class="y" hidden>one</p>\n<p id="d">new</p><p id="c">three</p></div>')
    assert changes(old, new) == [
        ("i", "a", "c", '<p id="d">new</p>'),
        ("a", "b", {"class": "y", "hidden": ""}),
        ("h", "c", "three"),
    ]


def test_an_element_with_words_beside_others_is_written_anew_only_where_it_must() -> None:
    old = parse('<p id="a">gold: <b id="b">3</b> of <b id="c">7</b></p>')
    assert changes(old, parse('<p id="a">gold: <b id="b">4</b> of <b id="c">7</b></p>')) == [("h", "b", "4")]
    assert changes(old, parse('<p id="a">gold: <b id="b">4</b></p>')) == [("h", "a", 'gold: <b id="b">4</b>')]


def test_what_goes_goes_first() -> None:
    old = parse('<g id="x"><use id="one"/></g><g id="y"></g>')
    new = parse('<g id="x"></g><g id="y"><use id="one"/></g>')
    assert changes(old, new) == [("r", "one"), ("i", "y", "", '<use id="one"/>')]


PAGE = '<div id="a">x\f<p id="b">{}</p>\f<i id="c">{}</i>\f<p id="d">{}</p>\f</div>'


def test_neighbours_that_come_together_are_one_change() -> None:
    old = parse('<ul id="l"><li id="b"></li></ul>')
    new = parse('<ul id="l"><li id="x"></li><li id="y"></li><li id="b"></li><li id="z"></li></ul>')
    assert changes(old, new) == [
        ("i", "l", "", '<li id="z"></li>'),
        ("i", "l", "b", '<li id="x"></li><li id="y"></li>'),
    ]


def test_blocks_are_put_into_a_page() -> None:
    page = Page.read(PAGE.format(1, 2, 3))
    assert page.put("b", '<p id="b">2</p>') == [("h", "b", "2")]
    assert page.put("b", '<p id="b">2</p>') == []
    assert page.put("e", '<p id="e">2</p>') == []
    assert page.changes(Page.read(PAGE.format(1, 2, 3))) == [("h", "b", "1")]
    kept = Page.unzipped(page.zipped())
    assert kept.block("b") == '<p id="b">2</p>'
    assert kept.changes(page) == []


def test_a_page_differs_by_its_frame_and_its_blocks() -> None:
    old = Page.read(PAGE.format(1, 2, 3))
    assert old.changes(Page.read(PAGE.format(1, 3, 4))) == [("h", "c", "3"), ("h", "d", "4")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('\f<p id="b">1</p>\f', '\f<p id="b">2</p>\f and words'),
        ('<i id="c"></i>', '<i id="c"></i>\f<p id="b">1</p>\f'),
        ('<i id="c"></i>\f<p id="b">1</p>\f', '<i id="c"></i>'),
        ('\f<p id="b">1</p>\f\f<p id="c">1</p>\f', '\f<p id="c">2</p>\f\f<p id="b">3</p>\f'),
        (
            '\f<p id="b"><i id="x"></i></p>\f\f<p id="c"></p>\f',
            '\f<p id="b"></p>\f\f<p id="c"><i id="x"></i></p>\f',
        ),
    ],
)
def test_blocks_come_and_go_and_change_their_place(old: str, new: str) -> None:
    old, new = (f'<div id="a">{text}</div>' for text in (old, new))
    wanted = Page.read(old).changes(Page.read(new))
    assert shape(carried_out(parse(old), wanted)) == shape(parse(new))


def test_elements_without_ids_are_named_by_the_way_to_them() -> None:
    old = parse('<div id="a"><ul><li>1<li></li></li><li>gold <b>2</b></li></ul></div>')
    new = parse('<div id="a"><ul><li>1<li></li></li><li>gold <b class="x">3</b></li></ul></div>')
    assert changes(old, new) == [("a", "a/0/1/0", {"class": "x"}), ("h", "a/0/1/0", "3")]


def test_a_list_without_ids_is_told_by_what_comes_and_goes() -> None:
    long = '<li class="long"><b>so many words that nobody wants to hear them all again</b></li>'
    old = parse(f'<ul id="a">{long}<li>1</li>{long}</ul>')
    more = parse(f'<ul id="a">{long}<li>2</li><li>3</li><li>4</li>{long}</ul>')
    assert changes(old, more) == [("h", "a/1", "2"), ("i", "a", "a/2", "<li>3</li><li>4</li>")]
    assert changes(more, old) == [("h", "a/1", "1"), ("r", "a/2"), ("r", "a/2")]


@pytest.mark.parametrize("text", ["<p><b></p>", "<p id='a'>", "</p>"])
def test_tags_that_do_not_fit_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="<"):
        list(parse(text).within())


def test_quotes_hold_what_looks_like_a_tag() -> None:
    page = parse('<p id="a" title="1 > 0 &amp; more">x</p>')
    assert attributes_of(page.children[0].head)["title"] == "1 > 0 & more"


def grown(chance: random.Random, ids: list[str], depth: int = 0) -> str:
    """A random piece of a page with some of these ids, each once."""
    found = []
    while ids and chance.random() < 0.75:
        name = ids.pop(chance.randrange(len(ids)))
        inner = grown(chance, ids, depth + 1) if depth < 3 else chance.choice(["", "word", "<b>bold</b>"])
        look = chance.choice(["", ' class="x"', ' class="y" hidden'])
        found.append(f'<div id="{name}"{look}>{inner}</div>')
        if chance.random() < 0.1:
            found.append(chance.choice(["\n", "words", "<i>more</i>"]))
    return "".join(found)


def unnamed(chance: random.Random, depth: int = 0) -> str:
    """A random list, few things in it named."""
    inside = (
        unnamed(chance, depth + 1)
        if depth < 2 and chance.random() < 0.3
        else chance.choice(["", "some words"])
        for _ in range(chance.randrange(5))
    )
    looks = ("<li>", "<li class='x'>", "<p>")
    return "".join(
        f"{look}{inner}</{look[1:].split()[0].rstrip('>')}>"
        for look, inner in ((chance.choice(looks), inner) for inner in inside)
    )


def test_lists_without_ids_become_one_another() -> None:
    chance = random.Random("lists")
    for _ in range(600):
        old, new = (parse(f'<ul id="top">{unnamed(chance)}</ul>') for _ in range(2))
        assert shape(carried_out(old, changes(old, new))) == shape(new)


def test_changes_carried_out_give_the_new_page() -> None:
    chance = random.Random("patches")
    for _ in range(600):
        names = [f"n{number}" for number in range(12)]
        old, new = (parse(f'<div id="top">{grown(chance, names[:])}</div>') for _ in range(2))
        assert shape(carried_out(old, changes(old, new))) == shape(new)
        assert changes(new, new) == []

"""Changes of pages: carried out on the old page they give the new one, and they are few."""

from __future__ import annotations

import random
from collections.abc import Iterator
from html import escape

import pytest

from donjon.table.patches import VOID, Change, Element, Page, attributes_of, parse


def changes(old: Element, new: Element) -> list[Change]:
    """What turns a piece of a page into another."""
    return Page.read(old.html).changes(Page.read(new.html))


class Node:
    """An element that can be changed."""

    def __init__(self, one: Element) -> None:
        self.id, self.tag, self.head = one.id, one.tag, one.head
        self.children, self.texts = [Node(child) for child in one.children], [*one.texts]

    @property
    def html(self) -> str:
        if self.head and self.texts == [""] and (self.head.endswith("/>") or self.tag in VOID):
            return self.head
        held = [text + child.html for text, child in zip(self.texts, self.children, strict=False)]
        return f"{self.head}{''.join(held)}{self.texts[-1]}" + (f"</{self.tag}>" if self.tag else "")

    def within(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.within()


def named(page: Node, name: str) -> Node:
    """The element that a change names."""
    first, *way = name.split("/")
    found = next(one for one in page.within() if one.id == first) if first else page
    for step in way:
        found = found.children[int(step)]
    return found


def carried_out(old: Element, wanted: list[tuple]) -> Element:
    """What a browser makes of changes, on our own tree."""
    page = Node(old)
    for kind, name, *said in wanted:
        one = named(page, name)
        around = next((other for other in page.within() if one in other.children), page)
        if kind == "a":
            attributes = {**attributes_of(one.head), **said[0]}
            kept = "".join(
                f' {key}="{escape(value)}"' for key, value in attributes.items() if value is not None
            )
            one.head = f"<{one.tag}{kept}{'/' if one.head.endswith('/>') else ''}>"
        elif kind == "h":
            fresh = Node(parse(said[0]))
            one.children, one.texts = fresh.children, fresh.texts
        elif kind == "r":
            take(around, one)
        else:
            before = named(page, said[0]) if said[0] else None
            moving = Node(parse(said[1])).children if kind == "i" else [one]
            if kind == "m":
                take(around, one)
            holder = one if kind == "i" else around
            at = len(holder.children) if before is None else holder.children.index(before)
            holder.children[at:at] = moving
            holder.texts[at:at] = [""] * len(moving)
    return parse(page.html)


def take(around: Node, one: Node) -> None:
    at = around.children.index(one)
    del around.children[at], around.texts[at]


def shape(one: Element) -> tuple:
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

"""Changes of pages: carried out on the old page they give the new one, and they are few."""

from __future__ import annotations

import random
from html import escape

import pytest

from donjon.table.patches import Element, Page, attributes_of, changes, parse


def named(page: Element, name: str) -> Element:
    """The element that a change names."""
    first, *way = name.split("/")
    found = next(one for one in page.within() if one.id == first) if first else page
    for step in way:
        found = found.children[int(step)]
    return found


def carried_out(old: Element, wanted: list[tuple]) -> Element:
    """What a browser makes of changes, on our own tree."""
    page = parse(old.html)
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
            fresh = parse(said[0])
            one.children, one.texts = fresh.children, fresh.texts
        elif kind == "r":
            take(around, one)
        else:
            moving = parse(said[1]).children[0] if kind == "i" else one
            if kind == "m":
                take(around, one)
            holder = one if kind == "i" else around
            at = [child.id for child in holder.children].index(said[0]) if said[0] else len(holder.children)
            holder.children.insert(at, moving)
            holder.texts.insert(at, "")
    for one in page.within():
        one.is_changed = not one.is_void
    return page


def take(around: Element, one: Element) -> None:
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


def test_parts_are_put_into_a_page() -> None:
    root, other = (parse('<div id="a">x<p id="b">1</p></div>') for _ in range(2))
    page = Page(root)
    assert page.put("b", '<p id="b">2</p>') == [("h", "b", "2")]
    assert root.html == '<div id="a">x<p id="b">2</p></div>'
    assert page.put("b", '<p id="b">2</p>') == []
    assert page.put("c", '<p id="c">2</p>') == []
    assert changes(root, other) == [("h", "b", "1")]


def test_what_stands_in_both_pages_is_one_element() -> None:
    old = parse('<ul id="a"><li id="b">1 <b>x</b></li><li id="c">2</li></ul><p><i>y</i></p>')
    text = '<ul id="a"><li id="c">2</li><li id="b">1 <b>z</b></li></ul>.<p><i>y</i></p>'
    new = parse(text, old)
    assert shape(new) == shape(parse(text))
    assert new.html == text
    (_b, c), (c_again, _b_again) = old.children[0].children, new.children[0].children
    assert c is c_again
    assert old.children[1] is new.children[1]


def test_elements_without_ids_are_named_by_the_way_to_them() -> None:
    old = parse('<div id="a"><ul><li>1<li></li></li><li>gold <b>2</b></li></ul></div>')
    new = parse('<div id="a"><ul><li>1<li></li></li><li>gold <b class="x">3</b></li></ul></div>')
    assert changes(old, new) == [("a", "a/0/1/0", {"class": "x"}), ("h", "a/0/1/0", "3")]


@pytest.mark.parametrize("text", ["<p><b></p>", "<p id='a'>", "</p>"])
def test_tags_that_do_not_fit_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="<"):
        parse(text)


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


def test_changes_carried_out_give_the_new_page() -> None:
    chance = random.Random("patches")
    for _ in range(600):
        names = [f"n{number}" for number in range(12)]
        old, new = (parse(f'<div id="top">{grown(chance, names[:])}</div>') for _ in range(2))
        assert shape(carried_out(old, changes(old, new))) == shape(new)
        beside = parse(new.html, old)
        assert shape(beside) == shape(new)
        assert changes(old, beside) == changes(old, new)
        assert changes(new, new) == []

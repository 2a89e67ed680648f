"""Woven texts: with their pieces put in they are what would have been written without marks."""

import gc

import pytest
from markupsafe import Markup

from donjon.drawing.saying import Saying
from donjon.drawing.weaving import (
    BEGIN,
    Woven,
    is_elements,
    is_weaving,
    links,
    marked,
    opened,
    piece,
    pieces_of,
    weaving,
    whole,
)
from donjon.table.wire.patches import Page


@pytest.mark.parametrize(
    ("html", "one"),
    [
        ("<g/>", True),
        ("\n<g id='a'><g/><g></g></g> ", True),
        ('<p title="a > b">x</p>', True),
        ("<g></g>\n<g></g>", True),
        ("<g/><g/>", True),
        ("\x0e7\x0f<g/>", True),
        (" ", False),
        ("<g>", False),
        ("words", False),
        ("", False),
        ("<b>1</b> and", False),
    ],
)
def test_elements(html: str, one: bool) -> None:
    assert is_elements(html) is one


def test_pieces_are_written_as_marks_only_where_a_text_is_woven() -> None:
    def inner(_said: Saying, number: int) -> Markup:
        return Markup('<use href="#art-{}"/>').format(number)

    def outer(said: Saying, number: int) -> Markup:
        return Markup("<g>{}<b>words</b></g>").format(said.kept(inner, {}, number))

    said = Saying({}, str, None)
    plain = said.kept(outer, {}, 3)
    assert plain == '<g><use href="#art-3"/><b>words</b></g>'
    with weaving() as parts:
        mark = said.kept(outer, {}, 3)
        text = f"<svg>{mark}</svg>"
    assert mark.startswith(BEGIN)
    assert len(mark) < len(plain)
    assert list(parts) == [mark]
    assert whole(text) == f"<svg>{plain}</svg>"
    assert links(text) == {"art-3"}
    assert said.kept(outer, {}, 3) == plain


def test_what_is_not_elements_has_no_mark() -> None:
    inner = piece("<i>in</i>")
    with weaving() as parts:
        mark = inner.shown()
        both = piece(f"words {mark}", parts.values())
    with weaving() as parts:
        assert both.shown() == f"words {mark}"
        assert list(parts.values()) == [inner]
    assert both.whole == both.shown() == "words <i>in</i>"


def test_equal_pieces_are_one_while_they_live() -> None:
    one = piece("<i>here once</i>")
    mark = str(one.mark)
    assert piece("<i>here once</i>") is one
    assert marked(mark) is one
    text = Woven(mark, [one])
    del one
    gc.collect()
    assert text.whole == "<i>here once</i>"
    del text
    gc.collect()
    assert piece("<i>here once</i>").mark != mark


def test_pages_are_compared_by_their_pieces_and_changes_have_no_marks() -> None:
    first, other, third = piece('<b id="x">1</b>'), piece('<b id="x">2</b>'), piece('<i id="y">{}</i>')
    row = '\f<p id="row">{}{}</p>\f'
    old = Page.read(row.format(first.mark, ""), (first,))
    new = Page.read(row.format(other.mark, third.mark), (other, third))
    plain = Page.read(row.format(first.whole, "")).changes(Page.read(row.format(other.whole, third.whole)))
    assert old.changes(new) == plain == [("i", "row", "", '<i id="y">{}</i>'), ("h", "x", "2")]
    kept = Page.unzipped(new.zipped())
    assert kept.changes(new) == []
    assert kept.changes(Page.read(row.format(first.mark, ""), (first,)))[0] == ("r", "y")


def test_a_text_that_is_just_a_mark_is_opened() -> None:
    inner = piece("<i>inside</i>")
    outer = piece(f"<b>{inner.mark}</b>", [inner])
    assert opened(outer.mark) is outer.text
    assert opened(f"{outer.mark} and more") == f"{outer.mark} and more"
    assert opened("<b></b>") == "<b></b>"
    assert pieces_of(f"{outer.mark}{inner.mark}{outer.mark}") == (outer, inner)
    assert not is_weaving()
    with weaving():
        assert is_weaving()


def test_what_two_pieces_differ_by_is_the_same_wherever_they_stand() -> None:
    old, new = piece('<p id="p"><i>1</i><b>2</b></p>'), piece('<p id="p"><i>1</i><b>3</b><u>4</u></p>')
    for around in ("<div>{}</div>", '<div id="a"><hr>{}</div>', '<div id="b">{}<i id="c"></i></div>'):
        woven = [Page.read(around.format(one.mark), (one,)) for one in (old, new)]
        plain = [Page.read(around.format(one.whole)) for one in (old, new)]
        assert woven[0].changes(woven[1]) == plain[0].changes(plain[1]) != []

"""Parts of pages are written once for those who are shown the same."""

import gc

from markupsafe import Markup

from donjon.drawing.weaving import marked, piece, weaving, whole
from donjon.table.web import rendering
from donjon.table.web.rendering import kept, render

NAMES = ["Anna", "<b>Béla</b>"]


def test_a_part_is_what_its_template_writes() -> None:
    written = render("hu", "chips.html.jinja", {"names": NAMES, "totals": [3, 4], "goals": ""}).strip()
    assert "&lt;b&gt;Béla" in written
    assert kept("hu", "chips", names=NAMES, totals=[3, 4], goals=Markup()) == written
    with weaving():
        assert whole(kept("hu", "chips", names=NAMES, totals=[3, 4], goals=Markup())) == written


def test_a_part_is_the_same_for_the_same_names_only() -> None:
    with weaving():
        one = kept("en", "chips", names=NAMES, totals=[3, 4], goals=Markup())
        assert kept("en", "chips", names=list(NAMES), totals=[3, 4], goals=Markup()) is one
        for language, totals in (("hu", [3, 4]), ("en", [4, 3])):
            other = kept(language, "chips", names=NAMES, totals=totals, goals=Markup())
            assert whole(other) != whole(one)


def test_a_part_holds_the_pieces_that_it_was_given() -> None:
    with weaving():
        hand = piece("<i>what is held in this test</i>").shown()
        part = kept("en", "hand", hand=hand)
        text = whole(part)
    gc.collect()
    assert marked(part).whole == text == '<div id="hand" class="hand"><i>what is held in this test</i></div>'
    rendering._part.cache_clear()

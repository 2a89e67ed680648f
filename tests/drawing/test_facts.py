"""Facts: where they stand in a template, how they differ, and pieces that both sides write alike."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from donjon.drawing import facts
from donjon.drawing.facts import Part, Shape, after, differ, natural, showing

DISC = Shape(lambda id, x, title, inner: f'<i id="{id}" x="{x}" title="{title}">{inner}</i>', 3)
SHAPES = {"disc": DISC}


def test_each_kind_of_fact_stands_in_its_place() -> None:
    with showing({".a": "<1>", "?turn-0": True, "@title:a": None, "@value:a": 7, "#b": "<u></u>"}, {}):
        assert facts.text("a", id="x") == '<b id="x" data-text="a">&lt;1&gt;</b>'
        assert facts.classes("pane", "turn-0", "you-0") == 'class="pane turn" data-class="turn-0 you-0"'
        assert facts.attributes("title:a", "value:a") == 'value="7" data-facts="title:a value:a"'
        assert facts.part("b", "p") == '<p id="b"><u></u></p>'
        assert facts.slot("none") == '<template id="at-none"></template>'
    with showing({"=c": '<p id="c"></p>'}, {}):
        assert facts.slot("c") == '<template id="at-c"></template><p id="c"></p>'


def test_a_template_with_facts_says_how_it_is_drawn() -> None:
    with pytest.raises(LookupError, match="within `showing"):
        facts.text("a")


def test_pieces_lie_in_the_natural_order_of_their_ids() -> None:
    shown = {f"s{n}": ("disc", n, "", ("",)) for n in (10, 9, 100)} | {"t1": ("disc", 0, "", ("",))}
    with showing({**shown, "*s": {"s2": ("disc", 2, "", ("",))}}, SHAPES):
        ids = ['id="s2"', 'id="s9"', 'id="s10"', 'id="s100"']
        drawn = str(facts.pieces("s"))
        assert [drawn.index(id) for id in ids] == sorted(drawn.index(id) for id in ids)
        assert 'id="t1"' not in drawn
        assert str(facts.pieces("s", True)).index(ids[3]) < str(facts.pieces("s", True)).index(ids[0])
    assert sorted(["s1-10", "s1-9", "s0-11"], key=natural) == ["s0-11", "s1-9", "s1-10"]


def test_a_pattern_is_the_shape_with_places_for_values() -> None:
    assert DISC("s1", 3, "a", (Markup("<u/>"),)) == '<i id="s1" x="3" title="a"><u/></i>'
    assert DISC.pattern == '<i id="{id}" x="{0}" title="{1}">{2}</i>'


def test_what_differs_is_what_leads_there() -> None:
    old = {".a": 1, "s1": ("disc", 1), "s2": ("disc", 2), "*l": {"l1": ("disc", 1), "l2": ("disc", 2)}}
    new = {".a": 2, "s1": ("disc", 1), "*l": {"l1": ("disc", 1), "l2": ("disc", 3)}}
    change = differ(old, new)
    assert change == {".a": 2, "l2": ("disc", 3), "s2": None}
    assert differ(new, new) == {}
    assert differ({"*l": {"l1": ("disc", 1), "l2": ("disc", 1)}}, {"*l": {}}) == {"*l": {}}, "shorter"
    lasting = {key: value for key, value in change.items() if key[0] != "l"}
    assert after({".a": 1, ".b": 5, "s1": ("disc", 1), "s2": ("disc", 2)}, lasting) == {
        ".a": 2,
        ".b": 5,
        "s1": ("disc", 1),
    }
    assert differ({".b": 5}, {}) == {}, "only pieces go"


def test_a_part_is_another_when_its_key_is() -> None:
    written = []
    part = Part((1, "a"), lambda: written.append(1) or "<p></p>")
    assert differ({"#p": Part((1, "a"), str)}, {"#p": part}) == {}
    assert not written, "it is written when it is needed"
    assert differ({"#p": part.bare}, {"#p": Part((2, "a"), str)})
    assert part.bare.write() == ""

"""The strips of the documentation: real moments, each with what the log says of it."""

from __future__ import annotations

import pytest

from scripts import strips
from tests.pictures import SVG, parse


@pytest.mark.parametrize("name", list(strips.STRIPS))
def test_a_strip_shows_each_of_its_events(name: str) -> None:
    strip = strips.STRIPS[name]
    _game, shown = strips.frames(strip)
    assert len(shown) >= 10
    assert {event.rule.startswith(strip.rules) for event, _state in shown} == {True}
    svg = strips.drawn(strip)
    assert "var(--" not in svg
    whole = parse(svg)
    assert len(whole.findall(f"{SVG}svg")) == len(shown)
    assert f"{len(shown)}. " in svg
    assert (strips.ROOT / "docs/pictures" / f"{name}.png").is_file()

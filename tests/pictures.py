"""Questions that the tests of all games ask of pictures: elements, classes, words."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from html.parser import HTMLParser

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = tuple(SVG + tag for tag in ("path", "circle", "text", "rect"))


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def by_id(svg: str) -> dict[str, ET.Element]:
    """Every element with an id; ids are unique."""
    found = [element for element in parse(svg).iter() if element.get("id")]
    ids = [element.get("id", "") for element in found]
    assert len(ids) == len(set(ids))
    return dict(zip(ids, found, strict=True))


def classes(element: ET.Element) -> list[str]:
    return (element.get("class") or "").split()


def of_class(svg: str, name: str) -> list[ET.Element]:
    return [element for element in parse(svg).iter() if name in classes(element)]


def shape_classes(svgs: Iterable[str], prefix: str) -> set[str]:
    """The classes of a game on what is drawn as a shape."""
    shapes = [element for svg in svgs for element in parse(svg).iter() if element.tag in SHAPES]
    return {name for shape in shapes for name in classes(shape) if name.startswith(f"{prefix}-")}


def unstyled(names: Iterable[str], sheet: str) -> set[str]:
    """Those of the classes for which a style sheet has no rule."""
    return {name for name in names if not re.search(rf"\.{name}(?![\w-])", sheet)}


class Said(HTMLParser):
    """Collects everything a person reads or hears in HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in ("title", "aria-label") and value]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def quote(text: str) -> str:
    """A translation that can be seen, for `untranslated`."""
    return f"«{text}»"


def untranslated(markup: str) -> set[str]:
    """The words in the markup that did not pass through `quote`, however deep in one another."""
    said = Said()
    said.feed(markup)
    rest, before = " | ".join(said.texts), ""
    while rest != before:
        rest, before = re.sub(r"«[^«»]*»", "", rest), rest
    return set(re.findall(r"[^\W\d_]{2,}", rest))

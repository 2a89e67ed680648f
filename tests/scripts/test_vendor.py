"""The fonts of the pages: a file with few letters draws them as the whole font does."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from scripts import vendor

ROOT = Path(__file__).parents[2]
FONTS = ROOT / "src" / "donjon" / "table" / "static" / "vendor" / "fonts"
FACES = [
    (family, style if "-" in style else f"{style}-normal")
    for family in vendor.FAMILIES
    for style in vendor.STYLES
]


def tables(woff: bytes) -> dict[bytes, bytes]:
    return {tag: data for tag, _checksum, data in vendor.tables_of(woff)[1]}


def shape(glyph: int, font: dict[bytes, bytes]) -> tuple[bytes, list[object]]:
    """The outline of a glyph without the numbers of its parts, and the shapes of these."""
    outline = bytearray(vendor.outline(glyph, font))
    parts = vendor.parts(bytes(outline))
    for at, _part in parts:
        outline[at : at + 2] = b"\0\0"
    return bytes(outline).rstrip(b"\0"), [shape(part, font) for _at, part in parts]


def width(glyph: int, font: dict[bytes, bytes]) -> int:
    measured = struct.unpack_from(">H", font[b"hhea"], 34)[0]
    return struct.unpack_from(">H", vendor.measure(glyph, measured, font[b"hmtx"]))[0]


@pytest.mark.parametrize(("family", "style"), FACES)
def test_the_letters_of_hungarian_are_those_of_the_whole_font(family, style):
    package = ROOT / "node_modules" / "@fontsource" / family / "files"
    whole = tables((package / f"{family}-latin-ext-{style}.woff").read_bytes())
    file = FONTS / f"{family}-{vendor.FEW}-{style}.woff"
    few = tables(file.read_bytes())
    assert file.stat().st_size < 2000
    for letter in vendor.LETTERS:
        mine, theirs = (vendor.glyph_of(font[b"cmap"], ord(letter)) for font in (few, whole))
        assert shape(mine, few) == shape(theirs, whole)
        assert len(shape(mine, few)[0]) > 20, "something is drawn"
        assert width(mine, few) == width(theirs, whole) > 0
    with pytest.raises(SystemExit):
        vendor.glyph_of(few[b"cmap"], ord("Č"))


def test_the_few_letters_are_used_before_the_whole_alphabet():
    rules = (FONTS.parent / "fonts.css").read_text("utf-8")
    for family, style in FACES:
        few, whole = (rules.index(f"{family}-{name}-{style}.") for name in (vendor.FEW, "latin-ext"))
        assert whole < few, "of two faces with a letter, a browser takes the later one"

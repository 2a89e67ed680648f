"""Copy what the pages need out of the npm packages: `vendor.py NODE_MODULES VENDOR`.

The pages load nothing from other sites, so fonts are served from the package itself. Of the fonts
only the alphabets of our languages and the weights of our styles are taken; `fonts.css` names just those.
Hungarian needs four letters that are not in "latin": they are in files of their own, a tenth as large as all
of "latin-ext", which a page loads only for names of other languages.
What draws posters reads no packed fonts: for it some lie unpacked in `posters`.
"""

from __future__ import annotations

import re
import shutil
import struct
import sys
import zlib
from pathlib import Path

FAMILIES = ("alegreya", "alegreya-sans")
STYLES = ("400", "400-italic", "500", "700")
ALPHABETS = ("cyrillic", "latin-ext", "latin")  # in this order: of two faces with a letter, the later is used
# Of "latin-ext", what Hungarian needs beside "latin".
FEW, LETTERS = "hungarian", "ŐőŰű"
ON_POSTERS = (("alegreya", "700"), ("alegreya-sans", "400"), ("alegreya-sans", "700"))

FACE = re.compile(r"/\* (?P<name>\S+) \*/\s*(?P<rule>@font-face \{.*?\n\})", re.DOTALL)
SOURCE = re.compile(r"src: url\(\./files/(?P<file>[^)]+\.woff2)\)[^;]*;")


def main(packages: Path, vendor: Path) -> None:
    """Replace the folder `vendor` by a fresh copy of what the pages need from `packages`."""
    fresh = vendor.with_name(vendor.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    (fresh / "fonts").mkdir(parents=True)
    rules = [rule for family in FAMILIES for rule in copy_family(packages / "@fontsource" / family, fresh)]
    (fresh / "fonts.css").write_text("\n".join(rules) + "\n", encoding="utf-8")
    (fresh / "posters").mkdir()
    for family, weight in ON_POSTERS:
        for alphabet in ALPHABETS:
            name = f"{family}-{alphabet}-{weight}-normal"
            packed = packages / "@fontsource" / family / "files" / f"{name}.woff"
            (fresh / "posters" / f"{name}.ttf").write_bytes(unpacked(packed.read_bytes()))
    shutil.rmtree(vendor, ignore_errors=True)
    fresh.rename(vendor)


def copy_family(package: Path, vendor: Path) -> list[str]:
    """Copy one family's font files and licence; return its `@font-face` rules, their addresses made ours."""
    shutil.copyfile(package / "LICENSE", vendor / "fonts" / f"LICENSE-{package.name}.txt")
    rules = []
    for style in STYLES:
        faces = dict(FACE.findall((package / f"{style}.css").read_text(encoding="utf-8")))
        for alphabet in ALPHABETS:
            name = f"{package.name}-{alphabet}-{style if '-' in style else style + '-normal'}"
            rules.append(copy_face(package, vendor, name, faces))
        rules.append(cut_face(package, vendor, style, rules[-2]))
    return rules


def copy_face(package: Path, vendor: Path, name: str, faces: dict[str, str]) -> str:
    """Copy the font file of one face; return its `@font-face` rule. Exits when the package lacks the face."""
    found = SOURCE.search(faces.get(name, ""))
    if found is None:
        sys.exit(f"donjon: the npm package of {package.name} has no face {name}: see scripts/vendor.py")
    shutil.copyfile(package / "files" / found["file"], vendor / "fonts" / found["file"])
    return SOURCE.sub(f'src: url("fonts/{found["file"]}") format("woff2");', faces[name])


def cut_face(package: Path, vendor: Path, style: str, rule: str) -> str:
    """Write the file of a face with LETTERS alone; return its rule. `rule`: that of all of "latin-ext"."""
    name = f"{package.name}-latin-ext-{style if '-' in style else style + '-normal'}"
    packed = (package / "files" / f"{name}.woff").read_bytes()
    file = f"{name.replace('latin-ext', FEW)}.woff"
    (vendor / "fonts" / file).write_bytes(with_letters(packed, LETTERS))
    source = f'src: url("fonts/{file}") format("woff");'
    letters = ",".join(f"U+{ord(letter):04X}" for letter in sorted(LETTERS))
    return re.sub(
        r"unicode-range: [^;]*;", f"unicode-range: {letters};", re.sub(r"src: [^;]*;", source, rule)
    )


def tables_of(woff: bytes) -> tuple[int, list[tuple[bytes, int, bytes]]]:
    """Return the flavour of the font in a WOFF file, and tag, checksum and unpacked data of its tables."""
    _signature, flavour, _length, count = struct.unpack(">4sIIH", woff[:14])
    tables = []
    for number in range(count):
        tag, offset, packed, size, checksum = struct.unpack_from(">4sIIII", woff, 44 + 20 * number)
        data = woff[offset : offset + packed]
        tables.append((tag, checksum, zlib.decompress(data) if packed < size else data))
    return flavour, tables


def unpacked(woff: bytes) -> bytes:
    """Return the font in a WOFF file: its tables, unpacked, under the header of a font file."""
    flavour, tables = tables_of(woff)
    count = len(tables)
    power = count.bit_length() - 1
    head = struct.pack(">IHHHH", flavour, count, 16 << power, power, 16 * count - (16 << power))
    body, entries = b"", b""
    for tag, checksum, data in tables:
        entries += struct.pack(">4sIII", tag, checksum, len(head) + 16 * count + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    return head + entries + body


def checksum_of(data: bytes) -> int:
    """Return the checksum of a table of a font."""
    whole = data + bytes(-len(data) % 4)
    return int(sum(struct.unpack(f">{len(whole) // 4}I", whole))) & 0xFFFFFFFF


def packed(flavour: int, tables: dict[bytes, bytes]) -> bytes:
    """Return a WOFF file with tables: their data by their tags."""
    body, entries, size = b"", b"", 12 + 16 * len(tables)
    for tag, data in sorted(tables.items()):
        small = zlib.compress(data, 9)
        stored = small if len(small) < len(data) else data
        offset = 44 + 20 * len(tables) + len(body)
        entries += struct.pack(">4sIIII", tag, offset, len(stored), len(data), checksum_of(data))
        body += stored + bytes(-len(stored) % 4)
        size += len(data) + -len(data) % 4
    length = 44 + len(entries) + len(body)
    head = struct.pack(">4sIIHHIHH5I", b"wOFF", flavour, length, len(tables), 0, size, 1, 0, 0, 0, 0, 0, 0)
    return head + entries + body


# Of a part of a composite outline: its numbers are two bytes long; another part follows; it is scaled by one
# number, by two, or by four.
WORDS, MORE, SCALED, SCALED_TWICE, TURNED = 0x1, 0x20, 0x8, 0x40, 0x80


def with_letters(woff: bytes, letters: str) -> bytes:
    """Return a WOFF file with the glyphs of a few letters alone; its outlines are those of TrueType."""
    flavour, found = tables_of(woff)
    tables = {tag: data for tag, _checksum, data in found}
    glyphs = {letter: glyph_of(tables[b"cmap"], ord(letter)) for letter in letters}
    kept = [0]
    for glyph in glyphs.values():
        add_with_parts(glyph, tables, kept)
    outlines = [outline(glyph, tables) for glyph in kept]
    for number, shape in enumerate(outlines):
        renumbered = bytearray(shape)
        for at, part in parts(shape):
            struct.pack_into(">H", renumbered, at, kept.index(part))
        outlines[number] = bytes(renumbered) + bytes(-len(shape) % 4)
    places = [sum(map(len, outlines[:number])) for number in range(len(outlines) + 1)]
    measured = struct.unpack_from(">H", tables[b"hhea"], 34)[0]
    widths = b"".join(measure(glyph, measured, tables[b"hmtx"]) for glyph in kept)
    codes = {ord(letter): kept.index(glyph) for letter, glyph in glyphs.items()}
    new = {
        b"OS/2": tables[b"OS/2"],
        b"cmap": characters(codes),
        b"glyf": b"".join(outlines),
        # Places in `loca` are four bytes long.
        b"head": tables[b"head"][:50] + struct.pack(">H", 1) + tables[b"head"][52:],
        b"hhea": tables[b"hhea"][:34] + struct.pack(">H", len(kept)),
        b"hmtx": widths,
        b"loca": struct.pack(f">{len(places)}I", *places),
        b"maxp": tables[b"maxp"][:4] + struct.pack(">H", len(kept)) + tables[b"maxp"][6:],
        b"name": tables[b"name"],
        # Version 3: no names of glyphs.
        b"post": struct.pack(">I", 0x30000) + tables[b"post"][4:32],
    }
    return packed(flavour, new)


def glyph_of(cmap: bytes, code: int) -> int:
    """Return the number of a character's glyph by a table `cmap` of format 4. Exits when it has none."""
    for number in range(struct.unpack_from(">H", cmap, 2)[0]):
        offset = struct.unpack_from(">I", cmap, 8 + 8 * number)[0]
        if struct.unpack_from(">H", cmap, offset)[0] != 4:
            continue
        segments = struct.unpack_from(">H", cmap, offset + 6)[0] // 2
        for at in range(segments):
            place = offset + 14 + 2 * at
            last = struct.unpack_from(">H", cmap, place)[0]
            if code > last:
                continue
            first, delta, jump = (
                struct.unpack_from(">H", cmap, place + 2 + 2 * segments * row)[0] for row in (1, 2, 3)
            )
            if code < first:
                break
            if jump == 0:
                return int(code + delta) & 0xFFFF
            here = place + 2 + 6 * segments + jump + 2 * (code - first)
            return int(struct.unpack_from(">H", cmap, here)[0] + delta) & 0xFFFF
    sys.exit(f"donjon: a font has no letter {chr(code)}: see scripts/vendor.py")


def characters(codes: dict[int, int]) -> bytes:
    """Return a table `cmap` of format 4 with the glyphs of characters, each in a segment of its own."""
    found = [*sorted(codes.items()), (0xFFFF, 0)]
    count = len(found)
    power = count.bit_length() - 1
    ends = [code for code, _glyph in found]
    deltas = [(glyph - code) & 0xFFFF for code, glyph in found]
    numbers = [*ends, 0, *ends, *deltas, *[0] * count]
    head = (2 * count, 2 << power, power, 2 * count - (2 << power))
    body = struct.pack(f">4H{len(numbers)}H", *head, *numbers)
    table = struct.pack(">HHH", 4, 6 + len(body), 0) + body
    return struct.pack(">HHHHI", 0, 1, 3, 1, 12) + table


def outline(glyph: int, tables: dict[bytes, bytes]) -> bytes:
    """Return the outline of a glyph, b"" for none."""
    is_long = struct.unpack_from(">H", tables[b"head"], 50)[0]
    kind, size, unit = ("I", 4, 1) if is_long else ("H", 2, 2)
    start, end = struct.unpack_from(f">2{kind}", tables[b"loca"], size * glyph)
    return tables[b"glyf"][unit * start : unit * end]


def parts(shape: bytes) -> list[tuple[int, int]]:
    """Return the place and the glyph of each part of a composite outline, [] of another one."""
    if not shape or struct.unpack_from(">h", shape)[0] >= 0:
        return []
    found, at, flags = [], 10, MORE
    while flags & MORE:
        flags, part = struct.unpack_from(">HH", shape, at)
        found.append((at + 2, part))
        scale = 2 if flags & SCALED else 4 if flags & SCALED_TWICE else 8 if flags & TURNED else 0
        at += 4 + (4 if flags & WORDS else 2) + scale
    return found


def add_with_parts(glyph: int, tables: dict[bytes, bytes], kept: list[int]) -> None:
    """Add a glyph to those that are kept, and the glyphs that it is composed of."""
    if glyph not in kept:
        kept.append(glyph)
        for _at, part in parts(outline(glyph, tables)):
            add_with_parts(part, tables, kept)


def measure(glyph: int, measured: int, table: bytes) -> bytes:
    """Return width and left edge of a glyph; those after the first `measured` all have the last width."""
    if glyph < measured:
        return table[4 * glyph : 4 * glyph + 4]
    left = 4 * measured + 2 * (glyph - measured)
    return table[4 * measured - 4 : 4 * measured - 2] + table[left : left + 2]


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

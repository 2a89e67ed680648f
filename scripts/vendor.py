"""Copy what the pages need out of the npm packages: `vendor.py NODE_MODULES VENDOR`.

The pages load nothing from other sites, so fonts are served from the package itself. Of the fonts
only the alphabets of our languages and the weights of our styles are taken; `fonts.css` names just those.
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
ALPHABETS = ("cyrillic", "latin-ext", "latin")
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
    return rules


def copy_face(package: Path, vendor: Path, name: str, faces: dict[str, str]) -> str:
    """Copy the font file of one face; return its `@font-face` rule. Exits when the package lacks the face."""
    found = SOURCE.search(faces.get(name, ""))
    if found is None:
        sys.exit(f"donjon: the npm package of {package.name} has no face {name}: see scripts/vendor.py")
    shutil.copyfile(package / "files" / found["file"], vendor / "fonts" / found["file"])
    return SOURCE.sub(f'src: url("fonts/{found["file"]}") format("woff2");', faces[name])


def unpacked(woff: bytes) -> bytes:
    """Return the font in a WOFF file: its tables, unpacked, under the header of a font file."""
    _signature, flavour, _length, count = struct.unpack(">4sIIH", woff[:14])
    tables = []
    for number in range(count):
        tag, offset, packed, size, checksum = struct.unpack_from(">4sIIII", woff, 44 + 20 * number)
        data = woff[offset : offset + packed]
        tables.append((tag, checksum, zlib.decompress(data) if packed < size else data))
    power = count.bit_length() - 1
    head = struct.pack(">IHHHH", flavour, count, 16 << power, power, 16 * count - (16 << power))
    body, entries = b"", b""
    for tag, checksum, data in tables:
        entries += struct.pack(">4sIII", tag, checksum, len(head) + 16 * count + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    return head + entries + body


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

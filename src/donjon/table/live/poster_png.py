"""Draw the picture of a poster: SVG from standard input to PNG on standard output.

    python poster_png.py FONTS

It runs in a process of its own, because the drawing library blocks all threads, and imports nothing of
Donjon. An opaque picture is written with a palette of 256 colours: a quarter of the size, for messengers that
show no preview above 300 KB.
"""

from __future__ import annotations

import os
import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import resvg_py
from numpy.typing import NDArray

COLOURS = 256
SIGNATURE = b"\x89PNG\r\n\x1a\n"
RGBA, PALETTE = 6, 3
_CHUNK = 4096  # colours that are compared with the palette at a time


def main() -> None:
    """Draw with the fonts of the folder FONTS only; with the system's if it has none."""
    if hasattr(os, "nice"):
        os.nice(10)
    fonts = sorted(str(file) for file in Path(sys.argv[1]).glob("*.ttf"))
    svg = sys.stdin.buffer.read().decode()
    picture = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=bool(fonts), font_files=fonts)
    sys.stdout.buffer.write(smaller(bytes(picture)))


def smaller(png: bytes) -> bytes:
    """Return an RGBA picture with a palette; a picture with transparent pixels unchanged."""
    shown = pixels(png)
    if (shown[..., 3] < 255).any():
        return png
    return with_palette(shown[..., :3])


def pixels(png: bytes) -> NDArray[np.uint8]:
    """Return the pixels of a PNG with 8 bits for each of RGBA, not interlaced: (height, width, 4)."""
    parts = list(_parts(png))
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", parts[0][1])
    if (depth, kind, interlaced) != (8, RGBA, 0):
        raise ValueError("only plain RGBA pictures are read")
    data = zlib.decompress(b"".join(data for name, data in parts if name == b"IDAT"))
    rows = np.frombuffer(data, np.uint8).reshape(height, 1 + 4 * width)
    return _unfiltered(rows[:, 1:].reshape(height, width, 4), rows[:, 0])


def _parts(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        size = int.from_bytes(png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += 12 + size


def _unfiltered(rows: NDArray[np.uint8], filters: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Undo the filters of PNG, each of which predicts a pixel from its neighbours on the left and above.

    Each row is shifted one place further than the row above. Pixels that depend on earlier diagonals only are
    then in one line, which is computed at once.
    """
    height, width, _ = rows.shape
    diagonals = np.zeros((height + width, height, 4), np.int16)
    for row in range(height):
        diagonals[row : row + width, row] = rows[row]
    kinds = [(filters == kind)[:, None] for kind in (1, 2, 3, 4)]
    left = above = corner = np.zeros((height, 4), np.int16)
    for line in diagonals:
        guesses = [left, above, (left + above) >> 1, _paeth(left, above, corner)]
        line += np.select(kinds, guesses, np.int16(0))
        line &= 255
        left, corner = line, above
        above = np.zeros_like(line)
        above[1:] = line[:-1]
    return np.stack([diagonals[row : row + width, row] for row in range(height)]).astype(np.uint8)


def _paeth(left: NDArray[np.int16], above: NDArray[np.int16], corner: NDArray[np.int16]) -> NDArray[np.int16]:
    guess = left + above - corner
    far_left, far_above, far_corner = abs(guess - left), abs(guess - above), abs(guess - corner)
    best = np.where(far_above <= far_corner, above, corner)
    return np.where((far_left <= far_above) & (far_left <= far_corner), left, best)


def with_palette(shown: NDArray[np.uint8]) -> bytes:
    """Return RGB pixels, (height, width, 3), as a PNG of at most COLOURS colours."""
    height, width, _ = shown.shape
    codes = shown.reshape(-1, 3).astype(np.int32) @ np.array([1 << 16, 1 << 8, 1], np.int32)
    used, places, counts = np.unique(codes, return_inverse=True, return_counts=True)
    colours = np.stack([used >> 16, used >> 8 & 255, used & 255], axis=1)
    palette = colours[_chosen(colours, counts)]
    nearest = np.concatenate(
        [_nearest(colours[start : start + _CHUNK], palette) for start in range(0, len(colours), _CHUNK)]
    )
    rows = np.zeros((height, 1 + width), np.uint8)
    rows[:, 1:] = nearest[places].reshape(height, width)
    header = struct.pack(">IIBBBBB", width, height, 8, PALETTE, 0, 0, 0)
    parts = {
        b"IHDR": header,
        b"PLTE": palette.astype(np.uint8).tobytes(),
        b"IDAT": zlib.compress(rows.tobytes(), 9),
    }
    return SIGNATURE + b"".join(_part(name, data) for name, data in {**parts, b"IEND": b""}.items())


def _chosen(colours: NDArray[np.int32], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the indices of the palette's colours, COLOURS at most.

    First the most frequent colour of each neighbourhood (16 values a channel), then the most frequent others.
    """
    neighbourhoods = (colours >> 4) @ np.array([256, 16, 1], np.int32)
    pixels_of = np.bincount(neighbourhoods, counts, 4096)
    order = np.argsort(-counts, kind="stable")
    _, firsts = np.unique(neighbourhoods[order], return_index=True)
    best = order[firsts]
    best = best[np.argsort(-pixels_of[neighbourhoods[best]], kind="stable")]
    others = order[~np.isin(order, best)]
    return np.concatenate([best, others])[:COLOURS]


def _nearest(colours: NDArray[np.int32], palette: NDArray[np.int32]) -> NDArray[np.uint8]:
    distances = ((colours[:, None] - palette[None]) ** 2).sum(axis=2)
    nearest: NDArray[np.uint8] = distances.argmin(axis=1).astype(np.uint8)
    return nearest


def _part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


if __name__ == "__main__":
    main()

"""Draws the picture of a poster: SVG from standard input to PNG on standard output.

    python poster_png.py FONTS

A process of its own, as the drawing library lets nothing else run beside it; it imports nothing of Donjon.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import resvg_py


def main() -> None:
    """Draw with the fonts of a folder, and with no others."""
    if hasattr(os, "nice"):
        os.nice(10)
    fonts = sorted(str(file) for file in Path(sys.argv[1]).glob("*.ttf"))
    svg = sys.stdin.buffer.read().decode()
    picture = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=bool(fonts), font_files=fonts)
    sys.stdout.buffer.write(bytes(picture))


if __name__ == "__main__":
    main()

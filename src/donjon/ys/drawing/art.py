"""The drawings, icons and pigments of Ys, and the style of its board."""

from __future__ import annotations

import functools

from donjon.kernel import drawing as house

FOLDER = house.folder("ys") / "drawing"

ART = house.read_symbols(FOLDER / "art.svg")
ICONS = house.ICONS | house.read_symbols(FOLDER / "icons.svg")
PIGMENTS = house.read_colours(FOLDER / "pigments.toml")


@functools.cache
def board_style() -> str:
    """The style of the board, without the colours that it names."""
    seats = "".join(
        f".ys-seat-{seat}{{fill:var(--seat-{seat});color:var(--seat-{seat}-charge)}}\n"
        for seat in range(len(house.SEATS))
    )
    return (FOLDER / "board.css").read_text("utf-8") + seats

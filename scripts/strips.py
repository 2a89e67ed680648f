#!/usr/bin/env python3
"""Draws what happens at a table as strips of pictures: the counting of a quarter of Ys, a road of Caylus.

    .venv/bin/python scripts/strips.py docs/pictures

Real moments of recorded games, drawn by the program; the fonts are those that `scripts/vendor.py` unpacks.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import resvg_py

from donjon import drawing as house
from donjon.drawing.labels import in_lines
from donjon.drawing.protocol import drawing_of
from donjon.kernel.event_log import Event
from donjon.kernel.game import Game
from donjon.notation import record_reading
from donjon.play.moments import happen
from donjon.table.web.assets import STATIC

ROOT = Path(__file__).parents[1]
SEATS = ("Blue", "Red", "Green", "Yellow")
GAP, CAPTION, SIZE = 12, 64, 20
COLOURS = house.COLOURS["light"]


@dataclass(frozen=True)
class Strip:
    """A strip of pictures: events with some rules, in some actions of a record.

    crop: left, top, width, height in units of the board; across: pixels of a frame; columns: frames in a
    row.
    """

    record: str
    first: int
    last: int
    rules: tuple[str, ...]
    crop: house.Box
    across: int
    columns: int


STRIPS = {
    "ys-counting": Strip("ys/4-plain", 371, 372, ("YS-6.1", "YS-6.2.3", "YS-6.3"), (0, 0, 640, 500), 340, 5),
    "caylus-road": Strip(
        "caylus/4-greedy",
        139,
        160,
        ("CAY-7.2", "CAY-8.1", "CAY-8.2", "CAY-10.1"),
        (0, 480, 1200, 560),
        440,
        4,
    ),
}


def frames(strip: Strip) -> tuple[Game, list[tuple[Event, Any]]]:
    """Return the game, and the events of a strip with the positions at them."""
    match = record_reading.load((ROOT / f"tests/fixtures/{strip.record}.record").read_text())
    shown = list[tuple[Event, Any]]()
    for number in range(strip.first - 1, strip.last):
        happening = happen(match.game, match.state_at(number), *match.log[number])
        shown += [
            (event, state)
            for event, state in zip(happening.events, happening.moments, strict=True)
            if event.rule.startswith(strip.rules)
        ]
    return match.game, shown


def drawn(strip: Strip) -> str:
    """Return the strip as SVG."""
    game, shown = frames(strip)
    left, top, width, height = strip.crop
    down = round(strip.across * height / width)
    rows = -(-len(shown) // strip.columns)
    whole = (strip.columns * (strip.across + GAP) + GAP, rows * (down + CAPTION + GAP) + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole[0]}" height="{whole[1]}">'
        f'<path fill="{COLOURS["table"]}" d="M0 0h{whole[0]}v{whole[1]}H0z"/>'
    ]
    for place, (event, state) in enumerate(shown):
        row, column = divmod(place, strip.columns)
        x, y = GAP + column * (strip.across + GAP), GAP + row * (down + CAPTION + GAP)
        board = drawing_of(game).draw(game.view(state, None), standalone=True, names=SEATS)
        parts.append(
            f'<svg x="{x}" y="{y}" width="{strip.across}" height="{down}"'
            f' viewBox="{left} {top} {width} {height}">'
            f"{house.as_group(board)}</svg>"
        )
        parts.append(caption(game, event, x, y + down, strip.across, place))
    return house.resolve("".join(parts) + "</svg>", COLOURS)


def caption(game: Game, event: Event, x: float, y: float, across: float, place: int) -> str:
    """Return the log sentence of an event on parchment, as SVG."""
    sentence = game.event_message(event).say(str, SEATS)
    lines = in_lines(f"{place + 1}. {sentence}", SIZE, across - 24)[:2]
    said = "".join(
        f'<text x="{x + 12}" y="{y + 26 + 24 * number}" font-family="Alegreya Sans" font-size="{SIZE}"'
        f' fill="{COLOURS["ink"]}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return f'<path fill="{COLOURS["parchment"]}" d="M{x} {y}h{across}v{CAPTION}h-{across}z"/>{said}'


def main() -> None:
    """Draw all strips into a folder."""
    fonts = sorted(str(file) for file in (STATIC / "vendor" / "posters").glob("*.ttf"))
    for name, strip in STRIPS.items():
        picture = resvg_py.svg_to_bytes(
            svg_string=drawn(strip), skip_system_fonts=bool(fonts), font_files=fonts
        )
        (Path(sys.argv[1]) / f"{name}.png").write_bytes(bytes(picture))


if __name__ == "__main__":
    main()

"""The curve of a training, as an SVG: how much was won against the estimate alone, after so many games."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 40, 48
STYLE = "font: 12px sans-serif; fill: #333"


def draw(lines: list[dict[str, Any]], path: Path, title: str) -> None:
    """Draw the gates among the lines of a log into a file."""
    fresh = path.with_suffix(".new")
    fresh.write_text(curve([line for line in lines if "gate" in line], title), "utf-8")
    os.replace(fresh, path)


def curve(gates: list[dict[str, Any]], title: str) -> str:
    """The drawing: a line through all gates, a disc where the net was kept, a ring where it was not."""
    last = max([line["games"] for line in gates], default=1)
    points = [(_across(line["games"] / last), _up(line["against_hand"])) for line in gates]
    marks = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" stroke="#1a5fb4" stroke-width="2" '
        f'fill="{"#1a5fb4" if line["kept"] else "#fff"}"/>'
        for line, (x, y) in zip(gates, points, strict=True)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    name = escape(f"{title}: wins against the estimate alone")
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>{name}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            f'<text x="{LEFT}" y="22" style="{STYLE}">{name}</text>',
            *_grid(last),
            f'<polyline points="{path}" fill="none" stroke="#1a5fb4" stroke-width="2"/>',
            *marks,
            f'<text x="{LEFT}" y="{HEIGHT - 8}" style="{STYLE}">Games; a disc: kept, a ring: not</text>',
            "</svg>\n",
        ]
    )


def _grid(last: int) -> list[str]:
    """Lines for shares of wins, and the numbers of games."""
    found = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _up(share)
        found.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ccc"/>')
        found.append(f'<text x="{LEFT - 44}" y="{y + 4:.1f}" style="{STYLE}">{share:.0%}</text>')
    for part in (0.0, 0.5, 1.0):
        x = _across(part)
        found.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" style="{STYLE}">'
            f"{round(part * last):,}</text>"
        )
    return found


def _across(part: float) -> float:
    return LEFT + part * (WIDTH - LEFT - RIGHT - 20)


def _up(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

"""Aids beside the board: which buildings the provost reaches, when the castle is scored."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from donjon.drawing.facts import Facts, Piece
from donjon.drawing.saying import Words
from donjon.games.caylus.drawing.writing import MACROS
from donjon.kernel.message import Message

# Cached facts, for all tables together: some 4 KB each.
MOST_DEADLINES = 256


class Run(NamedTuple):
    """A building that runs: its tile, whose worker is there, and the owner who gains a cube too."""

    tile: str
    seat: int
    owner_gains: int | None


def forecast_lines(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the forecast, with neighbouring spaces for which the same buildings run in one line."""
    lines: list[dict[str, Any]] = []
    for row in view["forecast"]["rows"]:
        if not lines or lines[-1]["runs"] != row["runs"]:
            lines.append({"runs": row["runs"], "starts": row["starts"], "stops": row["stops"], "rows": []})
        lines[-1]["rows"].append(row)
    return [line | _summary(line["rows"]) for line in lines]


def _summary(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the spaces of a line, the nearest of them, what it costs, and whether one seat can pay it."""
    nearest = min(rows, key=lambda row: abs(row["steps"]))
    return {
        "low": rows[0]["space"],
        "high": rows[-1]["space"],
        "nearest": nearest["space"],
        "now": any(row["steps"] == 0 for row in rows),
        "near": any(row["cost"] is not None for row in rows),
        "steps": nearest["steps"],
        "cost": nearest["cost"],
        "least": nearest["least"],
    }


def forecast(view: Mapping[str, Any], words: Words) -> Facts:
    """Return which buildings the provost reaches: lines with what the viewer can pay, and those further."""
    lines: dict[bool, dict[str, Piece]] = {True: {}, False: {}}
    for line in forecast_lines(view):
        is_near = line["near"]
        lines[is_near][f"{'near' if is_near else 'far'}-{line['nearest']}"] = _line(words, line)
    near, far = lines[True], lines[False]
    stays = Message("The provost stays on space {space} until the end of the round.", space=view["provost"])
    return {
        "*near": near,
        "*far": far,
        ".far": len(far),
        "@hidden:reach": None if near or far else "",
        "@hidden:far": None if far else "",
        "@hidden:stays": "" if near or far else None,
        ".stays": words.say(stays),
    }


def _line(words: Words, line: Mapping[str, Any]) -> Piece:
    space = MACROS.write(
        words,
        "reached",
        line["low"],
        line["high"],
        line["nearest"],
        line["now"],
        line["steps"],
        line["cost"],
        line["least"],
    )
    change = MACROS.write(
        words, "change", line["now"], _runs(line["runs"]), _runs(line["starts"]), _runs(line["stops"])
    )
    return "reach", "now" if line["now"] else "", (space,), (change,)


def _runs(runs: Sequence[Mapping[str, Any]]) -> tuple[Run, ...]:
    return tuple(Run(run["tile"], run["seat"], run["owner_gains"]) for run in runs)


def deadline(view: Mapping[str, Any], words: Words) -> Facts:
    """Return when each section of the castle is scored."""
    castle = view["castle"]
    sections = tuple(
        (section["id"], section["free"], section["scored"], section["slowest"], section["fastest"])
        for section in castle["sections"]
    )
    return _deadline(words, castle["current"], sections)


@functools.lru_cache(maxsize=MOST_DEADLINES)
def _deadline(
    words: Words, current: str | None, sections: tuple[tuple[str, int, bool, int | None, int | None], ...]
) -> Facts:
    facts: Facts = {}
    for name, free, is_scored, slowest, fastest in sections:
        facts[f"?now-{name}"] = name == current
        facts[f".free-{name}"] = free
        facts[f"#rounds-{name}"] = MACROS.write(words, "rounds", is_scored, slowest, fastest)
    return facts

"""Aids beside the board: which buildings the provost reaches, when the castle is scored."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from donjon.drawing.facts import Facts, Piece, plain
from donjon.drawing.saying import Words
from donjon.games.caylus.drawing.saying import tile_term
from donjon.games.caylus.drawing.tiles import EMBLEMS, gist
from donjon.games.caylus.drawing.writing import MACROS
from donjon.kernel.message import Message, SeatName

# Cached facts, for all tables together: some 4 KB each.
MOST_DEADLINES = 256


# Cached pieces, for all tables together: some 400 bytes each.
MOST_RUNS = 4096
_cached = functools.lru_cache(maxsize=MOST_RUNS)
_SIGNS = {"starts": "+", "stops": "−"}


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
    low, high = line["low"], line["high"]
    spaces = f"{low}" if low == high else f"{low}–{high}"
    if line["now"]:
        runs = _runs(words, line["runs"], "") or (("nothing",),)
        return "reach", "now", line["nearest"], spaces, (("here",),), (("runs", runs),)
    starts, stops = _runs(words, line["starts"], "starts"), _runs(words, line["stops"], "stops")
    change = (("starts", starts),) * bool(starts) + (("stops", stops),) * bool(stops)
    steps = f"{'+' if line['steps'] > 0 else '−'}{abs(line['steps'])}"
    price = _price(words, line["cost"], line["least"])
    return "reach", "", line["nearest"], spaces, (("steps", steps, price),), change


@_cached
def _price(words: Words, cost: int | None, least: int) -> tuple[Piece, ...]:
    """Return what the steps to a space cost one seat, and all seats together."""
    if not least:
        return (("free",),)
    pieces: list[Piece] = []
    if cost is not None:
        said = words.say(Message("{deniers:denier|deniers} if one player pays", deniers=cost))
        pieces.append(("price", said, cost))
    if least != cost:
        said = words.say(Message("{deniers:denier|deniers} between all players", deniers=least))
        pieces.append(("together", said, least))
    return tuple(pieces)


def _runs(words: Words, runs: Sequence[Mapping[str, Any]], state: str) -> tuple[Piece, ...]:
    return tuple(_run(words, run["tile"], run["seat"], run["owner_gains"], state) for run in runs)


@_cached
def _run(words: Words, tile: str, seat: int, owner_gains: int | None, state: str) -> Piece:
    """Return a building that runs: whose worker is there, and the owner who gains a cube too."""
    sign = (("sign", _SIGNS[state]),) if state else ()
    wide = gist(tile)["width"]
    picture = (("gist", tile, plain(round(wide, 1)), round(wide * 0.78)),) if wide else ()
    title = f"{words.translate(tile_term(tile).word)}: {words.name(seat)}"
    gains: tuple[Piece, ...] = ()
    if owner_gains is not None:
        said = words.say(Message("and a cube for {player}", player=SeatName(owner_gains)))
        gains = ((f"gains{owner_gains}", said),)
    return f"run{seat}", state, sign, EMBLEMS[tile], picture, title, gains


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

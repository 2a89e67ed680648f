"""Measure what a move costs the server, game by game, and print one table: `make load`.

For each game a server of its own is loaded (`bench.load`) several times: as it usually is, with more viewers,
under a profiler, and with ever more moves a second until it falls behind. Takes some ten minutes; with
`--seconds 5 --tables 30 --streams 200` two.
"""

from __future__ import annotations

import argparse
import json
import os
import pstats
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.load import PROFILE, Report, Size, measure
from donjon.kernel.games import games

# Moves a second that are tried, and the delay at the last viewer, in ms, at which a server has fallen behind.
RATES = (20.0, 40.0, 60.0, 90.0, 120.0)
BEHIND = 500.0
# How many times as many viewers there are in the run that tells what one more costs.
MORE = 2
# Layers, by a part of the path of a file: the first that fits.
LAYERS = (
    ("/drawing/", "drawing"),
    ("/jinja2/", "templates"),
    (".jinja", "templates"),
    ("<template>", "templates"),
    ("/games/", "rules and views"),
    ("/play/", "rules and views"),
    ("/kernel/message", "words"),
    ("/kernel/", "rules and views"),
    ("/gettext", "words"),
    ("/table/store/", "storage"),
    ("/table/wire/", "updates, streams"),
    ("/table/live/", "pages"),
    ("/json/", "JSON"),
)
OTHER = "web server, rest"


def layer(path: str) -> str:
    """Return the layer of a file."""
    return next((name for part, name in LAYERS if part in path), OTHER)


def layers(profile: Path) -> dict[str, float]:
    """Return the share of each layer; the time of built-in functions counts for their callers."""
    spent = Counter[str]()
    stats: dict[Any, Any] = vars(pstats.Stats(str(profile)))["stats"]
    for (path, _line, _name), (_calls, _primitive, own, _all, callers) in stats.items():
        if path != "~":
            spent[layer(path)] += own
            continue
        for (caller, _line, _name), (_calls, _primitive, part, _all) in callers.items():
            spent[layer(caller)] += part
    whole = sum(spent.values()) or 1.0
    return {name: seconds / whole for name, seconds in spent.most_common()}


def profiled(size: Size) -> dict[str, float]:
    """Return the shares of the layers under load."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ[PROFILE] = str(Path(folder) / "profile")
        try:
            measure(size)
            return layers(Path(os.environ[PROFILE]))
        finally:
            del os.environ[PROFILE]


def keeps_up(report: Report) -> bool:
    """Return whether the last viewers got the moves in time."""
    return report.is_sound and not report.late and report.to_last_viewer["p99"] < BEHIND


def fastest(size: Size) -> float:
    """Return the most moves a second, of those tried, at which the server keeps up; 0 for none."""
    best = 0.0
    for rate in RATES:
        if not keeps_up(measure(replace(size, rate=rate))):
            break
        best = rate
    return best


def rates(report: Report) -> dict[str, float]:
    """Return what `bench.capacity` needs of a measurement."""
    return {
        "ms_per_move": report.cpu_per_move,
        "bytes_per_update": report.bytes_per_update[report.size.game],
        "kb_per_stream": report.memory_per_stream / 1024,
        "kb_per_table": report.memory_per_table / 1024,
        "mb_empty": report.memory_empty / 2**20,
    }


def rows(size: Size, usual: Report) -> list[tuple[str, str]]:
    """Return the names and values of all measurements of a game; `usual`: the load as it usually is."""
    more = measure(replace(size, streams=MORE * size.streams))
    viewers = (MORE - 1) * size.streams / size.tables
    last, share = usual.to_last_viewer, profiled(size)
    return [
        ("ms a move", f"{usual.cpu_per_move:.1f}"),
        *((f"  {name}", f"{part * usual.cpu_per_move:.1f}") for name, part in sorted(share.items())),
        ("ms, one more viewer", f"{(more.cpu_per_move - usual.cpu_per_move) / viewers:.2f}"),
        ("ms to last viewer: p50", f"{last['p50']:.0f}"),
        ("  p95", f"{last['p95']:.0f}"),
        ("  p99", f"{last['p99']:.0f}"),
        ("bytes an update, zipped", f"{usual.bytes_per_update[size.game]:.0f}"),
        ("  plain", f"{usual.plain_per_update[size.game]:.0f}"),
        ("KB a stream", f"{usual.memory_per_stream / 1024:.0f}"),
        ("KB a table", f"{usual.memory_per_table / 1024:.0f}"),
        ("moves a second, up to", f"{fastest(size):.0f}"),
        ("sound", "yes" if usual.is_sound and more.is_sound else "NO"),
    ]


def main() -> None:
    """Read the options, measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.load_table", description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--streams", type=int, default=1200)
    parser.add_argument("--rate", type=float, default=20.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--game", choices=[*games], help="usually all")
    parser.add_argument("--out", type=Path, help="write the rates for `bench.capacity` to this file")
    given = parser.parse_args()
    size = Size(given.tables, given.streams, given.rate, given.seconds, grace=30.0)
    usual = {name: measure(replace(size, game=name)) for name in ([given.game] if given.game else games)}
    if given.out is not None:
        given.out.write_text(json.dumps({name: rates(report) for name, report in usual.items()}, indent=1))
    found = {name: dict(rows(report.size, report)) for name, report in usual.items()}
    names = list(dict.fromkeys(name for game in found.values() for name in game))
    print(
        f"{size.tables} tables, {size.streams} streams, {size.rate:g} moves a second for {size.seconds:g} s, "
        "one process on SQLite"
    )
    print(f"{'':26}" + "".join(f"{game:>18}" for game in found))
    for name in names:
        print(f"{name:26}" + "".join(f"{values.get(name, '-'):>18}" for values in found.values()))


if __name__ == "__main__":
    main()

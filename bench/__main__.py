"""Print the speed of the rules and the bots on this machine, measured now, in one thread."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.measuring import Bench
from donjon.kernel.games import games


def measure(name: str, players: int, bots: list[str]) -> dict[str, Any]:
    """Return all measurements of one game with this number of players."""
    bench = Bench(games[name], players)
    return {
        "game": name,
        "players": players,
        "random": bench.games(),
        "parts": bench.shares(),
        "others": bench.others(),
        "bots": {bot: bench.bot(bot) for bot in bots},
    }


def show(result: dict[str, Any], console: Console) -> None:
    """Print one game's numbers as tables."""
    speed = result["random"]
    console.print(
        f"\n[bold]{result['game']}, {result['players']} players[/]: "
        f"{speed['games_per_second']:,.0f} random games a second, "
        f"{speed['decisions_per_second']:,.0f} decisions a second, "
        f"{speed['ns_per_decision']:.0f} ns a decision ({speed['decisions_per_game']:.0f} a game)"
    )
    table = Table("part", "ns", "times a decision", "ns a decision", "share")
    explained = sum(row["ns_per_decision"] for row in result["parts"])
    for row in sorted(result["parts"], key=lambda row: -row["ns_per_decision"]):
        share = row["ns_per_decision"] / explained
        table.add_row(
            row["part"],
            f"{row['ns']:.0f}",
            f"{row['per_decision']:.2f}",
            f"{row['ns_per_decision']:.0f}",
            f"{share:.0%}",
        )
    table.add_row("sum of the parts", "", "", f"{explained:.0f}", "100%")
    console.print(table)
    others = ", ".join(f"{key.removesuffix('_ns')} {ns:.0f} ns" for key, ns in result["others"].items())
    console.print(f"beside playing: {others}")
    for bot, found in result["bots"].items():
        playouts = found["playouts_per_second"]
        told = f", {playouts:,.0f} playouts a second" if playouts else ""
        console.print(f"{bot}: {found['decisions_per_second']:,.1f} decisions a second{told}")


def main() -> None:
    """Read the options, measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON for a program to read")
    parser.add_argument("--game", action="append", choices=list(games), help="only this game")
    parser.add_argument("--players", type=int, action="append", help="only so many players")
    parser.add_argument("--bots", default="greedy,search:200", help="bots to measure, by comma")
    options = parser.parse_args()
    bots = [name for name in options.bots.split(",") if name]
    console, results = Console(width=None if sys.stdout.isatty() else 110), []
    for name in options.game or games:
        for players in options.players or games[name].seats:
            results.append(measure(name, players, bots))
            if not options.json:
                show(results[-1], console)
    if options.json:
        facts = {"python": platform.python_version(), "machine": platform.machine()}
        print(json.dumps({**facts, "results": results}, indent=1))


if __name__ == "__main__":
    main()

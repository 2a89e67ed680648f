"""Lets each bot meet a weaker one and writes how it went into a page: `python -m bench.strength`.

Every deal is played once for each rotation of the seats; the stronger bot has one seat, the weaker
one all others. The page keeps what it says between the two marks of the table.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from donjon import games
from donjon.arena import Report, match_up

# Each level of the table against the one below it.
PAIRINGS = (
    ("greedy", "random"),
    ("greedy", "beginner"),
    ("skilled", "greedy"),
    ("expert", "skilled"),
)
HEAD = (
    "| Players | Bot (one seat) | Others | Games | Wins of the bot | 95 % | If equal | Points of the bot "
    "| Points of the others |\n| --: | --- | --- | --: | --: | --- | --: | --: | --: |\n"
)


def row(report: Report) -> str:
    """One line of the table."""
    bot, others = report.bots
    low, high = bot.win_share_interval
    return (
        f"| {report.players} | {bot.bot} | {others.bot} | {report.games} | {bot.win_share:.1%} "
        f"| {low:.1%} to {high:.1%} | {bot.expected_share:.1%} "
        f"| {bot.average:.1f} | {others.average:.1f} |\n"
    )


def marks(page: Path, game: str) -> tuple[str, str]:
    """The two lines of a page between which the table of the game stands."""
    begin, end = (f"<!-- strength of {game}: {mark} -->" for mark in ("begin", "end"))
    text = page.read_text("utf-8")
    if text.count(begin) != 1 or text.count(end) != 1:
        raise SystemExit(f"{page} needs the lines '{begin}' and '{end}', once each, for the table between")
    return begin, end


def write(page: Path, game: str, table: str) -> None:
    """Put the table between its marks."""
    begin, end = marks(page, game)
    before, rest = page.read_text("utf-8").split(begin)
    page.write_text(f"{before}{begin}\n{table}{end}{rest.split(end)[1]}", "utf-8")


def main() -> None:
    """Play all pairings, writing after each."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("--game", default="kingdom-builder", choices=sorted(games))
    parser.add_argument("--games", type=int, default=200, help="games of each pairing")
    parser.add_argument("--players", type=int, action="append", help="only so many players")
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--pairing", action="append", help='only this one, as "skilled,greedy"')
    parser.add_argument("--write", type=Path, help="the page whose table to replace")
    options = parser.parse_args()
    if options.write:
        marks(options.write, options.game)
    pairings = [tuple(text.split(",")) for text in options.pairing or ()] or list(PAIRINGS)
    table = HEAD
    for bots in pairings:
        for players in options.players or games[options.game].seats:
            report = match_up(options.game, players, options.games, options.seed, bots, None, options.workers)
            table += row(report)
            print(row(report), end="", flush=True)
            if options.write:
                write(options.write, options.game, table)


if __name__ == "__main__":
    main()

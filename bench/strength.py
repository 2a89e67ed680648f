"""Let each bot meet a weaker one and write the results into a page: `python -m bench.strength`.

Every deal is played once for each rotation of the seats; the stronger bot has one seat, the weaker one all
others. The page keeps its text outside the two marks of the game's table, and the rows of pairings that are
not played again.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from donjon import games
from donjon.lab.arena import Outcome, Settings, outcome, play

# Each level against the one below it.
PAIRINGS = (
    ("greedy", "random"),
    ("greedy", "beginner"),
    ("regular", "greedy"),
    ("skilled", "regular"),
    ("expert", "skilled"),
    ("master", "expert"),
)
HEAD = (
    "| Bot (one seat) | Others | Players | Games | Wins of the bot | 95 % | If equal | Points of the bot "
    "| Points of the others |\n| --- | --- | --: | --: | --: | --- | --: | --: | --: |\n"
)


def row(result: Outcome) -> str:
    """Return one line of the table."""
    bot, others = result.standings
    low, high = bot.win_share_interval
    return (
        f"| {bot.bot} | {others.bot} | {result.players} | {result.games} | {bot.win_share:.1%} "
        f"| {low:.1%} to {high:.1%} | {bot.expected_share:.1%} "
        f"| {bot.points:.1f} | {others.points:.1f} |\n"
    )


def place(line: str) -> tuple[int, str, str, int]:
    """Return the sort key of a line in the table: the order of PAIRINGS, then players."""
    bot, others, players = (cell.strip() for cell in line.split("|")[1:4])
    known = (bot, others) in PAIRINGS
    return PAIRINGS.index((bot, others)) if known else len(PAIRINGS), bot, others, int(players)


class Page:
    """A page with a table between two marks that name it. Raises SystemExit when it has no marks.

    `head` is the first lines of the table, `order` returns the sort key of a line.
    """

    def __init__(
        self,
        path: Path,
        name: str,
        head: str = HEAD,
        order: Callable[[str], Any] = place,
    ) -> None:
        self.path, self.head, self.order = path, head, order
        self.begin, self.end = (f"<!-- {name}: {mark} -->\n" for mark in ("begin", "end"))
        if any(path.read_text("utf-8").count(mark) != 1 for mark in (self.begin, self.end)):
            raise SystemExit(
                f"{path} needs these two lines once each, for the table:\n{self.begin}{self.end}"
            )

    def put(self, line: str) -> None:
        """Put a line into the table, instead of the one that belongs in the same place."""
        before, rest = self.path.read_text("utf-8").split(self.begin)
        table, after = rest.split(self.end)
        lines = {self.order(old): old for old in [*table.splitlines(keepends=True)[2:], line]}
        made = self.head + "".join(lines[key] for key in sorted(lines))
        self.path.write_text(f"{before}{self.begin}{made}{self.end}{after}", "utf-8")


def main() -> None:
    """Play all pairings, writing after each."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("--game", default="kingdom-builder", choices=sorted(games))
    parser.add_argument("--games", type=int, default=200, help="games of each pairing")
    parser.add_argument("--players", type=int, action="append", help="only so many players")
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--pairing", action="append", help='only this one, as "skilled,greedy"')
    parser.add_argument(
        "--keep", type=Path, help="a folder for what was played, to go on after an interruption"
    )
    parser.add_argument("--write", type=Path, help="the page into whose table the rows go")
    options = parser.parse_args()
    page = Page(options.write, f"strength of {options.game}") if options.write else None
    pairings = [tuple(text.split(",")) for text in options.pairing or ()] or list(PAIRINGS)
    for bots in pairings:
        for players in options.players or games[options.game].seats:
            settings = Settings(options.game, players, bots, options.seed)
            name = "-".join([options.game, *bots, str(players)]).replace(":", "_")
            out = options.keep / f"{name}.jsonl" if options.keep else None
            line = row(outcome(play(settings, options.games, options.workers, out)))
            print(line, end="", flush=True)
            if page:
                page.put(line)


if __name__ == "__main__":
    main()

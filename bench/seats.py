"""Measure whether equal bots win equally often at every seat: `python -m bench.seats --game ys`.

Every deal is played once for each rotation of the order in which seats start, with the same luck, so that
each seat has each place of that order once. Differences by seat are a fault of the bots, or luck; differences
by place are what the rules give to players who start sooner or later. With `--write` the rows go into the
table of a page.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench.strength import Page
from donjon import bots
from donjon import games as all_games
from donjon.kernel.game import Game
from donjon.lab.arena.game_runner import GameRunner
from donjon.lab.arena.statistics import Z95

HEAD = (
    "| Bot | Players | Games | Wins by seat, % | 95 % | Points by seat | Wins by place, % | 95 % "
    "| Points by place |\n| --- | --: | --: | --- | --: | --- | --- | --: | --- |\n"
)


def beginning(game: Game, players: int, first: int) -> dict[str, Any]:
    """Return the option of a game with which a seat is the first in order, and the next seats follow."""
    if game.name == "kingdom-builder":
        return {"first": first}
    if game.name == "caylus":
        return {"turn_order": [(first + place) % players for place in range(players)]}
    return {"order": [(seat - first) % players + 1 for seat in range(players)]}


@dataclass(frozen=True)
class Seats:
    """The results of equal bots: float64[deals, seats] each, the means over the rotations of a deal.

    shares: of the win; points; by seat, and by place in the order in which seats start.
    """

    shares: Any
    points: Any
    place_shares: Any
    place_points: Any

    @classmethod
    def played(cls, game: Game, players: int, bot: str, deals: int, seed: str = "seats") -> Seats:
        """Let a bot play itself on this number of deals."""
        shares, points = (np.zeros((players, deals, players)) for _ in range(2))
        for first in range(players):
            runner = GameRunner(game, seed, beginning(game, players, first))
            for deal in range(deals):
                result = runner.play([bot] * players, deal)
                won = np.array(result.ranks) == 1
                shares[first, deal], points[first, deal] = won / won.sum(), result.points
            runner.close()
        return cls.of(shares, points)

    @classmethod
    def of(cls, shares: Any, points: Any) -> Seats:
        """Sum up float64[players, deals, seats] each: the seat that starts comes first."""
        by_place = [
            np.mean([np.roll(games, -first, axis=1) for first, games in enumerate(table)], axis=0)
            for table in (shares, points)
        ]
        return cls(shares.mean(axis=0), points.mean(axis=0), *by_place)


def half_widths(values: Any) -> Any:
    """Return half the widths of the 95 % intervals of the means: float64[seats] of values[deals, seats]."""
    return Z95 * values.std(axis=0, ddof=1) / len(values) ** 0.5


def row(bot: str, found: Seats) -> str:
    """Return one line of the table."""
    deals, players = found.shares.shape

    def told(shares: Any, points: Any) -> str:
        wins, sure = 100 * shares.mean(axis=0), 100 * half_widths(shares).max()
        means = ", ".join(f"{mean:.1f}" for mean in wins)
        return f"{means} | ±{sure:.1f} | {', '.join(f'{mean:.1f}' for mean in points.mean(axis=0))}"

    by_seat = told(found.shares, found.points)
    by_place = told(found.place_shares, found.place_points)
    return f"| {bot} | {players} | {deals * players} | {by_seat} | {by_place} |\n"


def place(line: str) -> tuple[int, int]:
    """Return the sort key of a line in the table: level, then players."""
    bot, players = (cell.strip() for cell in line.split("|")[1:3])
    return [level.key for level in bots.levels()].index(bot), int(players)


def main() -> None:
    """Play, and print a line for each level and number of players."""
    parser = argparse.ArgumentParser(prog="python -m bench.seats", description=__doc__)
    parser.add_argument("--game", default="ys", choices=sorted(all_games))
    parser.add_argument("--levels", default=",".join(level.key for level in bots.levels()))
    parser.add_argument("--players", type=int, action="append", help="only so many players")
    parser.add_argument("--games", type=int, default=600, help="at least so many games of each row")
    parser.add_argument("--seed", default="seats")
    parser.add_argument("--write", type=Path, help="the page into whose table the rows go")
    options = parser.parse_args()
    game = all_games[options.game]
    page = Page(options.write, f"seats of {game.name}", HEAD, place) if options.write else None
    for level in options.levels.split(","):
        for players in options.players or game.seats:
            deals = -(-options.games // players)
            line = row(level, Seats.played(game, players, level, deals, options.seed))
            print(line, end="", flush=True)
            if page:
                page.put(line)


if __name__ == "__main__":
    main()

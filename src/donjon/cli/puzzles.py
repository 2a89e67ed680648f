"""`donjon puzzles`: find positions where one decision is clearly best and bots miss it."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import typer

from donjon.cli.console import SEED_HELP, examples, progress, put, waiting, write_text
from donjon.kernel.game import Game
from donjon.kernel.games import games

if TYPE_CHECKING:
    from donjon.coach.puzzles import Bounds, Puzzle

MOST = 10_000


def usual() -> Bounds:
    """Return the default bounds of a puzzle."""
    from donjon.coach.puzzles import Bounds

    return Bounds()


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "puzzles",
        epilog=examples(
            "donjon puzzles caylus --count 5 --out puzzles.json",
            "donjon puzzles ys --players 3 --count 20 --share 0.15 --seed march > puzzles.json",
        ),
    )(puzzles)


def puzzles(
    game: str = typer.Argument(help="The game, such as ys."),
    count: int = typer.Option(10, min=1, max=MOST, help="Number of puzzles."),
    out: str | None = typer.Option(
        None, metavar="FILE", help="Write the puzzles to this file; standard output by default."
    ),
    players: int = typer.Option(2, help="Number of players."),
    seed: str = typer.Option("0", help=SEED_HELP),
    share: float = typer.Option(
        default_factory=lambda: usual().share,
        min=0,
        max=1,
        help="Minimum advantage of the solution over the next best decision, as a share of a win.",
    ),
    points: float = typer.Option(
        default_factory=lambda: usual().points, min=0, help="Minimum advantage in points, too."
    ),
    playouts: int = typer.Option(
        default_factory=lambda: usual().long,
        min=2,
        max=100_000,
        help="Playouts for each decision in each of the two searches that decide.",
    ),
) -> None:
    """Find positions where one decision is clearly best and bots miss it.

    Searches games between bots: after a quick analysis and a test of the levels, a long analysis must
    confirm the solution. The file is rewritten after each puzzle, so that none is lost.
    """
    kind = games[game]
    kind.check_players(players)
    from donjon.coach.puzzles import Bounds

    bounds = Bounds(share=share, points=points, long=playouts, glance=min(usual().glance, playouts))
    _find(kind, players, seed, bounds, count, out)


def _find(kind: Game, players: int, seed: str, bounds: Bounds, count: int, out: str | None) -> None:
    """Find `count` puzzles, and write them."""
    from donjon.bots.warming import warm_bots
    from donjon.coach.puzzles import find, written

    with waiting("compiling"):
        warm_bots(kind.name)
    puzzles: list[Puzzle] = []
    with progress("searching for puzzles", count) as step:
        for puzzle in itertools.islice(find(kind, players, seed, bounds), count):
            puzzles.append(puzzle)
            if out is not None:
                write_text(out, written(kind, seed, bounds, puzzles))
            step()
    if out is None:
        put(written(kind, seed, bounds, puzzles).rstrip())

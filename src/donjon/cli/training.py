"""`donjon train`: an evaluation learned by playing."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Annotated

import typer

import donjon
from donjon.cli.console import Ray, complain, examples, put
from donjon.errors import BadOption

MOST_LANES = 4096
LANES_HELP = (
    "Of each round so many parts are played side by side, each by one worker; a cluster wants as many as it "
    "has processors."
)
Workers = Annotated[
    int | None,
    typer.Option(
        min=1,
        show_default="1, or all of a cluster",
        help="How many workers play at a time. The weights do not hang on it.",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "donjon train caylus --out caylus.weights --games 40000 --workers 2",
            "donjon train ys --out ys.weights --hours 3 --workers 8 --players 2,3",
            "donjon train ys --out ys.weights --games 200000 --ray auto --lanes 64",
        )
    )(train)


def train(
    game: str = typer.Argument(..., help="The name of the game."),
    out: Path = typer.Option(..., "--out", metavar="FILE", help="Where the best weights are written to."),
    games: int = typer.Option(0, help="Learn from so many games: the same command, the same weights."),
    hours: float = typer.Option(0.0, help="Learn for so long instead."),
    workers: Workers = None,
    ray: Ray = None,
    lanes: int = typer.Option(2, min=1, max=MOST_LANES, help=LANES_HELP),
    players: str = typer.Option("2", help="The numbers of players, with commas."),
    seed: int = typer.Option(0, help="Decides the deals and how the net begins."),
) -> None:
    """Let a small net learn, by playing against itself, to correct a game's estimate.

    FILE always holds the best weights so far; the folder FILE.training beside it a log, a curve and all that
    is needed to go on after an interruption: give the same command again. See docs/training.md.
    """
    from donjon.lab.training.folder import Settings
    from donjon.lab.training.run import Training

    kind = donjon.games[game]
    counts = _players(players)
    for count in counts or (players,):
        kind.check_players(count)
    if not (0 <= hours < inf and games >= 0) or (games > 0) == (hours > 0):
        raise BadOption("Say either how many --games to learn from, or for how many --hours.")
    if not out.absolute().parent.is_dir():
        raise BadOption(f"There is no folder {out.absolute().parent} to write {out.name} to.")
    if out.is_dir():
        raise BadOption(f"{out} is a folder; name a file to write the weights to.")
    settings = Settings(kind.name, counts, seed, games, lanes=lanes)
    command = f"donjon train {kind.name} --games {games} --players {players} --seed {seed} --lanes {lanes}"
    workers = workers if ray else workers or 1
    training = Training(settings, out, hours=hours, workers=workers, ray=ray, tell=_tell, command=command)
    try:
        training.run()
    except KeyboardInterrupt:
        complain("Stopped; the same command goes on from the last round.")
        raise
    put(
        f"{training.progress.games} games, {training.progress.kept} times something better was kept in {out}."
    )


def _players(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        return ()


def _tell(line: str) -> None:
    typer.echo(line, err=True)

"""`donjon train`: train a neural net by self-play."""

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
    "Number of parts of a round played in parallel, each by one worker; for a cluster, as many as it "
    "has processors."
)
Workers = Annotated[
    int | None,
    typer.Option(
        min=1,
        show_default="1, or all of a cluster",
        help="Number of workers. The result does not depend on it.",
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
    game: str = typer.Argument(..., help="The game, such as ys."),
    out: Path = typer.Option(..., "--out", metavar="FILE", help="File for the best weights."),
    games: int = typer.Option(
        0, help="Number of games to learn from; the same command gives the same weights."
    ),
    hours: float = typer.Option(0.0, help="Time to learn instead, in hours."),
    workers: Workers = None,
    ray: Ray = None,
    lanes: int = typer.Option(2, min=1, max=MOST_LANES, help=LANES_HELP),
    players: str = typer.Option("2", help="Numbers of players, separated by commas."),
    seed: int = typer.Option(0, help="Seed of the deals and of the initial weights."),
) -> None:
    """Train a small neural net, by self-play, to correct a game's estimate.

    FILE always contains the best weights so far. The folder FILE.training contains a log, a curve and the
    state of the training: run the same command again to resume. See docs/training.md.
    """
    from donjon.lab.training.folder import Settings
    from donjon.lab.training.run import Training

    kind = donjon.games[game]
    counts = _players(players)
    for count in counts or (players,):
        kind.check_players(count)
    if not (0 <= hours < inf and games >= 0) or (games > 0) == (hours > 0):
        raise BadOption("Give either --games or --hours.")
    if not out.absolute().parent.is_dir():
        raise BadOption(f"There is no folder {out.absolute().parent} for {out.name}.")
    if out.is_dir():
        raise BadOption(f"{out} is a folder. Give a file for the weights.")
    settings = Settings(kind.name, counts, seed, games, lanes=lanes)
    command = f"donjon train {kind.name} --games {games} --players {players} --seed {seed} --lanes {lanes}"
    workers = workers if ray else workers or 1
    training = Training(settings, out, hours=hours, workers=workers, ray=ray, tell=_tell, command=command)
    try:
        training.run()
    except KeyboardInterrupt:
        complain("Stopped. Run the same command to continue from the last round.")
        raise
    put(f"Trained for {training.progress.games} games; {training.progress.kept} better nets saved to {out}.")


def _players(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        return ()


def _tell(line: str) -> None:
    typer.echo(line, err=True)

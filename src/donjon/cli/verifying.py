"""`donjon verify`: check every random draw of a game file against its seed."""

from __future__ import annotations

import typer

import donjon
from donjon.cli.console import CHECK_FAILED, complain, examples, put, read_text


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "verify",
        epilog=examples(
            "donjon verify game.record",
            "donjon verify game.record --seed 3f9c2a67b1d04e58",
        ),
    )(verify)


def verify(
    file: str = typer.Argument(help="A record file; - for standard input."),
    seed: str | None = typer.Option(
        None, help="The seed published after the game, if the record does not contain it."
    ),
) -> None:
    """Check the random draws of a game file.

    Every random draw is repeated from the seed and compared with the record, and the seed with the
    commitment published before the game. Exit code 0: everything matches, 1: something differs, 2: the
    record cannot be read, or there is no seed.
    """
    verdict = donjon.verify(read_text(file), seed)
    about_seed, about_draws = verdict.sentences()
    if verdict.fair:
        put(f"{about_seed}\n{about_draws}")
        return
    complain(about_draws if verdict.belongs else f"{about_seed} {about_draws}")
    raise typer.Exit(CHECK_FAILED)

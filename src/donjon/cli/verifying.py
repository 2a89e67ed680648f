"""`donjon verify`: makes every draw of a record again from its seed."""

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
    file: str = typer.Argument(help="A record; - for standard input."),
    seed: str | None = typer.Option(
        None, help="The seed that was opened after the game; needed when the record does not carry it."
    ),
) -> None:
    """Check the shuffles of a record.

    Every draw of nature is made again from the seed and compared with the one in the record, and the seed
    with the commitment that was published before the game. Exit code 0: all is right, 1: something differs,
    2: the record cannot be read, or there is no seed.
    """
    verdict = donjon.verify(read_text(file), seed)
    about_seed, about_draws = verdict.sentences()
    if verdict.fair:
        put(f"{about_seed}\n{about_draws}")
        return
    complain(about_draws if verdict.belongs else f"{about_seed} {about_draws}")
    raise typer.Exit(CHECK_FAILED)

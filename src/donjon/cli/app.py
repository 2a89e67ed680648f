"""The command and its parts."""

from __future__ import annotations

import typer

from donjon import __version__
from donjon.cli import (
    archive,
    arena,
    backup,
    comparing,
    looking,
    pinning,
    playing,
    puzzles,
    replaying,
    reviewing,
    training,
    verifying,
)
from donjon.cli.console import CommandGroup, examples

app = typer.Typer(
    cls=CommandGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "donjon play",
        "donjon rules kingdom-builder KB-5.6",
        "donjon simulate caylus --players 3 --games 100 --bots random,greedy",
        "donjon COMMAND --help    the options of a command, with examples",
    ),
)


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"donjon {__version__}")
        raise typer.Exit


@app.callback()
def donjon(
    version: bool = typer.Option(
        False, "--version", help="Show the version and exit.", callback=_say_version, is_eager=True
    ),
) -> None:
    """Play classic strategy board games in the browser, run bots, replay and check games.

    Exit codes: 0 success, 1 a check failed (a game file does not replay, its draws do not match its seed,
    two programs differ), 2 bad input.
    """


PARTS = (
    playing,
    arena,
    looking,
    replaying,
    reviewing,
    puzzles,
    verifying,
    comparing,
    pinning,
    archive,
    backup,
    training,
)
for part in PARTS:
    part.add_to(app)

"""`donjon backup` and `donjon restore`: all games and the key of the seats in one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from donjon.cli.archive import DATA_HELP, data_folder
from donjon.cli.console import examples, put, table_wanted, waiting


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        "backup",
        epilog=examples("donjon backup games.zip", "donjon backup --data ~/donjon-games games.zip --force"),
    )(backup)
    app.command(
        "restore",
        epilog=examples("donjon restore games.zip", "donjon restore games.zip --data ~/new-folder"),
    )(restore)


def backup(
    file: Path = typer.Argument(help="The file to write."),
    data: str | None = typer.Option(None, metavar="<dir>", help=DATA_HELP),
    force: bool = typer.Option(False, "--force", help="Replace the file if it exists."),
) -> None:
    """Copy all games and the key of the seats into one file.

    The server may run meanwhile. Keep the file to yourself: it holds the seeds of running games, and the key
    with which anybody can sit anywhere; without that key everybody would lose their seats.
    """
    with waiting("copying"):
        told = _parts().backup(data_folder(data), file, force)
    put(f"{file}: {told.tables} tables with {told.actions} actions, as of {told.made}.")


def restore(
    file: Path = typer.Argument(help="A backup file written by `donjon backup`."),
    data: str | None = typer.Option(None, metavar="<dir>", help=DATA_HELP),
    force: bool = typer.Option(False, "--force", help="Discard the games in the folder."),
) -> None:
    """Put the games and the key of a backup into the data folder.

    The server must be stopped. The file is checked first; the folder holds all of it afterwards, or what it
    held before.
    """
    folder = data_folder(data)
    with waiting("checking and restoring"):
        told = _parts().restore(folder, file, force)
    put(f"{folder} holds {told.tables} tables with {told.actions} actions, as of {told.made}.")


def _parts() -> Any:
    with table_wanted():
        from donjon.table.store import backup as parts
    return parts

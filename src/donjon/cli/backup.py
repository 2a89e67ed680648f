"""`donjon backup` and `donjon restore`: save all games and the signing key to one file, and restore them."""

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
    """Save all games and the key that signs seats to one file.

    The server can keep running. Keep the file private: it contains the seeds of running games, and the key
    with which anyone can take any seat.
    """
    with waiting("copying"):
        summary = _parts().backup(data_folder(data), file, force)
    put(f"{file}: {summary.tables} tables with {summary.actions} actions, as of {summary.made}.")


def restore(
    file: Path = typer.Argument(help="A backup file written by `donjon backup`."),
    data: str | None = typer.Option(None, metavar="<dir>", help=DATA_HELP),
    force: bool = typer.Option(False, "--force", help="Discard the games in the folder."),
) -> None:
    """Restore the games and the key from a backup.

    Stop the server first. The file is checked before anything changes; afterwards the folder contains
    either the whole backup or what it contained before.
    """
    folder = data_folder(data)
    with waiting("checking and restoring"):
        summary = _parts().restore(folder, file, force)
    put(f"{folder} holds {summary.tables} tables with {summary.actions} actions, as of {summary.made}.")


def _parts() -> Any:
    with table_wanted():
        from donjon.table.store import backup as parts
    return parts

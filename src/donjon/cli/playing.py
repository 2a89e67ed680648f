"""`donjon play`, `donjon warm`: the table, and compiling ahead."""

from __future__ import annotations

import time
from pathlib import Path

import platformdirs
import typer

from donjon.cli.languages import missing_table
from donjon.cli.manners import examples, put, waiting

DATA = str(platformdirs.user_data_path("donjon") / "table")


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        "play",
        epilog=examples(
            "donjon play",
            "donjon play --port 8001 --data ~/donjon-games",
            "donjon play --host 0.0.0.0    for others in your network",
        ),
    )(play)
    app.command("warm", epilog=examples("donjon warm"))(warm)


def play(
    host: str = typer.Option("127.0.0.1", help="The address to listen on; 0.0.0.0 for the whole network."),
    port: int = typer.Option(8000, min=0, max=65535, help="The port to listen on; 0 for any free one."),
    data: Path = typer.Option(
        DATA, envvar="DONJON_DATA", file_okay=False, help="The folder for games and the key of the seats."
    ),
) -> None:
    """Serve the table to browsers.

    Play there against bots, and with others at one screen or on their own.
    Ends with Ctrl-C; games are kept in the data folder and go on at the next start.
    """
    try:
        from donjon.table import serve
    except ModuleNotFoundError as error:
        raise missing_table(error) from error
    serve(
        host=host,
        port=port,
        data=data,
        announce=lambda address: put(
            f"The table is set: {address}\nGames are kept in {data}. Ctrl-C ends the program."
        ),
    )


def warm() -> None:
    """Compile rules and bots ahead.

    Nobody waits for it later then. Quick when it was done before.
    """
    import donjon
    from donjon import bots
    from donjon.kernel.trace import look

    began = time.perf_counter()
    with waiting("compiling rules and bots, once for this version"):
        bots.warm()
        for name, game in donjon.games.items():
            match = donjon.new(name, min(game.seats), seed=0)
            look(match, match.waiting[0])
    put(f"Rules and bots are compiled ({time.perf_counter() - began:.0f} s).")

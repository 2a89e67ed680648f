"""`donjon play`, `donjon simulate`, `donjon warm`: serve the table, play bots, compile in advance."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import platformdirs
import typer

from donjon.cli.console import (
    OPTION_HELP,
    SEED_HELP,
    examples,
    interval_text,
    progress,
    put,
    put_json,
    put_table,
    read_game_options,
    split_bots,
    table_wanted,
    waiting,
)
from donjon.errors import BadData
from donjon.kernel import game_data
from donjon.kernel.games import games
from donjon.kernel.untrusted import short

if TYPE_CHECKING:
    from donjon.lab.arena import Report

DATA = str(platformdirs.user_data_path("donjon") / "table")

# More settings for the site owner; each has an environment variable, too.
BaseUrl = Annotated[
    str | None,
    typer.Option(
        metavar="<address>",
        help="Public address of the server, such as https://games.example.org; invite links start with it "
        "[default: DONJON_BASE_URL, or the address it listens on].",
    ),
]
HostNames = Annotated[
    list[str],
    typer.Option(
        metavar="<name>",
        help="Another host name of this server, such as games.example.org; * for any "
        "[default: DONJON_HOSTS, separated by commas].",
    ),
]
Proxies = Annotated[
    list[str],
    typer.Option(
        metavar="<address>",
        help="Trusted proxy whose client address and scheme headers are used: an address or a network "
        "[default: DONJON_PROXIES, separated by commas; or none].",
    ),
]
BotWorkers = Annotated[
    int | None,
    typer.Option(
        min=0,
        help="Number of bots that may think at once on this machine; 0 leaves it to workers on others, see "
        "donjon worker [default: DONJON_BOT_WORKERS, or 1].",
    ),
]
Processes = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Number of processes that serve pages; more than 1 need PostgreSQL (DONJON_DATABASE_URL) "
        "[default: DONJON_PROCESSES, or 1].",
    ),
]
LogLevel = Annotated[
    str | None,
    typer.Option(
        metavar="<level>",
        help="The log level: debug, info (a line for each request), warning or error "
        "[default: DONJON_LOG_LEVEL, or warning].",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        "play",
        epilog=examples(
            "donjon play",
            "donjon play --port 8001 --data ~/donjon-games",
            "donjon play --host 0.0.0.0    for others on your network",
            "donjon play --base-url https://games.example.org --proxy 127.0.0.1    behind a proxy",
            "donjon play --data ys=ships.toml    with your own ship cards",
        ),
    )(play)
    app.command(
        "worker",
        epilog=examples(
            "donjon worker",
            "donjon worker --bot-workers 8    on a machine with 8 processors to spare",
        ),
    )(worker)
    app.command(
        "simulate",
        epilog=examples(
            "donjon simulate kingdom-builder --players 2 --games 1000",
            "donjon simulate caylus --players 5 --games 200 --bots random,greedy --json",
            "donjon simulate kingdom-builder --players 2 --games 200 --bots search:200,greedy",
        ),
    )(simulate)
    app.command("warm", epilog=examples("donjon warm"))(warm)


def play(
    host: str = typer.Option("127.0.0.1", help="The address to listen on; 0.0.0.0 for the whole network."),
    port: int = typer.Option(8000, min=0, max=65535, help="The port to listen on; 0 for a free one."),
    data: list[str] = typer.Option(
        [],
        metavar="<dir> or <game>=<file>",
        help="The folder for games and the secret key [default: DONJON_DATA, or "
        f"{DATA}]; with a game's name, a file with your own data instead of the reconstructed data.",
    ),
    base_url: BaseUrl = None,
    host_name: HostNames = [],  # noqa: B006
    proxy: Proxies = [],  # noqa: B006
    processes: Processes = None,
    bot_workers: BotWorkers = None,
    log_level: LogLevel = None,
) -> None:
    """Serve the table in the browser.

    Play against bots, or with friends on one screen or by link.
    Stop it with Ctrl-C; games are kept in the data folder and continue after the next start.
    """
    folder = _take_data(data)
    with table_wanted():
        from donjon.table import serve
    # Ctrl-C is the way to end it, so it is not a failure.
    with suppress(KeyboardInterrupt):
        serve(
            host=host,
            port=port,
            data=folder,
            announce=partial(_announce, folder),
            base_url=base_url,
            hosts=tuple(host_name) or None,
            proxies=tuple(proxy) or None,
            processes=processes,
            bot_workers=bot_workers,
            log_level=log_level,
        )


def worker(
    bot_workers: int = typer.Option(
        1, min=1, envvar="DONJON_BOT_WORKERS", help="Number of bots that may think at once."
    ),
    log_level: LogLevel = None,
) -> None:
    """Let bots and the coach of servers on other machines think on this one.

    The servers and their workers share a PostgreSQL database, which DONJON_DATABASE_URL names.
    Start as many workers as you like, of the same version as the servers; stop them with Ctrl-C at any time:
    what they leave is done by the others.
    """
    with table_wanted():
        from donjon.table.worker import work
    with suppress(KeyboardInterrupt):
        work(
            bot_workers,
            log_level or os.environ.get("DONJON_LOG_LEVEL") or "warning",
            lambda queue: typer.echo(f"Waiting for questions (queue {queue}). Stop with Ctrl-C."),
        )


def _take_data(values: list[str]) -> Path:
    """Return the folder that --data names, and store paths of games' own data (--data ys=FILE).

    The data is read and checked. Raises BadData.
    """
    folder = os.environ.get("DONJON_DATA") or DATA
    for value in values:
        name, equals, file = value.partition("=")
        if not equals or name not in games:
            folder = value
            continue
        # The game, and the worker processes of its bots, look for the path here.
        os.environ[game_data.variable(name)] = str(_path(file).absolute())
        if games[name].rules_version == "1":
            raise BadData(f"{games[name].title} has no data that you can replace.")
    path = _path(folder)
    if path.exists() and not path.is_dir():
        raise BadData(f"{path} is a file. --data takes a folder, or a game and a file: ys={path.name}.")
    return path


def _path(text: str) -> Path:
    """Return a path as it was given. Raises BadData when it cannot be one."""
    try:
        path = Path(text).expanduser()
        path.exists()
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadData(f"--data {short(text)} isn't a path: {reason}.") from None
    if "\0" in text:
        raise BadData(f"--data {short(text)} isn't a path: it contains a zero byte.")
    return path


def _announce(data: Path, address: str) -> None:
    put(f"Donjon is running at {address}\nGames are saved in {data}. Press Ctrl-C to stop.")


def simulate(
    game: str = typer.Argument(help="The game, such as ys."),
    players: int = typer.Option(2, help="Number of players."),
    count: int = typer.Option(100, "--games", min=1, help="Number of games."),
    seed: str = typer.Option("0", help=SEED_HELP),
    bots: str = typer.Option(
        "random", help="The bot of each seat, separated by commas; the last one plays all remaining seats."
    ),
    workers: int = typer.Option(1, min=1, help="Number of processes."),
    option: list[str] = typer.Option([], "--option", "-o", help=OPTION_HELP),
    as_json: bool = typer.Option(False, "--json", help="Write JSON."),
) -> None:
    """Play many games between bots.

    Prints averages, standard deviations and win shares (a shared win counts in parts) with 95% confidence
    intervals, and the speed without compile time. Bots: random, greedy, search, search:PLAYOUTS,
    search:SECONDSs and the levels of the table.
    """
    from donjon.lab import arena

    options = read_game_options(games[game], option)
    seated = split_bots(bots, players)
    with progress(f"{count} games", count) as step:
        report = arena.simulate(game, players, count, seed, seated, step, workers, options)
    if as_json:
        put_json(report.as_dict())
    else:
        _put_report(report)


def _put_report(report: Report) -> None:
    put(
        f"{report.games} games of {report.players}, seed {report.seed}: "
        f"{report.games_per_second:,.0f} games/s, {report.decisions_per_second:,.0f} decisions/s"
    )
    heads = ["seat", "bot", "average", "95 %", "stdev", "wins", "95 %"]
    rows = []
    for number, seat in enumerate(report.seats):
        points = [f"{seat.average:.2f}", interval_text(seat.average_interval, 1, 2), f"{seat.stdev:.2f}"]
        wins = [f"{100 * seat.win_share:.1f} %", interval_text(seat.win_share_interval, 100, 1)]
        rows.append([number, seat.bot, *points, *wins])
    put_table(heads, rows, right=(0, 2, 3, 4, 5, 6))


def warm() -> None:
    """Compile rules and bots in advance, so no one has to wait for it later."""
    from donjon import bots

    began = time.perf_counter()
    with waiting("compiling rules and bots (once per version)"):
        bots.warm_all()
    put(f"Rules and bots are compiled ({time.perf_counter() - began:.0f} s).")

"""`donjon arena` and `donjon engine`: play bots against each other, and run a bot as an engine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from donjon.cli.console import (
    INTERRUPTED,
    OPTION_HELP,
    SEED_HELP,
    Ray,
    complain,
    examples,
    interval_text,
    progress,
    put,
    put_json,
    put_table,
    read_game_options,
    write_text,
)
from donjon.errors import DonjonError
from donjon.kernel.games import games

if TYPE_CHECKING:
    from donjon.lab.arena import Course, Outcome, Standing

_ENDINGS = {"played": "", "decided": ", decided", "interrupted": ", interrupted"}

Bots = Annotated[
    list[str],
    typer.Option(
        metavar="<bot>,<bot>[,...]",
        help="The bots, separated by commas; engine:COMMAND and "
        "openspiel:mcts:SIMULATIONS are bots, too. The last one takes the remaining seats; "
        "with more bots than seats, every pairing is played.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, show_default="all processors", help="Number of workers."),
]
Orders = Annotated[
    Literal["rotations", "all"],
    typer.Option(help="Play each deal with every bot once in each seat (rotations), or in all orders (all)."),
]
Test = Annotated[
    str | None,
    typer.Option(
        "--sprt",
        metavar="<elo0>,<elo1>",
        help="Stop as soon as a sequential test shows whether the first of two bots is elo1 stronger "
        "than the other (H1) or only elo0 (H0).",
    ),
]
Alpha = Annotated[float, typer.Option(help="Probability that the test says H1 although H0 is true.")]
Beta = Annotated[float, typer.Option(help="Probability that the test says H0 although H1 is true.")]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="<file>.jsonl",
        help="Save each deal here when it is finished. An existing file is continued.",
    ),
]
Page = Annotated[
    str | None,
    typer.Option("--report", metavar="<file>.html", help="Write the results as a web page with plots."),
]
EngineTime = Annotated[
    float | None,
    typer.Option(
        min=0.001,
        max=600,
        metavar="<seconds>",
        help="Time limit for each answer of an engine; an engine that is a second late loses that decision "
        "[default: engines get no limit and may take a minute].",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        "arena",
        epilog=examples(
            "donjon arena kingdom-builder --bots skilled,greedy --games 200 --workers 2",
            "donjon arena caylus --players 4 --bots tree:300,flat:300 --out run.jsonl --report run.html",
            "donjon arena ys --bots search:300,skilled --games 4000 --sprt 0,30 --ray auto",
            'donjon arena kingdom-builder --bots "engine:python my_engine.py,greedy" --engine-time 1',
        ),
    )(arena)
    app.command("engine", epilog=examples("donjon engine --bot skilled"))(engine)


def arena(
    game: str = typer.Argument(help="The game, such as ys."),
    players: int = typer.Option(2, help="Number of players."),
    bots: Bots = ["greedy", "random"],  # noqa: B006
    count: int = typer.Option(100, "--games", min=1, help="Number of games, rounded up to whole deals."),
    seed: str = typer.Option("0", help=SEED_HELP),
    workers: Workers = None,
    ray: Ray = None,
    option: list[str] = typer.Option([], "--option", "-o", help=OPTION_HELP),
    seatings: Orders = "rotations",
    sprt: Test = None,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    out: Out = None,
    report: Page = None,
    engine_time: EngineTime = None,
    as_json: bool = typer.Option(False, "--json", help="Write JSON."),
) -> None:
    """Compare bots on the same deals, from every seat.

    Prints win shares, points and Elo with 95% confidence intervals over deals, and the CPU time per
    decision. Ctrl-C stops the run and prints the result so far.
    """
    from donjon.lab import arena as room
    from donjon.lab.arena.players import read_names
    from donjon.lab.arena.statistics import bounds

    options = read_game_options(games[game], option)
    names = tuple(read_names(bots))
    settings = room.Settings(game, players, names, seed, options, seatings, engine_time)
    test = bounds(sprt, alpha, beta) if sprt is not None else None
    with progress(f"{count} games", count) as step:
        course = room.play(settings, count, workers, out, test, step, complain, ray)
    _tell(course, report, as_json)
    if course.ending == "interrupted":
        raise typer.Exit(INTERRUPTED)


def _tell(course: Course, report: str | None, as_json: bool) -> None:
    """Write the result to stdout, and its page to a file."""
    from donjon.lab.arena import outcome as sum_up
    from donjon.lab.arena.report_page import write

    outcome = sum_up(course)
    if report:
        write_text(report, write(course, outcome))
    if as_json:
        put_json(outcome.as_dict())
    else:
        _put_outcome(outcome)
    _complain_of_lost(outcome)


def _put_outcome(outcome: Outcome) -> None:
    """Write the result as tables and sentences."""
    from donjon.lab.arena.report_page import verdict_sentence

    deals = f"{outcome.deals} deals, {outcome.games_per_deal} games each"
    ending = _ENDINGS[outcome.ending]
    put(f"{outcome.games} games of {outcome.players} ({deals}), seed {outcome.seed}{ending}")
    if not outcome.standings:
        return
    heads = ["bot", "wins", "95 %", "if equal", "points", "95 %", "Elo", "95 %", "ms/decision", "lost"]
    put_table(heads, [_row(standing) for standing in outcome.standings], right=range(1, len(heads)))
    if outcome.test:
        put(verdict_sentence(outcome.test, outcome.bots))


def _row(standing: Standing) -> list[str]:
    spent = standing.milliseconds
    return [
        standing.bot,
        f"{100 * standing.win_share:.1f} %",
        interval_text(standing.win_share_interval, 100, 1),
        f"{100 * standing.expected_share:.1f} %",
        f"{standing.points:.2f}",
        interval_text(standing.points_interval, 1, 2),
        *_elo(standing),
        "unknown" if spent is None else f"{spent:.3g}",
        str(standing.lost),
    ]


def _elo(standing: Standing) -> tuple[str, str]:
    """Return Elo and its interval as text; the reference, which has 0 by definition, has no interval."""
    low, high = standing.elo_interval
    return ("0", "") if low == high else (f"{standing.elo:+.0f}", interval_text((low, high), 1, 0))


def _complain_of_lost(outcome: Outcome) -> None:
    """Write every sentence about lost decisions to stderr."""
    for standing in outcome.standings:
        if standing.lost:
            complain(
                f"{standing.bot} lost {standing.lost} of {standing.decisions} decisions, "
                f"which were made at random instead:"
            )
            for reason, times in standing.complaints:
                typer.echo(f"  {times} times: {reason}", err=True)


def engine(
    bot: str = typer.Option("skilled", help="The bot that answers, as in donjon arena."),
    threads: int = typer.Option(1, min=1, help="Number of search threads."),
) -> None:
    """Run a bot as an engine on standard input and output.

    Use it to play against Donjon's bots from another program or arena. The protocol is in docs/engines.md.
    """
    from donjon.lab.arena.engine import Misunderstood, Server

    server = Server(bot, threads)
    try:
        server.serve(sys.stdin, lambda text: print(text, flush=True))
    except Misunderstood as error:
        raise DonjonError(str(error)) from None

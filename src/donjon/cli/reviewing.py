"""`donjon review`: review a game, with a curve of the win chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from donjon.cli.console import (
    LANGUAGE_HELP,
    SEED_HELP,
    examples,
    progress,
    put,
    put_json,
    put_table,
    read_text,
    translator,
    waiting,
)
from donjon.cli.replaying import load, split_names
from donjon.errors import BadOption
from donjon.kernel.message import Message, SeatName, Translate
from donjon.play.match import Match

if TYPE_CHECKING:
    from donjon.coach.reviewing import Review

# The curve: the most columns, and the percent between two lines.
COLUMNS = 72
STEP = 10
MOST_PLAYOUTS = 100_000


def usual() -> int:
    """Return the default number of times that each decision is played to the end."""
    from donjon.coach.reviewing import PLAYOUTS

    return PLAYOUTS


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "review",
        epilog=examples(
            "donjon review game.record",
            "donjon review game.record --playouts 400 --names Anna,Boris --lang hu",
            "donjon review game.record --json",
        ),
    )(review)


def review(
    file: str = typer.Argument(help="A record file; - for standard input."),
    playouts: int = typer.Option(
        default_factory=usual, min=2, max=MOST_PLAYOUTS, help="Playouts for each decision."
    ),
    seed: str = typer.Option("0", help=SEED_HELP),
    as_json: bool = typer.Option(False, "--json", help="Write JSON."),
    lang: str = typer.Option("en", help=LANGUAGE_HELP),
    names: str = typer.Option("", help="Names of the players, separated by commas."),
) -> None:
    """Review a game: win chances, turning points, and the accuracy of each player.

    Compares every decision with the best ones, by what the player could know at the time. More playouts
    give more reliable results and take longer.
    """
    match, translate = load(read_text(file)), translator(lang)
    result = _look(match, playouts, seed)
    if as_json:
        put_json(result.as_dict())
        return
    if not result.moments:
        raise BadOption("The record has no decision to review.")
    _tell(result, translate, split_names(names))


def _look(match: Match, playouts: int, seed: str) -> Review:
    """Review a match, with a progress bar on a terminal."""
    from donjon.bots.warming import warm_bots
    from donjon.coach import reviewing

    settings = reviewing.Settings(playouts=playouts, seed=seed)
    with waiting("compiling"):
        warm_bots(match.game.name)
    moments = []
    with progress("reviewing", len(reviewing.decisions(match))) as step:
        for moment in reviewing.moments(match, settings):
            moments.append(moment)
            step()
    return reviewing.sum_up(match, moments)


def _tell(review: Review, translate: Translate, names: list[str] | None) -> None:
    def say(text: str, **args: object) -> str:
        return Message(text, **args).say(translate, names)

    put(say("Win chances in percent, by decision:"))
    for line in curve(review):
        put(line)
    put("")
    points = review.turning_points
    put(say("Turning points:") if points else say("No big mistakes."))
    for moment in points:
        put(f"  {moment.message.say(translate, names)}")
    put("")
    heads = ["", say("decisions"), say("average loss in percent"), say("accuracy")]
    rows = [_row(review, seat, say("{seat}", seat=SeatName(seat))) for seat in range(review.players)]
    put_table(heads, rows, right=range(1, 4))


def _row(review: Review, seat: int, name: str) -> list[object]:
    lost, accuracy = review.average_loss(seat), review.accuracy(seat)
    figures = ["-", "-"] if lost is None or accuracy is None else [f"{100 * lost:.1f}", f"{accuracy:.0f}"]
    return [f"{seat}  {name}", len(review.decisions_of(seat)), *figures]


def curve(review: Review) -> list[str]:
    """Return the shares of all seats as lines of text: the number of a seat stands at its share."""
    width = min(COLUMNS, len(review.moments))
    grid = [[" "] * width for _ in range(100 // STEP + 1)]
    for column in range(width):
        first, last = (at * len(review.moments) // width for at in (column, column + 1))
        for seat in reversed(range(review.players)):
            share = sum(moment.shares[seat] for moment in review.moments[first:last]) / (last - first)
            grid[round(100 * share / STEP)][column] = str(seat)
    rows = [f"{number * STEP:4} |{''.join(row)}".rstrip() for number, row in enumerate(grid)]
    return [*reversed(rows), f"     +{'-' * width}"]

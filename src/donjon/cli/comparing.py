"""`donjon trace` and `donjon follow`: write and check games as JSON lines, to compare programs."""

from __future__ import annotations

import json
from typing import Any

import typer

import donjon
from donjon.cli.console import (
    CHECK_FAILED,
    OPTION_HELP,
    SEED_HELP,
    complain,
    examples,
    progress,
    put,
    put_json,
    read_game_options,
    read_lines,
    read_text,
    split_bots,
)
from donjon.cli.replaying import load
from donjon.notation.follow import Difference, Follower
from donjon.notation.text_board import text_board
from donjon.notation.trace import trace
from donjon.play.match import Match


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        "trace",
        epilog=examples(
            "donjon trace kingdom-builder --players 4 --seed 7 --bots greedy",
            "donjon trace caylus --players 5 --option favours=simplified --bots random,greedy",
            "donjon trace --from game.record",
            "donjon trace kingdom-builder --seed 7 --bots greedy --as-record > game.record",
        ),
    )(write_trace)
    app.command(
        "follow",
        epilog=examples(
            "donjon follow theirs.jsonl",
            "donjon trace kingdom-builder --seed 7 | donjon follow - --quiet",
        ),
    )(follow_trace)


def write_trace(
    game: str = typer.Argument("", help="The game. A record names its own."),
    players: int = typer.Option(2, help="Number of players."),
    seed: str = typer.Option("0", help=SEED_HELP),
    bots: str = typer.Option(
        "random", help="The bot of each seat, separated by commas; the last one plays all remaining seats."
    ),
    option: list[str] = typer.Option([], "--option", "-o", help=OPTION_HELP),
    source: str | None = typer.Option(
        None, "--from", metavar="FILE", help="Trace this record instead of a new game (- for standard input)."
    ),
    as_record: bool = typer.Option(False, "--as-record", help="Write a record instead of a trace."),
) -> None:
    """Write a game as JSON lines.

    Bots play the game. The lines are made for comparing programs: the setup, a line for each random draw
    and for each decision with all its legal choices, and the points by source. The format is described in
    docs/trace.md.
    """
    about: dict[str, Any] = {"program": f"donjon {donjon.__version__}"}
    if source is not None:
        match = load(read_text(source))
    else:
        rules = donjon.games[game]
        match = donjon.new(game, players, seed, **read_game_options(rules, option))
        names = split_bots(bots, players)
        about |= {"seed": seed, "commitment": match.commitment, "bots": names}
        play_out(match, names, seed)
    if as_record:
        put(match.record().rstrip("\n"))
        return
    for line in trace(match, **about):
        put_json(line, indent=None)


def play_out(match: Match, names: list[str], seed: str) -> None:
    """Let bots play a match to its end."""
    from donjon import bots

    players = [bots.bot(name) for name in names]
    with progress("playing", None) as step:
        while not match.over:
            seat = match.waiting[0]
            thought = f"{seed}/{len(match.moves)}"
            for action in bots.choose(match.game, match.state, seat, players[seat], thought):
                match.play(action, seat)
            step()


def follow_trace(
    file: str = typer.Argument(help="A trace from another program; - for standard input."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Only check; don't write our own trace."),
) -> None:
    """Check another program's trace.

    Plays its setup, draws and decisions and checks every line. Writes Donjon's own lines, with all legal
    decisions and the points. At the first difference it stops, shows the position and exits with code 1.
    """
    follower = Follower()
    count = 0
    try:
        for ours in follower.follow(read_lines(file)):
            count += 1
            if not quiet:
                put_json(ours, indent=None)
    except Difference as difference:
        if not quiet:
            put_json(difference.data(), indent=None)
        _show(difference)
        raise typer.Exit(CHECK_FAILED) from difference
    rest = "" if follower.match and follower.match.over else " The last game is not over."
    typer.echo(f"No difference in {count} lines of {follower.games} game(s).{rest}", err=True)


def _show(difference: Difference) -> None:
    """Write the difference to stderr: what differs, why, and where on the board."""
    complain(str(difference))
    for reason in difference.reasons:
        typer.echo(f"  {reason}", err=True)
    sides = [side for side in (difference.theirs, difference.ours) if isinstance(side, (str, list))]
    texts = [text for side in sides for text in ([side] if isinstance(side, str) else side)]
    picture = text_board(difference.match, (text for text in texts if isinstance(text, str)))
    if picture:
        typer.echo(f"\n{picture}\n", err=True)
    typer.echo(f"position: {json.dumps(difference.match.position())}", err=True)

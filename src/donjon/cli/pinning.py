"""`donjon perft` and `donjon signature`: compute numbers that change when a rule changes."""

from __future__ import annotations

import typer

from donjon.cli.console import (
    OPTION_HELP,
    examples,
    put,
    put_json,
    read_game_options,
    waiting,
)
from donjon.kernel import playout
from donjon.kernel.games import games
from donjon.kernel.playout import perft


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        "perft",
        epilog=examples(
            "donjon perft kingdom-builder --depth 3",
            "donjon perft caylus --depth 2 --players 5 --seed 7 --json",
        ),
    )(count_moves)
    app.command(
        "signature",
        epilog=examples(
            "donjon signature kingdom-builder",
            "donjon signature caylus --players 3 --games 100 --json",
        ),
    )(sign)


def count_moves(
    game: str = typer.Argument(help="The game, such as ys."),
    depth: int = typer.Option(2, min=0, help="Number of actions to look ahead."),
    players: int = typer.Option(2, help="Number of players."),
    seed: str = typer.Option("0", help="Seed of the start position."),
    option: list[str] = typer.Option([], "--option", "-o", help=OPTION_HELP),
    as_json: bool = typer.Option(False, "--json", help="Write JSON."),
) -> None:
    """Count the sequences of actions from a start position.

    Counts all sequences of up to --depth actions, random draws included, from the first decision of a seeded
    game. Programs with the same rules give the same counts.
    """
    rules = games[game]
    options = read_game_options(rules, option)
    counts = {}
    for level in range(depth + 1):
        with waiting(f"counting to depth {level}"):
            counts[level] = perft(rules, players, level, seed, options)
        if not as_json:
            put(f"{level:3} {counts[level]:>15,}")
    if as_json:
        put_json({"game": game, "players": players, "seed": seed, "options": options, "counts": counts})


def sign(
    game: str = typer.Argument(help="The game, such as ys."),
    players: int | None = typer.Option(None, help="Number of players; every number by default."),
    count: int = typer.Option(1000, "--games", min=1, help="Number of random games."),
    seed: str = typer.Option("0", help="Seed of the random games."),
    as_json: bool = typer.Option(False, "--json", help="Write JSON."),
) -> None:
    """Compute a fingerprint of the rules.

    Hashes all actions and points of seeded random games, so it changes when a rule does. It is the same
    compiled and interpreted (environment variable DONJON_INTERPRETED=1; slow).
    """
    rules = games[game]
    if players is not None:
        rules.check_players(players)
    signatures = {}
    for seats in rules.seats if players is None else [players]:
        with waiting(f"playing {count} games of {seats} players"):
            signatures[seats] = playout.signature(rules, seats, count, seed)
        if not as_json:
            put(f"{game} {seats} players: {signatures[seats]}")
    if as_json:
        put_json({"game": game, "games": count, "seed": seed, "signatures": signatures})

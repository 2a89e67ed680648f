"""`donjon games` and `donjon rules`."""

from __future__ import annotations

from typing import Any

import typer

from donjon.cli.manners import examples, put, put_json
from donjon.kernel.game import Game, Option, games


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("games", epilog=examples("donjon games", "donjon games --json"))(list_games)


def list_games(as_json: bool = typer.Option(False, "--json", help="As JSON, for a program.")) -> None:
    """List the games with their numbers of players and their options."""
    if as_json:
        put_json([_told(games[name]) for name in games])
        return
    for name in games:
        game = games[name]
        put(f"{name}: {game.title}, {min(game.seats)} to {max(game.seats)} players")
        for option in game.options:
            put(f"  {_option_line(option)}")
            put(f"      {option.help}")


def _option_line(option: Option) -> str:
    many = "" if option.kind == "choice" else f" (a list of {option.count})"
    return f"{option.name}{many}: {', '.join(str(choice) for choice in option.choices)}"


def _told(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.seats),
        "rules": game.rules_version,
        "actions": game.ACTIONS,
        "sources": list(game.SOURCES),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "choices": list(option.choices),
                "default": option.default,
                "count": option.count,
                "help": option.help,
            }
            for option in game.options
        ],
    }

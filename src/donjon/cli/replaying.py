"""`donjon replay`: check a game file and print its log, with the rule of every line."""

from __future__ import annotations

from typing import Any

import typer

from donjon.cli.console import (
    LANGUAGE_HELP,
    CheckFailed,
    examples,
    put,
    put_json,
    put_table,
    read_text,
    translator,
    write_text,
)
from donjon.errors import BadOption, BadRecord, BadShuffle, GameOver, IllegalAction, NotYourTurn
from donjon.kernel.message import Message, SeatName, Translate
from donjon.kernel.rules import NATURE
from donjon.notation import record_reading
from donjon.notation.text_board import text_board
from donjon.play import verifying
from donjon.play.history import Move
from donjon.play.match import Match

_CHECKED = {
    "checked": "Every draw matches the seed.",
    "unchecked": "The draws were not checked: the seed is unknown (donjon verify --seed SEED).",
    "imposed": "The draws cannot be checked: the record has no seed.",
}


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "replay",
        epilog=examples(
            "donjon replay game.record",
            "donjon replay game.record --svg board.svg --at 120",
            "donjon replay game.record --board --at 120",
            "donjon replay game.record --lang hu",
            "donjon trace kingdom-builder --as-record | donjon replay - --json",
        ),
    )(replay)


def replay(
    file: str = typer.Argument(help="A record file; - for standard input."),
    svg: str | None = typer.Option(None, metavar="OUT", help="Write a drawing of the board to this file."),
    at: int | None = typer.Option(None, metavar="N", min=0, help="Stop after N actions."),
    seat: int | None = typer.Option(None, help="Show the board as this seat sees it."),
    board: bool = typer.Option(False, "--board", help="Print the final position as text."),
    as_json: bool = typer.Option(False, "--json", help="Write JSON, including the position."),
    lang: str = typer.Option("en", help=LANGUAGE_HELP),
    names: str = typer.Option("", help="Names of the players, separated by commas."),
) -> None:
    """Check a game file and print its log.

    Checks every action, and every draw if the file contains the seed. Each line has the number of the
    action, the player and the action; the lines below are its events with their rules.
    """
    whole = load(read_text(file))
    draws = _check_of(whole)
    match = stop_at(whole, at)
    translate = translator(lang)
    called = split_names(names)
    if svg is not None:
        if seat is not None and not 0 <= seat < match.players:
            raise BadOption(f"--seat takes a seat from 0 to {match.players - 1}, not {seat}.")
        write_text(svg, match.svg(seat).strip() + "\n")
    if as_json:
        put_json({**as_data(match, translate, called), "draws": draws})
    else:
        tell(match, translate, called, _CHECKED[draws])
        if board:
            put(f"\n{text_board(match)}")


def _check_of(match: Match) -> str:
    """Return whether the draws of a loaded record have been checked: a key of _CHECKED."""
    if match.commitment is None and match.seed_hash is None:
        return "imposed"
    return "unchecked" if verifying.open_seed(match) is None else "checked"


def split_names(text: str) -> list[str] | None:
    """Return the names of the seats in a comma-separated text; None if it is empty."""
    return [name.strip() for name in text.split(",")] if text else None


def load(text: str) -> Match:
    """Load the match of a record.

    Raises CheckFailed when it does not replay or its draws are not those of its seed, BadRecord when it
    is not a record.
    """
    try:
        return record_reading.load(text)
    except BadRecord as error:
        is_wrong = isinstance(error.__cause__, (IllegalAction, NotYourTurn, GameOver))
        if is_wrong or isinstance(error, BadShuffle):
            raise CheckFailed(str(error)) from error
        raise


def stop_at(match: Match, at: int | None) -> Match:
    """Return the match cut down to its first `at` actions. Raises BadOption when there are fewer."""
    if at is None:
        return match
    if at > len(match.moves):
        raise BadOption(f"The record has {len(match.moves)} actions, so --at {at} is too large.")
    match.adopt(match.plan_undo(len(match.moves) - at))
    return match


def event_sentences(match: Match, number: int, translate: Translate, names: list[str] | None) -> list[Any]:
    """Return (rule ids, sentence) for each event of an action."""
    return [
        (event.rules, match.game.event_message(event).say(translate, names))
        for event in match.events_of(number)
    ]


def tell(match: Match, translate: Translate, names: list[str] | None, checked: str) -> None:
    """Write the log, whether the draws were checked, and the points at the end."""
    options = match.game.show_options(match.options)
    put(f"{match.game.title}, rules {match.game.rules_version}, {match.players} players, {options}")
    for number, move in enumerate(match.moves):
        put(f"{number + 1:4}  {_who(move, translate, names)}: {move.text}")
        for cited, sentence in event_sentences(match, number, translate, names):
            also = f" ({', '.join(cited[1:])})" if cited[1:] else ""
            put(f"        {cited[0]:<10} {sentence}{also}")
    put("")
    put(_where(match))
    put(checked)
    by_source = match.points_by_source
    sources = [source for source in match.game.SOURCES if any(row[source] for row in by_source)]
    rows = [
        [_seat(seat, translate, names), *(row[source] for source in sources), sum(row.values()), rank]
        for seat, (row, rank) in enumerate(zip(by_source, match.ranks))
    ]
    put_table(["", *sources, "total", "rank"], rows, right=range(1, len(sources) + 3))


def _where(match: Match) -> str:
    count = f"{len(match.moves)} actions"
    return f"{count}. The game is over." if match.over else f"{count}. The game is not over; points so far."


def _seat(seat: int, translate: Translate, names: list[str] | None) -> str:
    return Message("{seat}", seat=SeatName(seat)).say(translate, names)


def _who(move: Move, translate: Translate, names: list[str] | None) -> str:
    return "nature" if move.seat == NATURE else _seat(move.seat, translate, names)


def as_data(match: Match, translate: Translate, names: list[str] | None) -> dict[str, Any]:
    """Return all of it as data for JSON."""
    return {
        "game": match.game.name,
        "rules": match.game.rules_version,
        "players": match.players,
        "options": match.game.show_options(match.options),
        "over": match.over,
        "points": match.points,
        "points_by_source": match.points_by_source,
        "ranks": match.ranks,
        "actions": [
            {
                "seat": "nature" if move.seat == NATURE else move.seat,
                "text": move.text,
                "events": [
                    {"rule": cited[0], "also": cited[1:], "text": sentence}
                    for cited, sentence in event_sentences(match, number, translate, names)
                ],
            }
            for number, move in enumerate(match.moves)
        ],
        "position": match.position(),
    }

"""Records: a match as a small text file, and back.

Headers "key: value", an empty line, then one action a line: who, then the action's text. Of an action
that the reader may not know yet, only the first word stands there, and "?"; such a record shows an
unfinished game to one reader and replays up to the first of them.
"""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from donjon.errors import BadRecord, DonjonError
from donjon.kernel import generic
from donjon.kernel.game import games
from donjon.kernel.generic import NATURE, NOBODY
from donjon.kernel.match import Match
from donjon.kernel.story import EVERYONE

if TYPE_CHECKING:
    from collections.abc import Iterable

_HIDDEN = "?"
_HEADERS = ("game", "rules", "players", "options", "seed-hash", "seed", "position")


def write(match: Match, seat: int | str | None = "all") -> str:
    """The record of a match; `seat` "all" writes everything, a seat or None only what it may know."""
    headers: dict[str, Any] = {
        "game": match.game.name,
        "rules": match.game.rules_version,
        "players": match.players,
        "options": json.dumps(match.game.show_options(match.options), sort_keys=True),
        "seed-hash": match.seed_hash,
    }
    if match.based_on is not None and seat == "all":
        headers["position"] = json.dumps(match.based_on, sort_keys=True)
    lines = [f"{key}: {value}" for key, value in headers.items()]
    return "\n".join([*lines, "", *_action_lines(match, seat), ""])


def _action_lines(match: Match, seat: int | str | None) -> Iterable[str]:
    reader = seat if isinstance(seat, int) else None
    secret = set() if match.over or seat == "all" else secret_moves(match, reader)
    for number, move in enumerate(match.moves):
        who = "nature" if move.seat == NATURE else str(move.seat)
        text = f"{move.text.split()[0]} {_HIDDEN}" if number in secret else move.text
        yield f"{who} {text}"


def secret_moves(match: Match, seat: int | None) -> set[int]:
    """The numbers of the actions that a reader did not see and may not know even now."""
    unseen = {
        number for number, move in enumerate(match.moves) if move.seat != seat and not _saw(move.sees, seat)
    }
    learnt = match.game.learnt
    if learnt is None or not unseen:
        return unseen
    reader = NOBODY if seat is None else seat
    secret = set()
    then = _beginning(match)
    for number, move in enumerate(match.moves):
        if number in unseen and not learnt(then, move.seat, move.action, match.state, reader):
            secret.add(number)
        generic.apply(then, move.seat, move.action, None)
    return secret


def _beginning(match: Match) -> Any:
    """The position before the first action."""
    again = copy.copy(match)
    again.restart()
    return again.state


def _saw(mask: int, seat: int | None) -> bool:
    return mask & EVERYONE == EVERYONE or (seat is not None and bool(mask >> seat & 1))


def load(text: str) -> Match:
    """The match of a record, replayed action by action; nature's draws are those of the record.

    Raises BadRecord, with the number of the line, when the text is no record or does not replay.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    headers, body = _read_headers(lines)
    match = _start(headers)
    for number, line in body:
        _replay(match, number, line)
    return match


def _read_headers(lines: list[str]) -> tuple[dict[str, str], list[tuple[int, str]]]:
    headers: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            body = [(at, rest.strip()) for at, rest in enumerate(lines[number:], number + 1)]
            return headers, [(at, rest) for at, rest in body if rest]
        key, colon, value = line.partition(":")
        if not colon or key.strip() not in _HEADERS:
            known = ", ".join(_HEADERS)
            raise BadRecord(f"Line {number} of the record, {line!r}, is no header; headers are: {known}.")
        headers[key.strip()] = value.strip()
    return headers, []


def _start(headers: dict[str, str]) -> Match:
    for needed in ("game", "rules", "players"):
        if needed not in headers:
            raise BadRecord(
                f"The record has no header {needed!r}; it must begin with game, rules and players."
            )
    try:
        game = games[headers["game"]]
        if headers["rules"] != game.rules_version:
            raise BadRecord(
                f"The record was played with rules version {headers['rules']} of {game.title}; "
                f"this program has version {game.rules_version}."
            )
        options = game.read_options(int(headers["players"]), json.loads(headers.get("options", "{}")))
        match = Match(game, options, seed=headers.get("seed", 0), nature_is="imposed")
        if "position" in headers:
            from donjon.kernel.positions import from_position

            match = from_position(json.loads(headers["position"]), nature="imposed")
    except (ValueError, TypeError) as error:
        raise BadRecord(f"A header of the record cannot be read: {error}.") from error
    except BadRecord:
        raise
    except DonjonError as error:
        raise BadRecord(f"The headers of the record do not fit: {error}") from error
    return match


def _replay(match: Match, number: int, line: str) -> None:
    who, _, text = line.partition(" ")
    if who != "nature" and not who.isdecimal():
        raise BadRecord(f"Line {number}, {line!r}, does not begin with a seat or 'nature'.")
    if text.endswith(_HIDDEN):
        raise BadRecord(
            f"Line {number} hides a draw or a choice ({line!r}): this record shows an unfinished game to one "
            "reader and cannot be replayed further. Load the full record of the finished game."
        )
    try:
        match.play(text, seat=NATURE if who == "nature" else int(who))
    except DonjonError as error:
        raise BadRecord(f"Line {number}, {line!r}, does not replay: {error}") from error

"""Records: a match as a small text file, and back.

Headers "key: value", an empty line, then one action a line: who, then the action's text. Of an action
that the reader may not know yet, only the first word stands there, and "?"; such a record shows an
unfinished game to one reader and replays up to the first of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from donjon.errors import BadRecord, BadShuffle, DonjonError
from donjon.kernel import foreign, generic, rng, verifying
from donjon.kernel.foreign import short
from donjon.kernel.game import copy, games
from donjon.kernel.generic import NATURE, NOBODY
from donjon.kernel.positions import from_position
from donjon.kernel.story import EVERYONE
from donjon.play.match import Match

if TYPE_CHECKING:
    from collections.abc import Iterable

    from donjon.kernel.game import Game
    from donjon.kernel.verifying import Verdict

Value = TypeVar("Value")

_HIDDEN = "?"
_HEADERS = ("game", "rules", "players", "options", "seed-hash", "seed", "position")
_HASH = re.compile(r"[0-9a-fA-F]{64}")
# So often what a reader cannot know is dealt anew before it counts as nothing. A difference that shows in
# one deal of six (five equal cards and another) is then missed once in 10**20.
_REDEALS = 256


def write(match: Match, seat: int | str | None = "all") -> str:
    """The record of a match; `seat` "all" writes everything, a seat or None only what it may know.

    When the game is over, nothing is hidden from anybody, and the seed is opened.
    """
    position, options = _base(match, seat)
    headers: dict[str, Any] = {
        "game": match.game.name,
        "rules": match.game.rules_version,
        "players": match.players,
        "options": json.dumps(match.game.show_options(options), sort_keys=True),
        "seed-hash": match.seed_hash,
        "seed": _seed_line(match) if match.over else None,
        "position": position,
    }
    lines = [f"{key}: {value}" for key, value in headers.items() if value is not None]
    return "\n".join([*lines, "", *_action_lines(match, seat), ""])


def _seed_line(match: Match) -> str | None:
    """The seed, if it is known and can stand on a line of a record as it is."""
    seed = verifying.open_seed(match)
    return seed if seed is not None and seed.isprintable() and seed.strip() == seed else None


def _base(match: Match, seat: int | str | None) -> tuple[str | None, Any]:
    """The header of the position that a match went on from, and the options that go with it.

    A seed that was stated with the position stays out of it: it makes the draws that are still to come.
    """
    if match.based_on is None:
        return None, match.options
    if not (match.over or seat == "all") and _holds_secrets(match.beginning(), seat):
        return _HIDDEN, match.options
    if "seed" not in match.based_on:
        return json.dumps(match.based_on, sort_keys=True), match.options
    frame = {"game": match.game.name, "players": match.players}
    whole = {**frame, **match.game.position(match.beginning())}
    return json.dumps(whole, sort_keys=True), from_position(whole, nature="imposed").options


def _holds_secrets(state: Any, seat: Any) -> bool:
    """Is anything settled in a position that a reader cannot know?"""
    reader = NOBODY if seat is None else seat
    for deal in range(_REDEALS):
        twin = copy(state)
        generic.redeal(twin, reader, rng.new("what a reader cannot know", deal))
        if twin.tobytes() != state.tobytes():
            return True
    return False


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
    then = match.beginning()
    for number, move in enumerate(match.moves):
        if number in unseen and not learnt(then, move.seat, move.action, match.state, reader):
            secret.add(number)
        generic.apply(then, move.seat, move.action, None)
    return secret


def _saw(mask: int, seat: int | None) -> bool:
    return mask & EVERYONE == EVERYONE or (seat is not None and bool(mask >> seat & 1))


@dataclass(frozen=True)
class Reading:
    """A record as it was read: the match, the line of each action (from 1), the seed if it has one."""

    match: Match
    lines: tuple[int, ...]
    seed: str | None


def load(text: str) -> Match:
    """The match of a record, replayed action by action; nature's draws are those of the record.

    Raises BadRecord, with the number of the line, when the text is no record or does not replay; BadShuffle
    when the record carries its seed, and that makes another draw or does not belong to the seed hash.
    """
    reading = read(text)
    match = reading.match
    if reading.seed is not None:
        verdict = verifying.verify(match, reading.seed, reading.lines)
        if not verdict.fair:
            seal, draws = verdict.sentences()
            raise BadShuffle(draws if verdict.belongs else seal)
        match.seed, match.seed_hash = reading.seed, verdict.seed_hash
    return match


def verify(text: str, seed: str | int | None = None) -> Verdict:
    """Check the draws of a record against its seed, or against one that was opened apart.

    Raises BadRecord when the record cannot be read or there is no seed.
    """
    reading = read(text)
    return verifying.verify(reading.match, reading.seed if seed is None else seed, reading.lines)


def read(text: str) -> Reading:
    """A record replayed, its draws not yet checked against its seed. Raises BadRecord."""
    headers, body = _read_headers(text.replace("\r\n", "\n").split("\n"))
    match = _start(headers)
    lines: list[int] = []
    for number, line in body:
        _replay(match, number, line)
        lines += [number] * (len(match.moves) - len(lines))
    match.seed_hash = headers["seed-hash"].lower() if "seed-hash" in headers else None
    return Reading(match, tuple(lines), headers.get("seed"))


def _read_headers(lines: list[str]) -> tuple[dict[str, str], list[tuple[int, str]]]:
    headers: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            body = [(at, rest.strip()) for at, rest in enumerate(lines[number:], number + 1)]
            return headers, [(at, rest) for at, rest in body if rest]
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or key not in _HEADERS:
            known = ", ".join(_HEADERS)
            raise BadRecord(
                f"Line {number} of the record, {short(line)}, is no header; headers are: {known}."
            )
        if key in headers:
            raise BadRecord(f"Line {number} of the record is a second header {key!r}.")
        headers[key] = value
    return headers, []


def _start(headers: dict[str, str]) -> Match:
    for needed in ("game", "rules", "players"):
        if needed not in headers:
            raise BadRecord(
                f"The record has no header {needed!r}; it must begin with game, rules and players."
            )
    if "seed-hash" in headers and not _HASH.fullmatch(headers["seed-hash"]):
        raise BadRecord(f"The header 'seed-hash' wants 64 hex digits, not {short(headers['seed-hash'])}.")
    try:
        game = games[headers["game"]]
        if headers["rules"] != game.rules_version:
            raise BadRecord(
                f"The record was played with rules version {short(headers['rules'])} of {game.title}; "
                f"this program has version {game.rules_version}."
            )
        players = _header(headers, "players", _whole)
        given = _header(headers, "options", foreign.parse_object) if "options" in headers else {}
        options = game.read_options(players, given)
        if "position" not in headers:
            return Match(game, options, nature_is="imposed")
        if headers["position"] == _HIDDEN:
            raise BadRecord(
                "The record hides the position that the game went on from: it shows an unfinished game to "
                "one reader and cannot be replayed. Load the full record, or that of the finished game."
            )
        position = _header(headers, "position", foreign.parse_object)
        match = from_position(position, nature="imposed")
        _check_agreement(match, game, players, given)
    except BadRecord:
        raise
    except DonjonError as error:
        raise BadRecord(f"The headers of the record do not fit: {error}") from error
    return match


def _whole(text: str) -> int:
    number = foreign.number(text)
    if number is None:
        raise ValueError(f"{short(text)} is no whole number")
    return number


def _header(headers: dict[str, str], name: str, read_value: Callable[[str], Value]) -> Value:
    try:
        return read_value(headers[name])
    except ValueError as error:
        raise BadRecord(f"The header {name!r} cannot be read: {error}.") from error


def _check_agreement(match: Match, game: Game, players: int, given: Mapping[str, Any]) -> None:
    """The position says again which game it is, for how many, and the options."""
    if match.game is not game or match.players != players:
        raise BadRecord(
            f"The headers say {game.title} for {players}, "
            f"but the position is one of {match.game.title} for {match.players}."
        )
    said = game.show_options(match.options)
    if game.show_options(game.read_options(players, {**said, **given})) != said:
        raise BadRecord("The header 'options' says other options than the header 'position'.")


def _replay(match: Match, number: int, line: str) -> None:
    who, _, text = line.partition(" ")
    seat = NATURE if who == "nature" else foreign.number(who)
    if seat is None or (who != "nature" and seat >= match.players):
        raise BadRecord(
            f"Line {number}, {short(line)}, does not begin with a seat or 'nature'; "
            f"the seats are 0 to {match.players - 1}."
        )
    if text.endswith(_HIDDEN):
        raise BadRecord(
            f"Line {number} hides a draw or a choice ({short(line)}): this record shows an unfinished game "
            "to one reader and cannot be replayed further. Load the full record of the finished game."
        )
    try:
        match.play(text, seat=seat)
    except DonjonError as error:
        raise BadRecord(f"Line {number}, {short(line)}, does not replay: {error}") from error

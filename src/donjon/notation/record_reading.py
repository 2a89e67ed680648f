"""Read records: replay the match of a text, action by action."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar

from donjon.errors import BadRecord, BadShuffle, DonjonError
from donjon.kernel import untrusted
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.rules import NATURE
from donjon.kernel.untrusted import short
from donjon.notation.position import from_position
from donjon.notation.record import HEADERS, HIDDEN
from donjon.play import verifying
from donjon.play.history import SEEDED
from donjon.play.match import Match
from donjon.play.verifying import Verdict

Value = TypeVar("Value")

_HASH = re.compile(r"[0-9a-fA-F]{64}")
_BYTE_ORDER_MARK, _COMMENT = "\ufeff", "#"
# The name of a header for a note about the game, which has no effect on it.
_NOTE = re.compile(r"[a-z][a-z0-9-]{0,29}")
_MISSPELT = 0.75  # minimum similarity (difflib) of a header and a misspelling of it
# Headers with the published hash of the seed: the commitment, or in old records the hash of the seed itself.
_PUBLISHED = ("commitment", "seed-hash")


@dataclass(frozen=True)
class Reading:
    """The result of reading a record: the match, the line of each action (from 1), the seed or None."""

    match: Match
    lines: tuple[int, ...]
    seed: str | None


def load(text: str, seed: str | int | None = None) -> Match:
    """Return the match of a record, replayed action by action, with nature's draws from the record.

    Future draws are made from the given seed, or the record's (`Match.let_nature_play`); without a seed they
    are imposed. Raises BadRecord, with the number of the line, if the text is not a record or does not
    replay; BadShuffle if the seed makes different draws or does not match the commitment; BadOption for an
    invalid seed.
    """
    reading = read(text)
    match, opened = reading.match, reading.seed if seed is None else seed
    if opened is not None:
        verdict = verifying.verify(match, opened, reading.lines)
        if not verdict.fair:
            about_seed, about_draws = verdict.sentences()
            raise BadShuffle(about_draws if verdict.belongs else about_seed)
        match.seed, match.nature = verdict.seed, SEEDED
        if not verdict.plain:
            match.commitment = verdict.commitment
    return match


def verify(text: str, seed: str | int | None = None) -> Verdict:
    """Check the draws of a record against its seed, or against a seed that was revealed separately.

    Raises BadRecord if the record cannot be read or there is no seed.
    """
    reading = read(text)
    return verifying.verify(reading.match, reading.seed if seed is None else seed, reading.lines)


def read(text: Any) -> Reading:
    """Replay a record, without checking its draws against its seed. Raises BadRecord."""
    if not isinstance(text, str):
        raise BadRecord(f"A record must be text as written by Match.record(), not {short(text)}.")
    headers, body = _read_headers(text.removeprefix(_BYTE_ORDER_MARK).replace("\r\n", "\n").split("\n"))
    match = _start(headers)
    lines: list[int] = []
    for number, line in body:
        _replay(match, number, line)
        lines += [number] * (len(match.moves) - len(lines))
    match.commitment, match.seed_hash = (
        headers[name].lower() if name in headers else None for name in _PUBLISHED
    )
    match.notes = {name: value for name, value in headers.items() if name not in HEADERS}
    return Reading(match, tuple(lines), headers.get("seed"))


def _read_headers(lines: list[str]) -> tuple[dict[str, str], list[tuple[int, str]]]:
    headers: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if line.startswith(_COMMENT):
            continue
        if not line.strip():
            body = [(at, rest.strip()) for at, rest in enumerate(lines[number:], number + 1)]
            return headers, [(at, rest) for at, rest in body if rest and not rest.startswith(_COMMENT)]
        key, value = _read_header(number, line)
        if key in headers:
            raise BadRecord(f"Line {number} of the record repeats the header {key!r}.")
        headers[key] = value
    return headers, []


def _read_header(number: int, line: str) -> tuple[str, str]:
    """Return the key and value of a header line: a known header or a note.

    Raises BadRecord if it is neither, or if the name looks like a misspelt known header.
    """
    key, colon, value = (part.strip() for part in line.partition(":"))
    if colon and key in HEADERS:
        return key, value
    if not colon or not _NOTE.fullmatch(key):
        known = ", ".join(HEADERS)
        raise BadRecord(
            f"Line {number} of the record, {short(line)}, isn't a header. Headers: {known}, and your own in "
            "lower case, such as 'event: club night'."
        )
    if meant := get_close_matches(key, HEADERS, 1, _MISSPELT):
        raise BadRecord(
            f"Line {number} of the record, {short(line)}, isn't a header. Did you mean {meant[0]!r}?"
        )
    return key, value


def _start(headers: dict[str, str]) -> Match:
    for needed in ("game", "rules", "players"):
        if needed not in headers:
            raise BadRecord(
                f"The record has no header {needed!r}. It must start with game, rules and players."
            )
    for name in _PUBLISHED:
        if name in headers and not _HASH.fullmatch(headers[name]):
            raise BadRecord(f"The header {name!r} must have 64 hex digits, not {short(headers[name])}.")
    if all(name in headers for name in _PUBLISHED):
        raise BadRecord("The record has a 'commitment' and a 'seed-hash'; only old records have the latter.")
    try:
        game = games[headers["game"]]
        if headers["rules"] != game.rules_version:
            raise BadRecord(
                f"The record was played with rules version {short(headers['rules'])} of {game.title}; "
                f"this program has version {game.rules_version}."
            )
        players = _header(headers, "players", _whole)
        stated = _header(headers, "options", untrusted.parse_object) if "options" in headers else {}
        options = game.read_options(players, stated)
        if "position" not in headers:
            return Match(game, options, nature_is="imposed")
        if headers["position"] == HIDDEN:
            raise BadRecord(
                "The record hides the position that the game continued from: it shows an unfinished game to "
                "one reader and cannot be replayed. Load the full record, or that of the finished game."
            )
        position = _header(headers, "position", untrusted.parse_object)
        match = from_position(position, nature="imposed")
        _check_agreement(match, game, players, stated)
    except BadRecord:
        raise
    except DonjonError as error:
        raise BadRecord(f"The headers of the record do not match: {error}") from error
    return match


def _whole(text: str) -> int:
    number = untrusted.number(text)
    if number is None:
        raise ValueError(f"{short(text)} isn't a whole number")
    return number


def _header(headers: dict[str, str], name: str, read_value: Callable[[str], Value]) -> Value:
    try:
        return read_value(headers[name])
    except ValueError as error:
        raise BadRecord(f"The header {name!r} cannot be read: {error}.") from error


def _check_agreement(match: Match, game: Game, players: int, stated: Mapping[str, Any]) -> None:
    """Raise BadRecord unless the position agrees with the headers on game, players and options."""
    if match.game is not game or match.players != players:
        raise BadRecord(
            f"The headers say {game.title} for {players}, "
            f"but the position is one of {match.game.title} for {match.players}."
        )
    shown = game.show_options(match.options)
    if game.show_options(game.read_options(players, {**shown, **stated})) != shown:
        raise BadRecord("The headers 'options' and 'position' have different options.")


def _replay(match: Match, number: int, line: str) -> None:
    who, _, text = line.partition(" ")
    seat = NATURE if who == "nature" else untrusted.number(who)
    if seat is None or (who != "nature" and seat >= match.players):
        raise BadRecord(
            f"Line {number}, {short(line)}, doesn't start with a seat or 'nature'; "
            f"the seats are 0 to {match.players - 1}."
        )
    if text.endswith(HIDDEN):
        raise BadRecord(
            f"Line {number} hides a draw or a choice ({short(line)}): this record shows an unfinished game "
            "to one reader and cannot be replayed further. Load the full record of the finished game."
        )
    try:
        match.play(text, seat=seat)
    except DonjonError as error:
        raise BadRecord(f"Line {number}, {short(line)}, cannot be replayed: {error}") from error

"""What is fed to the readers of files and texts, and what must hold whatever it is.

A reader refuses with a DonjonError, or it accepts, and then what it accepted can be written, read again to
the same position, looked at and played on.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import donjon
from donjon.errors import DonjonError
from donjon.games.ys import model
from donjon.kernel import game_data
from donjon.notation.follow import follow
from donjon.notation.trace import trace
from tests.fuzz.spoiling import spoilt_data, spoilt_text

ACTIONS_AFTER = 5
OPTIONS: dict[str, dict[str, Any]] = {
    "kingdom-builder": {"board": "first-game"},
    "caylus": {"tile_values": "revised", "turn_order": [1, None, None]},
    "ys": {"royal_favour": "yes", "quarters": 3},
}


class Stuck(Exception):
    """A seat is to decide and has nothing to choose from."""


def at_random(chance: Random, match: donjon.Match, count: int) -> None:
    """Play so many actions, if the game lasts. Raises Stuck."""
    for _ in range(count):
        if match.over:
            return
        seat = chance.choice(match.waiting)
        if not (actions := match.legal_actions(seat)):
            raise Stuck(f"seat {seat} of {match!r}")
        match.play(chance.choice(actions), seat)


@cache
def matches(game: str) -> tuple[donjon.Match, ...]:
    """Matches of every number of players at every stage, some from stated positions, some over."""
    made = []
    for players in donjon.games[game].seats:
        for count in (0, 4, 30, 90, 1000 if players == 2 else 160):
            chance = Random(f"{game} {players} {count}")
            options = OPTIONS[game] if count % 4 == 2 and players == 3 else {}
            match = donjon.new(game, players, f"seed {count}", **options)
            at_random(chance, match, count)
            made.append(match)
            if not match.over:
                again = donjon.from_position(match.position())
                at_random(chance, again, 6)
                made.append(again)
    return tuple(made)


@cache
def records(game: str) -> tuple[str, ...]:
    """Records that are right: whole, of a seat, of a finished game with its seed."""
    texts = []
    for match in matches(game):
        texts += [match.record(), match.record(None)] if len(match.moves) < 60 else []
    finished = next(match for match in matches(game) if match.over)
    return (*texts, finished.record())


@cache
def positions(game: str) -> tuple[str, ...]:
    """Positions that are right; every second one has only some of its fields, which need not fit."""
    found = []
    chance = Random(game)
    for match in matches(game):
        whole = match.position()
        few = {name: whole[name] for name in whole if name in ("game", "players") or chance.random() < 0.4}
        found += [json.dumps(whole), json.dumps(few)]
    return tuple(found)


@cache
def traces(game: str) -> tuple[str, ...]:
    """Traces of some decisions, from the start and from positions."""
    short = [match for match in matches(game) if len(match.moves) < 30]
    return tuple("\n".join(json.dumps(line) for line in trace(match, compiled=False)) for match in short)


@cache
def own_tables(_game: str) -> tuple[str, ...]:
    """Data files of a host of Ys."""
    ships = "".join(
        f'[[ship_card]]\nid = "S{number:02}"\nlarge = "{large}"\nsmall = ["{small}", "white"]\n\n'
        for number, large, small in ((1, "blue", "green"), (2, "red", "red"), (36, "yellow", "blue"))
    )
    track = "[value_track]\nmin = 1\nmax = 9\nstart = { blue = 5, green = 5, yellow = 5, red = 5 }\n"
    card = '[[character]]\nid = "banker"\nwindows = ["W3"]\n'
    return ships, track, card, ships + track + card


@cache
def action_texts(game: str) -> tuple[str, ...]:
    """Texts of actions of all kinds."""
    return tuple(sorted({move.text for match in matches(game) for move in match.moves}))


# What must hold


def read_record(game: str, text: str) -> None:
    """A record is refused; or written again it is the same position, and a seed that it has is its own."""
    match = donjon.load(text)
    again = donjon.load(match.record())
    assert again.state.tobytes() == match.state.tobytes()
    assert again.record() == match.record()
    if "\nseed:" in text:
        assert donjon.verify(text).fair


def verify_record(game: str, text: str) -> None:
    """A record is refused, or all its draws are made again up to a wrong one."""
    verdict = donjon.verify(text, "seed 30" if "\nseed:" not in text else None)
    match = verdict.sentences()
    assert len(match) == 2


def read_position(game: str, text: str) -> None:
    """A position is refused; or it can be written, read again, seen, put on record and played on."""
    match = donjon.from_position(text if isinstance(text, dict) else json.loads(text))
    again = donjon.from_position(json.loads(json.dumps(match.position())))
    assert again.state.tobytes() == match.state.tobytes()
    for seat in (None, *range(match.players)):
        match.view(seat)
        match.game.prompt(match.state, seat)
    chance = Random(len(text))
    try:
        at_random(chance, match, ACTIONS_AFTER)
    except DonjonError:
        return  # impossible, and said so
    assert donjon.load(match.record()).state.tobytes() == match.state.tobytes()


def follow_trace(game: str, text: str) -> None:
    """A trace is refused, or differs, or our own lines beside it are a trace that does not differ."""
    ours = list(follow(text.split("\n"), compiled=False))
    assert list(follow(map(json.dumps, ours), compiled=False)) == ours


def read_text(game: str, text: str) -> None:
    """A text means nothing at a position, or actions that are numbers of the game; why not has an answer."""
    chance = Random(text.encode("utf-8", "replace"))
    match = chance.choice(matches(game))
    rules = match.game
    for seat in (0, match.players - 1, donjon.NATURE):
        try:
            actions = rules.parse_action(match.state, seat, text)
        except DonjonError:
            continue
        assert actions
        assert all(0 <= action < rules.ACTIONS for action in actions)
        if seat != donjon.NATURE:
            match.why_not(text, seat)
    match.read(text, 0)


class OwnData:
    """Reads data files, one after another, from a file that is written for each."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file = folder / "own.toml"
        monkeypatch.setenv(game_data.variable("ys"), str(self.file))

    def read(self, game: str, text: str) -> None:
        """A data file is refused, or its tables are of the same shape as the printed ones."""
        self.file.write_bytes(text.encode("utf-8", "surrogatepass"))
        tables, tag = game_data.load("ys", "donjon.games.ys", model.REPLACEABLE, model.check_own_data)
        plain = game_data.tomllib.loads((Path(model.__file__).parent / "tables.toml").read_text())
        assert tag
        for name in model.REPLACEABLE:
            assert _shape(tables[name]) == _shape(plain[name])


def _shape(table: Any) -> Any:
    return [(row["id"], sorted(row)) for row in table] if isinstance(table, list) else sorted(table)


Reader = Callable[[str, str], None]
KINDS: dict[str, tuple[Callable[[str], tuple[str, ...]], Reader]] = {
    "record": (records, read_record),
    "verify": (records, verify_record),
    "position": (positions, read_position),
    "trace": (traces, follow_trace),
    "text": (action_texts, read_text),
}


def spoilt(kind: str, game: str, sources: tuple[str, ...], count: int) -> Iterator[tuple[int, Any]]:
    """So many inputs with their numbers: the same for the same kind, game and number."""
    for number in range(count):
        chance = Random(f"{kind} {game} {number}")
        source = chance.choice(sources)
        if kind == "position":
            yield number, spoilt_data(chance, json.loads(source))
        else:
            yield number, spoilt_text(chance, source)


def feed(kind: str, game: str, sources: tuple[str, ...], read: Reader, count: int) -> dict[str, int]:
    """Feed so many inputs to a reader; how many were accepted and refused.

    Anything but a DonjonError fails, with the number and the beginning of the input.
    """
    figures = {"accepted": 0, "refused": 0}
    for number, given in spoilt(kind, game, sources, count):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                read(game, given)
            figures["accepted"] += 1
        except DonjonError:
            figures["refused"] += 1
        except Exception as error:
            shown = ascii(given) if isinstance(given, str) else _ascii(given)
            raise AssertionError(f"{kind} {game} {number}: {error!r} of {shown[:3000]}") from error
    return figures


def _ascii(given: Any) -> str:
    try:
        return ascii(given)
    except (ValueError, RecursionError):
        return "data too deep or numbers too long to show"

"""Write a recorded game as a text: what a person or a program meets at each step."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import donjon
from donjon.kernel import NATURE, Game, rules
from donjon.kernel.decisions import legal_list
from donjon.kernel.event_log import EVERYONE, Event
from donjon.play.history import Move, apply_and_log
from donjon.play.match import Match
from donjon.play.why_not import forbidden
from donjon.rulebook import rules_about
from donjon.testing.citing import subjects
from tests.goldens.cases import EVERYTHING, SPECTATOR, Case

BUTTONS, REFUSALS = 3, 3
# How many illegal actions are tried to find refusals by different rules.
TRIED = 60
# After so many moves the text board is written.
STRIDE = 40
WIDEST, SHORT = 160, 100
# Long fields of views that follow from the others: written as a digest.
FORESEEN = ("forecast", "foreseen", "counting")
# The fields of parts of a view by the path of the part and its JSON: most parts stay from step to step.
Known: TypeAlias = dict[tuple[str, str], tuple[tuple[str, str], ...]]
_write = json.JSONEncoder(ensure_ascii=False).encode


def playthrough(case: Case, viewer: str) -> str:
    """Return the text of a case for one of its viewers."""
    match = donjon.load(case.record.read_text("utf-8"))
    lines = _everything(match) if viewer == EVERYTHING else _seen(match, viewer)
    return "\n".join(line.rstrip() for line in (_title(case, match, viewer), *lines)) + "\n"


def _title(case: Case, match: Match, viewer: str) -> str:
    options = json.dumps(case.options) if case.options else "usual options"
    return f"{match.game.title} for {match.players}, {options}: {viewer}"


def _everything(match: Match) -> Iterator[str]:
    """Yield what is so, known or not: choices with buttons and refusals, actions, events with rules."""
    game, state = match.game, match.beginning()
    random = Random(game.name)
    for number, move in enumerate(match.moves):
        yield f"\n== {number}. {_seat(move.seat)}"
        yield from _choices(game, state, random)
        yield f"played    {move.text}"
        if move.observers != EVERYONE:
            yield f"seen by   {[seat for seat in range(match.players) if move.observers >> seat & 1]}"
        for event in apply_and_log(game, state, move.seat, move.action):
            yield from _event(game, event)
    yield "\n== end"
    yield f"points    {match.points}, ranks {match.ranks}"
    for seat, sources in enumerate(match.points_by_source):
        yield f"seat {seat}    {', '.join(f'{name} {points}' for name, points in sources.items())}"


def _choices(game: Game, state: Any, random: Random) -> Iterator[str]:
    for seat in rules.seats_waiting(state):
        legal = legal_list(state, seat)
        texts = [game.action_text(state, seat, action) for action in legal]
        yield from _folded(f"{_seat(seat)}: {len(legal)} legal", texts)
        if seat == NATURE:
            continue
        for action in legal[:BUTTONS]:
            button = game.actions.button(state, seat, action).english()
            yield f"button    {game.action_text(state, seat, action)} | {button}"
        yield from _refusals(game, state, seat, random)


def _refusals(game: Game, state: Any, seat: int, random: Random) -> Iterator[str]:
    found: dict[str, str] = {}
    for _ in range(TRIED):
        action = int(random.random() * game.ACTIONS)
        refusal = forbidden(game, state, seat, action)
        if refusal and refusal.rule not in found and len(found) < REFUSALS:
            text = game.action_text(state, seat, action)
            found[refusal.rule] = f"refused   {text} | {refusal}"
    yield from found.values()


def _event(game: Game, event: Event) -> Iterator[str]:
    known = "" if event.to == EVERYONE else f" (known to {event.to:b})"
    sentence = game.event_message(event).english()
    yield f"  {event.kind}{known}: {sentence} [{', '.join(event.rules)}]"


def _seen(match: Match, viewer: str) -> Iterator[str]:
    """Yield what a spectator sees, or what a seat sees besides: at most one line for a thing."""
    seat = None if viewer == SPECTATOR else int(viewer.removeprefix("seat-"))
    game, state = match.game, match.beginning()
    before: set[str] = set()
    known: Known = {}
    for number, move in enumerate([*match.moves, None]):
        explains = number == len(match.moves) * 3 // 4
        wanted = _seen_now(game, state, seat, explains, known)
        if seat is not None:
            wanted -= _seen_now(game, state, None, explains, known)
        lines = [*sorted(wanted - before), *_told(game, state, seat, move)]
        if seat is None and (number % STRIDE == 0 or move is None):
            lines += _board(game, state)
        if lines:
            yield f"\n== {number}"
            yield from lines
        before = wanted


def _seen_now(game: Game, state: Any, seat: int | None, explains: bool, known: Known) -> set[str]:
    """Return the prompt, the fields of a view and, if wanted, what is explained of each thing."""
    view = game.view(state, seat)
    lines = {f"view      {path} = {value}" for path, value in _leaves("", view, known)}
    lines.add(f"prompt    {game.prompt(state, seat).english()}")
    return lines | {*_explained(game, state, view)} if explains else lines


def _told(game: Game, state: Any, seat: int | None, move: Move | None) -> Iterator[str]:
    """Play a move; yield its events and places, for a seat those that a spectator is told otherwise."""
    if move is None:
        return
    view, open_view = game.view(state, seat), game.view(state, None)
    for event in apply_and_log(game, state, move.seat, move.action):
        line = _event_told(game, event.seen_by(seat), view)
        if seat is None or line != _event_told(game, event.seen_by(None), open_view):
            yield line


def _event_told(game: Game, event: Event, view: Mapping[str, Any]) -> str:
    place = game.events.place(event, view)
    return f"  {game.event_message(event).english()}" + (f" @{place}" if place else "")


def _board(game: Game, state: Any) -> list[str]:
    board = game.text_board(game.view(state, None), ()) if game.text_board else ""
    return [f"board     {line}" for line in board.splitlines()]


def _explained(game: Game, state: Any, view: Mapping[str, Any]) -> Iterator[str]:
    for subject in subjects(game, view):
        lines = game.explain(state, view, subject)
        for rule, line in lines:
            yield f"explain   {subject}: {line.english()}{f' [{rule}]' if rule else ''}"
        governed = ", ".join(rules_about(game, view, subject))
        if lines and governed:
            yield f"governed  {subject}: {governed}"


def _leaves(path: str, value: Any, known: Known) -> tuple[tuple[str, str], ...]:
    """Return the fields of a view by their paths; short ones in one line, FORESEEN as a digest."""
    text = _write(value)
    if (path, text) not in known:
        known[path, text] = tuple(_split(path, value, text, known))
    return known[path, text]


def _split(path: str, value: Any, text: str, known: Known) -> Iterator[tuple[str, str]]:
    if path.rpartition(".")[2] in FORESEEN:
        yield path, hashlib.sha256(text.encode()).hexdigest()[:12]
    elif (len(text) <= SHORT and path) or not isinstance(value, (Mapping, list, tuple)):
        yield path, text
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(f"{path}.{name}".lstrip("."), inner, known)
    else:
        for number, inner in enumerate(value):
            name = inner.get("id", number) if isinstance(inner, Mapping) else number
            yield from _leaves(f"{path}.{name}", inner, known)


def _folded(label: str, texts: list[str]) -> Iterator[str]:
    line = label + ": "
    for text in texts:
        if len(line) + len(text) > WIDEST:
            yield line
            line = "          "
        line += text + "; "
    yield line.rstrip("; ")


def _seat(seat: int) -> str:
    return "nature" if seat == NATURE else f"seat {seat}"

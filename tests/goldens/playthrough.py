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
from donjon.testing.books import subjects
from tests.goldens.cases import Case

BUTTONS, REFUSALS = 3, 3
# How many illegal actions are tried to find refusals by different rules.
TRIED = 60
# Each time so many moves are made, the text board is written.
STRIDE = 40
WIDEST, SHORT = 160, 100
# Long fields of views that follow from the others: written as a digest.
FORESEEN = ("forecast", "foreseen", "counting")
# The fields of parts of a view by the path of the part and its JSON: most parts stay from step to step.
Known: TypeAlias = dict[tuple[str, str], tuple[tuple[str, str], ...]]
_write = json.JSONEncoder(ensure_ascii=False).encode


def playthrough(case: Case) -> dict[str, str]:
    """Return the texts of a case by viewer; the game is played once for all of them."""
    match = donjon.load(case.record.read_text("utf-8"))
    seat, known = match.players - 1, Known()
    game, state, random = match.game, match.beginning(), Random(match.game.name)
    everything: list[str] = []
    watching, own = _Seen(), _Seen()
    for number, move in enumerate([*match.moves, None]):
        explains = number == len(match.moves) * 3 // 4
        shown = _shown(game, state, None, explains, known)
        shown_besides = _shown(game, state, seat, explains, known) - shown
        open_view, view = game.view(state, None), game.view(state, seat)
        told: list[str] = []
        told_otherwise: list[str] = []
        if move is not None:
            everything += [f"\n== {number}. {_seat(move.seat)}", *_choices(game, state, random)]
            everything += _played(match, move)
            for event in apply_and_log(game, state, move.seat, move.action):
                everything += _event(game, event)
                told.append(_event_told(game, event.seen_by(None), open_view))
                line = _event_told(game, event.seen_by(seat), view)
                told_otherwise += [line] if line != told[-1] else []
        told += _board(game, state) if number % STRIDE == 0 or move is None else []
        watching.add(number, shown, told)
        own.add(number, shown_besides, told_otherwise)
    texts = [[*everything, *_end(match)], watching.lines, own.lines]
    return {
        viewer: "\n".join(line.rstrip() for line in (_title(case, match, viewer), *lines)) + "\n"
        for viewer, lines in zip(case.viewers, texts, strict=True)
    }


class _Seen:
    """The text of what a viewer sees: at each step what has changed, and what is told."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._before: set[str] = set()

    def add(self, number: int, shown: set[str], told: list[str]) -> None:
        """Append a step: of what is shown the lines that were not shown before, then what is told."""
        lines = [*sorted(shown - self._before), *told]
        self.lines += [f"\n== {number}", *lines] if lines else []
        self._before = shown


def _title(case: Case, match: Match, viewer: str) -> str:
    options = json.dumps(case.options) if case.options else "usual options"
    return f"{match.game.title} for {match.players}, {options}: {viewer}"


def _played(match: Match, move: Move) -> Iterator[str]:
    yield f"played    {move.text}"
    if move.observers != EVERYONE:
        yield f"seen by   {[seat for seat in range(match.players) if move.observers >> seat & 1]}"


def _end(match: Match) -> Iterator[str]:
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


def _shown(game: Game, state: Any, seat: int | None, explains: bool, known: Known) -> set[str]:
    """Return the prompt, the fields of a view and, if wanted, what is explained of each thing."""
    view = game.view(state, seat)
    lines = {f"view      {path} = {value}" for path, value in _leaves("", view, known)}
    lines.add(f"prompt    {game.prompt(state, seat).english()}")
    return lines | {*_explained(game, state, view)} if explains else lines


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

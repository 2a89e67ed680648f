"""Write traces: a game as JSON lines, for comparison with other programs (docs/trace.md).

A trace has a "setup" line, a "draw" line for each choice of nature, a "decision" line for each whole decision
of a seat, with all legal decisions, and an "end" line with the points by source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from donjon.kernel import rules
from donjon.kernel.decisions import decisions_and_points
from donjon.kernel.event_log import Event
from donjon.kernel.game import Game
from donjon.kernel.rules import NATURE
from donjon.notation.position import from_position
from donjon.play.match import Match

FORMAT = 1
_NUMBERS = re.compile(r"([0-9]+)")


def natural(text: str) -> list[str | tuple[int, str]]:
    """Return a key for sorting texts with digits as numbers: "build 4,8" before "build 4,10"."""
    return [_size(part) if at % 2 else part for at, part in enumerate(_NUMBERS.split(text))]


def _size(digits: str) -> tuple[int, str]:
    """Return a key that compares digits as a number; `int` accepts at most 4300 digits."""
    plain = digits.lstrip("0")
    return len(plain), plain


@dataclass(frozen=True)
class Choices:
    """A position: the actions of every whole decision by its text, and the points of all seats."""

    decisions: dict[str, list[int]]
    points: list[dict[str, int]]

    @property
    def legal(self) -> list[str]:
        """Return the texts of all whole decisions, sorted."""
        return sorted(self.decisions, key=natural)

    @property
    def totals(self) -> list[int]:
        """Return the points of every seat, as if scored now."""
        return [sum(by_source.values()) for by_source in self.points]


def look(match: Match, seat: int, compiled: bool = True) -> Choices:
    """Return all whole decisions of a seat (NOBODY: none) in a match, and the points there."""
    found_actions, by_source = decisions_and_points(match.state, seat, compiled)
    befores: dict[tuple[int, ...], Any] = {}
    decisions = {}
    for actions in found_actions:
        way = tuple(actions[:-1])
        if way not in befores:
            befores[way] = rules.after(match.state, seat, way)
        decisions[match.game.action_text(befores[way], seat, actions[-1])] = actions
    points = [dict(zip(match.game.SOURCES, row, strict=True)) for row in by_source]
    return Choices(decisions, points)


def trace(match: Match, compiled: bool = True, **about: Any) -> Iterator[dict[str, Any]]:
    """Yield the lines of a match as JSON-able data: setup, draws and decisions, the end if it is over.

    `about` is added to the setup line (seed, bots: for the reader; `follow` does not check them). With
    compiled=False the rules run interpreted: slower, but nothing is compiled first.
    """
    game = match.game
    again, moves = _begin(match)
    yield setup_line(again, **about)
    while moves:
        seat = moves[0].seat
        if seat == NATURE:
            yield draw_line(again, moves.pop(0).action)
            continue
        choices = look(again, seat, compiled)
        actions = [moves.pop(0).action]
        text = game.action_text(again.state, seat, actions[0])
        again.play(actions[0], seat)
        while not rules.decision_complete(again.state) and moves:
            actions.append(moves.pop(0).action)
            text = game.action_text(again.state, seat, actions[-1])
            again.play(actions[-1], seat)
        if rules.decision_complete(again.state):
            yield decision_line(seat, text, choices)
    if again.over:
        yield end_line(again)


def _begin(match: Match) -> tuple[Match, list[Any]]:
    """Return a match at the end of its setup, with imposed nature, and the moves from there on.

    Choices of nature that options can express become options.
    """
    if match.based_on is not None:
        return from_position(match.based_on, nature="imposed"), list(match.moves)
    game = match.game
    start = Match(game, match.options, 0, "imposed")
    for move in match.moves:
        if move.seat != NATURE:
            break
        start.play(move.action, NATURE)
    again = Match(game, game.read_options(match.players, known_options(start)), 0, "imposed")
    goal = again.state.tobytes()
    for at in range(len(start.moves) + 1):
        if start.state_at(at).tobytes() == goal:
            return again, list(match.moves[at:])
    return Match(game, match.options, 0, "imposed"), list(match.moves)


def known_options(match: Match) -> dict[str, Any]:
    """Return the current options of a match, including the options that nature has chosen."""
    return match.game.options_among(match.game.position(match.state))


def setup_line(match: Match, **about: Any) -> dict[str, Any]:
    """Return the line that starts a game; `match` is at its start."""
    line: dict[str, Any] = {
        "kind": "setup",
        "format": FORMAT,
        "game": match.game.name,
        "rules": match.game.rules_version,
        "players": match.players,
        **about,
    }
    if match.based_on is not None:
        line["position"] = match.based_on
    else:
        line["options"] = match.game.show_options(match.options)
    line["table"] = match.view(None)
    return line


def draw_line(match: Match, action: int) -> dict[str, Any]:
    """Play a choice of nature in a match and return its line."""
    state, game = match.state, match.game
    text = game.action_text(state, NATURE, action)
    known = int(rules.observers(state, NATURE, action))
    weights = weights_of(game, state)
    return {
        "kind": "draw",
        "taken": text,
        "for": whose(match.play(action, NATURE)),
        "seen_by": [seat for seat in range(match.players) if known >> seat & 1],
        "weights": weights,
    }


def whose(events: list[Event]) -> int | None:
    """Return the seat that a choice of nature is for, by its first event; None: for all."""
    return events[0].seat if events and 0 <= events[0].seat < NATURE else None


def weights_of(game: Game, state: Any) -> dict[str, int]:
    """Return the weights of nature's possible choices by their texts, sorted."""
    weights = np.zeros(game.ACTIONS, np.int64)
    rules.chances(state, weights)
    weight_of = {game.action_text(state, NATURE, int(at)): int(weights[at]) for at in np.flatnonzero(weights)}
    return {text: weight_of[text] for text in sorted(weight_of, key=natural)}


def decision_line(seat: int, taken: str, choices: Choices) -> dict[str, Any]:
    """Return the line of a decision; `choices` is the position before it."""
    return {
        "kind": "decision",
        "seat": seat,
        "taken": taken,
        "points": choices.totals,
        "legal": choices.legal,
    }


def end_line(match: Match) -> dict[str, Any]:
    """Return the line that ends a game."""
    return {
        "kind": "end",
        "points": match.points_by_source,
        "totals": match.points,
        "ranks": match.ranks,
    }

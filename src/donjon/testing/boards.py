"""Check boards of a minute: what a board asks for is legal, and what it says is what happens."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import donjon
from donjon import rulebook
from donjon.drawing.protocol import drawing_of
from donjon.errors import DonjonError
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.views import value_at
from donjon.play.match import Match
from donjon.play.why_not import forbidden
from donjon.rulebook.boards import Board, Other, Step, boards_of, box_in
from donjon.testing.books import subjects

__all__ = ["faults"]
# The panels that a step may show.
SHOWN = {"", "goals", "hand"}


def faults(game: str) -> list[str]:
    """Return the faults of a game's boards: a sentence for each that names the board."""
    boards = boards_of(game)
    errors = [] if 5 <= len(boards) <= 7 else [f"{game} has {len(boards)} boards; a path has 5 to 7"]
    return errors + [f"board {board.id}: {fault}" for board in boards for fault in _of_board(board)]


def _of_board(board: Board) -> Iterator[str]:
    game, known = games[board.position["game"]], rulebook.load(board.position["game"]).ids()
    for rule in (*board.rules, *(other.rule for step in board.steps for other in step.others if other.rule)):
        if rule not in known:
            yield f"there is no rule {rule}"
    if not board.expect and not board.gains:
        yield "nothing checks what its praise says"
    try:
        match = donjon.from_position(board.position)
        for act in board.line:
            match.play(act.text, seat=act.seat)
        before = match.view(board.seat)
        for step in board.steps:
            yield from _of_step(game, match, board, step)
            match.play(step.does, seat=board.seat)
            for act in step.line:
                match.play(act.text, seat=act.seat)
    except DonjonError as error:
        yield str(error)
        return
    after = match.view(board.seat)
    for path, value in board.expect.items():
        if (there := value_at(after, path)) != value:
            yield f"{path} is {there!r}, not {value!r}"
    for path, gained in board.gains.items():
        if (there := value_at(after, path) - value_at(before, path)) != gained:
            yield f"{path} changes by {there}, not by {gained}"
    yield from _unknown(game, match, board, (*board.seen, *board.plates))
    if board.shows not in SHOWN:
        yield f"there is no panel {board.shows!r}"


def _of_step(game: Game, match: Match, board: Board, step: Step) -> Iterator[str]:
    if board.seat not in match.waiting:
        yield f"{step.does!r} is asked when it isn't the player's turn"
    asked, refused = _only(game, match, board, step.does), partial(forbidden, game, match.state, board.seat)
    if (refusal := refused(asked)) is not None:
        yield f"{step.does!r} isn't legal: {refusal}"
    answered = set[int]()
    for other in step.others:
        actions = {_only(game, match, board, text) for text in other.actions}
        for action in actions:
            if (refusal := refused(action)) is not None:
                yield f"{other.actions} isn't legal: {refusal}"
        if asked in actions or answered & actions:
            yield f"{other.actions} is answered twice"
        answered |= actions
        if other.rule and not _forbids(game, match, board, other):
            yield f"no move is refused by {other.rule}"
    yield from _unknown(game, match, board, tuple(filter(None, (step.at, *step.goals))))
    if step.shows not in SHOWN:
        yield f"there is no panel {step.shows!r}"


def _only(game: Game, match: Match, board: Board, text: str) -> int:
    """Return the only action of a text."""
    (action,) = game.parse_action(match.state, board.seat, text)
    return action


def _forbids(game: Game, match: Match, board: Board, other: Other) -> bool:
    """Return whether a rule forbids a place on the board."""
    return any(
        (refusal := forbidden(game, match.state, board.seat, action)) is not None
        and refusal.rule == other.rule
        for action in drawing_of(game).boxes()
    )


def _unknown(game: Game, match: Match, board: Board, named: tuple[str, ...]) -> Iterator[str]:
    """Yield a fault for each subject that isn't on the table."""
    view = match.view(board.seat)
    known = {*subjects(game, view), *_hexes(game)}
    for subject in named:
        if subject not in known and box_in(subject) is None:
            yield f"nothing on the table is {subject!r}"


def _hexes(game: Game) -> set[str]:
    """Return the subjects of actions with a place on the board."""
    of_actions: Any = getattr(drawing_of(game), "subjects", dict)
    return set(of_actions().values())

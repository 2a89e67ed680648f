"""Show why the solution of a puzzle pays: on the board, on the cards that decide, and beside the other moves.

What is drawn comes from the rules, which count points before and after a move, and from the coach, which has
played each compared move to the end. Before the puzzle is answered only the cards are asked for.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from donjon.coach.analysis import Choice
from donjon.coach.analysis import signed as with_tenth
from donjon.coach.puzzles import Puzzle
from donjon.drawing import Box, Point
from donjon.drawing import marks as drawn
from donjon.drawing.marks import Gain, GoalCard, Leader, Mark
from donjon.drawing.protocol import DrawsPuzzles, drawing_of
from donjon.kernel import rules
from donjon.kernel.game import Game, copy
from donjon.kernel.message import Message, Translate, signed
from donjon.table.live import coaching, presentation, wording
from donjon.table.store.table_game import TableGame

LETTERS = "ABCDEFGH"
# How far from the middle of a ring a line to it ends, in units of the viewBox.
_BESIDE_RING = 34.0


@dataclass(frozen=True)
class Goal:
    """A card that decides: its points now; after the move what it brings at once, and more by the end.

    gained: "" if nothing; by_end: compared with the next best move, "" if that is not clear; pays: either is
    more than nothing.
    """

    card: GoalCard
    name: str
    says: str
    now: int
    gained: str
    by_end: str
    pays: bool


@dataclass(frozen=True)
class Plate:
    """A letter or an amount that lies on the board: its place in percent of a narrow and of a wide board."""

    words: str
    kind: str
    narrow: Point
    wide: Point


@dataclass(frozen=True)
class Compared:
    """A compared move: its letter, its words, the games of a hundred that it wins, and its reason.

    less: the games of a hundred that it wins fewer than the best; in_words: its letter on the board does not
    say what it is, because it has no place there, or shares it with another move.
    """

    letter: str
    words: str
    share: int
    less: int
    expected: str
    reason: str
    in_words: bool


@dataclass(frozen=True)
class Why:
    """All that is shown when a puzzle is answered: over the board, and the moves compared, the best first."""

    picture: Markup
    plates: tuple[Plate, ...]
    compared: tuple[Compared, ...]


def goals(start: TableGame, now: TableGame, puzzle: Puzzle, translate: Translate, solved: bool) -> list[Goal]:
    """Return the cards that decide, with what the move has brought; once solved, what it is expected to."""
    drawing = drawing_of(start.game)
    if not isinstance(drawing, DrawsPuzzles):
        return []
    before, after = (
        rules.points_by_source(start.state)[puzzle.seat],
        rules.points_by_source(now.state)[puzzle.seat],
    )
    expected = dict(puzzle.reason.own.sources) if solved else {}
    return [
        Goal(
            card,
            card.name.say(translate),
            "" if card.says is None else card.says.say(translate),
            after[card.source],
            signed(after[card.source] - before[card.source])
            if after[card.source] != before[card.source]
            else "",
            with_tenth(expected[card.source]) if card.source in expected else "",
            max(expected.get(card.source, 0), after[card.source] - before[card.source]) > 0,
        )
        for card in drawing.goal_cards(start.view(puzzle.seat))
    ]


def topics(game: Game, position: Mapping[str, Any]) -> Sequence[tuple[str, Message]]:
    """Return what a stated position is about, by ids."""
    drawing = drawing_of(game)
    return drawing.topics(position) if isinstance(drawing, DrawsPuzzles) else ()


def why(start: TableGame, end: TableGame, puzzle: Puzzle, translate: Translate) -> Why:
    """Return why the best decision pays; `start` and `end` are the positions before and after it."""
    game, seat = start.game, puzzle.seat
    names = wording.names(start.seats, translate)
    places = [place_of(start, choice, seat) for choice in puzzle.choices]
    marks = _marks(game, start.view(seat), end.view(seat), puzzle)
    compared = tuple(
        Compared(
            LETTERS[number],
            coaching.in_words(game, start.state, choice, seat, translate, names),
            round(100 * choice.shares[seat]),
            round(100 * choice.behind),
            coaching.expected(choice, seat).say(translate, names),
            coaching.reason(choice, number).say(translate, names) if choice.reason is not None else "",
            places[number] is None or places.count(places[number]) > 1,
        )
        for number, choice in enumerate(puzzle.choices)
    )
    viewbox = drawing_of(game).VIEWBOX
    plates, leaders = _plates(marks, places, viewbox)
    return Why(drawn.picture([*marks, *leaders], viewbox), plates, compared)


def _marks(game: Game, before: Mapping[str, Any], after: Mapping[str, Any], puzzle: Puzzle) -> Sequence[Mark]:
    drawing = drawing_of(game)
    if not isinstance(drawing, DrawsPuzzles):
        return ()
    return drawing.reasons(before, after, dict(puzzle.reason.own.sources))


def _plates(
    marks: Sequence[Mark], places: Sequence[Point | None], viewbox: Box
) -> tuple[tuple[Plate, ...], list[Leader]]:
    """Return the letters of moves with a place on the board, the gains, and lines to their places."""
    lettered = [(letter, at) for letter, at in zip(LETTERS, places, strict=False) if at is not None]
    words = [(letter, "letter best" if letter == LETTERS[0] else "letter") for letter, _ in lettered]
    wanted = [at for _, at in lettered]
    for mark in marks:
        if isinstance(mark, Gain):
            words.append(_amount(mark))
            wanted.append(mark.at)
    # What was moved is to be seen: its plates lie beside it.
    free = [mark.at for mark in marks if isinstance(mark, drawn.Ring)]
    asked = [(at, said) for at, (said, _) in zip(wanted, words, strict=True)]
    spots = {name: drawn.plated(asked, viewbox, size, free) for name, size in drawn.SIZES.items()}
    in_percent = [[drawn.in_percent(spot, viewbox) for spot in spots[name]] for name in ("narrow", "wide")]
    leaders = [
        Leader(spot, at, _BESIDE_RING if at in free else 0.0, name)
        for name, placed in spots.items()
        for spot, at in zip(placed, wanted, strict=True)
        if math.dist(spot, at) > 1
    ]
    return tuple(
        Plate(*word, *at) for word, at in zip(words, zip(*in_percent, strict=True), strict=True)
    ), leaders


def _amount(gain: Gain) -> tuple[str, str]:
    if gain.by_end:
        return with_tenth(gain.amount), "gain by-end"
    return signed(round(gain.amount)), "gain" if gain.amount > 0 else "gain loss"


def place_of(start: TableGame, choice: Choice, seat: int) -> Point | None:
    """Return where a decision is made on the board, in units of its viewBox: where its last action is."""
    game, state = start.game, copy(start.state)
    _left, _top, width, height = drawing_of(game).VIEWBOX
    place = None
    for action in choice.actions:
        box = presentation.boxes_now(game, game.view(state, seat)).get(action)
        if box is not None:
            place = Point((box[0] + box[2] / 2) * width / 100, (box[1] + box[3] / 2) * height / 100)
        if rules.forbids(state, seat, action):
            break
        rules.apply(state, seat, action, None)
    return place

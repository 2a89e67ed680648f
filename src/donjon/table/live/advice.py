"""What the coach found, in the words of the table: decisions as buttons, what they should bring, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from donjon.coach.analysis import Analysis, Choice
from donjon.kernel import rules
from donjon.kernel.game import Game, copy
from donjon.kernel.message import Message, SeatName, Translate
from donjon.table.live import wording
from donjon.table.live.viewers import SomethingHidden, position_then
from donjon.table.live.wording import ActionButton
from donjon.table.store.table_game import TableGame


@dataclass(frozen=True)
class Advice:
    """A decision that was compared: the button of its first action, what follows, what it brings, and why.

    then: its other actions in words; expected: a sentence of figures; reason: "" where there is nothing to
    compare it with, and of the second, which the best is compared to.
    """

    choice: ActionButton
    then: tuple[str, ...]
    expected: str
    reason: str


def advised(table_game: TableGame, found: Analysis, say: Translate, names: list[str]) -> tuple[Advice, ...]:
    """The decisions of an analysis of the position, the best first."""
    seat = found.seat
    return tuple(
        Advice(
            wording.choice(table_game, seat, one.actions[0], say, names),
            _further(table_game, seat, one, say, names),
            expected(one, seat).say(say, names),
            reason(one, number).say(say, names) if one.reason is not None and number != 1 else "",
        )
        for number, one in enumerate(found.choices)
    )


def expected(choice: Choice, seat: int) -> Message:
    """What a decision is expected to bring: wins of a hundred games, points, and those of the best rival."""
    others = [other for other in range(len(choice.points)) if other != seat]
    rival = max(others, key=lambda other: choice.points[other])
    return Message(
        "Wins {share} of 100 games; {points} points at the end, {rival} {theirs}.",
        share=round(100 * choice.shares[seat]),
        points=round(choice.points[seat]),
        rival=SeatName(rival),
        theirs=round(choice.points[rival]),
    )


def in_words(game: Game, state: Any, choice: Choice, seat: int, say: Translate, names: list[str]) -> str:
    """A decision as its buttons say it; by its canonical text where it could not be played so."""
    words, now = list[str](), copy(state)
    for action in choice.actions:
        if rules.forbids(now, seat, action):
            return choice.text
        words.append(game.actions.button(now, seat, action).say(say, names))
        rules.apply(now, seat, action, None)
    return " → ".join(words)


def reason(choice: Choice, number: int) -> Message:
    """Why the best is better than the next; what the others miss against the best."""
    assert choice.reason is not None
    if number == 0:
        return Message("Comparison with the next best. {reason}", reason=choice.reason.message)
    return Message("Comparison of the best with this one. {reason}", reason=choice.reason.message)


def _further(
    table_game: TableGame, seat: int, choice: Choice, say: Translate, names: list[str]
) -> tuple[str, ...]:
    """What is done after the first action, as buttons say it; by its canonical text where nobody can know."""
    game, words = table_game.game, list[str]()
    for step in range(1, len(choice.actions)):
        try:
            state = position_then(table_game, seat, choice.actions[:step])
        except SomethingHidden:
            return (*words, choice.texts[-1])
        words.append(game.actions.button(state, seat, choice.actions[step]).say(say, names))
    return tuple(words)

"""Explain why an action may not be played: the rule that forbids it, and the game's sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from donjon.errors import DonjonError, GameOver, IllegalAction, NotYourTurn, Sentence
from donjon.kernel import rule_ids, rules
from donjon.kernel.actions import no_such_action
from donjon.kernel.game import Game
from donjon.kernel.rules import NATURE


@dataclass(frozen=True)
class Refusal:
    """The reason why an action is not legal: the id of the rule, and a sentence with the numbers."""

    rule: str
    message: Sentence

    def __str__(self) -> str:
        return f"{self.rule}: {self.message.english()}"


def forbidden(game: Game, state: Any, seat: int, action: int) -> Refusal | None:
    """Return the refusal of an action of a seat at a position, None if it is legal."""
    number = int(rules.forbids(state, seat, action))
    if not number:
        return None
    rule = rule_ids.name(game.prefix, number)
    return Refusal(rule, game.why(state, seat, action, rule))


def why_not(
    game: Game, seat: int, actions: Sequence[int], position: Callable[[Sequence[int]], Any]
) -> Refusal | None:
    """Return why a seat may not play these actions one after the other; None if it may.

    `position(before)` returns the position after the actions before an action. If these actions would show
    hidden information, it can return a determinization instead, or raise.
    """
    for number, action in enumerate(actions):
        refusal = forbidden(game, position(actions[:number]), seat, action)
        if refusal is not None:
            return refusal
    return None


def refused(game: Game, state: Any, seat: int, action: int) -> DonjonError | None:
    """Return the error for playing an action of a seat now, None if it may be played.

    The error is a GameOver, NotYourTurn, UnknownAction or IllegalAction.
    """
    if rules.over(state):
        return GameOver("The game is over; nothing can be played any more.")
    waiting = rules.seats_waiting(state)
    if seat not in waiting:
        owing = ", ".join("nature" if other == NATURE else f"seat {other}" for other in waiting)
        return NotYourTurn(f"Seat {seat} has no decision now, but {owing} has.")
    if not 0 <= action < game.ACTIONS:
        return no_such_action(game.title, action, game.ACTIONS)
    refusal = forbidden(game, state, seat, action)
    return None if refusal is None else IllegalAction(refusal.rule, refusal.message)

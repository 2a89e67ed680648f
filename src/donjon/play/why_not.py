"""Why an action may not be played: the rules give the number of a rule, the game its sentence."""

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
    """Why an action is not legal: the id of the rule and the reason with its numbers."""

    rule: str
    message: Sentence

    def __str__(self) -> str:
        return f"{self.rule}: {self.message.english()}"


def forbidden(game: Game, state: Any, seat: int, action: int) -> Refusal | None:
    """The rule against an action of a seat at a position, None if it is legal."""
    number = int(rules.forbids(state, seat, action))
    if not number:
        return None
    rule = rule_ids.name(game.prefix, number)
    return Refusal(rule, game.why(state, seat, action, rule))


def why_not(
    game: Game, seat: int, actions: Sequence[int], position: Callable[[Sequence[int]], Any]
) -> Refusal | None:
    """Why a seat may not play these actions one after the other; None if it may.

    `position(before)` is the position in which an action is judged, given the actions before it. A caller who
    must not learn what those would show gives a position that could be true, or raises.
    """
    for number, action in enumerate(actions):
        refusal = forbidden(game, position(actions[:number]), seat, action)
        if refusal is not None:
            return refusal
    return None


def refused(game: Game, state: Any, seat: int, action: int) -> DonjonError | None:
    """The error that a seat gets for playing an action now, None if it may play it.

    It is a GameOver, NotYourTurn, UnknownAction or IllegalAction.
    """
    if rules.over(state):
        return GameOver("The game is over; nothing can be played any more.")
    waiting = rules.seats_waiting(state)
    if seat not in waiting:
        owing = ", ".join("nature" if other == NATURE else f"seat {other}" for other in waiting)
        return NotYourTurn(f"Seat {seat} owes no decision now; {owing} does.")
    if not 0 <= action < game.ACTIONS:
        return no_such_action(game.title, action, game.ACTIONS)
    refusal = forbidden(game, state, seat, action)
    return None if refusal is None else IllegalAction(refusal.rule, refusal.message)

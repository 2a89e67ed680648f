"""What a worker would not bring, or would cost, a player who holds what they hold now."""

from __future__ import annotations

from typing import Any

from donjon.caylus.actions import ACTIONS
from donjon.caylus.nouns import EFFECT_STAGE, NONE, Decision, Effect, Phase, Space
from donjon.caylus.placing import once_placed
from donjon.caylus.road import DECISION_OF
from donjon.caylus.tables import EFFECT
from donjon.kernel.message import Message

Line = tuple[str, Message]


def as_you_stand(state: Any, seat: int | None, space: int) -> list[Line]:
    """Return what a worker of the seat at a space can't do, or costs, with what is left once it is placed.

    Empty where the worker brings something, and while the seat does not choose a space.
    """
    then = once_placed(state, seat, space)
    if then is None or seat is None:
        return []
    return _building(then, seat, space - Space.CASTLE) if space > Space.CASTLE else []


def _building(then: Any, seat: int, space: int) -> list[Line]:
    """CAY-3.9: what the building asks for is paid in full; what produces asks for nothing."""
    tile = int(then.tile[space])
    effect = Effect(int(EFFECT[tile])) if tile != NONE else Effect.PRODUCE
    if effect == Effect.PRODUCE or DECISION_OF[effect] == Decision.NOTHING:
        return []
    then.phase, then.cursor, then.stage = Phase.ROAD, space, EFFECT_STAGE
    then.decision, then.actor = DECISION_OF[effect], seat
    # To leave it unused is always possible.
    if ACTIONS.mark(then, seat, None) > 1:
        return []
    return [("CAY-3.9", _REASONS.get(effect, _CANNOT_PAY))]


_CANNOT_PAY = Message("You can't use it as you stand: you can't pay for anything here.")
_REASONS = {
    Effect.SELL: Message("You can't use it as you stand: you have no cube to sell."),
    Effect.EXCHANGE: Message("You can't use it as you stand: you have fewer than 2 cubes."),
}

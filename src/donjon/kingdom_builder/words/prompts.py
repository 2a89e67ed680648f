"""The sentence that says who must do what, with the numbers that matter."""

from __future__ import annotations

from typing import Any

from donjon.kernel.message import Message, SeatName, Term
from donjon.kingdom_builder.extra_actions import mark_tokens
from donjon.kingdom_builder.information.view import owed
from donjon.kingdom_builder.nouns import NONE, HexKind, Phase, Slot, Token
from donjon.kingdom_builder.setup import slot_to_lay


def prompt(state: Any, seat: int | None) -> Message:
    """One sentence: who must do what, with the numbers that matter."""
    if state.phase == Phase.OVER:
        return Message("The game is over.")
    if state.phase < Phase.START:
        return Message("Chance decides.")
    if seat != state.actor:
        return Message(
            "{seat} is to play on {terrain}.", seat=SeatName(int(state.actor)), terrain=_card(state)
        )
    if state.using != NONE:
        return _token_prompt(state)
    has_token = state.phase != Phase.MANDATORY and bool(usable_tokens(state))
    if state.phase == Phase.AFTER and has_token:
        return Message("Your settlements are built. Use a token or end your turn.")
    if state.phase == Phase.AFTER:
        return Message("Your settlements are built: end your turn.")
    work = {"count": owed(state), "terrain": _card(state)}
    if has_token:
        return Message("Build on {terrain}: {count} to build; or use a token first.", **work)
    return Message("Build on {terrain}: {count} still to build.", **work)


def to_decide(state: Any) -> Message:
    """What is to be decided now, and by whom."""
    if state.phase == Phase.SECTOR:
        return Message("Chance decides now what lies {slot}.", slot=Slot(slot_to_lay(state)).term)
    if state.phase == Phase.KINGDOM_CARD:
        return Message("Chance opens a Kingdom Builder card now.")
    if state.phase == Phase.FIRST:
        return Message("Chance decides now who begins.")
    mover = SeatName(int(state.actor))
    if state.phase < Phase.START:
        return Message("Chance draws a terrain card for {seat} now.", seat=mover)
    return Message("{what} It is for {seat} to decide now.", what=prompt(state, mover.seat), seat=mover)


def usable_tokens(state: Any) -> int:
    """How many kinds of tokens the seat to move can use now."""
    return int(mark_tokens(state, state.actor, 0, None))


def _token_prompt(state: Any) -> Message:
    token = Token(state.using).term
    if state.phase == Phase.TARGET:
        return Message("{token}: choose where to build.", token=token)
    if state.phase == Phase.LIFT:
        return Message("{token}: choose the settlement to move.", token=token)
    return Message("{token}: choose where the settlement goes.", token=token)


def _card(state: Any) -> Term:
    return HexKind(state.played).term

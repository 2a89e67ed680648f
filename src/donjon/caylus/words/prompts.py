"""The sentence above the buttons: who must do what, with the numbers that matter."""

from __future__ import annotations

from typing import Any

from donjon.caylus.events import BOOK
from donjon.caylus.nouns import Decision, Phase
from donjon.kernel.message import Message, SeatName


def prompt(state: Any, seat: int | None) -> Message:
    """One sentence: who must do what, with the numbers that matter."""
    if state.phase == Phase.OVER:
        return Message("The game is over.")
    if state.phase == Phase.SETUP:
        return Message("Chance decides.")
    if seat != state.actor:
        return Message(
            "{seat} is to decide: {what}.",
            seat=SeatName(int(state.actor)),
            what=Decision(state.decision).term,
        )
    return BOOK.prompt(state, int(state.actor), state.decision)

"""The sentence above the buttons: who must do what, with the numbers that matter."""

from __future__ import annotations

from typing import Any

from donjon.caylus import placing
from donjon.caylus.events import BOOK
from donjon.caylus.nouns import Decision, Phase, Tile
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
    if state.decision in BOOK.prompts:
        return BOOK.prompt(state, int(state.actor), state.decision)
    return _own_prompt(state, state.seats[seat])


def _own_prompt(state: Any, me: Any) -> Message:
    decision, deniers = int(state.decision), int(me.deniers)
    if decision == Decision.PLACE:
        cost = placing.general_cost(state, int(state.actor))
        return Message(
            "Place a worker (cost in deniers: {cost}), or pass. "
            "Your deniers: {deniers}, your workers: {workers}.",
            cost=cost,
            deniers=deniers,
            workers=int(me.home),
        )
    if decision in (Decision.PAY, Decision.SITE):
        text = _SECOND_HALF[decision]
        return Message(text, tile=Tile(state.chosen).term)
    return Message(_BUILDING_PROMPTS[decision], tile=Tile(state.tile[state.cursor]).term)


_SECOND_HALF = {
    int(Decision.PAY): Message("Which cube of any kind do you pay for the {tile}?").text,
    int(Decision.SITE): Message("Which residence does the {tile} replace?").text,
}
_BUILDING_PROMPTS = {
    int(Decision.PRODUCE): Message("Choose what the {tile} produces.").text,
    int(Decision.BONUS): Message("Another player's worker ran your {tile}: choose your cube.").text,
    int(Decision.BUILD): Message("Build a tile with the {tile}?").text,
    int(Decision.LAWYER): Message("Convert a building with the {tile}, for 1 cloth and 1 denier?").text,
    int(Decision.SELL): Message("Sell a cube at the {tile}?").text,
    int(Decision.BUY): Message("Buy cubes from the {tile}?").text,
    int(Decision.TRADE): Message("Trade at the {tile}?").text,
    int(Decision.EXCHANGE): Message("Exchange cubes for gold with the {tile}?").text,
}

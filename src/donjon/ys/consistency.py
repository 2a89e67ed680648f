"""What must hold of a stated position, so that it is one of Ys."""

from __future__ import annotations

from donjon.errors import BadPosition
from donjon.ys.nouns import NONE, Phase
from donjon.ys.state import State

# Phases in the middle of a decision, which need what was chosen before.
_HALF_DONE = (
    Phase.VALUE,
    Phase.REFILL,
    Phase.WIZARD_WITH,
    Phase.MESSENGER_TO,
    Phase.ALCHEMIST_TAKE,
    Phase.BANKER_LOWER,
    Phase.TURN_UP,
)


def check(state: State) -> None:
    """Refuse a position that cannot be. Raises BadPosition, naming the field."""
    phase = int(state.phase)
    together = phase in (Phase.BID, Phase.THRONE)
    in_turn = phase in (Phase.GO_ON, Phase.AFTER_PLACING)
    if (in_turn or (Phase.BID <= phase < Phase.OVER and not together)) and state.actor == NONE:
        raise BadPosition(f"The phase {Phase(phase).id!r} needs an 'actor': the seat that decides.")
    if together and all(state.seats[seat].choice != NONE for seat in range(state.players)):
        raise BadPosition(f"In the phase {Phase(phase).id!r} a seat must be without a 'choice'.")
    if Phase.OPEN_QUARTER <= phase <= Phase.CLOSE_QUARTER and state.quarter == NONE:
        raise BadPosition(f"The phase {Phase(phase).id!r} needs a 'quarter', from 0.")
    if phase in _HALF_DONE and state.target == NONE:
        raise BadPosition(f"The phase {Phase(phase).id!r} needs a 'target': what was chosen before.")
    if phase in (Phase.TURN_UP, Phase.COLOUR) and not state.resume:
        raise BadPosition(f"The phase {Phase(phase).id!r} needs 'resume': the step that follows.")
    if phase == Phase.ASK_CARDS and state.window == NONE:
        raise BadPosition("The phase 'ask_cards' needs a 'window': cards_first, cards_before or cards_after.")

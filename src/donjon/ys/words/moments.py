"""When a choice that belongs to another moment comes, if it does; of what everybody knows alone."""

from __future__ import annotations

from typing import Any

from donjon.kernel.message import Message
from donjon.ys.bidding import BID, ORDER
from donjon.ys.counting import GEM, TAKE_TWO
from donjon.ys.decisions import CHANCE
from donjon.ys.market import LOWER, RAISE
from donjon.ys.nouns import Phase
from donjon.ys.placing import DOWN, UP
from donjon.ys.state import seat_of_order, turns_in_all

# The phases of a round (YS-3.1); the fifth is that of Royal Favour.
TURN_ORDER, PLACEMENT, COUNTING, THRONE = 2, 3, 4, 5
# Within a turn, before it is known which brokers are placed.
_HALF_DONE = (Phase.VALUE, Phase.REFILL, Phase.CLOSE)
_IN_TURN = (
    *(Phase.PLACE, Phase.AFTER, Phase.WIZARD, Phase.WIZARD_WITH, Phase.SOLDIER),
    *_HALF_DONE,
)


def part(phase: int) -> int:
    """The phase of the round that a decision belongs to; 1 for what chance decides before the bids."""
    if phase in (Phase.BID, Phase.ORDER):
        return TURN_ORDER
    if phase == Phase.TURN_UP or Phase.CARDS_BEFORE <= phase <= Phase.JEWELLER:
        return COUNTING
    if phase < Phase.BID:
        return 1
    return THRONE if phase == Phase.THRONE else PLACEMENT


def later(state: Any, seat: int, action: int) -> Message | None:
    """When the choice comes, or that it came, with the rule; None where the action leaves that open."""
    belongs = _belongs(action)
    if belongs is None or not 0 <= seat < state.players:
        return None
    wanted, rule = belongs
    now = part(int(state.phase))
    if wanted > now:
        text = Message("That belongs to phase {number} of the round, which is still to come ({rule}).").text
        return Message(text, number=wanted, rule=rule)
    if wanted < now:
        text = Message("That belongs to phase {number} of the round, which is over ({rule}).").text
        return Message(text, number=wanted, rule=rule)
    if wanted == PLACEMENT:
        return _turn(state, seat)
    return _bidding(state, seat, action) if wanted == TURN_ORDER else None


def _belongs(action: int) -> tuple[int, str] | None:
    """The phase of the round that an action belongs to whatever is decided, and its rule."""
    if any(action in kind for kind in CHANCE):
        return None
    if action in BID:
        return TURN_ORDER, "YS-4.1"
    if action in ORDER:
        return TURN_ORDER, "YS-4.5"
    if action in UP or action in DOWN:
        return PLACEMENT, "YS-5.1"
    if any(action in kind for kind in (TAKE_TWO, GEM, RAISE, LOWER)):
        return COUNTING, "YS-6.1.1"
    return None


def _turn(state: Any, seat: int) -> Message | None:
    """YS-5.1: has the seat another turn in this round?"""
    if seat == state.actor and state.phase in _HALF_DONE:
        return None
    following = int(state.turn) + (1 if state.phase in _IN_TURN else 0)
    turns = range(following, turns_in_all(state))
    if any(seat_of_order(state, turn % state.players + 1) == seat for turn in turns):
        return Message("Your next turn comes later ({rule}).", rule="YS-5.1")
    return Message("You have had your turns of this round ({rule}).", rule="YS-5.1")


def _bidding(state: Any, seat: int, action: int) -> Message:
    if action in BID:
        return Message("The bids of this round have been shown ({rule}).", rule="YS-4.1")
    if state.phase == Phase.BID:
        return Message("Order cards are chosen when the bids have been shown ({rule}).", rule="YS-4.5")
    chosen = int(state.seats[seat].chosen)
    if chosen:
        return Message("You have chosen order card {card} ({rule}).", card=chosen, rule="YS-4.5")
    return Message("Your choice of an order card comes later ({rule}).", rule="YS-4.3")

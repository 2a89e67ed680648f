"""Chapter 11: who decides, what is legal and why not, and what an action does."""

from __future__ import annotations

from donjon.kernel import rng
from donjon.kernel.actions import NO_USE
from donjon.kernel.bits import count_bits, nth_bit
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EVERYONE, EventLog
from donjon.kernel.records import Ints
from donjon.kernel.rng import Rng
from donjon.kernel.rule_ids import number
from donjon.kernel.rules import NATURE
from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.actions import ACTIONS, CARDS_FROM, COUNT, END, SETUP_FROM, USE
from donjon.kingdom_builder.building import mandatory
from donjon.kingdom_builder.end import announce_result
from donjon.kingdom_builder.extra_actions import NEEDS_TOKEN, all_movable, targets_now, usable_now
from donjon.kingdom_builder.hexes import HexSet
from donjon.kingdom_builder.information.knowledge import draw_from
from donjon.kingdom_builder.nouns import NONE, TERRAINS, Phase
from donjon.kingdom_builder.state import State
from donjon.kingdom_builder.tables import OFF_BOARD

NOT_YOUR_DECISION = number("KB-11.1.4")
GAME_IS_OVER = number("KB-9.7")
USES = ACTIONS.use
mark_choices, forbids_choice, apply_choice = ACTIONS.mark, ACTIONS.forbids, ACTIONS.apply


@compilable
def waiting(state: State) -> int:
    """KB-11.1.4: one seat at a time, or nature."""
    if state.phase == Phase.OVER:
        return 0
    return 1 << NATURE if state.phase < Phase.START else 1 << int(state.actor)


@compilable
def over(state: State) -> bool:
    """KB-9.4: has the last turn been played?"""
    return state.phase == Phase.OVER


@compilable
def decision_complete(state: State) -> bool:
    """False while a token is in use."""
    return state.using == NONE


@compilable
def chances(state: State, weights: Ints) -> int:
    """Chapter 11.3: int64 weights[ACTIONS] of nature's actions; returns their sum."""
    weights[:] = 0
    total = 0
    if state.phase >= Phase.START:
        return total
    if state.phase >= Phase.DEAL:
        for terrain in range(TERRAINS):
            weights[CARDS_FROM + terrain] = state.deck[terrain]
            total += weights[CARDS_FROM + terrain]
        return int(total)
    for action in range(SETUP_FROM, COUNT):
        weights[action] = forbids(state, NATURE, action) == 0
        total += weights[action]
    return int(total)


@compilable
def legal(state: State, seat: int, mask: Ints) -> int:
    """Fill uint8 mask[ACTIONS] with the legal actions of a seat (or of NATURE); return their count."""
    mask[:] = 0
    return mark_choices(state, seat, mask) if waiting(state) >> seat & 1 else 0


@compilable
def hexes_now(state: State, seat: int) -> HexSet:
    """The hexes that are legal actions of the seat whose turn it is."""
    if state.phase == Phase.LIFT:
        return all_movable(state, seat)
    if state.phase == Phase.TARGET or state.phase == Phase.PUT:
        return targets_now(state, seat)
    if state.phase == Phase.AFTER:
        return hexes.only(OFF_BOARD)
    return mandatory(state, seat)


@compilable
def others_now(state: State, seat: int) -> int:
    """Its other legal actions, a bit set: the tokens, then the end of the turn."""
    if state.phase == Phase.START:
        return usable_now(state, seat)
    if state.phase == Phase.AFTER:
        return usable_now(state, seat) | 1 << END - USE
    return 0


@compilable
def random_action(state: State, seat: int, random: Rng, _mask: Ints) -> int:
    """A uniformly random legal action."""
    found, others = hexes_now(state, seat), others_now(state, seat)
    here = hexes.count(found)
    index = rng.below(random, here + count_bits(others))
    return hexes.nth(found, index) if index < here else USE + nth_bit(others, index - here)


@compilable
def chance_action(state: State, random: Rng, weights: Ints) -> int:
    """An action of nature by her weights: a card of the deck, from the first one dealt on."""
    if state.phase >= Phase.DEAL:
        return CARDS_FROM + draw_from(state.deck, random)
    return rng.weighted(random, weights, chances(state, weights))


@compilable
def forbids(state: State, seat: int, action: int) -> int:
    """0 if the action is legal for the seat, else the number of the rule against it."""
    if state.phase == Phase.OVER:
        return GAME_IS_OVER
    if not waiting(state) >> seat & 1 or not 0 <= action < COUNT:
        return NOT_YOUR_DECISION
    if USES[state.phase, action] == NO_USE:
        return NEEDS_TOKEN if state.using != NONE and action < CARDS_FROM else NOT_YOUR_DECISION
    rule: int = forbids_choice(state, seat, action)
    return rule


@compilable
def apply(state: State, seat: int, action: int, log: EventLog | None) -> None:
    """Play a legal action and everything that follows by itself."""
    apply_choice(state, seat, action, log)
    if log is not None and state.phase == Phase.OVER:
        announce_result(state, log)


@compilable
def observers(state: State, seat: int, action: int) -> int:
    """KB-11.2.2: a card dealt or drawn at a turn's end is known to its owner only; all else is public."""
    if state.phase == Phase.DEAL or state.phase == Phase.DRAW:
        return 1 << int(state.actor)
    return EVERYONE

"""Chapter 6: useless cards, redraws, the deck and its refilling."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kingdom_builder.events import Event
from donjon.kingdom_builder.nouns import NONE, TERRAINS, Phase
from donjon.kingdom_builder.state import State

USELESS = number("KB-6.3")
NO_CARD_LEFT = number("KB-6.8")
RESHUFFLE = number("KB-6.9")
BY_WEIGHT = number("KB-11.3.5")


@compilable
def cards_in(pile: Ints) -> int:
    """How many cards a pile (counts by terrain) holds."""
    count = 0
    for terrain in range(TERRAINS):
        count += int(pile[terrain])
    return count


@compilable
def ask_for_card(state: State, phase: int, log: EventLog | None) -> None:
    """KB-6.9: a card must be drawn; an empty deck is first formed anew from the discard pile."""
    if cards_in(state.deck) == 0:
        state.era += 1
        for terrain in range(TERRAINS):
            state.deck[terrain] = state.discard[terrain]
            state.discard[terrain] = 0
        emit(log, Event.RESHUFFLED, NONE, RESHUFFLE, cards_in(state.deck), 0, 0)
    state.phase = phase


@compilable
def is_useless(state: State) -> bool:
    """KB-6.1, KB-12.3: no free hex of the terrain of the card is left anywhere on the board."""
    return state.free[state.played] == 0


@compilable
def replace_useless_card(state: State, seat: int, log: EventLog | None) -> bool:
    """KB-6.1 to KB-6.8: ask nature for another card if the one in play is useless; was it asked?"""
    if not is_useless(state):
        return False
    if cards_in(state.deck) + cards_in(state.discard) == 0:
        if not state.halted:
            state.halted = 1
            emit(log, Event.CARD_KEPT, seat, NO_CARD_LEFT, state.played, 0, 0)
        return False
    card = int(state.played)
    state.removed[card] += 1
    state.played = NONE
    emit(log, Event.CARD_REMOVED, seat, USELESS, card, 0, 0)
    ask_for_card(state, Phase.REDRAW, log)
    return True


@compilable
def forbids_draw(state: State, _nature: int, terrain: int) -> int:
    """KB-11.3.5: only a card that the deck still holds is drawn."""
    return 0 if state.deck[terrain] > 0 else BY_WEIGHT


@compilable
def take_card(state: State, seat: int, terrain: int) -> None:
    """A terrain card goes from the deck to a hand, seen by that seat alone (KB-11.2.2)."""
    state.deck[terrain] -= 1
    state.seats[seat].hand = terrain
    state.seats[seat].hand_era = state.era

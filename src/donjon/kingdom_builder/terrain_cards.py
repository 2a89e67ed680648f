"""Chapter 6: useless cards, redraws, the deck and its refilling."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.story import Story, tell
from donjon.kingdom_builder.nouns import NONE, TERRAINS, Phase
from donjon.kingdom_builder.state import State
from donjon.kingdom_builder.terms import Tale

USELESS = number("KB-6.3")
NO_CARD_LEFT = number("KB-6.8")
RESHUFFLE = number("KB-6.9")


@compilable
def cards_in(pile: Ints) -> int:
    """How many cards a pile (counts by terrain) holds."""
    count = 0
    for terrain in range(TERRAINS):
        count += int(pile[terrain])
    return count


@compilable
def ask_for_card(state: State, phase: int, story: Story | None) -> None:
    """KB-6.9: a card must be drawn; an empty deck is first formed anew from the discard pile."""
    if cards_in(state.deck) == 0:
        tell(story, Tale.RESHUFFLED, NONE, RESHUFFLE, cards_in(state.discard), 0, 0)
        state.era += 1
        for terrain in range(TERRAINS):
            state.deck[terrain] = state.discard[terrain]
            state.discard[terrain] = 0
    state.phase = phase


@compilable
def is_useless(state: State) -> bool:
    """KB-6.1, KB-12.3: no free hex of the terrain of the card is left anywhere on the board."""
    return state.free[state.played] == 0


@compilable
def replace_useless_card(state: State, seat: int, story: Story | None) -> bool:
    """KB-6.1 to KB-6.8: ask nature for another card if the one in play is useless; was it asked?"""
    if not is_useless(state):
        return False
    if cards_in(state.deck) + cards_in(state.discard) == 0:
        if not state.halted:
            state.halted = 1
            tell(story, Tale.CARD_KEPT, seat, NO_CARD_LEFT, state.played, 0, 0)
        return False
    state.removed[state.played] += 1
    tell(story, Tale.CARD_REMOVED, seat, USELESS, state.played, 0, 0)
    state.played = NONE
    ask_for_card(state, Phase.REDRAW, story)
    return True

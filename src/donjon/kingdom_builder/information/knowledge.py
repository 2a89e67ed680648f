"""Chapter 11.2: what a seat may know, how to re-deal what it cannot know, and numbers for a learner."""

from __future__ import annotations

from donjon.kernel import rng as random
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Floats, Ints
from donjon.kernel.rng import Rng
from donjon.kingdom_builder.nouns import CARDS, NONE, PHASES, TERRAINS, TOKENS
from donjon.kingdom_builder.state import State
from donjon.kingdom_builder.tables import CARDS_IN_USE, HEXES, MAX_SEATS, PLACES, SETTLEMENTS
from donjon.kingdom_builder.terrain_cards import cards_in

# Planes of 400 hexes: own, next, second next, third next seat's settlements; nine kinds; two lifted.
SEAT_SCALARS = 2 + TOKENS * 3 + PLACES
SCALARS = TERRAINS * 5 + CARDS + PHASES + TOKENS + 6
PLANES = MAX_SEATS + 9 + 2
OBSERVATION = PLANES * HEXES + MAX_SEATS * SEAT_SCALARS + SCALARS


@compilable
def redeal(state: State, seat: int, rng: Rng) -> None:
    """KB-11.2.6: re-deal the hand cards that `seat` cannot know, each from the deck it was drawn from.

    Cards drawn since the last reshuffle mix with the deck; older ones only among the hands of their
    own era, because their multiset is known to all.
    """
    for other in range(state.players):
        hidden = state.seats[other]
        if other != seat and hidden.hand != NONE:
            if hidden.hand_era == state.era:
                state.deck[hidden.hand] += 1
            else:
                swap_within_era(state, seat, other, rng)
    for other in range(state.players):
        hidden = state.seats[other]
        if other != seat and hidden.hand != NONE and hidden.hand_era == state.era:
            hidden.hand = draw_from(state.deck, rng)
            state.deck[hidden.hand] -= 1


@compilable
def draw_from(pile: Ints, rng: Rng) -> int:
    """A terrain drawn from a pile (counts by terrain) that holds a card."""
    rest = random.below(rng, cards_in(pile))
    for terrain in range(TERRAINS):
        rest -= int(pile[terrain])
        if rest < 0:
            return terrain
    return NONE


@compilable
def swap_within_era(state: State, seat: int, other: int, rng: Rng) -> None:
    """Give `other` one of the hidden cards of its era that this and later seats hold, in exchange.

    The card is counted out in the order of terrains, so that what comes out depends on the multiset
    alone, as all that `seat` can know, and never on who really held which card.
    """
    era = state.seats[other].hand_era
    count = 0
    for mate in range(other, state.players):
        count += is_mate(state, seat, mate, era)
    rest = random.below(rng, count)
    for terrain in range(TERRAINS):
        for mate in range(other, state.players):
            if is_mate(state, seat, mate, era) and state.seats[mate].hand == terrain:
                if rest == 0:
                    state.seats[mate].hand = state.seats[other].hand
                    state.seats[other].hand = terrain
                    return
                rest -= 1


@compilable
def is_mate(state: State, seat: int, mate: int, era: int) -> bool:
    """Does this seat hold a card of the era that `seat` cannot see?"""
    hand = state.seats[mate]
    return mate != seat and hand.hand != NONE and hand.hand_era == era


@compilable
def unseen(state: State, seat: int, terrain: int) -> int:
    """KB-11.2.4: the cards of a terrain in the deck and in the hands that `seat` cannot see."""
    count = int(state.deck[terrain])
    for other in range(state.players):
        count += other != seat and state.seats[other].hand == terrain
    return count


@compilable
def observe(state: State, seat: int, out: Floats) -> None:
    """KB-11.2.1, KB-11.2.2: fill float32 out[OBSERVATION] as `seat` sees the table, itself first.

    A spectator (seat NOBODY) sees it from seat 0 on, without any hand (KB-11.2.5).

    Layout: 4 planes of settlements by seat from the viewer on, 9 planes of printed kinds, a plane with
    tokens left on locations (halves), a plane with the hex a settlement was lifted from; then seats;
    then the table.
    """
    out[:] = 0
    nearest = max(seat, 0)
    for hex in range(HEXES):
        if state.owner[hex] != NONE:
            relative = (int(state.owner[hex]) - nearest) % state.players
            out[relative * HEXES + hex] = 1
        if state.kind[hex] < 9:
            out[(MAX_SEATS + int(state.kind[hex])) * HEXES + hex] = 1
    for place in range(state.place_count):
        out[(PLANES - 2) * HEXES + state.places[place].hex] = state.places[place].left / 2
    if state.origin != NONE:
        out[(PLANES - 1) * HEXES + state.origin] = 1
    for relative in range(state.players):
        observe_seat(
            state, (nearest + relative) % state.players, out, PLANES * HEXES + relative * SEAT_SCALARS
        )
    observe_table(state, seat, out, PLANES * HEXES + MAX_SEATS * SEAT_SCALARS)


@compilable
def observe_seat(state: State, seat: int, out: Floats, at: int) -> None:
    """Supply, turn, tokens by kind and state, locations used up; from out[at] on."""
    me = state.seats[seat]
    out[at] = me.supply / SETTLEMENTS
    out[at + 1] = state.actor == seat
    for place in range(state.place_count):
        if me.tokens[place] > 0:
            out[at + 2 + (int(me.tokens[place]) - 1) * TOKENS + state.places[place].token] += 0.5
        out[at + 2 + 3 * TOKENS + place] = me.taken[place]


@compilable
def observe_table(state: State, seat: int, out: Floats, at: int) -> None:
    """Cards, phase and what is known of the deck; from out[at] on."""
    for terrain in range(TERRAINS):
        out[at + terrain] = unseen(state, seat, terrain) / 5
        out[at + TERRAINS + terrain] = state.discard[terrain] / 5
        out[at + 2 * TERRAINS + terrain] = state.removed[terrain] / 5
        out[at + 3 * TERRAINS + terrain] = state.played == terrain
        out[at + 4 * TERRAINS + terrain] = seat != NONE and state.seats[seat].hand == terrain
    at += 5 * TERRAINS
    for index in range(CARDS_IN_USE):
        if state.cards[index] != NONE:
            out[at + int(state.cards[index])] = 1
    out[at + CARDS + state.phase] = 1
    at += CARDS + PHASES
    if state.using != NONE:
        out[at + state.using] = 1
    at += TOKENS
    out[at] = state.built / 3
    out[at + 1] = state.ending
    out[at + 2] = state.halted
    out[at + 3] = ((state.first - max(seat, 0)) % state.players) / MAX_SEATS if state.first != NONE else 0
    out[at + 4] = state.players / MAX_SEATS
    out[at + 5] = state.turn / 100

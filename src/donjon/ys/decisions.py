"""Chapter 10: who decides, what is legal, and what an action does."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.generic import NATURE
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.story import EVERYONE, Story
from donjon.ys import bidding, cards, counting, market, moving, placing, rounds, spying, throne
from donjon.ys.end import announce_result
from donjon.ys.flow import advance
from donjon.ys.legality import (
    FORCED,
    MOST_RANGES,
    PHASE_RULE,
    RANGES,
    SETTLED,
    forbids_asked,
    forbids_seat,
    forced_action,
)
from donjon.ys.neutral import turn_up_neutral, values_left
from donjon.ys.nouns import (
    ACTIONS,
    BID,
    BROKER,
    CARD,
    CHARACTERS,
    DEAL,
    DOWN,
    FIRST_OF_NATURE,
    FRONT,
    GEM,
    LOWER,
    MAX_SEATS,
    NONE,
    ORDER,
    PASS,
    PLACE,
    QUARTER,
    RAISE,
    SAIL,
    SHIPS,
    SWAP,
    TAKE_TWO,
    TURN_CARD,
    TURN_VALUE,
    UP,
    VALUE,
    VALUES,
    Phase,
)
from donjon.ys.state import State
from donjon.ys.tables import GEM_HIGH, GEM_LOW, QUARTER_HIGH, QUARTER_LOW

GAME_IS_OVER = number("YS-6.9.2")


@compilable
def waiting(state: State) -> int:
    """The seat that decides, all that have not chosen yet (bids, throne room), or nature.

    Nobody when the game is over, nor in the steps that the rules take by themselves.
    """
    if state.phase == Phase.BID or state.phase == Phase.THRONE:
        mask = 0
        for seat in range(state.players):
            if state.seats[seat].choice == NONE:
                mask |= 1 << seat
        return mask
    if state.phase >= Phase.OVER:
        return 0
    return 1 << NATURE if state.phase < Phase.BID else 1 << int(state.actor)


@compilable
def over(state: State) -> bool:
    """YS-6.9.2: have all four rounds been played?"""
    return state.phase == Phase.OVER


@compilable
def settled(state: State) -> bool:
    """False while a decision made of several actions is half done."""
    return SETTLED[state.phase] != 0


@compilable
def weight(state: State, action: int) -> int:
    """What an action of nature weighs now: one for each order card, card, ship or broker that it may be."""
    phase = state.phase
    if phase == Phase.DEAL:
        card = action - DEAL + 1
        return int(1 <= card <= state.players and rounds.holds_order(state, card) == NONE)
    if phase == Phase.CHARACTER:
        return int(state.unseen[action - TURN_CARD]) if TURN_CARD <= action < SAIL else 0
    if phase == Phase.SHIP:
        return int(state.deck[action - SAIL]) if SAIL <= action < TURN_VALUE else 0
    if phase == Phase.TURN_UP and TURN_VALUE <= action < ACTIONS:
        return int(values_left(state, int(state.target), action - TURN_VALUE))
    return 0


@compilable
def first_of_phase(phase: int) -> int:
    """Where the actions of nature begin that a phase asks for."""
    if phase == Phase.DEAL:
        return DEAL
    if phase == Phase.CHARACTER:
        return TURN_CARD
    return SAIL if phase == Phase.SHIP else TURN_VALUE


@compilable
def count_of_phase(phase: int) -> int:
    """How many there are."""
    if phase == Phase.DEAL:
        return MAX_SEATS
    if phase == Phase.CHARACTER:
        return CHARACTERS
    return SHIPS if phase == Phase.SHIP else VALUES


@compilable
def chances(state: State, weights: Ints) -> int:
    """Fill int64 weights[ACTIONS] with the weights of nature's actions; returns their sum."""
    weights[:] = 0
    total = 0
    if state.phase < Phase.BID:
        first = first_of_phase(state.phase)
        for action in range(first, first + count_of_phase(state.phase)):
            weights[action] = weight(state, action)
            total += weights[action]
    return int(total)


@compilable
def legal(state: State, seat: int, mask: Ints) -> int:
    """Fill uint8 mask[ACTIONS] with the legal actions of a seat (or of NATURE); return their count."""
    mask[:] = 0
    if not waiting(state) >> seat & 1:
        return 0
    count = 0
    if seat == NATURE:
        first = first_of_phase(state.phase)
        for action in range(first, first + count_of_phase(state.phase)):
            if weight(state, action) > 0:
                mask[action] = 1
                count += 1
        return count
    for index in range(MOST_RANGES):
        for action in range(RANGES[state.phase, index, 0], RANGES[state.phase, index, 1]):
            if forbids_asked(state, seat, action) == 0:
                mask[action] = 1
                count += 1
    return count


@compilable
def forbids(state: State, seat: int, action: int) -> int:
    """0 if the action is legal for the seat, else the number of the rule against it."""
    if state.phase == Phase.OVER:
        return GAME_IS_OVER
    if not waiting(state) >> seat & 1 or action < 0 or action >= ACTIONS:
        return PHASE_RULE[state.phase]
    if seat == NATURE:
        asked = action >= FIRST_OF_NATURE and weight(state, action) > 0
        return 0 if asked else PHASE_RULE[state.phase]
    if action >= FIRST_OF_NATURE:
        return PHASE_RULE[state.phase]
    return forbids_seat(state, seat, action)


@compilable
def apply(state: State, seat: int, action: int, story: Story | None) -> None:
    """Play a legal action and everything that follows by itself, decisions without a choice among it."""
    if seat == NATURE:
        apply_nature(state, action, story)
    else:
        apply_seat(state, seat, action, story)
    go_on(state, story)
    if story is not None and state.phase == Phase.OVER:
        announce_result(state, story)


@compilable
def go_on(state: State, story: Story | None) -> None:
    """All that follows by itself, up to a decision with a choice (or nature's, or one that must be asked)."""
    advance(state, story)
    while FORCED[state.phase]:
        forced = forced_action(state, int(state.actor))
        if forced < 0:
            break
        apply_seat(state, int(state.actor), forced, story)
        advance(state, story)


@compilable
def apply_nature(state: State, action: int, story: Story | None) -> None:
    """Nature's choice."""
    if state.phase == Phase.DEAL:
        rounds.deal(state, action - DEAL + 1, story)
    elif state.phase == Phase.CHARACTER:
        rounds.turn_card(state, action - TURN_CARD, story)
    elif state.phase == Phase.SHIP:
        rounds.ship_comes(state, action - SAIL, int(state.quarter), story)
    else:
        turn_up_neutral(state, action - TURN_VALUE)


@compilable
def apply_seat(state: State, seat: int, action: int, story: Story | None) -> None:
    """A seat's choice, by the kind of action."""
    if action < UP:
        if action < ORDER:
            bidding.bid(state, seat, action - BID, story)
        elif action < CARD:
            bidding.choose_order(state, seat, action - ORDER + 1, story)
        else:
            cards.play_card(state, seat, action - CARD, story)
    elif action < PLACE:
        if action < DOWN:
            placing.choose_place(state, seat, action - UP, 1, story)
        else:
            placing.choose_place(state, seat, action - DOWN, 0, story)
    elif action < BROKER:
        apply_broker(state, seat, action, story)
    elif action < QUARTER:
        apply_slot(state, seat, action - BROKER, story)
    elif action < GEM:
        apply_pair(state, seat, action, story)
    elif action < RAISE:
        apply_gem(state, seat, action - GEM, story)
    elif action < PASS:
        apply_value_move(state, seat, action, story)
    else:
        apply_pass(state)


@compilable
def apply_broker(state: State, seat: int, action: int, story: Story | None) -> None:
    """Where the neutral or the Messenger's broker goes; which broker goes somewhere."""
    if action < VALUE:
        if state.phase == Phase.PLACE:
            placing.place_neutral(state, seat, action - PLACE, story)
        else:
            moving.move(state, seat, action - PLACE, story)
    elif action >= FRONT:
        placing.place_from_front(state, seat, action - FRONT, story)
    elif state.phase == Phase.VALUE:
        placing.place_own(state, seat, action - VALUE, story)
    elif state.phase == Phase.REFILL:
        placing.refill(state, seat, action - VALUE, story)
    else:
        throne.choose_for_throne(state, seat, action - VALUE, story)


@compilable
def apply_slot(state: State, seat: int, slot: int, story: Story | None) -> None:
    """A broker that stands is looked at, chosen, swapped or marked."""
    phase = state.phase
    if phase == Phase.WIZARD or phase == Phase.MESSENGER:
        state.target = slot
        state.phase = Phase.WIZARD_WITH if phase == Phase.WIZARD else Phase.MESSENGER_TO
    elif phase == Phase.WIZARD_WITH:
        moving.swap(state, seat, slot, story)
    elif phase == Phase.SOLDIER:
        moving.mark_with_soldier(state, seat, slot, story)
    else:
        spying.look(state, seat, slot, story)
        if phase == Phase.AFTER:
            state.phase = Phase.AFTER_PLACING
        elif state.looks == 0 or not spying.has_target(state, seat):
            state.phase = Phase.BEGIN_TURN


@compilable
def apply_pair(state: State, seat: int, action: int, story: Story | None) -> None:
    """The Queen's quarter, the Captain's ships, two gems."""
    if action < SWAP:
        cards.close(state, seat, action - QUARTER, story)
    elif action < TAKE_TWO:
        pair = action - SWAP
        cards.swap_ships(state, seat, int(QUARTER_LOW[pair]), int(QUARTER_HIGH[pair]), story)
    elif state.phase == Phase.PICK:
        counting.pick_two(state, seat, action - TAKE_TWO, story)
    else:
        pair = action - TAKE_TWO
        cards.take_jewels(state, seat, int(GEM_LOW[pair]), int(GEM_HIGH[pair]), story)


@compilable
def apply_gem(state: State, seat: int, kind: int, story: Story | None) -> None:
    """A gem of the ship, a colour, the next column, or what the Alchemist gives and gets."""
    phase = state.phase
    if phase == Phase.PICK:
        counting.pick_one(state, seat, kind, story)
    elif phase == Phase.COLOUR:
        counting.choose_colour(state, seat, kind, story)
    elif phase == Phase.COLUMN:
        market.rank_column(state, kind, seat, market.JUDGE_RULE, story)
    elif phase == Phase.ALCHEMIST:
        state.target = kind
        state.phase = Phase.ALCHEMIST_TAKE
    else:
        cards.exchange(state, seat, kind, story)


@compilable
def apply_value_move(state: State, seat: int, action: int, story: Story | None) -> None:
    """The best bidder's move, or the Banker's two."""
    if state.phase == Phase.BEST:
        if action < LOWER:
            market.move_best(state, seat, action - RAISE, 1, story)
        else:
            market.move_best(state, seat, action - LOWER, -1, story)
    elif state.phase == Phase.BANKER:
        cards.move_value(state, seat, action - RAISE, 1, cards.BANKER_RULE, story)
        state.target = action - RAISE
        state.phase = Phase.BANKER_LOWER
    else:
        cards.move_value(state, seat, action - LOWER, -1, cards.BANKER_RULE, story)
        state.target = NONE
        state.phase = Phase.ASK_CARDS


@compilable
def apply_pass(state: State) -> None:
    """No card, no look, no exchange; what was asked is over."""
    if state.phase == Phase.SPY:
        state.phase = Phase.BEGIN_TURN
    elif state.phase == Phase.AFTER:
        state.phase = Phase.END_TURN
    else:
        if state.phase != Phase.ALCHEMIST:
            state.asked += 1
        state.phase = Phase.ASK_CARDS


@compilable
def sees(state: State, seat: int, action: int) -> int:
    """YS-0.3: bids, brokers placed face down and those for the throne room are secret; all else is public."""
    hidden = state.phase == Phase.VALUE and not state.facing and VALUE <= action < FRONT
    if hidden or state.phase == Phase.BID or state.phase == Phase.THRONE:
        return 1 << seat
    return EVERYONE

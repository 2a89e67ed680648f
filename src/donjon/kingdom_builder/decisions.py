"""Chapter 11: who decides, what is legal and why not, and what an action does."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.generic import NATURE
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.story import EVERYONE, Story, tell, tell_to
from donjon.kingdom_builder import setup, turn
from donjon.kingdom_builder.building import TERRAIN_OF_CARD, forbids_kind, mark_kind
from donjon.kingdom_builder.end import announce_result
from donjon.kingdom_builder.extra_actions import (
    can_use,
    forbids_lift,
    forbids_target,
    mark_movable,
    mark_targets,
)
from donjon.kingdom_builder.nouns import CARDS, FIRST_MOVE, NONE, TERRAINS, TOKENS, Phase, TokenState
from donjon.kingdom_builder.state import Seat, State
from donjon.kingdom_builder.tables import SECTORS
from donjon.kingdom_builder.terms import (
    ACTIONS,
    DRAW,
    DRAW_CARD,
    END_TURN,
    FIRST_SEAT,
    PLACE_SECTOR,
    USE,
    Tale,
)
from donjon.kingdom_builder.tokens import usable

NOT_YOUR_DECISION = number("KB-11.1.4")
GAME_IS_OVER = number("KB-9.7")
NOT_BETWEEN = number("KB-4.5")
MANDATORY_FIRST = number("KB-4.6")
MANDATORY_DONE = number("KB-5.9")
NEEDS_TOKEN = number("KB-8.0.1")
NEEDS_EXECUTION = number("KB-8.0.3")
NEEDS_SUPPLY = number("KB-8.0.4")
TOKEN_IS_NEW = number("KB-7.5")
TOKEN_IS_SPENT = number("KB-7.6")
DRAW_RULE = number("KB-4.8")
REDRAW_RULE = number("KB-6.4")
BY_WEIGHT = number("KB-11.3.5")


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
def settled(state: State) -> bool:
    """False while a token is in use."""
    return state.using == NONE


@compilable
def chances(state: State, weights: Ints) -> int:
    """Chapter 11.3: int64 weights[ACTIONS] of nature's actions; returns their sum."""
    weights[:] = 0
    if state.phase == Phase.SECTOR:
        weigh_sectors(state, weights)
    elif state.phase == Phase.KINGDOM_CARD:
        for card in range(CARDS):
            weights[DRAW_CARD + card] = not setup.is_card_used(state, card)
    elif state.phase == Phase.FIRST:
        weights[FIRST_SEAT : FIRST_SEAT + state.players] = 1
    elif state.phase < Phase.START:
        for terrain in range(TERRAINS):
            weights[DRAW + terrain] = state.deck[terrain]
    total = 0
    for action in range(DRAW, ACTIONS):
        total += weights[action]
    return int(total)


@compilable
def weigh_sectors(state: State, weights: Ints) -> None:
    """KB-11.3.1: each sector not used yet in each orientation, as far as the options leave it open."""
    slot = setup.slot_to_lay(state)
    for sector in range(SECTORS):
        for turned in range(2):
            if state.sectors[slot] == NONE:
                open_sector = not setup.is_sector_used(state, sector)
            else:
                open_sector = state.sectors[slot] == sector
            open_turn = state.orientations[slot] in (NONE, turned)
            weights[PLACE_SECTOR + sector * 2 + turned] = open_sector and open_turn


@compilable
def legal(state: State, seat: int, mask: Ints) -> int:
    """Fill uint8 mask[ACTIONS] with the legal actions of a seat (or of NATURE); return their count."""
    mask[:] = 0
    if not waiting(state) >> seat & 1:
        return 0
    if seat == NATURE:
        return legal_for_nature(state, mask)
    me = state.seats[seat]
    phase = state.phase
    if phase == Phase.MANDATORY:
        return int(mark_kind(state, me, state.played, mask))
    if phase == Phase.START:
        return int(mark_kind(state, me, state.played, mask) + mark_tokens(state, seat, mask))
    if phase == Phase.AFTER:
        mask[END_TURN] = 1
        return int(1 + mark_tokens(state, seat, mask))
    if phase == Phase.LIFT:
        return int(mark_movable(state, seat, state.using, mask))
    return int(mark_targets(state, seat, state.using, mask))


@compilable
def legal_for_nature(state: State, mask: Ints) -> int:
    """Nature may do whatever has a weight."""
    count = 0
    for action in range(DRAW, ACTIONS):
        if forbids_nature(state, action) == 0:
            mask[action] = 1
            count += 1
    return count


@compilable
def mark_tokens(state: State, seat: int, mask: Ints) -> int:
    """KB-8.0.3: the tokens that can be used now."""
    count = 0
    for token in range(TOKENS):
        if usable(state, state.seats[seat], token) != NONE and can_use(state, seat, token):
            mask[USE + token] = 1
            count += 1
    return count


@compilable
def forbids(state: State, seat: int, action: int) -> int:
    """0 if the action is legal for the seat, else the number of the rule against it."""
    if state.phase == Phase.OVER:
        return GAME_IS_OVER
    if not waiting(state) >> seat & 1:
        return NOT_YOUR_DECISION
    if seat == NATURE:
        return forbids_nature(state, action)
    if action >= DRAW or action < 0:
        return NOT_YOUR_DECISION
    if action == END_TURN:
        return forbids_end_turn(state)
    if action >= USE:
        return forbids_token(state, seat, action - USE)
    return forbids_hex(state, seat, action)


@compilable
def forbids_nature(state: State, action: int) -> int:
    """Chapter 11.3: nature may do only what the phase asks and what is still there."""
    if PLACE_SECTOR <= action < DRAW_CARD and state.phase == Phase.SECTOR:
        return forbids_sector(state, (action - PLACE_SECTOR) // 2, (action - PLACE_SECTOR) % 2)
    if DRAW_CARD <= action < FIRST_SEAT and state.phase == Phase.KINGDOM_CARD:
        return setup.CARDS_RULE if setup.is_card_used(state, action - DRAW_CARD) else 0
    if FIRST_SEAT <= action < FIRST_SEAT + state.players and state.phase == Phase.FIRST:
        return 0
    if DRAW <= action < PLACE_SECTOR and Phase.DEAL <= state.phase <= Phase.REDRAW:
        return 0 if state.deck[action - DRAW] > 0 else BY_WEIGHT
    return NOT_YOUR_DECISION


@compilable
def forbids_sector(state: State, sector: int, turned: int) -> int:
    """KB-3.1: four different sectors; what the options fixed stays."""
    slot = setup.slot_to_lay(state)
    if state.sectors[slot] == NONE:
        if setup.is_sector_used(state, sector):
            return setup.SECTORS_RULE
    elif state.sectors[slot] != sector:
        return setup.SECTORS_RULE
    return 0 if state.orientations[slot] in (NONE, turned) else setup.SECTORS_RULE


@compilable
def forbids_end_turn(state: State) -> int:
    """KB-4.6: not before the mandatory action is complete; not while a token is in use."""
    if state.phase == Phase.AFTER:
        return 0
    return NEEDS_TOKEN if state.using != NONE else MANDATORY_FIRST


@compilable
def forbids_token(state: State, seat: int, token: int) -> int:
    """KB-4.5, KB-7.5, KB-7.6, KB-8.0.1, KB-8.0.3, KB-8.0.4."""
    if state.using != NONE:
        return NEEDS_TOKEN
    me = state.seats[seat]
    if usable(state, me, token) == NONE:
        return why_unusable(state, me, token)
    if state.phase == Phase.MANDATORY:
        return NOT_BETWEEN
    if token < FIRST_MOVE and me.supply == 0:
        return NEEDS_SUPPLY
    return 0 if can_use(state, seat, token) else NEEDS_EXECUTION


@compilable
def why_unusable(state: State, me: Seat, token: int) -> int:
    """A token not owned, spent in this turn, or taken in this turn."""
    reason = NEEDS_TOKEN
    for place in range(state.place_count):
        if state.places[place].token == token:
            if me.tokens[place] == TokenState.SPENT:
                return TOKEN_IS_SPENT
            if me.tokens[place] == TokenState.NEW:
                reason = TOKEN_IS_NEW
    return reason


@compilable
def forbids_hex(state: State, seat: int, hex: int) -> int:
    """What a hex means depends on the phase."""
    if state.phase == Phase.AFTER:
        return MANDATORY_DONE
    if state.phase == Phase.LIFT:
        return forbids_lift(state, seat, state.using, hex)
    if state.phase >= Phase.TARGET:
        return forbids_target(state, seat, state.using, hex)
    return forbids_kind(state, state.seats[seat], hex, state.played, TERRAIN_OF_CARD)


@compilable
def apply(state: State, seat: int, action: int, story: Story | None) -> None:
    """Play a legal action and everything that follows by itself."""
    if seat == NATURE:
        apply_nature(state, action, story)
    elif action == END_TURN:
        turn.end_turn(state, seat, story)
    elif action >= USE:
        turn.choose_token(state, action - USE)
    elif state.phase == Phase.TARGET:
        turn.build_with_token(state, seat, action, story)
    elif state.phase == Phase.LIFT:
        turn.lift_for_move(state, seat, action)
    elif state.phase == Phase.PUT:
        turn.move_with_token(state, seat, action, story)
    else:
        turn.build_mandatory(state, seat, action, story)
    if story is not None and state.phase == Phase.OVER:
        announce_result(state, story)


@compilable
def apply_nature(state: State, action: int, story: Story | None) -> None:
    """Nature's choice (chapter 11.3)."""
    seat = int(state.actor)
    if state.phase == Phase.SECTOR:
        setup.place_sector(state, (action - PLACE_SECTOR) // 2, (action - PLACE_SECTOR) % 2, story)
    elif state.phase == Phase.KINGDOM_CARD:
        setup.open_card(state, action - DRAW_CARD, story)
    elif state.phase == Phase.FIRST:
        setup.choose_first(state, action - FIRST_SEAT, story)
    elif state.phase == Phase.DEAL:
        setup.deal(state, action - DRAW, story)
    elif state.phase == Phase.DRAW:
        setup.give_card(state, seat, action - DRAW)
        tell_to(story, 1 << seat, Tale.DREW, seat, DRAW_RULE, action - DRAW, 0, 0)
        turn.pass_on(state, seat, story)
    else:
        state.deck[action - DRAW] -= 1
        state.played = action - DRAW
        tell(story, Tale.REDRAWN, seat, REDRAW_RULE, state.played, 0, 0)
        turn.go_on(state, seat, story)


@compilable
def sees(state: State, seat: int, action: int) -> int:
    """KB-11.2.2: a card dealt or drawn at a turn's end is known to its owner only; all else is public."""
    if state.phase == Phase.DEAL or state.phase == Phase.DRAW:
        return 1 << int(state.actor)
    return EVERYONE

"""Chapter 11: who decides, what is legal and why not, and what an action does."""

from __future__ import annotations

from donjon.kernel.actions import NO_USE
from donjon.kernel.compiling import compilable
from donjon.kernel.generic import NATURE
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.story import EVERYONE, Story
from donjon.kingdom_builder.actions import ACTIONS, CARDS_FROM, COUNT, END, NOT_YOUR_DECISION, SETUP_FROM, USE
from donjon.kingdom_builder.building import mark_kind
from donjon.kingdom_builder.end import announce_result
from donjon.kingdom_builder.extra_actions import NEEDS_TOKEN, can_use, mark_movable, mark_targets
from donjon.kingdom_builder.nouns import NONE, TERRAINS, TOKENS, Phase
from donjon.kingdom_builder.state import State
from donjon.kingdom_builder.tokens import usable

GAME_IS_OVER = number("KB-9.7")
USES, ELSEWHERE = ACTIONS.use, ACTIONS.elsewhere
forbids_choice, apply_choice = ACTIONS.forbids, ACTIONS.apply


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
    if not waiting(state) >> seat & 1:
        return 0
    if seat == NATURE:
        count = 0
        for action in range(CARDS_FROM, COUNT):
            mask[action] = forbids(state, NATURE, action) == 0
            count += int(mask[action])
        return count
    me = state.seats[seat]
    phase = state.phase
    if phase == Phase.MANDATORY:
        return int(mark_kind(state, me, state.played, mask))
    if phase == Phase.START:
        return int(mark_kind(state, me, state.played, mask) + mark_tokens(state, seat, mask))
    if phase == Phase.AFTER:
        mask[END] = 1
        return int(1 + mark_tokens(state, seat, mask))
    if phase == Phase.LIFT:
        return int(mark_movable(state, seat, state.using, mask))
    return int(mark_targets(state, seat, state.using, mask))


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
    if not waiting(state) >> seat & 1 or not 0 <= action < COUNT:
        return NOT_YOUR_DECISION
    if (seat == NATURE) != (action >= CARDS_FROM):
        return NOT_YOUR_DECISION
    if USES[state.phase, action] == NO_USE:
        return NEEDS_TOKEN if state.using != NONE else ELSEWHERE[action]
    rule: int = forbids_choice(state, seat, action)
    return rule


@compilable
def apply(state: State, seat: int, action: int, story: Story | None) -> None:
    """Play a legal action and everything that follows by itself."""
    apply_choice(state, seat, action, story)
    if story is not None and state.phase == Phase.OVER:
        announce_result(state, story)


@compilable
def sees(state: State, seat: int, action: int) -> int:
    """KB-11.2.2: a card dealt or drawn at a turn's end is known to its owner only; all else is public."""
    if state.phase == Phase.DEAL or state.phase == Phase.DRAW:
        return 1 << int(state.actor)
    return EVERYONE

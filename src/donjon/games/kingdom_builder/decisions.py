"""Chapter 11: seats to move, legality and its reasons, and the effects of actions."""

from __future__ import annotations

from typing import Any

from donjon.errors import UnknownAction
from donjon.games.kingdom_builder import hexes
from donjon.games.kingdom_builder.building import mandatory
from donjon.games.kingdom_builder.end import GAME_IS_OVER, announce_result
from donjon.games.kingdom_builder.extra_actions import (
    NEEDS_TOKEN,
    TOKEN,
    all_movable,
    read_token,
    targets_now,
    usable_now,
)
from donjon.games.kingdom_builder.hexes import HEX, HexSet
from donjon.games.kingdom_builder.model import BOOK, NONE, OFF_BOARD, TERRAINS, HexKind, Phase, State, Token
from donjon.games.kingdom_builder.setup import CARD, FIRST, SECTOR
from donjon.games.kingdom_builder.terrain_cards import DRAW, draw_from
from donjon.games.kingdom_builder.turn import END_TURN
from donjon.kernel import rng
from donjon.kernel.actions import NO_USE, Actions, Reading, no_choice_of_nature, no_such_text, plain
from donjon.kernel.bits import count_bits, nth_bit
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EVERYONE, EventLog
from donjon.kernel.message import Case, Message, SeatName
from donjon.kernel.records import Ints
from donjon.kernel.rng import Rng
from donjon.kernel.rules import NATURE

# The actions

ACTIONS = Actions(
    "Kingdom Builder",
    "phase",
    len(Phase),
    [HEX, TOKEN, END_TURN, DRAW, SECTOR, CARD, FIRST],
    "build 4,8; farm 8,7; barn 13,0 2,9; end turn",
    BOOK,
)
NATURES_EXAMPLES = "draw forest; sector tavern 180; card lords; first 2"

# The same for compiled code, which knows numbers, arrays and functions only.
COUNT = ACTIONS.count
USE: int = TOKEN.first  # + token
END: int = END_TURN.first
CARDS_FROM: int = DRAW.first  # + terrain; nature's actions start here
SETUP_FROM: int = SECTOR.first  # nature's actions before the first card is dealt
USES = ACTIONS.use
mark_choices, forbids_choice, apply_choice = ACTIONS.mark, ACTIONS.forbids, ACTIONS.apply

# Seats to move


@compilable
def waiting(state: State) -> int:
    """Return the seats to move, or nature, as a bit set: one at a time (KB-11.1.4)."""
    if state.phase == Phase.OVER:
        return 0
    return 1 << NATURE if state.phase < Phase.START else 1 << int(state.actor)


@compilable
def over(state: State) -> bool:
    """Return whether the last turn has been played (KB-9.4)."""
    return state.phase == Phase.OVER


@compilable
def decision_complete(state: State) -> bool:
    """Return whether no token is in use."""
    return state.using == NONE


# Random draws


@compilable
def chances(state: State, weights: Ints) -> int:
    """Fill int64 weights[ACTIONS] of nature's actions; return their sum (section 11.3)."""
    weights[:] = 0
    total = 0
    if state.phase >= Phase.START:
        return total
    if state.phase >= Phase.DEAL:
        for terrain in range(TERRAINS):
            weights[CARDS_FROM + terrain] = state.deck[terrain]
            total += weights[CARDS_FROM + terrain]
        return int(total)
    count: int = mark_choices(state, NATURE, weights)
    return count


@compilable
def legal(state: State, seat: int, mask: Ints) -> int:
    """Fill uint8 mask[ACTIONS] with the legal actions of a seat (or of NATURE); return their count."""
    mask[:] = 0
    return mark_choices(state, seat, mask) if waiting(state) >> seat & 1 else 0


@compilable
def hexes_now(state: State, seat: int) -> HexSet:
    """Return the hexes that are legal actions of the seat whose turn it is."""
    if state.phase == Phase.LIFT:
        return all_movable(state, seat)
    if state.phase == Phase.TARGET or state.phase == Phase.PUT:
        return targets_now(state, seat)
    if state.phase == Phase.AFTER:
        return hexes.only(OFF_BOARD)
    return mandatory(state, seat)


@compilable
def others_now(state: State, seat: int) -> int:
    """Return its other legal actions as a bit set: the tokens, then the end of the turn."""
    if state.phase == Phase.START:
        return usable_now(state, seat)
    if state.phase == Phase.AFTER:
        return usable_now(state, seat) | 1 << END - USE
    return 0


@compilable
def random_action(state: State, seat: int, random: Rng, _mask: Ints) -> int:
    """Return a uniformly random legal action."""
    options, others = hexes_now(state, seat), others_now(state, seat)
    hex_count = hexes.count(options)
    index = rng.below(random, hex_count + count_bits(others))
    return hexes.nth(options, index) if index < hex_count else USE + nth_bit(others, index - hex_count)


@compilable
def chance_action(state: State, random: Rng, weights: Ints) -> int:
    """Return a random action of nature by weight: a card of the deck, from the first one dealt on."""
    if state.phase >= Phase.DEAL:
        return CARDS_FROM + draw_from(state.deck, random)
    before_the_deal = weights[SETUP_FROM:]
    before_the_deal[:] = 0
    return SETUP_FROM + rng.weighted(random, before_the_deal, mark_choices(state, NATURE, weights))


@compilable
def forbids(state: State, seat: int, action: int) -> int:
    """Return 0 if the action is legal for the seat, else the number of the rule against it."""
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
    """Return the seats that know an action: a dealt or drawn card is for its owner alone (KB-11.2.2)."""
    if state.phase == Phase.DEAL or state.phase == Phase.DRAW:
        return 1 << int(state.actor)
    return EVERYONE


# Prompts, refusals and texts


def prompt(state: Any, seat: int | None) -> Message:
    """Return one sentence: the seat to move and its decision, with the numbers that matter."""
    if state.phase == Phase.OVER:
        return Message("The game is over.")
    if state.phase < Phase.START:
        return Message("Waiting for a random draw.")
    if seat != state.actor:
        return Message(
            "{seat}'s turn: {terrain}.",
            seat=SeatName(int(state.actor)),
            terrain=HexKind(state.played).term,
        )
    return BOOK.prompt(state, int(state.actor), state.phase)


def to_decide(state: Any) -> Message:
    """Return the current decision, and the seat that makes it."""
    asked = BOOK.prompt(state, int(state.actor), state.phase)
    if state.phase < Phase.START:
        return asked
    return Message("{seat} to move. {what}", what=asked, seat=SeatName(int(state.actor)))


def _of_another(case: Case) -> Message:
    """Return the current decision, where the action belongs to another decision."""
    state, now = case.state, to_decide(case.state)
    is_mover = state.phase >= Phase.START and case.seat == state.actor
    if is_mover and case.action >= CARDS_FROM:
        return Message("This is drawn at random. {now}", now=prompt(state, case.seat))
    if state.phase < Phase.START or case.action >= CARDS_FROM or is_mover:
        return now
    if not 0 <= case.seat < state.players:
        return now
    return Message("{later} {now}", now=now, later=_own_turn(case))


def _own_turn(case: Case) -> Message:
    """Return when the turn of a seat comes, in the round in which another one plays."""
    state = case.state
    if not state.ending:
        before = SeatName((case.seat - 1) % int(state.players))
        return Message("You play after {seat} ({rule}).", seat=before, rule="KB-3.9")
    mine, now = ((seat - state.first) % state.players for seat in (case.seat, int(state.actor)))
    if mine > now:
        return Message("You still have one last turn ({rule}).", rule="KB-9.4")
    return Message("You've had your last turn ({rule}).", rule="KB-9.4")


NOT_YOUR_DECISION = BOOK.forbids("KB-11.1.4", _of_another)


def parse_action(state: Any, seat: int, text: str) -> list[int]:
    """Return the actions of a text: one, or several if it is a whole decision.

    Raises UnknownAction for an unknown text.
    """
    if seat == NATURE:
        return [_read_nature(state, text)]
    words = plain(text).split()
    if words and words[0] in Token.texts():
        actions = read_token(Reading(state, seat, words, text))
        if len(words) > 3:
            raise no_such_text(ACTIONS.title, text, ACTIONS.examples)
        return actions
    action = ACTIONS.read(state, seat, text)
    if action in HEX and state.using != NONE and seat == state.actor:
        raise Reading(state, seat, words, text).refuse(
            "{words} doesn't fit: the {token} is in use. Type {example}.",
            token=Token(state.using).term,
            example=ACTIONS.text(state, seat, action),
        )
    return [action]


def _read_nature(state: Any, text: str) -> int:
    """Return the random choice of a text. Raises UnknownAction for an unknown text."""
    try:
        action = ACTIONS.read(state, NATURE, text)
    except UnknownAction:
        action = NONE
    if action < CARDS_FROM:
        raise no_choice_of_nature(text, NATURES_EXAMPLES)
    return action

"""Chapter 10: seats to move, legality, the effects of actions, and the meaning of their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from donjon.errors import IllegalAction, UnknownAction
from donjon.games.ys import domains
from donjon.games.ys.bidding import BID, ORDER
from donjon.games.ys.cards import CARD, PASS
from donjon.games.ys.characters import QUARTER, SWAP, forbids_play
from donjon.games.ys.counting import GEM, TAKE_TWO
from donjon.games.ys.domains import EXAMPLES, TITLE
from donjon.games.ys.knowledge import knows
from donjon.games.ys.market import LOWER, RAISE
from donjon.games.ys.model import State, seat_of_order, turns_in_all
from donjon.games.ys.moving import BROKER
from donjon.games.ys.neutral import TURN_VALUE
from donjon.games.ys.nouns import BOOK, CHARACTERS, DECIDED, NONE, PHASES, Character, Phase
from donjon.games.ys.placing import DOWN, FRONT, IN_TURN, PLACE, UP, VALUE
from donjon.games.ys.rounds import END_RULE, SAIL, TURN_CARD, advance
from donjon.games.ys.scoring import announce_result
from donjon.games.ys.setup import DEAL
from donjon.kernel import rule_ids
from donjon.kernel.actions import (
    NO_USE,
    Actions,
    Kind,
    Reading,
    Use,
    no_choice_of_nature,
    no_such_text,
    plain,
)
from donjon.kernel.compiling import compilable
from donjon.kernel.decisions import legal_list
from donjon.kernel.event_log import EVERYONE, EventLog
from donjon.kernel.game import NOTHING, copy
from donjon.kernel.message import Case, Message, SeatName
from donjon.kernel.phases import Phases
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.rules import NATURE, NOBODY
from donjon.kernel.untrusted import short

# Random draws.
CHANCE = (DEAL, TURN_CARD, SAIL, TURN_VALUE)
ACTIONS = Actions(
    domains.TITLE,
    "phase",
    PHASES,
    [
        *(BID, ORDER, CARD, UP, DOWN, PLACE, VALUE, FRONT, BROKER),
        *(QUARTER, SWAP, TAKE_TWO, GEM, RAISE, LOWER, PASS),
        *CHANCE,
    ],
    domains.EXAMPLES,
    BOOK,
)

PHASE_RULE: Ints = np.array([number(DECIDED[Phase(phase)]) for phase in range(Phase.OVER)], np.int32)
# Phases that follow an action of the same decision: what other actions promise comes with them.
FOLLOWS = sorted({phase for _kind, use in ACTIONS.uses for phase in use.then})
COMPLETE: Ints = np.ones(PHASES, np.uint8)
COMPLETE[FOLLOWS] = 0
# Phases whose decision can be without a choice, which all can see: it is made at once then.
FORCED: Ints = np.zeros(PHASES, np.uint8)
FORCED[
    [
        Phase.WIZARD,
        Phase.WIZARD_WITH,
        Phase.SOLDIER,
        Phase.MESSENGER,
        Phase.PICK,
        Phase.BANKER,
        Phase.BANKER_LOWER,
    ]
] = 1
GAME_IS_OVER = END_RULE

# Compiled code calls plain functions, not those of an object.
COUNT, FIRST_CARD, FIRST_OF_FRONT = ACTIONS.count, CARD.first, FRONT.first
USE, BOUNDS = ACTIONS.use, ACTIONS.bounds
MOST_KINDS = BOUNDS.shape[1]
mark: Callable[[State, int, Ints | None], int] = ACTIONS.mark
weight: Callable[[State, int], int] = ACTIONS.weight
forbids_choice: Callable[[State, int, int], int] = ACTIONS.forbids
apply_choice: Callable[[State, int, int, EventLog | None], None] = ACTIONS.apply


@compilable
def waiting(state: State) -> int:
    """Return the seats to move as a bit set: one seat, all seats with an open secret choice, or nature.

    It is 0 when the game is over, and in the steps that the rules take by themselves.
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
    """Return whether all four rounds have been played (YS-6.9.2)."""
    return state.phase == Phase.OVER


@compilable
def at_rest(state: State) -> bool:
    """Return whether nature turns up what a round starts with."""
    return state.phase == Phase.CHARACTER or state.phase == Phase.SHIP


@compilable
def decision_complete(state: State) -> bool:
    """Return False while a decision made of several actions is half done."""
    return COMPLETE[state.phase] != 0


@compilable
def chances(state: State, weights: Ints) -> int:
    """Fill int64 weights[ACTIONS] with the weights of nature's actions; return their sum."""
    weights[:] = 0
    total = 0
    if state.phase < Phase.BID:
        for action in range(BOUNDS[state.phase, 0, 0], BOUNDS[state.phase, 0, 1]):
            weights[action] = weight(state, action)
            total += weights[action]
    return int(total)


@compilable
def legal(state: State, seat: int, mask: Ints) -> int:
    """Fill uint8 mask[ACTIONS] with the legal actions of a seat (or of NATURE); return their count."""
    mask[:] = 0
    if not waiting(state) >> seat & 1:
        return 0
    return mark(state, seat, mask)


@compilable
def forbids(state: State, seat: int, action: int) -> int:
    """Return 0 if the action is legal for the seat, else the number of the rule against it."""
    if state.phase == Phase.OVER:
        return GAME_IS_OVER
    if not waiting(state) >> seat & 1 or action < 0 or action >= COUNT:
        return int(PHASE_RULE[state.phase])
    if seat == NATURE:
        return 0 if weight(state, action) > 0 else int(PHASE_RULE[state.phase])
    if FIRST_CARD <= action < FIRST_CARD + CHARACTERS:
        return forbids_play(state, seat, action - FIRST_CARD)
    if USE[state.phase, action] < 0:
        return int(PHASE_RULE[state.phase])
    return forbids_choice(state, seat, action)


@compilable
def apply(state: State, seat: int, action: int, log: EventLog | None) -> None:
    """Play a legal action and all that the rules do next by themselves, up to the next real choice."""
    apply_choice(state, seat, action, log)
    go_on(state, log)
    if log is not None and state.phase == Phase.OVER:
        announce_result(state, log)


@compilable
def go_on(state: State, log: EventLog | None) -> None:
    """Take all steps of the rules up to the next choice of a seat or of nature."""
    advance(state, log)
    while FORCED[state.phase]:
        forced = forced_action(state, int(state.actor))
        if forced < 0:
            break
        apply_choice(state, int(state.actor), forced, log)
        advance(state, log)


@compilable
def forced_action(state: State, seat: int) -> int:
    """Return the only action of a decision without a choice, -1 where there is one.

    Two brokers that the Wizard could swap are one choice, whichever is named first.
    """
    most = 2 if state.phase == Phase.WIZARD else 1
    count, first = 0, -1
    for index in range(MOST_KINDS):
        for action in range(BOUNDS[state.phase, index, 0], BOUNDS[state.phase, index, 1]):
            if forbids_choice(state, seat, action) == 0:
                if first < 0:
                    first = action
                count += 1
                if count > most:
                    return -1
    return first if count == most else -1


@compilable
def observers(state: State, seat: int, action: int) -> int:
    """Return the seats that know an action: one for bids, face-down brokers, the throne room (YS-0.3)."""
    hidden = state.phase == Phase.VALUE and not state.facing and action < FIRST_OF_FRONT
    if hidden or state.phase == Phase.BID or state.phase == Phase.THRONE:
        return 1 << seat
    return EVERYONE


def foregone(state: Any, seat: int) -> int:
    """Return the pass of a Spy that has seen every broker it may look at, NOTHING otherwise.

    Looking again is not forbidden (D10), so a record may hold it; it would tell nothing (YS-8.5.5).
    """
    if state.phase not in (Phase.SPY, Phase.AFTER):
        return NOTHING
    legal = legal_list(state, seat)
    again = all(
        action in BROKER and knows(state, seat, action - BROKER.first)
        for action in legal
        if action not in PASS
    )
    return PASS.first if again and PASS.first in legal else NOTHING


# Prompts and refusals


def prompt(state: Any, seat: int | None) -> Message:
    """Return the prompt for `seat` (None: a spectator): its decision, or the seats it waits for."""
    if state.phase == Phase.OVER:
        return Message("The game is over.")
    if state.phase < Phase.BID:
        return Message("Waiting for a random draw.")
    if state.phase in (Phase.BID, Phase.THRONE) and (seat is None or not owes(state, seat)):
        return Message("Waiting for secret choices: {seats}.", seats=_owing(state))
    return BOOK.prompt(state, NOBODY if seat is None else seat, state.phase)


def owes(state: Any, seat: int) -> bool:
    """Return whether it is a seat's turn to decide."""
    if state.phase in (Phase.BID, Phase.THRONE):
        return 0 <= seat < state.players and bool(state.seats[seat].choice == NONE)
    return bool(state.phase >= Phase.BID and state.actor == seat)


def _owing(state: Any) -> list[SeatName]:
    return [SeatName(seat) for seat in range(state.players) if owes(state, seat)]


def to_decide(state: Any, seat: int) -> Message:
    """Return the current decision, and, unless `seat` itself makes it, its seats: a sentence for `seat`."""
    if state.phase < Phase.BID:
        return BOOK.prompt(state, seat, state.phase)
    if owes(state, seat):
        return Message("{what}", what=prompt(state, seat))
    if state.phase in (Phase.BID, Phase.THRONE):
        owing = _owing(state)
        what = prompt(state, owing[0].seat)
        return Message("{what} Waiting for secret choices: {seats}.", what=what, seats=owing)
    decides = int(state.actor)
    what = prompt(state, decides)
    return Message("{seat} to move. {what}", what=what, seat=SeatName(decides))


@BOOK.fact("now")
def _now(case: Case) -> Message:
    return to_decide(case.state, case.seat)


def why(state: Any, seat: int, action: int, rule: str) -> Message:
    """Return why `rule` forbids `action` to `seat` here.

    An action of another decision is answered with the current decision, and the seats that make it.
    """
    if state.phase == Phase.OVER:
        return Message("The game is over.")
    is_choice = ACTIONS.use[state.phase, action] != NO_USE
    if seat == NATURE or not owes(state, seat):
        return _of_another(state, seat, action)
    if not is_choice and action not in CARD:
        if any(action in kind for kind in CHANCE):
            return Message("This is drawn at random. {now}", now=to_decide(state, seat))
        return _not_now(state, seat, action)
    return ACTIONS.why(state, seat, action, rule)


def _not_now(state: Any, seat: int, action: int) -> Message:
    """Return when the refused action can be played, if it is known, and then the current decision."""
    comes = later(state, seat, action)
    if comes is None and owes(state, seat):
        return Message("Not possible now. {what}", what=prompt(state, seat))
    if comes is None:
        return to_decide(state, seat)
    return Message("{later} {now}", now=to_decide(state, seat), later=comes)


def _of_another(state: Any, seat: int, action: int) -> Message:
    """Return the answer to a seat that is not to move now."""
    is_choice = ACTIONS.use[state.phase, action] != NO_USE
    if is_choice and seat == NATURE and state.phase < Phase.BID:
        return Message("Only what is still available can be drawn.")
    if is_choice and state.phase in (Phase.BID, Phase.THRONE) and 0 <= seat < state.players:
        return Message("You have chosen. The others are still choosing.")
    return _not_now(state, seat, action)


# The moment at which another choice comes, from public knowledge alone

# The phases of a round, with what is decided in each; the fifth is that of Royal Favour.
TURN_ORDER, PLACEMENT, COUNTING, THRONE = 2, 3, 4, 5
_DECISIONS_OF_PART = {
    1: (Phase.DEAL, Phase.CHARACTER, Phase.SHIP),
    TURN_ORDER: (Phase.BID, Phase.ORDER),
    PLACEMENT: range(Phase.CARDS_FIRST, Phase.CARDS_BEFORE),
    COUNTING: (Phase.TURN_UP, *range(Phase.CARDS_BEFORE, Phase.THRONE)),
    THRONE: (Phase.THRONE,),
}
_PART = {int(phase): part for part, phases in _DECISIONS_OF_PART.items() for phase in phases}
_ROUND = Phases(
    ACTIONS,
    _DECISIONS_OF_PART,
    to_come=Message("Too early: that belongs to phase {number} of the round ({rule})."),
    over=Message("Too late: that belongs to phase {number} of the round ({rule})."),
)
# The rule of a phase about its decision.
_RULES = {PLACEMENT: "YS-5.1", COUNTING: "YS-6.1.1"}
# Within a turn, before all its brokers are placed.
_STILL_PLACING = (Phase.PLACE, Phase.VALUE, Phase.REFILL, Phase.CLOSE)


def later(state: Any, seat: int, action: int) -> Message | None:
    """Return when the choice comes, or came, with the rule; None where the action leaves that open."""
    part = _ROUND.phase(action)
    if part is None or ACTIONS.kind_of(action) in CHANCE or not 0 <= seat < state.players:
        return None
    rule = _RULES.get(part, "YS-4.1" if action in BID else "YS-4.5")
    elsewhere = _ROUND.elsewhere(part, _PART[int(state.phase)], rule)
    if elsewhere is None and part == PLACEMENT:
        return _turn(state, seat)
    if elsewhere is None and part == TURN_ORDER:
        return _bidding(state, seat, action)
    return elsewhere


def _turn(state: Any, seat: int) -> Message | None:
    """Return whether the seat has another turn in this round, in words (YS-5.1)."""
    if seat == state.actor and state.phase in _STILL_PLACING:
        return None
    following = int(state.turn) + (1 if state.phase in IN_TURN else 0)
    turns = range(following, turns_in_all(state))
    if any(seat_of_order(state, turn % state.players + 1) == seat for turn in turns):
        return Message("Your next turn comes later ({rule}).", rule="YS-5.1")
    return Message("You have no turns left this round ({rule}).", rule="YS-5.1")


def _bidding(state: Any, seat: int, action: int) -> Message:
    if action in BID:
        return Message("The bids of this round are already revealed ({rule}).", rule="YS-4.1")
    if state.phase == Phase.BID:
        return Message("Order cards are chosen after the bids are revealed ({rule}).", rule="YS-4.5")
    chosen = int(state.seats[seat].chosen)
    if chosen:
        return Message("You already chose order card {card} ({rule}).", card=chosen, rule="YS-4.5")
    return Message("You choose your order card later ({rule}).", rule="YS-4.3")


# The texts of actions
#
# The text of a later half of a decision starts with the texts of those before it ("wizard q1.h/1" goes on as
# "wizard q1.h/1 3r"), so a text can be read without a position, and then be laid beside it: what was chosen
# before is not chosen again, and what the rules play by themselves, because there is no choice, is not played
# twice.

NOT_ASKED = -1
_CARDS = [[text] for text in Character.texts()]
_OF_CHANCE = [use.verb.split() for kind in CHANCE for use in kind.uses]
_FIRST = [(kind, use) for kind, use in ACTIONS.uses if COMPLETE[use.decisions[0]]]


@dataclass(frozen=True)
class Half:
    """One action of a decision: its meaning, its number, and how many words of the text come before it."""

    use: Use
    action: int
    at: int


def parse_action(state: Any, seat: int, text: str) -> list[int]:
    """Return the actions of a text in this position: several when it is a whole decision.

    Raise UnknownAction for an unknown text. Raise IllegalAction for a wrong half where only one is legal:
    the rules play that one, and no seat is asked for it.
    """
    words = plain(text).split()
    if words[:1] in _OF_CHANCE or seat == NATURE:
        return [_of_chance(state, text)]
    for kind, use in ACTIONS.uses:
        if " ".join(words) in use.aliases:
            return [kind.first]
    halves = _one_of(_FIRST, Reading(state, seat, words, text), 0)
    if halves is None:
        raise no_such_text(TITLE, text, EXAMPLES)
    return _still_to_play(state, seat, _not_made(state, halves, words, text), text)


def _of_chance(state: Any, text: str) -> int:
    try:
        return ACTIONS.read(state, NATURE, text)
    except UnknownAction:
        raise no_choice_of_nature(text, "deal 3; character spy; ship s07; broker 4") from None


def _one_of(uses: Iterable[tuple[Kind, Use]], reading: Reading, at: int) -> list[Half] | None:
    """Return the halves of the decision that the words say; None where no decision starts with them.

    Raise UnknownAction where a decision starts with them, and the words that follow are wrong.
    """
    refused: UnknownAction | None = None
    for kind, use in uses:
        try:
            halves = _halves(kind, use, reading, at)
        except UnknownAction as error:
            refused = refused or error
            continue
        if halves is not None:
            return halves
    if refused is not None:
        raise refused
    return None


def _halves(kind: Kind, use: Use, reading: Reading, at: int) -> list[Half] | None:
    """Return the half that follows `at` words, and those after it; None where its verb is not there."""
    start, verb = at if use.after else 0, use.verb.split()
    rest = reading.words[start + len(verb) :]
    if reading.words[start : start + len(verb)] != verb:
        return None
    if kind is CARD and rest[:1] not in _CARDS:
        return None
    own = len(kind.domain.write(reading.state, 0).split()) if use.then else len(rest)
    argument = Reading(reading.state, reading.seat, rest[:own], reading.text)
    half = Half(use, kind.action(kind.domain.read(argument)), at)
    if not rest[own:]:
        return [half]
    follows = [(kind, other) for kind, other in ACTIONS.uses if set(other.decisions) & set(use.then)]
    more = _one_of(follows, reading, len(reading.words) - len(rest[own:]))
    if more is None:
        raise no_such_text(TITLE, reading.text, EXAMPLES)
    return [half, *more]


def _not_made(state: Any, halves: list[Half], words: list[str], text: str) -> list[Half]:
    """Return the halves of a decision that are not chosen yet."""
    for index in range(len(halves) - 1, 0, -1):
        half = halves[index]
        if state.phase in half.use.decisions:
            if half.use.after and plain(half.use.after(state)).split() != words[: half.at]:
                raise UnknownAction(
                    Message("{words} doesn't match what you chose before.", words=short(text))
                )
            return halves[index:]
    return halves


def _still_to_play(state: Any, seat: int, halves: list[Half], text: str) -> list[int]:
    """Return the actions to play, without those that the rules play by themselves.

    The actions behind an illegal one are returned unchanged: they are never played.
    """
    if len(halves) == 1:
        return [halves[0].action]
    now = copy(state)
    actions: list[int] = []
    for index, half in enumerate(halves):
        if now.phase in half.use.decisions:
            rule = int(forbids(now, seat, half.action))
            is_forced = bool(index and FORCED[now.phase] and forced_action(now, seat) != NOTHING)
        elif index:
            raise UnknownAction(Message("{words} has more words than this move needs.", words=short(text)))
        else:
            rule, is_forced = NOT_ASKED, False
        if is_forced and rule:
            named = rule_ids.name("YS", rule)
            raise IllegalAction(named, why(now, seat, half.action, named))
        if not is_forced:
            actions.append(half.action)
        if rule or half is halves[-1]:
            return [*actions, *(later.action for later in halves[index + 1 :])]
        apply_choice(now, seat, half.action, None)
        advance(now, None)
    raise AssertionError

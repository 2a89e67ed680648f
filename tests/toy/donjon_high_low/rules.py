"""High or Low, the rules: a card in secret, a word in secret, and both are shown."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from donjon.kernel import NATURE
from donjon.kernel.actions import Actions, Kind, names
from donjon.kernel.book import Book
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EVERYONE, emit, emit_to
from donjon.kernel.fields import FLAG, Part, each, maybe, name, number, plain, row
from donjon.kernel.message import Case, Message, SeatName
from donjon.kernel.nouns import Noun
from donjon.kernel.observing import Observation, one_of, scaled
from donjon.kernel.records import BY_SEAT, OWNER, Ints, Record, Records, field, layout
from donjon.kernel.rng import below, weighted
from donjon.kernel.rule_ids import number as rule_number

MOST_SEATS, CARDS, COPIES, NONE = 3, 5, 2, -1


class Phase(IntEnum):
    """What is to be decided."""

    DEAL = 0
    SAY = 1
    OVER = 2


class Word(Noun):
    """What can be said."""

    LOW = 0
    HIGH = 1


BOOK = Book({"word": lambda word: Word(word).term})
OVER_RULE = BOOK.forbids("HL-1.3", Message("The game is over."))
DEALT_RULE = BOOK.forbids("HL-2.1", Message("Something else is to be decided now."))
COPIES_RULE = BOOK.forbids("HL-2.2", Message("Both of these cards are out of the game or held."))
ONCE = BOOK.forbids("HL-3.1", Message("{chooser} has chosen already."))
TWICE = BOOK.forbids("HL-3.2", Message("{chooser} has said this twice."))
SHOWN_RULE = rule_number("HL-3.3")
SCORED_RULE = rule_number("HL-3.4")

DEALT = BOOK.event("dealt", "{seat} gets a {card}.", "card", unseen="{seat} gets a card.")
CHOSE = BOOK.event("chose", "{seat} will say {word}.", "word", unseen="{seat} has chosen.")
SHOWN = BOOK.event("shown", "{seat} shows a {card} and says {word}.", "card", "word", reveals=True)
SCORED = BOOK.event("scored", "{seat} scores {points}.", "points")

BOOK.asks(Phase.DEAL, Message("Chance deals a card."))
BOOK.asks(Phase.SAY, Message("Say high or low."))
BOOK.asks(Phase.OVER, Message("The game is over."))

SAY = Kind(names("a word", Word.texts()))
DEAL = Kind(names("a card", [str(card + 1) for card in range(CARDS)]))


@BOOK.fact("chooser")
def _chooser(case: Case) -> SeatName:
    return SeatName(case.seat)


class Seat(Record):
    """A seat. card: 0 for none; said: NONE before it has chosen; shown: both are open to all."""

    card: int = field("i1", json=number(0, CARDS), known=OWNER, observe=scaled(CARDS))
    said: int = field("i1", json=maybe(name(Word.ids())), known=OWNER, observe=one_of(len(Word)))
    shown: int = field("u1", json=FLAG)
    used: Ints = field("i1", 2, json=row(number(0, 2), 2))
    points: Ints = field("i4", 2, json=row(number(0, 15), 2))


class State(Record):
    """A position. gone: how many of each card are out of the game."""

    players: int = field("i1")
    rounds: int = field("i1")
    round: int = field("i1", json=number(1, 3))
    phase: int = field("i1", json=name([phase.name.lower() for phase in Phase]), observe=one_of(len(Phase)))
    gone: Ints = field("i1", CARDS, json=row(number(0, COPIES), CARDS))
    seats: Records[Seat] = field(Seat, MOST_SEATS, observe=BY_SEAT)


class Options(Record):
    """What is chosen before the start."""

    players: int = field("i1")
    rounds: int = field("i1")


STATE, OPTIONS = layout(State), layout(Options)
# By seat, besides the fields: whether it has a card and has chosen; of what was shown, the card and the word.
SEEN = Observation(State, has=MOST_SEATS, chose=MOST_SEATS, card=MOST_SEATS, word=MOST_SEATS)
PARTS: list[Part] = [*plain(State), *each(Seat, "seats", lambda state: state.players)]


@compilable
def setup(state: State, options: Options) -> None:
    """HL-1.1."""
    state.players, state.rounds, state.round = options.players, options.rounds, 1
    for seat in range(MOST_SEATS):
        state.seats[seat].said = NONE


@compilable
def left(state: State, viewer: int, weights: Ints) -> int:
    """HL-2.2: the cards that a viewer does not see, by number; their sum. NATURE sees all hands."""
    for card in range(CARDS):
        weights[card] = COPIES - state.gone[card]
    for seat in range(state.players):
        own = state.seats[seat]
        if own.card and (own.shown or seat == viewer or viewer == NATURE):
            weights[own.card - 1] -= 1
    return weights.sum()


@compilable
def receiver(state: State) -> int:
    """The first seat without a card."""
    seat = 0
    while state.seats[seat].card:
        seat += 1
    return seat


@compilable
def forbids_deal(state: State, _seat: int, card: int) -> int:
    """HL-2.2."""
    there = COPIES - state.gone[card]
    for seat in range(state.players):
        there -= state.seats[seat].card == card + 1
    return 0 if there else COPIES_RULE


@DEAL.action_at(Phase.DEAL, verb="deal", forbids=forbids_deal)
@compilable
def deal(state: State, _seat: int, card: int, log: Any) -> None:
    """HL-2.1: to the first seat that has none."""
    seat = receiver(state)
    state.seats[seat].card = card + 1
    if seat + 1 == state.players:
        state.phase = Phase.SAY
    emit_to(log, 1 << seat, DEALT, seat, DEALT_RULE, card + 1, 0, 0)


@compilable
def forbids_say(state: State, seat: int, word: int) -> int:
    """HL-3.2."""
    return TWICE if state.seats[seat].used[word] == 2 else 0


@SAY.action_at(Phase.SAY, verb="say", forbids=forbids_say, button=Message("Say {word}"))
@compilable
def say(state: State, seat: int, word: int, log: Any) -> None:
    """HL-3.1, HL-3.3: the last one to choose opens all."""
    state.seats[seat].said = word
    emit_to(log, 1 << seat, CHOSE, seat, ONCE, word, 0, 0)
    if waiting(state) == 0:
        show(state, log)


@compilable
def show(state: State, log: Any) -> None:
    """HL-3.3, HL-3.4, HL-1.3."""
    lowest, highest = CARDS, 1
    for seat in range(state.players):
        own = state.seats[seat]
        lowest, highest = min(lowest, own.card), max(highest, own.card)
        own.shown = 1
        own.used[own.said] += 1
        emit(log, SHOWN, seat, SHOWN_RULE, own.card, own.said, 0)
    for seat in range(state.players):
        own = state.seats[seat]
        worth = own.card if own.said == Word.HIGH else CARDS + 1 - own.card
        if own.card == (lowest if own.said == Word.LOW else highest):
            own.points[own.said] += worth
            emit(log, SCORED, seat, SCORED_RULE, worth, 0, 0)
    for seat in range(state.players):
        own = state.seats[seat]
        state.gone[own.card - 1] += 1
        own.card, own.said, own.shown = 0, NONE, 0
    state.phase = Phase.OVER if state.round == state.rounds else Phase.DEAL
    state.round = min(state.round + 1, state.rounds)


ACTIONS = Actions("High or Low", "phase", len(Phase), [SAY, DEAL], "say high, deal 3", BOOK)
CHOICES, FORBIDS, APPLY = ACTIONS.of_decision(), ACTIONS.forbids, ACTIONS.apply


@compilable
def waiting(state: State) -> int:
    """Nature, or all who have not chosen."""
    if state.phase == Phase.DEAL:
        return 1 << NATURE
    mask = 0
    for seat in range(state.players if state.phase == Phase.SAY else 0):
        mask |= (state.seats[seat].said == NONE) << seat
    return mask


@compilable
def forbids(state: State, seat: int, action: int) -> int:
    """The rule against an action."""
    if state.phase == Phase.OVER:
        return OVER_RULE
    if not CHOICES[state.phase, action] or (seat == NATURE) != (state.phase == Phase.DEAL):
        return DEALT_RULE
    if not waiting(state) >> seat & 1:
        return ONCE
    return FORBIDS(state, seat, action)


@compilable
def chances(state: State, weights: Ints) -> int:
    """HL-2.1."""
    weights[:] = 0
    return left(state, NATURE, weights[DEAL_FIRST:]) if state.phase == Phase.DEAL else 0


DEAL_FIRST = DEAL.first


@compilable
def observers(state: State, seat: int, action: int) -> int:
    """A card and a word are known to one; the last word to be chosen is said at once."""
    if seat == NATURE:
        return 1 << receiver(state)
    return EVERYONE if waiting(state) == 1 << seat else 1 << seat


@compilable
def redeal(state: State, viewer: int, rng: Any) -> None:
    """Cards and words of the others, as they could be."""
    weights = np.zeros(CARDS, np.int64)
    total = left(state, viewer, weights)
    for seat in range(state.players):
        own = state.seats[seat]
        if seat != viewer and own.card and not own.shown:
            own.card = weighted(rng, weights, total) + 1
            weights[own.card - 1] -= 1
            total -= 1
        if seat != viewer and own.said != NONE and not own.shown:
            own.said = below(rng, 2)
            if own.used[own.said] == 2:
                own.said = 1 - own.said


@compilable
def reopen(state: State, viewer: int) -> None:
    """The words of the others are not chosen yet."""
    for seat in range(state.players):
        own = state.seats[seat]
        if seat != viewer and not own.shown:
            own.said = NONE


def disclosed(then: State, _seat: int, _action: int, now: State, _reader: int) -> bool:
    """HL-3.3: at the end of the round."""
    return bool(now.round > then.round or now.phase == Phase.OVER)

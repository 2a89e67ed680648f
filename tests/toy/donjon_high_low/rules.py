"""The rules of High or Low: a card and a word in secret, then both are shown."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

import numpy as np

from donjon.kernel import NATURE
from donjon.kernel.actions import Actions, Kind, names
from donjon.kernel.book import Book
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EVERYONE, cite, emit, emit_to
from donjon.kernel.fields import FLAG, name, number, row
from donjon.kernel.message import Case, Message, SeatName
from donjon.kernel.nouns import Noun
from donjon.kernel.observing import one_of, scaled
from donjon.kernel.records import BY_SEAT, OWNER, Ints, Record, Records, field, layout
from donjon.kernel.rng import below, weighted
from donjon.kernel.rule_ids import number as rule_number

MOST_SEATS, CARDS, COPIES = 3, 5, 2


class Phase(IntEnum):
    """What is decided now."""

    DEAL = 0
    SAY = 1
    OVER = 2


class Word(Noun):
    """What a player can say."""

    LOW = 0
    HIGH = 1


class Seat(Record):
    """What a seat has. card: 0 for none; word: counts once `chosen` is 1; used: how often, by word."""

    card: int = field("i1", json=number(0, CARDS), known=OWNER, observe=scaled(CARDS))
    word: int = field("i1", json=name(Word.ids()), known=OWNER, observe=one_of(len(Word)))
    chosen: int = field("u1", json=FLAG)
    used: Ints = field("i1", 2, json=row(number(0, 2), 2))
    points: int = field("i4", json=number(0, 15))


class State(Record):
    """A position. dealt: how many seats have a card; gone: how many of each card were shown."""

    players: int = field("i1")
    rounds: int = field("i1")
    round: int = field("i1", json=number(1, 3))
    phase: int = field("i1", json=name(("deal", "say", "over")), observe=one_of(len(Phase)))
    dealt: int = field("i1", json=number(0, MOST_SEATS))
    gone: Ints = field("i1", CARDS, json=row(number(0, COPIES), CARDS))
    seats: Records[Seat] = field(Seat, MOST_SEATS, observe=BY_SEAT)


STATE = layout(State)
BOOK = Book({"word": lambda word: Word(word).term})


# 1: the game

OVER = BOOK.forbids("HL-1.3", Message("The game is over."))


@compilable
def setup(state: State, options: Any) -> None:
    """Set up the first round (HL-1.1)."""
    state.players, state.rounds, state.round = options.players, options.rounds, 1


@compilable
def total(state: State, seat: int) -> int:
    """Return the points of a seat."""
    return state.seats[seat].points


# 2: the cards

NOT_NOW = BOOK.forbids("HL-2.1", Message("Something else is decided now."))
ALL_OUT = BOOK.forbids("HL-2.2", Message("Both of these cards are out of the game or held."))
DEALT = BOOK.event("dealt", "{seat} gets a {card}.", "card", unseen="{seat} gets a card.")
DEAL = Kind(names("a card", [str(card + 1) for card in range(CARDS)]))


@compilable
def left(state: State, card: int) -> int:
    """Return how many copies of a card can still be dealt (HL-2.2)."""
    count = COPIES - state.gone[card]
    for seat in range(state.players):
        count -= state.seats[seat].card == card + 1
    return count


@compilable
def forbids_deal(state: State, _seat: int, card: int) -> int:
    """Return the rule against dealing a card of which none is left (HL-2.2); 0 if one is."""
    return 0 if left(state, card) else ALL_OUT


@DEAL.action_at(Phase.DEAL, verb="deal", forbids=forbids_deal)
@compilable
def deal(state: State, _seat: int, card: int, log: Any) -> None:
    """Deal a card to the next seat (HL-2.1); only that seat may know it."""
    seat = state.dealt
    state.seats[seat].card = card + 1
    state.dealt += 1
    if state.dealt == state.players:
        state.phase = Phase.SAY
    emit_to(log, 1 << seat, DEALT, seat, NOT_NOW, card + 1, 0, 0)


@compilable
def chances(state: State, weights: Ints) -> int:
    """Weigh nature's actions by the copies that are left (HL-2.2); return the sum."""
    weights[:] = 0
    for card in range(CARDS if state.phase == Phase.DEAL else 0):
        weights[FIRST_CARD + card] = left(state, card)
    return weights.sum()


# 3: the words

ONCE = BOOK.forbids("HL-3.1", Message("{chooser} has chosen already."))
TWICE = BOOK.forbids("HL-3.2", Message("{chooser} has said {word} twice."))
SHOW, SCORE = rule_number("HL-3.3"), rule_number("HL-3.4")
CHOSE = BOOK.event("chose", "{seat} will say {word}.", "word", unseen="{seat} has chosen.")
SHOWN = BOOK.event("shown", "{seat} shows a {card} and says {word}.", "card", "word", reveals=True)
SCORED = BOOK.event("scored", "{seat} scores {points}.", "points")
SAY = Kind(names("a word", Word.texts()))
BOOK.asks(Phase.SAY, Message("Say high or low."))


@BOOK.fact("chooser")
def _chooser(case: Case) -> SeatName:
    return SeatName(case.seat)


@compilable
def forbids_say(state: State, seat: int, word: int) -> int:
    """Return the rule against saying a word for the third time (HL-3.2); 0 if it may be said."""
    return TWICE if state.seats[seat].used[word] == 2 else 0


@SAY.action_at(Phase.SAY, verb="say", forbids=forbids_say, button=Message("Say {word}"))
@compilable
def say(state: State, seat: int, word: int, log: Any) -> None:
    """Choose a word in secret (HL-3.1); the last seat to choose opens all (HL-3.3)."""
    state.seats[seat].word, state.seats[seat].chosen = word, 1
    emit_to(log, 1 << seat, CHOSE, seat, ONCE, word, 0, 0)
    if waiting(state) == 0:
        show(state, log)


@compilable
def show(state: State, log: Any) -> None:
    """Show all cards, score them and end the round (HL-3.3, HL-3.4, HL-1.3)."""
    lowest, highest = CARDS, 1
    for seat in range(state.players):
        own = state.seats[seat]
        lowest, highest = min(lowest, own.card), max(highest, own.card)
        emit(log, SHOWN, seat, SHOW, own.card, own.word, 0)
    is_last = state.round == state.rounds
    for seat in range(state.players):
        own = state.seats[seat]
        if own.card == (highest if own.word == Word.HIGH else lowest):
            points = own.card if own.word == Word.HIGH else CARDS + 1 - own.card
            own.points += points
            if is_last:
                cite(log, OVER)
            emit(log, SCORED, seat, SCORE, points, 0, 0)
    for seat in range(state.players):
        own = state.seats[seat]
        state.gone[own.card - 1] += 1
        own.used[own.word] += 1
        own.card, own.word, own.chosen = 0, 0, 0
    state.dealt = 0
    state.phase = Phase.OVER if is_last else Phase.DEAL
    state.round += not is_last


# What all chapters need

ACTIONS = Actions("High or Low", "phase", len(Phase), [SAY, DEAL], "say high; deal 3", BOOK)
CHOICES, FORBIDS, FIRST_CARD = ACTIONS.of_decision(), ACTIONS.forbids, DEAL.first


@compilable
def waiting(state: State) -> int:
    """Return who decides as a mask: nature, or all seats that have not chosen."""
    if state.phase == Phase.DEAL:
        return 1 << NATURE
    mask = 0
    for seat in range(state.players if state.phase == Phase.SAY else 0):
        mask |= (1 - state.seats[seat].chosen) << seat
    return mask


@compilable
def forbids(state: State, seat: int, action: int) -> int:
    """Return the number of the rule against an action; 0 if it is legal."""
    if state.phase == Phase.OVER:
        return OVER
    if not CHOICES[state.phase, action] or (seat == NATURE) != (state.phase == Phase.DEAL):
        return NOT_NOW
    return FORBIDS(state, seat, action) if waiting(state) >> seat & 1 else ONCE


# What is hidden


@compilable
def observers(state: State, seat: int, action: int) -> int:
    """Return who will know an action as a mask: one seat, or all when the last word opens the cards."""
    if seat == NATURE:
        return 1 << state.dealt
    return EVERYONE if waiting(state) == 1 << seat else 1 << seat


@compilable
def redeal(state: State, viewer: int, rng: Any) -> None:
    """Give the other seats cards and words as they could be."""
    weights = np.zeros(CARDS, np.int64)
    for seat in range(state.dealt):
        if seat != viewer:
            state.seats[seat].card = 0
    for seat in range(state.dealt):
        own = state.seats[seat]
        if seat != viewer:
            for card in range(CARDS):
                weights[card] = left(state, card)
            own.card = weighted(rng, weights, weights.sum()) + 1
            if own.chosen:
                own.word = below(rng, 2)
                if own.used[own.word] == 2:
                    own.word = 1 - own.word


@compilable
def reopen(state: State, viewer: int) -> None:
    """Undo the secret words of the other seats."""
    for seat in range(state.players):
        if seat != viewer:
            state.seats[seat].word, state.seats[seat].chosen = 0, 0


def disclosed(then: State, _seat: int, _action: int, now: State, _reader: int) -> bool:
    """Return whether the round of a card or word is over, so that all know it (HL-3.3)."""
    return bool(now.round > then.round or now.phase == Phase.OVER)


# Bots and positions


@compilable
def estimate(state: State, seat: int) -> float:
    """Guess a position's worth to a seat, in points: a chosen word counts by how well it suits the card."""
    own = state.seats[seat]
    return total(state, seat) + own.chosen * abs(own.card - 3.0 * (1 - own.word))


def faults(state: State) -> Iterator[str]:
    """Yield what keeps a position from being played on."""
    if any(left(state, card) < 0 for card in range(CARDS)):
        yield "'card' and 'gone' hold more than two of a card (HL-2.2)."
    if [seat.card > 0 for seat in state.seats] != [seat < state.dealt for seat in range(MOST_SEATS)]:
        yield "'dealt' is the number of seats with a card, which are the first ones (HL-2.1)."
    if (state.phase == Phase.SAY) != (state.dealt == state.players):
        yield "'phase' is \"say\" while all seats have a card (HL-3.1)."

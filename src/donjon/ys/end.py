"""Chapter 7: the announcement of the result."""

from __future__ import annotations

import numpy as np

from donjon.kernel import rules
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.events import NamedEvent
from donjon.kernel.message import Message
from donjon.kernel.rule_ids import number
from donjon.ys.nouns import BOOK, MAX_SEATS, NEUTRAL, NEUTRAL_SEAT, Gem, Source, at_screen
from donjon.ys.scoring import points, total, total_of
from donjon.ys.state import State, is_neutral, party_count
from donjon.ys.throne import throne_sum

SOURCES = len(Source)
TRACK_RULE = number("YS-0.1")
COLOUR_ORDER = number("YS-7.1")
COLOUR_RULE = number("YS-7.2")
NO_GEM = number("YS-7.3")
LOWEST_PLACE = number("YS-7.4")
FOURTH_PLACE = number("YS-7.5")
NO_TIE_BREAK = number("YS-7.6")
TABLE_OF_FEW = number("YS-9.2.7")
NEUTRAL_TIES = number("YS-9.3.17")
BLACK_RULE = number("YS-7.7")
THRONE_RULE = number("YS-9.4.9")
THRONE_TIE = number("YS-9.4.10")
THRONE_OF_THREE = number("YS-9.4.11")
WINNER = number("YS-7.8")
SHARED = number("YS-7.9")
NEUTRAL_SCORE = number("YS-9.3.18")


def _scored(named: NamedEvent) -> Message:
    said = {"seat": named.who, "source": Source(named.source).term, "points": named.points}
    if named.source == Source.THRONE:
        return Message("{seat}: {source} {points} (sum {sum}).", sum=named.count, **said)
    if named.source >= Source.BLUE:
        return Message("{seat}: {source} {points} (gems: {count}).", count=named.count, **said)
    return Message("{seat}: {source} {points}.", **said)


# What the points are for: a number of gems, or the sum of the brokers in the throne room.
SCORED = BOOK.event("scored", _scored, "source", "points", "count", at=at_screen)
NEUTRAL_SCORED = BOOK.event(
    "neutral_scored",
    "The neutral player has {points} points.",
    "points",
    at=lambda _named, _view: "neutral",
    also=("YS-9.3.16", "YS-9.3.17"),
)
WON = BOOK.event("won", "{seat} wins with {points} points.", "points", at=at_screen, also=("YS-0.1",))
NEUTRAL_AHEAD = BOOK.event(
    "neutral_ahead", "The neutral player has more than the winner: {points} against {best}.", "points", "best"
)


@compilable
def announce_result(state: State, log: EventLog | None) -> None:
    """YS-7.2 to YS-7.9: tell the points of every seat by source, then who wins."""
    gold = np.zeros((MAX_SEATS, SOURCES), np.int32)
    points(state, gold)
    for seat in range(state.players):
        for source in range(SOURCES):
            if source != Source.THRONE or state.royal:
                announce_source(state, seat, source, gold[seat, source], log)
    places = np.zeros(MAX_SEATS, np.int32)
    rules.ranks(state, places)
    best, shared = 0, 0
    for seat in range(state.players):
        shared += int(places[seat] == 1)
    for seat in range(state.players):
        if places[seat] == 1:
            best = total(state, seat)
            if shared > 1:
                cite(log, SHARED)
            if state.players == 2:
                cite(log, NEUTRAL_SCORE)
            emit(log, WON, seat, WINNER, best, 0, 0)
    if state.players == 2:
        theirs = total_of(state, NEUTRAL)
        emit(log, NEUTRAL_SCORED, NEUTRAL_SEAT, NEUTRAL_SCORE, theirs, 0, 0)
        if theirs > best:
            emit(log, NEUTRAL_AHEAD, NEUTRAL_SEAT, NEUTRAL_SCORE, theirs, best, 0)


@compilable
def announce_source(state: State, seat: int, source: int, gold: int, log: EventLog | None) -> None:
    """The points of one source, with the gems or brokers they are for."""
    gems = state.seats[seat].gems
    if source == Source.THRONE:
        cite_throne(state, seat, log)
        emit(log, SCORED, seat, THRONE_RULE, source, gold, throne_sum(state, seat))
    elif source == Source.BLACK:
        emit(log, SCORED, seat, BLACK_RULE, source, gold, gems[Gem.BLACK])
    elif source >= Source.BLUE:
        cite_colour(state, seat, source - Source.BLUE, log)
        emit(log, SCORED, seat, COLOUR_RULE, source, gold, gems[source - Source.BLUE])
    else:
        emit(log, SCORED, seat, TRACK_RULE, source, gold, 0)


@compilable
def cite_throne(state: State, seat: int, log: EventLog | None) -> None:
    """Cite what the points of the throne room follow from: ties, three players, a sum of 0."""
    own, tied = throne_sum(state, seat), 0
    for other in range(state.players):
        tied += int(throne_sum(state, other) == own)
    if tied > 1:
        cite(log, THRONE_TIE)
    if state.players < MAX_SEATS or own == 0:
        cite(log, THRONE_OF_THREE)


@compilable
def cite_colour(state: State, seat: int, colour: int, log: EventLog | None) -> None:
    """Cite what the points of a colour follow from: no gem, ties, few players (YS-7.3 to YS-7.6)."""
    own, before, tied = int(state.seats[seat].gems[colour]), 0, 0
    for other in range(party_count(state)):
        before += int(state.seats[other].gems[colour] > own)
        tied += int(state.seats[other].gems[colour] == own)
    cite(log, COLOUR_ORDER)
    if own == 0:
        cite(log, NO_GEM)
    elif tied > 1:
        cite(log, LOWEST_PLACE)
        cite(log, NO_TIE_BREAK)
        if before + tied == MAX_SEATS and before in (0, 2):
            cite(log, FOURTH_PLACE)
        if is_neutral(state, NEUTRAL) and state.seats[NEUTRAL].gems[colour] == own:
            cite(log, NEUTRAL_TIES)
    if state.players < MAX_SEATS:
        cite(log, TABLE_OF_FEW)

"""Chapter 7: the announcement of the result."""

from __future__ import annotations

import numpy as np

from donjon.kernel import rules
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit
from donjon.kernel.rule_ids import number
from donjon.ys.events import Event
from donjon.ys.nouns import MAX_SEATS, NEUTRAL, NEUTRAL_SEAT, Gem, Source
from donjon.ys.scoring import points, total, total_of
from donjon.ys.state import State
from donjon.ys.throne import throne_sum

TRACK_RULE = number("YS-0.1")
COLOUR_RULE = number("YS-7.2")
BLACK_RULE = number("YS-7.7")
THRONE_RULE = number("YS-9.4.9")
WINNER = number("YS-7.8")
NEUTRAL_SCORE = number("YS-9.3.18")


@compilable
def announce_result(state: State, log: EventLog | None) -> None:
    """YS-7.2 to YS-7.9: tell the points of every seat by source, then who wins."""
    gold = np.zeros((MAX_SEATS, len(Source)), np.int32)
    points(state, gold)
    for seat in range(state.players):
        for source in range(len(Source)):
            if source != Source.THRONE or state.royal:
                announce_source(state, seat, source, gold[seat, source], log)
    places = np.zeros(MAX_SEATS, np.int32)
    rules.ranks(state, places)
    best = 0
    for seat in range(state.players):
        if places[seat] == 1:
            best = total(state, seat)
            emit(log, Event.WON, seat, WINNER, best, 0, 0)
    if state.players == 2:
        theirs = total_of(state, NEUTRAL)
        emit(log, Event.NEUTRAL_SCORED, NEUTRAL_SEAT, NEUTRAL_SCORE, theirs, 0, 0)
        if theirs > best:
            emit(log, Event.NEUTRAL_AHEAD, NEUTRAL_SEAT, NEUTRAL_SCORE, theirs, best, 0)


@compilable
def announce_source(state: State, seat: int, source: int, gold: int, log: EventLog | None) -> None:
    """The points of one source, with the gems or brokers they are for."""
    gems = state.seats[seat].gems
    if source == Source.THRONE:
        emit(log, Event.SCORED, seat, THRONE_RULE, source, gold, throne_sum(state, seat))
    elif source == Source.BLACK:
        emit(log, Event.SCORED, seat, BLACK_RULE, source, gold, gems[Gem.BLACK])
    elif source >= Source.BLUE:
        emit(log, Event.SCORED, seat, COLOUR_RULE, source, gold, gems[source - Source.BLUE])
    else:
        emit(log, Event.SCORED, seat, TRACK_RULE, source, gold, 0)

"""Chapter 9: the announcement of the result when the last turn has been played."""

from __future__ import annotations

import numpy as np

from donjon.kernel import rules
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number
from donjon.kingdom_builder.events import Event
from donjon.kingdom_builder.nouns import SOURCES
from donjon.kingdom_builder.scoring import points, total
from donjon.kingdom_builder.state import State
from donjon.kingdom_builder.tables import CARDS_IN_USE, MAX_SEATS

WINNER = number("KB-10.12.1")
# The rule of each source: KB-10.1 castles, KB-10.2 fishermen, … KB-10.11 farmers.
SOURCE_RULES: Ints = np.array([number(f"KB-10.{source + 1}") for source in range(len(SOURCES))], np.int32)


@compilable
def announce_result(state: State, log: EventLog | None) -> None:
    """KB-9.7, KB-10.0.6: tell the gold of every seat by source, then who wins."""
    gold = np.zeros((MAX_SEATS, len(SOURCES)), np.int32)
    points(state, gold)
    for seat in range(state.players):
        for index in range(CARDS_IN_USE):
            source = 1 + int(state.cards[index])
            emit(log, Event.SCORED, seat, SOURCE_RULES[source], source, gold[seat, source], 0)
        emit(log, Event.SCORED, seat, SOURCE_RULES[0], 0, gold[seat, 0], 0)
    places = np.zeros(MAX_SEATS, np.int32)
    rules.ranks(state, places)
    for seat in range(state.players):
        if places[seat] == 1:
            emit(log, Event.WON, seat, WINNER, total(state, seat), 0, 0)

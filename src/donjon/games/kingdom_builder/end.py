"""Chapters 9 and 10.12: the last round, the end of the game, and who wins."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.games.kingdom_builder.model import (
    BOOK,
    CARDS_IN_USE,
    MAX_SEATS,
    NONE,
    SETTLEMENTS,
    SOURCES,
    Phase,
    State,
)
from donjon.games.kingdom_builder.scoring import announce_gold, points, total
from donjon.kernel import rules
from donjon.kernel.book import Line, player_named, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Message, SeatName
from donjon.kernel.rule_ids import number

# The end


TRIGGER = number("KB-9.1")
LAST_ROUND = number("KB-9.4")
WITH_THIS_TURN = number("KB-9.5")
GAME_IS_OVER = BOOK.forbids("KB-9.7", Message("The game is over."))

END_TRIGGERED = BOOK.event(
    "end_triggered",
    "{seat}'s supply is empty: this is the last round.",
    also=("KB-9.2", "KB-9.3", "KB-9.4"),
)
GAME_OVER = BOOK.event("game_over", "The game is over: gold is counted.", also=("KB-9.7",))


@compilable
def trigger_end(state: State, seat: int, log: EventLog | None) -> None:
    """Start the last round with the first empty supply (KB-9.1, KB-9.2)."""
    if not state.ending:
        state.ending = 1
        if (seat + 1) % state.players == state.first:
            cite(log, WITH_THIS_TURN)
        emit(log, END_TRIGGERED, seat, TRIGGER, 0, 0, 0)


@compilable
def end_game(state: State, log: EventLog | None) -> None:
    """End the game after the last turn of the last round (KB-9.4)."""
    state.phase = Phase.OVER
    emit(log, GAME_OVER, NONE, LAST_ROUND, 0, 0, 0)


# Who wins

WINNER = number("KB-10.12.1")
ALL_TIED_WIN = number("KB-10.12.2")

WON = BOOK.event("won", "{seat} wins with {gold} gold.", "gold")


@compilable
def announce_result(state: State, log: EventLog | None) -> None:
    """Announce the gold of every seat by source, then who wins (KB-9.7, KB-10.0.6)."""
    gold = np.zeros((MAX_SEATS, len(SOURCES)), np.int32)
    points(state, gold)
    for seat in range(state.players):
        for index in range(CARDS_IN_USE):
            announce_gold(state, seat, 1 + int(state.cards[index]), gold, log)
        announce_gold(state, seat, 0, gold, log)
    places = np.zeros(MAX_SEATS, np.int32)
    rules.ranks(state, places)
    winners = 0
    for seat in range(state.players):
        winners += places[seat] == 1
    for seat in range(state.players):
        if places[seat] == 1:
            if winners > 1:
                cite(log, ALL_TIED_WIN)
            emit(log, WON, seat, WINNER, total(state, seat), 0, 0)


# Explanations


@BOOK.explains("supply-")
def explain_supply(_state: Any, view: Any, name: str) -> list[Line]:
    """Explain the settlements that a seat has left."""
    player = player_named(view, name)
    if player is None:
        return []
    left = Message("{count} of {most} settlements left.", count=player["supply"], most=SETTLEMENTS)
    lines = [title(Message("{seat}'s supply", seat=SeatName(player["seat"]))), ("KB-3.6", left)]
    if view["ending"]:
        return [*lines, ("KB-9.4", Message("A player's supply is empty: this is the last round."))]
    return [*lines, ("KB-9.1", Message("When a supply runs out, that round is the last."))]

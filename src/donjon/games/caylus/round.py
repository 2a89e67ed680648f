"""Chapter 3: the round, its seven phases, and everything that happens by itself between two decisions."""

from __future__ import annotations

from donjon.games.caylus.castle import resolve_castle
from donjon.games.caylus.favours import free_rows, resolve_favour
from donjon.games.caylus.model import BOOK, NONE, ROAD, SECTIONS, SPECIALS, Decision, Phase, State
from donjon.games.caylus.placing import ask_to_place, pay_income
from donjon.games.caylus.provost import MARKERS_LEAVE, ask_for_provost
from donjon.games.caylus.road import next_worker, resolve_building
from donjon.games.caylus.round_end import end_game, resolve_end, swap_order
from donjon.games.caylus.special import resolve_special
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.rule_ids import number

FIRST_ROUND = number("CAY-2.8")
SEVEN_PHASES = number("CAY-3.1")
NEXT_ROUND = number("CAY-10.4.2")
ROUND_BEGAN = BOOK.event("round_began", "Round {round} starts.", "round")
PHASE_BEGAN = BOOK.event("phase_began", "Phase {number}: {phase}.", "phase", number=lambda named: named.phase)

# The decisions of favours alone; and those that buildings have, too, once the tile is chosen.
FAVOURS_ALONE = {Decision.ROW, Decision.FAVOUR_CUBES, Decision.FAVOUR_BUILD, Decision.SWAP_FOR}
FAVOUR_DECISIONS = FAVOURS_ALONE | {Decision.PAY, Decision.SITE}
# The decisions of each phase; favours, and what they lead to, come in phases 3 and 5 to 7.
DECISIONS_OF_PHASE: dict[int, set[Decision]] = {
    Phase.PLACING: {Decision.PLACE},
    Phase.SPECIAL: {Decision.GATE, Decision.GUILD, Decision.JOUST, Decision.INN} | FAVOUR_DECISIONS,
    Phase.PROVOST: {Decision.PROVOST},
    Phase.ROAD: {
        Decision.PRODUCE,
        Decision.BONUS,
        Decision.BUILD,
        Decision.LAWYER,
        Decision.SELL,
        Decision.BUY,
        Decision.TRADE,
        Decision.EXCHANGE,
    }
    | FAVOUR_DECISIONS,
    Phase.CASTLE: {Decision.BATCH} | FAVOUR_DECISIONS,
    Phase.END: FAVOUR_DECISIONS,
}


@compilable
def begin_round(state: State, log: EventLog | None) -> None:
    """Start a new round with phase 1 (CAY-3.1)."""
    state.round += 1
    state.passed = 0
    for seat in range(state.players):
        state.seats[seat].passed = 0
        state.passing[seat] = NONE
    cite(log, FIRST_ROUND if state.round == 1 else NEXT_ROUND)
    emit(log, ROUND_BEGAN, NONE, SEVEN_PHASES, state.round, 0, 0)
    begin_phase(state, Phase.INCOME, log)


@compilable
def begin_phase(state: State, phase: int, log: EventLog | None) -> None:
    """Start a phase, in which every row of favours may be used again (CAY-11.4.3)."""
    state.phase = phase
    state.cursor = 1 if phase == Phase.ROAD else 0
    state.stage = 0
    free_rows(state, log)
    if phase == Phase.ROAD:
        cite(log, MARKERS_LEAVE)
    emit(log, PHASE_BEGAN, NONE, SEVEN_PHASES, phase, 0, 0)


@compilable
def find_decision(state: State, log: EventLog | None) -> None:
    """Do all that happens by itself until someone is asked or the game is over."""
    if state.decision == Decision.NOTHING:
        state.actor = NONE
    while state.decision == Decision.NOTHING and state.phase != Phase.OVER:
        if state.owed > 0:
            resolve_favour(state, log)
        elif state.phase == Phase.INCOME:
            pay_income(state, log)
            begin_phase(state, Phase.PLACING, log)
        elif state.phase == Phase.PLACING:
            if not ask_to_place(state):
                begin_phase(state, Phase.SPECIAL, log)
        elif state.phase == Phase.SPECIAL:
            if state.cursor == SPECIALS:
                begin_phase(state, Phase.PROVOST, log)
            else:
                resolve_special(state, log)
        elif state.phase == Phase.PROVOST:
            if not ask_for_provost(state):
                begin_phase(state, Phase.ROAD, log)
        elif state.phase == Phase.ROAD:
            next_worker(state)
            if state.cursor > ROAD:
                begin_phase(state, Phase.CASTLE, log)
            else:
                resolve_building(state, log)
        elif state.phase == Phase.CASTLE:
            if resolve_castle(state, log):
                begin_phase(state, Phase.END, log)
        elif resolve_end(state, log):
            end_round(state, log)


@compilable
def end_round(state: State, log: EventLog | None) -> None:
    """End the game after the Towers, else start the next round (CAY-10.4.2, CAY-13.2)."""
    if state.scored == SECTIONS:
        end_game(state, log)
        return
    if state.players == 2:
        swap_order(state, log)
    begin_round(state, log)

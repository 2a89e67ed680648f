"""Chapters 10, 12 and 13: the bailiff, scoring sections, the next round, the end of the game."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.caylus import tables
from donjon.caylus.castle import is_complete
from donjon.caylus.events import Event
from donjon.caylus.nouns import NONE, PLAIN_CUBES, SECTIONS, Cube, Decision, Phase, Source
from donjon.caylus.provost import reach
from donjon.caylus.purse import gain_vp, lose_vp
from donjon.caylus.state import Seat, State
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.records import Grid, Ints
from donjon.kernel.rule_ids import number

LEFT_EMPTY = number("CAY-9.3.4")
BAILIFF_RULE = number("CAY-10.1.1")
BAILIFF_UNBUILT = number("CAY-10.1.2")
FOLLOWS_RULE = number("CAY-10.1.3")
DUE_RULE = number("CAY-10.2.1")
DUE_TOGETHER = number("CAY-10.2.3")
ONE_AFTER_ANOTHER = number("CAY-10.3.5")
COUNT_LATER = number("CAY-10.3.6")
NEXT_SECTION = number("CAY-10.4.1")
FAVOUR_SOURCES = number("CAY-11.1.1")
COLUMNS_3_4 = number("CAY-11.3.2")
COLUMN_5 = number("CAY-11.3.3")
END_RULE = number("CAY-12.1")
GOLD_RULE = number("CAY-12.2")
CUBES_RULE = number("CAY-12.3")
DENIERS_RULE = number("CAY-12.4")
WIN_RULE = number("CAY-12.5")
SWAP_RULE = number("CAY-13.2")
# SECTION_RULES[section]: the rule that says what its houses bring.
SECTION_RULES: Ints = np.array([number("CAY-10.3.2"), number("CAY-10.3.3"), number("CAY-10.3.4")], np.int32)
# The stages of phase 7: the bailiff moves, is a section due, a section is being scored.
MOVE, DUE, SCORE = 0, 1, 2


@compilable
def resolve_end(state: State, log: EventLog | None) -> bool:
    """CAY-10: one step of phase 7. Returns True when the round is over."""
    if state.stage == MOVE:
        move_bailiff(state, log)
        state.stage = DUE
        return False
    if state.stage == SCORE:
        score_next_seat(state, log)
        return False
    if state.scored == SECTIONS or not is_due(state, int(state.scored)):
        return True
    state.scoring = 1
    state.cursor = 0
    state.stage = SCORE
    if log is not None:
        cite_section(state, int(state.scored), log)
    emit(log, Event.SECTION_SCORED, NONE, DUE_RULE, state.scored, 0, 0)
    return False


@compilable
def cite_section(state: State, section: int, log: EventLog | None) -> None:
    """Cite what becomes of a section that is scored, and of the next one."""
    if not is_complete(state, section):
        cite(log, LEFT_EMPTY)
    if section + 1 < SECTIONS:
        cite(log, NEXT_SECTION)
        if is_due(state, section + 1):
            cite(log, DUE_TOGETHER)


@compilable
def move_bailiff(state: State, log: EventLog | None) -> None:
    """CAY-10.1: 2 spaces if the provost is further, else 1; the provost joins the bailiff."""
    before, provost = int(state.bailiff), int(state.provost)
    state.bailiff += 2 if provost > before else 1
    if state.tile[state.bailiff] == NONE:
        cite(log, BAILIFF_UNBUILT)
    emit(log, Event.BAILIFF_MOVED, NONE, BAILIFF_RULE, before, state.bailiff, 0)
    state.provost = state.bailiff
    emit(log, Event.PROVOST_TO_BAILIFF, NONE, FOLLOWS_RULE, provost, state.provost, 0)


@compilable
def is_due(state: State, section: int) -> bool:
    """CAY-10.2.1: is a section complete, or has the bailiff reached its space?"""
    return state.bailiff >= tables.SECTION_SPACE[section] or is_complete(state, section)


def deadlines(state: Any) -> list[tuple[int | None, int | None]]:
    """CAY-10.1.1, CAY-10.2.1: for each section the rounds until it is scored, at the slowest and the fastest.

    1 is the end of this round; None for a section that is scored already. Completing it may be faster.
    """
    slow, fast = _bailiff_steps(state)
    found: list[tuple[int | None, int | None]] = [(None, None)] * int(state.scored)
    for section in range(int(state.scored), SECTIONS):
        spaces = 0 if is_complete(state, section) else int(tables.SECTION_SPACE[section]) - int(state.bailiff)
        found.append((1 + max(0, spaces - slow), 1 + max(0, (spaces - fast + 1) // 2)))
    return found


def _bailiff_steps(state: Any) -> tuple[int, int]:
    """CAY-10.1.1: how far the bailiff goes at the end of this round, at least and at most."""
    if state.phase == Phase.END:
        return 0, 0
    if state.phase < Phase.PLACING:
        return 1, 2
    lowest, highest = reach(state)
    bailiff = int(state.bailiff)
    return 1 + (lowest > bailiff), 1 + (highest > bailiff)


@compilable
def score_next_seat(state: State, log: EventLog | None) -> None:
    """CAY-10.3.1, CAY-10.3.5: the next player in turn order, completely before the one after."""
    if state.cursor == state.players:
        state.scored += 1
        state.scoring = 0
        state.stage = DUE
        if state.scored < SECTIONS and not state.simplified:
            rule = COLUMNS_3_4 if state.scored == 1 else COLUMN_5
            emit(log, Event.COLUMNS_OPEN, NONE, rule, tables.OPEN_COLUMNS[state.scored], 0, 0)
        return
    seat = int(state.order[state.cursor])
    state.cursor += 1
    section = int(state.scored)
    houses = int(state.seats[seat].houses[section])
    favours = int(tables.SECTION_FAVOURS[section, houses])
    loss = lose_vp(state, seat, int(tables.SECTION_LOSS[section, houses]), log)
    if favours > 0:
        state.owed += favours
        state.favoured = seat
    if favours > 0 or loss > 0:
        cite(log, ONE_AFTER_ANOTHER)
    if favours > 0:
        cite(log, FAVOUR_SOURCES)
    if log is not None and has_later_houses(state.seats[seat], section):
        cite(log, COUNT_LATER)
    emit(log, Event.SECTION_RESULT, seat, SECTION_RULES[section], section, houses, favours - loss)


@compilable
def has_later_houses(me: Seat, section: int) -> bool:
    """Return whether a player has houses in a section after this one (CAY-10.3.6)."""
    for later in range(section + 1, SECTIONS):
        if me.houses[later] > 0:
            return True
    return False


@compilable
def swap_order(state: State, log: EventLog | None) -> None:
    """CAY-13.2: with two players the turn order swaps every round."""
    first = int(state.order[1])
    state.order[1] = state.order[0]
    state.order[0] = first
    emit(log, Event.ORDER_SWAPPED, first, SWAP_RULE, 0, 0, 0)


@compilable
def end_game(state: State, log: EventLog | None) -> None:
    """CAY-12.1 to CAY-12.4: the final count."""
    state.phase = Phase.OVER
    state.decision = Decision.NOTHING
    state.actor = NONE
    emit(log, Event.GAME_OVER, NONE, END_RULE, 0, 0, 0)
    for seat in range(state.players):
        me = state.seats[seat]
        gain_vp(state, seat, Source.FINAL, count_gold(me))
        emit(log, Event.COUNTED_GOLD, seat, GOLD_RULE, me.cubes[Cube.GOLD], count_gold(me), 0)
        gain_vp(state, seat, Source.FINAL, count_cubes(me))
        emit(log, Event.COUNTED_CUBES, seat, CUBES_RULE, plain_cubes(me), count_cubes(me), 0)
        gain_vp(state, seat, Source.FINAL, count_deniers(me))
        emit(log, Event.COUNTED_DENIERS, seat, DENIERS_RULE, me.deniers, count_deniers(me), 0)
    if log is not None:
        announce_winners(state, log)


@compilable
def plain_cubes(me: Seat) -> int:
    """Cubes of a player other than gold."""
    count = 0
    for cube in range(PLAIN_CUBES):
        count += int(me.cubes[cube])
    return count


@compilable
def count_gold(me: Seat) -> int:
    """CAY-12.2: 3 points for each gold."""
    return tables.VP_PER_GOLD * int(me.cubes[Cube.GOLD])


@compilable
def count_cubes(me: Seat) -> int:
    """CAY-12.3: 1 point for 3 other cubes."""
    return plain_cubes(me) // tables.CUBES_PER_VP


@compilable
def count_deniers(me: Seat) -> int:
    """CAY-12.4: 1 point for 4 deniers."""
    return int(me.deniers) // tables.DENIERS_PER_VP


@compilable
def announce_winners(state: State, log: EventLog | None) -> None:
    """CAY-12.5: the most points win; all who are tied share the victory."""
    best = 0
    for seat in range(state.players):
        best = max(best, int(state.seats[seat].vp))
    for seat in range(state.players):
        if state.seats[seat].vp == best:
            emit(log, Event.WON, seat, WIN_RULE, best, 0, 0)


@compilable
def points(state: State, out: Grid) -> None:
    """Fill int32 out[seats, SOURCES] with the points held; the final count comes at the end only."""
    for seat in range(state.players):
        for source in range(out.shape[1]):
            out[seat, source] = state.seats[seat].sources[source]


@compilable
def total(state: State, seat: int) -> int:
    """The prestige points of a seat; nothing else parts those who have as many (CAY-12.5)."""
    return int(state.seats[seat].vp)

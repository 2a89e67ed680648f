"""Chapter 9: batches for the castle."""

from __future__ import annotations

from donjon.caylus.choices import BATCH_COUNT, BATCH_CUBES
from donjon.caylus.events import Event
from donjon.caylus.nouns import CASTLE_SPACES, HOME, NONE, PARTS, SECTIONS, Decision, Source, Space
from donjon.caylus.purse import gain_cubes, gain_vp, holds, lose_vp, move_worker
from donjon.caylus.state import Seat, State
from donjon.caylus.tables import BATCH_VP, FIRST_PART, NO_BATCH_LOSS
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number

BATCH_RULE = number("CAY-9.2.2")
CURRENT_SECTION = number("CAY-9.3.1")
NO_PART = number("CAY-9.3.3")
BATCH_VP_RULE = number("CAY-9.4")
NO_BATCH_RULE = number("CAY-9.5.1")
NO_ROOM_RULE = number("CAY-9.5.2")
MOST_RULE = number("CAY-9.6.1")
TIE_RULE = number("CAY-9.6.2")
NOBODY_BUILT = number("CAY-9.6.3")
WORKERS_RETURN = number("CAY-9.7")
# The stages of a castle space: begins, batches are given, no more; after the last space: favour, home.
BEGIN, GIVE, DONE = 0, 1, 2


@compilable
def free_part(state: State) -> int:
    """CAY-9.3.1 to CAY-9.3.3: the part of the castle that the next house goes to, NONE when there is none."""
    for part in range(FIRST_PART[state.scored], PARTS):
        if state.parts[part] == NONE:
            return part
    return NONE


@compilable
def section_of(part: int) -> int:
    """The section that a part of the castle belongs to."""
    section = 0
    while part >= FIRST_PART[section + 1]:
        section += 1
    return section


@compilable
def forbids_batch(state: State, seat: int, batch: int) -> int:
    """CAY-9.2.2, CAY-9.3.3: 0 if the seat may give this batch, else the rule against it."""
    if not holds(state.seats[seat], BATCH_CUBES[batch]):
        return BATCH_RULE
    return NO_PART if free_part(state) == NONE else 0


@compilable
def stop_giving(state: State, _seat: int, _nothing: int, _log: EventLog | None) -> None:
    """CAY-9.2.1: no more batches."""
    state.stage = DONE


@compilable
def mark_batches(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """D-20: the batches that can be given, as mask[first + batch]; returns how many."""
    if free_part(state) == NONE:
        return 0
    count = 0
    for batch in range(BATCH_COUNT):
        if holds(state.seats[seat], BATCH_CUBES[batch]):
            count += 1
            if mask is not None:
                mask[first + batch] = 1
    return count


@compilable
def holds_batch(me: Seat) -> bool:
    """Return whether the player has the cubes of a batch (CAY-9.2.2)."""
    for batch in range(BATCH_COUNT):
        if holds(me, BATCH_CUBES[batch]):
            return True
    return False


@compilable
def resolve_castle(state: State, log: EventLog | None) -> bool:
    """CAY-9.1: the castle space at the cursor, or what follows after the last occupied one.

    Returns True when the phase is over.
    """
    at = int(state.cursor)
    if at == CASTLE_SPACES or state.castle[at] == NONE:
        return finish_castle(state, log)
    seat = int(state.castle[at])
    if state.stage == BEGIN:
        state.seats[seat].batches = 0
        state.stage = GIVE
    elif state.stage == GIVE:
        state.decision, state.actor = Decision.BATCH, seat
    else:
        settle_castle_turn(state, seat, log)
        state.cursor += 1
        state.stage = BEGIN
    return False


@compilable
def give_batch(state: State, seat: int, batch: int, log: EventLog | None) -> None:
    """CAY-9.2.3, CAY-9.3.2, CAY-9.4: three cubes for a house and its points."""
    me = state.seats[seat]
    gain_cubes(me, BATCH_CUBES[batch], -1)
    part = free_part(state)
    section = section_of(part)
    state.parts[part] = seat
    me.houses[section] += 1
    me.batches += 1
    vp = int(BATCH_VP[section])
    gain_vp(state, seat, Source.CASTLE, vp)
    if section == state.scored:
        cite(log, CURRENT_SECTION)
    emit(log, Event.BATCH, seat, BATCH_VP_RULE, batch, section, vp)


@compilable
def settle_castle_turn(state: State, seat: int, log: EventLog | None) -> None:
    """CAY-9.5: no batch costs 2 points, unless there was no room."""
    if state.seats[seat].batches > 0:
        return
    if free_part(state) == NONE:
        emit(log, Event.NO_ROOM, seat, NO_ROOM_RULE, 0, 0, 0)
    else:
        loss = lose_vp(state, seat, NO_BATCH_LOSS, log)
        emit(log, Event.NO_BATCH, seat, NO_BATCH_RULE, loss, 0, 0)


@compilable
def finish_castle(state: State, log: EventLog | None) -> bool:
    """CAY-9.6, CAY-9.7: the favour for most houses; when it is resolved the workers return."""
    if state.stage == BEGIN:
        state.stage = DONE
        reward_most(state, log)
        return False
    if log is not None and state.castle[0] != NONE:
        cite(log, WORKERS_RETURN)
        if most_houses(state)[1] == 0:
            cite(log, NOBODY_BUILT)
    for at in range(CASTLE_SPACES):
        if state.castle[at] != NONE:
            move_worker(state.seats[state.castle[at]], Space.CASTLE, HOME)
            state.castle[at] = NONE
    return True


@compilable
def reward_most(state: State, log: EventLog | None) -> None:
    """Give a favour for the most houses of this phase, if there is a house (CAY-9.6)."""
    best, most, tied = most_houses(state)
    if best != NONE:
        state.owed += 1
        state.favoured = best
        if tied:
            emit(log, Event.TIED_HOUSES, best, TIE_RULE, most, 0, 0)
        else:
            emit(log, Event.MOST_HOUSES, best, MOST_RULE, most, 0, 0)


@compilable
def most_houses(state: State) -> tuple[int, int, bool]:
    """Return who has put the most houses in this phase, how many, and whether others have as many.

    In a tie the lower castle space counts (CAY-9.6.2); nobody (NONE) where there is no house.
    """
    best, most, tied = NONE, 0, False
    for at in range(CASTLE_SPACES):
        if state.castle[at] != NONE:
            batches = int(state.seats[state.castle[at]].batches)
            if batches > most:
                best, most, tied = int(state.castle[at]), batches, False
            elif batches == most and most > 0:
                tied = True
    return best, most, tied


@compilable
def is_complete(state: State, section: int) -> bool:
    """CAY-10.2.1: are all parts of a section built?"""
    return section < SECTIONS and state.parts[FIRST_PART[section + 1] - 1] != NONE

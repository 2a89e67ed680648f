"""Chapter 9: the castle, phase 6: batches, houses, and the favour for the most of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.games.caylus.model import (
    BOOK,
    CASTLE_SPACES,
    DECLINE,
    HOME,
    NONE,
    PARTS,
    SECTIONS,
    Cube,
    Decision,
    Section,
    Source,
    Space,
    State,
    amounts,
)
from donjon.games.caylus.placing import once_placed
from donjon.games.caylus.purse import (
    BATCH_CUBES,
    BATCHES,
    called,
    cubes_read,
    gain_cubes,
    gain_vp,
    holds,
    lose_vp,
    move_worker,
    multiset,
)
from donjon.games.caylus.spaces import name_of
from donjon.games.caylus.tables import FIRST_PART, HOUSE_VP, NO_BATCH_LOSS
from donjon.kernel.actions import Domain, Kind
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number

BATCH_COUNT = len(BATCHES)
BATCH = Kind(multiset("the cubes of a batch", BATCHES))
# Cubes that are not a batch: never legal, but a refusal can name the rule.
NO_BATCH = Kind(
    Domain("other cubes", 1, lambda _state, _at: "", lambda reading: 0 * len(cubes_read(reading)))
)
# The stages of a castle space: starts, batches are given, no more; after the last space: favour, home.
BEGIN, GIVE, DONE = 0, 1, 2


@compilable
def resolve_castle(state: State, log: EventLog | None) -> bool:
    """Resolve the castle space at the cursor, or what follows after the last occupied one (CAY-9.1).

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


@BOOK.explains("phase-castle")
def explain_phase(_state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain phase 6."""
    return [
        ("", Message("Phase 6: castle")),
        ("CAY-9.1", Message("Players with a worker in the castle can give batches.")),
    ]


# Batches and houses

THREE_KINDS = BATCH.refuses(
    "CAY-9.2.2",
    Message(
        "This batch takes {cubes}; you have {held}.", cubes=lambda case: amounts(BATCH_CUBES[case.argument])
    ),
)
NO_BATCH.refuses("CAY-9.2.2", Message("A batch is 1 food and 2 other cubes of different kinds."))
CURRENT_SECTION = number("CAY-9.3.1")
NO_PART = BOOK.forbids("CAY-9.3.3", Message("The castle is full."))
HOUSE_POINTS = number("CAY-9.4")
GAVE_BATCH = BOOK.event(
    "batch",
    "{seat} builds in the castle ({section}) for {cubes} (+{vp:point|points}).",
    *("batch", "section", "vp"),
    cubes=lambda named: amounts(BATCH_CUBES[named.batch]),
    at="castle",
    also=("CAY-9.2.1", "CAY-9.2.2", "CAY-9.2.3", "CAY-9.3.2"),
)
BOOK.asks(
    Decision.BATCH,
    Message(
        "Castle: give food and 2 other kinds. Batches given: {count}.",
        count=lambda case: int(case.me.batches),
    ),
)
NO_BATCH.never_at(Decision.BATCH, rule=THREE_KINDS, verb="batch")


@compilable
def free_part(state: State) -> int:
    """Return the part of the castle that the next house goes to, NONE without one (CAY-9.3)."""
    for part in range(FIRST_PART[state.scored], PARTS):
        if state.parts[part] == NONE:
            return part
    return NONE


@compilable
def section_of(part: int) -> int:
    """Return the section that a part of the castle belongs to."""
    section = 0
    while part >= FIRST_PART[section + 1]:
        section += 1
    return section


@compilable
def is_complete(state: State, section: int) -> bool:
    """Return whether all parts of a section are built (CAY-10.2.1)."""
    return section < SECTIONS and state.parts[FIRST_PART[section + 1] - 1] != NONE


@compilable
def forbids_batch(state: State, seat: int, batch: int) -> int:
    """Return 0 if the seat may give this batch, else the rule against it (CAY-9.2.2, CAY-9.3.3)."""
    if not holds(state.seats[seat], BATCH_CUBES[batch]):
        return THREE_KINDS
    return NO_PART if free_part(state) == NONE else 0


@compilable
def mark_batches(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """Mark the batches that can be given (D-20) as mask[first + batch]; return how many."""
    if free_part(state) == NONE:
        return 0
    count = 0
    for batch in range(BATCH_COUNT):
        if holds(state.seats[seat], BATCH_CUBES[batch]):
            count += 1
            if mask is not None:
                mask[first + batch] = 1
    return count


def _batch(case: Case) -> Message:
    """Return the button of a batch: its cubes, the section its house goes to, and the points."""
    part = free_part(case.state)
    section = section_of(part) if part >= 0 else 0
    return Message(
        "Give {cubes} ({section}, +{vp:point|points})",
        cubes=amounts(BATCH_CUBES[case.argument]),
        section=Section(section).term,
        vp=int(HOUSE_VP[section]),
    )


@BATCH.action_at(
    Decision.BATCH,
    verb="batch",
    forbids=forbids_batch,
    button=_batch,
    pieces=lambda _state, batch: called("cube", BATCHES[batch]),
    mark=mark_batches,
    previews=True,
    about="castle",
)
@compilable
def give_batch(state: State, seat: int, batch: int, log: EventLog | None) -> None:
    """Give three cubes for a house and its points (CAY-9.2.3, CAY-9.3.2, CAY-9.4)."""
    me = state.seats[seat]
    gain_cubes(me, BATCH_CUBES[batch], -1)
    part = free_part(state)
    section = section_of(part)
    state.parts[part] = seat
    me.houses[section] += 1
    me.batches += 1
    vp = int(HOUSE_VP[section])
    gain_vp(state, seat, Source.CASTLE, vp)
    if section == state.scored:
        cite(log, CURRENT_SECTION)
    emit(log, GAVE_BATCH, seat, HOUSE_POINTS, batch, section, vp)


def _no_batch(case: Case) -> Message:
    """Return the button that ends the turn of the player who decides."""
    return (
        Message("No more batches") if case.state.seats[case.state.actor].batches else Message("Give no batch")
    )


@DECLINE.action_at(Decision.BATCH, verb="decline", button=_no_batch)
@compilable
def stop_giving(state: State, _seat: int, _nothing: int, _log: EventLog | None) -> None:
    """Give no more batches (CAY-9.2.1)."""
    state.stage = DONE


@BOOK.explains("castle")
def explain_castle(state: Any, view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain the castle; to a player who is placing, first what a worker without a batch costs."""
    general = [
        ("CAY-9.2.2", Message("A batch is 1 food and 2 other cubes of different kinds; gold counts too.")),
        ("CAY-9.2.3", Message("Each batch builds a house in the castle.")),
        ("CAY-9.5.1", Message("If your worker gives no batch, you lose 2 points.")),
        ("CAY-9.6.1", Message("The player who builds the most in a round gains a favour.")),
    ]
    then = once_placed(state, view["seat"], Space.CASTLE)
    loss = None if then is None else expected_loss(then, view["seat"])
    if loss is None:
        return [name_of(Space.CASTLE.term), *general]
    return [name_of(Space.CASTLE.term), loss, *(line for line in general if line[0] != loss[0])]


# A turn without a batch

NO_BATCH_COSTS = number("CAY-9.5.1")
NO_ROOM_NO_LOSS = number("CAY-9.5.2")
GAVE_NO_BATCH = BOOK.event(
    "no_batch",
    "{seat} gives no batch (−{vp:point|points}).",
    "vp",
    without="{seat} gives no batch.",
    at="castle",
    also=("CAY-9.2.1",),
)
NO_ROOM = BOOK.event(
    "no_room",
    "The castle is full: {seat} loses nothing.",
    at="castle",
    also=("CAY-9.3.3",),
)


@compilable
def settle_castle_turn(state: State, seat: int, log: EventLog | None) -> None:
    """Take 2 points from a player who has given no batch, unless there was no room (CAY-9.5)."""
    if state.seats[seat].batches > 0:
        return
    if free_part(state) == NONE:
        emit(log, NO_ROOM, seat, NO_ROOM_NO_LOSS, 0, 0, 0)
    else:
        loss = lose_vp(state, seat, NO_BATCH_LOSS, log)
        emit(log, GAVE_NO_BATCH, seat, NO_BATCH_COSTS, loss, 0, 0)


def expected_loss(state: Any, seat: int) -> Line | None:
    """Return the line on the points that a worker of the seat would cost now, None where it costs none."""
    if free_part(state) == NONE or mark_batches(state, seat, 0, None):
        return None
    me = state.seats[seat]
    loss = min(int(me.vp), NO_BATCH_LOSS)
    if not loss:
        return None
    if not me.cubes[Cube.FOOD]:
        return "CAY-9.5.1", Message("You have no food: −{loss:point|points} unless you get some.", loss=loss)
    says = Message(
        "You have fewer than 3 kinds of cubes: −{loss:point|points} unless you get more.", loss=loss
    )
    return "CAY-9.5.1", says


# The end of the phase

MOST = number("CAY-9.6.1")
LOWEST_OF_TIED = number("CAY-9.6.2")
NOBODY_BUILT = number("CAY-9.6.3")
WORKERS_RETURN = number("CAY-9.7")
MOST_HOUSES = BOOK.event(
    "most_houses",
    "{seat} builds the most in the castle: {count:house|houses}.",
    "count",
    at="castle",
    also=("CAY-9.6.1", "CAY-11.1.1"),
)
TIED_HOUSES = BOOK.event(
    "tied_houses",
    "{seat} builds the most in the castle: {count:house|houses} (tie, lowest space).",
    "count",
    at="castle",
    also=("CAY-9.6.1", "CAY-11.1.1"),
)


@compilable
def finish_castle(state: State, log: EventLog | None) -> bool:
    """Give the favour for most houses; when it is resolved, return the workers (CAY-9.6, CAY-9.7)."""
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
            emit(log, TIED_HOUSES, best, LOWEST_OF_TIED, most, 0, 0)
        else:
            emit(log, MOST_HOUSES, best, MOST, most, 0, 0)


@compilable
def most_houses(state: State) -> tuple[int, int, bool]:
    """Return the seat with the most houses in this phase, their number, and whether others have as many.

    In a tie the lower castle space counts (CAY-9.6.2). The seat is NONE where there is no house.
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

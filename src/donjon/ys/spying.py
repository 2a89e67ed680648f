"""Chapter 8.5: the looks of the Spy."""

from __future__ import annotations

from donjon.kernel.actions import Kind
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit, emit_to
from donjon.kernel.message import Message, SeatName
from donjon.kernel.rule_ids import number
from donjon.kernel.sentences import Case
from donjon.ys import domains
from donjon.ys.nouns import BOOK, FIRST_THRONE, NONE, SLOTS, Phase, asked, at_place, broker_of, decide
from donjon.ys.state import State, is_neutral
from donjon.ys.tables import LOOKS
from donjon.ys.windows import PASS

NO_BROKER = Message("There is no such broker on the board.")


def stands(case: Case) -> bool:
    """Return whether there is a broker in the slot that an action is about."""
    return bool(case.state.place[case.argument] != NONE)


def _no_look(case: Case) -> Message:
    state = case.state
    if state.spy != case.seat:
        return Message("You have no Spy in play.")
    if state.looks == 0:
        return Message("The Spy has looked {count} times, which is all.", count=LOOKS)
    if not stands(case):
        return NO_BROKER
    return Message("That broker lies face up: everybody knows it.")


def looks_left(case: Case) -> int:
    """Return how many looks the Spy has left."""
    return int(case.state.looks)


LOOK_RULE = BOOK.forbids("YS-8.5.1", _no_look)
ONLY_SPY = number("YS-8.5.3")
NOT_OWN = BOOK.forbids("YS-8.5.4", Message("That broker is your own: you know it."))
NOT_NEUTRAL = BOOK.forbids("YS-9.3.5", Message("Nobody ever looks at a neutral broker."))
LOOK_AT_THRONE = number("YS-9.4.6")

LOOKED = BOOK.event(
    "looked",
    "{seat} looks with the Spy at a broker of {owner}: {place}.",
    *("place", "owner", "looks_left"),
    at=at_place,
    owner=lambda named: SeatName(named.owner),
    also=("YS-8.5.2", "YS-8.5.3"),
)
# The seat is the owner's.
SAW = BOOK.event(
    "saw",
    "The broker of {seat} is a {value}: {place}.",
    *("value", "place"),
    unseen="Only the Spy knows the broker of {seat} now.",
    at=at_place,
    reveals=True,
    also=("YS-8.5.5",),
)


decide(
    Phase.SPY,
    "YS-8.5.2",
    asked(
        Message("Look with the Spy at a face-down broker, or pass; looks left: {count}.", count=looks_left),
        Message("{seat} may look with the Spy.").text,
    ),
)
BROKER = Kind(domains.SLOT)


@compilable
def forbids_look(state: State, seat: int, slot: int) -> int:
    """Return why the Spy may not look at the broker of a slot (YS-8.5.1, YS-8.5.4, YS-9.3.5)."""
    if state.spy != seat or state.looks == 0 or state.place[slot] == NONE or state.face[slot]:
        return LOOK_RULE
    if state.owner[slot] == seat:
        return NOT_OWN
    return NOT_NEUTRAL if is_neutral(state, state.owner[slot]) else 0


@compilable
def has_target(state: State, seat: int) -> bool:
    """Return whether there is a broker that the Spy may look at."""
    for slot in range(SLOTS):
        if forbids_look(state, seat, slot) == 0:
            return True
    return False


@BROKER.action_at(
    Phase.SPY,
    Phase.AFTER,
    verb="look",
    forbids=forbids_look,
    button=Message("Look at the broker in {place}", place=broker_of),
)
@compilable
def look(state: State, seat: int, slot: int, log: EventLog | None) -> None:
    """Look at a broker: everybody sees at which, the Spy alone its value (YS-8.5.3, YS-8.5.5)."""
    state.looks -= 1
    state.known[slot] = int(state.known[slot]) | 1 << seat
    owner, place = int(state.owner[slot]), int(state.place[slot])
    if slot >= FIRST_THRONE:
        cite(log, LOOK_AT_THRONE)
    emit(log, LOOKED, seat, LOOK_RULE, place, owner, state.looks)
    emit_to(log, 1 << seat, SAW, owner, ONLY_SPY, state.value[slot], place, 0)
    if state.phase == Phase.AFTER:
        state.phase = Phase.AFTER_PLACING
    elif state.looks == 0 or not has_target(state, seat):
        state.phase = Phase.BEGIN_TURN


@PASS.action_at(Phase.SPY, verb="pass", button=Message("No look now"))
@compilable
def look_no_more(state: State, _seat: int, _argument: int, _log: EventLog | None) -> None:
    """Look no more before the next turn (YS-8.5.2)."""
    state.phase = Phase.BEGIN_TURN

"""Chapter 8: Spy, Messenger, Wizard and Soldier, who look at brokers in play, move and mark them."""

from __future__ import annotations

from typing import Any

from donjon.games.ys import domains
from donjon.games.ys.cards import PASS
from donjon.games.ys.model import LOOKS, State, is_neutral
from donjon.games.ys.nouns import (
    BOOK,
    FIRST_CELL,
    FIRST_THRONE,
    NONE,
    PLACES,
    SLOTS,
    THRONE,
    Phase,
    asked,
    at_place,
    broker_chosen,
    broker_of,
    broker_text,
    decide,
    place_name,
)
from donjon.games.ys.pieces import lift, mark, put, quarter_of
from donjon.games.ys.placing import CLOSED, PLACE, forbids_place, give_bonus
from donjon.kernel.actions import Kind
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit, emit_to
from donjon.kernel.message import Case, Message, SeatName, Term
from donjon.kernel.rule_ids import number

# The Spy (8.5)

NO_BROKER = Message("That broker isn't on the board.")


def stands(case: Case) -> bool:
    """Return whether there is a broker in the slot that an action is about."""
    return bool(case.state.place[case.argument] != NONE)


def _no_look(case: Case) -> Message:
    state = case.state
    if state.spy != case.seat:
        return Message("You have no Spy in play.")
    if state.looks == 0:
        return Message("The Spy has already looked {count:time|times}. No looks left.", count=LOOKS)
    if not stands(case):
        return NO_BROKER
    return Message("That broker is face up. Choose a face-down one.")


def looks_left(case: Case) -> int:
    """Return how many looks the Spy has left."""
    return int(case.state.looks)


LOOK_RULE = BOOK.forbids("YS-8.5.1", _no_look)
ONLY_SPY = number("YS-8.5.3")
NOT_OWN = BOOK.forbids("YS-8.5.4", Message("That is your own broker. Choose another player's."))
NOT_NEUTRAL = BOOK.forbids("YS-9.3.5", Message("Neutral brokers can't be looked at."))


def _in_throne_room(case: Case) -> Message:
    if case.state.phase == Phase.MESSENGER:
        return Message("The Messenger can't move brokers in the throne room.")
    return Message("Both brokers are in the throne room. Choose one from a different place.")


NOT_IN_THRONE = BOOK.forbids("YS-9.4.6", _in_throne_room)


LOOKED = BOOK.event(
    "looked",
    "{seat} looks at {owner}'s broker with the Spy: {place}.",
    *("place", "owner", "looks_left"),
    at=at_place,
    owner=lambda named: SeatName(named.owner),
    also=("YS-8.5.2", "YS-8.5.3"),
)
# The seat is the owner's.
SAW = BOOK.event(
    "saw",
    "{seat}'s broker is a {value}: {place}.",
    *("value", "place"),
    unseen="Only the player with the Spy sees the value of {seat}'s broker.",
    at=at_place,
    reveals=True,
    also=("YS-8.5.5",),
)


decide(
    Phase.SPY,
    "YS-8.5.2",
    asked(
        Message("Spy: look at a face-down broker? {count} left.", count=looks_left),
        Message("{seat} is using the Spy.").text,
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


@compilable
def before_turn(state: State) -> None:
    """Ask the Spy's player, before every turn and after the last one (YS-8.5.2).

    Do not ask a player who was already asked at the end of their own turn.
    """
    if state.spy != NONE and state.actor != state.spy and state.looks > 0 and has_target(state, state.spy):
        state.actor = state.spy
        state.phase = Phase.SPY
    else:
        state.phase = Phase.BEGIN_TURN


@BROKER.action_at(
    Phase.SPY,
    Phase.AFTER,
    verb="look",
    forbids=forbids_look,
    button=Message("Look at: {place}", place=broker_of),
)
@compilable
def look(state: State, seat: int, slot: int, log: EventLog | None) -> None:
    """Look at a broker: all see which one, only the Spy's player its value (YS-8.5.3, YS-8.5.5)."""
    state.looks -= 1
    state.known[slot] = int(state.known[slot]) | 1 << seat
    owner, place = int(state.owner[slot]), int(state.place[slot])
    if slot >= FIRST_THRONE:
        cite(log, NOT_IN_THRONE)
    emit(log, LOOKED, seat, LOOK_RULE, place, owner, state.looks)
    emit_to(log, 1 << seat, SAW, owner, ONLY_SPY, state.value[slot], place, 0)
    if state.phase == Phase.AFTER:
        state.phase = Phase.AFTER_PLACING
    elif state.looks == 0 or not has_target(state, seat):
        state.phase = Phase.BEGIN_TURN


@PASS.action_at(Phase.SPY, verb="pass", button=Message("Skip"))
@compilable
def look_no_more(state: State, _seat: int, _argument: int, _log: EventLog | None) -> None:
    """Look no more before the next turn (YS-8.5.2)."""
    state.phase = Phase.BEGIN_TURN


@compilable
def is_closed(state: State, place: int) -> bool:
    """Return whether the Queen keeps Messenger and Wizard out of this place (YS-8.17.3)."""
    return state.closed != NONE and quarter_of(place) == state.closed


# The Messenger (8.7)


def _owner(case: Case) -> SeatName | Term:
    owner = int(case.state.owner[case.argument])
    return Term("the neutral player") if is_neutral(case.state, owner) else SeatName(owner)


def _not_moved(case: Case) -> Message:
    if case.action in PLACE:
        return Message("The broker is already there. Choose a different place.")
    if not stands(case):
        return NO_BROKER
    return Message("The Messenger moves only your own brokers. Owner of this one: {owner}.", owner=_owner)


MESSENGER_RULE = BOOK.forbids("YS-8.7.1", _not_moved)
MESSENGER_BONUS = number("YS-8.7.3")
MESSENGER_CLOSED = BOOK.forbids("YS-8.7.4", CLOSED)
BONUS_STAYS = number("YS-5.7")
MOVED = BOOK.event(
    "moved",
    "{seat} moves a broker: {place} → {other}.",
    "place",
    "other",
    at=at_place,
    also=("YS-8.7.2",),
)
decide(Phase.MESSENGER, "YS-8.7.1", asked(Message("Messenger: choose a broker to move.")))
decide(Phase.MESSENGER_TO, "YS-8.7.1", asked(Message("Messenger: choose the broker's new place.")))


@compilable
def forbids_messenger(state: State, seat: int, slot: int) -> int:
    """Return why the Messenger may not move this broker (YS-8.7.1, YS-8.7.4)."""
    if state.place[slot] == NONE or state.owner[slot] != seat:
        return MESSENGER_RULE
    if slot >= FIRST_THRONE:
        return NOT_IN_THRONE
    return MESSENGER_CLOSED if is_closed(state, state.place[slot]) else 0


@compilable
def forbids_destination(state: State, _seat: int, place: int) -> int:
    """Return why the Messenger's broker may not go there (YS-8.7.1, YS-8.7.4)."""
    if is_closed(state, place):
        return MESSENGER_CLOSED
    return MESSENGER_RULE if place == state.place[state.target] else forbids_place(state, place)


@compilable
def can_move(state: State, seat: int) -> bool:
    """Return whether the Messenger can move a broker of a seat; there is always a place to go to."""
    for slot in range(FIRST_THRONE):
        if forbids_messenger(state, seat, slot) == 0:
            return True
    return False


@BROKER.action_at(
    Phase.MESSENGER,
    verb="messenger",
    forbids=forbids_messenger,
    button=Message("Move from: {place}", place=broker_of),
    then=(Phase.MESSENGER_TO,),
)
@compilable
def choose_moved(state: State, _seat: int, slot: int, _log: EventLog | None) -> None:
    """Choose the Messenger's broker; its destination is chosen next."""
    state.target = slot
    state.phase = Phase.MESSENGER_TO


def _with_messenger(state: Any) -> str:
    return f"messenger {broker_text(state, int(state.target))}"


@PLACE.action_at(
    Phase.MESSENGER_TO,
    forbids=forbids_destination,
    button=Message("Move to: {place}"),
    noun="space",
    after=_with_messenger,
)
@compilable
def move(state: State, seat: int, place: int, log: EventLog | None) -> None:
    """Move a broker, which keeps its face; from city to market it earns a point (YS-8.7.2, YS-8.7.3)."""
    slot = int(state.target)
    old = int(state.place[slot])
    lift(state, slot)
    put(state, slot, place)
    if place < FIRST_CELL or old >= FIRST_CELL:
        cite(log, MESSENGER_BONUS)
    if place < FIRST_CELL <= old:
        cite(log, BONUS_STAYS)
    emit(log, MOVED, seat, MESSENGER_RULE, old, place, 0)
    if old < FIRST_CELL:
        give_bonus(state, seat, place, MESSENGER_BONUS, log)
    state.target = NONE
    state.phase = Phase.ASK_CARDS


# The Wizard (8.14)


def _not_swapped(case: Case) -> Message:
    place = int(case.state.place[case.argument])
    if is_closed(case.state, place):
        return CLOSED
    if case.state.phase == Phase.WIZARD_WITH:
        return Message(
            "Both brokers are in the same place: {place}. Choose another.", place=place_name(place)
        )
    return Message("No broker in another place can be swapped with that one. Choose another.")


SWAP_RULE = BOOK.forbids("YS-8.14.1", NO_BROKER)
SWAP_PLACES = BOOK.forbids("YS-8.14.4", _not_swapped)
SWAP_WITH_THRONE = number("YS-9.4.7")
MARKER_TRAVELS = number("YS-8.16.4")
WIZARD_SWAPPED = BOOK.event(
    "wizard_swapped",
    "{seat} swaps two brokers: {place} ↔ {other}.",
    "place",
    "other",
    at=at_place,
    also=("YS-8.14.2", "YS-8.14.3"),
)
decide(Phase.WIZARD, "YS-8.14.1", asked(Message("Wizard: choose the first broker to swap.")))
decide(
    Phase.WIZARD_WITH,
    "YS-8.14.1",
    asked(Message("Wizard: choose the second broker (first: {place}).", place=broker_chosen)),
)


@compilable
def forbids_swap(state: State, slot: int) -> int:
    """Return why the Wizard may not swap the broker of a slot at all (YS-8.14.1, YS-8.14.4)."""
    if state.place[slot] == NONE:
        return SWAP_RULE
    return SWAP_PLACES if is_closed(state, state.place[slot]) else 0


@compilable
def forbids_swap_with(state: State, _seat: int, slot: int) -> int:
    """Return why the broker chosen first may not be swapped with this one (YS-8.14.4, YS-9.4.6)."""
    reason = forbids_swap(state, slot)
    if reason:
        return reason
    if state.place[slot] == state.place[state.target]:
        return NOT_IN_THRONE if slot >= FIRST_THRONE and slot != state.target else SWAP_PLACES
    return 0


@compilable
def forbids_swap_first(state: State, _seat: int, slot: int) -> int:
    """Return the rule against a broker without a partner in a different place (YS-8.14.4)."""
    reason = forbids_swap(state, slot)
    if reason:
        return reason
    for other in range(SLOTS):
        if state.place[other] != state.place[slot] and forbids_swap(state, other) == 0:
            return 0
    return SWAP_PLACES


@compilable
def can_swap(state: State) -> bool:
    """Return whether there are two brokers that the Wizard can swap."""
    for slot in range(SLOTS):
        if forbids_swap(state, slot) == 0:
            return forbids_swap_first(state, NONE, slot) == 0
    return False


@BROKER.action_at(
    Phase.WIZARD,
    verb="wizard",
    forbids=forbids_swap_first,
    button=Message("Swap: {place}", place=broker_of),
    then=(Phase.WIZARD_WITH,),
)
@compilable
def choose_swapped(state: State, _seat: int, slot: int, _log: EventLog | None) -> None:
    """Choose the first of the Wizard's brokers; the other is chosen next."""
    state.target = slot
    state.phase = Phase.WIZARD_WITH


def _with_wizard(state: Any) -> str:
    return f"wizard {broker_text(state, int(state.target))}"


@BROKER.action_at(
    Phase.WIZARD_WITH,
    forbids=forbids_swap_with,
    button=Message("Swap with: {place}", place=broker_of),
    after=_with_wizard,
)
@compilable
def swap(state: State, seat: int, other: int, log: EventLog | None) -> None:
    """Exchange two brokers; one that enters the throne room lies face down (YS-8.14.2, YS-9.4.7)."""
    slot = min(int(state.target), other)
    other = max(int(state.target), other)
    place, other_place = int(state.place[slot]), int(state.place[other])
    state.target = NONE
    state.phase = Phase.AFTER_PLACING
    lift(state, slot)
    if other < FIRST_THRONE:
        lift(state, other)
        put(state, other, place)
        put(state, slot, other_place)
        if state.marked[slot] or state.marked[other]:
            cite(log, MARKER_TRAVELS)
    else:
        exchange_slots(state, slot, other)
        put(state, slot, place)
        state.place[other] = THRONE
        state.face[other] = 0
        state.marked[other] = 0
        state.since[other] = 0
        cite(log, NOT_IN_THRONE)
        cite(log, SWAP_WITH_THRONE)
    emit(log, WIZARD_SWAPPED, seat, SWAP_RULE, place, other_place, 0)


@compilable
def exchange_slots(state: State, slot: int, other: int) -> None:
    """Exchange the brokers of two slots with all their data, except their places."""
    for field in (
        state.owner,
        state.value,
        state.face,
        state.known,
        state.marked,
        state.since,
        state.could,
        state.group,
    ):
        value = int(field[slot])
        field[slot] = field[other]
        field[other] = value
    value = int(state.id[slot])
    state.id[slot] = state.id[other]
    state.id[other] = value


# The Soldier (8.16)


def _not_marked(case: Case) -> Message:
    if not stands(case):
        return NO_BROKER
    if case.state.marked[case.argument]:
        return Message("That broker is already marked.")
    return Message("The Soldier marks one of the two brokers you just placed.")


SOLDIER_RULE = BOOK.forbids("YS-8.16.1", _not_marked)
SOLDIER_NOT_NEUTRAL = BOOK.forbids("YS-9.3.6", Message("The Soldier can't mark neutral brokers."))
SOLDIER_NOT_THRONE = BOOK.forbids("YS-9.4.13", Message("The Soldier can't mark brokers in the throne room."))
MARKED = BOOK.event(
    "marked",
    "{seat} marks a broker with the Soldier: {place}.",
    "place",
    at=at_place,
    also=("YS-8.16.2", "YS-8.16.3"),
)
decide(Phase.SOLDIER, "YS-8.16.1", asked(Message("Soldier: mark a broker you just placed.")))


@compilable
def just_placed(state: State, seat: int, slot: int) -> bool:
    """Return whether a seat placed this broker this turn, and it is still on the board (YS-8.16.1)."""
    is_on_board = slot < FIRST_THRONE and 0 <= state.place[slot] < PLACES
    return is_on_board and state.owner[slot] == seat and state.since[slot] == state.turn // state.players + 1


@compilable
def forbids_mark(state: State, seat: int, slot: int) -> int:
    """Return why the Soldier may not mark this broker (YS-8.16.1, YS-9.3.6, YS-9.4.13)."""
    if state.place[slot] != NONE and is_neutral(state, state.owner[slot]):
        return SOLDIER_NOT_NEUTRAL
    if slot >= FIRST_THRONE and state.place[slot] != NONE:
        return SOLDIER_NOT_THRONE
    return 0 if just_placed(state, seat, slot) and not state.marked[slot] else SOLDIER_RULE


@BROKER.action_at(
    Phase.SOLDIER,
    verb="soldier",
    forbids=forbids_mark,
    button=Message("Mark: {place}", place=broker_of),
)
@compilable
def mark_with_soldier(state: State, seat: int, slot: int, log: EventLog | None) -> None:
    """Mark a broker in public; it stays as it lies (YS-8.16.1 to YS-8.16.3)."""
    mark(state, slot)
    emit(log, MARKED, seat, SOLDIER_RULE, state.place[slot], 0, 0)
    state.phase = Phase.AFTER_PLACING

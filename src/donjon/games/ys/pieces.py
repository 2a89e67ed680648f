"""The pieces: brokers on the board and behind screens, gems, and the values of their colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.games.ys.model import HIGHEST, LOWEST, SOLDIER_VALUE, Seat, State, event_seat, is_neutral
from donjon.games.ys.nouns import (
    BOOK,
    COLOURS,
    DISTRICTS,
    EVERYBODY,
    FIRST_CELL,
    FIRST_THRONE,
    GEMS,
    NONE,
    PARTIES,
    PLACES,
    VALUES,
    Character,
    at_place,
    at_screen,
    colour_of_gem,
    of_colour,
)
from donjon.kernel.book import Line, player_named, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message, SeatName
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number

# Brokers in play: putting them on the board, taking them off, and what they are worth

TURN_UP_RULE = number("YS-6.1.2")
MARKET_TURN_UP = number("YS-6.4.1")
SOLDIER_COUNTS = number("YS-8.16.2")
SOLDIER_SHOWN = number("YS-8.16.3")
SOLDIER_ZERO = number("YS-8.16.5")

TURNED_UP = BOOK.event(
    "turned_up",
    "{seat} reveals a {value}: {place}.",
    *("place", "value", "owner"),
    at=at_place,
    reveals=True,
)
# The ids of brokers that come into play in one round: more than there are slots.
IDS_PER_ROUND = 64


@compilable
def worth(state: State, slot: int) -> int:
    """Return what a broker counts: its printed value, or with the Soldier's marker 5 (YS-8.16.2)."""
    if state.marked[slot]:
        return SOLDIER_VALUE
    return max(int(state.value[slot]), 0)


@compilable
def put(state: State, slot: int, place: int) -> None:
    """Place the broker of a slot on the board."""
    owner = int(state.owner[slot])
    state.place[slot] = place
    state.sums[place, owner] = int(state.sums[place, owner]) + worth(state, slot)
    state.count[place, owner] = int(state.count[place, owner]) + 1
    state.taken |= 1 << place


@compilable
def lift(state: State, slot: int) -> None:
    """Take the broker of a slot off the board; it stays in the slot."""
    owner, place = int(state.owner[slot]), int(state.place[slot])
    state.place[slot] = NONE
    state.sums[place, owner] = int(state.sums[place, owner]) - worth(state, slot)
    state.count[place, owner] = int(state.count[place, owner]) - 1
    if not stands_any(state, place):
        state.taken &= ~(1 << place)


@compilable
def mark(state: State, slot: int) -> None:
    """Set the Soldier's marker on a broker (YS-8.16.1)."""
    place = int(state.place[slot])
    lift(state, slot)
    state.marked[slot] = 1
    put(state, slot, place)


@compilable
def new_broker(state: State, slot: int, owner: int, value: int, face: int, known: int) -> None:
    """Bring a broker into play in an empty slot."""
    state.owner[slot] = owner
    state.value[slot] = value
    state.face[slot] = face
    state.known[slot] = EVERYBODY if face else known
    state.marked[slot] = 0
    state.since[slot] = state.turn // state.players + 1
    state.could[slot] = (1 << VALUES) - 1
    state.group[slot] = 0
    state.id[slot] = new_id(state, slot)


@compilable
def new_id(state: State, slot: int) -> int:
    """Return the id of a broker that comes into play in a slot now, which it keeps (YS-10.4)."""
    return state.round * IDS_PER_ROUND + slot


@compilable
def clear_slot(state: State, slot: int) -> None:
    """Empty a slot."""
    state.place[slot] = NONE
    state.owner[slot] = NONE
    state.value[slot] = NONE
    state.face[slot] = 0
    state.known[slot] = 0
    state.marked[slot] = 0
    state.since[slot] = 0
    state.could[slot] = 0
    state.group[slot] = 0
    state.id[slot] = 0


@compilable
def free_slot(state: State, first: int) -> int:
    """Return the slot of the next broker that comes into play, among those from `first` on."""
    slot = first
    while state.id[slot]:
        slot += 1
    return slot


@compilable
def quarter_of(place: int) -> int:
    """Return the quarter a place lies in, NONE for the market and the throne room."""
    return place // DISTRICTS if 0 <= place < FIRST_CELL else NONE


@compilable
def is_taken(state: State, place: int) -> bool:
    """Return whether there is a broker in this cell (YS-5.4)."""
    return int(state.taken) >> place & 1 != 0


@compilable
def stands_any(state: State, place: int) -> bool:
    """Return whether any party has a broker in this place."""
    for party in range(PARTIES):
        if state.count[place, party]:
            return True
    return False


@compilable
def turn_up(state: State, slot: int, log: EventLog | None) -> None:
    """Turn up a broker that is scored; it stays face up (YS-6.1.2)."""
    if not state.face[slot]:
        state.face[slot] = 1
        state.known[slot] = EVERYBODY
        owner = event_seat(state, state.owner[slot])
        if state.place[slot] >= FIRST_CELL:
            cite(log, MARKET_TURN_UP)
        if state.marked[slot]:
            cite(log, SOLDIER_COUNTS)
            cite(log, SOLDIER_SHOWN)
            if state.value[slot] == 0:
                cite(log, SOLDIER_ZERO)
        emit(log, TURNED_UP, owner, TURN_UP_RULE, state.place[slot], state.value[slot], owner)


@compilable
def set_neutral_value(state: State, slot: int, value: int) -> None:
    """Set the value of a neutral broker as it is turned up (YS-9.3.5)."""
    place = int(state.place[slot])
    lift(state, slot)
    state.value[slot] = value
    put(state, slot, place)


@compilable
def take_back(state: State, slot: int) -> None:
    """Take a broker back behind its owner's screen.

    A neutral one leaves its value in the slot for the rest of the round: it narrows what the others of
    its four can be (YS-10.7).
    """
    lift(state, slot)
    owner = int(state.owner[slot])
    if is_neutral(state, owner):
        state.marked[slot] = 0
        return
    value = int(state.value[slot])
    state.seats[owner].screen[value] = int(state.seats[owner].screen[value]) + 1
    clear_slot(state, slot)


@compilable
def take_back_from(state: State, first: int, last: int) -> None:
    """Take back all brokers in the places first .. last - 1 (YS-6.3.6, YS-6.9.1)."""
    for slot in range(FIRST_THRONE):
        if first <= state.place[slot] < last:
            take_back(state, slot)


@compilable
def count_again(state: State) -> None:
    """Fill sums and counts of all places from the brokers."""
    state.taken = 0
    for place in range(PLACES):
        for party in range(PARTIES):
            state.sums[place, party] = 0
            state.count[place, party] = 0
    for slot in range(FIRST_THRONE):
        if state.place[slot] != NONE:
            put(state, slot, int(state.place[slot]))


@compilable
def pile_size(pile: Ints) -> int:
    """Return how many brokers a pile by value has."""
    size = 0
    for value in range(VALUES):
        size += int(pile[value])
    return size


@compilable
def pile_sum(pile: Ints) -> int:
    """Return the sum of the values of a pile by value."""
    total = 0
    for value in range(VALUES):
        total += value * int(pile[value])
    return total


@compilable
def add_to(pile: Ints, value: int, change: int) -> None:
    """Add brokers of a value to a pile; take them away if `change` is negative."""
    pile[value] = int(pile[value]) + change


# Explanations


@BOOK.explains("screen-")
def explain_screen(_state: State, view: Mapping[str, Any], name: str) -> list[Line]:
    """Return what is known of a screen, and what lies before it."""
    player = player_named(view, name)
    if player is None:
        return []
    lines = [
        title(Message("{seat}'s screen", seat=SeatName(player["seat"]))),
        ("YS-0.3", Message("{count:broker|brokers} behind the screen.", count=player["screen_size"])),
        ("YS-5.11", Message("Sum in front of the screen: {sum}.", sum=player["front_sum"])),
    ]
    held = [Character[card["card"].upper()].term for card in player["hand"]]
    if held:
        lines.append(("YS-8.1.1", Message("Cards in hand: {cards}.", cards=held)))
    return lines


# Gems of the players, and the values of their colours (0.4, 2.6, 6.5.7)

VALUES_END = number("YS-6.5.7")


def value_of(case: Case) -> int:
    """Return the value of the colour that an action is about."""
    return int(case.state.values[case.argument])


GEM_TAKEN = BOOK.event(
    "gem_taken", "{seat} takes a {colour} gem.", "gem", "count", at=at_screen, colour=colour_of_gem
)
GEM_GIVEN = BOOK.event(
    "gem_given", "{seat} gives a {colour} gem.", "gem", at=at_screen, also=("YS-8.2.2",), colour=colour_of_gem
)
VALUE_MOVED = BOOK.event(
    "value_moved",
    "The {colour} gem value moves from {old} to {new}.",
    "colour",
    "old",
    "new",
    at=of_colour("value"),
)


@compilable
def gem_count(me: Seat) -> int:
    """Return the number of all gems of a player (YS-7.8)."""
    count = 0
    for kind in range(GEMS):
        count += int(me.gems[kind])
    return count


@compilable
def add_gem(me: Seat, kind: int, change: int) -> None:
    """Add gems of a kind; take them away if `change` is negative."""
    me.gems[kind] = int(me.gems[kind]) + change


@compilable
def colour_rank(state: State, colour: int) -> int:
    """Return how many colours are more valuable, or as valuable and further left (YS-7.1)."""
    rank = 0
    for other in range(COLOURS):
        more = state.values[other] > state.values[colour]
        rank += more or (state.values[other] == state.values[colour] and other < colour)
    return rank


@compilable
def best_colour(state: State) -> int:
    """Return the most valuable colour, of equal ones the one further left (YS-9.3.10)."""
    best = 0
    for colour in range(1, COLOURS):
        if state.values[colour] > state.values[best]:
            best = colour
    return best


@compilable
def move_value(state: State, seat: int, colour: int, change: int, rule: int, log: EventLog | None) -> None:
    """Move a gem value, which stops at the end of the table (YS-6.5.5, YS-6.5.7)."""
    old = int(state.values[colour])
    new = min(max(old + change, LOWEST), HIGHEST)
    state.values[colour] = new
    if new != old + change:
        cite(log, VALUES_END)
    emit(log, VALUE_MOVED, seat, rule, colour, old, new)

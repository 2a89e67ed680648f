"""Chapter 5: turns of placement; the last brokers go in front of the screens."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.games.ys import domains
from donjon.games.ys.cards import PASS, open_window
from donjon.games.ys.model import (
    CELL_BONUS,
    FIRST_ROW,
    OWN_TURN,
    State,
    event_seat,
    seat_of_order,
    turns_in_all,
)
from donjon.games.ys.nouns import (
    BOOK,
    COLOURS,
    DISTRICTS,
    EVERYBODY,
    FIRST_CELL,
    MAX_SEATS,
    NONE,
    OWN_SLOTS,
    PLACES,
    QUARTERS,
    VALUES,
    Phase,
    Source,
    asked,
    at_place,
    at_screen,
    decide,
    place_name,
    place_text,
)
from donjon.games.ys.pieces import add_to, free_slot, is_taken, new_broker, pile_size, put, quarter_of
from donjon.kernel.actions import Kind
from donjon.kernel.bits import mark_bits
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit, emit_to
from donjon.kernel.message import Case, Message, SeatName
from donjon.kernel.records import Grid, Ints
from donjon.kernel.rule_ids import number

# The turns (5.1, 5.9)

NOT_BEHIND = Message("You have no {value} left behind your screen.")


def _turn_is_full(case: Case) -> Message:
    if case.state.phase == Phase.VALUE:
        return NOT_BEHIND
    return Message("You have placed both your brokers this turn.")


def _what_to_place(case: Case) -> Message:
    state = case.state
    left = OWN_TURN - int(state.put_up) - int(state.put_down)
    if state.players == 2 and not state.put_neutral and left == 0:
        return Message("Place a neutral broker.")
    if state.players == 2 and not state.put_neutral:
        return Message("Place your brokers: {count} of your own, 1 neutral.", count=left)
    if left == OWN_TURN:
        return Message("Place your first broker, face up or face down.")
    return Message("Place your second broker.")


def _after_placing(case: Case) -> Message:
    if case.state.spy == case.state.actor and case.state.looks:
        return Message(
            "Play a card, use the Spy ({count} left) or end your turn.",
            count=lambda case: int(case.state.looks),
        )
    return Message("Play a card or end your turn.")


# Phases in which one seat plays its turn of placement; in some of them all its brokers are placed.
ALL_PLACED = (
    Phase.AFTER,
    Phase.WIZARD,
    Phase.WIZARD_WITH,
    Phase.SOLDIER,
    Phase.AFTER_PLACING,
    Phase.END_TURN,
)
IN_TURN = (Phase.PLACE, Phase.VALUE, Phase.REFILL, Phase.CLOSE, Phase.GO_ON, *ALL_PLACED)
_PLACES = Message("{seat} is placing brokers.").text
TURN_RULE = BOOK.forbids("YS-5.1", _turn_is_full)
decide(Phase.PLACE, "YS-5.1", asked(_what_to_place, _PLACES))
decide(Phase.AFTER, "YS-5.9", asked(_after_placing))


@compilable
def begin_turn(state: State) -> None:
    """Start the next turn in order-card order, or end the placement (YS-5.1)."""
    if state.turn == turns_in_all(state):
        state.phase = Phase.END_PLACEMENT
        return
    seat = seat_of_order(state, state.turn % state.players + 1)
    state.actor = seat
    state.put_up = 0
    state.put_down = 0
    state.put_neutral = 0
    if state.magician == seat:
        me = state.seats[seat]
        for value in range(VALUES):
            me.old_front[value] = me.front[value]
    state.phase = Phase.PLACE


@compilable
def go_on(state: State) -> None:
    """Go on with a turn: two own brokers, and with two players a neutral one (YS-5.1, YS-9.3.4)."""
    state.target = NONE
    state.from_front = NONE
    neutral_left = state.players == 2 and state.put_neutral == 0
    if state.put_up + state.put_down < OWN_TURN or neutral_left:
        state.phase = Phase.PLACE
    else:
        state.phase = Phase.AFTER_PLACING


@PASS.action_at(Phase.AFTER, verb="pass", button=Message("End turn"))
@compilable
def finish_turn(state: State, _seat: int, _argument: int, _log: EventLog | None) -> None:
    """Play no card and look no more in this turn (YS-5.9)."""
    state.phase = Phase.END_TURN


@compilable
def end_turn(state: State) -> None:
    """End the turn."""
    state.turn += 1
    state.phase = Phase.BEFORE_TURN


# Where a broker goes, and how it lies (5.2 to 5.5)

NO_QUARTER = Message("Only quarters 1–{count} are in play.", count=lambda case: int(case.state.quarters))
NO_ROW = Message(
    "Market row {row} isn't used with {players} players. Choose from rows {first}–3.",
    row=lambda case: (case.argument - FIRST_CELL) // COLOURS,
    players=lambda case: int(case.state.players),
    first=lambda case: int(FIRST_ROW[case.state.players]),
)
CLOSED = Message(
    "{seat}'s Queen has closed quarter {quarter}.",
    seat=lambda case: SeatName(int(case.state.queen)),
    quarter=lambda case: int(case.state.closed) + 1,
)


def _lies_already(case: Case) -> Message:
    if case.action in UP:
        return Message("You already placed one face up this turn. Place the other face down.")
    return Message("You already placed one face down this turn. Place the other face up.")


FACES_RULE = BOOK.forbids("YS-5.2", _lies_already)
TAKEN_CELL = BOOK.forbids("YS-5.4", Message("That place is taken: {place}."))
NO_ROW_ZERO = BOOK.forbids("YS-5.5", NO_ROW)
OPEN_RULE = BOOK.forbids("YS-9.1.1", Message("With open placement, all brokers go face up."))
NO_QUARTER_FOUR = BOOK.forbids("YS-9.2.2", NO_QUARTER)
ROWS_OF_FEW = BOOK.forbids("YS-9.2.5", NO_ROW)
CLOSED_QUARTER = BOOK.forbids("YS-8.17.2", CLOSED)
UP, DOWN, PLACE = Kind(domains.PLACE), Kind(domains.PLACE), Kind(domains.PLACE)


@compilable
def forbids_place(state: State, place: int) -> int:
    """Return why no broker can be put in a place (YS-5.3 to YS-5.5, YS-9.2.2, YS-9.2.5)."""
    if place < FIRST_CELL:
        return 0 if quarter_of(place) < state.quarters else NO_QUARTER_FOUR
    if (place - FIRST_CELL) // COLOURS < FIRST_ROW[state.players]:
        return NO_ROW_ZERO if state.players == MAX_SEATS else ROWS_OF_FEW
    return TAKEN_CELL if is_taken(state, place) else 0


def _places_in_play(players: int, quarters: int) -> int:
    """Return the places in a game with this many players and quarters, as a bit set."""
    cells = range(FIRST_CELL + COLOURS * FIRST_ROW[players], PLACES)
    return (1 << DISTRICTS * quarters) - 1 | sum(1 << cell for cell in cells)


CELLS = (1 << PLACES) - (1 << FIRST_CELL)
DISTRICTS_OF_ONE = (1 << DISTRICTS) - 1
# PLACES_IN_PLAY[players, quarters]
PLACES_IN_PLAY: Grid = np.array(
    [
        [_places_in_play(players, quarters) for quarters in range(QUARTERS + 1)]
        for players in range(MAX_SEATS + 1)
    ],
    np.int64,
)


@compilable
def places_for(state: State, seat: int) -> int:
    """Return where a seat can put brokers, as a bit set (YS-5.3 to YS-5.5, YS-8.17.2)."""
    places = int(PLACES_IN_PLAY[state.players, state.quarters]) & ~(int(state.taken) & CELLS)
    if state.closed != NONE and state.queen != seat:
        places &= ~(DISTRICTS_OF_ONE << DISTRICTS * int(state.closed))
    return places


@compilable
def is_closed_to(state: State, seat: int, place: int) -> bool:
    """Return whether another player's Queen closes the quarter (YS-8.17.2)."""
    return state.closed != NONE and quarter_of(place) == state.closed and state.queen != seat


@compilable
def forbids_own(state: State, seat: int, place: int, face: int) -> int:
    """Return why a seat may not place a broker of its own there face up (1) or down (0)."""
    rule = forbids_facing(state, seat, face)
    if rule:
        return rule
    if is_closed_to(state, seat, place):
        return CLOSED_QUARTER
    return forbids_place(state, place)


@compilable
def forbids_facing(state: State, seat: int, face: int) -> int:
    """Return why a seat may not place a broker of its own face up (1) or down (0), wherever it is."""
    if state.put_up + state.put_down == OWN_TURN:
        return TURN_RULE
    if state.bishop != seat:  # YS-8.6.1, YS-9.1.2
        if state.open:
            if not face:
                return OPEN_RULE
        elif (face and state.put_up) or (not face and state.put_down):
            return FACES_RULE
    return 0


@compilable
def forbids_face_up(state: State, seat: int, place: int) -> int:
    """Return why a seat may not place a broker of its own there face up."""
    return forbids_own(state, seat, place, 1)


@compilable
def forbids_face_down(state: State, seat: int, place: int) -> int:
    """Return why a seat may not place a broker of its own there face down."""
    return forbids_own(state, seat, place, 0)


@compilable
def mark_face_up(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """Mark the places where a seat may place a broker of its own face up; return how many."""
    return mark_own(state, seat, 1, first, mask)


@compilable
def mark_face_down(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """Mark the places where a seat may place a broker of its own face down; return how many."""
    return mark_own(state, seat, 0, first, mask)


@compilable
def mark_own(state: State, seat: int, face: int, first: int, mask: Ints | None) -> int:
    """Mark the places for a broker of the seat's own, face up (1) or down (0); return how many."""
    return 0 if forbids_facing(state, seat, face) else mark_bits(places_for(state, seat), PLACES, first, mask)


@UP.action_at(
    Phase.PLACE,
    verb="up",
    forbids=forbids_face_up,
    button=Message("Face up: {place}"),
    mark=mark_face_up,
    then=(Phase.VALUE,),
)
@compilable
def put_face_up(state: State, _seat: int, place: int, _log: EventLog | None) -> None:
    """Choose the place of the next broker, face up; the broker is chosen next (YS-5.2, YS-5.3)."""
    choose_place(state, place, 1)


@DOWN.action_at(
    Phase.PLACE,
    verb="down",
    forbids=forbids_face_down,
    button=Message("Face down: {place}"),
    mark=mark_face_down,
    then=(Phase.VALUE,),
)
@compilable
def put_face_down(state: State, _seat: int, place: int, _log: EventLog | None) -> None:
    """Choose the place of the next broker, face down; the broker is chosen next."""
    choose_place(state, place, 0)


@compilable
def choose_place(state: State, place: int, face: int) -> None:
    """Choose a place, and how the broker lies there."""
    state.target = place
    state.facing = face
    state.phase = Phase.VALUE


# Which broker goes there


def _not_of_front(case: Case) -> Message:
    if case.state.phase == Phase.REFILL:
        return NOT_BEHIND
    if case.me.old_front[case.argument] == 0:
        return Message("You had no {value} in front of your screen before this turn.")
    return Message("You have no broker behind your screen to replace it with.")


def _which_broker(case: Case) -> Message:
    if case.state.facing:
        return Message("Choose a broker to place face up: {place}.", place=place_name(case.state.target))
    return Message("Choose a broker to place face down: {place}.", place=place_name(case.state.target))


FRONT_STAYS = BOOK.forbids(
    "YS-4.7", Message("Brokers in front of your screen stay there; only the Magician can place them.")
)
OPEN_BISHOP = number("YS-9.1.2")
BISHOP_RULE = number("YS-8.6.1")
MAGICIAN_RULE = BOOK.forbids("YS-8.8.1", _not_of_front)
MAGICIAN_FREE = number("YS-8.8.2")
MAGICIAN_FACES = number("YS-8.8.3")
# Which broker it is comes next, HIDDEN or PLACED_KNOWN.
PUT_DOWN = BOOK.event(
    "put_down", "{seat} places a broker face down: {place}.", "place", at=at_place, also=("YS-5.3",)
)
HIDDEN = BOOK.event(
    "hidden",
    "{seat}'s face-down broker is a {value}: {place}.",
    *("value", "place"),
    unseen="Only {seat} knows the broker's value.",
    at=at_place,
)
PLACED = BOOK.event(
    "placed",
    "{seat} places a {value} face up: {place}.",
    "place",
    "value",
    "from_front",
    at=at_place,
    also=("YS-5.2", "YS-5.3"),
)
PLACED_KNOWN = BOOK.event(
    "placed_known",
    "{seat}'s face-down broker is the {value} from in front of the screen: {place}.",
    *("place", "value", "from_front"),
    at=at_place,
    also=("YS-8.8.2", "YS-8.8.5"),
)
REFILLED = BOOK.event(
    "refilled", "{seat} puts a {value} in front of the screen.", "value", at=at_screen, also=("YS-8.8.2",)
)
decide(Phase.VALUE, "YS-5.1", asked(_which_broker, _PLACES))
decide(
    Phase.REFILL,
    "YS-8.8.1",
    asked(Message("Replace it with a broker from behind your screen."), _PLACES),
)
VALUE, FRONT = Kind(domains.VALUE), Kind(domains.VALUE)


def _placed(state: Any) -> str:
    """Return the half of a placement that is chosen: "up q1.h"."""
    return f"{'up' if state.facing else 'down'} {place_text(state.target)}"


def _from_front(state: Any) -> str:
    return f"{_placed(state)} front {int(state.from_front)}"


def behind_screen(_state: Any, value: int) -> str:
    """Return the piece of a broker behind the player's screen."""
    return f"disc-{value}"


def of_front(_state: Any, value: int) -> str:
    """Return the piece of a broker in front of the player's screen."""
    return f"front-{value}"


@compilable
def forbids_value(state: State, seat: int, value: int) -> int:
    """Return the rule against a broker that is not behind the screen (YS-5.1)."""
    return 0 if state.seats[seat].screen[value] > 0 else TURN_RULE


@compilable
def forbids_front(state: State, seat: int, value: int) -> int:
    """Return why a broker in front of the screen may not be placed (YS-4.7, YS-8.8.1, YS-8.8.2)."""
    if state.magician != seat:
        return FRONT_STAYS
    me = state.seats[seat]
    if me.old_front[value] == 0 or pile_size(me.screen) == 0:
        return MAGICIAN_RULE
    return 0


@VALUE.action_at(
    Phase.VALUE, forbids=forbids_value, button=Message("Place a {value}"), after=_placed, pieces=behind_screen
)
@compilable
def place_own(state: State, seat: int, value: int, log: EventLog | None) -> None:
    """Place a broker from behind the screen."""
    add_to(state.seats[seat].screen, value, -1)
    stand(state, seat, value, 1 << seat, log)
    place, face = int(state.target), int(state.facing)
    if face:
        cite_faces(state, seat, log)
        emit(log, PLACED, seat, TURN_RULE, place, value, 0)
    else:
        emit_to(log, 1 << seat, HIDDEN, seat, FACES_RULE, value, place, 0)
    give_bonus(state, seat, place, BONUS_RULE, log)
    state.phase = Phase.GO_ON


@FRONT.action_at(
    Phase.VALUE,
    verb="front",
    forbids=forbids_front,
    button=Message("From in front of the screen: {value}"),
    after=_placed,
    then=(Phase.REFILL,),
    pieces=of_front,
)
@compilable
def place_from_front(state: State, seat: int, value: int, log: EventLog | None) -> None:
    """Place a broker from in front of the screen; all know it, even face down (YS-8.8.1, YS-8.8.5)."""
    me = state.seats[seat]
    add_to(me.front, value, -1)
    add_to(me.old_front, value, -1)
    stand(state, seat, value, EVERYBODY, log)
    place = int(state.target)
    kind = PLACED_KNOWN
    if state.facing:
        kind = PLACED
        cite_faces(state, seat, log)
        cite(log, MAGICIAN_FREE)
    emit(log, kind, seat, MAGICIAN_RULE, place, value, 1)
    give_bonus(state, seat, place, BONUS_RULE, log)
    state.from_front = value
    state.phase = Phase.REFILL


@compilable
def stand(state: State, seat: int, value: int, known: int, log: EventLog | None) -> None:
    """Put the chosen broker in the chosen place, face up or down (YS-5.2, YS-5.3)."""
    slot = free_slot(state, OWN_SLOTS * seat)
    new_broker(state, slot, seat, value, state.facing, known)
    put(state, slot, int(state.target))
    if state.facing:
        state.put_up += 1
    else:
        state.put_down += 1
        cite_faces(state, seat, log)
        emit(log, PUT_DOWN, seat, FACES_RULE, state.target, 0, 0)


@compilable
def cite_faces(state: State, seat: int, log: EventLog | None) -> None:
    """Cite the rules that change how the brokers of a turn lie (YS-8.6.1, YS-8.8.3, YS-9.1.1, YS-9.1.2)."""
    if state.open and state.facing:
        cite(log, OPEN_RULE)
    if state.bishop == seat:
        cite(log, OPEN_BISHOP if state.open else BISHOP_RULE)
    if state.magician == seat:
        cite(log, MAGICIAN_FACES)


@compilable
def forbids_refill(state: State, seat: int, value: int) -> int:
    """Return the rule against a broker that is not behind the screen (YS-8.8.1)."""
    return 0 if state.seats[seat].screen[value] > 0 else MAGICIAN_RULE


@VALUE.action_at(
    Phase.REFILL,
    verb="refill",
    forbids=forbids_refill,
    button=Message("Put a {value} in front of the screen"),
    after=_from_front,
    pieces=behind_screen,
)
@compilable
def refill(state: State, seat: int, value: int, log: EventLog | None) -> None:
    """Replace the broker taken from in front of the screen (YS-8.8.1)."""
    me = state.seats[seat]
    add_to(me.screen, value, -1)
    add_to(me.front, value, 1)
    emit(log, REFILLED, seat, MAGICIAN_RULE, value, 0, 0)
    state.phase = Phase.GO_ON


# The point for a place in the market (5.6)

BONUS_RULE = number("YS-5.6")
MARKET_BONUS = BOOK.event(
    "market_bonus",
    "{seat} gets {points:point|points} for a market cell.",
    "points",
    "place",
    at=at_place,
    also=("YS-5.7",),
)


@compilable
def give_bonus(state: State, party: int, place: int, rule: int, log: EventLog | None) -> None:
    """Give the owner of a broker that comes to the market a point at once (YS-5.6, YS-8.7.3)."""
    if place >= FIRST_CELL:
        points = state.seats[party].points
        points[Source.MARKET] = int(points[Source.MARKET]) + CELL_BONUS
        emit(log, MARKET_BONUS, event_seat(state, party), rule, CELL_BONUS, place, 0)


# The last brokers (5.10)

LAST_RULE = number("YS-5.10")
EXPRESS_LAST = number("YS-9.5.3")
ALL_LEFT = number("YS-9.4.8")
MAGICIAN_FRONT = number("YS-8.8.4")
LAST_SHOWN = BOOK.event(
    "last_shown",
    "{seat} puts the last broker ({value}) in front of the screen.",
    "value",
    at=at_screen,
    reveals=True,
)


@compilable
def end_placement(state: State, log: EventLog | None) -> None:
    """Put what is left behind the screens in front, and discard the cards (YS-5.10, YS-9.4.8)."""
    for seat in range(state.players):
        me = state.seats[seat]
        left = pile_size(me.screen)
        for value in range(VALUES):
            me.old_front[value] = 0
            while me.screen[value] > 0:
                add_to(me.screen, value, -1)
                add_to(me.front, value, 1)
                if left > 1:
                    cite(log, ALL_LEFT)
                if state.express:
                    cite(log, EXPRESS_LAST)
                if state.magician == seat:
                    cite(log, MAGICIAN_FRONT)
                emit(log, LAST_SHOWN, seat, LAST_RULE, value, 0, 0)
    state.screens_open = 1
    state.spy = NONE
    state.looks = 0
    state.bishop = NONE
    state.magician = NONE
    open_window(state, Phase.CARDS_BEFORE)

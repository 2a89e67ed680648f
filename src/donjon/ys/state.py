"""A position of Ys, field by field. What no seat knows is not in it."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.records import Grid, Ints, Record, Records, field, layout
from donjon.ys.nouns import (
    CHARACTERS,
    COLOURS,
    GEMS,
    MAX_SEATS,
    NEUTRAL,
    NEUTRAL_VOICE,
    PARTIES,
    PLACES,
    QUARTERS,
    ROWS,
    SHIPS,
    SLOTS,
    TRACK_SOURCES,
    VALUES,
)


class Seat(Record):
    """What one seat has."""

    order: int = field("i4")  # order card held, 1 .. n; 0 before the deal
    chosen: int = field("i4")  # order card chosen in this round but not taken yet, 0 none (YS-4.6)
    choice: int = field(
        "i4"
    )  # secret choice not shown yet: pair of the bid, value for the throne room; -1 none
    played: int = field("i4")  # cards played in this round that count (YS-8.1.3)
    extras: int = field("i4")  # extra 2s beside the board (YS-9.4.1)
    court: int = field("i4")  # points of Prince and King still to be entered (YS-8.18.1)
    screen: Ints = field("i1", VALUES)  # brokers behind the screen by value; known to this seat only
    front: Ints = field("i1", VALUES)  # brokers of the front by value
    old_front: Ints = field("i1", VALUES)  # those of them that stood there when the turn began (YS-8.8.5)
    gems: Ints = field("i1", GEMS)  # won gems by kind; white ones are exchanged at once
    hand: Ints = field("i1", CHARACTERS)  # round in which the card in hand was won, 0 not in hand
    points: Ints = field("i2", TRACK_SOURCES)  # points on the score track, by source


class State(Record):
    """A position."""

    players: int = field("i4")
    quarters: int = field("i4")  # quarters in play
    open: int = field("i4")  # 1 open placement (YS-9.1.1)
    royal: int = field("i4")  # 1 Royal Favour (YS-9.4.2)
    express: int = field("i4")  # 1 Ys Express (YS-9.5.1)
    hard: int = field("i4")  # 1 harder neutral brokers (YS-9.3.20)
    round: int = field("i4")  # from 1, 0 before the first
    phase: int = field("i4")
    screens_open: int = field("i4")  # 1 while all that stands behind the screens is publicly known (YS-5.10)
    actor: int = field("i4")  # whose decision it is, -1 none or several
    turn: int = field("i4")  # turns of placement finished in this round
    asked: int = field("i4")  # seats of the window that have been asked, in order-card order
    window: int = field("i4")  # Phase.CARDS_FIRST, CARDS_BEFORE or CARDS_AFTER
    put_up: int = field("i4")  # own brokers placed face up in this turn
    put_down: int = field("i4")  # and face down
    put_neutral: int = field("i4")  # and the neutral one
    target: int = field("i4")  # place (or slot, or colour) chosen by a decision that is half done, -1 none
    facing: int = field("i4")  # 1 if the broker being placed is to be face up
    from_front: int = field("i4")  # value of the front broker being placed (Magician), -1 none
    spy: int = field("i4")  # seat whose Spy, Bishop, … is in play, -1 none
    looks: int = field("i4")  # looks the Spy has left
    bishop: int = field("i4")
    magician: int = field("i4")
    intriguer: int = field("i4")
    merchant: int = field("i4")
    queen: int = field("i4")
    closed: int = field("i4")  # the quarter that the Queen closes, -1 none
    quarter: int = field("i4")  # the quarter being counted
    rank: int = field("i4")  # how many have been paid in the quarter; rows paid; columns ranked
    cause: int = field("i4")  # number of the rule for which a colour is to be chosen
    resume: int = field("i4")  # the step that follows the choice of a colour
    ranking: Ints = field("i1", PARTIES)  # who is present in the quarter being counted, best first, -1 nobody
    columns: Ints = field("i1", COLOURS)  # market columns, best first; those not ranked yet -1
    offer: Ints = field("i1", GEMS)  # gems left on the ship of the quarter being counted
    values: Ints = field("i1", COLOURS)  # gem values
    unseen: Ints = field("i1", CHARACTERS)  # 1 if no one has seen the card yet
    deck: Ints = field("i1", SHIPS)  # 1 if the ship card is still in the deck
    ship: Ints = field("i1", QUARTERS + 1)  # ship card in each harbour, the last for the market; -1 none
    character: Ints = field("i1", QUARTERS)  # card face up on each quarter, -1 none
    market: Ints = field("i1", ROWS)  # gem on each row, -1 none
    discards: Ints = field("i1", SHIPS)  # 1 if the ship card is out of the game
    # The brokers on the board and in the throne room, by slot.
    place: Ints = field("i1", SLOTS)  # where it stands, -1 no broker in this slot
    owner: Ints = field("i1", SLOTS)  # seat, NEUTRAL in the two-player game
    value: Ints = field("i1", SLOTS)  # -1 a neutral one that nobody has seen; else known to its owner
    face: Ints = field("i1", SLOTS)  # 1 face up
    known: Ints = field("i1", SLOTS)  # mask of the seats that have seen it
    marked: Ints = field("i1", SLOTS)  # 1 with the Soldier's marker
    since: Ints = field("i1", SLOTS)  # turn in which it was placed, from 1; 0 in the throne room
    could: Ints = field("i1", SLOTS)  # mask of the values it can have as far as its origin tells (YS-10.8)
    group: Ints = field("i1", SLOTS)  # number of the set of brokers whose values are known together, 0 none
    id: Ints = field("i2", SLOTS)  # stays with the broker for as long as it is on the board
    # What follows from them, kept up to date.
    sums: Grid = field("i1", PLACES, PARTIES)  # values of a party's brokers in a place
    count: Grid = field("i1", PLACES, PARTIES)  # and their number
    seats: Records[Seat] = field(Seat, MAX_SEATS)


STATE = layout(State)


class Options(Record):
    """What is chosen before the start; -1 leaves it to nature."""

    players: int = field("i4")
    quarters: int = field("i4")
    open: int = field("i4")
    royal: int = field("i4")
    express: int = field("i4")
    hard: int = field("i4")
    order: Ints = field("i1", MAX_SEATS)


OPTIONS = layout(Options)


@compilable
def seat_count(state: State) -> int:
    """How many seats play."""
    return int(state.players)


@compilable
def party_count(state: State) -> int:
    """How many own brokers and gems: the seats, and with two players the neutral player (YS-9.3.2)."""
    return NEUTRAL + 1 if state.players == 2 else int(state.players)


@compilable
def is_neutral(state: State, party: int) -> bool:
    """Is this the neutral player?"""
    return state.players == 2 and party == NEUTRAL


@compilable
def voice(state: State, party: int) -> int:
    """The number of a party in events."""
    return NEUTRAL_VOICE if is_neutral(state, party) else int(party)

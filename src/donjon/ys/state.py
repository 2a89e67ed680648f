"""A position of Ys, field by field. What no seat knows is not in it."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.fields import SEAT, by_name, maybe, name, number, pile, row, those
from donjon.kernel.records import OWNER, SOME, Grid, Ints, Record, Records, field, layout
from donjon.ys.nouns import (
    CHARACTERS,
    COLOURS,
    GEMS,
    MAX_SEATS,
    NEUTRAL,
    NEUTRAL_SEAT,
    NONE,
    PARTIES,
    PLACES,
    QUARTERS,
    ROUNDS,
    ROWS,
    SHIPS,
    SLOTS,
    TRACK_SOURCES,
    VALUE_PAIRS,
    VALUES,
    Character,
    Gem,
    Phase,
    Source,
)
from donjon.ys.tables import (
    CARD_LIMIT,
    COURT_WORTH,
    EXPRESS_TURNS,
    EXTRAS,
    LOOKS,
    OWN_TURN,
    PLACEMENT_TURNS,
    SHIP_NAMES,
)

_PHASE = name(Phase.ids())
_COLOUR = name(Gem.ids()[:COLOURS])
_CARD = name(Character.ids())
_QUARTER = number(0, lambda state: int(state.quarters) - 1)
_BROKERS = pile(range(VALUES), SLOTS)
_CARD_IDS = Character.ids()[:CHARACTERS]
# More of it than a player can ever have; fields are large enough for what is won on top.
_MANY_GEMS, _MANY_POINTS = 60, 10_000


class Seat(Record):
    """What one seat has."""

    # Order card held, 1 .. n; 0 before the deal.
    order: int = field("i4", json=number(0, lambda state: int(state.players)), key="order_cards")
    # Order card chosen in this round but not taken yet, 0 none (YS-4.6).
    chosen: int = field("i4", json=number(0, lambda state: int(state.players)))
    # Secret choice not shown yet: pair of the bid, value for the throne room; -1 none.
    choice: int = field("i4", json=maybe(number(0, len(VALUE_PAIRS) - 1)), key="choices", known=OWNER)
    played: int = field("i4", json=number(0, CARD_LIMIT))  # cards played in this round that count (YS-8.1.3)
    extras: int = field("i4", json=number(0, EXTRAS))  # extra 2s beside the board (YS-9.4.1)
    # Points of Prince and King still to be entered (YS-8.18.1).
    court: int = field("i4", json=number(0, int(COURT_WORTH.sum())))
    # Brokers behind the screen by value; known to this seat only.
    screen: Ints = field("i1", VALUES, json=_BROKERS, key="screens", known=OWNER)
    front: Ints = field("i1", VALUES, json=_BROKERS, key="fronts")  # brokers of the front by value
    # Those of them that stood there when the turn began (YS-8.8.5).
    old_front: Ints = field("i1", VALUES, json=_BROKERS, key="old_fronts")
    # Won gems by kind; white ones are exchanged at once.
    gems: Ints = field("i1", GEMS, json=by_name(Gem.ids()[: GEMS - 1], number(0, _MANY_GEMS)))
    # Round in which the card in hand was won, 0 not in hand.
    hand: Ints = field("i1", CHARACTERS, json=by_name(_CARD_IDS, number(0, ROUNDS), sparse=True), key="hands")
    # Points on the score track, by source.
    points: Ints = field(
        "i2", TRACK_SOURCES, json=by_name(Source.ids()[:TRACK_SOURCES], number(0, _MANY_POINTS))
    )


class State(Record):
    """A position."""

    players: int = field("i4")
    quarters: int = field("i4")  # quarters in play
    open: int = field("i4")  # 1 open placement (YS-9.1.1)
    royal: int = field("i4")  # 1 Royal Favour (YS-9.4.2)
    express: int = field("i4")  # 1 Ys Express (YS-9.5.1)
    hard: int = field("i4")  # 1 harder neutral brokers (YS-9.3.20)
    round: int = field("i4", json=number(0, ROUNDS))  # from 1, 0 before the first
    phase: int = field("i4", json=_PHASE)
    screens_open: int = field("i4")  # 1 while all that stands behind the screens is publicly known (YS-5.10)
    actor: int = field("i4", json=maybe(SEAT))  # whose decision it is, -1 none or several
    # Turns of placement finished in this round.
    turn: int = field("i4", json=number(0, PLACEMENT_TURNS * MAX_SEATS))
    # Seats of the window that have been asked, in order-card order.
    asked: int = field("i4", json=number(0, lambda state: int(state.players)))
    window: int = field("i4", json=maybe(_PHASE))  # Phase.CARDS_FIRST, CARDS_BEFORE or CARDS_AFTER
    put_up: int = field("i4", json=number(0, OWN_TURN))  # own brokers placed face up in this turn
    put_down: int = field("i4", json=number(0, OWN_TURN))  # and face down
    put_neutral: int = field("i4", json=number(0, 1))  # and the neutral one
    # Place (or slot, or colour) chosen by a decision that is half done, -1 none.
    target: int = field("i4", json=maybe(number(0, SLOTS - 1)))
    facing: int = field("i4", json=number(0, 1))  # 1 if the broker being placed is to be face up
    # Value of the front broker being placed (Magician), -1 none.
    from_front: int = field("i4", json=maybe(number(0, VALUES - 1)))
    spy: int = field("i4", json=maybe(SEAT))  # seat whose Spy, Bishop, … is in play, -1 none
    looks: int = field("i4", json=number(0, LOOKS))  # looks the Spy has left
    bishop: int = field("i4", json=maybe(SEAT))
    magician: int = field("i4", json=maybe(SEAT))
    intriguer: int = field("i4", json=maybe(SEAT))
    merchant: int = field("i4", json=number(0, 1))
    queen: int = field("i4", json=maybe(SEAT))
    closed: int = field("i4", json=maybe(_QUARTER))  # the quarter that the Queen closes, -1 none
    # The quarter being counted, or whose ship or card comes; QUARTERS for the market's ship.
    quarter: int = field("i4", json=maybe(number(0, QUARTERS)))
    # How many have been paid in the quarter; rows paid; columns ranked.
    rank: int = field("i4", json=number(0, ROWS))
    cause: int = field("i4", json=number(0, 100_000))  # number of the rule for which a colour is to be chosen
    resume: int = field("i4", json=maybe(_PHASE, 0))  # the step that follows the choice of a colour
    # Who is present in the quarter being counted, best first, -1 nobody.
    ranking: Ints = field("i1", PARTIES, json=row(number(0, PARTIES - 1), PARTIES, packed=True))
    # Market columns, best first; those not ranked yet -1.
    columns: Ints = field("i1", COLOURS, json=row(_COLOUR, COLOURS, packed=True))
    # Gems left on the ship of the quarter being counted.
    offer: Ints = field("i1", GEMS, json=by_name(Gem.ids(), number(0, 2 * ROWS), sparse=True))
    values: Ints = field("i1", COLOURS)  # gem values
    unseen: Ints = field("i1", CHARACTERS, json=those(_CARD_IDS))  # 1 if no one has seen the card yet
    deck: Ints = field("i1", SHIPS, json=those(SHIP_NAMES))  # 1 if the ship card is still in the deck
    ship: Ints = field("i1", QUARTERS + 1)  # ship card in each harbour, the last for the market; -1 none
    # Card face up on each quarter, -1 none.
    character: Ints = field("i1", QUARTERS, json=row(maybe(_CARD), QUARTERS), key="characters")
    market: Ints = field("i1", ROWS, json=row(maybe(name(Gem.ids())), ROWS))  # gem on each row, -1 none
    discards: Ints = field("i1", SHIPS, json=those(SHIP_NAMES))  # 1 if the ship card is out of the game
    # The brokers on the board and in the throne room, by slot.
    place: Ints = field("i1", SLOTS)  # where it stands, -1 no broker in this slot
    owner: Ints = field("i1", SLOTS)  # seat, NEUTRAL in the two-player game
    # -1 a neutral one that nobody has seen; else known to its owner.
    value: Ints = field("i1", SLOTS, known=SOME)
    face: Ints = field("i1", SLOTS)  # 1 face up
    known: Ints = field("i1", SLOTS)  # mask of the seats that have seen it
    marked: Ints = field("i1", SLOTS)  # 1 with the Soldier's marker
    since: Ints = field("i1", SLOTS)  # turn in which it was placed, from 1; 0 in the throne room
    could: Ints = field("i1", SLOTS)  # mask of the values it can have as far as its origin tells (YS-10.8)
    group: Ints = field("i1", SLOTS)  # number of the set of brokers whose values are known together, 0 none
    id: Ints = field("i2", SLOTS)  # stays with the broker for as long as it is on the board
    # What follows from them, kept up to date.
    sums: Grid = field("i1", PLACES, PARTIES, known=SOME)  # values of a party's brokers in a place
    count: Grid = field("i1", PLACES, PARTIES)  # and their number
    taken: int = field("i4")  # bit set of the places where any stands
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
def seat_of_order(state: State, card: int) -> int:
    """The seat that holds an order card, NONE if nobody does."""
    for seat in range(state.players):
        if state.seats[seat].order == card:
            return seat
    return NONE


@compilable
def party_count(state: State) -> int:
    """How many own brokers and gems: the seats, and with two players the neutral player (YS-9.3.2)."""
    return NEUTRAL + 1 if state.players == 2 else int(state.players)


@compilable
def is_neutral(state: State, party: int) -> bool:
    """Is this the neutral player?"""
    return state.players == 2 and party == NEUTRAL


@compilable
def event_seat(state: State, party: int) -> int:
    """The number of a party in events."""
    return NEUTRAL_SEAT if is_neutral(state, party) else int(party)


@compilable
def turns_in_all(state: State) -> int:
    """YS-5.1, YS-9.5.3: four turns each, in Ys Express three."""
    return int(state.players) * (EXPRESS_TURNS if state.express else PLACEMENT_TURNS)

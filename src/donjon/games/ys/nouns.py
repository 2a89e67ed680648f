"""The nouns of Ys, each defined once: number, id, text, word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from donjon.kernel.book import Book
from donjon.kernel.event_log import NamedEvent
from donjon.kernel.message import Case, Message, SeatName, Sentence, Term
from donjon.kernel.nouns import Noun

NONE = -1
MAX_SEATS = 4
ROUNDS = 4
EVERYBODY = 0x7F  # bit mask of all viewers
NEUTRAL = 2  # the seat number that stands for the neutral player of the two-player game
NEUTRAL_SEAT = 6  # the neutral player in events, where a seat number means a person
PARTIES = 4  # humans, or two humans and the neutral player


class Gem(Noun):
    """The kinds of gems; the first four in colour order (YS-0.4)."""

    BLUE = 0, "blue gem"
    GREEN = 1, "green gem"
    YELLOW = 2, "yellow gem"
    RED = 3, "red gem"
    BLACK = 4, "black gem"
    WHITE = 5, "white gem"


class Colour(Noun):
    """The colours of gems alone, by the numbers of the gems."""

    BLUE = Gem.BLUE, "blue"
    GREEN = Gem.GREEN, "green"
    YELLOW = Gem.YELLOW, "yellow"
    RED = Gem.RED, "red"
    BLACK = Gem.BLACK, "black"
    WHITE = Gem.WHITE, "white"


COLOURS = 4  # of the value table and of the market
GEMS = len(Gem)

VALUES = 5  # brokers are worth 0 to 4 (YS-1.2)
QUARTERS = 4


class District(Noun):
    """The districts of a quarter, from the sea inwards."""

    HARBOUR = 0, "harbour"
    MERCHANTS = 1, "merchants' district"
    PALACE = 2, "palace"


DISTRICTS = len(District)
ROWS = 4
# Places: districts by quarter, then cells by row (YS-1.1).
FIRST_CELL = QUARTERS * DISTRICTS
PLACES = FIRST_CELL + ROWS * COLOURS
THRONE = PLACES  # the throne room, where no broker is placed in a turn
# How texts and positions say a place: "q1.h", "2r".
PLACE_TEXTS = (
    *(f"q{quarter + 1}.{district.text[0]}" for quarter in range(QUARTERS) for district in District),
    *(f"{row}{colour.text[0]}" for row in range(ROWS) for colour in tuple(Colour)[:COLOURS]),
)
THRONE_TEXT = "t"
PLACE_OF_TEXT = {text: place for place, text in enumerate(PLACE_TEXTS)}

# Brokers in play, by slot: 8 for each seat (in the two-player game 4 neutral ones for each from 16 on)
# are on the board; from FIRST_THRONE on they are in the throne room, 4 for each round.
OWN_SLOTS = 8
FIRST_NEUTRAL = 16
NEUTRAL_SLOTS = 4
FIRST_THRONE = 32
SLOTS = FIRST_THRONE + ROUNDS * MAX_SEATS

SHIPS = 24


class Character(Noun):
    """The yellow cards, then a blue one, in the order of the printed data."""

    ALCHEMIST = 0, "Alchemist"
    BANKER = 1, "Banker"
    CAPTAIN = 2, "Captain"
    BISHOP = 3, "Bishop"
    SPY = 4, "Spy"
    MESSENGER = 5, "Messenger"
    MAGICIAN = 6, "Magician"
    INTRIGUER = 7, "Intriguer"
    JEWELLER = 8, "Jeweller"
    WIZARD = 9, "Wizard"
    MERCHANT = 10, "Merchant"
    SOLDIER = 11, "Soldier"
    QUEEN = 12, "Queen"
    PRINCE = 13, "Prince"
    KING = 14, "King"
    WHITE_GEM = 15, "blue card"


CHARACTERS = Character.WHITE_GEM.value  # the yellow ones


class Source(Noun):
    """The sources of points."""

    MARKET = 0, "market cells"
    MERCHANTS = 1, "merchants' district"
    COURT = 2, "Prince and King"
    BLUE = 3, "blue gems"
    GREEN = 4, "green gems"
    YELLOW = 5, "yellow gems"
    RED = 6, "red gems"
    BLACK = 7, "black gems"
    THRONE = 8, "throne room"


TRACK_SOURCES = 3  # those that are points on the score track


class Phase(Noun):
    """The phases of a position: the decisions, the first four nature's, then the steps of the rules."""

    DEAL = 0
    CHARACTER = 1
    SHIP = 2
    TURN_UP = 3  # a neutral broker
    BID = 4  # D2, all seats at once
    ORDER = 5  # D3
    CARDS_FIRST = 6  # D4, window W1
    SPY = 7  # D10, before a turn and after the last
    PLACE = 8  # D6 where, D6n, D5
    VALUE = 9  # D6 which broker
    REFILL = 10  # D7
    CLOSE = 11  # D5: the Queen's quarter
    AFTER = 12  # window W2b, and D10
    WIZARD = 13  # D8: the one broker
    WIZARD_WITH = 14  # D8: the other
    SOLDIER = 15  # D9
    CARDS_BEFORE = 16  # D11, window W3
    MESSENGER = 17  # D12: which broker
    MESSENGER_TO = 18  # D12: where
    CAPTAIN = 19  # D13
    PICK = 20  # D14
    COLOUR = 21  # D15, D22
    COLUMN = 22  # D16
    BEST = 23  # D17
    CARDS_AFTER = 24  # D18, window W4
    ALCHEMIST = 25  # D19: what to give
    ALCHEMIST_TAKE = 26  # D19: what to get
    BANKER = 27  # D20: what to raise
    BANKER_LOWER = 28  # D20: what to lower
    JEWELLER = 29  # D21
    THRONE = 30  # D23, all seats at once
    OVER = 31
    # From here on no seat is asked: the rules go on by themselves.
    NEW_ROUND = 32
    TURN_UP_CARDS = 33
    SAIL = 34
    ASK_BIDS = 35
    NEXT_CHOICE = 36
    ASK_CARDS = 37
    BEFORE_TURN = 38
    BEGIN_TURN = 39
    GO_ON = 40
    AFTER_PLACING = 41
    END_TURN = 42
    END_PLACEMENT = 43
    OPEN_QUARTER = 44
    PAY_QUARTER = 45
    PAY_DISTRICTS = 46
    CLOSE_QUARTER = 47
    OPEN_MARKET = 48
    PAY_ROWS = 49
    RANK_COLUMNS = 50
    PAY_BEST = 51
    TAKE_BACK = 52
    ASK_THRONE = 53
    END_ROUND = 54


PHASES = Phase.OVER + 1
FIRST_STEP = Phase.NEW_ROUND

# Pairs of broker values and of gems, without an order; the argument of an action is the number of its pair.
VALUE_PAIRS = tuple((low, high) for low in range(VALUES) for high in range(low, VALUES))
GEM_KINDS_OF_PAIRS = (Gem.BLUE, Gem.GREEN, Gem.YELLOW, Gem.RED, Gem.WHITE)
GEM_PAIRS = tuple(
    (int(low), int(high)) for at, low in enumerate(GEM_KINDS_OF_PAIRS) for high in GEM_KINDS_OF_PAIRS[at:]
)
QUARTER_PAIRS = tuple((low, high) for low in range(QUARTERS) for high in range(low + 1, QUARTERS))


_DISTRICTS = (
    Message("quarter {quarter}, harbour").text,
    Message("quarter {quarter}, merchants' district").text,
    Message("quarter {quarter}, palace").text,
)


def place_name(place: int) -> Message:
    """Return a place for a sentence."""
    place = int(place)
    if place == THRONE:
        return Message("throne room")
    if place >= FIRST_CELL:
        row, column = divmod(place - FIRST_CELL, COLOURS)
        return Message("row {row}, {colour}", row=row, colour=Colour(column).term)
    quarter, district = divmod(place, DISTRICTS)
    return Message(_DISTRICTS[district], quarter=quarter + 1)


def place_text(place: int) -> str:
    """Return a place for a text: q1.h, q1.m, q1.p, 2r; t for the throne room."""
    return THRONE_TEXT if place == THRONE else PLACE_TEXTS[int(place)]


def broker_text(state: Any, slot: int) -> str:
    """Return a broker for a text: its place, where several can stand with its number there, from 1."""
    place = int(state.place[slot])
    if place == NONE:
        return f"broker{slot}"
    if FIRST_CELL <= place < THRONE:
        return place_text(place)
    number = state.place[: slot + 1].tolist().count(place)
    return f"{place_text(place)}/{number}"


def slot_of(state: Any, text: str) -> int | None:
    """Return the slot of a broker's text at this position, None when there is none."""
    for slot in range(SLOTS):
        if broker_text(state, slot) == text:
            return slot
    return None


def broker_name(state: Any, slot: int) -> Message:
    """Return a broker for a sentence: its place, where several can stand with its number there."""
    place = int(state.place[slot])
    if place == NONE:
        return Message("no broker")
    text = broker_text(state, slot)
    if "/" not in text:
        return place_name(place)
    return Message("{place}, broker {number}", place=place_name(place), number=text.split("/")[1])


# The book of the chapters

At = Callable[[NamedEvent, Mapping[str, Any]], str]
_NEUTRAL = Term("The neutral player")  # where sentences start with a name
_RANKS = (Term("first place"), Term("second place"), Term("third place"), Term("fourth place"))


def _one_more(index: int) -> int:
    return index + 1


# Arguments that are written as words, or counted from 1.
_WORDS: dict[str, Callable[[int], Any]] = {
    "value": int,
    "quarter": _one_more,
    "other_quarter": _one_more,
    "place": place_name,
    "other": place_name,
    "card": lambda card: Character(card).term,
    "gem": lambda gem: Gem(gem).term,
    "colour": lambda colour: Colour(colour).term,
}


def name_of(seat: int) -> SeatName | Term:
    """Return the name of a seat in a sentence, or the neutral player's."""
    return _NEUTRAL if seat == NEUTRAL_SEAT else SeatName(seat)


def colour_of_gem(named: NamedEvent) -> Term:
    """Return the colour of the gem of an event."""
    return Colour(named.gem).term


def rank_name(rank: int) -> Term:
    """Return the words for a rank, counted from 1."""
    return _RANKS[rank - 1]


def from_one(case: Case) -> int:
    """Return the argument of an action, counted from 1."""
    return case.argument + 1


def broker_of(case: Case) -> Message:
    """Return the name of the broker that an action is about, by its place."""
    return broker_name(case.state, case.argument)


def at_place(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    """Return where an event at a place happened on the drawing."""
    return place_text(named.place)


def at_screen(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    """Return the screen of the seat of an event."""
    return "neutral" if named.seat == NEUTRAL_SEAT else f"screen-{named.seat}"


def of_quarter(thing: str) -> At:
    """Return where events at a thing of a quarter happened: "ship", "card"."""
    return lambda named, _view: f"{thing}-{named.quarter + 1}"


def at_district(district: int) -> At:
    """Return where events in a district of a quarter happened."""
    return lambda named, _view: place_text(named.quarter * DISTRICTS + district)


def at_row(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    """Return where an event in a row of the market happened."""
    return f"row-{named.row}"


def of_colour(thing: str) -> At:
    """Return where events at a thing of a colour happened: "column", "value"."""
    return lambda named, _view: f"{thing}-{Gem(named.colour).id}"


def _variants(view: Mapping[str, Any]) -> Sequence[str]:
    """Return the names of the variants of a game in which more rules hold for things."""
    chosen = view["variants"]
    played = [name for name in ("royal_favour", "express", "open_placement") if chosen[name]]
    played.append("four" if view["seats"] == MAX_SEATS else "fewer")
    if view["neutral"] is not None:
        played.append("two")
        if chosen["neutral"] == "harder":
            played.append("harder")
    return played


BOOK = Book(_WORDS, who=name_of, variants=_variants)


@BOOK.fact("seat")
def _who_decides(case: Case) -> SeatName:
    return SeatName(int(case.state.actor))


def asked(own: Sentence, others: str = Message("{seat}'s turn.").text) -> Sentence:
    """Return the prompt of a decision of one seat: its text for this seat, and the text for the others."""
    message = Message(others)
    return lambda case: own if case.seat == case.state.actor else message


# By phase the rule about its decision and its seats.
DECIDED: dict[Phase, str] = {}


def decide(phase: Phase, rule: str, prompt: Sentence) -> None:
    """Declare a decision: the rule behind the decision of a phase, and its prompt."""
    DECIDED[phase] = rule
    BOOK.asks(phase, prompt)


def quarter_now(case: Case) -> int:
    """Return the number of the quarter that is being scored, or whose ship or card comes."""
    return int(case.state.quarter) + 1


def broker_chosen(case: Case) -> Message:
    """Return the name of the broker that half a decision has chosen."""
    return broker_name(case.state, int(case.state.target))

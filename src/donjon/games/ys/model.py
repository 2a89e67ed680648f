"""The printed data of `tables.toml`, and the fields of a position.

A position holds no value that no seat knows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.errors import BadData
from donjon.games.ys.nouns import (
    CHARACTERS,
    COLOURS,
    GEM_PAIRS,
    GEMS,
    MAX_SEATS,
    NEUTRAL,
    NEUTRAL_SEAT,
    NONE,
    PARTIES,
    PHASES,
    PLACES,
    QUARTER_PAIRS,
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
from donjon.kernel import game_data
from donjon.kernel.compiling import compilable
from donjon.kernel.fields import SEAT, by_name, maybe, name, number, pile, row, those
from donjon.kernel.observing import one_of, scaled, seat_of
from donjon.kernel.records import BY_SEAT, NOT_SEEN, OWNER, SOME, Grid, Ints, Record, Records, field, layout
from donjon.kernel.untrusted import short

# The data of a site owner instead of the reconstructed data, and its bounds

# Ship cards (YS-1.4), value track (YS-2.6), windows of some characters (YS-8.3.1, YS-8.4.1, YS-8.13.1); and
# the brokers of the harder neutral player, about which players agree (YS-9.3.20).
REPLACEABLE = ("ship_card", "value_track", "character", "brokers")
_NAMES = ("blue", "green", "yellow", "red")
# Characters whose window is reconstructed, and the windows that make sense for them.
_WINDOWS_OF = {"banker": ("W3", "W4"), "captain": ("W3",), "jeweller": ("W3", "W4")}
_PLAIN_SHIPS = 20  # ships that Ys Express draws, without white (YS-9.5.2)
_LONGEST_TRACK = 15
_HARDER = "neutral_set_hard"
_NEUTRAL_BROKERS = 4  # of each of the two players, out of one colour (YS-9.3.2)


def check_own_data(tables: dict[str, Any], printed: dict[str, Any]) -> None:
    """Check a site owner's own data; raise BadData, which names the table and what it should be."""
    for card in tables["ship_card"]:
        _check_ship(card)
    plain = sum("white" not in card["small"] for card in tables["ship_card"])
    if plain < _PLAIN_SHIPS:
        raise BadData(f"'ship_card': {plain} cards are without white, but Ys Express needs {_PLAIN_SHIPS}.")
    _check_track(tables["value_track"])
    _check_brokers(tables["brokers"], printed["brokers"])
    for card, original in zip(tables["character"], printed["character"], strict=True):
        if card != original:
            _check_character(card, original)


def _check_ship(card: dict[str, Any]) -> None:
    where = f"'ship_card' {card['id']!r}"
    if card["large"] not in _NAMES:
        raise BadData(
            f"{where}: the large gem is {short(card['large'])}, but must be one of: {', '.join(_NAMES)}."
        )
    small = card["small"]
    is_pair = isinstance(small, list) and len(small) == 2
    if not is_pair or any(gem not in (*_NAMES, "white") for gem in small):
        raise BadData(f"{where}: 'small' must be two gems out of: {', '.join(_NAMES)}, white.")
    if small.count("white") > 1:
        raise BadData(f"{where}: at most one gem of a ship is white (YS-1.4).")


def _check_track(track: dict[str, Any]) -> None:
    low, high, start = track["min"], track["max"], track["start"]
    if not all(type(end) is int for end in (low, high)) or not 1 <= low < high <= _LONGEST_TRACK:
        raise BadData(
            f"'value_track': min and max must be whole numbers, 1 <= min < max <= {_LONGEST_TRACK}."
        )
    is_whole = isinstance(start, dict) and set(start) == set(_NAMES)
    if not is_whole or any(type(step) is not int or not low <= step <= high for step in start.values()):
        raise BadData(
            f"'value_track': start must give each of {', '.join(_NAMES)} a step from {low} to {high}."
        )


def _check_brokers(brokers: dict[str, Any], original: dict[str, Any]) -> None:
    if {**brokers, _HARDER: None} != {**original, _HARDER: None}:
        raise BadData(f"'brokers': only {_HARDER} can be replaced (YS-9.3.20).")
    values, box = brokers[_HARDER], original["full_set"]
    is_list = isinstance(values, list) and len(values) == _NEUTRAL_BROKERS
    if not is_list or any(type(value) is not int or value not in box for value in values):
        raise BadData(
            f"'brokers': {_HARDER} must be {_NEUTRAL_BROKERS} values from {min(box)} to {max(box)}."
        )
    for value in values:
        most = box.count(value) // 2
        if values.count(value) > most:
            raise BadData(
                f"'brokers': {_HARDER} takes {value} {values.count(value)} times; both players' brokers are "
                f"out of one colour, which allows each {most} of that value."
            )


def _check_character(card: dict[str, Any], original: dict[str, Any]) -> None:
    allowed = _WINDOWS_OF.get(card["id"], ())
    if {**card, "windows": None} != {**original, "windows": None} or not allowed:
        named = ", ".join(_WINDOWS_OF)
        raise BadData(f"'character' {card['id']!r}: only the windows of {named} can be replaced.")
    windows = card["windows"]
    if not isinstance(windows, list) or len(windows) != 1 or windows[0] not in allowed:
        raise BadData(f"'character' {card['id']!r}: windows must be one of: {', '.join(allowed)}.")


# The printed data as arrays: brokers, ships, characters, scores

# OWN_DATA: "", or a tag that marks a site owner's own data.
TABLES, OWN_DATA = game_data.load("ys", "donjon.games.ys", REPLACEABLE, check_own_data)
_SETS, _SCORING, _TRACK = TABLES["brokers"], TABLES["scoring"], TABLES["value_track"]
_PLACEMENT = TABLES["placement"]
_COUNTS = {table["players"]: table for table in TABLES["player_count"]}
_BY_NAME = {card["id"]: card for card in TABLES["character"]}


def _counts(values: list[int]) -> np.ndarray:
    return np.bincount(values, minlength=VALUES).astype(np.int8)


def _by_players(field: str, width: int) -> np.ndarray:
    """Return the lists of a field by number of players, from 0 (unused) to 4, filled up with -1."""
    table = np.full((MAX_SEATS + 1, width), -1, np.int8)
    for players, counts in _COUNTS.items():
        table[players, : len(counts[field])] = counts[field]
    return table


# Brokers by value: SET[value] (YS-2.2), with Express (YS-9.5.1); NEUTRAL_SETS[harder, value] (YS-9.3.2,
# YS-9.3.20).
BASE_SET: Ints = (_counts(_SETS["full_set"]) - _counts(_SETS["left_in_box"])).astype(np.int8)
EXPRESS_SET: Ints = (BASE_SET - _counts(TABLES["express"]["remove_brokers"])).astype(np.int8)
NEUTRAL_SETS: Grid = np.array([_counts(_SETS["neutral_set"]), _counts(_SETS["neutral_set_hard"])], np.int8)
# False where a site owner has replaced the printed harder neutral brokers.
HARDER_AS_PRINTED = _SETS["neutral_set_hard"] == _SETS["neutral_set_hard_printed"]
EXTRA_VALUE = int(_SETS["royal_favour_extra"][0])
EXTRAS = len(_SETS["royal_favour_extra"])

# Ship cards: their large gem, their two small ones, and 1 for a white gem (YS-1.4).
SHIP_NAMES = tuple(card["id"] for card in TABLES["ship_card"])
SHIP_LARGE: Ints = np.array([Gem[card["large"].upper()] for card in TABLES["ship_card"]], np.int8)
SHIP_SMALL: Grid = np.array(
    [[Gem[gem.upper()] for gem in card["small"]] for card in TABLES["ship_card"]], np.int8
)
SHIP_WHITE: Ints = np.array([int("white" in card["small"]) for card in TABLES["ship_card"]], np.int8)
assert len(SHIP_NAMES) == SHIPS

# By number of players: first market row in use, gems for the places in a quarter, size of the large gem.
FIRST_ROW: Ints = np.array([0, 0, *(_COUNTS[players]["first_market_row"] for players in (2, 3, 4))], np.int8)
SHIP_AWARD: Grid = _by_players("ship_award", 3)
MARKET_LARGE: Ints = np.array(
    [0, 0, *(int(_COUNTS[players]["market_takes_large"]) for players in (2, 3, 4))], np.int8
)
LARGE_COUNT: Ints = np.array(
    [0, 0, *(_COUNTS[players]["gems_per_ship"] - 2 for players in (2, 3, 4))], np.int8
)
# Quarters that may be in play, the usual number first (YS-2.4, YS-9.2.2, YS-9.3.1).
QUARTERS_ALLOWED = {players: tuple(row["quarters_allowed"]) for players, row in _COUNTS.items()}
OWN_TURN = int(_PLACEMENT["own_brokers_per_turn"])
PLACEMENT_TURNS = int(_PLACEMENT["turns"])
EXPRESS_TURNS = int(_PLACEMENT["turns_of_express"])

# The value table (YS-2.6, YS-6.5.5, YS-6.5.7).
LOWEST, HIGHEST = int(_TRACK["min"]), int(_TRACK["max"])
START: Ints = np.array([_TRACK["start"][name] for name in Gem.ids()[:COLOURS]], np.int8)
COLUMN_MOVES: Ints = np.array(_SCORING["column_moves"], np.int8)

# Points (chapters 6 and 7).
MERCHANTS_WORTH = int(_SCORING["merchants"])
MERCHANTS_WITH_CARD = int(_SCORING["merchants_with_merchant_card"])
CELL_BONUS = int(_SCORING["market_bonus_per_broker"])
GEM_TABLE: Grid = np.array(_SCORING["gem_table"], np.int32)
BLACK_TABLE: Ints = np.array(_SCORING["black_table"], np.int32)
COURT_POINTS = {"prince": int(_SCORING["prince"]), "king": int(_SCORING["king"])}
THRONE_TABLE: Ints = np.array(_SCORING["throne_table"], np.int32)
NEUTRAL_PLACE = int(_SCORING["neutral_without_gem"])

# Characters: their windows as bits (1 W1, 2 W2a, 4 W2b, 8 W3, 16 W4), the limit, the Spy and the Soldier.
WINDOW_BITS = {"W1": 1, "W2a": 2, "W2b": 4, "W3": 8, "W4": 16}
WINDOWS: Ints = np.array(
    [
        sum(WINDOW_BITS[window] for window in _BY_NAME[name]["windows"])
        for name in Character.ids()[:CHARACTERS]
    ],
    np.int32,
)
CARDS_PER_QUARTER = int(TABLES["cards"]["dealt_per_quarter"])
CARD_LIMIT = int(TABLES["cards"]["limit_per_player_per_round"])
LOOKS = int(_BY_NAME["spy"]["uses"])
SOLDIER_VALUE = int(_BY_NAME["soldier"]["value"])
COURT_WORTH: Ints = np.array([COURT_POINTS.get(name, 0) for name in Character.ids()], np.int32)

# Pairs of an action as two arrays each.
VALUE_LOW: Ints = np.array([pair[0] for pair in VALUE_PAIRS], np.int8)
VALUE_HIGH: Ints = np.array([pair[1] for pair in VALUE_PAIRS], np.int8)
GEM_LOW: Ints = np.array([pair[0] for pair in GEM_PAIRS], np.int8)
GEM_HIGH: Ints = np.array([pair[1] for pair in GEM_PAIRS], np.int8)
QUARTER_LOW: Ints = np.array([pair[0] for pair in QUARTER_PAIRS], np.int8)
QUARTER_HIGH: Ints = np.array([pair[1] for pair in QUARTER_PAIRS], np.int8)


# A position

_PHASE = name(Phase.ids())
_COLOUR = name(Gem.ids()[:COLOURS])
_CARD = name(Character.ids())
_QUARTER = number(0, lambda state: int(state.quarters) - 1)
_BROKERS = pile(range(VALUES), SLOTS)
_CARD_IDS = Character.ids()[:CHARACTERS]
# More of it than a player can ever have; fields are large enough for what is won on top.
_MANY_GEMS, _MANY_POINTS = 60, 10_000


class Seat(Record):
    """The pieces, cards and points of one seat."""

    # Order card held, 1 .. n; 0 before the deal.
    order: int = field(
        "i4", json=number(0, lambda state: int(state.players)), key="order_cards", observe=scaled(MAX_SEATS)
    )
    # Order card chosen in this round but not taken yet, 0 none.
    chosen: int = field("i4", json=number(0, lambda state: int(state.players)), observe=scaled(MAX_SEATS))
    # Secret choice not shown yet: pair of the bid, value for the throne room; -1 none.
    choice: int = field(
        "i4",
        json=maybe(number(0, len(VALUE_PAIRS) - 1)),
        key="choices",
        known=OWNER,
        observe=one_of(len(VALUE_PAIRS)),
    )
    # cards played in this round that count
    played: int = field("i4", json=number(0, CARD_LIMIT), observe=scaled(CARD_LIMIT))
    # extra 2s beside the board (YS-9.4.1)
    extras: int = field("i4", json=number(0, EXTRAS), observe=scaled(EXTRAS))
    # Points of Prince and King still to be entered.
    court: int = field("i4", json=number(0, int(COURT_WORTH.sum())), observe=scaled(10))
    # Brokers behind the screen by value; known to this seat only.
    screen: Ints = field("i1", VALUES, json=_BROKERS, key="screens", known=OWNER, observe=scaled(4))
    # brokers in front of the screen, by value
    front: Ints = field("i1", VALUES, json=_BROKERS, key="fronts", observe=scaled(4))
    # Those of them that stood there when the turn started.
    old_front: Ints = field("i1", VALUES, json=_BROKERS, key="old_fronts", observe=scaled(4))
    # Won gems by kind; white ones are exchanged at once.
    gems: Ints = field(
        "i1", GEMS, json=by_name(Gem.ids()[: GEMS - 1], number(0, _MANY_GEMS)), observe=scaled(8)
    )
    # Round in which the card in hand was won, 0 not in hand.
    hand: Ints = field(
        "i1",
        CHARACTERS,
        json=by_name(_CARD_IDS, number(0, ROUNDS), sparse=True),
        key="hands",
        observe=scaled(ROUNDS),
    )
    # Points on the score track, by source.
    points: Ints = field(
        "i2",
        TRACK_SOURCES,
        json=by_name(Source.ids()[:TRACK_SOURCES], number(0, _MANY_POINTS)),
        observe=scaled(20),
    )


class State(Record):
    """A position."""

    players: int = field("i4", observe=scaled(MAX_SEATS))
    quarters: int = field("i4", observe=scaled(QUARTERS))  # quarters in play
    open: int = field("i4")  # 1 open placement
    royal: int = field("i4")  # 1 Royal Favour
    express: int = field("i4")  # 1 Ys Express
    hard: int = field("i4")  # 1 harder neutral brokers
    round: int = field("i4", json=number(0, ROUNDS), observe=scaled(ROUNDS))  # from 1, 0 before the first
    phase: int = field("i4", json=_PHASE, observe=one_of(PHASES))
    screens_open: int = field("i4")  # 1 while all that stands behind the screens is publicly known
    # the seat to move, -1 none or several
    actor: int = field("i4", json=maybe(SEAT), observe=seat_of(MAX_SEATS))
    # Turns of placement finished in this round.
    turn: int = field("i4", json=number(0, PLACEMENT_TURNS * MAX_SEATS), observe=scaled(16))
    # Seats of the window that have been asked, in order-card order.
    asked: int = field("i4", json=number(0, lambda state: int(state.players)), observe=scaled(MAX_SEATS))
    # Phase.CARDS_FIRST, CARDS_BEFORE or CARDS_AFTER
    window: int = field("i4", json=maybe(_PHASE), observe=one_of(PHASES))
    # own brokers placed face up in this turn
    put_up: int = field("i4", json=number(0, OWN_TURN), observe=scaled(2))
    put_down: int = field("i4", json=number(0, OWN_TURN), observe=scaled(2))  # and face down
    put_neutral: int = field("i4", json=number(0, 1))  # and the neutral one
    # Place (or slot, or colour) chosen by a decision that is half done, -1 none.
    target: int = field("i4", json=maybe(number(0, SLOTS - 1)), observe=scaled(SLOTS))
    facing: int = field("i4", json=number(0, 1))  # 1 if the broker being placed will lie face up
    # Value of the broker being placed from in front of the screen (Magician), -1 none.
    from_front: int = field("i4", json=maybe(number(0, VALUES - 1)), observe=one_of(VALUES))
    # seat whose Spy, Bishop, … is in play, -1 none
    spy: int = field("i4", json=maybe(SEAT), observe=seat_of(MAX_SEATS))
    looks: int = field("i4", json=number(0, LOOKS), observe=scaled(LOOKS))  # looks the Spy has left
    bishop: int = field("i4", json=maybe(SEAT), observe=seat_of(MAX_SEATS))
    magician: int = field("i4", json=maybe(SEAT), observe=seat_of(MAX_SEATS))
    intriguer: int = field("i4", json=maybe(SEAT), observe=seat_of(MAX_SEATS))
    merchant: int = field("i4", json=number(0, 1))
    queen: int = field("i4", json=maybe(SEAT), observe=seat_of(MAX_SEATS))
    # the quarter that the Queen closes, -1 none
    closed: int = field("i4", json=maybe(_QUARTER), observe=one_of(QUARTERS))
    # The quarter being scored, or whose ship or card comes; QUARTERS for the market's ship.
    quarter: int = field("i4", json=maybe(number(0, QUARTERS)), observe=one_of(QUARTERS + 1))
    # Parties paid in the quarter; rows paid; columns ranked.
    rank: int = field("i4", json=number(0, ROWS), observe=scaled(ROWS))
    # number of the rule for which a colour is chosen
    cause: int = field("i4", json=number(0, 100_000), observe=scaled(100_000))
    # the step that follows the choice of a colour
    resume: int = field("i4", json=maybe(_PHASE, 0), observe=one_of(PHASES))
    # The parties present in the quarter being scored, best first, -1 none.
    ranking: Ints = field(
        "i1", PARTIES, json=row(number(0, PARTIES - 1), PARTIES, packed=True), observe=seat_of(PARTIES)
    )
    # Market columns, best first; those not ranked yet -1.
    columns: Ints = field("i1", COLOURS, json=row(_COLOUR, COLOURS, packed=True), observe=one_of(COLOURS))
    # Gems left on the ship of the quarter being scored.
    offer: Ints = field(
        "i1", GEMS, json=by_name(Gem.ids(), number(0, 2 * ROWS), sparse=True), observe=scaled(2)
    )
    values: Ints = field("i1", COLOURS, observe=scaled(15))  # gem values
    unseen: Ints = field("i1", CHARACTERS, json=those(_CARD_IDS))  # 1 if no one has seen the card yet
    deck: Ints = field("i1", SHIPS, json=those(SHIP_NAMES))  # 1 if the ship card is still in the deck
    # ship card in each harbour, the last for the market; -1 none
    ship: Ints = field("i1", QUARTERS + 1, observe=one_of(SHIPS))
    # Card face up on each quarter, -1 none.
    character: Ints = field(
        "i1", QUARTERS, json=row(maybe(_CARD), QUARTERS), key="characters", observe=one_of(len(Character))
    )
    # gem on each row, -1 none
    market: Ints = field("i1", ROWS, json=row(maybe(name(Gem.ids())), ROWS), observe=one_of(GEMS))
    discards: Ints = field("i1", SHIPS, json=those(SHIP_NAMES))  # 1 if the ship card is out of the game
    # The brokers on the board and in the throne room, by slot.
    place: Ints = field("i1", SLOTS, observe=scaled(PLACES))  # where it stands, -1 no broker in this slot
    owner: Ints = field("i1", SLOTS, observe=seat_of(PARTIES))  # seat, NEUTRAL in the two-player game
    # -1 a neutral one that no seat has seen; else known to its owner.
    value: Ints = field("i1", SLOTS, known=SOME)
    face: Ints = field("i1", SLOTS)  # 1 face up
    known: Ints = field("i1", SLOTS, observe=scaled(16))  # mask of the seats that have seen it
    marked: Ints = field("i1", SLOTS)  # 1 with the Soldier's marker
    # turn in which it was placed, from 1; 0 in the throne room
    since: Ints = field("i1", SLOTS, observe=scaled(16))
    # mask of the values it can have as far as its origin tells
    could: Ints = field("i1", SLOTS, observe=scaled(32))
    # number of the set of brokers whose values are known together, 0 none
    group: Ints = field("i1", SLOTS, observe=scaled(8))
    # stays with the broker for as long as it is on the board
    id: Ints = field("i2", SLOTS, observe=scaled(100))
    # Values that follow from them, kept up to date.
    # values of a party's brokers in a place
    sums: Grid = field("i1", PLACES, PARTIES, known=SOME, observe=NOT_SEEN)
    count: Grid = field("i1", PLACES, PARTIES, observe=NOT_SEEN)  # and their number
    taken: int = field("i4", observe=NOT_SEEN)  # bit set of the places where any stands
    seats: Records[Seat] = field(Seat, MAX_SEATS, observe=BY_SEAT)


STATE = layout(State)


class Options(Record):
    """The options chosen before the start; -1 leaves one to nature."""

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
    """Return the number of seats."""
    return int(state.players)


@compilable
def seat_of_order(state: State, card: int) -> int:
    """Return the seat that holds an order card, NONE if no seat does."""
    for seat in range(state.players):
        if state.seats[seat].order == card:
            return seat
    return NONE


@compilable
def party_count(state: State) -> int:
    """Return the number of parties: the seats, and with two players the neutral player (YS-9.3.2)."""
    return NEUTRAL + 1 if state.players == 2 else int(state.players)


@compilable
def is_neutral(state: State, party: int) -> bool:
    """Return whether this is the neutral player."""
    return state.players == 2 and party == NEUTRAL


@compilable
def event_seat(state: State, party: int) -> int:
    """Return the number of a party in events."""
    return NEUTRAL_SEAT if is_neutral(state, party) else int(party)


@compilable
def turns_in_all(state: State) -> int:
    """Return the turns of a round: four for each seat, in Ys Express three (YS-5.1, YS-9.5.3)."""
    return int(state.players) * (EXPRESS_TURNS if state.express else PLACEMENT_TURNS)

"""Which rules besides the one that it is told with an event follows from, or was changed by."""

from __future__ import annotations

from collections.abc import Iterator

from donjon.kernel.citing import Around, Citations
from donjon.kernel.events import NamedEvent
from donjon.ys import tie_rules
from donjon.ys.events import Event
from donjon.ys.market import is_candidate
from donjon.ys.nouns import (
    COLOURS,
    DISTRICTS,
    FIRST_CELL,
    NEUTRAL,
    NEUTRAL_SEAT,
    NONE,
    PLACES,
    THRONE,
    Character,
    Colour,
    District,
    Gem,
    Source,
)
from donjon.ys.state import party_count
from donjon.ys.tables import COLUMN_MOVES, COURT_WORTH, SHIP_WHITE
from donjon.ys.throne import throne_sum
from donjon.ys.ties import presence

FOUR, THREE, TWO = 4, 3, 2


def _kind(around: Around, kind: Event) -> list[NamedEvent]:
    """The events of a kind that the same action caused."""
    name = Event.names()[kind]
    return [Event.named(event) for event in around.events if event.kind == name]


# The setup of a round, bidding


def _ship_came(_told: NamedEvent, around: Around) -> Iterator[str]:
    yield "YS-3.5" if around.after.players == FOUR else "YS-9.2.3"


def _market_filled(told: NamedEvent, around: Around) -> Iterator[str]:
    yield "YS-3.8"
    if around.after.players < FOUR:
        yield from ("YS-9.2.5", "YS-9.2.6")
    elif SHIP_WHITE[told.ship]:
        yield "YS-3.7"


# Placement


def _put_down(told: NamedEvent, around: Around) -> Iterator[str]:
    yield "YS-5.3"
    if around.before.bishop == told.seat:
        yield "YS-9.1.2" if around.before.open else "YS-8.6.1"
    if around.before.magician == told.seat:
        yield "YS-8.8.3"


def _placed(told: NamedEvent, around: Around) -> Iterator[str]:
    if around.before.open:
        yield "YS-9.1.1"
    yield from ("YS-5.2", *_put_down(told, around))
    if told.from_front:
        yield "YS-8.8.2"


def _neutral_placed(_told: NamedEvent, around: Around) -> Iterator[str]:
    yield "YS-9.3.22"
    if around.before.open:
        yield "YS-9.1.3"


def _moved(told: NamedEvent, _around: Around) -> Iterator[str]:
    yield "YS-8.7.2"
    if (told.place < FIRST_CELL) == (told.other < FIRST_CELL) or told.other < FIRST_CELL:
        yield "YS-8.7.3"
    if told.place >= FIRST_CELL > told.other:
        yield "YS-5.7"


def _swapped(told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("YS-8.14.2", "YS-8.14.3")
    if THRONE in (told.place, told.other):
        yield from ("YS-9.4.6", "YS-9.4.7")
    places = (told.place, told.other)
    at = [slot for slot, place in enumerate(around.before.place) if place in places]
    if any(around.before.marked[slot] for slot in at):
        yield "YS-8.16.4"


def _last_shown(told: NamedEvent, around: Around) -> Iterator[str]:
    mine = [shown for shown in _kind(around, Event.LAST_SHOWN) if shown.seat == told.seat]
    if len(mine) > 1:
        yield "YS-9.4.8"
    if around.before.express:
        yield "YS-9.5.3"
    if around.before.magician == told.seat:
        yield "YS-8.8.4"


def _card_played(told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("YS-8.1.4", "YS-8.1.5", "YS-8.1.6")
    if told.card == Character.ALCHEMIST and not around.before.seats[told.seat].gems.any():
        yield "YS-8.2.3"


def _ships_swapped(told: NamedEvent, around: Around) -> Iterator[str]:
    if around.before.closed in (told.quarter, told.other_quarter):
        yield "YS-8.4.2"


# Counting


def _turned_up(told: NamedEvent, around: Around) -> Iterator[str]:
    if told.place >= FIRST_CELL:
        yield "YS-6.4.1"
    slots = [slot for slot, place in enumerate(around.before.place) if place == told.place]
    marked = [slot for slot in slots if around.before.marked[slot] and not around.before.face[slot]]
    if any(around.before.value[slot] == told.value for slot in marked):
        yield from ("YS-8.16.2", "YS-8.16.3")
        if told.value == 0:
            yield "YS-8.16.5"


def _ranked(told: NamedEvent, around: Around) -> Iterator[str]:
    yield "YS-6.2.1"
    there = {other.seat: other.sum for other in _kind(around, Event.RANKED) if other.quarter == told.quarter}
    yield from tie_rules.of_ranks(around, told.seat, told.sum, there)


def _in_district(district: int, told: NamedEvent, around: Around) -> Iterator[str]:
    place = told.quarter * DISTRICTS + district
    yield "YS-6.3.1"
    if told.seat == NEUTRAL_SEAT:
        yield "YS-9.3.12"
    yield from tie_rules.of_places(around, told.seat, told.sum, place, place + 1)


def _black_gem(told: NamedEvent, around: Around) -> Iterator[str]:
    yield from _in_district(District.HARBOUR, told, around)


def _merchants(told: NamedEvent, around: Around) -> Iterator[str]:
    yield from _in_district(District.MERCHANTS, told, around)


def _card_won(told: NamedEvent, around: Around) -> Iterator[str]:
    is_court = COURT_WORTH[told.card] > 0
    if is_court:
        yield from ("YS-8.18.1", "YS-8.18.2")
    elif told.seat != NEUTRAL_SEAT and told.card != Character.WHITE_GEM:
        yield from ("YS-8.1.1", "YS-8.1.8")
    elif told.seat == NEUTRAL_SEAT:
        yield "YS-9.3.13"
    won = _in_district(District.PALACE, told, around)
    yield from (rule for rule in won if is_court or rule != "YS-9.3.12")


def _gem_taken(told: NamedEvent, around: Around) -> Iterator[str]:
    if told.rule == "YS-6.2.3" and around.before.players < FOUR:
        yield "YS-9.2.4"


def _gems_stay(_told: NamedEvent, around: Around) -> Iterator[str]:
    if around.before.players < FOUR:
        yield "YS-9.2.4"


def _row_won(told: NamedEvent, around: Around) -> Iterator[str]:
    first = FIRST_CELL + told.row * COLOURS
    if told.seat == NEUTRAL_SEAT:
        yield "YS-9.3.12"
    elif told.gem == Gem.WHITE:
        yield "YS-6.4.3"
    yield from tie_rules.of_places(around, told.seat, told.sum, first, first + COLOURS)


def _column_ranked(told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("YS-6.5.1", "YS-6.5.2")
    if told.seat == NONE:
        if told.sum == 0 and told.rank < COLOURS and _stands_in(around, told.colour):
            yield "YS-6.5.6"
        return
    state = around.before
    is_there = presence(state, told.seat, FIRST_CELL, PLACES)
    if not is_there:
        yield "YS-6.5.4"
    if state.intriguer == told.seat:
        yield "YS-8.12.3"
        if not is_there:
            yield "YS-8.12.4"
    if state.players == TWO:
        yield "YS-9.3.15"
    if sum(is_candidate(state, column) for column in range(COLOURS)) > 1 and told.sum == 0:
        yield "YS-6.5.4"


def _stands_in(around: Around, column: int) -> bool:
    """Does a broker stand in a column of the market?"""
    places = range(FIRST_CELL + column, PLACES, COLOURS)
    return any(
        presence(around.before, party, place, place + 1)
        for party in range(party_count(around.before))
        for place in places
    )


def _value_moved(told: NamedEvent, around: Around) -> Iterator[str]:
    if told.rule != "YS-6.5.5":
        return
    ranked = {event.colour: event.rank - 1 for event in _kind(around, Event.COLUMN_RANKED)}
    ranked |= {int(column): rank for rank, column in enumerate(around.before.columns) if column != NONE}
    if told.colour in ranked and told.new - told.old != COLUMN_MOVES[ranked[told.colour]]:
        yield "YS-6.5.7"


def _best_bidder(told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("YS-6.7.4", *tie_rules.of_places(around, told.seat, told.sum, FIRST_CELL, PLACES))


def _all_back(_told: NamedEvent, around: Around) -> Iterator[str]:
    if around.before.players == TWO:
        yield "YS-9.3.19"
    if around.before.royal:
        yield "YS-9.4.2"


# The end


def _scored(told: NamedEvent, around: Around) -> Iterator[str]:
    state = around.after
    if told.source == Source.THRONE:
        sums = [int(throne_sum(state, seat)) for seat in range(state.players)]
        if sums.count(sums[told.seat]) > 1:
            yield "YS-9.4.10"
        if state.players == THREE or sums[told.seat] == 0:
            yield "YS-9.4.11"
    elif Source.BLUE <= told.source < Source.BLUE + len(Colour):
        colour = told.source - Source.BLUE
        gems = [int(state.seats[party].gems[colour]) for party in range(party_count(state))]
        yield from _scored_colour(told, gems, state.players)


def _scored_colour(told: NamedEvent, gems: list[int], players: int) -> Iterator[str]:
    yield "YS-7.1"
    if not told.count:
        yield "YS-7.3"
    elif gems.count(told.count) > 1:
        yield from ("YS-7.4", "YS-7.6")
        if players == FOUR and sum(other >= told.count for other in gems) == FOUR:
            yield "YS-7.5"
        if players == TWO and gems[NEUTRAL] == told.count:
            yield "YS-9.3.17"
    if players < FOUR:
        yield "YS-9.2.7"


def _won(_told: NamedEvent, around: Around) -> Iterator[str]:
    yield "YS-0.1"
    if len(_kind(around, Event.WON)) > 1:
        yield "YS-7.9"
    if around.after.players == TWO:
        yield "YS-9.3.18"


CITES: Citations = {
    Event.SHIP_CAME: _ship_came,
    Event.MARKET_FILLED: _market_filled,
    Event.BID_SHOWN: ("YS-4.2", "YS-4.7"),
    Event.ORDER_CHOSEN: ("YS-4.3", "YS-4.4", "YS-4.6"),
    Event.CARD_PLAYED: _card_played,
    Event.QUARTER_CLOSED: ("YS-8.17.2", "YS-8.17.3"),
    Event.PUT_DOWN: _put_down,
    Event.PLACED: _placed,
    Event.PLACED_KNOWN: ("YS-8.8.2", "YS-8.8.5"),
    Event.REFILLED: ("YS-8.8.2",),
    Event.NEUTRAL_PLACED: _neutral_placed,
    Event.MARKET_BONUS: ("YS-5.7",),
    Event.LOOKED: ("YS-8.5.2", "YS-8.5.3"),
    Event.SAW: ("YS-8.5.5",),
    Event.WIZARD_SWAPPED: _swapped,
    Event.MARKED: ("YS-8.16.2", "YS-8.16.3"),
    Event.LAST_SHOWN: _last_shown,
    Event.MOVED: _moved,
    Event.SHIPS_SWAPPED: _ships_swapped,
    Event.TURNED_UP: _turned_up,
    Event.RANKED: _ranked,
    Event.GEM_TAKEN: _gem_taken,
    Event.GEM_GIVEN: ("YS-8.2.2",),
    Event.GEMS_STAY: _gems_stay,
    Event.BLACK_GEM: _black_gem,
    Event.MERCHANTS_WON: _merchants,
    Event.CARD_WON: _card_won,
    Event.ROW_WON: _row_won,
    Event.COLUMN_RANKED: _column_ranked,
    Event.VALUE_MOVED: _value_moved,
    Event.BEST_BIDDER: _best_bidder,
    Event.COURT: ("YS-8.18.2",),
    Event.ALL_BACK: _all_back,
    Event.THRONE_ENTERED: ("YS-9.4.4",),
    Event.SCORED: _scored,
    Event.NEUTRAL_SCORED: ("YS-9.3.16", "YS-9.3.17"),
    Event.WON: _won,
}

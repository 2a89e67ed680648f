"""The events of Ys: what the rules tell, how it is said, and where on the table it happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from donjon.kernel.book import Book
from donjon.kernel.events import EventKind, NamedEvent, event
from donjon.kernel.message import Message, SeatName, Term
from donjon.kernel.sentences import Case
from donjon.ys.nouns import (
    DISTRICTS,
    NEUTRAL_SEAT,
    Character,
    Colour,
    District,
    Gem,
    Source,
    broker_name,
    place_name,
    place_text,
)
from donjon.ys.tables import SHIP_LARGE, SHIP_SMALL

At = Callable[[NamedEvent, Mapping[str, Any]], str]

_NEUTRAL = Term("Neutral player")  # where sentences begin with a name
_DISTRICT_EMPTY = (
    Message("Nobody is in the harbour of quarter {quarter}: no black gem.").text,
    Message("Nobody is in the merchants' district of quarter {quarter}: no points.").text,
    Message("Nobody is in the palace of quarter {quarter}: its card is discarded.").text,
)


def _one_more(index: int) -> int:
    return index + 1


# Arguments that are said in words, or counted from 1.
_WORDS: dict[str, Callable[[int], Any]] = {
    "quarter": _one_more,
    "other_quarter": _one_more,
    "place": place_name,
    "other": place_name,
    "card": lambda card: Character(card).term,
    "gem": lambda gem: Gem(gem).term,
    "colour": lambda colour: Colour(colour).term,
}
# The gems of the ship card that an event tells of.
_SHIP: dict[str, Any] = {
    "large": lambda named: Colour(SHIP_LARGE[named.ship]).term,
    "one": lambda named: Colour(SHIP_SMALL[named.ship, 0]).term,
    "other": lambda named: Colour(SHIP_SMALL[named.ship, 1]).term,
}


def name_of(seat: int) -> SeatName | Term:
    """Return the name of a seat in a sentence, or the neutral player's."""
    return _NEUTRAL if seat == NEUTRAL_SEAT else SeatName(seat)


def from_one(case: Case) -> int:
    """Return the argument of an action, counted from 1."""
    return case.argument + 1


def broker_of(case: Case) -> Message:
    """Return the name of the broker that an action is about, by its place."""
    return broker_name(case.state, case.argument)


def _at_place(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    return place_text(named.place)


def _at_screen(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    """The screen of whom it is about."""
    return "neutral" if named.seat == NEUTRAL_SEAT else f"screen-{named.seat}"


def _of_quarter(thing: str) -> At:
    return lambda named, _view: f"{thing}-{named.quarter + 1}"


def _at_district(district: int) -> At:
    return lambda named, _view: place_text(named.quarter * DISTRICTS + district)


def _at_row(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    return f"row-{named.row}"


def _of_colour(thing: str) -> At:
    return lambda named, _view: f"{thing}-{Gem(named.colour).id}"


def _nobody(named: NamedEvent) -> Message:
    return Message(_DISTRICT_EMPTY[named.district], quarter=named.quarter + 1)


def _scored(named: NamedEvent) -> Message:
    said = {"seat": named.who, "source": Source(named.source).term, "points": named.points}
    if named.source == Source.THRONE:
        return Message("{seat}: {source} {points} (sum {sum}).", sum=named.count, **said)
    if named.source >= Source.BLUE:
        return Message("{seat}: {source} {points} (gems: {count}).", count=named.count, **said)
    return Message("{seat}: {source} {points}.", **said)


class Event(EventKind):
    """What happens in a game of Ys; `seat` is NEUTRAL_VOICE where it is the neutral player's."""

    ORDER_DEALT = event("{seat} is dealt order card {order}.", "order", at="order")
    ROUND_BEGAN = event("Round {round} begins.", "round", at="round")
    CARD_TURNED = event("Quarter {quarter} offers the {card}.", "quarter", "card", at=_of_quarter("card"))
    SHIP_CAME = event(
        "A ship comes to quarter {quarter}: large {large}, small {one} and {other}.",
        *("quarter", "ship"),
        at=_of_quarter("ship"),
        **_SHIP,
    )
    MARKET_FILLED = event(
        "The market gets its gems from a ship: large {large}, small {one} and {other}.",
        "ship",
        at="market",
        **_SHIP,
        also=("YS-3.8",),
    )
    BID_CHOSEN = event(
        "{seat} lays down the bid: {low} and {high}.",
        *("low", "high"),
        unseen="{seat} lays down the bid.",
        at=_at_screen,
    )
    BID_SHOWN = event(
        "{seat} bids {low} and {high}: {sum}.",
        *("low", "high"),
        at=_at_screen,
        reveals=True,
        sum=lambda named: named.low + named.high,
        also=("YS-4.2", "YS-4.7"),
    )
    ORDER_CHOSEN = event(
        "{seat} chooses order card {order}.", "order", at="order", also=("YS-4.3", "YS-4.4", "YS-4.6")
    )
    CARD_PLAYED = event("{seat} plays the {card}.", "card", at=_at_screen, also=("YS-8.1.4", "YS-8.1.6"))
    QUARTER_CLOSED = event(
        "{seat} closes quarter {quarter} with the Queen.",
        "quarter",
        at=_of_quarter("quarter"),
        also=("YS-8.17.2", "YS-8.17.3"),
    )
    # Which broker it is comes next, HIDDEN or PLACED_KNOWN.
    PUT_DOWN = event("{seat} places a broker face down: {place}.", "place", at=_at_place, also=("YS-5.3",))
    HIDDEN = event(
        "{seat} has placed a {value} face down: {place}.",
        *("value", "place"),
        unseen="{seat} has chosen the broker.",
        at=_at_place,
    )
    PLACED = event(
        "{seat} places a {value}: {place}.",
        "place",
        "value",
        "from_front",
        at=_at_place,
        also=("YS-5.2", "YS-5.3"),
    )
    PLACED_KNOWN = event(
        "The broker that {seat} has placed face down is the {value} of the front: {place}.",
        *("place", "value", "from_front"),
        at=_at_place,
        also=("YS-8.8.2", "YS-8.8.5"),
    )
    REFILLED = event("{seat} puts a {value} into the front.", "value", at=_at_screen, also=("YS-8.8.2",))
    NEUTRAL_PLACED = event("{seat} places a neutral broker: {place}.", "place", at=_at_place)
    MARKET_BONUS = event(
        "{seat} gets {points} point for a place in the market.",
        "points",
        "place",
        at=_at_place,
        also=("YS-5.7",),
    )
    LOOKED = event(
        "{seat} looks with the Spy at a broker of {owner}: {place}.",
        *("place", "owner", "looks_left"),
        at=_at_place,
        owner=lambda named: SeatName(named.owner),
        also=("YS-8.5.2", "YS-8.5.3"),
    )
    # The seat is the owner's.
    SAW = event(
        "The broker of {seat} is a {value}: {place}.",
        *("value", "place"),
        unseen="Only the Spy knows the broker of {seat} now.",
        at=_at_place,
        reveals=True,
        also=("YS-8.5.5",),
    )
    WIZARD_SWAPPED = event(
        "{seat} swaps two brokers: {place}; {other}.",
        "place",
        "other",
        at=_at_place,
        also=("YS-8.14.2", "YS-8.14.3"),
    )
    MARKED = event(
        "{seat} marks a broker with the Soldier: {place}.",
        "place",
        at=_at_place,
        also=("YS-8.16.2", "YS-8.16.3"),
    )
    LAST_SHOWN = event(
        "{seat} puts the last broker, a {value}, into the front.", "value", at=_at_screen, reveals=True
    )
    MOVED = event(
        "{seat} moves a broker: from {place} to {other}.", "place", "other", at=_at_place, also=("YS-8.7.2",)
    )
    SHIPS_SWAPPED = event(
        "{seat} exchanges the ships of quarters {quarter} and {other_quarter}.",
        *("quarter", "other_quarter"),
        at=_of_quarter("ship"),
    )
    TURNED_UP = event(
        "A broker is turned up, a {value}: {place}.", *("place", "value", "owner"), at=_at_place, reveals=True
    )
    RANKED = event(
        "Quarter {quarter}, place {rank}: {seat} with {sum}.",
        *("quarter", "rank", "sum"),
        at=_of_quarter("quarter"),
        also=("YS-6.2.1",),
    )
    GEM_TAKEN = event("{seat} takes a {gem}.", "gem", "count", at=_at_screen)
    WHITE_EXCHANGED = event("{seat} exchanges the white gem for {colour}.", "colour", at=_at_screen)
    GEMS_STAY = event(
        "Quarter {quarter}: gems that nobody gets: {count}.", "quarter", "count", at=_of_quarter("ship")
    )
    BLACK_GEM = event(
        "{seat} wins the harbour of quarter {quarter} with {sum} and gets a black gem.",
        *("quarter", "sum"),
        at=_at_district(District.HARBOUR),
        also=("YS-6.3.1",),
    )
    MERCHANTS_WON = event(
        "{seat} wins the merchants' district of quarter {quarter} with {sum}: {points} points.",
        *("quarter", "points", "sum"),
        at=_at_district(District.MERCHANTS),
        also=("YS-6.3.1",),
    )
    CARD_WON = event(
        "{seat} wins the palace of quarter {quarter} with {sum}: the {card}.",
        *("quarter", "card", "sum"),
        at=_at_district(District.PALACE),
        also=("YS-6.3.1",),
    )
    NOBODY_THERE = event(
        _nobody,
        *("quarter", "district"),
        at=lambda named, _view: place_text(named.quarter * DISTRICTS + named.district),
    )
    BROKERS_BACK = event("The brokers of quarter {quarter} go back.", "quarter", at=_of_quarter("quarter"))
    ROW_WON = event("{seat} wins row {row} with {sum}: a {gem}.", "row", "gem", "sum", at=_at_row)
    ROW_EMPTY = event("Nobody is in row {row}: the {gem} goes back.", "row", "gem", at=_at_row)
    COLUMN_RANKED = event(
        "Market column {colour} is number {rank} with {sum}.",
        *("colour", "rank", "sum"),
        at=_of_colour("column"),
        also=("YS-6.5.1", "YS-6.5.2"),
    )
    VALUE_MOVED = event(
        "The value of {colour} moves from {old} to {new}.", "colour", "old", "new", at=_of_colour("value")
    )
    BEST_BIDDER = event(
        "{seat} is the best bidder of the market with {sum}.", "sum", at="market", also=("YS-6.7.4",)
    )
    COURT = event(
        "{seat} gets {points} points for Prince and King.", "points", at=_at_screen, also=("YS-8.18.2",)
    )
    ALL_BACK = event("The brokers of the market go back.", at="market")
    GEM_GIVEN = event("{seat} gives a {gem}.", "gem", at=_at_screen, also=("YS-8.2.2",))
    CARD_DROPPED = event("The {card} of {seat} is discarded.", "card", at=_at_screen)
    THRONE_CHOSEN = event(
        "{seat} chooses a {value} for the throne room.",
        "value",
        unseen="{seat} has chosen for the throne room.",
        at="throne",
    )
    THRONE_ENTERED = event(
        "A broker of {seat} enters the throne room.", at="throne", reveals=True, also=("YS-9.4.4",)
    )
    EXTRA_TAKEN = event("{seat} takes an extra 2.", at=_at_screen)
    GAME_OVER = event("The last round is over; the gems are counted.")
    # What the points are for: a number of gems, or the sum of the brokers in the throne room.
    SCORED = event(_scored, "source", "points", "count", at=_at_screen)
    NEUTRAL_SCORED = event(
        "The neutral player has {points} points.",
        "points",
        at=lambda _named, _view: "neutral",
        also=("YS-9.3.16", "YS-9.3.17"),
    )
    WON = event("{seat} wins with {points} points.", "points", at=_at_screen, also=("YS-0.1",))
    NEUTRAL_AHEAD = event(
        "The neutral player has more than the winner: {points} against {best}.", "points", "best"
    )

    @classmethod
    def who(cls, seat: int) -> SeatName | Term:
        """The name of a seat, or the neutral player's."""
        return name_of(seat)

    @classmethod
    def word(cls, argument: str, value: int) -> Any:
        """Places, cards and gems by their words, quarters from 1."""
        return _WORDS[argument](value) if argument in _WORDS else value


BOOK = Book({**_WORDS, "value": int}, who=name_of, old=Event)

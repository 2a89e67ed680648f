"""The log: one sentence for each kind of event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from donjon.kernel.message import Message, SeatName, Term
from donjon.kernel.story import Event
from donjon.ys.nouns import NEUTRAL_VOICE, Character, Colour, Gem, Source, place_name
from donjon.ys.tables import SHIP_LARGE, SHIP_SMALL

Args = tuple[int, ...]
Who = SeatName | Term
_NEUTRAL = Term("Neutral player")  # where sentences begin with a name
_DISTRICT_EMPTY = (
    Message("Nobody is in the harbour of quarter {quarter}: no black gem.").text,
    Message("Nobody is in the merchants' district of quarter {quarter}: no points.").text,
    Message("Nobody is in the palace of quarter {quarter}: its card is discarded.").text,
)


def event_message(event: Event) -> Message:
    """The log line of an event; an event whose arguments are hidden gets a line without them."""
    return _LINES[event.kind](name(event.seat), event.args)


def name(seat: int) -> SeatName | Term:
    """The name of a seat, or the neutral player's."""
    return _NEUTRAL if seat == NEUTRAL_VOICE else SeatName(seat)


def _plain(text: str) -> Callable[[Who, Args], Message]:
    def line(who: Who, args: Args) -> Message:
        values = {key: args[at] for at, key in enumerate(("a", "b", "c")) if at < len(args)}
        return Message(text, seat=who, **values)

    return line


def _of_ship(text: str) -> Callable[[Who, Args], Message]:
    def line(_who: Who, args: Args) -> Message:
        ship = args[-2] if len(args) > 1 and args[1] >= 0 and "quarter" in text else args[0]
        gems = [int(SHIP_LARGE[ship]), *(int(gem) for gem in SHIP_SMALL[ship])]
        return Message(
            text,
            quarter=args[0] + 1,
            large=Colour(gems[0]).term,
            one=Colour(gems[1]).term,
            other=Colour(gems[2]).term,
        )

    return line


def _card_turned(_who: Who, args: Args) -> Message:
    return Message("Quarter {quarter} offers the {card}.", quarter=args[0] + 1, card=Character(args[1]).term)


def _bid_chosen(who: Who, args: Args) -> Message:
    if args:
        return Message("{seat} lays down the bid: {low} and {high}.", seat=who, low=args[0], high=args[1])
    return Message("{seat} lays down the bid.", seat=who)


def _bid_shown(who: Who, args: Args) -> Message:
    return Message(
        "{seat} bids {low} and {high}: {sum}.", seat=who, low=args[0], high=args[1], sum=args[0] + args[1]
    )


def _card_line(text: str, at: int = 0) -> Callable[[Who, Args], Message]:
    def line(who: Who, args: Args) -> Message:
        return Message(text, seat=who, card=Character(args[at]).term, quarter=args[0] + 1, sum=args[2])

    return line


def _quarter_line(text: str) -> Callable[[Who, Args], Message]:
    def line(who: Who, args: Args) -> Message:
        return Message(text, seat=who, quarter=args[0] + 1, a=args[1], b=args[2])

    return line


def _place_line(text: str) -> Callable[[Who, Args], Message]:
    def line(who: Who, args: Args) -> Message:
        return Message(text, seat=who, place=place_name(args[0]), value=args[1])

    return line


def _hidden(who: Who, args: Args) -> Message:
    if args:
        return Message(
            "{seat} has placed a {value} face down: {place}.",
            seat=who,
            value=args[0],
            place=place_name(args[1]),
        )
    return Message("{seat} has chosen the broker.", seat=who)


def _bonus(who: Who, args: Args) -> Message:
    return Message("{seat} gets {points} point for a place in the market.", seat=who, points=args[0])


def _looked(who: Who, args: Args) -> Message:
    return Message(
        "{seat} looks with the Spy at a broker of {owner}: {place}.",
        seat=who,
        owner=SeatName(args[1]),
        place=place_name(args[0]),
    )


def _saw(who: Who, args: Args) -> Message:
    if args:
        return Message(
            "The broker of {seat} is a {value}: {place}.", seat=who, value=args[0], place=place_name(args[1])
        )
    return Message("Only the Spy knows the broker of {seat} now.", seat=who)


def _two_places(text: str) -> Callable[[Who, Args], Message]:
    def line(who: Who, args: Args) -> Message:
        return Message(text, seat=who, place=place_name(args[0]), other=place_name(args[1]))

    return line


def _turned_up(who: Who, args: Args) -> Message:
    return Message("A broker is turned up, a {value}: {place}.", place=place_name(args[0]), value=args[1])


def _gem_line(text: str, at: int = 0) -> Callable[[Who, Args], Message]:
    def line(who: Who, args: Args) -> Message:
        return Message(text, seat=who, gem=Gem(args[at]).term, row=args[0], sum=args[2])

    return line


def _colour_line(text: str) -> Callable[[Who, Args], Message]:
    def line(who: Who, args: Args) -> Message:
        return Message(text, seat=who, colour=Colour(args[0]).term, a=args[1], b=args[2])

    return line


def _nobody_there(_who: Who, args: Args) -> Message:
    return Message(_DISTRICT_EMPTY[args[1]], quarter=args[0] + 1)


def _throne_chosen(who: Who, args: Args) -> Message:
    if args:
        return Message("{seat} chooses a {value} for the throne room.", seat=who, value=args[0])
    return Message("{seat} has chosen for the throne room.", seat=who)


def _scored(who: Who, args: Args) -> Message:
    values: dict[str, Any] = {"seat": who, "source": Source(args[0]).term, "points": args[1]}
    if args[0] == Source.THRONE:
        return Message("{seat}: {source} {points} (sum {sum}).", sum=args[2], **values)
    if args[0] >= Source.BLUE:
        return Message("{seat}: {source} {points} (gems: {count}).", count=args[2], **values)
    return Message("{seat}: {source} {points}.", **values)


_LINES: dict[str, Callable[[Who, Args], Message]] = {
    "order_dealt": _plain(Message("{seat} is dealt order card {a}.").text),
    "round_began": _plain(Message("Round {a} begins.").text),
    "card_turned": _card_turned,
    "ship_came": _of_ship(
        Message("A ship comes to quarter {quarter}: large {large}, small {one} and {other}.").text
    ),
    "market_filled": _of_ship(
        Message("The market gets its gems from a ship: large {large}, small {one} and {other}.").text
    ),
    "bid_chosen": _bid_chosen,
    "bid_shown": _bid_shown,
    "order_chosen": _plain(Message("{seat} chooses order card {a}.").text),
    "card_played": _card_line(Message("{seat} plays the {card}.").text),
    "quarter_closed": _quarter_line(Message("{seat} closes quarter {quarter} with the Queen.").text),
    "put_down": _place_line(Message("{seat} places a broker face down: {place}.").text),
    "hidden": _hidden,
    "placed": _place_line(Message("{seat} places a {value}: {place}.").text),
    "placed_known": _place_line(
        Message("The broker that {seat} has placed face down is the {value} of the front: {place}.").text
    ),
    "refilled": _plain(Message("{seat} puts a {a} into the front.").text),
    "neutral_placed": _place_line(Message("{seat} places a neutral broker: {place}.").text),
    "market_bonus": _bonus,
    "looked": _looked,
    "saw": _saw,
    "wizard_swapped": _two_places(Message("{seat} swaps two brokers: {place}; {other}.").text),
    "marked": _place_line(Message("{seat} marks a broker with the Soldier: {place}.").text),
    "last_shown": _plain(Message("{seat} puts the last broker, a {a}, into the front.").text),
    "moved": _two_places(Message("{seat} moves a broker: from {place} to {other}.").text),
    "ships_swapped": lambda who, args: Message(
        "{seat} exchanges the ships of quarters {a} and {b}.", seat=who, a=args[0] + 1, b=args[1] + 1
    ),
    "turned_up": _turned_up,
    "ranked": _quarter_line(Message("Quarter {quarter}, place {a}: {seat} with {b}.").text),
    "gem_taken": _gem_line(Message("{seat} takes a {gem}.").text),
    "white_exchanged": _colour_line(Message("{seat} exchanges the white gem for {colour}.").text),
    "gems_stay": _quarter_line(Message("Quarter {quarter}: gems that nobody gets: {a}.").text),
    "black_gem": _quarter_line(
        Message("{seat} wins the harbour of quarter {quarter} with {a} and gets a black gem.").text
    ),
    "merchants_won": _quarter_line(
        Message("{seat} wins the merchants' district of quarter {quarter} with {b}: {a} points.").text
    ),
    "card_won": _card_line(
        Message("{seat} wins the palace of quarter {quarter} with {sum}: the {card}.").text, 1
    ),
    "nobody_there": _nobody_there,
    "brokers_back": _quarter_line(Message("The brokers of quarter {quarter} go back.").text),
    "row_won": _gem_line(Message("{seat} wins row {row} with {sum}: a {gem}.").text, 1),
    "row_empty": _gem_line(Message("Nobody is in row {row}: the {gem} goes back.").text, 1),
    "column_ranked": _colour_line(Message("Market column {colour} is number {a} with {b}.").text),
    "value_moved": _colour_line(Message("The value of {colour} moves from {a} to {b}.").text),
    "best_bidder": _plain(Message("{seat} is the best bidder of the market with {a}.").text),
    "court": _plain(Message("{seat} gets {a} points for Prince and King.").text),
    "all_back": _plain(Message("The brokers of the market go back.").text),
    "gem_given": _gem_line(Message("{seat} gives a {gem}.").text),
    "card_dropped": _card_line(Message("The {card} of {seat} is discarded.").text),
    "throne_chosen": _throne_chosen,
    "throne_entered": _plain(Message("A broker of {seat} enters the throne room.").text),
    "extra_taken": _plain(Message("{seat} takes an extra 2.").text),
    "game_over": _plain(Message("The last round is over; the gems are counted.").text),
    "scored": _scored,
    "neutral_scored": lambda _who, args: Message("The neutral player has {points} points.", points=args[0]),
    "won": _plain(Message("{seat} wins with {a} points.").text),
    "neutral_ahead": lambda _who, args: Message(
        "The neutral player has more than the winner: {a} against {b}.", a=args[0], b=args[1]
    ),
}
assert len(Source.terms()) == len(Source)

"""Chapter 2: the options of a game, its start, and the deal of the order cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from donjon.errors import BadOption
from donjon.games.ys import domains
from donjon.games.ys.model import (
    BASE_SET,
    EXPRESS_SET,
    EXTRAS,
    HARDER_AS_PRINTED,
    OPTIONS,
    QUARTERS_ALLOWED,
    SHIP_WHITE,
    START,
    Options,
    Seat,
    State,
    seat_of_order,
)
from donjon.games.ys.nouns import (
    BOOK,
    CHARACTERS,
    COLOURS,
    MAX_SEATS,
    NONE,
    PARTIES,
    QUARTERS,
    ROWS,
    SHIPS,
    SLOTS,
    VALUES,
    Phase,
    decide,
)
from donjon.games.ys.pieces import clear_slot
from donjon.kernel.actions import Kind
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit
from donjon.kernel.message import Message
from donjon.kernel.option_values import Option, check_names, check_players, is_choice
from donjon.kernel.rule_ids import number
from donjon.kernel.untrusted import short

MIN_SEATS = 2
USUAL = "usual"
YES_NO = ("no", "yes")
NEUTRALS = ("normal", "harder")
ORDER_CARDS = tuple(range(1, MAX_SEATS + 1))

# A site owner may have set other harder brokers (YS-9.3.20).
_NEUTRAL_HELP = (
    Message("For 2 players: neutral brokers 4, 2, 1, 0 (normal) or 4, 3, 1, 0 (harder).")
    if HARDER_AS_PRINTED
    else Message("For 2 players: neutral brokers 4, 2, 1, 0, or harder ones set by the site owner.")
)


def _yes_no(name: str, label: str, help: str) -> Option:
    return Option(name, "choice", YES_NO, "no", label, help, labels=YES_NO)


DECLARED = (
    Option(
        "quarters",
        "choice",
        (USUAL, 3, 4),
        USUAL,
        "Number of quarters",
        "3 players can leave out the fourth quarter. 2 players never use it, 4 always do.",
        labels=("standard", "three", "four"),
    ),
    _yes_no("open_placement", "Open placement", "All brokers are placed face up. Good for a first game."),
    _yes_no(
        "royal_favour",
        "Royal Favour",
        "After each round everyone secretly sends a broker to the throne room. For 3 or 4 players.",
    ),
    _yes_no(
        "express",
        "Ys Express",
        "A shorter game: 9 brokers and 3 turns a round. For 3 or 4 players.",
    ),
    Option("neutral", "choice", NEUTRALS, "normal", "Neutral player", _NEUTRAL_HELP.text, labels=NEUTRALS),
    Option(
        "order",
        "list",
        ORDER_CARDS,
        None,
        "Starting order cards",
        "The order card each player starts with. Leave a place empty for a random one.",
        count=MAX_SEATS,
        labels=tuple(str(card) for card in ORDER_CARDS),
        distinct=True,
        places=("seat 1", "seat 2", "seat 3", "seat 4"),
    ),
)
_NAMES = tuple(option.name for option in DECLARED)


def read_options(players: Any, given: Mapping[str, Any]) -> Any:
    """Return options in words as a record of OPTIONS; raise BadOption, which says what to do."""
    check_players("Ys", players, MIN_SEATS, MAX_SEATS)
    check_names("Ys", given, _NAMES)
    options = np.zeros(1, OPTIONS)[0]
    options.players = players
    options.quarters = _quarters(players, given.get("quarters"))
    options.open = _flag(given, "open_placement")
    options.royal = _flag(given, "royal_favour")
    options.express = _flag(given, "express")
    if players == MIN_SEATS and options.royal:
        raise BadOption(Message("Royal Favour is for 3 or 4 players (YS-9.4.12)."))
    if players == MIN_SEATS and options.express:
        raise BadOption(Message("Ys Express is for 3 or 4 players (YS-9.5.5)."))
    options.hard = _hard(players, given.get("neutral"))
    options.order[:] = _order(players, given.get("order"))
    return options


def _quarters(players: int, wanted: Any) -> int:
    allowed = QUARTERS_ALLOWED[players]
    if is_choice(wanted, (None, USUAL)):
        return int(allowed[0])
    if not is_choice(wanted, allowed):
        raise _bad_quarters(players, allowed, wanted)
    return int(wanted)


def _bad_quarters(players: int, allowed: tuple[int, ...], wanted: Any) -> BadOption:
    if len(allowed) == 1:
        return BadOption(
            Message(
                "With {players} players, {count} quarters are in play, not {given} (YS-2.4, YS-9.2.2).",
                players=players,
                count=allowed[0],
                given=short(wanted),
            )
        )
    return BadOption(
        Message(
            "With {players} players, {fewer} or {more} quarters are in play, not {given} (YS-2.4, YS-9.2.2).",
            players=players,
            fewer=min(allowed),
            more=max(allowed),
            given=short(wanted),
        )
    )


def _flag(given: Mapping[str, Any], name: str) -> int:
    value = given.get(name)
    if value is None or is_choice(value, (False, "no")):
        return 0
    if is_choice(value, (True, "yes")):
        return 1
    raise BadOption(
        Message("The option {name} must be “yes” or “no”, not {given}.", name=repr(name), given=short(value))
    )


def _hard(players: int, wanted: Any) -> int:
    if is_choice(wanted, (None, NEUTRALS[0])):
        return 0
    if not is_choice(wanted, NEUTRALS[1:]):
        raise BadOption(
            Message(
                "The option “neutral” must be one of: {choices}; you gave {given}.",
                choices=NEUTRALS,
                given=short(wanted),
            )
        )
    if players != MIN_SEATS:
        raise BadOption(Message("Only two-player games have a neutral player (YS-9.3.20)."))
    return 1


def _order(players: int, wanted: Any) -> list[int]:
    if wanted is None:
        return [0] * MAX_SEATS
    if isinstance(wanted, str) or not isinstance(wanted, Sequence) or len(wanted) < players:
        raise BadOption(
            Message(
                "The option “order” needs {players} order cards, one per player, not {given}.",
                players=players,
                given=short(wanted),
            )
        )
    cards = list(wanted)
    if any(card is not None for card in cards[players:]):
        raise BadOption(
            Message(
                "The option “order” has more than {players} order cards, one per player.", players=players
            )
        )
    for card in cards[:players]:
        if card is not None and not is_choice(card, range(1, players + 1)):
            raise BadOption(
                Message(
                    "{card} isn't an order card. With {players} players they are 1–{players}.",
                    card=short(card),
                    players=players,
                )
            )
    chosen = [card for card in cards if card is not None]
    if len(set(chosen)) < len(chosen):
        raise BadOption(Message("The option “order” names a card twice. Use each card once (YS-2.3)."))
    return [card or 0 for card in cards[:players]] + [0] * (MAX_SEATS - players)


def show_variants(table: Options | State) -> dict[str, Any]:
    """Return the variants in play, from an OPTIONS record or a state, as `read_options` takes them."""
    shown: dict[str, Any] = {"quarters": int(table.quarters)}
    for name, field in (("open_placement", "open"), ("royal_favour", "royal"), ("express", "express")):
        if table[field]:
            shown[name] = "yes"
    if table.hard:
        shown["neutral"] = NEUTRALS[1]
    return shown


def show_options(options: Options) -> dict[str, Any]:
    """Return an OPTIONS record as `read_options` takes it, without the options left to nature."""
    order = options.order[: int(options.players)]
    stated = {"order": [int(card) or None for card in order]} if any(order) else {}
    return {**show_variants(options), **stated}


# The start

DEAL_RULE = number("YS-2.3")
ORDER_DEALT = BOOK.event("order_dealt", "{seat} gets order card {order}.", "order", at="order")
decide(Phase.DEAL, "YS-2.3", Message("Random draw: order cards."))
DEAL = Kind(domains.ORDER)


@compilable
def set_up(state: State, options: Options) -> None:
    """Set up all but the order cards, where the options leave them to nature (YS-2.1 to YS-2.6)."""
    state.players = options.players
    state.quarters = options.quarters
    state.open = options.open
    state.royal = options.royal
    state.express = options.express
    state.hard = options.hard
    state.round = 0
    clear_table(state)
    for slot in range(SLOTS):
        clear_slot(state, slot)
    for colour in range(COLOURS):
        state.values[colour] = START[colour]
    for card in range(CHARACTERS):
        state.unseen[card] = 1
    for ship in range(SHIPS):
        state.deck[ship] = not (state.express and SHIP_WHITE[ship])  # YS-9.5.2
    for seat in range(MAX_SEATS):
        set_up_seat(state, state.seats[seat], seat, options.order[seat])
    state.phase = Phase.NEW_ROUND


@compilable
def set_up_seat(state: State, me: Seat, seat: int, order: int) -> None:
    """Give a seat its screen, brokers and score marker (YS-2.2)."""
    me.choice = NONE
    if seat < state.players:
        me.order = order
        me.extras = EXTRAS if state.royal else 0
        for value in range(VALUES):
            me.screen[value] = EXPRESS_SET[value] if state.express else BASE_SET[value]


@compilable
def clear_table(state: State) -> None:
    """Clear away what a round leaves behind."""
    state.actor = NONE
    state.turn = 0
    state.asked = 0
    state.window = NONE
    state.put_up = 0
    state.put_down = 0
    state.put_neutral = 0
    state.target = NONE
    state.facing = 0
    state.from_front = NONE
    state.spy = NONE
    state.looks = 0
    state.bishop = NONE
    state.magician = NONE
    state.intriguer = NONE
    state.merchant = 0
    state.queen = NONE
    state.closed = NONE
    state.quarter = NONE
    state.rank = 0
    state.cause = 0
    state.resume = 0
    for rank in range(PARTIES):
        state.ranking[rank] = NONE
    for column in range(COLOURS):
        state.columns[column] = NONE
    for kind in range(state.offer.shape[0]):
        state.offer[kind] = 0
    for quarter in range(QUARTERS):
        state.character[quarter] = NONE
        state.ship[quarter] = NONE
    state.ship[QUARTERS] = NONE
    for row in range(ROWS):
        state.market[row] = NONE


@compilable
def seat_to_deal(state: State) -> int:
    """Return the first seat without an order card, NONE when all are dealt."""
    return seat_of_order(state, 0)


@compilable
def ask_deal(state: State, log: EventLog | None) -> None:
    """Let nature deal the order cards one by one; the last one needs no draw (YS-2.3)."""
    seat = seat_to_deal(state)
    state.actor = seat
    state.phase = Phase.DEAL
    left, last = 0, 0
    for card in range(1, state.players + 1):
        if seat_of_order(state, card) == NONE:
            left += 1
            last = card
    if left == 1:
        deal_order(state, seat, last - 1, log)


@compilable
def weight_of_order(state: State, index: int) -> int:
    """Return 1 for the index of an order card that no seat holds, else 0: the weight in nature's draw."""
    return int(index < state.players and seat_of_order(state, index + 1) == NONE)


@DEAL.action_at(Phase.DEAL, verb="deal", weight=weight_of_order)
@compilable
def deal_order(state: State, _seat: int, index: int, log: EventLog | None) -> None:
    """Deal the order card with this index to the first seat without one."""
    seat = seat_to_deal(state)
    state.seats[seat].order = index + 1
    emit(log, ORDER_DEALT, seat, DEAL_RULE, index + 1, 0, 0)
    state.actor = NONE
    state.phase = Phase.NEW_ROUND

"""Chapter 4: secret bids, and the choice of the order cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.games.ys import domains
from donjon.games.ys.cards import open_window
from donjon.games.ys.model import VALUE_HIGH, VALUE_LOW, State
from donjon.games.ys.nouns import BOOK, NONE, VALUE_PAIRS, Phase, asked, at_screen, decide, from_one
from donjon.games.ys.pieces import add_to
from donjon.games.ys.ties import front_sum
from donjon.kernel.actions import Kind
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit, emit_to
from donjon.kernel.message import Case, Message


def _lacks_brokers(case: Case) -> Message:
    low, high = int(VALUE_LOW[case.argument]), int(VALUE_HIGH[case.argument])
    a, b = int(case.me.screen[low]), int(case.me.screen[high])
    if low == high:
        return Message(
            "A bid of two {low}s needs two of them behind your screen; you have {a}.", low=low, a=a
        )
    return Message(
        "To bid {low} and {high} you need one of each behind your screen; you have {a} and {b}.",
        low=low,
        high=high,
        a=a,
        b=b,
    )


def _not_free(case: Case) -> Message:
    if case.argument >= case.state.players:
        return Message("This game has only order cards 1–{count}.", count=int(case.state.players))
    return Message("Order card {card} is taken. Choose another.", card=case.argument + 1)


BID_RULE = BOOK.forbids("YS-4.1", _lacks_brokers)
CHOICE_RULE = BOOK.forbids("YS-4.5", _not_free)

BID_CHOSEN = BOOK.event(
    "bid_chosen",
    "{seat} makes a secret bid: {low} and {high}.",
    *("low", "high"),
    unseen="{seat} makes a secret bid.",
    at=at_screen,
)
BID_SHOWN = BOOK.event(
    "bid_shown",
    "{seat} bids {low} and {high} (sum {sum}).",
    *("low", "high"),
    at=at_screen,
    reveals=True,
    sum=lambda named: named.low + named.high,
    also=("YS-4.2", "YS-4.7"),
)
ORDER_CHOSEN = BOOK.event(
    "order_chosen",
    "{seat} takes order card {order}.",
    "order",
    at="order",
    also=("YS-4.3", "YS-4.4", "YS-4.6"),
)


decide(Phase.BID, "YS-4.1", Message("Choose two brokers to bid; all bids are revealed together."))
decide(
    Phase.ORDER,
    "YS-4.3",
    asked(Message("Choose an order card."), Message("{seat} is choosing an order card.").text),
)
BID = Kind(domains.BID)
ORDER = Kind(domains.ORDER)


def _bid_button(case: Case) -> Message:
    low, high = VALUE_PAIRS[case.argument]
    return Message("Bid {low} + {high} = {sum}", low=low, high=high, sum=low + high)


def _bid_pieces(_state: Any, pair: int) -> str:
    return " ".join(f"disc-{value}" for value in VALUE_PAIRS[pair])


@compilable
def ask_bids(state: State) -> None:
    """Ask all seats at once for their bids (YS-4.1)."""
    state.actor = NONE
    for seat in range(state.players):
        state.seats[seat].choice = NONE
    state.phase = Phase.BID


@compilable
def all_chosen(state: State) -> bool:
    """Return whether every seat has made its secret choice."""
    for seat in range(state.players):
        if state.seats[seat].choice == NONE:
            return False
    return True


@compilable
def forbids_bid(state: State, seat: int, pair: int) -> int:
    """Return the rule against a bid: both brokers must be behind the screen (YS-4.1)."""
    low, high = int(VALUE_LOW[pair]), int(VALUE_HIGH[pair])
    screen = state.seats[seat].screen
    if low == high:
        return 0 if screen[low] >= 2 else BID_RULE
    return 0 if screen[low] > 0 and screen[high] > 0 else BID_RULE


@BID.action_at(Phase.BID, verb="bid", forbids=forbids_bid, button=_bid_button, pieces=_bid_pieces)
@compilable
def bid(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """Lay down the bid of a seat; after the last one show all bids (YS-4.1)."""
    state.seats[seat].choice = pair
    emit_to(log, 1 << seat, BID_CHOSEN, seat, BID_RULE, VALUE_LOW[pair], VALUE_HIGH[pair], 0)
    if not all_chosen(state):
        return
    for other in range(state.players):
        me = state.seats[other]
        low, high = int(VALUE_LOW[me.choice]), int(VALUE_HIGH[me.choice])
        add_to(me.screen, low, -1)
        add_to(me.screen, high, -1)
        add_to(me.front, low, 1)
        add_to(me.front, high, 1)
        me.choice = NONE
        emit(log, BID_SHOWN, other, BID_RULE, low, high, 0)
    state.phase = Phase.NEXT_CHOICE


@compilable
def is_free(state: State, card: int) -> bool:
    """Return whether no seat has chosen this order card yet (YS-4.5)."""
    for seat in range(state.players):
        if state.seats[seat].chosen == card:
            return False
    return True


@compilable
def next_to_choose(state: State) -> int:
    """Return the highest bidder without a card, ties by the cards held; NONE when done (YS-4.3, YS-4.4)."""
    best = NONE
    for seat in range(state.players):
        if state.seats[seat].chosen == 0:
            if best == NONE:
                best = seat
                continue
            own, other = front_sum(state, seat), front_sum(state, best)
            if own > other or (own == other and state.seats[seat].order < state.seats[best].order):
                best = seat
    return best


@compilable
def next_choice(state: State, log: EventLog | None) -> None:
    """Ask the next seat, which has no choice if it is the last; then give out the cards (YS-4.5, YS-4.6)."""
    seat = next_to_choose(state)
    free, last = 0, 0
    for card in range(1, state.players + 1):
        if is_free(state, card):
            free += 1
            last = card
    if free == 1:
        choose_order(state, seat, last - 1, log)
        seat = NONE
    if seat != NONE:
        state.actor = seat
        state.phase = Phase.ORDER
        return
    for other in range(state.players):
        me = state.seats[other]
        me.order = me.chosen
        me.chosen = 0
    open_window(state, Phase.CARDS_FIRST)


@compilable
def forbids_order(state: State, _seat: int, index: int) -> int:
    """Return the rule against an order card that is taken or not in the game; card 1 is 0 (YS-4.5)."""
    return 0 if index < state.players and is_free(state, index + 1) else CHOICE_RULE


@ORDER.action_at(
    Phase.ORDER,
    verb="order",
    forbids=forbids_order,
    button=Message("Take order card {card}", card=from_one),
    noun="card",
)
@compilable
def choose_order(state: State, seat: int, index: int, log: EventLog | None) -> None:
    """Choose an order card for a seat."""
    state.seats[seat].chosen = index + 1
    emit(log, ORDER_CHOSEN, seat, CHOICE_RULE, index + 1, 0, 0)
    state.phase = Phase.NEXT_CHOICE


# Explanations


@BOOK.explains("order")
def explain_order(_state: State, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Return what the order cards do."""
    return [
        title(Message("order cards")),
        ("YS-4.3", Message("The highest bidder chooses first; ties go to the lower current order card.")),
        ("YS-4.6", Message("Order cards set the turn order and are the last tiebreaker of the round.")),
    ]

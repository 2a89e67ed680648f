"""Chapter 6.6: who is before whom, in quarters, districts, rows and the whole market."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.games.ys.model import State, is_neutral, party_count
from donjon.games.ys.nouns import NEUTRAL, NEUTRAL_SEAT, NONE, PARTIES, name_of
from donjon.games.ys.pieces import pile_sum
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite
from donjon.kernel.message import Message, SeatName
from donjon.kernel.rule_ids import number

FRONT_DECIDES = number("YS-6.6.1")
ORDER_DECIDES = number("YS-6.6.2")
LONE_ZERO = number("YS-6.8.1")
ZEROS_TIE = number("YS-6.8.2")
ZERO_LOSES = number("YS-6.8.3")
INTRIGUER_WINS = number("YS-8.12.1")
OTHERS_TIE = number("YS-8.12.2")
NEUTRAL_WINS = number("YS-9.3.8")
THREE_TIE = number("YS-9.3.9")


@compilable
def strength(state: State, party: int, first: int, last: int) -> int:
    """Return the sum of a party's brokers in the places first .. last - 1."""
    total = 0
    for place in range(first, last):
        total += int(state.sums[place, party])
    return total


@compilable
def presence(state: State, party: int, first: int, last: int) -> int:
    """Return how many brokers a party has in the places first .. last - 1."""
    total = 0
    for place in range(first, last):
        total += int(state.count[place, party])
    return total


@compilable
def front_sum(state: State, seat: int) -> int:
    """Return the sum of the printed values in front of a screen (YS-5.11)."""
    return pile_sum(state.seats[seat].front)


@compilable
def wins_tie(state: State, one: int, other: int) -> bool:
    """Return whether `one` is before another with an equal sum (YS-6.6.1, YS-6.6.2, YS-8.12.1, YS-9.3.8)."""
    if state.intriguer == one or state.intriguer == other:
        return state.intriguer == one
    if is_neutral(state, one) or is_neutral(state, other):
        return is_neutral(state, one)
    own, theirs = front_sum(state, one), front_sum(state, other)
    if own != theirs:
        return own > theirs
    return state.seats[one].order < state.seats[other].order


@compilable
def tie_rule(state: State, one: int, other: int) -> int:
    """Return the number of the rule that decides between two parties with equal sums; see `wins_tie`."""
    if state.intriguer == one or state.intriguer == other:
        return INTRIGUER_WINS
    if is_neutral(state, one) or is_neutral(state, other):
        return NEUTRAL_WINS
    return ORDER_DECIDES if front_sum(state, one) == front_sum(state, other) else FRONT_DECIDES


@compilable
def is_before(state: State, one: int, sum_of_one: int, other: int, sum_of_other: int) -> bool:
    """Return whether a party is before another in their strict order (YS-6.2.2, YS-6.6.3)."""
    if sum_of_one != sum_of_other:
        return sum_of_one > sum_of_other
    return wins_tie(state, one, other)


@compilable
def winner(state: State, first: int, last: int) -> int:
    """Return the first of those in the places first .. last - 1, NONE if empty (YS-6.3.1, YS-6.8.1)."""
    best, best_sum = NONE, 0
    for party in range(party_count(state)):
        if presence(state, party, first, last):
            own = strength(state, party, first, last)
            if best == NONE or is_before(state, party, own, best, best_sum):
                best, best_sum = party, own
    return best


@compilable
def is_tied_with(state: State, party: int, other: int, first: int, last: int) -> bool:
    """Return whether another party is present in the places first .. last - 1 with the same sum."""
    if other == party or not presence(state, other, first, last):
        return False
    return strength(state, party, first, last) == strength(state, other, first, last)


@compilable
def count_tied(state: State, party: int, first: int, last: int) -> int:
    """Return how many others are present there with the same sum."""
    count = 0
    for other in range(party_count(state)):
        count += is_tied_with(state, party, other, first, last)
    return count


@compilable
def is_parted(state: State, party: int, first: int, last: int, rule: int) -> bool:
    """Return whether a rule decides between a party and any other with the same sum there."""
    for other in range(party_count(state)):
        if is_tied_with(state, party, other, first, last) and tie_rule(state, party, other) == rule:
            return True
    return False


@compilable
def cite_ties(state: State, party: int, first: int, last: int, log: EventLog | None) -> None:
    """Cite what decides between a party and the others with the same sum there, if there are any."""
    by_card = is_parted(state, party, first, last, INTRIGUER_WINS)
    by_order = is_parted(state, party, first, last, ORDER_DECIDES)
    by_front = by_order or is_parted(state, party, first, last, FRONT_DECIDES)
    tied = count_tied(state, party, first, last)
    if by_card:
        cite(log, INTRIGUER_WINS)
        if by_front:
            cite(log, OTHERS_TIE)
    if is_neutral(state, NEUTRAL) and tied:
        if party == NEUTRAL or is_tied_with(state, party, NEUTRAL, first, last):
            cite(log, NEUTRAL_WINS)
        if tied > 1:
            cite(log, THREE_TIE)
    if by_front:
        cite(log, FRONT_DECIDES)
    if by_order:
        cite(log, ORDER_DECIDES)


@compilable
def cite_winner(state: State, party: int, first: int, last: int, log: EventLog | None) -> None:
    """Cite what made a party the winner of the places first .. last - 1: ties, and sums of 0."""
    cite_ties(state, party, first, last, log)
    if strength(state, party, first, last) == 0:
        if count_tied(state, party, first, last):
            cite(log, ZEROS_TIE)
        return
    for other in range(party_count(state)):
        if presence(state, other, first, last) and strength(state, other, first, last) == 0:
            cite(log, ZERO_LOSES)
            return


@compilable
def cite_lone_zero(state: State, party: int, first: int, last: int, log: EventLog | None) -> None:
    """Cite YS-6.8.1 where the winner of a district or row is alone there, with a sum of 0."""
    if strength(state, party, first, last) == 0 and not count_tied(state, party, first, last):
        cite(log, LONE_ZERO)


@compilable
def rank_parties(state: State, first: int, last: int) -> int:
    """Fill state.ranking with the parties present, best first, then NONE (YS-6.2.1, YS-6.2.2)."""
    size = 0
    for rank in range(PARTIES):
        state.ranking[rank] = NONE
    for party in range(party_count(state)):
        if presence(state, party, first, last):
            own = strength(state, party, first, last)
            place = size
            while place > 0:
                other = int(state.ranking[place - 1])
                if not is_before(state, party, own, other, strength(state, other, first, last)):
                    break
                state.ranking[place] = other
                place -= 1
            state.ranking[place] = party
            size += 1
    return size


@compilable
def judge(state: State) -> int:
    """Return the seat that orders columns that are equal, never the neutral player (YS-6.5.3, YS-8.12.3).

    With two players see YS-9.3.15.
    """
    if state.intriguer != NONE:
        return int(state.intriguer)
    best = 0
    for seat in range(1, state.players):
        if wins_tie(state, seat, best):
            best = seat
    return best


# Explanations


def quarter_named(view: Mapping[str, Any], name: str) -> Any:
    """Return what a view has of the quarter with this number; None where there is none."""
    return next((quarter for quarter in view["quarters"] if str(quarter["number"]) == name), None)


def lines_of_standing(view: Mapping[str, Any], rows: list[dict[str, int]], rule: str) -> list[Line]:
    """Return one line for each party that is there: its sum as far as the viewer knows it."""
    lines = []
    for row in rows:
        neutral = view["neutral"] is not None and row["seat"] == NEUTRAL
        who = name_of(NEUTRAL_SEAT if neutral else row["seat"])
        text = Message("{seat}: {sum}.").text
        if row["unknown"]:
            text = Message("{seat}: {sum} + {count:face-down broker|face-down brokers}.").text
        lines.append((rule, Message(text, seat=who, sum=row["sum"], count=row["unknown"])))
    return lines or [(rule, Message("No brokers here."))]


def lines_of_ties(view: Mapping[str, Any]) -> list[Line]:
    """Return the line about the first of the parties whose sums are equal."""
    lines, intriguer = list[Line](), view["cards_in_play"]["intriguer"]
    if intriguer is not None:
        text = Message("The Intriguer is in play: {seat} wins every tie.", seat=SeatName(intriguer))
        lines.append(("YS-8.12.1", text))
    if view["neutral"] is not None:
        text = Message("The neutral player wins every tie, except against the Intriguer.")
        lines.append(("YS-9.3.8", text))
    text = Message("Ties: higher sum in front of the screen, then lower order card.")
    return [*lines, ("YS-6.6.1", text)]

"""Chapter 6.6: who is before whom, in quarters, districts, rows and the whole market."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.ys.brokers import pile_sum
from donjon.ys.nouns import NONE, PARTIES
from donjon.ys.state import State, is_neutral, party_count


@compilable
def strength(state: State, party: int, first: int, last: int) -> int:
    """The sum of a party's brokers in the places first .. last - 1."""
    total = 0
    for place in range(first, last):
        total += int(state.sums[place, party])
    return total


@compilable
def presence(state: State, party: int, first: int, last: int) -> int:
    """How many brokers a party has in the places first .. last - 1."""
    total = 0
    for place in range(first, last):
        total += int(state.count[place, party])
    return total


@compilable
def front_sum(state: State, seat: int) -> int:
    """YS-5.11: the sum of the printed values of a front."""
    return pile_sum(state.seats[seat].front)


@compilable
def wins_tie(state: State, one: int, other: int) -> bool:
    """YS-6.6.1, YS-6.6.2, YS-8.12.1, YS-9.3.8: of two parties with equal sums, is `one` first?"""
    if state.intriguer == one or state.intriguer == other:
        return state.intriguer == one
    if is_neutral(state, one) or is_neutral(state, other):
        return is_neutral(state, one)
    own, theirs = front_sum(state, one), front_sum(state, other)
    if own != theirs:
        return own > theirs
    return state.seats[one].order < state.seats[other].order


@compilable
def is_before(state: State, one: int, sum_of_one: int, other: int, sum_of_other: int) -> bool:
    """YS-6.2.2, YS-6.6.3: the strict order of the parties present."""
    if sum_of_one != sum_of_other:
        return sum_of_one > sum_of_other
    return wins_tie(state, one, other)


@compilable
def winner(state: State, first: int, last: int) -> int:
    """YS-6.3.1, YS-6.8.1: the first of the parties present in the places first .. last - 1, NONE if empty."""
    best, best_sum = NONE, 0
    for party in range(party_count(state)):
        if presence(state, party, first, last):
            own = strength(state, party, first, last)
            if best == NONE or is_before(state, party, own, best, best_sum):
                best, best_sum = party, own
    return best


@compilable
def rank_parties(state: State, first: int, last: int) -> int:
    """YS-6.2.1, YS-6.2.2: fill state.ranking with the parties present, best first, then NONE."""
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
    """YS-6.5.3, YS-8.12.3, YS-9.3.15: who orders columns that are equal; a human always."""
    if state.intriguer != NONE:
        return int(state.intriguer)
    best = 0
    for seat in range(1, state.players):
        if wins_tie(state, seat, best):
            best = seat
    return best

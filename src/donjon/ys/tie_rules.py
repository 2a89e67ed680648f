"""Which rules of chapter 6 decided between the parties of a place: ties, zeros, and who wins them."""

from __future__ import annotations

from collections.abc import Iterator

from donjon.kernel.citing import Around
from donjon.ys.nouns import FIRST_THRONE, NEUTRAL, NEUTRAL_SEAT, NONE
from donjon.ys.state import State, is_neutral, party_count
from donjon.ys.ties import front_sum, presence, strength


def of_places(around: Around, seat: int, own: int, first: int, last: int) -> Iterator[str]:
    """The rules that made a party with a sum the first of those in the places first .. last - 1."""
    for state in (around.after, around.before):
        sums = _sums(state, first, last)
        if sums.get(_party(seat)) == own:
            yield from _of_winner(state, _party(seat), sums)
            return


def of_ranks(around: Around, seat: int, own: int, sums: dict[int, int]) -> Iterator[str]:
    """The rules that gave a seat with a sum its rank among seats with theirs."""
    parties = {_party(other): value for other, value in sums.items()}
    tied = [party for party, value in parties.items() if value == own and party != _party(seat)]
    if tied:
        yield "YS-6.6.3"
        yield from _of_tie(around.before, _party(seat), tied)
    if own == 0:
        yield "YS-6.2.6"


def _party(seat: int) -> int:
    return NEUTRAL if seat == NEUTRAL_SEAT else seat


def _sums(state: State, first: int, last: int) -> dict[int, int]:
    """The sums of the parties present; none where a broker's value is not in the position yet."""
    standing = [slot for slot in range(FIRST_THRONE) if first <= state.place[slot] < last]
    if any(state.value[slot] == NONE for slot in standing):
        return {}
    present = [party for party in range(party_count(state)) if presence(state, party, first, last)]
    return {party: int(strength(state, party, first, last)) for party in present}


def _of_winner(state: State, party: int, sums: dict[int, int]) -> Iterator[str]:
    others = [other for other in sums if other != party]
    tied = [other for other in others if sums[other] == sums[party]]
    yield from _of_tie(state, party, tied)
    if sums[party] == 0:
        yield "YS-6.8.2" if others else "YS-6.8.1"
    elif any(sums[other] == 0 for other in others):
        yield "YS-6.8.3"


def _of_tie(state: State, party: int, tied: list[int]) -> Iterator[str]:
    """The rules for a tie of a party with others."""
    everybody = [party, *tied]
    if not tied:
        return
    if state.intriguer in everybody:
        yield "YS-8.12.1"
        everybody.remove(int(state.intriguer))
        if len(everybody) > 1:
            yield "YS-8.12.2"
    neutral = [other for other in everybody if is_neutral(state, other)]
    if neutral:
        yield "YS-9.3.8"
        if len(tied) > 1:
            yield "YS-9.3.9"
        everybody.remove(neutral[0])
    if len(everybody) > 1:
        fronts = [int(front_sum(state, other)) for other in everybody]
        yield "YS-6.6.1"
        if len(set(fronts)) < len(fronts):
            yield "YS-6.6.2"

"""Chapter 10: who knows what: values that could be, redeals, disclosure, and the view with all open."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.games.ys.model import NEUTRAL_SETS, State, is_neutral
from donjon.games.ys.nouns import (
    EVERYBODY,
    FIRST_NEUTRAL,
    NEUTRAL_SLOTS,
    NONE,
    OWN_SLOTS,
    SLOTS,
    VALUES,
    Phase,
)
from donjon.games.ys.pieces import add_to, count_again, free_slot, new_id
from donjon.games.ys.throne import front_values, throne_slot
from donjon.kernel import rng as random
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Ints
from donjon.kernel.rng import Rng

ANY_VALUE = (1 << VALUES) - 1


@compilable
def knows(state: State, seat: int, slot: int) -> bool:
    """Return whether this seat (NOBODY: a spectator) has seen the broker of a slot."""
    mask = int(state.known[slot])
    return mask == EVERYBODY or (seat >= 0 and mask >> seat & 1 == 1)


@compilable
def is_unknown(state: State, seat: int, slot: int, owner: int, group: int) -> bool:
    """Return whether this is a broker of the owner and group whose value the seat cannot be certain of.

    False for neutral brokers: a value that no seat can know is not in the position at all.
    """
    if state.place[slot] == NONE or state.owner[slot] != owner or is_neutral(state, owner):
        return False
    return state.group[slot] == group and not knows(state, seat, slot)


@compilable
def are_screens_open(state: State) -> bool:
    """Return whether all values behind the screens are publicly known.

    They are known from the placing of the last brokers until the end of the round, or the choices for the
    throne room: every broker that goes behind a screen then was shown before. They are known again when the
    game is over. The rules set the flag where such a time starts and ends, so it is right at every event of
    an action, too.
    """
    return state.screens_open == 1


@compilable
def fill_pool(state: State, seat: int, owner: int, group: int, pool: Ints) -> int:
    """Fill int64 pool[VALUES] with the values that the seat cannot place; return how many there are.

    The pool is for one owner and group (YS-10.1, YS-10.2, YS-10.10).
    """
    size = 0
    for value in range(VALUES):
        pool[value] = 0
        if group == 0 and not are_screens_open(state):
            pool[value] = state.seats[owner].screen[value]
            size += int(pool[value])
    for slot in range(SLOTS):
        if is_unknown(state, seat, slot, owner, group):
            pool[state.value[slot]] += 1
            size += 1
    return size


@compilable
def fill_unplaced(state: State, seat: int, owner: int, pool: Ints) -> None:
    """Fill int64 pool[VALUES] with all values of an owner that the seat cannot place, over all groups.

    The pool has one value for each broker that the seat cannot tell, those of the throne room that are known
    in groups among them.
    """
    fill_pool(state, seat, owner, 0, pool)
    for slot in range(SLOTS):
        if state.group[slot] != 0 and is_unknown(state, seat, slot, owner, state.group[slot]):
            pool[state.value[slot]] += 1


@compilable
def draw(pool: Ints, mask: int, rng: Rng) -> int:
    """Take a broker of a value in the mask out of a pool; NONE if there is none."""
    count = 0
    for value in range(VALUES):
        if mask >> value & 1:
            count += pool[value]
    if count == 0:
        return NONE
    rest = random.below(rng, int(count))
    for value in range(VALUES):
        if mask >> value & 1:
            rest -= pool[value]
            if rest < 0:
                pool[value] -= 1
                return value
    return NONE


@compilable
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Give all brokers and choices that `seat` cannot know a value that they could have.

    They are the others' brokers behind screens, face down on the board and in the throne room, and their
    secret choices that are not shown yet.
    """
    pool = np.zeros(VALUES, np.int64)
    groups = 0
    for slot in range(SLOTS):
        groups = max(groups, int(state.group[slot]))
    for owner in range(state.players):
        if owner != seat:
            for group in range(groups + 1):
                if fill_pool(state, seat, owner, group, pool) > 0:
                    deal_group(state, seat, owner, group, pool, rng)
            deal_choice(state, owner, pool, rng)
    count_again(state)


@compilable
def deal_group(state: State, seat: int, owner: int, group: int, pool: Ints, rng: Rng) -> None:
    """Deal a pool to its brokers, those with a limit first, and the rest to the screen.

    Only a broker chosen from a front has a limit, and a pool holds one of them at most (YS-10.8).
    """
    for limited in (True, False):
        for slot in range(SLOTS):
            mask = int(state.could[slot])
            if (mask != ANY_VALUE) == limited and is_unknown(state, seat, slot, owner, group):
                value = draw(pool, mask, rng)
                if value == NONE:
                    value = draw(pool, ANY_VALUE, rng)
                state.value[slot] = value
    if group == 0 and not are_screens_open(state):
        for value in range(VALUES):
            state.seats[owner].screen[value] = pool[value]


@compilable
def pair_number(low: int, high: int) -> int:
    """Return the number of a pair of values, low <= high."""
    return low * VALUES - low * (low - 1) // 2 + high - low


@compilable
def deal_choice(state: State, owner: int, pool: Ints, rng: Rng) -> None:
    """Deal a seat that has made a secret choice a new one: two brokers behind the screen, or one in front."""
    me = state.seats[owner]
    if me.choice == NONE:
        return
    source = me.screen if state.phase == Phase.BID else me.front
    for value in range(VALUES):
        pool[value] = source[value]
    one = draw(pool, ANY_VALUE, rng)
    if state.phase == Phase.BID:
        other = draw(pool, ANY_VALUE, rng)
        me.choice = pair_number(min(one, other), max(one, other))
    else:
        me.choice = one


@compilable
def reopen(state: State, seat: int) -> None:
    """Undo the other seats' bids and choices for the throne room that are not shown yet.

    A front of equal values leaves no choice (YS-9.4.3), so the broker taken from it stays.
    """
    for owner in range(state.players):
        me = state.seats[owner]
        values = front_values(me)
        if owner != seat and (state.phase == Phase.BID or values & (values - 1) != 0):
            me.choice = NONE


@compilable
def possible(state: State, seat: int, slot: int) -> int:
    """Return a bit mask of the values that a broker can have as far as `seat` (NOBODY: a spectator) knows.

    A known broker has one; a neutral one those left of its four (see `neutral.values_left`).
    """
    if knows(state, seat, slot):
        return 1 << int(state.value[slot])
    owner, group = int(state.owner[slot]), int(state.group[slot])
    pool = np.zeros(VALUES, np.int64)
    fill_pool(state, seat, owner, group, pool)
    mask = 0
    for value in range(VALUES):
        if int(state.could[slot]) >> value & 1 and pool[value] > 0:
            add_to(pool, value, -1)
            mask |= leaves_room(state, seat, slot, owner, group, pool) << value
            add_to(pool, value, 1)
    return mask


@compilable
def leaves_room(state: State, seat: int, slot: int, owner: int, group: int, pool: Ints) -> int:
    """Return 1 if every other broker of the pool with a limit can still have a value of it, else 0."""
    for other in range(SLOTS):
        mask = int(state.could[other])
        if other != slot and mask != ANY_VALUE and is_unknown(state, seat, other, owner, group):
            has_value = False
            for value in range(VALUES):
                has_value = has_value or (mask >> value & 1 == 1 and pool[value] > 0)
            if not has_value:
                return 0
    return 1


@compilable
def fill_left(state: State, seat: int, left: Ints) -> None:
    """Fill int64 left[VALUES] with a seat's neutral brokers that no seat has seen in this round (YS-10.7).

    They include a value that is decided and not turned up yet.
    """
    first = FIRST_NEUTRAL + NEUTRAL_SLOTS * seat
    for value in range(VALUES):
        left[value] = NEUTRAL_SETS[state.hard, value]
    for slot in range(first, first + NEUTRAL_SLOTS):
        if state.face[slot]:
            add_to(left, int(state.value[slot]), -1)


@compilable
def mask_of(pile: Ints) -> int:
    """Return a bit mask of the values in a pile."""
    mask = 0
    for value in range(VALUES):
        mask |= int(pile[value] > 0) << value
    return mask


@compilable
def fill_possible(state: State, seat: int, masks: Ints) -> None:
    """Fill int64 masks[SLOTS] with what `possible` returns for each broker in a place; 0 for empty slots.

    A neutral broker can have the values of `fill_left`.
    """
    pool = np.zeros(VALUES, np.int64)
    for slot in range(SLOTS):
        masks[slot] = 0
    for slot in range(SLOTS):
        if masks[slot] or state.place[slot] == NONE:
            continue
        owner, group = int(state.owner[slot]), int(state.group[slot])
        if knows(state, seat, slot):
            masks[slot] = 1 << int(state.value[slot])
        elif is_neutral(state, owner):
            fill_left(state, (slot - FIRST_NEUTRAL) // NEUTRAL_SLOTS, pool)
            masks[slot] = mask_of(pool)
        else:
            fill_pool(state, seat, owner, group, pool)
            free, is_limited = mask_of(pool), False
            for other in range(slot, SLOTS):
                if state.owner[other] == owner and is_unknown(state, seat, other, owner, group):
                    masks[other] = free
                    is_limited = is_limited or state.could[other] != ANY_VALUE
            for other in range(slot, SLOTS if is_limited else slot):
                if is_unknown(state, seat, other, owner, group):
                    masks[other] = possible(state, seat, other)


def disclosed(then: Any, seat: int, _action: int, now: Any, reader: int) -> bool:
    """Return whether `reader` (NOBODY: a spectator) may know by now a choice of `seat` that was secret.

    `then` is the position in which the choice was made, `now` a later one of the same game. Bids are
    known when all are shown. A broker is known when it was counted, and before that when the reader has
    seen it or can tell its value for certain (YS-10.1 to YS-10.12), as the reader's view shows it.
    """
    if now.round == then.round and now.phase == then.phase and then.phase in (Phase.BID, Phase.THRONE):
        return False
    if then.phase == Phase.BID:
        return True
    is_throne = then.phase == Phase.THRONE
    name = new_id(then, throne_slot(then, seat) if is_throne else free_slot(then, OWN_SLOTS * seat))
    for slot in range(SLOTS):
        if now.id[slot] == name:
            return int(possible(now, reader, slot)).bit_count() == 1
    return True

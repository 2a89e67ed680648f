"""The things that players hold: cubes and the sets of them that are chosen, points, deniers, workers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any, NoReturn

import numpy as np

from donjon.games.caylus.model import (
    BOOK,
    CUBES,
    HOME,
    NONE,
    PLAIN_CUBES,
    WORKERS,
    Cube,
    Seat,
    Source,
    Space,
    State,
    amounts,
)
from donjon.kernel.actions import Domain, Reading
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, NamedEvent, cite
from donjon.kernel.message import Case, Message
from donjon.kernel.records import Grid, Ints
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number

# Sets of cubes that several decisions choose from


def counts(multisets: Sequence[tuple[int, ...]]) -> np.ndarray:
    """Return int8[multisets, CUBES]: how many cubes of each kind a multiset holds."""
    table = np.zeros((len(multisets), CUBES), np.int8)
    for index, cubes in enumerate(multisets):
        for cube in cubes:
            table[index, cube] += 1
    return table


# PAIRS[index]: two cubes other than gold, the first kind not above the second (peddler, alchemist, favour).
PAIRS = tuple(combinations_with_replacement(range(PLAIN_CUBES), 2))
# FOURS[index]: four such cubes (alchemist).
FOURS = tuple(combinations_with_replacement(range(PLAIN_CUBES), 4))
# BATCHES[index]: the food of a batch for the castle and what goes with it (CAY-9.2.2).
BATCHES = tuple(
    (Cube.FOOD, *pair) for pair in combinations((Cube.WOOD, Cube.STONE, Cube.CLOTH, Cube.GOLD), 2)
)
PAIR_CUBES: Grid = counts(PAIRS)
FOUR_CUBES: Grid = counts(FOURS)
BATCH_CUBES: Grid = counts(BATCHES)

# In the texts of actions


def cubes_read(reading: Reading) -> tuple[int, ...]:
    """Return the cubes that the words name, in the order of their kinds. Raises UnknownAction."""
    words = [word for word in reading.words if word != "and"]
    if not set(words) <= set(Cube.texts()):
        raise reading.refuse("{words} isn't a cube. Type one of: {kinds}.", kinds=Cube.texts())
    return tuple(sorted(Cube.texts().index(word) for word in words))


def multiset(what: str, sets: Sequence[tuple[int, ...]]) -> Domain:
    """Return the choice among sets of several cubes: "food wood", "wood and food"."""

    def write(_state: Any, at: int) -> str:
        return " ".join(Cube(cube).text for cube in sets[at])

    def read(reading: Reading) -> int:
        cubes = cubes_read(reading)
        return sets.index(cubes) if cubes in sets else refuse_count(reading)

    return Domain(what, len(sets), write, read)


def refuse_count(reading: Reading) -> NoReturn:
    """Raise UnknownAction, which says how many cubes the action names."""
    if reading.verb == "for":
        raise reading.refuse("{words}: take two cubes for one, such as: swap food for wood stone.")
    if reading.verb == "buy":
        raise reading.refuse("{words}: buy one or two cubes, such as: buy food wood.")
    raise reading.refuse("{words}: exchange two or four cubes, such as: exchange food wood.")


def _read_cube(reading: Reading) -> int:
    if len(reading.words) != 1:
        raise reading.refuse("{words}: type one kind of cube: {kinds}.", kinds=Cube.texts())
    return cubes_read(reading)[0]


def _read_gold(reading: Reading) -> int:
    return 0 if Cube.GOLD in cubes_read(reading) else refuse_count(reading)


CUBE = Domain("a kind of cube", CUBES, lambda _state, cube: Cube(cube).text, _read_cube)
PAIR = multiset("two cubes", PAIRS)
FOUR = multiset("four cubes", FOURS)
GOLD = Domain("gold", 1, lambda _state, _at: "gold", _read_gold)  # any cubes with gold among them

# In the sentences of events and buttons


def one_cube_words(named: NamedEvent) -> list[Message]:
    """Return the words for one cube of the kind of an event."""
    return amounts(kind == named.cube for kind in Cube)


def pair_words(named: NamedEvent) -> list[Message]:
    """Return the words for the two cubes of an event."""
    return amounts(PAIR_CUBES[named.pair])


# The things of the hand that a player takes for an action: "cube-food" is a cube of the player, "supply-food"
# one that can be had, "pair-food" one of two that are bought together.


def called(kind: str, cubes: Iterable[int]) -> str:
    """Return the names of these cubes, each of which is a thing of the hand."""
    return " ".join(f"{kind}-{Cube(cube).id}" for cube in cubes)


def own(_state: Any, cube: int) -> str:
    """Return the name of a cube that is given."""
    return called("cube", [cube])


def supply(_state: Any, cube: int) -> str:
    """Return the name of a cube that is received."""
    return called("supply", [cube])


# The things that players hold


NEVER_BELOW_0 = number("CAY-3.4")


@BOOK.fact("deniers")
def _deniers_held(case: Case) -> int:
    return int(case.me.deniers)


@BOOK.fact("cloth")
def _cloth_held(case: Case) -> int:
    return int(case.me.cubes[Cube.CLOTH])


@BOOK.fact("held")
def _cubes_held(case: Case) -> list[Message] | Message:
    return amounts(case.me.cubes) or Message("no cubes")


@compilable
def gain_vp(state: State, seat: int, source: int, vp: int) -> None:
    """Give prestige points from a source (model.Source)."""
    me = state.seats[seat]
    me.vp += vp
    me.sources[source] += vp


@compilable
def lose_vp(state: State, seat: int, vp: int, log: EventLog | None) -> int:
    """Take prestige points, which never drop below 0 (CAY-3.4); return how many were lost."""
    me = state.seats[seat]
    loss = min(int(me.vp), int(vp))
    if loss < vp:
        cite(log, NEVER_BELOW_0)
    me.vp -= loss
    me.sources[Source.PENALTIES] -= loss
    return loss


@compilable
def gain_cubes(me: Seat, cubes: Ints, sign: int) -> None:
    """Add int8 cubes[CUBES], or take them away when the sign is -1."""
    for cube in range(CUBES):
        me.cubes[cube] += sign * cubes[cube]


@compilable
def holds(me: Seat, cubes: Ints) -> bool:
    """Return whether a player has all of int8 cubes[CUBES]."""
    for cube in range(CUBES):
        if me.cubes[cube] < cubes[cube]:
            return False
    return True


@compilable
def holds_batch(me: Seat) -> bool:
    """Return whether the player has the cubes of a batch."""
    for batch in range(BATCH_CUBES.shape[0]):
        if holds(me, BATCH_CUBES[batch]):
            return True
    return False


@compilable
def move_worker(me: Seat, origin: int, target: int) -> None:
    """Move one worker of a player from where it stands to another place, which may be HOME."""
    for worker in range(WORKERS):
        if me.workers[worker] == origin:
            me.workers[worker] = target
            break
    if origin == HOME:
        me.home -= 1
    if target == HOME:
        me.home += 1


@compilable
def occupy(state: State, seat: int, space: int) -> None:
    """Put a worker there, in stables and castle on the lowest free place (CAY-5.6)."""
    if space == Space.STABLES:
        state.stables[place_in(state.stables, NONE)] = seat
    elif space == Space.CASTLE:
        state.castle[place_in(state.castle, NONE)] = seat
    else:
        state.worker[space] = seat


@compilable
def go_home(state: State, space: int) -> None:
    """Return the worker of a space with one circle to its owner."""
    move_worker(state.seats[state.worker[space]], space, HOME)
    state.worker[space] = NONE

"""What players hold: prestige points, cubes, deniers and where their workers stand."""

from __future__ import annotations

from donjon.caylus.nouns import CUBES, HOME, NONE, WORKERS, Source, Space
from donjon.caylus.state import Seat, State
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite
from donjon.kernel.records import Ints
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number

NEVER_BELOW_0 = number("CAY-3.4")


@compilable
def gain_vp(state: State, seat: int, source: int, vp: int) -> None:
    """Prestige points from a source (nouns.Source)."""
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
    """Are all of int8 cubes[CUBES] there?"""
    for cube in range(CUBES):
        if me.cubes[cube] < cubes[cube]:
            return False
    return True


@compilable
def move_worker(me: Seat, origin: int, target: int) -> None:
    """One worker of a player goes from where it stands to another place; HOME is one, too."""
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
    """CAY-5.6.1, CAY-5.6.3: in stables and castle the worker takes the lowest free place."""
    if space == Space.STABLES:
        state.stables[place_in(state.stables, NONE)] = seat
    elif space == Space.CASTLE:
        state.castle[place_in(state.castle, NONE)] = seat
    else:
        state.worker[space] = seat


@compilable
def go_home(state: State, space: int) -> None:
    """The worker of a space with one circle returns to its owner."""
    move_worker(state.seats[state.worker[space]], space, HOME)
    state.worker[space] = NONE

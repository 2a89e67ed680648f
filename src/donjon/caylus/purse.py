"""What players hold: prestige points, cubes, deniers and where their workers stand."""

from __future__ import annotations

from donjon.caylus.cubes import BATCH_CUBES
from donjon.caylus.nouns import BOOK, CUBES, HOME, NONE, WORKERS, Cube, Source, Space, amounts
from donjon.caylus.state import Seat, State
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite
from donjon.kernel.message import Message
from donjon.kernel.records import Ints
from donjon.kernel.rows import place_in
from donjon.kernel.rule_ids import number
from donjon.kernel.sentences import Case

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
    """Give prestige points from a source (nouns.Source)."""
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

"""What a game is: these functions on its record, dispatched on the record's dtype.

Called from Python they run the game's own functions interpreted; inside compiled code the same
names compile to the game's own by the record's type, so that search and simulation are written once
for all games and Numba's disk cache serves them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from donjon.errors import BadPosition, DonjonError
from donjon.kernel.compiling import at_start, compilable, replace_when_compiled
from donjon.kernel.event_log import EVERYONE, EventLog
from donjon.kernel.foreign import short
from donjon.kernel.game import Game, copy
from donjon.kernel.records import Floats, Grid, Ints
from donjon.kernel.rng import Rng

NATURE = 7
NOBODY = -1

_games: dict[Any, Game] = {}


def add_game(game: Game) -> None:
    """Make a game's functions answer for records of its dtype."""
    _games[game.STATE] = game


def game_of(state: Any) -> Game:
    """Return the game whose state this record is. Raises BadPosition if it is none."""
    try:
        return _games[state.dtype]
    except (AttributeError, KeyError, TypeError):
        raise BadPosition(
            f"A position is given as match.state, a record of a game's STATE, not as {short(state)}."
        ) from None


def check_room(name: str, array: Any, *shape: int) -> None:
    """Raise DonjonError unless an array to be filled has room for this shape."""
    room = getattr(array, "shape", ())
    if room != shape and (len(room) != len(shape) or any(map(operator.lt, room, shape))):
        wanted = " by ".join(map(str, shape))
        given = (
            f"one of {' by '.join(map(str, array.shape))}" if isinstance(array, np.ndarray) else short(array)
        )
        raise DonjonError(f"{name} is an array of {wanted} numbers, which are filled in, not {given}.")


def setup(state: Any, options: Any) -> None:
    """Set a zeroed state to the start of a game. `options`: a record of the game's OPTIONS dtype."""
    game_of(state).setup(state, options)


def waiting(state: Any) -> int:
    """Bit mask of the seats that owe a decision, 1 << NATURE when chance decides, 0 when over."""
    return game_of(state).waiting(state)


def chances(state: Any, weights: Ints) -> int:
    """Fill int64 weights[ACTIONS] with the weights of nature's possible actions; return their sum."""
    game = game_of(state)
    check_room("weights", weights, game.ACTIONS)
    return (game.chances or no_chances)(state, weights)


def forbids(state: Any, seat: int, action: int) -> int:
    """0 if `seat` may play `action` now, else the number of the rule that forbids it."""
    return game_of(state).forbids(state, seat, action)


def legal(state: Any, seat: int, mask: Ints) -> int:
    """Fill uint8 mask[ACTIONS] with 1 for each legal action of `seat`, else 0; return their count."""
    game = game_of(state)
    check_room("mask", mask, game.ACTIONS)
    return (game.legal or not_forbidden)(state, seat, mask)


def apply(state: Any, seat: int, action: int, log: EventLog | None) -> None:
    """Play a legal action and all that follows by itself. `log`: an EVENT_LOG record or None."""
    game_of(state).apply(state, seat, action, log)


def over(state: Any) -> bool:
    """Has the game ended?"""
    return (game_of(state).over or nobody_waits)(state)


def points(state: Any, out: Grid) -> None:
    """Fill int32 out[seats, SOURCES] with the points of every seat by source, as if scored now."""
    game = game_of(state)
    check_room("out", out, game.seat_count(state), len(game.SOURCES))
    (game.points or one_source)(state, out)


def total(state: Any, seat: int) -> int:
    """The points of one seat, as if scored now."""
    return game_of(state).total(state, seat)


def standing(state: Any, seat: int) -> int:
    """What decides the rank of a seat now: its points, and below them what parts those who have as many."""
    return (game_of(state).standing or by_points)(state, seat)


def observers(state: Any, seat: int, action: int) -> int:
    """Before `apply`: bit mask of the seats that will know this action."""
    return (game_of(state).observers or all_seats)(state, seat, action)


def redeal(state: Any, seat: int, rng: Rng) -> None:
    """Give everything that is fixed but unknown to `seat` (NOBODY: a spectator) a fresh, consistent value."""
    (game_of(state).redeal or nothing_hidden)(state, seat, rng)


def reopen(state: Any, seat: int) -> None:
    """Take back what seats other than `seat` have chosen in secret and not shown: they owe it again."""
    (game_of(state).reopen or nothing_sealed)(state, seat)


def observe(state: Any, seat: int, out: Floats) -> None:
    """Fill float32 out[OBSERVATION] with what `seat` (NOBODY: a spectator) may know, for a learner."""
    game = game_of(state)
    check_room("out", out, game.OBSERVATION)
    game.observe(state, seat, out)


def estimate(state: Any, seat: int) -> float:
    """A quick guess, in points, of what the position is worth to `seat`."""
    return (game_of(state).estimate or points_now)(state, seat)


def rollout_score(state: Any, seat: int, mask: Ints, out: Floats) -> None:
    """Fill float32 out[ACTIONS], for the actions set in `mask`, with a guess of the points each brings."""
    game = game_of(state)
    check_room("mask", mask, game.ACTIONS)
    check_room("out", out, game.ACTIONS)
    (game.rollout_score or all_alike)(state, seat, mask, out)


def decision_complete(state: Any) -> bool:
    """False while a decision made of several actions is half done."""
    return (game_of(state).decision_complete or always)(state)


def at_rest(state: Any) -> bool:
    """Is this a position between two rounds, where `estimate` is most to be trusted?"""
    return (game_of(state).at_rest or always)(state)


def seats(state: Any) -> int:
    """How many seats the game has (a plain int)."""
    return game_of(state).seat_count(state)


def seats_waiting(state: Any) -> tuple[int, ...]:
    """The seats that owe a decision, ascending; (NATURE,) when chance does; () when the game is over."""
    mask = int(waiting(state))
    return tuple(seat for seat in range(NATURE + 1) if mask >> seat & 1)


def ranking(state: Any) -> list[int]:
    """The ranks of all seats by the points now, as plain numbers."""
    out = np.zeros(int(seats(state)), np.int32)
    ranks(state, out)
    return [int(rank) for rank in out]


def points_by_source(state: Any) -> list[dict[str, int]]:
    """For every seat its points, as if scored now, by the name of their source."""
    sources = game_of(state).SOURCES
    out = np.zeros((int(seats(state)), len(sources)), np.int32)
    points(state, out)
    return [dict(zip(sources, map(int, row), strict=True)) for row in out]


def after(state: Any, seat: int, actions: Iterable[int]) -> Any:
    """The position after some legal actions of a seat; the state itself is not changed."""
    state = copy(state)
    for action in actions:
        apply(state, seat, action, None)
    return state


# What holds for a game that does not say otherwise, by the name of the function.


@compilable
def nobody_waits(state: Any) -> bool:
    """`over`: when no seat owes a decision any more."""
    return waiting(state) == 0


@compilable
def no_chances(_state: Any, weights: Ints) -> int:
    """`chances`: nature has no part in the game."""
    weights[:] = 0
    return 0


@compilable
def not_forbidden(state: Any, seat: int, mask: Ints) -> int:
    """`legal`: whatever no rule forbids."""
    count = 0
    for action in range(mask.shape[0]):
        mask[action] = forbids(state, seat, action) == 0
        count += int(mask[action])
    return count


@compilable
def one_source(state: Any, out: Grid) -> None:
    """`points`: all of them are of one kind."""
    for seat in range(seats(state)):
        out[seat, 0] = total(state, seat)


@compilable
def by_points(state: Any, seat: int) -> int:
    """`standing`: the points alone, so that equal ones share a rank."""
    return int(total(state, seat))


@compilable
def all_seats(_state: Any, _seat: int, _action: int) -> int:
    """`observers`: everything is played in the open."""
    return EVERYONE


@compilable
def nothing_hidden(_state: Any, _seat: int, _rng: Rng) -> None:
    """`redeal`: there is nothing that a seat cannot know."""


@compilable
def nothing_sealed(_state: Any, _seat: int) -> None:
    """`reopen`: no two seats decide at the same time."""


@compilable
def points_now(state: Any, seat: int) -> float:
    """`estimate`: the points as if scored now."""
    return float(total(state, seat))


@compilable
def all_alike(_state: Any, _seat: int, _mask: Ints, out: Floats) -> None:
    """`rollout_score`: playouts are random."""
    out[:] = 0


@compilable
def always(_state: Any) -> bool:
    """`decision_complete`: every action is a whole decision; `at_rest`: all positions are alike."""
    return True


# Those that a game names alike, with what holds where it does not; `seats` is its `seat_count`.
_STUBS: dict[Callable[..., Any], Callable[..., Any] | None] = {
    **dict.fromkeys((setup, waiting, forbids, apply, total, observe)),
    **{over: nobody_waits, chances: no_chances, legal: not_forbidden, points: one_source},
    **{standing: by_points, observers: all_seats, redeal: nothing_hidden, reopen: nothing_sealed},
    **{
        estimate: points_now,
        rollout_score: all_alike,
        decision_complete: always,
        at_rest: always,
    },
}


def compile_to_own(stub: Callable[..., Any], name: str, otherwise: Callable[..., Any] | None = None) -> None:
    """Teach Numba to compile a generic function to the game's own of this name, by the record's type.

    `otherwise` is for games that have none. To be called when the compiler has started.
    """
    import numba

    def choose(state: Any, *_rest: Any) -> Any:
        for dtype, game in _games.items():
            if state == numba.from_dtype(dtype):
                return getattr(game, name) or otherwise
        return None

    replace_when_compiled(stub, choose)


@at_start
def register_overloads() -> None:
    """Every generic function compiles to the game's own."""
    for stub, otherwise in _STUBS.items():
        compile_to_own(stub, stub.__name__, otherwise)
    compile_to_own(seats, "seat_count")


@compilable
def ranks(state: Any, out: Ints) -> None:
    """Fill int32 out[seats] with ranks by what decides now: 1 is best, ties share (1, 1, 3)."""
    players = seats(state)
    standings = np.zeros(NATURE, np.int64)
    for seat in range(players):
        standings[seat] = standing(state, seat)
    for seat in range(players):
        out[seat] = 1
        for other in range(players):
            out[seat] += standings[other] > standings[seat]


@compilable
def deal_for(state: Any, seat: int, rng: Rng) -> None:
    """Turn a position into one in which `seat`, which owes a decision, can be asked for it.

    Everything it cannot know is dealt afresh. Where several seats decide at the same time, the others are
    asked after it, whoever has decided already: the answer cannot depend on that.
    """
    reopen(state, seat)
    redeal(state, seat, rng)


@compilable
def moving_seat(state: Any) -> int:
    """The lowest seat that owes a decision (NATURE when chance does), NOBODY when the game is over.

    Where several seats owe one, their choices are secret from each other: the order in which they are made
    changes nothing.
    """
    mask = waiting(state)
    for seat in range(8):
        if mask >> seat & 1:
            return seat
    return NOBODY

"""The rule functions of a game, called by the record's dtype.

Called from Python they run the game's own functions interpreted; in compiled code the same names compile to
the game's own functions by the record's type, so that search and simulation are written once for all games
and Numba's disk cache works for them. A game must have `setup`, `waiting`, `forbids` and `total`; the other
functions have defaults.

Conventions that all games follow:

- Nature draws as late as possible, and a state stores nothing that no player knows: a deck is a count of each
  card, not an order.
- An option that is left open is chosen by nature after `setup`.
- A decision with one option is played at once by `apply`, unless this would reveal hidden information.
- An event is emitted when the state has changed as it says. At no event may the position show a viewer more
  than the positions before and after the action. So information that becomes public during a round needs a
  field of the state, set where the rules say so, never a comparison of phases: steps between two decisions
  are phases, too.
- An event of a kind with reveals=True (`Book.event`) shows hidden information: the action that caused it
  can't be undone, and a preview of an action stops before it.
- If several seats choose in secret at the same time, the order of their choices does not matter. Bots get the
  position after `reopen`, so that no result depends on which seats have chosen already, and no estimate is
  made after the choices are shown.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from donjon.errors import BadPosition, DonjonError
from donjon.kernel.compiling import at_start, compilable, replace_when_compiled
from donjon.kernel.event_log import EVERYONE, EventLog
from donjon.kernel.game import Game, copy
from donjon.kernel.records import Floats, Grid, Ints
from donjon.kernel.rng import Rng
from donjon.kernel.untrusted import short

NATURE = 7
NOBODY = -1

_games: dict[Any, Game] = {}


def add_game(game: Game) -> None:
    """Register a game: the functions of this module call its own for records of its dtype."""
    _games[game.STATE] = game


def game_of(state: Any) -> Game:
    """Return the game of a state. Raises BadPosition if it isn't a record of a game's STATE."""
    try:
        return _games[state.dtype]
    except (AttributeError, KeyError, TypeError):
        raise BadPosition(
            f"Give a position as match.state, a record of a game's STATE, not as {short(state)}."
        ) from None


def check_room(name: str, array: Any, *shape: int) -> None:
    """Raise DonjonError unless an output array has room for this shape."""
    room = getattr(array, "shape", ())
    if room != shape and (len(room) != len(shape) or any(map(operator.lt, room, shape))):
        wanted = " by ".join(map(str, shape))
        shown = (
            f"one of {' by '.join(map(str, array.shape))}" if isinstance(array, np.ndarray) else short(array)
        )
        raise DonjonError(f"{name} is an array of {wanted} numbers, which are filled in, not {shown}.")


def setup(state: Any, options: Any) -> None:
    """Set a zeroed state to the start of a game, before nature's choices.

    options: a record as the game's `read_options` returns it.
    """
    game_of(state).setup(state, options)


def waiting(state: Any) -> int:
    """Return a bit mask of the seats to move; 1 << NATURE alone for nature, 0 at the end."""
    return game_of(state).waiting(state)


def chances(state: Any, weights: Ints) -> int:
    """Fill int64 weights[ACTIONS] with the weights of nature's actions; return their sum.

    Actions with weight 0 are not legal for nature. Default: no action has a weight.
    """
    game = game_of(state)
    check_room("weights", weights, game.ACTIONS)
    return (game.chances or no_chances)(state, weights)


def forbids(state: Any, seat: int, action: int) -> int:
    """Return 0 if `seat` may play `action` now, else the number of a rule against it (`kernel.rule_ids`)."""
    return game_of(state).forbids(state, seat, action)


def legal(state: Any, seat: int, mask: Ints) -> int:
    """Fill uint8 mask[ACTIONS] with 1 for each legal action of `seat`, else 0; return their count.

    It agrees with `forbids` for every action and may be faster. Default: one call of `forbids` for each.
    """
    game = game_of(state)
    check_room("mask", mask, game.ACTIONS)
    return (game.legal or not_forbidden)(state, seat, mask)


def apply(state: Any, seat: int, action: int, log: EventLog | None) -> None:
    """Play a legal action and its automatic consequences, up to the next decision.

    log: an EVENT_LOG record for the events, each with its rule, or None. Default: the functions that
    `Kind.action_at` declares.
    """
    game_of(state).apply(state, seat, action, log)


def over(state: Any) -> bool:
    """Return whether the game has ended. Default: True if `waiting` has no seats, nor nature."""
    return (game_of(state).over or nobody_waits)(state)


def points(state: Any, out: Grid) -> None:
    """Fill int32 out[seats, SOURCES] with the points of every seat by source, as if scored now.

    It can be called at any time. Default: all points have one source.
    """
    game = game_of(state)
    check_room("out", out, game.seat_count(state), len(game.SOURCES))
    (game.points or one_source)(state, out)


def total(state: Any, seat: int) -> int:
    """Return the points of a seat, as if scored now; it can be called at any time."""
    return game_of(state).total(state, seat)


def standing(state: Any, seat: int) -> int:
    """Return the number that ranks a seat now: points, then tie-breakers. Default: the points."""
    return (game_of(state).standing or by_points)(state, seat)


def observers(state: Any, seat: int, action: int) -> int:
    """Return a bit mask of the seats that will know an action; call before `apply`. Default: all."""
    return (game_of(state).observers or all_seats)(state, seat, action)


def redeal(state: Any, seat: int, rng: Rng) -> None:
    """Replace all information hidden from `seat` (NOBODY: a spectator) by random, consistent values.

    This is a determinization: the seat sees no difference, and the new values do not depend on the hidden
    ones.
    Default: nothing is hidden.
    """
    (game_of(state).redeal or nothing_hidden)(state, seat, rng)


def reopen(state: Any, seat: int) -> None:
    """Undo secret choices of seats other than `seat` that are not shown yet.

    These seats must choose again. Default: no two seats decide at the same time.
    """
    (game_of(state).reopen or nothing_sealed)(state, seat)


def prepare(state: Any) -> None:
    """Derive what the functions for bots need at every position; the rules update it from here on.

    Bots call it on their copy of a position. Default: nothing is derived.
    """
    (game_of(state).prepare or nothing_derived)(state)


def _prepared(state: Any) -> Any:
    """Return a prepared copy of a state that may be somebody else's, or the state if nothing is derived."""
    if game_of(state).prepare is None:
        return state
    state = copy(state)
    prepare(state)
    return state


def observe(state: Any, seat: int, out: Floats) -> None:
    """Fill float32 out[OBSERVATION] with the observation of `seat` (NOBODY: a spectator).

    Default: the fields of the record, as it declares them (`donjon.kernel.observing`).
    """
    game = game_of(state)
    check_room("out", out, game.OBSERVATION)
    game.observe(state, seat, out)


def estimate(state: Any, seat: int) -> float:
    """Return a quick estimate of the value of a position for `seat`, in points. Default: its points.

    Bots call it after whole decisions.
    """
    return (game_of(state).estimate or points_now)(_prepared(state), seat)


def rollout_score(state: Any, seat: int, mask: Ints, out: Floats) -> None:
    """Fill float32 out[ACTIONS] with estimates of the points that each action in `mask` brings.

    Playouts call it at every step, so it must be fast. Default: 0 for all actions.
    """
    game = game_of(state)
    check_room("mask", mask, game.ACTIONS)
    check_room("out", out, game.ACTIONS)
    (game.rollout_score or all_alike)(_prepared(state), seat, mask, out)


def decision_complete(state: Any) -> bool:
    """Return False while a decision of several actions is incomplete. Default: always True."""
    return (game_of(state).decision_complete or always)(state)


def at_rest(state: Any) -> bool:
    """Return whether a position is between two rounds, where `estimate` is most accurate.

    Default: always True.
    """
    return (game_of(state).at_rest or always)(state)


def seats(state: Any) -> int:
    """Return the number of seats of the game, as a plain int."""
    return game_of(state).seat_count(state)


def seats_waiting(state: Any) -> tuple[int, ...]:
    """Return the seats to move, ascending; (NATURE,) for nature; () at the end."""
    mask = int(waiting(state))
    return tuple(seat for seat in range(NATURE + 1) if mask >> seat & 1)


def ranking(state: Any) -> list[int]:
    """Return the current ranks of all seats as plain ints: 1 is best, ties share a rank."""
    out = np.zeros(int(seats(state)), np.int32)
    ranks(state, out)
    return [int(rank) for rank in out]


def points_by_source(state: Any) -> list[dict[str, int]]:
    """Return the points of every seat by the name of their source, as if scored now."""
    sources = game_of(state).SOURCES
    out = np.zeros((int(seats(state)), len(sources)), np.int32)
    points(state, out)
    return [dict(zip(sources, map(int, row), strict=True)) for row in out]


def after(state: Any, seat: int, actions: Iterable[int]) -> Any:
    """Return a copy of a state after some legal actions of a seat; the state itself is unchanged."""
    state = copy(state)
    for action in actions:
        apply(state, seat, action, None)
    return state


# Defaults for optional rule functions.


@compilable
def nobody_waits(state: Any) -> bool:
    """Return whether there are no seats to move: the default of `over`."""
    return waiting(state) == 0


@compilable
def no_chances(_state: Any, weights: Ints) -> int:
    """Set all weights to 0 and return 0, for games without nature: the default of `chances`."""
    weights[:] = 0
    return 0


@compilable
def not_forbidden(state: Any, seat: int, mask: Ints) -> int:
    """Mark and count the actions that no rule forbids: the default of `legal`."""
    count = 0
    for action in range(mask.shape[0]):
        mask[action] = forbids(state, seat, action) == 0
        count += int(mask[action])
    return count


@compilable
def one_source(state: Any, out: Grid) -> None:
    """Fill `out` with the total as the only source of points: the default of `points`."""
    for seat in range(seats(state)):
        out[seat, 0] = total(state, seat)


@compilable
def by_points(state: Any, seat: int) -> int:
    """Return the points, so that tied seats share a rank: the default of `standing`."""
    return int(total(state, seat))


@compilable
def all_seats(_state: Any, _seat: int, _action: int) -> int:
    """Return the mask of all seats, for open games: the default of `observers`."""
    return EVERYONE


@compilable
def nothing_hidden(_state: Any, _seat: int, _rng: Rng) -> None:
    """Do nothing, for games without hidden information: the default of `redeal`."""


@compilable
def nothing_sealed(_state: Any, _seat: int) -> None:
    """Do nothing, for games without simultaneous decisions: the default of `reopen`."""


@compilable
def nothing_derived(_state: Any) -> None:
    """Do nothing, for games without such data: the default of `prepare`."""


@compilable
def points_now(state: Any, seat: int) -> float:
    """Return the points as if scored now: the default of `estimate`."""
    return float(total(state, seat))


@compilable
def all_alike(_state: Any, _seat: int, _mask: Ints, out: Floats) -> None:
    """Set all scores to 0, so that playouts are random: the default of `rollout_score`."""
    out[:] = 0


@compilable
def always(_state: Any) -> bool:
    """Return True: the default of `decision_complete` and `at_rest`."""
    return True


# The functions that have the same name in `Game`, with their defaults; `seats` is its `seat_count`.
_STUBS: dict[Callable[..., Any], Callable[..., Any] | None] = {
    **dict.fromkeys((setup, waiting, forbids, apply, total, observe)),
    **{over: nobody_waits, chances: no_chances, legal: not_forbidden, points: one_source},
    **{standing: by_points, observers: all_seats, redeal: nothing_hidden, reopen: nothing_sealed},
    prepare: nothing_derived,
    **{
        estimate: points_now,
        rollout_score: all_alike,
        decision_complete: always,
        at_rest: always,
    },
}


def compile_to_own(stub: Callable[..., Any], name: str, otherwise: Callable[..., Any] | None = None) -> None:
    """Make a generic function compile to the game's own function of this name, by the record's type.

    `otherwise` is the default for games without one. Call it when the compiler has started.
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
    """Make every generic function compile to the game's own function."""
    for stub, otherwise in _STUBS.items():
        compile_to_own(stub, stub.__name__, otherwise)
    compile_to_own(seats, "seat_count")


@compilable
def ranks(state: Any, out: Ints) -> None:
    """Fill int32 out[seats] with the ranks by `standing`: 1 is best, ties share a rank (1, 1, 3)."""
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
    """Turn a position into a determinization for `seat`, one of the seats to move.

    Hidden information is drawn again, and secret choices of other seats are reopened: they decide after
    `seat`, even if they have decided already, so that its decision cannot depend on that.
    """
    reopen(state, seat)
    redeal(state, seat, rng)
    prepare(state)


@compilable
def moving_seat(state: Any) -> int:
    """Return the lowest seat to move, NATURE on nature's turn, NOBODY at the end.

    If there are several seats to move, their choices are secret from each other: their order does not matter.
    """
    mask = waiting(state)
    for seat in range(8):
        if mask >> seat & 1:
            return seat
    return NOBODY

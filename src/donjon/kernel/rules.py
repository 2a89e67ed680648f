"""The rule functions of a game, called by the record's dtype.

Called from Python they run the game's own functions interpreted; inside compiled code the same names compile
to the game's own by the record's type, so that search and simulation are written once for all games and
Numba's disk cache serves them. A game must give `setup`, `waiting`, `forbids` and `total`; for each of the
others there is a default.

What all of them keep:

- Nature draws as late as possible, and nothing is stored that nobody knows: a deck is counts of what is in
  it, not an order.
- An option that is left open is asked of nature after `setup`.
- A decision with one option is made at once by `apply`, unless this would give a secret away.
- An event is emitted when what it says has changed. At no event may the position show a viewer more than the
  positions before and after the action. So what becomes public during a round is a field of the state, set
  where the rules say so, never a comparison of phases: steps between two decisions are phases too.
- An event of a kind that reveals (`Book.event`) shows what was hidden: the action that led to it is not
  undone, and a preview of an action ends before it.
- Where several seats choose in secret at the same time, the order of their choices changes nothing. Bots are
  given the position after `reopen`, so that no answer depends on who has chosen already, and no estimate is
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
    """Set a zeroed state to the start of a game, without what nature decides.

    options: what the game's `read_options` returned.
    """
    game_of(state).setup(state, options)


def waiting(state: Any) -> int:
    """Return a bit mask of the seats that owe a decision; 1 << NATURE alone for nature, 0 at the end."""
    return game_of(state).waiting(state)


def chances(state: Any, weights: Ints) -> int:
    """Fill int64 weights[ACTIONS] with the weights of nature's actions; return their sum.

    An action without a weight is not legal for nature. Default: nature has no part in the game.
    """
    game = game_of(state)
    check_room("weights", weights, game.ACTIONS)
    return (game.chances or no_chances)(state, weights)


def forbids(state: Any, seat: int, action: int) -> int:
    """Return 0 if `seat` may play `action` now, else the number of a rule against it (`kernel.rule_ids`)."""
    return game_of(state).forbids(state, seat, action)


def legal(state: Any, seat: int, mask: Ints) -> int:
    """Fill uint8 mask[ACTIONS] with 1 for each legal action of `seat`, else 0; return their count.

    It agrees with `forbids` for every action and may be faster. Default: `forbids` is asked about each.
    """
    game = game_of(state)
    check_room("mask", mask, game.ACTIONS)
    return (game.legal or not_forbidden)(state, seat, mask)


def apply(state: Any, seat: int, action: int, log: EventLog | None) -> None:
    """Play a legal action and all that follows by itself, up to the next decision.

    log: an EVENT_LOG record for the events, each with its rule, or None. Default: what `Kind.action_at`
    declares.
    """
    game_of(state).apply(state, seat, action, log)


def over(state: Any) -> bool:
    """Return whether the game has ended. Default: whether no seat owes a decision."""
    return (game_of(state).over or nobody_waits)(state)


def points(state: Any, out: Grid) -> None:
    """Fill int32 out[seats, SOURCES] with the points of every seat by source, as if scored now.

    It can be asked at any time. Default: all points are of one source.
    """
    game = game_of(state)
    check_room("out", out, game.seat_count(state), len(game.SOURCES))
    (game.points or one_source)(state, out)


def total(state: Any, seat: int) -> int:
    """Return the points of a seat, as if scored now; it can be asked at any time."""
    return game_of(state).total(state, seat)


def standing(state: Any, seat: int) -> int:
    """Return the number that ranks a seat now: points first, then what breaks ties. Default: the points."""
    return (game_of(state).standing or by_points)(state, seat)


def observers(state: Any, seat: int, action: int) -> int:
    """Return a bit mask of the seats that will know this action, asked before `apply`. Default: all."""
    return (game_of(state).observers or all_seats)(state, seat, action)


def redeal(state: Any, seat: int, rng: Rng) -> None:
    """Give everything that is fixed but unknown to `seat` (NOBODY: a spectator) a fresh, consistent value.

    The seat sees no difference, and nothing new depends on what was hidden. Default: nothing is hidden.
    """
    (game_of(state).redeal or nothing_hidden)(state, seat, rng)


def reopen(state: Any, seat: int) -> None:
    """Undo what seats other than `seat` have chosen in secret and not shown, so that they owe it again.

    Default: no two seats decide at the same time.
    """
    (game_of(state).reopen or nothing_sealed)(state, seat)


def observe(state: Any, seat: int, out: Floats) -> None:
    """Fill float32 out[OBSERVATION] with what `seat` (NOBODY: a spectator) may know, for a learner.

    Default: the fields of the record, as it declares them (`donjon.kernel.observing`).
    """
    game = game_of(state)
    check_room("out", out, game.OBSERVATION)
    game.observe(state, seat, out)


def estimate(state: Any, seat: int) -> float:
    """Return a quick guess, in points, of what the position is worth to `seat`. Default: its points.

    Bots ask after whole decisions.
    """
    return (game_of(state).estimate or points_now)(state, seat)


def rollout_score(state: Any, seat: int, mask: Ints, out: Floats) -> None:
    """Fill float32 out[ACTIONS], for the actions set in `mask`, with a guess of the points each brings.

    Playouts ask at every step, so it must be quick. Default: all actions are alike.
    """
    game = game_of(state)
    check_room("mask", mask, game.ACTIONS)
    check_room("out", out, game.ACTIONS)
    (game.rollout_score or all_alike)(state, seat, mask, out)


def decision_complete(state: Any) -> bool:
    """Return False while a decision made of several actions is half done. Default: none is."""
    return (game_of(state).decision_complete or always)(state)


def at_rest(state: Any) -> bool:
    """Return whether a round begins here with nothing half done, where `estimate` errs least.

    Default: all positions are alike.
    """
    return (game_of(state).at_rest or always)(state)


def seats(state: Any) -> int:
    """Return how many seats the game has (a plain int)."""
    return game_of(state).seat_count(state)


def seats_waiting(state: Any) -> tuple[int, ...]:
    """Return the seats that owe a decision, ascending; (NATURE,) for nature; () at the end."""
    mask = int(waiting(state))
    return tuple(seat for seat in range(NATURE + 1) if mask >> seat & 1)


def ranking(state: Any) -> list[int]:
    """Return the ranks of all seats by the points now, as plain numbers."""
    out = np.zeros(int(seats(state)), np.int32)
    ranks(state, out)
    return [int(rank) for rank in out]


def points_by_source(state: Any) -> list[dict[str, int]]:
    """Return for every seat its points, as if scored now, by the name of their source."""
    sources = game_of(state).SOURCES
    out = np.zeros((int(seats(state)), len(sources)), np.int32)
    points(state, out)
    return [dict(zip(sources, map(int, row), strict=True)) for row in out]


def after(state: Any, seat: int, actions: Iterable[int]) -> Any:
    """Return the position after some legal actions of a seat; the state itself is not changed."""
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
    """Make every generic function compile to the game's own."""
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
    """Return the lowest seat that owes a decision (NATURE when chance does), NOBODY at the end.

    Where several seats owe one, their choices are secret from each other: the order in which they are made
    changes nothing.
    """
    mask = waiting(state)
    for seat in range(8):
        if mask >> seat & 1:
            return seat
    return NOBODY

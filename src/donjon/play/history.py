"""The history of a game: its position, its moves, undo and redo.

A change is planned on a copy and then adopted, so that a change that is refused, or that has to be stored
first, leaves nothing half done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from donjon.errors import DonjonError
from donjon.kernel import event_log, nature, rules
from donjon.kernel.decisions import legal_list
from donjon.kernel.event_log import Event
from donjon.kernel.game import NOTHING, Game, copy, from_bytes
from donjon.kernel.rules import NATURE
from donjon.play.why_not import refused

SEEDED, IMPOSED = "seeded", "imposed"
# The position after every STRIDE moves is stored; other positions are replayed from the last stored one.
STRIDE = 8


@dataclass(frozen=True)
class Move:
    """A played action: its seat (or NATURE), number and text, and the events that it caused.

    observers: mask of the seats that know the action; before, after: masks of the seats to move before and
    after.
    """

    seat: int
    action: int
    text: str
    observers: int
    events: tuple[Event, ...]
    before: int
    after: int


@dataclass
class Plan:
    """A planned change: the position after it, the moves added, the number of moves undone first.

    kept: the bytes of positions on the way that the history will store (see STRIDE).
    """

    state: Any
    moves: list[Move] = field(default_factory=list)
    undone: int = 0
    kept: list[bytes] = field(default_factory=list)


def apply_and_log(game: Game, state: Any, seat: int, action: int) -> tuple[Event, ...]:
    """Play a legal action on a state; return the events that it caused."""
    log = event_log.blank()
    rules.apply(state, seat, action, log)
    return tuple(game.read_events(log))


def stands(game: Game, seat: int, events: Iterable[Event]) -> bool:
    """Return whether an action of a seat (or NATURE) that caused these events can't be undone.

    This is so if nature chose it, or if it showed a player hidden information (`game.REVEALING`), which
    cannot become unknown again (KB-11.1.6).
    """
    return seat == NATURE or any(event.kind in game.REVEALING for event in events)


class History:
    """A game being played: its position, and the moves so far with their events.

    Nature's choices are made from `seed` as soon as it is nature's turn. If `nature` is IMPOSED, they are
    played like other actions.
    """

    def __init__(self, game: Game, options: Any, seed: str | int, nature_is: str = SEEDED) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.nature = nature_is
        # The commitment to the seed, for publication before the game; None if no seed makes the draws.
        self.commitment: str | None = nature.commitment(seed) if nature_is == SEEDED else None
        # The hash that an old record published instead (`nature.seed_hash`); otherwise None.
        self.seed_hash: str | None = None
        # The position that the game was started from, as given; None for a start by the rules.
        self.based_on: dict[str, Any] | None = None
        # Other headers of a record, by name: players, an event, a date.
        self.notes: dict[str, str] = {}
        start = game.blank()
        rules.setup(start, options)
        self.begin_at(start)

    def begin_at(self, start: Any) -> None:
        """Forget all moves and start from this position."""
        self.state = copy(start)
        self.moves: list[Move] = []
        self._kept = [start.tobytes()]
        # The number of moves before the latest change, and the position then: it is needed most often.
        self._before = 0, self._kept[0]
        self._taken_back: list[list[Move]] = []

    def copy(self) -> Self:
        """Return an independent copy, including the undone moves that can be redone."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.state = copy(self.state)
        # Moves and stored positions are never changed, only the lists of them.
        twin.moves, twin._kept = list(self.moves), list(self._kept)
        twin._taken_back = list(self._taken_back)
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self.copy()

    @property
    def players(self) -> int:
        """Return the number of seats."""
        return int(rules.seats(self.state))

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return bool(rules.over(self.state))

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return the seats to move; (NATURE,) on nature's turn; () if the game is over."""
        return rules.seats_waiting(self.state)

    @property
    def log(self) -> list[tuple[int, int]]:
        """Return (seat, action) of every move, including nature's."""
        return [(move.seat, move.action) for move in self.moves]

    def legal_actions(self, seat: int) -> list[int]:
        """Return the legal actions of a seat (or NATURE), ascending; [] if it isn't its turn."""
        return legal_list(self.state, seat) if seat in self.waiting else []

    def refused(self, seat: int, action: int) -> DonjonError | None:
        """Return the error for playing an action of a seat now, None if it may be played."""
        return refused(self.game, self.state, seat, action)

    def state_at(self, number: int) -> Any:
        """Return a copy of the position after the first `number` moves.

        Raises IndexError if there were fewer.
        """
        if not 0 <= number <= len(self.moves):
            raise IndexError(f"There is no position after {number} moves; {len(self.moves)} were played.")
        index = min(number // STRIDE, len(self._kept) - 1)
        first, kept = index * STRIDE, self._kept[index]
        if first < self._before[0] <= number:
            first, kept = self._before
        state = from_bytes(self.game, kept)
        for move in self.moves[first:number]:
            rules.apply(state, move.seat, move.action, None)
        return state

    def beginning(self) -> Any:
        """Return a copy of the position before the first move."""
        return self.state_at(0)

    # Planning

    def plan(self, seat: int, actions: Sequence[int], answered: bool = True, unasked: bool = False) -> Plan:
        """Plan actions of a seat and, with `answered`, the choices of nature that follow.

        With `unasked`, actions without a sensible alternative (`game.foregone`) are played after them, too.
        Raises the error of `refused` for the first action that may not be played.
        """
        plan = Plan(copy(self.state))
        for action in actions:
            error = refused(self.game, plan.state, seat, action)
            if error is not None:
                raise error
            self._add(plan, seat, action)
        if answered:
            self._let_nature_answer(plan)
        while unasked and (going := self._foregone(plan.state)) is not None:
            self._add(plan, *going)
            self._let_nature_answer(plan)
        return plan

    def plan_draws(self) -> Plan:
        """Plan nature's choices, from the seed, up to the next turn of a seat."""
        plan = Plan(copy(self.state))
        self._let_nature_answer(plan)
        return plan

    def plan_undo(self, count: int) -> Plan:
        """Plan to undo the last `count` moves, even if they showed hidden information."""
        return Plan(self.state_at(len(self.moves) - count), undone=count)

    def plan_again(self, moves: Iterable[tuple[int, int]]) -> Plan:
        """Plan to play undone moves again, given as (seat, action), which must be legal in this order."""
        plan = Plan(copy(self.state))
        for seat, action in moves:
            self._add(plan, seat, action)
        return plan

    # Changing

    def adopt(self, plan: Plan) -> None:
        """Make a planned change. Undone moves can be redone until another move is played."""
        self._before = (0, self._kept[0]) if plan.undone else (len(self.moves), self.state.tobytes())
        if plan.undone:
            self._taken_back.append(self.moves[len(self.moves) - plan.undone :])
            del self.moves[len(self.moves) - plan.undone :]
            del self._kept[len(self.moves) // STRIDE + 1 :]
        if plan.moves:
            self._taken_back.clear()
        self.moves += plan.moves
        self._kept += plan.kept
        self.state = plan.state

    def redo(self) -> bool:
        """Redo the last undo; return False if there is none, or a move was played since."""
        if not self._taken_back:
            return False
        *earlier, moves = self._taken_back
        self.adopt(self.plan_again((move.seat, move.action) for move in moves))
        self._taken_back = earlier
        return True

    def _let_nature_answer(self, plan: Plan) -> None:
        """Add nature's choices, from the seed, as long as it is nature's turn; none if it is imposed."""
        while self.nature == SEEDED and int(rules.waiting(plan.state)) == 1 << NATURE:
            drawn = sum(move.seat == NATURE for move in (*self.moves, *plan.moves))
            self._add(plan, NATURE, nature.choose(plan.state, self.seed, drawn))

    def _foregone(self, state: Any) -> tuple[int, int] | None:
        """Return a seat and its only sensible action (`game.foregone`), None if there is none."""
        for seat in rules.seats_waiting(state):
            action = NOTHING if seat == NATURE else self.game.foregone(state, seat)
            if action != NOTHING:
                return seat, action
        return None

    def _add(self, plan: Plan, seat: int, action: int) -> None:
        """Play a legal action on the plan's state and add it to the plan."""
        state = plan.state
        text = self.game.action_text(state, seat, action)
        observers, before = int(rules.observers(state, seat, action)), int(rules.waiting(state))
        events = apply_and_log(self.game, state, seat, action)
        plan.moves.append(Move(seat, action, text, observers, events, before, int(rules.waiting(state))))
        if (len(self.moves) + len(plan.moves)) % STRIDE == 0:
            plan.kept.append(state.tobytes())

"""A game's history: where it stands, the moves that led there, and the way back.

A change is first planned on a copy and then adopted, so that a change that is refused, or that somebody
stores meanwhile, leaves nothing half done.
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
# Every STRIDE moves the position is kept; the others are replayed from the last one kept.
STRIDE = 8


@dataclass(frozen=True)
class Move:
    """One action of a game: who played it (a seat or NATURE), its number, its text, and what it caused.

    observers: mask of the seats that know the action; before, after: masks of the seats that owed a decision.
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
    """A change worked out but not made: the position after it, the moves added, how many are undone first.

    kept: those positions on the way that the history will keep, as bytes.
    """

    state: Any
    moves: list[Move] = field(default_factory=list)
    undone: int = 0
    kept: list[bytes] = field(default_factory=list)


def apply_and_log(game: Game, state: Any, seat: int, action: int) -> tuple[Event, ...]:
    """Play a legal action on a state; what it caused."""
    told = event_log.blank()
    rules.apply(state, seat, action, told)
    return tuple(game.read_events(told))


def stands(game: Game, seat: int, events: Iterable[Event]) -> bool:
    """Is it too late to take back an action of a seat (or NATURE) that caused these events?

    It is if nature decided it, or if it showed a player something hidden (`game.REVEALING`), which cannot
    become unknown again (KB-11.1.6).
    """
    return seat == NATURE or any(event.kind in game.REVEALING for event in events)


class History:
    """A game being played: its position, and the moves so far with what they caused.

    Nature's choices are made from `seed` as soon as she is to decide, or, where `nature` is IMPOSED, played
    like all others.
    """

    def __init__(self, game: Game, options: Any, seed: str | int, nature_is: str = SEEDED) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.nature = nature_is
        # The commitment to the seed, to be published before the game; None where no seed makes the draws.
        self.commitment: str | None = nature.commitment(seed) if nature_is == SEEDED else None
        # The hash that an old record published in its place (`nature.seed_hash`); None everywhere else.
        self.seed_hash: str | None = None
        # The position that the game went on from, as it was stated; None for a start by the rules.
        self.based_on: dict[str, Any] | None = None
        # What else a record says of the game, by the name of the header: players, an event, a date.
        self.notes: dict[str, str] = {}
        start = game.blank()
        rules.setup(start, options)
        self.begin_at(start)

    def begin_at(self, start: Any) -> None:
        """Forget all moves and start from this position."""
        self.state = copy(start)
        self.moves: list[Move] = []
        self._kept = [start.tobytes()]
        # The position before the latest change, and after how many moves that was: it is asked for most.
        self._before = 0, self._kept[0]
        self._taken_back: list[list[Move]] = []

    def copy(self) -> Self:
        """An independent copy, with what was taken back: playing on one does not change the other."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.state = copy(self.state)
        # Moves and kept positions are never changed, only the lists of them.
        twin.moves, twin._kept = list(self.moves), list(self._kept)
        twin._taken_back = list(self._taken_back)
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self.copy()

    @property
    def players(self) -> int:
        """How many seats play."""
        return int(rules.seats(self.state))

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return bool(rules.over(self.state))

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision; (NATURE,) when chance does; () when the game is over."""
        return rules.seats_waiting(self.state)

    @property
    def log(self) -> list[tuple[int, int]]:
        """(seat, action) of every move, nature's among them."""
        return [(move.seat, move.action) for move in self.moves]

    def legal_actions(self, seat: int) -> list[int]:
        """The legal actions of a seat (or NATURE), ascending; none where it owes no decision."""
        return legal_list(self.state, seat) if seat in self.waiting else []

    def refused(self, seat: int, action: int) -> DonjonError | None:
        """The error that a seat gets for playing an action now, None if it may play it."""
        return refused(self.game, self.state, seat, action)

    def state_at(self, number: int) -> Any:
        """A copy of the position after the first `number` moves. Raises IndexError if there were fewer."""
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
        """A copy of the position before the first move."""
        return self.state_at(0)

    # Planning

    def plan(self, seat: int, actions: Sequence[int], answered: bool = True, unasked: bool = False) -> Plan:
        """One decision of a seat and, with `answered`, all that nature then decides.

        With `unasked`, what everybody would decide the same way (`game.foregone`) is played after it, too.
        Raises the error that `refused` gives for the first action that may not be played.
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
        """All that nature decides, from the seed, before a seat is to decide."""
        plan = Plan(copy(self.state))
        self._let_nature_answer(plan)
        return plan

    def plan_undo(self, count: int) -> Plan:
        """Take back the last `count` moves, whatever they showed."""
        return Plan(self.state_at(len(self.moves) - count), undone=count)

    def plan_again(self, moves: Iterable[tuple[int, int]]) -> Plan:
        """Play (seat, action) of moves that were undone, which are legal in this order, once more."""
        plan = Plan(copy(self.state))
        for seat, action in moves:
            self._add(plan, seat, action)
        return plan

    # Changing

    def adopt(self, plan: Plan) -> None:
        """Make a planned change. What was taken back can be redone until something else is played."""
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
        """Play again what was taken back last; False if there is nothing, or something was played since."""
        if not self._taken_back:
            return False
        *earlier, moves = self._taken_back
        self.adopt(self.plan_again((move.seat, move.action) for move in moves))
        self._taken_back = earlier
        return True

    def _let_nature_answer(self, plan: Plan) -> None:
        """Let nature decide, from the seed, for as long as it is her turn (nothing where she is imposed)."""
        while self.nature == SEEDED and int(rules.waiting(plan.state)) == 1 << NATURE:
            drawn = sum(move.seat == NATURE for move in (*self.moves, *plan.moves))
            self._add(plan, NATURE, nature.choose(plan.state, self.seed, drawn))

    def _foregone(self, state: Any) -> tuple[int, int] | None:
        """A seat that has only one sensible decision, and that decision."""
        for seat in rules.seats_waiting(state):
            action = NOTHING if seat == NATURE else self.game.foregone(state, seat)
            if action != NOTHING:
                return seat, action
        return None

    def _add(self, plan: Plan, seat: int, action: int) -> None:
        """Play a legal action of a plan."""
        state = plan.state
        text = self.game.action_text(state, seat, action)
        observers, before = int(rules.observers(state, seat, action)), int(rules.waiting(state))
        events = apply_and_log(self.game, state, seat, action)
        plan.moves.append(Move(seat, action, text, observers, events, before, int(rules.waiting(state))))
        if (len(self.moves) + len(plan.moves)) % STRIDE == 0:
            plan.kept.append(state.tobytes())

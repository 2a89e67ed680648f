"""A game in progress, rebuilt from its list of actions. Nothing here touches the database.

A change is first planned on a copy, then stored, then adopted: memory never runs ahead of the truth.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from donjon.errors import DonjonError, GameOver, IllegalAction, NotYourTurn, UnknownAction
from donjon.kernel import generic, nature, rule_ids, story
from donjon.kernel.game import NOTHING, Game, copy, from_bytes, games
from donjon.kernel.message import Message
from donjon.kernel.standing import stands
from donjon.kernel.story import Event
from donjon.table import results
from donjon.table.records import (
    BOT,
    OVER,
    PERSON,
    PLAY,
    UNDO,
    Damaged,
    Entry,
    Header,
    OtherRules,
    Seat,
    Stored,
    first_check,
)

NATURE = generic.NATURE
# A position is kept after every so many steps; the others are played again from the one before.
STRIDE = 8


@dataclass(frozen=True)
class Step:
    """An action that counts (was not taken back), with what it caused.

    `before` and `after`: masks of the seats that owed a decision.
    """

    entry: Entry
    events: tuple[Event, ...]
    before: int
    after: int


@dataclass(frozen=True)
class TakenBack:
    """The trace of an undo: who took back how many actions, after which step."""

    entry: Entry
    count: int


Line = Step | TakenBack


@dataclass
class Plan:
    """A change worked out but not made: what to store, and what the game will be then."""

    entries: list[Entry]
    state: Any
    steps: list[Step] = field(default_factory=list)
    undone: int = 0

    def waits(self, seats: Sequence[Seat]) -> str:
        """Who is to move then: PERSON, BOT or OVER."""
        return _who_is_waited_for(self.state, seats)


class Playing:
    """One table's game: its header, seats, position, steps and log."""

    def __init__(self, header: Header, seats: Sequence[Seat]) -> None:
        self.header = header
        self.seats = tuple(seats)
        self.game: Game = games[header.game]
        self.options = self.game.read_options(header.players, json.loads(header.options))
        self.state = self.game.blank()
        generic.setup(self.state, self.options)
        self.check = first_check(header)
        self.entries: list[Entry] = []
        self.steps: list[Step] = []
        self.log: list[Line] = []
        self.pages: dict[Any, Any] = {}  # drawn for this position, by viewer
        self._views: dict[int | None, dict[str, Any]] = {}
        self._snapshots: list[bytes] = [self.state.tobytes()]

    @property
    def id(self) -> str:
        """The table's id."""
        return self.header.id

    @property
    def seq(self) -> int:
        """How many actions are stored; the number that the next one will bear."""
        return len(self.entries)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return bool(generic.over(self.state))

    @property
    def waits(self) -> str:
        """Who is to move: PERSON, BOT or OVER."""
        return _who_is_waited_for(self.state, self.seats)

    @property
    def result(self) -> str:
        """The digest of how the game ended, "" while it goes on."""
        return results.digest(self.game, self.state, self.seq) if self.over else ""

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return seats_in(int(generic.waiting(self.state)))

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat, in ascending order."""
        if seat not in self.waiting:
            return []
        mask = np.zeros(self.game.ACTIONS, np.uint8)
        generic.legal(self.state, seat, mask)
        return [int(action) for action in np.flatnonzero(mask)]

    def refuse(self, seat: int, action: int) -> DonjonError | None:
        """Why a seat may not play an action now, or None."""
        if self.over:
            return GameOver(Message("The game is over: nothing can be played any more.").text)
        if seat not in self.waiting:
            return NotYourTurn(Message("It is not your turn.").text)
        if not 0 <= action < self.game.ACTIONS:
            return UnknownAction(Message("There is no such action: choose one that the page offers."))
        number = int(generic.forbids(self.state, seat, action))
        if number:
            rule = rule_ids.name(self.game.prefix, number)
            return IllegalAction(rule, self.game.why(self.state, seat, action, rule))
        return None

    def plan(self, seat: int, actions: Sequence[int], key: str, at: float, by: str = "") -> Plan:
        """One decision of a seat and all that nature answers. Raises DonjonError when it is refused.

        `by`: the level that chose in place of the seat's own bot.
        """
        plan = Plan([], copy(self.state))
        work = Playing._shadow(self, plan)
        for action in actions:
            refusal = work.refuse(seat, action)
            if refusal is not None:
                raise refusal
            work._play(plan, seat, action, key, at, by)
            work._nature(plan, at)
        work._go_on(plan, at)
        return plan

    def plan_start(self, at: float) -> Plan:
        """What nature decides before anybody else."""
        plan = Plan([], copy(self.state))
        Playing._shadow(self, plan)._nature(plan, at)
        return plan

    def undoable(self, seat: int) -> int:
        """How many of the last actions a seat may take back: its own, since chance last decided.

        An action that gave the turn away, that chance has answered or that showed a secret of the others
        stands.
        """
        count = 0
        for step in reversed(self.steps):
            if step.entry.seat != seat or step.before != 1 << seat or step.after != 1 << seat:
                break
            if stands(self.game, seat, step.events):
                break
            count += 1
        return count

    def result_of(self, plan: Plan) -> str:
        """The `result` that a planned change leads to."""
        if not generic.over(plan.state):
            return ""
        return results.digest(self.game, plan.state, self.seq + len(plan.entries))

    def plan_undo(self, seat: int, count: int, key: str, at: float) -> Plan:
        """Take back the last `count` actions of a seat. Raises NotYourTurn when that is too many."""
        if not 1 <= count <= self.undoable(seat):
            nothing = Message("There is nothing to take back: chance has decided, or the turn has passed on.")
            raise NotYourTurn(nothing.text)
        state = self.state_at(len(self.steps) - count)
        name = f"take back {count}"
        return Plan([Entry(self.seq, UNDO, seat, count, name, key, at)], state, undone=count)

    def adopt(self, plan: Plan, check: str) -> None:
        """Make a planned change, once it is stored."""
        self.check = check
        self.pages.clear()
        self._views.clear()
        self.entries.extend(plan.entries)
        if plan.undone:
            self._take_back(plan.entries[0], plan.state)
            return
        for step in plan.steps:
            self.steps.append(step)
            self.log.append(step)
        self.state = plan.state
        self._keep_snapshots()

    def state_at(self, number: int) -> Any:
        """A copy of the position after so many steps."""
        index = min(number // STRIDE, len(self._snapshots) - 1)
        state = from_bytes(self.game, self._snapshots[index])
        for step in self.steps[index * STRIDE : number]:
            generic.apply(state, step.entry.seat, step.entry.action, None)
        return state

    def view(self, eye: int | None) -> dict[str, Any]:
        """The table as a seat (None: a spectator) sees it now; made once for each position."""
        if eye not in self._views:
            self._views[eye] = self.game.view(self.state, eye)
        return self._views[eye]

    def with_seats(self, seats: Sequence[Seat]) -> None:
        """Somebody sat down."""
        self.seats = tuple(seats)
        self.pages.clear()

    def record_steps(self) -> Iterator[tuple[int, int]]:
        """(seat, action) of every step that counts."""
        for step in self.steps:
            yield step.entry.seat, step.entry.action

    def _shadow(self, plan: Plan) -> Playing:
        """A stand-in that plays on the plan's state and shares the rest."""
        twin = object.__new__(Playing)
        twin.__dict__.update(self.__dict__)
        twin.state = plan.state
        return twin

    def _nature(self, plan: Plan, at: float) -> None:
        """Let nature decide, from the seed, for as long as it is her turn."""
        drawn = sum(step.entry.seat == NATURE for step in self.steps)
        drawn += sum(entry.seat == NATURE for entry in plan.entries)
        while int(generic.waiting(self.state)) == 1 << NATURE:
            self._play(plan, NATURE, nature.choose(self.state, self.header.seed, drawn), "", at)
            drawn += 1

    def _go_on(self, plan: Plan, at: float) -> None:
        """Play what nobody need be asked about, and what chance answers."""
        while True:
            unasked = [(seat, self.game.foregone(self.state, seat)) for seat in self.waiting]
            seat, action = next((one for one in unasked if one[1] != NOTHING), (NATURE, NOTHING))
            if action == NOTHING:
                return
            self._play(plan, seat, action, "", at)
            self._nature(plan, at)

    def _play(self, plan: Plan, seat: int, action: int, key: str, at: float, by: str = "") -> None:
        text = self.game.action_text(self.state, seat, action)
        seq = len(self.entries) + len(plan.entries)
        entry = Entry(seq, PLAY, seat, action, text, key, at, by)
        plan.entries.append(entry)
        plan.steps.append(self._apply(entry))

    def _apply(self, entry: Entry) -> Step:
        told = story.blank()
        before = int(generic.waiting(self.state))
        generic.apply(self.state, entry.seat, entry.action, told)
        events = tuple(story.read(told, list(self.game.EVENTS), self.game.prefix))
        return Step(entry, events, before, int(generic.waiting(self.state)))

    def _take_back(self, entry: Entry, state: Any) -> None:
        del self.steps[len(self.steps) - entry.action :]
        gone = entry.action
        while gone:
            # Traces of earlier undos stay where they are.
            last = max(index for index, line in enumerate(self.log) if isinstance(line, Step))
            del self.log[last]
            gone -= 1
        self.log.append(TakenBack(entry, entry.action))
        del self._snapshots[len(self.steps) // STRIDE + 1 :]
        self.state = state

    def _keep_snapshots(self) -> None:
        while len(self._snapshots) <= len(self.steps) // STRIDE:
            number = len(self._snapshots) * STRIDE
            self._snapshots.append(self.state_at(number).tobytes())


def seats_in(mask: int) -> tuple[int, ...]:
    """The seats whose bit is set, nature's not among them."""
    return tuple(seat for seat in range(NATURE) if mask >> seat & 1)


def _who_is_waited_for(state: Any, seats: Sequence[Seat]) -> str:
    mask = int(generic.waiting(state))
    if not mask:
        return OVER
    return BOT if any(seat.kind == BOT for seat in seats if mask >> seat.seat & 1) else PERSON


def replay(stored: Stored) -> Playing:
    """The game of a stored table.

    Raises Damaged when the rules do not allow what is stored, OtherRules when they are others.
    """
    header = stored.header
    known = games[header.game].rules_version if header.game in games else ""
    if known != header.rules:
        raise OtherRules(header.id, header.game, header.rules, known)
    try:
        playing = Playing(header, stored.seats)
    except (DonjonError, ValueError) as error:
        raise Damaged(header.id, 0, f"its options cannot be read: {error}") from None
    for entry in stored.entries:
        playing.entries.append(entry)
        try:
            _replay_entry(playing, entry)
        except (DonjonError, LookupError, ValueError, ArithmeticError) as error:
            raise Damaged(header.id, entry.seq, str(error)) from None
    playing.check = stored.check
    return playing


def _replay_entry(playing: Playing, entry: Entry) -> None:
    if entry.kind == UNDO:
        plan = playing.plan_undo(entry.seat, entry.action, "", 0.0)
        playing._take_back(entry, plan.state)
        return
    if entry.kind != PLAY:
        raise ValueError(f"{entry.kind!r} is no kind of action")
    if entry.seat == NATURE:
        _check_nature(playing, entry.action)
    else:
        refusal = playing.refuse(entry.seat, entry.action)
        if refusal is not None:
            raise refusal
    step = playing._apply(entry)
    playing.steps.append(step)
    playing.log.append(step)
    if len(playing.steps) % STRIDE == 0:
        playing._snapshots.append(playing.state.tobytes())


def _check_nature(playing: Playing, action: int) -> None:
    weights = np.zeros(playing.game.ACTIONS, np.int64)
    if int(generic.waiting(playing.state)) != 1 << NATURE:
        raise ValueError("chance decides nothing here")
    generic.chances(playing.state, weights)
    if not 0 <= action < len(weights) or weights[action] <= 0:
        raise ValueError("chance could not decide that")

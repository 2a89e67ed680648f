"""A table's game in memory, rebuilt from its stored actions. Nothing here touches the database.

A change is planned on a copy, then stored, then adopted: memory never runs ahead of the database.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import Any, cast

from donjon.drawing.lru_cache import LRUCache
from donjon.errors import DonjonError, GameOver, NotYourTurn, Spoken, UnknownAction
from donjon.kernel import rules
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.message import Message
from donjon.kernel.rules import NATURE
from donjon.play import history
from donjon.play.history import STRIDE, History, Move
from donjon.table.store import log_facts
from donjon.table.store.clocks import Clocks, Outages
from donjon.table.store.columns import After, columns_of, people_to_move, result_digest, standing, take_in
from donjon.table.store.offers import Offer, offers_after
from donjon.table.store.rows import (
    AGAIN,
    END,
    GATHER,
    MOVES,
    OUT,
    PLAY,
    RESIGNED,
    REWIND,
    SIT,
    UNDO,
    UNDOS,
    WAITS,
    ZONE,
    CachedColumns,
    Entry,
    Header,
    Seat,
    SeatNote,
    first_check,
    milliseconds,
    seats_after,
)

# Cache of replayed ranges of steps, which are the same for every viewer.
MOST_STORIES = 4
# Pages of a table that are kept, so that only changes need be sent; about 12 KB each.
MOST_PAGES = 24
# The number of cached updates to the current position; anybody can ask for one from any earlier page.
MOST_WAYS = 32
# Undos of a seat in a game: each is stored for ever, with the actions undone.
MOST_UNDOS = 250
# Bytes that a stored action takes in memory, with its events.
ENTRY_SIZE = 1200
NO_SUCH_ACTION = Message("No such move. Choose one shown on the page.")
# The table's messages for errors whose own messages name numbers of seats and actions.
_MESSAGES: dict[type[DonjonError], Message] = {
    GameOver: Message("The game is over: no more moves."),
    NotYourTurn: Message("It isn't your turn."),
    UnknownAction: NO_SUCH_ACTION,
}


class CannotUndo(Spoken):
    """A refusal of an undo or redo; `message` says why."""


@dataclass(frozen=True)
class Step:
    """An action that was not undone: as it is stored, and as a move of the game."""

    entry: Entry
    move: Move


@dataclass(frozen=True)
class TakenBack:
    """The trace of an undo; `replies`: later actions of other seats were undone with it."""

    entry: Entry
    replies: bool


@dataclass(frozen=True)
class Undo:
    """The undos offered to a seat, as numbers of actions, counted from the latest.

    last: undoes its last choice and what followed; turn: undoes all its choices of the current turn; replies:
    `last` includes actions of other seats.
    """

    seat: int
    last: int
    turn: int
    replies: bool


@dataclass(frozen=True)
class Note:
    """A row of the log that leaves the position as it is, such as that a bot took over a seat."""

    entry: Entry


Line = Step | TakenBack | Note


@dataclass(frozen=True)
class Change:
    """A planned change: the entries to store, and the plan for the game in memory.

    plan: None if the position stays; seats: the seats after it, None if they stay.
    """

    entries: list[Entry]
    plan: history.Plan | None
    redoes: bool = False
    seats: tuple[Seat, ...] | None = None


class TableGame:
    """One table's game: its header, seats, history and log."""

    def __init__(
        self,
        header: Header,
        seats: Sequence[Seat],
        history: History | None = None,
        key: str = "",
        outages: Outages = (),
    ) -> None:
        """Start a game. `history`: a game so far from a stated position instead; it has no log.

        `key`: a secret of the server's for this table (`Identity.table_key`). An example has none, as its
        seats do not play against each other. `outages`: the times without a server.
        """
        self.header = header
        self.key = key
        self.seats = tuple(seats)
        # Whether the log says who plays the seats; until it does, the table `seats` says so.
        self.is_seated = False
        # Whether the players are still to come: nothing is drawn, and nobody can move.
        self.is_gathering = False
        # Whether the lobby shows the table, before the start and after it.
        self.is_listed = False
        # The name of the pace that was chosen, "" for none.
        self.pace_name = ""
        # Whether the people have agreed to end the game early.
        self.is_ended = False
        # Seats whose people have given up for good.
        self.resigned = frozenset[int]()
        self.offers: tuple[Offer, ...] = ()
        self.clocks = Clocks(header.players, outages=outages)
        # The time zones of people who play over days, "" for one that is not known.
        self.zones = [""] * header.players
        self.history = _begun(header) if history is None else history
        self.check = first_check(header)
        self.entries: list[Entry] = []
        self.log: list[Line] = []
        self.undone: list[Step] = []  # actions that can be redone, the next first
        self.pages: dict[Any, Any] = {}  # drawn pages of this position, by viewer
        self.stories = LRUCache[Any](MOST_STORIES)  # replayed ranges of steps
        self.lines: dict[Any, Any] = {}  # the log's lines made so far, by viewpoint, language and names
        self.event_lines: dict[Any, LRUCache[Any]] = {}  # cached lines of events, by language and names
        self.sent = LRUCache[Any](MOST_PAGES)  # what viewers have of their pages
        self.ways = LRUCache[Any](
            MOST_WAYS
        )  # updates to the current position, and what viewers share of them
        self.facts = LRUCache[Any](MOST_PAGES)  # facts of the latest positions, by who shares them
        self.course: tuple[Any] | None = None  # how the finished game went, once it has been worked out
        self.reviewed: Any = None  # the coach's review of the finished game, once every decision is analysed
        self._views: dict[int | None, dict[str, Any]] = {}

    @property
    def id(self) -> str:
        """Return the table's id."""
        return self.header.id

    @property
    def game(self) -> Game:
        """Return the game: its rules and metadata."""
        return self.history.game

    @property
    def state(self) -> Any:
        """Return the current state."""
        return self.history.state

    @property
    def steps(self) -> list[Step]:
        """Return the actions that were not undone."""
        return [line for line in self.log if isinstance(line, Step)]

    @property
    def seq(self) -> int:
        """Return the number of stored rows, which is the `seq` of the next one."""
        return len(self.entries)

    @property
    def moved(self) -> int:
        """Return the number of stored rows up to the last that changed the position.

        A form names it: what happens at the table without changing the position makes no page stale.
        """
        return next((entry.seq + 1 for entry in reversed(self.entries) if entry.kind in MOVES), 0)

    @property
    def rematch(self) -> str:
        """Return the table where the same people play again, "" if there is none."""
        named = (
            str(entry.facts.get("table", "")) for entry in self.entries[self.moved :] if entry.kind == AGAIN
        )
        return next(named, "")

    def next_time(self, at: float) -> float:
        """Return the time of a change that is asked for at a time: later than the last, in whole ms."""
        last = milliseconds(self.entries[-1].at) if self.entries else -1
        return max(milliseconds(at), last + 1) / 1000

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.history.over

    @property
    def size(self) -> int:
        """Return an estimate of the bytes that the game takes in memory, without drawn pages."""
        positions = 1 + len(self.history.moves) // STRIDE
        return ENTRY_SIZE * len(self.entries) + int(self.state.nbytes) * positions

    @property
    def waits(self) -> str:
        """Return who is to move: PERSON, BOT or OVER; GATHER before the start."""
        return self._after(Change([], None)).waits

    @property
    def columns(self) -> CachedColumns:
        """Return the cached columns of the table's row."""
        return self.columns_after(Change([], None))

    def columns_after(self, change: Change) -> CachedColumns:
        """Return the cached columns of the table's row that a planned change leads to."""
        after, state = self._after(change), self.state if change.plan is None else change.plan.state
        moves = [entry.seq + 1 for entry in change.entries if entry.kind in MOVES]
        actions = moves[-1] if moves else self.moved
        entries = change.entries or self.entries
        return CachedColumns(
            after.waits,
            result_digest(self.game, state, actions) if rules.over(state) else "",
            entries[-1].at if entries else self.header.created,
            standing(self.game, state),
            int(log_facts.is_listed(self.is_listed, change.entries)),
            after.due,
            log_facts.pace_name(self.pace_name, change.entries),
        )

    def notes_after(self, change: Change) -> list[SeatNote]:
        """Return what lists of games say about the seats after a planned change."""
        return self._after(change).notes

    @property
    def notes(self) -> list[SeatNote]:
        """Return what lists of games say about the seats."""
        return self.notes_after(Change([], None))

    def _after(self, change: Change) -> After:
        """Return what follows from the position, the seats and the clocks after a planned change."""
        state = self.state if change.plan is None else change.plan.state
        seats = self.seats if change.seats is None else change.seats
        if log_facts.gathers(self.is_gathering, change.entries):
            return After(GATHER, [SeatNote(seat.seat, WAITS) for seat in seats])
        is_over = self.is_ended or any(entry.kind == END for entry in change.entries)
        mask, clocks = 0 if is_over else int(rules.waiting(state)), self.clocks
        if change.entries and (clocks.pace.ticks or log_facts.sets_pace(change.entries)):
            plan, clocks = change.plan, clocks.copy()
            moves = len(self.history.moves) + (0 if plan is None else len(plan.moves) - plan.undone)
            take_in(clocks, change.entries, people_to_move(mask, seats), self.zones, moves)
        return columns_of(mask, seats, clocks)

    def settle(self, entries: Sequence[Entry]) -> None:
        """Let the clocks go on after a whole change, whose rows have been taken in."""
        if entries and (self.clocks.pace.ticks or log_facts.sets_pace(entries)):
            people = people_to_move(sum(1 << seat for seat in self.waiting), self.seats)
            take_in(self.clocks, entries, people, self.zones, len(self.history.moves))

    def late(self, at: float) -> list[int]:
        """Return the seats whose clock had run out at a time (in seconds), if the game goes on."""
        if not self.clocks.pace.ticks or self.over or self.is_ended or self.is_gathering:
            return []
        return self.clocks.late(milliseconds(at))

    @property
    def result(self) -> str:
        """Return the `result_digest` of the final position, "" before the end."""
        return result_digest(self.game, self.state, self.moved) if self.over else ""

    @property
    def standing(self) -> str:
        """Return `rows.Standing` of the game as JSON, for lists of tables."""
        return standing(self.game, self.state)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return the seats to move, without nature."""
        if self.is_gathering or self.is_ended:
            return ()
        return tuple(seat for seat in self.history.waiting if seat != NATURE)

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat, in ascending order."""
        return self.history.legal_actions(seat)

    def refuse(self, seat: int, action: int) -> DonjonError | None:
        """Return why a seat may not play an action now, in the words of the table; None if it may."""
        error = self.history.refused(seat, action)
        return None if error is None else in_our_words(error)

    def plan(
        self, seat: int, actions: Sequence[int], key: str, at: float, by: str = "", unasked: bool = True
    ) -> Change:
        """Plan one decision of a seat and the random draws that follow. Raises DonjonError if it is refused.

        `unasked`: forced actions are played after it. `by`: the level that chose instead of the seat's own
        bot.
        """
        try:
            plan = self.history.plan(seat, actions, unasked=unasked)
        except DonjonError as error:
            raise in_our_words(error) from None
        entries = self.entries_of(plan.moves, at)
        for number in range(len(actions)):
            entries[number] = replace(entries[number], key=key, by=by)
        return Change(entries, plan)

    def plan_start(self, at: float) -> Change:
        """Plan the random draws before the first decision."""
        plan = self.history.plan_draws()
        return Change(self.entries_of(plan.moves, at), plan)

    def entries_of(self, moves: Sequence[Move], at: float, before: int = 0) -> list[Entry]:
        """Return the moves of a plan as they will be stored, after `before` other rows of the same change."""
        at = self.next_time(at)
        return [
            Entry(seq, PLAY, move.seat, move.action, move.text, "", at)
            for seq, move in enumerate(moves, self.seq + before)
        ]

    def undoable(self, seat: int) -> Iterator[tuple[int, Step]]:
        """Yield the latest actions that may be undone for a seat, each with its number, the latest first.

        They are the seat's own choices and what followed without a choice of a person: replies of bots and
        forced actions. The last random draw, or action that revealed something hidden, ends them.
        """
        for number, step in enumerate(self._latest(), 1):
            others = bool(step.entry.key) and step.entry.seat != seat
            if others or history.stands(self.game, step.entry.seat, step.move.events):
                return
            yield number, step

    def _latest(self) -> Iterator[Step]:
        """Yield the actions that were not undone, the latest first."""
        return (line for line in reversed(self.log) if isinstance(line, Step))

    def offered_undo(self, seats: Collection[int]) -> Undo | None:
        """Return the undo offered to one of the seats: to the seat of the last choice; None for others."""
        chose = next((step.entry.seat for step in self._latest() if step.entry.key), NATURE)
        if self.is_ended or (chose in seats and self.seats[chose].is_away):
            return None
        last = turn = 0
        in_turn, replies = True, False
        for number, step in self.undoable(chose) if chose in seats else ():
            is_own = step.entry.seat == chose
            in_turn &= is_own and bool(step.move.after >> chose & 1)
            if last and not in_turn:
                break
            replies |= not is_own
            if step.entry.key:
                last, turn = last or number, number
        return Undo(chose, last, turn, replies) if last and self._may_go_on_before(last) else None

    def _may_go_on_before(self, count: int) -> bool:
        """Return whether the game may be resumed from before its last `count` actions.

        The end of a game publishes the seed and shows hidden things. After it, the earlier position must have
        nothing hidden and no random draws ahead.
        """
        return not self.over or self.game.settled(self.state_at(len(self.history.moves) - count))

    def offered_redo(self, seats: Collection[int]) -> Step | None:
        """Return the choice of one of the seats that was undone last, None if there is none."""
        own = [seat for seat in seats if not self.seats[seat].is_away and not self.is_ended]
        return next((step for step in self.undone[:1] if step.entry.seat in own), None)

    def take_back(self, seat: int, count: int, key: str, at: float) -> Change:
        """Plan an undo of the last `count` actions, the first a choice of the seat. Raises CannotUndo."""
        if sum(entry.kind == UNDO and entry.seat == seat for entry in self.entries) >= MOST_UNDOS:
            raise CannotUndo(Message("No undos left: {count} a game is the limit.", count=MOST_UNDOS))
        if not any(number == count and step.entry.key for number, step in self.undoable(seat)):
            raise CannotUndo(self._why_stands(seat))
        if not self._may_go_on_before(count):
            raise CannotUndo(Message("Can't undo: the game is over and hidden information is revealed."))
        return self.plan_undo(seat, count, key, at)

    def _why_stands(self, seat: int) -> Message:
        """Return why the seat cannot undo its last choice."""
        since = list[Step]()
        for step in self._latest():
            since.append(step)
            if step.entry.key and step.entry.seat == seat:
                break
        else:
            return Message("Nothing to undo.")
        if any(step.entry.key for step in since[:-1]):
            return Message("Can't undo: another player has moved since.")
        if any(history.stands(self.game, step.entry.seat, step.move.events) for step in since):
            return Message("Can't undo: something was drawn or revealed since your move.")
        return Message("Nothing to undo.")

    def plan_undo(self, seat: int, count: int, key: str, at: float) -> Change:
        """Plan an undo of the last `count` actions of any seats; the first must be one of the seat.

        Raises CannotUndo if it is not, or if one of them made a random draw or revealed something hidden.
        """
        undone = list(islice(self._latest(), max(count, 0)))
        stands = any(history.stands(self.game, step.entry.seat, step.move.events) for step in undone)
        if not undone or len(undone) < count or undone[-1].entry.seat != seat or stands:
            raise CannotUndo(Message("Nothing to undo."))
        name = f"take back {count}"
        entry = Entry(self.seq, UNDO, seat, count, name, key, self.next_time(at))
        return Change([entry], self.history.plan_undo(count))

    def plan_rewind(self, keep: int) -> history.Plan:
        """Plan that the game goes back to its first `keep` moves. Raises ValueError if it has fewer."""
        count = len(self.history.moves) - keep
        if keep < 0 or count < 1:
            raise ValueError("there are no moves to undo")
        return self.history.plan_undo(count)

    def plan_redo(self, seat: int, action: int, key: str, at: float) -> Change:
        """Plan a redo of the seat's choice that was undone last, with what followed. Raises CannotUndo."""
        first = self.offered_redo((seat,))
        if first is None or first.entry.action != action:
            raise CannotUndo(Message("Nothing to redo."))
        later = takewhile(lambda step: not step.entry.key, self.undone[1:])
        steps = [first, *later]
        plan = self.history.plan_again((step.entry.seat, step.entry.action) for step in steps)
        at = self.next_time(at)
        entries = [
            replace(step.entry, seq=seq, key=key if step is first else "", at=at)
            for seq, step in enumerate(steps, self.seq)
        ]
        return Change(entries, plan, redoes=True)

    def adopt(self, change: Change, check: str) -> None:
        """Apply a planned change to the game in memory, once it is stored."""
        self.check = check
        self._take(change)
        self.settle(change.entries)

    def _take(self, change: Change) -> None:
        """Take in rows, and what they do to the position; the clocks follow after a whole change."""
        self.course = self.reviewed = None
        self.forget_drawn()
        self.entries.extend(change.entries)
        for entry in change.entries:
            self.offers = offers_after(self.offers, entry)
            if entry.kind not in MOVES:
                self._take_note(entry)
        if change.seats is not None:
            self.seats = change.seats
        if change.plan is None:
            return
        self.history.adopt(change.plan)
        if change.plan.undone:
            self._trace(next(entry for entry in change.entries if entry.kind in UNDOS))
            return
        # Any other action ends the chance to redo. After a restart a redo does so, too.
        moves = [entry for entry in change.entries if entry.kind in MOVES]
        self.undone = self.undone[len(moves) :] if change.redoes else []
        self.log.extend(map(Step, moves, change.plan.moves))

    def restore(self, entry: Entry) -> None:
        """Repeat one stored row. Raises DonjonError or ValueError if the rules do not allow it.

        After all rows of a change, `settle` must follow.
        """
        plan = None
        if entry.kind == UNDO:
            plan = self.plan_undo(entry.seat, entry.action, "", 0.0).plan
        elif entry.kind == REWIND:
            plan = self.plan_rewind(len(self.history.moves) - entry.action)
        elif entry.kind == PLAY:
            plan = self._plan_again(entry)
        self._take(Change([entry], plan))

    def _take_note(self, entry: Entry) -> None:
        """Take in a row that leaves the position as it is. Raises ValueError if it makes no sense."""
        self.seats = seats_after(self.seats, entry)
        self.is_seated = True
        self.is_gathering = log_facts.gathers(self.is_gathering, [entry])
        self.is_listed = log_facts.is_listed(self.is_listed, [entry])
        self.pace_name = log_facts.pace_name(self.pace_name, [entry])
        self.is_ended |= entry.kind == END
        if entry.kind in (SIT, ZONE):  # another person may be in another zone
            self.zones[entry.seat] = str(entry.facts.get("zone", ""))
        if entry.kind == OUT and entry.facts.get("why") == RESIGNED:
            self.resigned |= {entry.seat}
        self.log.append(Note(entry))

    def skip(self, entry: Entry) -> None:
        """Note an undo, or an action that is undone later, without playing it; see `replay` for when."""
        self.entries.append(entry)
        if entry.kind in UNDOS:
            self._note_undo(entry)

    def _plan_again(self, entry: Entry) -> history.Plan:
        """Return the plan of a stored action alone; the random draws that followed are stored, too."""
        try:
            return self.history.plan(entry.seat, [entry.action], answered=False)
        except DonjonError as error:
            if entry.seat != NATURE:
                raise in_our_words(error) from None
            is_other = isinstance(error, (NotYourTurn, GameOver))
            reason = "chance decides nothing here" if is_other else "chance could not decide that"
            raise ValueError(reason) from None

    def _trace(self, entry: Entry) -> None:
        """Remove the undone actions from the log; the traces of earlier undos stay in place."""
        undone = list[Step]()
        for _ in range(entry.action):
            last = max(index for index, line in enumerate(self.log) if isinstance(line, Step))
            undone.insert(0, cast(Step, self.log.pop(last)))
        self.undone = undone + self.undone
        self._note_undo(entry)

    def _note_undo(self, entry: Entry) -> None:
        """Add the trace of an undo to the log; its entry must be in `entries`."""
        undone = log_facts.undone_by(self.entries[: entry.seq], entry.action)
        self.log.append(TakenBack(entry, any(other.seat != entry.seat for other in undone)))

    @property
    def opening(self) -> int:
        """Return the number of steps before the first decision of a seat: the draws of the setup."""
        movers = enumerate(self.history.moves)
        return next((number for number, move in movers if move.seat != NATURE), len(self.history.moves))

    def state_at(self, number: int) -> Any:
        """Return a copy of the state after `number` steps."""
        return self.history.state_at(number)

    def state_before(self, seq: int) -> Any | None:
        """Return a copy of the state before the entry `seq`; None if steps were undone and others played."""
        since = [entry for entry in self.entries[seq:] if entry.kind in MOVES]
        undone = sum(entry.action for entry in since if entry.kind in UNDOS)
        if not undone:
            return self.state_at(len(self.history.moves) - len(since))
        if any(entry.kind not in UNDOS for entry in since):
            return None
        steps = self.undone[:undone]
        return self.history.plan_again((step.entry.seat, step.entry.action) for step in steps).state

    def view(self, viewpoint: int | None) -> dict[str, Any]:
        """Return the observation of a seat (None: a spectator), cached for the current position."""
        if viewpoint not in self._views:
            self._views[viewpoint] = self.game.view(self.state, viewpoint)
        return self._views[viewpoint]

    def with_owners(self, seats: Sequence[Seat]) -> None:
        """Take the owners and names of the seats from their rows; who plays them, the log says."""
        pairs = zip(self.seats, seats, strict=True)
        self.with_seats([replace(seat, owner=row.owner, name=row.name) for seat, row in pairs])

    def with_seats(self, seats: Sequence[Seat]) -> None:
        """Replace the seats."""
        self.seats = tuple(seats)
        self.forget_drawn()

    def forget_drawn(self) -> None:
        """Drop the caches that belong to the current position and seats."""
        self.pages.clear()
        self.ways.clear()
        self.stories.clear()
        self._views.clear()


def _begun(header: Header) -> History:
    game = games[header.game]
    return History(game, game.read_options(header.players, json.loads(header.options)), header.seed)


def in_our_words(error: DonjonError) -> DonjonError:
    """Return an error of a game in the words of the table."""
    message = _MESSAGES.get(type(error))
    return error if message is None else type(error)(message.text)

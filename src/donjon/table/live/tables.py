"""The tables in play: read on demand, changed one writer at a time, stored before viewers are told.

Several processes may share the database (store/bus.py). The stored list of actions is the truth, and its
unique (table, sequence) the lock between them: of two changes at the same place one is stored, and the
process of the other reads the new actions and plans again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from donjon.errors import DonjonError
from donjon.kernel.games import games
from donjon.kernel.message import Message
from donjon.table.host import monitoring
from donjon.table.host.limits import compute
from donjon.table.live.repeats import repeated, replies, still_answers, undone_already
from donjon.table.store import seating, upkeep
from donjon.table.store.clocks import Outages
from donjon.table.store.database import Writers
from donjon.table.store.heartbeat import Heartbeat
from donjon.table.store.replaying import read_on, replay
from donjon.table.store.rows import (
    BOT,
    OPEN,
    PERSON,
    PLAY,
    Damaged,
    Entry,
    Header,
    NotStored,
    Seat,
    Stale,
    Stored,
)
from donjon.table.store.storage import Storage, now
from donjon.table.store.table_game import Change, TableGame

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
# Seconds that a request waits for news of other processes; when the database is late, the table in memory is
# shown, and no request waits again for LATE seconds.
LOOK = 1.0
LATE = 3.0
# How often a new table tries to find a code that no other has.
ATTEMPTS = 5
logger = logging.getLogger("donjon.table")


# Runs a long computation without blocking the event loop.
Compute = Callable[..., Awaitable[Any]]
# Plans a change of a game that was asked for at a time; None: it was carried out already.
Plan = Callable[[TableGame, float], Change | None]


class Tables:
    """A cache of the tables in play; every change of a game goes through it.

    `letters`: those that the ids of tables created here start with, "" for any.
    `key_of` gives each table its own secret key (`Identity.table_key`); `changed` is called with a table's
    id after each change. If several processes share the database, `announce` (set later) is called after
    each change made here, with the id and the number of stored rows, and `heard` with the id after each
    change read from the database. `lobby_changed` (set later) is called when the lobby may show something
    else.
    """

    def __init__(
        self,
        storage: Storage,
        most: int,
        key_of: Callable[[str], str],
        changed: Callable[[str], None],
        most_bytes: int = 1 << 26,
        letters: str = "",
    ) -> None:
        self.storage = storage
        self.key_of = key_of
        self.most = most
        self.most_bytes = most_bytes
        self.letters = letters or LETTERS
        self.changed = changed
        self.heard = changed
        self.lobby_changed: Callable[[], object] = lambda: None
        self.announce: Callable[[str, int], object] | None = None
        # The heartbeat of this process, set later: until then, this machine's time, and no clock runs out.
        self.heartbeat: Heartbeat | None = None
        # The level of bots that take over from people whose time is up, set later.
        self.stand_in = ""
        self._late_until = 0.0
        self._last_poll: dict[str, int] = {}
        self._writers = Writers(storage)
        self._held: OrderedDict[str, TableGame] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def now(self) -> float:
        """Return the database's time in seconds since 1970."""
        return now() if self.heartbeat is None else self.heartbeat.now()

    @property
    def outages(self) -> Outages:
        """Return the times without a server."""
        return () if self.heartbeat is None else self.heartbeat.outages

    def forget(self) -> None:
        """Forget all games in memory: what was computed from the times without a server is wrong now."""
        for table in list(self._held):
            self._read_anew(table)

    async def create(
        self,
        game: str,
        options: dict[str, Any],
        seats: Sequence[Seat],
        creator: str,
        seed: str | None = None,
        table: str = "",
        is_listed: bool = False,
        is_private: bool = False,
        pace: str = "",
    ) -> TableGame:
        """Start a game, with a random seed unless one is given. Raises BadOption for unknown options.

        `table`: its id, from `new_id`; if there is such a table already, it is returned. `is_listed`: the
        lobby shows the table, and `pace` (a name of paces.py) holds, if it has free seats; `is_private`: only
        its players may see the game.

        If a seat is free, the table gathers its players first: it gets a code, and the game starts when all
        seats are taken.
        """
        kind = games[game]
        shown = json.dumps(kind.show_options(kind.read_options(len(seats), options)))
        header = Header(
            id=table or self.new_id(),
            game=game,
            rules=kind.rules_version,
            players=len(seats),
            options=shown,
            seed=seed or secrets.token_hex(16),
            creator=creator,
            created=self.now(),
        )
        table_game = TableGame(header, seats, key=self.key_of(header.id), outages=self.outages)
        gathers = any(seat.kind == OPEN for seat in seats)
        if gathers or is_private:
            change = seating.plan_gathering(
                table_game, header.created, is_listed and gathers, is_private, pace if gathers else ""
            )
        else:
            change = table_game.plan_start(header.created)
        columns, notes = table_game.columns_after(change), table_game.notes_after(change)
        # Locked, as another request may look for the table meanwhile: it must get this game, not a copy.
        async with self._lock(table_game.id):
            for _ in range(ATTEMPTS):
                code = new_code() if gathers else ""
                check = await self._writers.run(
                    self.storage.create, header, seats, change.entries, columns, notes, code
                )
                if check is not None:
                    table_game.adopt(change, check)
                    self._hold(table_game)
                    break
                if table:
                    return await self._get(table)
            else:
                raise NotStored("no free code was found")
        self.changed(table_game.id)
        self._tell_lobby(table_game)
        return table_game

    def _tell_lobby(self, table_game: TableGame) -> None:
        """Say that the lobby shows something else now, if it does."""
        if table_game.is_listed:
            self.lobby_changed()

    def new_id(self) -> str:
        """Return a random id for a table."""
        # A proxy may prefer this server for what starts with one of its letters.
        return "".join(secrets.choice(letters) for letters in (self.letters, *[LETTERS] * 9))

    async def get(self, table: str, compute: Compute = compute) -> TableGame:
        """Return the game of a table; `compute` loads and replays it if it is not in memory.

        Raises NoTable or Unplayable.
        """
        held = self._held.get(table)
        if held is not None:
            self._held.move_to_end(table)
            return held
        async with self._lock(table):
            return await self._get(table, compute)

    async def current(self, table: str, compute: Compute = compute) -> TableGame:
        """Return the game of a table as `get` does, with what other processes have stored before this call.

        The game in memory is returned if the database does not answer. Raises NoTable or Unplayable.
        """
        looks = self.announce is not None and table in self._held and time.monotonic() >= self._late_until
        if looks:
            try:
                async with asyncio.timeout(LOOK):
                    await self.catch_up(table)
            except (TimeoutError, SQLAlchemyError):
                self._late_until = time.monotonic() + LATE
        return await self.get(table, compute)

    def behind(self, table: str, seq: int) -> bool:
        """Return whether a table in memory has fewer rows than `seq`."""
        held = self._held.get(table)
        return held is not None and held.seq < seq

    async def catch_up(self, table: str, seq: int | None = None) -> None:
        """Read what other processes have stored of a table, and notify its viewers.

        `seq`: the number of rows that are stored now, if it is known.
        """
        if table not in self._held:
            self.heard(table)
            return
        async with self._lock(table):
            held = self._held.get(table)
            if held is not None and (seq is None or held.seq < seq):
                with suppress(Stale):
                    await self._read_on(held)

    async def poll(self, watched: Iterable[str]) -> None:
        """Read all that other processes have stored of the tables in memory and of those that are watched."""
        ids = {*self._held, *watched}
        if not ids:
            return
        newest = await asyncio.to_thread(self.storage.newest, ids)
        for table, seq in newest.items():
            held = self._held.get(table)
            if held is None:
                if self._last_poll.get(table, seq) != seq:
                    self.heard(table)
            elif held.seq < seq:
                await self.catch_up(table)
        for table in ids - newest.keys():
            self._read_anew(table)  # it was deleted
        self._last_poll = newest

    async def act(self, table: str, seat: int, seq: int, key: str, actions: Sequence[int]) -> TableGame:
        """Play one decision made on the page of `seq`, and the random draws that follow it.

        `seq`: the number of rows up to the last that changed the position (`TableGame.moved`). Seats that
        decide at the same time do not make each other's pages stale.
        A request that was carried out already (same key, same action) is answered as if it were new.
        Raises Stale when the game has gone on, and DonjonError when a rule forbids the action.
        """
        return await self._act(table, seat, seq, key, actions)

    async def act_as_bot(self, table: str, seat: int, seq: int, actions: Sequence[int], by: str) -> TableGame:
        """Play a decision of a seat's bot. `by`: the level that chose instead of the bot's own, or "".

        Raises Stale when the game has gone on, or when a person plays the seat again.
        """
        return await self._act(table, seat, seq, "", actions, BOT, by)

    async def _act(
        self,
        table: str,
        seat: int,
        seq: int,
        key: str,
        actions: Sequence[int],
        keeper: str = PERSON,
        by: str = "",
    ) -> TableGame:
        def plan(table_game: TableGame, at: float) -> Change | None:
            if repeated(table_game, seq, key, PLAY, seat, actions[0]):
                return None
            _check_keeper(table_game, seat, keeper)
            if table_game.is_gathering:
                raise Stale
            if not still_answers(table_game, seat, seq):
                check_current(table_game, seq)
            return table_game.plan(seat, actions, key, at, by)

        return await self.change(table, plan, seq)

    async def undo(self, table: str, seat: int, seq: int, key: str, count: int) -> TableGame:
        """Undo the last `count` actions that the page of `seq` shows; the first is a choice of the seat.

        Later replies of bots are undone with them. A request that was carried out already is answered as if
        it were new. Raises Stale, or CannotUndo, which says why.
        """

        def plan(table_game: TableGame, at: float) -> Change | None:
            if undone_already(table_game, seq, key, seat, count):
                return None
            _check_keeper(table_game, seat)
            later = replies(table_game, seq)
            if not later:
                check_current(table_game, seq)
            return table_game.take_back(seat, count + later, key, at)

        return await self.change(table, plan, seq)

    async def redo(self, table: str, seat: int, seq: int, key: str, actions: Sequence[int]) -> TableGame:
        """Repeat the choice of a seat that was undone last, with the actions that followed it.

        `actions`: the choice. Answers a repeated request as `act` does. Raises Stale or CannotUndo.
        """

        def plan(table_game: TableGame, at: float) -> Change | None:
            if repeated(table_game, seq, key, PLAY, seat, actions[0]):
                return None
            _check_keeper(table_game, seat)
            check_current(table_game, seq)
            return table_game.plan_redo(seat, actions[0], key, at)

        return await self.change(table, plan, seq)

    async def change(self, table: str, plan: Plan, seq: int = 0) -> TableGame:
        """Store a change that was asked for on the page of `seq`; return the game after it.

        Its time is that of the call, however long the table and the database make it wait.

        `plan` returns None when the request was carried out already. It is called again when another process
        has stored something meanwhile.
        """
        at = self.now()
        async with self._lock(table):
            table_game = await self._get(table)
            if seq > table_game.seq and self.announce is not None:
                await self._read_on(table_game)  # the page comes from another process
            # What was due before comes first: a move that is too late finds a bot in its seat.
            is_changed = await self._time_out(table_game, at)
            try:
                with monitoring.COMMIT.time():
                    while (change := plan(table_game, at)) is not None:
                        if await self._store(table_game, change):
                            is_changed = True
                            break
            finally:
                if is_changed:
                    self._changed(table_game)
        return table_game

    async def settle(self, table: str) -> None:
        """Do what is due at a table that nobody has to ask for: bots take over from people without time."""
        at = self.now()
        async with self._lock(table):
            table_game = await self._get(table)
            if self.announce is not None:
                await self._read_on(table_game)
            if await self._time_out(table_game, at):
                self._changed(table_game)
            elif seating.plan_timeouts(table_game, self.stand_in, at) is None:
                # The stored deadline is earlier than the real one, and would be looked at for ever.
                about = table_game.check, table_game.columns, (), table_game.notes
                await self._writers.run(self.storage.mend, table, *about)

    async def _time_out(self, table_game: TableGame, at: float) -> bool:
        """Let bots take over from people whose time was up at a time; return whether there were any."""
        is_changed = False
        while self.heartbeat is not None and self.heartbeat.is_fresh:
            change = seating.plan_timeouts(table_game, self.stand_in, at)
            if change is None:
                break
            is_changed |= await self._store(table_game, change)
        return is_changed

    async def sit(
        self, table: str, seat: int, owner: str, name: str, check: Callable[[Sequence[Seat]], None]
    ) -> bool:
        """Give an open seat to a guest; return False if another guest has it.

        `name`: the guest's name, "" for the name of the seat. `check` gets the seats and raises an error if
        the guest may not take this one; no other guest can sit down meanwhile.
        """

        def plan(table_game: TableGame, at: float) -> Change | None:
            if table_game.seats[seat].kind != OPEN:
                return None
            check(table_game.seats)
            return seating.plan_sit(table_game, seat, owner, name, at)

        table_game = await self.change(table, plan)
        return table_game.seats[seat].owner == owner

    async def rearrange(self, table: str, plan: Plan) -> TableGame:
        """Change the seats of a table whose players are still to come; return the table after it.

        `plan` is called again if another process was faster; None: there is nothing to do. Raises Stale when
        the game has started, and NotSeated.
        """
        table_game = await self.change(table, plan)
        self.lobby_changed()
        return table_game

    def _changed(self, table_game: TableGame) -> None:
        """Notify viewers, bots and other processes of a change."""
        self.changed(table_game.id)
        if self.announce is not None:
            self.announce(table_game.id, table_game.seq)

    async def _read_on(self, table_game: TableGame) -> bool:
        """Repeat the actions that other processes have stored; return whether anything has changed.

        Raises Stale when the stored actions do not continue the game in memory: the next `get` reads it anew.
        """
        try:
            entries, check, seats = await asyncio.to_thread(
                self.storage.since, table_game.header, table_game.seq, table_game.check
            )
            read_on(table_game, entries)
        except (DonjonError, LookupError, ValueError, ArithmeticError) as error:
            logger.warning(
                "table %s: reading it anew, as its game in memory differs: %s", table_game.id, error
            )
            self._read_anew(table_game.id)
            raise Stale from None
        table_game.check = check
        if not entries:
            return False
        if seats is not None:
            table_game.with_owners(seats)
        self.heard(table_game.id)
        return True

    def _read_anew(self, table: str) -> None:
        """Forget a table in memory that may be older than the stored one, and notify its viewers."""
        if self._held.pop(table, None) is not None:
            self.heard(table)

    async def _get(self, table: str, compute: Compute = compute) -> TableGame:
        held = self._held.get(table)
        if held is None:
            try:
                stored, held = await compute(_opened, self.storage, table, self.key_of(table), self.outages)
            except Damaged as damage:
                monitoring.DAMAGED.inc()
                logger.error("%s", damage)
                raise
            self._hold(held)
            if self.announce is not None:
                # What was forgotten here may have been older: the notice of its news comes too late now.
                self.heard(table)
            if upkeep.out_of_date(stored, held):
                await self._mend(stored, held)
        return held

    async def _mend(self, stored: Stored, table_game: TableGame) -> None:
        """Correct the cached columns of a table, and notify its viewers and bots."""
        logger.warning("table %s: cached columns out of date, recomputed", table_game.id)
        if upkeep.result_differs(stored, table_game):
            logger.error("table %s: stored result differs from replay under the current rules", table_game.id)
        try:
            await self._writers.run(upkeep.mend, self.storage, stored, table_game)
        except NotStored as error:
            # The game itself is sound; its cached columns are corrected when it is next opened.
            logger.warning("could not save the recomputed columns: %s", error.cause)
        self.changed(table_game.id)

    async def _store(self, table_game: TableGame, change: Change) -> bool:
        """Store a change and adopt it; return False when another process was faster: then plan it again.

        Raises NotStored, or Stale when the game in memory was wrong.
        """
        seats = [seat for seat in change.seats or () if seat not in table_game.seats]
        known = table_game.notes
        notes = [note for note in table_game.notes_after(change) if note not in known]
        try:
            check = await self._writers.run(
                self.storage.append,
                table_game.id,
                table_game.check,
                change.entries,
                table_game.columns_after(change),
                notes,
                seats,
            )
        except BaseException as error:
            if isinstance(error, Stale) and self.announce is not None and await self._read_on(table_game):
                return False
            # The game in memory may be older than the stored one: read it again next time.
            self._read_anew(table_game.id)
            if isinstance(error, NotStored):
                logger.error("table %s: could not save a move: %s", table_game.id, error.cause)
            raise
        table_game.adopt(change, check)
        _count(change.entries)
        return True

    def _hold(self, table_game: TableGame) -> None:
        self._held[table_game.id] = table_game
        self._held.move_to_end(table_game.id)
        size = sum(held.size for held in self._held.values())
        while len(self._held) > self.most or (size > self.most_bytes and len(self._held) > 1):
            size -= self._held.popitem(last=False)[1].size
        monitoring.TABLES.set(len(self._held))

    def _lock(self, table: str) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())


def new_code() -> str:
    """Return a random code for a table whose players are still to come."""
    return "".join(secrets.choice(seating.CODE_LETTERS) for _ in range(seating.CODE_LENGTH))


def _opened(storage: Storage, table: str, key: str, outages: Outages) -> tuple[Stored, TableGame]:
    stored = storage.load(table)
    return stored, replay(stored, key, outages=outages)


def check_current(table_game: TableGame, seq: int) -> None:
    """Raise Stale unless the page of `seq` shows the current position."""
    if seq != table_game.moved:
        monitoring.REFUSALS.labels("stale").inc()
        raise Stale


def _check_keeper(table_game: TableGame, seat: int, keeper: str = PERSON) -> None:
    """Raise NotSeated if a bot plays for a person who moves, or if all have agreed to end the game.

    Raises Stale if a person plays the seat of a bot.
    """
    if table_game.is_ended:
        raise seating.NotSeated(Message("The game is over."))
    if keeper == BOT and table_game.seats[seat].kind != BOT:
        raise Stale
    if keeper == PERSON and table_game.seats[seat].is_away:
        raise seating.NotSeated(Message("A bot plays for you now. Rejoin the game first."))


def _count(entries: Sequence[Entry]) -> None:
    for entry in entries:
        monitoring.ACTIONS.labels(entry.kind).inc()

"""Several processes that play at tables with very short clocks, and what their logs must say afterwards.

    python -m tests.crash.clock_race URL FIRST SECONDS SEED LEDGER

is one such process: it plays the tables FIRST, FIRST + 1 … of `prepare`, writes each acknowledged move into
the file LEDGER, and sweeps deadlines as a server does.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import sqlalchemy as sa

from donjon.errors import DonjonError
from donjon.kernel.games import games
from donjon.table.live import deadlines, verbs
from donjon.table.live.tables import Tables
from donjon.table.store import schema, seating
from donjon.table.store.clocks import GRACE, LIVE, Pace, lost
from donjon.table.store.heartbeat import Heartbeat
from donjon.table.store.replaying import changes, replay
from donjon.table.store.rows import BACK, OUT, PERSON, PLAY, START, TIME, Entry, Header, Seat
from donjon.table.store.storage import Storage
from donjon.table.store.table_game import TableGame

GAME = "kingdom-builder"
TABLES = 12
# So short that most turns end by the clock: milliseconds.
RESERVE, INCREMENT = 300, 150
WHO = ("ann", "bob")


def name(number: int) -> str:
    return f"race{number}"


def prepare(url: str) -> None:
    """Store the tables, each with a pace of a part of a second."""
    storage = Storage(url)
    pace = Pace(LIVE, 0, RESERVE, INCREMENT, 4 * RESERVE, name="race")
    began = time.time()
    for number in range(TABLES):
        header = Header(name(number), GAME, games[GAME].rules_version, 2, "{}", f"s{number}", "ann", began)
        seats = [Seat(seat, PERSON, who, who.title()) for seat, who in enumerate(WHO)]
        table_game = TableGame(header, seats)
        change = seating.plan_gathering(table_game, began, is_listed=True)
        at = next(index for index, entry in enumerate(change.entries) if entry.kind == START)
        start = change.entries[at]
        more = json.dumps({"pace": pace.as_dict()}, sort_keys=True, separators=(",", ":"))
        change.entries[at] = Entry(**{**vars(start), "more": more})
        columns, notes = table_game.columns_after(change), table_game.notes_after(change)
        assert columns.due
        assert storage.create(header, seats, change.entries, columns, notes) is not None
    storage.close()


async def run(url: str, seconds: float, seed: str, ledger: Path) -> None:
    """Play at all tables as their people do, and look for deadlines."""
    storage = Storage(url)
    tables = Tables(storage, 50, lambda table: f"key of {table}", lambda _table: None)
    tables.heartbeat = Heartbeat(storage)
    tables.stand_in = "greedy"
    tables.announce = lambda _table, _seq: None  # as where several processes share a database
    tables.heartbeat.on_outage = tables.forget
    await asyncio.to_thread(tables.heartbeat.beat)
    end, chance = time.monotonic() + seconds, random.Random(seed)
    with ledger.open("a") as acknowledged:
        tasks = [asyncio.create_task(work) for work in (sweep(tables), tables.heartbeat.keep_beating())]
        while time.monotonic() < end:
            await asyncio.sleep(chance.choice((0.0, 0.01, 0.05)))
            table = name(chance.randrange(TABLES))
            try:
                await act(tables, table, chance, acknowledged)
            except DonjonError:
                continue
        for task in tasks:
            task.cancel()
    storage.close()


async def sweep(tables: Tables) -> None:
    while True:
        await asyncio.sleep(0.05)
        await deadlines.settle_due(tables)


async def act(tables: Tables, table: str, chance: random.Random, acknowledged) -> None:
    """Move for a person, or come back."""
    table_game = await tables.current(table)
    away = [seat.seat for seat in table_game.seats if seat.is_away]
    if away and chance.random() < 0.7:
        await verbs.come_back(tables, table, chance.choice(away), "")
        return
    people = [seat for seat in table_game.waiting if table_game.seats[seat].kind == PERSON]
    if not people or chance.random() < 0.3:
        return
    seat, key = people[0], f"{os.getpid()}-{chance.random()}"
    action = chance.choice(table_game.legal(seat))
    await tables.act(table, seat, table_game.moved, key, [action])
    acknowledged.write(json.dumps([table, key]) + "\n")
    acknowledged.flush()


def race(url: str, folder: Path, seconds: float = 6.0, processes: int = 3) -> Counter[str]:
    """Run several processes, kill one half-way, and check the logs; return what was counted."""
    prepare(url)
    ledgers = [folder / f"ledger{number}" for number in range(processes)]
    command = [sys.executable, "-m", "tests.crash.clock_race", url, str(seconds)]
    running = [
        subprocess.Popen([*command, str(number), str(ledger)]) for number, ledger in enumerate(ledgers)
    ]
    # It is killed in the middle of its work: when it has moved a few times.
    while not (ledgers[0].exists() and ledgers[0].read_text().count("\n") > 3):
        assert running[0].poll() is None, "it ended before it moved"
        time.sleep(0.05)
    running[0].send_signal(signal.SIGKILL)
    assert [process.wait() for process in running[1:]] == [0] * (processes - 1)
    running[0].wait()
    return check(url, ledgers)


def check(url: str, ledgers: list[Path]) -> Counter[str]:
    """Check every log: each time-out once and not too early, no move lost; return the counts."""
    storage, counts = Storage(url), Counter[str]()
    with storage.reading() as connection:
        outages = tuple(connection.execute(sa.select(schema.outages.c.since, schema.outages.c.until)).all())
    keys = set[tuple[str, str]]()
    for number in range(TABLES):
        stored = storage.load(name(number))
        counts["rows"] += len(stored.entries)
        keys |= {(name(number), entry.key) for entry in stored.entries if entry.kind == PLAY and entry.key}
        counts.update(_check_table(stored, outages))
    for ledger in ledgers:
        for line in ledger.read_text().splitlines() if ledger.exists() else ():
            counts["acknowledged"] += 1
            assert tuple(json.loads(line)) in keys, f"an acknowledged move is lost: {line}"
    storage.close()
    return counts


def _check_table(stored, outages) -> Counter[str]:
    """Replay a table change by change with clocks of its own, which count time the simple way."""
    counts = Counter[str]()
    table_game = TableGame(stored.header, stored.seats, outages=outages)
    reserve, since = dict.fromkeys(range(2), RESERVE), dict[int, int]()
    for change in changes(stored.entries):
        at = round(1000 * change[0].at)
        ended = [entry.seat for entry in change if entry.kind == OUT]
        assert len(ended) == len(set(ended))
        for entry in change:
            table_game.restore(entry)
            if entry.kind == OUT:
                assert entry.facts["why"] == TIME
                left = reserve[entry.seat] - (at - since[entry.seat] - lost(outages, since[entry.seat], at))
                assert left <= -GRACE, f"{stored.header.id}: too early by {left + GRACE} ms"
                counts["time-outs"] += 1
            counts[entry.kind] += entry.kind in (BACK, PLAY)
        table_game.settle(change)
        to_move = {seat for seat in table_game.waiting if table_game.seats[seat].kind == PERSON}
        for seat in set(since) - to_move:
            used = at - since[seat] - lost(outages, since.pop(seat), at)
            reserve[seat] = max(0, reserve[seat] - used)
            if seat not in ended:
                reserve[seat] = max(reserve[seat], min(reserve[seat] + INCREMENT, 4 * RESERVE))
        for entry in change:
            if entry.kind == BACK:
                reserve[entry.seat] = max(reserve[entry.seat], 2 * INCREMENT)
        for seat in to_move - set(since):
            since[seat] = at
        assert table_game.clocks.reserves == [reserve[0], reserve[1]]
    assert replay(stored, outages=outages).clocks.reserves == table_game.clocks.reserves
    return counts


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], float(sys.argv[2]), sys.argv[3], Path(sys.argv[4])))

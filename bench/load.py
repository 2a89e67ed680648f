"""Load a real server with open streams and moves, and measure its effort: `python -m bench.load`.

Three guests sit at each table, others watch. A fixed number of moves a second is made at tables without an
open move, until the time is up. Every acknowledged move must reach every viewer of its table, in order: the
exit status is 1 where one did not.

With `--processes` the games are in PostgreSQL: in the database that DONJON_DATABASE_URL names, which must be
empty, or in one of a server that is started for it. Each connection lands at any of the processes, so many
viewers are at another process than the move.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from statistics import fmean

from bench.load_clients import Mover, Unexpected, Viewer, watch
from donjon.kernel.games import games
from donjon.table.host import settings as table_settings
from donjon.table.live import pages, viewers
from donjon.table.store.rows import PERSON, Header, Seat
from donjon.table.store.storage import Storage
from donjon.table.store.table_game import TableGame
from donjon.table.web.sessions import Identity
from tests.postgresql import server as postgresql

SEATS = 3
# The file for a profile of the server while moves are made, by this variable of the environment.
PROFILE = "BENCH_PROFILE"
# Streams that are opened at the same time.
AT_ONCE = 20


@dataclass(frozen=True)
class Size:
    """The size of the load; times in seconds.

    `opening`: the most moves made at a table before; `grace`: the time after the last move was due until
    a missing update counts as lost; `processes`: server processes, 0 for one on SQLite; `game`: the only
    game, "" for all in turn.
    """

    tables: int = 300
    streams: int = 2000
    rate: float = 20.0
    seconds: float = 60.0
    opening: int = 30
    grace: float = 60.0
    processes: int = 0
    game: str = ""


@dataclass
class Report:
    """The measurements: times in milliseconds, sizes in bytes, processors in shares of one.

    `late`: moves that were due when no table was idle.
    """

    size: Size
    moves: int = 0
    late: int = 0
    lost: int = 0
    errors: list[str] = field(default_factory=list)
    updates: int = 0
    whole_pages: int = 0
    lasted: float = 0.0
    to_last_viewer: dict[str, float] = field(default_factory=dict)
    to_answer: dict[str, float] = field(default_factory=dict)
    cpu_per_move: float = 0.0
    cpu_per_update: float = 0.0
    server_cpu: float = 0.0
    clients_cpu: float = 0.0
    bytes_per_update: dict[str, float] = field(default_factory=dict)
    plain_per_update: dict[str, float] = field(default_factory=dict)
    bytes_per_answer: float = 0.0
    memory_empty: float = 0.0
    memory_per_table: float = 0.0
    memory_per_stream: float = 0.0

    @property
    def is_sound(self) -> bool:
        """Return whether every acknowledged move reached every viewer, in order."""
        return not self.lost and not self.errors


class Playing:
    """A table: the game as the clients know it, its viewers, and the moves that not all have seen."""

    def __init__(self, table_game: TableGame, mover: Mover) -> None:
        self.table_game = table_game
        self.mover = mover
        self.viewers: list[Viewer] = []
        self.is_busy = False
        self.asked: dict[int, float] = {}  # for moves: the number of the next action -> when
        self.delays: list[float] = []

    def told(self) -> None:
        """Record the delays of moves that have reached all viewers; called when a viewer has a page."""
        now, least = time.perf_counter(), min((one.seq for one in self.viewers), default=-1)
        for seq in [seq for seq in self.asked if seq <= least]:
            self.delays.append(now - self.asked.pop(seq))


class Load:
    """A server under load."""

    def __init__(self, size: Size, folder: Path) -> None:
        self.report = Report(size)
        self.size = size
        self._chance = random.Random("load")
        settings = table_settings.load(folder)
        self._identity = Identity(settings.secret)
        self._laid = _lay(settings.database_url, size, self._chance)
        self._answers: list[tuple[float, int]] = []  # seconds, bytes

    async def run(self, port: int, pid: int) -> Report:
        """Open the streams, make the moves, wait for the last viewers, and return the report."""
        tables = [Playing(it, Mover(port, it.id, self._identity)) for it in self._laid]
        self.report.memory_empty = empty = _memory(pid)
        first_streams = min(len(tables), self.size.streams)
        await self._open_all(port, tables, range(first_streams))
        with_tables = _memory(pid)
        await self._open_all(port, tables, range(first_streams, self.size.streams))
        # The first stream of a table loads it. Without further streams the two cannot be told apart.
        others = max(1, self.size.streams - first_streams)
        self.report.memory_per_stream = (_memory(pid) - with_tables) / others
        self.report.memory_per_table = (with_tables - empty) / len(tables) - self.report.memory_per_stream
        seen = [(table, viewer) for table in tables for viewer in table.viewers]
        for _table, viewer in seen:
            viewer.forget()
        began, cpu, own = time.perf_counter(), _cpu(pid), _own_cpu()
        if PROFILE in os.environ:
            os.kill(pid, signal.SIGUSR1)
        await self._play(tables)
        if PROFILE in os.environ:
            os.kill(pid, signal.SIGUSR2)
            while not Path(os.environ[PROFILE]).exists():
                await asyncio.sleep(0.1)
        lasted = time.perf_counter() - began
        self.report.server_cpu = (_cpu(pid) - cpu) / lasted
        self.report.clients_cpu = (_own_cpu() - own) / lasted
        self._sum_up(tables, lasted)
        return self.report

    async def _open_all(self, port: int, tables: list[Playing], numbers: range) -> None:
        """Open these streams, some at a time."""
        for first in range(0, len(numbers), AT_ONCE):
            await asyncio.gather(
                *(
                    self._open(port, tables[at % len(tables)], at // len(tables))
                    for at in numbers[first : first + AT_ONCE]
                )
            )

    async def _open(self, port: int, table: Playing, number: int) -> None:
        guest = _guest(table.table_game.id, number) if number < SEATS else None
        table.viewers.append(await watch(port, table.table_game.id, guest, self._identity, table.told))

    async def _play(self, tables: list[Playing]) -> None:
        """Make moves until the time is up, and wait until all viewers have them."""
        began, made, moving = time.perf_counter(), 0, set[asyncio.Task[None]]()
        while (due := began + made / self.size.rate) < began + self.size.seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            idle = [table for table in tables if not table.is_busy and not table.table_game.over]
            made += 1
            if not idle:
                self.report.late += 1
                continue
            moving.add(task := asyncio.create_task(self._move(self._chance.choice(idle))))
            task.add_done_callback(moving.discard)
        end = time.perf_counter() + self.size.grace
        while (moving or any(table.asked for table in tables)) and time.perf_counter() < end:
            await asyncio.sleep(0.05)
        for task in moving:
            task.cancel()

    async def _move(self, table: Playing) -> None:
        """Make a random move for a seat to move."""
        game, table.is_busy = table.table_game, True
        seat = game.waiting[0]
        action = self._chance.choice(game.legal(seat))
        guest, seq = _guest(game.id, seat), game.seq
        frame = pages.frame_id(game, viewers.viewer(game, guest, "en", viewers.Screens()))
        game.adopt(game.plan(seat, [action], "", 0.0), "")
        table.asked[game.seq] = time.perf_counter()
        try:
            self._answers.append(await table.mover.play(guest, seat, seq, action, frame))
        except (Unexpected, OSError, EOFError) as error:
            self.report.errors.append(f"{game.game.name} {game.id}: {error}")
            return  # it stays busy: the result of the move is unknown
        self.report.moves += 1
        table.is_busy = False

    def _sum_up(self, tables: list[Playing], lasted: float) -> None:
        report, heard = self.report, [viewer for table in tables for viewer in table.viewers]
        report.lost = sum(len(table.asked) for table in tables)
        report.errors += [viewer.error for viewer in heard if viewer.error]
        report.updates = sum(len(viewer.sizes) for viewer in heard)
        report.whole_pages = sum(viewer.pages for viewer in heard)
        report.lasted = lasted
        report.to_last_viewer = _quantiles([delay for table in tables for delay in table.delays])
        report.to_answer = _quantiles([seconds for seconds, _bytes in self._answers])
        report.bytes_per_answer = fmean([size for _seconds, size in self._answers] or [0])
        milliseconds = 1000 * report.server_cpu * lasted
        report.cpu_per_move = milliseconds / max(1, report.moves)
        report.cpu_per_update = milliseconds / max(1, report.updates)
        for name in _games(self.size):
            viewers = [one for table in tables if table.table_game.game.name == name for one in table.viewers]
            report.bytes_per_update[name] = fmean([size for one in viewers for size in one.sizes] or [0])
            report.plain_per_update[name] = fmean([size for one in viewers for size in one.plain] or [0])


def _games(size: Size) -> list[str]:
    return [size.game] if size.game else list(games)


def _guest(table: str, seat: int) -> str:
    return f"guest-{table}-{seat}"


def _lay(database: str, size: Size, chance: random.Random) -> list[TableGame]:
    """Create tables of all games in turn, each somewhere in the first part of a game, and store them."""
    storage, laid = Storage(database), list[TableGame]()
    for number in range(size.tables):
        names = _games(size)
        game, id = games[names[number % len(names)]], f"load{number}"
        options = json.dumps(game.show_options(game.read_options(SEATS, {})))
        made = time.time()
        header = Header(
            id, game.name, game.rules_version, SEATS, options, secrets.token_hex(16), _guest(id, 0), made
        )
        seats = [Seat(seat, PERSON, _guest(id, seat), "") for seat in range(SEATS)]
        table_game = TableGame(header, seats)
        table_game.adopt(table_game.plan_start(made), "")
        for _ in range(chance.randint(0, size.opening)):
            if not table_game.over:
                seat = table_game.waiting[0]
                table_game.adopt(table_game.plan(seat, [chance.choice(table_game.legal(seat))], "", made), "")
        columns = table_game.columns
        storage.create(header, seats, table_game.entries, columns, table_game.notes)
        laid.append(table_game)
    storage.close()
    return laid


def _quantiles(seconds: list[float]) -> dict[str, float]:
    """Return p50, p95 and p99 in milliseconds."""
    ordered = sorted(seconds) or [0.0]
    return {
        f"p{part}": 1000 * ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (50, 95, 99)
    }


def _processes(pid: int) -> list[int]:
    """Return a process and those that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in _processes(int(child)))]


def _memory(pid: int) -> float:
    """Return the memory of a process and those that it has started, in bytes."""
    pages_held = sum(int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in _processes(pid))
    return float(pages_held * resource.getpagesize())


def _cpu(pid: int) -> float:
    """Return the processor time so far of a process and those that it has started, in seconds."""
    stats = (Path(f"/proc/{each}/stat").read_text() for each in _processes(pid))
    parts = [stat.rpartition(")")[2].split() for stat in stats]
    return sum(int(part[11]) + int(part[12]) for part in parts) / os.sysconf("SC_CLK_TCK")


def _own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


@contextmanager
def _served(folder: Path, size: Size) -> Iterator[tuple[int, int]]:
    """Run the server in a process of its own; yield its port and process id."""
    lines = size.streams + size.tables + AT_ONCE
    numbers = map(str, (lines, size.tables, max(1, size.processes)))
    command = [sys.executable, "-m", "bench.load_server", str(folder), *numbers]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        if not address:
            raise SystemExit("The server did not begin.")
        yield int(address.rpartition(":")[2]), process.pid
    finally:
        if size.processes > 1:
            process.terminate()  # it stops the others
        else:
            process.kill()
        process.wait()


@contextmanager
def _database(processes: int) -> Iterator[None]:
    """Name a database of PostgreSQL in the environment, if there are processes that share it."""
    if not processes or "DONJON_DATABASE_URL" in os.environ:
        yield
        return
    with postgresql.serve() as folder:
        os.environ["DONJON_DATABASE_URL"] = postgresql.address(folder, "postgres")
        try:
            yield
        finally:
            del os.environ["DONJON_DATABASE_URL"]


def measure(size: Size) -> Report:
    """Load a fresh server in a temporary folder."""
    with tempfile.TemporaryDirectory() as name, _database(size.processes):
        load = Load(size, Path(name))
        with _served(Path(name), size) as (port, pid):
            return asyncio.run(load.run(port, pid))


def show(report: Report) -> None:
    """Print the measurements."""
    size = report.size
    where = f"{size.processes} processes on PostgreSQL" if size.processes else "one process on SQLite"
    print(
        f"{where}: {size.tables} tables, {size.streams} streams, {size.rate:g} moves a second for "
        f"{size.seconds:g} s"
    )
    print(f"moves: {report.moves}, in {report.lasted:.1f} s; {report.late} were due when no table was idle")
    for name, values in (("last viewer", report.to_last_viewer), ("answer", report.to_answer)):
        told = ", ".join(f"{part} {value:.0f} ms" for part, value in values.items())
        print(f"from click to {name}: {told}")
    print(
        f"server: {report.server_cpu:.0%} of a processor, {report.cpu_per_move:.1f} ms a move, "
        f"{report.cpu_per_update:.2f} ms an update; clients: {report.clients_cpu:.0%}"
    )
    print(
        f"memory: {report.memory_empty / 2**20:.0f} MB, {report.memory_per_stream / 1024:.0f} KB a stream, "
        f"{report.memory_per_table / 1024:.0f} KB a table"
    )
    sizes = ", ".join(
        f"{name} {size:.0f} (plain {report.plain_per_update[name]:.0f})"
        for name, size in report.bytes_per_update.items()
    )
    print(f"bytes of an update: {sizes}; of the answer to a move: {report.bytes_per_answer:.0f}")
    print(
        f"updates: {report.updates}, whole pages {report.whole_pages}, lost moves {report.lost}, "
        f"errors {len(report.errors)}"
    )
    for error in report.errors[:5]:
        print(f"  {error}")


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON for a program to read")
    for one in fields(Size):
        kind = type(one.default)
        parser.add_argument(
            f"--{one.name}", type=kind, default=one.default, help=f"usually {one.default or 'all'}"
        )
    given = vars(parser.parse_args())
    is_json = given.pop("json")
    report = measure(Size(**given))
    if is_json:
        print(json.dumps(asdict(report), indent=1))
    else:
        show(report)
    sys.exit(not report.is_sound)


if __name__ == "__main__":
    main()

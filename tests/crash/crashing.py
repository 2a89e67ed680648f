"""Crashes a served table under load, again and again, and says what was lost: nothing must be.

    python -m tests.crash.crashing [CRASHES] [SEED] [--processes 3 [--workers 2]]

Everything happens on this machine, on a loopback port, in a temporary folder.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from donjon.errors import DonjonError
from donjon.table.live import levels
from donjon.table.store import upkeep
from donjon.table.store.replaying import replay
from donjon.table.store.rows import PLAY, UNDO, Entry
from donjon.table.store.storage import Storage
from donjon.table.store.table_game import TableGame
from tests.crash.house import House, until
from tests.crash.load import Acknowledged, Ledger, Player
from tests.crash.site import Site
from tests.postgresql import server as postgresql

VERBS = {"move": PLAY, "undo": UNDO}
PEOPLE = 3


class Crashes:
    """A house, people who play in it, and what they were promised."""

    def __init__(self, house: House, seed: int = 0) -> None:
        self.chance = random.Random(seed)
        self.house = house
        self.ledger = Ledger()
        level = levels.offered()[0][0]
        self.people = [Player(self.ledger, random.Random(f"{seed}/{n}"), level) for n in range(PEOPLE)]

    def start(self) -> None:
        """Start the server; whatever was promised is there, and bots go on with nobody looking."""
        self.house.start()
        self.calm()

    def calm(self) -> None:
        """Wait until no bot is to move, then hold the database against the promises."""
        storage = upkeep.open_storage(self.house.folder)
        try:
            if not until(lambda: not storage.waiting_for_bots()):
                self.ledger.wrong.append(f"bots do not move at {storage.waiting_for_bots()}")
            for table in list(self.ledger.promised):
                self._verify(storage, table)
        finally:
            storage.close()
        assert not self.ledger.wrong, "\n".join([*self.ledger.wrong, self.house.said.read_text()[-3000:]])

    @property
    def answers(self) -> int:
        """How many new moves were answered so far, with yes or no."""
        counts = self.ledger.counts
        return sum(counts[what] for what in ("played", "taken back", "overtaken", "refused"))

    def load(self, answers: int = 5) -> None:
        """Let everybody play; back when so many moves were answered, while people play on."""
        for player in self.people:
            player.start(self.house.addresses)
        self.go_on(answers)

    def go_on(self, answers: int = 5) -> None:
        """Wait until so many more moves were answered."""
        before = self.answers
        if not until(lambda: self.answers >= before + answers or self.ledger.wrong):
            self.ledger.wrong.append("nobody gets an answer")

    def rest(self) -> None:
        """Let everybody end their move."""
        for player in self.people:
            player.stop()

    def crash(self) -> None:
        """Kill the server while people play, and see what the others have noticed."""
        self.house.kill()
        for player in self.people:
            player.join()
        self.ledger.counts["crashes"] += 1
        self.ledger.counts["games that waited for a bot"] += self._left_to_bots()

    def _left_to_bots(self) -> int:
        """In how many games a bot is to move; read from a copy, as the server itself is to recover."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "data"
            shutil.copytree(self.house.folder, copy)
            storage = upkeep.open_storage(copy)
            try:
                return len(storage.waiting_for_bots())
            finally:
                storage.close()

    def crash_at_start(self) -> None:
        """Kill the server before it answers, or as it begins to."""
        self.house.spawn()
        time.sleep(self.chance.uniform(0, 2))
        self.house.kill()
        self.ledger.counts["crashes at the start"] += 1

    def end(self) -> None:
        """After the last start: stop in good order, and check the whole archive."""
        self.house.stop()
        storage = upkeep.open_storage(self.house.folder)
        try:
            assert storage.faults() == []
            verdicts = {each.table: each.verdict for each in upkeep.check_tables(storage)}
        finally:
            storage.close()
        assert set(verdicts.values()) <= {upkeep.SOUND}, verdicts
        self.ledger.counts["tables checked at the end"] = len(verdicts)

    def _verify(self, storage: Storage, table: str) -> None:
        try:
            stored = storage.load(table)
            table_game = replay(stored)
        except DonjonError as error:
            self.ledger.wrong.append(f"{table}: {error}")
            return
        if upkeep.out_of_date(stored, table_game):
            self.ledger.wrong.append(f"{table}: its notes are stale: {stored.cached}")
        self._kept(table, table_game)
        if table_game.over:
            # It is checked once more at the very end.
            del self.ledger.promised[table]

    def _kept(self, table: str, table_game: TableGame) -> None:
        """Is every promise of a table there, once?"""
        keyed = [entry for entry in table_game.entries if entry.key]
        found = {entry.key: entry for entry in keyed}
        if len(found) < len(keyed):
            self.ledger.wrong.append(f"{table}: a move was carried out twice")
        for promise in self.ledger.promised[table]:
            entry = found.get(promise.key)
            if entry is None or not _keeps(entry, promise):
                self.ledger.wrong.append(f"{table}: {promise} was acknowledged, and {entry} is there")


def _keeps(entry: Entry, promise: Acknowledged) -> bool:
    """Return whether an entry is what was acknowledged; bots' replies are undone with a choice."""
    if entry.kind == UNDO == VERBS[promise.verb]:
        return entry.action >= promise.number
    return (entry.kind, entry.action) == (VERBS[promise.verb], promise.number)


def kill_often(crashes: Crashes, times: int, say: Callable[[str], object] = lambda _text: None) -> None:
    """Kill the server under load so often; a fault of another kind is under way at every fifth."""
    chance = crashes.chance
    for number in range(times):
        crashes.start()
        crashes.load()
        time.sleep(chance.uniform(0.0, 1.0))
        if number % 5 == 3:
            with crashes.house.locked():
                time.sleep(chance.uniform(0, 0.5))
                crashes.crash()
        elif number % 5 == 4:
            with crashes.house.full(chance):
                time.sleep(chance.uniform(0, 0.5))
            crashes.crash()
        else:
            crashes.crash()
        if number % 10 == 9:
            crashes.crash_at_start()
        say(f"{number + 1}: {dict(crashes.ledger.counts)}")
    crashes.start()
    crashes.end()


def kill_some_often(
    crashes: Crashes, site: Site, times: int, say: Callable[[str], object] = lambda _text: None
) -> None:
    """Kill one of several servers under load so often, at every fourth the database instead."""
    crashes.start()
    crashes.load()
    for number in range(times):
        crashes.go_on()
        time.sleep(crashes.chance.uniform(0.0, 0.2))
        if number % 4 == 3:
            with site.without_database():
                time.sleep(crashes.chance.uniform(0.0, 0.5))
        else:
            site.kill_one(crashes.chance)
            crashes.go_on()  # the others serve everything
        crashes.ledger.counts["crashes"] += 1
        site.start()
        say(f"{number + 1}: {dict(crashes.ledger.counts)}")
    crashes.rest()
    crashes.calm()
    crashes.end()


def main() -> None:
    """Crash as often as was asked for, and say how it went."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash.crashing", description=__doc__)
    parser.add_argument("crashes", nargs="?", type=int, default=200)
    parser.add_argument("seed", nargs="?", type=int, default=0)
    parser.add_argument("--processes", type=int, default=0, help="servers on one PostgreSQL [usually SQLite]")
    parser.add_argument(
        "--workers", type=int, default=0, help="worker processes of these [none: servers think]"
    )
    given = parser.parse_args()

    def say(text: str) -> None:
        sys.stdout.write(f"{text}\n")

    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        data = Path(folder) / "data"
        if given.processes:
            database = stack.enter_context(postgresql.serve())
            os.environ["DONJON_DATABASE_URL"] = postgresql.address(database, "postgres")
            site = Site(data, given.processes, database, given.workers)
            stack.callback(site.kill)
            kill_some_often(Crashes(site, given.seed), site, given.crashes, say)
        else:
            house = House(data)
            stack.callback(house.kill)
            kill_often(Crashes(house, given.seed), given.crashes, say)
    say("Nothing was lost.")


if __name__ == "__main__":
    main()

"""Several served tables on one PostgreSQL, of which any can be killed, and the database too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.crash.house import House, Workshop
from tests.postgresql import server


class Site(House):
    """Servers with one key on one database, which DONJON_DATABASE_URL names; people play at any of them.

    `database`: the folder of the database's server. With `workers`, bots think in so many processes of
    `donjon worker` alone.
    """

    def __init__(self, folder: Path, count: int, database: Path, workers: int = 0) -> None:
        super().__init__(folder)
        self.database = database
        self.houses = [House(folder, bot_workers=0 if workers else 1) for _ in range(count)]
        self.workshops = [Workshop(folder) for _ in range(workers)]
        self._addresses = list[str]()

    @property
    def addresses(self) -> list[str]:
        """The addresses at which people play: the list itself, which changes when a server is replaced."""
        return self._addresses

    def start(self) -> None:
        """Start the servers and workers that do not run; they answer."""
        for house in (*self.houses, *self.workshops):
            if not house.is_running:
                house.start()
        self._addresses[:] = [house.address for house in self.houses]

    def kill(self) -> None:
        """Take all servers and workers away."""
        for house in (*self.houses, *self.workshops):
            house.kill()

    def kill_one(self, chance: random.Random) -> None:
        """Take one server or worker away in the middle of whatever it does."""
        chance.choice([*self.houses, *self.workshops]).kill()

    def stop(self) -> None:
        """Ask all servers and workers to end."""
        for house in (*self.houses, *self.workshops):
            house.stop()

    @contextmanager
    def without_database(self) -> Iterator[None]:
        """The database is killed; in the end it runs again."""
        server.crash(self.database)
        try:
            yield
        finally:
            server.start(self.database)

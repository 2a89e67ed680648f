"""The lobby: tables that wait for players and games to watch, of all who want to be found; own games."""

from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from donjon.kernel.games import games
from donjon.table.live import levels, presentation, wording
from donjon.table.store.paces import choice_of
from donjon.table.store.rows import BOT, OPEN, PERSON, Listed
from donjon.table.store.storage import Storage, now
from donjon.table.web.rendering import page, say

# The name of the lobby in a stream, where tables have their ids. No id has so few letters.
LOBBY = "lobby"
# Tables that wait, and games to watch, that the lobby shows.
MOST_WAITING, MOST_WATCHED = 50, 12
# Own games that it shows; "My games" has all of them.
MOST_RESUMED = 3
# Seconds for which a table waits since its seats have last changed, and a game can be watched since a move.
WAITS, LIVE = 24 * 3600.0, 3600.0
# Seconds after which the tables are read anew even if nothing seems to have changed.
LONGEST = 60.0


@dataclass(frozen=True)
class Rows:
    """What the lobby shows: tables that wait, and games to watch."""

    waiting: tuple[Listed, ...] = ()
    watched: tuple[Listed, ...] = ()

    @property
    def frame(self) -> str:
        """Return the frame id of the lobby's page: equal ids are equal pages."""
        seats = [(row.id, row.waits, row.seats) for row in self.waiting + self.watched]
        return hashlib.sha256(repr(seats).encode()).hexdigest()[:16]


class Lobby:
    """What the lobby shows, read once for all who look until something has changed."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._reading: asyncio.Task[Rows] | None = None
        self._since = 0.0

    def forget(self) -> None:
        """Read the tables anew when they are asked for next."""
        self._reading = None

    async def rows(self) -> Rows:
        """Return what the lobby shows now."""
        reading = self._reading
        is_old = time.monotonic() - self._since > LONGEST
        if reading is None or is_old or _has_failed(reading):
            reading = self._reading = asyncio.create_task(asyncio.to_thread(self._read))
            self._since = time.monotonic()
        # A viewer who disconnects must not cancel the answer for the others.
        return await asyncio.shield(reading)

    def _read(self) -> Rows:
        waiting = self._storage.lobby(now() - WAITS, MOST_WAITING)
        watched = self._storage.to_watch(now() - LIVE, MOST_WATCHED)
        return Rows(tuple(filter(_has_people, waiting)), tuple(filter(_has_people, watched)))

    async def shown(self, request: Request, game: str = "") -> tuple[list[dict[str, Any]], ...]:
        """Return the tables that wait and the games to watch as a page shows them; `game`: of one alone."""
        rows = await self.rows()
        return tuple(
            [_shown(row, request) for row in part if row.game in games and game in ("", row.game)]
            for part in (rows.waiting, rows.watched)
        )


def _has_failed(reading: asyncio.Task[Rows]) -> bool:
    return reading.done() and (reading.cancelled() or reading.exception() is not None)


def _has_people(row: Listed) -> bool:
    return any(seat.kind == PERSON for seat in row.seats)


def _shown(row: Listed, request: Request) -> dict[str, Any]:
    """Return an entry of the lobby. Nothing in it is secret: all of it is on the table's own page."""
    translate, game = say(request.state.language), games[row.game]
    names = wording.names(row.seats, translate)
    seats = [
        {
            "seat": seat.seat,
            "is_free": seat.kind == OPEN,
            "name": f"{translate('bot')}: {levels.name(seat.level).say(translate)}"
            if seat.kind == BOT
            else names[seat.seat],
        }
        for seat in row.seats
    ]
    guest, choice = request.state.guest, choice_of(row.pace)
    return {
        "id": row.id,
        "title": game.title,
        "game": row.game,
        "pace": choice.label.say(translate) if choice is not None and choice.name else "",
        "crop": presentation.crops(game)["square"],
        "seats": seats,
        "mine": guest is not None and any(seat.owner == guest for seat in row.seats),
    }


async def _resumed(request: Request, game: str) -> list[dict[str, Any]]:
    """Return the guest's own games that have started, those first where it is the guest's turn."""
    guest = request.state.guest
    if guest is None:
        return []
    own = await asyncio.to_thread(request.app.state.storage.tables_of, guest, MOST_RESUMED)
    running = [row for row in own if row.waits in (PERSON, BOT) and row.game in games]
    return [_shown(row, request) for row in running if game in ("", row.game)]


async def show(request: Request) -> Response:
    """Show tables that wait for players, own games to go on with, games to watch; ?game= of one game."""
    chosen = request.query_params.get("game", "")
    chosen = chosen if chosen in games else ""
    lobby = request.app.state.lobby
    waiting, watched = await lobby.shown(request, chosen)
    resumed = await _resumed(request, chosen)
    known = {row["id"] for row in resumed}
    return page(
        request,
        "lobby.html.jinja",
        frame=(await lobby.rows()).frame,
        tables=waiting,
        watched=[row for row in watched if row["id"] not in known],
        resumed=resumed,
        chosen=chosen,
        every=list(games.values()),
    )

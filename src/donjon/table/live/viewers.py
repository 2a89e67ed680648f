"""The viewpoint from which a page is drawn, and what a seat can know about its next actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from starlette.requests import Request

from donjon.kernel import rules
from donjon.kernel.event_log import Event
from donjon.kernel.game import copy
from donjon.kernel.labels import Label, generator
from donjon.play.history import apply_and_log
from donjon.table.live.levels import News
from donjon.table.store.rows import OPEN, StillGathering
from donjon.table.store.seating import Private, is_private
from donjon.table.store.table_game import TableGame


@dataclass(frozen=True)
class Viewer:
    """A viewer of a table.

    seats: the seats of this guest; viewpoint: the seat whose secrets may be shown (None: no seat's);
    acts: the seat that this page may act for now; pass_to: the seat that the screen must be passed to first;
    peek: other seats at this screen that have secrets to show; news: the news of the bots.
    """

    guest: str | None
    language: str
    seats: tuple[int, ...] = ()
    viewpoint: int | None = None
    acts: int | None = None
    pass_to: int | None = None
    peek: tuple[int, ...] = ()
    news: News = News.NOTHING


class Screens:
    """The seat that holds each shared screen. A restart forgets it: then the page asks again.

    `announce` is called with the table, the guest and the seat after each change made here.
    """

    MOST = 10_000

    def __init__(self) -> None:
        self._holders: dict[tuple[str, str], int] = {}
        self.announce: Callable[[str, str, int | None], object] = lambda *_change: None

    def holder(self, table: str, guest: str) -> int | None:
        """Return the seat that holds a guest's screen, None if that is not known."""
        return self._holders.get((table, guest))

    def take(self, table: str, guest: str, seat: int) -> None:
        """Note that a seat holds the screen now."""
        self.note(table, guest, seat)
        self.announce(table, guest, seat)

    def leave(self, table: str, guest: str) -> None:
        """Note that no seat in particular holds the screen."""
        self.note(table, guest, None)
        self.announce(table, guest, None)

    def note(self, table: str, guest: str, seat: int | None) -> None:
        """Note which seat holds the screen, None for none."""
        self._holders.pop((table, guest), None)
        if len(self._holders) >= self.MOST:
            self._holders.clear()
        if seat is not None:
            self._holders[table, guest] = seat


def viewer(table_game: TableGame, guest: str | None, language: str, screens: Screens) -> Viewer:
    """Return the viewer that a guest is at a table now."""
    own = tuple(seat.seat for seat in table_game.seats if seat.kind != OPEN and guest and seat.owner == guest)
    if not own or guest is None:
        # All spectators are equal, except the guest who created the table and sees its links to open seats.
        return Viewer(guest if guest == table_game.header.creator else None, language)
    playing = [seat for seat in own if not table_game.seats[seat].is_away]
    to_move = next((seat for seat in table_game.waiting if seat in playing), None)
    if len(own) == 1:
        return Viewer(guest, language, own, own[0], to_move)
    holder = screens.holder(table_game.id, guest)
    if to_move is None:
        viewpoint = holder if holder in own else None
        return Viewer(guest, language, own, viewpoint, peek=_secretive(table_game, own, viewpoint))
    if to_move == holder or not has_secrets(table_game, to_move):
        return Viewer(guest, language, own, to_move, to_move)
    return Viewer(guest, language, own, pass_to=to_move)


def has_secrets(table_game: TableGame, seat: int) -> bool:
    """Return whether the seat's observation differs from a spectator's."""
    return {**table_game.view(seat), "seat": None} != table_game.view(None)


def _secretive(table_game: TableGame, seats: tuple[int, ...], viewpoint: int | None) -> tuple[int, ...]:
    if table_game.over:
        return ()
    return tuple(seat for seat in seats if seat != viewpoint and has_secrets(table_game, seat))


async def look(request: Request, fresh: bool = True, gathering: bool = False) -> tuple[TableGame, Viewer]:
    """Return the table of a request, and its viewer. Raises NoTable, Unplayable or Private.

    Unless `fresh`, what other processes have stored lately may be missing. Unless `gathering`, StillGathering
    is raised while the table waits for players.
    """
    table_game = await opened(request, request.path_params["table"], fresh)
    if table_game.is_gathering and not gathering:
        raise StillGathering(table_game.id)
    return table_game, of(request, table_game)


async def opened(request: Request, table: str, fresh: bool = True) -> TableGame:
    """Return a table; if it must be loaded, the request pays for that.

    Raises NoTable, Unplayable, or Private if the guest of the request may not see its game.
    """
    tables = request.app.state.tables
    get = tables.current if fresh else tables.get
    table_game: TableGame = await get(table, request.state.visit.compute)
    if not may_see(table_game, request.state.guest):
        raise Private(table_game.id)
    return table_game


def may_see(table_game: TableGame, guest: str | None) -> bool:
    """Return whether a guest may see a table: before the start all may, of a private game the players."""
    if table_game.is_gathering or not is_private(table_game):
        return True
    return guest is not None and any(seat.owner == guest for seat in table_game.seats)


def of(request: Request, table_game: TableGame) -> Viewer:
    """Return the viewer that the guest of a request is at a table now."""
    state, app = request.state, request.app.state
    seen = viewer(table_game, state.guest, state.language, app.screens)
    return replace(seen, news=app.preparing.news(table_game))


@dataclass(frozen=True)
class Outlook:
    """The outcome of actions: events up to the first that reveals something hidden, and the state after.

    `after` is None if something hidden is revealed: no player can know the state then.
    """

    events: list[Event]
    after: Any


class SomethingHidden(Exception):
    """An error: actions reveal something hidden, so their outcome cannot be known before."""


def world_of(table_game: TableGame, seat: int, purpose: Label) -> Any:
    """Return a determinization of the current state for a seat.

    It depends on the table's own key, which never leaves the server: a player who could compute the
    determinization that a bot was given could compute the bot's secret choices.
    """
    state = copy(table_game.state)
    rules.redeal(state, seat, generator(purpose, table_game.key, table_game.seq, seat))
    return state


def outlook(table_game: TableGame, seat: int, actions: Sequence[int]) -> Outlook:
    """Return the outcome of legal actions of one decision, as far as their seat can know it beforehand.

    No random draw is made, and the events end before the first that reveals something hidden.
    """
    game = table_game.game
    state, known = world_of(table_game, seat, Label.PREVIEW_WORLD), list[Event]()
    for action in actions:
        events = apply_and_log(game, state, seat, action)
        known += takewhile(lambda event: event.kind not in game.REVEALING, events)
        if any(event.kind in game.REVEALING for event in events):
            return Outlook(known, None)
    return Outlook(known, state)


def position_then(table_game: TableGame, seat: int, actions: Sequence[int]) -> Any:
    """Return the state, as far as a seat can know it, after its legal actions. Raises SomethingHidden."""
    if not actions:
        return table_game.state
    after = outlook(table_game, seat, actions).after
    if after is None:
        raise SomethingHidden
    return after

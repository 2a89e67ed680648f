"""From whose viewpoint a page is drawn: a seat's, or a spectator's."""

from __future__ import annotations

from collections.abc import Sequence
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
from donjon.table.store.rows import PERSON
from donjon.table.store.table_game import TableGame


@dataclass(frozen=True)
class Viewer:
    """Who looks at a table.

    seats: those of this guest; viewpoint: the seat whose secrets may be shown (None: nobody's);
    acts: the seat that this page may act for now; pass_to: the seat that the screen must be passed to first;
    peek: seats at this screen whose hidden things could be shown; news: what is to be said of the bots.
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
    """Which seat holds a screen that several share. Forgotten at a restart: then it is asked again."""

    MOST = 10_000

    def __init__(self) -> None:
        self._holders: dict[tuple[str, str], int] = {}

    def holder(self, table: str, guest: str) -> int | None:
        """The seat that said it holds the screen."""
        return self._holders.get((table, guest))

    def take(self, table: str, guest: str, seat: int) -> None:
        """This seat holds the screen now."""
        if len(self._holders) >= self.MOST:
            self._holders.clear()
        self._holders[table, guest] = seat

    def leave(self, table: str, guest: str) -> None:
        """Nobody in particular holds the screen."""
        self._holders.pop((table, guest), None)


def viewer(table_game: TableGame, guest: str | None, language: str, screens: Screens) -> Viewer:
    """How this guest sees this table now."""
    own = tuple(
        seat.seat for seat in table_game.seats if seat.kind == PERSON and guest and seat.owner == guest
    )
    if not own or guest is None:
        # Spectators are all alike; only who laid the table sees the links to its open seats.
        return Viewer(guest if guest == table_game.header.creator else None, language)
    to_move = next((seat for seat in table_game.waiting if seat in own), None)
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
    """Does the seat see anything that a spectator does not?"""
    return {**table_game.view(seat), "seat": None} != table_game.view(None)


def _secretive(table_game: TableGame, seats: tuple[int, ...], viewpoint: int | None) -> tuple[int, ...]:
    if table_game.over:
        return ()
    return tuple(seat for seat in seats if seat != viewpoint and has_secrets(table_game, seat))


async def look(request: Request) -> tuple[TableGame, Viewer]:
    """The table that is asked for, from the viewpoint of who asks. Raises what the table's store raises."""
    table_game = await opened(request, request.path_params["table"])
    return table_game, of(request, table_game)


async def opened(request: Request, table: str) -> TableGame:
    """Return a table, for who asks. Raises what the table's store raises."""
    table_game: TableGame = await request.app.state.tables.get(table, request.state.visit.compute)
    return table_game


def of(request: Request, table_game: TableGame) -> Viewer:
    """How whoever asks sees a table now."""
    state, app = request.state, request.app.state
    seen = viewer(table_game, state.guest, state.language, app.screens)
    return replace(seen, news=app.preparing.news(table_game))


@dataclass(frozen=True)
class Outlook:
    """What an action would cause: events up to the first that shows something hidden, and the position then.

    `after` is None when something hidden would be shown: what comes of that nobody can know before.
    """

    events: list[Event]
    after: Any


class SomethingHidden(Exception):
    """What would come shows something hidden, so nobody can say it before."""


def world_of(table_game: TableGame, seat: int, purpose: Label) -> Any:
    """Return one of the positions that could be true for a seat.

    The deal depends on the table's own key, which never leaves the server: a player who could compute the
    deal that a bot was given could compute the bot's secret choices.
    """
    state = copy(table_game.state)
    rules.redeal(state, seat, generator(purpose, table_game.key, table_game.seq, seat))
    return state


def outlook(table_game: TableGame, seat: int, actions: Sequence[int]) -> Outlook:
    """What legal actions of one decision would cause, as far as their seat can know beforehand.

    Chance decides nothing here, and nothing is told from the first event on that shows something hidden.
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
    """The position, as far as a seat can know it, after legal actions of its own. Raises SomethingHidden."""
    if not actions:
        return table_game.state
    after = outlook(table_game, seat, actions).after
    if after is None:
        raise SomethingHidden
    return after

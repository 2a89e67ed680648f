"""Through whose eyes a page is drawn: a seat's, or a spectator's."""

from __future__ import annotations

from dataclasses import dataclass

from donjon.table.playing import Playing
from donjon.table.records import PERSON


@dataclass(frozen=True)
class Viewer:
    """Who looks at a table.

    seats: those of this guest; eye: the seat whose secrets may be shown (None: nobody's);
    acts: the seat that this page may act for now; pass_to: the seat that the screen must be passed to first;
    peek: seats at this screen whose hidden things could be shown.
    """

    guest: str | None
    language: str
    seats: tuple[int, ...] = ()
    eye: int | None = None
    acts: int | None = None
    pass_to: int | None = None
    peek: tuple[int, ...] = ()


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


def viewer(playing: Playing, guest: str | None, language: str, screens: Screens) -> Viewer:
    """How this guest sees this table now."""
    own = tuple(seat.seat for seat in playing.seats if seat.kind == PERSON and guest and seat.owner == guest)
    if not own or guest is None:
        # Spectators are all alike; only who laid the table sees the links to its open seats.
        return Viewer(guest if guest == playing.header.creator else None, language)
    to_move = next((seat for seat in playing.waiting if seat in own), None)
    if len(own) == 1:
        return Viewer(guest, language, own, own[0], to_move)
    holder = screens.holder(playing.id, guest)
    if to_move is None:
        eye = holder if holder in own else None
        return Viewer(guest, language, own, eye, peek=_secretive(playing, own, eye))
    if to_move == holder or not has_secrets(playing, to_move):
        return Viewer(guest, language, own, to_move, to_move)
    return Viewer(guest, language, own, pass_to=to_move)


def has_secrets(playing: Playing, seat: int) -> bool:
    """Does the seat see anything that a spectator does not?"""
    return {**playing.view(seat), "seat": None} != playing.view(None)


def _secretive(playing: Playing, seats: tuple[int, ...], eye: int | None) -> tuple[int, ...]:
    if playing.over:
        return ()
    return tuple(seat for seat in seats if seat != eye and has_secrets(playing, seat))

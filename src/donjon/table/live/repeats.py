"""What has happened since the page that a request comes from: whether it was carried out already."""

from __future__ import annotations

from donjon.kernel.rules import NATURE
from donjon.table.store.rows import MOVES, PLAY, UNDO, Entry
from donjon.table.store.table_game import TableGame


def repeated(table_game: TableGame, seq: int, key: str, kind: str, seat: int, action: int) -> bool:
    """Return whether the same request was carried out before: an equal entry is stored since `seq`."""
    if not key or not 0 <= seq < table_game.seq:
        return False
    # Not only the next entry: other seats that decide at the same time may have been stored before it.
    asked = key, kind, seat, action
    return any(
        (entry.key, entry.kind, entry.seat, entry.action) == asked for entry in table_game.entries[seq:]
    )


def undone_already(table_game: TableGame, seq: int, key: str, seat: int, count: int) -> bool:
    """Return whether the same undo was carried out before, together with replies stored before it."""
    if not key or not 0 <= seq < table_game.seq:
        return False
    return any(
        (entry.key, entry.kind, entry.seat, entry.action - replies) == (key, UNDO, seat, count)
        for replies, entry in enumerate(moves_since(table_game, seq))
    )


def moves_since(table_game: TableGame, seq: int) -> list[Entry]:
    """Return the rows since the page of `seq` that change the position."""
    later = table_game.entries[seq:] if 0 <= seq < table_game.seq else []
    return [entry for entry in later if entry.kind in MOVES]


def replies(table_game: TableGame, seq: int) -> int:
    """Return the number of actions since the page of `seq`, or 0 if a person chose one of them."""
    later = moves_since(table_game, seq)
    return 0 if any(entry.kind != PLAY or entry.key for entry in later) else len(later)


def still_answers(table_game: TableGame, seat: int, seq: int) -> bool:
    """Return whether the page of `seq` still shows the seat's current decision.

    It does if, since then, only other seats have decided at the same time.
    """
    later = moves_since(table_game, seq)
    if not later or any(entry.kind != PLAY or entry.seat in (seat, NATURE) for entry in later):
        return False
    return all((move.before & move.after) >> seat & 1 for move in table_game.history.moves[-len(later) :])

"""Are the notes in the row of a table right? They follow from its actions; here they are made anew."""

from __future__ import annotations

from donjon.table.store.stored import Notes, Stored, note
from donjon.table.store.table_game import TableGame


def made(table_game: TableGame) -> Notes:
    """The notes of a game as it stands."""
    touched = table_game.entries[-1].at if table_game.entries else table_game.header.created
    return Notes(table_game.waits, table_game.result, touched, table_game.standing)


def right(stored: Stored, table_game: TableGame) -> Notes:
    """What the row of a stored table should say, given its game replayed.

    A result that was stored is kept even if it differs from what the replay gives: it is what tells that
    the rules were changed.
    """
    fresh, old = made(table_game), stored.notes
    result = (old.result or fresh.result) if table_game.over else ""
    touched = fresh.touched if old.touched is None else old.touched
    # Rows of older versions have no standing before their next action.
    return Notes(fresh.waits, result, touched, fresh.standing if old.standing else "")


def stale(stored: Stored, table_game: TableGame) -> bool:
    """Does the row say something else, or was it written by somebody who did not tie it to the actions?"""
    notes = right(stored, table_game)
    return stored.notes != notes or stored.noted != note(stored.check, notes.waits, notes.result)


def differs(stored: Stored, table_game: TableGame) -> bool:
    """Did the game end otherwise than the replay says?"""
    return bool(table_game.over and stored.notes.result and stored.notes.result != table_game.result)

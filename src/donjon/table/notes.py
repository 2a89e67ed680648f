"""Are the notes in the row of a table right? They follow from its actions; here they are made anew."""

from __future__ import annotations

from donjon.table.playing import Playing
from donjon.table.records import Notes, Stored, note


def made(playing: Playing) -> Notes:
    """The notes of a game as it stands."""
    touched = playing.entries[-1].at if playing.entries else playing.header.created
    return Notes(playing.waits, playing.result, touched)


def right(stored: Stored, playing: Playing) -> Notes:
    """What the row of a stored table should say, given its game replayed.

    A result that was stored is kept even if it differs from what the replay gives: it is what tells that
    the rules were changed.
    """
    fresh, old = made(playing), stored.notes
    result = (old.result or fresh.result) if playing.over else ""
    return Notes(fresh.waits, result, fresh.touched if old.touched is None else old.touched)


def stale(stored: Stored, playing: Playing) -> bool:
    """Does the row say something else, or was it written by somebody who did not tie it to the actions?"""
    notes = right(stored, playing)
    return stored.notes != notes or stored.noted != note(stored.check, notes.waits, notes.result)


def differs(stored: Stored, playing: Playing) -> bool:
    """Did the game end otherwise than the replay says?"""
    return bool(playing.over and stored.notes.result and stored.notes.result != playing.result)

"""Rebuild a table's game from its stored rows, change by change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from donjon.errors import DonjonError
from donjon.kernel.games import games
from donjon.table.store.clocks import Outages
from donjon.table.store.rows import (
    MOVES,
    PACE,
    PLAY,
    START,
    UNDOS,
    Damaged,
    Entry,
    OtherRules,
    Stored,
    milliseconds,
)
from donjon.table.store.table_game import TableGame


def replay(stored: Stored, key: str = "", thorough: bool = False, outages: Outages = ()) -> TableGame:
    """Return the game of a stored table; `key` is the table's own, needed if the game is continued.

    `outages`: the times without a server, which the clocks do not count.
    Actions that were undone for good are not played, unless `thorough`: then they are checked against the
    rules, too. Raises Damaged when the rules do not allow a stored action, OtherRules when this program has
    another version of the rules.
    """
    header = stored.header
    known = games[header.game].rules_version if header.game in games else ""
    if known != header.rules:
        raise OtherRules(header.id, header.game, header.rules, known)
    try:
        table_game = TableGame(header, stored.seats, key=key, outages=outages)
    except (DonjonError, ValueError) as error:
        raise Damaged(header.id, 0, f"its options cannot be read: {error}") from None
    # A clock runs in turns that were undone, too.
    all_count = thorough or _has_clocks(stored.entries)
    needless = set[int]() if all_count else _taken_back_for_good(stored.entries)
    for change in changes(stored.entries):
        for entry in change:
            try:
                (table_game.skip if entry.seq in needless else table_game.restore)(entry)
            except (DonjonError, LookupError, ValueError, ArithmeticError) as error:
                raise Damaged(header.id, entry.seq, str(error)) from None
        table_game.settle(change)
    table_game.check = stored.check
    return table_game


def read_on(table_game: TableGame, entries: Sequence[Entry]) -> None:
    """Repeat the rows that another process has stored of a game in memory.

    Raises DonjonError, LookupError, ValueError or ArithmeticError if they do not continue it.
    """
    for change in changes(entries):
        for entry in change:
            table_game.restore(entry)
        table_game.settle(change)


def changes(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Yield the rows change by change: those of one change have the same time, unless they are old."""
    for _at, change in groupby(entries, lambda entry: milliseconds(entry.at)):
        yield list(change)


def _has_clocks(entries: Sequence[Entry]) -> bool:
    return any(entry.kind in (START, PACE) and entry.more for entry in entries)


def _taken_back_for_good(entries: Sequence[Entry]) -> set[int]:
    """Return the numbers of undos after which another action was played, and of the actions they undid.

    The actions undone by the latest undos can still be redone, so they belong to the game.
    """
    played, numbers = list[int](), set[int]()
    entries = [entry for entry in entries if entry.kind in MOVES]
    for number, entry in enumerate(entries):
        if entry.kind == PLAY:
            played.append(entry.seq)
        elif entry.kind in UNDOS and 1 <= entry.action <= len(played):
            undone = played[-entry.action :]
            del played[-entry.action :]
            following = next((later.kind for later in entries[number + 1 :] if later.kind not in UNDOS), "")
            if following == PLAY:
                numbers.update(undone, (entry.seq,))
        else:
            break  # not a valid record; `restore` raises the error
    return numbers

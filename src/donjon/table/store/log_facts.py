"""What the rows of a table's log say together: whether it gathers, is listed, what was undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from donjon.table.store.rows import GATHER, LIST, MOVES, PACE, START, UNDOS, Entry


def sets_pace(entries: Iterable[Entry]) -> bool:
    """Return whether rows give the table a pace, or another one."""
    return any(entry.kind in (START, PACE) and entry.more for entry in entries)


def pace_name(name: str, entries: Iterable[Entry]) -> str:
    """Return the name of a table's pace after these rows."""
    for entry in entries:
        if entry.kind == GATHER:
            name = str(entry.facts.get("pace", ""))
        elif entry.kind == PACE:
            name = str((entry.facts.get("pace") or {}).get("name", ""))
    return name


def is_listed(listed: bool, entries: Iterable[Entry]) -> bool:
    """Return whether the lobby shows a table after these rows."""
    for entry in entries:
        if entry.kind in (GATHER, LIST):
            listed = entry.action == 1
    return listed


def gathers(gathering: bool, entries: Iterable[Entry]) -> bool:
    """Return whether the players of a table are still to come after these rows."""
    for entry in entries:
        if entry.kind in (GATHER, START):
            gathering = entry.kind == GATHER
    return gathering


def undone_by(before: Sequence[Entry], count: int) -> Iterator[Entry]:
    """Yield the last `count` actions of these entries that were not undone, the latest first."""
    gone = 0
    for entry in reversed(before):
        if entry.kind not in MOVES:
            continue
        if entry.kind in UNDOS:
            gone += entry.action
        elif gone:
            gone -= 1
        elif count:
            count -= 1
            yield entry
        else:
            return

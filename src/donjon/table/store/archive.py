"""Every stored game played again from its list of actions: is it sound, and does it end as it ended?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from donjon.errors import DonjonError
from donjon.table.host import data_folder, settings
from donjon.table.store import notes
from donjon.table.store.claiming import claim
from donjon.table.store.database import cause
from donjon.table.store.storage import Storage
from donjon.table.store.stored import OVER, Damaged, NoTable, OtherRules, Stored
from donjon.table.store.table_game import TableGame, replay

SOUND = "sound"
DAMAGED = "damaged"
DIFFERS = "result differs"
STALE = "notes stale"
OTHER = "other rules"
# In the order of a report. Rules that this program does not have are no fault of the archive.
VERDICTS = (SOUND, DAMAGED, DIFFERS, STALE, OTHER)


@dataclass(frozen=True)
class Finding:
    """What is so about one table. `said`: the fault in words, "" when there is none.

    `without_result`: a finished game of an older version whose result was never stored.
    """

    table: str
    game: str
    rules: str
    verdict: str
    said: str = ""
    without_result: bool = False


def open_storage(data: Path) -> Storage:
    """The storage of a data folder, beside a running server too.

    Raises DonjonError when there is none, or when a running server is of an older version.
    """
    if not (data / data_folder.SECRET).exists():
        raise DonjonError(f"{data} is no data folder of Donjon: name the one with the games with --data.")
    told = settings.load(data)
    try:
        with claim(told.data, told.database_url, told.lock_patience):
            Storage(told.database_url).close()
    except data_folder.InUse:
        # Then its server has brought the database up to date.
        pass
    return Storage(told.database_url, upgrade=False)


def count(storage: Storage) -> int:
    """How many tables are to be checked. Raises DonjonError when the database cannot be read."""
    known, orphans = _listed(storage)
    return len(known) + len(orphans)


def check(storage: Storage, fill: bool = False) -> Iterator[Finding]:
    """Replay every table, one at a time. Stale notes are put right.

    `fill`: store the results that finished games of older versions lack. Raises DonjonError when the database
    cannot be read at all.
    """
    known, orphans = _listed(storage)
    for table in orphans:
        yield Finding(
            table, "", "", DAMAGED, "damaged: its actions or seats are there, its first line is not"
        )
    for table, game, rules in known:
        try:
            yield _check(storage, table, str(game), str(rules), fill)
        except NoTable:
            # It was deleted since the list was made.
            continue


def _listed(storage: Storage) -> tuple[list[tuple[str, str, str]], list[str]]:
    """What the database says about its tables, and the ids of those of which only parts are left."""
    try:
        return storage.every(), storage.orphans()
    except DatabaseError as error:
        raise DonjonError(f"The database cannot be read ({cause(error)}): restore a backup.") from None


def _check(storage: Storage, table: str, game: str, rules: str, fill: bool) -> Finding:
    try:
        return _compared(storage, table, fill)
    except OtherRules:
        return Finding(table, game, rules, OTHER)
    except Damaged as damage:
        said = f"damaged at move {damage.move}: {damage.reason}"
    except DatabaseError as error:
        said = f"damaged: the database does not give it back ({cause(error)})"
    return Finding(str(table), game, rules, DAMAGED, said)


def _compared(storage: Storage, table: str, fill: bool) -> Finding:
    """What the row of a table says, held against its actions. Raises Damaged, OtherRules or NoTable."""
    stored = storage.load(table)
    table_game = replay(stored, thorough=True)
    game, rules = stored.header.game, stored.header.rules
    if notes.differs(stored, table_game):
        said = "it ended otherwise than its actions say by these rules"
        return Finding(table, game, rules, DIFFERS, said)
    wrong = _wrong(stored, table_game)
    lacking = table_game.over and not stored.notes.result
    if wrong or (fill and notes.stale(stored, table_game)):
        mended = storage.mend(table, stored.check, notes.right(stored, table_game))
        lacking = lacking and not mended
    return Finding(table, game, rules, STALE if wrong else SOUND, wrong, lacking)


def _wrong(stored: Stored, table_game: TableGame) -> str:
    """What the row of a table says that is not so, in words; "" when it is right or older than such notes."""
    said, so = stored.notes.waits, table_game.waits
    if said != so:
        told = {OVER: "that the game is over"}
        return f"its row said {told.get(said, f'that it waits for {said!r}')}; it was put right ({so!r})"
    if (stored.noted or stored.notes.result) and notes.stale(stored, table_game):
        return "its row was not tied to its last action; it was put right"
    return "its row held no time; it was put right" if stored.notes.touched is None else ""

"""What a person does at a table beside moves: leave, come back, resign, ask for consent, answer.

`key` is that of the form, so that a repeated request acts once.
"""

from __future__ import annotations

from donjon.table.live.tables import Tables, check_current
from donjon.table.store import agreeing, seating
from donjon.table.store.clocks import NO_PACE, Pace
from donjon.table.store.rows import ANSWER, PACE, PERSON, RESIGNED, REWIND
from donjon.table.store.table_game import Change, TableGame


async def leave(tables: Tables, table: str, seat: int, key: str, level: str) -> TableGame:
    """Let a bot of a level play for the person in a seat, if a person plays there now.

    Raises NotSeated when the game is over.
    """

    def plan(table_game: TableGame, at: float) -> Change | None:
        if table_game.seats[seat].kind != PERSON:
            return None
        return seating.plan_out(table_game, seat, level, key, at)

    return await tables.change(table, plan)


async def resign(tables: Tables, table: str, seat: int, key: str, level: str) -> TableGame:
    """Let a bot of a level play a seat to the end, if its person has not resigned yet.

    Raises NotSeated when the game is over.
    """

    def plan(table_game: TableGame, at: float) -> Change | None:
        if seat in table_game.resigned:
            return None
        return seating.plan_out(table_game, seat, level, key, at, RESIGNED)

    return await tables.change(table, plan)


async def claim(tables: Tables, table: str, seat: int, key: str, level: str) -> TableGame:
    """Let a bot of a level take over from a person whose time is up, as another player asks.

    Raises NotSeated if there is time left.
    """

    def plan(table_game: TableGame, at: float) -> Change | None:
        if table_game.seats[seat].kind != PERSON:
            return None
        return seating.plan_claim(table_game, seat, level, key, at)

    return await tables.change(table, plan)


async def offer(
    tables: Tables, table: str, seat: int, seq: int, key: str, what: str, pace: Pace = NO_PACE
) -> TableGame:
    """Ask the others for something, on the page of `seq`. A repeated request changes nothing.

    Raises NotSeated, which says why not, or Stale.
    """

    def plan(table_game: TableGame, at: float) -> Change | None:
        if any((one.seat, one.what) == (seat, what) for one in table_game.offers) and what != PACE:
            return None
        if what == PACE and pace == table_game.clocks.pace:
            return None
        if what == REWIND:
            since = table_game.entries[seq:] if 0 <= seq < table_game.seq else []
            if any(entry.kind == REWIND and entry.seat == seat for entry in since):
                return None
            check_current(table_game, seq)
        return agreeing.plan_offer(table_game, seat, what, key, at, pace)

    return await tables.change(table, plan, seq)


async def answer(tables: Tables, table: str, seat: int, key: str, *, number: int, agrees: bool) -> TableGame:
    """Agree to the request of a row, decline it, or withdraw one's own. Raises Stale if it is not open."""

    def plan(table_game: TableGame, at: float) -> Change | None:
        given = ANSWER, seat, number
        if any((entry.kind, entry.seat, entry.action) == given for entry in table_game.entries[number:]):
            return None
        return agreeing.plan_answer(table_game, seat, number, agrees, key, at)

    return await tables.change(table, plan)


async def come_back(tables: Tables, table: str, seat: int, key: str) -> TableGame:
    """Let the owner of a seat play it again, if a bot plays there now.

    Raises NotSeated when the game is over.
    """

    def plan(table_game: TableGame, at: float) -> Change | None:
        if not table_game.seats[seat].is_away:
            return None
        return seating.plan_back(table_game, seat, key, at)

    return await tables.change(table, plan)


async def move_zone(tables: Tables, table: str, seat: int, zone: str) -> TableGame:
    """Note the time zone of the person in a seat, if it is a known one and another than before."""

    def plan(table_game: TableGame, at: float) -> Change | None:
        return seating.plan_zone(table_game, seat, zone, at)

    return await tables.change(table, plan)

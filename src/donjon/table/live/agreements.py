"""Serve the forms with which people ask for what needs consent, agree, resign and claim a seat."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping

from starlette.requests import Request
from starlette.responses import Response

from donjon.table.live import forms, levels, play, verbs
from donjon.table.live.tables import Tables
from donjon.table.store.paces import choice_of, pace_of
from donjon.table.store.rows import END, PACE, REWIND, Stale
from donjon.table.store.table_game import TableGame

Form = Mapping[str, str]
# What can be asked for, by the field `what`.
ASKS = {"undo": REWIND, "pace": PACE, "end": END}


async def offer(request: Request) -> Response:
    """Ask the others for what the form says: `what` is undo, pace or end."""
    return await play.change_seat(request, _offer)


async def _offer(tables: Tables, table: str, seat: int, form: Form) -> TableGame:
    what, name = ASKS.get(form.get("what", ""), ""), form.get("pace", "")
    if not what or (what == PACE and choice_of(name) is None):
        raise Stale
    table_game = await tables.get(table)
    header, is_listed = table_game.header, table_game.is_listed
    pace = pace_of(name, header.game, header.players, by_claim=not is_listed)
    return await verbs.offer(tables, table, seat, forms.number(form.get("seq")), form["key"], what, pace)


async def consent(request: Request) -> Response:
    """Answer the request of the row `offer`: yes=1 agrees, anything else declines or withdraws it."""

    def answer(tables: Tables, table: str, seat: int, form: Form) -> Awaitable[TableGame]:
        number, agrees = forms.number(form.get("offer")), form.get("yes") == "1"
        return verbs.answer(tables, table, seat, form["key"], number=number, agrees=agrees)

    return await play.change_seat(request, answer)


async def resign(request: Request) -> Response:
    """Let a bot play the seat of the form to the end."""

    def leave_for_good(tables: Tables, table: str, seat: int, form: Form) -> Awaitable[TableGame]:
        return verbs.resign(tables, table, seat, form["key"], levels.usual())

    return await play.change_seat(request, leave_for_good)


async def claim(request: Request) -> Response:
    """Let a bot play on for the person in the seat `late`, whose time is up."""
    return await play.change_seat(request, _claim)


async def _claim(tables: Tables, table: str, _seat: int, form: Form) -> TableGame:
    late = forms.number(form.get("late"))
    if not 0 <= late < len((await tables.get(table)).seats):
        raise Stale
    return await verbs.claim(tables, table, late, form["key"], levels.usual())


async def zone(request: Request) -> Response:
    """Note the time zone of the person in a seat, so that no deadline falls into the night."""

    def note(tables: Tables, table: str, seat: int, form: Form) -> Awaitable[TableGame]:
        return verbs.move_zone(tables, table, seat, form.get("zone", ""))

    return await play.change_seat(request, note)

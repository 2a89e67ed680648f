"""Which rules besides the one that it is told with an event follows from, or was changed by."""

from __future__ import annotations

from collections.abc import Iterator

from donjon.caylus import castle, placing, road, tables
from donjon.caylus.events import Event
from donjon.caylus.nouns import INN_RIGHT, NONE, ROAD, SECTIONS, Class, Decision, Phase, Space, Tile
from donjon.caylus.round_end import is_due
from donjon.kernel.citing import Around, Citations
from donjon.kernel.events import NamedEvent

_INCOME = {
    Tile.RESIDENCE: ("CAY-4.2", "CAY-8.4.6"),
    Tile.LIBRARY: ("CAY-4.3",),
    Tile.HOTEL: ("CAY-4.4",),
}
_PRODUCTION = {
    Class.NEUTRAL: "CAY-8.2.2",
    Class.FIXED: "CAY-8.2.3",
    Class.WOOD: "CAY-8.2.4",
    Class.STONE: "CAY-8.2.5",
}
_CIRCLES = {Space.STABLES: "CAY-5.6.1", Space.INN: "CAY-5.6.2", Space.CASTLE: "CAY-5.6.3"}


def _place_in_order(_told: NamedEvent, around: Around) -> Iterator[str]:
    yield "CAY-2.4"
    if around.after.players == 2:
        yield "CAY-13.1"


def _round(told: NamedEvent, _around: Around) -> Iterator[str]:
    yield "CAY-2.8" if told.round == 1 else "CAY-10.4.2"


def _phase(told: NamedEvent, around: Around) -> Iterator[str]:
    if any(around.before.seats[seat].rows.any() for seat in range(around.before.players)):
        yield "CAY-11.4.3"
    if told.phase == Phase.ROAD:
        yield "CAY-7.6"
    inside = [int(seat) for seat in around.before.castle if seat != NONE]
    if told.phase == Phase.END and inside:
        yield "CAY-9.7"
        if not any(around.after.seats[seat].batches for seat in inside):
            yield "CAY-9.6.3"


def _income(told: NamedEvent, around: Around) -> Iterator[str]:
    """Nothing is built between the income and the decision that follows: the buildings stand as they did."""
    for space in range(1, ROAD + 1):
        if around.after.owner[space] == told.seat:
            yield from _INCOME.get(Tile(around.after.tile[space]), ())


def _passed(told: NamedEvent, around: Around) -> Iterator[str]:
    yield "CAY-5.2.1"
    if placing.mark_placing(around.before, told.seat, 0, None):
        yield "CAY-5.1.2"
    elif (
        INN_RIGHT in list(around.before.seats[told.seat].workers) and not around.before.seats[told.seat].home
    ):
        yield "CAY-5.1.4"


def _first_to_pass(_told: NamedEvent, around: Around) -> Iterator[str]:
    if around.before.players == 2:
        yield "CAY-13.6"


def _placed(told: NamedEvent, around: Around) -> Iterator[str]:
    is_own = placing.is_own(around.before, told.seat, told.space)
    has_discount = around.before.worker[INN_RIGHT] == told.seat
    if has_discount:
        yield "CAY-6.7.4"
    elif told.space <= Space.CASTLE:
        yield "CAY-5.4.4"
    if is_own:
        yield "CAY-5.5.2"
    if around.before.players == 2 and around.before.passed and (is_own or has_discount):
        yield "CAY-13.5"
    if told.space in _CIRCLES:
        yield _CIRCLES[Space(told.space)]
    if told.space == Space.CASTLE and not castle.mark_batches(around.before, told.seat, 0, None):
        yield "CAY-5.6.4"
    if not road.runs(told.space - Space.CASTLE, around.before.provost):
        yield "CAY-5.3.4"


def _visited(_told: NamedEvent, around: Around) -> Iterator[str]:
    yield "CAY-5.5.1"
    if around.before.decision == Decision.PLACE and around.before.worker[INN_RIGHT] == around.before.actor:
        yield "CAY-5.5.4"


def _moved_from_gate(told: NamedEvent, _around: Around) -> Iterator[str]:
    yield "CAY-6.2.2"
    if told.space in _CIRCLES:
        yield _CIRCLES[Space(told.space)]


def _provost_moved(told: NamedEvent, around: Around) -> Iterator[str]:
    if around.before.decision == Decision.PROVOST:
        yield "CAY-7.3"
    if around.before.tile[told.target] == NONE:
        yield "CAY-7.5"


def _produced(told: NamedEvent, around: Around) -> Iterator[str]:
    kind = Class(tables.CLASS[told.tile])
    yield _PRODUCTION[kind]
    for space in range(1, ROAD + 1):
        if around.before.tile[space] == told.tile:
            if kind == Class.STONE and around.before.owner[space] == told.seat:
                yield "CAY-8.2.7"
            if around.before.pending[space] != NONE:
                yield "CAY-8.4.8"


def _not_reached(told: NamedEvent, around: Around) -> Iterator[str]:
    yield "CAY-8.6.1"
    if around.before.owner[told.road] not in (NONE, told.seat):
        yield "CAY-5.5.3"
        if tables.OWNER_BONUS[told.tile].any():
            yield "CAY-8.2.8"


def _built(told: NamedEvent, around: Around) -> Iterator[str]:
    is_prestige = tables.CLASS[told.tile] == Class.PRESTIGE
    yield from ("CAY-8.3.2", "CAY-8.3.7" if is_prestige else "CAY-8.3.4")
    if around.before.by_favour:
        yield from ("CAY-11.5.4", "CAY-11.5.5", "CAY-11.5.6")
    else:
        yield "CAY-8.3.1"
    if tables.FAVOURS[told.tile]:
        yield from ("CAY-8.3.8", "CAY-11.1.1")
    if told.tile == Tile.CHURCH:
        yield "CAY-8.3.9"
    if not is_prestige:
        yield "CAY-8.3.10"


def _to_convert(_told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("CAY-8.4.1", "CAY-8.4.2")
    if around.before.by_favour:
        yield from ("CAY-11.5.4", "CAY-11.5.5")
    if sum(seat != NONE for seat in around.after.pending) > 1:
        yield "CAY-8.4.10"


def _converted(told: NamedEvent, around: Around) -> Iterator[str]:
    yield "CAY-8.4.5"
    if around.before.worker[Space.CASTLE + told.road] != NONE:
        yield "CAY-8.4.7"
        yield "CAY-8.1.5" if road.runs(told.road, around.before.provost) else "CAY-8.6.1"


def _batch(told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("CAY-9.2.1", "CAY-9.2.2", "CAY-9.2.3", "CAY-9.3.2")
    if told.section == around.before.scored:
        yield "CAY-9.3.1"


def _no_batch(told: NamedEvent, _around: Around) -> Iterator[str]:
    yield "CAY-9.2.1"
    if told.vp < tables.NO_BATCH_LOSS:
        yield "CAY-3.4"


def _bailiff(told: NamedEvent, around: Around) -> Iterator[str]:
    if around.after.tile[told.target] == NONE:
        yield "CAY-10.1.2"


def _section_scored(told: NamedEvent, around: Around) -> Iterator[str]:
    first, end = tables.FIRST_PART[told.section : told.section + 2]
    yield "CAY-10.3.1"
    if NONE in list(around.before.parts[first:end]):
        yield "CAY-9.3.4"
    if told.section + 1 < SECTIONS:
        yield "CAY-10.4.1"
        if is_due(around.after, told.section + 1):
            yield "CAY-10.2.3"


def _section_result(told: NamedEvent, around: Around) -> Iterator[str]:
    if -told.gain < tables.SECTION_LOSS[told.section, told.houses]:
        yield "CAY-3.4"
    if told.gain:
        yield "CAY-10.3.5"
    if told.gain > 0:
        yield "CAY-11.1.1"
    if around.after.seats[told.seat].houses[told.section + 1 :].any():
        yield "CAY-10.3.6"


def _row_chosen(told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("CAY-11.1.2", "CAY-11.2.1", "CAY-11.4.1")
    if told.before == told.column:
        yield "CAY-11.2.4"
    others = (around.before.seats[seat] for seat in range(around.before.players) if seat != told.seat)
    if any(other.columns[told.row] == told.column for other in others):
        yield "CAY-11.2.5"


def _row_not_used(_told: NamedEvent, around: Around) -> Iterator[str]:
    yield "CAY-11.5.4" if around.before.decision == Decision.FAVOUR_BUILD else "CAY-11.5.3"


CITES: Citations = {
    Event.PLACE_IN_ORDER: _place_in_order,
    Event.ROUND_BEGAN: _round,
    Event.PHASE_BEGAN: _phase,
    Event.INCOME: _income,
    Event.PASSED: _passed,
    Event.FIRST_TO_PASS: _first_to_pass,
    Event.PLACED: _placed,
    Event.VISITED: _visited,
    Event.MOVED_FROM_GATE: _moved_from_gate,
    Event.PROVOST_MOVED: _provost_moved,
    Event.JOUSTED: ("CAY-11.1.1",),
    Event.NEW_PLACE: ("CAY-6.6.2",),
    Event.INN_MOVED: ("CAY-6.7.3",),
    Event.PRODUCED: _produced,
    Event.OWNER_TOOK: ("CAY-8.2.9",),
    Event.NOT_REACHED: _not_reached,
    Event.PAID_ANY: ("CAY-8.3.2",),
    Event.BUILT: _built,
    Event.TO_CONVERT: _to_convert,
    Event.CONVERTED: _converted,
    Event.BATCH: _batch,
    Event.NO_BATCH: _no_batch,
    Event.NO_ROOM: ("CAY-9.3.3",),
    Event.MOST_HOUSES: ("CAY-9.6.1", "CAY-11.1.1"),
    Event.TIED_HOUSES: ("CAY-9.6.1", "CAY-11.1.1"),
    Event.BAILIFF_MOVED: _bailiff,
    Event.SECTION_SCORED: _section_scored,
    Event.SECTION_RESULT: _section_result,
    Event.FAVOUR_VP: ("CAY-14.1",),
    Event.ROW_CHOSEN: _row_chosen,
    Event.ROW_GAIN: ("CAY-11.2.3",),
    Event.FAVOUR_CUBE: ("CAY-11.2.3",),
    Event.SWAPPED: ("CAY-11.2.3",),
    Event.FAVOUR_NOT_USED: _row_not_used,
    Event.GAME_OVER: ("CAY-10.4.2",),
}

"""The view that all have (CAY-3.3): as plain data, and as numbers for a learner."""

from __future__ import annotations

from functools import cache
from typing import Any

from donjon.games.caylus import placing, road, round_end, tables
from donjon.games.caylus.model import (
    HOME,
    INN_RIGHT,
    NONE,
    ROAD,
    SECTIONS,
    SOURCES,
    STATE,
    TILES,
    WORKERS,
    Class,
    Cube,
    Decision,
    Phase,
    Row,
    Section,
    Space,
    State,
    Tile,
    Values,
)
from donjon.games.caylus.provost import for_viewer, forecast
from donjon.games.caylus.round_end import deadlines
from donjon.games.caylus.spaces import subject_of
from donjon.kernel.compiling import compilable
from donjon.kernel.observing import Observation
from donjon.kernel.rng import Rng
from donjon.kernel.rules import NATURE, ranking, seats_waiting
from donjon.kernel.seat_numbers import reader_number
from donjon.kernel.views import shared

# For people


_SINGLE = (Space.GATE, Space.TRADING_POST, Space.MERCHANTS_GUILD, Space.JOUST_FIELD)
_IN_STOCK = (Class.WOOD, Class.STONE, Class.PRESTIGE)


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """Return the table as `seat` (None or NOBODY: a spectator) sees it; JSON-able. Raises UnknownSeat.

    docs/caylus.md lists the fields.
    """
    seat = reader_number(seat, int(state.players))
    shared = _shared_view(state)
    return shared | {"seat": seat, "forecast": for_viewer(shared["forecast"], state, seat)}


@shared(STATE)
def _shared_view(state: Any) -> dict[str, Any]:
    """Return the part of the view that all viewers share."""
    # Within an action no seat is to move.
    is_settled = state.actor != NONE or state.phase == Phase.SETUP
    is_over = bool(state.phase == Phase.OVER)
    return {
        "game": "caylus",
        "seat": None,
        "seats": int(state.players),
        "simplified": bool(state.simplified),
        "tile_values": Values(state.values).id,
        "round": int(state.round),
        "phase": Phase(state.phase).id,
        "ask": Decision(state.decision).id,
        "actor": seat_or_none(state.actor),
        "waiting": [other for other in seats_waiting(state) if other != NATURE] if is_settled else [],
        "at": _at(state),
        "chosen": chosen(state),
        "by_favour": bool(state.by_favour),
        "owed": int(state.owed),
        "order": [seat_or_none(state.order[place]) for place in range(state.players)],
        "passed": _passed(state),
        "provost": int(state.provost),
        "bailiff": int(state.bailiff),
        "special": _special(state),
        "castle": _castle(state),
        "road": [_road_space(state, space) for space in range(1, ROAD + 1)],
        "workers": [worker for other in range(state.players) for worker in _workers(state, other)],
        "stock": _stock(state),
        "favour": _favour(state),
        "players": [_player(state, other) for other in range(state.players)],
        "forecast": forecast(state),
        "last": [] if state.last == NONE else [subject_of(int(state.last))],
        "over": is_over,
        "ranks": ranking(state) if is_over else None,
    }


def _passed(state: Any) -> list[int]:
    """Return the seats on the passing scale; none when all have moved the provost (CAY-7.6)."""
    if state.phase > Phase.PROVOST:
        return []
    return [int(state.passing[place]) for place in range(state.passed)]


def seat_or_none(seat: Any) -> int | None:
    """Return a seat as plain data."""
    return None if seat == NONE else int(seat)


def _at(state: Any) -> str | None:
    """Return the thing that is being resolved."""
    if state.phase == Phase.SPECIAL and state.cursor < Space.CASTLE:
        return Space(state.cursor).id
    if state.phase == Phase.ROAD and state.cursor <= ROAD:
        return f"road-{int(state.cursor)}"
    if state.phase == Phase.CASTLE:
        return "castle"
    if state.phase == Phase.PROVOST:
        return "provost"
    return Section(state.scored).id if state.scoring else None


def chosen(state: Any) -> str | None:
    """Return the first half of a decision that is half done: a tile to build, or a cube to give back."""
    if state.chosen == NONE:
        return None
    return Cube(state.chosen).id if state.decision == Decision.SWAP_FOR else Tile(state.chosen).id


def _special(state: Any) -> dict[str, Any]:
    return {
        **{Space(space).id: seat_or_none(state.worker[space]) for space in _SINGLE},
        "stables": [seat_or_none(seat) for seat in state.stables],
        "inn": {
            "left": seat_or_none(state.worker[Space.INN]),
            "right": seat_or_none(state.worker[INN_RIGHT]),
        },
    }


def _castle(state: Any) -> dict[str, Any]:
    return {
        "workers": [seat_or_none(seat) for seat in state.castle],
        "current": Section(state.scored).id if state.scored < SECTIONS else None,
        "sections": [_section(state, section, *rounds) for section, rounds in enumerate(deadlines(state))],
    }


def _section(state: Any, section: int, slowest: int | None, fastest: int | None) -> dict[str, Any]:
    parts = [
        seat_or_none(seat)
        for seat in state.parts[tables.FIRST_PART[section] : tables.FIRST_PART[section + 1]]
    ]
    is_scored = bool(section < state.scored)
    return {
        "id": Section(section).id,
        "parts": parts,
        "free": 0 if is_scored else parts.count(None),
        "scored": is_scored,
        "space": int(tables.SECTION_SPACE[section]),
        "vp": int(tables.HOUSE_VP[section]),
        "slowest": slowest,
        "fastest": fastest,
    }


# The ids of each tile and of its class, and the section that is scored when the bailiff is on a space.
_TILE_IDS = [(Tile(tile).id, Class(tables.CLASS[tile]).id) for tile in range(TILES)]
_SECTION_AT = {int(space): Section(section).id for section, space in enumerate(tables.SECTION_SPACE)}


def _road_space(state: Any, space: int) -> dict[str, Any]:
    tile = int(state.tile[space])
    name, kind = (None, None) if tile == NONE else _TILE_IDS[tile]
    return {
        "space": space,
        "tile": name,
        "class": kind,
        "owner": seat_or_none(state.owner[space]),
        "worker": seat_or_none(state.worker[Space.CASTLE + space]),
        "pending": seat_or_none(state.pending[space]),
        "runs": road.runs(space, int(state.provost)),
        "next": bool(space == state.free),
        "section": _SECTION_AT.get(space),
    }


def _workers(state: Any, seat: int) -> list[dict[str, Any]]:
    """Return every worker with an id for life and the place where it stands."""
    return [
        {
            "id": f"w{seat}-{worker}",
            "seat": seat,
            "at": place_of(state, seat, int(state.seats[seat].workers[worker])),
        }
        for worker in range(WORKERS)
    ]


def place_of(state: Any, seat: int, place: int) -> str:
    """Return where a worker of the seat stands: "home", "gate", "stables-2", "inn-left", "road-9"."""
    if place == HOME:
        return "home"
    if place == Space.STABLES:
        return f"stables-{list(state.stables).index(seat) + 1}"
    if place == Space.CASTLE:
        return f"castle-{list(state.castle).index(seat) + 1}"
    if place in (Space.INN, INN_RIGHT):
        return "inn-left" if place == Space.INN else "inn-right"
    return subject_of(place)


def cost_of(tile: int) -> dict[str, int]:
    """Return the cost of a tile, by cube; "any" for a cube of any kind (CAY-8.3.2)."""
    cost = {Cube(cube).id: int(count) for cube, count in enumerate(tables.COST[tile]) if count}
    return {**cost, "any": int(tables.ANY[tile])} if tables.ANY[tile] else cost


def _stock(state: Any) -> list[dict[str, Any]]:
    return [{**about, "left": int(state.stock[tile])} for tile, about in _tiles(int(state.values)).items()]


@cache
def _tiles(values: int) -> dict[int, dict[str, Any]]:
    """Return the parts of the stock's tiles that are the same in every game with these values."""
    return {
        tile: {
            "tile": Tile(tile).id,
            "class": Class(tables.CLASS[tile]).id,
            "left": 0,
            "cost": cost_of(tile),
            "vp": int(tables.VP[values, tile]),
            "favours": int(tables.FAVOURS[tile]),
        }
        for tile in range(TILES)
        if tables.CLASS[tile] in _IN_STOCK
    }


def _favour(state: Any) -> dict[str, Any]:
    seats = [state.seats[seat] for seat in range(state.players)]
    return {
        "open": int(tables.OPEN_COLUMNS[state.scored]),
        "columns": {name: [int(me.columns[row]) for me in seats] for row, name in enumerate(Row.ids())},
        "used": {name: [bool(me.rows[row]) for me in seats] for row, name in enumerate(Row.ids())},
    }


def _player(state: Any, seat: int) -> dict[str, Any]:
    me = state.seats[seat]
    return {
        "seat": seat,
        "deniers": int(me.deniers),
        "cubes": {name: int(me.cubes[cube]) for cube, name in enumerate(Cube.ids())},
        "vp": int(me.vp),
        "total": int(me.vp),
        "home": int(me.home),
        "residences": int(me.residences),
        "income": int(placing.income_of(state, seat)),
        "passed": seat in _passed(state),
        "houses": {name: int(me.houses[section]) for section, name in enumerate(Section.ids())},
        "points": {name: int(me.sources[source]) for source, name in enumerate(SOURCES)},
        "count": {
            "gold": int(round_end.count_gold(me)),
            "cubes": int(round_end.count_cubes(me)),
            "deniers": int(round_end.count_deniers(me)),
        },
        "place": next((place for place in range(state.players) if state.order[place] == seat), None),
        "tiles": [Tile(state.tile[space]).id for space in range(1, ROAD + 1) if state.owner[space] == seat],
    }


# For learners


# All is public, so the views show all fields of the records (CAY-3.3).
SEEN = Observation(State)
observe = SEEN.fill


@compilable
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Change nothing: nothing is hidden (CAY-3.3)."""


def settled(state: State) -> bool:
    """Return whether the setup is over: then nothing is drawn and nothing is hidden (CAY-3.3)."""
    return bool(state.phase != Phase.SETUP)

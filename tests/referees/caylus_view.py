"""What everybody may see of a game of Caylus: fields of the view (docs/caylus.md), without the aids."""

from __future__ import annotations

from typing import Any

from tests.referees.caylus_printed import (
    CASTLE,
    KINDS,
    LETTERS,
    ROAD,
    ROWS,
    SECTIONS,
    SOURCES,
    SPECIALS,
    STABLES,
    TILES,
)
from tests.referees.caylus_table import Table
from tests.referees.parts import Part

CRAFT = ("wood", "stone", "prestige")


def shown(table: Table) -> dict[str, Any]:
    """The fields that are the same for all who look."""
    return {
        "seats": len(table.players),
        "simplified": table.simplified,
        "tile_values": "revised" if table.revised else "rulebook",
        "round": table.round,
        "phase": table.phase,
        "order": table.order,
        "passed": table.passed,
        "provost": table.provost,
        "bailiff": table.bailiff,
        "special": special(table),
        "castle": castle(table),
        "road": [road_space(table, space) for space in ROAD],
        "stock": [stock(table, tile) for tile, (kind, *_) in TILES.items() if kind in CRAFT],
        "favour": favour(table),
        "players": [player(table, seat) for seat in range(len(table.players))],
    }


def special(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = {name: table.at.get(name) for name in SPECIALS[:4]}
    found["stables"] = [table.at.get(circle) for circle in STABLES]
    found["inn"] = {side: table.at.get(f"inn {side}") for side in ("left", "right")}
    return found


def castle(table: Table) -> dict[str, Any]:
    return Part(
        {
            "workers": [table.at.get(place) for place in CASTLE],
            "current": table.current(),
            "sections": [section(table, name) for name in SECTIONS],
        }
    )


def section(table: Table, name: str) -> dict[str, Any]:
    parts, vp, space, _ = SECTIONS[name]
    houses = table.castle[name]
    return Part(
        {
            "id": name,
            "parts": [*houses, *[None] * (parts - len(houses))],
            "free": table.free(name),
            "scored": name in [*SECTIONS][: table.scored],
            "space": space,
            "vp": vp,
        }
    )


def road_space(table: Table, space: int) -> dict[str, Any]:
    building = table.road.get(space)
    ends = [name for name, (_, _, end, _) in SECTIONS.items() if end == space]
    return Part(
        {
            "space": space,
            "tile": building and building.tile,
            "class": building and building.kind,
            "owner": building and building.owner,
            "pending": building and building.pending,
            "worker": table.at.get(f"road {space}"),
            "runs": space <= table.provost,
            "next": space in table.unbuilt(),
            "section": ends[0] if ends else None,
        }
    )


def stock(table: Table, tile: str) -> dict[str, Any]:
    kind, cost, _, favours, _ = TILES[tile]
    names = dict(zip((*LETTERS, "?"), (*KINDS, "any"), strict=True))
    return Part(
        {
            "tile": tile,
            "class": kind,
            "left": table.left(tile),
            "cost": {name: cost.count(letter) for letter, name in names.items() if letter in cost},
            "vp": table.vp(tile),
            "favours": favours,
        }
    )


def favour(table: Table) -> dict[str, Any]:
    return {
        "open": table.open_columns(),
        "columns": {row: [own.columns[row] for own in table.players] for row in ROWS},
        "used": {row: [row in own.used for own in table.players] for row in ROWS},
    }


def player(table: Table, seat: int) -> dict[str, Any]:
    own = table.players[seat]
    return Part(
        {
            "seat": seat,
            "deniers": own.deniers,
            "cubes": {kind: own.cubes[kind] for kind in KINDS},
            "vp": own.points.total(),
            "total": own.points.total(),
            "home": table.home(seat),
            "residences": len(table.residences(seat)),
            "income": table.income(seat),
            "passed": seat in table.passed,
            "houses": {name: houses.count(seat) for name, houses in table.castle.items()},
            "points": {source: own.points[source] for source in SOURCES},
            "count": table.count(seat),
            "place": table.order.index(seat),
            "tiles": [table.road[space].tile for space in table.owned(seat)],
        }
    )

"""What a stated position puts on the board: road, workers, castle, stock, players; each value checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.caylus import building
from donjon.caylus.nouns import (
    CASTLE_SPACES,
    CIRCLES,
    HOME,
    INN_RIGHT,
    NEUTRALS,
    NONE,
    PARTS,
    ROAD,
    SOURCES,
    SPECIAL_IDS,
    TILES,
    WORKERS,
    Class,
    Cube,
    Row,
    Section,
    Source,
    Space,
    Tile,
)
from donjon.caylus.tables import (
    CLASS,
    CONVERTIBLE,
    COUNT,
    FIRST_PART,
    OPEN_COLUMNS,
    START_TILE,
    TAKES_WORKERS,
)
from donjon.errors import BadPosition
from donjon.kernel.foreign import short
from donjon.kernel.stated import by_seat, keyed, listed, one_of_or_none, whole

MOST = 9999  # of deniers, cubes or points in a stated position

# Where a worker can be: the space, and which circle or place of it.
PLACES: dict[str, tuple[int, int]] = {
    "home": (HOME, 0),
    **{name: (space, 0) for space, name in enumerate(SPECIAL_IDS[: Space.STABLES])},
    **{f"stables {circle + 1}": (int(Space.STABLES), circle) for circle in range(CIRCLES)},
    "inn left": (int(Space.INN), 0),
    "inn right": (INN_RIGHT, 0),
    **{f"castle {place + 1}": (int(Space.CASTLE), place) for place in range(CASTLE_SPACES)},
    **{f"road {space}": (Space.CASTLE + space, 0) for space in range(1, ROAD + 1)},
}
_PLACE_NAMES = {place: name for name, place in PLACES.items()}


def seat_number(state: Any, field: str, value: Any) -> int:
    """A seat; None is NONE."""
    return NONE if value is None else whole(field, value, 0, int(state.players) - 1)


# Road and stock


def show_road(state: Any) -> dict[str, Any]:
    """Every road space with a tile: the tile, its owner, and who has paid for its conversion."""
    road: dict[str, Any] = {}
    for space in range(1, ROAD + 1):
        if state.tile[space] != NONE:
            road[str(space)] = {"tile": Tile(state.tile[space]).id}
            for name in ("owner", "pending"):
                if state[name][space] != NONE:
                    road[str(space)][name] = int(state[name][space])
    return road


def read_road(state: Any, field: str, value: Any) -> None:
    """The spaces that are named change; the stock is what is not on the road."""
    spaces = keyed(field, value, [str(space) for space in range(1, ROAD + 1)], "{'9': {'tile': 'mason'}}")
    for name, entry in spaces.items():
        where = f"{field} {name}"
        said = {} if entry is None else keyed(where, entry, ("tile", "owner", "pending"), "{'tile': 'mason'}")
        space = int(name)
        tile = one_of_or_none(where, said["tile"], Tile.ids()) if "tile" in said else int(state.tile[space])
        state.tile[space] = NONE if entry is None else tile
        state.owner[space] = seat_number(state, f"{where} owner", said.get("owner"))
        state.pending[space] = seat_number(state, f"{where} pending", said.get("pending"))
        _check_tile(state, space)
    building.find_free(state)
    for seat in range(state.players):
        state.seats[seat].residences = sum(
            building.is_residence(state, seat, space) for space in range(1, ROAD + 1)
        )
    fill_stock(state)


def _check_tile(state: Any, space: int) -> None:
    """CAY-1.9, CAY-8.4.2, CAY-8.4.3: may this tile with this owner lie on this space?"""
    tile, owner, pending = int(state.tile[space]), int(state.owner[space]), int(state.pending[space])
    name = "no tile" if tile == NONE else f"the tile {Tile(tile).id!r}"
    kind = Class.NEUTRAL if tile == NONE else int(CLASS[tile])
    printed = int(state.neutral[space - 1]) if space <= NEUTRALS else int(START_TILE[space])
    if START_TILE[space] != NONE and tile != printed:
        raise BadPosition(f"Road space {space} always holds {Tile(printed).id!r}, not {name} (CAY-1.9).")
    if tile != printed:
        if space <= NEUTRALS and kind not in (Class.RESIDENTIAL, Class.PRESTIGE):
            raise BadPosition(
                f"Road space {space} holds {Tile(printed).id!r} or what replaces it, not {name}: "
                "say with the option 'neutral_tiles' which neutral tiles lie where."
            )
        if tile != NONE and kind in (Class.NEUTRAL, Class.FIXED):
            raise BadPosition(f"Road space {space} never holds {name} (CAY-1.9).")
    has_house = tile != NONE and kind not in (Class.NEUTRAL, Class.FIXED)
    if has_house and owner == NONE:
        raise BadPosition(f"Road space {space} needs an 'owner': the seat that built {name}.")
    if not has_house and owner != NONE:
        raise BadPosition(f"Road space {space} with {name} has no 'owner': no house stands there.")
    if pending != NONE and not (CONVERTIBLE[tile] and owner in (NONE, pending)):
        raise BadPosition(
            f"'pending' on road space {space}: seat {pending} cannot convert {name} (CAY-8.4.3)."
        )


def fill_stock(state: Any) -> None:
    """CAY-3.7: what does not lie on the road is in the bank."""
    for tile in range(TILES):
        used = int((state.tile[1:] == tile).sum())
        if COUNT[tile] and used > COUNT[tile]:
            raise BadPosition(
                f"The road holds {Tile(tile).id!r} {used} times, but there are {COUNT[tile]} (CAY-3.7)."
            )
        state.stock[tile] = COUNT[tile] - used if COUNT[tile] else 0


def show_stock(state: Any) -> dict[str, int]:
    """The tiles of which the bank holds other than what is not on the road; in play there are none."""
    return {
        Tile(tile).id: int(state.stock[tile])
        for tile in range(TILES)
        if COUNT[tile] and state.stock[tile] != COUNT[tile] - (state.tile[1:] == tile).sum()
    }


def read_stock(state: Any, field: str, value: Any) -> None:
    """Fewer copies than are not on the road; the tiles that are named change."""
    tiles = keyed(field, value, [Tile(tile).id for tile in range(TILES) if COUNT[tile]], "{'mason': 0}")
    for name, left in tiles.items():
        tile = Tile.ids().index(name)
        state.stock[tile] = whole(f"{field} {name}", left, 0, int(state.stock[tile]))


# The castle


def show_castle(state: Any) -> dict[str, Any]:
    """The seats whose houses stand in each section, in the order of the parts."""
    return {
        name: [int(seat) for seat in state.parts[FIRST_PART[index] : FIRST_PART[index + 1]] if seat != NONE]
        for index, name in enumerate(Section.ids())
    }


def read_castle(state: Any, field: str, value: Any) -> None:
    """CAY-9.3.2: houses fill a section from its first part on; the sections that are named change."""
    sections = keyed(field, value, Section.ids(), "{'dungeon': [0, 1]}")
    for name, seats in sections.items():
        first, end = (int(FIRST_PART[Section.ids().index(name) + step]) for step in (0, 1))
        where = f"{field} {name}"
        houses = [whole(where, seat, 0, int(state.players) - 1) for seat in listed(where, seats, end - first)]
        state.parts[first:end] = houses + [NONE] * (end - first - len(houses))
    for index in range(len(Section)):
        own = state.parts[FIRST_PART[index] : FIRST_PART[index + 1]]
        for seat in range(state.players):
            state.seats[seat].houses[index] = int((own == seat).sum())
    for part in range(int(FIRST_PART[state.scored]), PARTS - 1):
        if state.parts[part] == NONE and (state.parts[part + 1 :] != NONE).any():
            raise BadPosition(
                "'castle' has a house in a later section while the current one has a free part: "
                "houses fill the current section first (CAY-9.3.2)."
            )


# Workers


def show_workers(state: Any, seat: int) -> list[str]:
    """Where each of a seat's workers is."""
    shown = []
    for worker in state.seats[seat].workers:
        circles = {int(Space.STABLES): state.stables, int(Space.CASTLE): state.castle}.get(int(worker))
        shown.append(_PLACE_NAMES[int(worker), 0 if circles is None else list(circles).index(seat)])
    return shown


def read_workers(state: Any, field: str, value: Any) -> None:
    """CAY-5.3.3, CAY-5.6: where each worker is; those not named are at home."""
    for seat, places in enumerate(by_seat(state, field, value)):
        if places is None:
            continue
        names = listed(f"{field} of seat {seat}", places, WORKERS)
        for worker, name in enumerate(names + ["home"] * (WORKERS - len(names))):
            if not isinstance(name, str) or name not in PLACES:
                raise BadPosition(f"{field!r} knows no place {short(name)}; places are: {_PLACE_EXAMPLES}.")
            _put_worker(state, seat, worker, name)
    for circles, name, rule in (
        (state.stables, "stables", "CAY-5.6.1"),
        (state.castle, "castle", "CAY-5.6.3"),
    ):
        taken = [int(seat) for seat in circles if seat != NONE]
        if (circles[: len(taken)] == NONE).any():
            raise BadPosition(f"Workers take the lowest free space: {name!r} has a gap ({rule}).")
        if len(set(taken)) < len(taken):
            raise BadPosition(f"A player has at most one worker in the {name} ({rule}).")


_PLACE_EXAMPLES = "home, gate, trading_post, merchants_guild, joust_field, stables 1 to stables 3, " + (
    f"inn left, inn right, castle 1 to castle {CASTLE_SPACES}, road 1 to road {ROAD}"
)


def _put_worker(state: Any, seat: int, worker: int, name: str) -> None:
    space, index = PLACES[name]
    state.seats[seat].workers[worker] = space
    if space == HOME:
        return
    state.seats[seat].home -= 1
    if space == Space.STABLES and state.players == 2:
        raise BadPosition("A worker in the stables: two players do not use them (CAY-13.3).")
    if Space.CASTLE < space < INN_RIGHT:
        tile = int(state.tile[space - Space.CASTLE])
        if tile == NONE or not TAKES_WORKERS[tile]:
            raise BadPosition(f"A worker on {name!r}: no worker is ever placed there (CAY-5.3.2).")
    circles, at = {
        int(Space.STABLES): (state.stables, index),
        int(Space.CASTLE): (state.castle, index),
    }.get(space, (state.worker, space))
    if circles[at] != NONE:
        raise BadPosition(f"Two workers on {name!r}: it holds one (CAY-5.3.3).")
    circles[at] = seat


# Players


def show_player(state: Any, seat: int) -> dict[str, Any]:
    """What a player holds."""
    me = state.seats[seat]
    return {
        "deniers": int(me.deniers),
        "cubes": {name: int(count) for name, count in zip(Cube.ids(), me.cubes, strict=True)},
        "vp": int(me.vp),
        "points": {name: int(vp) for name, vp in zip(SOURCES, me.sources, strict=True)},
        "columns": {name: int(column) for name, column in zip(Row.ids(), me.columns, strict=True)},
        "rows": [name for name, used in zip(Row.ids(), me.rows, strict=True) if used],
        "batches": int(me.batches),
    }


_PLAYER = ("deniers", "cubes", "vp", "points", "columns", "rows", "batches")


def read_players(state: Any, field: str, value: Any) -> None:
    """What is named of each seat changes; prestige points and their sources agree."""
    for seat, entry in enumerate(by_seat(state, field, value)):
        if entry is None:
            continue
        where = f"{field} of seat {seat}"
        said = keyed(where, entry, _PLAYER, "{'deniers': 5}")
        me = state.seats[seat]
        if "deniers" in said:
            me.deniers = whole(f"{where}: deniers", said["deniers"], 0, MOST)
        if "batches" in said:
            me.batches = whole(f"{where}: batches", said["batches"], 0, PARTS)
        for name, count in keyed(f"{where}: cubes", said.get("cubes", {}), Cube.ids(), "{'food': 2}").items():
            me.cubes[Cube.ids().index(name)] = whole(f"{where}: {name}", count, 0, MOST)
        _read_points(me, where, said)
        _read_favour_table(state, me, where, said)


def _read_points(me: Any, where: str, said: Mapping[str, Any]) -> None:
    points = keyed(f"{where}: points", said.get("points", {}), SOURCES, "{'castle': 5}")
    for name, vp in points.items():
        me.sources[SOURCES.index(name)] = whole(f"{where}: points: {name}", vp, -MOST, MOST)
    total = int(me.sources.sum())
    vp = whole(f"{where}: vp", said.get("vp", total), 0, MOST)
    if vp != total and "points" in said:
        raise BadPosition(f"{where!r}: 'vp' is {vp}, but the 'points' come to {total}; they must agree.")
    me.sources[Source.BUILDINGS] += vp - total
    me.vp = vp


def _read_favour_table(state: Any, me: Any, where: str, said: Mapping[str, Any]) -> None:
    columns = keyed(f"{where}: columns", said.get("columns", {}), Row.ids(), "{'vp': 2}")
    for name, column in columns.items():
        me.columns[Row.ids().index(name)] = whole(
            f"{where}: column of {name}", column, 0, int(OPEN_COLUMNS[state.scored])
        )
    if "rows" in said:
        me.rows[:] = 0
        for row in listed(f"{where}: rows", said["rows"], len(Row)):
            if row is None:
                raise BadPosition(f"{where!r}: 'rows' names rows, such as ['vp'].")
            me.rows[one_of_or_none(f"{where}: rows", row, Row.ids())] = 1

"""Chapter 8.3: building tiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from donjon.games.caylus import tables
from donjon.games.caylus.model import (
    ANY_CUBE,
    BOOK,
    CUBES,
    NONE,
    NOT_OF_PHASE,
    OWNER_STAGE,
    ROAD,
    TILES,
    Class,
    Decision,
    Phase,
    Row,
    Seat,
    Source,
    Space,
    State,
    Tile,
    amounts,
)
from donjon.games.caylus.purse import CUBE, gain_vp, own
from donjon.games.caylus.spaces import at_road, road_number, subject_of, tiles_called
from donjon.kernel.actions import Domain, Kind, Meaning, Reading
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Case, Message, Term
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number

# The tiles that can be built: all from the first wood tile on, except the residence.
FIRST_BUILT = int(Tile.FARM_FOOD)
BUILT_TILES = TILES - FIRST_BUILT

# The rules of building


def tile_built(case: Case) -> Tile:
    """Return the tile that an action builds."""
    return Tile(FIRST_BUILT + case.argument)


def cost_of(state: Any, tile: int) -> list[Any]:
    """Return the words for what a tile costs now."""
    cost: list[Any] = amounts([price(state, tile, cube) for cube in range(CUBES)])
    return [*cost, ANY_CUBE] if tables.ANY[tile] else cost


def beyond_marker(column: int | Callable[[Case], int]) -> Message:
    """Return the refusal of an effect of the row of buildings in a column that the marker has not reached."""
    return Message(
        "That is column {column}; your marker is only in column {marker}.",
        column=column,
        marker=lambda case: int(case.me.columns[Row.BUILD]),
    )


def _class_refused(case: Case) -> Message:
    """Return why the building at the cursor does not build a tile."""
    tile = tile_built(case)
    if tile == Tile.RESIDENCE:
        return Message("Residences never run out: convert a building to get one.")
    return Message(
        "The {builder} can't build the {tile}: it's a {kind}.",
        builder=Tile(case.state.tile[case.state.cursor]).term,
        tile=tile.term,
        kind=Class(tables.CLASS[tile]).term,
    )


def _cost_refused(case: Case) -> Message:
    """Return why the cost of a tile cannot be paid."""
    tile = tile_built(case)
    if case.state.stock[tile] == 0:
        return Message("None left in the stock: {tile}.", tile=tile.term)
    cost = cost_of(case.state, tile)
    return Message("The {tile} costs {cost}; you have {held}.", tile=tile.term, cost=cost)


def _payment_refused(case: Case) -> Message:
    """Return why a cube cannot pay for "any"."""
    state = case.state
    if state.decision != Decision.PAY:
        return Message("Choose the tile first; then the cube of any kind, if several can pay.")
    return Message(
        "The {tile} costs {cost}. You have {held}: no {cube} to spare.",
        tile=tile_chosen(case),
        cost=cost_of(state, int(state.chosen)),
    )


def tile_chosen(case: Case) -> Term:
    """Return the words for the tile whose building has started."""
    return Tile(case.state.chosen).term


def _read_tile(reading: Reading) -> int:
    """Return the tile to build; of several with a short name the one that is built now, or can be."""
    name = "-".join(reading.words)
    among = [tile for tile in range(FIRST_BUILT, TILES) if tile != Tile.RESIDENCE]
    matches = tiles_called(name, among)
    if len(matches) > 1:
        open_now = [tile for tile in matches if _is_open(reading, tile)]
        matches = open_now if len(open_now) == 1 else matches
    if not matches:
        raise reading.refuse("{words}: there is no tile {name} to build.", name=repr(name))
    if len(matches) > 1:
        options = ", ".join(Tile(tile).text for tile in matches)
        raise reading.refuse("{words} matches several tiles. Type one of: {tiles}.", tiles=options)
    return matches[0] - FIRST_BUILT


def _read_number(reading: Reading) -> int:
    """Return the road space that is named by its number alone."""
    return road_number(reading) if len(reading.words) == 1 else road_number(replace(reading, words=[]))


def road_subject(space: int) -> str:
    """Return the subject of a road space, "" where there is none."""
    return subject_of(Space.CASTLE + space) if space else ""


def _is_open(reading: Reading, tile: int) -> bool:
    state, seat = reading.state, reading.seat
    if seat != state.actor or state.decision not in (Decision.BUILD, Decision.FAVOUR_BUILD):
        return bool(state.chosen == tile)
    return forbids_build(state, seat, tile) == 0


BUILD = Kind(Domain("a tile", BUILT_TILES, lambda _state, at: Tile(FIRST_BUILT + at).text, _read_tile))
PAY = Kind(CUBE)
SITE = Kind(Domain("the number of a road space", ROAD + 1, lambda _state, space: str(space), _read_number))
WRONG_CLASS = BOOK.forbids("CAY-8.3.1", _class_refused)
COST = BUILD.refuses("CAY-8.3.2", _cost_refused)
PAY.refuses("CAY-8.3.2", _payment_refused)
ANY_KIND = number("CAY-8.3.3")
FIRST_FREE = number("CAY-8.3.4")
NO_SPACE = BOOK.forbids("CAY-8.3.5", Message("The road is full: no unbuilt space is left."))
BUILT_AT_ONCE = number("CAY-8.3.6")
NEEDS_RESIDENCE = BUILD.refuses(
    "CAY-8.3.7", Message("A prestige tile replaces one of your residences; you have none.")
)
SITE.refuses(
    "CAY-8.3.7",
    Message("You have no residence on space {space}.", space=lambda case: case.argument),
)
FAVOURS = number("CAY-8.3.8")
CHURCH_BUILT = number("CAY-8.3.9")
NO_WORKER_YET = number("CAY-8.3.10")
FAVOUR_SOURCES = number("CAY-11.1.1")
BEYOND_MARKER = BUILD.refuses(
    "CAY-11.2.3", beyond_marker(lambda case: int(tables.BUILD_COLUMN[tables.CLASS[tile_built(case)]]))
)
BUILD_ROW = number("CAY-11.5.4")
AS_BUILDINGS = number("CAY-11.5.5")
GIVES_AS_USUAL = number("CAY-11.5.6")
PAID_ANY = BOOK.event(
    "paid_any", "{seat} pays 1 {cube} as the cube of any kind.", "cube", also=("CAY-8.3.2",)
)
BUILT = BOOK.event(
    "built",
    "{seat} builds: {tile}, space {space} (+{vp:point|points}).",
    *("tile", "road", "vp"),
    without="{seat} builds: {tile}, space {space}.",
    space=lambda named: named.road,
    at=at_road,
    also=("CAY-8.3.2",),
)
BOOK.asks(Decision.BUILD, Message("Build a tile with the {tile}?"))
BOOK.asks(Decision.PAY, Message("Choose any cube to pay for the {tile}.", tile=tile_chosen))
BOOK.asks(Decision.SITE, Message("Choose the residence that the {tile} replaces.", tile=tile_chosen))


@BOOK.fact("tile")
def _tile_at_work(case: Case) -> Term:
    return Tile(case.state.tile[case.state.cursor]).term


@compilable
def price(state: State, tile: int, cube: int) -> int:
    """Return how many cubes of a kind a tile costs; a favour makes it cheaper (CAY-8.3.2, CAY-11.5.4)."""
    cost = int(tables.COST[tile, cube])
    return cost - int(tables.DISCOUNT[tables.CLASS[tile], cube]) if state.by_favour else cost


@compilable
def can_pay(state: State, me: Seat, tile: int) -> bool:
    """Return whether a player has all the cubes of the cost (CAY-8.3.2, CAY-8.3.3)."""
    left = 0
    for cube in range(CUBES):
        rest = int(me.cubes[cube]) - price(state, tile, cube)
        if rest < 0:
            return False
        left += rest
    return left >= tables.ANY[tile]


@compilable
def can_pay_any(state: State, me: Seat, tile: int, cube: int) -> bool:
    """Return whether a cube of this kind is left for "any" when the rest is paid (CAY-8.3.3)."""
    return me.cubes[cube] > price(state, tile, cube)


@compilable
def forbids_build(state: State, seat: int, tile: int) -> int:
    """Return 0 if the seat may build the tile now, else the rule against it (CAY-8.3, CAY-11.5.4)."""
    me = state.seats[seat]
    kind = int(tables.CLASS[tile])
    if tile == Tile.RESIDENCE or (not state.by_favour and tables.BUILDS[state.tile[state.cursor]] != kind):
        return WRONG_CLASS
    if state.stock[tile] == 0 or not can_pay(state, me, tile):
        return COST
    if kind == Class.PRESTIGE:
        if me.residences == 0:
            return NEEDS_RESIDENCE
    elif state.free == 0:
        return NO_SPACE
    if state.by_favour and tables.BUILD_COLUMN[kind] > me.columns[Row.BUILD]:
        return BEYOND_MARKER
    return 0


def can_build_any(state: Any, seat: int, kind: Class) -> bool:
    """Return whether the seat may build a tile of this class now."""
    tiles = [tile for tile in range(FIRST_BUILT, TILES) if tables.CLASS[tile] == kind]
    return any(forbids_build(state, seat, tile) == 0 for tile in tiles)


@compilable
def forbids_choice(state: State, seat: int, index: int) -> int:
    """Return the result of `forbids_build` for a tile given by its place among those to build."""
    return forbids_build(state, seat, FIRST_BUILT + index)


@compilable
def mark_builds(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """Mark the tiles that can be built now (D-09, D-10) as mask[first + index]; return how many."""
    count = 0
    for index in range(BUILT_TILES):
        if state.stock[FIRST_BUILT + index] > 0 and forbids_build(state, seat, FIRST_BUILT + index) == 0:
            count += 1
            if mask is not None:
                mask[first + index] = 1
    return count


# A tile is chosen, then the cube that pays or the residence it replaces, where there is a choice


def _build(case: Case) -> Message:
    """Return the button that builds a tile."""
    tile = tile_built(case)
    return Message(
        "Build {tile}: {cost} (+{vp:point|points})",
        tile=tile.term,
        cost=cost_of(case.state, tile),
        vp=int(tables.VP[case.state.values, tile]),
    )


def _has_one_half(state: Any, seat: int, index: int) -> bool:
    return bool(second_half(state, seat, FIRST_BUILT + index) == Decision.NOTHING)


_BUILDS: Meaning = {
    "button": _build,
    "forbids": forbids_choice,
    "pieces": lambda _state, index: f"tile-{Tile(FIRST_BUILT + index).id}",
    "mark": mark_builds,
    "previews": _has_one_half,
    "about": lambda index: f"tile-{Tile(FIRST_BUILT + index).id}",
}


@BUILD.action_at(Decision.BUILD, verb="build", **_BUILDS)
@compilable
def construct(state: State, seat: int, index: int, log: EventLog | None) -> None:
    """Build with a construction building, whose worker then leaves as with every building (CAY-8.3.1)."""
    state.stage = OWNER_STAGE
    begin_build(state, seat, index, log)


@BUILD.action_at(Decision.FAVOUR_BUILD, verb="build", **_BUILDS)
@compilable
def begin_build(state: State, seat: int, index: int, log: EventLog | None) -> None:
    """Choose a tile; if there is a choice, the cube for "any" or the residence comes next."""
    tile = FIRST_BUILT + index
    state.chosen = tile
    asked = second_half(state, seat, tile)
    if asked != Decision.NOTHING:
        state.decision, state.actor = asked, seat
    elif tables.ANY[tile]:
        pay_any(state, seat, only_payment(state, seat, tile), log)
    else:
        build(state, seat, only_site(state, seat, tile), log)


@compilable
def only_payment(state: State, seat: int, tile: int) -> int:
    """Return the only kind that can pay for "any", NONE if there are several (CAY-8.3.3)."""
    kind = NONE
    for cube in range(CUBES):
        if can_pay_any(state, state.seats[seat], tile, cube):
            if kind != NONE:
                return NONE
            kind = cube
    return kind


@compilable
def only_site(state: State, seat: int, tile: int) -> int:
    """Return the space of a tile whose builder does not choose it, NONE if it is chosen (CAY-8.3.7)."""
    return only_residence(state, seat) if tables.CLASS[tile] == Class.PRESTIGE else int(state.free)


@compilable
def only_residence(state: State, seat: int) -> int:
    """Return the space of the only own residence, NONE if there are several (CAY-8.3.7)."""
    if state.seats[seat].residences > 1:
        return NONE
    for space in range(1, ROAD + 1):
        if is_residence(state, seat, space):
            return space
    return NONE


@compilable
def second_half(state: State, seat: int, tile: int) -> int:
    """Return the decision that follows the choice of a tile: PAY, SITE, or NOTHING without a choice."""
    if tables.ANY[tile]:
        return Decision.PAY if only_payment(state, seat, tile) == NONE else Decision.NOTHING
    is_prestige = tables.CLASS[tile] == Class.PRESTIGE
    return Decision.SITE if is_prestige and only_residence(state, seat) == NONE else Decision.NOTHING


@compilable
def forbids_payment(state: State, seat: int, cube: int) -> int:
    """Return 0 if such a cube can pay for "any", else the rule against it (CAY-8.3.2, CAY-8.3.3)."""
    return 0 if can_pay_any(state, state.seats[seat], int(state.chosen), cube) else COST


@compilable
def forbids_site(state: State, seat: int, space: int) -> int:
    """Return 0 if a prestige tile can replace a residence there, else the rule against it (CAY-8.3.7)."""
    return 0 if is_residence(state, seat, space) else NEEDS_RESIDENCE


@compilable
def is_residence(state: State, seat: int, space: int) -> bool:
    """Return whether a residence of the seat lies there."""
    return space > 0 and state.owner[space] == seat and state.tile[space] == Tile.RESIDENCE


def _tile_begun(state: Any) -> str:
    return f"build {Tile(state.chosen).text}"


@PAY.action_at(
    Decision.PAY,
    verb="with",
    forbids=forbids_payment,
    button=Message("Pay with {cube}"),
    after=_tile_begun,
    pieces=own,
    previews=True,
)
@compilable
def pay_any(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """Pay the cube for "any" and build the tile (CAY-8.3.3)."""
    state.seats[seat].cubes[cube] -= 1
    emit(log, PAID_ANY, seat, ANY_KIND, cube, 0, 0)
    build(state, seat, int(state.free), log)


PAY.never_at(Decision.BUILD, Decision.FAVOUR_BUILD, rule=COST, verb="with")


@SITE.action_at(
    Decision.SITE,
    verb="on",
    forbids=forbids_site,
    button=Message("Replace residence on space {number}", number=lambda case: case.argument),
    after=_tile_begun,
    previews=True,
    place=road_subject,
    noun="space",
)
@compilable
def build(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """Pay, lay the tile with a house on it, gain its points and favours (CAY-8.3.2 to CAY-8.3.8)."""
    tile = int(state.chosen)
    me = state.seats[seat]
    for cube in range(CUBES):
        me.cubes[cube] -= price(state, tile, cube)
    state.stock[tile] -= 1
    if tables.CLASS[tile] == Class.PRESTIGE:
        me.residences -= 1
    state.tile[space] = tile
    state.owner[space] = seat
    state.last = Space.CASTLE + space
    if space == state.free:
        find_free(state)
    vp = int(tables.VP[state.values, tile])
    gain_vp(state, seat, Source.BUILDINGS, vp)
    if tables.FAVOURS[tile] > 0:
        state.owed += tables.FAVOURS[tile]
        state.favoured = seat
    if log is not None:
        cite_build(state, tile, log)
    state.chosen = NONE
    state.by_favour = 0
    emit(log, BUILT, seat, BUILT_AT_ONCE, tile, space, vp)


@compilable
def forbids_early_site(state: State, seat: int, space: int) -> int:
    """Return the rule against naming a residence before the tile (CAY-8.3.7)."""
    return NOT_OF_PHASE if is_residence(state, seat, space) else NEEDS_RESIDENCE


SITE.never_at(Decision.BUILD, Decision.FAVOUR_BUILD, rule=forbids_early_site, verb="on")


@compilable
def cite_build(state: State, tile: int, log: EventLog | None) -> None:
    """Cite the rules behind a build: its permission, the tile's place, its gain, and its first use."""
    is_prestige = tables.CLASS[tile] == Class.PRESTIGE
    cite(log, NEEDS_RESIDENCE if is_prestige else FIRST_FREE)
    if state.by_favour:
        cite(log, BUILD_ROW)
        cite(log, AS_BUILDINGS)
        cite(log, GIVES_AS_USUAL)
    else:
        cite(log, WRONG_CLASS)
    if tables.FAVOURS[tile] > 0:
        cite(log, FAVOURS)
        cite(log, FAVOUR_SOURCES)
    if tile == Tile.CHURCH:
        cite(log, CHURCH_BUILT)
    if not is_prestige and state.phase <= Phase.ROAD:
        cite(log, NO_WORKER_YET)


@compilable
def find_free(state: State) -> None:
    """Find the unbuilt road space with the lowest number, 0 without one (CAY-8.3.4)."""
    state.free = 0
    for space in range(1, ROAD + 1):
        if state.tile[space] == NONE:
            state.free = space
            return


# Explanations of tiles


def explain_construction(_state: Any, tile: int) -> list[Line]:
    """Explain what a worker can do at carpenter, mason and architect."""
    kind = Class(tables.BUILDS[tile]).term
    return [("CAY-8.3.1", Message("Build 1 {kind}.", kind=kind))]


def explain_stock(state: Any, tile: int) -> list[Line]:
    """Explain what a tile of the stock costs and brings, and how many are left."""
    lines: list[Line] = []
    cost: list[Any] = amounts(tables.COST[tile])
    if tables.ANY[tile]:
        cost.append(ANY_CUBE)
    if cost:
        lines.append(("CAY-8.3.2", Message("Costs {cost}.", cost=cost)))
    vp = int(tables.VP[state.values, tile])
    if vp:
        rule = "CAY-8.4.4" if tile == Tile.RESIDENCE else "CAY-8.3.6"
        lines.append((rule, Message("Gives {vp:point|points} when built.", vp=vp)))
    if tables.FAVOURS[tile]:
        lines.append(
            (
                "CAY-8.3.8",
                Message("Gives {count:favour|favours} when built.", count=int(tables.FAVOURS[tile])),
            )
        )
    if tables.CLASS[tile] == Class.PRESTIGE:
        lines.append(("CAY-8.3.7", Message("Replaces one of your residences.")))
    if tile == Tile.RESIDENCE:
        lines.append(("CAY-3.8", Message("Residences never run out: convert a building to get one.")))
    elif tables.COUNT[tile]:
        lines.append(("CAY-3.7", Message("{count} left.", count=int(state.stock[tile]))))
    return lines

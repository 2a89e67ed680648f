"""The board as text, and explanations of road spaces and tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from donjon.games.caylus import building, converting, placing, road, tables, trading
from donjon.games.caylus.decisions import ACTIONS
from donjon.games.caylus.model import (
    BOOK,
    EFFECT_STAGE,
    NONE,
    ROAD,
    Class,
    Cube,
    Decision,
    Effect,
    Phase,
    Section,
    Space,
    Tile,
)
from donjon.games.caylus.placing import once_placed
from donjon.games.caylus.provost import reach
from donjon.games.caylus.road import DECISION_OF, owner_gains, runs
from donjon.games.caylus.spaces import name_of, space_word
from donjon.kernel.book import Line
from donjon.kernel.message import Message, SeatName

# The function that explains what a worker can do on a tile
_EFFECTS: dict[int, Callable[[Any, int], list[Line]]] = {
    Effect.NOTHING: placing.explain_passive,
    Effect.PRODUCE: road.explain_production,
    Effect.CONSTRUCT: building.explain_construction,
    Effect.CONVERT: converting.explain_lawyer,
    Effect.SELL: trading.explain_market,
    Effect.BUY: trading.explain_peddler,
    Effect.TRADE: trading.explain_offers,
    Effect.EXCHANGE: trading.explain_alchemist,
}


def _effect(state: Any, tile: int) -> list[Line]:
    """Return what a tile does for a worker, or for its owner at the income."""
    return _EFFECTS[int(tables.EFFECT[tile])](state, tile)


def _about_tile(_view: Mapping[str, Any], name: str) -> Sequence[str]:
    """Return the entries of `about` for a tile of the stock."""
    if name not in Tile.ids():
        return ()
    tile = Tile.ids().index(name)
    crafted = ["craft"] if tables.CLASS[tile] in (Class.WOOD, Class.STONE) else []
    return [*crafted, *_called(tile)]


def _about_road(view: Mapping[str, Any], name: str) -> Sequence[str]:
    """Return the entries of `about` for a road space: its tile, and whether it is owned or empty."""
    if not _is_road(name):
        return ()
    space = view["road"][int(name) - 1]
    if space["tile"] is None:
        return ["empty"]
    tile = Tile.ids().index(space["tile"])
    if not tables.TAKES_WORKERS[tile]:
        return _called(tile)
    return [*_called(tile), "building" if space["owner"] is None else "owned"]


def _called(tile: int) -> list[str]:
    """Return the entries of `about` for a tile: its name, its effect, and a cube for its owner, if any."""
    bonus = ["bonus"] if any(tables.OWNER_BONUS[tile]) else []
    return [Tile(tile).id, Effect(int(tables.EFFECT[tile])).name.lower(), *bonus]


def _is_road(name: str) -> bool:
    return name.isdecimal() and 1 <= int(name) <= ROAD


# A road space


@BOOK.explains("road-", about=_about_road)
def explain_road(state: Any, view: Mapping[str, Any], name: str) -> list[Line]:
    """Explain a road space; to a player who is placing, first what a worker could not use there."""
    if not _is_road(name):
        return []
    space, seat = int(name), view["seat"]
    lines = _road_space(state, space)
    then = once_placed(state, seat, Space.CASTLE + space)
    unused = None if then is None else _unused(then, seat, space)
    if unused is None:
        return lines
    return [lines[0], unused, *(line for line in lines[1:] if line[0] != unused[0])]


def _unused(then: Any, seat: int, space: int) -> Line | None:
    """Return the line that says why the seat cannot use the building; None where it can (CAY-3.9)."""
    tile = int(then.tile[space])
    effect = Effect(int(tables.EFFECT[tile])) if tile != NONE else Effect.PRODUCE
    if effect == Effect.PRODUCE or DECISION_OF[effect] == Decision.NOTHING:
        return None
    then.phase, then.cursor, then.stage = Phase.ROAD, space, EFFECT_STAGE
    then.decision, then.actor = DECISION_OF[effect], seat
    # To leave it unused is always possible.
    if ACTIONS.mark(then, seat, None) > 1:
        return None
    return "CAY-3.9", _REASONS.get(effect, _CANNOT_PAY)


_CANNOT_PAY = Message("Right now you can't pay for anything here.")
_REASONS = {
    Effect.SELL: Message("Right now you have no cubes to sell."),
    Effect.EXCHANGE: Message("Right now you have fewer than 2 cubes to exchange."),
}


def _road_space(state: Any, space: int) -> list[Line]:
    tile = int(state.tile[space])
    name = name_of(space_word(Space.CASTLE + space, tile))
    if tile == NONE:
        empty = (
            "CAY-8.3.4",
            Message("Nothing built here yet. The next wood or stone tile goes on the lowest unbuilt space."),
        )
        return [name, empty, *_section_here(space)]
    lines = [
        name,
        ("CAY-1.6", Message("This is a {kind}.", kind=Class(tables.CLASS[tile]).term)),
        *_effect(state, tile),
    ]
    owner, worker, pending = int(state.owner[space]), int(state.worker[Space.CASTLE + space]), state.pending
    if owner != NONE:
        lines.append(("CAY-5.5.1", Message("Owner: {seat}.", seat=SeatName(owner))))
    if worker != NONE:
        lines += [_worker(state, space, worker), *_whether_it_may_change(state, space)]
    elif not runs(space, state.provost) and state.phase <= Phase.PROVOST and tables.TAKES_WORKERS[tile]:
        edge = Message(
            "The provost is on {provost}. Activated only if the provost reaches space {space}.",
            provost=int(state.provost),
            space=space,
        )
        lines.append(("CAY-8.1.2", edge))
    if pending[space] != NONE:
        who = SeatName(int(pending[space]))
        lines.append(("CAY-8.4.7", Message("{seat} has paid to convert it.", seat=who)))
    return lines + _section_here(space)


def _worker(state: Any, space: int, worker: int) -> Line:
    who = SeatName(worker)
    if not runs(space, state.provost):
        return "CAY-8.1.2", Message("{seat}'s worker is beyond the provost: not activated.", seat=who)
    gains = owner_gains(state, space)
    if gains is None:
        return "CAY-8.1.1", Message("{seat} will activate it.", seat=who)
    return "CAY-8.2.6", Message(
        "{seat} will activate it; {owner}, the owner, takes a cube.", seat=who, owner=SeatName(gains)
    )


def _whether_it_may_change(state: Any, space: int) -> list[Line]:
    """Return a line if a move of the provost can still activate or stop the building (CAY-7.2)."""
    lowest, highest = reach(state)
    if space <= lowest or space > highest:
        return []
    return [("CAY-7.2", Message("Moving the provost can still change this."))]


def _section_here(space: int) -> list[Line]:
    for section in range(len(Section)):
        if tables.SECTION_SPACE[section] == space:
            text = Message("When the bailiff gets here, this section is scored: {section}.").text
            return [("CAY-10.2.1", Message(text, section=Section(section).term))]
    return []


# A tile


@BOOK.explains("tile-", about=_about_tile)
def explain_tile(state: Any, _view: Mapping[str, Any], name: str) -> list[Line]:
    """Explain a tile of the stock: what it costs and brings, and what it does."""
    if name not in Tile.ids():
        return []
    tile = Tile.ids().index(name)
    lines = [
        name_of(Tile(tile).term),
        ("CAY-1.6", Message("This is a {kind}.", kind=Class(tables.CLASS[tile]).term)),
    ]
    lines += building.explain_stock(state, tile)
    return lines + _effect(state, tile)


# A view as text

_NAMES = dict(zip(Tile.ids(), Tile.texts(), strict=True))
_SINGLE = ("gate", "trading_post", "merchants_guild", "joust_field")


def text_board(view: Mapping[str, Any], _texts: Iterable[str] = ()) -> str:
    """Return a view as text, one line for each thing. A seat is its number; "-" stands for no seat."""
    return "\n".join(
        [
            _course(view),
            f"turn order {_seats(view['order'])}, passed {_seats(view['passed'])}",
            f"provost {view['provost']}, bailiff {view['bailiff']}",
            _special(view["special"]),
            _castle(view["castle"]),
            *_road(view["road"]),
            *(_player(player, view["actor"]) for player in view["players"]),
        ]
    )


def _course(view: Mapping[str, Any]) -> str:
    """Return the line with the round, the phase, the seat to move and its decision."""
    course = f"round {view['round']}, phase {view['phase']}"
    if view["actor"] is None:
        return course
    at = f" at {view['at']}" if view["at"] else ""
    return f"{course}{at}: seat {view['actor']} decides ({view['ask'].replace('_', ' ')})"


def _seat(seat: int | None) -> str:
    return "-" if seat is None else str(seat)


def _seats(seats: list[int | None]) -> str:
    return " ".join(map(_seat, seats)) or "-"


def _special(special: Mapping[str, Any]) -> str:
    spaces = [f"{name.replace('_', '-')} {_seat(special[name])}" for name in _SINGLE]
    inn = special["inn"]
    stables = _seats(special["stables"])
    return f"{', '.join(spaces)}, stables {stables}, inn {_seat(inn['left'])} {_seat(inn['right'])}"


def _castle(castle: Mapping[str, Any]) -> str:
    sections = [
        f"{section['id']} {'scored' if section['scored'] else _houses(section)}"
        for section in castle["sections"]
    ]
    return f"castle: workers {_seats(castle['workers'])}; {', '.join(sections)}"


def _houses(section: Mapping[str, Any]) -> str:
    houses = [str(seat) for seat in section["parts"] if seat is not None]
    return f"{' '.join(houses) or 'empty'} ({section['free']} free)"


def _road(road: list[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line for each building on the road."""
    for space in road:
        if space["tile"] is None:
            continue
        marks = [f"{word} {space[word]}" for word in ("owner", "worker") if space[word] is not None]
        if space["pending"] is not None:
            marks.append(f"residence of {space['pending']} to come")
        if not space["runs"]:
            marks.append("beyond the provost")
        yield f"{space['space']:4} {_NAMES[space['tile']]:<18} {', '.join(marks)}".rstrip()


def _player(player: Mapping[str, Any], actor: int | None) -> str:
    cubes = [f"{player['cubes'][name]} {name}" for name in Cube.ids() if player["cubes"][name]]
    held = [f"{player['vp']} points", f"{player['deniers']} deniers", *cubes]
    held.append(f"{player['home']} workers at home")
    if player["residences"]:
        held.append(f"residences {player['residences']}")
    return f"{'>' if player['seat'] == actor else ' '} seat {player['seat']}: {', '.join(held)}"

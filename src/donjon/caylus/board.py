"""The board for people: the road and its tiles, and a view as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from donjon.caylus import tables
from donjon.caylus.decisions import ACTIONS
from donjon.caylus.nouns import (
    ANY_CUBE,
    BOOK,
    CUBES,
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
    amounts,
    offer_message,
)
from donjon.caylus.placing import once_placed
from donjon.caylus.provost import reach
from donjon.caylus.road import DECISION_OF, owner_gains, runs
from donjon.caylus.spaces import name_of, space_word
from donjon.kernel.book import Line
from donjon.kernel.message import Message, SeatName

# Further rules about what lies on the road and in the stock

_OWN_BUILDINGS = ("CAY-5.4.2", "CAY-5.5.1", "CAY-5.5.2", "CAY-5.5.3", "CAY-5.5.4")
_EFFECTS: dict[int, tuple[str, ...]] = {
    Effect.PRODUCE: ("CAY-8.1.3", "CAY-8.2.1"),
    Effect.CONSTRUCT: ("CAY-8.3.2", "CAY-8.3.3", "CAY-8.3.6"),
    Effect.CONVERT: (
        *("CAY-8.4.2", "CAY-8.4.3", "CAY-8.4.4", "CAY-8.4.5", "CAY-8.4.6", "CAY-8.4.7"),
        *("CAY-8.4.8", "CAY-8.4.9", "CAY-8.4.10"),
    ),
    Effect.SELL: ("CAY-8.1.3", "CAY-3.9"),
    Effect.BUY: ("CAY-8.1.3", "CAY-3.9", "CAY-8.5.4"),
    Effect.TRADE: ("CAY-8.1.3", "CAY-3.9"),
    Effect.EXCHANGE: ("CAY-8.1.3", "CAY-3.9"),
}
_TILES: dict[int, tuple[str, ...]] = {
    Tile.CHURCH: ("CAY-8.3.9",),
    Tile.RESIDENCE: ("CAY-8.4.6", "CAY-8.3.7"),
}


def _of_road(space: Mapping[str, Any]) -> list[str]:
    """What lies on a road space, and whether workers come there."""
    if space["tile"] is None:
        return ["CAY-5.3.2", "CAY-8.3.5"]
    tile = Tile.ids().index(space["tile"])
    rules = [*_of_effect(tile)]
    if tables.TAKES_WORKERS[tile]:
        rules = ["CAY-5.3.1", "CAY-5.3.3", "CAY-5.3.4", *rules, "CAY-8.1.4", "CAY-8.1.5"]
        if space["owner"] is not None:
            rules += _OWN_BUILDINGS
    return rules


def _of_tile(tile: int) -> list[str]:
    """A tile of the stock."""
    kind = tables.CLASS[tile]
    if kind in (Class.WOOD, Class.STONE):
        return ["CAY-8.3.4", "CAY-8.3.5", "CAY-8.3.10", *_of_effect(tile)]
    return _of_effect(tile)


def _of_effect(tile: int) -> list[str]:
    rules = [*_EFFECTS.get(int(tables.EFFECT[tile]), ()), *_TILES.get(tile, ())]
    if any(tables.OWNER_BONUS[tile]):
        rules += ("CAY-8.2.7", "CAY-8.2.8", "CAY-8.2.9")
    return rules


def _about_road(view: Mapping[str, Any], name: str) -> Sequence[str]:
    return _of_road(view["road"][int(name) - 1]) if _is_road(name) else ()


def _about_tile(_view: Mapping[str, Any], name: str) -> Sequence[str]:
    return _of_tile(Tile.ids().index(name)) if name in Tile.ids() else ()


def _is_road(name: str) -> bool:
    return name.isdecimal() and 1 <= int(name) <= ROAD


# A road space


@BOOK.explains("road-", also=_about_road)
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
    """Return the line that says why the seat cannot use the building, None where it can (CAY-3.9)."""
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


_CANNOT_PAY = Message("You can't use it as you stand: you can't pay for anything here.")
_REASONS = {
    Effect.SELL: Message("You can't use it as you stand: you have no cube to sell."),
    Effect.EXCHANGE: Message("You can't use it as you stand: you have fewer than 2 cubes."),
}


def _road_space(state: Any, space: int) -> list[Line]:
    tile = int(state.tile[space])
    name = name_of(space_word(Space.CASTLE + space, tile))
    if tile == NONE:
        empty = "CAY-8.3.4", Message("Unbuilt: the next wood or stone tile goes to the lowest such space.")
        return [name, empty, *_section_here(space)]
    lines = [
        name,
        ("CAY-1.6", Message("It is a {kind}.", kind=Class(tables.CLASS[tile]).term)),
        *_effect(state, tile),
    ]
    owner, worker, pending = int(state.owner[space]), int(state.worker[Space.CASTLE + space]), state.pending
    if owner != NONE:
        lines.append(("CAY-5.5.1", Message("It belongs to {seat}.", seat=SeatName(owner))))
    if worker != NONE:
        lines += [_worker(state, space, worker), *_whether_it_may_change(state, space)]
    elif not runs(space, state.provost) and state.phase <= Phase.PROVOST and tables.TAKES_WORKERS[tile]:
        edge = Message(
            "The provost stands on {provost}: it runs only if he is moved to {space} or beyond.",
            provost=int(state.provost),
            space=space,
        )
        lines.append(("CAY-8.1.2", edge))
    if pending[space] != NONE:
        who = SeatName(int(pending[space]))
        lines.append(("CAY-8.4.7", Message("{seat} has paid for converting it.", seat=who)))
    return lines + _section_here(space)


def _worker(state: Any, space: int, worker: int) -> Line:
    who = SeatName(worker)
    if not runs(space, state.provost):
        return "CAY-8.1.2", Message("The worker of {seat} is beyond the provost: it will not run.", seat=who)
    gains = owner_gains(state, space)
    if gains is None:
        return "CAY-8.1.1", Message("It will run for {seat}.", seat=who)
    return "CAY-8.2.6", Message(
        "It will run for {seat}, and {owner} takes a cube as its owner.", seat=who, owner=SeatName(gains)
    )


def _whether_it_may_change(state: Any, space: int) -> list[Line]:
    """CAY-7.2: can the provost still be moved so that the building on the space runs, or runs no more?"""
    lowest, highest = reach(state)
    if space <= lowest or space > highest:
        return []
    return [("CAY-7.2", Message("The provost can still be moved so that this changes."))]


def _section_here(space: int) -> list[Line]:
    for section in range(len(Section)):
        if tables.SECTION_SPACE[section] == space:
            text = Message("When the bailiff reaches this space, a section is scored: {section}.").text
            return [("CAY-10.2.1", Message(text, section=Section(section).term))]
    return []


# A tile


@BOOK.explains("tile-", also=_about_tile)
def explain_tile(state: Any, _view: Mapping[str, Any], name: str) -> list[Line]:
    """Explain a tile of the stock: what it costs and brings, and what it does."""
    if name not in Tile.ids():
        return []
    tile = Tile.ids().index(name)
    lines = [
        name_of(Tile(tile).term),
        ("CAY-1.6", Message("It is a {kind}.", kind=Class(tables.CLASS[tile]).term)),
    ]
    cost: list[Any] = amounts(tables.COST[tile])
    if tables.ANY[tile]:
        cost.append(ANY_CUBE)
    if cost:
        lines.append(("CAY-8.3.2", Message("It costs {cost}.", cost=cost)))
    vp = int(tables.VP[state.values, tile])
    if vp:
        rule = "CAY-8.4.4" if tile == Tile.RESIDENCE else "CAY-8.3.6"
        lines.append((rule, Message("It brings {vp} prestige points when built.", vp=vp)))
    if tables.FAVOURS[tile]:
        lines.append(("CAY-8.3.8", Message("Favours when built: {count}.", count=int(tables.FAVOURS[tile]))))
    if tables.CLASS[tile] == Class.PRESTIGE:
        lines.append(("CAY-8.3.7", Message("It replaces an own residence.")))
    if tile == Tile.RESIDENCE:
        lines.append(("CAY-3.8", Message("There are always enough; it comes by converting a building.")))
    elif tables.COUNT[tile]:
        lines.append(("CAY-3.7", Message("Copies left: {count}.", count=int(state.stock[tile]))))
    return lines + _effect(state, tile)


def _effect(state: Any, tile: int) -> list[Line]:
    """What a tile does for a worker, or for its owner at the income."""
    effect = int(tables.EFFECT[tile])
    if effect == Effect.PRODUCE:
        return _production(tile)
    if effect == Effect.CONSTRUCT:
        kind = Class(tables.BUILDS[tile]).term
        return [("CAY-8.3.1", Message("A worker here may build one {kind}.", kind=kind))]
    if effect == Effect.CONVERT:
        text = Message("A worker here may convert a neutral or own building for 1 cloth and 1 denier.")
        return [("CAY-8.4.1", text)]
    if effect == Effect.SELL:
        price = int(tables.SELL_PRICE[tile])
        return [("CAY-8.5.1", Message("A worker here may sell one cube for {price} deniers.", price=price))]
    if effect == Effect.BUY:
        return _peddler(tile)
    if effect == Effect.TRADE:
        offers = [offer_message(tables.TRADES[int(state.values), tile, offer]) for offer in range(2)]
        return [(_TRADE_RULES[tile], Message("A worker here may take one of: {offers}.", offers=offers))]
    if effect == Effect.EXCHANGE:
        return [("CAY-8.5.8", Message("A worker here may turn 2 cubes into 1 gold, or 4 into 2."))]
    if tables.INCOME[tile]:
        return [
            (
                _INCOME_RULES[tile],
                Message("Income of its owner, in deniers: {count}.", count=int(tables.INCOME[tile])),
            )
        ]
    return [("CAY-5.3.2", Message("No worker can be put here."))]


_TRADE_RULES = {int(Tile.CHURCH): "CAY-8.5.5", int(Tile.TAILOR): "CAY-8.5.6", int(Tile.BANK): "CAY-8.5.7"}
_INCOME_RULES = {int(Tile.RESIDENCE): "CAY-4.2", int(Tile.LIBRARY): "CAY-4.3", int(Tile.HOTEL): "CAY-4.4"}
_PRODUCTION_RULES = {
    int(Class.NEUTRAL): "CAY-8.2.2",
    int(Class.FIXED): "CAY-8.2.3",
    int(Class.WOOD): "CAY-8.2.4",
}


def _production(tile: int) -> list[Line]:
    rule = _PRODUCTION_RULES.get(int(tables.CLASS[tile]), "CAY-8.2.5")
    first = amounts(tables.YIELD[tile, 0])
    if tables.ALTERNATIVES[tile] > 1:
        second = amounts(tables.YIELD[tile, 1])
        return [(rule, Message("A worker here produces {first} or {second}.", first=first, second=second))]
    lines = [(rule, Message("A worker here produces {cubes}.", cubes=first))]
    bonus = [Cube(cube).term for cube in range(CUBES) if tables.OWNER_BONUS[tile, cube]]
    if bonus:
        text = Message("When another player's worker runs it, its owner takes 1 of: {cubes}.").text
        lines.append(("CAY-8.2.6", Message(text, cubes=bonus)))
    return lines


def _peddler(tile: int) -> list[Line]:
    one, two = int(tables.BUY_PRICE[tile, 1]), int(tables.BUY_PRICE[tile, 2])
    if two == 0:
        text = Message("A worker here may buy one cube, not gold, for {price} deniers.", price=one)
        return [("CAY-8.5.2", text)]
    text = Message("A worker here may buy one or two cubes, not gold, for {price} denier each.", price=one)
    return [("CAY-8.5.3", text)]


# A view as text

_NAMES = dict(zip(Tile.ids(), Tile.texts(), strict=True))
_SINGLE = ("gate", "trading_post", "merchants_guild", "joust_field")


def text_board(view: Mapping[str, Any], _texts: Iterable[str] = ()) -> str:
    """A view as text: a line for each thing. A seat is its number, "-" is nobody."""
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
    """The round, the phase, and who decides what."""
    said = f"round {view['round']}, phase {view['phase']}"
    if view["actor"] is None:
        return said
    at = f" at {view['at']}" if view["at"] else ""
    return f"{said}{at}: seat {view['actor']} decides ({view['ask'].replace('_', ' ')})"


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
    """The road as far as it is built, and the fixed buildings."""
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

"""What the things on the table are and do: the lines that a tap on them shows, each with its rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from donjon.caylus import tables
from donjon.caylus.events import BOOK
from donjon.caylus.nouns import (
    ANY_CUBE,
    CUBES,
    NONE,
    ROAD,
    Class,
    Cube,
    Effect,
    Phase,
    Section,
    Space,
    Tile,
    amounts,
    offer_message,
)
from donjon.caylus.provost import reach
from donjon.caylus.road import owner_gains, runs
from donjon.caylus.round_end import deadlines
from donjon.caylus.spaces import name_of, space_word
from donjon.caylus.words.scoring import what_scores
from donjon.caylus.words.standing import as_you_stand
from donjon.kernel.message import Message, SeatName
from donjon.kernel.scoring_card import SUBJECT

Line = tuple[str, Message]


def explain(state: Any, view: Mapping[str, Any], subject: str) -> list[Line]:
    """What a subject of the drawing is: lines of (rule id or "", sentence), its name first.

    Subjects: the special spaces, "castle", the sections, "bridge", "provost", "bailiff", "favour-<row>",
    "road-<space>", "tile-<tile>", "phase-<phase>", "scoring". An unknown one gives an empty list.
    """
    if told := BOOK.explain(state, view, subject):
        return told
    if subject == SUBJECT:
        return what_scores(view)
    head, _, tail = subject.partition("-")
    if head == "road" and tail.isdecimal() and 1 <= int(tail) <= ROAD:
        return _as_you_stand(_road_space(state, int(tail)), state, view["seat"], Space.CASTLE + int(tail))
    if head == "tile" and tail in Tile.ids():
        return _tile(state, Tile.ids().index(tail))
    if head == "phase" and tail in Phase.ids():
        return _PHASES.get(tail, [])
    if subject in Section.ids():
        return _section(state, Section.ids().index(subject))
    return _FIGURES[subject](state) if subject in _FIGURES else []


def _as_you_stand(lines: list[Line], state: Any, seat: int | None, space: int) -> list[Line]:
    """Put what a worker would not bring or cost now behind the name, in the place of the general line."""
    now = as_you_stand(state, seat, space)
    if not now:
        return lines
    told = {rule for rule, _line in now}
    return [lines[0], *now, *(line for line in lines[1:] if line[0] not in told)]


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


def _tile(state: Any, tile: int) -> list[Line]:
    """A tile of the stock: what it costs and brings, and what it does."""
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


def _section(state: Any, section: int) -> list[Line]:
    lines = [name_of(Section(section).term)]
    lines.append(
        ("CAY-9.4", Message("A house here brings {vp} prestige points.", vp=int(tables.BATCH_VP[section])))
    )
    lines.append(_SECTION_LINES[section])
    if section < state.scored:
        return [*lines, ("CAY-10.2.2", Message("It has been scored."))]
    free = sum(
        state.parts[part] == NONE
        for part in range(tables.FIRST_PART[section], tables.FIRST_PART[section + 1])
    )
    slowest, fastest = deadlines(state)[section]
    if slowest == 1:
        text = Message("Scored at the end of this round. Free parts: {free}.").text
    elif slowest == fastest:
        text = Message("Rounds until it is scored: {slowest}, or when complete. Free parts: {free}.").text
    else:
        text = Message("Scored in {fastest} to {slowest} rounds, or when complete. Free parts: {free}.").text
    return [*lines, ("CAY-10.2.1", Message(text, fastest=fastest, slowest=slowest, free=int(free)))]


def _bailiff(state: Any) -> list[Line]:
    return [
        name_of(Message("bailiff")),
        ("CAY-10.1.1", Message("Each round it moves 2 spaces if the provost is further, else 1.")),
        (
            "CAY-10.2.1",
            Message(
                "It is on space {space}. When it reaches 12, the dungeon is scored; "
                "at 18 the walls, at 24 the towers.",
                space=int(state.bailiff),
            ),
        ),
    ]


_FIGURES: dict[str, Callable[[Any], list[Line]]] = {
    "bailiff": _bailiff,
}
_SECTION_LINES: tuple[Line, ...] = (
    ("CAY-10.3.2", Message("Scored: no house −2 points; 2 or more houses 1 favour.")),
    ("CAY-10.3.3", Message("Scored: no house −3 points; 2 houses 1 favour, 3 or 4 two, 5 or more three.")),
    (
        "CAY-10.3.4",
        Message("Scored: no house −4 points; 2 or 3 houses 1 favour, 4 or 5 two, 6 or more three."),
    ),
)
_PHASES: dict[str, list[Line]] = {
    "end": [
        ("", Message("Phase 7: end of the round")),
        ("CAY-10.1.1", Message("The bailiff moves on, and sections that are due are scored.")),
    ],
}

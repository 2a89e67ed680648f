"""The facts of a page of Caylus (see `donjon.drawing.facts`): what changes during a game, by key."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from donjon.drawing import Look
from donjon.drawing.facts import Facts, Part, Piece
from donjon.drawing.saying import Words
from donjon.games.caylus.drawing import places, saying
from donjon.games.caylus.drawing.aids import deadline, forecast
from donjon.games.caylus.drawing.fates import fates
from donjon.games.caylus.drawing.pieces import pieces
from donjon.games.caylus.drawing.rims import marked
from donjon.games.caylus.drawing.shelves import shelves
from donjon.games.caylus.drawing.stock import stock_facts
from donjon.games.caylus.drawing.tiles import CLASS_COLOUR
from donjon.games.caylus.drawing.writing import (
    MACROS,
    PHASE_ICONS,
    tile_on_road,
    written,
)
from donjon.games.caylus.model import COLUMNS, SPECIAL_IDS, Class, Phase, Row, Values
from donjon.kernel.message import Message

PAGE: Look = (True, False)
# Cached facts of lots, for all tables together: some 500 bytes each, with the words of a tile 2 KB.
MOST_LOTS = 4096
_ROWS = Row.ids()
_CLASSES = {name: CLASS_COLOUR[name] for name in Class.ids()}
# Creatures on unbuilt land, as in the margin of a manuscript.
_WILD_SPACES = {"oak": (11, 13, 18, 22, 26), "hare": (15, 24), "snail": (20, 28)}
_WILD = {space: name for name, spaces in _WILD_SPACES.items() for space in spaces}

_write = MACROS.write


def public_facts(view: Mapping[str, Any], words: Words, settled: bool = True) -> Facts:
    """Return what all viewers see: the board, what seats have, the phase, the stock.

    settled: with the description of the board, the stock and the deadline, which are not read during a move.
    """
    facts = board_facts(view, words, PAGE, settled)
    facts |= _phase(words, view["phase"], view["round"])
    waiting, ranks, is_over = view["waiting"], view["ranks"], view["over"]
    for player in view["players"]:
        seat = player["seat"]
        is_waiting, has_won = seat in waiting, bool(ranks and ranks[seat] == 1)
        facts[f"?turn-{seat}"] = is_waiting
        facts[f"?winner-{seat}"] = has_won
        has_passed = player["passed"] and not is_over
        facts[f"#signs-{seat}"] = _write(
            words, "seat_signs", has_won, is_waiting, has_passed, player["place"]
        )
        facts |= _holds(words, player, is_over)
    if settled:
        facts |= deadline(view, words)
        left = tuple((tile["tile"], tile["left"]) for tile in view["stock"])
        facts |= stock_facts(words, left, view["tile_values"] == Values.REVISED.id)
    return facts


def own_facts(view: Mapping[str, Any], words: Words, settled: bool = True) -> Facts:
    """Return what depends on the viewer: the purse, things to take, signs for who moves the provost, prices.

    A spectator has these facts, too: what a spectator sees in their place. Nothing of it is secret.
    """
    me = view["seat"]
    acts = me is not None and me == view["actor"]
    places_worker = acts and view["ask"] == "place"
    facts: Facts = {
        **{f"?you-{seat}": seat == me for seat in range(view["seats"])},
        "=cay-purse": _part(words, "purse", me) if me is not None else "",
        "@class:at-home": "cay-own" if places_worker else "as-it-is",
        "@data-carry:at-home": "" if places_worker else None,
        "=cay-shelves": shelves(view, words) if acts else "",
        "#cay-fates": fates(view, PAGE),
    }
    return facts | forecast(view, words) if settled else facts


def _part(words: Words, macro: str, *args: Any) -> Part:
    """Return markup with facts within it that a macro writes from its arguments."""
    return Part(args, lambda: str(getattr(MACROS.of(words), macro)(*args)).strip())


def _holds(words: Words, player: Mapping[str, Any], is_over: bool) -> Facts:
    """Return what a seat has."""
    seat, cubes = player["seat"], player["cubes"]
    counted = 0 if is_over else sum(player["count"].values())
    tiles = player["tiles"]
    facts: Facts = {
        f".total-{seat}": player["total"],
        f"#later-{seat}": _write(words, "later", counted) if counted else "",
        f".deniers-{seat}": player["deniers"],
        f"?none-deniers-{seat}": not player["deniers"],
        f".home-{seat}": player["home"],
        f"?none-home-{seat}": not player["home"],
        f".income-{seat}": f"+{player['income']}",
        f".residences-{seat}": player["residences"],
        f"=owned-{seat}": _write(words, "tiles_owned", seat, tuple(tiles)) if tiles else "",
    }
    for name, count in cubes.items():
        facts[f".{name}-{seat}"] = count
        facts[f"?none-{name}-{seat}"] = not count
    for name, houses in player["houses"].items():
        facts[f".{name}-{seat}"] = houses
    return facts


@functools.lru_cache(maxsize=1024)
def _phase(words: Words, phase: str, number: int) -> Facts:
    """Return the round, and the phase of it."""
    facts: Facts = {
        ".phase": words.translate(Phase[phase.upper()].term.word),
        ".round": words.say(Message("Round {round}", round=number)) + " · " if number else "",
    }
    for name in PHASE_ICONS:
        facts[f"?now-phase-{name}"] = name == phase
        facts[f"@aria-current:{name}"] = "step" if name == phase else None
    return facts


# The board


def board_facts(view: Mapping[str, Any], words: Words, look: Look, settled: bool = True) -> Facts:
    """Return the facts of the board that all viewers share."""
    facts = _castle(view, words, look)
    last, at, special = view["last"], view["at"], view["special"]
    for name in SPECIAL_IDS:
        facts[f".{name}"] = saying.workers(words, name, _workers(special[name]))
        facts[f"?now-{name}"] = at == name
    facts |= _favours(look, view["favour"]["open"])
    for name, columns in view["favour"]["columns"].items():
        facts[f".favour-{name}"] = saying.favour(words, name, tuple(columns))
    facts[".bridge"] = saying.bridge(words, tuple(view["order"]), tuple(view["passed"]))
    for name in ("provost", "bailiff"):
        space = view[name]
        facts[f".{name}"] = saying.office(words, name, space)
        facts[f".{name}-space"] = space
    actor = view["actor"]
    for player in view["players"]:
        seat = player["seat"]
        facts[f"?turn-camp-{seat}"] = seat == actor
        facts[f".camp-{seat}"] = saying.camp(words, seat, player["home"])
    facts |= _road(view, words, look)
    facts |= marked("last", last)
    facts |= pieces(view, words)
    if settled:
        standing = ((player["vp"], player["deniers"], player["home"]) for player in view["players"])
        facts[".board-words"] = saying.description(words, view["provost"], view["bailiff"], standing)
    return facts


def _workers(occupants: Any) -> tuple[int | None, ...]:
    """Return the owners of the workers in a special building: one, some, or some by place."""
    if isinstance(occupants, Mapping):
        return tuple(occupants.values())
    return tuple(occupants) if isinstance(occupants, list) else (occupants,)


def _castle(view: Mapping[str, Any], words: Words, look: Look) -> Facts:
    castle, last = view["castle"], view["last"]
    facts: Facts = {".castle": saying.workers(words, "castle", tuple(castle["workers"]))}
    for section in castle["sections"]:
        name, is_scored = section["id"], section["scored"]
        facts[f".{name}"] = saying.section(words, name, section["free"], is_scored)
        facts[f"?scored-{name}"] = is_scored
        facts[f"?current-{name}"] = name == castle["current"]
        facts[f"#cay-flag-{name}"] = (
            written(look, "seal") if is_scored else written(look, "flag", section["space"])
        )
        fresh = " fresh" if name in last else ""
        for number, seat in enumerate(section["parts"]):
            if seat is not None:
                facts[f"c-{name}-{number}"] = _house(words, name, number, seat, fresh)
    return facts


@functools.lru_cache(maxsize=MOST_LOTS)
def _house(words: Words, section: str, number: int, seat: int, fresh: str) -> Piece:
    x, y = places.part(section, number)
    return "house", seat, fresh, section, x, y, saying.house(words, seat, section)


@functools.lru_cache(maxsize=64)
def _favours(look: Look, columns_open: int) -> Facts:
    """Return the columns of the favour table that are closed."""
    facts: Facts = {}
    for column in range(1, COLUMNS + 1):
        is_closed = column > columns_open
        facts[f"?closed-{column}"] = is_closed
        hatch = written(look, "hatch", 47 if column == COLUMNS else 55) if is_closed else ""
        for name in _ROWS:
            facts[f"#cay-hatch-{name}-{column}"] = hatch
    return facts


def _road(view: Mapping[str, Any], words: Words, look: Look) -> Facts:
    at, last, revised = view["at"], view["last"], view["tile_values"] == Values.REVISED.id
    low, high = view["forecast"]["reach"] if view["forecast"]["rows"] else (1, 0)
    facts: Facts = {}
    for lot in view["road"]:
        space = lot["space"]
        subject = f"road-{space}"
        facts |= _lot(
            words,
            look,
            revised,
            space,
            lot["tile"],
            lot["class"],
            lot["owner"],
            lot["worker"],
            lot["pending"],
            lot["runs"],
            lot["next"],
            lot["section"],
            at == subject,
            subject in last,
            low <= space <= high,
        )
    return facts


@functools.lru_cache(maxsize=MOST_LOTS)
def _lot(
    words: Words,
    look: Look,
    revised: bool,
    space: int,
    tile: str | None,
    kind: str | None,
    owner: int | None,
    worker: int | None,
    pending: int | None,
    runs: bool,
    is_next: bool,
    section: str | None,
    is_now: bool,
    is_fresh: bool,
    is_reached: bool,
) -> Facts:
    """Return the facts of a road space and of what stands there."""
    x, y = places.lot(space)
    whose = "" if pending is None else saying.pending(words, pending)
    colour = _CLASSES.get(kind or "", "") if tile else "open"
    states = ("beyond" if not runs else "", "now" if is_now else "")
    return {
        f".lot-{space}": saying.lot(words, space, tile, owner, worker, runs, is_next, section),
        f"@class:lot-{space}": " ".join(filter(None, ("cay-lot", colour, *states))),
        f"?reached-{space}": is_reached,
        f"#cay-tile-{space}": tile_on_road(look, words, tile, revised)
        if tile
        else written(look, "plot", space, None if is_next else _WILD.get(space), is_next),
        f"#cay-on-{space}": written(look, "standing", space, x, y, pending, whose, owner, is_fresh),
    }

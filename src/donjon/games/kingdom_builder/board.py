"""The board as text for a terminal, and explanations of hexes and rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from donjon.games.kingdom_builder import scoring
from donjon.games.kingdom_builder.building import build, put
from donjon.games.kingdom_builder.hexes import hex_of, hex_read
from donjon.games.kingdom_builder.model import (
    BOOK,
    COLUMNS,
    HEXES,
    LETTERS,
    NONE,
    ROWS,
    SOURCES,
    STATE,
    TERRAINS,
    HexKind,
    Phase,
    State,
    Token,
    hex_name,
)
from donjon.games.kingdom_builder.powers import TOKEN_LINES
from donjon.games.kingdom_builder.scoring import explain_castle
from donjon.games.kingdom_builder.tokens import place_at, take_tokens
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.game import copy
from donjon.kernel.message import Message, SeatName, Term, signed
from donjon.kernel.page_rules import array_of, page_rule
from donjon.kernel.records import Ints

View = Mapping[str, Any]

# A hex

_FREE: Line = ("KB-5.2", Message("Free: room for one settlement."))
_GROUND: dict[HexKind, Line] = {
    HexKind.WATER: ("KB-5.2", Message("Only the harbour puts settlements on water.")),
    HexKind.MOUNTAIN: ("KB-5.3", Message("Settlements can't go on mountains.")),
}


def _ground(view: View, name: str) -> tuple[str, ...]:
    """Return the entries of `about` for a hex: a settlement, terrain to build on, or another kind of hex."""
    hex = hex_read(name)
    if hex is None:
        return ()
    if _owner(view, hex) is not None:
        return ("settlement",)
    kind = _kind(view, hex)
    return ("terrain" if kind < TERRAINS else kind.id,)


@BOOK.explains("hex-", about=_ground)
def explain_hex(state: Any, view: View, name: str) -> list[Line]:
    """Explain what is on a hex, and the gold that a settlement there would bring."""
    hex = hex_read(name)
    if hex is None or (kind := _kind(view, hex)) == HexKind.OFF:
        return []
    if kind == HexKind.LOCATION:
        return _location(state, view, hex)
    lines = [title(Message("{hex}: {kind}", hex=hex_name(hex), kind=kind.term))]
    if kind == HexKind.CASTLE:
        return lines + explain_castle(view, list(divmod(hex, COLUMNS)))
    owner = _owner(view, hex)
    if owner is not None:
        return [*lines, ("KB-5.1", Message("{seat}'s settlement.", seat=SeatName(owner)))]
    return [*lines, _GROUND.get(kind, _FREE), *_would_bring(state, view, hex)]


def _location(state: Any, view: View, hex: int) -> list[Line]:
    """Return the lines about a location: its token, how many are left, what it does, who holds one."""
    location = next(location for location in view["locations"] if location["hex"] == hex_of(hex))
    lines = [
        title(Message("{hex}: {kind}", hex=hex_name(hex), kind=Token[location["kind"].upper()].term)),
        (
            "KB-7.1",
            Message("Put a settlement next to it to take a token: {left} left.", **location),
        ),
        TOKEN_LINES[location["kind"]],
    ]
    holders = [
        player["seat"]
        for player in view["players"]
        if any(token["hex"] == location["hex"] for token in player["tokens"])
    ]
    if holders:
        seats = [SeatName(seat) for seat in holders]
        lines.append(("KB-7.7", Message("Players with its token: {seats}.", seats=seats)))
    seat = view["seat"]
    if seat is not None and seat not in holders and state.seats[seat].taken[place_at(state, hex)]:
        lines.append(("KB-7.3", Message("You've already taken a token from here and can't take another.")))
    return lines


def _kind(view: View, hex: int) -> HexKind:
    return HexKind(LETTERS.index(view["hexes"][hex // COLUMNS][hex % COLUMNS]))


def _owner(view: View, hex: int) -> int | None:
    place = list(divmod(hex, COLUMNS))
    return next((piece["seat"] for piece in view["settlements"] if piece["hex"] == place), None)


def _would_bring(state: Any, view: View, hex: int) -> list[Line]:
    """Return the lines on the gold of a settlement on a free hex, for a seat that can have one there."""
    seat = view["seat"]
    after = None if seat is None or view["over"] else with_settlement(state, seat, hex)
    if after is None:
        return []
    parts = change(state, after, seat)
    if parts:
        gold = signed(sum(parts.values()))
        listed = [
            Message("{source} {gold}", source=Term(source), gold=signed(parts[source])) for source in parts
        ]
        changes = Message("A settlement here: {gold} gold ({parts}).", gold=gold, parts=listed)
        lines: list[Line] = [("KB-10.0.1", changes)]
    else:
        lines = [("KB-10.0.1", Message("A settlement here: no change in gold."))]
    for place in range(state.place_count):
        if after.seats[seat].taken[place] and not state.seats[seat].taken[place]:
            token = Token(after.places[place].token).term
            lines.append(("KB-7.1", Message("You take a token: {token}.", token=token)))
    return lines


# The gain of one more settlement

# For more hexes than this the gold is not shown: counting takes about a millisecond for each hex, and so
# many numbers hide the land.
MOST = 20


def gold_on(state: Any, seat: int, actions: Sequence[int]) -> dict[int, int]:
    """Return by how much a settlement on each hex that a seat may choose changes its gold.

    Actions that are not hexes are left out. Empty if they are too many, if the seat chooses which
    settlement to lift, and if no hex makes a difference.
    """
    hexes = [action for action in actions if action < HEXES]
    if len(hexes) > MOST or state.phase == Phase.LIFT:
        return {}
    gains = np.zeros(len(hexes), np.int64)
    fill_gains(array_of(state), array_of(state), seat, np.array(hexes, np.int64), gains)
    found = {hex: gain for hex, gain in zip(hexes, gains.tolist(), strict=True) if gain != NO_ROOM}
    return found if any(found.values()) else {}


# In place of the gain on a hex that has no room for a settlement of the seat.
NO_ROOM = -1000


@page_rule(lambda: (*np.zeros((2, 1), STATE), 0, np.zeros(0, np.int64), np.zeros(0, np.int64)))
def fill_gains(states: Any, work: Any, seat: int, hexes: Ints, gains: Ints) -> None:
    """Fill int64 gains by how much a settlement on each of the hexes changes the gold of a seat.

    `work` is an array of one position to calculate with.
    """
    work[0] = states[0]
    put_back(work[0])
    before = int(scoring.total(work[0], seat))
    for index in range(len(hexes)):
        work[0] = states[0]
        if settle(work[0], seat, int(hexes[index])):
            gains[index] = int(scoring.total(work[0], seat)) - before
        else:
            gains[index] = NO_ROOM


@compilable
def settle(state: State, seat: int, hex: int) -> bool:
    """Add a settlement of a seat, or put down the one in its hand; return False if there is no room."""
    in_hand = seat == state.actor and state.origin != NONE
    if state.kind[hex] >= TERRAINS and not (in_hand and state.kind[hex] == HexKind.WATER):
        return False
    if in_hand:
        put(state, seat, int(state.lifted), hex)
    else:
        put_back(state)
        if not state.seats[seat].supply or state.owner[hex] != NONE:
            return False
        build(state, seat, hex, NONE, 0, None)
    take_tokens(state, seat, hex, 0, None)
    return True


@compilable
def put_back(state: State) -> None:
    """Put a settlement in the air back where it was."""
    if state.origin != NONE:
        put(state, int(state.actor), int(state.lifted), int(state.origin))


def with_settlement(state: Any, seat: int, hex: int) -> Any:
    """Return the position with one more settlement of a seat, or the one in its hand; None without one."""
    after = copy(state)
    return after if settle(after, seat, hex) else None


def change(state: Any, after: Any, seat: int) -> dict[str, int]:
    """Return by how much the gold of a seat changes, by source."""
    rest = copy(state)
    put_back(rest)
    before, later = _gold(rest, seat), _gold(after, seat)
    return {source: later[source] - before[source] for source in later if later[source] != before[source]}


def _gold(state: Any, seat: int) -> dict[str, int]:
    """Return the gold of a seat, by source."""
    gold = {SOURCES[0]: int(scoring.castles(state, seat, None))}
    for card in state.cards:
        if card != NONE:
            gold[SOURCES[1 + card]] = int(scoring.card_gold(state, seat, card, None))
    return gold


# A row of hexes

ROW_NAMES = tuple(f"row-{row}" for row in range(ROWS))  # as subjects that can be explained


@BOOK.explains("row-")
def explain_row(_state: Any, view: View, name: str) -> list[Line]:
    """Explain a row: runs of one terrain, locations, castles, and whose settlements are there."""
    if f"row-{name}" not in ROW_NAMES:
        return []
    row = int(name)
    owners = {tuple(piece["hex"]): piece["seat"] for piece in view["settlements"]}
    locations = {tuple(one["hex"]): Token(Token.ids().index(one["kind"])) for one in view["locations"]}
    hexes = [
        (HexKind(LETTERS.index(letter)), locations.get((row, column)), owners.get((row, column)))
        for column, letter in enumerate(view["hexes"][row])
    ]
    runs = []
    for (kind, location, owner), group in groupby(range(len(hexes)), hexes.__getitem__):
        columns = list(group)
        if kind != HexKind.OFF:
            runs.append(_run(kind, location, owner, columns))
    return [title(Message("Row {row}", row=row)), ("KB-1.2", Message("{runs}.", runs=runs))]


def _run(kind: HexKind, location: Token | None, owner: int | None, columns: list[int]) -> Message:
    """Return a run of alike hexes, as a part of a sentence."""
    where = str(columns[0]) if len(columns) == 1 else f"{columns[0]}–{columns[-1]}"
    term = location.term if location is not None else kind.term
    if owner is not None:
        return Message("{where} {terrain} ({seat})", where=where, terrain=term, seat=SeatName(owner))
    return Message("{where} {terrain}", where=where, terrain=term)


# The board as text

_HEX = re.compile(r"(\d+),(\d+)")
_MARGIN = 3


def text_board(view: Mapping[str, Any], texts: Iterable[str] = ()) -> str:
    """Return the board of a view, or the part of it around the hexes that texts of actions name.

    A letter is a free hex by its kind, a digit a settlement of that seat; brackets mark a hex that is named.
    """
    rows = view["hexes"]
    marked = _hexes_in(texts)
    top, bottom = _span([row for row, _ in marked], ROWS)
    left, right = _span([column for _, column in marked], COLUMNS)
    signs = {(row, column): rows[row][column].lower() for row in range(ROWS) for column in range(COLUMNS)}
    signs.update({tuple(piece["hex"]): str(piece["seat"]) for piece in view["settlements"]})
    lines = ["     " + "".join(f"{column:^4}" for column in range(left, right))]
    for row in range(top, bottom):
        cells = (
            f"[{signs[row, column]}] " if (row, column) in marked else f" {signs[row, column]}  "
            for column in range(left, right)
        )
        lines.append(f"{row:3}  {'  ' * (row % 2)}{''.join(cells)}".rstrip())
    return "\n".join(lines)


def _hexes_in(texts: Iterable[str]) -> set[tuple[int, int]]:
    """Return the hexes of the board that texts name."""
    named = {(int(row), int(column)) for text in texts for row, column in _HEX.findall(text)}
    return {(row, column) for row, column in named if row < ROWS and column < COLUMNS}


def _span(marked: list[int], size: int) -> tuple[int, int]:
    """Return the range of rows or columns to draw, so that all marked ones have some space around them."""
    if not marked:
        return 0, size
    return max(0, min(marked) - _MARGIN), min(size, max(marked) + _MARGIN + 1)

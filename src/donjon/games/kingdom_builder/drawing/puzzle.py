"""What a puzzle shows: its topics, the cards that decide, and on the board why a move pays.

All gold, and all hexes that count, are those of the rules in the view; groups are found by the rules, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from donjon.drawing.figures import Point
from donjon.drawing.marks import Gain, GoalCard, Link, Mark, Outline, Ring
from donjon.games.kingdom_builder.drawing.land import hex_centre, outlines
from donjon.games.kingdom_builder.drawing.writing import THEME
from donjon.games.kingdom_builder.hexes import NEIGHBOURS, SLOT_HEX
from donjon.games.kingdom_builder.model import COLUMNS, HEXES, LETTERS, NONE, SOURCES, STATE, HexKind
from donjon.games.kingdom_builder.scoring import SOURCE, Spread, flood, is_special
from donjon.kernel.message import Message, Term


def topics(position: Mapping[str, Any]) -> list[tuple[str, Message]]:
    """Return what a position is about: the cards in use, by id."""
    return [(card, Message("{card}", card=Term(card))) for card in position["cards"]]


def goal_cards(view: Mapping[str, Any]) -> list[GoalCard]:
    """Return the cards that decide: those in use, and the castles."""
    return [
        GoalCard(
            name, THEME.icon(name), Message("{card}", card=Term(name)), SOURCE[name].says, f"card-{name}"
        )
        for name in (*view["cards"], "castles")
    ]


def reasons(before: Mapping[str, Any], after: Mapping[str, Any], expected: Mapping[str, float]) -> list[Mark]:
    """Return why a move pays its seat: what it links, and the gold that it brings, where it brings it.

    expected: the gold by source that the move brings more by the end of the game; links are drawn for these
    sources, too.
    """
    seat = before["seat"]
    built = sorted(_own(after, seat) - _own(before, seat))
    gains = _gains(before, after, seat)
    marks: list[Mark] = [Ring(_middle(hex)) for hex in built]
    explained = [source for source in SOURCES if gains.get(source, 0) > 0 or expected.get(source, 0) > 0]
    for source in explained:
        marks += _links(after, seat, built, source)
    if built and any(SOURCE[source].spread is Spread.SECTOR for source in explained):
        marks.append(Outline(_sector(built[-1])))
    by_hex: dict[int, list[tuple[str, int]]] = {}
    for source, gold in gains.items():
        for hex, amount in _where(before, after, seat, source, gold, built):
            by_hex.setdefault(hex, []).append((source, amount))
    for hex, paid in sorted(by_hex.items()):
        name = paid[0][0] if len(paid) == 1 else ""
        marks.append(Gain(_middle(hex), sum(amount for _, amount in paid), name))
    return list(dict.fromkeys(marks))


def _gains(before: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> dict[str, int]:
    """Return the gold that a seat has more or less, by source."""
    old, new = before["players"][seat]["gold"], after["players"][seat]["gold"]
    return {source: new[source] - old[source] for source in old if new[source] != old[source]}


def _where(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    seat: int,
    source: str,
    gold: int,
    built: Sequence[int],
) -> Iterator[tuple[int, int]]:
    """Yield the hexes where a source brings its gold: those that newly count, else what was built."""
    fresh = sorted(_counting(after, seat, source) - _counting(before, seat, source))
    if gold > 0 and fresh and gold % len(fresh) == 0:
        yield from ((hex, gold // len(fresh)) for hex in fresh)
    elif built:
        yield built[-1], gold


def _links(view: Mapping[str, Any], seat: int, built: Sequence[int], source: str) -> Iterator[Link]:
    """Yield the links from what was built on to what a source pays for, or is expected to pay for."""
    counting, beside, spread = _counting(view, seat, source), SOURCE[source].beside, SOURCE[source].spread
    kinds = [HexKind(LETTERS.index(letter)) for letter in "".join(view["hexes"])]
    for hex in built:
        paid = [other for other in _around(hex) if kinds[other] in beside]
        if hex in counting:
            # A settlement counts once, so one of several is enough.
            yield from (_link(hex, other) for other in paid[:1])
        else:
            yield from (_link(hex, other) for other in paid if other in counting)
        if spread is Spread.CHAIN:
            yield from _chain(hex, _group(view, seat, hex), kinds, counting)
        elif spread is Spread.GROUP:
            came = _ways(hex, _group(view, seat, hex), ())
            yield from (_link(came[one], one, hex not in counting) for one in came if one != hex)
        elif spread is Spread.ROW:
            row = sorted(one for one in _own(view, seat) if one // COLUMNS == hex // COLUMNS)
            yield from (_link(one, other, hex not in counting) for one, other in pairwise(row))


def _chain(
    start: int, group: Collection[int], kinds: Sequence[HexKind], counting: Collection[int]
) -> Iterator[Link]:
    """Yield the links from a settlement through its group to the special hexes that it touches."""
    ends = {hex for hex, kind in enumerate(kinds) if is_special(kind)}
    came, drawn = _ways(start, group, ends), set[int]()
    for end in (hex for hex in came if hex in ends):
        is_paid, one = end in counting, end
        while one != start and one not in drawn:
            drawn.add(one)
            yield _link(came[one], one, not is_paid)
            one = came[one]


def _ways(start: int, group: Collection[int], ends: Collection[int]) -> dict[int, int]:
    """Return for each hex of a group, and each of the `ends` beside it, the one before on the way there."""
    came, waiting = {start: start}, deque([start])
    while waiting:
        hex = waiting.popleft()
        for other in _around(hex):
            if other not in came and (other in group or other in ends):
                came[other] = hex
                if other in group:
                    waiting.append(other)
    return came


def _group(view: Mapping[str, Any], seat: int, hex: int) -> set[int]:
    """Return the group of a settlement, as the rules find it."""
    state: Any = np.zeros(1, STATE)[0]
    state.owner[:] = NONE
    for one in _own(view, seat):
        state.owner[one] = seat
    stack = np.zeros(HEXES, np.int64)
    size = flood(state, seat, hex, 1, np.zeros(HEXES + 1, np.uint8), stack)
    return set(stack[:size].tolist())


def _around(hex: int) -> list[int]:
    return [int(other) for other in NEIGHBOURS[hex] if other < HEXES]


def _own(view: Mapping[str, Any], seat: int) -> set[int]:
    """Return the hexes with settlements of a seat."""
    return {_number(one["hex"]) for one in view["settlements"] if one["seat"] == seat}


def _counting(view: Mapping[str, Any], seat: int, source: str) -> set[int]:
    return {_number(hex) for hex in view["players"][seat]["counting"].get(source, ())}


def _sector(hex: int) -> str:
    """Return the outline of the sector of a hex."""
    slot = next(numbers for numbers in SLOT_HEX if hex in numbers)
    return outlines(["in" if one in slot else "out" for one in range(HEXES)])["in"]


def _number(hex: Sequence[int]) -> int:
    return int(hex[0]) * COLUMNS + int(hex[1])


def _link(one: int, other: int, by_end: bool = False) -> Link:
    return Link(_middle(one), _middle(other), by_end)


def _middle(hex: int) -> Point:
    return Point(*hex_centre(*divmod(hex, COLUMNS)))

"""Which hexes count for a card right now: what the board lights up when a player asks (chapter 10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from donjon.kingdom_builder import scoring
from donjon.kingdom_builder.nouns import SLOTS, SOURCES, HexKind
from donjon.kingdom_builder.tables import COLUMNS, HEXES, NEIGHBOURS, SLOT_OF


def counting_hexes(state: Any, seat: int, source: int) -> list[int]:
    """The hexes that earn gold for `seat` from a source (index in SOURCES), in board order.

    For castles and merchants these are the special hexes that score, else own settlements.
    """
    own = [int(hex) for hex in state.seats[seat].settlements if 0 <= hex < HEXES]
    return sorted(_FINDERS[SOURCES[source]](state, seat, own))


def _castles(state: Any, seat: int, _own: list[int]) -> list[int]:
    near = state.seats[seat].near
    return [hex for hex in range(HEXES) if near[hex] and state.kind[hex] == HexKind.CASTLE]


def _fishermen(state: Any, _seat: int, own: list[int]) -> list[int]:
    return [
        hex for hex in own if state.kind[hex] != HexKind.WATER and scoring.touches(state, hex, HexKind.WATER)
    ]


def _miners(state: Any, _seat: int, own: list[int]) -> list[int]:
    return [hex for hex in own if scoring.touches(state, hex, HexKind.MOUNTAIN)]


def _workers(state: Any, _seat: int, own: list[int]) -> list[int]:
    return [hex for hex in own if any(scoring.is_special(state.kind[near]) for near in NEIGHBOURS[hex])]


def _merchants(state: Any, seat: int, own: list[int]) -> list[int]:
    scoring_hexes: set[int] = set()
    for group in _groups(state, seat, own):
        special = {
            int(near) for hex in group for near in NEIGHBOURS[hex] if scoring.is_special(state.kind[near])
        }
        if len(special) > 1:
            scoring_hexes |= special
    return list(scoring_hexes)


def _discoverers(_state: Any, _seat: int, own: list[int]) -> list[int]:
    return own


def _hermits(state: Any, seat: int, own: list[int]) -> list[int]:
    return [min(group) for group in _groups(state, seat, own)]


def _citizens(state: Any, seat: int, own: list[int]) -> list[int]:
    return max(_groups(state, seat, own), key=len, default=[])


def _knights(_state: Any, _seat: int, own: list[int]) -> list[int]:
    rows = [[hex for hex in own if hex // COLUMNS == row] for row in sorted({hex // COLUMNS for hex in own})]
    return max(rows, key=len, default=[])


def _lords(_state: Any, _seat: int, own: list[int]) -> list[int]:
    return own


def _farmers(_state: Any, _seat: int, own: list[int]) -> list[int]:
    sectors = [[hex for hex in own if SLOT_OF[hex] == slot] for slot in range(SLOTS)]
    return min(sectors, key=len)


def _groups(state: Any, seat: int, own: list[int]) -> list[list[int]]:
    """KB-10.0.4: the groups of a seat."""
    seen, stack = np.zeros(HEXES + 1, np.uint8), np.zeros(HEXES, np.int64)
    groups = []
    for piece in range(int(state.seats[seat].standing)):
        size = scoring.next_group(state, seat, piece, seen, stack)
        if size:
            groups.append([int(hex) for hex in stack[:size]])
    return groups


_FINDERS: dict[str, Callable[[Any, int, list[int]], list[int]]] = {
    "castles": _castles,
    "fishermen": _fishermen,
    "merchants": _merchants,
    "discoverers": _discoverers,
    "hermits": _hermits,
    "citizens": _citizens,
    "miners": _miners,
    "workers": _workers,
    "knights": _knights,
    "lords": _lords,
    "farmers": _farmers,
}

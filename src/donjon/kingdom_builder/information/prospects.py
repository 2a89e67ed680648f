"""What one more settlement on each of some hexes would bring the seat to move, from what everybody sees.

The gold itself is defined in `scoring`; a test holds this against it. Here what the hexes share is counted
once, so that all choices of a decision can be told at a glance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from donjon.kingdom_builder import scoring
from donjon.kingdom_builder.nouns import SLOTS, HexKind, Phase
from donjon.kingdom_builder.tables import COLUMNS, HEXES, LETTERS, NEIGHBOURS, OFF_BOARD, SLOT_OF

_WATER, _MOUNTAIN = LETTERS[HexKind.WATER], LETTERS[HexKind.MOUNTAIN]
_CASTLE, _LOCATION = LETTERS[HexKind.CASTLE], LETTERS[HexKind.LOCATION]
_AROUND = [[int(one) for one in NEIGHBOURS[hex] if one != OFF_BOARD] for hex in range(HEXES)]
_SLOT = [int(slot) for slot in SLOT_OF[:HEXES]]


def gold_on(view: Mapping[str, Any], hexes: Iterable[int]) -> dict[int, int]:
    """By how much the gold of the seat to move changes with its settlement on each of these hexes.

    That is one from its supply, or the one it has lifted, which stood where it came from before. Empty where
    the hexes are no targets.
    """
    if view["actor"] is None or view["phase"] == Phase.LIFT.id:
        return {}
    survey = _Survey(view)
    lifted = view["lifted"]
    before = 0 if lifted is None else survey.gain(lifted[0] * COLUMNS + lifted[1])
    return {hex: survey.gain(hex) - before for hex in hexes}


class _Survey:
    """What is counted once: the settlements of the seat to move by row, sector and group."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        seat: int = view["actor"]
        standing = [
            (piece["seat"], piece["hex"][0] * COLUMNS + piece["hex"][1]) for piece in view["settlements"]
        ]
        self.kinds = "".join(view["hexes"])
        self.own = {hex for owner, hex in standing if owner == seat}
        self.rows = Counter(hex // COLUMNS for hex in self.own)
        self.best_row = max(self.rows.values(), default=0)
        self.slots = Counter(_SLOT[hex] for hex in self.own)
        others = [
            Counter(_SLOT[hex] for owner, hex in standing if owner == one) for one in range(view["seats"])
        ]
        self.others = [slots for one, slots in enumerate(others) if one != seat]
        self.groups = list(_groups(self.own))
        self.group_of = {hex: number for number, group in enumerate(self.groups) for hex in group}
        self.largest = max(map(len, self.groups), default=0)
        self.linked = [self._special(group) for group in self.groups]
        self.paid: set[int] = set().union(*(linked for linked in self.linked if len(linked) > 1))
        self.sources = [_GAINS[source] for source in ("castles", *view["cards"])]

    def gain(self, hex: int) -> int:
        """The gold that one more settlement on a hex brings."""
        return sum(gain(self, hex) for gain in self.sources)

    def _special(self, hexes: Iterable[int]) -> set[int]:
        """The castles and locations beside hexes."""
        return {one for hex in hexes for one in _AROUND[hex] if self.kinds[one] in (_CASTLE, _LOCATION)}

    def _beside(self, hex: int, kinds: Collection[str]) -> int:
        return int(any(self.kinds[one] in kinds for one in _AROUND[hex]))

    def _joined(self, hex: int) -> set[int]:
        """The own groups that a settlement on a hex would join."""
        return {self.group_of[one] for one in _AROUND[hex] if one in self.group_of}

    def castles(self, hex: int) -> int:
        """KB-10.1."""
        new = [one for one in _AROUND[hex] if self.kinds[one] == _CASTLE and not self.own & {*_AROUND[one]}]
        return scoring.CASTLE_GOLD * len(new)

    def fishermen(self, hex: int) -> int:
        """KB-10.2."""
        return 0 if self.kinds[hex] == _WATER else self._beside(hex, _WATER)

    def merchants(self, hex: int) -> int:
        """KB-10.3."""
        linked = self._special([hex]).union(*(self.linked[group] for group in self._joined(hex)))
        return scoring.MERCHANTS_GOLD * len(linked - self.paid) if len(linked) > 1 else 0

    def discoverers(self, hex: int) -> int:
        """KB-10.4."""
        return int(self.rows[hex // COLUMNS] == 0)

    def hermits(self, hex: int) -> int:
        """KB-10.5."""
        return 1 - len(self._joined(hex))

    def citizens(self, hex: int) -> int:
        """KB-10.6."""
        size = 1 + sum(len(self.groups[group]) for group in self._joined(hex))
        return (
            max(size, self.largest) // scoring.CITIZENS_PER_GOLD - self.largest // scoring.CITIZENS_PER_GOLD
        )

    def miners(self, hex: int) -> int:
        """KB-10.7."""
        return self._beside(hex, _MOUNTAIN)

    def workers(self, hex: int) -> int:
        """KB-10.8."""
        return self._beside(hex, (_CASTLE, _LOCATION))

    def knights(self, hex: int) -> int:
        """KB-10.9."""
        return scoring.KNIGHTS_GOLD * max(0, self.rows[hex // COLUMNS] + 1 - self.best_row)

    def lords(self, hex: int) -> int:
        """KB-10.10: only in the sector of the hex does anything change."""
        slot = _SLOT[hex]
        return self._rank(slot, self.slots[slot] + 1) - self._rank(slot, self.slots[slot])

    def _rank(self, slot: int, own: int) -> int:
        above = {slots[slot] for slots in self.others if slots[slot] > own}
        return {0: scoring.LORDS_FIRST, 1: scoring.LORDS_SECOND}.get(len(above), 0)

    def farmers(self, hex: int) -> int:
        """KB-10.11."""
        after = min(self.slots[slot] + (slot == _SLOT[hex]) for slot in range(SLOTS))
        return scoring.FARMERS_GOLD * (after - min(self.slots[slot] for slot in range(SLOTS)))


_GAINS = {
    "castles": _Survey.castles,
    "fishermen": _Survey.fishermen,
    "merchants": _Survey.merchants,
    "discoverers": _Survey.discoverers,
    "hermits": _Survey.hermits,
    "citizens": _Survey.citizens,
    "miners": _Survey.miners,
    "workers": _Survey.workers,
    "knights": _Survey.knights,
    "lords": _Survey.lords,
    "farmers": _Survey.farmers,
}


def _groups(own: Collection[int]) -> Iterable[set[int]]:
    """KB-10.0.4: settlements that touch, together."""
    left = set(own)
    while left:
        group, at_the_edge = set(), {left.pop()}
        while at_the_edge:
            hex = at_the_edge.pop()
            group.add(hex)
            near = left.intersection(_AROUND[hex])
            left -= near
            at_the_edge |= near
        yield group

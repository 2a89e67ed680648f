"""Observations: arrays of numbers for learners, made from the declarations of record fields.

A public field is observed as its plain number unless it declares otherwise; the field of a seat that only its
owner knows is 0 for other seats; a field with known=SOME is left to the game.

    class Seat(Record):
        hand: int = field("i4", known=OWNER, observe=one_of(TERRAINS))
        supply: int = field("i4", observe=scaled(SETTLEMENTS))

    class State(Record):
        owner: Ints = field("i1", HEXES + 1, observe=seat_of(MAX_SEATS, only=HEXES))
        near: Ints = field("i8", WORDS, observe=NOT_SEEN)       # follows from other fields
        seats: Records[Seat] = field(Seat, MAX_SEATS, observe=BY_SEAT)

    SEEN = Observation(State, unseen=TERRAINS)

`SEEN.fill(state, seat, out)` writes the fields. The records of seats start with the seat's own, and values
that are seats are counted from it; a spectator sees them from seat 0. `SEEN.at("unseen")` is the index at
which the game itself writes the values that it computes. `SEEN.ranges` has the place of each field:
`seats.supply` of all seats, then `owner` of all seats and hexes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

from donjon.kernel.compiling import compilable
from donjon.kernel.records import BY_SEAT, EVERYBODY, NOT_SEEN, OWNER, Field, Record, is_record


@dataclass(frozen=True)
class How:
    """The encoding of a field in an observation.

    count: the length of a one-hot encoding, 0 for a plain number; by: the divisor of a plain number; is_seat:
    True if values are seats; only: the number of elements of an array to observe, 0 for all.
    """

    count: int = 0
    by: float = 1
    is_seat: bool = False
    only: int = 0


PLAIN = How()


def scaled(by: float, only: int = 0) -> How:
    """Return the encoding of a number divided by `by`."""
    return How(by=by, only=only)


def one_of(count: int, only: int = 0) -> How:
    """Return the one-hot encoding of a value from 0 to count - 1; all zeros for any other value."""
    return How(count=count, only=only)


def seat_of(count: int, only: int = 0) -> How:
    """Return the one-hot encoding of a seat, counted from the viewer; values that aren't seats come last."""
    return How(count=count, is_seat=True, only=only)


@dataclass(frozen=True)
class Seen:
    """The place of a field in an observation: its first index, and its shape.

    The axes are records, values of a one-hot encoding, and elements of the field, as far as the field has
    them.
    """

    first: int
    shape: tuple[int, ...]

    @property
    def range(self) -> slice:
        """Return the slice of the observation with the values of the field."""
        return slice(self.first, self.first + prod(self.shape))


@dataclass(frozen=True)
class _Leaf:
    """An observed field: its name, the field of its records ("" for the state), the number of records."""

    name: str
    declared: Field
    how: How
    records: str = ""
    count: int = 1
    by_seat: bool = False

    @property
    def elements(self) -> int:
        return self.how.only or prod(self.declared.shape)

    @property
    def shape(self) -> tuple[int, ...]:
        axes = (
            self.count if self.records else 0,
            self.how.count,
            self.elements if self.declared.shape else 0,
        )
        return tuple(axis for axis in axes if axis) or (1,)


class Observation:
    """The layout of an observation, and the function that fills it.

    more: names and sizes of the values that the game itself adds at the end.
    """

    def __init__(self, state: type[Record], **more: int) -> None:
        self.ranges: dict[str, Seen] = {}
        self.size = 0
        leaves = list(_leaves(state))
        for leaf in leaves:
            self._add(f"{leaf.records}.{leaf.name}".lstrip("."), leaf.shape)
        firsts = [field_range.first for field_range in self.ranges.values()]
        for name, count in more.items():
            self._add(name, (count,))
        self.fill = _made(leaves, firsts)

    def at(self, name: str) -> int:
        """Return the first index of the values of this name."""
        return self.ranges[name].first

    def _add(self, name: str, shape: tuple[int, ...]) -> None:
        self.ranges[name] = Seen(self.size, shape)
        self.size += prod(shape)


def changing(record: type[Record]) -> Iterator[tuple[str, Field]]:
    """Yield (path, field) of the fields that are not derived from other fields; for tests."""
    for name, declared in record.FIELDS.items():
        if declared.observe is not NOT_SEEN:
            if is_record(declared.kind):
                yield from ((f"{name}.{inner}", field) for inner, field in changing(declared.kind))
            else:
                yield name, declared


def _leaves(state: type[Record]) -> Iterator[_Leaf]:
    """Yield the observed fields, in the order of their declaration."""
    for name, declared in state.FIELDS.items():
        if declared.observe is NOT_SEEN:
            continue
        if is_record(declared.kind):
            for inner, field in declared.kind.FIELDS.items():
                if field.observe is not NOT_SEEN and field.known in (EVERYBODY, OWNER):
                    by_seat = declared.observe is BY_SEAT
                    yield _Leaf(inner, field, field.observe or PLAIN, name, declared.shape[0], by_seat)
        elif declared.known == EVERYBODY:
            yield _Leaf(name, declared, declared.observe or PLAIN)


def _made(leaves: list[_Leaf], firsts: list[int]) -> Any:
    """Return a function that fills an array with the fields, from generated source."""
    lines = [
        "def observe_fields(state, seat, out):",
        "    out[:] = 0",
        "    players = int(state.players)",
        "    nearest = max(int(seat), 0)",
    ]
    groups: dict[str, list[tuple[_Leaf, int]]] = {}
    for leaf, first in zip(leaves, firsts, strict=True):
        groups.setdefault(leaf.records, []).append((leaf, first))
    for records, group in groups.items():
        if not records:
            for leaf, first in group:
                lines += _written(leaf, "state", str(first), "    ")
            continue
        one = group[0][0]
        lines += [f"    for step in range({one.count}):"]
        turned = "(nearest + step) % players if step < players else step"
        lines += [f"        at = {turned if one.by_seat else 'step'}"]
        lines += [f"        record = state.{records}[at]"]
        for leaf, first in group:
            size = prod(leaf.shape) // leaf.count
            place = f"{first} + step * {size}"
            if leaf.declared.known == OWNER:
                lines += ["        if at == seat:", *_written(leaf, "record", place, "            ")]
            else:
                lines += _written(leaf, "record", place, "        ")
    space: dict[str, Any] = {}
    exec("\n".join(lines), space)
    return compilable(space["observe_fields"])


def _written(leaf: _Leaf, record: str, at: str, indent: str) -> list[str]:
    """Return lines of code that write a field of a record, from index `at` on."""
    value, how = f"{record}.{leaf.name}", leaf.how
    if not leaf.declared.shape:
        return [indent + line for line in _number(value, how, at, "")]
    if not how.count:  # a slice of `out`, because the plain loop index is faster
        lines = [f"part = out[{at} : {at} + {leaf.elements}]", f"for element in range({leaf.elements}):"]
        lines += ["    " + line for line in _number(f"{value}[element]", how, "element", "", "part")]
        return [indent + line for line in lines]
    lines = [f"for element in range({leaf.elements}):"]
    stride = f" * {leaf.elements}"
    lines += ["    " + line for line in _number(f"{value}[element]", how, f"{at} + element", stride)]
    return [indent + line for line in lines]


def _number(value: str, how: How, at: str, stride: str, out: str = "out") -> list[str]:
    """Return lines of code that write one value."""
    if not how.count:
        return [f"{out}[{at}] = int({value}) * {1 / how.by!r}"]
    lines = [f"value = int({value})", f"if 0 <= value < {how.count}:"]
    if how.is_seat:  # faster than a remainder
        lines += [
            "    if value < players:",
            "        value += players - nearest if value < nearest else -nearest",
        ]
    return [*lines, f"    out[{at} + value{stride}] = 1"]

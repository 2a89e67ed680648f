"""Numbers for learners, from what records declare: a field says how it is seen, and a function is made of it.

A public field is seen as its plain number unless it says otherwise; the field of a seat that only its owner
knows is 0 for others; one that only some know is left to the game.

    class Seat(Record):
        hand: int = field("i4", known=OWNER, observe=one_of(TERRAINS))
        supply: int = field("i4", observe=scaled(SETTLEMENTS))

    class State(Record):
        owner: Ints = field("i1", HEXES + 1, observe=seat_of(MAX_SEATS, only=HEXES))
        near: Ints = field("i8", WORDS, observe=NOT_SEEN)       # follows from other fields
        seats: Records[Seat] = field(Seat, MAX_SEATS, observe=BY_SEAT)

    SEEN = Observation(State, unseen=TERRAINS)

`SEEN.fill(state, seat, out)` writes the fields, from the seat's own record on and with seats counted from it
on; a spectator sees them from seat 0 on. `SEEN.at("unseen")` is where the game itself writes what it works
out. `SEEN.ranges` says where each field is: `seats.supply` of all seats, then `owner` of all seats and hexes.
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
    """How the value of a field is seen.

    count: how many numbers a value is, one of which is 1, or 0 for one number; by: what a number is divided
    by; is_seat: whether values are seats; only: how many elements of an array are seen, 0 for all.
    """

    count: int = 0
    by: float = 1
    is_seat: bool = False
    only: int = 0


PLAIN = How()


def scaled(by: float, only: int = 0) -> How:
    """Return how a number is seen that is divided by another."""
    return How(by=by, only=only)


def one_of(count: int, only: int = 0) -> How:
    """Return how a choice from 0 on is seen: as many numbers, all 0 where it is none of them."""
    return How(count=count, only=only)


def seat_of(count: int, only: int = 0) -> How:
    """Return how a seat is seen: one of as many numbers, from the viewer on; a party that is no seat last."""
    return How(count=count, is_seat=True, only=only)


@dataclass(frozen=True)
class Seen:
    """Numbers of one field in an observation: where they begin, and how many by axis.

    The axes are those of the records, the values and the elements of the field, as far as there are any.
    """

    first: int
    shape: tuple[int, ...]

    @property
    def range(self) -> slice:
        """Return the place of the numbers in the observation."""
        return slice(self.first, self.first + prod(self.shape))


@dataclass(frozen=True)
class _Leaf:
    """A field that is seen: its name, the field of its records ("" for the state itself), their number."""

    name: str
    said: Field
    how: How
    records: str = ""
    count: int = 1
    by_seat: bool = False

    @property
    def elements(self) -> int:
        return self.how.only or prod(self.said.shape)

    @property
    def shape(self) -> tuple[int, ...]:
        axes = (self.count if self.records else 0, self.how.count, self.elements if self.said.shape else 0)
        return tuple(axis for axis in axes if axis) or (1,)


class Observation:
    """What a seat sees of the records of a game as numbers; `more`: names and sizes of what a game adds."""

    def __init__(self, state: type[Record], **more: int) -> None:
        self.ranges: dict[str, Seen] = {}
        self.size = 0
        leaves = list(_leaves(state))
        for leaf in leaves:
            self._add(f"{leaf.records}.{leaf.name}".lstrip("."), leaf.shape)
        firsts = [seen.first for seen in self.ranges.values()]
        for name, count in more.items():
            self._add(name, (count,))
        self.fill = _made(leaves, firsts)

    def at(self, name: str) -> int:
        """Return where the numbers of this name begin."""
        return self.ranges[name].first

    def _add(self, name: str, shape: tuple[int, ...]) -> None:
        self.ranges[name] = Seen(self.size, shape)
        self.size += prod(shape)


def changing(record: type[Record]) -> Iterator[tuple[str, Field]]:
    """Yield the fields of a position that do not follow from others, by their paths; for tests."""
    for name, said in record.FIELDS.items():
        if said.observe is not NOT_SEEN:
            if is_record(said.kind):
                yield from ((f"{name}.{inner}", field) for inner, field in changing(said.kind))
            else:
                yield name, said


def _leaves(state: type[Record]) -> Iterator[_Leaf]:
    """Yield the fields that are seen, in the order of their declaration."""
    for name, said in state.FIELDS.items():
        if said.observe is NOT_SEEN:
            continue
        if is_record(said.kind):
            for inner, field in said.kind.FIELDS.items():
                if field.observe is not NOT_SEEN and field.known in (EVERYBODY, OWNER):
                    by_seat = said.observe is BY_SEAT
                    yield _Leaf(inner, field, field.observe or PLAIN, name, said.shape[0], by_seat)
        elif said.known == EVERYBODY:
            yield _Leaf(name, said, said.observe or PLAIN)


def _made(leaves: list[_Leaf], firsts: list[int]) -> Any:
    """Return the function that fills an array with the fields, made of its own source."""
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
            if leaf.said.known == OWNER:
                lines += ["        if at == seat:", *_written(leaf, "record", place, "            ")]
            else:
                lines += _written(leaf, "record", place, "        ")
    space: dict[str, Any] = {}
    exec("\n".join(lines), space)
    return compilable(space["observe_fields"])


def _written(leaf: _Leaf, record: str, at: str, indent: str) -> list[str]:
    """Return the lines that write a field of a record from `at` on."""
    value, how = f"{record}.{leaf.name}", leaf.how
    if not leaf.said.shape:
        return [indent + line for line in _number(value, how, at, "")]
    if not how.count:  # a part of `out`, because an index that is the loop's own is quicker
        lines = [f"part = out[{at} : {at} + {leaf.elements}]", f"for element in range({leaf.elements}):"]
        lines += ["    " + line for line in _number(f"{value}[element]", how, "element", "", "part")]
        return [indent + line for line in lines]
    lines = [f"for element in range({leaf.elements}):"]
    stride = f" * {leaf.elements}"
    lines += ["    " + line for line in _number(f"{value}[element]", how, f"{at} + element", stride)]
    return [indent + line for line in lines]


def _number(value: str, how: How, at: str, stride: str, out: str = "out") -> list[str]:
    """Return the lines that write one value."""
    if not how.count:
        return [f"{out}[{at}] = int({value}) * {1 / how.by!r}"]
    lines = [f"value = int({value})", f"if 0 <= value < {how.count}:"]
    if how.is_seat:  # a remainder would take longer
        lines += [
            "    if value < players:",
            "        value += players - nearest if value < nearest else -nearest",
        ]
    return [*lines, f"    out[{at} + value{stride}] = 1"]

"""Record types declared as classes: `state.seats[seat].supply -= 1`, typed, flat, compiled.

A field is declared once, with its dtype, the type a reader sees, how a position says it and who may know it:

    class Seat(Record):
        supply: int = field("i4", json=whole(0, 40))
        near: Ints = field("u1", HEXES + 1)

numpy's own `np.record` reads attributes too, at several times the cost, because it looks at every attribute
in Python; here each field is a property of the record's class. Compiled code sees the same layout, and
ignores the annotations.

Interpreted, a field of one whole number is read as Python's int: it does not wrap around, and comparing it
with a noun costs a hundredth of what numpy takes, which makes an array of the noun. Elements of arrays and
tables are numpy's, of the width of the field, so rules write `int(...)` round one to calculate with it.
Compiled, the functions that it is passed to are called with one width then, and so are compiled once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, overload

import numpy as np

if TYPE_CHECKING:
    # The element of a structured array; numpy's own stub is final and fills the names that fields want.
    class _Void:
        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...

else:
    _Void = np.void

R = TypeVar("R", covariant=True)

# Who may know a field: everybody; the seat whose record it is in; those that the game's functions allow.
EVERYBODY = "everybody"
OWNER = "owner"
SOME = "some"

# How a field is seen in an observation, see `donjon.kernel.observing`: not at all, because it follows from
# others or only speeds rules up; or, of the records of seats, from the viewer's own on.
NOT_SEEN = "not seen"
BY_SEAT = "by seat"


@dataclass(frozen=True)
class Field:
    """What is declared of a field of a record.

    kind: a numpy dtype or a Record class; shape: () for one value; json: its codec in positions, None if it
    is not written there or in another way; key: its name there; known: EVERYBODY, OWNER or SOME; observe: how
    learners see it, None for its plain number.
    """

    kind: Any
    shape: tuple[int, ...] = ()
    json: Any = None
    key: str = ""
    known: str = EVERYBODY
    observe: Any = None


def field(
    kind: Any,
    *shape: int,
    json: Any = None,
    key: str = "",
    known: str = EVERYBODY,
    observe: Any = None,
) -> Any:
    """Declare a field of a record class; see the module for examples."""
    return Field(kind, shape, json, key, known, observe)


class Record(_Void):
    """A flat record of numbers; subclasses declare their fields with `field`.

    A record looks into an array: `blank(State)` is the only element of a fresh one.
    """

    __slots__ = ()
    FIELDS: ClassVar[dict[str, Field]] = {}

    def __init_subclass__(cls) -> None:
        cls.FIELDS = {name: said for name, said in vars(cls).items() if isinstance(said, Field)}
        for name, said in cls.FIELDS.items():
            read = _int_getter(name) if _is_one_int(said) else itemgetter(name)
            setattr(cls, name, property(read, _setter(name)))


def layout(record: type[Record]) -> np.dtype[Any]:
    """The structured dtype of a record class, fields in the order of their declaration."""
    fields = [
        (name, layout(said.kind) if is_record(said.kind) else said.kind, said.shape)
        for name, said in record.FIELDS.items()
    ]
    return np.dtype((record, fields))


def is_record(kind: Any) -> bool:
    """Return whether the kind of a field is a record class."""
    return isinstance(kind, type) and issubclass(kind, Record)


def _is_one_int(said: Field) -> bool:
    return not said.shape and not is_record(said.kind) and np.dtype(said.kind).kind in "iu"


def _int_getter(name: str) -> Any:
    return lambda record: int(record[name])


def _setter(name: str) -> Any:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return write


def table(values: Any, dtype: Any) -> Any:
    """A table of printed numbers as an array; give its name the type Ints or Grid."""
    return np.asarray(values, dtype)


if TYPE_CHECKING:

    class _Array(Protocol):
        """What a numpy array of any shape can do, as far as rules use it."""

        @property
        def shape(self) -> tuple[int, ...]: ...
        def __setitem__(self, at: Any, value: Any, /) -> None: ...
        def __len__(self) -> int: ...

    class Ints(_Array, Protocol):
        """A row of whole numbers in a record or a table: a numpy array of one axis."""

        @overload
        def __getitem__(self, at: int, /) -> int: ...
        @overload
        def __getitem__(self, at: slice, /) -> Ints: ...
        def __iter__(self) -> Iterator[int]: ...
        def sum(self) -> int: ...
        def max(self) -> int: ...
        def copy(self) -> Ints: ...

    class Floats(_Array, Protocol):
        """A row of fractions: a numpy array of one axis."""

        @overload
        def __getitem__(self, at: int, /) -> float: ...
        @overload
        def __getitem__(self, at: slice, /) -> Floats: ...
        def __iter__(self) -> Iterator[float]: ...

    class Grid(_Array, Protocol):
        """Whole numbers by several axes: an array whose element wants all its indices."""

        @overload
        def __getitem__(self, at: int, /) -> Ints: ...
        @overload
        def __getitem__(self, at: tuple[int, ...], /) -> int: ...
        @overload
        def __getitem__(self, at: tuple[int | slice, ...] | slice, /) -> Any: ...
        def __iter__(self) -> Iterator[Ints]: ...

    class FloatGrid(_Array, Protocol):
        """Fractions by several axes."""

        @overload
        def __getitem__(self, at: int, /) -> Floats: ...
        @overload
        def __getitem__(self, at: tuple[int, ...], /) -> float: ...
        @overload
        def __getitem__(self, at: tuple[int | slice, ...] | slice, /) -> Any: ...
        def __iter__(self) -> Iterator[Floats]: ...

    class Records(_Array, Protocol[R]):
        """Several records of a kind in a row."""

        @overload
        def __getitem__(self, at: int, /) -> R: ...
        @overload
        def __getitem__(self, at: slice, /) -> Records[R]: ...
        def __iter__(self) -> Iterator[R]: ...

else:
    Ints = Floats = Grid = FloatGrid = np.ndarray

    class Records(Generic[R]):
        """Several records of a kind in a row: a numpy array of them."""

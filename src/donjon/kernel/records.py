"""Flat, typed records declared as classes, also for compiled code: `state.seats[seat].supply -= 1`.

A field is declared once, with its dtype, its type in Python, its codec in positions and who may know it:

    class Seat(Record):
        supply: int = field("i4", json=whole(0, 40))
        near: Ints = field("u1", HEXES + 1)

numpy's own `np.record` has attributes, too, but they are several times slower, because it looks up every
attribute in Python; here each field is a property of the record's class. Compiled code sees the same layout,
and ignores the annotations.

In interpreted code, a field of one integer is read as a Python int: it does not overflow, and comparing it
with a noun is a hundred times faster than in numpy, which converts the noun to an array. Elements of arrays
and tables are numpy integers of the field's width, so rules write `int(...)` around them to calculate. In
compiled code this also gives the functions that they are passed to a single integer width, so each is
compiled once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, overload

import numpy as np

if TYPE_CHECKING:
    # The element of a structured array; numpy's stub of it is final and uses names that fields need.
    class _Void:
        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...

else:
    _Void = np.void

R = TypeVar("R", covariant=True)

# Who may know a field: every player; the seat whose record it is in; players that the game's functions allow.
EVERYBODY = "everybody"
OWNER = "owner"
SOME = "some"

# How a field is observed, see `donjon.kernel.observing`: not at all, because it is derived from other fields
# or only speeds up the rules; or, for records of seats, with the viewer's own record first.
NOT_SEEN = "not seen"
BY_SEAT = "by seat"


@dataclass(frozen=True)
class Field:
    """The declaration of a field of a record.

    kind: a numpy dtype or a Record class; shape: () for one value; json: its codec in positions, None if it
    is left out or another part writes it; key: its name in positions ("" for the field's own); known:
    EVERYBODY, OWNER or SOME; observe: its encoding for learners, None for its plain number.
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

    A record is a view of an element of a structured array, so a new one is `np.zeros(1, layout(State))[0]`.
    """

    __slots__ = ()
    FIELDS: ClassVar[dict[str, Field]] = {}

    def __init_subclass__(cls) -> None:
        cls.FIELDS = {name: declared for name, declared in vars(cls).items() if isinstance(declared, Field)}
        for name, declared in cls.FIELDS.items():
            read = _int_getter(name) if _is_one_int(declared) else itemgetter(name)
            setattr(cls, name, property(read, _setter(name)))


def layout(record: type[Record]) -> np.dtype[Any]:
    """Return the structured dtype of a record class, with the fields in order of declaration."""
    fields = [
        (name, layout(declared.kind) if is_record(declared.kind) else declared.kind, declared.shape)
        for name, declared in record.FIELDS.items()
    ]
    return np.dtype((record, fields))


def is_record(kind: Any) -> bool:
    """Return whether the kind of a field is a record class."""
    return isinstance(kind, type) and issubclass(kind, Record)


def _is_one_int(declared: Field) -> bool:
    return not declared.shape and not is_record(declared.kind) and np.dtype(declared.kind).kind in "iu"


def _int_getter(name: str) -> Any:
    return lambda record: int(record[name])


def _setter(name: str) -> Any:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return write


def table(values: Any, dtype: Any) -> Any:
    """Return a table of printed numbers as an array; annotate its name as Ints or Grid."""
    return np.asarray(values, dtype)


if TYPE_CHECKING:

    class _Array(Protocol):
        """The operations of a numpy array of any shape that rules use."""

        @property
        def shape(self) -> tuple[int, ...]: ...
        def __setitem__(self, at: Any, value: Any, /) -> None: ...
        def __len__(self) -> int: ...

    class Ints(_Array, Protocol):
        """A one-dimensional numpy array of integers, in a record or a table."""

        @overload
        def __getitem__(self, at: int, /) -> int: ...
        @overload
        def __getitem__(self, at: slice, /) -> Ints: ...
        def __iter__(self) -> Iterator[int]: ...
        def sum(self) -> int: ...
        def max(self) -> int: ...
        def copy(self) -> Ints: ...

    class Floats(_Array, Protocol):
        """A one-dimensional numpy array of floats."""

        @overload
        def __getitem__(self, at: int, /) -> float: ...
        @overload
        def __getitem__(self, at: slice, /) -> Floats: ...
        def __iter__(self) -> Iterator[float]: ...

    class Grid(_Array, Protocol):
        """A numpy array of integers with several axes; an element needs all its indices."""

        @overload
        def __getitem__(self, at: int, /) -> Ints: ...
        @overload
        def __getitem__(self, at: tuple[int, ...], /) -> int: ...
        @overload
        def __getitem__(self, at: tuple[int | slice, ...] | slice, /) -> Any: ...
        def __iter__(self) -> Iterator[Ints]: ...

    class FloatGrid(_Array, Protocol):
        """A numpy array of floats with several axes."""

        @overload
        def __getitem__(self, at: int, /) -> Floats: ...
        @overload
        def __getitem__(self, at: tuple[int, ...], /) -> float: ...
        @overload
        def __getitem__(self, at: tuple[int | slice, ...] | slice, /) -> Any: ...
        def __iter__(self) -> Iterator[Floats]: ...

    class Records(_Array, Protocol[R]):
        """A one-dimensional array of records."""

        @overload
        def __getitem__(self, at: int, /) -> R: ...
        @overload
        def __getitem__(self, at: slice, /) -> Records[R]: ...
        def __iter__(self) -> Iterator[R]: ...

else:
    Ints = Floats = Grid = FloatGrid = np.ndarray

    class Records(Generic[R]):
        """A one-dimensional numpy array of records."""

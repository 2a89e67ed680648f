"""Write and read positions as plain data, from the declarations of record fields.

A field declares with a `Codec` how it is written as data and read back; a `Schema` lists the parts of a
game's position in the order in which they are read (a JSON object has no order, and later parts may depend
on earlier ones). A game adds a `Part` of its own for data that is not simply a field of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from donjon.errors import BadPosition
from donjon.kernel.records import BY_SEAT, OWNER, SOME, Field, Record
from donjon.kernel.untrusted import by_seat, check_fields, keyed, listed, naming, one_of, short, truth, whole

NONE = -1


@dataclass(frozen=True)
class Codec:
    """A pair of functions that write the value of a field as data and read it back.

    write: value -> data; read: (state, name for the error, data) -> value, raises BadPosition.
    """

    write: Callable[[Any], Any]
    read: Callable[[Any, str, Any], Any]


def number(low: int, high: int | Callable[[Any], int]) -> Codec:
    """Return a codec for whole numbers from `low` to `high`, which may depend on the state."""

    def read(state: Any, field: str, value: Any) -> int:
        return whole(field, value, low, high(state) if callable(high) else high)

    return Codec(int, read)


FLAG = Codec(bool, lambda _state, field, value: truth(field, value))
SEAT = number(0, lambda state: int(state.players) - 1)


def name(ids: Sequence[str]) -> Codec:
    """Return a codec that writes a number as its name in `ids`."""
    return Codec(lambda value: ids[int(value)], lambda _state, field, value: one_of(field, value, ids))


def maybe(codec: Codec, none: int = NONE) -> Codec:
    """Return a codec that writes null for the value `none`, and other values as `codec` does."""
    return Codec(
        lambda value: None if value == none else codec.write(value),
        lambda state, field, value: none if value is None else codec.read(state, field, value),
    )


def row(codec: Codec, count: int, *, packed: bool = False) -> Codec:
    """Return a codec that writes an array as a list of at most `count` entries.

    packed: entries that are NONE come last and are left out.
    """

    def write(values: Any) -> list[Any]:
        return [codec.write(value) for value in values[:count] if not packed or value != NONE]

    def read(state: Any, field: str, value: Any) -> list[Any]:
        values = [codec.read(state, field, entry) for entry in listed(field, value, count)]
        return values + [NONE] * (count - len(values))

    return Codec(write, read)


def by_name(
    ids: Sequence[str],
    codec: Codec,
    *,
    sparse: bool = False,
    stays: bool = False,
    also: Mapping[str, str] | None = None,
) -> Codec:
    """Return a codec that writes an array as an object with the names in `ids` as keys.

    sparse: zeros are left out; stays: an entry that is missing keeps its value, instead of becoming 0; also:
    alternative names that are accepted, with the id of each.
    """
    names = [*ids, *(also or ())]
    rest = None if stays else 0
    example = f"{{{ids[0]!r}: 1}}"

    def write(values: Any) -> dict[str, Any]:
        return {
            key: codec.write(value) for key, value in zip(ids, values, strict=False) if value or not sparse
        }

    def read(state: Any, field: str, value: Any) -> list[Any]:
        named = named_once(field, keyed(field, value, names, example), also or {})
        return [codec.read(state, f"{field}: {key}", named[key]) if key in named else rest for key in ids]

    return Codec(write, read)


def named_once(field: str, data: Mapping[str, Any], also: Mapping[str, str]) -> dict[str, Any]:
    """Return the entries by their ids. Raises BadPosition if one is given under two names."""
    entries = {also.get(key, key): value for key, value in data.items()}
    if len(entries) < len(data):
        twice = next(key for key in data if key in also and also[key] in data)
        raise BadPosition(f"{field!r} has {also[twice]!r} twice: {twice!r} is another name of it.")
    return entries


def those(ids: Sequence[str], also: Mapping[str, str] | None = None) -> Codec:
    """Return a codec that writes an array of 0 and 1 as the list of the names that are set.

    also: alternative names that are accepted, with the id of each.
    """
    other = also or {}

    def read(_state: Any, field: str, value: Any) -> list[int]:
        entries = [
            other.get(entry, entry) if isinstance(entry, str) else entry
            for entry in listed(field, value, len(ids))
        ]
        numbers = {one_of(field, entry, ids) for entry in entries}
        return [int(at in numbers) for at in range(len(ids))]

    return Codec(lambda values: [key for key, is_set in zip(ids, values, strict=False) if is_set], read)


def pile(ids: Sequence[Any], most: int) -> Codec:
    """Return a codec that writes counts by kind as a list of pieces: ["grass", "grass", "forest"].

    most: the maximum length of the list.
    """

    def write(counts: Any) -> list[Any]:
        return [kind for kind, count in zip(ids, counts, strict=False) for _ in range(int(count))]

    def read(_state: Any, field: str, value: Any) -> list[int]:
        pieces = listed(field, value, most)
        for piece in pieces:
            if isinstance(piece, bool) or piece not in ids:
                raise BadPosition(f"{field!r} cannot hold {short(piece)}; choose from: {_said(ids)}.")
        return [pieces.count(kind) for kind in ids]

    return Codec(write, read)


def _said(ids: Sequence[Any]) -> str:
    return ", ".join(str(one) for one in ids)


@dataclass(frozen=True)
class Part:
    """A part of a position, with functions that write it from a state and read it into a state.

    write: state -> data, or None if it is accepted but another part writes it; read: (state, key, data),
    raises BadPosition.
    """

    key: str
    write: Callable[[Any], Any] | None
    read: Callable[[Any, str, Any], None]


def plain(record: type[Record], *only: str) -> list[Part]:
    """Return parts for the fields of the state: `only` these in this order, or all with a codec."""
    return [_plain(name, record.FIELDS[name]) for name in only or _coded(record)]


def each(
    record: type[Record],
    field: str,
    count: Callable[[Any], int],
    *only: str,
    least: Callable[[Any], int] | None = None,
) -> list[Part]:
    """Return parts that are lists with an entry for each of the `count` records in `field` ("seats").

    least: the length of a shorter list that is accepted, too; the remaining records stay unchanged.
    """
    return [_each(name, record.FIELDS[name], field, count, least or count) for name in only or _coded(record)]


def objects(record: type[Record], field: str, count: Callable[[Any], int], key: str = "") -> Part:
    """Return a part that is a list with an object for each record in `field`.

    An object has the fields with a codec. If an object is null, or a field is missing, the record stays
    unchanged. Codecs get the record instead of the state.
    """
    fields = {record.FIELDS[name].key or name: (name, record.FIELDS[name]) for name in _coded(record)}
    example = f"{{{next(iter(fields))!r}: ...}}"

    def write(state: Any) -> list[Any]:
        rows = [state[field][at] for at in range(int(count(state)))]
        return [{key: kind.json.write(one[name]) for key, (name, kind) in fields.items()} for one in rows]

    def read(state: Any, key: str, data: Any) -> None:
        for at, entry in enumerate(by_seat(state, key, data)):
            where = f"{key} of seat {at}"
            stated = {} if entry is None else keyed(where, entry, tuple(fields), example)
            for part, (name, declared) in fields.items():
                if part in stated:
                    one = state[field][at]
                    _put(one, name, declared, declared.json.read(one, f"{where}: {part}", stated[part]))

    return Part(key or field, write, read)


def _coded(record: type[Record]) -> list[str]:
    return [name for name, declared in record.FIELDS.items() if declared.json is not None]


def _put(record: Any, name: str, declared: Field, value: Any) -> None:
    if not declared.shape:
        record[name] = value
        return
    for at, entry in enumerate(value):
        if entry is not None:
            record[name][at] = entry


def _plain(name: str, declared: Field) -> Part:
    def read(state: Any, key: str, data: Any) -> None:
        _put(state, name, declared, declared.json.read(state, key, data))

    return Part(declared.key or name, lambda state: declared.json.write(state[name]), read)


def _each(
    name: str, declared: Field, rows: str, count: Callable[[Any], int], least: Callable[[Any], int]
) -> Part:
    def write(state: Any) -> list[Any]:
        return [declared.json.write(state[rows][at][name]) for at in range(int(count(state)))]

    def read(state: Any, key: str, data: Any) -> None:
        is_list = isinstance(data, Sequence) and not isinstance(data, (str, bytes))
        entries = list(data) if is_list and len(data) == int(count(state)) else by_seat(state, key, data)
        if len(entries) not in (int(count(state)), int(least(state))):
            raise BadPosition(f"{key!r} must be a list with one entry for each of the {least(state)} seats.")
        for at, entry in enumerate(entries):
            _put(state[rows][at], name, declared, declared.json.read(state, key, entry))

    return Part(declared.key or name, write, read)


class Schema:
    """The parts of a game's position, in the order in which they are read."""

    def __init__(self, title: str, parts: Sequence[Part]) -> None:
        self.title, self.parts = title, {part.key: part for part in parts}

    def write(self, state: Any) -> dict[str, Any]:
        """Return a state as plain data."""
        parts = self.parts.items()
        return {key: part.write(state) for key, part in parts if part.write is not None}

    def read(self, state: Any, data: Mapping[str, Any]) -> None:
        """Put the given parts into a state, in the order of the schema; other parts stay unchanged.

        Raises BadPosition, which names the field.
        """
        check_fields(self.title, data, self.parts)
        for key, part in self.parts.items():
            if key in data:
                with naming(key):
                    part.read(state, key, data[key])


def schema_of(title: str, record: type[Record]) -> Schema:
    """Return the schema of a game whose position is just the fields with a codec.

    The fields of the state come first, then the fields of the records of seats (`observe=BY_SEAT`), as lists.
    """
    parts = plain(record)
    for name in _of_seats(record):
        parts += each(record.FIELDS[name].kind, name, lambda state: state.players)
    return Schema(title, parts)


def visible_fields(state: Any, viewer: int | None, seats: int) -> dict[str, Any]:
    """Return the fields with a codec that a viewer may know, as data; fields of seats in a list `players`.

    A field with known=OWNER is None for other viewers; a field with known=SOME is left out.
    """
    record = type(state)
    players = [
        {key: value for name in _of_seats(record) for key, value in _seen(state[name][seat], seat == viewer)}
        for seat in range(seats)
    ]
    return {**dict(_seen(state, False)), "players": players}


def _of_seats(record: type[Record]) -> list[str]:
    return [name for name, declared in record.FIELDS.items() if declared.observe is BY_SEAT]


def _seen(record: Any, is_owner: bool) -> Iterator[tuple[str, Any]]:
    for name, declared in type(record).FIELDS.items():
        if declared.json is not None and declared.known != SOME:
            hidden = declared.known == OWNER and not is_owner
            yield declared.key or name, None if hidden else declared.json.write(record[name])

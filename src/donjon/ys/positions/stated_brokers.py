"""The brokers of a position as data: one object for each that is in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.errors import BadPosition
from donjon.kernel.fields import FLAG, Codec, Part, maybe, number
from donjon.kernel.foreign import short
from donjon.kernel.stated import keyed, listed, whole
from donjon.ys.brokers import IDS_PER_ROUND, clear_slot, new_id
from donjon.ys.nouns import (
    EVERYBODY,
    FIRST_NEUTRAL,
    FIRST_THRONE,
    MAX_SEATS,
    NEUTRAL_SLOTS,
    NONE,
    OWN_SLOTS,
    PLACE_OF_TEXT,
    ROUNDS,
    SLOTS,
    THRONE,
    THRONE_TEXT,
    VALUES,
    place_text,
)
from donjon.ys.state import State, is_neutral, party_count
from donjon.ys.tables import PLACEMENT_TURNS


def _read_place(_state: State, _field: str, value: Any) -> int:
    if value == THRONE_TEXT:
        return THRONE
    if not isinstance(value, str) or value.lower() not in PLACE_OF_TEXT:
        raise BadPosition(
            f"{short(value)} is no place: districts are q1.h to q4.p, market cells 0b to 3r, t the throne."
        )
    return PLACE_OF_TEXT[value.lower()]


def _read_mask(_state: State, field: str, value: Any) -> int:
    return sum({1 << whole(field, one, 0, VALUES - 1) for one in listed(field, value, VALUES)})


_VALUE = maybe(number(0, VALUES - 1))
_MASK = Codec(lambda mask: [value for value in range(VALUES) if int(mask) >> value & 1], _read_mask)
# By its name in data: the field of the record, and how it is written and read.
_FIELDS: dict[str, tuple[str, Codec]] = {
    "owner": ("owner", number(0, lambda state: party_count(state) - 1)),
    "place": ("place", maybe(Codec(place_text, _read_place))),
    "value": ("value", _VALUE),
    "up": ("face", FLAG),
    "known": ("known", number(0, EVERYBODY)),
    "marked": ("marked", FLAG),
    "since": ("since", number(0, PLACEMENT_TURNS)),
    "could": ("could", _MASK),
    "group": ("group", number(0, ROUNDS)),
    "id": ("id", number(1, IDS_PER_ROUND * (ROUNDS + 1) - 1)),
}
_SLOT = number(0, SLOTS - 1)
_NEEDED = ("owner", "place")
_EXAMPLE = "{'owner': 0, 'place': 'q1.h', 'value': 4, 'up': true}"


def _write(state: State) -> list[dict[str, Any]]:
    return [
        {"slot": slot} | {key: codec.write(state[name][slot]) for key, (name, codec) in _FIELDS.items()}
        for slot in range(SLOTS)
        if state.id[slot]
    ]


def _read(state: State, field: str, data: Any) -> None:
    for slot in range(SLOTS):
        clear_slot(state, slot)
    for entry in listed(field, data, SLOTS):
        if not set(_NEEDED) <= set(keyed(field, entry, (*_FIELDS, "slot"), _EXAMPLE)):
            raise BadPosition(f"A broker is written as {_EXAMPLE}.")
        _read_broker(state, entry)


def _read_broker(state: State, entry: Mapping[str, Any]) -> None:
    said = {key: _FIELDS[key][1].read(state, key, entry[key]) for key in _FIELDS if key in entry}
    if "slot" in entry:
        slot = _SLOT.read(state, "slot", entry["slot"])
    else:
        slot = _free_slot(state, said["owner"], said["place"])
    if state.id[slot]:
        raise BadPosition(f"Two brokers have the 'slot' {slot}.")
    for key, value in (_usual(state, slot, said) | said).items():
        state[_FIELDS[key][0]][slot] = value


def _usual(state: State, slot: int, said: Mapping[str, Any]) -> dict[str, int]:
    """What is not said of a broker: it lies face up, nobody else has seen one that lies face down."""
    owner, up, value = said["owner"], said.get("up", 1), said.get("value", NONE)
    seen = 0 if value == NONE else EVERYBODY if up or is_neutral(state, owner) else 1 << owner
    return {
        "value": NONE,
        "up": up,
        "known": seen,
        "marked": 0,
        "since": int(said["place"] != THRONE),
        "could": (1 << VALUES) - 1,
        "group": 0,
        "id": first_id(state, slot),
    }


def first_id(state: State, slot: int) -> int:
    """What the broker that came into play in a slot is called (YS-10.4)."""
    if slot < FIRST_THRONE:
        return new_id(state, slot)
    return IDS_PER_ROUND * ((slot - FIRST_THRONE) // MAX_SEATS + 1) + slot


def _free_slot(state: State, owner: int, place: int) -> int:
    if place == THRONE:
        slots = list(range(FIRST_THRONE + owner, SLOTS, MAX_SEATS))
    elif is_neutral(state, owner):
        slots = list(range(FIRST_NEUTRAL, FIRST_NEUTRAL + int(state.players) * NEUTRAL_SLOTS))
    else:
        slots = list(range(OWN_SLOTS * owner, OWN_SLOTS * (owner + 1)))
    free = [slot for slot in slots if not state.id[slot]]
    if not free:
        raise BadPosition(f"Seat {owner} has more than {len(slots)} brokers there.")
    return free[0]


BROKERS = Part("brokers", _write, _read)

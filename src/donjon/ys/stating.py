"""Reading the fields of a stated position into a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from donjon.errors import BadPosition
from donjon.kernel.foreign import short
from donjon.kernel.stated import keyed, listed, one_of, one_of_or_none, truth, whole
from donjon.ys.brokers import clear_slot, count_again
from donjon.ys.nouns import (
    CHARACTERS,
    COLOURS,
    EVERYBODY,
    FIRST_NEUTRAL,
    FIRST_THRONE,
    GEMS,
    NONE,
    OWN_SLOTS,
    PARTIES,
    PLACE_OF_TEXT,
    QUARTERS,
    ROWS,
    SHIPS,
    SLOTS,
    THRONE,
    THRONE_TEXT,
    TRACK_SOURCES,
    VALUES,
    Character,
    Gem,
    Phase,
    Source,
)
from donjon.ys.state import is_neutral, party_count
from donjon.ys.tables import BASE_SET, EXPRESS_SET, EXTRA_VALUE, EXTRAS, HIGHEST, LOWEST, SHIP_NAMES

# Plain numbers of a position, by their names in the record; those of the second list can be none (null).
PLAIN = (
    "round",
    "turn",
    "asked",
    "put_up",
    "put_down",
    "put_neutral",
    "facing",
    "looks",
    "merchant",
    "rank",
    "cause",
)
_SEATS = ("actor", "spy", "bishop", "magician", "intriguer", "queen")
_QUARTERS = ("closed", "quarter")
OPEN = ("target", "from_front", *_SEATS, *_QUARTERS)
SEAT_NUMBERS = ("chosen", "played", "extras", "court")
PILES = {"screens": "screen", "fronts": "front", "old_fronts": "old_front"}
# Phases between the last brokers (YS-5.10) and the throne room, and the end: no screen hides anything then.
_OPEN_PHASES = (
    Phase.TURN_UP,
    *(phase for phase in Phase if Phase.CARDS_BEFORE <= phase <= Phase.OVER),
    *(phase for phase in Phase if Phase.OPEN_QUARTER <= phase <= Phase.ASK_THRONE),
)
_MOST = 10_000_000
_ALL_VALUES = list(range(VALUES))


def complete(state: Any, given: Mapping[str, Any]) -> None:
    """Fill what follows from the stated fields: screens, whether they are open, deck, unseen cards, sums."""
    count_again(state)
    in_late_window = state.phase == Phase.ASK_CARDS and state.window != Phase.CARDS_FIRST
    state.screens_open = int(state.phase in _OPEN_PHASES or in_late_window)
    if "screens" not in given and ("brokers" in given or "fronts" in given):
        for seat in range(state.players):
            _fill_screen(state, seat)
    if "deck" not in given and ("ships" in given or "discards" in given or "market_ship" in given):
        for ship in range(SHIPS):
            gone = ship in [int(card) for card in state.ship] or bool(state.discards[ship])
            state.deck[ship] = int(bool(state.deck[ship]) and not gone)
    if "unseen" not in given and ("characters" in given or "hands" in given):
        for card in range(CHARACTERS):
            held = any(state.seats[seat].hand[card] for seat in range(state.players))
            shown = card in [int(shown) for shown in state.character]
            state.unseen[card] = int(bool(state.unseen[card]) and not held and not shown)


def _fill_screen(state: Any, seat: int) -> None:
    me = state.seats[seat]
    rest = [int(count) for count in (EXPRESS_SET if state.express else BASE_SET)]
    if state.royal:
        rest[EXTRA_VALUE] += EXTRAS - int(me.extras)
    for value in range(VALUES):
        rest[value] -= int(me.front[value])
    for slot in range(SLOTS):
        if state.id[slot] and state.owner[slot] == seat and not is_neutral(state, seat):
            rest[int(state.value[slot])] -= 1
    me.screen[:] = [max(0, count) for count in rest]


def _list(field: str, value: Any, length: int) -> list[Any]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != length:
        raise BadPosition(f"{field!r} must be a list of {length} entries.")
    return list(value)


def _per_party(state: Any, field: str, value: Any) -> list[Any]:
    """One entry for each seat; in the two-player game one for the neutral player may follow."""
    if isinstance(value, Sequence) and len(value) == int(party_count(state)):
        return list(value)
    return _list(field, value, int(state.players))


def _counts(field: str, value: Any, names: Sequence[str], most: int = 127) -> list[int]:
    if not isinstance(value, Mapping):
        raise BadPosition(f"{field!r} must give numbers by name, such as {{{names[0]!r}: 1}}.")
    counts = [0] * len(names)
    for key, count in value.items():
        counts[one_of(field, key, names)] = whole(field, count, 0, most)
    return counts


def _pile(field: str, values: Any) -> list[int]:
    counts = [0] * VALUES
    for value in listed(field, values, SLOTS):
        counts[whole(field, value, 0, VALUES - 1)] += 1
    return counts


def _plain(state: Any, field: str, value: Any) -> None:
    state[field] = whole(field, value, 0, _MOST)


def _open(state: Any, field: str, value: Any) -> None:
    state[field] = NONE if value is None else whole(field, value, 0, SLOTS)


def _seat(state: Any, field: str, value: Any) -> None:
    state[field] = NONE if value is None else whole(field, value, 0, int(state.players) - 1)


def _quarter(state: Any, field: str, value: Any) -> None:
    # A ship may be on its way to the market, which is number QUARTERS.
    most = int(state.quarters) - 1 if field == "closed" else QUARTERS
    state[field] = NONE if value is None else whole(field, value, 0, most)


def _phase(state: Any, field: str, value: Any) -> None:
    state.phase = one_of(field, value, Phase.ids())


def _window(state: Any, field: str, value: Any) -> None:
    state.window = one_of_or_none(field, value, Phase.ids())


def _resume(state: Any, field: str, value: Any) -> None:
    state.resume = 0 if value is None else one_of(field, value, Phase.ids())


def _seat_number(name: str) -> Callable[[Any, str, Any], None]:
    def read(state: Any, field: str, value: Any) -> None:
        for party, entry in enumerate(_per_party(state, field, value)):
            state.seats[party][name] = whole(field, entry, 0, 100)

    return read


def _choices(state: Any, field: str, value: Any) -> None:
    for seat, entry in enumerate(_list(field, value, int(state.players))):
        state.seats[seat].choice = NONE if entry is None else whole(field, entry, 0, 14)


def _piles(name: str) -> Callable[[Any, str, Any], None]:
    def read(state: Any, field: str, value: Any) -> None:
        for seat, entry in enumerate(_list(field, value, int(state.players))):
            state.seats[seat][name][:] = _pile(field, entry)

    return read


def _gems(state: Any, field: str, value: Any) -> None:
    for party, entry in enumerate(_per_party(state, field, value)):
        state.seats[party].gems[:] = [*_counts(field, entry, Gem.ids()[: GEMS - 1]), 0]


def _points(state: Any, field: str, value: Any) -> None:
    for party, entry in enumerate(_per_party(state, field, value)):
        state.seats[party].points[:] = _counts(field, entry, Source.ids()[:TRACK_SOURCES], 10_000)


def _hands(state: Any, field: str, value: Any) -> None:
    for seat, entry in enumerate(_list(field, value, int(state.players))):
        state.seats[seat].hand[:] = _counts(field, entry, Character.ids()[:CHARACTERS], 4)


def _values(state: Any, field: str, value: Any) -> None:
    if not isinstance(value, Mapping):
        raise BadPosition("'values' must give gem values by colour, such as {'blue': 8}.")
    for name, step in value.items():
        state.values[one_of(field, name, Gem.ids()[:COLOURS])] = whole(field, step, LOWEST, HIGHEST)


def _ships(state: Any, field: str, value: Any) -> None:
    entries = listed(field, value, QUARTERS)
    for quarter, entry in enumerate(entries + [None] * (QUARTERS - len(entries))):
        state.ship[quarter] = one_of_or_none(field, entry, SHIP_NAMES)


def _market_ship(state: Any, field: str, value: Any) -> None:
    state.ship[QUARTERS] = one_of_or_none(field, value, SHIP_NAMES)


def _characters(state: Any, field: str, value: Any) -> None:
    entries = listed(field, value, QUARTERS)
    for quarter, entry in enumerate(entries + [None] * (QUARTERS - len(entries))):
        state.character[quarter] = one_of_or_none(field, entry, Character.ids())


def _market(state: Any, field: str, value: Any) -> None:
    for row, entry in enumerate(_list(field, value, ROWS)):
        state.market[row] = one_of_or_none(field, entry, Gem.ids())


def _set_of(name: str, names: Sequence[str]) -> Callable[[Any, str, Any], None]:
    def read(state: Any, field: str, value: Any) -> None:
        state[name][:] = 0
        for entry in listed(field, value, len(names)):
            state[name][one_of(field, entry, names)] = 1

    return read


def _ranking(state: Any, field: str, value: Any) -> None:
    entries = [whole(field, party, 0, PARTIES - 1) for party in listed(field, value, PARTIES)]
    state.ranking[:] = [*entries, *[NONE] * (PARTIES - len(entries))]


def _columns(state: Any, field: str, value: Any) -> None:
    entries = [one_of(field, colour, Gem.ids()[:COLOURS]) for colour in listed(field, value, COLOURS)]
    state.columns[:] = [*entries, *[NONE] * (COLOURS - len(entries))]


def _offer(state: Any, field: str, value: Any) -> None:
    state.offer[:] = _counts(field, value, Gem.ids())


def _place(field: str, value: Any) -> int:
    if value is None:
        return NONE
    if value == THRONE_TEXT:
        return THRONE
    if not isinstance(value, str) or value.lower() not in PLACE_OF_TEXT:
        raise BadPosition(
            f"{short(value)} is no place: districts are q1.h to q4.p, market cells 0b to 3r, t the throne."
        )
    return PLACE_OF_TEXT[value.lower()]


def _brokers(state: Any, field: str, value: Any) -> None:
    for slot in range(SLOTS):
        clear_slot(state, slot)
    for entry in listed(field, value, SLOTS):
        if "owner" not in keyed(field, entry, _BROKER, _BROKER_EXAMPLE) or "place" not in entry:
            raise BadPosition(f"A broker is written as {_BROKER_EXAMPLE}.")
        _read_broker(state, entry)


_BROKER = ("owner", "place", "value", "up", "slot", "known", "marked", "since", "could", "group", "id")
_BROKER_EXAMPLE = "{'owner': 0, 'place': 'q1.h', 'value': 4, 'up': true}"


def _read_broker(state: Any, entry: Mapping[str, Any]) -> None:
    owner = whole("owner", entry["owner"], 0, int(party_count(state)) - 1)
    place, up = _place("place", entry["place"]), truth("up", entry.get("up", True))
    slot = entry["slot"] if "slot" in entry else _free_slot(state, owner, place)
    slot = whole("slot", slot, 0, SLOTS - 1)
    if state.id[slot]:
        raise BadPosition(f"Two brokers have the 'slot' {slot}.")
    value = entry.get("value")
    if value is None and not is_neutral(state, owner):
        raise BadPosition("A broker needs a 'value' from 0 to 4; only neutral ones can be without.")
    state.owner[slot] = owner
    state.place[slot] = place
    state.value[slot] = NONE if value is None else whole("value", value, 0, VALUES - 1)
    state.face[slot] = up
    default = 0 if value is None else EVERYBODY if up or is_neutral(state, owner) else 1 << owner
    state.known[slot] = whole("known", entry.get("known", default), 0, EVERYBODY)
    state.marked[slot] = truth("marked", entry.get("marked", False))
    state.since[slot] = whole("since", entry.get("since", int(place != THRONE)), 0, 4)
    could = listed("could", entry.get("could", _ALL_VALUES), VALUES)
    state.could[slot] = sum({1 << whole("could", each, 0, VALUES - 1) for each in could})
    state.group[slot] = whole("group", entry.get("group", 0), 0, 9)
    state.id[slot] = whole("id", entry.get("id", int(state.round) * 64 + slot), 1, 1000)


def _free_slot(state: Any, owner: int, place: int) -> int:
    if place == THRONE:
        slots = range(FIRST_THRONE, SLOTS)
    elif is_neutral(state, owner):
        slots = range(FIRST_NEUTRAL, FIRST_NEUTRAL + OWN_SLOTS)
    else:
        slots = range(OWN_SLOTS * owner, OWN_SLOTS * (owner + 1))
    free = [slot for slot in slots if not state.id[slot]]
    if not free:
        raise BadPosition(f"Seat {owner} has more than {len(slots)} brokers there.")
    return free[0]


def _order_cards(state: Any, field: str, value: Any) -> None:
    cards = [whole(field, card, 1, int(state.players)) for card in _list(field, value, int(state.players))]
    if len(set(cards)) < len(cards):
        raise BadPosition("'order_cards' names a card twice.")
    for seat, card in enumerate(cards):
        state.seats[seat].order = card


READERS: dict[str, Callable[[Any, str, Any], None]] = {
    **dict.fromkeys(PLAIN, _plain),
    **dict.fromkeys(OPEN, _open),
    **dict.fromkeys(_SEATS, _seat),
    **dict.fromkeys(_QUARTERS, _quarter),
    "phase": _phase,
    "window": _window,
    "resume": _resume,
    "order_cards": _order_cards,
    "choices": _choices,
    **{name: _seat_number(name) for name in SEAT_NUMBERS},
    **{name: _piles(field) for name, field in PILES.items()},
    "gems": _gems,
    "points": _points,
    "hands": _hands,
    "values": _values,
    "ships": _ships,
    "market_ship": _market_ship,
    "characters": _characters,
    "market": _market,
    "unseen": _set_of("unseen", Character.ids()[:CHARACTERS]),
    "deck": _set_of("deck", SHIP_NAMES),
    "discards": _set_of("discards", SHIP_NAMES),
    "ranking": _ranking,
    "columns": _columns,
    "offer": _offer,
    "brokers": _brokers,
}

"""Positions of Ys as JSON: written, read, completed and set up. See `position_checks`, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from donjon.errors import BadPosition
from donjon.games.ys import decisions
from donjon.games.ys.cards import WINDOW_OF, WINDOW_PHASES
from donjon.games.ys.model import (
    EXTRAS,
    HIGHEST,
    LOWEST,
    OWN_TURN,
    PLACEMENT_TURNS,
    SHIP_NAMES,
    SHIP_WHITE,
    WINDOWS,
    Seat,
    State,
    is_neutral,
    party_count,
    seat_count,
    turns_in_all,
)
from donjon.games.ys.nouns import (
    CHARACTERS,
    COLOURS,
    DISTRICTS,
    EVERYBODY,
    FIRST_NEUTRAL,
    FIRST_STEP,
    FIRST_THRONE,
    MAX_SEATS,
    NEUTRAL_SLOTS,
    NONE,
    OWN_SLOTS,
    PLACE_OF_TEXT,
    QUARTERS,
    ROUNDS,
    SHIPS,
    SLOTS,
    THRONE,
    THRONE_TEXT,
    VALUES,
    Character,
    Gem,
    Phase,
    place_text,
)
from donjon.games.ys.pieces import IDS_PER_ROUND, clear_slot, count_again, new_id
from donjon.games.ys.placing import ALL_PLACED, IN_TURN
from donjon.games.ys.position_checks import (
    CARD_OF,
    CAUSES,
    OF_NOBODY,
    RANKED,
    Stage,
    faults,
    has_room,
    is_held,
    is_in_quarter,
    is_served,
    is_somewhere,
    stage_of,
    unplaced,
)
from donjon.games.ys.setup import seat_to_deal, show_variants
from donjon.games.ys.ties import rank_parties
from donjon.kernel.fields import FLAG, Codec, Part, Schema, each, maybe, name, number, plain, row
from donjon.kernel.rules import NATURE
from donjon.kernel.untrusted import keyed, listed, require_none, short, whole

_COLOUR_IDS = Gem.ids()[:COLOURS]
_STEP = number(LOWEST, HIGHEST)
_SHIP = maybe(name(SHIP_NAMES))
_HARBOURS = row(_SHIP, QUARTERS)


def _read_values(state: State, key: str, data: Any) -> None:
    for colour, step in keyed(key, data, _COLOUR_IDS, "{'blue': 8}").items():
        state.values[_COLOUR_IDS.index(colour)] = _STEP.read(state, key, step)


def _values(state: State) -> dict[str, int]:
    return {colour: int(step) for colour, step in zip(_COLOUR_IDS, state.values, strict=True)}


def _read_ships(codec: Codec, start: int, stop: int) -> Any:
    def read(state: State, key: str, data: Any) -> None:
        state.ship[start:stop] = codec.read(state, key, data)

    return read


# Brokers


def _read_place(_state: State, _field: str, value: Any) -> int:
    if value == THRONE_TEXT:
        return THRONE
    if not isinstance(value, str) or value.lower() not in PLACE_OF_TEXT:
        raise BadPosition(
            f"{short(value)} isn't a place. Districts are q1.h–q4.p, market cells 0b–3r, the throne room t."
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


def _write_brokers(state: State) -> list[dict[str, Any]]:
    return [
        {"slot": slot} | {key: codec.write(state[name][slot]) for key, (name, codec) in _FIELDS.items()}
        for slot in range(SLOTS)
        if state.id[slot]
    ]


def _read_brokers(state: State, field: str, data: Any) -> None:
    for slot in range(SLOTS):
        clear_slot(state, slot)
    for entry in listed(field, data, SLOTS):
        if not set(_NEEDED) <= set(keyed(field, entry, (*_FIELDS, "slot"), _EXAMPLE)):
            raise BadPosition(f"A broker is written as {_EXAMPLE}.")
        _read_broker(state, entry)


def _read_broker(state: State, entry: Mapping[str, Any]) -> None:
    fields = {key: _FIELDS[key][1].read(state, key, entry[key]) for key in _FIELDS if key in entry}
    if "slot" in entry:
        slot = _SLOT.read(state, "slot", entry["slot"])
    else:
        slot = _free_slot(state, fields["owner"], fields["place"])
    if state.id[slot]:
        raise BadPosition(f"Two brokers have the 'slot' {slot}.")
    for key, value in (_usual(state, slot, fields) | fields).items():
        state[_FIELDS[key][0]][slot] = value


def _usual(state: State, slot: int, fields: Mapping[str, Any]) -> dict[str, int]:
    """Return the default for a broker: face up, or seen by its owner alone."""
    owner, up, value = fields["owner"], fields.get("up", 1), fields.get("value", NONE)
    known = 0 if value == NONE else EVERYBODY if up or is_neutral(state, owner) else 1 << owner
    return {
        "value": NONE,
        "up": up,
        "known": known,
        "marked": 0,
        "since": int(fields["place"] != THRONE),
        "could": (1 << VALUES) - 1,
        "group": 0,
        "id": first_id(state, slot),
    }


def first_id(state: State, slot: int) -> int:
    """Return the id of the broker that came into play in a slot (YS-10.4)."""
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


BROKERS = Part("brokers", _write_brokers, _read_brokers)


# The whole position

SCHEMA = Schema(
    "Ys",
    [
        *plain(State),
        *each(Seat, "seats", seat_count, "order", "choice", "screen", "front", "old_front", "hand"),
        *each(
            Seat,
            "seats",
            party_count,
            "chosen",
            "played",
            "extras",
            "court",
            "gems",
            "points",
            least=seat_count,
        ),
        Part("values", _values, _read_values),
        Part("ships", lambda state: _HARBOURS.write(state.ship), _read_ships(_HARBOURS, 0, QUARTERS)),
        Part(
            "market_ship",
            lambda state: _SHIP.write(state.ship[QUARTERS]),
            _read_ships(_SHIP, QUARTERS, QUARTERS + 1),
        ),
        BROKERS,
    ],
)


def position(state: State) -> dict[str, Any]:
    """Return the whole position as data that `set_position` reads back to the same bytes."""
    return {**show_variants(state), **SCHEMA.write(state)}


def set_position(state: State, stated: Mapping[str, Any]) -> None:
    """Change a state, at its first decision, to the position `stated`; derive or keep what it leaves out.

    Brokers that are stated nowhere else go behind the screens, unless those are stated. A phase without a
    decision ("open_quarter") goes on by itself. Raise BadPosition, naming the field and the rule.
    """
    SCHEMA.read(state, stated)
    count_again(state)
    _derive_phase(state, stated)
    _derive_turn(state, stated)
    _derive_table(state, stated)
    require_none(faults(state))
    if state.phase >= FIRST_STEP:
        decisions.go_on(state, None)
    _check_choices(state)


def _derive_phase(state: State, stated: Mapping[str, Any]) -> None:
    """Derive from the phase the seat to decide, the window, and the rule for which a colour is chosen."""
    phase = Phase(state.phase)
    if "actor" not in stated:
        if phase == Phase.DEAL:
            state.actor = seat_to_deal(state)
        elif phase in OF_NOBODY:
            state.actor = NONE
    if "window" not in stated:
        state.window = _window_of(phase)
    if "asked" not in stated and state.actor != NONE and (phase in WINDOW_PHASES or phase in CARD_OF):
        state.asked = int(state.seats[int(state.actor)].order) - 1
    if "cause" not in stated and phase == Phase.COLOUR:
        state.cause = CAUSES.get(Phase(state.resume), 0)
    if "ranking" not in stated and phase in RANKED and is_in_quarter(state):
        rank_parties(state, DISTRICTS * int(state.quarter), DISTRICTS * int(state.quarter + 1))
    state.screens_open = int(stage_of(state) >= Stage.COUNTING and phase != Phase.END_ROUND)


def _window_of(phase: Phase) -> int:
    """Return the first window that a phase can belong to."""
    for window in WINDOW_PHASES:
        if window == phase or (phase in CARD_OF and WINDOWS[CARD_OF[phase]] & WINDOW_OF[window]):
            return window
    return NONE


def _derive_turn(state: State, stated: Mapping[str, Any]) -> None:
    """Derive the turn: the first one by which the brokers on the board can have been placed."""
    stage, phase = stage_of(state), state.phase
    if phase in ALL_PLACED and not {"put_up", "put_down", "put_neutral"} & set(stated):
        state.put_up, state.put_down = (OWN_TURN, 0) if state.open else (1, OWN_TURN - 1)
        state.put_neutral = int(state.players == 2)
    if "turn" in stated:
        return
    turns = turns_in_all(state)
    if stage in (Stage.COUNTING, Stage.CLOSING):
        state.turn = turns
    elif stage == Stage.PLACING and phase in IN_TURN and state.actor != NONE:
        first = int(state.seats[int(state.actor)].order) - 1
        _set_turn(state, range(first, turns, int(state.players)))
    elif stage == Stage.PLACING:
        _set_turn(state, range(turns + 1))


def _set_turn(state: State, turns: range) -> None:
    """Set the first of the turns for which there is room, else the first."""
    for turn in (*turns, turns[0]):
        state.turn = turn
        if has_room(state):
            return


def _derive_table(state: State, stated: Mapping[str, Any]) -> None:
    """Derive the brokers, ships and cards that are not stated."""
    players = range(state.players)
    if "extras" not in stated and state.royal:
        for seat in players:
            served = int(state.round) - int(not is_served(state))
            state.seats[seat].extras = EXTRAS - min(EXTRAS, max(0, served))
    if "screens" not in stated:
        for seat in players:
            state.seats[seat].screen[:] = [max(0, count) for count in unplaced(state, seat)]
    _derive_ships(state, stated)
    if "characters" not in stated:
        _derive_characters(state)
    if "unseen" not in stated:
        for card in range(CHARACTERS):
            state.unseen[card] = state.unseen[card] and not is_somewhere(state, card)


def _derive_ships(state: State, stated: Mapping[str, Any]) -> None:
    """Remove a stated ship from all other harbours, and put those that are not stated into the deck."""
    harbours = range(QUARTERS + 1)
    for quarter in harbours:
        ship, key = int(state.ship[quarter]), "ships" if quarter < QUARTERS else "market_ship"
        elsewhere = [other for other in harbours if other != quarter and state.ship[other] == ship]
        if key not in stated and elsewhere:
            state.ship[quarter] = NONE
    if "discards" not in stated:
        for ship in range(SHIPS):
            is_left = "deck" in stated and _is_used(state, ship) and not state.deck[ship]
            state.discards[ship] = ship == state.ship[QUARTERS] or (is_left and ship not in state.ship)
    if "deck" not in stated:
        for ship in range(SHIPS):
            is_out = ship in state.ship or state.discards[ship]
            state.deck[ship] = _is_used(state, ship) and not is_out


def _derive_characters(state: State) -> None:
    """Remove stated cards from the quarters, and turn up blue cards in the last round (YS-3.3)."""
    for quarter in range(state.quarters):
        card = int(state.character[quarter])
        if state.phase == Phase.OVER or is_held(state, card):
            state.character[quarter] = NONE
        elif state.round == ROUNDS and card != NONE:
            state.character[quarter] = Character.WHITE_GEM


def _is_used(state: State, ship: int) -> bool:
    """Return whether the ship card is in the game (YS-9.5.2)."""
    return not (state.express and SHIP_WHITE[ship])


def _check_choices(state: State) -> None:
    """Raise BadPosition where a seat or nature must decide and has nothing to choose from."""
    owing = decisions.waiting(state)
    if not owing and state.phase != Phase.OVER:
        raise BadPosition(f"In the phase {Phase(state.phase).id!r} no seat is to move.")
    mask = np.zeros(decisions.COUNT, np.uint8)
    for seat in (*range(int(state.players)), NATURE):
        if owing >> seat & 1 and decisions.legal(state, seat, mask) == 0:
            who = "chance" if seat == NATURE else f"seat {seat}"
            raise BadPosition(
                f"In the phase {Phase(state.phase).id!r} {who} has no legal move; state the missing fields."
            )

"""The brokers of a stated position: read, and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.errors import BadPosition
from donjon.kernel.fields import FLAG, Codec, Part, maybe, number
from donjon.kernel.foreign import short
from donjon.kernel.stated import keyed, listed, require, whole
from donjon.ys.model import (
    BASE_SET,
    EXPRESS_SET,
    EXTRA_VALUE,
    EXTRAS,
    FIRST_ROW,
    NEUTRAL_SETS,
    OWN_TURN,
    PLACEMENT_TURNS,
    State,
    is_neutral,
    party_count,
    turns_in_all,
)
from donjon.ys.nouns import (
    COLOURS,
    EVERYBODY,
    FIRST_CELL,
    FIRST_NEUTRAL,
    FIRST_THRONE,
    MAX_SEATS,
    NEUTRAL_SLOTS,
    NONE,
    OWN_SLOTS,
    PLACE_OF_TEXT,
    PLACES,
    ROUNDS,
    SLOTS,
    THRONE,
    THRONE_TEXT,
    VALUES,
    Character,
    Phase,
    place_text,
)
from donjon.ys.pieces import IDS_PER_ROUND, clear_slot, new_id, pile_size, quarter_of
from donjon.ys.position_checks import IN_TURN, Stage, is_somewhere, stage_of


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
    """Return what holds for a broker where nothing is said: face up, or seen by its owner alone."""
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


BROKERS = Part("brokers", _write, _read)


def brokers_of(state: State, seat: int) -> list[int]:
    """All brokers that a seat has, by value (YS-2.2, YS-9.4.5, YS-9.5.1)."""
    owned = [int(count) for count in (EXPRESS_SET if state.express else BASE_SET)]
    if state.royal:
        owned[EXTRA_VALUE] += EXTRAS - int(state.seats[seat].extras)
    return owned


def unplaced(state: State, seat: int) -> list[int]:
    """Those neither before the screen nor in play, by value; below 0 where there are too many elsewhere."""
    front = state.seats[seat].front
    rest = [owned - int(front[value]) for value, owned in enumerate(brokers_of(state, seat))]
    for slot in range(SLOTS):
        if state.id[slot] and state.owner[slot] == seat and not is_neutral(state, seat):
            rest[int(state.value[slot])] -= 1
    return rest


def turns_left(state: State, seat: int) -> int:
    """How many turns of placement a seat has still to begin in this round."""
    if stage_of(state) > Stage.PLACING:
        return 0
    rounds, turns = divmod(int(state.turn), int(state.players))
    over = rounds + int(state.seats[seat].order <= turns)
    return turns_in_all(state) // int(state.players) - over - int(_is_in_turn(state, seat))


def _is_in_turn(state: State, seat: int) -> bool:
    return bool(state.phase in IN_TURN and state.actor == seat)


def to_place(state: State, seat: int) -> int:
    """How many brokers a seat has still to place in this round."""
    now = OWN_TURN - int(state.put_up + state.put_down) if _is_in_turn(state, seat) else 0
    return OWN_TURN * turns_left(state, seat) + now


def neutral_to_place(state: State, seat: int) -> int:
    """How many neutral brokers a seat has still to place in this round (YS-9.3.4)."""
    now = 1 - int(state.put_neutral) if _is_in_turn(state, seat) else 0
    return turns_left(state, seat) + now if state.players == 2 else 0


def check_brokers(state: State) -> None:
    """The brokers are as the rules have them. Raises BadPosition."""
    for slot in range(SLOTS):
        if state.id[slot]:
            _check_place(state, slot)
            _check_knowledge(state, slot)
    _check_slots(state)
    for seat in range(state.players):
        _check_seat(state, seat)
    for place in range(FIRST_CELL, PLACES):
        require(state.count[place].sum() <= 1, f"'brokers': two stand in {place_text(place)} (YS-5.4).")
    _check_names(state)
    require(sum(int(mark) for mark in state.marked) <= 1, "'brokers': the Soldier marks one (YS-8.16.1).")
    if state.players == 2:
        _check_neutral(state)


def has_room(state: State) -> bool:
    """Can the brokers of the board have been placed by now, so that there is room for those to come?"""
    most = OWN_TURN * turns_in_all(state) // int(state.players)
    for seat in range(state.players):
        if _used(state, OWN_SLOTS * seat, OWN_SLOTS) + to_place(state, seat) > most:
            return False
        neutral = _used(state, FIRST_NEUTRAL + NEUTRAL_SLOTS * seat, NEUTRAL_SLOTS)
        if state.players == 2 and neutral + neutral_to_place(state, seat) > NEUTRAL_SLOTS:
            return False
    return True


def _used(state: State, first: int, count: int) -> int:
    return sum(int(state.id[slot] != 0) for slot in range(first, first + count))


def _check_place(state: State, slot: int) -> None:
    place, neutral = int(state.place[slot]), bool(is_neutral(state, state.owner[slot]))
    here = "'brokers': " + (place_text(place) if place != NONE else "one that is nowhere")
    if slot >= FIRST_THRONE:
        since, seat = divmod(slot - FIRST_THRONE, MAX_SEATS)
        begun = state.round + int(state.phase in (Phase.OVER, Phase.END_ROUND))
        fits = place == THRONE and state.royal and since + 1 < begun and seat < state.players
        require(fits, f"{here}: the throne room has a 'slot' for each seat and past round (YS-9.4.3).")
        return
    last = FIRST_NEUTRAL + 2 * NEUTRAL_SLOTS if state.players == 2 else OWN_SLOTS * int(state.players)
    fits = slot < last and place != THRONE and (place != NONE or neutral)
    require(fits, f"{here} is no place for the broker of 'slot' {slot}.")
    placing = stage_of(state) in (Stage.PLACING, Stage.COUNTING)
    placing = placing or (place == NONE and stage_of(state) == Stage.CLOSING)
    require(placing, f"{here}: no broker is on the board now (YS-5.1, YS-6.9.1).")
    if place < FIRST_CELL:
        require(quarter_of(place) < state.quarters, f"{here} is not in play (YS-2.4, YS-9.2.2).")
    else:
        row = (place - FIRST_CELL) // COLOURS
        require(row >= FIRST_ROW[state.players], f"{here} is in no row in use (YS-5.5, YS-9.2.5).")


def _check_knowledge(state: State, slot: int) -> None:
    owner, value, known = int(state.owner[slot]), int(state.value[slot]), int(state.known[slot])
    up, neutral = bool(state.face[slot]), bool(is_neutral(state, owner))
    is_known = value != NONE or neutral
    require(is_known, "A broker needs a 'value' from 0 to 4; only neutral ones can be without.")
    if neutral:
        fits = known == (EVERYBODY if up else 0) and (value != NONE or not up)
        require(fits, "'known', 'up': nobody sees a neutral one before it is turned up (YS-9.3.5).")
    else:
        fits = known == EVERYBODY or (not up and known >> owner & 1 == 1 and known < 1 << state.players)
        require(fits, "'known': the owner knows a broker, and all know one that lies face up (YS-10.1).")
        fits = int(state.could[slot]) >> value & 1 == 1
        require(fits, "'could': the values that it can have, its own too (YS-10.8).")
    on_board = slot < FIRST_THRONE
    fits = on_board or (up == (state.phase == Phase.OVER) and state.since[slot] == 0)
    require(fits, "'up', 'since': in the throne room all lie face down to the end (YS-9.4.3).")
    fits = not state.marked[slot] or (on_board and not neutral)
    require(fits, "'marked': the Soldier marks own brokers on the board (YS-8.16.1).")
    fits = state.since[slot] <= state.turn // state.players + 1
    require(fits, "'since': that turn has not come yet (YS-5.1).")


def _check_names(state: State) -> None:
    """YS-10.4: a broker is named by the round and the slot in which it came into play, wherever it is now."""
    names = [int(broker) for broker in state.id]
    for slot, broker in enumerate(names):
        begun, home = divmod(broker, IDS_PER_ROUND)
        if not broker or broker == first_id(state, slot):
            continue
        is_swapped = (home >= FIRST_THRONE) != (slot >= FIRST_THRONE) and home < SLOTS
        in_time = begun < state.round if home >= FIRST_THRONE else begun <= state.round
        # A slot that is free gives its name to the next broker there.
        is_gone = begun < state.round or stage_of(state) != Stage.PLACING or home >= SLOTS or names[home]
        fits = is_swapped and begun and in_time and is_gone and names.count(broker) == 1
        require(fits, f"'id': {broker} is not that of a broker in 'slot' {slot} (YS-10.4).")


def _check_slots(state: State) -> None:
    """Each broker in a slot of its owner, but for two that the Wizard has swapped (YS-9.4.7)."""
    for first, last in ((0, FIRST_THRONE), (FIRST_THRONE, SLOTS)):
        strange = 0
        for slot in range(first, last):
            if not state.id[slot]:
                continue
            if state.players == 2 and first <= slot < FIRST_THRONE:
                mine = bool(is_neutral(state, state.owner[slot])) == (slot >= FIRST_NEUTRAL)
                strange += 2 * int(not mine)
            if slot < FIRST_NEUTRAL or state.players > 2:
                home = slot // OWN_SLOTS if slot < FIRST_THRONE else slot % MAX_SEATS
                strange += int(state.owner[slot] != home)
        fits = strange == 0 or (strange <= 1 and state.royal and not _has_wizard(state))
        require(fits, "'slot': each broker is in one of its owner's (YS-9.4.7).")
    require(has_room(state), "'brokers': more are there than this 'turn' can have seen (YS-5.1).")


def _has_wizard(state: State) -> bool:
    """Can the Wizard still swap in this game?"""
    wizard = Character.WIZARD
    busy = state.phase in (Phase.WIZARD, Phase.WIZARD_WITH)
    return busy or bool(state.unseen[wizard]) or is_somewhere(state, wizard)


def _check_seat(state: State, seat: int) -> None:
    """The brokers of a seat are those of its set, and enough for the rest of the game."""
    me, stage = state.seats[seat], stage_of(state)
    for value, rest in enumerate(unplaced(state, seat)):
        owned, behind = brokers_of(state, seat)[value], int(me.screen[value])
        said = f"seat {seat} has {owned - rest + behind} brokers worth {value}, and its set {owned}"
        require(rest == behind, f"'screens', 'fronts', 'brokers': {said} (YS-2.2).")
    need = to_place(state, seat) + (2 if stage == Stage.BEFORE_BIDS else 0)
    require(pile_size(me.screen) >= need, f"'screens': seat {seat} has {need} brokers to place yet (YS-5.1).")
    before = stage in (Stage.BEFORE_BIDS, Stage.OVER)
    bare = before or (stage == Stage.CLOSING and not state.royal and state.phase != Phase.END_ROUND)
    require(not (bare and me.front.sum()), "'fronts': empty until the bids are shown (YS-4.1, YS-6.9.1).")
    if state.royal and not before and state.phase != Phase.END_ROUND:
        require(me.front.sum(), "'fronts': one of each goes to the throne room (YS-9.4.3).")
    mine = sum(int(state.owner[slot] == seat) for slot in range(FIRST_THRONE, SLOTS) if state.id[slot])
    rounds = max(0, int(state.round) - int(state.phase not in (Phase.OVER, Phase.END_ROUND)))
    most = rounds + int(not _has_wizard(state))
    require(mine <= most, f"'brokers': seat {seat} can have {most} in the throne room (YS-9.4.3).")


def _check_neutral(state: State) -> None:
    for seat in range(state.players):
        first = FIRST_NEUTRAL + NEUTRAL_SLOTS * seat
        for value in range(VALUES):
            there = sum(int(state.value[slot] == value) for slot in range(first, first + NEUTRAL_SLOTS))
            fits = there <= NEUTRAL_SETS[state.hard, value]
            require(fits, f"'brokers': too many neutral {value}s with seat {seat} (YS-9.3.2, YS-9.3.20).")

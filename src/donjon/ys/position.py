"""A position as plain data: what a test, a puzzle or another program states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from donjon.errors import BadPosition
from donjon.kernel.fields import Codec, Part, Schema, each, maybe, name, number, plain, row
from donjon.kernel.generic import NATURE
from donjon.kernel.stated import keyed
from donjon.ys import consistency, decisions
from donjon.ys.brokers import count_again
from donjon.ys.nouns import (
    ACTIONS,
    CHARACTERS,
    COLOURS,
    FIRST_STEP,
    QUARTERS,
    SHIPS,
    SLOTS,
    VALUES,
    Gem,
    Phase,
)
from donjon.ys.options import show_options
from donjon.ys.state import Seat, State, is_neutral, party_count, seat_count
from donjon.ys.stated_brokers import BROKERS
from donjon.ys.tables import BASE_SET, EXPRESS_SET, EXTRA_VALUE, EXTRAS, HIGHEST, LOWEST, SHIP_NAMES

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
# Phases between the last brokers (YS-5.10) and the throne room, and the end: no screen hides anything then.
_OPEN_PHASES = (
    Phase.TURN_UP,
    *(phase for phase in Phase if Phase.CARDS_BEFORE <= phase <= Phase.OVER),
    *(phase for phase in Phase if Phase.OPEN_QUARTER <= phase <= Phase.ASK_THRONE),
)


def position(state: State) -> dict[str, Any]:
    """The whole position as data that `set_position` reads back to the same bytes."""
    return {**show_options(_Agreed(state)), **SCHEMA.write(state)}


class _Agreed:
    """A state looked at as its options; the order cards are stated apart."""

    def __init__(self, state: State) -> None:
        self.players, self.quarters = state.players, state.quarters
        self.open, self.royal, self.express, self.hard = state.open, state.royal, state.express, state.hard
        self.order = [0] * int(state.players)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


def set_position(state: State, given: Mapping[str, Any]) -> None:
    """Change a state, at its first decision, to what `given` says; what it leaves out stays.

    Screens that are not stated hold what is not elsewhere. A phase in which nobody decides ("open_quarter")
    goes on by itself. Raises BadPosition, naming the field and what it should be.
    """
    SCHEMA.read(state, given)
    _derive(state, given)
    consistency.check(state)
    if state.phase >= FIRST_STEP:
        decisions.go_on(state, None)
    _check_choices(state)


def _derive(state: State, given: Mapping[str, Any]) -> None:
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


def _fill_screen(state: State, seat: int) -> None:
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


def _check_choices(state: State) -> None:
    """Whoever is to decide must have something to choose from, chance too."""
    owing = decisions.waiting(state)
    mask = np.zeros(ACTIONS, np.uint8)
    for seat in (*range(int(state.players)), NATURE):
        if owing >> seat & 1 and decisions.legal(state, seat, mask) == 0:
            who = "chance" if seat == NATURE else f"seat {seat}"
            raise BadPosition(
                f"In the phase {Phase(state.phase).id!r} {who} has nothing to choose from here; "
                "state the fields that say what."
            )

"""A position as plain data: what a test, a puzzle or another program states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from donjon.errors import BadPosition
from donjon.kernel.generic import NATURE
from donjon.kernel.stated import check_fields, read_fields
from donjon.ys import decisions, stating
from donjon.ys.nouns import (
    ACTIONS,
    CHARACTERS,
    COLOURS,
    FIRST_STEP,
    GEMS,
    NONE,
    QUARTERS,
    ROWS,
    SHIPS,
    SLOTS,
    TRACK_SOURCES,
    VALUES,
    Character,
    Gem,
    Phase,
    Source,
    place_text,
)
from donjon.ys.options import show_options
from donjon.ys.state import party_count
from donjon.ys.tables import SHIP_NAMES
from donjon.ys.view import number, values_of

# Phases in the middle of a decision, which need what was chosen before.
_HALF_DONE = (
    Phase.VALUE,
    Phase.REFILL,
    Phase.WIZARD_WITH,
    Phase.MESSENGER_TO,
    Phase.ALCHEMIST_TAKE,
    Phase.BANKER_LOWER,
    Phase.TURN_UP,
)


def position(state: Any) -> dict[str, Any]:
    """The whole position as data that `set_position` reads back to the same bytes."""
    seats = [state.seats[seat] for seat in range(int(state.players))]
    parties = [state.seats[party] for party in range(int(party_count(state)))]
    return {
        **show_options(_Agreed(state)),
        "phase": Phase(state.phase).id,
        "order_cards": [int(me.order) for me in seats],
        "choices": [number(me.choice) for me in seats],
        **{name: int(state[name]) for name in stating.PLAIN},
        **{name: number(state[name]) for name in stating.OPEN},
        "window": None if state.window == NONE else Phase(state.window).id,
        "resume": Phase(state.resume).id if state.resume else None,
        **{name: [int(me[name]) for me in parties] for name in stating.SEAT_NUMBERS},
        **{name: [values_of(me[field]) for me in seats] for name, field in stating.PILES.items()},
        "gems": [{Gem(kind).id: int(me.gems[kind]) for kind in range(GEMS - 1)} for me in parties],
        "points": [
            {Source(source).id: int(me.points[source]) for source in range(TRACK_SOURCES)} for me in parties
        ],
        "hands": [
            {Character(card).id: int(me.hand[card]) for card in range(CHARACTERS) if me.hand[card]}
            for me in seats
        ],
        **_table(state),
        "brokers": [_broker(state, slot) for slot in range(SLOTS) if state.id[slot]],
    }


class _Agreed:
    """A state looked at as its options; the order cards are stated apart."""

    def __init__(self, state: Any) -> None:
        self.players, self.quarters = state.players, state.quarters
        self.open, self.royal, self.express, self.hard = state.open, state.royal, state.express, state.hard
        self.order = [0] * int(state.players)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


def _table(state: Any) -> dict[str, Any]:
    ships = [None if ship == NONE else SHIP_NAMES[ship] for ship in state.ship]
    return {
        "values": {Gem(colour).id: int(state.values[colour]) for colour in range(COLOURS)},
        "ships": ships[:QUARTERS],
        "market_ship": ships[QUARTERS],
        "characters": [None if card == NONE else Character(card).id for card in state.character],
        "market": [None if state.market[row] == NONE else Gem(state.market[row]).id for row in range(ROWS)],
        "unseen": [Character(card).id for card in range(CHARACTERS) if state.unseen[card]],
        "deck": [SHIP_NAMES[ship] for ship in range(SHIPS) if state.deck[ship]],
        "discards": [SHIP_NAMES[ship] for ship in range(SHIPS) if state.discards[ship]],
        "ranking": [int(party) for party in state.ranking if party != NONE],
        "columns": [Gem(column).id for column in state.columns if column != NONE],
        "offer": {Gem(kind).id: int(state.offer[kind]) for kind in range(GEMS) if state.offer[kind]},
    }


def _broker(state: Any, slot: int) -> dict[str, Any]:
    return {
        "slot": slot,
        "owner": int(state.owner[slot]),
        "place": None if state.place[slot] == NONE else place_text(state.place[slot]),
        "value": number(state.value[slot]),
        "up": bool(state.face[slot]),
        "known": int(state.known[slot]),
        "marked": bool(state.marked[slot]),
        "since": int(state.since[slot]),
        "could": [value for value in range(VALUES) if int(state.could[slot]) >> value & 1],
        "group": int(state.group[slot]),
        "id": int(state.id[slot]),
    }


def set_position(state: Any, given: Mapping[str, Any]) -> None:
    """Change a state, at its first decision, to what `given` says; what it leaves out stays.

    Screens that are not stated hold what is not elsewhere. A phase in which nobody decides ("open_quarter")
    goes on by itself. Raises BadPosition, naming the field and what it should be.
    """
    check_fields("Ys", given, stating.READERS)
    read_fields(state, stating.READERS, given)
    stating.complete(state, given)
    _check(state)
    if state.phase >= FIRST_STEP:
        decisions.go_on(state, None)
    _check_choices(state)


def _check(state: Any) -> None:
    phase = int(state.phase)
    together = phase in (Phase.BID, Phase.THRONE)
    in_turn = phase in (Phase.GO_ON, Phase.AFTER_PLACING)
    if (in_turn or (Phase.BID <= phase < Phase.OVER and not together)) and state.actor == NONE:
        raise BadPosition(f"The phase {Phase(phase).id!r} needs an 'actor': the seat that decides.")
    if together and all(state.seats[seat].choice != NONE for seat in range(state.players)):
        raise BadPosition(f"In the phase {Phase(phase).id!r} a seat must be without a 'choice'.")
    if Phase.OPEN_QUARTER <= phase <= Phase.CLOSE_QUARTER and state.quarter == NONE:
        raise BadPosition(f"The phase {Phase(phase).id!r} needs a 'quarter', from 0.")
    if phase in _HALF_DONE and state.target == NONE:
        raise BadPosition(f"The phase {Phase(phase).id!r} needs a 'target': what was chosen before.")
    if phase in (Phase.TURN_UP, Phase.COLOUR) and not state.resume:
        raise BadPosition(f"The phase {Phase(phase).id!r} needs 'resume': the step that follows.")
    if phase == Phase.ASK_CARDS and state.window == NONE:
        raise BadPosition("The phase 'ask_cards' needs a 'window': cards_first, cards_before or cards_after.")


def _check_choices(state: Any) -> None:
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

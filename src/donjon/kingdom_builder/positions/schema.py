"""A position as plain data, and back: what a test, a puzzle or another program states (docs/positions.md).

Most of it is what state.py says of the fields; here is what is written otherwise, and what follows where
nothing is said. Whether it all fits together is asked in checks.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from donjon.errors import BadPosition
from donjon.kernel.fields import Part, Schema, each, plain
from donjon.kernel.foreign import short
from donjon.kernel.game import seat_count
from donjon.kernel.stated import by_seat, keyed, listed, one_of, require_none, whole
from donjon.kingdom_builder import building, hexes, turn
from donjon.kingdom_builder.information.view import hex_of, tokens_of
from donjon.kingdom_builder.nouns import FIRST_MOVE, NONE, TERRAINS, HexKind, Phase, Token, TokenState
from donjon.kingdom_builder.options import show_options
from donjon.kingdom_builder.positions.checks import cards_of, faults, holds_card
from donjon.kingdom_builder.state import LAST, TURN, Seat, State
from donjon.kingdom_builder.tables import (
    COLUMNS,
    DECK,
    OFF_BOARD,
    PLACES,
    ROWS,
    SETTLEMENTS,
    TOKENS_PER_LOCATION,
)
from donjon.kingdom_builder.tokens import place_at
from donjon.kingdom_builder.words.buttons import hex_text

_TOKEN_EXAMPLE = "{'kind': …, 'hex': [row, column], 'state': 'usable'}"
_STATES = TokenState.ids()[TokenState.NEW :]


def position(state: State) -> dict[str, Any]:
    """The whole position as data that `set_position` reads back to the same bytes."""
    return {**show_options(state), **SCHEMA.write(state)}


def set_position(state: State, given: Mapping[str, Any]) -> None:
    """Change a state, at its first decision, to what `given` says; what it leaves out stays or follows.

    Raises BadPosition, naming the field and what it should be, or the rule that no such position keeps.
    """
    state_fields(state, given)
    require_none(faults(state))


def state_fields(state: State, given: Mapping[str, Any]) -> None:
    """The same without asking whether such a position can come about."""
    starter, dealt = int(state.actor), int(state.played)
    SCHEMA.read(state, given)
    if "hands" not in given and state.actor not in (NONE, starter):
        _change_hands(state, starter, dealt, "card" in given)
    if "ending" not in given:
        state.ending = int(any(state.seats[seat].supply == 0 for seat in range(state.players)))
    if "hands" not in given:
        _leave_undrawn(state)
    if "turn" not in given and state.actor != NONE:
        state.turn = 1 + (state.actor - state.first) % state.players
    if "taken" not in given:
        _derive_taken(state)
    if "left" not in given:
        _read_left(state, "left", [])
    _derive_left(state)
    _derive_cards(state, given)
    if "phase" not in given:
        _derive_phase(state)


# What follows


def _change_hands(state: State, starter: int, dealt: int, is_card_stated: bool) -> None:
    """Another seat than the one that began plays its card: whose turn it was holds its own again."""
    mover = state.seats[state.actor]
    state.seats[starter].hand = dealt
    if not is_card_stated:
        state.played = mover.hand
    mover.hand = NONE


def _leave_undrawn(state: State) -> None:
    """KB-6.12: seats that have had a turn since the end was triggered hold no card."""
    for seat in range(state.players):
        if state.actor != NONE and not holds_card(state, seat):
            state.seats[seat].hand = NONE


def _derive_taken(state: State) -> None:
    """KB-7.1, KB-7.2: who stands beside a location took a token there, as long as there was one."""
    for place in range(state.place_count):
        took = sum(int(me.taken[place]) for me in _seats(state))
        for me in _seats(state):
            is_beside = hexes.holds(me.near, state.places[place].hex)
            if is_beside and not me.taken[place] and took < TOKENS_PER_LOCATION:
                me.taken[place] = 1
                took += 1


def _derive_left(state: State) -> None:
    """KB-3.3: where nothing else is stated, what was not taken still lies there."""
    for place in range(state.place_count):
        if state.places[place].left == NONE:
            took = sum(int(me.taken[place]) for me in _seats(state))
            state.places[place].left = max(0, TOKENS_PER_LOCATION - took)


def _derive_cards(state: State, given: Mapping[str, Any]) -> None:
    """KB-1.7: cards that are nowhere else are in the deck; where the deck is stated, they were discarded."""
    rest = "deck" if "deck" not in given else "discard"
    if rest in given:
        return
    state[rest][:] = 0
    for terrain in range(TERRAINS):
        count = DECK[terrain] - cards_of(state, terrain)
        if count < 0:
            raise BadPosition(
                f"The position uses {DECK[terrain] - count} {HexKind(terrain).id} cards, but there are "
                f"{DECK[terrain]} (KB-1.7)."
            )
        state[rest][terrain] = count


def _derive_phase(state: State) -> None:
    """The decision that the other fields ask for, after the redraw of a useless card if need be."""
    if state.actor == NONE or state.played == NONE:
        raise BadPosition(
            "A position in a turn needs the fields 'actor' and 'card': whose turn, the terrain in play."
        )
    if state.using == NONE:
        turn.go_on(state, state.actor, None)
    elif state.lifted != NONE:
        state.phase = Phase.PUT
    else:
        state.phase = Phase.LIFT if state.using >= FIRST_MOVE else Phase.TARGET


# What is written in a way of its own


def _hex(field: str, value: Any) -> int:
    is_pair = isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2
    if not is_pair:
        raise BadPosition(f"{field!r} wants hexes as [row, column], not {short(value)}.")
    return whole(field, value[0], 0, ROWS - 1) * COLUMNS + whole(field, value[1], 0, COLUMNS - 1)


def _place(state: State, field: str, value: Any) -> int:
    place = place_at(state, _hex(field, value))
    if place == NONE:
        raise BadPosition(f"{field!r}: there is no location on {value[0]},{value[1]} of this board.")
    return place


def _seats(state: State) -> list[Seat]:
    return list(state.seats[: state.players])


def _show_settlements(state: State) -> list[list[list[int] | None]]:
    """By seat the hex of each piece, null for one in the air."""
    return [
        [None if hex == OFF_BOARD else hex_of(hex) for hex in me.settlements[: me.standing]]
        for me in _seats(state)
    ]


def _read_settlements(state: State, field: str, value: Any) -> None:
    per_seat = by_seat(state, field, value)
    for seat, me in enumerate(_seats(state)):
        for piece in range(me.standing):
            if me.settlements[piece] != OFF_BOARD:
                building.lift(state, seat, piece)
        me.standing = 0
        me.settlements[:] = NONE
    for seat, me in enumerate(_seats(state)):
        said = listed(f"{field} of seat {seat}", per_seat[seat], SETTLEMENTS)
        me.supply = SETTLEMENTS - len(said)
        for piece, pair in enumerate(said):
            me.standing = piece + 1
            if pair is None:
                me.settlements[piece] = OFF_BOARD
            else:
                _stand(state, seat, piece, _hex(field, pair))


def _stand(state: State, seat: int, piece: int, hex: int) -> None:
    if state.owner[hex] != NONE:
        raise BadPosition(f"Two settlements on {hex_text(hex)}: at most one may stand on a hex (KB-5.1).")
    if state.kind[hex] > HexKind.WATER:
        kind = HexKind(state.kind[hex]).id
        raise BadPosition(
            f"A settlement on {hex_text(hex)}, which is {kind}: none ever stands there (KB-5.3)."
        )
    building.put(state, seat, piece, hex)


def _read_lifted(state: State, field: str, value: Any) -> None:
    if value is None:
        state.lifted, state.origin = NONE, NONE
        return
    entries = listed(field, value, 3)
    if len(entries) < 3:
        raise BadPosition(f"{field!r} wants [piece, row, column] or null, not {short(value)}.")
    state.lifted = whole(field, entries[0], 0, SETTLEMENTS - 1)
    state.origin = _hex(field, entries[1:])


def _show_lifted(state: State) -> list[int] | None:
    return None if state.lifted == NONE else [int(state.lifted), *hex_of(state.origin)]


def _show_taken(state: State) -> list[list[list[int]]]:
    places = range(state.place_count)
    return [[hex_of(state.places[at].hex) for at in places if me.taken[at]] for me in _seats(state)]


def _read_taken(state: State, field: str, value: Any) -> None:
    for seat, said in enumerate(by_seat(state, field, value)):
        state.seats[seat].taken[:] = 0
        for pair in listed(f"{field} of seat {seat}", said, PLACES):
            state.seats[seat].taken[_place(state, field, pair)] = 1


def _read_tokens(state: State, field: str, value: Any) -> None:
    for seat, tokens in enumerate(by_seat(state, field, value)):
        state.seats[seat].tokens[:] = TokenState.NOT_OWNED
        for token in listed(f"{field} of seat {seat}", tokens, PLACES):
            _read_token(state, field, seat, token)


def _read_token(state: State, field: str, seat: int, token: Any) -> None:
    me = state.seats[seat]
    keyed(field, token, ("kind", "hex", "state"), _TOKEN_EXAMPLE)
    place = _place(state, field, token.get("hex"))
    kind = Token(state.places[place].token).id
    if token.get("kind", kind) != kind:
        raise BadPosition(f"The location on {token['hex']} gives a {kind}, not a {short(token['kind'])}.")
    if me.tokens[place]:
        raise BadPosition(f"Seat {seat} has two tokens from {token['hex']}: one at most (KB-7.3).")
    me.tokens[place] = TokenState.NEW + one_of(field, token.get("state", "usable"), _STATES)
    me.taken[place] = 1


def _show_left(state: State) -> list[dict[str, Any]]:
    places = [state.places[at] for at in range(state.place_count)]
    return [{"hex": hex_of(place.hex), "left": int(place.left)} for place in places]


def _read_left(state: State, field: str, value: Any) -> None:
    for at in range(state.place_count):
        state.places[at].left = NONE
    for entry in listed(field, value, PLACES):
        keyed(field, entry, ("hex", "left"), "{'hex': [6, 7], 'left': 1}")
        place = _place(state, field, entry.get("hex"))
        state.places[place].left = whole(field, entry.get("left"), 0, TOKENS_PER_LOCATION)


def _show_last(state: State) -> dict[str, Any]:
    hexes = [hex_of(hex) for hex in state.last[: state.last_count]]
    return {"turn": int(state.last_turn), "hexes": hexes}


def _read_last(state: State, field: str, value: Any) -> None:
    given = keyed(field, value, ("turn", "hexes"), "{'turn': 3, 'hexes': [[6, 7]]}")
    hexes = [_hex(field, pair) for pair in listed(field, given.get("hexes", []), LAST)]
    state.last_turn = TURN.read(state, f"{field}: turn", given.get("turn", 0))
    state.last_count = len(hexes)
    state.last[:] = hexes + [NONE] * (LAST - len(hexes))


# Later parts build on earlier ones.
SCHEMA = Schema(
    "Kingdom Builder",
    [
        *plain(State, "phase", "actor", "turn", "played", "built", "halted", "ending", "using"),
        Part("settlements", _show_settlements, _read_settlements),
        Part("lifted", _show_lifted, _read_lifted),
        *each(Seat, "seats", seat_count),
        Part("taken", _show_taken, _read_taken),
        Part("tokens", lambda state: [tokens_of(state, seat) for seat in range(state.players)], _read_tokens),
        Part("left", _show_left, _read_left),
        *plain(State, "deck", "discard", "removed", "era"),
        Part("last", _show_last, _read_last),
    ],
)

"""A position as plain data, and back: what a test, a puzzle or another program states (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from donjon.errors import BadPosition
from donjon.kernel.foreign import short
from donjon.kernel.stated import (
    by_seat,
    check_fields,
    keyed,
    listed,
    one_of,
    one_of_or_none,
    read_fields,
    truth,
    whole,
)
from donjon.kingdom_builder import building, turn
from donjon.kingdom_builder.nouns import NONE, TERRAIN_IDS, TERRAINS, HexKind, Phase, Token, TokenState
from donjon.kingdom_builder.options import show_options
from donjon.kingdom_builder.setup import CARDS_PER_TERRAIN
from donjon.kingdom_builder.state import LAST
from donjon.kingdom_builder.tables import COLUMNS, OFF_BOARD, PLACES, ROWS, SETTLEMENTS
from donjon.kingdom_builder.tokens import place_at
from donjon.kingdom_builder.view import hex_of, pile, tokens_of

_PILES = ("deck", "discard", "removed")
_TOKEN_EXAMPLE = "{'kind': …, 'hex': [row, column], 'state': 'usable'}"
_PLAIN = {"turn": (0, 10_000), "built": (0, 3), "era": (0, 100), "halted": (0, 1)}


def position(state: Any) -> dict[str, Any]:
    """The whole position as data that `set_position` reads back to the same bytes."""
    players = range(int(state.players))
    seats = [state.seats[seat] for seat in players]
    data: dict[str, Any] = {
        **show_options(state),
        "phase": Phase(state.phase).id,
        "actor": None if state.actor == NONE else int(state.actor),
        "card": None if state.played == NONE else HexKind(state.played).id,
        "ending": bool(state.ending),
        "using": None if state.using == NONE else Token(state.using).id,
        "lifted": None if state.lifted == NONE else [int(state.lifted), *hex_of(state.origin)],
        "settlements": [[_hex_or_none(hex) for hex in me.settlements[: me.standing]] for me in seats],
        "supply": [int(me.supply) for me in seats],
        "hands": [None if me.hand == NONE else HexKind(me.hand).id for me in seats],
        "hand_eras": [int(me.hand_era) for me in seats],
        "tokens": [tokens_of(state, seat) for seat in players],
        "taken": [
            [hex_of(state.places[i].hex) for i in range(state.place_count) if me.taken[i]] for me in seats
        ],
        "left": [
            {"hex": hex_of(state.places[index].hex), "left": int(state.places[index].left)}
            for index in range(state.place_count)
        ],
        "last": {
            "turn": int(state.last_turn),
            "hexes": [hex_of(hex) for hex in state.last[: state.last_count]],
        },
    }
    data.update({name: pile(state[name]) for name in _PILES})
    data.update({name: int(state[name]) for name in _PLAIN})
    return data


def _hex_or_none(hex: Any) -> list[int] | None:
    return None if hex == OFF_BOARD else hex_of(hex)


def set_position(state: Any, given: Mapping[str, Any]) -> None:
    """Change a state, at its first decision, to what `given` says; what it leaves out stays.

    Raises BadPosition, naming the field and what it should be.
    """
    check_fields("Kingdom Builder", given, _READERS)
    read_fields(state, _READERS, given)
    if "deck" not in given and (
        "hands" in given or "card" in given or "discard" in given or "removed" in given
    ):
        _fill_deck(state)
    if "phase" not in given and (
        "card" in given or "built" in given or "settlements" in given or "supply" in given
    ):
        if state.played == NONE:
            raise BadPosition("A position in a turn needs the field 'card': the terrain in play.")
        turn.go_on(state, int(state.actor), None)
    _check(state)


def _fill_deck(state: Any) -> None:
    """What is not in hands, in play, discarded or removed is in the deck."""
    for terrain in range(TERRAINS):
        used = sum(int(state.seats[seat].hand == terrain) for seat in range(state.players))
        used += int(state.played == terrain) + int(state.discard[terrain]) + int(state.removed[terrain])
        if used > CARDS_PER_TERRAIN:
            name = HexKind(terrain).id
            raise BadPosition(
                f"The position uses {used} {name} cards, but there are {CARDS_PER_TERRAIN} (KB-1.7)."
            )
        state.deck[terrain] = CARDS_PER_TERRAIN - used


def _check(state: Any) -> None:
    phase = int(state.phase)
    if phase < Phase.DRAW:
        raise BadPosition(
            f"A position is stated from the first turn on; the phase {Phase(phase).id!r} belongs to the "
            "set-up. Begin a new game with the options you want instead."
        )
    if Phase.START <= phase < Phase.OVER and (state.actor == NONE or state.played == NONE):
        raise BadPosition(f"The phase {Phase(phase).id!r} needs an 'actor' and a 'card' in play.")
    if Phase.TARGET <= phase <= Phase.PUT and state.using == NONE:
        raise BadPosition(f"The phase {Phase(phase).id!r} needs a token in 'using'.")
    if phase == Phase.PUT and state.lifted == NONE:
        raise BadPosition(
            "The phase 'put' needs the settlement in the air in 'lifted': [piece, row, column]."
        )
    if phase in (Phase.DEAL, Phase.DRAW, Phase.REDRAW) and not state.deck.sum():
        raise BadPosition(f"The phase {Phase(phase).id!r} draws a card, but the deck is empty.")


def _hex(field: str, value: Any) -> int:
    is_pair = isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2
    if not is_pair:
        raise BadPosition(f"{field!r} wants hexes as [row, column], not {short(value)}.")
    return whole(field, value[0], 0, ROWS - 1) * COLUMNS + whole(field, value[1], 0, COLUMNS - 1)


def _read_settlements(state: Any, field: str, value: Any) -> None:
    per_seat = by_seat(state, field, value)
    for seat in range(state.players):
        me = state.seats[seat]
        for piece in range(int(me.standing)):
            if me.settlements[piece] != OFF_BOARD:
                building.lift(state, seat, piece)
        me.settlements[:] = NONE
    for seat, hexes in enumerate(per_seat):
        me = state.seats[seat]
        hexes = listed(f"{field} of seat {seat}", hexes, SETTLEMENTS)
        me.standing = len(hexes)
        me.supply = SETTLEMENTS - len(hexes)
        for piece, pair in enumerate(hexes):
            if pair is None:
                me.settlements[piece] = OFF_BOARD
            else:
                _stand(state, seat, piece, _hex(field, pair))


def _stand(state: Any, seat: int, piece: int, hex: int) -> None:
    row, column = divmod(hex, COLUMNS)
    if state.owner[hex] != NONE:
        raise BadPosition(f"Two settlements on {row},{column}: at most one may stand on a hex (KB-5.1).")
    if state.kind[hex] > HexKind.WATER:
        kind = HexKind(state.kind[hex]).id
        raise BadPosition(
            f"A settlement on {row},{column}, which is {kind}: none ever stands there (KB-5.3)."
        )
    building.put(state, seat, piece, hex)


def _read_supply(state: Any, field: str, value: Any) -> None:
    for seat, supply in enumerate(by_seat(state, field, value)):
        if supply is not None:
            state.seats[seat].supply = whole(field, supply, 0, SETTLEMENTS)


def _read_hands(state: Any, field: str, value: Any) -> None:
    for seat, card in enumerate(by_seat(state, field, value)):
        state.seats[seat].hand = one_of_or_none(field, card, TERRAIN_IDS)
        state.seats[seat].hand_era = state.era if card is not None else state.seats[seat].hand_era


def _read_hand_eras(state: Any, field: str, value: Any) -> None:
    for seat, era in enumerate(by_seat(state, field, value)):
        state.seats[seat].hand_era = whole(field, era, 0, 100)


def _place(state: Any, field: str, value: Any) -> int:
    hex = _hex(field, value)
    place = place_at(state, hex)
    if place == NONE:
        raise BadPosition(f"{field!r}: there is no location on {value[0]},{value[1]} of this board.")
    return int(place)


def _read_tokens(state: Any, field: str, value: Any) -> None:
    for seat, tokens in enumerate(by_seat(state, field, value)):
        me = state.seats[seat]
        me.tokens[:] = 0
        for token in listed(f"{field} of seat {seat}", tokens, PLACES):
            keyed(field, token, ("kind", "hex", "state"), _TOKEN_EXAMPLE)
            place = _place(state, field, token.get("hex"))
            kind = Token(state.places[place].token).id
            if token.get("kind", kind) != kind:
                raise BadPosition(
                    f"The location on {token['hex']} gives a {kind}, not a {short(token['kind'])}."
                )
            if me.tokens[place]:
                raise BadPosition(f"Seat {seat} has two tokens from {token['hex']}: one at most (KB-7.3).")
            me.tokens[place] = one_of(field, token.get("state", "usable"), TokenState.ids()[1:]) + 1
            me.taken[place] = 1


def _read_taken(state: Any, field: str, value: Any) -> None:
    for seat, hexes in enumerate(by_seat(state, field, value)):
        state.seats[seat].taken[:] = 0
        for pair in listed(f"{field} of seat {seat}", hexes, PLACES):
            state.seats[seat].taken[_place(state, field, pair)] = 1


def _read_left(state: Any, field: str, value: Any) -> None:
    for entry in listed(field, value, PLACES):
        keyed(field, entry, ("hex", "left"), "{'hex': [6, 7], 'left': 1}")
        place = _place(state, field, entry.get("hex"))
        state.places[place].left = whole(field, entry.get("left"), 0, 2)


def _read_pile(state: Any, field: str, value: Any) -> None:
    if not isinstance(value, Mapping):
        raise BadPosition(f"{field!r} must give cards by terrain, such as {{'grass': 2}}.")
    state[field][:] = 0
    for terrain, count in value.items():
        state[field][one_of(field, terrain, TERRAIN_IDS)] = whole(field, count, 0, CARDS_PER_TERRAIN)


def _read_plain(state: Any, field: str, value: Any) -> None:
    state[field] = whole(field, value, *_PLAIN[field])


def _read_ending(state: Any, field: str, value: Any) -> None:
    state.ending = truth(field, value)


def _read_actor(state: Any, field: str, value: Any) -> None:
    state.actor = NONE if value is None else whole(field, value, 0, int(state.players) - 1)


def _read_card(state: Any, field: str, value: Any) -> None:
    state.played = one_of_or_none(field, value, TERRAIN_IDS)


def _read_phase(state: Any, field: str, value: Any) -> None:
    state.phase = one_of(field, value, Phase.ids())


def _read_using(state: Any, field: str, value: Any) -> None:
    state.using = one_of_or_none(field, value, Token.ids())


def _read_lifted(state: Any, field: str, value: Any) -> None:
    if value is None:
        state.lifted, state.origin = NONE, NONE
        return
    entries = listed(field, value, 3)
    if len(entries) < 3:
        raise BadPosition(f"{field!r} wants [piece, row, column] or null, not {short(value)}.")
    state.lifted = whole(field, entries[0], 0, SETTLEMENTS - 1)
    state.origin = _hex(field, entries[1:])


def _read_last(state: Any, field: str, value: Any) -> None:
    said = keyed(field, value, ("turn", "hexes"), "{'turn': 3, 'hexes': [[6, 7]]}")
    hexes = [_hex(field, pair) for pair in listed(field, said.get("hexes", []), LAST)]
    state.last_turn = whole(f"{field}: turn", said.get("turn", 0), *_PLAIN["turn"])
    state.last_count = len(hexes)
    state.last[:] = hexes + [NONE] * (LAST - len(hexes))


_READERS = {
    "settlements": _read_settlements,
    "supply": _read_supply,
    "hands": _read_hands,
    "hand_eras": _read_hand_eras,
    "taken": _read_taken,
    "tokens": _read_tokens,
    "left": _read_left,
    "ending": _read_ending,
    "actor": _read_actor,
    "card": _read_card,
    "phase": _read_phase,
    "using": _read_using,
    "lifted": _read_lifted,
    "last": _read_last,
    **dict.fromkeys(_PILES, _read_pile),
    **dict.fromkeys(_PLAIN, _read_plain),
}

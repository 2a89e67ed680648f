"""A position as plain data, and back, for tests, puzzles and other programs (docs/positions.md).

The form of most fields is declared in model.py. This module has the other fields, what follows for fields
that are left out, and the invariants that every position keeps: form and bounds, without which compiled code
would read and write past the ends of arrays, the conservation of pieces and cards, and what the rules need to
go on to an end. Whether a game can come to a position is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from donjon.errors import BadPosition
from donjon.games.kingdom_builder import building, hexes
from donjon.games.kingdom_builder.extra_actions import can_use
from donjon.games.kingdom_builder.hexes import hex_of, hex_text
from donjon.games.kingdom_builder.model import (
    COLUMNS,
    DECK,
    FIRST_MOVE,
    LAST,
    NONE,
    OFF_BOARD,
    PLACES,
    ROWS,
    SETTLEMENTS,
    TERRAINS,
    TOKENS_PER_LOCATION,
    TURN,
    HexKind,
    Phase,
    Seat,
    State,
    Token,
    TokenState,
)
from donjon.games.kingdom_builder.powers import targets
from donjon.games.kingdom_builder.setup import show_options
from donjon.games.kingdom_builder.terrain_cards import cards_in, go_on, is_mandatory_complete
from donjon.games.kingdom_builder.tokens import place_at, usable
from donjon.games.kingdom_builder.view import tokens_of
from donjon.kernel.fields import Part, Schema, each, plain
from donjon.kernel.game import seat_count
from donjon.kernel.untrusted import by_seat, keyed, listed, one_of, require_none, short, whole

_TOKEN_EXAMPLE = "{'kind': …, 'hex': [row, column], 'state': 'usable'}"
_STATES = TokenState.ids()[TokenState.NEW :]


def position(state: State) -> dict[str, Any]:
    """Return the whole position as data that `set_position` reads back to the same bytes."""
    return {**show_options(state), **SCHEMA.write(state)}


def set_position(state: State, given: Mapping[str, Any]) -> None:
    """Change a state, at its first decision, to the position `given`; derive or keep what it leaves out.

    Raises BadPosition, naming the field and what it should be, or the rule without which it cannot go on.
    """
    state_fields(state, given)
    require_none(faults(state))


def state_fields(state: State, given: Mapping[str, Any]) -> None:
    """Change a state to the position `given`, without checking that it can be played on."""
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


# Fields that follow from others


def _change_hands(state: State, starter: int, dealt: int, is_card_stated: bool) -> None:
    """Let another seat than the first one play its card: the first one holds its own again."""
    mover = state.seats[state.actor]
    state.seats[starter].hand = dealt
    if not is_card_stated:
        state.played = mover.hand
    mover.hand = NONE


def _leave_undrawn(state: State) -> None:
    """Take the cards of seats that have had a turn since the end was triggered (KB-6.12)."""
    for seat in range(state.players):
        if state.actor != NONE and not holds_card(state, seat):
            state.seats[seat].hand = NONE


def _derive_taken(state: State) -> None:
    """Give each seat beside a location a token from there, while there are any (KB-7.1, KB-7.2)."""
    for place in range(state.place_count):
        took = sum(int(me.taken[place]) for me in _seats(state))
        for me in _seats(state):
            is_beside = hexes.holds(me.near, state.places[place].hex)
            if is_beside and not me.taken[place] and took < TOKENS_PER_LOCATION:
                me.taken[place] = 1
                took += 1


def _derive_left(state: State) -> None:
    """Leave on each location the tokens that no seat has taken, if nothing else is stated (KB-3.3)."""
    for place in range(state.place_count):
        if state.places[place].left == NONE:
            took = sum(int(me.taken[place]) for me in _seats(state))
            state.places[place].left = max(0, TOKENS_PER_LOCATION - took)


def _derive_cards(state: State, given: Mapping[str, Any]) -> None:
    """Put cards that are nowhere else into the deck or, if that is stated, on the discard pile (KB-1.7)."""
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
    """Ask for the decision that the other fields lead to, after the redraw of a useless card."""
    if state.actor == NONE or state.played == NONE:
        raise BadPosition(
            "A position in a turn needs the fields 'actor' and 'card': whose turn, the terrain in play."
        )
    if state.using == NONE:
        go_on(state, state.actor, None)
    elif state.lifted != NONE:
        state.phase = Phase.PUT
    else:
        state.phase = Phase.LIFT if state.using >= FIRST_MOVE else Phase.TARGET


# Fields with a form of their own


def _hex(field: str, value: Any) -> int:
    is_pair = isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2
    if not is_pair:
        raise BadPosition(f"{field!r} must have hexes as [row, column], not {short(value)}.")
    return whole(field, value[0], 0, ROWS - 1) * COLUMNS + whole(field, value[1], 0, COLUMNS - 1)


def _place(state: State, field: str, value: Any) -> int:
    place = place_at(state, _hex(field, value))
    if place == NONE:
        raise BadPosition(f"{field!r}: there is no location on {value[0]},{value[1]} of this board.")
    return place


def _seats(state: State) -> list[Seat]:
    return list(state.seats[: state.players])


def _show_settlements(state: State) -> list[list[list[int] | None]]:
    """Return by seat the hex of each piece, None for one in the air."""
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
        pairs = listed(f"{field} of seat {seat}", per_seat[seat], SETTLEMENTS)
        me.supply = SETTLEMENTS - len(pairs)
        for piece, pair in enumerate(pairs):
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
            f"A settlement on {hex_text(hex)}, which is {kind}: settlements can't go there (KB-5.3)."
        )
    building.put(state, seat, piece, hex)


def _read_lifted(state: State, field: str, value: Any) -> None:
    if value is None:
        state.lifted, state.origin = NONE, NONE
        return
    entries = listed(field, value, 3)
    if len(entries) < 3:
        raise BadPosition(f"{field!r} must be [piece, row, column] or null, not {short(value)}.")
    state.lifted = whole(field, entries[0], 0, SETTLEMENTS - 1)
    state.origin = _hex(field, entries[1:])


def _show_lifted(state: State) -> list[int] | None:
    return None if state.lifted == NONE else [int(state.lifted), *hex_of(state.origin)]


def _show_taken(state: State) -> list[list[list[int]]]:
    places = range(state.place_count)
    return [[hex_of(state.places[at].hex) for at in places if me.taken[at]] for me in _seats(state)]


def _read_taken(state: State, field: str, value: Any) -> None:
    for seat, pairs in enumerate(by_seat(state, field, value)):
        state.seats[seat].taken[:] = 0
        for pair in listed(f"{field} of seat {seat}", pairs, PLACES):
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
    fields = keyed(field, value, ("turn", "hexes"), "{'turn': 3, 'hexes': [[6, 7]]}")
    hexes = [_hex(field, pair) for pair in listed(field, fields.get("hexes", []), LAST)]
    state.last_turn = TURN.read(state, f"{field}: turn", fields.get("turn", 0))
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


# Checks


def faults(state: State) -> Iterator[str]:
    """Yield sentences, naming the field and the rule, on what a position lacks to be played on.

    Later checks build on earlier ones: only the first sentence is sure.
    """
    phase = Phase(state.phase)
    if phase < Phase.DRAW:
        yield (
            f"A position is stated from the first turn on; the phase {phase.id!r} belongs to the "
            "set-up. Begin a new game with the options you want instead."
        )
    yield from _check_frame(state, phase)
    yield from _check_pieces(state, phase)
    yield from _check_tokens(state)
    yield from _check_cards(state)
    yield from _check_hands(state)
    yield from _check_supplies(state)
    if phase < Phase.START and not cards_in(state.deck):
        yield f"The phase {phase.id!r} draws a card, but the deck is empty (KB-6.9)."
    if is_in_turn(phase):
        yield from _check_turn(state, phase)
    yield from _check_token_in_use(state, phase)


def is_in_turn(phase: Phase) -> bool:
    """Return whether a seat decides, with a card in play."""
    return Phase.START <= phase < Phase.OVER


def cards_of(state: State, terrain: int) -> int:
    """Return how many cards of a terrain are in play, in piles and in hands."""
    piles = int(state.deck[terrain]) + int(state.discard[terrain]) + int(state.removed[terrain])
    hands = sum(int(me.hand == terrain) for me in state.seats[: state.players])
    return piles + hands + int(state.played == terrain)


def _check_frame(state: State, phase: Phase) -> Iterator[str]:
    if state.actor == NONE or (state.played == NONE and is_in_turn(phase)):
        yield f"The phase {phase.id!r} needs an 'actor' and a 'card' in play."
    if state.played != NONE and not is_in_turn(phase):
        yield f"In the phase {phase.id!r} no 'card' is in play (KB-4.8, KB-6.3)."
    if state.turn < 1:
        yield "'turn' is 0, but turns count from 1 (KB-3.9)."


# Pieces


def _check_pieces(state: State, phase: Phase) -> Iterator[str]:
    for seat in range(state.players):
        me = state.seats[seat]
        if me.standing + me.supply != SETTLEMENTS:
            yield (
                f"'supply' and 'settlements' of seat {seat}: {me.supply} and {me.standing} settlements, "
                f"but a colour has {SETTLEMENTS} (KB-1.6)."
            )
        for piece in range(me.standing):
            in_air = me.settlements[piece] == OFF_BOARD
            if in_air != (phase == Phase.PUT and seat == state.actor and piece == state.lifted):
                yield (
                    f"'settlements' of seat {seat}: null is for the settlement in the air, named in "
                    "'lifted', in the phase 'put' only (KB-8.0.7)."
                )
    if phase == Phase.PUT:
        yield from _check_lifted(state)
    elif state.lifted != NONE:
        yield "'lifted': a settlement is in the air in the phase 'put' only (KB-8.0.7)."


def _check_lifted(state: State) -> Iterator[str]:
    me = state.seats[state.actor]
    if state.lifted == NONE or state.lifted >= me.standing:
        yield "The phase 'put' needs the settlement in the air in 'lifted': [piece, row, column]."
    if state.owner[state.origin] != NONE or state.kind[state.origin] > HexKind.WATER:
        yield f"'lifted': the settlement cannot have stood on {hex_text(state.origin)} (KB-5.1, KB-5.3)."


# Tokens


def _check_tokens(state: State) -> Iterator[str]:
    for place in range(state.place_count):
        location = state.places[place]
        took = sum(int(me.taken[place]) for me in state.seats[: state.players])
        if took + location.left != TOKENS_PER_LOCATION:
            yield (
                f"'left' and 'taken' on {hex_text(location.hex)}: {location.left} and {took} tokens, "
                f"but a location has {TOKENS_PER_LOCATION} (KB-3.3, KB-7.9)."
            )
        for seat in range(state.players):
            me = state.seats[seat]
            if me.tokens[place] and not me.taken[place]:
                yield f"'taken': seat {seat} has the token from {hex_text(location.hex)} (KB-7.1)."


# Cards


def _check_cards(state: State) -> Iterator[str]:
    for terrain in range(TERRAINS):
        count = cards_of(state, terrain)
        if count != DECK[terrain]:
            yield (
                f"The position uses {count} {HexKind(terrain).id} cards, but there are {DECK[terrain]}: "
                "'deck', 'discard', 'removed', 'hands' and 'card' together (KB-1.7)."
            )
    if all(
        state.removed[terrain] == DECK[terrain] or hexes.is_empty(state.land[terrain])
        for terrain in range(TERRAINS)
    ):
        yield "'removed': no card is left of a terrain with a free hex, so the game cannot end (KB-12.31)."


def _check_hands(state: State) -> Iterator[str]:
    for seat in range(state.players):
        me = state.seats[seat]
        if me.hand_era > state.era:
            yield f"'hand_eras' of seat {seat} is {me.hand_era}, but 'era' is {state.era} (KB-6.9)."
        if seat == state.actor:
            if me.hand != NONE:
                yield f"'hands': seat {seat} has played its card and holds no other (KB-4.1)."
        elif me.hand == NONE and (not state.ending or is_before(state, state.actor, seat)):
            yield f"'hands': seat {seat} must hold a card for its next turn (KB-3.7, KB-4.8)."


def holds_card(state: State, seat: int) -> bool:
    """Return whether a seat holds a card: not the mover, nor after the seat's last turn (KB-6.12)."""
    if seat == state.actor:
        return False
    earlier = [other for other in range(state.players) if is_before(state, other, seat)]
    emptied = any(state.seats[other].supply == 0 for other in (*earlier, seat))
    return not (emptied and is_before(state, seat, state.actor))


def is_before(state: State, seat: int, other: int) -> bool:
    """Return whether a seat comes before another one in a round."""
    return (seat - state.first) % state.players < (other - state.first) % state.players


# The end and the turn


def _check_supplies(state: State) -> Iterator[str]:
    """Check that the game ends once a supply is empty: only the settlement that empties it triggers that."""
    for seat in range(state.players):
        if state.seats[seat].supply == 0 and not state.ending:
            yield f"'ending' is true: the supply of seat {seat} is empty (KB-9.1)."


def _check_turn(state: State, phase: Phase) -> Iterator[str]:
    """Check that the mandatory action can go on where it is not complete, and only there."""
    me, built = state.seats[state.actor], state.built
    is_complete = is_mandatory_complete(state, state.actor)
    fits = {Phase.START: not is_complete and built == 0, Phase.MANDATORY: not is_complete and built > 0}
    fits[Phase.AFTER] = is_complete
    if not fits.get(phase, is_complete or built == 0):
        yield f"'phase' is {phase.id!r}, but 'built' is {built} and the supply {me.supply} (KB-4.5, KB-5.9)."
    if not state.halted and hexes.is_empty(state.land[state.played]):
        card = HexKind(state.played).id
        yield f"'card' is {card!r}, of which no hex is free: it would have been replaced (KB-6.1)."


def _check_token_in_use(state: State, phase: Phase) -> Iterator[str]:
    if not Phase.TARGET <= phase <= Phase.PUT:
        if state.using != NONE:
            yield f"'using': in the phase {phase.id!r} no token is in use (KB-8.0.1)."
        return
    if state.using == NONE:
        yield f"The phase {phase.id!r} needs a token in 'using'."
    me, token = state.seats[state.actor], Token(state.using)
    if (token >= FIRST_MOVE) != (phase != Phase.TARGET):
        what = "moves" if token >= FIRST_MOVE else "builds"
        yield f"'using' is {token.id!r}, which {what} a settlement: the phase is not {phase.id!r} then."
    if usable(state, me, token) == NONE:
        yield f"'using' is {token.id!r}, but seat {state.actor} owns no usable one (KB-8.0.1)."
    if phase == Phase.PUT:
        has_target = not hexes.is_empty(targets(state, state.actor, token, state.origin))
    else:
        has_target = can_use(state, state.actor, token)
    if not has_target:
        yield f"'using' is {token.id!r}, which has no hex to act on (KB-8.0.3, KB-8.0.8)."

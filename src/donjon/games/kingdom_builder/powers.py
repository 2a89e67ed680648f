"""Sections 8.1 to 8.8: the eight location tokens, and where each puts a settlement."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from donjon.games.kingdom_builder import hexes
from donjon.games.kingdom_builder.building import (
    ADJACENCY,
    OCCUPIED,
    ONE_PER_HEX,
    SPECIAL,
    WATER,
    buildable,
    forbids_ground,
    forbids_kind,
    is_free,
    of_kind,
    preferred,
)
from donjon.games.kingdom_builder.hexes import (
    AXES,
    EDGE_SET,
    NEIGHBOURS,
    ON_EDGE,
    OPPOSITE,
    TWO_AWAY,
    TWO_STEPS,
    HexSet,
)
from donjon.games.kingdom_builder.model import BOOK, NONE, OFF_BOARD, HexKind, State, Token
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite
from donjon.kernel.message import Case, Message, Term
from donjon.kernel.records import Ints
from donjon.kernel.rule_ids import number

# The eight tokens


class Power(NamedTuple):
    """A token: its rule, its effect, its button, why a hex is not allowed.

    kind: the one kind of hex that it needs; NONE for the terrain of the card (KB-12.39), and for tower,
    tavern and paddock, which take any buildable terrain.
    """

    rule: str
    does: Message
    button: Message
    refuses: Message
    kind: int = NONE


_BUILD = Message("Use the {token}: build on {kind}", kind=lambda case: _kind_needed(case))
_MOVE = Message("Use the {token}: move to {kind}", kind=lambda case: _kind_needed(case))
_OTHER_GROUND = Message("The {token} builds on {terrain}, but {hex} is {kind}.")

POWERS = {
    Token.ORACLE: Power(
        "KB-8.1",
        Message("Once per turn, build one more settlement on the terrain of your card."),
        _BUILD,
        _OTHER_GROUND,
    ),
    Token.FARM: Power(
        "KB-8.2",
        Message("Once per turn, build one more settlement on grass."),
        _BUILD,
        _OTHER_GROUND,
        kind=HexKind.GRASS,
    ),
    Token.OASIS: Power(
        "KB-8.3",
        Message("Once per turn, build one more settlement on desert."),
        _BUILD,
        _OTHER_GROUND,
        kind=HexKind.DESERT,
    ),
    Token.TOWER: Power(
        "KB-8.4",
        Message("Once per turn, build one more settlement on the edge of the board."),
        Message("Use the {token}: build on the edge"),
        Message("{hex} isn't on the edge of the board. The {token} builds only there."),
    ),
    Token.TAVERN: Power(
        "KB-8.5",
        Message("Once per turn, build one more settlement at the end of a line of at least three of yours."),
        Message("Use the {token}: extend a line"),
        Message(
            "{hex} isn't at the end of three of your settlements in a line. The {token} builds only there."
        ),
    ),
    Token.BARN: Power(
        "KB-8.6",
        Message("Once per turn, move one of your settlements to the terrain of your card."),
        _MOVE,
        Message("The {token} moves a settlement to {terrain}, but {hex} is {kind}."),
    ),
    Token.HARBOR: Power(
        "KB-8.7",
        Message("Once per turn, move one of your settlements to water."),
        _MOVE,
        Message("The {token} moves a settlement to water, but {hex} is {kind}."),
        kind=HexKind.WATER,
    ),
    Token.PADDOCK: Power(
        "KB-8.8",
        Message("Once per turn, move one of your settlements exactly two hexes in a straight line."),
        Message("Use the {token}: move two hexes"),
        Message("{hex} isn't exactly two hexes away in a straight line. The {token} moves only there."),
    ),
}
TOKEN_RULES: Ints = np.array([BOOK.forbids(power.rule, power.refuses) for power in POWERS.values()], np.int32)
KIND_OF_TOKEN: Ints = np.array([power.kind for power in POWERS.values()], np.int32)
TOKEN_LINES: dict[str, Line] = {token.id: (power.rule, power.does) for token, power in POWERS.items()}


@compilable
def kind_wanted(state: State, token: int) -> int:
    """Return the one kind of hex that oracle, farm, oasis, barn and harbour need."""
    fixed = KIND_OF_TOKEN[token]
    return state.played if fixed == NONE else fixed


def _kind_needed(case: Case) -> Term:
    """Return the kind of hex that the token needs, as a word."""
    return HexKind(kind_wanted(case.state, case.argument)).term


@BOOK.fact("token")
def _token_of_case(case: Case) -> Term:
    """Return the token in use, or else the one that the action would use."""
    using = case.state.using
    return Token(case.argument if using == NONE else using).term


@BOOK.fact("terrain")
def _terrain_needed(case: Case) -> Term:
    """Return the terrain that the token in use needs; without one, the terrain of the card."""
    using = int(case.state.using)
    return HexKind(case.state.played if using == NONE else kind_wanted(case.state, using)).term


BACK_TO_LAND = number("KB-8.6.1")
FROM_WATER = number("KB-8.7.1")

# Where a token puts a settlement


@compilable
def forbids_hex_for_token(state: State, seat: int, hex: int) -> int:
    """Return the rule against a settlement of the token in use on this hex; 0 if it may stand there."""
    me, token = state.seats[seat], state.using
    rule = TOKEN_RULES[token]
    if token == Token.TAVERN:
        return forbids_line_end(state, seat, hex, rule)
    if token == Token.PADDOCK:
        return forbids_jump(state, state.origin, hex, rule)
    ground = forbids_ground(state, hex)
    if token == Token.HARBOR and ground != ONE_PER_HEX:
        ground = 0  # KB-5.2: it goes to water
    if ground:
        return ground
    if token != Token.TOWER:
        return forbids_kind(state, me, hex, kind_wanted(state, token), rule)
    if not ON_EDGE[hex]:
        return rule
    is_better = hexes.meet(hexes.both(buildable(state), EDGE_SET), me.near)
    return ADJACENCY if is_better and not hexes.holds(me.near, hex) else 0


@compilable
def targets(state: State, seat: int, token: int, old: int) -> HexSet:
    """Return the hexes where a token may put a settlement.

    For a move the settlement is in the air (KB-8.0.7), and `old` is the hex it was lifted from.
    """
    me = state.seats[seat]
    if token == Token.TOWER:
        return preferred(hexes.both(buildable(state), EDGE_SET), me)  # KB-8.4
    if token == Token.TAVERN:
        return line_ends(state, seat)
    if token == Token.PADDOCK:
        return jumps(state, old)
    return of_kind(state, me, kind_wanted(state, token), old)


@compilable
def can_build(state: State, seat: int, token: int) -> bool:
    """Return whether there is a hex for a token that builds."""
    if token == Token.TOWER:
        return hexes.meet(buildable(state), EDGE_SET)
    if token == Token.TAVERN:
        return has_line_end(state, seat)
    # Any hex will do where none is adjacent (KB-5.7).
    return not hexes.is_empty(state.land[kind_wanted(state, token)])


def _not_free(case: Case) -> Message:
    """Return why a hex in the right place is not free."""
    if case.state.owner[case.argument] != NONE:
        return OCCUPIED
    return WATER if case.state.kind[case.argument] == HexKind.WATER else SPECIAL


# The tavern

WATER_IN_LINE = number("KB-8.5.4")
TAVERN_TERRAIN = BOOK.forbids("KB-8.5.3", _not_free)


@compilable
def forbids_line_end(state: State, seat: int, hex: int, rule: int) -> int:
    """Return the rule against this hex for the tavern (KB-8.5, KB-8.5.3); 0 if it is allowed."""
    for direction in range(6):
        if ends_line(state, seat, hex, direction):
            return 0 if is_free(state, hex) else TAVERN_TERRAIN
    return rule


@compilable
def ends_line(state: State, seat: int, hex: int, direction: int) -> bool:
    """Return whether the three hexes next to `hex` in this direction carry own settlements (KB-8.5)."""
    first = NEIGHBOURS[hex, direction]
    second = NEIGHBOURS[first, direction]
    third = NEIGHBOURS[second, direction]
    return state.owner[first] == seat and state.owner[second] == seat and state.owner[third] == seat


@compilable
def is_middle(state: State, seat: int, hex: int, direction: int) -> bool:
    """Return whether the hexes on both sides of an own settlement, on this line, carry own ones, too."""
    if state.owner[NEIGHBOURS[hex, direction]] != seat:
        return False
    return state.owner[NEIGHBOURS[hex, OPPOSITE[direction]]] == seat


@compilable
def line_ends(state: State, seat: int) -> HexSet:
    """Return the free buildable hexes at either end of a straight line of three own settlements (KB-8.5)."""
    me = state.seats[seat]
    ends = hexes.only(OFF_BOARD)
    for piece in range(me.standing):
        hex = me.settlements[piece]
        for direction in AXES:
            if is_middle(state, seat, hex, direction):
                ends = hexes.either(ends, free_ends(state, hex, direction))
    return ends


@compilable
def has_line_end(state: State, seat: int) -> bool:
    """Return whether there is a hex for the tavern (KB-8.5)."""
    me = state.seats[seat]
    for piece in range(me.standing):
        hex = me.settlements[piece]
        for direction in AXES:
            is_line = is_middle(state, seat, hex, direction)
            if is_line and not hexes.is_empty(free_ends(state, hex, direction)):
                return True
    return False


@compilable
def free_ends(state: State, hex: int, direction: int) -> HexSet:
    """Return the free buildable hexes two steps away from a hex on a line: in this direction, and back."""
    ends = hexes.only(OFF_BOARD)
    for way in range(2):
        end = TWO_STEPS[hex, OPPOSITE[direction] if way else direction]
        if is_free(state, end):
            ends = hexes.either(ends, hexes.only(end))
    return ends


@compilable
def cite_water_in_line(state: State, seat: int, hex: int, log: EventLog | None) -> None:
    """Cite whether a line that ends at this hex has a settlement on water (KB-8.5.4)."""
    if log is None:
        return
    for direction in range(6):
        if ends_line(state, seat, hex, direction):
            standing = hex
            for _ in range(3):
                standing = NEIGHBOURS[standing, direction]
                if state.kind[standing] == HexKind.WATER:
                    cite(log, WATER_IN_LINE)
                    return


# The paddock

OVER_ANYTHING = number("KB-8.8.1")
NO_PADDOCK_TARGET = BOOK.forbids("KB-8.8.2", _not_free)


@compilable
def forbids_jump(state: State, old: int, hex: int, rule: int) -> int:
    """Return the rule against this hex for the paddock (KB-8.8, KB-8.8.2); 0 if it is allowed."""
    for direction in range(6):
        if TWO_STEPS[old, direction] == hex:
            return 0 if is_free(state, hex) else NO_PADDOCK_TARGET
    return rule


@compilable
def jumps(state: State, old: int) -> HexSet:
    """Return the free buildable hexes exactly two steps away in a straight line (KB-8.8)."""
    return hexes.both(TWO_AWAY[old], buildable(state))

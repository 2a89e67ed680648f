"""Sections 8.1 to 8.8: the eight location tokens, and where each puts a settlement."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.message import Message, Term
from donjon.kernel.records import Ints
from donjon.kernel.sentences import Case
from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.building import (
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
from donjon.kingdom_builder.hexes import (
    EDGE_SET,
    NEIGHBOURS,
    ON_EDGE,
    OPPOSITE,
    TWO_STEPS,
    HexSet,
)
from donjon.kingdom_builder.model import (
    BOOK,
    NONE,
    OFF_BOARD,
    HexKind,
    State,
    Token,
)
from donjon.kingdom_builder.tokens import (
    LOST,
    OF_TOKENS,
    explain_holders,
)

# The eight tokens


class Extra(NamedTuple):
    """A token: its rule, what it does, its button, why a hex is not allowed, further rules about it.

    kind: the one kind of hex that it needs; NONE for the terrain of the card (KB-12.39), and for tower,
    tavern and paddock, which take any buildable terrain.
    """

    rule: str
    does: Message
    button: Message
    refuses: Message
    also: tuple[str, ...]
    kind: int = NONE


_BUILD = Message("Use the {token}: build on {kind}", kind=lambda case: _kind_needed(case))
_MOVE = Message("Use the {token}: move to {kind}", kind=lambda case: _kind_needed(case))
_OTHER_GROUND = Message("The {token} builds on {terrain}, but {hex} is {kind}.")
_BUILDS = ("KB-8.0.4", "KB-8.0.9")
_MOVES = ("KB-8.0.5", "KB-8.0.6", "KB-8.0.7", "KB-8.0.8", "KB-8.0.9")

EXTRA = {
    Token.ORACLE: Extra(
        "KB-8.1",
        Message(
            "Once in your turn the token lets you build one more settlement on the terrain of your card."
        ),
        _BUILD,
        _OTHER_GROUND,
        _BUILDS,
    ),
    Token.FARM: Extra(
        "KB-8.2",
        Message("Once in your turn the token lets you build one more settlement on grass."),
        _BUILD,
        _OTHER_GROUND,
        _BUILDS,
        HexKind.GRASS,
    ),
    Token.OASIS: Extra(
        "KB-8.3",
        Message("Once in your turn the token lets you build one more settlement on desert."),
        _BUILD,
        _OTHER_GROUND,
        _BUILDS,
        HexKind.DESERT,
    ),
    Token.TOWER: Extra(
        "KB-8.4",
        Message("Once in your turn the token lets you build one more settlement on the edge of the board."),
        Message("Use the {token}: build on the edge of the board"),
        Message("The {token} builds on the edge of the board; {hex} is not on it."),
        _BUILDS,
    ),
    Token.TAVERN: Extra(
        "KB-8.5",
        Message(
            "Once in your turn the token lets you build one more settlement at the end of a line of three or "
            "more of yours."
        ),
        Message("Use the {token}: build at the end of a line of three or more"),
        Message(
            "The {token} extends a straight line of three of your settlements to a free hex; {hex} is none."
        ),
        ("KB-8.0.4", "KB-8.5.1", "KB-8.5.2", "KB-8.5.3", "KB-8.5.4"),
    ),
    Token.BARN: Extra(
        "KB-8.6",
        Message(
            "Once in your turn the token lets you move one of your settlements to the terrain of your card."
        ),
        _MOVE,
        Message("The {token} moves a settlement to {terrain}, but {hex} is {kind}."),
        (*_MOVES, "KB-8.6.1"),
    ),
    Token.HARBOR: Extra(
        "KB-8.7",
        Message("Once in your turn the token lets you move one of your settlements to water."),
        _MOVE,
        Message("The {token} moves a settlement to water, but {hex} is {kind}."),
        (*_MOVES, "KB-8.7.1"),
        HexKind.WATER,
    ),
    Token.PADDOCK: Extra(
        "KB-8.8",
        Message(
            "Once in your turn the token lets you move one of your settlements two hexes in a straight line."
        ),
        Message("Use the {token}: move two hexes"),
        Message("The {token} moves a settlement two hexes in a straight line to a free hex; {hex} is none."),
        ("KB-8.0.5", "KB-8.0.6", "KB-8.0.8", "KB-8.0.9", "KB-8.6.1", "KB-8.8.1", "KB-8.8.2"),
    ),
}
TOKEN_RULES: Ints = np.array([BOOK.forbids(extra.rule, extra.refuses) for extra in EXTRA.values()], np.int32)
KIND_OF_TOKEN: Ints = np.array([extra.kind for extra in EXTRA.values()], np.int32)
TOKEN_LINES: dict[str, Line] = {token.id: (extra.rule, extra.does) for token, extra in EXTRA.items()}


@compilable
def kind_wanted(state: State, token: int) -> int:
    """Return the one kind of hex that oracle, farm, oasis, barn and harbor need."""
    fixed = KIND_OF_TOKEN[token]
    return state.played if fixed == NONE else fixed


def _kind_needed(case: Case) -> Term:
    """Return the kind of hex that the token needs, as a word."""
    return HexKind(kind_wanted(case.state, case.argument)).term


@BOOK.fact("token")
def _token_of_case(case: Case) -> Term:
    """Return the token in use, or else the one that is to be used."""
    using = case.state.using
    return Token(case.argument if using == NONE else using).term


@BOOK.fact("terrain")
def _terrain_needed(case: Case) -> Term:
    """Return what the token in use needs; without one, the terrain of the card."""
    using = int(case.state.using)
    return HexKind(case.state.played if using == NONE else kind_wanted(case.state, using)).term


# Where they put a settlement


@compilable
def forbids_power(state: State, seat: int, hex: int) -> int:
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
        me = state.seats[seat]
        for piece in range(me.standing):
            if not hexes.is_empty(line_ends_at(state, seat, me.settlements[piece])):
                return True
        return False
    return state.free[kind_wanted(state, token)] > 0  # any will do where none is adjacent (KB-5.7)


def _not_free(case: Case) -> Message:
    """Return why a hex in the right place is not free."""
    if case.state.owner[case.argument] != NONE:
        return OCCUPIED
    return WATER if case.state.kind[case.argument] == HexKind.WATER else SPECIAL


# The tavern

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
    neighbour = NEIGHBOURS[hex, direction]
    return state.owner[neighbour] == seat and begins_line(state, seat, neighbour, direction)


@compilable
def begins_line(state: State, seat: int, hex: int, direction: int) -> bool:
    """Return whether the two hexes after an own settlement carry own settlements, too (KB-8.5)."""
    second = NEIGHBOURS[hex, direction]
    return state.owner[second] == seat and state.owner[NEIGHBOURS[second, direction]] == seat


@compilable
def line_ends(state: State, seat: int) -> HexSet:
    """Return the free buildable hexes at either end of a straight line of three own settlements (KB-8.5)."""
    me = state.seats[seat]
    found = hexes.only(OFF_BOARD)
    for piece in range(me.standing):
        found = hexes.either(found, line_ends_at(state, seat, me.settlements[piece]))
    return found


@compilable
def line_ends_at(state: State, seat: int, hex: int) -> HexSet:
    """Return those of lines that begin with the settlement on this hex (KB-8.5)."""
    found = hexes.only(OFF_BOARD)
    if hexes.holds(state.seats[seat].near, hex):  # else it stands alone
        for direction in range(6):
            end = NEIGHBOURS[hex, OPPOSITE[direction]]
            if begins_line(state, seat, hex, direction) and is_free(state, end):
                found = hexes.either(found, hexes.only(end))
    return found


@compilable
def is_water_in_line(state: State, seat: int, hex: int) -> bool:
    """Return whether a line that ends at this hex has a settlement on water (KB-8.5.4)."""
    for direction in range(6):
        if ends_line(state, seat, hex, direction):
            stands = hex
            for _ in range(3):
                stands = NEIGHBOURS[stands, direction]
                if state.kind[stands] == HexKind.WATER:
                    return True
    return False


# The paddock

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
    found = hexes.only(OFF_BOARD)
    for direction in range(6):
        target = TWO_STEPS[old, direction]
        if is_free(state, target):
            found = hexes.either(found, hexes.only(target))
    return found


@compilable
def can_jump(state: State, old: int) -> bool:
    """Return whether there is such a hex (KB-8.8)."""
    for direction in range(6):
        if is_free(state, TWO_STEPS[old, direction]):
            return True
    return False


# Explanations


def _rules_of_token(_view: Any, name: str) -> tuple[str, ...]:
    """Return the ids of further rules about a token."""
    if name not in TOKEN_LINES:
        return ()
    any_token = ("KB-4.3", "KB-4.4", "KB-4.5", *OF_TOKENS, "KB-8.0.1", "KB-8.0.2", "KB-8.0.3", "KB-11.1.5")
    return (*EXTRA[Token[name.upper()]].also, *any_token)


@BOOK.explains("token-", also=_rules_of_token)
def explain_token(_state: Any, view: Any, name: str) -> list[Line]:
    """Explain a token: what it does, and who has one in which state."""
    if name not in TOKEN_LINES:
        return []
    named = title(Message("{name}", name=Token[name.upper()].term))
    return [named, TOKEN_LINES[name], *explain_holders(view, name), LOST]

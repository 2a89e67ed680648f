"""What a seat or a spectator is shown, as plain data built from nothing (KB-11.2.1 to KB-11.2.6)."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from donjon.kernel.nouns import Noun
from donjon.kernel.rules import NATURE, NOBODY, ranking, seats_waiting
from donjon.kernel.seat_numbers import reader_number
from donjon.kernel.shared_views import shared
from donjon.kingdom_builder import hexes, scoring
from donjon.kingdom_builder.information.knowledge import unseen
from donjon.kingdom_builder.nouns import (
    NONE,
    SOURCES,
    TERRAIN_IDS,
    TERRAINS,
    Card,
    HexKind,
    Phase,
    Token,
    TokenState,
)
from donjon.kingdom_builder.state import STATE
from donjon.kingdom_builder.tables import COLUMNS, HEXES, LETTERS, MANDATORY, OFF_BOARD, ROWS, SECTOR_IDS

# For how many seats, of all tables together, the gains are kept; some 1.5 KB each.
MOST_GAINS = 4096


class Gain(NamedTuple):
    """What a seat gains from a source, and the hexes that count for it, in board order."""

    source: str
    gold: int
    hexes: tuple[int, ...]


def hex_of(index: Any) -> list[int]:
    """[row, column] of a hex."""
    return list(divmod(int(index), COLUMNS))


def _id(noun: type[Noun], number: Any) -> str | None:
    return None if number == NONE else noun(number).id


def pile(counts: Any) -> dict[str, int]:
    """Cards by the name of their terrain, none left out."""
    return {id: int(count) for id, count in zip(TERRAIN_IDS, counts, strict=True)}


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """The table as `seat` (None or NOBODY: a spectator) sees it; JSON-able. Raises UnknownSeat.

    Fields: docs/kingdom-builder.md.
    """
    seat = reader_number(seat, int(state.players))
    seen = _seen_by_all(state)
    seen["seat"] = seat
    if seat is not None:
        seen["players"][seat]["hand"] = _id(HexKind, state.seats[seat].hand)
        seen["unseen"] = _unseen(state, seat)
    return seen


@shared(STATE)
def _seen_by_all(state: Any) -> dict[str, Any]:
    """What a spectator sees, which all see but for their cards."""
    is_over = bool(state.phase == Phase.OVER)
    return {
        "game": "kingdom-builder",
        "seat": None,
        "seats": int(state.players),
        "phase": Phase(state.phase).id,
        "turn": int(state.turn),
        "round": (int(state.turn) - 1) // int(state.players) + 1 if state.turn else 0,
        "first": None if state.first == NONE else int(state.first),
        "actor": None if state.actor == NONE or is_over else int(state.actor),
        "waiting": [other for other in seats_waiting(state) if other != NATURE],
        "card": _id(HexKind, state.played),
        "cards": [Card(card).id for card in state.cards if card != NONE],
        **_board(state),
        "players": [_player(state, other) for other in range(state.players)],
        "deck": int(state.deck.sum()),
        "discard": pile(state.discard),
        "removed": pile(state.removed),
        "unseen": _unseen(state, NOBODY),
        "using": _id(Token, state.using),
        "lifted": None if state.origin == NONE else hex_of(state.origin),
        "built": int(state.built),
        "owed": owed(state),
        "ending": bool(state.ending),
        "over": is_over,
        "ranks": ranking(state) if is_over else None,
        "last": [hex_of(hex) for hex in state.last[: state.last_count]],
    }


def _unseen(state: Any, seat: int) -> dict[str, int]:
    return pile(unseen(state, seat, terrain) for terrain in range(TERRAINS))


def owed(state: Any) -> int:
    """Settlements that the mandatory action of this turn still demands (KB-5.9)."""
    if state.actor == NONE or state.halted:
        return 0
    return min(MANDATORY - int(state.built), int(state.seats[state.actor].supply))


def _board(state: Any) -> dict[str, Any]:
    letters = "".join(LETTERS[kind] for kind in state.kind[:HEXES].tolist())
    return {
        "layout": [
            {
                "sector": SECTOR_IDS[sector] if sector != NONE and turned != NONE else None,
                "orientation": 180 * max(0, int(turned)),
            }
            for sector, turned in zip(state.sectors, state.orientations, strict=True)
        ],
        "hexes": [letters[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)],
        "locations": [
            {"hex": hex_of(place.hex), "kind": Token(place.token).id, "left": int(place.left)}
            for place in (state.places[index] for index in range(state.place_count))
        ],
        "settlements": [
            {"id": f"s{seat}-{piece}", "seat": seat, "hex": hex_of(state.seats[seat].settlements[piece])}
            for seat in range(state.players)
            for piece in range(state.seats[seat].standing)
            if state.seats[seat].settlements[piece] != HEXES
        ],
    }


def _player(state: Any, seat: int) -> dict[str, Any]:
    me = state.seats[seat]
    gains = _gains(state, seat)
    return {
        "seat": seat,
        "supply": int(me.supply),
        "hand": None,
        "holds_card": bool(me.hand != NONE),
        "tokens": tokens_of(state, seat),
        "gold": {gain.source: gain.gold for gain in gains},
        "counting": {gain.source: [hex_of(hex) for hex in gain.hexes] for gain in gains},
        "total": sum(gain.gold for gain in gains),
    }


def _gains(state: Any, seat: int) -> tuple[Gain, ...]:
    """What a seat gains now, from castles and from the cards in use."""
    # The lords alone compare the settlements of all seats.
    compares = bool((state.cards == Card.LORDS).any())
    pieces = tuple(
        other.settlements[: other.standing].tobytes() if compares or number == seat else b""
        for number, other in ((number, state.seats[number]) for number in range(state.players))
    )
    owned, near = state.owner == seat, state.seats[seat].near
    castles = state.land[HexKind.CASTLE]
    board = (state.cards.tobytes(), state.kind.tobytes(), castles.tobytes(), owned.tobytes(), near.tobytes())
    return _gained(seat, *board, pieces)


@functools.lru_cache(maxsize=MOST_GAINS)
def _gained(
    seat: int,
    cards: bytes,
    kind: bytes,
    castles: bytes,
    owned: bytes,
    near: bytes,
    pieces: tuple[bytes, ...],
) -> tuple[Gain, ...]:
    """The same from the bytes of all that the scoring of a seat reads: most moves change that of one seat."""
    state: Any = np.zeros(1, STATE)[0]
    me = state.seats[seat]
    state.players = len(pieces)
    state.cards[:] = np.frombuffer(cards, state.cards.dtype)
    state.kind[:] = np.frombuffer(kind, state.kind.dtype)
    state.land[HexKind.CASTLE] = np.frombuffer(castles, state.land.dtype)
    state.owner[:] = np.where(np.frombuffer(owned, bool), seat, NONE)
    me.near[:] = np.frombuffer(near, me.near.dtype)
    for number, piece in enumerate(pieces):
        settlements = np.frombuffer(piece, me.settlements.dtype)
        state.seats[number].standing = len(settlements)
        state.seats[number].settlements[: len(settlements)] = settlements
        for hex in settlements[settlements != OFF_BOARD].tolist():
            hexes.add(state.seats[number].own, hex)
    cards_in_use = [card for card in state.cards.tolist() if card != NONE]
    return tuple(_gain(state, seat, source) for source in (0, *(1 + card for card in cards_in_use)))


def _gain(state: Any, seat: int, source: int) -> Gain:
    counted = np.zeros(HEXES + 1, np.uint8)
    if source == 0:
        gold = scoring.castles(state, seat, counted)
    else:
        gold = scoring.card_gold(state, seat, source - 1, counted)
    return Gain(SOURCES[source], int(gold), tuple(np.flatnonzero(counted[:HEXES]).tolist()))


def tokens_of(state: Any, seat: int) -> list[dict[str, Any]]:
    """The tokens before a seat: kind, location hex, state (KB-7.13: all public)."""
    me = state.seats[seat]
    return [
        {
            "kind": Token(state.places[place].token).id,
            "hex": hex_of(state.places[place].hex),
            "state": TokenState(me.tokens[place]).id,
        }
        for place in range(state.place_count)
        if me.tokens[place]
    ]

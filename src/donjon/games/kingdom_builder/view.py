"""The view of a seat or a spectator (section 11.2): as plain data, and as numbers for a learner."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from donjon.games.kingdom_builder import hexes, scoring
from donjon.games.kingdom_builder.hexes import hex_of
from donjon.games.kingdom_builder.model import (
    CARDS_IN_USE,
    COLUMNS,
    DECK,
    HEXES,
    LETTERS,
    MAX_SEATS,
    NONE,
    OFF_BOARD,
    ROWS,
    SECTOR_IDS,
    SOURCES,
    STATE,
    TERRAIN_IDS,
    TERRAINS,
    Card,
    HexKind,
    Phase,
    State,
    Token,
    TokenState,
)
from donjon.games.kingdom_builder.terrain_cards import owed, unseen
from donjon.kernel.compiling import compilable
from donjon.kernel.nouns import Noun
from donjon.kernel.observing import Observation
from donjon.kernel.page_rules import array_of, page_rule
from donjon.kernel.records import Floats, Grid, Ints
from donjon.kernel.rules import NATURE, NOBODY, ranking, seats_waiting
from donjon.kernel.seat_numbers import reader_number
from donjon.kernel.views import shared

# Terrain cards of one kind at most, and in all (KB-1.7)
MOST_ALIKE, CARDS_IN_ALL = max(DECK), sum(DECK)
# The number of seats, of all tables together, in the cache of gains; some 1.5 KB each.
MOST_GAINS = 4096


class Gain(NamedTuple):
    """The gold of a seat from a source, and the hexes that count for it, in board order."""

    source: str
    gold: int
    hexes: tuple[int, ...]


def _id(noun: type[Noun], number: Any) -> str | None:
    return None if number == NONE else noun(number).id


def pile(counts: Any) -> dict[str, int]:
    """Return the cards of a pile by the name of their terrain."""
    return {id: int(count) for id, count in zip(TERRAIN_IDS, counts, strict=True)}


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """Return the table as `seat` (None or NOBODY: a spectator) sees it, for JSON. Raises UnknownSeat.

    docs/kingdom-builder.md lists the fields.
    """
    seat = reader_number(seat, int(state.players))
    result = _seen_by_all(state)
    result["seat"] = seat
    if seat is not None:
        result["players"][seat]["hand"] = _id(HexKind, state.seats[seat].hand)
        result["unseen"] = _unseen(state, seat)
    return result


def round_of(state: Any) -> int:
    """Return the number of the round, 0 before the first."""
    return (int(state.turn) - 1) // int(state.players) + 1 if state.turn else 0


@shared(STATE)
def _seen_by_all(state: Any) -> dict[str, Any]:
    """Return the part of the view that all share, which is all that a spectator sees."""
    is_over = bool(state.phase == Phase.OVER)
    return {
        "game": "kingdom-builder",
        "seat": None,
        "seats": int(state.players),
        "phase": Phase(state.phase).id,
        "turn": int(state.turn),
        "round": round_of(state),
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
    """Return the gold of a seat now, from castles and from the cards in use."""
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
    """Return the gold of a seat from the bytes that its scoring reads: most moves change one seat's."""
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
    sources = [0, *(1 + card for card in state.cards.tolist() if card != NONE)]
    gold, counted = _blank()
    fill_gold(array_of(state), seat, gold, counted)
    return tuple(
        Gain(SOURCES[source], gained, tuple(np.flatnonzero(hexes[:HEXES]).tolist()))
        for source, gained, hexes in zip(sources, gold.tolist(), counted, strict=False)
    )


def _blank() -> tuple[Any, Any]:
    """Return arrays for `fill_gold` to fill."""
    return np.zeros(1 + CARDS_IN_USE, np.int64), np.zeros((1 + CARDS_IN_USE, HEXES + 1), np.uint8)


@page_rule(lambda: (np.zeros(1, STATE), 0, *_blank()))
def fill_gold(states: Any, seat: int, gold: Ints, counted: Grid) -> None:
    """Fill int64 gold[sources] from castles and from the cards in use, and uint8 counted[sources, hexes]."""
    state = states[0]
    gold[0] = scoring.castles(state, seat, counted[0])
    source = 1
    for card in state.cards:
        if card != NONE:
            gold[source] = scoring.card_gold(state, seat, int(card), counted[source])
            source += 1


def tokens_of(state: Any, seat: int) -> list[dict[str, Any]]:
    """Return the tokens of a seat: kind, location hex, state, which all are public (KB-7.13)."""
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


# Numbers for a learner

# The fields of the records; then, by what a seat may know, the cards that it does not see by terrain, the
# number of cards in the deck, and who holds a card.
SEEN = Observation(State, unseen=TERRAINS, deck=1, holds=MAX_SEATS)
_FIELDS = SEEN.fill
_UNSEEN, _DECK, _HOLDS = SEEN.at("unseen"), SEEN.at("deck"), SEEN.at("holds")


@compilable
def observe(state: State, seat: int, out: Floats) -> None:
    """Fill float32 out[SEEN.size] as `seat` sees the table, itself first (KB-11.2.1, KB-11.2.2).

    A spectator (seat NOBODY) sees it from seat 0 on, without any hand (KB-11.2.5).
    """
    _FIELDS(state, seat, out)
    cards = 0
    for terrain in range(TERRAINS):
        out[_UNSEEN + terrain] = unseen(state, seat, terrain) / MOST_ALIKE
        cards += int(state.deck[terrain])
    out[_DECK] = cards / CARDS_IN_ALL
    for relative in range(state.players):
        other = (max(seat, 0) + relative) % state.players
        out[_HOLDS + relative] = state.seats[other].hand != NONE

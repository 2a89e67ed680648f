"""Which rules besides the one that it is told with an event follows from, or was changed by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from donjon.kernel.citing import Around, Citations
from donjon.kernel.events import NamedEvent
from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.events import Event
from donjon.kingdom_builder.nouns import NONE, SOURCES, HexKind, Token, TokenState
from donjon.kingdom_builder.tables import COLUMNS, MANDATORY, NEIGHBOURS, ROWS

_WITHOUT_ADJACENCY = (Token.TAVERN, Token.PADDOCK)
_ON_LAND = (Token.BARN, Token.PADDOCK)
_SECTOR_ROWS, _SECTOR_COLUMNS = ROWS // 2, COLUMNS // 2


def _revealed(told: NamedEvent, around: Around) -> Iterator[str]:
    yield "KB-4.12" if told.seat == around.after.first else "KB-3.9"


def _built(told: NamedEvent, around: Around) -> Iterator[str]:
    before = around.before
    if told.token == NONE:
        yield "KB-5.4"
        if before.seats[told.seat].supply + before.built < MANDATORY:
            yield "KB-5.10"
    else:
        yield from ("KB-4.3", "KB-4.4")
    if told.token not in _WITHOUT_ADJACENCY:
        yield from _adjacency(before, told)
    elif _touches_water_of(before, told):
        yield "KB-8.5.4"
    if before.ending and before.seats[told.seat].supply == 1:
        yield "KB-9.6"


def _moved(told: NamedEvent, around: Around) -> Iterator[str]:
    before = around.before
    yield from ("KB-4.3", "KB-4.4", "KB-8.0.5")
    if told.token in _WITHOUT_ADJACENCY:
        yield "KB-8.0.9"
    else:
        yield from ("KB-8.0.7", *_adjacency(before, told))
    if before.kind[told.origin] == HexKind.WATER:
        yield "KB-8.6.1" if told.token in _ON_LAND else "KB-8.7.1"
    if told.token == Token.PADDOCK:
        yield "KB-8.8.1"
    if before.last_turn == before.turn and told.origin in list(before.last[: before.last_count]):
        yield "KB-4.11"


def _adjacency(before: Any, told: NamedEvent) -> Iterator[str]:
    """KB-5.6, KB-5.7: next to an own settlement, or not as there was no such hex."""
    if not hexes.holds(before.seats[told.seat].near, told.hex):
        yield "KB-5.7"
        return
    yield "KB-5.6"
    if _touches_water_of(before, told):
        yield "KB-5.12"


def _touches_water_of(before: Any, told: NamedEvent) -> bool:
    """Does the hex touch a settlement of the seat that stands on water?"""
    return any(
        before.owner[hex] == told.seat and before.kind[hex] == HexKind.WATER for hex in NEIGHBOURS[told.hex]
    )


def _token_taken(told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("KB-7.2", "KB-7.5")
    before = around.before
    for place in range(before.place_count):
        held = before.seats[told.seat].tokens[place] != TokenState.NOT_OWNED
        if held and before.places[place].token == told.token:
            yield "KB-7.4"
    if any(event.kind == "token_lost" for event in around.events):
        yield "KB-7.12"


def _token_lost(told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("KB-7.7", "KB-7.9")
    before = around.before
    for place in range(before.place_count):
        unused = before.seats[told.seat].tokens[place] == TokenState.USABLE
        if unused and before.places[place].hex == told.hex:
            yield "KB-7.10"


def _card_removed(_told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("KB-6.1", "KB-6.2")
    if around.after.built == MANDATORY:
        yield "KB-6.7"


def _redrawn(_told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("KB-6.1", "KB-6.6", "KB-11.3.6")
    if 0 < around.before.built < MANDATORY:
        yield "KB-6.5"


def _reshuffled(_told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("KB-6.11", "KB-11.3.7")
    if any(event.kind == "discarded" for event in around.events):
        yield "KB-6.10"


def _discarded(told: NamedEvent, around: Around) -> Iterator[str]:
    before = around.before
    held = [int(token) for token in before.seats[told.seat].tokens if token != TokenState.NOT_OWNED]
    if TokenState.USABLE in held:
        yield "KB-4.7"
    if any(token != TokenState.USABLE for token in held):
        yield "KB-4.9"
    if before.ending:
        yield "KB-6.12"


def _end_triggered(told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("KB-9.2", "KB-9.3", "KB-9.4")
    if (told.seat + 1) % around.before.players == around.before.first:
        yield "KB-9.5"


_OF_SOURCES: dict[str, tuple[str, ...]] = {
    "castles": ("KB-10.0.2",),
    "fishermen": ("KB-10.0.5",),
    "hermits": ("KB-10.0.4",),
    "citizens": ("KB-10.0.4",),
    "merchants": ("KB-10.0.4",),
}


def _scored(told: NamedEvent, around: Around) -> Iterator[str]:
    yield "KB-10.0.1"
    yield from _OF_SOURCES.get(SOURCES[told.source], ())
    if SOURCES[told.source] == "lords":
        numbers = _by_sector(around.after)
        if any(sector[told.seat] == 0 for sector in numbers):
            yield "KB-10.10.1"
        if any(len(set(sector)) == 1 for sector in numbers):
            yield "KB-10.10.2"


def _by_sector(state: Any) -> list[list[int]]:
    """The settlements of each seat in each quarter of the board."""
    numbers = [[0] * int(state.players) for _ in range(4)]
    for hex in range(ROWS * COLUMNS):
        if state.owner[hex] != NONE:
            row, column = divmod(hex, COLUMNS)
            numbers[row // _SECTOR_ROWS * 2 + column // _SECTOR_COLUMNS][state.owner[hex]] += 1
    return numbers


def _won(_told: NamedEvent, around: Around) -> Iterator[str]:
    if sum(event.kind == "won" for event in around.events) > 1:
        yield "KB-10.12.2"


CITES: Citations = {
    Event.SECTOR_PLACED: ("KB-11.3.1",),
    Event.CARD_OPENED: ("KB-11.3.2",),
    Event.FIRST_PLAYER: ("KB-11.3.3",),
    Event.DEALT: ("KB-11.3.4",),
    Event.REVEALED: _revealed,
    Event.BUILT: _built,
    Event.MOVED: _moved,
    Event.TOKEN_TAKEN: _token_taken,
    Event.TOKEN_LOST: _token_lost,
    Event.CARD_REMOVED: _card_removed,
    Event.REDRAWN: _redrawn,
    Event.CARD_KEPT: ("KB-5.9",),
    Event.RESHUFFLED: _reshuffled,
    Event.DISCARDED: _discarded,
    Event.DREW: ("KB-11.3.5",),
    Event.END_TRIGGERED: _end_triggered,
    Event.GAME_OVER: ("KB-9.7",),
    Event.SCORED: _scored,
    Event.WON: _won,
}

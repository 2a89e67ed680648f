"""The log: one sentence for each kind of event."""

from __future__ import annotations

from collections.abc import Callable

from donjon.kernel.message import Message, SeatName, Term
from donjon.kernel.story import Event
from donjon.kingdom_builder.nouns import NONE, SOURCES, Card, HexKind, Slot, Token
from donjon.kingdom_builder.tables import SECTOR_IDS
from donjon.kingdom_builder.words import hex_name


def event_message(event: Event) -> Message:
    """The log line of an event; an event whose arguments are hidden gets a line without them."""
    return _LINES[event.kind](SeatName(event.seat), event.args)


def _sector_placed(_who: SeatName, args: tuple[int, ...]) -> Message:
    words = {"slot": Slot(args[0]).term, "sector": Term(SECTOR_IDS[args[1]])}
    if args[2]:
        return Message("The {sector} sector is laid {slot}, turned around.", **words)
    return Message("The {sector} sector is laid {slot}.", **words)


def _card_opened(_who: SeatName, args: tuple[int, ...]) -> Message:
    return Message("Kingdom Builder card: {card}.", card=Card(args[0]).term)


def _drew(who: SeatName, args: tuple[int, ...]) -> Message:
    if args:
        return Message("{seat} draws a terrain card: {terrain}.", seat=who, terrain=HexKind(args[0]).term)
    return Message("{seat} draws a terrain card.", seat=who)


def _built(who: SeatName, args: tuple[int, ...]) -> Message:
    if args[1] == NONE:
        return Message("{seat} builds on {hex}.", seat=who, hex=hex_name(args[0]))
    return Message(
        "{seat} builds on {hex} with the {token}.", seat=who, hex=hex_name(args[0]), token=Token(args[1]).term
    )


def _moved(who: SeatName, args: tuple[int, ...]) -> Message:
    return Message(
        "{seat} moves from {origin} to {hex} with the {token}.",
        seat=who,
        origin=hex_name(args[0]),
        hex=hex_name(args[1]),
        token=Token(args[2]).term,
    )


def _taken(who: SeatName, args: tuple[int, ...]) -> Message:
    return Message(
        "{seat} takes a {token} token at {hex}.", seat=who, token=Token(args[0]).term, hex=hex_name(args[1])
    )


def _lost(who: SeatName, args: tuple[int, ...]) -> Message:
    return Message(
        "{seat} has left {hex} and loses its {token} token.",
        seat=who,
        token=Token(args[0]).term,
        hex=hex_name(args[1]),
    )


def _swapped(who: SeatName, args: tuple[int, ...]) -> Message:
    return Message(
        "The {token} token that {seat} keeps stays usable and now belongs to {hex}.",
        seat=who,
        token=Token(args[0]).term,
        hex=hex_name(args[1]),
    )


def _with_terrain(text: str) -> Callable[[SeatName, tuple[int, ...]], Message]:
    def line(who: SeatName, args: tuple[int, ...]) -> Message:
        return Message(text, seat=who, terrain=HexKind(args[0]).term)

    return line


def _plain(text: str) -> Callable[[SeatName, tuple[int, ...]], Message]:
    def line(who: SeatName, _args: tuple[int, ...]) -> Message:
        return Message(text, seat=who)

    return line


def _reshuffled(_who: SeatName, args: tuple[int, ...]) -> Message:
    return Message(
        "The deck is empty: {count} cards of the discard pile are shuffled into a new one.", count=args[0]
    )


def _scored(who: SeatName, args: tuple[int, ...]) -> Message:
    return Message("{seat}: {source} {gold}.", seat=who, source=Term(SOURCES[args[0]]), gold=args[1])


def _won(who: SeatName, args: tuple[int, ...]) -> Message:
    return Message("{seat} wins with {gold} gold.", seat=who, gold=args[0])


_LINES: dict[str, Callable[[SeatName, tuple[int, ...]], Message]] = {
    "sector_placed": _sector_placed,
    "card_opened": _card_opened,
    "first_player": _plain(Message("{seat} begins.").text),
    "dealt": _drew,
    "revealed": _with_terrain(Message("{seat} plays {terrain}.").text),
    "built": _built,
    "moved": _moved,
    "token_taken": _taken,
    "token_lost": _lost,
    "token_swapped": _swapped,
    "card_removed": _with_terrain(
        Message("No free hex of {terrain} is left: the card goes out of the game.").text
    ),
    "redrawn": _with_terrain(Message("{seat} draws {terrain} instead.").text),
    "card_kept": _with_terrain(
        Message("No card is left to draw: {terrain} stays, and the mandatory action ends.").text
    ),
    "reshuffled": _reshuffled,
    "discarded": _with_terrain(Message("{seat} ends the turn and discards {terrain}.").text),
    "drew": _drew,
    "end_triggered": _plain(Message("The supply of {seat} is empty: this is the last round.").text),
    "game_over": _plain(Message("The last turn is played; the gold is counted.").text),
    "scored": _scored,
    "won": _won,
}

"""The kinds of events, each declared once: its sentence, its arguments, whether it shows what was hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.kernel.events import EventKind, NamedEvent, event
from donjon.kernel.message import Message, Term
from donjon.kingdom_builder.nouns import NONE, SOURCES, Card, HexKind, Slot, Token
from donjon.kingdom_builder.tables import SECTOR_IDS
from donjon.kingdom_builder.words.buttons import hex_name, hex_text

_WORDS = {
    "slot": lambda slot: Slot(slot).term,
    "sector": lambda sector: Term(SECTOR_IDS[sector]),
    "card": lambda card: Card(card).term,
    "terrain": lambda kind: HexKind(kind).term,
    "token": lambda token: Token(token).term,
    "source": lambda source: Term(SOURCES[source]),
    "hex": hex_name,
    "origin": hex_name,
}


def _built(named: NamedEvent) -> Message:
    where = {"seat": named.who, "hex": hex_name(named.hex)}
    if named.token == NONE:
        return Message("{seat} builds on {hex}.", **where)
    return Message("{seat} builds on {hex} with the {token}.", **where, token=Token(named.token).term)


def _at_hex(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    return f"hex-{hex_text(named.hex)}"


class Event(EventKind):
    """What rules tell, in the order of their numbers; arguments that are not named are 0."""

    SECTOR_PLACED = event(
        "The {sector} sector is laid {slot}, turned around.",
        "slot",
        "sector",
        "turned",
        without="The {sector} sector is laid {slot}.",
    )
    CARD_OPENED = event("Kingdom Builder card: {card}.", "card")
    FIRST_PLAYER = event("{seat} begins.")
    DEALT = event("{seat} draws a terrain card: {terrain}.", "terrain", unseen="{seat} draws a terrain card.")
    REVEALED = event("{seat} plays {terrain}.", "terrain", reveals=True)
    BUILT = event(_built, "hex", "token", "piece", at=_at_hex)  # token: NONE for the mandatory action
    MOVED = event(
        "{seat} moves from {origin} to {hex} with the {token}.", "origin", "hex", "token", at=_at_hex
    )
    TOKEN_TAKEN = event("{seat} takes a token at {hex}: {token}.", "token", "hex", at=_at_hex)
    TOKEN_LOST = event("{seat} has left {hex} and loses its {token} token.", "token", "hex", at=_at_hex)
    TOKEN_SWAPPED = event(
        "The {token} token that {seat} keeps stays usable and now belongs to {hex}.",
        *("token", "hex"),
        at=_at_hex,
    )
    CARD_REMOVED = event("No free hex of {terrain} is left: the card goes out of the game.", "terrain")
    REDRAWN = event("{seat} draws {terrain} instead.", "terrain")
    CARD_KEPT = event("No card is left to draw: {terrain} stays, and the mandatory action ends.", "terrain")
    RESHUFFLED = event(
        "The deck is empty: {count} cards of the discard pile are shuffled into a new one.", "count"
    )
    DISCARDED = event("{seat} ends the turn and discards {terrain}.", "terrain")
    DREW = event("{seat} draws a terrain card: {terrain}.", "terrain", unseen="{seat} draws a terrain card.")
    END_TRIGGERED = event("The supply of {seat} is empty: this is the last round.")
    GAME_OVER = event("The last turn is played; the gold is counted.")
    SCORED = event("{seat}: {source} {gold}.", "source", "gold")
    WON = event("{seat} wins with {gold} gold.", "gold")

    @classmethod
    def word(cls, argument: str, value: int) -> Any:
        """How an argument is said in a sentence."""
        return _WORDS[argument](value) if argument in _WORDS else value

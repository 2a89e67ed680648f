"""How hexes and gold are said in texts and to people, and the words of the buttons."""

from __future__ import annotations

import re
from typing import Any

from donjon.kernel.actions import Reading
from donjon.kernel.message import Message
from donjon.kingdom_builder.nouns import HexKind, Token
from donjon.kingdom_builder.tables import COLUMNS, ROWS
from donjon.kingdom_builder.words.hex_name import HexName

_HEX = re.compile(r"([0-9]{1,2}),([0-9]{1,2})")


def hex_text(hex: int) -> str:
    """Say a hex as "row,column", both from 0."""
    row, column = divmod(int(hex), COLUMNS)
    return f"{row},{column}"


def read_hex(reading: Reading) -> int:
    """The hex that "row,column" means. Raises UnknownAction."""
    said = " ".join(reading.words) or reading.text
    match = _HEX.fullmatch(said)
    if match is None or int(match[1]) >= ROWS or int(match[2]) >= COLUMNS:
        raise Reading(reading.state, reading.seat, [], said).refuse(
            "{words} is no hex: write row,column, each from 0 to {last}, such as 4,8.", last=ROWS - 1
        )
    return int(match[1]) * COLUMNS + int(match[2])


def hex_name(hex: int) -> HexName:
    """A hex for a message."""
    return HexName(*divmod(int(hex), COLUMNS))


def token_in_use(state: Any) -> str:
    """The first half of what a token does: "farm"."""
    return Token(state.using).text


def settlement_in_hand(state: Any) -> str:
    """The first half of a move: "barn 13,0"."""
    return f"{token_in_use(state)} {hex_text(state.origin)}"


def hex_and_kind(state: Any, hex: int) -> dict[str, Any]:
    """A hex and what is printed on it, as places of a message."""
    return {"hex": hex_name(hex), "kind": HexKind(state.kind[hex]).term}


def build_button(state: Any, _seat: int, hex: int) -> Message:
    """The button that builds on a hex."""
    return Message("Build on {hex} ({kind})", **hex_and_kind(state, hex))


def lift_button(state: Any, _seat: int, hex: int) -> Message:
    """The button that takes a settlement in hand."""
    return Message("Move the settlement on {hex} ({kind})", **hex_and_kind(state, hex))


def put_button(state: Any, _seat: int, hex: int) -> Message:
    """The button that puts the settlement in hand down."""
    return Message("Move to {hex} ({kind})", **hex_and_kind(state, hex))

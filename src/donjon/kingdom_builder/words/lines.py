"""What cards and tokens say, each in one sentence with its rule, and the buttons of the tokens."""

from __future__ import annotations

from typing import Any

from donjon.kernel.message import Message
from donjon.kingdom_builder.extra_actions import kind_wanted
from donjon.kingdom_builder.nouns import HexKind, Token

Line = tuple[str, Message]

# What gives gold, by source.
SOURCE_LINES: dict[str, Line] = {
    "castles": ("KB-10.1", Message("3 gold for each castle that you have built next to.")),
    "fishermen": ("KB-10.2", Message("1 gold for each settlement on land next to water.")),
    "merchants": (
        "KB-10.3",
        Message("4 gold for each location or castle linked with another by your settlements."),
    ),
    "discoverers": ("KB-10.4", Message("1 gold for each row in which you have a settlement.")),
    "hermits": ("KB-10.5", Message("1 gold for each separate group of your settlements.")),
    "citizens": ("KB-10.6", Message("1 gold for every 2 settlements in your largest group.")),
    "miners": ("KB-10.7", Message("1 gold for each settlement next to a mountain.")),
    "workers": ("KB-10.8", Message("1 gold for each settlement next to a location or a castle.")),
    "knights": ("KB-10.9", Message("2 gold for each settlement in the row where you have most.")),
    "lords": ("KB-10.10", Message("In each sector 12 gold for the most settlements, 6 for the second most.")),
    "farmers": ("KB-10.11", Message("3 gold for each settlement in the sector where you have fewest.")),
}

# What a token lets its owner do, by kind.
TOKEN_LINES: dict[str, Line] = {
    "oracle": (
        "KB-8.1",
        Message(
            "Once in your turn the token lets you build one more settlement on the terrain of your card."
        ),
    ),
    "farm": (
        "KB-8.2",
        Message("Once in your turn the token lets you build one more settlement on grass."),
    ),
    "oasis": (
        "KB-8.3",
        Message("Once in your turn the token lets you build one more settlement on desert."),
    ),
    "tower": (
        "KB-8.4",
        Message("Once in your turn the token lets you build one more settlement on the edge of the board."),
    ),
    "tavern": (
        "KB-8.5",
        Message(
            "Once in your turn the token lets you build one more settlement at the end of a line of three or "
            "more of yours."
        ),
    ),
    "barn": (
        "KB-8.6",
        Message(
            "Once in your turn the token lets you move one of your settlements to the terrain of your card."
        ),
    ),
    "harbor": (
        "KB-8.7",
        Message("Once in your turn the token lets you move one of your settlements to water."),
    ),
    "paddock": (
        "KB-8.8",
        Message(
            "Once in your turn the token lets you move one of your settlements two hexes in a straight line."
        ),
    ),
}

_BUILD_ON = Message("Use the {token}: build on {kind}").text
_MOVE_TO = Message("Use the {token}: move to {kind}").text
_BUTTONS = {
    Token.ORACLE: _BUILD_ON,
    Token.FARM: _BUILD_ON,
    Token.OASIS: _BUILD_ON,
    Token.TOWER: Message("Use the {token}: build on the edge of the board").text,
    Token.TAVERN: Message("Use the {token}: build at the end of a line of three or more").text,
    Token.BARN: _MOVE_TO,
    Token.HARBOR: _MOVE_TO,
    Token.PADDOCK: Message("Use the {token}: move two hexes").text,
}


def token_button(state: Any, _seat: int, token: int) -> Message:
    """The button that uses a token, with what it does."""
    used = Token(token)
    return Message(_BUTTONS[used], token=used.term, kind=HexKind(kind_wanted(state, token)).term)

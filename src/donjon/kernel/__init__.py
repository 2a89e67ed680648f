"""What a game is: rules as functions on records, interpreted and compiled. The kernel imports no game."""

from donjon.kernel.game import Game, copy, from_bytes
from donjon.kernel.games import games
from donjon.kernel.message import Message, SeatName, Term
from donjon.kernel.option_values import Option
from donjon.kernel.rules import NATURE, NOBODY

__all__ = [
    "NATURE",
    "NOBODY",
    "Game",
    "Message",
    "Option",
    "SeatName",
    "Term",
    "copy",
    "from_bytes",
    "games",
]

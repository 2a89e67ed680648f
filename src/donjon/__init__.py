"""Donjon: exact, fast rules of classic strategy board games, bots to play against, and a table.

import donjon

match = donjon.new("kingdom-builder", players=3, seed=7)
match.legal
match.play(match.legal[0])
print(match.why_not("build 0,0"))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.errors import (
    BadOption,
    BadPosition,
    BadRecord,
    BadShuffle,
    DonjonError,
    GameOver,
    IllegalAction,
    NotYourTurn,
    UnknownAction,
    UnknownGame,
    UnknownSeat,
)
from donjon.games import PACKAGES
from donjon.kernel.event_log import Event
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.rules import NATURE
from donjon.notation import position as positions
from donjon.notation import record_reading
from donjon.play import verifying
from donjon.play.history import Move
from donjon.play.match import Match
from donjon.play.verifying import Verdict
from donjon.play.why_not import Refusal

__version__ = "0.1.0"

__all__ = [
    "NATURE",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadShuffle",
    "DonjonError",
    "Event",
    "Game",
    "GameOver",
    "IllegalAction",
    "Match",
    "Move",
    "NotYourTurn",
    "Refusal",
    "UnknownAction",
    "UnknownGame",
    "UnknownSeat",
    "Verdict",
    "from_position",
    "games",
    "load",
    "new",
    "verify",
]


# From here on `donjon.games` is the mapping, not the package that was imported above.
games.add(PACKAGES)


def new(
    game: str, players: int, seed: str | int | None = None, nature: str = "seeded", **options: Any
) -> Match:
    """A new match of a game.

    `seed` decides all of nature's choices (None: a fresh secret one); with nature="imposed" they are
    played like other actions, by seat NATURE. `options` are the game's (`donjon.games[game].options`).
    Raises UnknownGame or BadOption.
    """
    rules = games[game]
    return Match(rules, rules.read_options(players, options), seed, nature)


def load(text: str, seed: str | int | None = None) -> Match:
    """The match of a record (the text of `Match.record()`), replayed. Raises BadRecord, naming the line.

    With its `seed`, or one that stands in the record, all draws are checked (BadShuffle, a BadRecord, names
    what is wrong) and nature goes on from it. Without, nature is imposed: `play(..., seat=NATURE)`.
    """
    match = record_reading.load(text, seed)
    match.let_nature_play()
    return match


def verify(game: Match | str, seed: str | int | None = None) -> Verdict:
    """Make every draw of a match, or of the text of a record, again from its seed and compare them.

    `seed` is needed where the record does not carry it: it is opened when the game is over. Raises
    BadRecord when the text is no record or there is no seed.
    """
    return verifying.verify(game, seed) if isinstance(game, Match) else record_reading.verify(game, seed)


def from_position(
    position: Mapping[str, Any], seed: str | int | None = None, nature: str = "seeded"
) -> Match:
    """A match that goes on from a position (`Match.position()`, or as much of it as matters).

    `seed` decides nature's choices from here on, and what is not stated (None: the position's own "seed",
    or 0); with nature="imposed" they are played like other actions, by seat NATURE. Raises BadPosition,
    naming the field, or BadOption.
    """
    return positions.from_position(position, nature, seed)

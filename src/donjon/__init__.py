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
    """Start a new match of a game.

    All of nature's choices are made from `seed` (None: a new secret seed); with nature="imposed" they are
    played like other actions, by seat NATURE. `options` are the game's options
    (`donjon.games[game].options`). Raises UnknownGame or BadOption.
    """
    rules = games[game]
    return Match(rules, rules.read_options(players, options), seed, nature)


def load(text: str, seed: str | int | None = None) -> Match:
    """Return the match of a record (the text of `Match.record()`), replayed.

    With a `seed`, given or in the record, all draws are checked and nature's next choices are made from it.
    Without one, nature is imposed: `play(..., seat=NATURE)`. Raises BadRecord, which names the line, and
    BadShuffle (a BadRecord) if a draw or the seed is wrong.
    """
    match = record_reading.load(text, seed)
    match.let_nature_play()
    return match


def verify(game: Match | str, seed: str | int | None = None) -> Verdict:
    """Make every draw of a match, or of the text of a record, again from its seed and compare them.

    `seed` is needed if the record does not contain it: it is revealed when the game is over. Raises BadRecord
    if the text is not a record or there is no seed.
    """
    return verifying.verify(game, seed) if isinstance(game, Match) else record_reading.verify(game, seed)


def from_position(
    position: Mapping[str, Any], seed: str | int | None = None, nature: str = "seeded"
) -> Match:
    """Return a match that continues from a position (`Match.position()`, or some of its fields).

    Nature's choices from here on, and missing fields, are made from `seed` (None: the position's own "seed",
    or 0); with nature="imposed" these choices are played like other actions, by seat NATURE. Raises
    BadPosition, which names the field, or BadOption.
    """
    return positions.from_position(position, nature, seed)

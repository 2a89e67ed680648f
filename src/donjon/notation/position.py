"""Start matches from a position given as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.errors import BadOption, BadPosition, UnknownGame
from donjon.kernel import untrusted
from donjon.kernel.games import games
from donjon.kernel.untrusted import WRONG_FORM, naming, short
from donjon.play.match import Match, check_nature

_FRAME = ("game", "players", "seed")


def from_position(
    position: Mapping[str, Any], nature: str = "seeded", seed: str | int | None = None
) -> Match:
    """Return a match that continues from a given position.

    "game" and "players" are required; "seed" (default 0) and the game's options make a start position, from
    which missing fields are taken. `seed` replaces the position's own seed. Raises BadPosition with a
    sentence that names the field, and BadOption for an unknown `nature`.
    """
    if not isinstance(position, Mapping):
        raise BadPosition(f"A position must be an object of fields, not {short(position)}.")
    check_nature(nature)
    if seed is not None:
        position = {**position, "seed": seed}
    for needed in ("game", "players"):
        if needed not in position:
            raise BadPosition(f"A position needs the field {needed!r}.")
    match = _start(position)
    known = (*_FRAME, *match.game.options_among(position))
    fields = {name: value for name, value in position.items() if name not in known}
    for name, value in fields.items():
        with naming(name):
            untrusted.check(value)
    try:
        match.rebase_on(fields, dict(position))
        match.nature = nature
        match.commitment = match.commitment if nature == "seeded" else None
        match.let_nature_play()
    except WRONG_FORM as error:
        raise BadPosition(f"The fields of the position do not fit together: {error}.") from error
    return match


def _start(position: Mapping[str, Any]) -> Match:
    """Return a match at its start, from which missing fields are taken. Raises BadPosition."""
    try:
        game = games[position["game"]]
        options = game.read_options(position["players"], game.options_among(position))
        return Match(game, options, seed=position.get("seed", 0))
    except (BadOption, UnknownGame) as error:
        raise BadPosition(str(error)) from error

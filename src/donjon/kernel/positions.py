"""Matches that start from a position stated as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.errors import BadOption, BadPosition, UnknownGame
from donjon.kernel.game import games
from donjon.kernel.match import Match, check_nature

_FRAME = ("game", "players", "seed")


def from_position(
    position: Mapping[str, Any], nature: str = "seeded", seed: str | int | None = None
) -> Match:
    """A match that goes on from a stated position.

    "game" and "players" are needed; "seed" (default 0) and the game's options make the start position
    that gives every field not stated. `seed` takes the place of the one stated. Raises BadPosition with a
    sentence that names the field, and BadOption for a `nature` that there is not.
    """
    check_nature(nature)
    if seed is not None:
        position = {**position, "seed": seed}
    for needed in ("game", "players"):
        if needed not in position:
            raise BadPosition(f"A position needs the field {needed!r}.")
    try:
        game = games[position["game"]]
        option_names = {option.name for option in game.options}
        given = {name: value for name, value in position.items() if name in option_names}
        options = game.read_options(position["players"], given)
    except (BadOption, UnknownGame) as error:
        raise BadPosition(str(error)) from error
    match = Match(game, options, seed=position.get("seed", 0))
    fields = {
        name: value for name, value in position.items() if name not in option_names and name not in _FRAME
    }
    try:
        match.rebase_on(fields, dict(position))
    except (TypeError, ValueError, AttributeError, KeyError, IndexError) as error:
        raise BadPosition(f"A field of the position has a value of the wrong form: {error}.") from error
    match.nature = nature
    match.let_nature_play()
    return match

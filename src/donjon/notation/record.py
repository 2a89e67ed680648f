"""Write records: a match as a small text file. `record_reading` reads them back.

A record has headers "key: value", an empty line, then one action a line: the seat or "nature", then the text
of the action. An action that the reader may not know yet is written as its first word and "?"; such a record
shows an unfinished game to one reader, and can be replayed up to the first of these.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from donjon.kernel import rng, rules
from donjon.kernel.event_log import EVERYONE
from donjon.kernel.game import copy
from donjon.kernel.rules import NATURE, NOBODY
from donjon.play import verifying
from donjon.play.history import History

HIDDEN = "?"
HEADERS = ("game", "rules", "players", "options", "commitment", "seed-hash", "seed", "position")
# The number of determinizations that must all equal a position for it to have nothing hidden. A difference
# that appears in one of six (five equal cards and another) is then missed once in 10**20.
_REDEALS = 256


def write(match: History, seat: int | str | None = "all") -> str:
    """Return the record of a match; for a seat or None (a spectator), without hidden information.

    With "all", everything is written. After the end of the game nothing is hidden, and the seed is shown.
    """
    position, options = _base(match, seat)
    headers: dict[str, Any] = {
        "game": match.game.name,
        "rules": match.game.rules_version,
        "players": match.players,
        "options": json.dumps(match.game.show_options(options), sort_keys=True),
        "commitment": match.commitment,
        "seed-hash": match.seed_hash,
        "seed": _seed_line(match) if match.over else None,
        "position": position,
    }
    headers |= match.notes
    lines = [f"{key}: {value}" for key, value in headers.items() if value is not None]
    return "\n".join([*lines, "", *_action_lines(match, seat), ""])


def _seed_line(match: History) -> str | None:
    """Return the seed if it is known and can be written on one line of a record, else None."""
    seed = verifying.open_seed(match)
    return seed if seed is not None and seed.isprintable() and seed.strip() == seed else None


def _base(match: History, seat: int | str | None) -> tuple[str | None, Any]:
    """Return the header for the position that a match was started from (or None), and its options.

    A seed in that position is left out, because future draws are made from it.
    """
    if match.based_on is None:
        return None, match.options
    if not (match.over or seat == "all") and _holds_secrets(match.beginning(), seat):
        return HIDDEN, match.options
    if "seed" not in match.based_on:
        return json.dumps(match.based_on, sort_keys=True), match.options
    game, players = match.game, match.players
    whole = {"game": game.name, "players": players, **game.position(match.beginning())}
    return json.dumps(whole, sort_keys=True), game.read_options(players, game.options_among(whole))


def _holds_secrets(state: Any, seat: Any) -> bool:
    """Return whether a position has anything fixed that a reader cannot know."""
    reader = NOBODY if seat is None else seat
    for deal in range(_REDEALS):
        twin = copy(state)
        rules.redeal(twin, reader, rng.new("what a reader cannot know", deal))
        if twin.tobytes() != state.tobytes():
            return True
    return False


def _action_lines(match: History, seat: int | str | None) -> Iterable[str]:
    reader = seat if isinstance(seat, int) else None
    secret = set() if match.over or seat == "all" else secret_moves(match, reader)
    for number, move in enumerate(match.moves):
        who = "nature" if move.seat == NATURE else str(move.seat)
        text = f"{move.text.split()[0]} {HIDDEN}" if number in secret else move.text
        yield f"{who} {text}"


def secret_moves(match: History, seat: int | None) -> set[int]:
    """Return the numbers of the actions that a reader did not see and may not know yet."""
    unseen = {
        number
        for number, move in enumerate(match.moves)
        if move.seat != seat and not _saw(move.observers, seat)
    }
    disclosed = match.game.disclosed
    if disclosed is None or not unseen:
        return unseen
    reader = NOBODY if seat is None else seat
    secret = set()
    then = match.beginning()
    for number, move in enumerate(match.moves):
        if number in unseen and not disclosed(then, move.seat, move.action, match.state, reader):
            secret.add(number)
        rules.apply(then, move.seat, move.action, None)
    return secret


def _saw(mask: int, seat: int | None) -> bool:
    return mask & EVERYONE == EVERYONE or (seat is not None and bool(mask >> seat & 1))

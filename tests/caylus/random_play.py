"""Random games for the properties: poor players as at the start, or rich ones with much on the road."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import donjon
from donjon import Match
from donjon.kernel.story import Event
from tests.caylus.stage import KINDS, NAME, NEUTRAL

BUILT = ("mason", "lawyer", "peddler_wood", "bank", "church", "tailor", "alchemist", "architect", "park")
PASSIVE = ("pass", "decline", "take back")
# Players, seed: both variants, both tile values, poor and rich.
GAMES = [(players, seed) for players in (2, 3, 4, 5) for seed in range(4)]


def begin(players: int, seed: int) -> Match:
    """Odd seeds: rich players; seeds 2 and 3 by four: simplified favours or the revised values."""
    options = {"favours": "simplified"} if seed % 8 == 2 else {}
    options |= {"tile_values": "revised"} if seed % 4 == 3 else {}
    return (
        rich(players, seed, options) if seed % 2 else donjon.new(NAME, players=players, seed=seed, **options)
    )


def rich(players: int, seed: int, options: dict[str, Any]) -> Match:
    """Cubes and deniers for everything, open columns, special buildings and residences on the road."""
    road = {str(space): {"tile": tile, "owner": space % players} for space, tile in enumerate(BUILT[:7], 9)}
    road |= {str(space): {"tile": tile, "owner": 1} for space, tile in zip((17, 18), BUILT[7:], strict=True)}
    road |= {str(space): {"tile": "residence", "owner": space % players} for space in range(19, 23)}
    seat = {
        "deniers": 30,
        "cubes": dict.fromkeys(KINDS, 8),
        "columns": dict.fromkeys(("vp", "deniers", "cubes", "build"), 3),
    }
    fields = {"road": road, "provost": 15, "bailiff": 12, "scored": 1, "seats": [seat] * players}
    return donjon.from_position(
        {
            "game": NAME,
            "players": players,
            "seed": seed,
            "neutral_tiles": list(NEUTRAL),
            "turn_order": list(range(players)),
            **options,
            **fields,
        }
    )


def choose(match: Match, random: Random) -> str:
    """A legal action; most often one that does something."""
    eager = [text for text in match.legal if text not in PASSIVE]
    return random.choice(eager if eager and random.random() < 0.75 else match.legal)


def steps(match: Match, random: Random) -> Iterator[tuple[dict[str, Any], list[Event], dict[str, Any]]]:
    """Plays to the end: the position before, what happened, the position after, for every action."""
    before = match.position()
    while not match.over:
        events = match.play(choose(match, random))
        after = match.position()
        yield before, events, after
        before = after

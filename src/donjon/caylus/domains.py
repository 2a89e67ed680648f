"""What chance chooses from before the first round: how it is written in a text, and what words mean."""

from __future__ import annotations

from donjon.caylus.nouns import MAX_SEATS, NEUTRALS, Tile
from donjon.caylus.spaces import tiles_called
from donjon.kernel.actions import Domain, Reading, names


def _read_neutral(reading: Reading) -> int:
    found = tiles_called("-".join(reading.words), list(range(NEUTRALS)))
    if len(found) != 1:
        known = list(Tile.texts()[:NEUTRALS])
        raise reading.refuse("{words} names no neutral tile: {tiles}.", tiles=known)
    return found[0]


NEUTRAL = Domain("a neutral tile", NEUTRALS, lambda _state, tile: Tile(tile).text, _read_neutral)
SEAT = names(
    "a seat",
    [str(seat) for seat in range(MAX_SEATS)],
    otherwise=lambda reading: reading.refuse("{words} names no seat: 0 to {last}.", last=MAX_SEATS - 1),
)

"""Who sits where: all games of a deal, so that luck and seats are shared out evenly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Literal

from donjon.errors import BadOption

# Each bot at each seat once, or every order of the bots.
Seatings = Literal["rotations", "all"]
# More games of a deal than that nobody waits for.
MOST_GAMES = 120


def table(names: Sequence[str], players: int) -> list[str]:
    """The bots of the seats: the last one takes those that are left."""
    return [*names, *[names[-1]] * (players - len(names))]


def rotations(seating: Sequence[str]) -> list[list[str]]:
    """A table once for each turn of the seats."""
    return [[*seating[-turn:], *seating[:-turn]] for turn in range(len(seating))]


def seatings_of_a_deal(names: Sequence[str], players: int, which: Seatings = "rotations") -> list[list[str]]:
    """The tables at which every deal is played; each lists the bots by seat.

    With more bots than seats, every choice of `players` bots meets. Raises BadOption when there are too many.
    """
    tables: list[list[str]] = []
    for chosen in combinations(names, min(players, len(names))):
        full = table(chosen, players)
        orders = rotations(full) if which == "rotations" else (list(order) for order in permutations(full))
        for order in orders:
            if order not in tables:
                tables.append(order)
            if len(tables) > MOST_GAMES:
                raise BadOption(
                    f"{len(names)} bots at {players} seats would need more than {MOST_GAMES} games of each "
                    f"deal: take fewer bots, or rotations in place of all orders."
                )
    return tables

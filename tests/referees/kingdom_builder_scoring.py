"""The gold, for the referee of Kingdom Builder: chapter 10 of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.referees.kingdom_builder_board import SPECIAL, Board, Hex, around, beside, groups, sector_slot

CARDS = (
    "fishermen", "merchants", "discoverers", "hermits", "citizens",
    "miners", "workers", "knights", "lords", "farmers",
)  # fmt: skip


def gold(board: Board, settlements: Sequence[Iterable[Hex]], card: str) -> list[int]:
    """The gold of one card (or "castles") for each seat (KB-10.1 to KB-10.11)."""
    everyone = [set(hexes) for hexes in settlements]
    if card == "lords":
        return lords(everyone)
    return [gold_of(board, own, card) for own in everyone]


def gold_of(board: Board, own: set[Hex], card: str) -> int:
    """The gold of one card but the lords for one seat."""
    if card == "castles":
        return 3 * sum(1 for hex_ in beside(own) if board[hex_] == "K")
    if card == "fishermen":
        return sum(1 for hex_ in own if board[hex_] != "W" and touches(board, hex_, "W"))
    if card == "merchants":
        return 4 * len(connected(board, own))
    if card == "discoverers":
        return len({row for row, _ in own})
    if card == "hermits":
        return len(groups(own))
    if card == "citizens":
        return max((len(group) for group in groups(own)), default=0) // 2
    if card == "miners":
        return sum(1 for hex_ in own if touches(board, hex_, "M"))
    if card == "workers":
        return sum(1 for hex_ in own if touches(board, hex_, "KL"))
    if card == "knights":
        rows = [row for row, _ in own]
        return 2 * max((rows.count(row) for row in rows), default=0)
    assert card == "farmers"
    return 3 * min(sum(1 for hex_ in own if sector_slot(hex_) == slot) for slot in range(4))


def touches(board: Board, hex_: Hex, letters: str) -> bool:
    """Whether a neighbour is of one of these kinds; kinds are as printed (KB-10.0.5)."""
    return any(board[near] in letters for near in around(hex_))


def connected(board: Board, own: set[Hex]) -> set[Hex]:
    """KB-10.3: the castles and locations that a group of own settlements connects to another one."""
    found: set[Hex] = set()
    for group in groups(own):
        reached = {hex_ for hex_ in beside(group) if board[hex_] in SPECIAL}
        if len(reached) >= 2:
            found |= reached
    return found


def lords(everyone: Sequence[set[Hex]]) -> list[int]:
    """KB-10.10: in each sector 12 for the highest number, 6 for the second-highest; zero counts."""
    total = [0] * len(everyone)
    for slot in range(4):
        counts = [sum(1 for hex_ in own if sector_slot(hex_) == slot) for own in everyone]
        best = sorted(set(counts), reverse=True)
        for seat, count in enumerate(counts):
            total[seat] += 12 if count == best[0] else 6 if count == best[1] else 0
    return total


def ranks(points: Sequence[int]) -> list[int]:
    """KB-10.12.2: 1 and how many have more; equal points share a rank."""
    return [1 + sum(1 for other in points if other > mine) for mine in points]

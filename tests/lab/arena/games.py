"""Games as a tournament keeps them, made up."""

from __future__ import annotations

from donjon.lab.arena.game_runner import GameResult


def game(bots: str, points: list[int], lost: list[list[str]] | None = None) -> GameResult:
    """A game of bots with names of one letter; ranks by points, 10 decisions each, of 20 ms."""
    return GameResult(
        bots=list(bots),
        points=points,
        ranks=[1 + sum(other > own for other in points) for own in points],
        decisions=[10] * len(bots),
        processor=[0.2] * len(bots),
        lost=lost or [[] for _ in bots],
        actions=40,
        seconds=1.0,
    )


def deal(first: list[int], second: list[int]) -> list[GameResult]:
    """Two games of a and b: [points of a, points of b] in each."""
    return [game("ab", first), game("ba", second[::-1])]

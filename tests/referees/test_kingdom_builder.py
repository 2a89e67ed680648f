"""Kingdom Builder played by the engine and by its referee side by side, decision by decision."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from tests.referees.comparing import Choose, compare
from tests.referees.kingdom_builder import Referee
from tests.referees.kingdom_builder_actions import KINDS
from tests.referees.kingdom_builder_board import SECTORS
from tests.referees.kingdom_builder_scoring import CARDS
from tests.referees.kingdom_builder_starts import (
    VARIANTS,
    Start,
    any_decision,
    building,
    crowded,
    leaving,
    rich,
    variants,
)

DECISIONS = int(os.environ.get("DONJON_REFEREE", "5000"))
# Rules that few turns meet, but whole games must have.
RARE = {"KB-5.9", "KB-6.9", "KB-6.12", "KB-7.8", "KB-9.1", "KB-9.6", "KB-12.6"}


class Played:
    """What was compared: decisions by kind, games by variant, what lay on the table, rules met."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.variants: Counter[str] = Counter()
        self.seen: set[object] = set()
        self.met: Counter[str] = Counter()

    def play(
        self,
        starts: Iterator[tuple[str, Start]],
        wanted: int,
        playing: Callable[[Referee], Choose],
        of_each: int = 1000,
    ) -> int:
        """Compare start after start, so many decisions of each, so many in all; how many there were."""
        compared = 0
        while compared < wanted:
            variant, (match, referee, random) = next(starts)
            most = min(of_each, wanted - compared)
            compared += compare(match, referee, random, most, choose=self.counting(playing(referee)))
            self.variants[variant] += 1
            self.seen |= {*referee.sectors, *referee.orientations, *referee.cards, f"first {referee.first}"}
            self.met += referee.met
        assert sum(self.kinds.values()) == compared
        return compared

    def counting(self, policy: Choose) -> Choose:
        """The same policy, its decisions counted."""

        def choose(random: Random, legal: list[str]) -> str:
            text = policy(random, legal)
            self.kinds[text.split()[0]] += 1
            return text

        return choose


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players: int) -> None:
    """KB-3 to KB-11: who decides, draws, legal decisions, gold and knowledge, in every variant."""
    played = Played()
    assert played.play(variants(players), DECISIONS, any_decision) == DECISIONS
    assert set(played.kinds) == {"build", "end", *KINDS}
    assert set(played.variants) == set(VARIANTS)
    assert played.seen == {*SECTORS, 0, 180, *CARDS, *(f"first {seat}" for seat in range(players))}
    assert set(played.met) >= RARE


@pytest.mark.parametrize("players", [2, 3, 4])
def test_crowded_positions(players: int) -> None:
    """KB-6.1 to KB-6.9, KB-8.0.5, KB-9.6: where terrains are full, and settlements and cards run out.

    Some of them end in ties that leave a rank out (KB-12.43), which two players cannot have.
    """
    played = Played()
    assert played.play(crowded(players), DECISIONS // 10, building) == DECISIONS // 10
    assert set(played.kinds) == {"build", "end", *KINDS}
    assert set(played.met) >= {"KB-6.1", "KB-6.5", "KB-6.7", "KB-6.8", "KB-6.9", "KB-8.0.5", "KB-9.6"}
    assert players == 2 or played.met["KB-12.43"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_rich_in_tokens(players: int) -> None:
    """KB-7.1 to KB-7.11, KB-12.6, KB-12.8: where one player can use, lose and miss many tokens."""
    played = Played()
    assert played.play(rich(players), DECISIONS // 10, leaving, 25) == DECISIONS // 10
    assert set(played.kinds) == {"build", "end", *KINDS}
    assert set(played.met) >= {"KB-7.8", "KB-12.6", "KB-12.8"}

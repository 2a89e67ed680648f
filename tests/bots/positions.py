"""Positions of random games for the tests of bots."""

from __future__ import annotations

import random
from typing import Any

import donjon
from donjon.kernel.decisions import legal_list
from donjon.play.match import Match

GAME = "kingdom-builder"


def random_match(players: int, seed: int, actions: int, game: str = GAME) -> Match:
    """A match after so many random actions of seats (fewer if it ends before)."""
    chance = random.Random(f"{players} {seed}")
    match = donjon.new(game, players=players, seed=seed)
    for _ in range(actions):
        if match.over:
            break
        match.play(chance.choice(match.legal_actions()))
    return match


def is_whole_decision(match: Match, seat: int, actions: list[int]) -> bool:
    """Can the actions be played one after the other, completing a decision only with the last?"""
    state: Any = donjon.load(match.record()).state
    game = match.game
    for number, action in enumerate(actions, start=1):
        if action not in legal_list(state, seat):
            return False
        game.apply(state, seat, action, None)
        if bool(game.decision_complete(state)) != (number == len(actions)):
            return False
    return bool(actions)

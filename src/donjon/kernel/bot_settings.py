"""Numbers that bots play by: policies of quick players, settings of searches and of levels.

They were found by letting bots play each other. Policies are kept as TOML.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from importlib import resources
from typing import Any

import numpy as np

from donjon.kernel.records import Floats


def names_of(weights: type[IntEnum], several: Mapping[Any, Sequence[str]]) -> tuple[str, ...]:
    """What the numbers of a policy are called in TOML, in their order.

    A weight of which there are several has the names that `several` gives; it is the number of the first.
    """
    return tuple(name for weight in weights for name in several.get(weight, [weight.name.lower()]))


def policy_of(table: Mapping[str, Any], names: Sequence[str]) -> Floats:
    """float64[names]: the numbers that a table of TOML gives to names; "cards.king" is in its table `cards`.

    Raises KeyError for a name that the table does not know.
    """
    policy = np.zeros(len(names), np.float64)
    for index, name in enumerate(names):
        found: Any = table
        for part in name.split("."):
            found = found[part]
        policy[index] = found
    return policy


def read_policy(package: str, file: str, names: Sequence[str]) -> Floats:
    """The policy of a file in a package. Raises KeyError for a name that the file does not know."""
    return policy_of(tomllib.loads((resources.files(package) / file).read_text("utf-8")), names)


@dataclass(frozen=True)
class SearchSettings:
    """How the tree of a search grows, and what its leaves are worth.

    exploration: how strongly to try actions that look attractive but have seldom been tried.
    temperature: this many more points of `rollout_score` make an action e times as attractive.
    caution: how much less than the average so far an untried action is taken to be worth.
    ahead: after this many actions of seats a playout stops and `estimate` judges the position.
    scale: being ahead by this many points is worth three quarters of the most that being ahead can be worth.
    win: what having won is worth on top of that.
    patience: how often a position is met before the tree branches there.
    trust: how many playouts the estimate of a decision counts for, so that luck alone chooses none.
    doubt: the estimates count for at least this part of the playouts made, shared out among the decisions:
        many playouts even out luck, but not what is wrong with the way in which they are played.
    mixing: among decisions that not everybody sees, this much less worth makes one e times less likely.
    curiosity: in the tree, this part of the draws of secret decisions is by prior, the rest by regret.
    noise: chance adds up to this many points to the score of an action in a playout, so that playouts differ.
    rests: after `ahead` actions, does a playout go on to where the game is at rest (`Game.at_rest`)?
    remember_chance: does the tree branch where chance decides? Otherwise the outcomes are averaged.
    """

    exploration: float = 0.5
    temperature: float = 1.5
    caution: float = 0.0
    ahead: int = 20
    scale: float = 15.0
    win: float = 0.3
    patience: int = 1
    trust: float = 8.0
    doubt: float = 0.4
    mixing: float = 0.03
    curiosity: float = 0.2
    noise: float = 0.3
    rests: bool = False
    remember_chance: bool = False


# The length of a playout without a limit: longer than any game.
TO_THE_END = 1_000_000
# The levels that think, the easiest first: they need compiled code, in every game the same.
THINKING = ("regular", "skilled", "expert", "master")


@dataclass(frozen=True)
class LevelSettings:
    """How a level plays.

    playouts: how many games it plays on before a decision; with 0 it takes what looks best at once.
    blind: how many of 1,000 possible decisions it overlooks.
    wavering: a decision that seems worth this many points less is e times less likely to be taken.
    depth: how many actions of seats a playout goes on for at most.
    breadth: how many decisions are compared at most; 0: as many as the game says.
    """

    playouts: int = 0
    blind: int = 0
    wavering: float = 0.0
    depth: int = TO_THE_END
    breadth: int = 0


# For games without settings of their own; found for Kingdom Builder, where more playouts are no better:
# 24,000 won 45 % of 60 games against 3,000.
USUAL_LEVELS = {
    "beginner": LevelSettings(wavering=0.8),
    "greedy": LevelSettings(),
    "regular": LevelSettings(playouts=20, wavering=0.5),
    "skilled": LevelSettings(playouts=60),
    "expert": LevelSettings(playouts=300),
    "master": LevelSettings(playouts=3000),
}

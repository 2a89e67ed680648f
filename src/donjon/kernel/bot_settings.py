"""Parameters of bots: policies of quick players, settings of searches and of levels.

They were tuned in matches between bots. Policies are stored as TOML.
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
    """Return the names of a policy's numbers in TOML, in their order.

    A weight that stands for several numbers has the names in `several`; its value is the index of the first.
    """
    return tuple(name for weight in weights for name in several.get(weight, [weight.name.lower()]))


def policy_of(table: Mapping[str, Any], names: Sequence[str]) -> Floats:
    """Return the values of these names in a TOML table as float64[names].

    The name "cards.king" is the key `king` of the table `cards`. Raises KeyError for a name that is missing.
    """
    policy = np.zeros(len(names), np.float64)
    for index, name in enumerate(names):
        entry: Any = table
        for part in name.split("."):
            entry = entry[part]
        policy[index] = entry
    return policy


def read_policy(package: str, file: str, names: Sequence[str]) -> Floats:
    """Return the policy in a TOML file of a package, see `policy_of`. Raises KeyError for a missing name."""
    return policy_of(tomllib.loads((resources.files(package) / file).read_text("utf-8")), names)


@dataclass(frozen=True)
class SearchSettings:
    """Parameters of a tree search: how the tree grows, and how its leaves are valued.

    exploration: the weight of actions that look attractive but have few visits.
    temperature: points of `rollout_score` that make an action e times as attractive.
    caution: the value of an untried action is the average so far minus this.
    ahead: the number of actions of seats after which a playout stops and `estimate` judges the position.
    scale: a lead of this many points is worth three quarters of the maximum value of a lead.
    win: the additional value of a win.
    patience: the number of visits of a position before the tree branches there.
    trust: the number of playouts that the estimate of a decision counts for, so that luck alone doesn't
        decide.
    doubt: the estimates count for at least this fraction of all playouts, shared among the decisions: many
        playouts average out luck, but not the systematic errors of the playout policy.
    mixing: for decisions that some seat does not see, this loss of value makes a decision e times less
        likely.
    curiosity: the fraction of secret decisions in the tree that is drawn by prior; the rest is drawn by
        regret.
    noise: the maximum random number of points added to the score of an action in a playout, so that playouts
        differ.
    rests: True if a playout, after `ahead` actions, goes on to a position at rest (`Game.at_rest`).
    remember_chance: True if the tree branches at choices of nature; otherwise their outcomes are averaged.
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


# The depth of a playout without a limit: longer than any game.
TO_THE_END = 1_000_000
# The levels that search, the easiest first: they need compiled code. They are the same in every game.
THINKING = ("regular", "skilled", "expert", "master")


@dataclass(frozen=True)
class LevelSettings:
    """Parameters of a level.

    playouts: the number of playouts for a decision; with 0 it plays what looks best at once.
    blind: the number of possible decisions that it overlooks, out of 1,000.
    wavering: a decision that seems worth this many points less is e times less likely to be chosen.
    depth: the maximum number of actions of seats in a playout.
    breadth: the maximum number of decisions to compare; 0: the game's default (`Game.breadth`).
    """

    playouts: int = 0
    blind: int = 0
    wavering: float = 0.0
    depth: int = TO_THE_END
    breadth: int = 0


# For games without settings of their own. Tuned for Kingdom Builder, where more playouts do not help:
# 24,000 won 45 % of 60 games against 3,000.
USUAL_LEVELS = {
    "beginner": LevelSettings(wavering=0.8),
    "greedy": LevelSettings(),
    "regular": LevelSettings(playouts=20, wavering=0.5),
    "skilled": LevelSettings(playouts=60),
    "expert": LevelSettings(playouts=300),
    "master": LevelSettings(playouts=3000),
}

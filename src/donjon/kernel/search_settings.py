"""How to search a game: numbers found by letting bots play each other."""

from __future__ import annotations

from dataclasses import dataclass


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

"""What a search needs to be told about a game: numbers found by playing bots against each other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchSettings:
    """How the tree of a search grows, and what its leaves are worth.

    exploration: how much actions are tried that look attractive but were tried seldom.
    temperature: so many points of `rollout_score` more make an action e times as attractive.
    caution: by how much less than the average so far an action is worth that was not tried yet.
    ahead: a playout goes on for so many actions of seats, then `estimate` says how it stands.
    scale: being ahead by so many points is worth three quarters of what being ahead can be worth.
    win: what having won is worth beside that.
    patience: so often a position is met before the tree branches there.
    trust: as many playouts the estimate of a decision counts for, that none is chosen by luck.
    doubt: it counts for this part of the playouts made at least, shared out among the decisions: with many of
        them luck evens out, but not what is wrong with how they are played.
    mixing: of decisions that not all see, so much less worth makes one e times less likely.
    curiosity: those within the tree are drawn by how much they were regretted, but for this part.
    noise: chance adds up to so many points to what attracts a playout, so that playouts differ.
    rests: after that many actions, does a playout go on to where the game is at rest (`Game.at_rest`)?
    remember_chance: does the tree branch where chance decides? Else its branches are all averaged.
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

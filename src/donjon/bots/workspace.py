"""The arrays that a bot works on, made once, so that the hot loops allocate nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from donjon.bots.net import Net, shipped_net
from donjon.bots.tree import SEATS, Tree, new_tree
from donjon.kernel import rng
from donjon.kernel.decisions import Walk, new_walk
from donjon.kernel.game import Game
from donjon.kernel.records import Floats, Grid, Ints, Records
from donjon.kernel.rng import Rng

LONGEST = 4  # actions of the longest whole decision that bots look through
KEPT = 48  # whole decisions that a search compares
ENDS = 512  # ends of games that are kept for a coach


class Workspace(NamedTuple):
    """The arrays of one bot for one game; their contents have a meaning only during a call."""

    walk: Walk  # through the decisions of LONGEST actions at most
    root: Records[Any]  # STATE[3]: one world of a search, the game played out in it, the seat's knowledge
    path: Ints  # int64[LONGEST]: the actions of the decision
    options: Grid  # int64[KEPT, LONGEST]: the decisions kept
    lengths: Ints  # int64[KEPT]: their numbers of actions
    worth: Floats  # float64[KEPT]: what they seem worth at once
    sums: Floats  # float64[KEPT]: sum of the results of their playouts
    kept: Ints  # int64[1]: the number of decisions kept
    tried: Ints  # int64[KEPT]: the number of playouts that started with each
    wanted: Ints  # int64[KEPT]: that number as wanted, if several searches share them out
    secret: Ints  # uint8[KEPT]: 1 if an action of it is hidden from some seat
    value: Floats  # float64[KEPT]: how good each looks, playouts and estimate together
    alive: Ints  # int64[KEPT]: numbers of the options still compared
    mask: Ints  # uint8[ACTIONS]: legal actions within a playout
    rollout_score: Floats  # float32[ACTIONS]: scores of actions in a playout
    ends: Records[Grid]  # int32[ENDS, SEATS, SOURCES]: the points, by source, with which games ended
    ranks: Grid  # int32[ENDS, SEATS]: the ranks
    made: Ints  # int64[1]: playouts of the last decision
    weights: Ints  # int64[ACTIONS]: nature's weights
    deals: Records[Rng]  # RNG[1]: for deals of hidden things
    chance: Records[Rng]  # RNG[1]: for random draws within playouts
    rollout: Records[Rng]  # RNG[1]: for the players within playouts
    tree: Tree  # the tree of a search that grows one
    net: Net  # the net that corrects the estimate


def new_workspace(game: Game, net: Net | None = None) -> Workspace:
    """Return a new workspace for a game, with the net that the game ships unless `net` is given."""
    return Workspace(
        walk=new_walk(game, LONGEST),
        root=np.zeros(3, game.STATE),
        path=np.zeros(LONGEST, np.int64),
        options=np.zeros((KEPT, LONGEST), np.int64),
        lengths=np.zeros(KEPT, np.int64),
        worth=np.zeros(KEPT, np.float64),
        sums=np.zeros(KEPT, np.float64),
        kept=np.zeros(1, np.int64),
        tried=np.zeros(KEPT, np.int64),
        wanted=np.zeros(KEPT, np.int64),
        secret=np.zeros(KEPT, np.uint8),
        value=np.zeros(KEPT, np.float64),
        alive=np.zeros(KEPT, np.int64),
        mask=np.zeros(game.ACTIONS, np.uint8),
        rollout_score=np.zeros(game.ACTIONS, np.float32),
        ends=np.zeros((ENDS, SEATS, len(game.SOURCES)), np.int32),
        ranks=np.zeros((ENDS, SEATS), np.int32),
        made=np.zeros(1, np.int64),
        weights=np.zeros(game.ACTIONS, np.int64),
        deals=np.zeros(1, rng.RNG),
        chance=np.zeros(1, rng.RNG),
        rollout=np.zeros(1, rng.RNG),
        tree=new_tree(),
        net=shipped_net(game) if net is None else net,
    )

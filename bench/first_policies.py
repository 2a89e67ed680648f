"""The parts of a search for policies that differ by game.

`bench.playout_policy` and `bench.estimate_policy` use them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from donjon.games.caylus.bots import estimate as caylus_estimate
from donjon.games.caylus.bots import holdings as caylus
from donjon.games.caylus.bots import rollout_scores as caylus_scores
from donjon.games.ys.bots import contests as ys
from donjon.games.ys.bots import estimate as ys_estimate
from donjon.games.ys.bots import rollout_scores as ys_scores
from donjon.games.ys.nouns import ROUNDS, VALUES
from donjon.kernel.bot_settings import policy_of
from donjon.kernel.compiling import replace_when_compiled
from donjon.kernel.games import games


@dataclass(frozen=True)
class Numbers:
    """The numbers of a game that a search has to find.

    module: the module that explains them; names: their names in its TOML.
    first: float64[numbers], the start of the search; least: the same shape, the lower bounds.
    """

    module: str
    names: Sequence[str]
    first: Any
    least: Any


@dataclass(frozen=True)
class Learner(Numbers):
    """A game whose playout policy is learned (`bench.playout_policy`).

    best_by_policy: rule function (state, seat, random, noise, mask, out, policy) -> action.
    record: the dtype of one policy as that function takes it, if not float64[numbers].
    """

    best_by_policy: Callable[..., int]
    record: Any = None

    def together(self, *policies: Any) -> Any:
        """Return policies in one array, as `best_by_policy` takes them."""
        numbers = np.stack(policies)
        return numbers if self.record is None else numbers.view(self.record)[:, 0]


def at_least(size: int, bounds: dict[Any, float]) -> Any:
    """Return float64[size]: the lower bounds of some numbers, none for the others."""
    least = np.full(size, -np.inf)
    for number, bound in bounds.items():
        least[number] = bound
    return least


SOME = 0.05  # avoids a division by 0
CAYLUS_FIRST = Path(__file__).parent / "caylus_first_policy.toml"

# Ys: by rule of thumb, in points; other numbers are 0.
YS_FIRST = {
    "base": 0.4,
    "open": 1.5,
    "shut": 0.05,
    "rivals": 0.5,
    "hidden": 2.0,
    "neutral_hidden": 1.75,
    "neutral_placed": 1.75,
    "neutral_first": 1.0,
    "early_cost": 0.4,
    "front": 0.35,
    "ship": 1.0,
    "gem": 2.6,
    "gem_rank": 0.3,
    "gem_gain": 0.1,
    "gem_more": 0.1,
    "harbour": 3.4,
    "palace": 2.0,
    "late_palace": 1.0,
    "cell": 1.0,
    "row": 1.0,
    "best_bidder": 1.5,
    "column": 0.25,
    "bid": 4.0,
    "bid_miss": 0.15,
    "late_order": 0.1,
    "look": 0.4,
    "soldier": 0.1,
    "messenger": 0.5,
    **{f"cost_{value}": 0.2 * value for value in range(VALUES)},  # of a point of a broker
    **{f"cards.{name}": 0.8 for name in ys.CARD_NAMES},
}

GAMES = {
    # Starts with the numbers of an estimate that was set by hand.
    "caylus": Learner(
        "donjon.games.caylus.bots.holdings",
        caylus.NAMES,
        policy_of(tomllib.loads(CAYLUS_FIRST.read_text("utf-8")), caylus.NAMES),
        at_least(
            caylus.POLICY_SIZE,
            {
                caylus.Weight.HALF_TIME: SOME,
                caylus.Weight.THREAT: 0.0,
                caylus.Weight.RIVAL_HOUSES: 0.0,
                caylus.Weight.FREE_RIVALS: 0.0,
            },
        ),
        caylus_scores.best_by_policy,
        caylus.POLICY,
    ),
    "ys": Learner(
        "donjon.games.ys.bots.contests",
        ys.NAMES,
        np.array([YS_FIRST.get(name, 0.0) for name in ys.NAMES]),
        at_least(
            ys.POLICY_SIZE,
            {ys.Weight.BASE: SOME, ys.Weight.OPEN: 0.0, ys.Weight.SHUT: SOME, ys.Weight.BID_MISS: 0.0},
        ),
        ys_scores.best_by_policy,
    ),
}


@dataclass(frozen=True)
class Fitted(Numbers):
    """A game whose estimate is fitted (`bench.estimate_policy`); it starts with the numbers in use.

    estimate_by_policy: rule function (state, seat, policy) -> points, for games that go on.
    record: the dtype of one policy as that function takes it.
    """

    estimate_by_policy: Callable[..., float]
    record: Any


ESTIMATES = {
    "caylus": Fitted(
        "donjon.games.caylus.bots.holdings",
        caylus.NAMES,
        np.array(caylus.ESTIMATE_POLICY[0].numbers),
        GAMES["caylus"].least,
        caylus_estimate.estimate_by_policy,
        caylus.POLICY,
    ),
    "ys": Fitted(
        "donjon.games.ys.bots.estimate",
        ys_estimate.NAMES,
        np.array(ys_estimate.ESTIMATE_POLICY[0].numbers),
        at_least(
            ys_estimate.POLICY_SIZE,
            {
                **{ys_estimate.Weight.GEM_OPEN + number: SOME for number in range(ROUNDS)},
                ys_estimate.Weight.PRESENT: SOME,
                ys_estimate.Weight.OPEN: 0.0,
                ys_estimate.Weight.LAST: SOME,
            },
        ),
        ys_estimate.estimate_by_policy,
        ys_estimate.POLICY,
    ),
}


def compile_to_own(stub: Callable[..., Any], own: Mapping[str, Callable[..., Any]]) -> None:
    """Teach Numba to compile a function to the function of the game, by the game's name.

    Call it when the compiler has started.
    """
    import numba

    by_type = {numba.from_dtype(games[name].STATE): function for name, function in own.items()}
    replace_when_compiled(stub, lambda state, *_rest: by_type.get(state))


def written(policy: Any, names: Sequence[str], about: str, command: str) -> str:
    """Return a policy as TOML; the numbers of a table, such as "cards.king", follow each other at the end."""
    lines = [f"# {about}, found by: {command}"]
    inside = ""
    for name, number in zip(names, policy, strict=True):
        *table, last = name.split(".")
        if table and table[0] != inside:
            inside = table[0]
            lines += ["", f"[{inside}]"]
        lines.append(f"{last} = {number:.4f}")
    return "\n".join(lines) + "\n"

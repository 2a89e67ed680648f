"""Search a decision, and play the best options to the end of the game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from donjon.bots import parallel_search
from donjon.bots.choosing import decide_once, make_ready, search_tree, targets, workspaces
from donjon.bots.ladder import Bot
from donjon.bots.plan import TREE
from donjon.bots.running import FRESH, OUTLOOK, TO_THE_END
from donjon.bots.workspace import ENDS, KEPT, LONGEST, Workspace
from donjon.kernel import rng, rules
from donjon.kernel.game import Game, copy
from donjon.kernel.labels import Label, generator
from donjon.kernel.option_values import check_amount
from donjon.kernel.seat_numbers import deciding_seat

# The fewest games of each decision: one game alone has no standard error.
FEWEST = 2


@dataclass(frozen=True)
class Budget:
    """A limit on the effort, in playouts or in seconds.

    playouts: how often each decision compared is played to the end of the game; the search before makes
    as many playouts as all of them together; seconds, where playouts is 0: half for the search, half for
    the games.
    """

    playouts: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Check the amounts. Raises BadOption for an invalid one."""
        check_amount("playouts", self.playouts)
        check_amount("seconds", self.seconds, whole=False)


@dataclass(frozen=True)
class Ends:
    """The ends of games that started with some decisions.

    decisions: the actions of each; searched: how often the search tried it; points: int64[games,
    decisions, seats, SOURCES]; shares: float64[games, decisions, seats], 1 for the winner, 1/k for each
    of k.
    """

    decisions: list[tuple[int, ...]]
    searched: list[int]
    points: np.ndarray[Any, Any]
    shares: np.ndarray[Any, Any]


class Thinking:
    """The search of a decision of a seat, in `threads` threads at once.

    state: a position in which all that the seat cannot know has been dealt anew. Raises what
    `deciding_seat` raises, and BadOption for an invalid seed or number of threads.
    """

    def __init__(
        self, game: Game, state: Any, seat: int, seed: str | int, interpreted: bool = False,
        clock: Callable[[], float] = time.perf_counter, threads: int = 1,
    ) -> None:  # fmt: skip
        seat = deciding_seat(game, state, seat)
        parallel_search.check_threads(threads)
        self.state = dealt(state, seat, seed)
        self.game, self.seat, self.interpreted, self.clock = game, seat, interpreted, clock
        self.players = int(rules.seats(state))
        self.random = generator(Label.COACH, rng.seed_text(seed))
        self.plan = Bot("coach", TREE).plan(game)
        self.workspaces = workspaces(game, threads, interpreted)
        self.workspace = self.workspaces[0]

    def ends(self, budget: Budget, count: int, played: Sequence[int] | None) -> Ends:
        """Search; play the `count` best decisions to the end, and then the one that was played, if any."""
        if budget.seconds and not self.interpreted:
            make_ready(self.game, self.state, self.seat)
        self._search(budget, count + (played is not None))
        options = [int(option) for option in self.workspace.alive[: min(count, int(self.workspace.kept[0]))]]
        searched = [int(tried) for tried in self.workspace.tried]
        if played is not None:
            options = list(dict.fromkeys([*options, self._option_of(tuple(played), options, searched)]))
        decisions = [self._actions(option) for option in options]
        points, ranks = (np.concatenate(parts) for parts in zip(*self._play(budget, options), strict=True))
        won = ranks == 1
        shares = won / won.sum(axis=-1, keepdims=True)
        return Ends(decisions, [searched[option] for option in options], points, shares)

    def points_after(self, decisions: Sequence[Sequence[int]], playouts: int) -> Iterator[float]:
        """Yield the points that the seat should end with after each of some decisions."""
        budget = Budget(max(FEWEST, Budget(playouts).playouts))
        self._search(Budget(1), 1)  # leaves an empty tree
        for start in range(0, len(decisions), KEPT):
            part = decisions[start : start + KEPT]
            for option, actions in enumerate(part):
                self._put(option, tuple(actions))
            points = np.concatenate([points for points, _ranks in self._play(budget, list(range(len(part))))])
            yield from (float(mean) for mean in points[:, :, self.seat].sum(axis=2).mean(axis=0))

    def _search(self, budget: Budget, decisions: int) -> None:
        if budget.playouts:
            self.plan.playouts = max(FEWEST, budget.playouts) * decisions
        seconds = 0.0 if budget.playouts else budget.seconds / 2
        search_tree(self._think, self.plan, self.workspaces, seconds, self.clock)

    def _think(self, plan: Any, workspace: Workspace) -> list[int]:
        args = (self.game, self.state, self.seat, plan, self.random, workspace, self.interpreted)
        return decide_once(*args)

    def _actions(self, option: int) -> tuple[int, ...]:
        length = int(self.workspace.lengths[option])
        return tuple(int(action) for action in self.workspace.options[option][:length])

    def _option_of(self, played: tuple[int, ...], taken: list[int], searched: list[int]) -> int:
        """Return the number of a decision's option; one that the search did not keep replaces the worst."""
        kept = int(self.workspace.kept[0])
        for option in range(kept):
            if self._actions(option) == played[:LONGEST]:
                return option
        option = kept if kept < KEPT else next(one for one in reversed(range(KEPT)) if one not in taken)
        self._put(option, played)
        searched[option] = 0
        return option

    def _put(self, option: int, actions: tuple[int, ...]) -> None:
        """Store a decision as an option; only its start, if it is longer than bots look through."""
        length = min(len(actions), LONGEST)
        for workspace in self.workspaces:
            workspace.options[option, :length] = actions[:length]
            workspace.lengths[option] = length

    def _play(self, budget: Budget, options: list[int]) -> Iterator[tuple[Any, Any]]:
        """Yield the points and ranks at the ends of games, in portions.

        Each option is played on by the thread that has searched it, whose tree goes on below it.
        """
        owner_of = parallel_search.owners(len(self.workspaces))[options]
        shared_out = [np.array(options)[owner_of == number] for number in range(len(self.workspaces))]
        order = np.argsort(np.argsort(owner_of, kind="stable"))
        for workspace in self.workspaces:
            workspace.tried[options] = FRESH
        with ThreadPoolExecutor(len(self.workspaces)) as threads:
            for times in self._portions(budget, ENDS // len(options)):
                parts = threads.map(partial(self._ends_of, times), self.workspaces, shared_out)
                points, ranks = (np.concatenate(part, axis=1) for part in zip(*parts, strict=True))
                yield points[:, order], ranks[:, order]

    def _ends_of(self, times: int, workspace: Workspace, options: Any) -> tuple[Any, Any]:
        """Return the points and ranks at the ends of `times` games from each of some options."""
        plan, compared = self.plan.copy(), len(options)
        plan.kind, plan.ahead, plan.breadth = OUTLOOK, TO_THE_END, compared
        plan.playouts = times
        workspace.alive[:compared] = options
        if compared:
            self._think(plan, workspace)
        shape, rows = (times, compared, self.players), times * compared
        points = np.asarray(workspace.ends)[:rows, : self.players].reshape(*shape, len(self.game.SOURCES))
        ranks = np.asarray(workspace.ranks)[:rows, : self.players].reshape(shape)
        return points.astype(np.int64), ranks.copy()

    def _portions(self, budget: Budget, most: int) -> Iterator[int]:
        """Yield the number of games from each decision in each portion, at most `most`."""
        made = 0
        if budget.playouts:
            wanted = max(FEWEST, budget.playouts)
            while made < wanted:
                yield min(most, wanted - made)
                made += min(most, wanted - made)
            return
        for target in targets(budget.seconds / 2, self.clock):
            while made < max(FEWEST, target):
                times = min(most, max(FEWEST, target) - made)
                yield times
                made += times


def dealt(state: Any, seat: int, seed: str | int) -> Any:
    """Return a copy of a position with all that a seat cannot know dealt anew, from `seed`."""
    world = copy(state)
    rules.deal_for(world, seat, generator(Label.COACH, seed, stream=1))
    return world

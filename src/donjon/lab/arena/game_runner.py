"""Play games between bots in this process, on decks and luck that a seed decides, from every seat."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any, Literal

import numpy as np

from donjon.bots import ladder, running
from donjon.bots.choosing import choose
from donjon.bots.plan import PLAN
from donjon.bots.warming import warm_bots
from donjon.bots.workspace import Workspace, new_workspace
from donjon.errors import BadOption
from donjon.kernel import playout, rng, rules
from donjon.kernel.game import Game
from donjon.kernel.labels import Label, digest, generator
from donjon.kernel.rules import NATURE
from donjon.lab.arena.players import maker
from donjon.lab.arena.seated import Beginning, LostDecision, Player

# Each bot at each seat once, or every order of the bots.
Seatings = Literal["rotations", "all"]
# More games of a deal than this would take too long.
MOST_GAMES = 120


def table(names: Sequence[str], players: int) -> list[str]:
    """Return the bots of the seats: the last bot plays all the seats that are left."""
    return [*names, *[names[-1]] * (players - len(names))]


def rotations(seating: Sequence[str]) -> list[list[str]]:
    """Return a table once for each turn of the seats."""
    return [[*seating[-turn:], *seating[:-turn]] for turn in range(len(seating))]


def seatings_of_a_deal(names: Sequence[str], players: int, which: Seatings = "rotations") -> list[list[str]]:
    """Return the tables at which every deal is played; each lists the bots by seat.

    With more bots than seats, every choice of `players` bots meets. Raises BadOption when there are too many.
    """
    tables: list[list[str]] = []
    for chosen in combinations(names, min(players, len(names))):
        full = table(chosen, players)
        orders = rotations(full) if which == "rotations" else (list(order) for order in permutations(full))
        for order in orders:
            if order not in tables:
                tables.append(order)
            if len(tables) > MOST_GAMES:
                raise BadOption(
                    f"{len(names)} bots at {players} seats would need more than {MOST_GAMES} games of each "
                    f"deal: take fewer bots, or rotations in place of all orders."
                )
    return tables


# The number of actions of seats in the log of one call; play goes on in another call after that.
_LOG = 4096


@dataclass(frozen=True)
class GameResult:
    """The result of a game, by seat.

    ranks: 1 is best, ties share. decisions and processor seconds (None: unknown) are counted only by a
    runner with a clock. lost: the sentences about decisions that were lost. actions: of all seats
    together.
    """

    bots: list[str]
    points: list[int]
    ranks: list[int]
    decisions: list[int]
    processor: list[float | None]
    lost: list[list[str]]
    actions: int
    seconds: float


@dataclass
class _Table:
    """A game in progress; `players` has None where a plan plays inside compiled code."""

    number: int
    states: Any
    chance: Any
    random: Any
    plans: Any
    players: list[Player | None]
    actions: int = 0
    decisions: list[int] = field(default_factory=list)
    processor: list[float | None] = field(default_factory=list)
    lost: list[list[str]] = field(default_factory=list)


class GameRunner:
    """A player of game `number` of a seed: the same number has the same boards, cards and luck.

    With a `clock` the processor time of each decision is measured, so compiled play stops after every
    decision. `engine_seconds`: see `players.maker`.
    """

    def __init__(
        self,
        kind: Game,
        seed: str | int,
        options: dict[str, Any] | None,
        clock: bool = False,
        engine_seconds: float | None = None,
    ) -> None:
        self.kind = kind
        self.seed = seed
        self.options = options or {}
        self.clock = clock
        self.engine_seconds = engine_seconds
        self.workspace: Workspace = new_workspace(kind)
        self.log = np.zeros(_LOG, np.int64)
        self._players: dict[tuple[str, int], Player | None] = {}
        warm_bots(kind.name)

    def play(self, seating: Sequence[str], number: int) -> GameResult:
        """Play a game to its end; seating[seat] is the bot's name."""
        began = time.perf_counter()
        table = self._table(seating, number)
        state = table.states[0]
        nobody = np.zeros_like(table.plans)
        while not rules.over(state):
            table.actions += self._play_on(table, nobody if self.clock else table.plans, _LOG)
            seat = int(rules.moving_seat(state))
            if 0 <= seat < NATURE and (self.clock or table.players[seat]):
                self._decide(table, seat)
        return GameResult(
            bots=list(seating),
            points=[int(rules.total(state, seat)) for seat in range(len(seating))],
            ranks=rules.ranking(state),
            decisions=table.decisions,
            processor=table.processor,
            lost=table.lost,
            actions=table.actions,
            seconds=time.perf_counter() - began,
        )

    def close(self) -> None:
        """Close the players that were made."""
        for player in self._players.values():
            if player is not None:
                player.close()
        self._players.clear()

    def _table(self, seating: Sequence[str], number: int) -> _Table:
        plans = np.zeros(len(seating), PLAN)
        players = [self._player(name, seat) for seat, name in enumerate(seating)]
        options = self.kind.read_options(len(seating), self.options)
        for seat, (name, player) in enumerate(zip(seating, players, strict=True)):
            if player is None:
                plans[seat] = ladder.bot(name).plan(self.kind)
            else:
                # The seed that engines get must not lead back to the seed of the deck.
                secret = digest(Label.ENGINE_SECRET, self.seed, number, seat)[:16]
                shown = self.kind.show_options(options)
                player.begin(Beginning(self.kind, len(seating), shown, seat, secret))
        return _Table(
            number,
            playout.start_states(self.kind, len(seating), self.options),
            chance=_generator(rng.new(self.seed, number)),
            random=_generator(generator(Label.BOTS, self.seed, stream=number)),
            plans=plans,
            players=players,
            decisions=[0] * len(seating),
            processor=[0.0] * len(seating),
            lost=[[] for _ in seating],
        )

    def _player(self, name: str, seat: int) -> Player | None:
        """Return the player of a seat under a name; it stays for later games."""
        if (name, seat) not in self._players:
            make = maker(name, self.engine_seconds)
            self._players[name, seat] = make() if make else None
        return self._players[name, seat]

    def _play_on(self, table: _Table, plans: Any, decisions: int) -> int:
        """Let nature and the seats with a plan play; return the number of their actions."""
        return int(
            running.play_on(
                table.states, plans, table.random, table.chance, decisions, self.log, self.workspace
            )
        )

    def _decide(self, table: _Table, seat: int) -> None:
        """Make one decision of a seat, and record its cost."""
        player = table.players[seat]
        before = player.processor_time() if player else time.process_time()
        if player:
            table.actions += self._ask(table, player, seat)
        else:
            table.actions += self._play_on(table, table.plans, 1)
        after = player.processor_time() if player else time.process_time()
        table.decisions[seat] += 1
        spent = table.processor[seat]
        if before is None or after is None or spent is None:
            table.processor[seat] = None
        else:
            table.processor[seat] = spent + after - before

    def _ask(self, table: _Table, player: Player, seat: int) -> int:
        """Ask a player; if it loses the decision, play at random."""
        state = table.states[0]
        seed = f"{self.seed} {table.number} {table.actions}"
        try:
            actions = player.choose(state, seat, seed)
        except LostDecision as error:
            table.lost[seat].append(str(error))
            actions = choose(self.kind, state, seat, "random", seed)
        for action in actions:
            rules.apply(state, seat, action, None)
        return len(actions)


def _generator(random: Any) -> Any:
    return np.array([random], rng.RNG)

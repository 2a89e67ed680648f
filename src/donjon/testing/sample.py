"""Random games of one kind, played once and used by every check."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

import donjon
from donjon.errors import BadOption
from donjon.kernel import NATURE, Game, Option, copy, rules
from donjon.kernel.decisions import legal_list
from donjon.play.match import Match

# A game that is not over after this many actions never ends.
LONGEST = 20_000
# The probability that a seat that may end its turn does something else instead, so that more happens.
EAGER = 0.8
# Of each kind of decision of a game the first FIRST are checked, and this share of the rest.
FIRST, SHARE = 2, 0.03


class NotConforming(AssertionError):
    """A game fails a check that every game must pass; the text says which, and in which position."""


def require(holds: object, *words: object) -> None:
    """Raise NotConforming with these words if `holds` is false."""
    if not holds:
        raise NotConforming(" ".join(str(word) for word in words))


@dataclass(frozen=True)
class Step:
    """An action of a game: the position before it, its seat (or NATURE), its number.

    `place` names the game and the number of the action, so that the position can be found again.
    """

    before: Any
    seat: int
    action: int
    place: str

    @property
    def waiting(self) -> list[int]:
        """The seats to move before it, NATURE among them."""
        mask = int(rules.waiting(self.before))
        return [seat for seat in range(NATURE + 1) if mask >> seat & 1]


class Played:
    """A game that was played at random to its end; `steps` are its actions, nature's included."""

    def __init__(self, match: Match, name: str) -> None:
        self.match = match
        self.name = name
        random = Random(name)
        while not match.over:
            place = f"{name}, action {len(match.moves)}:"
            require(len(match.moves) < LONGEST, place, "the game does not end")
            require(match.waiting, place, "the game is not over, but no seat is to decide")
            seat = random.choice(match.waiting)
            match.play(self._choice(seat, random, place), seat)
        self.steps = list(self._steps())

    def _choice(self, seat: int, random: Random, place: str) -> int:
        """Return a random action; those that end a seat's turn are rare, so that more happens."""
        game, state = self.match.game, self.match.state
        if seat == NATURE:
            weights = np.zeros(game.ACTIONS, np.int64)
            require(rules.chances(state, weights) == weights.sum() > 0, place, "nature's weights are wrong")
            return random.choices(range(game.ACTIONS), weights.tolist())[0]
        legal = legal_list(state, seat)
        require(legal, place, f"seat {seat} is to decide, but has no legal action")
        others = [action for action in legal if action not in game.FINISHING]
        return random.choice(others if others and random.random() < EAGER else legal)

    def _steps(self) -> Iterator[Step]:
        state = self.match.beginning()
        for number, (seat, action) in enumerate(self.match.log):
            yield Step(copy(state), seat, action, f"{self.name}, action {number}:")
            rules.apply(state, seat, action, None)
        require(
            state.tobytes() == self.match.state.tobytes(),
            self.name,
            "the same actions led to another position",
        )

    def walk(self, share: float) -> Iterator[Match]:
        """Replay the match from its start; yield it at this share of its positions, and at its end.

        At least two positions on the way are among them; nature's own are left out where she draws
        from a seed.
        """
        log, random = self.match.log, Random(f"{self.name} {share}")
        wanted = set(random.sample(range(len(log)), min(len(log), 2)))
        self.match.begin_at(self.match.beginning())
        self.match.let_nature_play()
        while len(self.match.moves) < len(log):
            before = len(self.match.moves)
            seat, action = log[before]
            self.match.play(action, seat)
            if random.random() < share or wanted & {*range(before, len(self.match.moves))}:
                yield self.match
        yield self.match


class Sample:
    """Random games of one game: `conformance.sample` makes one, or give it matches to play on."""

    def __init__(self, game: Game, matches: Iterable[tuple[str, Match]]) -> None:
        self.game = game
        self.games = [Played(match, name) for name, match in matches]

    @property
    def steps(self) -> Iterator[Step]:
        """Every action of every game."""
        return itertools.chain.from_iterable(played.steps for played in self.games)

    def some(self, share: float = SHARE) -> Iterator[Step]:
        """Yield the first actions of each kind of decision, and about this share of all others."""
        counts: Counter[tuple[str, bool]] = Counter()
        random = Random(f"{self.game.name} {share}")
        for step in self.steps:
            kind = self.game.prompt(step.before, None).text, step.seat == NATURE
            if counts[kind] < FIRST or random.random() < share:
                yield step
            counts[kind] += 1


def sample(name: str, games: int = 20, seed: int = 0) -> Sample:
    """Play `games` random games, for all numbers of players in turn.

    The first ones have the default options, the others random ones. In every second game nature's choices
    are imposed, so that the positions in which she is to move are checked, too.
    """
    return Sample(donjon.games[name], begun(donjon.games[name], games, seed))


def begun(game: Game, games: int, seed: int = 0) -> Iterator[tuple[str, Match]]:
    """Yield the matches of a sample before their first action, each with a name that lists its settings."""
    for number in range(games):
        players = game.seats[number % len(game.seats)]
        random = Random(f"{game.name} {seed} {number}")
        options = random_options(game, players, random) if number >= len(game.seats) else {}
        nature = ("seeded", "imposed")[number % 2]
        name = f"{game.name} for {players}, seed {seed + number}, nature {nature}, {options or 'no options'}"
        yield name, donjon.new(game.name, players, seed + number, nature, **options)


def random_options(game: Game, players: int, random: Random) -> dict[str, Any]:
    """Return some options of a game with random values that go together."""
    while True:
        choices = {each.name: random_value(each, random) for each in game.options if random.random() < 0.5}
        try:
            game.read_options(players, choices)
        except BadOption:
            continue
        return choices


def random_value(option: Option, random: Random) -> Any:
    """Return a random value among those that an option declares."""
    if option.kind == "choice":
        return random.choice(option.choices)
    if option.distinct:
        return tuple(random.sample(option.choices, option.count))
    return tuple(random.choice(option.choices) for _ in range(option.count))

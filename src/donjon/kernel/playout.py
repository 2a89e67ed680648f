"""Play random games, interpreted or compiled: playouts, and the checks `signature` and `perft`."""

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.kernel import nature, rng, rules
from donjon.kernel.compiling import at_start, compilable, entry
from donjon.kernel.decisions import Walk, new_walk, next_position, open_level
from donjon.kernel.game import Game, check_game
from donjon.kernel.option_values import check_amount
from donjon.kernel.records import Floats, Grid, Ints, Records
from donjon.kernel.rng import Rng
from donjon.kernel.rules import NATURE

# 32-bit FNV-1a: its products fit in 64-bit integers, so that Python and compiled code agree.
_FOLD_START = 0x811C9DC5
_FOLD_PRIME = 16777619
_FOLD_MASK = 0xFFFFFFFF
BLOCK_GAMES = 100  # games in a block of the signature


@compilable
def any_legal(state: Any, seat: int, random: Rng, mask: Ints) -> int:
    """Return a uniformly random legal action of a seat; `mask` is a work array, uint8[ACTIONS]."""
    count = rules.legal(state, seat, mask)
    return rng.place(mask, rng.below(random, count))


@compilable
def any_by_weight(state: Any, random: Rng, weights: Ints) -> int:
    """Return a random action of nature by its weights; `weights` is a work array, int64[ACTIONS]."""
    return rng.weighted(random, weights, rules.chances(state, weights))


@compilable
def most_attractive(state: Any, seat: int, random: Rng, noise: float, mask: Ints, out: Floats) -> int:
    """Return the legal action with the best rollout score plus up to `noise` random points.

    `mask`, uint8[ACTIONS], and `out`, float32[ACTIONS], are work arrays.
    """
    rules.legal(state, seat, mask)
    rules.rollout_score(state, seat, mask, out)
    best = -1
    best_worth = 0.0
    for action in range(mask.shape[0]):
        if mask[action]:
            worth = out[action] + noise * rng.unit(random)
            if best < 0 or worth > best_worth:
                best = action
                best_worth = worth
    return best


def random_action(state: Any, seat: int, random: Rng, mask: Ints) -> int:
    """Return a random legal action by the game's shortcut, or by `any_legal`."""
    own = rules.game_of(state).random_action or any_legal
    return own(state, seat, random, mask)


def chance_action(state: Any, random: Rng, weights: Ints) -> int:
    """Return a random action of nature by the game's shortcut, or by `any_by_weight`."""
    own = rules.game_of(state).chance_action or any_by_weight
    return own(state, random, weights)


def attractive_action(state: Any, seat: int, random: Rng, noise: float, mask: Ints, out: Floats) -> int:
    """Return the most attractive action by the game's shortcut, or by `most_attractive`."""
    own = rules.game_of(state).attractive_action or most_attractive
    return own(state, seat, random, noise, mask, out)


@at_start
def _compile_to_own() -> None:
    rules.compile_to_own(random_action, "random_action", any_legal)
    rules.compile_to_own(chance_action, "chance_action", any_by_weight)
    rules.compile_to_own(attractive_action, "attractive_action", most_attractive)


@compilable
def nature_step(state: Any, random: Rng, weights: Ints) -> int:
    """Play a random action of nature and return it; `weights` is a work array, int64[ACTIONS]."""
    action = chance_action(state, random, weights)
    rules.apply(state, NATURE, action, None)
    return action


@compilable
def random_step(state: Any, random: Rng, mask: Ints, weights: Ints) -> int:
    """Play a random legal action of the seat to move, or of nature; return the action."""
    seat = rules.moving_seat(state)
    if seat == NATURE:
        return nature_step(state, random, weights)
    action = random_action(state, seat, random, mask)
    rules.apply(state, seat, action, None)
    return action


@compilable
def play_out(state: Any, random: Rng, mask: Ints, weights: Ints) -> int:
    """Play random actions to the end of the game; return the number of actions of seats."""
    decisions = 0
    while not rules.over(state):
        decisions += rules.moving_seat(state) != NATURE
        random_step(state, random, mask, weights)
    return decisions


@compilable
def fold(digest: int, value: int) -> int:
    """Return a 32-bit FNV-1a digest after one more byte, the low 8 bits of `value`."""
    return ((digest ^ (value & 0xFF)) * _FOLD_PRIME) & _FOLD_MASK


@compilable
def fold_game(state: Any, random: Rng, mask: Ints, weights: Ints, digest: int) -> int:
    """Play random actions to the end of the game; return the digest with every action folded in."""
    while not rules.over(state):
        action = random_step(state, random, mask, weights)
        digest = fold(fold(digest, action), action >> 8)
    return digest


@entry
def random_games(
    state: Records[Any],
    start: Records[Any],
    random: Rng,
    first: int,
    count: int,
    mask: Ints,
    weights: Ints,
    points: Grid,
    totals: Grid,
    ranks: Grid,
) -> int:
    """Play `count` random games from `start`; game k uses the generator's stream first + k.

    `points`, int32[seats, SOURCES], is a work array. The points go to totals, int64[count, seats], and the
    ranks (1 for winners) to ranks, int32[count, seats]. Returns the number of actions of seats.
    """
    decisions = 0
    for game in range(count):
        state[0] = start[0]
        rng.restart(random, first + game)
        decisions += play_out(state[0], random, mask, weights)
        rules.points(state[0], points)
        for seat in range(totals.shape[1]):
            totals[game, seat] = points[seat].sum()
        rules.ranks(state[0], ranks[game])
    return decisions


@entry
def fold_games(
    state: Records[Any],
    start: Records[Any],
    random: Rng,
    first: int,
    count: int,
    mask: Ints,
    weights: Ints,
    points: Grid,
) -> int:
    """Return a digest of all actions and final points of `count` random games, see `random_games`."""
    digest = _FOLD_START
    for game in range(count):
        state[0] = start[0]
        rng.restart(random, first + game)
        digest = fold_game(state[0], random, mask, weights, digest)
        rules.points(state[0], points)
        for seat in range(rules.seats(state[0])):
            digest = fold(digest, int(points[seat].sum()))
    return digest


def start_states(game: Game, players: int, options: dict[str, Any] | None = None) -> Any:
    """Return the start of a game, before nature's first choice, as a record array of length 1.

    Raises UnknownGame if `game` is not a Game, and BadOption for bad players or options.
    """
    check_game(game)
    states = np.zeros(1, game.STATE)
    rules.setup(states[0], game.read_options(players, options or {}))
    return states


def random_results(
    game: Game, players: int, games: int, seed: str | int, first: int = 0
) -> tuple[np.ndarray, np.ndarray, int]:
    """Return points and ranks of seeded random games, and the number of actions of seats.

    Points are int64[games, players], ranks int32[games, players]. Raises UnknownGame if `game` is not a Game,
    and BadOption for bad numbers or seeds.
    """
    check_game(game)
    game.check_players(players)
    check_amount("games", games)
    check_amount("first", first)
    totals, ranks = np.zeros((games, players), np.int64), np.zeros((games, players), np.int32)
    start, work = start_states(game, players), workspace(game, players)
    decisions = random_games(start.copy(), start, rng.new(seed), first, games, *work, totals, ranks)
    return totals, ranks, int(decisions)


def block_digest(
    game: Game,
    players: int,
    block: int,
    seed: str | int = 0,
    interpreted: bool = False,
    games: int = BLOCK_GAMES,
) -> int:
    """Return a 32-bit digest of all actions and points of one block of seeded random games.

    Block b is `games` games, from game b * BLOCK_GAMES on.
    """
    check_amount("block", block)
    check_amount("games", games)
    play = fold_games.interpreted if interpreted else fold_games  # type: ignore[attr-defined]
    start = start_states(game, players)
    first = block * BLOCK_GAMES
    return int(play(start.copy(), start, rng.new(seed), first, games, *workspace(game, players)))


def signature(game: Game, players: int, games: int = 1000, seed: str | int = 0) -> str:
    """Return 8 hex digits that change if the rules or the random generator behave differently.

    They are a digest of `games` random games, made block by block. Raises UnknownGame if `game` is not a
    Game, and BadOption for bad numbers or seeds.
    """
    check_amount("games", games)
    digest = _FOLD_START
    for block in range((games + BLOCK_GAMES - 1) // BLOCK_GAMES):
        count = min(BLOCK_GAMES, games - block * BLOCK_GAMES)
        part = block_digest(game, players, block, seed, games=count)
        for shift in (0, 8, 16, 24):
            digest = fold(digest, part >> shift)
    return f"{digest:08x}"


def workspace(game: Game, players: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the work arrays of `random_games`: mask, weights and points."""
    mask = np.zeros(game.ACTIONS, np.uint8)
    weights = np.zeros(game.ACTIONS, np.int64)
    return mask, weights, np.zeros((players, len(game.SOURCES)), np.int32)


def perft(
    game: Game, players: int, depth: int, seed: str | int = 0, options: dict[str, Any] | None = None
) -> int:
    """Return the number of sequences of `depth` actions from the first decision of the seeded game.

    Raises UnknownGame if `game` is not a Game, and BadOption for bad numbers, seeds or options.
    """
    check_amount("depth", depth)
    state = start_states(game, players, options)[0]
    nature.decide(state, seed)
    return sequences(state, depth)


def sequences(state: Any, depth: int) -> int:
    """Return the number of sequences of `depth` actions from a position, nature's included.

    A sequence that ends the game early counts, too.
    """
    walk = new_walk(rules.game_of(state), depth)
    walk.states[0] = state
    return int(count_sequences(walk))


@entry
def count_sequences(walk: Walk) -> int:
    """Return the number of action sequences from walk.states[0], of the walk's depth.

    A sequence that ends the game early counts, too.
    """
    depth = walk.states.shape[0] - 1
    if depth == 0 or rules.over(walk.states[0]):
        return 1
    total = 0
    open_level(walk, 0, rules.moving_seat(walk.states[0]))
    level = next_position(walk, 1)
    while level > 0:
        if level == depth or rules.over(walk.states[level]):
            total += 1
        else:
            open_level(walk, level, rules.moving_seat(walk.states[level]))
            level += 1
        level = next_position(walk, level)
    return total

"""Random playouts, perft counts and signatures: written once for all games, interpreted or compiled."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np

from donjon.kernel import generic, rng
from donjon.kernel.compiling import compilable, entry
from donjon.kernel.game import Game
from donjon.kernel.generic import NATURE

# FNV-1a of 32 bits: its products fit 64-bit integers, so that Python and compiled code agree.
_FOLD_START = 0x811C9DC5
_FOLD_PRIME = 16777619
_FOLD_MASK = 0xFFFFFFFF
BLOCK_GAMES = 100  # games of a block of the signature
_BLOCK = 32  # bytes of a mask that are counted at a time


@compilable
def pick(mask, index):
    """The position of the set byte number `index` (from 0) of uint8 mask[n]."""
    start = 0
    while start + _BLOCK <= mask.shape[0]:
        here = 0
        for action in range(start, start + _BLOCK):
            here += int(mask[action])
        if index < here:
            break
        index -= here
        start += _BLOCK
    for action in range(start, mask.shape[0]):
        index -= int(mask[action])
        if index < 0:
            return action
    return -1


@compilable
def nature_step(state, random, weights):
    """Let nature choose by her weights; `weights` is int64[ACTIONS] to work in. Returns her action."""
    total = generic.chances(state, weights)
    action = rng.weighted(random, weights, total)
    generic.apply(state, NATURE, action, None)
    return action


@compilable
def random_step(state, random, mask, weights):
    """One uniformly random legal action of the waiting seat, or nature's choice; returns the action."""
    seat = generic.moving_seat(state)
    if seat == NATURE:
        return nature_step(state, random, weights)
    count = generic.legal(state, seat, mask)
    action = pick(mask, rng.below(random, count))
    generic.apply(state, seat, action, None)
    return action


@compilable
def play_out(state, random, mask, weights):
    """Play a state to the end at random; returns the number of decisions of seats."""
    decisions = 0
    while not generic.over(state):
        decisions += generic.moving_seat(state) != NATURE
        random_step(state, random, mask, weights)
    return decisions


@compilable
def fold(digest, value):
    """One FNV-1a step on a 32-bit digest."""
    return ((digest ^ (value & 0xFF)) * _FOLD_PRIME) & _FOLD_MASK


@compilable
def fold_game(state, random, mask, weights, digest):
    """Play a state to the end at random, folding every action into the digest."""
    while not generic.over(state):
        action = random_step(state, random, mask, weights)
        digest = fold(fold(digest, action), action >> 8)
    return digest


@entry
def random_games(state, start, random, first, count, mask, weights, gold, totals):
    """Play `count` random games from `start`; game k uses the generator's stream first + k.

    `gold` is int32[seats, SOURCES] to work in; totals int64[count, seats] receives the points.
    Returns the number of decisions of seats.
    """
    decisions = 0
    for game in range(count):
        state[0] = start[0]
        rng.restart(random, first + game)
        decisions += play_out(state[0], random, mask, weights)
        generic.points(state[0], gold)
        for seat in range(totals.shape[1]):
            totals[game, seat] = gold[seat].sum()
    return decisions


@entry
def fold_games(state, start, random, first, count, mask, weights, gold):
    """The digest of all actions and final points of `count` random games, as in `random_games`."""
    digest = _FOLD_START
    for game in range(count):
        state[0] = start[0]
        rng.restart(random, first + game)
        digest = fold_game(state[0], random, mask, weights, digest)
        generic.points(state[0], gold)
        for seat in range(generic.seats(state[0])):
            digest = fold(digest, int(gold[seat].sum()))
    return digest


@entry
def count_sequences(states, depth, masks):
    """Sequences of `depth` actions from states[0], nature's included; a finished game counts as one end.

    `states` is STATE[depth + 1], `masks` uint8[depth + 1, ACTIONS].
    """
    at = np.zeros(depth + 1, np.int64)  # the next action to try on each level
    level = 0
    total = 0
    list_level(states, masks, at, 0)
    while level >= 0:
        if level == depth or generic.over(states[level]):
            total += 1
            level -= 1
            continue
        action = next_set(masks[level], at[level])
        if action < 0:
            level -= 1
            continue
        at[level] = action + 1
        states[level + 1] = states[level]
        generic.apply(states[level + 1], generic.moving_seat(states[level]), action, None)
        level += 1
        list_level(states, masks, at, level)
    return total


@compilable
def list_level(states, masks, at, level):
    """List the legal actions of one level of the count."""
    at[level] = 0
    seat = generic.moving_seat(states[level])
    if seat >= 0:
        generic.legal(states[level], seat, masks[level])


@compilable
def next_set(mask, start):
    """The first set byte of a mask from `start` on, -1 without one."""
    for action in range(start, mask.shape[0]):
        if mask[action]:
            return action
    return -1


def start_states(game: Game, players: int, options: dict[str, Any] | None = None) -> Any:
    """The start of a game, before nature's first choice, as a record array of length 1."""
    states = np.zeros(1, game.STATE)
    generic.setup(states[0], game.read_options(players, options or {}))
    return states


def random_totals(
    game: Game, players: int, games: int, seed: str | int, first: int = 0
) -> tuple[np.ndarray, int]:
    """Points of seeded random games, int64[games, players], and the number of decisions made."""
    totals = np.zeros((games, players), np.int64)
    start = start_states(game, players)
    decisions = random_games(
        start.copy(), start, rng.new(seed), first, games, *_workspace(game, players), totals
    )
    return totals, int(decisions)


def block_digest(
    game: Game,
    players: int,
    block: int,
    seed: str | int = 0,
    interpreted: bool = False,
    games: int = BLOCK_GAMES,
) -> int:
    """A 32-bit number that folds all actions and points of one block of seeded random games.

    Block b holds games b * BLOCK_GAMES and following, `games` of them.
    """
    play = fold_games.interpreted if interpreted else fold_games  # type: ignore[attr-defined]
    start = start_states(game, players)
    first = block * BLOCK_GAMES
    return int(play(start.copy(), start, rng.new(seed), first, games, *_workspace(game, players)))


def signature(game: Game, players: int, games: int = 1000, seed: str | int = 0) -> str:
    """A number (8 hex digits) that changes when the rules, or the generator, behave otherwise anywhere.

    It folds the digests of as many blocks as hold `games` random games.
    """
    digest = _FOLD_START
    for block in range((games + BLOCK_GAMES - 1) // BLOCK_GAMES):
        count = min(BLOCK_GAMES, games - block * BLOCK_GAMES)
        part = block_digest(game, players, block, seed, games=count)
        for shift in (0, 8, 16, 24):
            digest = fold(digest, part >> shift)
    return f"{digest:08x}"


def perft(
    game: Game, players: int, depth: int, seed: str | int = 0, options: dict[str, Any] | None = None
) -> int:
    """The number of sequences of `depth` actions from the first decision of the seeded game."""
    from donjon.play.match import Match

    match = Match(game, game.read_options(players, options or {}), seed)
    states = np.zeros(depth + 1, game.STATE)
    states[0] = match.state
    return int(count_sequences(states, depth, np.zeros((depth + 1, game.ACTIONS), np.uint8)))


def _workspace(game: Game, players: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    mask = np.zeros(game.ACTIONS, np.uint8)
    weights = np.zeros(game.ACTIONS, np.int64)
    return mask, weights, np.zeros((players, len(game.SOURCES)), np.int32)

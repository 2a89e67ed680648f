"""Compiled loops that repeat one part of a random game on positions sampled from random games."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from donjon.kernel import playout, rng, rules
from donjon.kernel.compiling import entry
from donjon.kernel.rules import NATURE

PARTS = ("turn", "legal", "random", "pick", "copy", "apply", "nature", "estimate", "points", "rollout_score")
TURN, LEGAL, RANDOM, PICK, COPY, APPLY, NATURES, ESTIMATE, POINTS, ROLLOUT_SCORE = range(len(PARTS))


@entry
def sample(state, start, random, first, wanted, one_in, mask, weights, kept):
    """Fill kept (STATE[wanted]) with positions of random games, each step kept once in `one_in`.

    Games are played from `start`, streams first, first + 1, ... Returns the number of games played.
    """
    found = 0
    game = 0
    while found < wanted:
        state[0] = start[0]
        rng.restart(random, first + game)
        game += 1
        while not rules.over(state[0]) and found < wanted:
            if rng.below(random, one_in) == 0:
                kept[found] = state[0]
                found += 1
            playout.random_step(state[0], random, mask, weights)
    return game


@entry
def repeat(part, rounds, states, actions, work, random, mask, weights, scores, worth):
    """Do one part `rounds` times on every position; return the sum of the results.

    Without the sum the compiler could leave the work out.

    `actions` is int64[positions]: a legal action of each, drawn before. Positions of nature and of seats
    must not be mixed.
    """
    answers = 0
    for _ in range(rounds):
        for index in range(states.shape[0]):
            state = states[index]
            if part == TURN:
                answers += rules.moving_seat(state) + rules.over(state)
            elif part == LEGAL:
                answers += rules.legal(state, rules.moving_seat(state), mask)
            elif part == RANDOM:
                answers += rng.below(random, 7 + index % 64)
            elif part == PICK:
                answers += rng.place(mask, index % 8)
            elif part == COPY:
                work[0] = state
            elif part == APPLY:
                work[0] = state
                rules.apply(work[0], rules.moving_seat(state), actions[index], None)
            elif part == NATURES:
                work[0] = state
                answers += playout.nature_step(work[0], random, weights)
            elif part == ESTIMATE:
                answers += int(rules.estimate(state, rules.moving_seat(state)))
            elif part == POINTS:
                rules.points(state, scores)
                answers += scores[0, 0]
            else:
                seat = rules.moving_seat(state)
                rules.legal(state, seat, mask)
                rules.rollout_score(state, seat, mask, worth)
    return answers


@entry
def draw_actions(states, random, mask, weights, actions):
    """Fill actions[n] with a random legal action of each position, nature's by her weights."""
    for index in range(states.shape[0]):
        seat = rules.moving_seat(states[index])
        if seat == NATURE:
            actions[index] = rng.weighted(random, weights, rules.chances(states[index], weights))
        else:
            count = rules.legal(states[index], seat, mask)
            actions[index] = rng.place(mask, rng.below(random, count))

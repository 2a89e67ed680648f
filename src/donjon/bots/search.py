"""Flat Monte Carlo search with sequential halving over whole decisions, for any game.

Each playout starts from a position in which everything the seat cannot know has been dealt afresh;
all decisions are compared in the same such worlds and with the same luck, which takes most of the
noise out of their differences. After each round the worse half is dropped.
"""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from donjon.bots.options import best_options
from donjon.kernel import generic, rng
from donjon.kernel.compiling import compilable
from donjon.kernel.generic import NATURE
from donjon.kernel.playout import nature_step

WIN = 10.0  # what winning is worth beside the points ahead
# How far chance can lift an action of a playout, in points, so that playouts differ.
WHIM = 0.3
# Playouts that every option compared should get on average; a small budget compares fewer.
EACH = 8
AT_LEAST = 6
# As many playouts the estimate of an option counts for: options tried a few times each would else leave
# the choice to luck.
TRUST = 8.0
# And as at least this part of an option's share of the playouts: with many of them luck evens out, but not
# what is wrong with how they are played.
DOUBT = 0.4


@compilable
def attractive_action(state, seat, whim, desk):
    """The legal action with most appeal, chance deciding between those about equal."""
    generic.legal(state, seat, desk.mask)
    generic.appeal(state, seat, desk.mask, desk.appeal)
    best = -1
    best_worth = 0.0
    for action in range(desk.mask.shape[0]):
        if desk.mask[action]:
            worth = desk.appeal[action] + WHIM * rng.unit(whim)
            if best < 0 or worth > best_worth:
                best = action
                best_worth = worth
    return best


@compilable
def play_out(state, desk, limit):
    """Play on with attractive actions to the end, or for `limit` actions of seats."""
    while limit > 0 and not generic.over(state):
        seat = generic.moving_seat(state)
        if seat == NATURE:
            nature_step(state, desk.fate[0], desk.weights)
        else:
            action = attractive_action(state, seat, desk.whim[0], desk)
            generic.apply(state, seat, action, None)
            limit -= 1


@compilable
def outcome(state, seat):
    """How far ahead of the best other seat: points at the end, an estimate before; and who won."""
    ended = generic.over(state)
    best_other = -1e9
    for other in range(generic.seats(state)):
        if other != seat:
            worth = float(generic.total(state, other)) if ended else generic.estimate(state, other)
            best_other = max(best_other, worth)
    own = float(generic.total(state, seat)) if ended else generic.estimate(state, seat)
    ahead = own - best_other
    if ended and ahead > 0:
        return ahead + WIN
    if ended and ahead < 0:
        return ahead - WIN
    return ahead


@compilable
def try_option(option, seat, world, limit, desk):
    """The outcome of one playout that begins with an option, in the world of desk.root[0]."""
    state = desk.root[1]
    desk.root[1] = desk.root[0]
    rng.restart(desk.fate[0], world)
    rng.restart(desk.whim[0], world)
    for index in range(desk.lengths[option]):
        generic.apply(state, seat, desk.options[option, index], None)
    play_out(state, desk, limit)
    return outcome(state, seat)


@compilable
def shuffle_luck(desk, random):
    """Give the playouts of this decision luck of their own."""
    for index in range(2):
        desk.worlds[0].key[index] = rng.word(random)
        desk.fate[0].key[index] = rng.word(random)
        desk.whim[0].key[index] = rng.word(random)


@compilable
def halve(desk, alive):
    """Keep the better half of the options still compared, best first; their number."""
    for index in range(1, alive):
        option = desk.alive[index]
        place = index
        while place > 0 and desk.sums[desk.alive[place - 1]] < desk.sums[option]:
            desk.alive[place] = desk.alive[place - 1]
            place -= 1
        desk.alive[place] = option
    return (alive + 1) // 2


@compilable
def search(state, seat, playouts, limit, breadth, random, desk):
    """Search with a budget of playouts; the option chosen, in desk.options and desk.lengths.

    At most `breadth` options are compared, unless it is 0.
    """
    desk.walk.states[0] = state
    count = min(best_options(desk, seat, random), max(AT_LEAST, playouts // EACH))
    if breadth > 0:
        count = min(count, breadth)
    if count == 1:
        return 0
    trust = max(TRUST, DOUBT * playouts / count)
    for option in range(count):
        desk.alive[option] = option
        desk.sums[option] = trust * desk.worth[option]
    shuffle_luck(desk, random)
    rounds = 0
    while 1 << rounds < count:
        rounds += 1
    world = 0
    alive = count
    for _ in range(rounds):
        for _ in range(max(1, playouts // (rounds * alive))):
            world += 1
            desk.root[0] = state
            rng.restart(desk.worlds[0], world)
            generic.redeal(desk.root[0], seat, desk.worlds[0])
            for index in range(alive):
                option = desk.alive[index]
                desk.made[0] += 1
                desk.sums[option] += try_option(option, seat, world, limit, desk)
        alive = halve(desk, alive)
    return desk.alive[0]

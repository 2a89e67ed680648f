"""Whole decisions: looking through all that a seat can do until its decision is complete."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from donjon.bots.desk import KEPT, LONGEST
from donjon.kernel import generic, rng
from donjon.kernel.compiling import compilable
from donjon.kernel.playout import next_set


@compilable
def open_level(desk, level, seat):
    """List the legal actions of one level."""
    desk.at[level] = 0
    generic.legal(desk.states[level], seat, desk.masks[level])


@compilable
def next_option(desk, level, seat):
    """Go on to the next whole decision of `seat` from desk.states[0]; its length, 0 when all were seen.

    `level` is the length of the decision before (start with 1 after `open_level(desk, 0, seat)`).
    desk.path holds the actions afterwards, desk.states[length] the position they lead to.
    """
    level -= 1
    while level >= 0:
        action = next_set(desk.masks[level], desk.at[level])
        if action < 0:
            level -= 1
            continue
        desk.at[level] = action + 1
        desk.path[level] = action
        desk.states[level + 1] = desk.states[level]
        generic.apply(desk.states[level + 1], seat, action, None)
        level += 1
        if level == LONGEST or generic.settled(desk.states[level]):
            return level
        open_level(desk, level, seat)
    return 0


@compilable
def best_option(desk, seat, blind, random):
    """Put the decision with the best estimate for `seat` from desk.states[0] into desk.options[0].

    Each is overlooked with `blind` chances in 1,000, but never all; ties are broken by chance.
    Returns the number of decisions seen.
    """
    seen = 0
    ties = 0
    open_level(desk, 0, seat)
    length = next_option(desk, 1, seat)
    while length > 0:
        if seen == 0 or blind == 0 or rng.below(random, 1000) >= blind:
            seen += 1
            worth = generic.estimate(desk.states[length], seat)
            if seen == 1 or worth > desk.worth[0]:
                ties = 1
                keep(desk, 0, length, worth)
            elif worth == desk.worth[0]:
                ties += 1
                if rng.below(random, ties) == 0:
                    keep(desk, 0, length, worth)
        length = next_option(desk, length, seat)
    return seen


@compilable
def keep(desk, index, length, worth):
    """Store the decision of desk.path as option `index`."""
    desk.options[index] = desk.path
    desk.lengths[index] = length
    desk.worth[index] = worth


@compilable
def best_options(desk, seat, random):
    """Put the up to KEPT decisions with the best estimates into desk.options, best first; their number.

    Ties are broken by chance.
    """
    count = 0
    open_level(desk, 0, seat)
    length = next_option(desk, 1, seat)
    while length > 0:
        # A chance far below any difference that matters decides between equals.
        worth = generic.estimate(desk.states[length], seat) + 1e-6 * rng.unit(random)
        if count < KEPT or worth > desk.worth[count - 1]:
            count = min(count + 1, KEPT)
            place = count - 1
            while place > 0 and desk.worth[place - 1] < worth:
                move_option(desk, place - 1, place)
                place -= 1
            keep(desk, place, length, worth)
        length = next_option(desk, length, seat)
    return count


@compilable
def move_option(desk, source, target):
    """Copy an option to another place of the list."""
    desk.options[target] = desk.options[source]
    desk.lengths[target] = desk.lengths[source]
    desk.worth[target] = desk.worth[source]

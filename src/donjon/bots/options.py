"""The complete decisions of a seat, weighed by what they seem worth at once."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from donjon.bots.desk import KEPT
from donjon.kernel import generic, rng
from donjon.kernel.compiling import compilable
from donjon.kernel.decisions import next_decision, open_level


@compilable
def best_option(desk, seat, blind, random):
    """Put the decision with the best estimate for `seat` from desk.walk.states[0] into desk.options[0].

    Each is overlooked with `blind` chances in 1,000, but never all; ties are broken by chance.
    Returns the number of decisions seen.
    """
    seen = 0
    ties = 0
    open_level(desk.walk, 0, seat)
    length = next_decision(desk.walk, 1)
    while length > 0:
        if seen == 0 or blind == 0 or rng.below(random, 1000) >= blind:
            seen += 1
            worth = generic.estimate(desk.walk.states[length], seat)
            if seen == 1 or worth > desk.worth[0]:
                ties = 1
                keep(desk, 0, length, worth)
            elif worth == desk.worth[0]:
                ties += 1
                if rng.below(random, ties) == 0:
                    keep(desk, 0, length, worth)
        length = next_decision(desk.walk, length)
    return seen


@compilable
def keep(desk, index, length, worth):
    """Store the decision that the walk has come to as option `index`."""
    for step in range(length):
        desk.options[index, step] = desk.walk.tried[step]
    desk.lengths[index] = length
    desk.worth[index] = worth


@compilable
def best_options(desk, seat, random):
    """Put the up to KEPT decisions with the best estimates into desk.options, best first; their number.

    Ties are broken by chance.
    """
    count = 0
    open_level(desk.walk, 0, seat)
    length = next_decision(desk.walk, 1)
    while length > 0:
        # A chance far below any difference that matters decides between equals.
        worth = generic.estimate(desk.walk.states[length], seat) + 1e-6 * rng.unit(random)
        if count < KEPT or worth > desk.worth[count - 1]:
            count = min(count + 1, KEPT)
            place = count - 1
            while place > 0 and desk.worth[place - 1] < worth:
                move_option(desk, place - 1, place)
                place -= 1
            keep(desk, place, length, worth)
        length = next_decision(desk.walk, length)
    return count


@compilable
def move_option(desk, source, target):
    """Copy an option to another place of the list."""
    desk.options[target] = desk.options[source]
    desk.lengths[target] = desk.lengths[source]
    desk.worth[target] = desk.worth[source]

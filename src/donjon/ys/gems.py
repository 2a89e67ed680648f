"""Gems of the players, and the values of their colours (YS-0.4, YS-2.6, YS-6.5.7)."""

from __future__ import annotations

from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.rule_ids import number
from donjon.kernel.sentences import Case
from donjon.ys.nouns import BOOK, COLOURS, GEMS, at_screen, of_colour
from donjon.ys.state import Seat, State
from donjon.ys.tables import HIGHEST, LOWEST

VALUES_END = number("YS-6.5.7")


def value_of(case: Case) -> int:
    """Return the value of the colour that an action is about."""
    return int(case.state.values[case.argument])


GEM_TAKEN = BOOK.event("gem_taken", "{seat} takes a {gem}.", "gem", "count", at=at_screen)
GEM_GIVEN = BOOK.event("gem_given", "{seat} gives a {gem}.", "gem", at=at_screen, also=("YS-8.2.2",))
VALUE_MOVED = BOOK.event(
    "value_moved",
    "The value of {colour} moves from {old} to {new}.",
    "colour",
    "old",
    "new",
    at=of_colour("value"),
)


@compilable
def gem_count(me: Seat) -> int:
    """Return the number of all gems of a player (YS-7.8)."""
    count = 0
    for kind in range(GEMS):
        count += int(me.gems[kind])
    return count


@compilable
def add_gem(me: Seat, kind: int, change: int) -> None:
    """Add so many gems of a kind, or take them away."""
    me.gems[kind] = int(me.gems[kind]) + change


@compilable
def colour_rank(state: State, colour: int) -> int:
    """Return how many colours are more valuable, or as valuable and further left (YS-7.1)."""
    rank = 0
    for other in range(COLOURS):
        more = state.values[other] > state.values[colour]
        rank += more or (state.values[other] == state.values[colour] and other < colour)
    return rank


@compilable
def best_colour(state: State) -> int:
    """Return the most valuable colour, of equal ones the one further left (YS-9.3.10)."""
    best = 0
    for colour in range(1, COLOURS):
        if state.values[colour] > state.values[best]:
            best = colour
    return best


@compilable
def move_value(state: State, seat: int, colour: int, change: int, rule: int, log: EventLog | None) -> None:
    """Move a gem value, which stops at the end of the table (YS-6.5.5, YS-6.5.7)."""
    old = int(state.values[colour])
    new = min(max(old + change, LOWEST), HIGHEST)
    state.values[colour] = new
    if new != old + change:
        cite(log, VALUES_END)
    emit(log, VALUE_MOVED, seat, rule, colour, old, new)

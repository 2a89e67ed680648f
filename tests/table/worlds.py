"""Twin worlds: a game at a table, and another that could be it for all that a seat may know.

Made for any game from its list of actions alone: actions that the seat did not see are replaced by others,
and the seat may know of no difference at any moment. What it may know is asked of the game's `redeal`, not of
its views or events, so that a view or an event that tells too much is not believed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from donjon.kernel import generic, rng
from donjon.kernel.game import copy
from donjon.kernel.generic import NATURE, NOBODY
from donjon.notation.record import secret_moves
from donjon.play.match import Match
from donjon.table.playing import Playing, Step
from donjon.table.records import Entry
from tests.table.people import new_playing

DEALS = 2
# So often another world is sought, with these shares of the hidden actions replaced in turn.
TRIES = 12
SHARES = (0.5, 0.15, 0.05)


def played(name: str, *who: str, seed: int, steps: int, **options: object) -> Iterator[tuple[Playing, list]]:
    """A random game, yielded before every decision with what is legal for each seat that owes one."""
    chance = random.Random(f"{name} {seed}")
    playing = new_playing(*who, seed=f"{seed}", game=name, **options)
    for number in range(steps):
        if playing.over:
            return
        yield playing, [(seat, playing.legal(seat)) for seat in playing.waiting]
        seat = chance.choice(playing.waiting)
        action = chance.choice(playing.legal(seat))
        playing.adopt(playing.plan(seat, [action], f"key{number}", float(number)), "")


def dealt(state: object, seat: int) -> list[bytes]:
    """A position as a seat (NOBODY: a spectator) knows it: re-deals, the same for all that it could be."""
    deals = []
    for deal in range(DEALS):
        other = copy(state)
        generic.redeal(other, seat, rng.new("twin", deal))
        deals.append(other.tobytes())
    return deals


def twin_of(playing: Playing, eye: int | None, chance: random.Random) -> Playing | None:
    """Another game that is the same to a seat (None: a spectator); None if there is or was none found."""
    seat = NOBODY if eye is None else eye
    hidden = _hidden(playing, eye)
    if not hidden:
        return None
    known = []
    for number in range(1, len(playing.steps) + 1):
        truth = playing.state_at(number)
        known.append((truth.tobytes(), dealt(truth, seat)))
    for attempt in range(TRIES):
        twin = _retold(playing, seat, hidden, known, SHARES[attempt % len(SHARES)], chance)
        if twin is not None and twin.state.tobytes() != playing.state.tobytes():
            return twin
    return None


def same_again(playing: Playing) -> Playing:
    """The very same game, told anew."""
    again = Playing(playing.header, playing.seats)
    for step in playing.steps:
        _add(again, step, step.entry.action)
    return again


def _hidden(playing: Playing, eye: int | None) -> set[int]:
    """The numbers of the steps that a seat did not see and may not know by now."""
    match = Match(playing.game, playing.history.options, seed=0, nature_is="imposed")
    for seat, action in playing.history.log:
        match.play(action, seat=seat)
    return secret_moves(match, eye)


def _retold(
    playing: Playing,
    seat: int,
    hidden: set[int],
    known: list[tuple[bytes, list[bytes]]],
    share: float,
    chance: random.Random,
) -> Playing | None:
    """The game with about this share of the hidden actions replaced; None where that cannot be."""
    twin = Playing(playing.header, playing.seats)
    for number, step in enumerate(playing.steps):
        actions = [step.entry.action]
        if number in hidden and chance.random() < share:
            actions = _possible(twin, step.entry.seat)
            chance.shuffle(actions)
        action = next((each for each in actions if _fits(twin, known[number], step, seat, each)), None)
        if action is None:
            return None
        _add(twin, step, action)
    return twin


def _possible(twin: Playing, seat: int) -> list[int]:
    if seat != NATURE:
        return twin.legal(seat)
    weights = np.zeros(twin.game.ACTIONS, np.int64)
    if int(generic.waiting(twin.state)) == 1 << NATURE:
        generic.chances(twin.state, weights)
    return [int(action) for action in np.flatnonzero(weights)]


def _fits(twin: Playing, known: tuple[bytes, list[bytes]], step: Step, seat: int, action: int) -> bool:
    """May the twin go on with this action, the seat knowing of no difference to the game that is?"""
    if action not in _possible(twin, step.entry.seat):
        return False
    after = copy(twin.state)
    generic.apply(after, step.entry.seat, action, None)
    return after.tobytes() == known[0] or dealt(after, seat) == known[1]


def _add(playing: Playing, step: Step, action: int) -> None:
    old = step.entry
    text = playing.game.action_text(playing.state, old.seat, action)
    playing.restore(Entry(old.seq, old.kind, old.seat, action, text, old.key, old.at))

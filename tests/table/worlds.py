"""Twin worlds: a game at a table, and another that could be it for all that a seat may know.

Made for any game from its list of actions alone: actions that the seat did not see are replaced by others,
and the seat may know of no difference at any moment. What it may know is asked of the game's `redeal`, not of
its views or events, so that a view or an event that tells too much is not believed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from donjon.kernel import rng, rules
from donjon.kernel.game import copy
from donjon.kernel.rules import NATURE, NOBODY
from donjon.notation.record import secret_moves
from donjon.play.match import Match
from donjon.table.stored import Entry
from donjon.table.table_game import Step, TableGame
from tests.table.people import new_table_game

DEALS = 2
# So often another world is sought, with these shares of the hidden actions replaced in turn.
TRIES = 12
SHARES = (0.5, 0.15, 0.05)


def played(
    name: str, *who: str, seed: int, steps: int, **options: object
) -> Iterator[tuple[TableGame, list]]:
    """A random game, yielded before every decision with what is legal for each seat that owes one."""
    chance = random.Random(f"{name} {seed}")
    table_game = new_table_game(*who, seed=f"{seed}", game=name, **options)
    for number in range(steps):
        if table_game.over:
            return
        yield table_game, [(seat, table_game.legal(seat)) for seat in table_game.waiting]
        seat = chance.choice(table_game.waiting)
        action = chance.choice(table_game.legal(seat))
        table_game.adopt(table_game.plan(seat, [action], f"key{number}", float(number)), "")


def dealt(state: object, seat: int) -> list[bytes]:
    """A position as a seat (NOBODY: a spectator) knows it: re-deals, the same for all that it could be."""
    deals = []
    for deal in range(DEALS):
        other = copy(state)
        rules.redeal(other, seat, rng.new("twin", deal))
        deals.append(other.tobytes())
    return deals


def twin_of(table_game: TableGame, viewpoint: int | None, chance: random.Random) -> TableGame | None:
    """Another game that is the same to a seat (None: a spectator); None if there is or was none found."""
    seat = NOBODY if viewpoint is None else viewpoint
    hidden = _hidden(table_game, viewpoint)
    if not hidden:
        return None
    known = []
    for number in range(1, len(table_game.steps) + 1):
        truth = table_game.state_at(number)
        known.append((truth.tobytes(), dealt(truth, seat)))
    for attempt in range(TRIES):
        twin = _retold(table_game, seat, hidden, known, SHARES[attempt % len(SHARES)], chance)
        if twin is not None and twin.state.tobytes() != table_game.state.tobytes():
            return twin
    return None


def same_again(table_game: TableGame) -> TableGame:
    """The very same game, told anew."""
    again = TableGame(table_game.header, table_game.seats)
    for step in table_game.steps:
        add_step(again, step, step.entry.action)
    return again


def _hidden(table_game: TableGame, viewpoint: int | None) -> set[int]:
    """The numbers of the steps that a seat did not see and may not know by now."""
    match = Match(table_game.game, table_game.history.options, seed=0, nature_is="imposed")
    for seat, action in table_game.history.log:
        match.play(action, seat=seat)
    return secret_moves(match, viewpoint)


def _retold(
    table_game: TableGame,
    seat: int,
    hidden: set[int],
    known: list[tuple[bytes, list[bytes]]],
    share: float,
    chance: random.Random,
) -> TableGame | None:
    """The game with about this share of the hidden actions replaced; None where that cannot be."""
    twin = TableGame(table_game.header, table_game.seats)
    for number, step in enumerate(table_game.steps):
        actions = [step.entry.action]
        if number in hidden and chance.random() < share:
            actions = _possible(twin, step.entry.seat)
            chance.shuffle(actions)
        action = next((each for each in actions if _fits(twin, known[number], step, seat, each)), None)
        if action is None:
            return None
        add_step(twin, step, action)
    return twin


def _possible(twin: TableGame, seat: int) -> list[int]:
    if seat != NATURE:
        return twin.legal(seat)
    weights = np.zeros(twin.game.ACTIONS, np.int64)
    if int(rules.waiting(twin.state)) == 1 << NATURE:
        rules.chances(twin.state, weights)
    return [int(action) for action in np.flatnonzero(weights)]


def _fits(twin: TableGame, known: tuple[bytes, list[bytes]], step: Step, seat: int, action: int) -> bool:
    """May the twin go on with this action, the seat knowing of no difference to the game that is?"""
    if action not in _possible(twin, step.entry.seat):
        return False
    after = copy(twin.state)
    rules.apply(after, step.entry.seat, action, None)
    return after.tobytes() == known[0] or dealt(after, seat) == known[1]


def add_step(table_game: TableGame, step: Step, action: int) -> None:
    """Let a game go on as another did, with this action in the place of that step's."""
    old = step.entry
    text = table_game.game.action_text(table_game.state, old.seat, action)
    table_game.restore(Entry(old.seq, old.kind, old.seat, action, text, old.key, old.at))

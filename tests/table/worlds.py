"""Twin worlds: a game at a table, and another that could be it for all that a seat may know.

Made for any game from its list of actions alone: actions that the seat did not see are replaced by others,
and the seat may know of no difference at any moment. What it may know is asked of the game's `redeal`, not of
its views or events, so that a view or an event that tells too much is not believed. Actions that were taken
back are replaced, too: what nobody saw of them nobody may be told.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from donjon.kernel import rng, rules
from donjon.kernel.game import copy
from donjon.kernel.rules import NATURE, NOBODY
from donjon.notation.record import secret_moves
from donjon.play.history import stands
from donjon.play.match import Match
from donjon.table.store.rows import UNDO, Entry, Header
from donjon.table.store.table_game import TableGame
from tests.table.people import new_table_game

DEALS = 2
# So often another world is sought, with these shares of the hidden actions replaced in turn.
TRIES = 12
SHARES = (0.5, 0.15, 0.05)
# So many others are tried in the place of an action that was taken back.
OTHERS = 4


def played(
    name: str, *who: str, seed: int, steps: int, doubt: float = 0.0, **options: object
) -> Iterator[tuple[TableGame, list]]:
    """A random game, yielded before every decision with what is legal for each seat that owes one.

    `doubt`: how often something else is done first, and taken back.
    """
    chance, doubts = random.Random(f"{name} {seed}"), random.Random(f"doubts {name} {seed}")
    table_game = new_table_game(*who, seed=f"{seed}", game=name, **options)
    for number in range(steps):
        if table_game.over:
            return
        if doubts.random() < doubt:
            _hesitate(table_game, doubts, number)
        yield table_game, [(seat, table_game.legal(seat)) for seat in table_game.waiting]
        seat = chance.choice(table_game.waiting)
        action = chance.choice(table_game.legal(seat))
        table_game.adopt(table_game.plan(seat, [action], f"key{number}", float(number)), "")


def _hesitate(table_game: TableGame, doubts: random.Random, number: int) -> None:
    """An action that may be undone, be it the end of a turn, and its undo: the position is what it was."""
    seat = doubts.choice(table_game.waiting)
    change = table_game.plan(seat, [doubts.choice(table_game.legal(seat))], f"doubt{number}", float(number))
    moves = change.plan.moves
    if not any(stands(table_game.game, move.seat, move.events) for move in moves) and not rules.over(
        change.plan.state
    ):
        table_game.adopt(change, "")
        count = len(change.entries)
        table_game.adopt(table_game.plan_undo(seat, count, f"back{number}", float(number)), "")


def dealt(state: object, seat: int) -> list[bytes]:
    """A position as a seat (NOBODY: a spectator) knows it: re-deals, the same for all that it could be."""
    deals = []
    for deal in range(DEALS):
        other = copy(state)
        rules.redeal(other, seat, rng.new("twin", deal))
        deals.append(other.tobytes())
    return deals


def twin_of(table_game: TableGame, viewpoint: int | None, chance: random.Random) -> TableGame | None:
    """A game of another seed that is the same to a seat (None: a spectator); None if none is found."""
    seat = NOBODY if viewpoint is None else viewpoint
    hidden = _hidden(table_game, viewpoint)
    if not hidden:
        return None
    known = []
    for truth in _positions(table_game):
        known.append((truth.tobytes(), dealt(truth, seat)))
    for attempt in range(TRIES):
        twin = _retold(table_game, seat, hidden, known, SHARES[attempt % len(SHARES)], chance)
        if twin is not None and twin.state.tobytes() != table_game.state.tobytes():
            return twin
    return None


def same_again(table_game: TableGame, count: int | None = None) -> TableGame:
    """The very same game, or its first entries, told anew."""
    again = TableGame(table_game.header, table_game.seats)
    for entry in table_game.entries[:count]:
        again.restore(entry)
    return again


def reseeded(table_game: TableGame) -> Header:
    """The header of a game whose later draws come from another seed."""
    return replace(table_game.header, seed=f"not {table_game.header.seed}")


def other_seed(table_game: TableGame) -> TableGame:
    """The very same game so far, whose later draws come from another seed."""
    twin = TableGame(reseeded(table_game), table_game.seats, key=table_game.key)
    for entry in table_game.entries:
        twin.restore(entry)
    return twin


def _positions(table_game: TableGame) -> Iterator[Any]:
    """The position after every entry."""
    again = TableGame(table_game.header, table_game.seats)
    for entry in table_game.entries:
        again.restore(entry)
        yield copy(again.state)


def taken_back(table_game: TableGame) -> list[Entry]:
    """The actions that were taken back."""
    stand: list[Entry] = []
    gone: list[Entry] = []
    for entry in table_game.entries:
        if entry.kind == UNDO:
            gone += stand[-entry.action :]
            del stand[-entry.action :]
        else:
            stand.append(entry)
    return gone


def _hidden(table_game: TableGame, viewpoint: int | None) -> set[int]:
    """The numbers of the entries that a seat did not see and may not know by now, of those that count."""
    match = Match(table_game.game, table_game.history.options, seed=0, nature_is="imposed")
    for seat, action in table_game.history.log:
        match.play(action, seat=seat)
    steps = table_game.steps
    return {steps[number].entry.seq for number in secret_moves(match, viewpoint)}


def _retold(
    table_game: TableGame,
    seat: int,
    hidden: set[int],
    known: list[tuple[bytes, list[bytes]]],
    share: float,
    chance: random.Random,
) -> TableGame | None:
    """The game with about this share of the hidden actions replaced; None where that cannot be."""
    twin = TableGame(reseeded(table_game), table_game.seats, key=table_game.key)
    gone = {entry.seq for entry in taken_back(table_game) if entry.seat != seat}
    for number, entry in enumerate(table_game.entries):
        if entry.kind == UNDO:
            twin.restore(entry)
            continue
        actions = [entry.action]
        if number in hidden | gone and chance.random() < share:
            actions = _possible(twin, entry.seat)
            chance.shuffle(actions)
            if number in gone:
                actions = [*actions[:OTHERS], entry.action]
        action = next((each for each in actions if _fits(twin, known[number], entry, seat, each)), None)
        if action is None:
            return None
        add_step(twin, entry, action)
    return twin


def _possible(twin: TableGame, seat: int) -> list[int]:
    if seat != NATURE:
        return twin.legal(seat)
    weights = np.zeros(twin.game.ACTIONS, np.int64)
    if int(rules.waiting(twin.state)) == 1 << NATURE:
        rules.chances(twin.state, weights)
    return [int(action) for action in np.flatnonzero(weights)]


def _fits(twin: TableGame, known: tuple[bytes, list[bytes]], entry: Entry, seat: int, action: int) -> bool:
    """May the twin go on with this action, the seat knowing of no difference to the game that is?"""
    if action not in _possible(twin, entry.seat):
        return False
    after = copy(twin.state)
    rules.apply(after, entry.seat, action, None)
    return after.tobytes() == known[0] or dealt(after, seat) == known[1]


def add_step(table_game: TableGame, old: Entry, action: int) -> None:
    """Let a game go on as another did, with this action in the place of that entry's."""
    text = table_game.game.action_text(table_game.state, old.seat, action)
    table_game.restore(Entry(old.seq, old.kind, old.seat, action, text, old.key, old.at))

"""What could come, as far as a seat can know it.

All that speaks about a future is computed in a world that could be true for the seat, never on the position
that is: there everything that the seat cannot know is dealt afresh.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from donjon.kernel import rules
from donjon.kernel.event_log import Event
from donjon.kernel.game import copy
from donjon.kernel.labels import Label, generator
from donjon.play.history import apply_and_log
from donjon.table.store.table_game import TableGame


@dataclass(frozen=True)
class Outlook:
    """What an action would cause: events up to the first that shows something hidden, and the position then.

    `after` is None when something hidden would be shown: what comes of that nobody can know before.
    """

    events: list[Event]
    after: Any


class SomethingHidden(Exception):
    """What would come shows something hidden, so nobody can say it before."""


def world_of(table_game: TableGame, seat: int, purpose: Label) -> Any:
    """Return one of the positions that could be true for a seat.

    The deal depends on the table's own key, which never leaves the server: a player who could compute the
    deal that a bot was given could compute the bot's secret choices.
    """
    state = copy(table_game.state)
    rules.redeal(state, seat, generator(purpose, table_game.key, table_game.seq, seat))
    return state


def outlook(table_game: TableGame, seat: int, actions: Sequence[int]) -> Outlook:
    """What legal actions of one decision would cause, as far as their seat can know beforehand.

    Chance decides nothing here, and nothing is told from the first event on that shows something hidden.
    """
    game = table_game.game
    state, known = world_of(table_game, seat, Label.PREVIEW_WORLD), list[Event]()
    for action in actions:
        events = apply_and_log(game, state, seat, action)
        known += takewhile(lambda event: event.kind not in game.REVEALING, events)
        if any(event.kind in game.REVEALING for event in events):
            return Outlook(known, None)
    return Outlook(known, state)


def position_then(table_game: TableGame, seat: int, actions: Sequence[int]) -> Any:
    """The position, as far as a seat can know it, after legal actions of its own. Raises SomethingHidden."""
    if not actions:
        return table_game.state
    after = outlook(table_game, seat, actions).after
    if after is None:
        raise SomethingHidden
    return after

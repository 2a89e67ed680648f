"""Which actions stand once they are played: those after which somebody knows more than before."""

from __future__ import annotations

from collections.abc import Iterable

from donjon.kernel.game import Game
from donjon.kernel.generic import NATURE
from donjon.kernel.story import Event


def stands(game: Game, seat: int, events: Iterable[Event]) -> bool:
    """Must an action of a seat (or NATURE), which caused these events, not be taken back?

    So it is with what nature has decided, and with what has shown a player something hidden
    (`game.REVEALING`): it cannot be unknown again (KB-11.1.6).
    """
    return seat == NATURE or any(event.kind in game.REVEALING for event in events)

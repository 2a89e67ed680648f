"""What has become of a card that was drawn in secret: whether those who did not see it know it by now."""

from __future__ import annotations

from typing import Any


def disclosed(then: Any, _seat: int, _action: int, now: Any, _reader: int) -> bool:
    """Has the card been revealed that was dealt or drawn, unseen by the reader, in the position `then`?

    `now` is a later position of the same game. A card is revealed when the next turn of its owner begins
    (KB-4.1); turns follow each other in turn order (KB-3.9).
    """
    owner, players = int(then.actor), int(then.players)
    before_the_first = then.turn == 0
    next_turn = 1 + (owner - int(then.first)) % players if before_the_first else int(then.turn) + players
    return bool(now.turn >= next_turn)

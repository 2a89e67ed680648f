"""What has become of a secret choice: whether those who did not see it made may know it by now."""

from __future__ import annotations

from typing import Any

from donjon.ys.brokers import free_slot, new_id
from donjon.ys.information.knowledge import possible
from donjon.ys.nouns import OWN_SLOTS, SLOTS, Phase
from donjon.ys.throne import throne_slot


def disclosed(then: Any, seat: int, _action: int, now: Any, reader: int) -> bool:
    """May `reader` (NOBODY: a spectator) know by now a choice of `seat` that it did not see made?

    `then` is the position in which the choice was made, `now` a later one of the same game. Bids are known
    when all are shown (YS-4.1). A broker is known when it was counted, and before that when the reader has
    seen it or can tell its value for certain (YS-10.1 to YS-10.12), which is what its view says too.
    """
    if now.round == then.round and now.phase == then.phase and then.phase in (Phase.BID, Phase.THRONE):
        return False
    if then.phase == Phase.BID:
        return True
    is_throne = then.phase == Phase.THRONE
    name = new_id(then, throne_slot(then, seat) if is_throne else free_slot(then, OWN_SLOTS * seat))
    for slot in range(SLOTS):
        if now.id[slot] == name:
            return int(possible(now, reader, slot)).bit_count() == 1
    return True

"""Requests that need the consent of the other people at a table: folded from the rows of its log.

A request is open until a person declines it, its seat withdraws it, another one of the same seat replaces
it, or all people have agreed; then the row of what was agreed follows in the same change. A request to undo
ends with the next move, as it names the moves to undo.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from donjon.table.store.rows import (
    ANSWER,
    BACK,
    END,
    MOVES,
    OFFER,
    OUT,
    PACE,
    REWIND,
    Entry,
)

# What can be asked for.
ASKS = (REWIND, PACE, END)


@dataclass(frozen=True)
class Offer:
    """An open request. number: its row; what: REWIND, PACE or END; agreed: the seats that have agreed.

    facts: of its row; for REWIND `keep`, the number of moves that stay, for PACE `pace`, the pace as data.
    """

    number: int
    seat: int
    what: str
    facts: dict[str, Any] = field(default_factory=dict, hash=False)
    agreed: frozenset[int] = frozenset()


def offers_after(offers: tuple[Offer, ...], entry: Entry) -> tuple[Offer, ...]:
    """Return the open requests after a row. Raises ValueError if the row makes no sense."""
    if entry.kind in MOVES:
        return tuple(one for one in offers if one.what != REWIND and entry.kind != REWIND)
    if entry.kind == OFFER:
        facts = entry.facts
        if facts.get("what") not in ASKS:
            raise ValueError("a request asks for nothing known")
        others = tuple(one for one in offers if one.seat != entry.seat)
        return (*others, Offer(entry.seq, entry.seat, facts["what"], facts))
    if entry.kind == ANSWER:
        asked = next((one for one in offers if one.number == entry.action), None)
        if asked is None:
            raise ValueError("an answer to no open request")
        if entry.facts.get("yes") is not True:
            return tuple(one for one in offers if one != asked)
        agreed = replace(asked, agreed=asked.agreed | {entry.seat})
        return tuple(agreed if one == asked else one for one in offers)
    if entry.kind == PACE:
        return tuple(one for one in offers if one.what != PACE)
    if entry.kind == END:
        return ()
    if entry.kind in (OUT, BACK):
        return tuple(one for one in offers if one.seat != entry.seat)
    return offers

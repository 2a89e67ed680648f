"""Plan requests that need the others' consent, and the answers to them: undo, another pace, an early end.

All people in charge of a seat must agree; bots agree, and a person agrees once for all own seats. What is
agreed follows in the same change as the last answer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from donjon.kernel.message import Message
from donjon.play import history
from donjon.table.store.clocks import NO_PACE, Pace
from donjon.table.store.offers import Offer
from donjon.table.store.rows import (
    ANSWER,
    END,
    OFFER,
    PACE,
    PERSON,
    PLAY,
    REWIND,
    TABLE,
    Stale,
)
from donjon.table.store.seating import NotSeated, Rows, check_running
from donjon.table.store.table_game import Change, Step, TableGame

# Requests of a seat in a game: each is stored for ever.
MOST_OFFERS = 100


def people(table_game: TableGame) -> dict[int, str]:
    """Return who is in charge of the seats that people play now: a guest, by seat."""
    return {seat.seat: seat.owner or f"seat {seat.seat}" for seat in table_game.seats if seat.kind == PERSON}


def asked_of(table_game: TableGame, offer: Offer) -> set[int]:
    """Return the seats whose people have not yet agreed to a request."""
    who = people(table_game)
    agreed = {who[seat] for seat in offer.agreed | {offer.seat} if seat in who}
    return {seat for seat, person in who.items() if person not in agreed}


def rewind_target(table_game: TableGame, seat: int) -> int | None:
    """Return how many moves stay if a seat's last own choice is undone, None if it has made none."""
    steps = table_game.steps
    for number in range(len(steps) - 1, -1, -1):
        if steps[number].entry.key and steps[number].entry.seat == seat:
            return number
    return None


def seen_since(table_game: TableGame, keep: int) -> list[Step]:
    """Return the moves after the first `keep` that drew or revealed something."""
    steps = table_game.steps[keep:]
    return [step for step in steps if history.stands(table_game.game, step.entry.seat, step.move.events)]


def plan_offer(
    table_game: TableGame, seat: int, what: str, key: str, at: float, pace: Pace = NO_PACE
) -> Change:
    """Plan a request of a seat, and what it asks for if nobody has to be asked. Raises NotSeated."""
    check_running(table_game)
    if table_game.seats[seat].kind != PERSON:
        raise NotSeated(Message("A bot plays for you now. Rejoin the game first."))
    if sum(entry.kind == OFFER and entry.seat == seat for entry in table_game.entries) >= MOST_OFFERS:
        raise NotSeated(Message("No requests left: {count} a game is the limit.", count=MOST_OFFERS))
    facts: dict[str, Any] = {"what": what}
    if what == REWIND:
        keep = rewind_target(table_game, seat)
        if keep is None:
            raise NotSeated(Message("Nothing to undo."))
        facts["keep"] = keep
    elif what == PACE:
        facts["pace"] = pace.as_dict()
    elif what != END:
        raise Stale
    rows = Rows(table_game, at)
    rows.add(OFFER, seat, facts, key)
    return _perhaps_granted(table_game, rows, Offer(rows.rows[-1].seq, seat, what, facts))


def plan_answer(table_game: TableGame, seat: int, number: int, agrees: bool, key: str, at: float) -> Change:
    """Plan a seat's answer to an open request; who asked can only withdraw it. Raises Stale."""
    check_running(table_game)
    offer = next((one for one in table_game.offers if one.number == number), None)
    if offer is None or table_game.seats[seat].kind != PERSON:
        raise Stale
    if agrees and seat not in asked_of(table_game, offer):
        raise Stale
    rows = Rows(table_game, at)
    rows.add(ANSWER, seat, {"yes": agrees}, key, number)
    if not agrees:
        return rows.change(table_game.seats)
    return _perhaps_granted(table_game, rows, replace(offer, agreed=offer.agreed | {seat}))


def _perhaps_granted(table_game: TableGame, rows: Rows, offer: Offer) -> Change:
    """Return the change, with the row of what was asked for if all have agreed."""
    if asked_of(table_game, offer):
        return rows.change(table_game.seats)
    if offer.what == PACE:
        rows.add(PACE, TABLE, {"pace": offer.facts["pace"]})
    elif offer.what == END:
        rows.add(END, TABLE)
    else:
        plan = table_game.plan_rewind(offer.facts["keep"])
        rows.add(REWIND, offer.seat, {"of": offer.number}, action=plan.undone)
        return replace(rows.change(table_game.seats), plan=plan)
    return rows.change(table_game.seats)


def may_rewind(table_game: TableGame, seat: int) -> bool:
    """Return whether a seat can ask for an undo: it has chosen something, and cannot undo it alone."""
    offered = table_game.offered_undo((seat,))
    if offered is not None and not offered.replies:
        return False
    return any(entry.kind == PLAY and entry.key and entry.seat == seat for entry in table_game.entries)

"""Who decides what now, and when a choice that belongs to another moment comes: why it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from donjon.caylus import road, tables
from donjon.caylus.building import BUILD, FIRST_BUILT
from donjon.caylus.castle import BATCH
from donjon.caylus.converting import CONVERT
from donjon.caylus.favours import FAVOUR_CUBE, ROW, SWAP
from donjon.caylus.model import BOOK, INN_RIGHT, NONE, ROAD, Decision, Effect, Phase, Space, Tile
from donjon.caylus.placing import PASS, PLACE
from donjon.caylus.provost import PROVOST
from donjon.caylus.road import PRODUCE
from donjon.caylus.setup import LAY, ORDER
from donjon.caylus.spaces import where
from donjon.caylus.special import JOUST, LEAVE, MOVE
from donjon.caylus.trading import BUY, BUY_TWO, EXCHANGE_FOUR, EXCHANGE_TWO, SELL, TRADE
from donjon.kernel.actions import Kind
from donjon.kernel.message import Message, SeatName
from donjon.kernel.records import Ints
from donjon.kernel.rules import NATURE
from donjon.kernel.sentences import Case

IN_ROAD = (
    *(Decision.PRODUCE, Decision.BUILD, Decision.LAWYER, Decision.SELL),
    *(Decision.BUY, Decision.TRADE, Decision.EXCHANGE),
)


def now(state: Any) -> Any:
    """Return the words for what is decided now, with the thing that it is about."""
    decision = Decision(state.decision)
    if decision in IN_ROAD:
        return where(state, Space.CASTLE + int(state.cursor))
    if decision == Decision.BONUS:
        place = where(state, Space.CASTLE + int(state.cursor))
        return Message("{what}: {place}", what=decision.term, place=place)
    if decision in (Decision.PAY, Decision.SITE):
        return Message("{what}: {place}", what=decision.term, place=Tile(state.chosen).term)
    return decision.term


def later(case: Case) -> Message | None:
    """Return when the choice comes, or that it came, with the rule; None where that is open."""
    if not 0 <= case.seat < case.state.players:
        return None
    for kind, read in _READERS:
        if case.action in kind:
            return read(case.state, case.seat, case.argument)
    return None


def _comes(phase: Phase, rule: str) -> Message:
    text = Message("That belongs to phase {number}, which is still to come ({rule}).").text
    return Message(text, number=int(phase), rule=rule)


def _came(phase: Phase, rule: str) -> Message:
    return Message("That belongs to phase {number}, which is over ({rule}).", number=int(phase), rule=rule)


def _in_turn(is_later: Any, rule: str) -> Message:
    if is_later:
        return Message("Your turn in this phase comes later ({rule}).", rule=rule)
    return Message("Your turn in this phase is over ({rule}).", rule=rule)


def _placing(state: Any, seat: int, _argument: int) -> Message:
    if state.phase > Phase.PLACING:
        return _came(Phase.PLACING, "CAY-5.1.1")
    return _in_turn(not state.seats[seat].passed, "CAY-5.1.1")


def _special(space: Space) -> Callable[[Any, int, int], Message]:
    """A special space: only with a worker there, and in its turn."""

    def read(state: Any, seat: int, _argument: int) -> Message:
        if state.phase < Phase.SPECIAL:
            return _comes(Phase.SPECIAL, "CAY-6.1")
        if state.phase > Phase.SPECIAL:
            return _came(Phase.SPECIAL, "CAY-6.1")
        is_mine = state.worker[space] == seat
        if state.cursor > space or (state.cursor == space and is_mine):
            return Message("This is done in this round: {space} ({rule}).", space=space.term, rule="CAY-6.1")
        return _there(space.term, "CAY-6.1") if is_mine else _not_there(space)

    return read


def _there(place: Any, rule: str) -> Message:
    return Message("Your worker there comes later: {space} ({rule}).", space=place, rule=rule)


def _not_there(space: Space) -> Message:
    return Message("You have no worker there: {space} ({rule}).", space=space.term, rule="CAY-6.1")


def _inn(state: Any, seat: int, argument: int) -> Message:
    """Return when the inn is decided: its right worker is asked if no new guest comes (CAY-6.7.2)."""
    if state.phase != Phase.SPECIAL:
        return _special(Space.INN)(state, seat, argument)
    if state.worker[INN_RIGHT] != seat:
        return Message("You have no worker on the right circle of the inn ({rule}).", rule="CAY-6.7.2")
    if state.worker[Space.INN] != NONE:
        return Message(
            "A new guest takes the right circle of the inn; nobody is asked ({rule}).", rule="CAY-6.7.1"
        )
    return _there(Space.INN.term, "CAY-6.7.2")


def _provost(state: Any, seat: int, argument: int) -> Message:
    if state.phase == Phase.SPECIAL and state.worker[Space.MERCHANTS_GUILD] == seat:
        return _special(Space.MERCHANTS_GUILD)(state, seat, argument)
    if state.phase < Phase.PROVOST:
        return _comes(Phase.PROVOST, "CAY-7.1")
    if state.phase > Phase.PROVOST:
        return _came(Phase.PROVOST, "CAY-7.1")
    return _in_turn(seat in list(state.passing[state.cursor : state.players]), "CAY-7.1")


def _on_road(fits: Callable[[Any, int], Any]) -> Callable[[Any, int, int], Message]:
    """A building that a worker uses; `fits` tells (tile, argument) which ones do it."""

    def read(state: Any, seat: int, argument: int) -> Message:
        if state.phase < Phase.ROAD:
            return _comes(Phase.ROAD, "CAY-8.1.1")
        if state.phase > Phase.ROAD:
            return _came(Phase.ROAD, "CAY-8.1.1")
        for space in range(int(state.cursor) + 1, ROAD + 1):
            tile = int(state.tile[space])
            if state.worker[Space.CASTLE + space] == seat and tile != NONE and fits(tile, argument):
                place = where(state, Space.CASTLE + space)
                if not road.runs(space, state.provost):
                    text = Message(
                        "Your worker is beyond the provost, where nothing runs: {space} ({rule})."
                    ).text
                    return Message(text, space=place, rule="CAY-8.1.2")
                return _there(place, "CAY-8.1.1")
        return Message("You have no worker left on a building for it ({rule}).", rule="CAY-8.1.1")

    return read


def _has(effect: Effect) -> Callable[[Any, int, int], Message]:
    return _on_road(lambda tile, _argument: tables.EFFECT[tile] == effect)


def _produces(tile: int, cube: int) -> bool:
    return tables.ALTERNATIVES[tile] > 1 and bool(tables.YIELD[tile, :, cube].any())


def _builds(tile: int, index: int) -> bool:
    return bool(tables.BUILDS[tile] == tables.CLASS[FIRST_BUILT + index])


def _castle(state: Any, seat: int, _argument: int) -> Message:
    inside = list(state.castle)
    if state.phase > Phase.CASTLE:
        return _came(Phase.CASTLE, "CAY-9.1")
    if seat not in inside and state.phase > Phase.SPECIAL:
        return Message(
            "Only players with a worker in the castle take part in phase 6 ({rule}).", rule="CAY-9.1"
        )
    if state.phase < Phase.CASTLE:
        return _comes(Phase.CASTLE, "CAY-9.1")
    return _in_turn(inside.index(seat) > state.cursor, "CAY-9.1")


def _favour(state: Any, _seat: int, _argument: int) -> Message:
    if state.simplified:
        return Message("The favour table is not used in this game ({rule}).", rule="CAY-14.1")
    return Message("A favour is used at once when it is gained ({rule}).", rule="CAY-11.1.2")


def _before_the_game(_state: Any, _seat: int, _argument: int) -> Message:
    return Message("Chance decided that before the first round ({rule}).", rule="CAY-2.1")


_READERS: tuple[tuple[Kind, Callable[[Any, int, int], Message]], ...] = (
    (PLACE, _placing),
    (PASS, _placing),
    (MOVE, _special(Space.GATE)),
    (JOUST, _special(Space.JOUST_FIELD)),
    (LEAVE, _inn),
    (PROVOST, _provost),
    (PRODUCE, _on_road(_produces)),
    (BUILD, _on_road(_builds)),
    (CONVERT, _has(Effect.CONVERT)),
    (SELL, _has(Effect.SELL)),
    (BUY, _has(Effect.BUY)),
    (BUY_TWO, _has(Effect.BUY)),
    (TRADE, _has(Effect.TRADE)),
    (EXCHANGE_TWO, _has(Effect.EXCHANGE)),
    (EXCHANGE_FOUR, _has(Effect.EXCHANGE)),
    (BATCH, _castle),
    (ROW, _favour),
    (FAVOUR_CUBE, _favour),
    (SWAP, _favour),
    (LAY, _before_the_game),
    (ORDER, _before_the_game),
)


# Another decision is to be made, or another seat is to make it


def _others_turn(case: Case) -> Message:
    """Return who decides now; and, where the action tells it, when its own moment comes."""
    told = {"actor": SeatName(int(case.state.actor)), "now": now(case.state)}
    when = later(case)
    if when is None:
        return Message("{actor} decides now: {now}.", **told)
    return Message("{actor} decides now: {now}. {later}", **told, later=when)


def _not_now(case: Case) -> Message:
    """Return why an action is no choice of this phase or decision."""
    if case.state.phase == Phase.SETUP and case.seat == NATURE:
        return Message(
            "Chance lays the neutral tiles and puts the {players} players in order, nothing else.",
            players=int(case.state.players),
        )
    if case.state.phase == Phase.SETUP:
        return Message("Chance decides now; wait for it.")
    if case.seat != case.state.actor:
        return _others_turn(case)
    when = later(case)
    if when is None:
        return Message("You decide now: {now}.", now=now(case.state))
    return Message("You decide now: {now}. {later}", now=now(case.state), later=when)


BOOK.forbids("CAY-3.1", _not_now)
_TURN_RULES = {
    Phase.PLACING: BOOK.forbids("CAY-5.1.1", _others_turn),
    Phase.SPECIAL: BOOK.forbids("CAY-6.1", _others_turn),
    Phase.PROVOST: BOOK.forbids("CAY-7.1", _others_turn),
    Phase.ROAD: BOOK.forbids("CAY-8.1.1", _others_turn),
    Phase.CASTLE: BOOK.forbids("CAY-9.1", _others_turn),
    Phase.END: BOOK.forbids("CAY-10.3.1", _others_turn),
}
# RULE_OF_TURN[phase]: the rule that says who decides there.
RULE_OF_TURN: Ints = np.array([_TURN_RULES.get(phase, 0) for phase in Phase], np.int32)

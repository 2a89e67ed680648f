"""Why not: the sentence behind the rule that forbids an action, with the numbers of the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from donjon.caylus import building, placing
from donjon.caylus.actions import (
    BATCH,
    BATCH_CUBES,
    BUILD,
    BUY_TWO,
    CONVERT,
    EXCHANGE_FOUR,
    EXCHANGE_TWO,
    FAVOUR_CUBE,
    FIRST_BUILT,
    FOUR_CUBES,
    MOVE,
    PAIR_CUBES,
    PAY,
    PLACE,
    PROVOST,
    ROW,
    SELL,
    SITE,
    STEPS,
    SWAP,
    SWAP_FOR,
    TRADE,
)
from donjon.caylus.nouns import (
    ANY_CUBE,
    CUBES,
    INN_RIGHT,
    Ask,
    Class,
    Cube,
    Phase,
    Row,
    Space,
    Tile,
    amounts,
    space_word,
)
from donjon.caylus.tables import (
    ANY,
    BUILD_COLUMN,
    BUY_PRICE,
    CLASS,
    CUBE_COLUMN,
    LAWYER_COLUMN,
    SWAP_COLUMN,
    TRADES,
)
from donjon.caylus.words import offer_message
from donjon.kernel.message import Message, SeatName

Reason = Callable[[Any, int, int], Message]


def why(state: Any, seat: int, action: int, rule: str) -> Message:
    """The reason why `rule` forbids `action` to `seat` here."""
    reason = _REASONS.get(rule)
    return reason(state, seat, action) if reason else Message("Chance cannot do this now.")


def _say(text: str) -> Reason:
    return lambda _state, _seat, _action: Message(text)


def _space_of(state: Any, action: int) -> Any:
    """The words for the space that a placement, a gate move or a conversion names."""
    if action >= CONVERT:
        space = Space.CASTLE + action - CONVERT
    else:
        space = action - (PLACE if action < MOVE else MOVE)
    return space_word(space, placing.tile_at(state, space))


def _wrong_time(state: Any, _seat: int, _action: int) -> Message:
    if state.phase == Phase.SETUP:
        return Message("Chance decides now; wait for it.")
    return Message(
        "This is not decided now. Phase {number}: {phase}.",
        number=int(state.phase),
        phase=Phase(state.phase).term,
    )


def _others_turn(state: Any, _seat: int, _action: int) -> Message:
    return Message("It is for {seat} to decide now.", seat=SeatName(int(state.actor)))


def _no_worker(state: Any, seat: int, _action: int) -> Message:
    if INN_RIGHT in list(state.seats[seat].workers):
        return Message("You have no worker at home; one of yours is in the inn.")
    return Message("You have no worker at home.")


def _not_a_space(state: Any, seat: int, action: int) -> Message:
    return Message("No worker can be put there: {space}.", space=_space_of(state, action))


def _stables(state: Any, seat: int, _action: int) -> Message:
    if seat in list(state.stables):
        return Message("You have a worker in the stables already.")
    return Message("The stables are full: they have 3 circles.")


def _taken(state: Any, seat: int, action: int) -> Message:
    space = action - (PLACE if action < MOVE else MOVE)
    return Message(
        "A worker of {seat} stands there already: {space}.",
        space=_space_of(state, action),
        seat=SeatName(int(state.worker[space])),
    )


def _inn(state: Any, _seat: int, _action: int) -> Message:
    who = SeatName(int(state.worker[Space.INN]))
    return Message("The left circle of the inn is taken by a worker of {seat}.", seat=who)


def _cost(text: str) -> Reason:
    def reason(state: Any, seat: int, action: int) -> Message:
        return Message(
            text,
            cost=int(placing.place_cost(state, seat, action - PLACE)),
            deniers=int(state.seats[seat].deniers),
            passed=int(state.passed),
        )

    return reason


def _provost_range(state: Any, _seat: int, action: int) -> Message:
    target = int(state.provost) + STEPS[action - PROVOST]
    return Message("The provost stays on spaces 1 to 28; this would be space {space}.", space=target)


def _provost_cost(state: Any, seat: int, action: int) -> Message:
    return Message(
        "The provost costs 1 denier a space, so this costs {steps}; you have {deniers}.",
        steps=abs(STEPS[action - PROVOST]),
        deniers=int(state.seats[seat].deniers),
    )


def _joust(state: Any, seat: int, _action: int) -> Message:
    me = state.seats[seat]
    return Message(
        "The joust field asks for 1 denier and 1 cloth; you have deniers: {deniers}, cloth: {cloth}.",
        deniers=int(me.deniers),
        cloth=int(me.cubes[3]),
    )


def _wrong_class(state: Any, _seat: int, action: int) -> Message:
    tile = FIRST_BUILT + action - BUILD
    if state.by_favour:
        return Message("There are always enough; it comes by converting a building.")
    return Message(
        "The {builder} does not build this class: the {tile} is a {kind}.",
        builder=Tile(state.tile[state.cursor]).term,
        tile=Tile(tile).term,
        kind=Class(CLASS[tile]).term,
    )


def _no_build(state: Any, seat: int, action: int) -> Message:
    """CAY-8.3.2: not in the bank, not affordable, or not as named."""
    if PAY <= action < SITE:
        return Message("You cannot pay the cost that way: {cube} does not fit.", cube=Cube(action - PAY).term)
    tile = FIRST_BUILT + action - BUILD
    if state.stock[tile] == 0:
        return Message("No copy is left in the bank: {tile}.", tile=Tile(tile).term)
    cost: list[Any] = amounts([building.price(state, tile, cube) for cube in range(CUBES)])
    if ANY[tile]:
        cost.append(ANY_CUBE)
    return Message(
        "The {tile} costs {cost}; you have {held}.",
        tile=Tile(tile).term,
        cost=cost,
        held=_held(state, seat),
    )


def _held(state: Any, seat: int) -> Any:
    return amounts(state.seats[seat].cubes) or Message("no cubes")


def _no_residence(state: Any, seat: int, action: int) -> Message:
    if SITE <= action < CONVERT:
        return Message("Space {space} holds no residence of yours.", space=action - SITE)
    return Message("A prestige tile replaces an own residence, and you have none.")


def _no_target(state: Any, _seat: int, action: int) -> Message:
    space = action - CONVERT
    if space < 1:
        return Message("Only buildings on the road can be converted.")
    return Message(
        "This cannot be converted: {space}. Only neutral tiles and your own wood and stone tiles can, "
        "but never the lawyer.",
        space=_space_of(state, action),
    )


def _pending(state: Any, _seat: int, action: int) -> Message:
    return Message("Its conversion has been paid for already: {space}.", space=_space_of(state, action))


def _convert_cost(state: Any, seat: int, _action: int) -> Message:
    me = state.seats[seat]
    if state.by_favour:
        return Message("Converting costs 1 cloth; you have none.")
    return Message(
        "Converting costs 1 cloth and 1 denier; you have cloth: {cloth}, deniers: {deniers}.",
        cloth=int(me.cubes[3]),
        deniers=int(me.deniers),
    )


def _in_full(state: Any, seat: int, action: int) -> Message:
    """CAY-3.9: what the offer asks for, and what there is."""
    me, tile = state.seats[seat], int(state.tile[state.cursor])
    held = {"held": _held(state, seat), "deniers": int(me.deniers)}
    if action < SELL + CUBES:
        return Message("You have no {cube} to sell.", cube=Cube(action - SELL).term)
    if action < TRADE:
        price = int(BUY_PRICE[tile, 2 if action >= BUY_TWO else 1])
        return Message("The price in deniers is {price}; you have {deniers}.", price=price, **held)
    if action < EXCHANGE_TWO:
        offer = offer_message(_terms(state, action))
        return Message("{offer}: you have {held}; deniers: {deniers}.", offer=offer, **held)
    paid = PAIR_CUBES[action - EXCHANGE_TWO] if action < EXCHANGE_FOUR else FOUR_CUBES[action - EXCHANGE_FOUR]
    return Message("You would pay {cubes}; you have {held}.", cubes=amounts(paid), **held)


def _terms(state: Any, action: int) -> Any:
    return TRADES[int(state.values), state.tile[state.cursor], action - TRADE]


def _batch(state: Any, seat: int, action: int) -> Message:
    if action >= BATCH + len(BATCH_CUBES):
        return Message("A batch is 3 cubes of 3 different kinds, one of them food.")
    return Message(
        "This batch is {cubes}; you have {held}.",
        cubes=amounts(BATCH_CUBES[action - BATCH]),
        held=_held(state, seat),
    )


def _row_used(_state: Any, _seat: int, action: int) -> Message:
    return Message("You have used this row in this phase already: {row}.", row=Row(action - ROW).term)


def _beyond(state: Any, seat: int, action: int) -> Message:
    """CAY-11.2.3: the column that is needed, and where the marker stands."""
    row = Row.BUILD if state.ask == Ask.FAVOUR_BUILD else Row.CUBES
    if action < PAY:
        column = int(BUILD_COLUMN[CLASS[FIRST_BUILT + action - BUILD]])
    elif action < FAVOUR_CUBE:
        column = LAWYER_COLUMN
    else:
        column = SWAP_COLUMN if action >= SWAP else int(CUBE_COLUMN[action - FAVOUR_CUBE])
    return Message(
        "This is column {column} of the row; your marker is in column {marker}.",
        column=column,
        marker=int(state.seats[seat].columns[row]),
    )


def _swap(state: Any, _seat: int, action: int) -> Message:
    if action >= SWAP_FOR:
        return Message("Gold cannot be taken in exchange, only food, wood, stone and cloth.")
    return Message("You have no {cube} to give.", cube=Cube(action - SWAP).term)


_REASONS: dict[str, Reason] = {
    "CAY-12.1": _say(Message("The game is over.").text),
    "CAY-3.1": _wrong_time,
    "CAY-5.2.3": _say(Message("You have passed: no more workers in this phase.").text),
    **dict.fromkeys(("CAY-5.1.1", "CAY-6.1", "CAY-7.1", "CAY-8.1.1", "CAY-9.1", "CAY-10.3.1"), _others_turn),
    "CAY-5.1.3": _no_worker,
    "CAY-13.3": _say(Message("The stables are not used with two players.").text),
    "CAY-5.3.2": _not_a_space,
    "CAY-5.6.1": _stables,
    "CAY-5.6.2": _inn,
    "CAY-5.6.3": _say(Message("You have a worker in the castle already.").text),
    "CAY-5.3.3": _taken,
    "CAY-5.4.1": _cost(
        Message(
            "A worker costs {cost} now (players who have passed: {passed}); your deniers: {deniers}."
        ).text
    ),
    "CAY-5.4.2": _cost(
        Message("A worker on your own building costs {cost} denier; you have {deniers}.").text
    ),
    "CAY-5.4.3": _cost(Message("Your worker in the inn makes it {cost} denier; you have {deniers}.").text),
    "CAY-13.4": _cost(
        Message("The other player has passed: a worker costs {cost} deniers; you have {deniers}.").text
    ),
    "CAY-7.4": _provost_range,
    "CAY-7.3": _provost_cost,
    "CAY-6.5": _joust,
    "CAY-8.2.1": _say(Message("The tile does not produce this.").text),
    "CAY-8.1.3": _say(Message("Production is mandatory: choose what you take.").text),
    "CAY-8.2.6": _say(Message("The building does not produce this kind; choose one that it produces.").text),
    "CAY-8.2.9": _say(Message("The owner's cube is mandatory: choose its kind.").text),
    "CAY-8.3.1": _wrong_class,
    "CAY-8.3.2": _no_build,
    "CAY-8.3.5": _say(Message("No unbuilt space is left on the road.").text),
    "CAY-8.3.7": _no_residence,
    "CAY-8.4.3": _no_target,
    "CAY-8.4.9": _pending,
    "CAY-8.4.1": _convert_cost,
    "CAY-8.5.2": _say(Message("This peddler sells one cube only.").text),
    "CAY-8.5.4": _say(Message("Peddlers sell no gold.").text),
    "CAY-8.5.8": _say(Message("Gold cannot be paid to the alchemist.").text),
    "CAY-3.9": _in_full,
    "CAY-9.2.2": _batch,
    "CAY-9.3.3": _say(Message("No free part of the castle is left.").text),
    "CAY-11.4.1": _row_used,
    "CAY-11.2.1": _say(Message("A row must be chosen; its effect may be declined afterwards.").text),
    "CAY-11.2.3": _beyond,
    "CAY-11.5.3": _swap,
}

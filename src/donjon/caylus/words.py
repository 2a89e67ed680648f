"""Actions as text, and the words of the buttons that play them."""

from __future__ import annotations

from typing import Any

from donjon.caylus import building, placing
from donjon.caylus.actions import (
    ACTIONS,
    BATCH,
    BATCH_CUBES,
    BONUS,
    BUILD,
    BUY,
    BUY_TWO,
    CONVERT,
    DECLINE,
    EXCHANGE_FOUR,
    EXCHANGE_GOLD,
    EXCHANGE_TWO,
    FAVOUR_CUBE,
    FIRST_BUILT,
    FOUR_CUBES,
    JOUST,
    LAY,
    LEAVE,
    MOVE,
    NO_BATCH,
    ORDER,
    PAIR_CUBES,
    PASS,
    PAY,
    PLACE,
    PRODUCE,
    PROVOST,
    ROW,
    SELL,
    SITE,
    STEPS,
    SWAP,
    SWAP_FOR,
    SWAP_FOR_GOLD,
    TAKE_BACK,
    TRADE,
)
from donjon.caylus.castle import free_part, section_of
from donjon.caylus.nouns import (
    ANY_CUBE,
    CUBES,
    ROAD,
    Ask,
    Cube,
    Phase,
    Row,
    Section,
    Space,
    Tile,
    amounts,
    space_text,
    space_word,
)
from donjon.caylus.tables import (
    ANY,
    BATCH_VP,
    BUY_PRICE,
    OPEN_COLUMNS,
    ROW_GAIN,
    SELL_PRICE,
    TRADE_CLOTH,
    TRADE_DENIERS,
    TRADE_GOLD,
    TRADE_VP,
    TRADES,
    VP,
    YIELD,
)
from donjon.kernel.message import Message
from donjon.kernel.unknown_actions import no_such_action

_ROW_TEXTS = ("prestige", "money", "cubes", "build")
_PLAIN_TEXTS = {
    PASS: "pass",
    DECLINE: "decline",
    TAKE_BACK: "take back",
    LEAVE: "leave",
    JOUST: "joust",
    EXCHANGE_GOLD: "exchange gold",
    NO_BATCH: "batch",
}


def action_text(state: Any, seat: int, action: int) -> str:
    """The text of an action at this position ("place mason"); `read_action` reads it back.

    Raises UnknownAction for a number outside 0 .. ACTIONS - 1.
    """
    if not 0 <= action < ACTIONS:
        raise no_such_action("Caylus", action, ACTIONS)
    if action in _PLAIN_TEXTS:
        return _PLAIN_TEXTS[action]
    if action < SELL:
        return _text_of_place(state, action)
    if action < ROW:
        return _text_of_deal(state, action)
    return _text_of_favour(state, action)


def _text_of_place(state: Any, action: int) -> str:
    """Workers, the provost, production, building."""
    if action < MOVE:
        return f"place {space_text(state, action - PLACE)}"
    if action < PROVOST:
        return f"move {space_text(state, action - MOVE)}"
    if action < PRODUCE:
        return f"provost {STEPS[action - PROVOST]:+d}"
    if action < BONUS:
        return f"produce {Cube(action - PRODUCE).id}"
    if action < BUILD:
        return f"bonus {Cube(action - BONUS).id}"
    if action < PAY:
        return f"build {Tile(FIRST_BUILT + action - BUILD).text}"
    if action < SITE:
        return f"{_first_half(state, Ask.PAY)}with {Cube(action - PAY).id}"
    if action < CONVERT:
        return f"{_first_half(state, Ask.SITE)}on {action - SITE}"
    return f"convert {space_text(state, Space.CASTLE + action - CONVERT)}"


def _text_of_deal(state: Any, action: int) -> str:
    """Marketplaces, peddlers, exchanges."""
    if action < BUY:
        return f"sell {Cube(action - SELL).id}"
    if action < BUY_TWO:
        return f"buy {Cube(action - BUY).id}"
    if action < TRADE:
        return f"buy {_listed(PAIR_CUBES[action - BUY_TWO])}"
    if action < EXCHANGE_TWO:
        return _offer_text(state, action - TRADE)
    if action < EXCHANGE_FOUR:
        return f"exchange {_listed(PAIR_CUBES[action - EXCHANGE_TWO])}"
    return f"exchange {_listed(FOUR_CUBES[action - EXCHANGE_FOUR])}"


def _text_of_favour(state: Any, action: int) -> str:
    """Favours, batches, and what nature does."""
    if action < FAVOUR_CUBE:
        return f"favour {_ROW_TEXTS[action - ROW]}"
    if action < SWAP:
        return f"take {Cube(action - FAVOUR_CUBE).id}"
    if action < SWAP_FOR:
        return f"swap {Cube(action - SWAP).id}"
    if action <= SWAP_FOR_GOLD:
        taken = "gold" if action == SWAP_FOR_GOLD else _listed(PAIR_CUBES[action - SWAP_FOR])
        return f"{_first_half(state, Ask.SWAP_FOR)}for {taken}"
    if action < LAY:
        return f"batch {_listed(BATCH_CUBES[action - BATCH])}"
    if action < ORDER:
        return f"lay {Tile(action - LAY).text}"
    return f"order {action - ORDER}"


def _first_half(state: Any, ask: Ask) -> str:
    """What was chosen before, if the position waits for the second half of that decision."""
    if state.ask != ask:
        return ""
    return f"swap {Cube(state.chosen).id} " if ask == Ask.SWAP_FOR else f"build {Tile(state.chosen).text} "


def _listed(cubes: Any) -> str:
    """Cubes by name, as often as there are: "food wood wood"."""
    return " ".join(Cube(cube).id for cube in range(CUBES) for _ in range(int(cubes[cube])))


def _offer_text(state: Any, offer: int) -> str:
    if state.ask != Ask.TRADE:
        return f"trade {offer + 1}"
    terms = TRADES[int(state.values), state.tile[state.cursor], offer]
    if terms[TRADE_CLOTH]:
        return f"pay {terms[TRADE_CLOTH]} cloth"
    return f"pay {terms[TRADE_DENIERS]} deniers"


# Buttons


def action_message(state: Any, seat: int, action: int) -> Message:
    """The words of the button that plays an action."""
    if action < PLACE:
        return _plain_message(state, action)
    if action < SELL:
        return _message_of_place(state, seat, action)
    if action < ROW:
        return _message_of_deal(state, action)
    return _message_of_favour(state, seat, action)


def _plain_message(state: Any, action: int) -> Message:
    if action == PASS:
        return Message("Pass")
    if action == TAKE_BACK:
        return Message("Take the worker home")
    if action == LEAVE:
        return Message("Leave the worker in the inn")
    if action == JOUST:
        return Message("Joust: 1 denier and 1 cloth for a favour")
    if state.ask == Ask.BATCH:
        return Message("No more batches") if state.seats[state.actor].batches else Message("No batch")
    if state.ask in (Ask.GUILD, Ask.PROVOST):
        return Message("Leave the provost where it stands")
    return Message("Do not use it")


def _message_of_place(state: Any, seat: int, action: int) -> Message:
    if action < PROVOST:
        space = action - (PLACE if action < MOVE else MOVE)
        where = space_word(space, placing.tile_at(state, space))
        if action >= MOVE:
            return Message("Move to: {space}", space=where)
        cost = placing.place_cost(state, seat, space)
        return Message("Worker: {space} (deniers: {cost})", space=where, cost=cost)
    if action < PRODUCE:
        steps = STEPS[action - PROVOST]
        places = {"steps": f"{steps:+d}".replace("-", "−"), "space": int(state.provost) + steps}
        if state.ask == Ask.GUILD:
            return Message("Provost {steps}, to space {space}", **places)
        return Message("Provost {steps}, to space {space} (deniers: {cost})", **places, cost=abs(steps))
    if action < BUILD:
        return _message_of_product(state, action)
    if action < PAY:
        tile = FIRST_BUILT + action - BUILD
        state_vp = int(VP[int(state.values), tile])
        price = amounts([building.price(state, tile, cube) for cube in range(CUBES)])
        if ANY[tile]:
            price.append(ANY_CUBE)
        return Message(
            "Build: {tile} for {cost} (prestige points: {vp})", tile=Tile(tile).term, cost=price, vp=state_vp
        )
    if action < SITE:
        return Message("Pay with {cube}", cube=Cube(action - PAY).term)
    if action < CONVERT:
        return Message("In place of the residence on space {number}", number=action - SITE)
    space = action - CONVERT
    where_to = space_word(Space.CASTLE + space, state.tile[space])
    return Message("Convert: {space}", space=where_to)


def _message_of_product(state: Any, action: int) -> Message:
    if action >= BONUS:
        return Message(
            "Take {cubes}", cubes=Message("{count} × {cube}", count=1, cube=Cube(action - BONUS).term)
        )
    cube = action - PRODUCE
    count = int(YIELD[state.tile[state.cursor], :, cube].max())
    return Message("Take {cubes}", cubes=Message("{count} × {cube}", count=count, cube=Cube(cube).term))


def _message_of_deal(state: Any, action: int) -> Message:
    tile = int(state.tile[state.cursor]) if state.phase == Phase.ROAD and state.cursor <= ROAD else 0
    if action < BUY:
        return Message(
            "Sell {cube} (deniers: +{price})", cube=Cube(action - SELL).term, price=int(SELL_PRICE[tile])
        )
    if action < TRADE:
        two = action >= BUY_TWO
        cubes = PAIR_CUBES[action - BUY_TWO] if two else [int(cube == action - BUY) for cube in range(CUBES)]
        price = int(BUY_PRICE[tile, 2 if two else 1])
        return Message("Buy {cubes} (deniers: {price})", cubes=amounts(cubes), price=price)
    if action < EXCHANGE_TWO:
        return offer_message(TRADES[int(state.values), tile, action - TRADE])
    gold = 1 if action < EXCHANGE_FOUR else 2
    paid = PAIR_CUBES[action - EXCHANGE_TWO] if gold == 1 else FOUR_CUBES[action - EXCHANGE_FOUR]
    return Message("{gold} gold for {cubes}", gold=gold, cubes=amounts(paid))


def offer_message(terms: Any) -> Message:
    """An offer of the church, the tailor or the bank tile."""
    if terms[TRADE_GOLD]:
        return Message(
            "{gold} gold for {deniers} deniers",
            gold=int(terms[TRADE_GOLD]),
            deniers=int(terms[TRADE_DENIERS]),
        )
    if terms[TRADE_CLOTH]:
        return Message(
            "{vp} prestige points for {cloth} cloth", vp=int(terms[TRADE_VP]), cloth=int(terms[TRADE_CLOTH])
        )
    return Message(
        "{vp} prestige points for {deniers} deniers",
        vp=int(terms[TRADE_VP]),
        deniers=int(terms[TRADE_DENIERS]),
    )


def _message_of_favour(state: Any, seat: int, action: int) -> Message:
    if action < FAVOUR_CUBE:
        return _row_message(state, seat, action - ROW)
    if action < SWAP:
        return Message("Take {cubes}", cubes=Cube(action - FAVOUR_CUBE).term)
    if action < SWAP_FOR:
        return Message("Give {cube} for two other cubes", cube=Cube(action - SWAP).term)
    if action < SWAP_FOR_GOLD:
        return Message("Take {cubes}", cubes=amounts(PAIR_CUBES[action - SWAP_FOR]))
    if BATCH <= action < NO_BATCH:
        part = free_part(state)
        section = section_of(part) if part >= 0 else 0
        return Message(
            "Batch: {cubes} ({section}, prestige points: {vp})",
            cubes=amounts(BATCH_CUBES[action - BATCH]),
            section=Section(section).term,
            vp=int(BATCH_VP[section]),
        )
    return Message("Chance: {choice}", choice=action_text(state, seat, action))


def _row_message(state: Any, seat: int, row: int) -> Message:
    before = int(state.seats[seat].columns[row])
    column = max(before, min(before + 1, int(OPEN_COLUMNS[state.scored])))
    if row == Row.VP:
        return Message("Favour: prestige points +{count}", count=int(ROW_GAIN[row, column]))
    if row == Row.DENIERS:
        return Message("Favour: deniers +{count}", count=int(ROW_GAIN[row, column]))
    return Message("Favour: {row}, column {column}", row=Row(row).term, column=column)

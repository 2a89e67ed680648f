"""Chapters 8.1, 8.2, 8.5 and 8.6: the buildings on the road, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from donjon.caylus import tables
from donjon.caylus.building import DEFERRED, convert
from donjon.caylus.cubes import (
    CUBE,
    FOUR,
    FOUR_CUBES,
    FOURS,
    GOLD,
    PAIR,
    PAIR_CUBES,
    PAIRS,
    called,
    cubes_read,
    one_cube_said,
    own,
    pair_said,
    refuse_count,
    supply,
)
from donjon.caylus.nouns import (
    BOOK,
    CUBES,
    DECLINE,
    EFFECT_STAGE,
    LEAVE_STAGE,
    NONE,
    OWNER_STAGE,
    ROAD,
    UNUSED,
    Class,
    Cube,
    Decision,
    Effect,
    Phase,
    Source,
    Space,
    Tile,
    amounts,
    offer_message,
)
from donjon.caylus.purse import gain_cubes, gain_vp, go_home, holds
from donjon.caylus.spaces import NOT_USED, at_road, at_tile, road_said
from donjon.caylus.state import State
from donjon.kernel.actions import Domain, Kind, Reading, Use
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit
from donjon.kernel.message import Message
from donjon.kernel.records import Grid, Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.sentences import Case

# 8.1 The order, and 8.6 the end of the phase

VISIT_IS_KEPT = number("CAY-5.5.3")
NOT_REACHED = number("CAY-8.1.2")
OPTIONAL = BOOK.forbids("CAY-8.1.3", Message("Production is mandatory: choose what you take."))
THEN_CONVERTED = number("CAY-8.1.5")
NO_CUBE_BEYOND = number("CAY-8.2.8")
LAST_CONVERTED = number("CAY-8.6.1")
BEYOND_PROVOST = BOOK.event(
    "not_reached",
    "The provost does not reach this: {space}. {seat} takes the worker home.",
    *("road", "tile"),
    space=road_said,
    at=at_road,
    also=("CAY-8.6.1",),
)
_DECISIONS = {
    Effect.PRODUCE: Decision.PRODUCE,
    Effect.CONSTRUCT: Decision.BUILD,
    Effect.CONVERT: Decision.LAWYER,
    Effect.SELL: Decision.SELL,
    Effect.BUY: Decision.BUY,
    Effect.TRADE: Decision.TRADE,
    Effect.EXCHANGE: Decision.EXCHANGE,
}
# DECISION_OF[effect]: what is asked of a worker on a building.
DECISION_OF: Ints = np.array([_DECISIONS.get(effect, Decision.NOTHING) for effect in Effect], np.int8)


@compilable
def next_worker(state: State) -> None:
    """Put the cursor on the next road space with a worker, beyond the road without one (CAY-8.1.1)."""
    while state.cursor <= ROAD and state.worker[Space.CASTLE + state.cursor] == NONE:
        state.cursor += 1


@compilable
def runs(space: int, provost: int) -> bool:
    """Return whether the building on a road space runs where the provost stands there (CAY-8.1.2)."""
    return space <= provost


@compilable
def resolve_building(state: State, log: EventLog | None) -> None:
    """Resolve the building at the cursor, which has a worker (CAY-8.1, beyond the provost CAY-8.6.1)."""
    space = int(state.cursor)
    seat = int(state.worker[Space.CASTLE + space])
    if not runs(space, int(state.provost)):
        go_home(state, Space.CASTLE + space)
        if state.owner[space] != NONE and state.owner[space] != seat:
            cite(log, VISIT_IS_KEPT)
            if is_bonus_building(int(state.tile[space])):
                cite(log, NO_CUBE_BEYOND)
        emit(log, BEYOND_PROVOST, seat, NOT_REACHED, space, state.tile[space], 0)
        finish_building(state, space, log)
    elif state.stage == EFFECT_STAGE:
        activate(state, seat, space, log)
    elif state.stage == OWNER_STAGE:
        give_owner(state, seat, space)
    else:
        go_home(state, Space.CASTLE + space)
        finish_building(state, space, log)


@compilable
def finish_building(state: State, space: int, log: EventLog | None) -> None:
    """Convert a building whose worker is home, if that was deferred; go on (CAY-8.1.5, CAY-8.4.7)."""
    if state.pending[space] != NONE:
        cite(log, DEFERRED)
        cite(log, THEN_CONVERTED if runs(space, int(state.provost)) else LAST_CONVERTED)
        convert(state, int(state.pending[space]), space, log)
    state.cursor += 1
    state.stage = EFFECT_STAGE


@compilable
def activate(state: State, seat: int, space: int, log: EventLog | None) -> None:
    """Produce where there is one yield; ask about everything else (CAY-8.1.3)."""
    tile = int(state.tile[space])
    if tables.EFFECT[tile] == Effect.PRODUCE and tables.ALTERNATIVES[tile] == 1:
        take_yield(state, seat, tile, 0, log)
        state.stage = OWNER_STAGE
    else:
        state.decision, state.actor = int(DECISION_OF[tables.EFFECT[tile]]), seat


@DECLINE.action_at(
    Decision.BUILD,
    Decision.LAWYER,
    Decision.SELL,
    Decision.BUY,
    Decision.TRADE,
    Decision.EXCHANGE,
    verb="decline",
    button=UNUSED,
)
@compilable
def leave_unused(state: State, seat: int, _nothing: int, log: EventLog | None) -> None:
    """Leave the effect of the building unused (CAY-8.1.3)."""
    space = int(state.cursor)
    emit(log, NOT_USED, seat, OPTIONAL, Space.CASTLE + space, state.tile[space], 0)
    state.stage = OWNER_STAGE


@BOOK.explains("phase-road", also=("CAY-8.1.2", "CAY-8.1.3", "CAY-8.1.4", "CAY-8.1.5", "CAY-8.6.1"))
def explain_phase(_state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain phase 5."""
    return [
        ("", Message("Phase 5: road buildings")),
        ("CAY-8.1.1", Message("Buildings with a worker run in order, up to the provost.")),
    ]


# 8.2 Production

_NOT_PRODUCED = Message("The {tile} does not produce this: {cube}.")
PRODUCTION = BOOK.forbids("CAY-8.2.1", _NOT_PRODUCED)
OWNERS_CUBE = BOOK.forbids("CAY-8.2.6", _NOT_PRODUCED)
NO_OWNERS_CUBE = number("CAY-8.2.7")
BONUS_IS_DUE = BOOK.forbids("CAY-8.2.9", Message("The owner's cube is mandatory: choose its kind."))
WORKS_UNTIL_CONVERTED = number("CAY-8.4.8")
_PRODUCTION = {
    Class.NEUTRAL: number("CAY-8.2.2"),
    Class.FIXED: number("CAY-8.2.3"),
    Class.WOOD: number("CAY-8.2.4"),
    Class.STONE: number("CAY-8.2.5"),
}
# PRODUCTION_OF[class]: the rule that says what its tiles yield, 0 where they produce nothing.
PRODUCTION_OF: Ints = np.array([_PRODUCTION.get(kind, 0) for kind in Class], np.int32)
PRODUCED = BOOK.event(
    "produced",
    "{seat} takes {cubes} at the {tile}.",
    *("cube", "count", "tile"),
    cubes=lambda named: amounts(named.count * (kind == named.cube) for kind in Cube),
    at=at_tile,
)
OWNER_TOOK = BOOK.event(
    "owner_took",
    "{seat} takes {cubes} as the owner of the {tile}.",
    *("cube", "tile"),
    cubes=one_cube_said,
    at=at_tile,
    also=("CAY-8.2.9",),
)
BOOK.asks(Decision.PRODUCE, Message("Choose what the {tile} produces."))
BOOK.asks(Decision.BONUS, Message("Another player's worker ran your {tile}: choose your cube."))
PRODUCE = Kind(CUBE)
BONUS = Kind(CUBE)
DECLINE.never_at(Decision.PRODUCE, rule=OPTIONAL, verb="decline")
DECLINE.never_at(Decision.BONUS, rule=BONUS_IS_DUE, verb="decline")


@compilable
def take_yield(state: State, seat: int, tile: int, alternative: int, log: EventLog | None) -> None:
    """Take the cubes shown (CAY-8.2.1)."""
    me = state.seats[seat]
    for cube in range(CUBES):
        count = int(tables.YIELD[tile, alternative, cube])
        if count > 0:
            me.cubes[cube] += count
            if log is not None:
                cite_production(state, seat, tile, log)
            emit(log, PRODUCED, seat, PRODUCTION, cube, count, tile)


@compilable
def cite_production(state: State, seat: int, tile: int, log: EventLog | None) -> None:
    """Cite what the tile at the cursor yields, and what its owner and a deferred conversion change."""
    cite(log, int(PRODUCTION_OF[tables.CLASS[tile]]))
    if is_bonus_building(tile) and state.owner[state.cursor] == seat:
        cite(log, NO_OWNERS_CUBE)
    if state.pending[state.cursor] != NONE:
        cite(log, WORKS_UNTIL_CONVERTED)


@compilable
def is_bonus_building(tile: int) -> bool:
    """Return whether the owner of a tile takes a cube when another player's worker runs it (CAY-8.2.6)."""
    return Tile.FARM_STONE <= tile <= Tile.WORKSHOP


def _cubes_taken(case: Case, count: int) -> list[Message]:
    return [Message("{count} × {cube}", count=count, cube=Cube(case.argument).term)]


@compilable
def forbids_produce(state: State, _seat: int, cube: int) -> int:
    """Return 0 if an alternative of the tile at the cursor gives this kind, else the rule (CAY-8.2.1)."""
    return 0 if alternative_of(int(state.tile[state.cursor]), cube) != NONE else PRODUCTION


@compilable
def alternative_of(tile: int, cube: int) -> int:
    """Return the alternative of a tile that yields this kind, NONE without one."""
    for alternative in range(tables.ALTERNATIVES[tile]):
        if tables.YIELD[tile, alternative, cube] > 0:
            return alternative
    return NONE


@PRODUCE.action_at(
    Decision.PRODUCE,
    verb="produce",
    forbids=forbids_produce,
    button=Message(
        "Take {cubes}",
        cubes=lambda case: _cubes_taken(
            case, int(tables.YIELD[case.state.tile[case.state.cursor], :, case.argument].max())
        ),
    ),
    pieces=supply,
)
@compilable
def produce(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """Take the alternative that gives this kind (CAY-8.2.1)."""
    tile = int(state.tile[state.cursor])
    take_yield(state, seat, tile, alternative_of(tile, cube), log)
    state.stage = OWNER_STAGE


@compilable
def give_owner(state: State, seat: int, space: int) -> None:
    """Let the owner of a stone production building choose a cube when another ran it (CAY-8.2.6)."""
    tile = int(state.tile[space])
    owner = int(state.owner[space])
    if is_bonus_building(tile) and owner != seat:
        state.decision, state.actor = Decision.BONUS, owner
    else:
        state.stage = LEAVE_STAGE


def owner_gains(state: Any, space: int) -> int | None:
    """Return who takes a cube when another's worker runs a stone production building (CAY-8.2.6)."""
    owner = int(state.owner[space])
    if not is_bonus_building(int(state.tile[space])):
        return None
    return owner if owner != state.worker[Space.CASTLE + space] else None


@compilable
def forbids_bonus(state: State, _seat: int, cube: int) -> int:
    """Return 0 if the building at the cursor produces this kind, else the rule (CAY-8.2.6)."""
    return 0 if tables.OWNER_BONUS[state.tile[state.cursor], cube] else OWNERS_CUBE


@BONUS.action_at(
    Decision.BONUS,
    verb="bonus",
    forbids=forbids_bonus,
    button=Message("Take {cubes}", cubes=lambda case: _cubes_taken(case, 1)),
    pieces=supply,
)
@compilable
def take_bonus(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """Take the owner's cube (CAY-8.2.6)."""
    state.seats[seat].cubes[cube] += 1
    emit(log, OWNER_TOOK, seat, OWNERS_CUBE, cube, state.tile[state.cursor], 0)
    state.stage = LEAVE_STAGE


# 8.5 Trade

IN_FULL = number("CAY-3.9")


def tile_here(state: Any) -> int:
    """Return the tile at the cursor of phase 5."""
    return int(state.tile[state.cursor]) if state.phase == Phase.ROAD and state.cursor <= ROAD else 0


# The marketplace

SALE = number("CAY-8.5.1")
SOLD = BOOK.event(
    "sold", "{seat} sells 1 × {cube} (deniers: +{deniers}).", "cube", "deniers", "tile", at=at_tile
)
BOOK.asks(Decision.SELL, Message("Sell a cube at the {tile}?"))
SELL = Kind(CUBE)
SELL.refuses("CAY-3.9", Message("You have no {cube} to sell."))


@compilable
def forbids_sale(state: State, seat: int, cube: int) -> int:
    """Return 0 if the seat has such a cube, else the rule against it (CAY-3.9)."""
    return 0 if state.seats[seat].cubes[cube] > 0 else IN_FULL


@SELL.action_at(
    Decision.SELL,
    verb="sell",
    forbids=forbids_sale,
    button=Message(
        "Sell {cube} (deniers: +{price})",
        price=lambda case: int(tables.SELL_PRICE[tile_here(case.state)]),
    ),
    pieces=own,
    previews=True,
)
@compilable
def sell(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """Sell one cube for the price of the marketplace (CAY-8.5.1)."""
    tile = int(state.tile[state.cursor])
    price = int(tables.SELL_PRICE[tile])
    state.seats[seat].cubes[cube] -= 1
    state.seats[seat].deniers += price
    emit(log, SOLD, seat, SALE, cube, price, tile)
    state.stage = OWNER_STAGE


# Peddlers


def _read_bought(reading: Reading) -> int:
    """Return the one cube that is named; with gold among several it is gold that is wanted (CAY-8.5.4)."""
    cubes = cubes_read(reading)
    if Cube.GOLD in cubes:
        return Cube.GOLD
    return cubes[0] if len(cubes) == 1 else refuse_count(reading)


def _price_refused(count: int) -> Message:
    return Message(
        "The price in deniers is {price}; you have {deniers}.",
        price=lambda case: int(tables.BUY_PRICE[case.state.tile[case.state.cursor], count]),
    )


def _price(count: int) -> Any:
    return lambda case: int(tables.BUY_PRICE[tile_here(case.state), count])


ONE_CUBE = BOOK.forbids("CAY-8.5.2", Message("This peddler sells one cube only."))
ONE_OR_TWO = number("CAY-8.5.3")
NO_GOLD = BOOK.forbids("CAY-8.5.4", Message("Peddlers sell no gold."))
BOUGHT = BOOK.event(
    "bought",
    "{seat} buys {cubes} (deniers: −{deniers}).",
    *("cube", "deniers", "tile"),
    cubes=one_cube_said,
    at=at_tile,
)
BOUGHT_TWO = BOOK.event(
    "bought_two",
    "{seat} buys {cubes} (deniers: −{deniers}).",
    *("pair", "deniers", "tile"),
    cubes=pair_said,
    at=at_tile,
)
BOOK.asks(Decision.BUY, Message("Buy cubes from the {tile}?"))
BUY = Kind(Domain(CUBE.what, CUBE.count, CUBE.write, _read_bought))
BUY_TWO = Kind(PAIR)
BUY.refuses("CAY-3.9", _price_refused(1))
BUY_TWO.refuses("CAY-3.9", _price_refused(2))


@compilable
def forbids_buy(state: State, seat: int, cube: int) -> int:
    """Return 0 if one cube of this kind may be bought, else the rule against it (CAY-8.5.2 to CAY-8.5.4)."""
    if cube == Cube.GOLD:
        return NO_GOLD
    price = int(tables.BUY_PRICE[state.tile[state.cursor], 1])
    return 0 if price <= state.seats[seat].deniers else IN_FULL


@BUY.action_at(
    Decision.BUY,
    verb="buy",
    forbids=forbids_buy,
    button=Message(
        "Buy {cubes} (deniers: {price})",
        cubes=lambda case: amounts(kind == case.argument for kind in Cube),
        price=_price(1),
    ),
    pieces=supply,
    previews=True,
)
@compilable
def buy(state: State, seat: int, cube: int, log: EventLog | None) -> None:
    """Buy one cube (CAY-8.5.2, CAY-8.5.3)."""
    tile = int(state.tile[state.cursor])
    price = int(tables.BUY_PRICE[tile, 1])
    state.seats[seat].deniers -= price
    state.seats[seat].cubes[cube] += 1
    rule = ONE_CUBE if tile == Tile.PEDDLER_FIXED else ONE_OR_TWO
    emit(log, BOUGHT, seat, rule, cube, price, tile)
    state.stage = OWNER_STAGE


@compilable
def forbids_pair(state: State, seat: int, _pair: int) -> int:
    """Return 0 if two cubes may be bought, else the rule against it (CAY-8.5.2, CAY-8.5.3)."""
    price = int(tables.BUY_PRICE[state.tile[state.cursor], 2])
    if price == 0:
        return ONE_CUBE
    return 0 if price <= state.seats[seat].deniers else IN_FULL


@BUY_TWO.action_at(
    Decision.BUY,
    verb="buy",
    forbids=forbids_pair,
    button=Message(
        "Buy {cubes} (deniers: {price})",
        cubes=lambda case: amounts(PAIR_CUBES[case.argument]),
        price=_price(2),
    ),
    pieces=lambda _state, pair: called("pair", PAIRS[pair]),
    previews=True,
)
@compilable
def buy_pair(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """Buy two cubes (CAY-8.5.3)."""
    tile = int(state.tile[state.cursor])
    price = int(tables.BUY_PRICE[tile, 2])
    state.seats[seat].deniers -= price
    gain_cubes(state.seats[seat], PAIR_CUBES[pair], 1)
    emit(log, BOUGHT_TWO, seat, ONE_OR_TWO, pair, price, tile)
    state.stage = OWNER_STAGE


# Church, tailor and bank tile


def _write_offer(state: Any, offer: int) -> str:
    if state.decision != Decision.TRADE:
        return str(offer + 1)
    terms = tables.TRADES[state.values, state.tile[state.cursor], offer]
    cloth, deniers = terms[tables.TRADE_CLOTH], terms[tables.TRADE_DENIERS]
    return f"{cloth} cloth" if cloth else f"{deniers} deniers"


def _read_offer(reading: Reading) -> int:
    """Return the offer that a number means, or what it is paid with where it is made."""
    said = " ".join(reading.words)
    if reading.verb == "trade":
        if said not in ("1", "2"):
            raise reading.refuse("{words}: a building makes the offers 'trade 1' and 'trade 2'.")
        return int(said) - 1
    is_made = reading.state.decision == Decision.TRADE
    offers = [_write_offer(reading.state, at) for at in range(2)] if is_made else []
    if said not in offers:
        raise reading.refuse("{words} is no offer of this building; try: trade 1; trade 2.")
    return offers.index(said)


def _offer(case: Case) -> Message:
    """Return the words for an offer of the building."""
    return offer_message(tables.TRADES[case.state.values, tile_here(case.state), case.argument])


CHURCH = number("CAY-8.5.5")
TAILOR = number("CAY-8.5.6")
BANK = number("CAY-8.5.7")
TRADED = BOOK.event(
    "traded",
    "{seat} trades at the {tile}: {offer}.",
    *("tile", "offer", "values"),
    offer=lambda named: offer_message(tables.TRADES[named.values, named.tile, named.offer]),
    at=at_tile,
)
BOOK.asks(Decision.TRADE, Message("Trade at the {tile}?"))
TRADE = Kind(
    Domain("an offer", 2, _write_offer, _read_offer),
    Use("trade", (), None, previews=True),  # how it is called where it is not made
)
TRADE.refuses("CAY-3.9", Message("{offer}: you have {held}; deniers: {deniers}.", offer=_offer))


@compilable
def forbids_trade(state: State, seat: int, offer: int) -> int:
    """Return 0 if the seat can pay for an offer, else the rule against it (CAY-3.9)."""
    terms: Ints = tables.TRADES[state.values, state.tile[state.cursor], offer]
    me = state.seats[seat]
    can = me.deniers >= terms[tables.TRADE_DENIERS] and me.cubes[Cube.CLOTH] >= terms[tables.TRADE_CLOTH]
    return 0 if can else IN_FULL


@TRADE.action_at(
    Decision.TRADE,
    verb="pay",
    forbids=forbids_trade,
    button=_offer,
    pieces=lambda _state, offer: f"offer-{offer}",
    previews=True,
)
@compilable
def trade(state: State, seat: int, offer: int, log: EventLog | None) -> None:
    """Take an offer of church, tailor or bank tile (CAY-8.5.5 to CAY-8.5.7)."""
    tile = int(state.tile[state.cursor])
    terms: Ints = tables.TRADES[state.values, tile, offer]
    me = state.seats[seat]
    me.deniers -= terms[tables.TRADE_DENIERS]
    me.cubes[Cube.CLOTH] -= terms[tables.TRADE_CLOTH]
    me.cubes[Cube.GOLD] += terms[tables.TRADE_GOLD]
    gain_vp(state, seat, Source.TRADES, int(terms[tables.TRADE_VP]))
    rule = BANK
    if tile != Tile.BANK:
        rule = CHURCH if tile == Tile.CHURCH else TAILOR
    emit(log, TRADED, seat, rule, tile, offer, state.values)
    state.stage = OWNER_STAGE


# The alchemist


def _payment_refused(table: Grid) -> Message:
    return Message(
        "You would pay {cubes}; you have {held}.", cubes=lambda case: amounts(table[case.argument])
    )


ALCHEMIST = BOOK.forbids("CAY-8.5.8", Message("Gold cannot be paid to the alchemist."))
EXCHANGED_TWO = BOOK.event(
    "exchanged_two", "{seat} turns {cubes} into {gold} gold.", "pair", "gold", cubes=pair_said
)
EXCHANGED_FOUR = BOOK.event(
    "exchanged_four",
    "{seat} turns {cubes} into {gold} gold.",
    *("four", "gold"),
    cubes=lambda named: amounts(FOUR_CUBES[named.four]),
)
BOOK.asks(Decision.EXCHANGE, Message("Exchange cubes for gold with the {tile}?"))
EXCHANGE_TWO = Kind(PAIR)
EXCHANGE_FOUR = Kind(FOUR)
EXCHANGE_GOLD = Kind(GOLD)
EXCHANGE_TWO.refuses("CAY-3.9", _payment_refused(PAIR_CUBES))
EXCHANGE_FOUR.refuses("CAY-3.9", _payment_refused(FOUR_CUBES))
EXCHANGE_GOLD.never_at(Decision.EXCHANGE, rule=ALCHEMIST, verb="exchange")


@compilable
def forbids_two(state: State, seat: int, pair: int) -> int:
    """Return 0 if the seat has these two cubes, else the rule against it (CAY-3.9)."""
    return 0 if holds(state.seats[seat], PAIR_CUBES[pair]) else IN_FULL


@EXCHANGE_TWO.action_at(
    Decision.EXCHANGE,
    verb="exchange",
    forbids=forbids_two,
    button=Message("{gold} gold for {cubes}", gold=1, cubes=lambda case: amounts(PAIR_CUBES[case.argument])),
    pieces=lambda _state, pair: f"{called('cube', PAIRS[pair])} offer-0",
    previews=True,
)
@compilable
def exchange_two(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """Turn 2 cubes into 1 gold (CAY-8.5.8)."""
    gain_cubes(state.seats[seat], PAIR_CUBES[pair], -1)
    gain_gold(state, seat, EXCHANGED_TWO, pair, 1, log)


@compilable
def forbids_four(state: State, seat: int, four: int) -> int:
    """Return 0 if the seat has these four cubes, else the rule against it (CAY-3.9)."""
    return 0 if holds(state.seats[seat], FOUR_CUBES[four]) else IN_FULL


@EXCHANGE_FOUR.action_at(
    Decision.EXCHANGE,
    verb="exchange",
    forbids=forbids_four,
    button=Message("{gold} gold for {cubes}", gold=2, cubes=lambda case: amounts(FOUR_CUBES[case.argument])),
    pieces=lambda _state, four: f"{called('cube', FOURS[four])} offer-1",
    previews=True,
)
@compilable
def exchange_four(state: State, seat: int, four: int, log: EventLog | None) -> None:
    """Turn 4 cubes into 2 gold (CAY-8.5.8)."""
    gain_cubes(state.seats[seat], FOUR_CUBES[four], -1)
    gain_gold(state, seat, EXCHANGED_FOUR, four, 2, log)


@compilable
def gain_gold(state: State, seat: int, kind: int, cubes: int, gold: int, log: EventLog | None) -> None:
    """Take what the alchemist gives (CAY-8.5.8)."""
    state.seats[seat].cubes[Cube.GOLD] += gold
    emit(log, kind, seat, ALCHEMIST, cubes, gold, 0)
    state.stage = OWNER_STAGE

"""Chapter 8.5: marketplace, peddlers, church, tailor, bank tile and alchemist."""

from __future__ import annotations

from typing import Any

from donjon.games.caylus import tables
from donjon.games.caylus.model import (
    BOOK,
    OWNER_STAGE,
    ROAD,
    Cube,
    Decision,
    Phase,
    Source,
    State,
    Tile,
    amounts,
    offer_message,
)
from donjon.games.caylus.purse import (
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
    gain_cubes,
    gain_vp,
    holds,
    one_cube_words,
    own,
    pair_words,
    refuse_count,
    supply,
)
from donjon.games.caylus.spaces import at_tile
from donjon.kernel.actions import Domain, Kind, Reading, Use
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, emit
from donjon.kernel.message import Case, Message
from donjon.kernel.records import Grid, Ints
from donjon.kernel.rule_ids import number

IN_FULL = number("CAY-3.9")


def tile_here(state: Any) -> int:
    """Return the tile at the cursor of phase 5."""
    return int(state.tile[state.cursor]) if state.phase == Phase.ROAD and state.cursor <= ROAD else 0


# The marketplace

SALE = number("CAY-8.5.1")
SOLD = BOOK.event(
    "sold", "{seat} sells 1 {cube} (+{deniers:denier|deniers}).", "cube", "deniers", "tile", at=at_tile
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
        "Sell {cube} (+{price:denier|deniers})",
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
    """Return the one cube that is named; with gold among several the player wants gold (CAY-8.5.4)."""
    cubes = cubes_read(reading)
    if Cube.GOLD in cubes:
        return Cube.GOLD
    return cubes[0] if len(cubes) == 1 else refuse_count(reading)


def _price_refused(count: int) -> Message:
    return Message(
        "That costs {price:denier|deniers}; you have {deniers}.",
        price=lambda case: int(tables.BUY_PRICE[case.state.tile[case.state.cursor], count]),
    )


def _price(count: int) -> Any:
    return lambda case: int(tables.BUY_PRICE[tile_here(case.state), count])


ONE_CUBE = BOOK.forbids("CAY-8.5.2", Message("This peddler sells only one cube."))
ONE_OR_TWO = number("CAY-8.5.3")
NO_GOLD = BOOK.forbids("CAY-8.5.4", Message("Peddlers don't sell gold."))
BOUGHT = BOOK.event(
    "bought",
    "{seat} buys {cubes} (−{deniers:denier|deniers}).",
    *("cube", "deniers", "tile"),
    cubes=one_cube_words,
    at=at_tile,
)
BOUGHT_TWO = BOOK.event(
    "bought_two",
    "{seat} buys {cubes} (−{deniers:denier|deniers}).",
    *("pair", "deniers", "tile"),
    cubes=pair_words,
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
        "Buy {cubes} ({price:denier|deniers})",
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
        "Buy {cubes} ({price:denier|deniers})",
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
    """Return the offer of a number, or of the thing paid for it where it is made."""
    words = " ".join(reading.words)
    if reading.verb == "trade":
        if words not in ("1", "2"):
            raise reading.refuse("{words}: type trade 1 or trade 2.")
        return int(words) - 1
    is_made = reading.state.decision == Decision.TRADE
    offers = [_write_offer(reading.state, at) for at in range(2)] if is_made else []
    if words not in offers:
        raise reading.refuse("{words} isn't an offer here. Try trade 1 or trade 2.")
    return offers.index(words)


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
    Use("trade", (), None, previews=True),  # its name where it is not made
)
TRADE.refuses("CAY-3.9", Message("{offer}: you have {held} and {deniers:denier|deniers}.", offer=_offer))


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
    return Message("That takes {cubes}; you have {held}.", cubes=lambda case: amounts(table[case.argument]))


# The alchemist's gold for two cubes, and for four.
GOLD_FOR_TWO, GOLD_FOR_FOUR = 1, 2
ALCHEMIST = BOOK.forbids("CAY-8.5.8", Message("The alchemist doesn't take gold."))
EXCHANGED_TWO = BOOK.event(
    "exchanged_two", "{seat} exchanges {cubes} for {gold} gold.", "pair", "gold", cubes=pair_words
)
EXCHANGED_FOUR = BOOK.event(
    "exchanged_four",
    "{seat} exchanges {cubes} for {gold} gold.",
    *("four", "gold"),
    cubes=lambda named: amounts(FOUR_CUBES[named.four]),
)
BOOK.asks(Decision.EXCHANGE, Message("Exchange cubes for gold at the {tile}?"))
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
    button=Message(
        "{gold} gold for {cubes}", gold=GOLD_FOR_TWO, cubes=lambda case: amounts(PAIR_CUBES[case.argument])
    ),
    pieces=lambda _state, pair: f"{called('cube', PAIRS[pair])} offer-0",
    previews=True,
)
@compilable
def exchange_two(state: State, seat: int, pair: int, log: EventLog | None) -> None:
    """Turn 2 cubes into 1 gold (CAY-8.5.8)."""
    gain_cubes(state.seats[seat], PAIR_CUBES[pair], -1)
    gain_gold(state, seat, EXCHANGED_TWO, pair, GOLD_FOR_TWO, log)


@compilable
def forbids_four(state: State, seat: int, four: int) -> int:
    """Return 0 if the seat has these four cubes, else the rule against it (CAY-3.9)."""
    return 0 if holds(state.seats[seat], FOUR_CUBES[four]) else IN_FULL


@EXCHANGE_FOUR.action_at(
    Decision.EXCHANGE,
    verb="exchange",
    forbids=forbids_four,
    button=Message(
        "{gold} gold for {cubes}", gold=GOLD_FOR_FOUR, cubes=lambda case: amounts(FOUR_CUBES[case.argument])
    ),
    pieces=lambda _state, four: f"{called('cube', FOURS[four])} offer-1",
    previews=True,
)
@compilable
def exchange_four(state: State, seat: int, four: int, log: EventLog | None) -> None:
    """Turn 4 cubes into 2 gold (CAY-8.5.8)."""
    gain_cubes(state.seats[seat], FOUR_CUBES[four], -1)
    gain_gold(state, seat, EXCHANGED_FOUR, four, GOLD_FOR_FOUR, log)


@compilable
def gain_gold(state: State, seat: int, kind: int, cubes: int, gold: int, log: EventLog | None) -> None:
    """Take what the alchemist gives (CAY-8.5.8)."""
    state.seats[seat].cubes[Cube.GOLD] += gold
    emit(log, kind, seat, ALCHEMIST, cubes, gold, 0)
    state.stage = OWNER_STAGE


# Explanations of these buildings

_RULE_OF_TRADE = {int(Tile.CHURCH): "CAY-8.5.5", int(Tile.TAILOR): "CAY-8.5.6", int(Tile.BANK): "CAY-8.5.7"}


def explain_market(_state: Any, tile: int) -> list[Line]:
    """Explain what a worker can do at a marketplace."""
    price = int(tables.SELL_PRICE[tile])
    return [("CAY-8.5.1", Message("Sell 1 cube for {price:denier|deniers}.", price=price))]


def explain_peddler(_state: Any, tile: int) -> list[Line]:
    """Explain what a worker can do at a peddler."""
    one, two = int(tables.BUY_PRICE[tile, 1]), int(tables.BUY_PRICE[tile, 2])
    if two == 0:
        says = Message("Buy 1 cube, not gold, for {price:denier|deniers}.", price=one)
        return [("CAY-8.5.2", says)]
    says = Message("Buy 1 or 2 cubes, not gold, for {price:denier|deniers} each.", price=one)
    return [("CAY-8.5.3", says)]


def explain_offers(state: Any, tile: int) -> list[Line]:
    """Explain what a worker can do at church, tailor and bank tile."""
    offers = [offer_message(tables.TRADES[int(state.values), tile, offer]) for offer in range(2)]
    return [(_RULE_OF_TRADE[tile], Message("Choose one: {offers}.", offers=offers))]


def explain_alchemist(_state: Any, _tile: int) -> list[Line]:
    """Explain what a worker can do at the alchemist."""
    return [("CAY-8.5.8", Message("Exchange 2 cubes for 1 gold, or 4 for 2."))]

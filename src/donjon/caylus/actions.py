"""The actions of Caylus: what each kind chooses from, when, what it does, how it is said.

A decision made of two choices is two actions: "build the marketplace", "with gold".
"""

from __future__ import annotations

from typing import Any

from donjon.caylus import building, domains, placing, road, setup
from donjon.caylus.building import FIRST_BUILT
from donjon.caylus.castle import BATCH, NO_BATCH
from donjon.caylus.cubes import CUBE, FOUR, GOLD, PAIR, own, supply
from donjon.caylus.events import BOOK
from donjon.caylus.favours import FAVOUR_CUBE, ROW, SWAP, SWAP_FOR, SWAP_FOR_GOLD
from donjon.caylus.nouns import DECLINE, UNUSED, Decision, Space, Tile
from donjon.caylus.provost import PROVOST
from donjon.caylus.spaces import SPACE, subject_of
from donjon.caylus.special import JOUST, LEAVE, MOVE, TAKE_BACK
from donjon.caylus.words import buttons, pieces
from donjon.kernel.actions import ALONE, Actions, Kind, Use, single
from donjon.kernel.message import Message

EXAMPLES = "place peddler; pass; provost +2; build stone-farm; favour money; batch food wood stone; decline"


def _tile_begun(state: Any) -> str:
    return f"build {Tile(state.chosen).text}"


def _has_one_half(state: Any, seat: int, index: int) -> bool:
    """Is there neither a cube for "any", nor a residence to replace, still to be chosen?"""
    return bool(building.second_half(state, seat, FIRST_BUILT + index) == Decision.NOTHING)


def _on_road(space: int) -> str:
    return subject_of(Space.CASTLE + space) if space else ""


PASS = single(
    ALONE,
    "pass",
    (Decision.PLACE,),
    placing.pass_round,
    button=Message("Pass"),
    previews=True,
    risky=True,
    about="bridge",
)
DECLINE.uses += (
    Use(
        "decline",
        (Decision.BUILD, Decision.LAWYER, Decision.SELL, Decision.BUY, Decision.TRADE, Decision.EXCHANGE),
        road.leave_unused,
        button=UNUSED,
    ),
    # Never legal, like some below: it is there so that the rule can be named.
    Use("decline", (Decision.PRODUCE,), None, road.OPTIONAL, button=UNUSED),
    Use("decline", (Decision.BONUS,), None, road.BONUS_IS_DUE, button=UNUSED),
)
PLACE = single(
    SPACE,
    "place",
    (Decision.PLACE,),
    placing.place_worker,
    placing.forbids_placing,
    buttons.place,
    mark=placing.mark_placing,
    previews=True,
    place=subject_of,
    noun="space",
)
PRODUCE = single(
    CUBE,
    "produce",
    (Decision.PRODUCE,),
    road.produce,
    road.forbids_produce,
    buttons.produce,
    pieces=supply,
)
BONUS = single(
    CUBE,
    "bonus",
    (Decision.BONUS,),
    road.take_bonus,
    road.forbids_bonus,
    buttons.bonus,
    pieces=supply,
)
BUILD = Kind(
    domains.BUILT,
    Use(
        "build",
        (Decision.BUILD,),
        road.construct,
        building.forbids_choice,
        buttons.build,
        pieces=pieces.tile,
        mark=building.mark_builds,
        previews=_has_one_half,
        about=lambda index: f"tile-{Tile(FIRST_BUILT + index).id}",
    ),
    Use(
        "build",
        (Decision.FAVOUR_BUILD,),
        building.begin_build,
        building.forbids_choice,
        buttons.build,
        pieces=pieces.tile,
        mark=building.mark_builds,
        previews=_has_one_half,
    ),
)
PAY = Kind(
    CUBE,
    Use(
        "with",
        (Decision.PAY,),
        building.pay_any,
        building.forbids_payment,
        buttons.pay,
        after=_tile_begun,
        pieces=own,
        previews=True,
    ),
    Use("with", (Decision.BUILD, Decision.FAVOUR_BUILD), None, building.COST_RULE, buttons.pay),
)
SITE = Kind(
    domains.ROAD_NUMBER,
    Use(
        "on",
        (Decision.SITE,),
        building.build,
        building.forbids_site,
        buttons.site,
        after=_tile_begun,
        previews=True,
        place=_on_road,
        noun="space",
    ),
    Use("on", (Decision.BUILD, Decision.FAVOUR_BUILD), None, building.forbids_early_site, buttons.site),
)
CONVERT = Kind(
    domains.ROAD_SPACE,
    Use(
        "convert",
        (Decision.LAWYER,),
        road.use_lawyer,
        building.forbids_convert,
        buttons.convert,
        mark=building.mark_conversions,
        previews=True,
        place=_on_road,
        noun="space",
    ),
    Use(
        "convert",
        (Decision.FAVOUR_BUILD,),
        building.pay_for_conversion,
        building.forbids_convert,
        buttons.convert,
        mark=building.mark_conversions,
        previews=True,
    ),
)
SELL = single(
    CUBE,
    "sell",
    (Decision.SELL,),
    road.sell,
    road.forbids_sale,
    buttons.sell,
    pieces=own,
    previews=True,
)
BUY = single(
    domains.BOUGHT,
    "buy",
    (Decision.BUY,),
    road.buy,
    road.forbids_buy,
    buttons.buy,
    pieces=supply,
    previews=True,
)
BUY_TWO = single(
    PAIR,
    "buy",
    (Decision.BUY,),
    road.buy_pair,
    road.forbids_pair,
    buttons.buy_two,
    pieces=pieces.bought_pair,
    previews=True,
)
TRADE = Kind(
    domains.OFFER,
    Use("trade", (), None, button=buttons.offer, previews=True),
    Use(
        "pay",
        (Decision.TRADE,),
        road.trade,
        road.forbids_trade,
        buttons.offer,
        pieces=pieces.offer,
        previews=True,
    ),
)
EXCHANGE_TWO = single(
    PAIR,
    "exchange",
    (Decision.EXCHANGE,),
    road.exchange_two,
    road.forbids_two,
    buttons.exchange_two,
    pieces=pieces.two_and_gold,
    previews=True,
)
EXCHANGE_FOUR = single(
    FOUR,
    "exchange",
    (Decision.EXCHANGE,),
    road.exchange_four,
    road.forbids_four,
    buttons.exchange_four,
    pieces=pieces.four_and_gold,
    previews=True,
)
EXCHANGE_GOLD = single(GOLD, "exchange", (Decision.EXCHANGE,), None, road.ALCHEMIST_RULE, previews=True)
# Nature's.
LAY = single(domains.NEUTRAL, "lay", (Decision.NOTHING,), setup.lay, setup.forbids_tile)
ORDER = single(domains.SEAT, "order", (Decision.NOTHING,), setup.put_in_order, setup.forbids_place)

ACTIONS = Actions(
    "Caylus",
    "decision",
    len(Decision),
    [
        *(PASS, DECLINE, TAKE_BACK, LEAVE, JOUST, PLACE, MOVE, PROVOST, PRODUCE, BONUS, BUILD, PAY, SITE),
        *(CONVERT, SELL, BUY, BUY_TWO, TRADE, EXCHANGE_TWO, EXCHANGE_FOUR, EXCHANGE_GOLD),
        *(ROW, FAVOUR_CUBE, SWAP, SWAP_FOR, SWAP_FOR_GOLD, BATCH, NO_BATCH, LAY, ORDER),
    ],
    EXAMPLES,
    BOOK,
)

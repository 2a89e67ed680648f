"""The actions of Caylus: what each kind chooses from, when, what it does, how it is said.

A decision made of two choices is two actions: "build the marketplace", "with gold".
"""

from __future__ import annotations

from typing import Any

from donjon.caylus import building, castle, domains, favours, placing, road, setup, special
from donjon.caylus.bots import gains
from donjon.caylus.choices import FIRST_BUILT
from donjon.caylus.nouns import Ask, Cube, Row, Space, Tile, subject_of
from donjon.caylus.words import buttons
from donjon.kernel.actions import ALONE, Actions, Kind, Use
from donjon.kernel.message import Message

EXAMPLES = "place peddler; pass; provost +2; build stone-farm; favour money; batch food wood stone; decline"


def _tile_begun(state: Any) -> str:
    return f"build {Tile(state.chosen).text}"


def _cube_given(state: Any) -> str:
    return f"swap {Cube(state.chosen).text}"


def _has_one_half(state: Any, seat: int, index: int) -> bool:
    """Is there neither a cube for "any", nor a residence to replace, still to be chosen?"""
    return bool(building.second_half(state, seat, FIRST_BUILT + index) == Ask.NOTHING)


def _on_road(space: int) -> str:
    return subject_of(Space.CASTLE + space) if space else ""


PASS = Kind(
    ALONE,
    Use(
        "pass",
        (Ask.PLACE,),
        placing.pass_round,
        button=Message("Pass"),
        appeal=gains.of_passing,
        previews=True,
        about="bridge",
    ),
)
_ALIASES = ("stay", "stop", "provost 0", "provost +0")
_UNUSED = Message("Do not use it")
DECLINE = Kind(
    ALONE,
    Use(
        "decline",
        (Ask.BUILD, Ask.LAWYER, Ask.SELL, Ask.BUY, Ask.TRADE, Ask.EXCHANGE),
        road.leave_unused,
        button=_UNUSED,
        aliases=_ALIASES,
    ),
    Use(
        "decline",
        (Ask.GUILD, Ask.PROVOST),
        special.keep_provost,
        button=Message("Leave the provost where it stands"),
    ),
    Use("decline", (Ask.JOUST,), special.decline_joust, button=_UNUSED),
    Use("decline", (Ask.FAVOUR_CUBES,), favours.decline_cubes, button=_UNUSED),
    Use("decline", (Ask.FAVOUR_BUILD,), favours.decline_build, button=_UNUSED),
    Use("decline", (Ask.BATCH,), castle.stop_giving, button=buttons.no_batch, appeal=gains.of_no_batch),
    # Never legal, like some below: it is there so that the rule can be named.
    Use("decline", (Ask.PRODUCE,), None, road.must_produce, button=_UNUSED),
    Use("decline", (Ask.BONUS,), None, road.must_take, button=_UNUSED),
    Use("decline", (Ask.ROW,), None, favours.must_choose, button=_UNUSED),
)
_HOME = Message("Take the worker home")
TAKE_BACK = Kind(
    ALONE,
    Use("take back", (Ask.GATE,), special.take_back_from_gate, button=_HOME),
    Use("take back", (Ask.INN,), special.take_back_from_inn, button=_HOME, appeal=gains.of_a_worker),
)
LEAVE = Kind(
    ALONE,
    Use(
        "leave",
        (Ask.INN,),
        special.stay_in_inn,
        button=Message("Leave the worker in the inn"),
        appeal=gains.of_the_inn,
    ),
)
JOUST = Kind(
    ALONE,
    Use(
        "joust",
        (Ask.JOUST,),
        special.joust,
        special.forbids_joust,
        Message("Joust: 1 denier and 1 cloth for a favour"),
        appeal=gains.of_jousting,
        previews=True,
        about="joust_field",
    ),
)
PLACE = Kind(
    domains.SPACE,
    Use(
        "place",
        (Ask.PLACE,),
        placing.place_worker,
        placing.forbids_placing,
        buttons.place,
        mark=placing.mark_placing,
        appeal=gains.of_placing,
        previews=True,
        place=subject_of,
    ),
)
MOVE = Kind(
    domains.SPACE,
    Use(
        "move",
        (Ask.GATE,),
        special.move_from_gate,
        placing.forbids_space,
        buttons.move,
        appeal=gains.of_moving,
        previews=True,
        place=subject_of,
    ),
)
PROVOST = Kind(
    domains.STEP,
    Use(
        "provost",
        (Ask.GUILD, Ask.PROVOST),
        special.move_provost,
        special.forbids_step,
        buttons.step,
        appeal=gains.of_a_step,
        previews=True,
        about="provost",
    ),
)
PRODUCE = Kind(
    domains.CUBE,
    Use(
        "produce",
        (Ask.PRODUCE,),
        road.produce,
        road.forbids_produce,
        buttons.produce,
        appeal=gains.of_producing,
    ),
)
BONUS = Kind(
    domains.CUBE,
    Use("bonus", (Ask.BONUS,), road.take_bonus, road.forbids_bonus, buttons.bonus, appeal=gains.of_a_cube),
)
BUILD = Kind(
    domains.BUILT,
    Use(
        "build",
        (Ask.BUILD,),
        road.construct,
        building.forbids_choice,
        buttons.build,
        mark=building.mark_builds,
        appeal=gains.of_building,
        previews=_has_one_half,
        about=lambda index: f"tile-{Tile(FIRST_BUILT + index).id}",
    ),
    Use(
        "build",
        (Ask.FAVOUR_BUILD,),
        building.begin_build,
        building.forbids_choice,
        buttons.build,
        mark=building.mark_builds,
        appeal=gains.of_building_by_favour,
        previews=_has_one_half,
    ),
)
PAY = Kind(
    domains.CUBE,
    Use(
        "with",
        (Ask.PAY,),
        building.pay_any,
        building.forbids_payment,
        buttons.pay,
        after=_tile_begun,
        appeal=gains.of_paying,
        previews=True,
    ),
    Use("with", (Ask.BUILD, Ask.FAVOUR_BUILD), None, building.forbids_early_payment, buttons.pay),
)
SITE = Kind(
    domains.ROAD_NUMBER,
    Use(
        "on",
        (Ask.SITE,),
        building.build,
        building.forbids_site,
        buttons.site,
        after=_tile_begun,
        previews=True,
        place=_on_road,
    ),
    Use("on", (Ask.BUILD, Ask.FAVOUR_BUILD), None, building.forbids_early_site, buttons.site),
)
CONVERT = Kind(
    domains.ROAD_SPACE,
    Use(
        "convert",
        (Ask.LAWYER,),
        road.use_lawyer,
        building.forbids_convert,
        buttons.convert,
        mark=building.mark_conversions,
        appeal=gains.of_the_lawyer,
        previews=True,
        place=_on_road,
    ),
    Use(
        "convert",
        (Ask.FAVOUR_BUILD,),
        building.pay_for_conversion,
        building.forbids_convert,
        buttons.convert,
        mark=building.mark_conversions,
        appeal=gains.of_converting,
        previews=True,
    ),
)
SELL = Kind(
    domains.CUBE,
    Use(
        "sell",
        (Ask.SELL,),
        road.sell,
        road.forbids_sale,
        buttons.sell,
        appeal=gains.of_selling,
        previews=True,
    ),
)
BUY = Kind(
    domains.BOUGHT,
    Use("buy", (Ask.BUY,), road.buy, road.forbids_buy, buttons.buy, appeal=gains.of_buying, previews=True),
)
BUY_TWO = Kind(
    domains.PAIR,
    Use(
        "buy",
        (Ask.BUY,),
        road.buy_pair,
        road.forbids_pair,
        buttons.buy_two,
        appeal=gains.of_buying_two,
        previews=True,
    ),
)
TRADE = Kind(
    domains.OFFER,
    Use("trade", (), None, button=buttons.offer, previews=True),
    Use(
        "pay",
        (Ask.TRADE,),
        road.trade,
        road.forbids_trade,
        buttons.offer,
        appeal=gains.of_trading,
        previews=True,
    ),
)
EXCHANGE_TWO = Kind(
    domains.PAIR,
    Use(
        "exchange",
        (Ask.EXCHANGE,),
        road.exchange_two,
        road.forbids_two,
        buttons.exchange_two,
        appeal=gains.of_exchanging_two,
        previews=True,
    ),
)
EXCHANGE_FOUR = Kind(
    domains.FOUR,
    Use(
        "exchange",
        (Ask.EXCHANGE,),
        road.exchange_four,
        road.forbids_four,
        buttons.exchange_four,
        appeal=gains.of_exchanging_four,
        previews=True,
    ),
)
EXCHANGE_GOLD = Kind(domains.GOLD, Use("exchange", (Ask.EXCHANGE,), None, road.forbids_gold, previews=True))
ROW = Kind(
    domains.ROW,
    Use(
        "favour",
        (Ask.ROW,),
        favours.choose_row,
        favours.forbids_row,
        buttons.row,
        appeal=gains.of_a_row,
        about=lambda row: f"favour-{Row(row).id}",
    ),
)
FAVOUR_CUBE = Kind(
    domains.CUBE,
    Use(
        "take",
        (Ask.FAVOUR_CUBES,),
        favours.take_cube,
        favours.forbids_cube,
        buttons.take,
        appeal=gains.of_a_cube,
    ),
)
SWAP = Kind(
    domains.CUBE,
    Use(
        "swap",
        (Ask.FAVOUR_CUBES,),
        favours.begin_swap,
        favours.forbids_swap,
        buttons.give,
        appeal=gains.of_giving,
    ),
)
SWAP_FOR = Kind(
    domains.PAIR,
    Use(
        "for",
        (Ask.SWAP_FOR,),
        favours.swap,
        button=buttons.take_two,
        after=_cube_given,
        appeal=gains.of_taking_two,
        previews=True,
    ),
)
SWAP_FOR_GOLD = Kind(
    domains.GOLD,
    Use("for", (Ask.SWAP_FOR,), None, favours.forbids_gold, after=_cube_given, previews=True),
)
BATCH = Kind(
    domains.BATCH,
    Use(
        "batch",
        (Ask.BATCH,),
        castle.give_batch,
        castle.forbids_batch,
        buttons.batch,
        mark=castle.mark_batches,
        appeal=gains.of_a_batch,
        previews=True,
        about="castle",
    ),
)
NO_BATCH = Kind(domains.OTHER_CUBES, Use("batch", (Ask.BATCH,), None, castle.forbids_other, previews=True))
# Nature's.
LAY = Kind(domains.NEUTRAL, Use("lay", (Ask.NOTHING,), setup.lay, setup.forbids_tile))
ORDER = Kind(domains.SEAT, Use("order", (Ask.NOTHING,), setup.put_in_order, setup.forbids_place))

ACTIONS = Actions(
    "Caylus",
    "ask",
    len(Ask),
    [
        PASS,
        DECLINE,
        TAKE_BACK,
        LEAVE,
        JOUST,
        PLACE,
        MOVE,
        PROVOST,
        PRODUCE,
        BONUS,
        BUILD,
        PAY,
        SITE,
        CONVERT,
        SELL,
        BUY,
        BUY_TWO,
        TRADE,
        EXCHANGE_TWO,
        EXCHANGE_FOUR,
        EXCHANGE_GOLD,
        ROW,
        FAVOUR_CUBE,
        SWAP,
        SWAP_FOR,
        SWAP_FOR_GOLD,
        BATCH,
        NO_BATCH,
        LAY,
        ORDER,
    ],
    EXAMPLES,
)

"""The actions of Ys: every kind once, with what it means at which decision, in the order of their numbers."""

from __future__ import annotations

from typing import Any

from donjon.kernel.actions import ALONE, Actions, Kind, Use
from donjon.ys import (
    bidding,
    cards,
    choices,
    counting,
    market,
    moving,
    neutral,
    placing,
    rounds,
    spying,
    throne,
)
from donjon.ys.bots import rollout_scores
from donjon.ys.nouns import PHASES, Gem, Phase, broker_text, place_text
from donjon.ys.words import buttons

WINDOWS = (Phase.CARDS_FIRST, Phase.CARDS_BEFORE, Phase.CARDS_AFTER)
# What a card may ask of its player, and what follows once a place for an own broker is chosen.
_EFFECTS = tuple(cards.EFFECTS.values())
_WHICH = (Phase.VALUE,)


def _placed(state: Any) -> str:
    """The half of a placement that is chosen: "up q1.h"."""
    return f"{'up' if state.facing else 'down'} {place_text(state.target)}"


def _from_front(state: Any) -> str:
    return f"{_placed(state)} front {int(state.from_front)}"


def _with_broker(card: str) -> Any:
    return lambda state: f"{card} {broker_text(state, int(state.target))}"


def _with_gem(card: str) -> Any:
    return lambda state: f"{card} {Gem(state.target).text}"


BID = Kind(
    choices.BID,
    Use(
        "bid", (Phase.BID,), bidding.bid, bidding.forbids_bid, buttons.bid, rollout_score=rollout_scores.bids
    ),
)
ORDER = Kind(
    choices.ORDER,
    Use(
        "order",
        (Phase.ORDER,),
        bidding.choose_order,
        bidding.forbids_order,
        buttons.order,
        rollout_score=rollout_scores.orders,
    ),
)
CARD = Kind(
    choices.CARD,
    Use(
        "",
        (*WINDOWS, Phase.AFTER),
        cards.play_card,
        cards.forbids_play,
        buttons.card,
        rollout_score=rollout_scores.PLAY_CARD,
        then=_EFFECTS,
    ),
    Use(
        "",
        (Phase.PLACE,),
        cards.play_card,
        cards.forbids_play,
        buttons.card,
        mark=cards.mark_queen,
        rollout_score=rollout_scores.PLAY_CARD,
        then=_EFFECTS,
    ),
)
UP = Kind(
    choices.PLACE,
    Use(
        "up",
        (Phase.PLACE,),
        placing.put_face_up,
        placing.forbids_face_up,
        buttons.face_up,
        rollout_score=rollout_scores.places,
        then=_WHICH,
    ),
)
DOWN = Kind(
    choices.PLACE,
    Use(
        "down",
        (Phase.PLACE,),
        placing.put_face_down,
        placing.forbids_face_down,
        buttons.face_down,
        then=_WHICH,
    ),
)
PLACE = Kind(
    choices.PLACE,
    Use(
        "neutral",
        (Phase.PLACE,),
        placing.place_neutral,
        placing.forbids_neutral,
        buttons.neutral,
    ),
    Use(
        "",
        (Phase.MESSENGER_TO,),
        moving.move,
        moving.forbids_destination,
        buttons.destination,
        after=_with_broker("messenger"),
        rollout_score=rollout_scores.destinations,
    ),
)
VALUE = Kind(
    choices.VALUE,
    Use(
        "",
        (Phase.VALUE,),
        placing.place_own,
        placing.forbids_value,
        buttons.value,
        after=_placed,
        rollout_score=rollout_scores.values,
    ),
    Use(
        "refill",
        (Phase.REFILL,),
        placing.refill,
        placing.forbids_refill,
        buttons.refill,
        after=_from_front,
        rollout_score=rollout_scores.refills,
    ),
    Use(
        "throne",
        (Phase.THRONE,),
        throne.choose_for_throne,
        throne.forbids_throne,
        buttons.throne,
        rollout_score=rollout_scores.throne,
    ),
)
FRONT = Kind(
    choices.VALUE,
    Use(
        "front",
        (Phase.VALUE,),
        placing.place_from_front,
        placing.forbids_front,
        buttons.front,
        after=_placed,
        then=(Phase.REFILL,),
    ),
)
BROKER = Kind(
    choices.SLOT,
    Use(
        "look",
        (Phase.SPY, Phase.AFTER),
        spying.look,
        spying.forbids_look,
        buttons.look,
        rollout_score=rollout_scores.LOOK,
    ),
    Use(
        "wizard",
        (Phase.WIZARD,),
        moving.choose_swapped,
        moving.forbids_swap_first,
        buttons.swap,
        rollout_score=rollout_scores.LOOK,
        then=(Phase.WIZARD_WITH,),
    ),
    Use(
        "",
        (Phase.WIZARD_WITH,),
        moving.swap,
        moving.forbids_swap_with,
        buttons.swap_with,
        after=_with_broker("wizard"),
        rollout_score=rollout_scores.LOOK,
    ),
    Use(
        "soldier",
        (Phase.SOLDIER,),
        moving.mark_with_soldier,
        moving.forbids_mark,
        buttons.mark,
        rollout_score=rollout_scores.LOOK,
    ),
    Use(
        "messenger",
        (Phase.MESSENGER,),
        moving.choose_moved,
        moving.forbids_messenger,
        buttons.move,
        rollout_score=rollout_scores.LOOK,
        then=(Phase.MESSENGER_TO,),
    ),
)
QUARTER = Kind(
    choices.QUARTER,
    Use("queen", (Phase.CLOSE,), cards.close, cards.forbids_close, buttons.close),
)
SWAP = Kind(
    choices.HARBOURS,
    Use(
        "captain",
        (Phase.CAPTAIN,),
        cards.swap_ships,
        cards.forbids_ships,
        buttons.ships,
    ),
)
TAKE_TWO = Kind(
    choices.GEMS,
    Use(
        "take",
        (Phase.PICK,),
        counting.pick_two,
        counting.forbids_two,
        buttons.two_gems,
        rollout_score=rollout_scores.pairs,
    ),
    Use(
        "jeweller",
        (Phase.JEWELLER,),
        cards.take_jewels,
        cards.forbids_jewels,
        buttons.two_gems,
        rollout_score=rollout_scores.pairs,
    ),
)
GEM = Kind(
    choices.GEM,
    Use(
        "take",
        (Phase.PICK,),
        counting.pick_one,
        counting.forbids_one,
        buttons.take,
        rollout_score=rollout_scores.gems,
    ),
    Use(
        "colour",
        (Phase.COLOUR,),
        counting.choose_colour,
        counting.forbids_colour,
        buttons.take,
        rollout_score=rollout_scores.gems,
    ),
    Use(
        "column",
        (Phase.COLUMN,),
        market.choose_column,
        market.forbids_column,
        buttons.column,
        rollout_score=rollout_scores.columns,
    ),
    Use(
        "alchemist",
        (Phase.ALCHEMIST,),
        cards.offer_gem,
        cards.forbids_offer,
        buttons.give,
        rollout_score=rollout_scores.offers,
        then=(Phase.ALCHEMIST_TAKE,),
    ),
    Use(
        "",
        (Phase.ALCHEMIST_TAKE,),
        cards.exchange,
        cards.forbids_exchange,
        buttons.take,
        after=_with_gem("alchemist"),
        rollout_score=rollout_scores.gems,
    ),
)
RAISE = Kind(
    choices.COLOUR,
    Use(
        "raise",
        (Phase.BEST,),
        market.best_up,
        market.forbids_best_up,
        buttons.up,
        rollout_score=rollout_scores.raises,
    ),
    Use(
        "banker",
        (Phase.BANKER,),
        cards.raise_one,
        cards.forbids_raise,
        buttons.up,
        rollout_score=rollout_scores.raises,
        then=(Phase.BANKER_LOWER,),
    ),
)
LOWER = Kind(
    choices.COLOUR,
    Use(
        "lower",
        (Phase.BEST,),
        market.best_down,
        market.forbids_best_down,
        buttons.down,
    ),
    Use(
        "",
        (Phase.BANKER_LOWER,),
        cards.lower_another,
        cards.forbids_lower,
        buttons.down,
        after=_with_gem("banker"),
        rollout_score=rollout_scores.lowers,
    ),
)
PASS = Kind(
    ALONE,
    Use("pass", WINDOWS, cards.pass_on, button=buttons.NO_CARD, aliases=("end turn",)),
    Use("pass", (Phase.SPY,), spying.look_no_more, button=buttons.NO_LOOK),
    Use("pass", (Phase.AFTER,), placing.finish_turn, button=buttons.END_TURN),
    Use(
        "alchemist pass",
        (Phase.ALCHEMIST,),
        cards.exchange_nothing,
        button=buttons.NO_EXCHANGE,
    ),
)
# What chance chooses.
DEAL = Kind(choices.ORDER, Use("deal", (Phase.DEAL,), rounds.deal_order, weight=rounds.weight_of_order))
TURN_CARD = Kind(
    choices.CARD, Use("character", (Phase.CHARACTER,), rounds.turn_card, weight=rounds.weight_of_card)
)
SAIL = Kind(choices.SHIP, Use("ship", (Phase.SHIP,), rounds.draw_ship, weight=rounds.weight_of_ship))
TURN_VALUE = Kind(
    choices.VALUE,
    Use("broker", (Phase.TURN_UP,), neutral.turn_up_neutral, weight=neutral.weight_of_neutral),
)
CHANCE = (DEAL, TURN_CARD, SAIL, TURN_VALUE)

ACTIONS = Actions(
    choices.TITLE,
    "phase",
    PHASES,
    [
        *(BID, ORDER, CARD, UP, DOWN, PLACE, VALUE, FRONT, BROKER),
        *(QUARTER, SWAP, TAKE_TWO, GEM, RAISE, LOWER, PASS),
        *CHANCE,
    ],
    choices.EXAMPLES,
)

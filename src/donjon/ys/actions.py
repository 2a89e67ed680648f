"""The actions of Ys: every kind once, with what it means at which decision, in the order of their numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from donjon.kernel.actions import ALONE, Actions, Kind, Use
from donjon.ys import (
    bidding,
    cards,
    counting,
    domains,
    market,
    moving,
    neutral,
    placing,
    rounds,
    spying,
    throne,
)
from donjon.ys.bots import rollout_scores as scores
from donjon.ys.nouns import PHASES, Gem, Phase, broker_text, place_text
from donjon.ys.words import buttons, pieces
from donjon.ys.words.pieces import Pieces


def _placed(state: Any) -> str:
    """The half of a placement that is chosen: "up q1.h"."""
    return f"{'up' if state.facing else 'down'} {place_text(state.target)}"


def _from_front(state: Any) -> str:
    return f"{_placed(state)} front {int(state.from_front)}"


def _with_broker(card: str) -> Any:
    return lambda state: f"{card} {broker_text(state, int(state.target))}"


def _with_gem(card: str) -> Any:
    return lambda state: f"{card} {Gem(state.target).text}"


def _use(
    verb: str,
    phase: Phase,
    apply: Callable[..., None],
    forbids: Callable[..., int],
    button: buttons.Button,
    score: float | Callable[..., None] = 0.0,
    *,
    after: Callable[[Any], str] | None = None,
    then: tuple[int, ...] = (),
    pieces: Pieces | None = None,
    mark: Callable[..., int] | None = None,
    noun: Literal["space", "card", ""] = "",
) -> Use:
    """What the actions of a kind mean at one decision; `score` is how attractive they look."""
    return Use(
        verb,
        (phase,),
        apply,
        forbids,
        button,
        after,
        rollout_score=score,
        then=then,
        pieces=pieces,
        mark=mark,
        noun=noun,
    )


BID = Kind(
    domains.BID,
    _use("bid", Phase.BID, bidding.bid, bidding.forbids_bid, buttons.bid, scores.bids, pieces=pieces.bid),
)
ORDER = Kind(
    domains.ORDER,
    _use(
        "order",
        Phase.ORDER,
        bidding.choose_order,
        bidding.forbids_order,
        buttons.order,
        scores.orders,
        noun="card",
    ),
)
_PLAY = Use(
    "",
    (*cards.WINDOW_PHASES, Phase.AFTER),
    cards.play_card,
    cards.forbids_play,
    buttons.card,
    rollout_score=scores.cards,
    then=tuple(cards.EFFECTS.values()),
    pieces=pieces.card,
)
CARD = Kind(domains.CARD, _PLAY, replace(_PLAY, decisions=(Phase.PLACE,), mark=cards.mark_queen))
UP = Kind(
    domains.PLACE,
    _use(
        "up",
        Phase.PLACE,
        placing.put_face_up,
        placing.forbids_face_up,
        buttons.face_up,
        scores.places,
        mark=placing.mark_face_up,
        then=(Phase.VALUE,),
    ),
)
DOWN = Kind(
    domains.PLACE,
    _use(
        "down",
        Phase.PLACE,
        placing.put_face_down,
        placing.forbids_face_down,
        buttons.face_down,
        mark=placing.mark_face_down,
        then=(Phase.VALUE,),
    ),
)
PLACE = Kind(
    domains.PLACE,
    _use(
        "neutral",
        Phase.PLACE,
        placing.place_neutral,
        placing.forbids_neutral,
        buttons.neutral,
        mark=placing.mark_neutral,
        noun="space",
    ),
    _use(
        "",
        Phase.MESSENGER_TO,
        moving.move,
        moving.forbids_destination,
        buttons.destination,
        scores.destinations,
        noun="space",
        after=_with_broker("messenger"),
    ),
)
VALUE = Kind(
    domains.VALUE,
    _use(
        "",
        Phase.VALUE,
        placing.place_own,
        placing.forbids_value,
        buttons.value,
        scores.values,
        after=_placed,
        pieces=pieces.value_of("disc"),
    ),
    _use(
        "refill",
        Phase.REFILL,
        placing.refill,
        placing.forbids_refill,
        buttons.refill,
        scores.refills,
        after=_from_front,
        pieces=pieces.value_of("disc"),
    ),
    _use(
        "throne",
        Phase.THRONE,
        throne.choose_for_throne,
        throne.forbids_throne,
        buttons.throne,
        scores.throne,
        pieces=pieces.value_of("front"),
    ),
)
FRONT = Kind(
    domains.VALUE,
    _use(
        "front",
        Phase.VALUE,
        placing.place_from_front,
        placing.forbids_front,
        buttons.front,
        after=_placed,
        then=(Phase.REFILL,),
        pieces=pieces.value_of("front"),
    ),
)
BROKER = Kind(
    domains.SLOT,
    Use(
        "look",
        (Phase.SPY, Phase.AFTER),
        spying.look,
        spying.forbids_look,
        buttons.look,
        rollout_score=scores.looks,
    ),
    _use(
        "wizard",
        Phase.WIZARD,
        moving.choose_swapped,
        moving.forbids_swap_first,
        buttons.swap,
        scores.looks,
        then=(Phase.WIZARD_WITH,),
    ),
    _use(
        "",
        Phase.WIZARD_WITH,
        moving.swap,
        moving.forbids_swap_with,
        buttons.swap_with,
        scores.looks,
        after=_with_broker("wizard"),
    ),
    _use("soldier", Phase.SOLDIER, moving.mark_with_soldier, moving.forbids_mark, buttons.mark, scores.marks),
    _use(
        "messenger",
        Phase.MESSENGER,
        moving.choose_moved,
        moving.forbids_messenger,
        buttons.move,
        scores.looks,
        then=(Phase.MESSENGER_TO,),
    ),
)
QUARTER = Kind(domains.QUARTER, _use("queen", Phase.CLOSE, cards.close, cards.forbids_close, buttons.close))
SWAP = Kind(
    domains.HARBOURS,
    _use("captain", Phase.CAPTAIN, cards.swap_ships, cards.forbids_ships, buttons.ships, pieces=pieces.ships),
)
TAKE_TWO = Kind(
    domains.GEMS,
    _use(
        "take",
        Phase.PICK,
        counting.pick_two,
        counting.forbids_two,
        buttons.two_gems,
        scores.pairs,
        pieces=pieces.gems_of("ship"),
    ),
    _use(
        "jeweller",
        Phase.JEWELLER,
        cards.take_jewels,
        cards.forbids_jewels,
        buttons.two_gems,
        scores.pairs,
        pieces=pieces.gems_of("bank"),
    ),
)
GEM = Kind(
    domains.GEM,
    _use(
        "take",
        Phase.PICK,
        counting.pick_one,
        counting.forbids_one,
        buttons.take,
        scores.gems,
        pieces=pieces.gem_of("ship"),
    ),
    _use(
        "colour",
        Phase.COLOUR,
        counting.choose_colour,
        counting.forbids_colour,
        buttons.take,
        scores.gems,
        pieces=pieces.gem_of("bank"),
    ),
    _use("column", Phase.COLUMN, market.choose_column, market.forbids_column, buttons.column, scores.columns),
    _use(
        "alchemist",
        Phase.ALCHEMIST,
        cards.offer_gem,
        cards.forbids_offer,
        buttons.give,
        scores.offers,
        then=(Phase.ALCHEMIST_TAKE,),
        pieces=pieces.gem_of("gem"),
    ),
    _use(
        "",
        Phase.ALCHEMIST_TAKE,
        cards.exchange,
        cards.forbids_exchange,
        buttons.take,
        scores.gems,
        after=_with_gem("alchemist"),
        pieces=pieces.gem_of("bank"),
    ),
)
RAISE = Kind(
    domains.COLOUR,
    _use("raise", Phase.BEST, market.best_up, market.forbids_best_up, buttons.up, scores.raises),
    _use(
        "banker",
        Phase.BANKER,
        cards.raise_one,
        cards.forbids_raise,
        buttons.up,
        scores.raises,
        then=(Phase.BANKER_LOWER,),
    ),
)
LOWER = Kind(
    domains.COLOUR,
    _use("lower", Phase.BEST, market.best_down, market.forbids_best_down, buttons.down),
    _use(
        "",
        Phase.BANKER_LOWER,
        cards.lower_another,
        cards.forbids_lower,
        buttons.down,
        scores.lowers,
        after=_with_gem("banker"),
    ),
)
PASS = Kind(
    ALONE,
    Use("pass", cards.WINDOW_PHASES, cards.pass_on, button=buttons.NO_CARD, aliases=("end turn",)),
    Use("pass", (Phase.SPY,), spying.look_no_more, button=buttons.NO_LOOK),
    Use("pass", (Phase.AFTER,), placing.finish_turn, button=buttons.END_TURN),
    Use("alchemist pass", (Phase.ALCHEMIST,), cards.exchange_nothing, button=buttons.NO_EXCHANGE),
)
# What chance chooses.
DEAL = Kind(domains.ORDER, Use("deal", (Phase.DEAL,), rounds.deal_order, weight=rounds.weight_of_order))
TURN_CARD = Kind(
    domains.CARD, Use("character", (Phase.CHARACTER,), rounds.turn_card, weight=rounds.weight_of_card)
)
SAIL = Kind(domains.SHIP, Use("ship", (Phase.SHIP,), rounds.draw_ship, weight=rounds.weight_of_ship))
TURN_VALUE = Kind(
    domains.VALUE, Use("broker", (Phase.TURN_UP,), neutral.turn_up_neutral, weight=neutral.weight_of_neutral)
)
CHANCE = (DEAL, TURN_CARD, SAIL, TURN_VALUE)

ACTIONS = Actions(
    domains.TITLE,
    "phase",
    PHASES,
    [
        *(BID, ORDER, CARD, UP, DOWN, PLACE, VALUE, FRONT, BROKER),
        *(QUARTER, SWAP, TAKE_TWO, GEM, RAISE, LOWER, PASS),
        *CHANCE,
    ],
    domains.EXAMPLES,
)

"""Where on the table an event happened, so that the eye can follow a counting step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.kernel.story import Event
from donjon.ys.nouns import DISTRICTS, District, Gem, place_text

_FIXED = {
    "order_dealt": "order",
    "order_chosen": "order",
    "round_began": "round",
    "market_filled": "market",
    "best_bidder": "market",
    "all_back": "market",
    "throne_chosen": "throne",
    "throne_entered": "throne",
}
# Events whose first argument is a place, a quarter, or a colour.
_PLACES = (
    "put_down",
    "placed",
    "placed_known",
    "neutral_placed",
    "looked",
    "marked",
    "turned_up",
    "wizard_swapped",
    "moved",
)
_QUARTERS = {
    "card_turned": "card",
    "ship_came": "ship",
    "ships_swapped": "ship",
    "quarter_closed": "quarter",
    "ranked": "quarter",
    "gems_stay": "ship",
    "brokers_back": "quarter",
}
_DISTRICTS = {"black_gem": District.HARBOUR, "merchants_won": District.MERCHANTS, "card_won": District.PALACE}
_COLOURS = {"column_ranked": "column", "value_moved": "value"}


def subject(event: Event, _view: Mapping[str, Any]) -> str | None:
    """The subject of the drawing where an event happened; None where it has no place, or it is hidden."""
    kind, args = event.kind, event.args
    if kind in _FIXED:
        return _FIXED[kind]
    if not args:
        return None
    if kind in _PLACES:
        return place_text(args[0])
    if kind in _QUARTERS:
        return f"{_QUARTERS[kind]}-{args[0] + 1}"
    if kind in _DISTRICTS:
        return place_text(args[0] * DISTRICTS + _DISTRICTS[kind])
    if kind == "nobody_there":
        return place_text(args[0] * DISTRICTS + args[1])
    if kind in ("hidden", "saw"):
        return place_text(args[1])
    if kind in ("row_won", "row_empty"):
        return f"row-{args[0]}"
    return f"{_COLOURS[kind]}-{Gem(args[0]).id}" if kind in _COLOURS else None

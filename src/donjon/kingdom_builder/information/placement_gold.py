"""What one more settlement would bring a seat, by the rules of scoring; everything here is public."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from donjon.kernel.game import copy
from donjon.kingdom_builder import scoring
from donjon.kingdom_builder.building import build, put
from donjon.kingdom_builder.nouns import NONE, SOURCES, TERRAINS, HexKind, Phase
from donjon.kingdom_builder.tables import HEXES
from donjon.kingdom_builder.tokens import take_tokens

# For more hexes than this the gold is not shown: counting it takes about a millisecond for each, and that
# many numbers hide the land.
MOST = 20


def gold_on(state: Any, seat: int, actions: Sequence[int]) -> dict[int, int]:
    """By how much the gold of a seat changes with a settlement on each of the hexes that it may choose.

    Actions that are no hexes are left out. Empty where they are too many, where the seat chooses what it
    lifts, and where no hex makes a difference.
    """
    hexes = [action for action in actions if action < HEXES]
    if len(hexes) > MOST or state.phase == Phase.LIFT:
        return {}
    before = sum(_gold(_at_rest(state), seat).values()) if hexes else 0
    found = {}
    for hex in hexes:
        after = with_settlement(state, seat, hex)
        if after is not None:
            found[hex] = sum(_gold(after, seat).values()) - before
    return found if any(found.values()) else {}


def with_settlement(state: Any, seat: int, hex: int) -> Any:
    """The position with one more settlement of a seat, or with the one in its hand; None if it has none."""
    in_hand = seat == state.actor and state.origin != NONE
    if state.kind[hex] >= TERRAINS and not (in_hand and state.kind[hex] == HexKind.WATER):
        return None
    if in_hand:
        after = copy(state)
        put(after, seat, int(state.lifted), hex)
    else:
        after = _at_rest(state)
        if not state.seats[seat].supply or after.owner[hex] != NONE:
            return None
        build(after, seat, hex, NONE, 0, None)
    take_tokens(after, seat, hex, None)
    return after


def _at_rest(state: Any) -> Any:
    """A copy of the position; a settlement in the air is back where it was."""
    rest = copy(state)
    if state.origin != NONE:
        put(rest, int(state.actor), int(state.lifted), int(state.origin))
    return rest


def change(state: Any, after: Any, seat: int) -> dict[str, int]:
    """By how much the gold of a seat changes, by source."""
    before, then = _gold(_at_rest(state), seat), _gold(after, seat)
    return {source: then[source] - before[source] for source in then if then[source] != before[source]}


def _gold(state: Any, seat: int) -> dict[str, int]:
    gold = {SOURCES[0]: int(scoring.castles(state, seat, None))}
    for card in state.cards:
        if card != NONE:
            gold[SOURCES[1 + card]] = int(scoring.card_gold(state, seat, card, None))
    return gold

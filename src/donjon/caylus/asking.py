"""Which actions belong to which decision and to which phase, as tables."""

from __future__ import annotations

import numpy as np

from donjon.caylus.actions import (
    ACTIONS,
    BATCH,
    BONUS,
    BUILD,
    BUY,
    CONVERT,
    DECLINE,
    EXCHANGE_TWO,
    FAVOUR_CUBE,
    JOUST,
    LAY,
    LEAVE,
    MOVE,
    PASS,
    PAY,
    PLACE,
    PRODUCE,
    PROVOST,
    ROW,
    SELL,
    SITE,
    SWAP_FOR,
    TAKE_BACK,
    TRADE,
)
from donjon.caylus.nouns import ASKS, PHASES, Ask, Phase
from donjon.kernel.records import Grid

# The ranges of actions, first and one past the last, that belong to each decision; DECLINE apart.
_BELONGS: dict[Ask, tuple[tuple[int, int], ...]] = {
    Ask.PLACE: ((PASS, PASS + 1), (PLACE, MOVE)),
    Ask.GATE: ((TAKE_BACK, TAKE_BACK + 1), (MOVE, PROVOST)),
    Ask.GUILD: ((PROVOST, PRODUCE),),
    Ask.JOUST: ((JOUST, JOUST + 1),),
    Ask.INN: ((TAKE_BACK, LEAVE + 1),),
    Ask.PROVOST: ((PROVOST, PRODUCE),),
    Ask.PRODUCE: ((PRODUCE, BONUS),),
    Ask.BONUS: ((BONUS, BUILD),),
    Ask.BUILD: ((BUILD, PAY),),
    Ask.LAWYER: ((CONVERT, SELL),),
    Ask.ROW: ((ROW, FAVOUR_CUBE),),
    Ask.FAVOUR_CUBES: ((FAVOUR_CUBE, SWAP_FOR),),
    Ask.FAVOUR_BUILD: ((BUILD, PAY), (CONVERT, SELL)),
    Ask.SELL: ((SELL, BUY),),
    Ask.BUY: ((BUY, TRADE),),
    Ask.TRADE: ((TRADE, EXCHANGE_TWO),),
    Ask.EXCHANGE: ((EXCHANGE_TWO, ROW),),
    Ask.BATCH: ((BATCH, LAY),),
    Ask.PAY: ((PAY, SITE),),
    Ask.SITE: ((SITE, CONVERT),),
    Ask.SWAP_FOR: ((SWAP_FOR, BATCH),),
}
_CANNOT_DECLINE = {
    Ask.NOTHING,
    Ask.PLACE,
    Ask.GATE,
    Ask.INN,
    Ask.PRODUCE,
    Ask.BONUS,
    Ask.ROW,
    Ask.PAY,
    Ask.SITE,
    Ask.SWAP_FOR,
}
FAVOUR_ASKS = {Ask.ROW, Ask.FAVOUR_CUBES, Ask.FAVOUR_BUILD, Ask.PAY, Ask.SITE, Ask.SWAP_FOR}
# The decisions of each phase; favours, and what they lead to, come in phases 3 and 5 to 7.
ASKS_OF_PHASE: dict[Phase, set[Ask]] = {
    Phase.PLACING: {Ask.PLACE},
    Phase.SPECIAL: {Ask.GATE, Ask.GUILD, Ask.JOUST, Ask.INN} | FAVOUR_ASKS,
    Phase.PROVOST: {Ask.PROVOST},
    Phase.ROAD: {
        Ask.PRODUCE,
        Ask.BONUS,
        Ask.BUILD,
        Ask.LAWYER,
        Ask.SELL,
        Ask.BUY,
        Ask.TRADE,
        Ask.EXCHANGE,
    }
    | FAVOUR_ASKS,
    Phase.CASTLE: {Ask.BATCH} | FAVOUR_ASKS,
    Phase.END: FAVOUR_ASKS,
}

RANGES = 2


def _of_ask() -> np.ndarray:
    table = np.zeros((ASKS, ACTIONS), np.uint8)
    for ask, ranges in _BELONGS.items():
        for first, last in ranges:
            table[ask, first:last] = 1
        table[ask, DECLINE] = ask not in _CANNOT_DECLINE
    return table


def _of_phase() -> np.ndarray:
    table = np.zeros((PHASES, ACTIONS), np.uint8)
    for phase, asks in ASKS_OF_PHASE.items():
        for ask in asks:
            table[phase] |= IS_OF_ASK[ask]
    return table


def _bounds(end: int) -> np.ndarray:
    table = np.zeros((ASKS, RANGES), np.int64)
    for ask, ranges in _BELONGS.items():
        for index, bounds in enumerate(ranges):
            table[ask, index] = bounds[end]
    return table


# IS_OF_ASK[ask, action], IS_OF_PHASE[phase, action]: 1 if the action is a choice there.
IS_OF_ASK: Grid = _of_ask()
IS_OF_PHASE: Grid = _of_phase()
# FIRST[ask, range], LAST[ask, range]: the actions of a decision; LAST is one past the last.
FIRST, LAST = _bounds(0), _bounds(1)

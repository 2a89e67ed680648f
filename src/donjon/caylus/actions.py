"""The actions of Caylus: what each kind chooses from, when, what it does, how it is said.

A decision made of two choices is two actions: "build the marketplace", "with gold".
"""

from __future__ import annotations

from donjon.caylus import domains, setup
from donjon.caylus.building import BUILD, CONVERT, PAY, SITE
from donjon.caylus.castle import BATCH, NO_BATCH
from donjon.caylus.events import BOOK
from donjon.caylus.favours import FAVOUR_CUBE, ROW, SWAP, SWAP_FOR, SWAP_FOR_GOLD
from donjon.caylus.nouns import DECLINE, Decision
from donjon.caylus.placing import PASS, PLACE
from donjon.caylus.provost import PROVOST
from donjon.caylus.road import (
    BONUS,
    BUY,
    BUY_TWO,
    EXCHANGE_FOUR,
    EXCHANGE_GOLD,
    EXCHANGE_TWO,
    PRODUCE,
    SELL,
    TRADE,
)
from donjon.caylus.special import JOUST, LEAVE, MOVE, TAKE_BACK
from donjon.kernel.actions import Actions, single

EXAMPLES = "place peddler; pass; provost +2; build stone-farm; favour money; batch food wood stone; decline"


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

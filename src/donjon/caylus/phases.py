"""Which decisions belong to which phase."""

from __future__ import annotations

from donjon.caylus.nouns import Decision, Phase

FAVOUR_DECISIONS = {
    Decision.ROW,
    Decision.FAVOUR_CUBES,
    Decision.FAVOUR_BUILD,
    Decision.PAY,
    Decision.SITE,
    Decision.SWAP_FOR,
}
# The decisions of each phase; favours, and what they lead to, come in phases 3 and 5 to 7.
DECISIONS_OF_PHASE: dict[Phase, set[Decision]] = {
    Phase.PLACING: {Decision.PLACE},
    Phase.SPECIAL: {Decision.GATE, Decision.GUILD, Decision.JOUST, Decision.INN} | FAVOUR_DECISIONS,
    Phase.PROVOST: {Decision.PROVOST},
    Phase.ROAD: {
        Decision.PRODUCE,
        Decision.BONUS,
        Decision.BUILD,
        Decision.LAWYER,
        Decision.SELL,
        Decision.BUY,
        Decision.TRADE,
        Decision.EXCHANGE,
    }
    | FAVOUR_DECISIONS,
    Phase.CASTLE: {Decision.BATCH} | FAVOUR_DECISIONS,
    Phase.END: FAVOUR_DECISIONS,
}

"""Which decisions belong to which phase."""

from __future__ import annotations

from donjon.caylus.nouns import Ask, Phase

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

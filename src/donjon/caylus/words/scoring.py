"""What gives prestige points, each source in one sentence with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.caylus.nouns import Section, Source
from donjon.caylus.tables import (
    BATCH_VP,
    CUBES_PER_VP,
    DENIERS_PER_VP,
    NO_BATCH_LOSS,
    SECTION_LOSS,
    VISIT_VP,
    VP_PER_GOLD,
)
from donjon.kernel.message import Message
from donjon.kernel.scoring_card import Line, scoring_card

_HOUSES = [
    Message("{section} {vp}", section=Section(section).term, vp=int(vp))
    for section, vp in enumerate(BATCH_VP)
]
_LOSSES = [
    Message("{section} {vp}", section=Section(section).term, vp=-int(loss))
    for section, loss in enumerate(SECTION_LOSS[:, 0])
]
LINES: dict[Source, Line] = {
    Source.BUILDINGS: ("CAY-8.3.6", Message("what a tile shows, at once when you build it.")),
    Source.VISITS: ("CAY-5.5.1", Message("{vp} for each worker of others on a tile of yours.", vp=VISIT_VP)),
    Source.TRADES: ("CAY-8.5.5", Message("what you trade for at the tailor and at the church.")),
    Source.CASTLE: (
        "CAY-9.4",
        Message("for each house that you build with three different cubes: {houses}.", houses=_HOUSES),
    ),
    Source.FAVOURS: (
        "CAY-11.5.1",
        Message("the favour of prestige points gives the number of your marker's column."),
    ),
    Source.PENALTIES: (
        "CAY-10.3.1",
        Message(
            "at the castle without a batch {none}; without a house when a section is scored: {losses}.",
            none=-NO_BATCH_LOSS,
            losses=_LOSSES,
        ),
    ),
    Source.FINAL: (
        "CAY-12.2",
        Message(
            "at the end {gold} for a gold, 1 for {cubes} other cubes, 1 for {deniers} deniers.",
            gold=VP_PER_GOLD,
            cubes=CUBES_PER_VP,
            deniers=DENIERS_PER_VP,
        ),
    ),
}
_SOURCES = {source.word: (source.term, line) for source, line in LINES.items()}


def what_scores(view: Mapping[str, Any]) -> list[Line]:
    """The card "What scores?" for the viewer of this view; the final count as it would be now (CAY-12)."""
    if view["seat"] is None:
        return scoring_card(_SOURCES, None)
    me = view["players"][view["seat"]]
    final = Source.FINAL.word
    coming = 0 if view["over"] else sum(me["count"].values())
    return scoring_card(_SOURCES, {**me["points"], final: me["points"][final] + coming})

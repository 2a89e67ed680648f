"""What gives points, each source in one sentence with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.kernel.message import Message
from donjon.kernel.scoring_card import Line, scoring_card
from donjon.ys.nouns import Gem, Source
from donjon.ys.tables import BLACK_TABLE, CELL_BONUS, COURT, GEM_TABLE, MERCHANTS_WORTH, THRONE_TABLE

LINES: dict[Source, Line] = {
    Source.MARKET: ("YS-5.6", Message("{points} for each broker that you place there.", points=CELL_BONUS)),
    Source.MERCHANTS: (
        "YS-6.3.3",
        Message("{points} for the most in the merchants' district of a quarter.", points=MERCHANTS_WORTH),
    ),
    Source.COURT: (
        "YS-8.18.1",
        Message("{prince} for the Prince, {king} for the King.", prince=COURT["prince"], king=COURT["king"]),
    ),
    Source.BLACK: (
        "YS-7.7",
        Message(
            "at the end for 1, 2, 3 and more: {points}.", points=[int(worth) for worth in BLACK_TABLE[1:]]
        ),
    ),
    Source.THRONE: (
        "YS-9.4.9",
        Message(
            "at the end, by the sum of your brokers there: {points}.",
            points=[int(worth) for worth in THRONE_TABLE],
        ),
    ),
}


def what_scores(view: Mapping[str, Any]) -> list[Line]:
    """The card "What scores?" for the viewer of this view; hidden gems as far as the view counts them."""
    mine = None if view["seat"] is None else view["players"][view["seat"]]["points"]
    sources = [source for source in Source if source != Source.THRONE or view["variants"]["royal_favour"]]
    lines = {source: LINES.get(source) or _colour(view, source) for source in sources}
    return scoring_card({source.id: (source.term, line) for source, line in lines.items()}, mine)


def _colour(view: Mapping[str, Any], source: Source) -> Line:
    """YS-7.1, YS-7.2: what a colour brings as its value stands now."""
    rank = view["worth"].index(Gem(source - Source.BLUE).id)
    points = [int(points) for points in GEM_TABLE[rank]]
    text = Message("at the end, by who has most of them: {points} as the values stand.", points=points)
    return "YS-7.2", text

"""Chapter 7: points by source, ranks, and the announcement of the result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from donjon.games.ys.model import (
    BLACK_TABLE,
    CELL_BONUS,
    COURT_POINTS,
    GEM_TABLE,
    HIGHEST,
    MERCHANTS_WORTH,
    NEUTRAL_PLACE,
    THRONE_TABLE,
    State,
    is_neutral,
    party_count,
)
from donjon.games.ys.nouns import (
    BOOK,
    COLOURS,
    MAX_SEATS,
    NEUTRAL,
    NEUTRAL_SEAT,
    TRACK_SOURCES,
    Gem,
    Phase,
    Source,
    at_screen,
)
from donjon.games.ys.pieces import colour_rank, gem_count
from donjon.games.ys.throne import throne_sum
from donjon.kernel import rules
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, NamedEvent, cite, emit
from donjon.kernel.message import Message
from donjon.kernel.records import Grid
from donjon.kernel.rule_ids import number
from donjon.kernel.views import SUBJECT, scoring_card

SOURCES = len(Source)
TRACK_RULE = number("YS-0.1")
COLOUR_ORDER = number("YS-7.1")
COLOUR_RULE = number("YS-7.2")
NO_GEM = number("YS-7.3")
LOWEST_PLACE = number("YS-7.4")
FOURTH_PLACE = number("YS-7.5")
NO_TIE_BREAK = number("YS-7.6")
TABLE_OF_FEW = number("YS-9.2.7")
NEUTRAL_TIES = number("YS-9.3.17")
BLACK_RULE = number("YS-7.7")
THRONE_RULE = number("YS-9.4.9")
THRONE_TIE = number("YS-9.4.10")
THRONE_OF_THREE = number("YS-9.4.11")
WINNER = number("YS-7.8")
SHARED = number("YS-7.9")
NEUTRAL_SCORE = number("YS-9.3.18")


def _scored(named: NamedEvent) -> Message:
    values = {"seat": named.who, "source": Source(named.source).term, "points": named.points}
    if named.source == Source.THRONE:
        return Message("{seat} gets {points:point|points}: {source} (sum {sum}).", sum=named.count, **values)
    if named.source >= Source.BLUE:
        return Message("{seat} gets {points:point|points}: {source} ({count}).", count=named.count, **values)
    return Message("{seat} gets {points:point|points}: {source}.", **values)


# What the points are for: a number of gems, or the sum of the brokers in the throne room.
SCORED = BOOK.event("scored", _scored, "source", "points", "count", at=at_screen)
NEUTRAL_SCORED = BOOK.event(
    "neutral_scored",
    "The neutral player has {points:point|points}.",
    "points",
    at=lambda _named, _view: "neutral",
    also=("YS-9.3.16", "YS-9.3.17"),
)
WON = BOOK.event("won", "{seat} wins with {points:point|points}.", "points", at=at_screen, also=("YS-0.1",))
NEUTRAL_AHEAD = BOOK.event(
    "neutral_ahead",
    "The neutral player has more points than the winner: {points} to {best}.",
    "points",
    "best",
)


@compilable
def colour_points(state: State, party: int, colour: int) -> int:
    """Return the points of a colour; tied players score the lowest of their places (YS-7.2 to YS-7.5)."""
    own = int(state.seats[party].gems[colour])
    rank = colour_rank(state, colour)
    if own == 0:  # YS-7.3, YS-9.3.16
        return int(GEM_TABLE[rank, NEUTRAL_PLACE - 1]) if is_neutral(state, party) else 0
    place = 0
    for other in range(party_count(state)):
        place += state.seats[other].gems[colour] >= own
    return int(GEM_TABLE[rank, place - 1])


@compilable
def black_points(state: State, party: int) -> int:
    """Return the points for black gems (YS-7.7)."""
    return int(BLACK_TABLE[min(int(state.seats[party].gems[Gem.BLACK]), BLACK_TABLE.shape[0] - 1)])


@compilable
def throne_points(state: State, seat: int) -> int:
    """Return the points of the throne room, at the end only (YS-9.4.9, YS-9.4.10)."""
    if not state.royal or state.phase != Phase.OVER:
        return 0
    own = throne_sum(state, seat)
    above, tied = 0, 0
    for other in range(state.players):
        theirs = throne_sum(state, other)
        above += theirs > own
        tied += theirs == own
    shared = 0
    for place in range(above, above + tied):
        shared += int(THRONE_TABLE[place])
    return shared // tied


@compilable
def points(state: State, out: Grid) -> None:
    """Fill int32 out[seats, SOURCES] with the points by source, as if scored now."""
    for seat in range(state.players):
        for source in range(TRACK_SOURCES):
            out[seat, source] = state.seats[seat].points[source]
        for colour in range(COLOURS):
            out[seat, Source.BLUE + colour] = colour_points(state, seat, colour)
        out[seat, Source.BLACK] = black_points(state, seat)
        out[seat, Source.THRONE] = throne_points(state, seat)


@compilable
def total_of(state: State, party: int) -> int:
    """Return the points of a party, as if scored now; the neutral player's too."""
    gold = black_points(state, party)
    for source in range(TRACK_SOURCES):
        gold += int(state.seats[party].points[source])
    for colour in range(COLOURS):
        gold += colour_points(state, party, colour)
    return gold


@compilable
def total(state: State, seat: int) -> int:
    """Return the points of one seat, as if scored now."""
    return total_of(state, seat) + throne_points(state, seat)


@compilable
def standing(state: State, seat: int) -> int:
    """Return the sort key of a seat: its points, then its number of gems (YS-7.8, YS-7.9, YS-9.3.18)."""
    return total(state, seat) * 256 + gem_count(state.seats[seat])


# The announcement


@compilable
def announce_result(state: State, log: EventLog | None) -> None:
    """Log the points of every seat by source, then the winner (YS-7.2 to YS-7.9)."""
    gold = np.zeros((MAX_SEATS, SOURCES), np.int32)
    points(state, gold)
    for seat in range(state.players):
        for source in range(SOURCES):
            if source != Source.THRONE or state.royal:
                announce_source(state, seat, source, gold[seat, source], log)
    places = np.zeros(MAX_SEATS, np.int32)
    rules.ranks(state, places)
    best, shared = 0, 0
    for seat in range(state.players):
        shared += int(places[seat] == 1)
    for seat in range(state.players):
        if places[seat] == 1:
            best = total(state, seat)
            if shared > 1:
                cite(log, SHARED)
            if state.players == 2:
                cite(log, NEUTRAL_SCORE)
            emit(log, WON, seat, WINNER, best, 0, 0)
    if state.players == 2:
        theirs = total_of(state, NEUTRAL)
        emit(log, NEUTRAL_SCORED, NEUTRAL_SEAT, NEUTRAL_SCORE, theirs, 0, 0)
        if theirs > best:
            emit(log, NEUTRAL_AHEAD, NEUTRAL_SEAT, NEUTRAL_SCORE, theirs, best, 0)


@compilable
def announce_source(state: State, seat: int, source: int, gold: int, log: EventLog | None) -> None:
    """Log the points of one source, with the gems or brokers they are for."""
    gems = state.seats[seat].gems
    if source == Source.THRONE:
        cite_throne(state, seat, log)
        emit(log, SCORED, seat, THRONE_RULE, source, gold, throne_sum(state, seat))
    elif source == Source.BLACK:
        emit(log, SCORED, seat, BLACK_RULE, source, gold, gems[Gem.BLACK])
    elif source >= Source.BLUE:
        cite_colour(state, seat, source - Source.BLUE, log)
        emit(log, SCORED, seat, COLOUR_RULE, source, gold, gems[source - Source.BLUE])
    else:
        emit(log, SCORED, seat, TRACK_RULE, source, gold, 0)


@compilable
def cite_throne(state: State, seat: int, log: EventLog | None) -> None:
    """Cite the rules behind the points of the throne room: ties, three players, a sum of 0."""
    own, tied = throne_sum(state, seat), 0
    for other in range(state.players):
        tied += int(throne_sum(state, other) == own)
    if tied > 1:
        cite(log, THRONE_TIE)
    if state.players < MAX_SEATS or own == 0:
        cite(log, THRONE_OF_THREE)


@compilable
def cite_colour(state: State, seat: int, colour: int, log: EventLog | None) -> None:
    """Cite the rules behind the points of a colour: no gem, ties, few players (YS-7.3 to YS-7.6)."""
    own, before, tied = int(state.seats[seat].gems[colour]), 0, 0
    for other in range(party_count(state)):
        before += int(state.seats[other].gems[colour] > own)
        tied += int(state.seats[other].gems[colour] == own)
    cite(log, COLOUR_ORDER)
    if own == 0:
        cite(log, NO_GEM)
    elif tied > 1:
        cite(log, LOWEST_PLACE)
        cite(log, NO_TIE_BREAK)
        if before + tied == MAX_SEATS and before in (0, 2):
            cite(log, FOURTH_PLACE)
        if is_neutral(state, NEUTRAL) and state.seats[NEUTRAL].gems[colour] == own:
            cite(log, NEUTRAL_TIES)
    if state.players < MAX_SEATS:
        cite(log, TABLE_OF_FEW)


# Explanations

_LINES: dict[Source, Line] = {
    Source.MARKET: ("YS-5.6", Message("{points} for each broker you place there.", points=CELL_BONUS)),
    Source.MERCHANTS: (
        "YS-6.3.3",
        Message("{points} for winning a merchants' district.", points=MERCHANTS_WORTH),
    ),
    Source.COURT: (
        "YS-8.18.1",
        Message(
            "{prince} for the Prince, {king} for the King.",
            prince=COURT_POINTS["prince"],
            king=COURT_POINTS["king"],
        ),
    ),
    Source.BLACK: (
        "YS-7.7",
        Message("at the end, {points} for 1, 2, 3… gems.", points=[int(worth) for worth in BLACK_TABLE[1:]]),
    ),
    Source.THRONE: (
        "YS-9.4.9",
        Message(
            "at the end, {points} by rank in the sum of brokers there.",
            points=[int(worth) for worth in THRONE_TABLE],
        ),
    ),
}


@BOOK.explains(SUBJECT)
def what_scores(_state: State, view: Mapping[str, Any], _name: str) -> list[Line]:
    """Return the card "What scores?" for a viewer; hidden gems as far as the view counts them."""
    mine = None if view["seat"] is None else view["players"][view["seat"]]["points"]
    sources = [source for source in Source if source != Source.THRONE or view["variants"]["royal_favour"]]
    lines = {source: _LINES.get(source) or _colour(view, source) for source in sources}
    return scoring_card({source.id: (source.term, line) for source, line in lines.items()}, mine)


def _colour(view: Mapping[str, Any], source: Source) -> Line:
    """Return what a colour brings at its current gem value (YS-7.1, YS-7.2)."""
    rank = view["worth"].index(Gem(source - Source.BLUE).id)
    points = [int(points) for points in GEM_TABLE[rank]]
    text = Message(
        "at the end, {points} by rank in gems of this colour (at the current gem value).", points=points
    )
    return "YS-7.2", text


@BOOK.explains("value-")
def explain_value(_state: State, view: Mapping[str, Any], name: str) -> list[Line]:
    """Return the gem value of a colour, its rank, and what its gems bring at the end."""
    if name not in view["values"]:
        return []
    rank = view["worth"].index(name) + 1
    points = [int(points) for points in GEM_TABLE[rank - 1]]
    return [
        title(Message("gem value: {gem}", gem=Gem[name.upper()].term)),
        ("YS-6.5.7", Message("Gem value: {value} of {most}.", value=view["values"][name], most=HIGHEST)),
        ("YS-7.1", Message("Rank among the four colours: {rank}.", rank=rank)),
        (
            "YS-7.2",
            Message(
                "At the end, players score {points} points by rank in gems of this colour.", points=points
            ),
        ),
    ]


@BOOK.explains("values")
def explain_values(_state: State, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Return what the gem values are for."""
    return [
        title(Message("gem values")),
        (
            "YS-7.1",
            Message("At the end the colours are ranked by gem value; ties go to the colour further left."),
        ),
        ("YS-6.7.2", Message("The best bidder moves one gem value by 1.")),
    ]

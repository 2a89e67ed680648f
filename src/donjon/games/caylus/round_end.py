"""Chapters 10, 12 and 13: the bailiff, scoring sections, the end of the game, and two players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from donjon.games.caylus import tables
from donjon.games.caylus.castle import is_complete
from donjon.games.caylus.model import (
    BOOK,
    NONE,
    PLAIN_CUBES,
    SECTIONS,
    Cube,
    Decision,
    Phase,
    Seat,
    Section,
    Source,
    State,
)
from donjon.games.caylus.provost import reach
from donjon.games.caylus.purse import gain_vp, lose_vp
from donjon.games.caylus.spaces import name_of
from donjon.kernel.book import Line
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, NamedEvent, cite, emit
from donjon.kernel.message import Message
from donjon.kernel.records import Grid, Ints
from donjon.kernel.rule_ids import number
from donjon.kernel.views import SUBJECT, scoring_card

# The stages of phase 7: the bailiff moves, is a section due, a section is being scored.
MOVE, DUE, SCORE = 0, 1, 2


@compilable
def resolve_end(state: State, log: EventLog | None) -> bool:
    """Do one step of phase 7; return True when the round is over (CAY-10)."""
    if state.stage == MOVE:
        move_bailiff(state, log)
        state.stage = DUE
        return False
    if state.stage == SCORE:
        score_next_seat(state, log)
        return False
    if state.scored == SECTIONS or not is_due(state, int(state.scored)):
        return True
    state.scoring = 1
    state.cursor = 0
    state.stage = SCORE
    if log is not None:
        cite_section(state, int(state.scored), log)
    emit(log, SECTION_SCORED, NONE, SECTION_DUE, state.scored, 0, 0)
    return False


@BOOK.explains("phase-end")
def explain_phase(_state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain phase 7."""
    return [
        ("", Message("Phase 7: end of the round")),
        ("CAY-10.1.1", Message("The bailiff moves on, and castle sections that are due are scored.")),
    ]


# The bailiff

BAILIFF_GOES = number("CAY-10.1.1")
BAILIFF_UNBUILT = number("CAY-10.1.2")
PROVOST_FOLLOWS = number("CAY-10.1.3")
BAILIFF_MOVED = BOOK.event(
    "bailiff_moved",
    "The bailiff moves from {origin} to {target}.",
    *("origin", "target"),
    at="bailiff",
)


def _provost_joined(named: NamedEvent) -> Message:
    """Return the sentence about the provost who follows the bailiff."""
    if named.origin == named.target:
        return Message("The provost stays with the bailiff on {target}.", target=named.target)
    return Message(
        "The provost moves from {origin} to the bailiff on {target}.",
        origin=named.origin,
        target=named.target,
    )


PROVOST_TO_BAILIFF = BOOK.event(
    "provost_to_bailiff",
    _provost_joined,
    *("origin", "target"),
    at="provost",
)


@compilable
def move_bailiff(state: State, log: EventLog | None) -> None:
    """Move the bailiff 2 spaces if the provost is further, else 1; the provost joins it (CAY-10.1)."""
    before, provost = int(state.bailiff), int(state.provost)
    state.bailiff += 2 if provost > before else 1
    if state.tile[state.bailiff] == NONE:
        cite(log, BAILIFF_UNBUILT)
    emit(log, BAILIFF_MOVED, NONE, BAILIFF_GOES, before, state.bailiff, 0)
    state.provost = state.bailiff
    emit(log, PROVOST_TO_BAILIFF, NONE, PROVOST_FOLLOWS, provost, state.provost, 0)


@BOOK.explains("bailiff")
def explain_bailiff(state: Any, _view: Mapping[str, Any], _name: str) -> list[Line]:
    """Explain the bailiff."""
    return [
        name_of(Message("bailiff")),
        ("CAY-10.1.1", Message("Each round it moves 2 spaces if the provost is ahead of it, otherwise 1.")),
        (
            "CAY-10.2.1",
            Message(
                "On space {space} now. The dungeon is scored at 12, the walls at 18, the towers at 24.",
                space=int(state.bailiff),
            ),
        ),
    ]


# Sections

LEFT_EMPTY = number("CAY-9.3.4")
SECTION_DUE = number("CAY-10.2.1")
DUE_TOGETHER = number("CAY-10.2.3")
# SECTION_RULES[section]: the rule about the gain of its houses.
SECTION_RULES: Ints = np.array([number("CAY-10.3.2"), number("CAY-10.3.3"), number("CAY-10.3.4")], np.int32)
ONE_AFTER_ANOTHER = number("CAY-10.3.5")
COUNT_LATER = number("CAY-10.3.6")
NEXT_SECTION = number("CAY-10.4.1")
FAVOUR_SOURCES = number("CAY-11.1.1")
COLUMNS_3_4 = number("CAY-11.3.2")
COLUMN_5 = number("CAY-11.3.3")


def _at_section(named: NamedEvent, _view: Mapping[str, Any]) -> str:
    return Section(named.section).id


def _section_result(named: NamedEvent) -> Message:
    """Return the sentence about what a section brings a player."""
    places = {"seat": named.who, "section": Section(named.section).term, "houses": named.houses}
    if named.gain > 0:
        return Message(
            "{seat} has {houses:house|houses} in the {section} (+{favours:favour|favours}).",
            **places,
            favours=named.gain,
        )
    if named.houses:
        return Message("{seat} has {houses:house|houses} in the {section}: no favour, no loss.", **places)
    if named.gain:
        return Message("{seat} has no house in the {section} (−{vp:point|points}).", **places, vp=-named.gain)
    return Message("{seat} has no house in the {section}.", **places)


SECTION_SCORED = BOOK.event(
    "section_scored", "Castle section scored: {section}.", "section", at=_at_section, also=("CAY-10.3.1",)
)
# "gain" is favours, or minus the points that are lost.
SECTION_RESULT = BOOK.event("section_result", _section_result, "section", "houses", "gain", at=_at_section)
COLUMNS_OPEN = BOOK.event("columns_open", "Columns 1–{count} of the favour table are now open.", "count")


@compilable
def is_due(state: State, section: int) -> bool:
    """Return whether a section is complete or the bailiff has reached its space (CAY-10.2.1)."""
    return state.bailiff >= tables.SECTION_SPACE[section] or is_complete(state, section)


@compilable
def cite_section(state: State, section: int, log: EventLog | None) -> None:
    """Cite the rules behind the scoring of a section, and of the next one."""
    if not is_complete(state, section):
        cite(log, LEFT_EMPTY)
    if section + 1 < SECTIONS:
        cite(log, NEXT_SECTION)
        if is_due(state, section + 1):
            cite(log, DUE_TOGETHER)


@compilable
def score_next_seat(state: State, log: EventLog | None) -> None:
    """Score the section for the next player in turn order, completely (CAY-10.3.1, CAY-10.3.5)."""
    if state.cursor == state.players:
        state.scored += 1
        state.scoring = 0
        state.stage = DUE
        if state.scored < SECTIONS and not state.simplified:
            rule = COLUMNS_3_4 if state.scored == 1 else COLUMN_5
            emit(log, COLUMNS_OPEN, NONE, rule, tables.OPEN_COLUMNS[state.scored], 0, 0)
        return
    seat = int(state.order[state.cursor])
    state.cursor += 1
    section = int(state.scored)
    houses = int(state.seats[seat].houses[section])
    favours = int(tables.SECTION_FAVOURS[section, houses])
    loss = lose_vp(state, seat, int(tables.SECTION_LOSS[section, houses]), log)
    if favours > 0:
        state.owed += favours
        state.favoured = seat
    if favours > 0 or loss > 0:
        cite(log, ONE_AFTER_ANOTHER)
    if favours > 0:
        cite(log, FAVOUR_SOURCES)
    if log is not None and has_later_houses(state.seats[seat], section):
        cite(log, COUNT_LATER)
    emit(log, SECTION_RESULT, seat, SECTION_RULES[section], section, houses, favours - loss)


@compilable
def has_later_houses(me: Seat, section: int) -> bool:
    """Return whether a player has houses in a section after this one (CAY-10.3.6)."""
    for later in range(section + 1, SECTIONS):
        if me.houses[later] > 0:
            return True
    return False


def deadlines(state: Any) -> list[tuple[int | None, int | None]]:
    """Return for each section the rounds until it is scored, at the slowest and the fastest.

    1 is the end of this round; None for a section that is scored already. Completing it may be faster
    (CAY-10.1.1, CAY-10.2.1).
    """
    slow, fast = _bailiff_steps(state)
    rounds: list[tuple[int | None, int | None]] = [(None, None)] * int(state.scored)
    for section in range(int(state.scored), SECTIONS):
        spaces = 0 if is_complete(state, section) else int(tables.SECTION_SPACE[section]) - int(state.bailiff)
        rounds.append((1 + max(0, spaces - slow), 1 + max(0, (spaces - fast + 1) // 2)))
    return rounds


def _bailiff_steps(state: Any) -> tuple[int, int]:
    """Return how far the bailiff goes at the end of this round, at least and at most (CAY-10.1.1)."""
    if state.phase == Phase.END:
        return 0, 0
    if state.phase < Phase.PLACING:
        return 1, 2
    lowest, highest = reach(state)
    bailiff = int(state.bailiff)
    return 1 + (lowest > bailiff), 1 + (highest > bailiff)


_SECTION_LINES: tuple[Line, ...] = (
    ("CAY-10.3.2", Message("No house: −2 points. 2 or more houses: 1 favour.")),
    ("CAY-10.3.3", Message("No house: −3 points. 2 houses: 1 favour; 3–4: 2 favours; 5 or more: 3 favours.")),
    (
        "CAY-10.3.4",
        Message("No house: −4 points. 2–3 houses: 1 favour; 4–5: 2 favours; 6 or more: 3 favours."),
    ),
)


@BOOK.explains(*Section.ids(), about=("section",))
def explain_section(state: Any, _view: Mapping[str, Any], name: str) -> list[Line]:
    """Explain a section of the castle: what its houses bring, and when it is scored."""
    section = Section.ids().index(name)
    lines = [name_of(Section(section).term)]
    lines.append(
        ("CAY-9.4", Message("A house here gives {vp:point|points}.", vp=int(tables.HOUSE_VP[section])))
    )
    lines.append(_SECTION_LINES[section])
    if section < state.scored:
        return [*lines, ("CAY-10.2.2", Message("Already scored."))]
    free = sum(
        state.parts[part] == NONE
        for part in range(tables.FIRST_PART[section], tables.FIRST_PART[section + 1])
    )
    slowest, fastest = deadlines(state)[section]
    if slowest == 1:
        text = Message("Scored at the end of this round. {free:free part|free parts} left.").text
    elif slowest == fastest:
        text = Message(
            "Scored in {slowest:round|rounds}, or when complete. {free:free part|free parts} left."
        ).text
    else:
        text = Message(
            "Scored in {fastest}–{slowest:round|rounds}, or when complete. {free:free part|free parts} left."
        ).text
    return [*lines, ("CAY-10.2.1", Message(text, fastest=fastest, slowest=slowest, free=int(free)))]


# The end of the game

GAME_ENDS = BOOK.forbids("CAY-12.1", Message("The game is over."))
GOLD_COUNTS = number("CAY-12.2")
CUBES_COUNT = number("CAY-12.3")
DENIERS_COUNT = number("CAY-12.4")
MOST_WIN = number("CAY-12.5")
GAME_OVER = BOOK.event("game_over", "The towers are scored: the game is over.", also=("CAY-10.4.2",))
COUNTED_GOLD = BOOK.event(
    "counted_gold",
    "{seat}: {count} gold (+{vp:point|points}).",
    *("count", "vp"),
    without="{seat}: {count} gold.",
)
COUNTED_CUBES = BOOK.event(
    "counted_cubes",
    "{seat}: {count:other cube|other cubes} (+{vp:point|points}).",
    *("count", "vp"),
    without="{seat}: {count:other cube|other cubes}.",
)
COUNTED_DENIERS = BOOK.event(
    "counted_deniers",
    "{seat}: {count:denier|deniers} (+{vp:point|points}).",
    *("count", "vp"),
    without="{seat}: {count:denier|deniers}.",
)
WON = BOOK.event("won", "{seat} wins with {vp:point|points}.", "vp")


@compilable
def end_game(state: State, log: EventLog | None) -> None:
    """Count gold, other cubes and deniers, and say who wins (CAY-12.1 to CAY-12.5)."""
    state.phase = Phase.OVER
    state.decision = Decision.NOTHING
    state.actor = NONE
    emit(log, GAME_OVER, NONE, GAME_ENDS, 0, 0, 0)
    for seat in range(state.players):
        me = state.seats[seat]
        gain_vp(state, seat, Source.FINAL, count_gold(me))
        emit(log, COUNTED_GOLD, seat, GOLD_COUNTS, me.cubes[Cube.GOLD], count_gold(me), 0)
        gain_vp(state, seat, Source.FINAL, count_cubes(me))
        emit(log, COUNTED_CUBES, seat, CUBES_COUNT, plain_cubes(me), count_cubes(me), 0)
        gain_vp(state, seat, Source.FINAL, count_deniers(me))
        emit(log, COUNTED_DENIERS, seat, DENIERS_COUNT, me.deniers, count_deniers(me), 0)
    if log is not None:
        announce_winners(state, log)


@compilable
def plain_cubes(me: Seat) -> int:
    """Return how many cubes other than gold a player has."""
    count = 0
    for cube in range(PLAIN_CUBES):
        count += int(me.cubes[cube])
    return count


@compilable
def count_gold(me: Seat) -> int:
    """Return 3 points for each gold (CAY-12.2)."""
    return tables.VP_PER_GOLD * int(me.cubes[Cube.GOLD])


@compilable
def count_cubes(me: Seat) -> int:
    """Return 1 point for 3 other cubes (CAY-12.3)."""
    return plain_cubes(me) // tables.CUBES_PER_VP


@compilable
def count_deniers(me: Seat) -> int:
    """Return 1 point for 4 deniers (CAY-12.4)."""
    return int(me.deniers) // tables.DENIERS_PER_VP


@compilable
def announce_winners(state: State, log: EventLog | None) -> None:
    """Announce the players with the most points, who share the victory (CAY-12.5)."""
    best = 0
    for seat in range(state.players):
        best = max(best, int(state.seats[seat].vp))
    for seat in range(state.players):
        if state.seats[seat].vp == best:
            emit(log, WON, seat, MOST_WIN, best, 0, 0)


@compilable
def points(state: State, out: Grid) -> None:
    """Fill int32 out[seats, SOURCES] with the points held; the final count comes at the end only."""
    for seat in range(state.players):
        for source in range(out.shape[1]):
            out[seat, source] = state.seats[seat].sources[source]


@compilable
def total(state: State, seat: int) -> int:
    """Return the prestige points of a seat; there is no tie-breaker (CAY-12.5)."""
    return int(state.seats[seat].vp)


# Sources of points

_HOUSES = [
    Message("{section} {vp}", section=Section(section).term, vp=int(vp))
    for section, vp in enumerate(tables.HOUSE_VP)
]
_LOSSES = [
    Message("{section} {vp}", section=Section(section).term, vp=-int(loss))
    for section, loss in enumerate(tables.SECTION_LOSS[:, 0])
]
_LINES: dict[Source, Line] = {
    Source.BUILDINGS: ("CAY-8.3.6", Message("the points on a tile, as soon as you build it.")),
    Source.VISITS: (
        "CAY-5.5.1",
        Message("{vp} for each opponent's worker placed on your buildings.", vp=tables.VISIT_VP),
    ),
    Source.TRADES: ("CAY-8.5.5", Message("the points you trade for at the tailor and the church.")),
    Source.CASTLE: (
        "CAY-9.4",
        Message("for each house you build: {houses}.", houses=_HOUSES),
    ),
    Source.FAVOURS: (
        "CAY-11.5.1",
        Message("points equal to your marker's column, in the prestige points row."),
    ),
    Source.PENALTIES: (
        "CAY-10.3.1",
        Message(
            "{none} for a castle worker without a batch; no house when a section is scored: {losses}.",
            none=-tables.NO_BATCH_LOSS,
            losses=_LOSSES,
        ),
    ),
    Source.FINAL: (
        "CAY-12.2",
        Message(
            "at the end, {gold} for each gold, 1 for every {cubes} other cubes, 1 for every "
            "{deniers:denier|deniers}.",
            gold=tables.VP_PER_GOLD,
            cubes=tables.CUBES_PER_VP,
            deniers=tables.DENIERS_PER_VP,
        ),
    ),
}
_SOURCES = {source.word: (source.term, line) for source, line in _LINES.items()}


@BOOK.explains(SUBJECT)
def explain_scoring(_state: Any, view: Mapping[str, Any], _name: str) -> list[Line]:
    """Say what scores, for the viewer; the final count as it would be now (CAY-12)."""
    if view["seat"] is None:
        return scoring_card(_SOURCES, None)
    me = view["players"][view["seat"]]
    final = Source.FINAL.word
    coming = 0 if view["over"] else sum(me["count"].values())
    return scoring_card(_SOURCES, {**me["points"], final: me["points"][final] + coming})


# Two players

ORDER_SWAPS = number("CAY-13.2")
ORDER_SWAPPED = BOOK.event("order_swapped", "The turn order swaps: {seat} is first.")


@compilable
def swap_order(state: State, log: EventLog | None) -> None:
    """Swap the turn order, as two players do every round (CAY-13.2)."""
    first = int(state.order[1])
    state.order[1] = state.order[0]
    state.order[0] = first
    emit(log, ORDER_SWAPPED, first, ORDER_SWAPS, 0, 0, 0)

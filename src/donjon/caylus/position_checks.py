"""What holds in every position of a game: `faults` says where it does not hold in a stated one.

How a position came about is not judged: the number of the round may be too low for the bailiff's space, and
seats may hold more than they could have earned. What is here must be so for the rules to go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from donjon.caylus import building, castle, decisions, favours, road, round_end, tables
from donjon.caylus.model import (
    CASTLE_SPACES,
    EFFECT_STAGE,
    INN_RIGHT,
    MOST_OWED,
    NEUTRALS,
    NONE,
    OWNER_STAGE,
    PARTS,
    ROAD,
    SECTIONS,
    SPECIALS,
    START_SPACE,
    TILES,
    Class,
    Decision,
    Effect,
    Phase,
    Row,
    Source,
    Space,
    State,
    Tile,
)
from donjon.caylus.round import DECISIONS_OF_PHASE, FAVOUR_DECISIONS
from donjon.caylus.special import SPACE_OF_DECISION
from donjon.kernel.game import copy

ROW_OF_DECISION = {
    Decision.FAVOUR_CUBES: Row.CUBES,
    Decision.SWAP_FOR: Row.CUBES,
    Decision.FAVOUR_BUILD: Row.BUILD,
}
_SECOND_HALVES = (Decision.PAY, Decision.SITE)


def faults(state: State) -> Iterator[str]:
    """A sentence with the field and the rule for each thing that always holds in a game, but not here.

    Later checks build on earlier ones: only the first sentence is sure. The position is a decision, or
    (`ask` NOTHING) one from which the game goes on by itself.
    """
    yield from _check_round(state)
    for space in range(1, ROAD + 1):
        yield from _check_tile(state, space)
    yield from _check_bank(state)
    yield from _check_castle(state)
    yield from _check_standing(state)
    for seat in range(state.players):
        yield from _check_points(state, seat)
        yield from _check_favour_table(state, seat)
    if state.decision == Decision.NOTHING:
        yield from _check_going_on(state)
    else:
        yield from _check_decision(state)
    yield from _check_leaving(state)


# The round


def _check_round(state: State) -> Iterator[str]:
    """CAY-3.1, CAY-5.1.1, CAY-10.1.1: phase, round and bailiff, who has passed."""
    phase = Phase(state.phase)
    if phase == Phase.SETUP:
        yield (
            "A position is stated from the first round on, so that 'phase' cannot be 'setup'. "
            "Begin a new game with the options you want instead."
        )
    if phase == Phase.OVER and state.scored < SECTIONS:
        yield "'scored' must be 3 when the game is over: it ends with the Towers (CAY-12.1)."
    has_moved = has_bailiff_moved(state)
    if not has_moved and state.bailiff >= tables.SECTION_SPACE[SECTIONS - 1]:
        yield "'bailiff' is where the Towers were scored, and the game was over (CAY-10.2.1)."
    if state.round > state.bailiff - START_SPACE + (not has_moved):
        yield "'round' is too high for 'bailiff', who moves in each of them (CAY-10.1.1)."
    passed = seats_in(state.passing)
    if len(set(passed)) < len(passed):
        yield "'passed' names a seat twice: each passes once in a round (CAY-5.2.1)."
    if phase == Phase.INCOME and passed:
        yield "'passed' must be empty in the phase 'income': nobody has passed yet (CAY-5.1.1)."
    if phase >= Phase.SPECIAL and len(passed) < state.players:
        yield f"'passed' must name every seat in the phase {phase.id!r}: all have passed."


def has_bailiff_moved(state: State) -> bool:
    """CAY-10.1: has the bailiff moved in this round?"""
    return bool(state.phase == Phase.OVER or (state.phase == Phase.END and state.stage != round_end.MOVE))


# Road and bank


def _check_tile(state: State, space: int) -> Iterator[str]:
    """CAY-1.9, CAY-8.4.2, CAY-8.4.3: may this tile with this owner lie on this space?"""
    tile, owner = int(state.tile[space]), int(state.owner[space])
    said = "no tile" if tile == NONE else f"the tile {Tile(tile).id!r}"
    kind = Class.NEUTRAL if tile == NONE else int(tables.CLASS[tile])
    printed = int(state.neutral[space - 1]) if space <= NEUTRALS else int(tables.START_TILE[space])
    if tables.START_TILE[space] != NONE and tile != printed:
        yield f"Road space {space} always holds {Tile(printed).id!r}, not {said} (CAY-1.9)."
    if tile != printed:
        if space <= NEUTRALS and kind not in (Class.RESIDENTIAL, Class.PRESTIGE):
            yield (
                f"Road space {space} holds {Tile(printed).id!r} or what replaces it, not {said}: "
                "say with the option 'neutral_tiles' which neutral tiles lie where."
            )
        if tile != NONE and kind in (Class.NEUTRAL, Class.FIXED):
            yield f"Road space {space} never holds {said} (CAY-1.9)."
    has_house = tile != NONE and kind not in (Class.NEUTRAL, Class.FIXED)
    if has_house and owner == NONE:
        yield f"Road space {space} needs an 'owner': the seat that built {said}."
    if not has_house and owner != NONE:
        yield f"Road space {space} with {said} has no 'owner': no house stands there."
    pending = int(state.pending[space])
    if pending != NONE and not (tables.CONVERTIBLE[tile] and owner in (NONE, pending)):
        yield f"'pending' on road space {space}: seat {pending} cannot convert {said} (CAY-8.4.3)."
    if pending != NONE and state.worker[Space.CASTLE + space] == NONE:
        yield f"'pending' on 'road {space}' needs a worker there (CAY-8.4.7)."


def seats_in(places: Iterable[int]) -> list[int]:
    """The seats that have something in a row of places, in order."""
    return [int(seat) for seat in places if seat != NONE]


def on_road(state: State, tile: int) -> int:
    """How many copies of a tile lie on the road."""
    return sum(int(there) == tile for there in state.tile[1:])


def _check_bank(state: State) -> Iterator[str]:
    """CAY-3.7: what does not lie on the road is in the bank, or fewer."""
    for tile in range(TILES):
        used, most = on_road(state, tile), tables.COUNT[tile]
        if most and used > most:
            yield f"The road holds {Tile(tile).id!r} {used} times, but there are {most} (CAY-3.7)."


# Castle and workers


def _check_castle(state: State) -> Iterator[str]:
    """CAY-9.3.2: houses fill the current section, then the later ones, each from its first part on."""
    for part in range(int(tables.FIRST_PART[min(state.scored, SECTIONS - 1)]), PARTS - 1):
        if state.parts[part] == NONE and state.parts[part + 1] != NONE:
            yield (
                "'castle' has a house in a later section while the current one has a free part: "
                "houses fill the current section first (CAY-9.3.2)."
            )


def _check_standing(state: State) -> Iterator[str]:
    """CAY-5.3.2, CAY-5.6, CAY-13.3: where workers may stand, and the lowest places first."""
    if state.players == 2 and seats_in(state.stables):
        yield "A worker in the stables: two players do not use them (CAY-13.3)."
    for space in range(1, ROAD + 1):
        tile = int(state.tile[space])
        is_taken = state.worker[Space.CASTLE + space] != NONE
        if is_taken and (tile == NONE or not tables.TAKES_WORKERS[tile]):
            yield f"A worker on 'road {space}': no worker is ever placed there (CAY-5.3.2)."
    for name, circles, rule in (
        ("stables", state.stables, "CAY-5.6.1"),
        ("castle", state.castle, "CAY-5.6.3"),
    ):
        taken = seats_in(circles)
        if seats_in(circles[: len(taken)]) != taken:
            yield f"Workers take the lowest free space: {name!r} has a gap ({rule})."
        if len(set(taken)) < len(taken):
            yield f"A player has at most one worker in the {name} ({rule})."


def _check_leaving(state: State) -> Iterator[str]:
    """CAY-3.1: workers that have gone home by then stand nowhere."""
    phase, at = Phase(state.phase), int(state.cursor)
    for space in range(Space.CASTLE + ROAD + 1):
        circles = {int(Space.STABLES): list(state.stables), int(Space.CASTLE): list(state.castle)}.get(space)
        is_taken = bool(seats_in(circles or [state.worker[space]]))
        works = Phase.ROAD
        if space <= Space.CASTLE:
            works = Phase.CASTLE if space == Space.CASTLE else Phase.SPECIAL
        here = space if works == Phase.SPECIAL else space - Space.CASTLE
        is_done = phase > works or (phase == works != Phase.CASTLE and here < at)
        if is_taken and (is_done or phase == Phase.INCOME):
            name = Space(space).id if space <= Space.CASTLE else f"road {space - Space.CASTLE}"
            yield f"A worker on {name!r} in the phase {phase.id!r} at {_where(state)}: it is home by then."


# What seats have


def _check_points(state: State, seat: int) -> Iterator[str]:
    """CAY-3.4, CAY-12: points are those of their sources; only losses are below 0, only the end counts."""
    me, where = state.seats[seat], f"seats of seat {seat}"
    total = int(me.sources.sum())
    if me.vp != total:
        yield f"{where!r}: 'vp' is {int(me.vp)}, but the 'points' come to {total}; they must agree."
    if me.vp < 0:
        yield f"{where!r}: 'points' never come to less than 0 (CAY-3.4)."
    for source in Source:
        points = int(me.sources[source])
        if (points > 0) if source == Source.PENALTIES else (points < 0):
            yield f"{where!r}: 'points' of {source.word!r} cannot be {points} (CAY-3.4)."
    if me.batches > sum(int(houses) for houses in me.houses):
        yield f"{where!r}: 'batches' is {int(me.batches)}, more than its houses (CAY-9.2.3)."
    if me.sources[Source.FINAL] and state.phase != Phase.OVER:
        yield f"{where!r}: the 'final count' comes when the game is over (CAY-12.1)."


def _check_favour_table(state: State, seat: int) -> Iterator[str]:
    """CAY-11.3, CAY-11.4.1, CAY-14.1: markers in open columns; rows are used where there are favours."""
    me, where = state.seats[seat], f"seats of seat {seat}"
    most = 0 if state.simplified else int(tables.OPEN_COLUMNS[state.scored])
    for row in Row:
        if me.columns[row] > most:
            yield (
                f"{where!r}: the column of {row.id} must be a whole number from 0 to {most} "
                f"({'CAY-14.1' if state.simplified else 'CAY-11.3'}), not {int(me.columns[row])}."
            )
        if me.rows[row] and me.columns[row] == 0:
            yield f"{where!r}: the column of {row.id}, one of the 'rows' used, cannot be 0 (CAY-11.2.2)."
    has_favours = state.phase == Phase.OVER or Decision.ROW in DECISIONS_OF_PHASE.get(Phase(state.phase), ())
    if any(me.rows) and (state.simplified or not has_favours):
        phase = Phase(state.phase).id
        yield f"{where!r}: 'rows' must be empty, nobody uses any in the phase {phase!r} (CAY-11.4)."


# Where the game goes on without a stated decision


def _check_going_on(state: State) -> Iterator[str]:
    """Nothing that belongs to a decision is stated; favours owed belong to somebody, in their phases."""
    phase = Phase(state.phase)
    if state.chosen != NONE or state.by_favour:
        yield "'chosen' and 'by_favour' belong to a decision: say which in 'ask'."
    if (state.owed > 0) != (state.favoured != NONE):
        yield "'owed' needs 'favoured', the seat that is owed favours, and the other way round."
    if state.owed and Decision.ROW not in DECISIONS_OF_PHASE.get(phase, set()):
        yield f"'owed': nobody gains favours in the phase {phase.id!r}."
    if state.owed:
        asked = copy(state)
        asked.decision, asked.actor = Decision.ROW, state.favoured
        yield from _check_place(asked)
        yield from _check_owed(asked)
    if not _is_stage(state):
        stage = int(state.stage)
        yield f"'stage' cannot be {stage} in the phase {phase.id!r} at {_where(state)}."


def _is_stage(state: State) -> bool:
    """May what is at the cursor have come so far?"""
    phase, at, stage = int(state.phase), int(state.cursor), int(state.stage)
    if phase == Phase.SPECIAL:
        return stage == 0 or (stage == 1 and at == Space.JOUST_FIELD and state.worker[at] != NONE)
    if phase == Phase.ROAD:
        is_run = road.runs(at, int(state.provost)) and state.worker[Space.CASTLE + at] != NONE
        return stage == EFFECT_STAGE or is_run
    if phase == Phase.CASTLE:
        return stage != castle.GIVE or at < len(seats_in(state.castle))
    if phase == Phase.END:
        return at == 0 or stage != round_end.MOVE
    return stage == (round_end.DUE if phase == Phase.OVER else 0)


# A stated decision


def _check_decision(state: State) -> Iterator[str]:
    """The decision belongs to its phase, place and seat, and leaves something to choose."""
    phase, decision = Phase(state.phase), Decision(state.decision)
    if decision not in DECISIONS_OF_PHASE.get(phase, set()):
        yield f"'ask' cannot be {decision.id!r} in the phase {phase.id!r} (CAY-3.1)."
    yield from _check_place(state)
    if phase == Phase.PLACING and state.seats[state.actor].passed:
        yield f"'actor' cannot be {int(state.actor)}, who has passed (CAY-5.2.3)."
    yield from _check_favour(state, decision)
    yield from _check_owed(state)
    yield from _check_chosen(state, decision)
    if decisions.mark(state, int(state.actor), None) == 0:
        yield f"'ask' cannot be {decision.id!r}: seat {int(state.actor)} has nothing to choose from."


def stage_of(state: State, decision: int) -> int:
    """The stage of the space or phase at which a decision is made; without one the first."""
    phase = int(state.phase)
    if phase == Phase.OVER:
        return round_end.DUE
    if decision == Decision.BATCH:
        return castle.GIVE
    if decision == Decision.BONUS:
        return OWNER_STAGE
    if decision in FAVOUR_DECISIONS:
        return {int(Phase.CASTLE): castle.DONE, int(Phase.END): round_end.SCORE}.get(phase, OWNER_STAGE)
    return 0


def is_by_favour(state: State) -> bool:
    """Does the build or conversion come from a favour?"""
    is_second_half = state.decision in _SECOND_HALVES
    return bool(state.decision == Decision.FAVOUR_BUILD or (is_second_half and state.phase != Phase.ROAD))


def is_of_favour(state: State) -> bool:
    """Is a favour being used? A cube for "any" and a residence are asked for on the road, too."""
    return bool(
        state.by_favour or (state.decision in FAVOUR_DECISIONS and state.decision not in _SECOND_HALVES)
    )


def actor_of(state: State) -> int:
    """Who decides what is asked; NONE when nobody is there, or for the favour of phase 6."""
    phase, decision, at = int(state.phase), Decision(state.decision), int(state.cursor)
    if phase == Phase.PLACING:
        return int(state.order[at])
    if phase == Phase.PROVOST:
        return int(state.passing[at])
    if phase == Phase.SPECIAL:
        return int(state.worker[INN_RIGHT if decision == Decision.INN else at])
    if phase == Phase.ROAD:
        return int(state.owner[at] if decision == Decision.BONUS else state.worker[Space.CASTLE + at])
    if decision == Decision.BATCH:
        return int(state.castle[at]) if at < CASTLE_SPACES else NONE
    if phase == Phase.END:
        return int(state.order[at - 1]) if at > 0 else NONE
    return NONE


def _check_place(state: State) -> Iterator[str]:
    """A decision is made where it belongs, by a seat that is there; a favour of phase 6 may be anybody's."""
    decision, expected = Decision(state.decision), actor_of(state)
    is_anybodys = state.phase == Phase.CASTLE and is_of_favour(state)
    at = int(state.cursor)
    if state.phase == Phase.SPECIAL and at != SPACE_OF_DECISION.get(decision, Space.JOUST_FIELD):
        yield f"'ask' cannot be {decision.id!r} at {_where(state)}; leave 'at' out."
    if is_anybodys and at != len(seats_in(state.castle)):
        yield f"'at' must be {len(seats_in(state.castle))}: the favour comes after the last worker (CAY-9.6)."
    if state.actor == NONE:
        yield f"Nobody decides {decision.id!r} at {_where(state)}: {_what_is_missing(decision)}."
    if not is_anybodys and state.actor != expected:
        who = "nobody" if expected == NONE else str(expected)
        yield f"'actor' of the decision {decision.id!r} at {_where(state)} is {who}; leave it out."
    if decision == Decision.INN and state.worker[Space.INN] != NONE:
        yield "'ask' cannot be 'inn' while a worker is on 'inn left' (CAY-6.7.2)."
    if state.stage != stage_of(state, decision):
        yield f"'stage' must be {stage_of(state, decision)} for the decision {decision.id!r}; leave it out."
    if state.phase == Phase.ROAD:
        yield from _check_building(state, decision)


def _where(state: State) -> str:
    at = int(state.cursor)
    if state.phase == Phase.SPECIAL and at < SPECIALS:
        return Space(at).id
    return f"place {at}" if state.phase != Phase.ROAD else f"road space {at}"


def _what_is_missing(decision: Decision) -> str:
    if decision in FAVOUR_DECISIONS:
        return "say in 'actor' whose favour it is"
    return (
        "the building has no owner"
        if decision == Decision.BONUS
        else "no worker is there; put one in 'workers'"
    )


def _check_building(state: State, decision: Decision) -> Iterator[str]:
    """CAY-8.1.1: the building at the cursor is the one that the decision is about."""
    at = int(state.cursor)
    tile, worker = int(state.tile[at]), int(state.worker[Space.CASTLE + at])
    if worker == NONE:
        yield f"Nobody decides {decision.id!r} at road space {at}: no worker is there."
    if not road.runs(at, int(state.provost)):
        yield f"Road space {at} is further than the provost, so nothing is decided (CAY-8.1.2)."
    if decision == Decision.BONUS:
        fits = Tile.FARM_STONE <= tile <= Tile.WORKSHOP and state.owner[at] != worker
    elif decision in FAVOUR_DECISIONS:
        fits = tables.EFFECT[tile] == Effect.CONSTRUCT
    else:
        fits = road.DECISION_OF[tables.EFFECT[tile]] == decision and (
            decision != Decision.PRODUCE or tables.ALTERNATIVES[tile] > 1
        )
    if not fits:
        yield f"'ask' cannot be {decision.id!r} on the tile {Tile(tile).id!r}."


def _check_favour(state: State, decision: Decision) -> Iterator[str]:
    """CAY-11.4.1, CAY-14.1: favours owed, and the row that is used."""
    me, is_favour = state.seats[state.actor], is_of_favour(state)
    if is_favour and state.simplified:
        yield f"'ask' cannot be {decision.id!r} with simplified favours (CAY-14.1)."
    if state.by_favour != is_by_favour(state) and not (
        decision in _SECOND_HALVES and state.phase == Phase.ROAD
    ):
        must = "true" if is_by_favour(state) else "false"
        yield f"'by_favour' must be {must} for the decision {decision.id!r}; leave it out."
    if state.owed and not is_favour:
        yield f"'owed': favours are used before the decision {decision.id!r} (CAY-11.1.2)."
    if state.favoured != (state.actor if state.owed else NONE):
        yield f"'favoured' must be {int(state.actor)} if favours are 'owed', and null if not (CAY-15.6)."
    if decision == Decision.ROW and (state.owed == 0 or favours.rows_left(me) == 0):
        yield f"The decision {decision.id!r} needs a favour in 'owed' and a row that is not in 'rows'."


def _check_owed(state: State) -> Iterator[str]:
    """CAY-15.6: a building by favour brings more favours, while its row is not used."""
    room = 0 if state.seats[state.actor].rows[Row.BUILD] else int(max(tables.FAVOURS))
    if state.owed > MOST_OWED - room:
        yield f"'owed' must be a whole number from 0 to {MOST_OWED - room}."


def _check_chosen(state: State, decision: Decision) -> Iterator[str]:
    """CAY-8.3, CAY-11.5.3: the tile to build or the cube to give of a second half."""
    seat, is_second_half = int(state.actor), decision in _SECOND_HALVES
    if (state.chosen != NONE) != (is_second_half or decision == Decision.SWAP_FOR):
        yield f"'chosen' belongs to 'pay', 'site' and 'swap_for', which need it; not to {decision.id!r}."
    if decision == Decision.SWAP_FOR and favours.forbids_swap(state, seat, int(state.chosen)):
        yield "'chosen' is a cube that cannot be given in exchange (CAY-11.5.3)."
    if is_second_half:
        tile = int(state.chosen)
        is_fit = tables.ANY[tile] > 0 if decision == Decision.PAY else tables.CLASS[tile] == Class.PRESTIGE
        if not is_fit or building.forbids_build(state, seat, tile):
            yield f"'chosen' is {Tile(tile).id!r}, which cannot be built here with {decision.id!r}."

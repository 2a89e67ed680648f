"""Whether a stated decision fits the rest of a stated position; and what it implies where nothing is said."""

from __future__ import annotations

from typing import Any

from donjon.caylus import building, castle, favours, road, round_end
from donjon.caylus.asking import ASKS_OF_PHASE, FAVOUR_ASKS
from donjon.caylus.nouns import (
    CASTLE_SPACES,
    HOME,
    INN_RIGHT,
    NONE,
    ROAD,
    Ask,
    Class,
    Phase,
    Row,
    Space,
    Tile,
)
from donjon.caylus.stating import PLACES
from donjon.caylus.tables import ANY, CLASS, EFFECT
from donjon.errors import BadPosition

SCORE = round_end.SCORE
_SPACE_OF_ASK = {
    Ask.GATE: Space.GATE,
    Ask.GUILD: Space.MERCHANTS_GUILD,
    Ask.JOUST: Space.JOUST_FIELD,
    Ask.INN: Space.INN,
}
_ROW_OF_ASK = {Ask.FAVOUR_CUBES: Row.CUBES, Ask.SWAP_FOR: Row.CUBES, Ask.FAVOUR_BUILD: Row.BUILD}


# What follows when nothing is said


def default_at(state: Any) -> int:
    """How far the phase is: where the stated decision belongs, else at its beginning."""
    phase, ask, actor = int(state.phase), int(state.ask), int(state.actor)
    if phase == Phase.SPECIAL and ask != Ask.NOTHING:
        return int(_SPACE_OF_ASK.get(Ask(ask), Space.JOUST_FIELD))
    if phase == Phase.ROAD:
        first = [space for space in range(1, ROAD + 1) if state.worker[Space.CASTLE + space] != NONE]
        return first[0] if ask != Ask.NOTHING and first else 1
    if phase == Phase.CASTLE and ask in FAVOUR_ASKS:
        return int((state.castle != NONE).sum())
    if phase == Phase.OVER:
        return int(state.players)
    orders = {Phase.PROVOST: state.passing, Phase.CASTLE: state.castle}
    order = [int(seat) for seat in orders.get(Phase(phase), state.order)]
    at = order.index(actor) if actor != NONE and actor in order else 0
    if phase == Phase.END:
        return at + 1 if ask != Ask.NOTHING else 0
    return at


def stage_of(state: Any) -> int:
    """The stage of the space or phase at which a decision is made; without one the first."""
    phase, ask = int(state.phase), int(state.ask)
    if phase == Phase.OVER:
        return round_end.DUE
    if ask == Ask.BATCH:
        return castle.GIVE
    if ask == Ask.BONUS:
        return road.OWNER_STAGE
    if ask in FAVOUR_ASKS:
        return {int(Phase.CASTLE): castle.DONE, int(Phase.END): SCORE}.get(phase, road.OWNER_STAGE)
    return 0


def is_by_favour(state: Any) -> bool:
    """Does the build or conversion come from a favour?"""
    is_second_half = state.ask in (Ask.PAY, Ask.SITE)
    return bool(state.ask == Ask.FAVOUR_BUILD or (is_second_half and state.phase != Phase.ROAD))


# Where the game goes on without a stated decision


def check_going_on(state: Any) -> None:
    """Nothing that belongs to a decision is stated; favours owed belong to somebody, in their phases."""
    state.actor = NONE
    if state.chosen != NONE or state.by_favour:
        raise BadPosition("'chosen' and 'by_favour' belong to a decision: say which in 'ask'.")
    if state.owed and state.favoured == NONE:
        raise BadPosition("'owed' needs 'favoured': the seat that is owed favours.")
    if state.owed and Ask.ROW not in ASKS_OF_PHASE.get(Phase(state.phase), set()):
        raise BadPosition(f"'owed': nobody gains favours in the phase {Phase(state.phase).id!r}.")
    if not state.owed:
        state.favoured = NONE


# A stated decision


def check_decision(state: Any) -> None:
    """Raises BadPosition unless the decision belongs to the phase and what it needs is there."""
    phase, ask = int(state.phase), Ask(state.ask)
    name = Ask(ask).id
    if ask not in ASKS_OF_PHASE.get(Phase(phase), set()):
        raise BadPosition(f"'ask' cannot be {name!r} in the phase {Phase(phase).id!r} (CAY-3.1).")
    is_favour = _is_of_favour(state)
    expected = actor_of(state)
    if is_favour and state.actor == NONE:
        state.actor = expected if state.favoured == NONE else state.favoured
    if state.actor == NONE and expected == NONE:
        raise BadPosition(f"Nobody decides {name!r} at {_where(state)}: {_what_is_missing(ask)}.")
    if not is_favour and state.actor not in (NONE, expected):
        who = "nobody" if expected == NONE else str(expected)
        raise BadPosition(f"'actor' of the decision {name!r} at {_where(state)} is {who}; leave it out.")
    state.actor = state.actor if is_favour else expected
    if state.owed and state.favoured not in (NONE, state.actor):
        raise BadPosition(
            f"'favoured' must be {int(state.actor)}: who decides on a favour is owed the others."
        )
    state.favoured = state.actor if state.owed else NONE
    if phase == Phase.ROAD and not is_favour:
        _check_building(state, ask)
    if phase == Phase.PLACING and state.seats[state.actor].passed:
        raise BadPosition(f"'actor' cannot be {int(state.actor)}, who has passed (CAY-5.2.3).")
    _check_favour(state, ask)


def _is_of_favour(state: Any) -> bool:
    """Is a favour being used? A cube for "any" and a residence are asked for on the road, too."""
    is_second_half = state.ask in (Ask.PAY, Ask.SITE)
    return bool(state.by_favour or (state.ask in FAVOUR_ASKS and not is_second_half))


def actor_of(state: Any) -> int:
    """Who decides what is asked; NONE when nobody is there, or for the favour of phase 6."""
    phase, ask, at = int(state.phase), int(state.ask), int(state.cursor)
    if phase == Phase.PLACING:
        return int(state.order[at])
    if phase == Phase.PROVOST:
        return int(state.passing[at])
    if phase == Phase.SPECIAL:
        return int(state.worker[INN_RIGHT if ask == Ask.INN else at])
    if phase == Phase.ROAD:
        return int(state.owner[at] if ask == Ask.BONUS else state.worker[Space.CASTLE + at])
    if ask == Ask.BATCH:
        return int(state.castle[at]) if at < CASTLE_SPACES else NONE
    if phase == Phase.END:
        return int(state.order[at - 1]) if at > 0 else NONE
    return NONE


def _where(state: Any) -> str:
    if state.phase == Phase.SPECIAL:
        return Space(state.cursor).id
    return f"place {int(state.cursor)}" if state.phase != Phase.ROAD else f"road space {int(state.cursor)}"


def _what_is_missing(ask: Ask) -> str:
    if ask in FAVOUR_ASKS:
        return "say in 'actor' whose favour it is"
    return "the building has no owner" if ask == Ask.BONUS else "no worker is there; put one in 'workers'"


def _check_building(state: Any, ask: Ask) -> None:
    """CAY-8.1.1: the building at the cursor is the one that the decision is about."""
    at = int(state.cursor)
    tile, worker = int(state.tile[at]), int(state.worker[Space.CASTLE + at])
    if worker == NONE:
        raise BadPosition(f"Nobody decides {Ask(ask).id!r} at road space {at}: no worker is there.")
    if at > state.provost:
        raise BadPosition(f"Road space {at} is further than the provost, so nothing is decided (CAY-8.1.2).")
    if ask == Ask.BONUS:
        fits = Tile.FARM_STONE <= tile <= Tile.WORKSHOP and state.owner[at] != worker
    else:
        fits = ask in FAVOUR_ASKS or road.ask_of(int(EFFECT[tile])) == ask
    if not fits:
        raise BadPosition(f"'ask' cannot be {Ask(ask).id!r} on the tile {Tile(tile).id!r}.")


def _check_favour(state: Any, ask: Ask) -> None:
    """Favours and second halves: rows, the tile to build, the cube to give."""
    me, name = state.seats[state.actor], Ask(ask).id
    is_second_half = ask in (Ask.PAY, Ask.SITE)
    if ask in FAVOUR_ASKS and state.simplified and not (is_second_half and not state.by_favour):
        raise BadPosition(f"'ask' cannot be {name!r} with simplified favours (CAY-14.1).")
    if state.by_favour != is_by_favour(state) and not is_second_half:
        raise BadPosition(f"'by_favour' does not fit the decision {name!r}; leave it out.")
    if is_second_half and state.phase != Phase.ROAD and not state.by_favour:
        raise BadPosition(f"'by_favour' must be true for {name!r} outside the phase 'road'.")
    if ask == Ask.ROW and (state.owed == 0 or favours.rows_left(me) == 0):
        raise BadPosition(f"The decision {name!r} needs a favour in 'owed' and a row that is not in 'rows'.")
    if ask in _ROW_OF_ASK or state.by_favour:
        me.rows[_ROW_OF_ASK.get(ask, Row.BUILD)] = 1
    if (state.chosen != NONE) != (is_second_half or ask == Ask.SWAP_FOR):
        raise BadPosition(
            f"'chosen' belongs to 'pay', 'site' and 'swap_for', which need it; not to {name!r}."
        )
    if ask == Ask.SWAP_FOR and favours.forbids_swap(state, int(state.actor), int(state.chosen)):
        raise BadPosition("'chosen' is a cube that cannot be given in exchange (CAY-11.5.3).")
    if is_second_half:
        tile = int(state.chosen)
        is_fit = ANY[tile] > 0 if ask == Ask.PAY else CLASS[tile] == Class.PRESTIGE
        if not is_fit or building.forbids_build(state, int(state.actor), tile):
            raise BadPosition(f"'chosen' is {Tile(tile).id!r}, which cannot be built here with {name!r}.")


# Workers


def check_workers(state: Any) -> None:
    """CAY-3.1: workers that have gone home by then stand nowhere; pending conversions have a worker."""
    phase, at = int(state.phase), int(state.cursor)
    for name, (space, _) in PLACES.items():
        if space in (HOME, INN_RIGHT):
            continue
        if space < Space.CASTLE:
            taken = (state.stables != NONE).any() if space == Space.STABLES else state.worker[space] != NONE
            is_done = phase > Phase.SPECIAL or (phase == Phase.SPECIAL and space < at)
        elif space == Space.CASTLE:
            taken, is_done = (state.castle != NONE).any(), phase > Phase.CASTLE
        else:
            taken = state.worker[space] != NONE
            is_done = phase > Phase.ROAD or (phase == Phase.ROAD and space - Space.CASTLE < at)
            if state.pending[space - Space.CASTLE] != NONE and not taken:
                raise BadPosition(f"'pending' on {name!r} needs a worker there (CAY-8.4.7).")
        if taken and (is_done or phase == Phase.INCOME):
            when = f"in the phase {Phase(phase).id!r} at {_where(state)}"
            raise BadPosition(f"A worker on {name!r} {when}: it is home by then.")

"""A position as plain data, and back: what a test, a puzzle or another program states (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from donjon.caylus import decisions, fitting, stating
from donjon.caylus.actions import FIRST_BUILT
from donjon.caylus.nouns import (
    CASTLE_SPACES,
    NONE,
    ROAD,
    SECTIONS,
    SPECIAL_IDS,
    Ask,
    Cube,
    Phase,
    Space,
    Tile,
)
from donjon.caylus.options import show_options
from donjon.caylus.stating import seat_number
from donjon.caylus.tables import START_SPACE
from donjon.errors import BadPosition
from donjon.kernel.foreign import short
from donjon.kernel.stated import check_fields, listed, one_of, one_of_or_none, read_fields, truth, whole

LAST_BAILIFF = 25  # CAY-15.1
_MOST_ROUNDS = 999
_MOST_OWED = 9
_SPACE_NAMES = (*SPECIAL_IDS, "castle", *(f"road {space}" for space in range(1, ROAD + 1)))


def position(state: Any) -> dict[str, Any]:
    """The whole position as data that `set_position` reads back to the same bytes."""
    players = range(int(state.players))
    data: dict[str, Any] = {
        **show_options(state),
        "round": int(state.round),
        "phase": Phase(state.phase).id,
        "ask": Ask(state.ask).id,
        "at": _show_at(state),
        "stage": int(state.stage),
        "actor": None if state.actor == NONE else int(state.actor),
        "passed": [int(seat) for seat in state.passing[: state.passed]],
        "provost": int(state.provost),
        "bailiff": int(state.bailiff),
        "scored": int(state.scored),
        "owed": int(state.owed),
        "favoured": None if state.favoured == NONE else int(state.favoured),
        "chosen": _show_chosen(state),
        "by_favour": bool(state.by_favour),
        "last": None if state.last == NONE else _SPACE_NAMES[state.last],
        "road": stating.show_road(state),
        "castle": stating.show_castle(state),
        "workers": [stating.show_workers(state, seat) for seat in players],
        "seats": [stating.show_player(state, seat) for seat in players],
    }
    stock = stating.show_stock(state)
    return {**data, "stock": stock} if stock else data


def _show_at(state: Any) -> Any:
    return Space(state.cursor).id if state.phase == Phase.SPECIAL else int(state.cursor)


def _show_chosen(state: Any) -> str | None:
    if state.chosen == NONE:
        return None
    return Cube(state.chosen).id if state.ask == Ask.SWAP_FOR else Tile(state.chosen).id


def set_position(state: Any, given: Mapping[str, Any]) -> None:
    """Change a state, at its first decision, to what `given` says; what it leaves out stays.

    With "ask" the position is that decision, as stated; without it the game goes on from the stated
    phase to the next decision, and what is forced happens. Raises BadPosition, naming the field and
    what it should be.
    """
    check_fields("Caylus", given, (*_READERS, *_COURSE))
    read_fields(state, _READERS, given)
    _fill_passed(state, given)
    _set_course(state, given)
    fitting.check_workers(state)
    if state.ask == Ask.NOTHING:
        decisions.go_on(state, None)


# What is read one by one, in this order: later fields are checked against earlier ones.


def _read_order(state: Any, field: str, value: Any) -> None:
    players = int(state.players)
    order = listed(field, value, players)
    seats = [whole(field, seat, 0, players - 1) for seat in order]
    if sorted(seats) != list(range(players)):
        raise BadPosition(f"{field!r} must name each of the {players} seats once, not {short(value)}.")
    state.order[:players] = seats


def _read_phase(state: Any, field: str, value: Any) -> None:
    phase = one_of(field, value, Phase.ids())
    if phase <= Phase.SETUP:
        raise BadPosition(
            f"A position is stated from the first round on, so that {field!r} cannot be {value!r}. "
            "Begin a new game with the options you want instead."
        )
    state.phase = phase
    state.scored = SECTIONS if phase == Phase.OVER else 0


def _read_scored(state: Any, field: str, value: Any) -> None:
    is_over = state.phase == Phase.OVER
    state.scored = whole(field, value, SECTIONS if is_over else 0, SECTIONS if is_over else SECTIONS - 1)


def _number(low: int, high: int) -> Callable[[Any, str, Any], None]:
    def read(state: Any, field: str, value: Any) -> None:
        state[field] = whole(field, value, low, high)

    return read


def _read_passed(state: Any, field: str, value: Any) -> None:
    players = int(state.players)
    seats = [whole(field, seat, 0, players - 1) for seat in listed(field, value, players)]
    if len(set(seats)) < len(seats):
        raise BadPosition(f"{field!r} names a seat twice: each passes once in a round (CAY-5.2.1).")
    state.passed = len(seats)
    for place in range(players):
        state.passing[place] = seats[place] if place < len(seats) else NONE
        state.seats[place].passed = int(place in seats)


def _fill_passed(state: Any, given: Mapping[str, Any]) -> None:
    """CAY-5.1.1: before phase 2 nobody has passed, after it all have, in turn order if nothing is said."""
    if state.phase == Phase.INCOME and state.passed:
        raise BadPosition("'passed' must be empty in the phase 'income': nobody has passed yet (CAY-5.1.1).")
    if state.phase < Phase.SPECIAL:
        return
    if "passed" not in given:
        _read_passed(state, "passed", [int(seat) for seat in state.order[: state.players]])
    if state.passed < state.players:
        phase = Phase(state.phase).id
        raise BadPosition(f"'passed' must name every seat in the phase {phase!r}: all have passed.")


def _read_last(state: Any, field: str, value: Any) -> None:
    state.last = one_of_or_none(field, value, _SPACE_NAMES)


_READERS: dict[str, Callable[[Any, str, Any], None]] = {
    "order": _read_order,
    "round": _number(1, _MOST_ROUNDS),
    "phase": _read_phase,
    "scored": _read_scored,
    "passed": _read_passed,
    "last": _read_last,
    "provost": _number(1, ROAD),
    "bailiff": _number(START_SPACE, LAST_BAILIFF),
    "road": stating.read_road,
    "stock": stating.read_stock,
    "castle": stating.read_castle,
    "workers": stating.read_workers,
    "seats": stating.read_players,
}


# The course of the round: which decision of whom, or where the game goes on.

_COURSE = ("ask", "actor", "at", "stage", "owed", "favoured", "chosen", "by_favour")


def _set_course(state: Any, given: Mapping[str, Any]) -> None:
    ask = Ask(max(one_of_or_none("ask", given.get("ask"), Ask.ids()), Ask.NOTHING))
    if given.get("ask") == "nothing" and state.phase != Phase.OVER:
        raise BadPosition("'ask' can be 'nothing' only when the game is over; leave it out to go on.")
    state.ask = ask
    state.actor = seat_number(state, "actor", given.get("actor"))
    state.owed = whole("owed", given.get("owed", int(ask == Ask.ROW)), 0, _MOST_OWED)
    state.favoured = seat_number(state, "favoured", given.get("favoured"))
    state.cursor = fitting.default_at(state) if given.get("at") is None else _read_at(state, given["at"])
    state.stage = whole("stage", given.get("stage", fitting.stage_of(state)), 0, 2)
    state.scoring = int(state.phase == Phase.END and state.stage == fitting.SCORE)
    state.chosen = _read_chosen(ask, given.get("chosen"))
    by_favour = given.get("by_favour", fitting.is_by_favour(state))
    state.by_favour = truth("by_favour", by_favour)
    if ask == Ask.NOTHING:
        fitting.check_going_on(state)
    else:
        fitting.check_decision(state)


def _read_chosen(ask: Ask, value: Any) -> int:
    if ask == Ask.SWAP_FOR:
        return one_of_or_none("chosen", value, Cube.ids())
    tile = one_of_or_none("chosen", value, Tile.ids()[FIRST_BUILT:])
    return NONE if tile == NONE else FIRST_BUILT + tile


def _read_at(state: Any, value: Any) -> int:
    if state.phase == Phase.SPECIAL:
        return one_of("at", value, SPECIAL_IDS)
    players = int(state.players)
    low, high = {
        int(Phase.INCOME): (0, 0),
        int(Phase.PLACING): (0, players - 1),
        int(Phase.PROVOST): (0, players - 1),
        int(Phase.ROAD): (1, ROAD),
        int(Phase.CASTLE): (0, CASTLE_SPACES),
    }.get(int(state.phase), (0, players))
    return whole("at", value, low, high)

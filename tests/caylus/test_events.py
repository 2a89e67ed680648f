"""Events as they are told: after what they say has happened, with the declared arguments, at a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from donjon import Match
from donjon.caylus.events import Event as Kinds
from donjon.caylus.nouns import INN_RIGHT, NONE, Cube, Phase, Source, Space, Tile
from donjon.kernel.events import MOST_ARGUMENTS, Told
from tests.caylus.accounts import booked
from tests.caylus.random_play import begin, choose, wild
from tests.caylus.stage import GAME, Stage
from tests.moments import happen

# Of the round, of a player's holdings, of the end: nothing on the board to point at.
NOWHERE = {
    *(
        "place_in_order",
        "round_began",
        "phase_began",
        "income",
        "paid_any",
        "exchanged_two",
        "exchanged_four",
    ),
    *("columns_open", "favour_lost", "favour_vp", "favour_cube", "swapped", "order_swapped", "game_over"),
    *("counted_gold", "counted_cubes", "counted_deniers", "won"),
}
# At a tile, which is nowhere when it has been converted since.
AT_TILE = {"produced", "owner_took", "sold", "bought", "bought_two", "traded"}
# So rare that random games need not show them: staged below.
RARE = {"no_room", "favour_lost"}


def matches() -> Iterator[Match]:
    """Games of every number of players: poor, rich, and from any position."""
    for players in (2, 3, 4, 5):
        yield from (begin(players, seed) for seed in range(3))
        yield wild(players, players)


def stands(state: Any, told: Told) -> bool:
    """A worker of the seat is on the space, in the board's books and in the seat's."""
    there = {Space.STABLES: list(state.stables), Space.CASTLE: list(state.castle)}
    board = there.get(told.space, [state.worker[told.space]])
    return told.seat in board and told.space in state.seats[told.seat].workers


def is_house(state: Any, told: Told, tile: int) -> bool:
    return bool(state.tile[told.road] == tile and state.owner[told.road] == told.seat)


def best(state: Any) -> int:
    return max(int(state.seats[seat].vp) for seat in range(state.players))


# What the position shows at an event: (the moment before, this moment, what the seat has, the event).
SHOWS: dict[str, Callable[[Any, Any, Any, Told], bool]] = {
    "neutral_laid": lambda old, now, me, told: now.neutral[told.road - 1] == told.tile,
    "place_in_order": lambda old, now, me, told: (
        (now.order[told.place - 1], me.deniers) == (told.seat, told.deniers)
    ),
    "round_began": lambda old, now, me, told: (now.round, now.passed) == (told.round, 0),
    "phase_began": lambda old, now, me, told: now.phase == told.phase,
    "passed": lambda old, now, me, told: (
        (now.passing[told.place - 1], now.passed, me.passed) == (told.seat, told.place, 1)
    ),
    "placed": lambda old, now, me, told: stands(now, told) and me.home == old.seats[told.seat].home - 1,
    "moved_from_gate": lambda old, now, me, told: stands(now, told) and now.worker[Space.GATE] == NONE,
    "taken_back": lambda old, now, me, told: (
        now.worker[Space.GATE] == NONE and me.home == old.seats[told.seat].home + 1
    ),
    "provost_moved": lambda old, now, me, told: (old.provost, now.provost) == (told.origin, told.target),
    "provost_stayed": lambda old, now, me, told: old.provost == now.provost == told.space,
    "jousted": lambda old, now, me, told: (now.favoured, now.owed) == (told.seat, old.owed + 1),
    "new_place": lambda old, now, me, told: (
        now.order[told.place - 1] == told.seat and told.seat not in now.stables
    ),
    "inn_moved": lambda old, now, me, told: (
        (now.worker[Space.INN], now.worker[INN_RIGHT]) == (NONE, told.seat)
    ),
    "inn_left": lambda old, now, me, told: INN_RIGHT not in me.workers and now.worker[INN_RIGHT] == NONE,
    "inn_stayed": lambda old, now, me, told: now.worker[INN_RIGHT] == told.seat,
    "not_reached": lambda old, now, me, told: (
        (now.worker[Space.CASTLE + told.road], now.tile[told.road]) == (NONE, told.tile)
        and told.road > now.provost
    ),
    "built": lambda old, now, me, told: is_house(now, told, told.tile) and now.chosen == NONE,
    "to_convert": lambda old, now, me, told: (
        now.pending[told.road] == (told.seat if now.worker[Space.CASTLE + told.road] != NONE else NONE)
    ),
    "converted": lambda old, now, me, told: (
        is_house(now, told, Tile.RESIDENCE) and now.pending[told.road] == NONE
    ),
    "batch": lambda old, now, me, told: (
        me.houses[told.section] == old.seats[told.seat].houses[told.section] + 1
    ),
    "no_batch": lambda old, now, me, told: me.batches == 0,
    "no_room": lambda old, now, me, told: me.batches == 0 and NONE not in now.parts[-14:],
    "most_houses": lambda old, now, me, told: (me.batches, now.favoured) == (told.count, told.seat),
    "bailiff_moved": lambda old, now, me, told: (old.bailiff, now.bailiff) == (told.origin, told.target),
    "provost_to_bailiff": lambda old, now, me, told: (
        (old.provost, now.provost, now.bailiff) == (told.origin, told.target, told.target)
    ),
    "section_scored": lambda old, now, me, told: (now.scoring, now.scored) == (1, told.section),
    "section_result": lambda old, now, me, told: (
        me.houses[told.section] == told.houses and now.owed == max(told.gain, 0)
    ),
    "columns_open": lambda old, now, me, told: told.count == {1: 4, 2: 5}[int(now.scored)],
    "favour_lost": lambda old, now, me, told: all(me.rows) and now.owed == old.owed - 1,
    "favour_vp": lambda old, now, me, told: now.owed == old.owed - 1,
    "row_chosen": lambda old, now, me, told: (
        (old.seats[told.seat].columns[told.row], me.columns[told.row], me.rows[told.row])
        == (told.before, told.column, 1)
    ),
    "swapped": lambda old, now, me, told: now.chosen == NONE,
    "favour_not_used": lambda old, now, me, told: now.by_favour == 0 and me.rows[told.row] == 1,
    "order_swapped": lambda old, now, me, told: now.order[0] == told.seat,
    "game_over": lambda old, now, me, told: now.phase == Phase.OVER and now.scored == 3,
    "counted_gold": lambda old, now, me, told: me.cubes[Cube.GOLD] == told.count,
    "counted_cubes": lambda old, now, me, told: sum(me.cubes[: Cube.GOLD]) == told.count,
    "counted_deniers": lambda old, now, me, told: me.deniers == told.count,
    "won": lambda old, now, me, told: me.vp == told.vp == best(now),
}


def holdings(state: Any, seat: int) -> Counter[str]:
    """Deniers, cubes by kind and points by source of a seat."""
    me = state.seats[seat]
    found = Counter({"deniers": int(me.deniers)})
    found.update({cube.id: int(count) for cube, count in zip(Cube, me.cubes, strict=True)})
    found.update({source.word: int(vp) for source, vp in zip(Source, me.sources, strict=True)})
    return found


def check_moments(before: Any, seat: int, action: int) -> None:
    """At each event holdings change by what it says, no sooner and no later, and the board shows it."""
    happening = happen(GAME, before, seat, action)
    old = before
    for happened, now in zip(happening.events, happening.moments, strict=True):
        for other in range(before.players):
            books = holdings(old, other)
            if other == happened.seat:
                books.update(booked(happened, bool(old.by_favour)))
            after = holdings(now, other)
            assert {name for name in after if after[name] != books[name]} == set(), happened
        me = now.seats[happened.seat] if happened.seat >= 0 else None
        shows = SHOWS.get(happened.kind)
        assert shows is None or shows(old, now, me, Kinds.told(happened)), happened
        old = now
    for other in range(before.players):
        assert holdings(old, other) == holdings(happening.after, other)


def test_each_kind_shows_its_sentence() -> None:
    """At the moment of an event the position is what its sentence says, for all kinds."""
    seen = set()
    for number, match in enumerate(matches()):
        random = Random(number)
        while not match.over:
            before, seat = match.state, match.waiting[0]
            action = match.read(choose(match, random))[0]
            check_moments(before, seat, action)
            seen.update(event.kind for event in match.play(action))
    assert seen | RARE | {"neutral_laid", "place_in_order"} >= set(Kinds.names())


def test_the_first_events() -> None:
    """CAY-2.1, CAY-2.5: what nature lays and who begins, told when it lies there."""
    match = Match(GAME, GAME.read_options(3, {}), nature_is="imposed")
    seen: Counter[str] = Counter()
    while match.waiting == (7,):
        check_moments(match.state, 7, match.legal_actions()[0])
        seen.update(event.kind for event in match.play(match.legal_actions()[0]))
    assert (seen["neutral_laid"], seen["place_in_order"]) == (6, 3)


def test_rare_events() -> None:
    """CAY-9.5.2, CAY-11.4.2: no room in the castle; a favour when all rows are used."""
    towers = {"dungeon": [0] * 6, "walls": [0] * 10, "towers": [0] * 13}
    full = Stage.at(
        2,
        phase="castle",
        ask="batch",
        scored=2,
        castle=towers,
        workers={0: ["castle 1"], 1: ["castle 2"]},
        hold={0: {"cubes": "FWS"}, 1: {"cubes": "FWS"}},
    )
    lost = Stage.at(
        phase="special",
        ask="row",
        workers={0: ["joust_field"]},
        owed=2,
        hold={0: {"rows": ["vp", "deniers", "cubes"], "columns": {"vp": 1, "deniers": 1, "cubes": 1}}},
    )
    for stage, kind in ((full, "no_room"), (lost, "favour_lost")):
        action = stage.match.legal_actions()[-1]
        check_moments(stage.match.state, stage.match.waiting[0], action)
        assert kind in {event.kind for event in stage.match.play(action)}


def test_what_is_told_is_what_is_declared() -> None:
    """As many arguments as the kind has names, the rest 0; a sentence without a place left open."""
    for number, match in enumerate(matches()):
        random = Random(number)
        while not match.over:
            for happened in match.play(choose(match, random)):
                names = Kinds[happened.kind.upper()].said.arguments
                assert len(happened.args) == MOST_ARGUMENTS
                assert not any(happened.args[len(names) :]), happened
                assert "{" not in Kinds.message(happened).english()


@pytest.mark.parametrize("seed", range(4))
def test_events_have_a_place(seed: int) -> None:
    """On the board, as the drawing knows it, or they are of a kind that has none."""
    random = Random(seed)
    match = begin(2 + seed, seed)
    spots = GAME.drawing.spots()
    while not match.over:
        for happened in match.play(choose(match, random)):
            found = Kinds.place(happened, match.view(None))
            if happened.kind in NOWHERE:
                assert found is None
            else:
                assert found in spots or (found is None and happened.kind in AT_TILE), happened

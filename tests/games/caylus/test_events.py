"""Events as they are told: after what they say has happened, with the declared arguments, at a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from donjon import Match
from donjon.games.caylus.model import BOOK, INN_RIGHT, NONE, Cube, Phase, Source, Space, Tile
from donjon.kernel.event_log import MOST_ARGUMENTS, NamedEvent
from tests.games.caylus.accounts import booked
from tests.games.caylus.random_play import begin, choose, wild
from tests.games.caylus.stage import GAME, Stage
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


def stands(state: Any, named: NamedEvent) -> bool:
    """A worker of the seat is on the space, in the board's books and in the seat's."""
    there = {Space.STABLES: list(state.stables), Space.CASTLE: list(state.castle)}
    board = there.get(named.space, [state.worker[named.space]])
    return named.seat in board and named.space in state.seats[named.seat].workers


def is_house(state: Any, named: NamedEvent, tile: int) -> bool:
    return bool(state.tile[named.road] == tile and state.owner[named.road] == named.seat)


def best(state: Any) -> int:
    return max(int(state.seats[seat].vp) for seat in range(state.players))


# What the position shows at an event: (the moment before, this moment, what the seat has, the event).
SHOWS: dict[str, Callable[[Any, Any, Any, NamedEvent], bool]] = {
    "neutral_laid": lambda old, now, me, named: now.neutral[named.road - 1] == named.tile,
    "place_in_order": lambda old, now, me, named: (
        (now.order[named.place - 1], me.deniers) == (named.seat, named.deniers)
    ),
    "round_began": lambda old, now, me, named: (now.round, now.passed) == (named.round, 0),
    "phase_began": lambda old, now, me, named: now.phase == named.phase,
    "passed": lambda old, now, me, named: (
        (now.passing[named.place - 1], now.passed, me.passed) == (named.seat, named.place, 1)
    ),
    "placed": lambda old, now, me, named: stands(now, named) and me.home == old.seats[named.seat].home - 1,
    "moved_from_gate": lambda old, now, me, named: stands(now, named) and now.worker[Space.GATE] == NONE,
    "taken_back": lambda old, now, me, named: (
        now.worker[Space.GATE] == NONE and me.home == old.seats[named.seat].home + 1
    ),
    "provost_moved": lambda old, now, me, named: (old.provost, now.provost) == (named.origin, named.target),
    "provost_stayed": lambda old, now, me, named: old.provost == now.provost == named.space,
    "jousted": lambda old, now, me, named: (now.favoured, now.owed) == (named.seat, old.owed + 1),
    "new_place": lambda old, now, me, named: (
        now.order[named.place - 1] == named.seat and named.seat not in now.stables
    ),
    "inn_moved": lambda old, now, me, named: (
        (now.worker[Space.INN], now.worker[INN_RIGHT]) == (NONE, named.seat)
    ),
    "inn_left": lambda old, now, me, named: INN_RIGHT not in me.workers and now.worker[INN_RIGHT] == NONE,
    "inn_stayed": lambda old, now, me, named: now.worker[INN_RIGHT] == named.seat,
    "not_reached": lambda old, now, me, named: (
        (now.worker[Space.CASTLE + named.road], now.tile[named.road]) == (NONE, named.tile)
        and named.road > now.provost
    ),
    "built": lambda old, now, me, named: is_house(now, named, named.tile) and now.chosen == NONE,
    "to_convert": lambda old, now, me, named: (
        now.pending[named.road] == (named.seat if now.worker[Space.CASTLE + named.road] != NONE else NONE)
    ),
    "converted": lambda old, now, me, named: (
        is_house(now, named, Tile.RESIDENCE) and now.pending[named.road] == NONE
    ),
    "batch": lambda old, now, me, named: (
        me.houses[named.section] == old.seats[named.seat].houses[named.section] + 1
    ),
    "no_batch": lambda old, now, me, named: me.batches == 0,
    "no_room": lambda old, now, me, named: me.batches == 0 and NONE not in now.parts[-14:],
    "most_houses": lambda old, now, me, named: (me.batches, now.favoured) == (named.count, named.seat),
    "tied_houses": lambda old, now, me, named: (
        (me.batches, now.favoured) == (named.count, named.seat)
        and sum(int(other.batches) == named.count for other in now.seats) > 1
    ),
    "bailiff_moved": lambda old, now, me, named: (old.bailiff, now.bailiff) == (named.origin, named.target),
    "provost_to_bailiff": lambda old, now, me, named: (
        (old.provost, now.provost, now.bailiff) == (named.origin, named.target, named.target)
    ),
    "section_scored": lambda old, now, me, named: (now.scoring, now.scored) == (1, named.section),
    "section_result": lambda old, now, me, named: (
        me.houses[named.section] == named.houses and now.owed == max(named.gain, 0)
    ),
    "columns_open": lambda old, now, me, named: named.count == {1: 4, 2: 5}[int(now.scored)],
    "favour_lost": lambda old, now, me, named: all(me.rows) and now.owed == old.owed - 1,
    "favour_vp": lambda old, now, me, named: now.owed == old.owed - 1,
    "row_chosen": lambda old, now, me, named: (
        (old.seats[named.seat].columns[named.row], me.columns[named.row], me.rows[named.row])
        == (named.before, named.column, 1)
    ),
    "swapped": lambda old, now, me, named: now.chosen == NONE,
    "favour_not_used": lambda old, now, me, named: now.by_favour == 0 and me.rows[named.row] == 1,
    "order_swapped": lambda old, now, me, named: now.order[0] == named.seat,
    "game_over": lambda old, now, me, named: now.phase == Phase.OVER and now.scored == 3,
    "counted_gold": lambda old, now, me, named: me.cubes[Cube.GOLD] == named.count,
    "counted_cubes": lambda old, now, me, named: sum(me.cubes[: Cube.GOLD]) == named.count,
    "counted_deniers": lambda old, now, me, named: me.deniers == named.count,
    "won": lambda old, now, me, named: me.vp == named.vp == best(now),
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
        assert shows is None or shows(old, now, me, BOOK.events.named(happened)), happened
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
    assert seen | RARE | {"neutral_laid", "place_in_order"} >= set(BOOK.events.names())


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
                names = BOOK.events.kinds[happened.kind].arguments
                assert len(happened.args) == MOST_ARGUMENTS
                assert not any(happened.args[len(names) :]), happened
                assert "{" not in BOOK.events.message(happened).english()


@pytest.mark.parametrize("seed", range(4))
def test_events_have_a_place(seed: int) -> None:
    """On the board, as the drawing knows it, or they are of a kind that has none."""
    random = Random(seed)
    match = begin(2 + seed, seed)
    spots = GAME.drawing.spots()
    while not match.over:
        for happened in match.play(choose(match, random)):
            found = BOOK.events.place(happened, match.view(None))
            if happened.kind in NOWHERE:
                assert found is None
            else:
                assert found in spots or (found is None and happened.kind in AT_TILE), happened

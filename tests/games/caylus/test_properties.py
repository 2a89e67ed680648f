"""Random games: what must hold in every position of every game, for 2 to 5 players and all options."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from donjon.kernel import NATURE, rule_ids, rules
from donjon.kernel.event_log import CAPACITY
from tests.games.caylus.accounts import booked, holdings
from tests.games.caylus.random_play import GAMES, begin, choose, steps
from tests.games.caylus.stage import FREE, NEUTRAL, Stage
from tests.referees.caylus_printed import FIXED, SECTIONS, TILES

CRAFT = ("wood", "stone")
# What happens in some random game or other; the rest depends on chance.
USUAL = {
    *(
        "income",
        "placed",
        "passed",
        "visited",
        "provost_moved",
        "produced",
        "owner_took",
        "built",
        "paid_any",
    ),
    *("to_convert", "converted", "sold", "bought", "bought_two", "traded", "exchanged_two", "exchanged_four"),
    *("batch", "no_batch", "row_gain", "favour_cube", "swapped", "section_result", "jousted", "favour_vp"),
    "paid_any",
}


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_change_is_told(players: int, seed: int) -> None:
    """CAY-3.2, CAY-3.4, CAY-8.3.2: deniers, cubes and points change as the events say, and never else."""
    random = Random(seed)
    for before, events, after in steps(begin(players, seed), random):
        books = [holdings(before, seat) for seat in range(players)]
        for event in events:
            if 0 <= event.seat < players:
                books[event.seat].update(booked(event, before["by_favour"]))
        for seat in range(players):
            assert +books[seat] == +holdings(after, seat)
            assert -books[seat] == -holdings(after, seat)
            own = after["seats"][seat]
            assert min(own["deniers"], own["vp"], *own["cubes"].values()) >= 0
            assert own["vp"] == sum(own["points"].values())
            points = dict(own["points"])
            assert points.pop("penalties") <= 0 <= min(points.values())


def test_games_are_various() -> None:
    """All that can happen to holdings happens in the games that are looked at."""
    seen: Counter[str] = Counter()
    for players, seed in [(2, 1), (3, 1), (4, 3), (5, 1), (3, 2), (4, 0)]:
        match = begin(players, seed)
        random = Random(seed)
        while not match.over:
            match.play(choose(match, random))
        seen.update(event.kind for event in match.events)
    assert set(seen) >= USUAL


def check_tiles(view: Any, position: dict[str, Any]) -> None:
    """CAY-1.6, CAY-1.9, CAY-3.7: every wood, stone and prestige tile is on the road or in the bank."""
    lying = Counter(entry["tile"] for entry in position["road"].values())
    for entry in view["stock"]:
        assert entry["left"] + lying[entry["tile"]] == TILES[entry["tile"]][4]
        assert entry["left"] >= 0
    assert "stock" not in position
    for space, tile in FIXED.items():
        assert position["road"][str(space)] == {"tile": tile}
    for space, entry in position["road"].items():
        kind = TILES.get(entry["tile"], ("residential" if entry["tile"] == "residence" else "fixed",))[0]
        assert ("owner" in entry) == (kind not in ("neutral", "fixed"))
        assert "pending" not in entry or any(f"road {space}" in own for own in position["workers"])
    unbuilt = [space for space in range(1, 29) if str(space) not in position["road"]]
    assert [space["space"] for space in view["road"] if space["next"]] == unbuilt[:1]


def check_pieces(view: Any, position: dict[str, Any]) -> None:
    """CAY-1.2, CAY-5.3.3, CAY-5.6, CAY-9.2.3: six workers each, one on a place; houses in their parts."""
    places = Counter(place for own in position["workers"] for place in own if place != "home")
    assert all(len(own) == 6 for own in position["workers"])
    assert set(places.values()) <= {1}
    for seat, own in enumerate(position["workers"]):
        shown = view["players"][seat]
        assert shown["home"] == own.count("home")
        for name in ("castle", "stables"):
            assert sum(place.startswith(name) for place in own) <= 1
        lying = [entry for entry in position["road"].values() if entry.get("owner") == seat]
        assert shown["residences"] == sum(entry["tile"] == "residence" for entry in lying)
        for section, (parts, *_) in SECTIONS.items():
            assert shown["houses"][section] == position["castle"][section].count(seat)
            assert len(position["castle"][section]) <= parts


@pytest.mark.parametrize(("players", "seed"), GAMES[::3])
def test_pieces_are_conserved(players: int, seed: int) -> None:
    """CAY-1.2, CAY-1.6, CAY-3.7: through a whole game."""
    match = begin(players, seed)
    for number, (_, _, after) in enumerate(steps(match, Random(100 + seed))):
        if number % 4 == 0 or match.over:
            view = match.view()
            check_tiles(view, after)
            check_pieces(view, after)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_bounds(players: int, seed: int) -> None:
    """CAY-7.4, CAY-15.1, CAY-11.4.1: provost, bailiff, rounds, favours; the story has room for all events."""
    match = begin(players, seed)
    is_from_start = seed % 2 == 0
    for before, events, after in steps(match, Random(200 + seed)):
        assert 1 <= after["provost"] <= 28
        assert before["bailiff"] <= after["bailiff"] <= 25
        assert before["scored"] <= after["scored"]
        assert len(events) < CAPACITY
        chosen = Counter((event.seat, event.args[0]) for event in events if event.kind == "row_chosen")
        begun = sum(event.kind == "phase_began" for event in events)
        assert max(chosen.values(), default=0) <= 1 + begun
    final = match.position()
    assert final["phase"] == "over"
    assert final["scored"] == 3
    assert final["round"] <= 18
    if is_from_start and len(final["castle"]["towers"]) < 14:
        assert final["round"] >= 9
    totals = [sum(points.values()) for points in match.points_by_source]
    assert totals == match.points == [own["vp"] for own in final["seats"]]
    assert match.ranks == [1 + sum(other > own for other in totals) for own in totals]


@pytest.mark.parametrize(("players", "seed"), GAMES[1::3])
def test_who_is_asked_has_a_choice(players: int, seed: int) -> None:
    """Chapter 16; CAY-12.1 forbids everything when the game is over."""
    match = begin(players, seed)
    random = Random(300 + seed)
    while not match.over:
        assert len(match.legal_actions()) >= 2
        match.play(choose(match, random))
    for seat in (0, NATURE):
        assert rule_ids.name("CAY", rules.forbids(match.state, seat, 0)) == "CAY-12.1"


def test_the_longest_story() -> None:
    """All that can follow one action without a decision still has room (CAY-8.6.1, CAY-14.3, CAY-12.1)."""
    tiles = [tile for tile, (kind, *_, copies) in TILES.items() for _ in range(copies) if kind in CRAFT]
    spaces = dict(zip(FREE, tiles, strict=False))
    occupied = [*range(2, 9), 16, *spaces][:25]
    road: dict[int, Any] = {space: (tile, space % 5) for space, tile in spaces.items()}
    for space in occupied:
        if space in spaces and spaces[space] != "lawyer":
            road[space] = (spaces[space], space % 5, space % 5)
        elif space <= 6:
            road[space] = (NEUTRAL[space - 1], None, space % 5)
    standing = {seat: [f"road {space}" for space in occupied[seat::5]] for seat in range(5)}
    stage = Stage.at(
        5,
        favours="simplified",
        phase="provost",
        passed=[1, 2, 3, 4, 0],
        provost=1,
        bailiff=23,
        road=road,
        workers={seat: [f"castle {seat + 1}", *standing[seat]] for seat in range(5)},
        castle={"dungeon": [0, 0, 1, 1, 2, 2], "walls": [0, 1, 2, 3, 4] * 2, "towers": [0, 1, 2, 3, 4] * 2},
        hold={seat: {"deniers": int(seat == 0), "cubes": "", "vp": 20} for seat in range(5)},
    )
    events = stage.match.play("decline")
    kinds = Counter(event.kind for event in events)
    assert stage.match.over
    assert (kinds["not_reached"], kinds["section_scored"], kinds["no_batch"]) == (25, 3, 5)
    assert kinds["converted"] > 15
    assert len(events) < CAPACITY

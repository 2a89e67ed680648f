"""The counting happens on the board: sums stand and climb, gems go to their winners, ships become empty."""

import math
import re
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

import donjon
from donjon.games.ys import drawing
from donjon.games.ys.drawing import pieces, places
from donjon.games.ys.drawing.pieces import broker_points, small_ids
from donjon.games.ys.drawing.saying import rankings
from donjon.play.moments import happen
from tests.games.ys.pictures import texts
from tests.games.ys.playing import choose
from tests.games.ys.stage import GAME, NAME
from tests.pictures import by_id


def told(players: int, seed: int, **options: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The kinds of events of a random game, each with what a spectator sees at its moment."""
    match, random = donjon.new(NAME, players=players, seed=seed, **options), Random(seed)
    while not match.over:
        seat = random.choice(match.waiting)
        action = choose(match, seat, random)
        happening = happen(GAME, match.state, seat, action)
        for event, state in zip(happening.events, happening.moments, strict=True):
            yield event.kind, GAME.view(state, None)
        match.play(action, seat=seat)


def sums(view: dict[str, Any]) -> dict[str, str]:
    drawn = by_id(drawing.draw(view))
    return {name: texts(one)[0] for name, one in drawn.items() if name.startswith("t-")}


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 2)])
def test_sums_climb_as_brokers_are_turned_up(players: int, seed: int) -> None:
    """YS-6.2.1: who is there has a sum in the quarter and in each district, exact when all lie open."""
    before, climbed = dict[str, str](), 0
    for kind, view in told(players, seed):
        shown = sums(view)
        counting = view["counting"]
        if counting is None or counting["stage"] in ("before", "after"):
            assert not shown
        if kind == "turned_up":
            climbed += any(before.get(name, text) != text for name, text in shown.items())
        if kind == "ranked":
            quarter = view["quarters"][counting["quarter"] - 1]
            for party in quarter["standing"]:
                assert shown[f"t-q{quarter['number']}-{party['seat']}"] == str(party["sum"])
            for name, standing in quarter["districts"].items():
                for party in standing:
                    where = f"t-q{quarter['number']}-{name[0]}-{party['seat']}"
                    assert shown[where] == str(party["sum"])
        if kind == "row_won":
            assert {name for name in shown if name.startswith(f"t-row-{counting['row']}-")}
        before = shown
    assert climbed > 3


def test_a_gem_that_is_won_comes_from_where_it_was() -> None:
    """From the ship of the quarter or the row of the market, which has it no more, to its winner's screen."""
    sheet, origins, before = drawing.css(), set(), set[str]()
    for kind, view in told(3, 4):
        drawn = by_id(drawing.draw(view))
        gems = {name for name in drawn if re.fullmatch(r"w\d-\w+-\d+", name)}
        assert len(gems) == sum(player["gem_count"] for player in view["players"])
        fresh, before = gems - before, gems
        origin = (drawn["ys-won"].get("class") or "").split()[-1]
        if fresh:
            assert f".telling .{origin} > .ys-won" in sheet
            origins.add(origin.rstrip("1234"))
        if kind == "row_won" and fresh:
            assert origin == f"from-row-{view['counting']['row']}"
            assert len(drawn[f"ys-gem-{view['counting']['row']}"]) == 0
        if kind == "black_gem":
            assert origin == f"from-quarter-{view['counting']['quarter']}"
    assert {"from-quarter-", "from-row-"} <= origins


def test_ships_are_empty_once_their_quarter_is_counted() -> None:
    empty = 0
    for _kind, view in told(3, 2):
        counting = view["counting"]
        if counting is None or counting["stage"] == "before":
            continue
        drawn = by_id(drawing.draw(view))
        for quarter in view["quarters"]:
            number = quarter["number"]
            cargo = [one for one in drawn[f"ys-ship-{number}"] if one.get("class") == "ys-cargo"]
            if counting["stage"] != "quarter" or number < counting["quarter"]:
                assert not cargo
                empty += 1
            elif number > counting["quarter"]:
                assert len(cargo) == len(quarter["ship"]["gems"])
    assert empty > 9


def test_nobody_is_counted_while_the_next_round_is_set_up() -> None:
    for kind, view in told(3, 1):
        if kind in ("round_began", "card_turned", "ship_came", "bid_shown", "placed"):
            assert view["counting"] is None
            assert not any(quarter["counted_now"] for quarter in view["quarters"])


@pytest.mark.parametrize("players", [2, 4])
def test_sums_lie_apart_and_cover_no_broker(players: int) -> None:
    width, height = 58, 26
    seen = 0
    for kind, view in told(players, 5):
        if kind not in ("ranked", "row_won", "best_bidder"):
            continue
        points, small, found = broker_points(view), small_ids(view), rankings(view)
        spots = [
            places.tally(where, rank, len(found[where].order))
            for where in pieces.counted(view)
            for rank in range(len(found[where].order))
        ]
        for one, other in combinations(spots, 2):
            assert abs(one.x - other.x) >= width or abs(one.y - other.y) >= height, (one, other)
        for broker in view["brokers"]:
            middle, radius = points[broker["id"]], 16 if broker["id"] in small else 20
            for spot in spots:
                away = max(abs(middle.x - spot.x) - width / 2, 0), max(abs(middle.y - spot.y) - height / 2, 0)
                assert math.hypot(*away) >= radius - 4, (broker, spot)
        seen += len(spots)
    assert seen > 50

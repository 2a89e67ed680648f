"""What is drawn on the board of a solved puzzle: it is what the rules count, and what the coach expects."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from donjon.coach import puzzles_of
from donjon.drawing import marks
from donjon.drawing.figures import Point
from donjon.drawing.marks import Gain, Link, Outline, Ring
from donjon.drawing.protocol import DrawsPuzzles, drawing_of
from donjon.games.kingdom_builder import scoring
from donjon.games.kingdom_builder.drawing.land import hex_centre
from donjon.games.kingdom_builder.hexes import NEIGHBOURS
from donjon.games.kingdom_builder.model import COLUMNS, HEXES, HexKind
from donjon.games.ys.drawing import places as ys_places
from donjon.games.ys.nouns import District
from donjon.kernel import rules
from donjon.kernel.games import games
from donjon.table.learn.puzzles import Attempt
from donjon.table.learn.why import why

GAMES = ["caylus", "kingdom-builder", "ys"]
BY_CENTRE = {Point(*hex_centre(*divmod(hex, COLUMNS))): hex for hex in range(HEXES)}


@cache
def solved(game: str):
    """Every compared decision of a game's puzzles: (number, puzzle, choice, before it, after it)."""
    return [
        (number, puzzle, choice, start, Attempt(game, number, ".".join(map(str, choice.actions))))
        for number, puzzle in enumerate(puzzles_of(game), 1)
        for start in [Attempt(game, number)]
        for choice in puzzle.choices
    ]


def reasons(game, puzzle, start, end, expected=None):
    views = [attempt.table_game.view(puzzle.seat) for attempt in (start, end)]
    own = dict(puzzle.reason.own.sources) if expected is None else expected
    return list(drawing_of(games[game]).reasons(*views, own))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_puzzles_draws_them(game):
    assert isinstance(drawing_of(games[game]), DrawsPuzzles)


def test_the_gold_on_the_board_is_what_the_rules_count():
    paid = 0
    for number, puzzle, choice, start, end in solved("kingdom-builder"):
        before, after = (rules.points_by_source(one.table_game.state)[puzzle.seat] for one in (start, end))
        drawn = [mark for mark in reasons("kingdom-builder", puzzle, start, end) if isinstance(mark, Gain)]
        assert sum(gain.amount for gain in drawn) == sum(after.values()) - sum(before.values()), (
            number,
            choice.text,
        )
        assert not any(gain.by_end for gain in drawn)
        paid += len(drawn)
    assert paid > 100


def test_the_cards_have_the_gold_that_the_rules_count():
    for number, puzzle, _, start, _ in solved("kingdom-builder"):
        counted = rules.points_by_source(start.table_game.state)[puzzle.seat]
        view = start.table_game.view(puzzle.seat)
        cards = drawing_of(games["kingdom-builder"]).goal_cards(view)
        assert {card.source: counted[card.source] for card in cards} == view["players"][puzzle.seat][
            "gold"
        ], number


def group_of(state, seat: int, hex: int) -> set[int]:
    stack = np.zeros(HEXES, np.int64)
    size = scoring.flood(state, seat, hex, 1, np.zeros(HEXES + 1, np.uint8), stack)
    return set(stack[:size].tolist())


def test_a_chain_runs_through_one_group_to_the_special_hexes_that_the_rules_count():
    solid = 0
    for number, puzzle, choice, start, end in solved("kingdom-builder"):
        if "merchants" not in puzzle.position["cards"]:
            continue
        state, seat = end.table_game.state, puzzle.seat
        drawn = reasons("kingdom-builder", puzzle, start, end, {"merchants": 1.0})
        alone = reasons("kingdom-builder", puzzle, start, end, {})
        links = [link for link in drawn if isinstance(link, Link) and link not in alone]
        rings = [BY_CENTRE[mark.at] for mark in drawn if isinstance(mark, Ring)]
        counted = np.zeros(HEXES + 1, np.uint8)
        scoring.merchants(state, seat, counted)
        for link in links:
            one, other = BY_CENTRE[link.start], BY_CENTRE[link.end]
            assert other in NEIGHBOURS[one], (number, choice.text)
            group = group_of(state, seat, rings[-1])
            assert one in group
            if state.owner[other] != seat:
                assert state.kind[other] in (HexKind.CASTLE, HexKind.LOCATION)
                assert link.by_end == (not counted[other])
                solid += not link.by_end
            else:
                assert other in group
    assert solid > 10


def test_every_house_that_is_built_has_a_ring_and_no_link_hides_one():
    for number, puzzle, choice, start, end in solved("kingdom-builder"):
        drawn = reasons("kingdom-builder", puzzle, start, end)
        own = [np.flatnonzero(one.table_game.state.owner[:HEXES] == puzzle.seat) for one in (start, end)]
        built = set(own[1].tolist()) - set(own[0].tolist())
        assert {BY_CENTRE[mark.at] for mark in drawn if isinstance(mark, Ring)} == built, (
            number,
            choice.text,
        )
        for link in drawn:
            if isinstance(link, Link):
                for end_of_link, middle in zip(marks.between(link), (link.start, link.end), strict=True):
                    assert np.hypot(end_of_link.x - middle.x, end_of_link.y - middle.y) > 18


def test_the_points_of_caylus_on_the_board_are_what_the_rules_count():
    kinds = Counter()
    for number, puzzle, choice, start, end in solved("caylus"):
        before, after = (rules.points_by_source(one.table_game.state)[puzzle.seat] for one in (start, end))
        drawn = [mark for mark in reasons("caylus", puzzle, start, end) if isinstance(mark, Gain)]
        for source in ("favours", "buildings", "castle"):
            now = sum(gain.amount for gain in drawn if gain.source == source and not gain.by_end)
            assert now == after[source] - before[source], (number, choice.text, source)
            kinds[source] += bool(now)
    assert all(kinds[source] for source in ("favours", "buildings", "castle"))


def test_the_provost_of_caylus_rings_the_workers_whose_buildings_he_turns():
    seen = 0
    for number, puzzle, choice, start, end in solved("caylus"):
        before, after = (one.table_game.view(puzzle.seat) for one in (start, end))
        drawn = reasons("caylus", puzzle, start, end, {})
        if before["ask"] != "provost" or before["provost"] == after["provost"]:
            continue
        # The rules foresee it in the row of the step that was played.
        foreseen = next(row for row in before["forecast"]["rows"] if row["space"] == after["provost"])
        turned = len(foreseen["starts"]) + len(foreseen["stops"])
        assert sum(isinstance(mark, Ring) for mark in drawn) == turned, (number, choice.text)
        assert sum(isinstance(mark, Link) for mark in drawn) == abs(after["provost"] - before["provost"])
        seen += 1
    assert seen


def test_a_worker_on_the_road_shows_the_road_only_if_its_building_is_activated():
    seen = Counter()
    for _, puzzle, choice, start, end in solved("caylus"):
        if not choice.text.startswith("place "):
            continue
        state, view = end.table_game.state, end.table_game.view(puzzle.seat)
        drawn = reasons("caylus", puzzle, start, end, {})
        at = next((lot["space"] for lot in view["road"] if f"road-{lot['space']}" in view["last"]), None)
        length = sum(isinstance(mark, Link) for mark in drawn)
        is_run = at is not None and at <= int(state.provost)
        assert length == (int(state.provost) - 1 if is_run else 0)
        assert sum(isinstance(mark, Ring) for mark in drawn) == 1
        seen[is_run] += 1
    assert len(seen) == 2


def leader(foreseen) -> int | None:
    return next((one["seat"] for one in foreseen["order"]), None)


def test_the_districts_of_ys_that_are_outlined_are_those_where_the_seat_comes_to_lead():
    seen = 0
    for number, puzzle, choice, start, end in solved("ys"):
        before, after = (one.table_game.view(puzzle.seat)["foreseen"]["districts"] for one in (start, end))

        wanted = {
            ys_places.band(quarter, *ys_places.BANDS[district])
            for quarter in range(len(after))
            for district in District.ids()
            if leader(after[quarter][district]) == puzzle.seat != leader(before[quarter][district])
        }
        drawn = reasons("ys", puzzle, start, end)
        assert {mark.path for mark in drawn if isinstance(mark, Outline)} == wanted, (number, choice.text)
        seen += len(wanted)
    assert seen > 20


@pytest.mark.parametrize("game", GAMES)
def test_what_is_expected_by_the_end_is_what_the_coach_has_found(game):
    for number, puzzle in enumerate(puzzles_of(game), 1):
        start, end = (
            Attempt(game, number),
            Attempt(game, number, ".".join(map(str, puzzle.choices[0].actions))),
        )
        own = dict(puzzle.reason.own.sources)
        for mark in reasons(game, puzzle, start, end):
            if isinstance(mark, Gain) and mark.by_end:
                assert mark.amount == own[mark.source] > 0


@pytest.mark.parametrize("game", GAMES)
def test_every_compared_move_has_its_figures_and_plates_do_not_lie_on_each_other(game):
    width, height = drawing_of(games[game]).VIEWBOX[2:]
    for number, puzzle in enumerate(puzzles_of(game), 1):
        start, end = (
            Attempt(game, number),
            Attempt(game, number, ".".join(map(str, puzzle.choices[0].actions))),
        )
        told = why(start.table_game, end.table_game, puzzle, str)
        shares = [round(100 * choice.shares[puzzle.seat]) for choice in puzzle.choices]
        assert [one.share for one in told.compared] == shares
        assert [one.letter for one in told.compared] == list("ABCD"[: len(shares)])
        letters = {plate.words for plate in told.plates if "letter" in plate.kind}
        assert {one.letter for one in told.compared if one.letter not in letters} <= {
            one.letter for one in told.compared if one.in_words
        }
        for name, size in marks.SIZES.items():
            spots = [getattr(plate, name) for plate in told.plates]
            spots = [(spot.x * width / 100, spot.y * height / 100) for spot in spots]
            least = 0.95 * size.high * width / size.board
            for index, (x, y) in enumerate(spots):
                assert 0 <= x <= width
                assert 0 <= y <= height
                for other_x, other_y in spots[:index]:
                    assert max(abs(x - other_x), abs(y - other_y)) >= least, (number, name, told.plates)

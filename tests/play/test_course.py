"""How a game went: best turns, and the lead that lasted, against a count of every position."""

from __future__ import annotations

import random

import pytest

import donjon
from donjon.kernel import rules
from donjon.kernel.rules import NATURE
from donjon.play.course import course
from tests.table.people import new_table_game, step

SIZES = [(name, seats) for name in donjon.games for seats in donjon.games[name].seats]


def finished(name: str, seats: int, seed: int = 1):
    people = [f"person {seat}" for seat in range(seats)]
    table_game, chance = new_table_game(*people, game=name, seed=f"course {seed}"), random.Random(seed)
    while not table_game.over:
        step(table_game, chance)
    return table_game.history


def totals(history, number: int) -> list[int]:
    """The points after so many moves, without what only the end counts."""
    closing = history.game.closing_sources
    rows = rules.points_by_source(history.state_at(number))
    return [sum(points for source, points in row.items() if source not in closing) for row in rows]


def ahead(points: list[int], seat: int) -> int:
    return points[seat] - max(points[:seat] + points[seat + 1 :])


def rounds(history) -> list[int]:
    """The round of every move, 0 for a random draw."""
    game = history.game
    return [
        0 if move.seat == NATURE else game.round(history.state_at(number))
        for number, move in enumerate(history.moves)
    ]


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_the_best_turn_is_the_one_that_gained_most(name, seats):
    history = finished(name, seats)
    known, in_round = course(history), rounds(history)
    assert known.rounds == max(in_round)
    assert known.by_turns == (name == "kingdom-builder")
    for seat, best in enumerate(known.best):
        gained = {}
        for number in range(1, known.rounds + 1):
            own = [
                at
                for at, move in enumerate(history.moves)
                if in_round[at] == number and (move.seat == seat or not known.by_turns)
            ]
            if own:
                last = next((at for at in range(own[-1] + 1, len(history.moves)) if in_round[at]), None)
                after = totals(history, len(history.moves) if last is None else last)
                gained[number] = after[seat] - totals(history, own[0])[seat]
        most = max(gained.values())
        if best is None:
            assert most <= 0
            continue
        assert (best.seat, best.points) == (seat, most)
        assert gained[best.round] == most
        assert sum(points for _source, points in best.sources) == most
        assert in_round[best.start] == best.round


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", donjon.games)
def test_after_the_turning_point_the_winner_leads_to_the_end(name, seed):
    history = finished(name, min(3, max(donjon.games[name].seats)), seed)
    known, ranks = course(history), rules.ranking(history.state)
    if ranks.count(1) > 1:
        assert known.lead is None
        return
    lead, in_round = known.lead, rounds(history)
    assert ranks[lead.seat] == 1
    before = totals(history, lead.start)
    alone = [seat for seat in range(len(before)) if ahead(before, seat) > 0 and seat != lead.seat]
    assert lead.leader == (alone[0] if alone else None)
    assert lead.leads[lead.turn] == lead.after
    final = [rules.total(history.state, seat) for seat in range(history.players)]
    assert lead.leads[-1] == ahead(final, lead.seat)
    assert all(now > 0 for now in lead.leads[lead.turn :]) or lead.after <= 0
    assert known.rounds + 2 <= len(lead.leads) <= known.rounds + 3
    if lead.round == 0:
        assert lead.start == len(history.moves)
        assert ahead(totals(history, len(history.moves)), lead.seat) <= 0
        return
    assert ahead(totals(history, lead.start), lead.seat) == lead.before <= 0 < lead.after
    # The starts of all later turns, or rounds.
    seat_now, starts = (history.moves[lead.start].seat, in_round[lead.start]), []
    for at in range(lead.start, len(history.moves)):
        now = history.moves[at].seat, in_round[at]
        if in_round[at] and (now if known.by_turns else now[1:]) != (
            seat_now if known.by_turns else seat_now[1:]
        ):
            starts.append(at)
            seat_now = now
    assert all(ahead(totals(history, at), lead.seat) > 0 for at in [*starts, len(history.moves)])


def test_points_that_only_the_end_counts_belong_to_no_round():
    """Else the last round of Caylus would be the best of most players."""
    history = finished("caylus", 3)
    known = course(history)
    assert donjon.games["caylus"].closing_sources == ("final count",)
    assert "final count" not in {source for best in known.best if best for source, _points in best.sources}


def test_a_game_without_rounds_has_no_course(monkeypatch):
    history = finished("ys", 2)
    monkeypatch.setitem(vars(history.game), "round", None)
    assert course(history) is None

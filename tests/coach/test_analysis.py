"""The best decisions, and how games are expected to end: right, repeatable, and known to the seat."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

import donjon
from donjon.coach import Analysis, analyse
from donjon.coach.analysis import compare
from donjon.kernel import NATURE, rng, rules
from donjon.kernel.decisions import complete_decisions
from donjon.kernel.game import Game, copy
from donjon.play.match import Match
from tests.bots.positions import is_whole_decision, random_match
from tests.toy.installing import install, installed_here

GAMES = list(donjon.games)
FEW = 4
# Caylus has no secrets.
WITH_SECRETS = [(game, players) for game in ("kingdom-builder", "ys") for players in (2, 3)]


def told(analysis: Analysis) -> str:
    """All that an analysis says."""
    return repr(analysis.as_dict())


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_the_best_decisions_are_whole_legal_and_different(game: str, players: int) -> None:
    for actions in (0, 17, 60, 85):
        match = random_match(players, actions, actions, game)
        seat, before = match.waiting[0], match.state.tobytes()
        analysis = analyse(match.game, match.state, seat, playouts=FEW)
        assert match.state.tobytes() == before
        decisions = [choice.actions for choice in analysis.choices]
        assert 1 <= len(decisions) == len(set(decisions)) <= 3
        for choice in analysis.choices:
            assert is_whole_decision(match, seat, list(choice.actions))
            assert match.game.parse_action(match.state, seat, choice.text) == list(choice.actions)
            check_figures(choice, players)
        assert (analysis.points, analysis.shares) == (analysis.best.points, analysis.best.shares)


def check_figures(choice: Any, players: int) -> None:
    """The figures of a choice agree with each other."""
    assert len(choice.points) == len(choice.shares) == len(choice.sources) == players
    assert sum(choice.shares) == pytest.approx(1)
    for points, sources in zip(choice.points, choice.sources, strict=True):
        assert sum(sources.values()) == pytest.approx(points)
    assert choice.playouts == FEW
    assert choice.searched >= 0
    assert -1 <= choice.behind <= 1


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_analysis_and_another_one_may_not(game: str) -> None:
    match = random_match(2, 3, 40, game)
    seat = match.waiting[0]
    one, two, other = (
        told(analyse(match.game, match.state, seat, playouts=FEW, seed=seed)) for seed in (7, "7", 8)
    )
    assert one == two
    assert one != other


@pytest.mark.parametrize("game", GAMES)
def test_threads_think_together_and_come_to_one_analysis(game: str) -> None:
    match = random_match(2, 3, 60, game)
    seat = match.waiting[0]
    for played in complete_decisions(match.state, seat)[::40]:
        settings: dict[str, Any] = {"playouts": FEW, "count": 5, "played": played, "threads": 3}
        one, two = (analyse(match.game, match.state, seat, **settings) for _ in range(2))
        assert told(one) == told(two)
        assert one.played is not None
        assert one.played.actions == tuple(played)
        for choice in one.choices:
            assert is_whole_decision(match, seat, list(choice.actions))
            check_figures(choice, 2)
        assert sum(choice.searched for choice in one.choices) > FEW
    assert told(match.analyse(seat, playouts=FEW, threads=2)) == told(
        analyse(match.game, match.state, seat, playouts=FEW, threads=2)
    )
    assert match.analyse(seat, seconds=0.01, threads=2).best.playouts >= 2


@pytest.mark.parametrize(("game", "players"), WITH_SECRETS)
def test_twin_worlds_give_the_same_analysis(game: str, players: int) -> None:
    twins = 0
    for actions in (3, 50, 90):
        match = random_match(players, 100 + actions, actions, game)
        seat = match.waiting[0]
        played = complete_decisions(match.state, seat)[-1]
        expected = told(analyse(match.game, match.state, seat, playouts=2, played=played))
        together = told(analyse(match.game, match.state, seat, playouts=2, threads=2))
        for world in range(3):
            twin = copy(match.state)
            rules.redeal(twin, seat, rng.new("world", world))
            twins += twin.tobytes() != match.state.tobytes()
            assert told(analyse(match.game, twin, seat, playouts=2, played=played)) == expected
            assert told(analyse(match.game, twin, seat, playouts=2, threads=2)) == together
    assert twins > 0


def test_what_was_played_is_weighed_with_the_best() -> None:
    match = random_match(2, 5, 30)
    seat = match.waiting[0]
    for played in complete_decisions(match.state, seat)[::9]:
        analysis = analyse(match.game, match.state, seat, playouts=FEW, played=played)
        assert analysis.played is not None
        assert analysis.played.actions == tuple(played)
        assert analysis.played.playouts == FEW
        assert 0 <= analysis.loss <= 1


@pytest.mark.parametrize(
    "wrong",
    [
        *({"playouts": -1}, {"playouts": 1.5}, {"seconds": "1"}, {"seconds": -1}),
        *({"count": 0}, {"seed": None}, {"threads": 0}, {"threads": 1.5}),
    ],
    ids=str,
)
def test_what_is_no_amount_or_seed_is_refused(wrong: dict[str, Any]) -> None:
    match = random_match(2, 5, 10)
    with pytest.raises(donjon.BadOption):
        analyse(match.game, match.state, match.waiting[0], **{"playouts": 2, **wrong})


def test_who_owes_no_decision_is_not_told_one() -> None:
    match = random_match(2, 5, 30)
    with pytest.raises(donjon.NotYourTurn):
        analyse(match.game, match.state, 1 - match.waiting[0], playouts=2)
    for seat in (-1, 2, NATURE):
        with pytest.raises(donjon.UnknownSeat):
            analyse(match.game, match.state, seat, playouts=2)
    over = random_match(2, 5, 10_000)
    with pytest.raises(donjon.GameOver):
        analyse(over.game, over.state, 0, playouts=2)


def test_a_match_answers_for_who_waits_within_seconds() -> None:
    match = random_match(2, 5, 30)
    analysis = match.analyse(seconds=0.01, count=2)
    assert analysis.seat == match.waiting[0]
    assert len(analysis.choices) == 2
    assert analysis.best.playouts >= 2
    assert told(match.analyse(playouts=FEW)) == told(
        analyse(match.game, match.state, match.waiting[0], playouts=FEW)
    )


def last_decisions(game: str) -> Iterator[tuple[Match, Any, int, dict[tuple[int, ...], Any]]]:
    """The last decisions of random games where nothing is hidden any more: what each brings its seat."""
    for seed in range(12):
        chance = random.Random(seed)
        match = donjon.new(game, players=2, seed=seed)
        while not match.over:
            match.play(chance.choice(match.legal_actions()))
        move, state = match.moves[-1], match.state_at(len(match.moves) - 1)
        dealt = copy(state)
        rules.redeal(dealt, move.seat, rng.new("any"))
        if rules.decision_complete(state) and dealt.tobytes() == state.tobytes():
            brings = dict(totals_after(state, move.seat))
            if None not in brings.values() and len({own - other for own, other in brings.values()}) > 1:
                yield match, state, move.seat, brings


def totals_after(state: Any, seat: int) -> Iterator[tuple[tuple[int, ...], list[int] | None]]:
    for decision in complete_decisions(state, seat):
        after = copy(state)
        for action in decision:
            rules.apply(after, seat, action, None)
        points = [int(rules.total(after, one)) for one in (seat, 1 - seat)]
        yield tuple(decision), points if rules.over(after) else None


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("game", ["caylus", "ys"])
def test_the_best_last_decision_is_found_with_its_exact_points(game: str, threads: int) -> None:
    found = 0
    for match, state, seat, brings in last_decisions(game):
        leads = {decision: own - other for decision, (own, other) in brings.items()}
        analysis = analyse(match.game, state, seat, playouts=8, threads=threads)
        assert leads[analysis.best.actions] == max(leads.values()) == analysis.best.lead
        for choice in analysis.choices:
            assert [choice.points[seat], choice.points[1 - seat]] == brings[choice.actions]
            assert choice.points_error == choice.share_error == 0
        worst = min(leads, key=lambda decision: leads[decision])
        again = analyse(match.game, state, seat, playouts=8, played=worst, threads=threads)
        assert again.played is not None
        assert again.played.points[seat] == brings[worst][0]
        assert again.played.reason is not None
        assert again.played.reason.own.total == again.best.points[seat] - brings[worst][0]
        found += 1
    assert found >= 3


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    with installed_here(install(tmp_path_factory.mktemp("toy"))) as game:
        yield game


def expected(match: Match, word: int) -> float:
    """High or Low, the last decision: what a word should bring seat 0, over all that it cannot see."""
    own = match.state.seats[0]
    weights = [2 - int(gone) - (int(own.card) == card + 1) for card, gone in enumerate(match.state.gone)]
    words = [one for one in (0, 1) if match.state.seats[1].used[one] < 2]
    total = 0.0
    for card, said in product(range(5), words):
        after = copy(match.state)
        after.seats[1].card, after.seats[1].word = card + 1, said
        rules.apply(after, 0, word, None)
        total += weights[card] / sum(weights) / len(words) * int(rules.total(after, 0))
    return total


def test_a_small_game_of_another_package_is_expected_to_end_as_it_can_be_reckoned(toy: Game) -> None:
    checked = 0
    for seed in range(12):
        match = donjon.new(toy.name, players=2, seed=seed)
        chance = random.Random(seed)
        while match.state.round < 3 or match.waiting != (0,):
            seat = match.waiting[-1]
            match.play(chance.choice(match.legal_actions(seat)), seat)
        if len(match.legal_actions(0)) < 2:
            continue
        worth = {word: expected(match, word) for word in (0, 1)}
        analysis = analyse(toy, match.state, 0, playouts=150, interpreted=True)
        for choice in analysis.choices:
            error = max(choice.points_error, 0.05)
            assert math.isclose(choice.points[0], worth[choice.actions[0]], abs_tol=4 * error)
        checked += 1
    assert checked >= 3


def test_a_clear_difference_of_points_is_told_by_source() -> None:
    match = random_match(2, 5, 30)
    better, other = np.zeros((2, 6, 2, len(match.game.SOURCES)), np.int64)
    lords, castles = (match.game.SOURCES.index(source) for source in ("lords", "castles"))
    better[:, 0, lords] = [6, 6, 7, 6, 6, 5]
    better[:, 0, castles] = [9, -9, 9, -9, 9, -9]  # of this nothing is sure
    other[:, 1, castles] = [3, 3, 3, 3, 3, 3]
    reason = compare(match.game, 0, better, other)
    assert reason.own.sources == (("lords", 6.0),)
    assert reason.rival.total == -3.0
    assert reason.message.english(["Anna", "Boris"]) == "It brings more from lords (+6). Boris gets 3 fewer."
    lost = compare(match.game, 0, other, better)
    assert lost.message.english(["Anna", "Boris"]) == "It brings less from lords (−6). Boris gets 3 more."
    better[:, 0, castles] = [-2, -2, -2, -2, -2, -2]
    mixed = compare(match.game, 0, better, other).message
    assert mixed.english(["Anna", "Boris"]).startswith(
        "It brings more from lords (+6) and less from castles (−2). "
    )
    assert compare(match.game, 0, other, other).message.english() == "No clear difference in points."


def test_a_source_has_the_words_of_its_game() -> None:
    """The source "merchants" is a card in Kingdom Builder and a district in Ys."""
    for name, words in (("kingdom-builder", "merchants"), ("ys", "merchants' district")):
        game = donjon.games[name]
        ends = np.zeros((2, 6, 2, len(game.SOURCES)), np.int64)
        ends[0, :, 0, game.SOURCES.index("merchants")] = 4
        reason = compare(game, 0, ends[0], ends[1])
        assert reason.message.english() == f"It brings more from {words} (+4)."

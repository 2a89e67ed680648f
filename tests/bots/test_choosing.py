"""What bots choose, and for how long they think: legal, whole, repeatable, in time, blind to secrets."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import donjon
from donjon.bots import Bot, choose, choosing, plan
from donjon.bots.choosing import PART, targets
from donjon.coach import analyse
from donjon.kernel import NATURE, rng, rules
from donjon.kernel.game import copy
from tests.bots.positions import is_whole_decision, random_match


class Clock:
    """A clock that runs only where a test has it run."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def thought(seconds: float, each: float, slower: float = 1.0, after: float = 1.0) -> tuple[int, float]:
    """Playouts made in so many seconds, and the seconds; each takes `slower` times as long from a time on."""
    clock, made = Clock(), 0
    for target in targets(seconds, clock):
        assert target > made
        for _ in range(target - made):
            clock.now += each * (slower if clock.now - 100 > after * seconds else 1)
        made = target
    return made, clock.now - 100


@pytest.mark.parametrize("each", [1e-5, 3e-4, 0.01, 0.04])
def test_the_time_is_used_and_kept(each: float) -> None:
    made, spent = thought(1.0, each)
    assert 0.94 <= spent <= 1.0 + 1e-9
    assert made == pytest.approx(spent / each, abs=1.5)


@pytest.mark.parametrize("slower", [4, 20])
@pytest.mark.parametrize("after", [0.0, 0.3, 0.5, 0.93])
def test_a_processor_that_others_want_makes_it_a_little_late(slower: float, after: float) -> None:
    for each in (1e-5, 1e-3):
        _, spent = thought(1.0, each, slower, after)
        assert spent <= 1.0 + slower * PART


def test_at_least_one_playout_is_made_and_no_second_one_without_time_for_it() -> None:
    assert thought(0.001, 5.0) == (1, 5.0)
    assert thought(1.0, 0.6)[0] == 1


def test_a_bot_stops_when_the_clock_says_so() -> None:
    """The clock goes on by a tenth of a second with each look at it."""
    looks = []

    def clock() -> float:
        looks.append(0)
        return len(looks) / 10

    match = random_match(2, 6, 20)
    seat = match.waiting[0]
    assert is_whole_decision(match, seat, choose(match.game, match.state, seat, "tree:1s", 1, clock=clock))
    assert 2 < len(looks) <= 12


@pytest.mark.parametrize("asks", ["flat:0.01s", "tree:0.01s", "coach"])
def test_what_loading_a_game_takes_is_not_taken_from_the_time(monkeypatch, asks: str) -> None:
    happened = []

    def clock() -> float:
        happened.append("clock")
        return len(happened) / 1000

    def decide_once(*arguments):
        happened.append("decide")
        return really(*arguments)

    really = choosing.decide_once
    monkeypatch.setattr(choosing, "decide_once", decide_once)
    monkeypatch.setattr(choosing, "_ready", set())
    match = random_match(2, 6, 20)
    game, state, seat = match.game, match.state, match.waiting[0]
    for first in (["decide", "clock"], ["clock"]):
        happened.clear()
        if asks == "coach":
            analyse(game, state, seat, seconds=0.01, clock=clock)
        else:
            choose(game, state, seat, asks, 1, clock=clock)
        assert happened[: len(first)] == first, "only the first time something is to be loaded"


# Every way to think, with budgets fit for a test; the search looks 12 actions ahead.
BOTS = (
    Bot("random", plan.RANDOM),
    Bot("beginner", plan.GREEDY, blind=800),
    Bot("wavering", plan.GREEDY, wavering=2.0),
    Bot("wavering tree", plan.TREE, playouts=30, breadth=4, depth=3, wavering=2.0),
    Bot("greedy", plan.GREEDY),
    Bot("short flat", plan.FLAT, playouts=30, depth=12),
    Bot("flat", plan.FLAT, playouts=60),
    Bot("tree", plan.TREE, playouts=60),
)
IDS = [bot.name for bot in BOTS]
GAMES = list(donjon.games)


@pytest.mark.parametrize("bot", BOTS, ids=IDS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_choice_is_a_whole_legal_decision_and_leaves_the_state_alone(
    bot: Bot, players: int, game: str
) -> None:
    for actions in (0, 17, 60, 85):
        match = random_match(players, actions, actions, game)
        seat = match.waiting[0]
        before = match.state.tobytes()
        chosen = choose(match.game, match.state, seat, bot, "x")
        assert match.state.tobytes() == before
        assert is_whole_decision(match, seat, chosen)


@pytest.mark.parametrize("bot", BOTS, ids=IDS)
def test_a_decision_half_done_is_completed(bot: Bot) -> None:
    match = random_match(2, 5, 0)
    while rules.decision_complete(match.state):
        tokens = [text for text in match.legal if " " not in text]
        match.play(tokens[0] if tokens and tokens[0] != "end turn" else match.legal[0])
    chosen = choose(match.game, match.state, match.waiting[0], bot, 1)
    for action in chosen:
        match.play(action)
    assert rules.decision_complete(match.state)


@pytest.mark.parametrize("game", GAMES)
def test_threads_that_think_at_once_choose_as_one_would(game: str) -> None:
    positions = [random_match(3, seed, 10 * seed, game) for seed in range(4)]
    tree = Bot("tree", plan.TREE, playouts=200)

    def choices(order: int) -> list[list[int]]:
        return [choose(one.game, one.state, one.waiting[0], tree, 5) for one in positions[::order]]

    alone = choices(1)
    with ThreadPoolExecutor(2) as threads:
        forwards, backwards = threads.map(choices, (1, -1))
    assert forwards == backwards[::-1] == alone


@pytest.mark.parametrize("bot", BOTS, ids=IDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_choice(bot: Bot, game: str) -> None:
    match = random_match(3, 2, 40, game)
    seat = match.waiting[0]
    choices = [choose(match.game, match.state, seat, bot, seed) for seed in (7, 7, "7")]
    assert choices[0] == choices[1] == choices[2]


def test_another_seed_may_give_another_choice() -> None:
    match = random_match(2, 1, 0)
    chosen = {tuple(choose(match.game, match.state, match.waiting[0], BOTS[0], seed)) for seed in range(20)}
    assert len(chosen) > 3


# Caylus has no secrets.
WITH_SECRETS = [(game, players) for game in ("kingdom-builder", "ys") for players in (2, 3, 4)]


@pytest.mark.parametrize("bot", BOTS, ids=IDS)
@pytest.mark.parametrize(("game", "players"), WITH_SECRETS)
def test_twin_worlds_give_the_same_choice(bot: Bot, game: str, players: int) -> None:
    twins = 0
    for actions in (3, 50, 90, 130):
        match = random_match(players, 100 + actions, actions, game)
        if match.over:
            continue
        seat = match.waiting[0]
        expected = choose(match.game, match.state, seat, bot, "twin")
        for world in range(4):
            twin = copy(match.state)
            rules.redeal(twin, seat, rng.new("world", world))
            twins += twin.tobytes() != match.state.tobytes()
            assert choose(match.game, twin, seat, bot, "twin") == expected
    assert twins > 0


@pytest.mark.parametrize("bot", [BOTS[1], BOTS[2]], ids=IDS[1:3])
@pytest.mark.parametrize("game", GAMES)
def test_interpreted_and_compiled_choose_alike(bot: Bot, game: str) -> None:
    for actions in (0, 31, 64):
        match = random_match(2, actions, actions, game)
        seat = match.waiting[0]
        compiled = choose(match.game, match.state, seat, bot, 3)
        assert choose(match.game, match.state, seat, bot, 3, interpreted=True) == compiled


@pytest.mark.parametrize("game", GAMES)
def test_interpreted_and_compiled_search_alike(game: str) -> None:
    bot = Bot("tiny", plan.FLAT, playouts=1, depth=2)
    match = random_match(3, 4, 25, game)
    seat = match.waiting[0]
    compiled = choose(match.game, match.state, seat, bot, 3)
    assert choose(match.game, match.state, seat, bot, 3, interpreted=True) == compiled


@pytest.mark.parametrize("game", GAMES)
def test_appeal_rates_every_legal_action_and_changes_nothing(game: str) -> None:
    for actions in (1, 22, 57, 95):
        match = random_match(4, actions, actions, game)
        seat = match.waiting[0]
        before = match.state.tobytes()
        mask = np.zeros(match.game.ACTIONS, np.uint8)
        worth = np.full(match.game.ACTIONS, np.nan, np.float32)
        rules.legal(match.state, seat, mask)
        rules.rollout_score(match.state, seat, mask, worth)
        assert np.isfinite(worth[mask > 0]).all()
        assert match.state.tobytes() == before


def test_a_bot_bounded_by_time_answers() -> None:
    match = random_match(2, 6, 20)
    chosen = choose(match.game, match.state, match.waiting[0], "search:0.05s", 1)
    assert is_whole_decision(match, match.waiting[0], chosen)


def test_a_games_horizon_bounds_playouts_and_never_prolongs_them() -> None:
    near, far = donjon.games["caylus"], donjon.games["kingdom-builder"]
    assert near.horizon > 0
    assert far.horizon == 0
    assert BOTS[4].plan(near).depth == near.horizon
    assert BOTS[4].plan(far).depth == BOTS[4].depth
    assert Bot("", plan.FLAT, depth=1).plan(near).depth == 1


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"game": "ys"}, donjon.UnknownGame, "Give match.game"),
        ({"game": donjon.games["ys"]}, donjon.BadPosition, "Give a position of Ys as match.state"),
        ({"state": None}, donjon.BadPosition, "as match.state, not as None"),
        ({"seat": 1}, donjon.NotYourTurn, "seat 0 has"),
        ({"seat": -1}, donjon.UnknownSeat, "the seats are 0 to 2"),
        ({"seat": None}, donjon.UnknownSeat, "the seats are 0 to 2"),
        ({"seat": NATURE}, donjon.UnknownSeat, "the seats are 0 to 2"),
        ({"bot": None}, donjon.BadOption, "Choose one of: random"),
        ({"seed": None}, donjon.BadOption, "A seed is"),
    ],
    ids=lambda value: ", ".join(value) if isinstance(value, dict) else str(value),
)
def test_what_cannot_be_decided_is_refused(wrong: dict[str, Any], error: type[Exception], said: str) -> None:
    match = donjon.new("kingdom-builder", players=3, seed=7, first=0)
    asked = {"game": match.game, "state": match.state, "seat": 0, "bot": "greedy", "seed": 1, **wrong}
    with pytest.raises(error, match=said):
        choose(**asked, interpreted=True)


def test_nobody_decides_when_the_game_is_over() -> None:
    over = random_match(2, 5, 10_000)
    with pytest.raises(donjon.GameOver):
        choose(over.game, over.state, 0, "greedy", 1, interpreted=True)

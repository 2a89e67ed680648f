"""The net that corrects an estimate: the same to the last bit, blind to secrets, and its files checked."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import donjon
from donjon import Game, errors
from donjon.bots import bot, choose, net, running
from donjon.bots.ladder import Bot
from donjon.bots.net import About, Weights
from donjon.bots.plan import GREEDY, PLAN, TREE
from donjon.bots.workspace import LONGEST, Workspace, new_workspace
from donjon.kernel import rng, rules
from donjon.kernel.bot_settings import SearchSettings
from donjon.kernel.compiling import entry
from donjon.kernel.game import copy
from donjon.kernel.records import Records
from donjon.play.match import Match
from tests.bots.positions import is_whole_decision, random_match

GAMES = list(donjon.games)
FIRST = 1
EXACT = 0.0
KINDS = [Bot("", GREEDY), Bot("", TREE, 6, settings=SearchSettings(ahead=2))]


def any_net(game: Game, *players: int) -> net.Net:
    """A net with weights that nobody trained."""
    weights = np.random.RandomState(1).standard_normal(net.no_weights(game, 1).shape) * 0.1
    return net.new_net(game, weights.astype(np.float32), players or tuple(game.seats))


@entry
def corrections(states: Records[Any], seat: int, tested: net.Net) -> float:
    return net.correction(states[0], seat, FIRST, tested)


def correct(match: Match, seat: int, tested: net.Net, interpreted: bool = True) -> float:
    states = np.zeros(1, match.game.STATE)
    states[0] = copy(match.state)
    run = corrections.interpreted if interpreted else corrections  # type: ignore[attr-defined]
    return float(run(states, seat, tested))


def decide(match: Match, bot: Bot, workspace: Workspace, seed: str, interpreted: bool = False) -> list[int]:
    """What a bot that asks the workspace's net decides."""
    plans = np.zeros(match.players, PLAN)
    plans[match.waiting[0]] = bot.plan(match.game)
    plans[match.waiting[0]]["net"] = FIRST
    states = np.zeros(1, match.game.STATE)
    states[0] = copy(match.state)
    luck = np.array([rng.new(seed)], rng.RNG)
    play = running.play_on.interpreted if interpreted else running.play_on  # type: ignore[attr-defined]
    log = np.zeros(LONGEST, np.int64)
    return [int(action) for action in log[: play(states, plans, luck, luck.copy(), 1, log, workspace)]]


@pytest.mark.parametrize("game", GAMES)
def test_it_is_what_the_textbook_says(game: str) -> None:
    match = random_match(2, 3, 40, game)
    tested = any_net(match.game)
    seen = np.zeros(match.game.OBSERVATION, np.float32)
    rules.observe(match.state, 1, seen)
    weights = tested.weights[0].astype(np.float64)
    inputs = match.game.OBSERVATION
    hidden = np.maximum(0, seen @ weights[:inputs] + weights[inputs + net.BIASES])
    expected = net.POINTS * (hidden @ weights[inputs + net.COUNTS] + weights[inputs + net.BIAS, 0])
    assert correct(match, 1, tested) == pytest.approx(expected, abs=1e-3)
    assert abs(expected) > 0.1


@pytest.mark.parametrize("game", GAMES)
def test_interpreted_and_compiled_agree_to_the_last_bit(game: str) -> None:
    for actions in (5, 40):
        match = random_match(2, 4, actions, game)
        tested = any_net(match.game)
        for seat in range(2):
            compiled = correct(match, seat, tested, interpreted=False)
            assert abs(correct(match, seat, tested) - compiled) <= EXACT


@pytest.mark.parametrize("bot", KINDS, ids=["greedy", "tree"])
@pytest.mark.parametrize("game", GAMES)
def test_interpreted_and_compiled_choose_the_same(game: str, bot: Bot) -> None:
    match = random_match(2, 6, 30, game)
    workspace = new_workspace(match.game, any_net(match.game))
    compiled = decide(match, bot, workspace, "alike")
    assert is_whole_decision(match, match.waiting[0], compiled)
    assert decide(match, bot, workspace, "alike", interpreted=True) == compiled


@pytest.mark.parametrize("game", GAMES)
def test_a_net_changes_what_is_chosen(game: str) -> None:
    match = random_match(2, 6, 30, game)
    corrected = new_workspace(match.game, any_net(match.game))
    alone = new_workspace(match.game, net.new_net(match.game, net.no_weights(match.game, 1), (2,)))
    seeds = [str(seed) for seed in range(3)]
    matches = [random_match(2, seed, 30, game) for seed in range(12)]
    assert [decide(match, KINDS[0], corrected, seed) for match in matches for seed in seeds] != [
        decide(match, KINDS[0], alone, seed) for match in matches for seed in seeds
    ]


@pytest.mark.parametrize("game", ["kingdom-builder", "ys"])
@pytest.mark.parametrize("bot", KINDS, ids=["greedy", "tree"])
def test_twin_worlds_are_corrected_and_decided_alike(game: str, bot: Bot) -> None:
    """What the seat cannot know is dealt anew: neither correction nor choice changes."""
    changed = 0
    for seed in range(6):
        match = random_match(2, seed, 30, game)
        seat = match.waiting[0]
        workspace = new_workspace(match.game, any_net(match.game))
        twin = random_match(2, seed, 30, game)
        rules.redeal(twin.state, seat, rng.new(f"twin {seed}"))
        changed += twin.state.tobytes() != match.state.tobytes()
        assert correct(twin, seat, workspace.net) == correct(match, seat, workspace.net)
        assert decide(twin, bot, workspace, "twin") == decide(match, bot, workspace, "twin")
    assert changed


def test_with_other_numbers_of_players_and_when_all_is_over_it_corrects_nothing() -> None:
    two, three = random_match(2, 1, 20, "ys"), random_match(3, 1, 20, "ys")
    tested = any_net(two.game, 2)
    assert correct(two, 0, tested) != 0
    assert correct(three, 0, tested) == 0
    assert correct(random_match(2, 1, 100_000, "ys"), 0, tested) == 0
    assert net.correction(two.state, 0, net.HAND, tested) == 0


@pytest.mark.parametrize("bot", KINDS, ids=["greedy", "tree"])
def test_with_other_numbers_of_players_it_plays_as_if_there_were_no_net(bot: Bot) -> None:
    workspace = new_workspace(donjon.games["ys"], any_net(donjon.games["ys"], 2))
    for seed in range(3):
        match = random_match(3, seed, 30, "ys")
        alone = choose(match.game, match.state, match.waiting[0], bot, seed)
        assert decide(match, bot, workspace, f"bot {seed}") == alone


def test_being_ahead_is_by_points_at_the_end_and_by_the_estimate_before() -> None:
    match = random_match(3, 2, 30, "caylus")
    guesses = [float(rules.estimate(match.state, seat)) for seat in range(3)]
    assert net.ahead_of_others(match.state, 0) == pytest.approx(guesses[0] - max(guesses[1:]))
    over = random_match(3, 2, 100_000, "caylus")
    totals = [int(rules.total(over.state, seat)) for seat in range(3)]
    assert net.ahead_of_others(over.state, 1) == totals[1] - max(totals[0], totals[2])


def test_few_numbers_among_many_are_found() -> None:
    game = donjon.games["caylus"]
    tested = any_net(game)
    chance = Random("sparse")
    for _ in range(20):
        tested.observation[:] = 0
        for place in [0, game.OBSERVATION - 1, *chance.sample(range(game.OBSERVATION), 5)]:
            tested.observation[place] = chance.uniform(-1, 1)
        dense = tested.observation.astype(np.float64) @ tested.weights[0][: game.OBSERVATION].astype(
            np.float64
        )
        net.run(tested, tested.weights[0])
        biases = tested.weights[0][game.OBSERVATION + net.BIASES]
        assert np.allclose(tested.hidden, np.maximum(0, dense + biases), atol=1e-4)


def test_a_game_without_weights_answers_who_asks_for_them() -> None:
    game = next((game for game in donjon.games.values() if game.weights is None), None)
    if game is None:
        pytest.skip("every game has weights")
    state = random_match(2, 1, 5, game.name)
    with pytest.raises(donjon.errors.BadWeights, match="has no learned evaluation"):
        choose(game, state.state, state.waiting[0], "greedy+net", 1, interpreted=True)


YS = donjon.games["ys"]
ABOUT = About("ys", YS.rules_version, (2, 3), 100, "by hand")


def some_weights(game: Game = YS) -> Any:
    return np.random.RandomState(3).standard_normal(net.no_weights(game, 1)[0].shape).astype(np.float32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Weights(ABOUT, some_weights()).save(tmp_path / "ys.weights")
    return tmp_path / "ys.weights"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    yield
    net.shipped.cache_clear()
    net._usable.cache_clear()


def test_what_was_saved_is_loaded(path: Path) -> None:
    found = net.load(YS, path)
    assert found.about == ABOUT
    assert np.array_equal(found.values, some_weights())
    assert [file.name for file in path.parent.iterdir()] == ["ys.weights"]


def test_a_game_that_names_weights_has_a_net(path: Path) -> None:
    workspace = new_workspace(replace(YS, weights=path))
    assert np.array_equal(workspace.net.weights[0], some_weights())
    assert [count for count in range(9) if workspace.net.serves[count]] == [2, 3]
    assert bot("greedy+net").plan(replace(YS, weights=path)).net == net.SHIPPED


def test_a_game_without_weights_has_a_net_that_corrects_nothing() -> None:
    bare = replace(YS, weights=None)
    assert not new_workspace(bare).net.serves.any()
    with pytest.raises(errors.BadWeights, match="Ys has no learned evaluation"):
        bot("tree+net:9").plan(bare)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4000])


def turn_a_bit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def text(path: Path) -> None:
    path.write_text("no weights at all")


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def gone(path: Path) -> None:
    path.unlink()


def other_game(path: Path) -> None:
    Weights(replace(ABOUT, game="caylus"), some_weights()).save(path)


def other_rules(path: Path) -> None:
    Weights(replace(ABOUT, rules_version="0"), some_weights()).save(path)


def other_shape(path: Path) -> None:
    Weights(ABOUT, some_weights()[:-1]).save(path)


def no_digest(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"digest", b"gigest", 1))


def a_list(path: Path) -> None:
    path.write_bytes(b"[1, 2]\n" + path.read_bytes().partition(b"\n")[2])


def huge(path: Path) -> None:
    said = path.read_bytes().partition(b"\n")[0]
    path.write_bytes(said + b"\n" + zlib.compress(bytes(30_000_000)))


def impossible_players(path: Path) -> None:
    Weights(replace(ABOUT, players=(2, 40)), some_weights()).save(path)


SPOILT = [
    cut, turn_a_bit, text, nothing, gone, other_game, other_rules, other_shape, no_digest, a_list,
    impossible_players, huge,
]  # fmt: skip


@pytest.mark.parametrize("spoil", SPOILT, ids=lambda spoil: spoil.__name__)
def test_what_is_spoilt_is_told_and_not_used(
    spoil: Any, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    spoil(path)
    game = replace(YS, weights=path)
    with pytest.raises(errors.BadWeights, match=str(path)):
        bot("greedy+net").plan(game)
    with caplog.at_level(logging.WARNING, "donjon.bots"):
        assert not new_workspace(game).net.serves.any()
        assert not new_workspace(game).net.weights.any()
    assert [record.getMessage().count("Bots of Ys estimate without it.") for record in caplog.records] == [1]


def test_a_bit_turned_anywhere_is_no_other_error(path: Path) -> None:
    whole = path.read_bytes()
    edges = [*range(0, 400, 3), *range(len(whole) - 400, len(whole), 3)]
    for place in [*edges, *range(400, len(whole), len(whole) // 40)]:
        data = bytearray(whole)
        data[place] ^= 0x21
        path.write_bytes(data)
        try:
            assert np.array_equal(net.load(YS, path).values, some_weights())
        except errors.BadWeights:
            continue


@pytest.mark.parametrize(
    "game", [game for game in donjon.games.values() if game.weights], ids=lambda game: game.name
)
def test_what_ships_can_be_used_and_is_small(game: Game) -> None:
    assert game.weights is not None
    found = net.shipped(game)
    assert game.weights.stat().st_size <= 4_000_000
    assert set(found.about.players) <= set(game.seats)
    assert found.about.trained.startswith(f"donjon train {game.name}")
    assert np.isfinite(found.values).all()

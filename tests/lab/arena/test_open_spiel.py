"""OpenSpiel's searches at our tables; what they ask of a position, also where OpenSpiel is not installed."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import donjon
from donjon.errors import BadOption
from donjon.kernel import rules
from donjon.lab.arena import open_spiel
from donjon.lab.arena.open_spiel import Position, open_spiel_player, returns
from donjon.lab.arena.seated import Beginning
from tests.bots.positions import is_whole_decision, random_match

NUMBERS = SimpleNamespace(CHANCE=-1, TERMINAL=-4)
TYPES = SimpleNamespace(
    Dynamics=SimpleNamespace(SEQUENTIAL=1),
    Information=SimpleNamespace(IMPERFECT_INFORMATION=2),
    RewardModel=SimpleNamespace(TERMINAL=3),
)
PYSPIEL: Any = SimpleNamespace(PlayerId=NUMBERS, GameType=TYPES)


def position(match: donjon.Match) -> Position:
    return Position(open_spiel._AdaptedGame(match.game, match.players, PYSPIEL), match.state)


def test_without_open_spiel_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyspiel", None)
    with pytest.raises(BadOption, match=r"pip install 'donjon\[openspiel\]'"):
        open_spiel_player("mcts:10")


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize("game", list(donjon.games))
def test_its_choices_are_whole_and_rest_on_nothing_hidden(kind: str, game: str) -> None:
    pytest.importorskip("pyspiel")
    player = open_spiel_player(f"{kind}:4")()
    match = random_match(3, 5, 40, game)
    seat = match.waiting[0]
    player.begin(Beginning(match.game, 3, {}, seat, "x"))
    before = match.state.tobytes()
    chosen = player.choose(match.state, seat, "y")
    assert match.state.tobytes() == before
    assert is_whole_decision(match, seat, chosen)
    twin = position(match).redealt(seat, np.random.RandomState(1)).state
    assert player.choose(twin, seat, "y") == chosen


@pytest.mark.parametrize("game", list(donjon.games))
def test_a_position_plays_by_our_rules_to_the_end(game: str) -> None:
    match = donjon.new(game, players=2, seed=3, nature="imposed")
    random, here = np.random.RandomState(2), position(match).clone()
    chances = 0
    while not here.is_terminal():
        if here.is_chance_node():
            chances += 1
            outcomes = here.chance_outcomes()
            assert sum(part for _, part in outcomes) == pytest.approx(1)
            assert here.current_player() == NUMBERS.CHANCE
            here.apply_action(outcomes[random.randint(len(outcomes))][0])
        else:
            assert here.current_player() in (0, 1)
            here.apply_action(random.choice(here.legal_actions()))
    assert chances > 2
    assert (here.current_player(), here.legal_actions()) == (NUMBERS.TERMINAL, [])
    assert here.returns()[rules.ranking(here.state).index(1)] >= 0


def test_nodes_are_told_apart_by_what_the_seat_sees() -> None:
    match = random_match(3, 9, 40, "ys")
    here, random = position(match), np.random.RandomState(4)
    seat = here.current_player()
    worlds = [here.redealt(seat, random) for _ in range(4)]
    assert {world.information_state_string() for world in worlds} == {here.information_state_string()}
    assert len({world.state.tobytes() for world in worlds}) > 1
    here.apply_action(here.legal_actions()[0])
    assert here.information_state_string() != worlds[0].information_state_string()


def test_a_shared_victory_is_worth_its_part() -> None:
    assert returns(np.array([True, False])) == [1, -1]
    assert returns(np.array([True, True, False])) == [0, 0, -1]


def test_rollouts_value_a_position_for_every_seat() -> None:
    here = position(random_match(2, 1, 30))
    rollouts = open_spiel._Rollouts(np.random.RandomState(1))
    values = np.array([rollouts.evaluate(here) for _ in range(6)])
    assert values.sum(axis=1).tolist() == [0] * 6
    assert rollouts.prior(here) == [
        (action, 1 / len(here.legal_actions())) for action in here.legal_actions()
    ]

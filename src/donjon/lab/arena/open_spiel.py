"""OpenSpiel's Python MCTS and ISMCTS at our tables, where OpenSpiel is installed.

They get positions with the part of the interface of OpenSpiel's states that these two searches use. Random
rollouts are compiled, which flatters them: their trees grow by our rules, interpreted, and OpenSpiel's code.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from donjon.errors import BadOption
from donjon.kernel import playout, rng, rules
from donjon.kernel.decisions import legal_list
from donjon.kernel.game import Game, copy
from donjon.kernel.labels import Label, generator
from donjon.kernel.rules import NATURE
from donjon.kernel.untrusted import short
from donjon.lab.arena.seated import Beginning, Player

# The exploration constant of OpenSpiel's own examples, for returns from -1 to 1.
_EXPLORATION = 2.0


def open_spiel_player(text: str) -> Callable[[], Player]:
    """Return the factory of players for "mcts:SIMULATIONS" or "ismcts:SIMULATIONS". Raises BadOption."""
    parts = re.fullmatch(r"(mcts|ismcts):([0-9]{1,7})", text)
    if not parts or int(parts[2]) < 1:
        raise BadOption(
            f"OpenSpiel's bots are openspiel:mcts:SIMULATIONS and openspiel:ismcts:SIMULATIONS, "
            f"not {short(text)}."
        )
    try:
        import pyspiel
    except ImportError as error:
        raise BadOption(
            f"openspiel:{text} needs OpenSpiel, which is not installed here ({error}): "
            f"pip install 'donjon[openspiel]'."
        ) from None
    kind, simulations = parts[1], int(parts[2])
    return lambda: OpenSpielPlayer(kind, simulations, pyspiel)


class OpenSpielPlayer:
    """A search of OpenSpiel. MCTS, which knows no secrets, searches one world that could be true."""

    def __init__(self, kind: str, simulations: int, pyspiel: Any) -> None:
        self.kind = kind
        self.simulations = simulations
        self.pyspiel = pyspiel
        self.beginning: Beginning

    def begin(self, beginning: Beginning) -> None:
        """Do nothing: each decision starts a new search."""
        self.beginning = beginning

    def choose(self, state: Any, seat: int, seed: str) -> list[int]:
        """Return one whole decision, with a search for each of its actions."""
        game = self.beginning.game
        actions: list[int] = []
        world = Position(_AdaptedGame(game, self.beginning.players, self.pyspiel), copy(state))
        random = np.random.RandomState(rng.word(generator(Label.OPEN_SPIEL, seed)) & 0xFFFFFFFF)
        while not actions or (not rules.decision_complete(world.state) and world.current_player() == seat):
            legal = world.legal_actions()
            bot = self._bot(world.adapted, random)
            start = world.redealt(seat, random)
            actions.append(int(bot.step(start)) if len(legal) > 1 else legal[0])
            world.apply_action(actions[-1])
        return actions

    def _bot(self, adapted: _AdaptedGame, random: Any) -> Any:
        from open_spiel.python.algorithms import ismcts, mcts

        evaluator = _Rollouts(random)
        if self.kind == "mcts":
            return mcts.MCTSBot(
                adapted, _EXPLORATION, self.simulations, evaluator, solve=False, random_state=random
            )
        bot = ismcts.ISMCTSBot(adapted, evaluator, _EXPLORATION, self.simulations, random_state=random)
        bot.set_resampler(lambda position, player: position.redealt(player, random))
        return bot

    def processor_time(self) -> float | None:
        """Return the processor time of this process, in seconds."""
        return time.process_time()

    def close(self) -> None:
        """Do nothing: no resources were opened."""


class _AdaptedGame:
    """The part of `pyspiel.Game` that the searches use."""

    def __init__(self, game: Game, players: int, pyspiel: Any) -> None:
        self.game = game
        self.players = players
        self.pyspiel = pyspiel
        self.dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL
        self.information = pyspiel.GameType.Information.IMPERFECT_INFORMATION
        self.reward_model = pyspiel.GameType.RewardModel.TERMINAL

    def get_type(self) -> _AdaptedGame:
        """Return this object, which has the attributes of a game type, too."""
        return self

    def num_players(self) -> int:
        """Return the number of seats."""
        return self.players

    def max_utility(self) -> float:
        """Return the utility of the sole winner; a loser gets the opposite."""
        return 1.0


class Position:
    """The part of `pyspiel.State` that the searches use. Simultaneous decisions are made one by one."""

    def __init__(self, adapted: _AdaptedGame, state: Any) -> None:
        self.adapted = adapted
        self.state = state

    def get_game(self) -> _AdaptedGame:
        """Return the game that the position belongs to."""
        return self.adapted

    def clone(self) -> Position:
        """Return an independent copy."""
        return Position(self.adapted, copy(self.state))

    def redealt(self, seat: int, random: Any) -> Position:
        """Return a world that the seat cannot tell from this one."""
        world = self.clone()
        rules.redeal(world.state, seat, generator(Label.OPEN_SPIEL_WORLD, random.randint(2**31)))
        return world

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return bool(rules.over(self.state))

    def is_chance_node(self) -> bool:
        """Return whether a random draw is next."""
        return int(rules.moving_seat(self.state)) == NATURE

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for a random draw or the end."""
        if self.is_terminal():
            return int(self.adapted.pyspiel.PlayerId.TERMINAL)
        if self.is_chance_node():
            return int(self.adapted.pyspiel.PlayerId.CHANCE)
        return int(rules.moving_seat(self.state))

    def legal_actions(self, _player: int | None = None) -> list[int]:
        """Return the legal actions of the seat to move, ascending."""
        return [] if self.is_terminal() else legal_list(self.state, int(rules.moving_seat(self.state)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return nature's actions with their probabilities."""
        weights = np.zeros(self.adapted.game.ACTIONS, np.int64)
        total = int(rules.chances(self.state, weights))
        return [(int(action), float(weights[action]) / total) for action in np.flatnonzero(weights)]

    def apply_action(self, action: int) -> None:
        """Play an action of the seat to move."""
        rules.apply(self.state, int(rules.moving_seat(self.state)), int(action), None)

    def returns(self) -> list[float]:
        """Return each seat's result, from -1 for a loser to 1 for the sole winner, as `returns` does."""
        return returns(np.array(rules.ranking(self.state)) == 1)

    def information_state_string(self) -> str:
        """Return all that the seat to move sees and may do, as text: the key of nodes in ISMCTS."""
        seat = self.current_player()
        observation = np.zeros(self.adapted.game.OBSERVATION, np.float32)
        rules.observe(self.state, seat, observation)
        return f"{observation.tobytes().hex()} {self.legal_actions()}"


def returns(best: np.ndarray) -> list[float]:
    """Return 2 · share − 1 for each seat, from bool[seats]: whether it is among the winners."""
    return [float(2 * share - 1) for share in best / best.sum()]


class _Rollouts:
    """OpenSpiel's evaluator by one random rollout, compiled."""

    def __init__(self, random: Any) -> None:
        self.rng = generator(Label.OPEN_SPIEL_ROLLOUTS, random.randint(2**31))
        self.count = 0

    def prior(self, position: Position) -> list[tuple[int, float]]:
        """Return the same probability for every action; for a random draw, those of its weights."""
        if position.is_chance_node():
            return position.chance_outcomes()
        legal = position.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def evaluate(self, position: Position) -> np.ndarray:
        """Return the results of a rollout, by seat."""
        game, players = position.adapted.game, position.adapted.players
        start = np.zeros(1, game.STATE)
        start[0] = position.state
        totals, ranks = np.zeros((1, players), np.int64), np.zeros((1, players), np.int32)
        work = playout.workspace(game, players)
        playout.random_games(start.copy(), start, self.rng, self.count, 1, *work, totals, ranks)
        self.count += 1
        return np.array(returns(ranks[0] == 1))

"""Who can sit at a table."""

import sys

import pytest

from donjon.errors import BadOption
from donjon.lab.arena.engine import Engine
from donjon.lab.arena.players import TimedBot, maker, read_names
from donjon.lab.arena.seated import Beginning
from tests.bots.positions import is_whole_decision, random_match


def test_names_stand_between_commas_and_count_once() -> None:
    assert read_names(["greedy, random", "greedy"]) == ["greedy", "random"]
    assert read_names(['"engine:play --with=1,2",random']) == ["engine:play --with=1,2", "random"]
    assert read_names(["", ","]) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("genius", "'genius'"),
        ('"engine:x', "isn't a list of bots"),
        ("engine:", "needs a command"),
        ("engine:'x", "cannot be read"),
        ("openspiel:alphazero:3", "openspiel:mcts:SIMULATIONS"),
        ("openspiel:mcts:0", "openspiel:mcts:SIMULATIONS"),
        ("search:0", "'search:0'"),
    ],
)
def test_names_of_nobody_are_refused(text: str, says: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_names([text])
    assert says in str(refused.value)


def test_bots_without_a_clock_play_inside_compiled_code() -> None:
    assert maker("greedy") is None
    assert maker("search:30") is None


def test_a_bot_bounded_by_seconds_is_asked() -> None:
    make = maker("flat:0.001s")
    assert make is not None
    player = make()
    assert isinstance(player, TimedBot)
    match = random_match(2, 1, 20)
    seat = match.waiting[0]
    player.begin(Beginning(match.game, 2, {}, seat, "x"))
    before = player.processor_time()
    assert is_whole_decision(match, seat, player.choose(match.state, seat, "y"))
    assert before is not None
    assert player.processor_time() > before  # type: ignore[operator]
    player.close()


def test_an_engine_is_told_its_time() -> None:
    make = maker(f"engine:{sys.executable}", engine_seconds=2.5)
    assert make is not None
    player = make()
    assert isinstance(player, Engine)
    assert (player.command, player.seconds) == (sys.executable, 2.5)

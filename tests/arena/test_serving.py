"""Our own bots as engines."""

import shlex
import sys
from typing import Any

import pytest

import donjon
from donjon.bots import choose
from donjon.errors import BadOption
from donjon.kernel import rng, rules
from donjon.kernel.game import copy
from donjon.lab.arena import serving
from donjon.lab.arena.engine import Engine
from donjon.lab.arena.engine_lines import Misunderstood, line, position_data
from donjon.lab.arena.seated import Beginning
from donjon.lab.arena.serving import Server
from tests.bots.positions import is_whole_decision, random_match

NEW_GAME = line("newgame", {"game": "kingdom-builder", "players": 2, "seed": "s"})


def answers(*lines: str, bot: str = "random") -> list[str]:
    said: list[str] = []
    Server(bot).serve(lines, said.append)
    return said


def test_it_says_hello_and_ends_when_told() -> None:
    assert answers("hello 1", "quit", "hello 1") == ["name Donjon random", "ready"]
    assert answers("", "  ") == []


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_its_choice_rests_on_what_it_is_told_and_the_seed(bot: str) -> None:
    match = random_match(2, 1, 20)
    seat = match.waiting[0]
    twin = copy(match.state)
    rules.redeal(twin, seat, rng.new("world"))
    said = [
        answers(
            NEW_GAME, line("position", position_data(match.game, state, seat, "s")), "go seconds 1", bot=bot
        )
        for state in (match.state, match.state, twin)
    ]
    assert said[0] == said[1] == said[2]
    assert said[0][0] == "ready"
    word, _, text = said[0][1].partition(" ")
    assert word == "bestmove"
    match.play(text.partition(";")[0], seat)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["hello 2"], "version 1, not '2'"),
        (["dance"], "no message 'dance'"),
        (["go"], "no position was told"),
        (["position {"], "cannot be answered"),
        (["position []"], "must be an object"),
        (["position {}", "go"], "'seat'"),
        (["newgame {}"], "'seed'"),
        (['newgame {"seed": 1, "game": "chess"}'], "chess"),
        ([NEW_GAME, 'position {"seat": 0, "position": {"game": "chess"}}', "go"], "players"),
    ],
)
def test_lines_that_are_none_are_told(lines: list[str], says: str) -> None:
    with pytest.raises(Misunderstood, match="cannot be answered") as refused:
        answers(*lines)
    assert says in str(refused.value)


def test_a_bot_that_is_none_is_refused() -> None:
    with pytest.raises(BadOption, match="'nobody'"):
        Server("nobody")
    with pytest.raises(BadOption, match="threads"):
        Server("random", 0)


def test_it_searches_in_several_threads_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()

    def search(*_asked: Any, threads: int) -> list[int]:
        asked.append(threads)
        return choose(*_asked, threads=threads)

    monkeypatch.setattr(serving, "choose", search)
    match = random_match(2, 5, 20, "caylus")
    state, seat = match.state, match.waiting[0]
    told = line("position", position_data(match.game, state, seat, "s"))
    said = list[str]()
    Server("tree:20", threads=2).serve([NEW_GAME, told, "go"], said.append)
    assert asked == [2]
    assert said[-1].startswith("bestmove ")


def test_an_engine_of_ours_answers_the_arena() -> None:
    """The two sides of the protocol meet, over real pipes."""
    player = Engine(shlex.join([sys.executable, "-m", "donjon", "engine", "--bot", "random"]))
    try:
        for number, game in enumerate(donjon.games):
            match = random_match(2, number, 30, game)
            seat = match.waiting[0]
            player.begin(Beginning(match.game, 2, {}, seat, "x"))
            assert is_whole_decision(match, seat, player.choose(match.state, seat, "y"))
        assert player.name == "Donjon random"
    finally:
        player.close()

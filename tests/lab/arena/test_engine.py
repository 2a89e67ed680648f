"""Engines: the lines, programs that answer, fail or hang, and our own bots as an engine."""

from __future__ import annotations

import hashlib
import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import donjon
from donjon.bots import choose
from donjon.errors import BadOption
from donjon.kernel import rng, rules
from donjon.kernel.game import copy
from donjon.lab.arena import engine as engine_module
from donjon.lab.arena.engine import (
    Engine,
    Misunderstood,
    Server,
    answer,
    check_command,
    line,
    position_data,
    read_answer,
)
from donjon.lab.arena.game_runner import GameResult, GameRunner
from donjon.lab.arena.seated import Beginning, LostDecision
from tests.bots.positions import is_whole_decision, random_match
from tests.lab.arena.engines import SAMPLE, command, engine, first_legal


def test_a_message_is_one_line_whatever_is_in_it() -> None:
    assert line("go") == "go"
    assert line("newgame", {"seed": "a\nb é"}) == 'newgame {"seed":"a\\nb \\u00e9"}'


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", list(donjon.games))
def test_a_seat_is_told_the_same_in_all_worlds_that_it_cannot_tell_apart(game: str, players: int) -> None:
    differ = 0
    for actions in (3, 30, 60, 90):
        match = random_match(players, 100 + actions, actions, game)
        if match.over:
            continue
        seat = match.waiting[0]
        told = line("position", position_data(match.game, match.state, seat, "s"))
        for world in range(4):
            twin = copy(match.state)
            rules.redeal(twin, seat, rng.new("world", world))
            differ += twin.tobytes() != match.state.tobytes()
            assert line("position", position_data(match.game, twin, seat, "s")) == told
    assert (differ > 0) == (game != "caylus"), "CAY-3.3: everything is open"


def test_what_is_hidden_is_dealt_afresh() -> None:
    match = random_match(4, 9, 60, "ys")
    positions = {
        json.dumps(position_data(match.game, match.state, match.waiting[0], f"seed {seed}")["position"])
        for seed in range(5)
    }
    assert len(positions) > 1


@pytest.mark.parametrize("game", list(donjon.games))
def test_decisions_come_back_from_their_texts(game: str) -> None:
    longest = 0
    for actions in range(0, 60, 4):
        match = random_match(2, actions, actions, game)
        seat = match.waiting[0]
        chosen = choose(match.game, match.state, seat, "random", actions, interpreted=True)
        longest = max(longest, len(chosen))
        text = answer(match.state, seat, chosen)
        before = match.state.tobytes()
        assert read_answer(match.game, match.state, seat, text) == chosen
        assert match.state.tobytes() == before
    assert longest > 1 or game != "kingdom-builder"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' isn't an action here"),
        ("build 99,99", "'build 99,99' isn't an action here"),
        ("draw forest", "'draw forest' is not legal"),
        ("end turn", "'end turn' is not legal"),
        ("\x00;\x01", "isn't an action here"),
        ("x" * 10_000, "isn't an action here"),
    ],
)
def test_answers_that_are_none_are_refused(text: str, says: str) -> None:
    match = donjon.new("kingdom-builder", players=2, seed=1)
    with pytest.raises(Misunderstood) as refused:
        read_answer(match.game, match.state, match.waiting[0], text)
    assert says in str(refused.value)
    assert len(str(refused.value)) < 500


def test_of_several_actions_each_must_be_legal_after_those_before() -> None:
    match = donjon.new("kingdom-builder", players=2, seed=1)
    seat, (first, *_) = match.waiting[0], match.legal
    with pytest.raises(Misunderstood, match="is not legal"):
        read_answer(match.game, match.state, seat, f"{first}; {first}")


GAME = donjon.games["kingdom-builder"]


def played(command: str, other: str = "random", seconds: float | None = None) -> GameResult:
    """A game of an engine and a bot."""
    runner = GameRunner(GAME, "engines", None, clock=True, engine_seconds=seconds)
    try:
        return runner.play([f"engine:{command}", other], 0)
    finally:
        runner.close()


@pytest.mark.parametrize("game", list(donjon.games))
def test_the_sample_plays_whole_legal_decisions(game: str) -> None:
    player = Engine(command(SAMPLE))
    try:
        for actions in (0, 25, 60):
            match = random_match(3, actions, actions, game)
            seat = match.waiting[0]
            player.begin(Beginning(match.game, 3, {}, seat, "x"))
            before = match.state.tobytes()
            assert is_whole_decision(match, seat, player.choose(match.state, seat, "y"))
            assert match.state.tobytes() == before
        assert player.name == "Random in plain Python"
        assert player.processor_time() != 0
    finally:
        player.close()
    assert player.process is None


def test_the_sample_plays_a_game_and_loses_no_decision() -> None:
    result = played(command(SAMPLE))
    assert result.lost == [[], []]
    assert min(result.decisions) > 10


def test_the_sample_needs_nothing_of_ours() -> None:
    assert "donjon" not in SAMPLE.read_text().split('"""')[2]
    assert len(SAMPLE.read_text().splitlines()) <= 55


@pytest.mark.parametrize(
    ("then", "says"),
    [
        ('print("bestmove fly to the moon", flush=True)', "answered 'fly to the moon', but"),
        (
            'print("bestmove end turn; end turn", flush=True)',
            "answered 'end turn; end turn', but 'end turn' is",
        ),
        ('print("I resign", flush=True)', "said 'I resign' where it should say 'bestmove'"),
        ("sys.exit(1)", "Tester ended without an answer (after 'go')"),
        ('sys.stdout.write("x" * 200_000)', "said a line that has no end"),
    ],
)
def test_what_is_no_answer_loses_the_decision_and_is_told(then: str, says: str, tmp_path: Path) -> None:
    result = played(engine(tmp_path, first_legal(then)))
    assert result.lost[1] == []
    assert says in result.lost[0][0]
    # Whoever ended was started again, and met its third question again.
    assert len(result.lost[0]) < result.decisions[0]
    assert result.decisions[0] > 10


def test_who_is_late_loses_the_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "_GRACE", 0.2)
    player = Engine(engine(tmp_path, "time.sleep(3600)"), seconds=0.1)
    player.begin(Beginning(GAME, 2, {}, 0, "x"))
    match = random_match(2, 1, 0)
    with pytest.raises(LostDecision, match=r"Tester did not answer in time \(after 'go seconds 0.1'\)"):
        player.choose(match.state, match.waiting[0], "y")
    assert player.process is None


def test_whatever_an_engine_has_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pipe would stay open for ever else."""
    monkeypatch.setattr(engine_module, "_GRACE", 0.2)
    answer = 'import subprocess; subprocess.run(["sleep", "3600"])'
    player = Engine(f'sh -c "{engine(tmp_path, answer)}"', seconds=0.1)
    player.begin(Beginning(GAME, 2, {}, 0, "x"))
    match = random_match(2, 1, 0)
    with pytest.raises(LostDecision, match="in time"):
        player.choose(match.state, match.waiting[0], "y")


def test_a_program_that_is_no_engine_is_told() -> None:
    with pytest.raises(LostDecision, match="'no-such-program' cannot be started: No such file"):
        Engine("no-such-program").start()
    with pytest.raises(LostDecision, match="said 'hello 1' where it should say 'ready'"):
        Engine("cat").start()


@pytest.mark.parametrize("text", ["", "  ", "python 'x.py"])
def test_a_command_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="command"):
        check_command(text)


def test_engines_learn_nothing_that_their_seat_may_not_know(tmp_path: Path) -> None:
    """Twin worlds: an engine that answers by all it hears answers the same in both."""
    answer = (
        "import zlib; told = zlib.crc32(json.dumps([line, position]).encode()); "
        'print("bestmove " + position["legal"][told % len(position["legal"])], flush=True)'
    )
    player = Engine(engine(tmp_path, answer))
    differ = 0
    try:
        for game in ("kingdom-builder", "ys"):
            for actions in (5, 40, 80):
                match = random_match(3, 100 + actions, actions, game)
                seat = match.waiting[0]
                player.begin(Beginning(match.game, 3, {}, seat, "x"))
                expected = player.choose(match.state, seat, "twin")
                for world in range(3):
                    twin = copy(match.state)
                    rules.redeal(twin, seat, rng.new("world", world))
                    differ += twin.tobytes() != match.state.tobytes()
                    assert player.choose(twin, seat, "twin") == expected
    finally:
        player.close()
    assert differ > 5


def test_the_seed_of_the_deck_is_not_told() -> None:
    told: list[Beginning] = []

    class Listener:
        def begin(self, beginning: Beginning) -> None:
            told.append(beginning)

        def close(self) -> None:
            pass

    runner = GameRunner(GAME, "the seed of the deck", None)
    runner._players["random", 0] = Listener()  # type: ignore[assignment]
    runner._table(["random", "random"], 3)
    assert told[0].seed == hashlib.sha256(b"engine's secret the seed of the deck 3 0").hexdigest()[:16]
    assert json.dumps(told[0].options)


def test_a_position_names_its_seat_and_all_that_is_legal() -> None:
    match = random_match(2, 3, 12)
    seat = match.waiting[0]
    data = position_data(match.game, match.state, seat, "s")
    assert data["seat"] == seat
    assert data["legal"] == match.legal
    assert data["view"] == match.view(seat)
    assert donjon.from_position(data["position"], nature="imposed").legal == match.legal


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
        (["dance"], "unknown message 'dance'"),
        (["go"], "go came before any position"),
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

    monkeypatch.setattr(engine_module, "choose", search)
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

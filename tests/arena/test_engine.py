"""Engines as the arena has them: started, asked, and what becomes of those that misbehave."""

import hashlib
import json
from pathlib import Path

import pytest

import donjon
from donjon.errors import BadOption
from donjon.kernel import rng, rules
from donjon.kernel.game import copy
from donjon.lab.arena import engine as engine_module
from donjon.lab.arena.engine import Engine, check_command
from donjon.lab.arena.engine_lines import position_data
from donjon.lab.arena.hall import GameResult, Hall
from donjon.lab.arena.seated import Beginning, LostDecision
from tests.arena.engines import SAMPLE, command, engine, first_legal
from tests.bots.positions import is_whole_decision, random_match

GAME = donjon.games["kingdom-builder"]


def played(command: str, other: str = "random", seconds: float | None = None) -> GameResult:
    """A game of an engine and a bot."""
    hall = Hall(GAME, "engines", None, clock=True, engine_seconds=seconds)
    try:
        return hall.play([f"engine:{command}", other], 0)
    finally:
        hall.close()


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
        ("sys.exit(1)", "Tester ended without an answer (it was told 'go')"),
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
    with pytest.raises(LostDecision, match=r"Tester did not answer in time \(it was told 'go seconds 0.1'\)"):
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

    hall = Hall(GAME, "the seed of the deck", None)
    hall._players["random", 0] = Listener()  # type: ignore[assignment]
    hall._table(["random", "random"], 3)
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

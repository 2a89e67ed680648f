"""`donjon arena` and `donjon engine`."""

import json
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from donjon.errors import DonjonError
from donjon.lab.arena import tournament
from tests.cli.command import donjon, process, refused
from tests.lab.arena.engines import command, engine

CALL = ("arena", "kingdom-builder", "--bots", "random,beginner", "--seed", "a", "--workers", 1)


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_the_result_for_people() -> None:
    result = donjon(*CALL, "--games", 3)
    assert result.exit_code == 0
    head, names, *bots = rows(result.stdout)
    assert " ".join(head) == "4 games of 2 (2 deals, 2 games each), seed a"
    assert names[:2] == ["bot", "wins"]
    assert [row[0] for row in bots] == ["random", "beginner"]
    assert result.stderr == ""


def test_the_result_for_a_program_and_as_a_page(tmp_path: Path) -> None:
    call = (*CALL, "--games", 2, "--out", tmp_path / "run.jsonl", "--report", tmp_path / "run.html", "--json")
    first, again = donjon(*call), donjon(*call)
    result = json.loads(first.stdout)
    assert (result["games"], result["ending"], result["test"]) == (2, "played", None)
    assert sum(standing["win_share"] for standing in result["standings"]) == pytest.approx(1)
    assert again.stdout == first.stdout
    assert len((tmp_path / "run.jsonl").read_text().splitlines()) == 2
    assert "<figure>" in (tmp_path / "run.html").read_text()
    assert "seed was 'a' and is 'b'" in refused(*call, "--seed", "b")


def test_the_test_is_told() -> None:
    result = donjon(*CALL, "--games", 2, "--sprt", "0,20", "--alpha", "0.1")
    assert "The test is open after 1 deals: log-likelihood ratio" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bots", "random"], "at least two different bots"),
        (["--bots", "random,genius"], "'genius'"),
        (["--bots", "random,engine:cat"], "should say 'ready'"),
        (["--bots", "random,openspiel:mcts:x"], "openspiel:mcts:SIMULATIONS"),
        (["--sprt", "0,20", "--bots", "random,beginner,greedy"], "two bots, not 3"),
        (["--players", 7], "2 to 4 players"),
        (["--sprt", "20,0"], "two Elo differences"),
        (["--sprt", "0,20", "--beta", "0.9"], "beta"),
        (["--option", "colour=red"], "colour=red"),
        (["--out", "no/folder/run.jsonl"], "cannot be kept"),
        (["--out", "/"], "cannot be kept"),
        (["--seed", "\ud800"], "A seed is text"),
    ],
)
def test_wrong_wishes_are_refused(arguments: list[object], told: str) -> None:
    assert told in refused("arena", "kingdom-builder", "--games", 2, "--workers", 1, *arguments)


def test_decisions_that_an_engine_loses_are_told(tmp_path: Path) -> None:
    bots = f'"engine:{engine(tmp_path, "print(3)")}",random'
    result = donjon("arena", "kingdom-builder", "--bots", bots, "--games", 2, "--workers", 1)
    assert result.exit_code == 0
    assert "decisions, which were made at random instead:" in result.stderr
    assert "times: The engine Tester said '3' where it should say 'bestmove'" in result.stderr
    assert int(rows(result.stdout)[-2][-1]) > 10


def test_two_of_our_engines_meet() -> None:
    ours = f"engine:{sys.executable} -m donjon engine --bot"
    bots = f"{ours} random,{ours} beginner"
    result = donjon("arena", "kingdom-builder", "--bots", bots, "--games", 2, "--workers", 1, "--json")
    standings = json.loads(result.stdout)["standings"]
    assert [standing["lost"] for standing in standings] == [0, 0]
    assert min(standing["decisions"] for standing in standings) > 20


def test_ctrl_c_and_a_kill_lose_only_what_is_being_played(tmp_path: Path) -> None:
    """Ends two runs with several processes, and the third one says what one whole run would have said."""
    out = tmp_path / "run.jsonl"
    call = ("arena", "kingdom-builder", "--bots", "random,beginner", "--seed", "k", "--workers", 2)
    running = process(*call, "--games", 100_000, "--out", out)
    wait_for_deals(out, 2)
    running.send_signal(signal.SIGINT)
    told, complaints = running.communicate()
    assert running.returncode == 130
    assert ", interrupted" in told
    assert rows(told)[-1][0] == "beginner"
    assert "Traceback" not in complaints
    before = deals_in(out)
    running = process(*call, "--games", 100_000, "--out", out)
    wait_for_deals(out, before + 2)
    running.kill()
    running.communicate()
    with open(out, "a") as file:
        file.write('{"deal": 99, "games"')
    games = 2 * deals_in(out)
    resumed = donjon(*call, "--games", games, "--out", out, "--json")
    whole = donjon(*call, "--games", games, "--json")
    assert without_costs(resumed.stdout) == without_costs(whole.stdout)


def deals_in(out: Path) -> int:
    """How many deals count: 0, 1, 2, … without a gap."""
    whole = out.read_text().split("\n")[1:-1] if out.exists() else []
    numbers = {json.loads(line)["deal"] for line in whole}
    return next(number for number in range(len(numbers) + 1) if number not in numbers)


def wait_for_deals(out: Path, count: int) -> None:
    while deals_in(out) < count:
        time.sleep(0.02)


def without_costs(text: str) -> Any:
    """All that does not hang on the machine."""
    result = json.loads(text)
    for standing in result["standings"]:
        assert standing.pop("milliseconds") > 0
    return result


def test_ctrl_c_before_anything_is_over_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament, "make_executor", fail)
    result = donjon(*CALL)
    assert result.exit_code == 130
    assert result.stdout == "0 games of 2 (0 deals, 2 games each), seed a, interrupted\n"


def test_a_failure_of_the_games_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise DonjonError("A worker died.")

    monkeypatch.setattr(tournament, "make_executor", fail)
    assert refused(*CALL) == "donjon: A worker died.\n"


def test_the_engine_answers_on_its_input() -> None:
    result = donjon("engine", "--bot", "random", input="hello 1\nquit\n")
    assert result.stdout == "name Donjon random\nready\n"
    assert "unknown message 'dance'" in refused("engine", input="dance\n")
    assert "'nobody'" in refused("engine", "--bot", "nobody")
    assert command(Path("x")).startswith("'")

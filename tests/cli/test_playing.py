"""`donjon play`, `donjon simulate` and `donjon warm`."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.cli.command import donjon, process, refused

ALL_RANDOM = ("simulate", "kingdom-builder", "--players", 3, "--games", 30, "--seed", "s")


def test_the_table_is_served_until_ctrl_c(tmp_path: Path) -> None:
    running = process("play", "--port", 0, "--data", tmp_path / "games")
    assert running.stdout is not None
    said = running.stdout.readline()
    address = re.fullmatch(r"Donjon is running at (http://127\.0\.0\.1:\d+)\n", said)
    assert address, said
    with urlopen(address[1]) as page:
        assert page.status == 200
    assert str(tmp_path / "games") in running.stdout.readline()
    running.send_signal(signal.SIGINT)
    out, told = running.communicate()
    assert (running.returncode, out, told) == (0, "", "")
    assert list((tmp_path / "games").glob("*.sqlite"))


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = refused("play", "--port", port, "--data", tmp_path)
    assert f"Port {port} is in use" in told
    assert "--port" in told


def test_a_data_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert "cannot be used" in refused("play", "--port", 0, "--data", tmp_path / "file" / "games")
    assert "is a file. --data takes a folder" in refused("play", "--port", 0, "--data", tmp_path / "file")


def test_a_setting_that_makes_no_sense_is_refused(tmp_path: Path) -> None:
    for option, value, said in (
        ("--base-url", "games.example.org", "https://games.example.org"),
        ("--host-name", "http://games.example.org", "games.example.org"),
        ("--proxy", "my-proxy", "isn't an address or a network"),
        ("--log-level", "loud", "debug, info, warning, error"),
    ):
        assert said in refused("play", "--port", 0, "--data", tmp_path, option, value)


def test_the_log_has_a_line_for_each_request_if_that_is_wanted(tmp_path: Path) -> None:
    running = process("play", "--port", 0, "--data", tmp_path, "--log-level", "info")
    assert running.stdout is not None
    address = running.stdout.readline().split()[-1]
    with urlopen(f"{address}/about") as page:
        assert page.status == 200
    running.send_signal(signal.SIGINT)
    _, told = running.communicate()
    assert re.search(r"INFO 127\.0\.0\.1 GET /about 200 \d+ ms\n", told)


def told_about(own: str) -> str:
    """What `donjon play` says of data that it refuses; in a process of its own, which alone is changed."""
    out, told = process("play", "--port", 0, "--data", own).communicate()
    assert out == ""
    assert told.count("\n") == 1
    return told


def test_own_data_of_a_game_are_checked_before_the_table_is_set(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("[value_track]\nmin = 9\nmax = 2")
    assert "'value_track': min and max must be whole numbers" in told_about(f"ys={tmp_path / 'own.toml'}")
    assert "cannot be read" in told_about(f"ys={tmp_path / 'none.toml'}")
    assert "Caylus has no data that you can replace" in told_about(f"caylus={tmp_path / 'own.toml'}")


def test_a_table_is_set_with_own_data(tmp_path: Path) -> None:
    """YS-1.4: a host may replace the ship cards."""
    (tmp_path / "own.toml").write_text('[[ship_card]]\nid = "S01"\nlarge = "red"\nsmall = ["blue", "green"]')
    own = ("--data", f"ys={tmp_path / 'own.toml'}", "--data", tmp_path / "games")
    running = process("play", "--port", 0, *own)
    assert running.stdout is not None
    address = running.stdout.readline().split()[-1]
    with urlopen(f"{address}/rules/ys") as page:
        assert "uses its own game data" in page.read().decode()
    running.send_signal(signal.SIGINT)
    running.communicate()
    assert running.returncode == 0


@pytest.mark.parametrize("command", ["play", "replay game.record --lang ru"])
def test_without_the_packages_of_the_table_it_says_how_to_install_them(command: str, tmp_path: Path) -> None:
    (tmp_path / "game.record").write_text("game: kingdom-builder\nrules: 1\nplayers: 2\n\n")
    program = (
        f"import sys; sys.argv = ['donjon', *{command.split()}]\n"
        "sys.modules['uvicorn'] = sys.modules['babel'] = None\n"
        "from donjon.cli import main; main()"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert answer.returncode == 2
    assert "pip install 'donjon[table]'" in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_another_game_is_simulated_with_its_options() -> None:
    call = ("simulate", "caylus", "--players", 5, "--games", 6, "--option", "favours=simplified", "--json")
    report = json.loads(donjon(*call).stdout)
    assert (report["game"], report["players"], report["games"]) == ("caylus", 5, 6)
    assert sum(seat["win_share"] for seat in report["seats"]) == pytest.approx(1)


def test_simulation_for_a_program() -> None:
    report = json.loads(donjon(*ALL_RANDOM, "--json").stdout)
    assert {"games_per_second", "decisions_per_second", "seats"} <= set(report)
    assert report["games_per_second"] > 0
    assert [seat["bot"] for seat in report["seats"]] == ["random"] * 3
    assert all({"average", "stdev", "win_share"} <= set(seat) for seat in report["seats"])
    assert sum(seat["win_share"] for seat in report["seats"]) == pytest.approx(1)


def test_simulation_for_people_and_from_the_seed() -> None:
    first, again, other = donjon(*ALL_RANDOM), donjon(*ALL_RANDOM), donjon(*ALL_RANDOM[:-1], "other")
    assert first.exit_code == 0
    assert re.match(r"30 games of 3, seed s: [\d,]+ games/s, [\d,]+ decisions/s\n", first.stdout)
    rows = [line.split() for line in first.stdout.splitlines()[2:]]
    assert [row[:2] for row in rows] == [["0", "random"], ["1", "random"], ["2", "random"]]
    assert again.stdout.splitlines()[1:] == first.stdout.splitlines()[1:]
    assert other.stdout.splitlines()[1:] != first.stdout.splitlines()[1:]
    assert first.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bots", "genius"], "'genius'"),
        (["--bots", "random,random,random"], "1 to 2 names"),
        (["--bots", ""], "1 to 2 names"),
        (["--players", 7], "2 to 4 players"),
        (["--option", "sectors=moon,,,"], "'moon'"),
        (["--option", "colour=red"], "colour=red"),
        (["--option", "board"], "NAME=VALUE"),
    ],
)
def test_a_wrong_simulation_is_refused(arguments: list[object], told: str) -> None:
    assert told in refused("simulate", "kingdom-builder", "--games", 1, *arguments)


def test_warming_says_one_line() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "donjon", "warm"], capture_output=True, text=True, env=os.environ, check=True
    )
    assert re.fullmatch(r"Rules and bots are compiled \(\d+ s\)\.\n", answer.stdout)
    assert answer.stderr == ""


def test_progress_is_shown_on_a_terminal_only() -> None:
    master, terminal = os.openpty()
    command = [sys.executable, "-m", "donjon", *map(str, ALL_RANDOM), "--json"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, text=True)
    os.close(terminal)
    shown = b"".join(all_of(master))
    os.close(master)
    answer, _nothing = program.communicate()
    assert program.returncode == 0
    assert "30 games" in shown.decode()
    assert json.loads(answer)["games"] == 30


def all_of(terminal: int) -> Iterator[bytes]:
    """All that a program writes to a terminal, as it comes: a slow machine shows progress more often."""
    while True:
        try:
            yield os.read(terminal, 4096)
        except OSError:  # nobody writes to it any more
            return

"""What all commands share: help, exit codes, quiet ends."""

import fcntl
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

import donjon as library
from donjon.cli import app
from tests.cli.command import RECORDS, donjon, process, refused

COMMANDS = sorted(get_command(app).commands)  # type: ignore[attr-defined]
HEAVY = ("numba", "starlette", "sqlalchemy", "rich", "jinja2", "donjon.bots")


def test_the_commands() -> None:
    named = {"follow", "games", "perft", "play", "replay", "rules", "signature", "simulate", "trace"}
    named |= {"verify", "warm"}
    assert named <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str) -> None:
    result = donjon(command, "--help")
    assert result.exit_code == 0
    assert f"Examples:\n    donjon {command}" in result.stdout


def test_examples_use_commands_and_options_that_exist() -> None:
    known = get_command(app).commands  # type: ignore[attr-defined]
    calls = re.findall(r"donjon (\w+)([^|\n]*)", "\n".join(known[command].epilog for command in COMMANDS))
    assert len(calls) > len(COMMANDS)
    for command, rest in calls:
        options = {name for parameter in known[command].params for name in parameter.opts}
        assert set(re.findall(r"(?<=\s)-[-\w]+", rest)) <= options


def test_the_version() -> None:
    result = donjon("--version")
    assert (result.exit_code, result.stdout) == (0, f"donjon {library.__version__}\n")


def test_no_command_shows_the_help() -> None:
    assert "Commands:" in donjon().output


@pytest.mark.parametrize(
    "arguments", [["fly"], ["games", "--fast"], ["simulate"], ["play", "--port", "many"]]
)
def test_a_wrong_call_is_refused(arguments: list[str]) -> None:
    result = donjon(*arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize("command", ["rules", "simulate", "trace", "perft", "signature"])
def test_an_unknown_game_is_refused_with_those_there_are(command: str) -> None:
    assert "'chess'" in (told := refused(command, "chess"))
    assert "kingdom-builder" in told
    assert "caylus" in told


def test_looking_up_a_game_starts_quickly() -> None:
    program = (
        "import sys; sys.argv = ['donjon', 'games']\n"
        "from donjon.cli import main\n"
        "try: main()\n"
        f"finally: print([name for name in {HEAVY} if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.splitlines()[-1] == "[]"


def test_a_reader_who_leaves_early_hears_no_complaint() -> None:
    running = process("replay", RECORDS[0])
    assert running.stdout is not None
    assert running.stderr is not None
    # A pipe so narrow that who writes has not done before who reads has left, however slow that is.
    fcntl.fcntl(running.stdout, fcntl.F_SETPIPE_SZ, 4096)
    running.stdout.readline()
    running.stdout.close()
    assert running.stderr.read() == ""
    assert running.wait() == 141


def test_ctrl_c_is_quiet() -> None:
    running = process("follow", "-")
    assert running.stdin is not None
    assert running.stdout is not None
    print('{"kind": "setup", "game": "kingdom-builder", "players": 2}', file=running.stdin, flush=True)
    assert '"kind": "setup"' in running.stdout.readline()
    running.send_signal(signal.SIGINT)
    out, told = running.communicate()
    assert (running.returncode, out, told) == (130, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
@pytest.mark.parametrize(
    "words", [("rules", "kingdom-builder"), ("--help",), ("games", "--help")], ids=" ".join
)
def test_a_full_disk_is_told_in_one_line(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "donjon", *words]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 2
    assert ended.stderr.startswith("donjon: The output cannot be written")
    assert ended.stderr.count("\n") == 1

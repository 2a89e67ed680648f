"""Files and values that are no files and no values: one line, an exit code, never a traceback."""

from pathlib import Path

import pytest

from tests.cli.command import donjon, refused

HEADERS = "game: kingdom-builder\nrules: 1\nplayers: 2\n"
SETUP = '{"kind": "setup", "game": "kingdom-builder", "players": 2'


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    "text",
    [
        f"{HEADERS}\n{'1' * 5000} build 4,8\n",
        f"{HEADERS}options: {'[' * 100_000}\n",
        f"{HEADERS}options: []\n",
        f"{HEADERS}position: {{}}\n",
        f"{HEADERS}\nnature draw \x00\n",
        "game: {}\nrules: 1\nplayers: 2\n",
    ],
)
def test_records(command: str, text: str) -> None:
    assert len(refused(command, "-", input=text)) < 500


@pytest.mark.parametrize(
    "line",
    [
        '{"kind": {"a": 1}}',
        '{"kind": []}',
        "[" * 100_000,
        SETUP + ', "players": 3}',
        SETUP + ', "options": {"first": 1e999}}',
        SETUP + ', "position": {"turn": ' + "9" * 4000 + "}}",
        SETUP + ', "bots": ["\\ud800"]}',
    ],
)
def test_traces(line: str) -> None:
    told = refused("follow", "-", input=line)
    assert told.startswith("donjon: Line 1")
    assert len(told) < 500


@pytest.mark.parametrize("command", ["replay", "verify", "follow"])
def test_files_that_are_no_text(command: str, tmp_path: Path) -> None:
    binary = tmp_path / "picture.png"
    binary.write_bytes(b"\x89PNG\xff")
    assert "isn't a text file" in refused(command, binary)
    assert "cannot be read" in refused(command, "x" * 5000)
    assert "cannot be read" in refused(command, "no\0file")


def test_standard_input_that_is_no_text() -> None:
    result = donjon("follow", "-", input=b"\xff\xfe")  # type: ignore[arg-type]
    assert result.exit_code == 2
    assert result.stderr.startswith("donjon: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("perft", "kingdom-builder", "-o", "first=²"),
        ("perft", "kingdom-builder", "-o", "orientations=٠,٠,٠,٠"),
        ("perft", "kingdom-builder", "-o", "first=" + "1" * 5000),
        ("perft", "caylus", "-o", "turn_order=0,1,2,3,4,5,6"),
        ("perft", "ys", "-o", "quarters=[4]"),
        ("perft", "kingdom-builder", "--seed", "\ud800"),
        ("perft", "kingdom-builder", "--players", "9" * 40),
        ("signature", "kingdom-builder", "--players", "9" * 40),
        ("simulate", "kingdom-builder", "--players", "9" * 40),
        ("simulate", "kingdom-builder", "--bots", "search:²"),
        ("simulate", "kingdom-builder", "--bots", "search:" + "9" * 5000),
        ("trace", "kingdom-builder", "--players", "9" * 40),
        ("play", "--data", "~nobody-of-this-name/x\0"),
        ("play", "--data", "x" * 5000),
    ],
    ids=lambda arguments: " ".join(arguments)[:40].encode("ascii", "replace").decode(),
)
def test_values(arguments: tuple[str, ...]) -> None:
    assert len(refused(*arguments)) < 1000


def test_names_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "game").write_text(HEADERS)
    told = refused_later("replay", tmp_path / "game", "--names", "Anna,\ud800")
    assert "cannot be written in" in told


def refused_later(*arguments: object) -> str:
    """What a command says that has written something before it met what is wrong."""
    result = donjon(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("donjon: ")
    return result.stderr

"""The plan of the house: which part may import which, and how long things may be."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "donjon"
FILES = [path for part in ("src", "tests", "bench") for path in sorted((ROOT / part).rglob("*.py"))]
ROOMS = sorted({path.parent.name for path in SOURCE.glob("*/*.py")})
GAMES = sorted(path.parent.name for path in SOURCE.glob("*/tables.toml"))
ABOVE = {"arena", "cli", "table"}
HEAVY = ("alembic", "sqlalchemy", "starlette", "uvicorn", "torch")


def forbidden(room: str) -> set[str]:
    """The rooms that a room must not import."""
    if room in GAMES:
        return {*GAMES, *ABOVE, "bots", "rulebook"} - {room}
    below = {"kernel": {"bots", "rulebook"}, "bots": {"rulebook"}, "rulebook": {"bots"}}
    return {*GAMES, *(ABOVE if room in below else ()), *below.get(room, ())}


def imported(path: Path) -> Iterator[str]:
    """The rooms of the package that a file imports, wherever in the file it does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "donjon":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("donjon."):
            yield str(node.module).split(".")[1]
        elif isinstance(node, ast.Import):
            yield from (a.name.split(".")[1] for a in node.names if a.name.startswith("donjon."))


@pytest.mark.parametrize("room", ROOMS)
def test_arrows_run_one_way(room: str) -> None:
    wrong = {
        f"{path.relative_to(SOURCE)} imports donjon.{name}"
        for path in (SOURCE / room).rglob("*.py")
        for name in imported(path)
        if name in forbidden(room)
    }
    assert not wrong


def test_the_arrows_are_about_games() -> None:
    assert "kingdom_builder" in GAMES


def test_importing_donjon_loads_nothing_heavy() -> None:
    program = f"import sys, donjon; print([name for name in {HEAVY} if name in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its docstring."""
    first, lines = function.body[0], (function.end_lineno or 0) - function.lineno + 1
    if ast.get_docstring(function) is None:
        return lines
    return lines - ((first.end_lineno or 0) - first.lineno + 1)


def test_files_are_short() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert not {str(path.relative_to(ROOT)): lines for path, lines in lengths.items() if lines >= 400}


def test_functions_are_short() -> None:
    # A migration is one list of tables and columns; cutting it up would hide it.
    paths = [path for path in FILES if "migrations" not in path.parts]
    functions = [
        (path, node)
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert not {f"{path.relative_to(ROOT)}:{node.name}" for path, node in functions if length(node) >= 40}

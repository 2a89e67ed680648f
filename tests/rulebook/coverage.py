"""Which rules of a game no test names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from donjon import rulebook

TESTS = Path(__file__).parents[1]

# An id is matched whole: KB-5.1 is not named by KB-5.10, KB-5.1.2 or AKB-5.1; the full stop of a sentence is.
_ID = re.compile(r"(?<![\w-])[A-Z]+-\d+(?:\.\d+)*(?![\w-])")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def untested(game: str) -> list[str]:
    """The rule ids of a game, in the order of its rulebook, that no test names."""
    named = {id for path in files_with_tests() for id in named_in(path.read_text(encoding="utf-8"))}
    return [id for id in rulebook.load(game).ids() if id not in named]


def files_with_tests() -> list[Path]:
    """All files with tests but those about the rulebook itself."""
    found = sorted(TESTS.rglob("test_*.py"))
    return [path for path in found if Path(__file__).parent not in path.parents]


def named_in(source: str) -> set[str]:
    """The rule ids that tests of a file name.

    They count in a test's docstring, body and decorators, and in the tables of the file that it uses by
    name; not in what else stands in the file, such as its own docstring.
    """
    tree = ast.parse(source)
    lines = source.splitlines()
    tables = {
        target.id: text(node, lines)
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in ast.walk(node)
        if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store)
    }
    found: set[str] = set()
    for test in tests(tree):
        found.update(_ID.findall(text(test, lines)))
        for name in {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}:
            found.update(_ID.findall(tables.get(name, "")))
    return found


def tests(tree: ast.Module) -> Iterator[Function]:
    """The test functions of a file, those in classes among them."""
    for node in ast.walk(tree):
        if isinstance(node, Function) and node.name.startswith("test_"):
            yield node


def text(node: ast.stmt, lines: list[str]) -> str:
    """The source of a statement with its decorators and comments."""
    decorators = node.decorator_list if isinstance(node, Function) else []
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    return "\n".join(lines[first - 1 : node.end_lineno])

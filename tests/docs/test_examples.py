"""Every example of the README and the docs is run, or stands in the file from which it is quoted."""

import ast
import doctest
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import FIXTURES, donjon

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LANGUAGES = {"python", "console", "json", "text", "sh", "toml"}
# A game of another package, from whose files blocks are quoted: their first line names the file.
TOY = ROOT / "tests" / "toy"
QUOTED = re.compile(r"# ([\w./]+\.(?:py|toml))\n")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in FENCE.findall(page.read_text()) if kind == language]


def having(language: str) -> Any:
    pages = [page for page in PAGES if blocks(page, language)]
    return pytest.mark.parametrize("page", pages, ids=lambda page: page.name)


def matches(wanted: str, got: str) -> bool:
    return doctest.OutputChecker().check_output(wanted, got, FLAGS)


@pytest.fixture(autouse=True)
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder to work in, with a record in it, as the docs assume."""
    record = FIXTURES / "kingdom-builder" / "4-search.record"
    (tmp_path / "game.record").write_text(record.read_text())
    monkeypatch.chdir(tmp_path)


@having("python")
def test_python_examples_do_what_they_say(page: Path) -> None:
    """All blocks of a page run in order in one namespace; each shows its results or asserts them."""
    names: dict[str, Any] = {"__name__": page.stem}
    for number, block in enumerate(blocks(page, "python"), 1):
        if QUOTED.match(block):
            continue
        title = f"{page.name}, Python block {number}"
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, title, str(page), 0)
            told: list[str] = []
            result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=told.append, clear_globs=False)
            assert result.failed == 0, "".join(told)
            names.update(test.globs)
        else:
            tree = ast.parse(block, title)
            assert any(isinstance(node, ast.Assert) for node in ast.walk(tree)), f"{title} shows nothing"
            exec(compile(tree, title, "exec"), names)


def test_quoted_code_stands_in_its_file() -> None:
    page = ROOT / "docs" / "adding-a-game.md"
    quotes = [block for block in blocks(page, "python") + blocks(page, "toml") if QUOTED.match(block)]
    assert {block.split()[1] for block in quotes} == {
        "pyproject.toml",
        *(f"donjon_high_low/{name}" for name in ("__init__.py", "rules.py", "rulebook/en.toml")),
    }
    for block in quotes:
        first, _, code = block.partition("\n")
        assert code.strip() in (TOY / first.split()[1]).read_text(), f"{first} has no such lines:\n{code}"


@having("console")
def test_commands_print_what_they_say(page: Path) -> None:
    """A command is a line after "$ "; what stands below it is what it prints, "..." for anything."""
    for block in blocks(page, "console"):
        for call in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, wanted = call.partition("\n")
            check_options(line)
            if wanted.strip():
                result = donjon(*shlex.split(line)[1:])
                assert matches(wanted, result.output), f"{line} prints\n{result.output}"


def check_options(line: str) -> None:
    """A command that is shown without its answer exists, and so do its options."""
    words = shlex.split(line)
    if words[0] != "donjon":
        return
    # A group of commands, such as "archive", has its command as the next word.
    names = words[1:3] if words[1] == "archive" else words[1:2]
    command = [name for name in names if not name.startswith("-")]
    shown = donjon(*command, "--help")
    assert shown.exit_code == 0, line
    for word in words[1 + len(command) :]:
        if word in ("|", ">"):
            break
        assert not word.startswith("-") or word == "-" or word in re.split(r"[\s,]+", shown.stdout), line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_is_of_a_kind_that_is_known(page: Path) -> None:
    text = page.read_text()
    assert {kind for kind, _ in FENCE.findall(text)} <= LANGUAGES
    assert len(re.findall("^```", text, re.MULTILINE)) == 2 * len(FENCE.findall(text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"", page.read_text()):
        link = "".join(target)
        if "://" not in link:
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text()
    assert not {page.name for page in PAGES[1:] if f"({page.name})" not in index} - {"index.md"}

"""The set-up: what the table needs, then what tests need besides; a line for each step, the rest in a log."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = ("pyproject.toml", "constraints.txt", "package.json", "package-lock.json")

# Stands for Python: makes environments whose programs write down what they are asked for.
PYTHON = """#!/bin/bash
if [ "$1 $2" != "-m venv" ]; then exec REAL "$@"; fi
echo "venv says a lot"
mkdir -p .venv/bin
echo "#!$PWD/.venv/bin/python" >.venv/bin/pip
cp FOLDER/venv-python .venv/bin/python
cp FOLDER/donjon .venv/bin/donjon
"""
VENV_PYTHON = """#!/bin/bash
if [ "$1" = -c ]; then exec REAL "$@"; fi
echo "python $*" >>FOLDER/calls
echo "WARNING: a hundred lines"
if [ "$1" = scripts/vendor.py ]; then mkdir -p "$3"; fi
if [ -f FOLDER/pip-fails ] && [ "$2" = pip ]; then echo "ERROR: no such package" >&2; exit 3; fi
"""
NPM = """#!/bin/bash
echo "npm $*" >>FOLDER/calls
echo "npm warn"
mkdir -p node_modules
"""
DONJON = """#!/bin/bash
echo "donjon $*" >>FOLDER/calls
"""
NODE = """#!/bin/bash
echo 22
"""


class Checkout:
    """A checkout with the real scripts, and around it programs that only say they were called."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.tree = folder, folder / "tree"
        shutil.copytree(ROOT / "scripts", self.tree / "scripts")
        for name in FILES:
            shutil.copyfile(ROOT / name, self.tree / name)
        programs = {
            "python": PYTHON,
            "venv-python": VENV_PYTHON,
            "npm": NPM,
            "node": NODE,
            "donjon": DONJON,
        }
        for name, text in programs.items():
            program = folder / name
            program.write_text(text.replace("FOLDER", str(folder)).replace("REAL", sys.executable))
            program.chmod(0o755)

    def set_up(self, *words: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "calls").write_text("")
        path = f"{self.folder}{os.pathsep}{os.environ['PATH']}"
        env = {**os.environ, "PATH": path, "PYTHON": str(self.folder / "python")}
        command = [str(self.tree / "scripts" / "setup.sh"), *words]
        return subprocess.run(command, env=env, capture_output=True, text=True)

    @property
    def calls(self) -> str:
        return (self.folder / "calls").read_text()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def said(answer: subprocess.CompletedProcess[str]) -> list[str]:
    assert (answer.returncode, answer.stderr) == (0, "")
    assert all(line.startswith("donjon: ") for line in answer.stdout.splitlines())
    return [line.removeprefix("donjon: ") for line in answer.stdout.splitlines()]


def test_the_table_gets_what_it_needs_and_says_a_line_for_each_step(checkout: Checkout) -> None:
    lines = said(checkout.set_up())
    assert lines[0].startswith("making .venv with Python 3.")
    assert lines[1:] == ["installing Donjon and the Python packages it needs", "fetching the page's fonts"]
    assert "-e .[table] -c constraints.txt" in checkout.calls
    assert "--omit=dev" in checkout.calls
    assert "test]" not in checkout.calls
    assert "donjon warm" not in checkout.calls
    log = (checkout.tree / "setup.log").read_text()
    assert "venv says a lot" in log
    assert "WARNING: a hundred lines" in log
    assert said(checkout.set_up()) == []
    assert checkout.calls == ""


def test_tests_get_the_rest_once(checkout: Checkout) -> None:
    checkout.set_up()
    assert len(said(checkout.set_up("tests"))) == 2
    assert "-e .[table,postgresql,test] -c constraints.txt" in checkout.calls
    assert "npm ci" in checkout.calls
    assert "--omit=dev" not in checkout.calls
    assert "donjon warm" in checkout.calls
    assert said(checkout.set_up()) == []
    assert said(checkout.set_up("tests")) == []
    assert checkout.calls == "donjon warm\n"


def test_a_changed_list_of_packages_is_installed_anew(checkout: Checkout) -> None:
    checkout.set_up()
    with (checkout.tree / "constraints.txt").open("a") as file:
        file.write("# a newer one\n")
    assert said(checkout.set_up()) == ["installing Donjon and the Python packages it needs"]


def test_a_step_that_fails_shows_the_end_of_the_log_and_names_it(checkout: Checkout) -> None:
    (checkout.folder / "pip-fails").touch()
    answer = checkout.set_up()
    assert answer.returncode == 1
    assert "ERROR: no such package" in answer.stderr
    assert answer.stderr.splitlines()[-1] == (
        "donjon: pip could not install the Python packages (all that was said is in setup.log)"
    )
    (checkout.folder / "pip-fails").unlink()
    assert len(said(checkout.set_up())) == 2

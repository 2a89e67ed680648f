"""Engines for the tests: the sample of the docs, and some that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path

SAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "random_engine.py"

# What an engine does with the line `word rest` when it has said hello; `count` are the lines "go" so far.
_BODY = """
import json, sys, time
count = 0
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("name Tester", flush=True)
        print("info getting ready", flush=True)
        print("ready", flush=True)
    elif word == "newgame":
        print("ready", flush=True)
    elif word == "position":
        position = json.loads(rest)
    elif word == "go":
        count += 1
        print("info thinking", flush=True)
        {answer}
    elif word == "quit":
        break
"""


def command(path: Path) -> str:
    """The command that runs a Python file."""
    return f"'{sys.executable}' '{path}'"


def engine(folder: Path, answer: str) -> str:
    """The command of an engine that runs the statement `answer` when it is to go."""
    path = folder / "engine.py"
    path.write_text(_BODY.replace("{answer}", answer))
    return command(path)


def first_legal(then: str) -> str:
    """Answers with the first legal action, but does something else at the third time."""
    return f'{then} if count == 3 else print("bestmove " + position["legal"][0], flush=True)'

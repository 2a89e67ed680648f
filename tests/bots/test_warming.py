"""Compiling ahead; that what was compiled is then served from the disk, other tests show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import donjon

PACKAGE = Path(donjon.__file__).parent

# Warms up for one game; prints the entry points that it comes to.
SCRIPT = """
from donjon.kernel import compiling
compiling._compile = lambda function: print(function.__name__) or function

from donjon.bots import warming
warming.games = {"ys": warming.games["ys"]}
warming.warm()
"""


def test_no_entry_point_is_left_out() -> None:
    env = {**os.environ, "DONJON_INTERPRETED": "1"}
    answer = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=env, stdout=subprocess.PIPE, text=True, check=True
    )
    declared = [
        name
        for path in PACKAGE.rglob("*.py")
        # Those of a training are compiled when somebody trains.
        if not {"testing", "training"} & set(path.parts)
        for name in re.findall(r"^@entry\ndef (\w+)\(", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert sorted(answer.stdout.split()) == sorted(declared)

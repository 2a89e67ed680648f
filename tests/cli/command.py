"""How tests call the command line."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from donjon.cli import app

FIXTURES = Path(__file__).parents[1] / "fixtures"
RECORDS = sorted(FIXTURES.glob("*/*.record"))


def donjon(*args: object, input: str | None = None) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, [str(arg) for arg in args], input=input, prog_name="donjon")


def refused(*args: object, input: str | None = None, code: int = 2) -> str:
    """The one line with which a command refuses bad input: no traceback, nothing on stdout."""
    result = donjon(*args, input=input)
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    assert result.stderr.startswith("donjon: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def process(*args: object, **more: Any) -> "subprocess.Popen[str]":
    """Start the command as a process of its own, as from a keyboard: Ctrl+C stops it.

    Background jobs of some shells ignore Ctrl+C, and so would whatever they start.
    """
    command = [sys.executable, "-m", "donjon", *(str(arg) for arg in args)]
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | more,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )

"""The command `donjon`: play, look at the rules, simulate, replay, and compare with other programs."""

from __future__ import annotations

from donjon.cli.app import app

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line."""
    app(prog_name="donjon")

"""High or Low as another package: installed into a folder by pip, as anybody would install a game."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import donjon
from donjon import Game
from donjon.kernel import installed_games, rules

TOY = Path(__file__).parent
NAME = "high-low"


def install(folder: Path) -> Path:
    """Install the game into a folder, which then has to be on the path of whoever uses it."""
    options = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", folder)
    command = [sys.executable, "-m", "pip", "install", *map(str, options), str(TOY)]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return folder


@contextmanager
def installed_here(folder: Path) -> Iterator[Game]:
    """The game in this very process, and gone again afterwards."""
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    installed_games.modules.cache_clear()
    try:
        yield donjon.games[NAME]
    finally:
        sys.path.remove(str(folder))
        installed_games.modules.cache_clear()
        forget()


def forget() -> None:
    """Make the next who asks for the game import it anew."""
    game = donjon.games._loaded.pop(NAME, None)
    if game is not None:
        rules._games.pop(game.STATE)
    for name in [name for name in sys.modules if name.partition(".")[0] == "donjon_high_low"]:
        del sys.modules[name]

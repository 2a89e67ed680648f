"""The levels of the bots, as the table offers them."""

from __future__ import annotations

from donjon.kernel.game import Game
from donjon.kernel.message import Message

USUAL = "greedy"


def offered() -> list[tuple[str, Message]]:
    """(key, name) of every level, the easiest first."""
    from donjon import bots

    return [(level.key, level.label) for level in bots.levels()]


def told(game: Game) -> list[tuple[Message, Message]]:
    """(name, what it does in a game) of every level, the easiest first."""
    from donjon import bots

    return [(level.label, level.help(game)) for level in bots.levels()]


def usual() -> str:
    """The level of the one-click game."""
    keys = [key for key, _ in offered()]
    return USUAL if USUAL in keys else keys[-1]


def name(key: str) -> Message:
    """The name of a level; its key when the level is no longer offered."""
    return dict(offered()).get(key, Message("{level}", level=key))


def needs_compiling(key: str) -> bool:
    """Does a bot of this level play only when it is compiled?"""
    from donjon import bots

    return any(level.key == key and level.needs_compiling for level in bots.levels())

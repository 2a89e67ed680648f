"""Name the players of an arena: our bots by their names, engines, and bots of OpenSpiel."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Sequence
from typing import Any

from donjon.bots import ladder
from donjon.bots.choosing import choose
from donjon.bots.ladder import Bot
from donjon.errors import BadOption
from donjon.kernel.untrusted import short
from donjon.lab.arena.engine import Engine, check_command
from donjon.lab.arena.open_spiel import open_spiel_player
from donjon.lab.arena.seated import Beginning, Player

ENGINE, OPEN_SPIEL = "engine:", "openspiel:"
Maker = Callable[[], Player]


class TimedBot:
    """One of our own bots bounded by seconds: it needs a clock, which compiled code does not have."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.beginning: Beginning

    def begin(self, beginning: Beginning) -> None:
        """Remember the game that starts."""
        self.beginning = beginning

    def choose(self, state: Any, seat: int, seed: str) -> list[int]:
        """Return one whole decision."""
        return choose(self.beginning.game, state, seat, self.bot, seed)

    def processor_time(self) -> float | None:
        """Return the processor time of this process."""
        return time.process_time()

    def close(self) -> None:
        """Do nothing: no resources were opened."""


def maker(name: str, engine_seconds: float | None = None) -> Maker | None:
    """Return the factory of players for a name; None for a bot that plays inside compiled code.

    An engine is told that it has `engine_seconds` for each answer. Raises BadOption when the name is
    unknown or is not text.
    """
    if not isinstance(name, str):
        raise BadOption(
            f"Give a bot of the arena by name, such as 'greedy' or 'engine:COMMAND', not as {short(name)}."
        )
    if name.startswith(ENGINE):
        command = check_command(name.removeprefix(ENGINE))
        return lambda: Engine(command, engine_seconds)
    if name.startswith(OPEN_SPIEL):
        return open_spiel_player(name.removeprefix(OPEN_SPIEL))
    bot = ladder.bot(name)
    return (lambda: TimedBot(bot)) if bot.seconds else None


def check_names(names: Any) -> None:
    """Raise BadOption unless these are known names of bots in a list."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise BadOption(
            f"Give the bots as a list of names, such as ['greedy', 'random'], not as {short(names)}."
        )
    for name in names:
        maker(name)


def read_names(texts: Sequence[str]) -> list[str]:
    """Return the names in comma-separated texts; a name with a comma stands in double quotes.

    The same name twice is one bot. Raises BadOption for an unknown name.
    """
    try:
        rows = list(csv.reader(texts, skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise BadOption(f"{short(', '.join(texts))} isn't a list of bots: {error}.") from None
    names = [name.strip() for row in rows for name in row if name.strip()]
    for name in names:
        maker(name)
    return list(dict.fromkeys(names))

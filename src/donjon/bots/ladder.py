"""The levels of the bots, and the names under which any bot can be asked for."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from donjon.bots.plan import FLAT, GREEDY, PLAN, RANDOM, SEARCH, TREE
from donjon.errors import BadOption
from donjon.kernel.foreign import short
from donjon.kernel.game import Game
from donjon.kernel.message import Message
from donjon.kernel.search_settings import SearchSettings

# Actions of seats that a playout looks ahead unless the game has a nearer horizon; past every game.
TO_THE_END = 1_000_000
USUAL_PLAYOUTS = 500
# The level that stands in where the one asked for cannot answer: it needs no compiled code.
STAND_IN = "greedy"
NAMES = ("random", "greedy", "search", "search:PLAYOUTS", "search:SECONDSs", "flat:PLAYOUTS", "tree:PLAYOUTS")


@dataclass(frozen=True)
class Bot:
    """A way to play: `kind` (RANDOM, GREEDY, SEARCH, FLAT, TREE) and its budget.

    `playouts` or `seconds` bound a search, `depth` the actions of a playout; `blind` is how many of
    1,000 options are overlooked; `settings` of a tree stand in for those of the game.
    """

    name: str
    kind: int
    playouts: int = 0
    seconds: float = 0.0
    depth: int = TO_THE_END
    blind: int = 0
    settings: SearchSettings | None = None

    @property
    def thinks(self) -> bool:
        """Does it look ahead?"""
        return self.kind in (SEARCH, FLAT, TREE)

    def plan(self, game: Game) -> Any:
        """A record of PLAN, as `deciding.play_on` takes it for a game."""
        plan = np.zeros(1, PLAN)[0]
        plan.kind, plan.playouts, plan.blind = self.kind, self.playouts, self.blind
        if self.kind == SEARCH:
            plan.kind = TREE if game.search else FLAT
        plan.depth = min(self.depth, game.horizon) if game.horizon else self.depth
        plan.breadth = game.breadth
        for name, value in asdict(self.settings or game.search or SearchSettings()).items():
            plan[name] = value
        return plan


@dataclass(frozen=True)
class Level:
    """A level as people choose it: its key, its name, what it does, and its bot."""

    key: str
    label: Message
    help: Message
    bot: Bot

    @property
    def needs_compiling(self) -> bool:
        """Would it think for minutes where it is not compiled?"""
        return self.bot.thinks


_LEVELS = (
    Level(
        "beginner",
        Message("Beginner"),
        Message("Overlooks most of what could be done; for a first game."),
        Bot("beginner", GREEDY, blind=800),
    ),
    Level(
        "greedy",
        Message("Casual"),
        Message("Takes what counts most at once and never looks ahead."),
        Bot("greedy", GREEDY),
    ),
    Level(
        "skilled",
        Message("Skilled"),
        Message("Plays {count} games on in its head before each decision.", count=150),
        Bot("skilled", SEARCH, playouts=150),
    ),
    Level(
        "expert",
        Message("Expert"),
        Message("Plays {count} games on in its head before each decision.", count=1000),
        Bot("expert", SEARCH, playouts=1000),
    ),
)
# The game's own search, and either of the two.
_SEARCHES = {"search": SEARCH, "flat": FLAT, "tree": TREE}


def levels() -> list[Level]:
    """All levels, the easiest first."""
    return list(_LEVELS)


def bot(name: str) -> Bot:
    """The bot of a level's key or of a name such as "random", "greedy", "search:2000" or "tree:1.5s".

    Raises BadOption when there is none.
    """
    for level in _LEVELS:
        if level.key == name:
            return level.bot
    if name == "random":
        return Bot(name, RANDOM)
    if name == "search":
        return Bot(name, SEARCH, playouts=USUAL_PLAYOUTS)
    given = re.fullmatch(r"(search|flat|tree):([0-9]{1,7})", name)
    if given and int(given[2]) > 0:
        return Bot(name, _SEARCHES[given[1]], playouts=int(given[2]))
    given = re.fullmatch(r"(search|flat|tree):([0-9]{1,3}(?:\.[0-9]{1,3})?)s", name)
    if given and float(given[2]) > 0:
        return Bot(name, _SEARCHES[given[1]], seconds=float(given[2]))
    known = ", ".join([*NAMES, *(level.key for level in _LEVELS if level.key not in NAMES)])
    raise BadOption(
        Message("There is no bot named {name}; the bots are: {known}.", name=short(name), known=known)
    )

"""The levels of the bots, and the names of all bots."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from donjon.bots.net import SHIPPED, shipped
from donjon.bots.plan import FLAT, GREEDY, PLAN, RANDOM, TREE
from donjon.errors import BadOption
from donjon.kernel.bot_settings import THINKING, TO_THE_END, SearchSettings
from donjon.kernel.game import Game
from donjon.kernel.message import Message
from donjon.kernel.option_values import check_amount
from donjon.kernel.untrusted import short

USUAL_PLAYOUTS = 500
# The level that replaces one that cannot answer: it needs no compiled code.
STAND_IN = "greedy"
NAMES = (
    "random",
    "greedy",
    "search",
    "search:PLAYOUTS",
    "search:SECONDSs",
    "flat:PLAYOUTS",
    "tree:PLAYOUTS",
    "greedy+net",
    "tree+net:PLAYOUTS",
)


@dataclass(frozen=True)
class Bot:
    """A way to play: `kind` (RANDOM, GREEDY, FLAT, TREE) and its budget.

    `playouts` or `seconds` bound a search, `depth` the actions of a playout, `breadth` the decisions
    compared; `blind` is how many of 1,000 options greedy play overlooks, `wavering` how many points less
    make a decision e times less likely; `settings` of a tree replace those of the game; with `net`, the
    net that the game ships corrects the estimate. A bot with a `level` plays by the game's settings for
    that level.
    """

    name: str
    kind: int
    playouts: int = 0
    seconds: float = 0.0
    depth: int = TO_THE_END
    breadth: int = 0
    blind: int = 0
    wavering: float = 0.0
    settings: SearchSettings | None = None
    net: bool = False
    level: str = ""

    def __post_init__(self) -> None:
        """Check all values. Raises BadOption for impossible ones."""
        if self.kind not in (RANDOM, GREEDY, FLAT, TREE):
            raise BadOption(
                Message("{kind} isn't a kind of bot; see donjon.bots.plan.", kind=short(self.kind))
            )
        for name in ("playouts", "depth", "breadth", "blind"):
            check_amount(name, getattr(self, name))
        for name in ("seconds", "wavering"):
            check_amount(name, getattr(self, name), whole=False)
        if self.level and self.level not in _LABELS:
            known, level = ", ".join(_LABELS), short(self.level)
            raise BadOption(
                Message("There is no level {name}. Choose one of: {known}.", name=level, known=known)
            )

    @property
    def thinks(self) -> bool:
        """Return whether the bot looks ahead with a search."""
        return self.kind in (FLAT, TREE)

    def plan(self, game: Game) -> Any:
        """Return the bot's record of PLAN for a game, as `running.play_on` takes it.

        Raises BadWeights where the bot wants a net and the game has none.
        """
        if self.level:
            return replace(self, level="", **asdict(game.levels[self.level])).plan(game)
        plan = np.zeros(1, PLAN)[0]
        plan.kind, plan.playouts, plan.blind, plan.wavering = (
            self.kind,
            self.playouts,
            self.blind,
            self.wavering,
        )
        if self.net:
            shipped(game)
            plan.net = SHIPPED
        plan.depth = min(self.depth, game.horizon) if game.horizon else self.depth
        plan.breadth = self.breadth or game.breadth
        for name, value in asdict(self.settings or self._usual(game)).items():
            plan[name] = value
        plan.ahead = min(int(plan.ahead), self.depth)
        return plan

    def _usual(self, game: Game) -> SearchSettings:
        """Return the search settings that the game declares for bots with a net or without one."""
        with_net = game.search_with_net if self.net else None
        return with_net or game.search


@dataclass(frozen=True)
class Level:
    """A level that a player can choose: its key, its name, and its bot."""

    key: str
    label: Message
    bot: Bot

    @property
    def needs_compiling(self) -> bool:
        """Return whether the level would take minutes for a decision without compiled code."""
        return self.bot.thinks

    def help(self, game: Game) -> Message:
        """Return a sentence for players: how the level plays a game."""
        settings = game.levels[self.key]
        count, errs = settings.playouts, settings.blind or settings.wavering
        if count and errs:
            return Message(
                "Looks ahead by playing out {count} games; sometimes makes the second-best move.",
                count=count,
            )
        if count:
            return Message("Looks ahead by playing out {count} games before each move.", count=count)
        if errs:
            return Message("Plays without looking ahead and makes mistakes. Good for a first game.")
        return Message("Takes the most points now and never looks ahead.")


_LABELS = {
    "beginner": Message("Beginner"),
    "greedy": Message("Casual"),
    "regular": Message("Regular"),
    "skilled": Message("Skilled"),
    "expert": Message("Expert"),
    "master": Message("Master"),
}
_LEVELS = tuple(
    Level(key, label, Bot(key, TREE if key in THINKING else GREEDY, level=key))
    for key, label in _LABELS.items()
)
# The levels search with a tree; the flat search is for comparison only.
_SEARCHES = {"search": TREE, "flat": FLAT, "tree": TREE}


def levels() -> list[Level]:
    """Return all levels, the easiest first."""
    return list(_LEVELS)


def bot(name: str) -> Bot:
    """Return the bot of a level's key or of a name such as "random", "greedy", "search:2000", "tree:1.5s".

    Raises BadOption for an unknown name.
    """
    name = str(name)  # what a caller gives may be None
    for level in _LEVELS:
        if level.key == name:
            return level.bot
    if name == "random":
        return Bot(name, RANDOM)
    if name == "greedy+net":
        return Bot(name, GREEDY, net=True)
    if name == "search":
        return Bot(name, TREE, playouts=USUAL_PLAYOUTS)
    parts = re.fullmatch(r"(search|flat|tree)(\+net)?:([0-9]{1,7})", name)
    if parts and int(parts[3]) > 0:
        return Bot(name, _SEARCHES[parts[1]], playouts=int(parts[3]), net=bool(parts[2]))
    parts = re.fullmatch(r"(search|flat|tree)(\+net)?:([0-9]{1,3}(?:\.[0-9]{1,3})?)s", name)
    if parts and float(parts[3]) > 0:
        return Bot(name, _SEARCHES[parts[1]], seconds=float(parts[3]), net=bool(parts[2]))
    known = ", ".join([*NAMES, *(level.key for level in _LEVELS if level.key not in NAMES)])
    raise BadOption(Message("There is no bot {name}. Choose one of: {known}.", name=short(name), known=known))

"""The levels of the bots, as the table offers them, and the progress of compiling them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from enum import Enum

from donjon.bots.warming import Compilers, Progress, Stage
from donjon.kernel import shipped_code
from donjon.kernel.game import Game
from donjon.kernel.games import games
from donjon.kernel.message import Message
from donjon.table.store.rows import BOT, Seat
from donjon.table.store.table_game import TableGame

logger = logging.getLogger("donjon.table")

# Seconds for which a table shows "about a minute", and for which it shows that the bots are ready.
ABOUT_A_MINUTE = 75.0
NEWS = 20.0

USUAL = "greedy"


def offered() -> list[tuple[str, Message]]:
    """Return (key, name) of every level, the easiest first."""
    from donjon import bots

    return [(level.key, level.label) for level in bots.levels()]


def told(game: Game) -> list[tuple[Message, Message]]:
    """Return (name, how it plays the game) of every level, the easiest first."""
    from donjon import bots

    return [(level.label, level.help(game)) for level in bots.levels()]


def usual() -> str:
    """Return the level of the quick game: USUAL, or the hardest if that is not offered."""
    keys = [key for key, _ in offered()]
    return USUAL if USUAL in keys else keys[-1]


def name(key: str) -> Message:
    """Return the name of a level; its key when the level is no longer offered."""
    return dict(offered()).get(key, Message("{level}", level=key))


class News(Enum):
    """News of a table's bots; NOTHING if all play at their own level."""

    NOTHING = ""
    SOON = "soon"
    STILL = "still"
    READY = "ready"
    FAILED = "failed"

    @property
    def words(self) -> Message | None:
        """Return the news as a sentence for the page; None if there is nothing to show."""
        return _WORDS.get(self)

    @property
    def stands_in(self) -> bool:
        """Return whether a simpler level stands in for bots that are not compiled yet."""
        return self in (News.SOON, News.STILL, News.FAILED)


_WORDS = {
    News.SOON: Message("Stronger bots are loading: about a minute."),
    News.STILL: Message("Stronger bots are still loading."),
    News.READY: Message("Stronger bots are ready and now play at their own level."),
    News.FAILED: Message("Stronger bots couldn't be loaded; the server log says why."),
}


class Preparing:
    """The progress of compiling a server's bots. There is never news without compilers."""

    def __init__(self, compilers: Compilers | None = None) -> None:
        self._compilers = compilers

    def begin(self, changed: Callable[[], None]) -> None:
        """Call `changed`, in the event loop that runs now, whenever there is news.

        Log why bots are compiled that came with the package.
        """
        loop = asyncio.get_running_loop()

        def listener(game: str) -> None:
            self._log(game)
            # The loop may have been closed meanwhile.
            if not loop.is_closed():
                loop.call_soon_threadsafe(changed)

        if self._compilers is not None:
            self._compilers.listen(listener)
        if any(map(self._progress, games)) and shipped_code.refusal():
            logger.warning(shipped_code.refusal())

    def news(self, table_game: TableGame) -> News:
        """Return the news for a table; have its bots compiled first if it waits for them."""
        name = table_game.game.name
        # Checked first: every request for a page asks this, and mostly everything is compiled.
        if self._progress(name) is None or table_game.over:
            return News.NOTHING
        return self.about(name) if any(map(needs_compiling, table_game.seats)) else News.NOTHING

    def about(self, game: str) -> News:
        """Return the news for a game that someone is about to play; have its bots compiled first."""
        progress = self._progress(game)
        if self._compilers is None or progress is None:
            return News.NOTHING
        self._compilers.want(game)
        passed = time.monotonic() - progress.since
        if progress.stage == Stage.FAILED:
            return News.FAILED
        if progress.stage == Stage.READY:
            return News.READY if passed < NEWS else News.NOTHING
        return News.SOON if passed < ABOUT_A_MINUTE else News.STILL

    def is_busy(self) -> bool:
        """Return whether bots are still being compiled."""
        known = (self._progress(name) for name in games)
        return any(progress is not None and progress.stage == Stage.PREPARING for progress in known)

    def _progress(self, game: str) -> Progress | None:
        return None if self._compilers is None else self._compilers.progress(game)

    def _log(self, game: str) -> None:
        progress = self._progress(game)
        if progress is not None and progress.stage == Stage.FAILED:
            logger.error("could not compile the bots of %s: %s", game, progress.reason)


def needs_compiling(seat: Seat) -> bool:
    """Return whether a seat has a bot that plays at its level only when it is compiled."""
    from donjon import bots

    level = next((level for level in bots.levels() if level.key == seat.level), None)
    return seat.kind == BOT and level is not None and level.needs_compiling


def level_now(seat: Seat, news: News) -> Message:
    """Return the level of a bot's seat, with the level that stands in for it now, if one does."""
    from donjon import bots

    own = name(seat.level)
    if not (news.stands_in and needs_compiling(seat)):
        return own
    return Message("{other} (for {level})", level=own, other=name(bots.STAND_IN))

"""Ask the coach for a hint, once for each position, and put its analysis into words."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from donjon.coach.analysis import Analysis, Choice
from donjon.coach.pool import Thinker
from donjon.drawing.lru_cache import LRUCache
from donjon.errors import DonjonError, NotYourTurn, Spoken
from donjon.kernel import rules
from donjon.kernel.game import Game, copy
from donjon.kernel.labels import Label, digest
from donjon.kernel.message import Message, SeatName, Translate
from donjon.table.live import wording
from donjon.table.live.levels import News, Preparing
from donjon.table.live.viewers import SomethingHidden, Viewer, position_then, world_of
from donjon.table.live.wording import ActionButton
from donjon.table.store.rows import BOT
from donjon.table.store.table_game import TableGame

logger = logging.getLogger("donjon.table")

# Playouts for each decision that a hint compares.
PLAYOUTS = 200
# Timeout of the coach, in seconds of thinking.
PATIENCE = 20.0
# Hints in the cache, of all tables together.
MOST_HINTS = 1000

_NEWS = {
    News.SOON: Message("The coach is loading: about a minute."),
    News.STILL: Message("The coach is still loading."),
    News.FAILED: Message("The coach couldn't be loaded; the server log says why."),
}


class NoAdvice(Spoken):
    """A refusal: there is no hint or review; `message` says why, and what to do."""


class NotNow(NoAdvice):
    """A refusal: there is no hint yet; asked again, there may be one."""


class NotAlone(NoAdvice):
    """A refusal: there are other people at the table."""


def news_of(preparing: Preparing, game: str) -> Message | None:
    """Return why the coach of a game is not ready yet; None when it is compiled."""
    return _NEWS.get(preparing.about(game))


def may_hint(table_game: TableGame, viewer: Viewer) -> bool:
    """Return whether only bots play against the viewer. Two seats of one browser are two people."""
    people = [seat.seat for seat in table_game.seats if seat.kind != BOT or seat.is_away]
    return len(people) == 1 and people[0] in viewer.seats


class Coach:
    """The coach of a server's tables. Equal questions share one answer."""

    def __init__(self, pool: Thinker | None = None, preparing: Preparing | None = None) -> None:
        self._pool = pool
        self._preparing = preparing or Preparing()
        self._hints = LRUCache[asyncio.Future[Analysis]](MOST_HINTS)

    async def hint(self, table_game: TableGame, viewer: Viewer, lane: str) -> Analysis:
        """Return the analysis of the viewer's decision. Raises NotYourTurn or NoAdvice."""
        seat = viewer.acts
        if seat is None:
            raise NotYourTurn(Message("It isn't your turn."))
        if not may_hint(table_game, viewer):
            raise NotAlone(Message("Hints are only for games against bots."))
        if self._pool is None:
            raise NoAdvice(Message("This server has no coach."))
        news = news_of(self._preparing, table_game.game.name)
        if news is not None:
            raise NotNow(news)
        key = (table_game.id, table_game.seq, seat)
        thinking = self._hints.get(key, lambda: asyncio.ensure_future(self._ask(table_game, seat, lane)))
        try:
            # A viewer who disconnects must not cancel the answer for the others.
            return await asyncio.shield(thinking)
        except NoAdvice:
            self._hints.forget(key)
            raise

    async def _ask(self, table_game: TableGame, seat: int, lane: str) -> Analysis:
        assert self._pool is not None
        # As with bots: the coach gets a determinization for the seat, never the true state.
        guess = world_of(table_game, seat, Label.HINT_WORLD)
        seed = digest(Label.HINT, table_game.key, table_game.seq)
        try:
            future = self._pool.analyse(
                table_game.game.name, guess.tobytes(), seat, PLAYOUTS, seed, None, PATIENCE, lane
            )
            return Analysis.from_dict(await asyncio.wrap_future(future))
        except DonjonError as error:
            logger.warning("table %s: the coach failed: %s", table_game.id, error)
            raise NotNow(Message("The coach ran out of time. Ask again.")) from error


@dataclass(frozen=True)
class Advice:
    """A compared decision: the button of its first action, its further actions, its result, and why.

    then: the further actions in words; expected: a sentence with the expected result; reason: "" if there is
    nothing to compare it with, and for the second, as the reason of the best compares these two.
    """

    choice: ActionButton
    then: tuple[str, ...]
    expected: str
    reason: str


def advised(
    table_game: TableGame, analysis: Analysis, say: Translate, names: list[str]
) -> tuple[Advice, ...]:
    """Return the decisions of an analysis in words, the best first."""
    seat = analysis.seat
    return tuple(
        Advice(
            wording.choice(table_game, seat, one.actions[0], say, names),
            _further(table_game, seat, one, say, names),
            expected(one, seat).say(say, names),
            reason(one, number).say(say, names) if one.reason is not None and number != 1 else "",
        )
        for number, one in enumerate(analysis.choices)
    )


def expected(choice: Choice, seat: int) -> Message:
    """Return the expected result of a decision: wins of 100 games, own points, the best rival's points."""
    others = [other for other in range(len(choice.points)) if other != seat]
    rival = max(others, key=lambda other: choice.points[other])
    return Message(
        "{share}% to win. Expected score: {points}, {rival} {theirs}.",
        share=round(100 * choice.shares[seat]),
        points=round(choice.points[seat]),
        rival=SeatName(rival),
        theirs=round(choice.points[rival]),
    )


def in_words(game: Game, state: Any, choice: Choice, seat: int, say: Translate, names: list[str]) -> str:
    """Return a decision in the words of its buttons; its canonical text if it is not legal in `state`."""
    words, now = list[str](), copy(state)
    for action in choice.actions:
        if rules.forbids(now, seat, action):
            return choice.text
        words.append(game.actions.button(now, seat, action).say(say, names))
        rules.apply(now, seat, action, None)
    return " → ".join(words)


def reason(choice: Choice, number: int) -> Message:
    """Return why the best decision (`number` 0) beats the next, or another one falls short of the best."""
    assert choice.reason is not None
    return choice.reason.over_next if number == 0 else choice.reason.over_this


def _further(
    table_game: TableGame, seat: int, choice: Choice, say: Translate, names: list[str]
) -> tuple[str, ...]:
    """Return the actions after the first in the words of their buttons.

    If an action reveals something hidden, the last canonical text follows instead of the rest.
    """
    game, words = table_game.game, list[str]()
    for step in range(1, len(choice.actions)):
        try:
            state = position_then(table_game, seat, choice.actions[:step])
        except SomethingHidden:
            return (*words, choice.texts[-1])
        words.append(game.actions.button(state, seat, choice.actions[step]).say(say, names))
    return tuple(words)

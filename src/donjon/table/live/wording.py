"""Words on a page about a game: names, log lines and choices, in the language of the viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, pairwise

from donjon.drawing import Box
from donjon.drawing.lru_cache import LRUCache
from donjon.kernel.event_log import Event
from donjon.kernel.message import Message, SeatName, Translate
from donjon.kernel.rules import NATURE
from donjon.table.live import levels, presentation
from donjon.table.store.paces import label_of
from donjon.table.store.rows import (
    ANSWER,
    BACK,
    BOT,
    CLAIMED,
    END,
    LEFT,
    OFFER,
    OUT,
    PACE,
    PLAY,
    RESIGNED,
    REWIND,
    SIT,
    TIME,
    Entry,
    Seat,
)
from donjon.table.store.table_game import Step, TableGame, TakenBack
from donjon.table.web import table_rules

# Cached lines of a table for each language; some differ between viewers, who may know more or less.
MOST_LINES = 256
# Cache of the points of legal actions, by position, some 5 KB each.
WORTH = LRUCache[dict[int, int]](256)
# What the log says about the seats, by kind of row.
_NOTES = {
    SIT: Message("{seat} takes a seat."),
    BACK: Message("{seat} is back."),
    END: Message("The game ends early: all have agreed."),
}
# Why a bot has taken over.
_OUTS = {
    LEFT: Message("{seat} leaves. A bot plays on: {level}."),
    TIME: Message("{seat} has no time left. A bot plays on: {level}."),
    CLAIMED: Message("{seat} has no time left. The others let a bot play on: {level}."),
    RESIGNED: Message("{seat} resigns. A bot plays to the end: {level}."),
}
_OFFERS = {
    REWIND: Message("{seat} asks to undo."),
    PACE: Message("{seat} suggests another pace."),
    END: Message("{seat} suggests ending the game."),
}
COLOURS = (Message("Blue"), Message("Red"), Message("Green"), Message("Yellow"), Message("Black"))


@dataclass(frozen=True)
class LogLine:
    """A line of the log, with a stable id.

    `seat`: the seat that acted (None: nature); `first`: the line starts a paragraph; `at`: the number of
    steps after it; `box`: the place of the event on the board, in percent of the drawing, if it has one;
    `also`: further rules that it follows from, in addition to `rule`.
    """

    id: str
    text: str
    rule: str
    seat: int | None
    first: bool
    at: int
    box: Box | None = None
    also: tuple[str, ...] = ()

    # Lines are keys of a cache, many at a time: these two fields tell most lines apart.
    def __hash__(self) -> int:
        return hash((self.id, self.text))

    @property
    def rules(self) -> tuple[str, ...]:
        """Return all rules that the line follows from."""
        return (self.rule, *self.also)

    @cached_property
    def as_first(self) -> LogLine:
        """Return the line as the first of a paragraph."""
        return replace(self, first=True)


@dataclass(frozen=True)
class ActionButton:
    """A legal action as a button.

    `placed`: it is a place on the board; `asks`: it needs a confirmation; `finishes`: with it the seat
    says that it is done; `declines`: it changes nothing; `risky`: it is costly and final; `pieces`: the
    things to choose for it, on the board or in the hand; `noun`: the noun that counts such actions ("space",
    "card", "" for a choice); `worth`: the points that it would bring, None if the page does not tell.
    """

    action: int
    label: str
    text: str
    placed: bool
    asks: bool
    finishes: bool
    declines: bool
    risky: bool
    pieces: str
    noun: str
    worth: int | None


def colour_names(say: Translate) -> list[str]:
    """Return the names of seats without a name of their own, by seat: their colours."""
    return [colour.say(say) for colour in COLOURS]


def names(seats: Iterable[Seat], say: Translate) -> list[str]:
    """Return the names of the seats of a table, their colours where they have none."""
    colours = colour_names(say)
    return [seat.name or colours[seat.seat] for seat in seats]


def choices(table_game: TableGame, seat: int, say: Translate, called: list[str]) -> list[ActionButton]:
    """Return the legal actions of a seat as buttons."""
    game, legal = table_game.game, table_game.legal(seat)
    boxes = presentation.boxes_now(game, table_game.view(seat))
    worth = _worth(table_game, seat, legal)
    made = [choice(table_game, seat, action, say, called, boxes) for action in legal]
    return [replace(one, worth=worth.get(one.action)) for one in made]


def _worth(table_game: TableGame, seat: int, legal: list[int]) -> dict[int, int]:
    """Return the points that legal actions would bring. Cached: it takes longer than drawing the page."""
    game, state = table_game.game, table_game.state
    if game.worth is None:
        return {}
    count = partial(game.worth, state, seat, legal)
    return WORTH.get((game.name, state.tobytes(), seat), count)


def choice(
    table_game: TableGame,
    seat: int,
    action: int,
    say: Translate,
    called: list[str],
    boxes: Mapping[int, Box] | None = None,
) -> ActionButton:
    """Return a legal action as a button; `boxes`: the boxes of actions in the position, if known."""
    places = presentation.boxes(table_game.game) if boxes is None else boxes
    game, state = table_game.game, table_game.state
    label = game.actions.button(state, seat, action).say(say, called)
    text = game.action_text(state, seat, action)
    asks = bool(game.actions.previews(state, seat, action))
    risky = game.actions.risky(state, action)
    pieces = game.actions.pieces(state, action)
    noun = game.actions.noun(state, action)
    finishes, declines = action in game.FINISHING, action in game.DECLINING
    return ActionButton(
        action, label, text, action in places, asks, finishes, declines, risky, pieces, noun, None
    )


def log_lines(
    table_game: TableGame, viewpoint: int | None, say: Translate, called: list[str]
) -> Iterator[LogLine]:
    """Yield the log as a seat (None: a spectator) may know it, the latest line first.

    Each line is made once for a position, when it is first asked for.
    """
    called_now = tuple(called)
    spots = presentation.spots_now(table_game.game, table_game.view(viewpoint))
    key = viewpoint, say, called_now
    lines = table_game.lines.get(key)
    if lines is None or not lines.grow(spots):
        lines = table_game.lines[key] = _Lines(table_game, viewpoint, say, called_now, spots)
    yield from lines


class _Lines:
    """The lines of a log as a viewpoint may know it, the latest first, made when they are first asked for.

    After more actions only their own lines are made, unless places on the board have moved.
    """

    def __init__(
        self,
        table_game: TableGame,
        viewpoint: int | None,
        say: Translate,
        called: tuple[str, ...],
        spots: Mapping[str, Box],
    ) -> None:
        self._log, self._game = table_game.log, table_game
        self._made: list[LogLine] = []
        self._write = partial(_log_lines, table_game, viewpoint, say, list(called))
        self._more = _paragraphs(self._write(0), None)
        self._spots, self._length, self._is_over = spots, len(self._log), table_game.over
        self._last = self._log[-1] if self._log else None

    def grow(self, spots: Mapping[str, Box]) -> bool:
        """Add the lines of later actions; return False if the lines must be made anew."""
        length, log = self._length, self._log
        same = len(log) >= length > 0 and log[length - 1] is self._last and self._is_over == self._game.over
        if not same or self._spots != spots or len(self._made) > MOST_LINES:
            return False
        if len(log) > length:
            older = next(iter(self), None)
            self._made = [*_paragraphs(self._write(length), older), *self._made]
            self._length, self._last = len(log), log[-1]
        return True

    def __iter__(self) -> Iterator[LogLine]:
        yield from self._made
        for line in self._more:
            self._made.append(line)
            yield line


def _paragraphs(lines: Iterator[LogLine], older: LogLine | None) -> Iterator[LogLine]:
    """Yield the lines with the first of each paragraph marked. A paragraph has the lines of one seat.

    `older`: the line before all these.
    """
    for later, line in pairwise(chain(lines, [older])):
        if later is not None:
            begins = line is None or line.seat != later.seat
            yield later.as_first if begins else later


def _log_lines(
    table_game: TableGame, viewpoint: int | None, say: Translate, called: list[str], first: int
) -> Iterator[LogLine]:
    """Yield the lines of the log, the latest first, back to its entry `first`."""
    place = presentation.places(table_game.game, table_game.view(viewpoint))
    number, known, is_over = len(table_game.steps), tuple(called), table_game.over
    for index in range(len(table_game.log) - 1, first - 1, -1):
        line = table_game.log[index]
        if isinstance(line, Step):
            changed = _level_changed(table_game, index)
            if changed is not None:
                text = changed.say(say, called)
                yield LogLine(f"{line.entry.seq}-by", text, table_rules.BOTS, line.entry.seat, False, number)
            yield from _event_lines(table_game, line, viewpoint, place, say, known, number, is_over)
            number -= 1
            continue
        who = line.entry.seat
        if isinstance(line, TakenBack):
            text = _trace(who, line.entry.action, line.replies).say(say, called)
            yield LogLine(str(line.entry.seq), text, table_rules.UNDO, who, False, number)
            continue
        noted = _note(table_game, line.entry)
        if noted is not None:
            text, shown = noted[0].say(say, called), who if who >= 0 else None
            yield LogLine(str(line.entry.seq), text, noted[1], shown, False, number)


def _note(table_game: TableGame, entry: Entry) -> tuple[Message, str] | None:
    """Return what the log says of a row that is not a move, and the rule; None for nothing."""
    facts, kind, seat = entry.facts, entry.kind, SeatName(entry.seat)
    if kind == OUT:
        level = levels.name(str(facts.get("level", "")))
        why = str(facts.get("why", ""))
        rule = table_rules.CLOCKS if why in (TIME, CLAIMED) else table_rules.LEAVING
        return Message(_OUTS.get(why, _OUTS[LEFT]).text, seat=seat, level=level), rule
    if kind == OFFER:
        return Message(_OFFERS[str(facts["what"])].text, seat=seat), table_rules.CONSENT
    if kind == ANSWER:
        return _answer(table_game, entry), table_rules.CONSENT
    if kind == PACE:
        return Message("New pace: {pace}.", pace=label_of(facts.get("pace"))), table_rules.CLOCKS
    if kind not in _NOTES:
        return None
    rule = {SIT: table_rules.GATHERING, BACK: table_rules.LEAVING, END: table_rules.CONSENT}[kind]
    return (_NOTES[kind] if kind == END else Message(_NOTES[kind].text, seat=seat)), rule


def _answer(table_game: TableGame, entry: Entry) -> Message:
    """Return what the log says of an answer to a request."""
    seat = SeatName(entry.seat)
    if entry.facts.get("yes") is True:
        return Message("{seat} agrees.", seat=seat)
    if table_game.entries[entry.action].seat == entry.seat:
        return Message("{seat} withdraws the request.", seat=seat)
    return Message("{seat} doesn't agree.", seat=seat)


def _event_lines(
    table_game: TableGame,
    step: Step,
    viewpoint: int | None,
    place: Callable[[Event], Box | None],
    say: Translate,
    called: tuple[str, ...],
    number: int,
    is_over: bool,
) -> Iterator[LogLine]:
    """Yield the lines of one step, the last event first; viewers who know the same share them."""
    lines = table_game.event_lines.setdefault((say, called), LRUCache[LogLine](MOST_LINES))
    for index in range(len(step.move.events) - 1, -1, -1):
        event = step.move.events[index]
        if not is_over:
            event = event.seen_by(viewpoint)
        box = place(event)
        line = partial(_event_line, table_game, f"{step.entry.seq}-{index}", event, say, called, number, box)
        yield lines.get((step.entry.seq, index, number, event, box), line)


def _event_line(
    table_game: TableGame,
    name: str,
    event: Event,
    say: Translate,
    called: tuple[str, ...],
    number: int,
    box: Box | None,
) -> LogLine:
    text = table_game.game.event_message(event).say(say, called)
    seat = event.seat if 0 <= event.seat < table_game.header.players else None
    return LogLine(name, text, event.rule, seat, False, number, box, event.also)


def _trace(seat: int, count: int, replies: bool) -> Message:
    who = SeatName(seat)
    if count == 1:
        return Message("{seat} undoes a move.", seat=who)
    if replies:
        return Message("{seat} undoes {count} moves and the replies.", seat=who, count=count)
    return Message("{seat} undoes {count} moves.", seat=who, count=count)


def _level_changed(table_game: TableGame, index: int) -> Message | None:
    """Return a message where another level starts to stand in for a bot, or stops; else None."""
    entry = table_game.log[index].entry
    if entry.seat == NATURE or table_game.seats[entry.seat].kind != BOT:
        return None
    earlier = (table_game.log[before].entry for before in range(index - 1, -1, -1))
    last = next((other.by for other in earlier if other.seat == entry.seat and other.kind == PLAY), "")
    if entry.by == last:
        return None
    who = SeatName(entry.seat)
    if entry.by:
        return Message(
            "{seat}'s bot wasn't ready in time; level {level} moves instead.",
            seat=who,
            level=levels.name(entry.by),
        )
    own = levels.name(table_game.seats[entry.seat].level)
    return Message("{seat}'s bot plays at its own level again: {level}.", seat=who, level=own)

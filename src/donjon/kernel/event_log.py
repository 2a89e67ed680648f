"""Events of a game, from which the log, the animation, the sound and the explanation are made.

Rules emit events into an `EVENT_LOG` record. If `log` is None, no events are wanted, and the compiler removes
the calls. An event names the rule that caused it; `cite` just before `emit` names each further rule that it
follows from, or that changed it, where that rule is applied:

    cite(log, NO_DRAW_AT_THE_END)
    emit(log, DISCARDED, seat, DISCARD, card, 0, 0)

A kind of event is declared once, in the chapter of its rule, with its sentence, its named arguments, its
place, and whether it reveals hidden information:

    BUILT = BOOK.event("built", "{seat} builds on {hex}.", "hex", at=at_hex)  # in the chapter of its rule

Rules emit `BUILT`, a plain number, with its arguments in order; log, animation, sound, screen-reader line and
statistics find the rest in `BOOK.events`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

from donjon.kernel import rule_ids
from donjon.kernel.compiling import compilable
from donjon.kernel.message import Message
from donjon.kernel.records import Ints, Record, Records, field, layout

EVERYONE = 0x7F
CAPACITY = 192
MOST_CITED = 8  # further rules of an event


class EventRecord(Record):
    """One event as the rules emit it."""

    kind: int = field("i2")  # its index in the game's list of kinds
    seat: int = field("i2")
    rule: int = field("i4")
    to: int = field("i2")  # mask of the seats that may know the arguments
    args: Ints = field("i2", 3)
    cited: int = field("i2")  # the number of further rules that it cites
    also: Ints = field("i4", MOST_CITED)


class EventLog(Record):
    """The events of an action, in order, and the further rules that the next one will cite."""

    count: int = field("i4")
    cited: int = field("i4")
    also: Ints = field("i4", MOST_CITED)
    events: Records[EventRecord] = field(EventRecord, CAPACITY)


EVENT_LOG = layout(EventLog)


@dataclass(frozen=True)
class Event:
    """An event of a game.

    kind: the name of its kind; seat: the seat that caused it (or NATURE); args: three integers, named by the
    kind, or () if the viewer may not know them; rule: the id of the rule that caused it; to: bit mask of the
    seats that may know the arguments (EVERYONE if public); also: further rules that it follows from or that
    changed it.
    """

    kind: str
    seat: int
    args: tuple[int, ...]
    rule: str
    to: int = EVERYONE
    also: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the ids of the rules that it cites, the rule that caused it first."""
        return (self.rule, *self.also)

    def seen_by(self, seat: int | None) -> Event:
        """Return the event as a seat (None or NOBODY: a spectator) may know it."""
        if self.to == EVERYONE or (seat is not None and seat >= 0 and self.to >> seat & 1):
            return self
        return Event(self.kind, self.seat, (), self.rule, self.to)


def blank() -> Any:
    """Return an empty event buffer, one record of dtype EVENT_LOG."""
    return np.zeros(1, EVENT_LOG)[0]


@compilable
def emit(log: EventLog | None, kind: int, seat: int, rule: int, a: int, b: int, c: int) -> None:
    """Add a public event with three arguments; do nothing if `log` is None."""
    if log is not None:
        emit_to(log, EVERYONE, kind, seat, rule, a, b, c)


@compilable
def emit_to(log: EventLog | None, to: int, kind: int, seat: int, rule: int, a: int, b: int, c: int) -> None:
    """Add an event whose arguments only the seats in the mask `to` may know; drop it if the log is full."""
    if log is not None and log.count < CAPACITY:
        event = log.events[log.count]
        event.kind = kind
        event.seat = seat
        event.rule = rule
        event.to = to
        event.args[0] = a
        event.args[1] = b
        event.args[2] = c
        event.cited = log.cited
        for at in range(log.cited):
            event.also[at] = log.also[at]
        log.cited = 0
        log.count += 1


@compilable
def cite(log: EventLog | None, rule: int) -> None:
    """Add a further rule to the next event; do nothing if `log` is None.

    Call it just before `emit`, on a path that emits, and after calls that emit events of their own. Every
    player who may know the event must know why the rule applies. In functions that searches call often, put
    code that only cites under `if log is not None:`.
    """
    if log is not None and log.cited < MOST_CITED:
        log.also[log.cited] = rule
        log.cited += 1


def read(log: Any, kinds: list[str], prefix: str) -> list[Event]:
    """Return the events of an EVENT_LOG record in order.

    kinds: the names of the kinds by number; prefix: the prefix of the game's rule ids ("KB").
    """
    events = []
    for index in range(int(log.count)):
        raw = log.events[index]
        args = tuple(int(arg) for arg in raw.args[:3])
        also = tuple(rule_ids.name(prefix, rule) for rule in raw.also[: raw.cited])
        events.append(
            Event(kinds[raw.kind], int(raw.seat), args, rule_ids.name(prefix, raw.rule), int(raw.to), also)
        )
    return events


MOST_ARGUMENTS = 3

# An event with its arguments as attributes: event.space, event.tile, event.seat, event.who.
NamedEvent = SimpleNamespace
Say = Callable[[NamedEvent], Any]
EventSentence: TypeAlias = "str | Callable[[NamedEvent], Message]"
At: TypeAlias = "str | Callable[[NamedEvent, Mapping[str, Any]], str | None] | None"
Words = Mapping[str, Callable[[int], Any]]
Who = Callable[[int], Any]


@dataclass(frozen=True)
class Declared:
    """The declaration of a kind of event (see `Book.event`)."""

    sentence: EventSentence
    arguments: tuple[str, ...]
    unseen: str
    at: At
    reveals: bool
    without: str
    says: Mapping[str, Say] = dataclasses.field(default_factory=dict)
    also: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError if there are more arguments than an event has room for."""
        if len(self.arguments) > MOST_ARGUMENTS:
            listed = ", ".join(self.arguments)
            raise ValueError(f"An event has at most {MOST_ARGUMENTS} arguments, not {listed}.")


class Events:
    """The kinds of events that the chapters of a game declare, numbered in order of declaration.

    words: functions that turn arguments into words, by their names; who: the function that names a seat.
    """

    def __init__(self, words: Words, who: Who) -> None:
        self.words, self.who = words, who
        self.kinds: dict[str, Declared] = {}

    def declare(self, name: str, kind: Declared) -> int:
        """Add a kind; return its number. Raises ValueError if the name is taken."""
        if name in self.kinds:
            raise ValueError(f"There are two kinds of events with the name {name!r}.")
        self.kinds[name] = kind
        return len(self.kinds) - 1

    def names(self) -> tuple[str, ...]:
        """Return the names of all kinds, by number."""
        return tuple(self.kinds)

    def revealing(self) -> tuple[str, ...]:
        """Return the kinds that show hidden information: actions that cause them can't be undone."""
        return tuple(name for name, kind in self.kinds.items() if kind.reveals)

    def cited(self, happened: Event) -> Event:
        """Return an event with the further rules that its whole kind cites, without duplicates."""
        also = dict.fromkeys((*self.kinds[happened.kind].also, *happened.also))
        return replace(happened, also=tuple(rule for rule in also if rule != happened.rule))

    def named(self, happened: Event) -> NamedEvent:
        """Return an event with its arguments by name, as far as the viewer may know them."""
        arguments = dict(zip(self.kinds[happened.kind].arguments, happened.args, strict=False))
        return NamedEvent(seat=happened.seat, who=self.who(happened.seat), **arguments)

    def message(self, happened: Event) -> Message:
        """Return the sentence of an event."""
        kind, named = self.kinds[happened.kind], self.named(happened)
        if kind.unseen and not happened.args:
            return Message(kind.unseen, seat=named.who)
        if not isinstance(kind.sentence, str):
            return kind.sentence(named)
        known = [name for name in kind.arguments if hasattr(named, name)]
        places = {name: self.word(name, getattr(named, name)) for name in known}
        places |= {name: word(named) for name, word in kind.says.items()}
        is_without = bool(kind.without) and not getattr(named, kind.arguments[-1])
        return Message(kind.without if is_without else kind.sentence, seat=named.who, **places)

    def word(self, argument: str, value: int) -> Any:
        """Return the word for an argument in a sentence, or its number if it has no word."""
        return self.words[argument](value) if argument in self.words else value

    def place(self, happened: Event, view: Mapping[str, Any]) -> str | None:
        """Return the subject of the drawing where an event happened; None if it has none or is hidden."""
        kind = self.kinds[happened.kind]
        if kind.at is None or isinstance(kind.at, str):
            return kind.at
        return None if kind.arguments and not happened.args else kind.at(self.named(happened), view)

"""Kinds of events, each declared once: its sentence, its named arguments, its place, whether it reveals.

    BUILT = BOOK.event("built", "{seat} builds on {hex}.", "hex", at=at_hex)  # in the chapter of its rule

Rules emit `BUILT`, a plain number, with its arguments in order; log, animation, sound, screen-reader line and
statistics read the rest from `BOOK.events`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, TypeAlias

from donjon.kernel.event_log import Event
from donjon.kernel.message import Message

MOST_ARGUMENTS = 3

# An event by the names of its arguments: told.space, told.tile, told.seat, told.who.
NamedEvent = SimpleNamespace
Say = Callable[[NamedEvent], Any]
EventSentence: TypeAlias = "str | Callable[[NamedEvent], Message]"
At: TypeAlias = "str | Callable[[NamedEvent, Mapping[str, Any]], str | None] | None"
Words = Mapping[str, Callable[[int], Any]]
Who = Callable[[int], Any]


@dataclass(frozen=True)
class Declared:
    """What is declared of a kind (see `Book.event`)."""

    sentence: EventSentence
    arguments: tuple[str, ...]
    unseen: str
    at: At
    reveals: bool
    without: str
    says: Mapping[str, Say] = field(default_factory=dict)
    also: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError where there are more arguments than an event has room for."""
        if len(self.arguments) > MOST_ARGUMENTS:
            listed = ", ".join(self.arguments)
            raise ValueError(f"An event has at most {MOST_ARGUMENTS} arguments, not {listed}.")


class Events:
    """The kinds of events that the chapters of a game declare, numbered in the order of their declaration.

    words: how arguments are said, by their names; who: how the seat of an event is named.
    """

    def __init__(self, words: Words, who: Who) -> None:
        self.words, self.who = words, who
        self.kinds: dict[str, Declared] = {}

    def declare(self, name: str, kind: Declared) -> int:
        """Add a kind; return its number. Raises ValueError where there is one of this name."""
        if name in self.kinds:
            raise ValueError(f"There are two kinds of events with the name {name!r}.")
        self.kinds[name] = kind
        return len(self.kinds) - 1

    def names(self) -> tuple[str, ...]:
        """Return the names of all kinds, by number."""
        return tuple(self.kinds)

    def revealing(self) -> tuple[str, ...]:
        """Return the names of the kinds that show what was hidden: their actions are not undone."""
        return tuple(name for name, kind in self.kinds.items() if kind.reveals)

    def cited(self, happened: Event) -> Event:
        """Return an event with the further rules that every event of its kind cites, none of them twice."""
        also = dict.fromkeys((*self.kinds[happened.kind].also, *happened.also))
        return replace(happened, also=tuple(rule for rule in also if rule != happened.rule))

    def named(self, happened: Event) -> NamedEvent:
        """Return an event with its arguments by name, without those that the viewer may not know."""
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
        """Return how an argument is said in a sentence."""
        return self.words[argument](value) if argument in self.words else value

    def place(self, happened: Event, view: Mapping[str, Any]) -> str | None:
        """Return the subject of the drawing where an event happened; None if it has none, or is hidden."""
        kind = self.kinds[happened.kind]
        if kind.at is None or isinstance(kind.at, str):
            return kind.at
        return None if kind.arguments and not happened.args else kind.at(self.named(happened), view)

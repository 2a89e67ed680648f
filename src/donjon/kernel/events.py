"""Kinds of events, each declared once: its sentence, its named arguments, its place, whether it reveals.

    BUILT = BOOK.event("built", "{seat} builds on {hex}.", "hex", at=at_hex)  # in the chapter of its rule

Rules emit `BUILT`, a plain number, with its arguments in order; log, animation, sound, screen-reader line and
statistics read the rest from `BOOK.events`. A game may also declare its kinds in one class:

    class Event(EventKind):
        INCOME = event("{seat} has an income of {deniers} deniers.", "deniers")
        PLACED = event("{seat} places a worker: {space}.", "space", "tile", space=_space, at=_place)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from types import SimpleNamespace
from typing import Any, Self, TypeAlias

from donjon.kernel.event_log import Event
from donjon.kernel.message import Message, SeatName
from donjon.kernel.nouns import at_hand

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


def event(
    sentence: EventSentence,
    *arguments: str,
    unseen: str = "",
    at: At = None,
    reveals: bool = False,
    without: str = "",
    also: tuple[str, ...] = (),
    **says: Say,
) -> Any:
    """Declare a kind of event (in a class of kinds; a chapter calls `Book.event`).

    sentence: the English text, or a function that gives the Message; arguments: their names, in the order in
    which rules emit them; unseen: the sentence for those who may not know the arguments; at: the subject of
    the drawing where it happens, or a function of the event and the view; reveals: does it show somebody
    what was hidden?; without: the sentence where the last argument is 0; also: ids of further rules that
    every event of the kind cites (those of a single one are named by `cite`, see `event_log`); says: how a
    place of the sentence is filled, where not with the plain number.
    """
    return Declared(sentence, arguments, unseen, at, reveals, without, says, also)


class EventKind(IntEnum):
    """The kinds of events of a game, numbered in the order of their declaration."""

    _said: Declared

    def __init_subclass__(cls) -> None:
        """A class with its members."""
        super().__init_subclass__()
        at_hand(cls)

    def __new__(cls, said: Declared) -> Self:
        """The next kind."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member._said = said
        return member

    @property
    def said(self) -> Declared:
        """What is declared of the kind."""
        return self._said

    @classmethod
    def who(cls, seat: int) -> Any:
        """How the seat of an event is named; a game with a player who is not a person overrides it."""
        return SeatName(seat)

    @classmethod
    def word(cls, argument: str, value: int) -> Any:
        """How an argument is said in a sentence; a game overrides it for those that have a word."""
        return value

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of all kinds, by number."""
        return tuple(kind.name.lower() for kind in cls)

    @classmethod
    def revealing(cls) -> tuple[str, ...]:
        """The names of the kinds that show somebody what was hidden: their actions are not taken back."""
        return tuple(kind.name.lower() for kind in cls if kind.said.reveals)

    @classmethod
    def named(cls, happened: Event) -> NamedEvent:
        """An event with its arguments by name, without those that the viewer may not know."""
        named = dict(zip(cls[happened.kind.upper()].said.arguments, happened.args, strict=False))
        return NamedEvent(seat=happened.seat, who=cls.who(happened.seat), **named)

    @classmethod
    def message(cls, happened: Event) -> Message:
        """The sentence of an event."""
        said, named = cls[happened.kind.upper()].said, cls.named(happened)
        if said.unseen and not happened.args:
            return Message(said.unseen, seat=named.who)
        if not isinstance(said.sentence, str):
            return said.sentence(named)
        places = {
            name: cls.word(name, getattr(named, name)) for name in said.arguments if hasattr(named, name)
        }
        places |= {name: say(named) for name, say in said.says.items()}
        is_without = bool(said.without) and not getattr(named, said.arguments[-1])
        return Message(said.without if is_without else said.sentence, seat=named.who, **places)

    @classmethod
    def cited(cls, happened: Event) -> Event:
        """An event with the further rules that every event of its kind cites, none of them twice."""
        return with_rules(happened, cls[happened.kind.upper()].said.also)

    @classmethod
    def place(cls, happened: Event, view: Mapping[str, Any]) -> str | None:
        """The subject of the drawing where an event happened; None if there is none, or it is hidden."""
        at = cls[happened.kind.upper()].said.at
        if at is None or isinstance(at, str):
            return at
        hidden = not happened.args and cls[happened.kind.upper()].said.arguments
        return None if hidden else at(cls.named(happened), view)


class Events:
    """The kinds of events that the chapters of a game declare, numbered in the order of their declaration.

    words: how arguments are said, by their names; who: how the seat of an event is named; old: the kinds that
    no chapter declares yet, which come first and are said as their class says.
    """

    def __init__(self, words: Words, who: Who, old: type[EventKind] | None = None) -> None:
        self.words, self.who, self.old = words, who, old
        self.kinds: dict[str, Declared] = {kind.name.lower(): kind.said for kind in old or ()}

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

    def is_old(self, happened: Event) -> bool:
        """Return whether no chapter declares the kind of an event yet."""
        return self.old is not None and happened.kind.upper() in self.old.__members__

    def cited(self, happened: Event) -> Event:
        """Return an event with the further rules that every event of its kind cites, none of them twice."""
        return with_rules(happened, self.kinds[happened.kind].also)

    def named(self, happened: Event) -> NamedEvent:
        """Return an event with its arguments by name, without those that the viewer may not know."""
        arguments = dict(zip(self.kinds[happened.kind].arguments, happened.args, strict=False))
        return NamedEvent(seat=happened.seat, who=self.who(happened.seat), **arguments)

    def message(self, happened: Event) -> Message:
        """Return the sentence of an event."""
        if self.old is not None and self.is_old(happened):
            return self.old.message(happened)
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
        if self.old is not None and self.is_old(happened):
            return self.old.place(happened, view)
        kind = self.kinds[happened.kind]
        if kind.at is None or isinstance(kind.at, str):
            return kind.at
        return None if kind.arguments and not happened.args else kind.at(self.named(happened), view)


def with_rules(happened: Event, rules: Iterable[str]) -> Event:
    """Return an event that cites these rules, too, none of them twice."""
    also = dict.fromkeys((*rules, *happened.also))
    return replace(happened, also=tuple(rule for rule in also if rule != happened.rule))


def sentences() -> Iterator[tuple[str, str]]:
    """(module, English text) of every sentence declared by the games that are imported."""
    for kinds in EventKind.__subclasses__():
        for kind in kinds:
            for text in (kind.said.sentence, kind.said.unseen, kind.said.without):
                if isinstance(text, str) and text:
                    yield kinds.__module__, text

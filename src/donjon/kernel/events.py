"""Kinds of events, each declared once: its sentence, its named arguments, its place, whether it reveals.

    class Event(EventKind):
        INCOME = event("{seat} has an income of {deniers} deniers.", "deniers")
        PLACED = event("{seat} places a worker: {space}.", "space", "tile", space=_space, at=_place)

Rules emit `Event.INCOME`, a plain number, with its arguments in order; log, animation, sound, screen-reader
line and statistics read the rest from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from types import SimpleNamespace
from typing import Any, Self

from donjon.kernel.event_log import Event
from donjon.kernel.message import Message, SeatName
from donjon.kernel.nouns import at_hand

MOST_ARGUMENTS = 3

# An event by the names of its arguments: told.space, told.tile, told.seat, told.who.
NamedEvent = SimpleNamespace
Say = Callable[[NamedEvent], Any]


@dataclass(frozen=True)
class Declared:
    """What `event` says of a kind."""

    sentence: str | Callable[[NamedEvent], Message]
    arguments: tuple[str, ...]
    unseen: str
    at: str | Callable[[NamedEvent, Mapping[str, Any]], str | None] | None
    reveals: bool
    without: str
    says: Mapping[str, Say] = field(default_factory=dict)
    also: tuple[str, ...] = ()


def event(
    sentence: str | Callable[[NamedEvent], Message],
    *arguments: str,
    unseen: str = "",
    at: str | Callable[[NamedEvent, Mapping[str, Any]], str | None] | None = None,
    reveals: bool = False,
    without: str = "",
    also: tuple[str, ...] = (),
    **says: Say,
) -> Any:
    """Declare a kind of event.

    sentence: the English text, or a function that gives the Message; arguments: their names, in the order in
    which rules emit them; unseen: the sentence for those who may not know the arguments; at: the subject of
    the drawing where it happens, or a function of the event and the view; reveals: does it show somebody
    what was hidden?; without: the sentence where the last argument is 0; also: ids of further rules that
    every event of the kind cites (those of a single one are named by `cite`, see `event_log`); says: how a
    place of the sentence is filled, where not with the plain number.
    """
    if len(arguments) > MOST_ARGUMENTS:
        raise ValueError(f"An event has at most {MOST_ARGUMENTS} arguments, not {', '.join(arguments)}.")
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
        rules = dict.fromkeys((*cls[happened.kind.upper()].said.also, *happened.also))
        return replace(happened, also=tuple(rule for rule in rules if rule != happened.rule))

    @classmethod
    def place(cls, happened: Event, view: Mapping[str, Any]) -> str | None:
        """The subject of the drawing where an event happened; None if there is none, or it is hidden."""
        at = cls[happened.kind.upper()].said.at
        if at is None or isinstance(at, str):
            return at
        hidden = not happened.args and cls[happened.kind.upper()].said.arguments
        return None if hidden else at(cls.named(happened), view)


def sentences() -> Iterator[tuple[str, str]]:
    """(module, English text) of every sentence declared by the games that are imported."""
    for kinds in EventKind.__subclasses__():
        for kind in kinds:
            for text in (kind.said.sentence, kind.said.unseen, kind.said.without):
                if isinstance(text, str) and text:
                    yield kinds.__module__, text

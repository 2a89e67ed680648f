"""All rules that an event follows from: the one that it names, and those that changed it.

CITES = {
    Event.INCOME: _of_buildings,  # (event with its arguments by name, Around) -> ids
    Event.JOUSTED: ("CAY-11.1.1",),
}

They are worked out when an event is read, from the positions before and after the action that caused it: play
does not know of them. They must not depend on anything that a person who may know the event may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from donjon.kernel.event_log import Event
from donjon.kernel.events import EventKind, NamedEvent


@dataclass(frozen=True)
class Around:
    """The context of an event: the positions before and after its action, and all events that it caused."""

    before: Any
    after: Any
    events: Sequence[Event]


Cites: TypeAlias = "tuple[str, ...] | Callable[[NamedEvent, Around], Iterable[str]]"
Citations = Mapping[EventKind, Cites]


def cited(kinds: type[EventKind] | None, cites: Citations, happened: Event, around: Around) -> Event:
    """An event with all rules that it follows from; as it is, where a chapter declares its kind."""
    name = happened.kind.upper()
    if kinds is None or name not in kinds.__members__ or kinds[name] not in cites:
        return happened
    more, told = cites[kinds[name]], kinds.named(happened)
    told.rule = happened.rule
    ids = more(told, around) if callable(more) else more
    return replace(
        happened, also=tuple(dict.fromkeys(rule for rule in (*happened.also, *ids) if rule != happened.rule))
    )

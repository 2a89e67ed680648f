"""Events: what happened, once for the log, the animation, the sound and the explanation.

Rules emit events into an `EVENT_LOG` record. Where nobody listens, `log` is None and the compiler
drops them altogether. An event names the rule that caused it; `cite` just before `emit` names each further
rule that it follows from, or that changed it, where that rule is applied:

    cite(log, NO_DRAW_AT_THE_END)
    emit(log, DISCARDED, seat, DISCARD, card, 0, 0)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from donjon.kernel import rule_ids
from donjon.kernel.compiling import compilable
from donjon.kernel.records import Ints, Record, Records, field, layout

EVERYONE = 0x7F
CAPACITY = 192
MOST_CITED = 8  # further rules of an event


class EventRecord(Record):
    """One event as the rules emit it."""

    kind: int = field("i2")  # number in the game's own list
    seat: int = field("i2")
    rule: int = field("i4")
    to: int = field("i2")  # bit mask of the seats that may know the arguments
    args: Ints = field("i2", 3)
    cited: int = field("i2")  # how many further rules it cites
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
    """One thing that happened.

    kind: name in the game's list of kinds; seat: whose it is (NATURE or a seat); args: three integers, named
    by the kind, or () where the viewer may not know them; rule: the id of the rule that caused it; to: bit
    mask of the seats that may know the arguments (EVERYONE when public); also: further rules that it follows
    from or that changed it.
    """

    kind: str
    seat: int
    args: tuple[int, ...]
    rule: str
    to: int = EVERYONE
    also: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it is cited with, the one that caused it first."""
        return (self.rule, *self.also)

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat (None or NOBODY: a spectator) may know it."""
        if self.to == EVERYONE or (seat is not None and seat >= 0 and self.to >> seat & 1):
            return self
        return Event(self.kind, self.seat, (), self.rule, self.to)


def blank() -> Any:
    """An empty event buffer, one record of dtype EVENT_LOG."""
    return np.zeros(1, EVENT_LOG)[0]


@compilable
def emit(log: EventLog | None, kind: int, seat: int, rule: int, a: int, b: int, c: int) -> None:
    """Add a public event with three arguments; nothing when `log` is None."""
    if log is not None:
        emit_to(log, EVERYONE, kind, seat, rule, a, b, c)


@compilable
def emit_to(log: EventLog | None, to: int, kind: int, seat: int, rule: int, a: int, b: int, c: int) -> None:
    """Add an event whose arguments only the seats in the mask `to` may know."""
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
    """Name a further rule of the next event; nothing when `log` is None.

    What it depends on must be known to everybody who may know the event.
    """
    if log is not None and log.cited < MOST_CITED:
        log.also[log.cited] = rule
        log.cited += 1


def read(log: Any, kinds: list[str], prefix: str) -> list[Event]:
    """The events of a buffer in order; `kinds` are the names by number, `prefix` that of the rule ids."""
    events = []
    for index in range(int(log.count)):
        raw = log.events[index]
        args = tuple(int(arg) for arg in raw.args[:3])
        also = tuple(rule_ids.name(prefix, rule) for rule in raw.also[: raw.cited])
        events.append(
            Event(kinds[raw.kind], int(raw.seat), args, rule_ids.name(prefix, raw.rule), int(raw.to), also)
        )
    return events

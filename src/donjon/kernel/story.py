"""Events: what happened, told once, for the log, the animation, the sound and the explanation.

Rules tell events into a `STORY` record. Where nobody listens, `story` is None and the compiler drops
the telling altogether.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from donjon.kernel import rule_ids
from donjon.kernel.compiling import compilable
from donjon.kernel.records import record_type

EVERYONE = 0x7F
CAPACITY = 192

# kind: number in the game's own list; to: bit mask of the seats that may know the arguments.
EVENT = record_type(
    "EventRecord",
    [("kind", "i2"), ("seat", "i2"), ("rule", "i4"), ("to", "i2"), ("args", "i2", 4)],
)
STORY = record_type("StoryRecord", [("count", "i4"), ("events", EVENT, CAPACITY)])


@dataclass(frozen=True)
class Event:
    """One thing that happened.

    kind: name in the game's list of kinds; seat: whose it is (NATURE or a seat); args: four integers,
    meaning by kind, or () where the viewer may not know them; rule: the id of the rule that caused it;
    to: bit mask of the seats that may know the arguments (EVERYONE when public).
    """

    kind: str
    seat: int
    args: tuple[int, ...]
    rule: str
    to: int = EVERYONE

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat (None: a spectator) may know it."""
        if self.to == EVERYONE or (seat is not None and self.to >> seat & 1):
            return self
        return Event(self.kind, self.seat, (), self.rule, self.to)


def blank() -> Any:
    """An empty event buffer, one record of dtype STORY."""
    return np.zeros(1, STORY)[0]


@compilable
def tell(story, kind, seat, rule, a, b, c):  # type: ignore[no-untyped-def]
    """Add a public event with three arguments; nothing when `story` is None."""
    if story is not None:
        tell_to(story, EVERYONE, kind, seat, rule, a, b, c)


@compilable
def tell_to(story, to, kind, seat, rule, a, b, c):  # type: ignore[no-untyped-def]
    """Add an event whose arguments only the seats in the mask `to` may know."""
    if story is not None and story.count < CAPACITY:
        event = story.events[story.count]
        event.kind = kind
        event.seat = seat
        event.rule = rule
        event.to = to
        event.args[0] = a
        event.args[1] = b
        event.args[2] = c
        story.count += 1


def read(story: Any, kinds: list[str], prefix: str) -> list[Event]:
    """The events of a buffer in order; `kinds` are the names by number, `prefix` that of the rule ids."""
    events = []
    for index in range(int(story.count)):
        raw = story.events[index]
        args = tuple(int(arg) for arg in raw.args[:3])
        events.append(
            Event(kinds[raw.kind], int(raw.seat), args, rule_ids.name(prefix, raw.rule), int(raw.to))
        )
    return events

"""An event is cited with all rules that it follows from, its own first."""

from __future__ import annotations

from collections.abc import Iterator

from donjon.kernel.citing import Around, Citations, cited
from donjon.kernel.event_log import Event
from donjon.kernel.events import EventKind, NamedEvent, event


class Happening(EventKind):
    PAID = event("{seat} pays {count}.", "count")
    TAKEN = event("{seat} takes one.")
    LEFT = event("{seat} leaves.")


def _paid(told: NamedEvent, around: Around) -> Iterator[str]:
    yield from ("X-2", told.rule)
    if told.count > around.before:
        yield "X-3"
    if len(around.events) > 1:
        yield "X-2"


CITES: Citations = {Happening.PAID: _paid, Happening.TAKEN: ("X-5", "X-4")}


def rules(kind: str, rule: str, *args: int) -> tuple[str, ...]:
    happened = Event(kind, 0, args, rule)
    return cited(Happening, CITES, happened, Around(2, 1, [happened, happened])).rules


def test_a_function_of_the_event_and_what_is_round_it() -> None:
    assert rules("paid", "X-1", 2) == ("X-1", "X-2")
    assert rules("paid", "X-1", 3) == ("X-1", "X-2", "X-3")


def test_rules_that_always_hold_come_once_each() -> None:
    assert rules("taken", "X-4") == ("X-4", "X-5")
    assert rules("left", "X-6") == ("X-6",)


def test_who_may_not_know_an_event_does_not_get_its_rules() -> None:
    secret = Event("paid", 0, (3,), "X-1", to=1, also=("X-3",))
    assert secret.seen_by(0).rules == ("X-1", "X-3")
    assert secret.seen_by(1).rules == secret.seen_by(None).rules == ("X-1",)

"""The counting step by step: every event of it as a sentence with its rule and its place on the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from donjon import drawing as house
from donjon.kernel.event_log import Event as Happened
from donjon.kernel.message import Message, Translate
from donjon.ys.drawing import highlights
from donjon.ys.drawing.art import ICONS
from donjon.ys.drawing.pieces import SABLE
from donjon.ys.events import Event
from donjon.ys.nouns import COLOURS, FIRST_CELL, NEUTRAL_SEAT, PLACE_TEXTS

_PANEL = "ys/drawing/panel.html.jinja"
# The kinds of events of a counting: those of nobody in particular, and those of somebody.
_OF_NOBODY = (
    Event.TURNED_UP,
    Event.NOBODY_THERE,
    Event.GEMS_STAY,
    Event.BROKERS_BACK,
    Event.ROW_EMPTY,
    Event.COLUMN_RANKED,
    Event.VALUE_MOVED,
    Event.ALL_BACK,
)
_OF_A_PARTY = (
    Event.RANKED,
    Event.GEM_TAKEN,
    Event.WHITE_EXCHANGED,
    Event.BLACK_GEM,
    Event.MERCHANTS_WON,
    Event.CARD_WON,
    Event.ROW_WON,
    Event.BEST_BIDDER,
    Event.COURT,
    Event.SCORED,
    Event.NEUTRAL_SCORED,
    Event.WON,
)


def counting(
    events: Iterable[Happened],
    *,
    translate: Translate = str,
    names: Sequence[str] | None = None,
    rules: str = "",
) -> Markup:
    """Those of the events that belong to a counting, as steps that come one after the other; can be skipped.

    Each step names its rule, a link into `rules` (the address of the rule book), and carries its place on the
    board as data-step, which `counting_css` shows while the step is looked at. Empty for no such events.
    """
    rows = [_step(event, translate, names) for event in events if _kind(event) in (*_OF_NOBODY, *_OF_A_PARTY)]
    if not rows:
        return Markup("")
    return house.call(
        _PANEL,
        "steps",
        rows,
        icons=ICONS,
        art={},
        linked="",
        rules=rules,
        said=None,
        say=lambda text, **values: Message(text, **values).say(translate, names),
        _=translate,
    )


def _step(event: Happened, translate: Translate, names: Sequence[str] | None) -> Mapping[str, Any]:
    seat = SABLE if event.seat == NEUTRAL_SEAT else event.seat
    is_of_party = _kind(event) in _OF_A_PARTY
    return {
        "text": Event.message(event).say(translate, names),
        "rule": event.rule,
        "step": _lit(Event.place(event, {})),
        "arms": seat if is_of_party and 0 <= seat <= SABLE else None,
    }


def _kind(event: Happened) -> Event:
    return Event[event.kind.upper()]


def _lit(subject: str | None) -> str:
    """Where an event happened, as `counting_css` calls it: no ship is lit alone, but its quarter."""
    return (subject or "").replace(".", "-").replace("ship-", "quarter-")


def counting_css() -> str:
    """Rules that show on the board the places of the line of an aid that is looked at."""
    subjects = {
        subject
        for place in range(len(PLACE_TEXTS))
        if not FIRST_CELL <= place < FIRST_CELL + COLOURS
        for subject in highlights.subjects_of(place)
    }
    looked = ":is(:hover,:focus,:focus-within)"
    rules = [
        f'body:has([data-step="{subject}"]{looked}) .ys-ghost.at-{subject}' for subject in sorted(subjects)
    ]
    return ",\n".join(rules) + "{display:inline}\n"

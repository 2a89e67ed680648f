"""The counting step by step: every event of it as a sentence with its rule and its place on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from donjon import drawing as house
from donjon.kernel.message import Message, Translate
from donjon.kernel.story import Event
from donjon.ys.drawing import lights
from donjon.ys.drawing.art import ICONS
from donjon.ys.drawing.pieces import SABLE
from donjon.ys.nouns import COLOURS, FIRST_CELL, NEUTRAL_VOICE, PLACE_TEXTS, District, Gem
from donjon.ys.telling import event_message

_PANEL = "ys/drawing/panel.html.jinja"
_EVERYBODY_KINDS = ("turned_up", "nobody_there", "gems_stay", "brokers_back", "row_empty", "all_back")


def _place(args: Sequence[int]) -> str:
    return lights.place_id(args[0])


def _quarter(args: Sequence[int]) -> str:
    return f"quarter-{args[0] + 1}"


def _district(district: int) -> Callable[[Sequence[int]], str]:
    return lambda args: f"q{args[0] + 1}-{District(district).id[0]}"


def _row(args: Sequence[int]) -> str:
    return f"row-{args[0]}"


# The kinds of events of the counting, and where on the board each happens.
STEPS: dict[str, Callable[[Sequence[int]], str] | None] = {
    "turned_up": _place,
    "ranked": _quarter,
    "gem_taken": None,
    "white_exchanged": None,
    "gems_stay": _quarter,
    "black_gem": _district(0),
    "merchants_won": _district(1),
    "card_won": _district(2),
    "nobody_there": lambda args: f"q{args[0] + 1}-{District(args[1]).id[0]}",
    "brokers_back": _quarter,
    "row_won": _row,
    "row_empty": _row,
    "column_ranked": lambda args: f"column-{Gem(args[0]).id}",
    "value_moved": lambda args: f"value-{Gem(args[0]).id}",
    "best_bidder": lambda _args: "market",
    "court": None,
    "all_back": lambda _args: "market",
    "scored": None,
    "neutral_scored": None,
    "won": None,
}


def counting(
    events: Iterable[Event],
    *,
    translate: Translate = str,
    names: Sequence[str] | None = None,
    rules: str = "",
) -> Markup:
    """Those of the events that belong to a counting, as steps that come one after the other; can be skipped.

    Each step names its rule, a link into `rules` (the address of the rule book), and carries its place on the
    board as data-step, which `counting_css` shows while the step is looked at. Empty for no such events.
    """
    rows = [_step(event, translate, names) for event in events if event.kind in STEPS]
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


def _step(event: Event, translate: Translate, names: Sequence[str] | None) -> Mapping[str, Any]:
    where = STEPS[event.kind]
    nobody = event.kind in _EVERYBODY_KINDS or event.kind in ("column_ranked", "value_moved")
    seat = SABLE if event.seat == NEUTRAL_VOICE else event.seat
    return {
        "text": event_message(event).say(translate, names),
        "rule": event.rule,
        "step": where(event.args) if where is not None and event.args else "",
        "arms": None if nobody or not 0 <= seat <= SABLE else seat,
    }


def counting_css() -> str:
    """Rules that show on the board the places of the line of an aid that is looked at."""
    subjects = {
        subject
        for place in range(len(PLACE_TEXTS))
        if not FIRST_CELL <= place < FIRST_CELL + COLOURS
        for subject in lights.subjects_of(place)
    }
    looked = ":is(:hover,:focus,:focus-within)"
    rules = [
        f'body:has([data-step="{subject}"]{looked}) .ys-ghost.at-{subject}' for subject in sorted(subjects)
    ]
    return ",\n".join(rules) + "{display:inline}\n"

"""High or Low: a small game of another package, with all that a game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from donjon.errors import BadPosition
from donjon.kernel import Game, Message, Option
from donjon.kernel.chosen_options import ChosenOptions
from donjon.kernel.compiling import compilable
from donjon.kernel.fields import Schema
from donjon_high_low import rules
from donjon_high_low.rules import ACTIONS, BOOK, CARDS, COPIES, OPTIONS, STATE, Phase

ROUNDS = Option(
    "rounds", "choice", (2, 3), 3, "Rounds", "How many rounds are played.", labels=("two", "three")
)
SEATS = range(2, rules.MOST_SEATS + 1)
CHOSEN = ChosenOptions("High or Low", SEATS, OPTIONS, [ROUNDS], "HL-1.1")
SCHEMA = Schema("High or Low", rules.PARTS)


@compilable
def points(state: Any, out: Any) -> None:
    for seat in range(state.players):
        for source in range(2):
            out[seat, source] = state.seats[seat].points[source]


@compilable
def total(state: Any, seat: int) -> int:
    return state.seats[seat].points[0] + state.seats[seat].points[1]


FIELDS = rules.SEEN.fill
HAS, CHOSE, CARD, WORD = (rules.SEEN.at(name) for name in ("has", "chose", "card", "word"))


@compilable
def observe(state: Any, viewer: int, out: Any) -> None:
    """Fill the numbers for a learner: the fields, then what is known of the others' cards and words."""
    FIELDS(state, viewer, out)
    for relative in range(state.players):
        own = state.seats[(max(viewer, 0) + relative) % state.players]
        out[HAS + relative] = own.card > 0
        out[CHOSE + relative] = own.said != -1
        if own.shown:
            out[CARD + relative] = own.card
            out[WORD + relative] = own.said


@compilable
def estimate(state: Any, seat: int) -> float:
    own = state.seats[seat]
    return total(state, seat) + (0.0 if own.said == -1 else abs(own.card - 3.0 * (1 - own.said)))


@compilable
def rollout_score(state: Any, seat: int, _mask: Any, out: Any) -> None:
    out[:] = 0.0
    out[0], out[1] = CARDS + 1 - state.seats[seat].card, state.seats[seat].card


def set_position(state: Any, fields: Mapping[str, Any]) -> None:
    SCHEMA.read(state, fields)
    hands = [int(seat.card) for seat in state.seats]
    if any(hands.count(card + 1) + state.gone[card] > COPIES for card in range(CARDS)):
        raise BadPosition("'card' and 'gone' hold more than two of a card (HL-2.2).")


def prompt(state: Any, _seat: int | None) -> Message:
    return BOOK.prompt(state, 0, state.phase)


def view(state: Any, viewer: int | None) -> dict[str, Any]:
    def told(seat: int) -> dict[str, Any]:
        own, known = state.seats[seat], seat == viewer or state.seats[seat].shown
        known_card, said = (int(own.card), int(own.said)) if known else (0, -1)
        shown = {"card": known_card, "said": said, "has_card": bool(own.card), "chose": bool(own.said != -1)}
        return {"seat": seat, "total": int(total(state, seat)), "used": [int(n) for n in own.used], **shown}

    seats = int(state.players)
    frame = {
        "seat": viewer,
        "seats": seats,
        "over": bool(state.phase == Phase.OVER),
        "round": int(state.round),
    }
    return {**frame, "players": [told(seat) for seat in range(seats)], "gone": [int(n) for n in state.gone]}


GAME = Game(
    name="high-low",
    title="High or Low",
    prefix="HL",
    seats=SEATS,
    rules_version="1",
    STATE=STATE,
    OPTIONS=OPTIONS,
    SOURCES=("low", "high"),
    OBSERVATION=rules.SEEN.size,
    observed=rules.SEEN.ranges,
    options=(ROUNDS,),
    actions=ACTIONS,
    events=BOOK.events,
    setup=rules.setup,
    waiting=rules.waiting,
    chances=rules.chances,
    forbids=rules.forbids,
    apply=rules.APPLY,
    points=points,
    total=total,
    observers=rules.observers,
    redeal=rules.redeal,
    reopen=rules.reopen,
    observe=observe,
    estimate=estimate,
    rollout_score=rollout_score,
    read_options=CHOSEN.read,
    show_options=CHOSEN.show,
    parse_action=ACTIONS.parse,
    prompt=prompt,
    why=ACTIONS.why,
    view=view,
    position=lambda state: {**CHOSEN.show(state), **SCHEMA.write(state)},
    set_position=set_position,
    disclosed=rules.disclosed,
)

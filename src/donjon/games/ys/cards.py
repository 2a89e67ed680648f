"""Chapter 8.1: the cards in hand, the windows in which they may be played, and what each of them does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from donjon.games.ys import domains
from donjon.games.ys.model import (
    CARD_LIMIT,
    COURT_POINTS,
    LOOKS,
    MERCHANTS_WITH_CARD,
    SOLDIER_VALUE,
    WINDOW_BITS,
    WINDOWS,
    State,
)
from donjon.games.ys.nouns import BOOK, NONE, Character, Phase, asked, decide
from donjon.games.ys.ties import quarter_named
from donjon.kernel.actions import ALONE, Kind
from donjon.kernel.book import Line, title
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog
from donjon.kernel.message import Message
from donjon.kernel.records import Ints

IN_HAND = BOOK.forbids("YS-8.1.1", Message("You do not hold the {card}."))
NEXT_ROUND = BOOK.forbids(
    "YS-8.1.2",
    Message(
        "You won the {card} in this round, number {round}; it can be played from the next one on.",
        round=lambda case: int(case.state.round),
    ),
)
LIMIT = BOOK.forbids(
    "YS-8.1.3",
    Message(
        "You have played {played} cards in this round; {limit} are allowed.",
        played=lambda case: int(case.me.played),
        limit=CARD_LIMIT,
    ),
)
WINDOW = BOOK.forbids("YS-8.1.4", Message("This is not the moment to play the {card}. {now}"))

W2A, W2B = WINDOW_BITS["W2a"], WINDOW_BITS["W2b"]
# The window of each phase in which cards can be played; W2a depends on more than the phase.
_WINDOWS = {
    Phase.CARDS_FIRST: "W1",
    Phase.AFTER: "W2b",
    Phase.AFTER_PLACING: "W2b",
    Phase.CARDS_BEFORE: "W3",
    Phase.CARDS_AFTER: "W4",
}
WINDOW_OF: Ints = np.array([WINDOW_BITS.get(_WINDOWS.get(phase, ""), 0) for phase in Phase], np.int32)

CARD = Kind(domains.CARD)


# The phases in which all are asked, in order, whether they play a card.
WINDOW_PHASES = (Phase.CARDS_FIRST, Phase.CARDS_BEFORE, Phase.CARDS_AFTER)
for _window in WINDOW_PHASES:
    decide(_window, "YS-8.1.5", asked(Message("Play a card, or pass.")))
# Doing nothing, at every decision that allows it.
PASS = Kind(ALONE)


@compilable
def window_now(state: State) -> int:
    """Return the window that is open, as a bit of `tables.WINDOWS`; 0 when no card can be played."""
    if state.phase == Phase.PLACE and state.put_up + state.put_down + state.put_neutral == 0:
        return W2A
    return int(WINDOW_OF[state.phase])


@compilable
def forbids_by_window(state: State, seat: int, card: int, window: int) -> int:
    """Return why a seat may not play a card in a window, whatever its effect (YS-8.1.1 to YS-8.1.4)."""
    me = state.seats[seat]
    if me.hand[card] == 0:
        return IN_HAND
    if me.hand[card] == state.round:
        return NEXT_ROUND
    if WINDOWS[card] & window == 0:
        return WINDOW
    return LIMIT if me.played >= CARD_LIMIT else 0


@compilable
def open_window(state: State, window: int) -> None:
    """Open a window for cards; no seat has been asked yet (YS-8.1.5)."""
    state.actor = NONE
    state.asked = 0
    state.window = window
    state.phase = Phase.ASK_CARDS


@PASS.action_at(*WINDOW_PHASES, verb="pass", button=Message("No card"), aliases=("end turn",))
@compilable
def pass_on(state: State, _seat: int, _argument: int, _log: EventLog | None) -> None:
    """Play no card in this window; the next player is asked (YS-8.1.5)."""
    state.asked += 1
    state.phase = Phase.ASK_CARDS


# Explanations


def _by_window(card: Character, at_start: Message, at_end: Message) -> Message:
    """Return one of two sentences: a site owner may set at which end of the counting a card is played."""
    return at_start if WINDOWS[card] & WINDOW_BITS["W3"] else at_end


CHARACTER_LINES: dict[str, tuple[Line, ...]] = {
    "alchemist": (
        ("YS-8.2.1", Message("End of counting: exchange one of your gems for one of another colour.")),
    ),
    "banker": (
        (
            "YS-8.3.1",
            _by_window(
                Character.BANKER,
                Message("Start of counting: raise one gem value by 1 and lower another by 1."),
                Message("End of counting: raise one gem value by 1 and lower another by 1."),
            ),
        ),
    ),
    "captain": (("YS-8.4.1", Message("Start of counting: exchange the ships of two harbours.")),),
    "bishop": (
        ("YS-8.6.1", Message("For a whole placement: place your brokers face up or face down as you like.")),
    ),
    "spy": (
        (
            "YS-8.5.1",
            Message(
                "For a whole placement: up to {count} looks at face-down brokers of others.", count=LOOKS
            ),
        ),
        ("YS-8.5.3", Message("Everybody sees which broker you look at, you alone its value.")),
    ),
    "messenger": (("YS-8.7.1", Message("Start of counting: move one of your brokers to another place.")),),
    "magician": (("YS-8.8.1", Message("For a whole placement: place brokers of your front and refill it.")),),
    "intriguer": (("YS-8.12.1", Message("For a whole counting: you win every tie that you are part of.")),),
    "jeweller": (
        (
            "YS-8.13.1",
            _by_window(
                Character.JEWELLER,
                Message("Start of counting: take 2 gems of the four colours."),
                Message("End of counting: take 2 gems of the four colours."),
            ),
        ),
    ),
    "wizard": (
        ("YS-8.14.1", Message("After placing in one of your turns: swap any two brokers on the board.")),
    ),
    "merchant": (
        (
            "YS-8.15.1",
            Message(
                "For a whole counting: merchants' districts give {points} points.", points=MERCHANTS_WITH_CARD
            ),
        ),
    ),
    "soldier": (
        (
            "YS-8.16.1",
            Message(
                "After placing in one of your turns: a broker just placed counts {value}.",
                value=SOLDIER_VALUE,
            ),
        ),
    ),
    "queen": (
        ("YS-8.17.1", Message("Before placing in one of your turns: close a quarter.")),
        ("YS-8.17.2", Message("Only you may place brokers there until it has been counted.")),
    ),
    "prince": (
        (
            "YS-8.18.1",
            Message("When won: {points} points at the end of the counting.", points=COURT_POINTS["prince"]),
        ),
    ),
    "king": (
        (
            "YS-8.18.1",
            Message("When won: {points} points at the end of the counting.", points=COURT_POINTS["king"]),
        ),
    ),
    "white_gem": (("YS-8.19.1", Message("When won: one gem of a colour that you choose, at once.")),),
}
DELAYED: Line = ("YS-8.1.2", Message("Playable from the round after the one in which it was won."))
NOT_DELAYED = ("prince", "king", "white_gem")


def _about_character(_view: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return the entries of `about` for a character: "card" where its card is played later."""
    return ("card",) if name in Character.ids() and name not in NOT_DELAYED else ()


@BOOK.explains("character-", about=_about_character)
def explain_character(_state: State, _view: Mapping[str, Any], name: str) -> list[Line]:
    """Return what a character does, and when its card can be played."""
    if name not in Character.ids():
        return []
    lines = [title(Message("{card}", card=Character[name.upper()].term)), *CHARACTER_LINES[name]]
    return lines if name in NOT_DELAYED else [*lines, DELAYED]


def _about_card(view: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return the entries of `about` for the card of a quarter: those of its character."""
    quarter = quarter_named(view, name)
    if quarter is None or quarter["card"] is None:
        return ()
    return (f"character-{quarter['card']}", *_about_character(view, quarter["card"]))


@BOOK.explains("card-", about=_about_card)
def explain_card(state: State, view: Mapping[str, Any], name: str) -> list[Line]:
    """Return what the card of a quarter does."""
    quarter = quarter_named(view, name)
    if quarter is None:
        return []
    if quarter["card"] is None:
        first = title(Message("the card of quarter {number}", number=quarter["number"]))
        return [first, ("YS-3.2", Message("No card is here now."))]
    return explain_character(state, view, quarter["card"])

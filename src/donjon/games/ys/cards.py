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

IN_HAND = BOOK.forbids("YS-8.1.1", Message("You don't have the {card}."))
NEXT_ROUND = BOOK.forbids(
    "YS-8.1.2",
    Message(
        "You won the {card} this round ({round}); you can play it from the next round on.",
        round=lambda case: int(case.state.round),
    ),
)
LIMIT = BOOK.forbids(
    "YS-8.1.3",
    Message(
        "You have played {played} cards this round; the limit is {limit}.",
        played=lambda case: int(case.me.played),
        limit=CARD_LIMIT,
    ),
)
WINDOW = BOOK.forbids("YS-8.1.4", Message("The {card} can't be played now. {now}"))

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
    decide(_window, "YS-8.1.5", asked(Message("Play a card?")))
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


@PASS.action_at(*WINDOW_PHASES, verb="pass", button=Message("Skip"), aliases=("end turn",))
@compilable
def pass_on(state: State, _seat: int, _argument: int, _log: EventLog | None) -> None:
    """Play no card in this window; the next player is asked (YS-8.1.5)."""
    state.asked += 1
    state.phase = Phase.ASK_CARDS


# Explanations


def _by_window(card: Character, at_start: Message, at_end: Message) -> Message:
    """Return one of two sentences: a site owner can move a card to the other end of scoring."""
    return at_start if WINDOWS[card] & WINDOW_BITS["W3"] else at_end


CHARACTER_LINES: dict[str, tuple[Line, ...]] = {
    "alchemist": (
        ("YS-8.2.1", Message("End of scoring: exchange one of your gems for one of another colour.")),
    ),
    "banker": (
        (
            "YS-8.3.1",
            _by_window(
                Character.BANKER,
                Message("Start of scoring: raise one gem value by 1 and lower another by 1."),
                Message("End of scoring: raise one gem value by 1 and lower another by 1."),
            ),
        ),
    ),
    "captain": (("YS-8.4.1", Message("Start of scoring: swap the ships of two harbours.")),),
    "bishop": (
        ("YS-8.6.1", Message("For one placement: place your brokers face up or face down, as you like.")),
    ),
    "spy": (
        (
            "YS-8.5.1",
            Message(
                "For one placement: look up to {count} times at other players' face-down brokers.",
                count=LOOKS,
            ),
        ),
        ("YS-8.5.3", Message("Everyone sees which broker you look at; only you see its value.")),
    ),
    "messenger": (("YS-8.7.1", Message("Start of scoring: move one of your brokers to another place.")),),
    "magician": (
        (
            "YS-8.8.1",
            Message(
                "For one placement: you can place brokers from in front of your screen; replace them "
                "from behind it."
            ),
        ),
    ),
    "intriguer": (("YS-8.12.1", Message("For one scoring: you win all your ties.")),),
    "jeweller": (
        (
            "YS-8.13.1",
            _by_window(
                Character.JEWELLER,
                Message("Start of scoring: take any 2 blue, green, yellow or red gems."),
                Message("End of scoring: take any 2 blue, green, yellow or red gems."),
            ),
        ),
    ),
    "wizard": (("YS-8.14.1", Message("On your turn, after placing: swap any two brokers on the board.")),),
    "merchant": (
        (
            "YS-8.15.1",
            Message(
                "For one scoring: each merchants' district gives {points:point|points}.",
                points=MERCHANTS_WITH_CARD,
            ),
        ),
    ),
    "soldier": (
        (
            "YS-8.16.1",
            Message(
                "On your turn, after placing: one of the brokers you just placed counts as {value}.",
                value=SOLDIER_VALUE,
            ),
        ),
    ),
    "queen": (
        ("YS-8.17.1", Message("On your turn, before placing: close a quarter.")),
        ("YS-8.17.2", Message("Only you can place brokers there until it is scored.")),
    ),
    "prince": (
        (
            "YS-8.18.1",
            Message("When won: {points:point|points} at the end of scoring.", points=COURT_POINTS["prince"]),
        ),
    ),
    "king": (
        (
            "YS-8.18.1",
            Message("When won: {points:point|points} at the end of scoring.", points=COURT_POINTS["king"]),
        ),
    ),
    "white_gem": (("YS-8.19.1", Message("When won: take a gem of any of the four colours at once.")),),
}
# The names on printed cards where they differ from those here.
PRINTED_NAMES = {"messenger": "Herald", "wizard": "Magician"}
DELAYED: Line = ("YS-8.1.2", Message("Can be played from the round after you win it."))
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
    if name in PRINTED_NAMES:
        printed = Message("Name in the printed English rules: {name}.", name=PRINTED_NAMES[name])
        lines.append((CHARACTER_LINES[name][0][0], printed))
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
        first = title(Message("card of quarter {number}", number=quarter["number"]))
        return [first, ("YS-3.2", Message("There is no card here now."))]
    return explain_character(state, view, quarter["card"])

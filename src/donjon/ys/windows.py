"""Chapter 8.1: the windows in which all are asked, one after the other, whether they play cards."""

from __future__ import annotations

from donjon.kernel.actions import ALONE, Kind
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog
from donjon.kernel.message import Message
from donjon.ys.nouns import NONE, Phase, asked, decide
from donjon.ys.state import State

# The phases in which all are asked, in order, whether they play a card.
WINDOW_PHASES = (Phase.CARDS_FIRST, Phase.CARDS_BEFORE, Phase.CARDS_AFTER)
for _window in WINDOW_PHASES:
    decide(_window, "YS-8.1.5", asked(Message("Play a card, or pass.")))
# To do nothing, at every decision that allows it.
PASS = Kind(ALONE)


@compilable
def open_window(state: State, window: int) -> None:
    """Open a window for cards; nobody has been asked yet (YS-8.1.5)."""
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

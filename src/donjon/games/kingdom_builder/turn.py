"""Chapter 4: the turn, from the reveal of the card to the draw of the next one."""

from __future__ import annotations

from donjon.games.kingdom_builder.building import build, forbids_mandatory, mark_mandatory
from donjon.games.kingdom_builder.end import end_game
from donjon.games.kingdom_builder.extra_actions import usable_now
from donjon.games.kingdom_builder.hexes import HEX
from donjon.games.kingdom_builder.model import BOOK, MANDATORY, NONE, Phase, State, TokenState
from donjon.games.kingdom_builder.terrain_cards import DRAW, ask_for_card, forbids_draw, go_on, take_card
from donjon.games.kingdom_builder.tokens import refresh, take_tokens
from donjon.kernel.actions import ALONE, Kind
from donjon.kernel.compiling import compilable
from donjon.kernel.event_log import EventLog, cite, emit, emit_to
from donjon.kernel.message import Case, Message
from donjon.kernel.rule_ids import number

# The turn starts

REVEAL = number("KB-4.1")
TURN_ORDER = number("KB-3.9")
ROUND_BEGINS = number("KB-4.12")
REVEALED = BOOK.event("revealed", "{seat} plays {terrain}.", "terrain", reveals=True)


@compilable
def begin_turn(state: State, seat: int, log: EventLog | None) -> None:
    """Reveal the card in hand, which stays in play until the end of the turn (KB-4.1)."""
    me = state.seats[seat]
    state.turn += 1
    state.actor = seat
    state.played = me.hand
    me.hand = NONE
    state.built = 0
    state.halted = 0
    cite(log, ROUND_BEGINS if seat == state.first else TURN_ORDER)
    emit(log, REVEALED, seat, REVEAL, state.played, 0, 0)
    go_on(state, seat, log)


# The mandatory action


def _what_to_build(case: Case) -> Message:
    """Return the prompt for the mandatory action."""
    if case.state.phase == Phase.START and usable_now(case.state, case.seat):
        return Message("Build on {terrain}: {count} left, or use a token first.")
    return Message("Build on {terrain}: {count} left.")


def _is_complete(case: Case) -> Message:
    """Return why nothing more is built by the mandatory action."""
    state = case.state
    if state.built < MANDATORY and state.halted:
        return Message("No cards are left to draw: your mandatory action is over.")
    if state.built < MANDATORY:
        return Message("Your supply is empty: there is nothing left to build.")
    if usable_now(state, state.actor):
        return Message("Your mandatory settlements are built. Use a token or end your turn.")
    return Message("Your mandatory settlements are built. End your turn.")


BUILD_THREE = number("KB-4.2")
MANDATORY_DONE = BOOK.forbids("KB-5.9", _is_complete)
BOOK.asks(Phase.START, _what_to_build)
BOOK.asks(Phase.MANDATORY, _what_to_build)
HEX.never_at(Phase.AFTER, rule=MANDATORY_DONE, verb="build")


@HEX.action_at(
    Phase.START,
    Phase.MANDATORY,
    verb="build",
    forbids=forbids_mandatory,
    mark=mark_mandatory,
    button=Message("Build on {hex} ({kind})"),
    noun="space",
)
@compilable
def build_mandatory(state: State, seat: int, hex: int, log: EventLog | None) -> None:
    """Build one settlement of the mandatory action (KB-4.2)."""
    state.built += 1
    build(state, seat, hex, NONE, BUILD_THREE, log)
    take_tokens(state, seat, hex, 0, log)
    go_on(state, seat, log)


# The turn ends


def _nothing_left_to_build(case: Case) -> Message:
    """Return the prompt after the mandatory action."""
    if usable_now(case.state, case.seat):
        return Message("Done building. Use a token or end your turn.")
    return Message("Done building. End your turn.")


MANDATORY_FIRST = BOOK.forbids(
    "KB-4.6", Message("You can't end your turn yet: build {count:more settlement|more settlements}.")
)
UNUSED_ARE_LOST = number("KB-4.7")
DISCARD = number("KB-4.8")
USABLE_AGAIN = number("KB-4.9")
NO_DRAW_AT_THE_END = number("KB-6.12")
DISCARDED = BOOK.event("discarded", "{seat} ends the turn and discards {terrain}.", "terrain")
DREW = BOOK.event(
    "drew",
    "{seat} draws a terrain card: {terrain}.",
    "terrain",
    unseen="{seat} draws a terrain card.",
    also=("KB-11.3.5",),
)
BOOK.asks(Phase.AFTER, _nothing_left_to_build)
END_TURN = Kind(ALONE)
END_TURN.never_at(Phase.START, Phase.MANDATORY, rule=MANDATORY_FIRST, verb="end turn")


@END_TURN.action_at(Phase.AFTER, verb="end turn", button=Message("End turn"), finishes=True)
@compilable
def end_turn(state: State, seat: int, _only: int, log: EventLog | None) -> None:
    """Discard, make all tokens usable again, draw unless the end is triggered (KB-4.8, KB-4.9, KB-6.12)."""
    card = int(state.played)
    state.discard[card] += 1
    state.played = NONE
    if log is not None and has_token(state, seat, True):
        cite(log, UNUSED_ARE_LOST)
    if log is not None and has_token(state, seat, False):
        cite(log, USABLE_AGAIN)
    if state.ending:
        cite(log, NO_DRAW_AT_THE_END)
    refresh(state, seat)
    emit(log, DISCARDED, seat, DISCARD, card, 0, 0)
    if state.ending:
        pass_on(state, seat, log)
    else:
        ask_for_card(state, Phase.DRAW, log)


@compilable
def has_token(state: State, seat: int, usable: bool) -> bool:
    """Return whether the seat has a token that is usable; with `usable` False, one that is not."""
    for place in range(state.place_count):
        lies = state.seats[seat].tokens[place]
        if lies != TokenState.NOT_OWNED and (lies == TokenState.USABLE) == usable:
            return True
    return False


@DRAW.action_at(Phase.DRAW, verb="draw", forbids=forbids_draw)
@compilable
def draw(state: State, _nature: int, terrain: int, log: EventLog | None) -> None:
    """Give the randomly drawn card to the seat that ended its turn; only it sees the card (KB-4.8)."""
    seat = state.actor
    take_card(state, seat, terrain)
    emit_to(log, 1 << seat, DREW, seat, DISCARD, terrain, 0, 0)
    pass_on(state, seat, log)


@compilable
def pass_on(state: State, seat: int, log: EventLog | None) -> None:
    """Start the next seat's turn, or end the game after the last turn of the last round (KB-3.9, KB-9.4)."""
    following = (seat + 1) % state.players
    if state.ending and following == state.first:
        end_game(state, log)
    else:
        begin_turn(state, following, log)

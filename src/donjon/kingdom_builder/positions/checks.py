"""Whether a stated position is one that the rules can lead to: every invariant, each with its rule.

What is read from fields of the right form may still contradict itself. Rules rely on what is asked here, and
so does compiled code, which would read and write past the ends of arrays.
"""

from __future__ import annotations

from collections.abc import Iterator

from donjon.kingdom_builder import hexes
from donjon.kingdom_builder.extra_actions import can_use, targets
from donjon.kingdom_builder.nouns import FIRST_MOVE, NONE, TERRAINS, HexKind, Phase, Token, TokenState
from donjon.kingdom_builder.state import State
from donjon.kingdom_builder.tables import (
    DECK,
    NEIGHBOURS,
    OFF_BOARD,
    SETTLEMENTS,
    TOKENS_PER_LOCATION,
)
from donjon.kingdom_builder.terrain_cards import cards_in
from donjon.kingdom_builder.tokens import usable
from donjon.kingdom_builder.turn import is_mandatory_complete
from donjon.kingdom_builder.words.buttons import hex_text


def faults(state: State) -> Iterator[str]:
    """Sentences, naming the field and the rule, on why no game comes to a position.

    Later checks build on earlier ones: only the first sentence is sure.
    """
    phase = Phase(state.phase)
    if phase < Phase.DRAW:
        yield (
            f"A position is stated from the first turn on; the phase {phase.id!r} belongs to the "
            "set-up. Begin a new game with the options you want instead."
        )
    yield from _check_frame(state, phase)
    yield from _check_pieces(state, phase)
    yield from _check_tokens(state, phase)
    yield from _check_cards(state)
    yield from _check_hands(state)
    yield from _check_end(state, phase)
    if phase < Phase.START:
        yield from _check_draw(state, phase)
    elif is_in_turn(phase):
        yield from _check_turn(state, phase)
    yield from _check_halt(state, phase)
    yield from _check_token_in_use(state, phase)


def is_in_turn(phase: Phase) -> bool:
    """Does a seat decide, with a card in play?"""
    return Phase.START <= phase < Phase.OVER


def cards_of(state: State, terrain: int) -> int:
    """The cards of a terrain in play, in piles and in hands."""
    piles = int(state.deck[terrain]) + int(state.discard[terrain]) + int(state.removed[terrain])
    hands = sum(int(me.hand == terrain) for me in state.seats[: state.players])
    return piles + hands + int(state.played == terrain)


def _check_frame(state: State, phase: Phase) -> Iterator[str]:
    if state.actor == NONE or (state.played == NONE and is_in_turn(phase)):
        yield f"The phase {phase.id!r} needs an 'actor' and a 'card' in play."
    if state.played != NONE and not is_in_turn(phase):
        yield f"In the phase {phase.id!r} no 'card' is in play (KB-4.8, KB-6.3)."
    if state.turn < 1 or (state.turn - 1 - (state.actor - state.first)) % state.players:
        yield (
            f"'turn' {state.turn} is not a turn of seat {state.actor}, as seat {state.first} began (KB-3.9)."
        )
    if state.last_turn > state.turn:
        yield f"'last: turn' is {state.last_turn}, but only {state.turn} turns have begun."


# Pieces


def _check_pieces(state: State, phase: Phase) -> Iterator[str]:
    for seat in range(state.players):
        me = state.seats[seat]
        if me.standing + me.supply != SETTLEMENTS:
            yield (
                f"'supply' and 'settlements' of seat {seat}: {me.supply} and {me.standing} settlements, "
                f"but a colour has {SETTLEMENTS} (KB-1.6)."
            )
        for piece in range(me.standing):
            in_air = me.settlements[piece] == OFF_BOARD
            if in_air != (phase == Phase.PUT and seat == state.actor and piece == state.lifted):
                yield (
                    f"'settlements' of seat {seat}: null is for the settlement in the air, named in "
                    "'lifted', in the phase 'put' only (KB-8.0.7)."
                )
            if not in_air and state.kind[me.settlements[piece]] == HexKind.WATER:
                yield from _check_harbor(state, seat, me.settlements[piece])
    if phase == Phase.PUT:
        yield from _check_lifted(state)
    elif state.lifted != NONE:
        yield "'lifted': a settlement is in the air in the phase 'put' only (KB-8.0.7)."


def _check_lifted(state: State) -> Iterator[str]:
    me = state.seats[state.actor]
    if state.lifted == NONE or state.lifted >= me.standing:
        yield "The phase 'put' needs the settlement in the air in 'lifted': [piece, row, column]."
    if state.owner[state.origin] != NONE or state.kind[state.origin] > HexKind.WATER:
        yield f"'lifted': the settlement cannot have stood on {hex_text(state.origin)} (KB-5.1, KB-5.3)."
    if state.kind[state.origin] == HexKind.WATER:
        yield from _check_harbor(state, state.actor, state.origin)


def _check_harbor(state: State, seat: int, hex: int) -> Iterator[str]:
    me = state.seats[seat]
    places = range(state.place_count)
    if not any(me.taken[at] and state.places[at].token == Token.HARBOR for at in places):
        yield (
            f"A settlement of seat {seat} on {hex_text(hex)}, which is water: only a harbor brings one "
            "there, and 'taken' names none (KB-5.2)."
        )


# Tokens


def _check_tokens(state: State, phase: Phase) -> Iterator[str]:
    for place in range(state.place_count):
        location = state.places[place]
        took = sum(int(me.taken[place]) for me in state.seats[: state.players])
        if took + location.left != TOKENS_PER_LOCATION:
            yield (
                f"'left' and 'taken' on {hex_text(location.hex)}: {location.left} and {took} tokens, "
                f"but a location has {TOKENS_PER_LOCATION} (KB-3.3, KB-7.9)."
            )
        for seat in range(state.players):
            is_turned = seat == state.actor and (is_in_turn(phase) or phase == Phase.REDRAW)
            yield from _check_token(state, seat, place, is_turned)


def _check_token(state: State, seat: int, place: int, is_turned: bool) -> Iterator[str]:
    me, location = state.seats[seat], state.places[place]
    lies = TokenState(me.tokens[place])
    is_near = is_beside = hexes.holds(me.near, location.hex)
    if seat == state.actor and state.origin != NONE:
        is_beside = is_beside or location.hex in NEIGHBOURS[state.origin]
    token = f"the {Token(location.token).id} token from {hex_text(location.hex)}"
    if lies != TokenState.NOT_OWNED and not is_beside:
        yield f"'tokens': seat {seat} has {token}, but no settlement beside it (KB-7.8)."
    if lies != TokenState.NOT_OWNED and not me.taken[place]:
        yield f"'taken': seat {seat} has {token}, but never took it (KB-7.1)."
    if lies in (TokenState.NEW, TokenState.SPENT) and not is_turned:
        yield f"'tokens': {token} of seat {seat} is usable out of its turn (KB-4.9), not {lies.id}."
    if is_near and not me.taken[place] and location.left > 0:
        yield f"'taken': seat {seat} has built beside {hex_text(location.hex)} and took a token (KB-7.2)."


# Cards


def _check_cards(state: State) -> Iterator[str]:
    for terrain in range(TERRAINS):
        count = cards_of(state, terrain)
        if count != DECK[terrain]:
            yield (
                f"The position uses {count} {HexKind(terrain).id} cards, but there are {DECK[terrain]}: "
                "'deck', 'discard', 'removed', 'hands' and 'card' together (KB-1.7)."
            )
    if all(state.removed[terrain] == DECK[terrain] or not state.free[terrain] for terrain in range(TERRAINS)):
        yield "'removed': no card is left of a terrain with a free hex, so the game cannot end (KB-12.31)."


def _check_hands(state: State) -> Iterator[str]:
    for seat in range(state.players):
        me = state.seats[seat]
        if me.hand_era > state.era:
            yield f"'hand_eras' of seat {seat} is {me.hand_era}, but 'era' is {state.era} (KB-6.9)."
        if me.hand == NONE and holds_card(state, seat):
            yield f"'hands': seat {seat} must hold a card for its next turn (KB-3.7, KB-4.8)."
        if me.hand != NONE and not holds_card(state, seat):
            yield f"'hands': seat {seat} has played its card and holds no other (KB-4.1, KB-6.12)."


def holds_card(state: State, seat: int) -> bool:
    """KB-4.8, KB-6.12: all but the mover do; once the end is triggered, those who have played do not."""
    if seat == state.actor:
        return False
    earlier = [other for other in range(state.players) if is_before(state, other, seat)]
    emptied = any(state.seats[other].supply == 0 for other in (*earlier, seat))
    return not (emptied and is_before(state, seat, state.actor))


def is_before(state: State, seat: int, other: int) -> bool:
    """Does a seat come before another one in a round?"""
    return (seat - state.first) % state.players < (other - state.first) % state.players


# The end


def _check_end(state: State, phase: Phase) -> Iterator[str]:
    for seat in range(state.players):
        empty = state.seats[seat].supply == 0
        if empty and not state.ending:
            yield f"'ending' is true: the supply of seat {seat} is empty (KB-9.1)."
        if empty and is_before(state, state.actor, seat):
            yield f"'supply' of seat {seat} is empty since an earlier round: the game is over (KB-9.4)."
    if state.ending and all(me.supply > 0 for me in state.seats[: state.players]):
        yield "'ending' is false: no supply is empty (KB-9.1)."
    if phase == Phase.OVER and not (state.ending and (state.actor + 1) % state.players == state.first):
        yield "'phase': the game is over when the last seat has played the last round (KB-9.4)."


# The turn


def _check_draw(state: State, phase: Phase) -> Iterator[str]:
    if not cards_in(state.deck):
        yield f"The phase {phase.id!r} draws a card, but the deck is empty (KB-6.9)."
    if phase == Phase.DRAW and state.ending:
        yield "The phase 'draw': no card is drawn at a turn's end once the end is triggered (KB-6.12)."
    if phase == Phase.REDRAW:
        if not any(state.removed[terrain] and not state.free[terrain] for terrain in range(TERRAINS)):
            yield "The phase 'redraw': no card was removed whose terrain is full (KB-6.1)."
    elif not is_mandatory_complete(state, state.actor):
        yield f"'built' is {state.built}: the turn cannot end before the mandatory action does (KB-4.6)."


def _check_turn(state: State, phase: Phase) -> Iterator[str]:
    me, built = state.seats[state.actor], state.built
    if built > me.standing:
        yield f"'built' is {built}, but seat {state.actor} has {me.standing} settlements (KB-4.2)."
    is_complete = is_mandatory_complete(state, state.actor)
    fits = {Phase.START: not is_complete and built == 0, Phase.MANDATORY: not is_complete and built > 0}
    fits[Phase.AFTER] = is_complete
    if not fits.get(phase, is_complete or built == 0):
        yield f"'phase' is {phase.id!r}, but 'built' is {built} and the supply {me.supply} (KB-4.5, KB-5.9)."


def _check_halt(state: State, phase: Phase) -> Iterator[str]:
    """KB-6.1, KB-6.8: a card without a free hex stays in play only when no other can be drawn."""
    if not is_in_turn(phase) and phase != Phase.REDRAW:
        return
    if state.halted and cards_in(state.deck) + cards_in(state.discard):
        yield "'halted': the mandatory action ends so only when no card can be drawn (KB-6.8)."
    if state.played == NONE or state.halted:
        return
    free = state.free[state.played]
    if state.origin != NONE and state.kind[state.origin] == state.played:
        free -= 1  # it was taken when the card was looked at
    if free == 0:
        card = HexKind(state.played).id
        yield f"'card' is {card!r}, of which no hex is free: it would have been replaced (KB-6.1)."


def _check_token_in_use(state: State, phase: Phase) -> Iterator[str]:
    if not Phase.TARGET <= phase <= Phase.PUT:
        if state.using != NONE:
            yield f"'using': in the phase {phase.id!r} no token is in use (KB-8.0.1)."
        return
    if state.using == NONE:
        yield f"The phase {phase.id!r} needs a token in 'using'."
    me, token = state.seats[state.actor], Token(state.using)
    if (token >= FIRST_MOVE) != (phase != Phase.TARGET):
        what = "moves" if token >= FIRST_MOVE else "builds"
        yield f"'using' is {token.id!r}, which {what} a settlement: the phase is not {phase.id!r} then."
    if usable(state, me, token) == NONE:
        yield f"'using' is {token.id!r}, but seat {state.actor} owns no usable one (KB-8.0.1)."
    if phase == Phase.PUT:
        has_target = not hexes.is_empty(targets(state, state.actor, token, state.origin))
    else:
        has_target = can_use(state, state.actor, token)
    if not has_target:
        yield f"'using' is {token.id!r}, which has no hex to act on (KB-8.0.3, KB-8.0.8)."

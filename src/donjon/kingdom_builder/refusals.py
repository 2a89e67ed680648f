"""Why not: for every rule the sentence that says what it forbids here, with the numbers of the position."""

from __future__ import annotations

from donjon.kernel.message import Message, SeatName, Term
from donjon.kernel.refusals import Facts, Refusals, Refused, reasons
from donjon.kingdom_builder.actions import ACTIONS, CARDS_FROM
from donjon.kingdom_builder.extra_actions import kind_wanted
from donjon.kingdom_builder.information.view import owed
from donjon.kingdom_builder.nouns import NONE, Card, HexKind, Phase, Slot, Token
from donjon.kingdom_builder.setup import slot_to_lay
from donjon.kingdom_builder.tables import MANDATORY, ORIENTATIONS, SECTOR_IDS
from donjon.kingdom_builder.words.buttons import hex_name
from donjon.kingdom_builder.words.prompts import to_decide, usable_tokens


def _token(refused: Refused) -> Term:
    """The token in use, or else the one that was to be used."""
    using = refused.state.using
    return Token(refused.argument if using == NONE else using).term


# What stands in a place of this name, where the sentence says nothing else.
FACTS: Facts = {
    "hex": lambda refused: hex_name(refused.argument),
    "kind": lambda refused: HexKind(refused.state.kind[refused.argument]).term,
    "owner": lambda refused: SeatName(int(refused.state.owner[refused.argument])),
    "token": _token,
    "terrain": lambda refused: HexKind(kind_wanted(refused.state, int(refused.state.using))).term,
    "card": lambda refused: Card(refused.argument).term,
    "count": lambda refused: owed(refused.state),
    "built": lambda refused: int(refused.state.built),
    "all": lambda refused: int(refused.state.built) + owed(refused.state),
    "number": lambda refused: refused.argument,
    "players": lambda refused: int(refused.state.players),
}


# Sentences that depend on the case

OCCUPIED = Message("{hex} is taken by {owner}.")
WATER = Message("Nothing is built on water; only the harbor moves a settlement there.")
SPECIAL = Message("{hex}: {kind}. No settlement ever stands there.")


def _of_another(refused: Refused) -> Message:
    now = to_decide(refused.state)
    is_mover = refused.state.phase >= Phase.START and refused.seat == refused.state.actor
    if is_mover and refused.action >= CARDS_FROM:
        return Message("Chance decides this, not a player. {now}", now=now)
    if refused.state.phase < Phase.START or refused.action >= CARDS_FROM or is_mover:
        return now
    if not 0 <= refused.seat < refused.state.players:
        return now
    return Message("{now} {later}", now=now, later=_own_turn(refused))


def _own_turn(refused: Refused) -> Message:
    """When the turn of a seat comes, in the round in which another one plays."""
    state = refused.state
    if not state.ending:
        before = SeatName((refused.seat - 1) % int(state.players))
        return Message("Turns go round: you play after {seat} ({rule}).", seat=before, rule="KB-3.9")
    mine, now = ((seat - state.first) % state.players for seat in (refused.seat, int(state.actor)))
    if mine > now:
        return Message("Your last turn is still to come ({rule}).", rule="KB-9.4")
    return Message("You have had your last turn ({rule}).", rule="KB-9.4")


def _not_free(refused: Refused) -> Message:
    """Why a hex is not free, where it lies rightly."""
    if refused.state.owner[refused.argument] != NONE:
        return OCCUPIED
    return WATER if refused.state.kind[refused.argument] == HexKind.WATER else SPECIAL


def _is_complete(refused: Refused) -> Message:
    state = refused.state
    if state.built < MANDATORY and state.halted:
        return Message("No card is left to draw, so the mandatory action has ended.")
    if state.built < MANDATORY:
        return Message("Your supply is empty: there is nothing left to build.")
    if usable_tokens(state):
        return Message("Your mandatory settlements are built; use a token or end your turn.")
    return Message("Your mandatory settlements are built; end your turn.")


def _no_token(refused: Refused) -> Message:
    state = refused.state
    if state.using != NONE:
        return Message("The {token} is in use: choose a hex for it, or take it back.")
    places = [at for at in range(state.place_count) if state.places[at].token == refused.argument]
    if not places:
        return Message("There is no {token} on this board.")
    if all(refused.me.taken[at] or state.places[at].left == 0 for at in places):
        return Message("You own no {token}, and none is left for you to take.")
    return Message("You own no {token}; build next to one to get it.")


def _stays(refused: Refused) -> Message:
    if refused.state.phase == Phase.LIFT:
        return Message("The settlement on {hex} has nowhere else to go.")
    return Message("The settlement must go to another hex than the one it left.")


def _sector(refused: Refused) -> Message:
    state, slot = refused.state, slot_to_lay(refused.state)
    sector = refused.argument // len(ORIENTATIONS)
    if state.sectors[slot] == NONE and sector in list(state.sectors):
        return Message("The {sector} sector is in use already.", sector=Term(SECTOR_IDS[sector]))
    return Message("What lies {slot} was chosen before the start.", slot=Slot(slot).term)


REFUSALS: Refusals = {
    "KB-3.1": _sector,
    "KB-3.5": Message("{card} is open already."),
    "KB-3.8": Message("There is no seat {number} in a game for {players}."),
    "KB-4.5": Message(
        "Finish your mandatory settlements first: {built} of {all} are built. "
        "Locations are used before the first or after the last.",
    ),
    "KB-4.6": Message("You cannot end your turn yet; settlements still to build: {count}."),
    "KB-5.1": OCCUPIED,
    "KB-5.2": WATER,
    "KB-5.3": SPECIAL,
    "KB-5.4": Message(
        "{hex} is {kind}, but your card shows {terrain}.",
        terrain=lambda refused: HexKind(refused.state.played).term,
    ),
    "KB-5.6": Message(
        "{hex} touches none of your settlements; other hexes allowed now do, so you must take one of those."
    ),
    "KB-5.9": _is_complete,
    "KB-7.5": Message("You took the {token} in this turn; it can be used from your next turn on."),
    "KB-7.6": Message("You have used the {token} in this turn already."),
    "KB-8.0.1": _no_token,
    "KB-8.0.3": Message("The {token} has no hex to act on now."),
    "KB-8.0.4": Message("The {token} builds a settlement, but your supply is empty."),
    "KB-8.0.6": Message("None of your settlements stands on {hex}; only your own can be moved."),
    "KB-8.0.8": _stays,
    "KB-8.4": Message("The {token} builds on the edge of the board; {hex} is not on it."),
    "KB-8.5": Message(
        "The {token} extends a straight line of three of your settlements to a free hex; {hex} is none."
    ),
    "KB-8.5.3": _not_free,
    "KB-8.6": Message("The {token} moves a settlement to {terrain}, but {hex} is {kind}."),
    "KB-8.7": Message("The {token} moves a settlement to water, but {hex} is {kind}."),
    "KB-8.8": Message(
        "The {token} moves a settlement two hexes in a straight line to a free hex; {hex} is none."
    ),
    "KB-8.8.2": _not_free,
    "KB-9.7": Message("The game is over."),
    "KB-11.1.4": _of_another,
    "KB-11.3.5": Message(
        "No {terrain} card is left in the deck.", terrain=lambda refused: HexKind(refused.argument).term
    ),
    **dict.fromkeys(
        ("KB-8.1", "KB-8.2", "KB-8.3"),
        Message("The {token} builds on {terrain}, but {hex} is {kind}."),
    ),
}

why = reasons(ACTIONS, REFUSALS, FACTS)

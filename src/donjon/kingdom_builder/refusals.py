"""Why not: the sentence behind the rule that forbids an action, with the numbers of the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from donjon.kernel.message import Message, SeatName
from donjon.kingdom_builder.actions import CARDS_FROM, USE
from donjon.kingdom_builder.extra_actions import kind_wanted
from donjon.kingdom_builder.information.view import owed
from donjon.kingdom_builder.nouns import NONE, TOKENS, HexKind, Phase, Token
from donjon.kingdom_builder.tables import MANDATORY
from donjon.kingdom_builder.words.buttons import hex_name


def why(state: Any, seat: int, action: int, rule: str) -> Message:
    """The reason why `rule` forbids `action` to `seat` here."""
    if rule in _REASONS:
        return _REASONS[rule](state, seat, action)
    if rule.startswith("KB-8."):
        return _wrong_target(state, action)
    return Message("Chance cannot do this now.")


def _hex(state: Any, action: int) -> dict[str, Any]:
    return {"hex": hex_name(action), "kind": HexKind(state.kind[action]).term}


def _not_your_decision(state: Any, seat: int, action: int) -> Message:
    if action >= CARDS_FROM:
        return Message("Chance decides this, not a player.")
    if state.phase < Phase.START:
        return Message("Chance decides now; wait for it.")
    return Message("It is the turn of {seat}.", seat=SeatName(int(state.actor)))


def _occupied(state: Any, _seat: int, action: int) -> Message:
    return Message(
        "{hex} is taken by {owner}.", hex=hex_name(action), owner=SeatName(int(state.owner[action]))
    )


def _not_on_water(state: Any, _seat: int, action: int) -> Message:
    return Message("Nothing is built on water; only the harbor moves a settlement there.")


def _not_on_special(state: Any, _seat: int, action: int) -> Message:
    return Message("{hex} is {kind}: no settlement ever stands there.", **_hex(state, action))


def _wrong_terrain(state: Any, _seat: int, action: int) -> Message:
    return Message(
        "{hex} is {kind}, but your card shows {terrain}.",
        **_hex(state, action),
        terrain=HexKind(state.played).term,
    )


def _not_adjacent(state: Any, _seat: int, action: int) -> Message:
    return Message(
        "{hex} touches none of your settlements; other hexes allowed now do, so you must take one of those.",
        hex=hex_name(action),
    )


def _between(state: Any, _seat: int, action: int) -> Message:
    return Message(
        "Finish your mandatory settlements first: {built} of {all} are built. "
        "Locations are used before the first or after the last.",
        built=int(state.built),
        all=MANDATORY,
    )


def _mandatory_first(state: Any, _seat: int, action: int) -> Message:
    return Message("You cannot end your turn yet; settlements still to build: {count}.", count=owed(state))


def _mandatory_done(state: Any, _seat: int, action: int) -> Message:
    return Message("Your mandatory settlements are built; use a location or end your turn.")


def _new_token(state: Any, _seat: int, action: int) -> Message:
    return Message(
        "You took the {token} in this turn; it can be used from your next turn on.", token=_token(action)
    )


def _spent_token(state: Any, _seat: int, action: int) -> Message:
    return Message("You have used the {token} in this turn already.", token=_token(action))


def _no_token(state: Any, _seat: int, action: int) -> Message:
    if state.using != NONE:
        return Message(
            "The {token} is in use: choose a hex for it, or take it back.", token=Token(state.using).term
        )
    return Message("You own no {token}; build next to one to get it.", token=_token(action))


def _no_execution(state: Any, _seat: int, action: int) -> Message:
    return Message("The {token} has no hex to act on now.", token=_token(action))


def _no_supply(state: Any, _seat: int, action: int) -> Message:
    return Message("The {token} builds a settlement, but your supply is empty.", token=_token(action))


def _not_own(state: Any, _seat: int, action: int) -> Message:
    return Message(
        "None of your settlements stands on {hex}; only your own can be moved.", hex=hex_name(action)
    )


def _not_back(state: Any, _seat: int, action: int) -> Message:
    if state.phase == Phase.LIFT:
        return Message("The settlement on {hex} has nowhere else to go.", hex=hex_name(action))
    return Message("The settlement must go to another hex than the one it left.")


def _game_over(_state: Any, _seat: int, _action: int) -> Message:
    return Message("The game is over.")


def _wrong_target(state: Any, action: int) -> Message:
    token = Token(state.using).term
    plain = Message("The {token} builds on {terrain}, but {hex} is {kind}.").text
    text = _TARGETS.get(int(state.using), plain)
    terrain = HexKind(kind_wanted(state, int(state.using))).term
    return Message(text, token=token, terrain=terrain, **_hex(state, action))


def _token(action: int) -> Any:
    return Token(action - USE if USE <= action < USE + TOKENS else 0).term


# Sentences of tokens whose target rule is not simply "a hex of this terrain".
_TARGETS = {
    int(Token.TOWER): Message("The {token} builds on the edge of the board; {hex} is not on it.").text,
    int(Token.TAVERN): Message(
        "The {token} extends a straight line of three of your settlements to a free hex; {hex} is none."
    ).text,
    int(Token.BARN): Message("The {token} moves a settlement to {terrain}, but {hex} is {kind}.").text,
    int(Token.HARBOR): Message("The {token} moves a settlement to water, but {hex} is {kind}.").text,
    int(Token.PADDOCK): Message(
        "The {token} moves a settlement two hexes in a straight line to a free hex; {hex} is none."
    ).text,
}

_REASONS: dict[str, Callable[[Any, int, int], Message]] = {
    "KB-11.1.4": _not_your_decision,
    "KB-5.1": _occupied,
    "KB-5.2": _not_on_water,
    "KB-5.3": _not_on_special,
    "KB-5.4": _wrong_terrain,
    "KB-5.6": _not_adjacent,
    "KB-4.5": _between,
    "KB-4.6": _mandatory_first,
    "KB-5.9": _mandatory_done,
    "KB-7.5": _new_token,
    "KB-7.6": _spent_token,
    "KB-8.0.1": _no_token,
    "KB-8.0.3": _no_execution,
    "KB-8.0.4": _no_supply,
    "KB-8.0.6": _not_own,
    "KB-8.0.8": _not_back,
    "KB-9.7": _game_over,
}

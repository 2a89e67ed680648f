"""Texts as actions: whole decisions ("farm 8,7", "barn 13,0 2,9") are several."""

from __future__ import annotations

from typing import Any

from donjon.errors import UnknownAction
from donjon.kernel.actions import Reading, plain
from donjon.kernel.rules import NATURE
from donjon.kernel.unknown_actions import no_choice_of_nature, no_such_text
from donjon.kingdom_builder.actions import ACTIONS, CARDS_FROM, HEX, NATURES_EXAMPLES, TOKEN
from donjon.kingdom_builder.nouns import FIRST_MOVE, NONE, Phase, Token
from donjon.kingdom_builder.words.buttons import hex_text, read_hex


def parse_action(state: Any, seat: int, text: str) -> list[int]:
    """The actions that a text means at this position: one, or several when it says a whole decision.

    Raises UnknownAction when it means nothing.
    """
    if seat == NATURE:
        return [_read_nature(state, text)]
    words = plain(text).split()
    if words and words[0] in Token.texts():
        return _read_token(Reading(state, seat, words, text))
    action = ACTIONS.read(state, seat, text)
    if action in HEX and state.using != NONE and seat == state.actor:
        raise Reading(state, seat, words, text).refuse(
            "{words} is not what is decided now: the {token} is in use; write {example}.",
            token=Token(state.using).term,
            example=ACTIONS.text(state, seat, action),
        )
    return [action]


def _read_nature(state: Any, text: str) -> int:
    try:
        action = ACTIONS.read(state, NATURE, text)
    except UnknownAction:
        action = NONE
    if action < CARDS_FROM:
        raise no_choice_of_nature(text, NATURES_EXAMPLES)
    return action


def _read_token(reading: Reading) -> list[int]:
    """What is still to do of "farm 8,7" or "barn 13,0 2,9": less, if a part of it is done already."""
    state, token = reading.state, Token.texts().index(reading.words[0])
    hexes = [read_hex(Reading(state, reading.seat, [word], reading.text)) for word in reading.words[1:]]
    if len(hexes) > 2:
        raise no_such_text(ACTIONS.title, reading.text, ACTIONS.examples)
    if len(hexes) == 2 and token < FIRST_MOVE:
        raise reading.refuse("{words} names too many hexes: the {token} takes one.", token=Token(token).term)
    if state.using != token or not hexes:
        return [TOKEN.action(token), *hexes]
    if state.phase != Phase.PUT:
        return hexes
    if len(hexes) < 2 or hexes[0] != state.origin:
        raise reading.refuse(
            "{words} does not go on with the settlement in hand; name it first: "
            "{token} {hex} and then the hex to move it to.",
            token=Token(token).text,
            hex=hex_text(state.origin),
        )
    return hexes[1:]

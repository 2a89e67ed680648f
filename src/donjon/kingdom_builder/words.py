"""Actions as text and back; the sentences of buttons, prompts, the log and the refusals."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from donjon.errors import UnknownAction
from donjon.kernel.foreign import short
from donjon.kernel.generic import NATURE
from donjon.kernel.message import HexName, Message, SeatName, Term
from donjon.kernel.unknown_actions import no_choice_of_nature, no_such_action, no_such_text
from donjon.kingdom_builder.decisions import mark_tokens
from donjon.kingdom_builder.nouns import FIRST_MOVE, NONE, Card, HexKind, Phase, Token
from donjon.kingdom_builder.tables import COLUMNS, HEXES, ROWS, SECTOR_IDS
from donjon.kingdom_builder.terms import ACTIONS, DRAW, DRAW_CARD, END_TURN, FIRST_SEAT, PLACE_SECTOR, USE
from donjon.kingdom_builder.view import owed

_HEX = re.compile(r"([0-9]{1,2}),([0-9]{1,2})")
_EXAMPLES = "build 4,8; farm 8,7; barn 13,0 2,9; end turn"


def hex_text(hex: int) -> str:
    """Say a hex as "row,column", both from 0."""
    row, column = divmod(int(hex), COLUMNS)
    return f"{row},{column}"


def hex_name(hex: int) -> HexName:
    """A hex for a message."""
    return HexName(*divmod(int(hex), COLUMNS))


def action_text(state: Any, seat: int, action: int) -> str:
    """The text of an action at this position ("build 4,8"); `read_action` reads it back.

    Raises UnknownAction for a number outside 0 .. ACTIONS - 1.
    """
    if not 0 <= action < ACTIONS:
        raise no_such_action("Kingdom Builder", action, ACTIONS)
    if action < HEXES:
        return f"{_verb(state)} {hex_text(action)}"
    if action < END_TURN:
        return Token(action - USE).text
    return "end turn" if action == END_TURN else _nature_text(action)


def _verb(state: Any) -> str:
    """What choosing a hex means now, with what was chosen before it."""
    if state.using == NONE:
        return "build"
    token = Token(state.using).text
    return f"{token} {hex_text(state.origin)}" if state.phase == Phase.PUT else token


def _nature_text(action: int) -> str:
    if action < PLACE_SECTOR:
        return f"draw {HexKind(action - DRAW).text}"
    if action < DRAW_CARD:
        sector, turned = divmod(action - PLACE_SECTOR, 2)
        return f"sector {SECTOR_IDS[sector]} {180 * turned}"
    if action < FIRST_SEAT:
        return f"card {Card(action - DRAW_CARD).text}"
    return f"first {action - FIRST_SEAT}"


_NATURE_ACTIONS = {_nature_text(action): action for action in range(DRAW, ACTIONS)}


def read_action(state: Any, seat: int, text: str) -> list[int]:
    """The actions that a text means at this position: one, or several when it says a whole decision.

    Raises UnknownAction when it means nothing.
    """
    words = " ".join(text.lower().replace("_", " ").split())
    if seat == NATURE or words.replace("flower field", "flower_field") in _NATURE_ACTIONS:
        return [_read_nature(words)]
    if words in ("end turn", "end"):
        return [END_TURN]
    verb, *places = words.split() or [""]
    if verb == "build" and len(places) == 1:
        return [_read_hex(places[0])]
    if verb not in Token.texts() or len(places) > 2:
        raise no_such_text("Kingdom Builder", text, _EXAMPLES)
    return _read_token(state, Token.texts().index(verb), [_read_hex(place) for place in places], text)


def _read_nature(words: str) -> int:
    key = words.replace("flower field", "flower_field")
    if key not in _NATURE_ACTIONS:
        raise no_choice_of_nature(words, "draw forest; sector tavern 180; card lords; first 2")
    return _NATURE_ACTIONS[key]


def _read_token(state: Any, token: int, hexes: list[int], text: str) -> list[int]:
    """What is still to do of "farm 8,7" or "barn 13,0 2,9": less, if a part of it is done already."""
    if len(hexes) > (2 if token >= FIRST_MOVE else 1):
        raise UnknownAction(
            Message(
                "{words} names too many hexes: the {token} takes one.",
                words=short(text),
                token=Token(token).term,
            )
        )
    actions = [USE + token, *hexes]
    if state.using == token and hexes:
        done = 2 if state.phase == Phase.PUT else 1
        if state.phase == Phase.PUT and (len(hexes) < 2 or hexes[0] != state.origin):
            raise UnknownAction(
                Message(
                    "{words} does not go on with the settlement in hand; name it first: "
                    "{token} {hex} and then the hex to move it to.",
                    words=short(text),
                    token=Token(token).text,
                    hex=hex_text(state.origin),
                )
            )
        return actions[done:]
    return actions


def _read_hex(text: str) -> int:
    match = _HEX.fullmatch(text)
    if match is None or int(match[1]) >= ROWS or int(match[2]) >= COLUMNS:
        raise UnknownAction(
            Message(
                "{words} is no hex: write row,column, each from 0 to {last}, such as 4,8.",
                words=short(text),
                last=ROWS - 1,
            )
        )
    return int(match[1]) * COLUMNS + int(match[2])


def action_message(state: Any, seat: int, action: int) -> Message:
    """The words of the button that plays an action."""
    if action < HEXES:
        return _hex_message(state, action)
    if action < END_TURN:
        return Message("Use the {token}", token=Token(action - USE).term)
    if action == END_TURN:
        return Message("End turn")
    return Message("Chance: {choice}", choice=_nature_text(action))


def _hex_message(state: Any, hex: int) -> Message:
    where = {"hex": hex_name(hex), "kind": HexKind(state.kind[hex]).term}
    if state.phase == Phase.LIFT:
        return Message("Move the settlement on {hex} ({kind})", **where)
    if state.phase == Phase.PUT:
        return Message("Move to {hex} ({kind})", **where)
    return Message("Build on {hex} ({kind})", **where)


def prompt(state: Any, seat: int | None) -> Message:
    """One sentence: who must do what, with the numbers that matter."""
    if state.phase == Phase.OVER:
        return Message("The game is over.")
    if state.phase < Phase.START:
        return Message("Chance decides.")
    if seat != state.actor:
        return Message(
            "{seat} is to play on {terrain}.", seat=SeatName(int(state.actor)), terrain=_card(state)
        )
    if state.using != NONE:
        return _token_prompt(state)
    has_token = state.phase != Phase.MANDATORY and bool(_usable_tokens(state))
    if state.phase == Phase.AFTER and has_token:
        return Message("Your settlements are built. Use a location or end your turn.")
    if state.phase == Phase.AFTER:
        return Message("Your settlements are built: end your turn.")
    work = {"count": owed(state), "terrain": _card(state)}
    if has_token:
        return Message("Build on {terrain}: {count} to build; or use a location first.", **work)
    return Message("Build on {terrain}: {count} still to build.", **work)


def _usable_tokens(state: Any) -> int:
    """How many kinds of tokens the seat to move can use now."""
    return int(mark_tokens(state, int(state.actor), np.zeros(ACTIONS, np.uint8)))


def _token_prompt(state: Any) -> Message:
    token = Token(state.using).term
    if state.phase == Phase.TARGET:
        return Message("{token}: choose where to build.", token=token)
    if state.phase == Phase.LIFT:
        return Message("{token}: choose the settlement to move.", token=token)
    return Message("{token}: choose where the settlement goes.", token=token)


def _card(state: Any) -> Term:
    return HexKind(state.played).term

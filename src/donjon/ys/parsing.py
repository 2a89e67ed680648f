"""What a person types, as actions: one, or several when a text says a whole decision.

The text of a later half of a decision begins with the texts of those before it ("wizard q1.h/1" goes on as
"wizard q1.h/1 3r"), so a text can be read without a position, and then be laid beside it: what was chosen
before is not chosen again, and what the rules play by themselves, because there is no choice, is not played
twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from donjon.errors import IllegalAction, UnknownAction
from donjon.kernel import rule_ids
from donjon.kernel.actions import Kind, Reading, Use, plain
from donjon.kernel.foreign import short
from donjon.kernel.game import NOTHING, copy
from donjon.kernel.message import Message
from donjon.kernel.rules import NATURE
from donjon.kernel.unknown_actions import no_choice_of_nature, no_such_text
from donjon.ys.cards import CARD
from donjon.ys.decisions import ACTIONS, CHANCE, COMPLETE, FORCED, apply_choice, forbids, forced_action, why
from donjon.ys.domains import EXAMPLES, TITLE
from donjon.ys.nouns import Character
from donjon.ys.rounds import advance

NOT_ASKED = -1
_CARDS = [[text] for text in Character.texts()]
_OF_CHANCE = [use.verb.split() for kind in CHANCE for use in kind.uses]
_FIRST = [(kind, use) for kind, use in ACTIONS.uses if COMPLETE[use.decisions[0]]]


@dataclass(frozen=True)
class Half:
    """One action of a decision: what it means, its number, and how many words of the text come before it."""

    use: Use
    action: int
    at: int


def parse_action(state: Any, seat: int, text: str) -> list[int]:
    """The actions that a text means at this position: one, or several when it says a whole decision.

    Raises UnknownAction when it means nothing, and IllegalAction for a wrong half where the rules play the
    only one that is legal: nobody is asked for it.
    """
    words = plain(text).split()
    if words[:1] in _OF_CHANCE or seat == NATURE:
        return [_of_chance(state, text)]
    for kind, use in ACTIONS.uses:
        if " ".join(words) in use.aliases:
            return [kind.first]
    halves = _one_of(_FIRST, Reading(state, seat, words, text), 0)
    if halves is None:
        raise no_such_text(TITLE, text, EXAMPLES)
    return _still_to_play(state, seat, _not_made(state, halves, words, text), text)


def _of_chance(state: Any, text: str) -> int:
    try:
        return ACTIONS.read(state, NATURE, text)
    except UnknownAction:
        raise no_choice_of_nature(text, "deal 3; character spy; ship s07; broker 4") from None


def _one_of(uses: Iterable[tuple[Kind, Use]], reading: Reading, at: int) -> list[Half] | None:
    """The halves of a decision that the words say; None where nothing begins with such words.

    Raises UnknownAction where something does, and the words that follow are wrong.
    """
    refused: UnknownAction | None = None
    for kind, use in uses:
        try:
            halves = _halves(kind, use, reading, at)
        except UnknownAction as error:
            refused = refused or error
            continue
        if halves is not None:
            return halves
    if refused is not None:
        raise refused
    return None


def _halves(kind: Kind, use: Use, reading: Reading, at: int) -> list[Half] | None:
    """A half that follows `at` words, and those after it; None where the words do not begin with its verb."""
    start, verb = at if use.after else 0, use.verb.split()
    rest = reading.words[start + len(verb) :]
    if reading.words[start : start + len(verb)] != verb:
        return None
    if kind is CARD and rest[:1] not in _CARDS:
        return None
    own = len(kind.domain.write(reading.state, 0).split()) if use.then else len(rest)
    said = Reading(reading.state, reading.seat, rest[:own], reading.text)
    half = Half(use, kind.action(kind.domain.read(said)), at)
    if not rest[own:]:
        return [half]
    follows = [(kind, other) for kind, other in ACTIONS.uses if set(other.decisions) & set(use.then)]
    more = _one_of(follows, reading, len(reading.words) - len(rest[own:]))
    if more is None:
        raise no_such_text(TITLE, reading.text, EXAMPLES)
    return [half, *more]


def _not_made(state: Any, halves: list[Half], words: list[str], text: str) -> list[Half]:
    """The halves that are still to be made of a decision that is half made."""
    for number in range(len(halves) - 1, 0, -1):
        half = halves[number]
        if state.phase in half.use.decisions:
            if half.use.after and plain(half.use.after(state)).split() != words[: half.at]:
                raise UnknownAction(
                    Message("{words} does not go on with what was chosen before.", words=short(text))
                )
            return halves[number:]
    return halves


def _still_to_play(state: Any, seat: int, halves: list[Half], text: str) -> list[int]:
    """The actions that are to be played: what the rules play by themselves may be said, and is left out.

    Where an action is illegal, those behind it stay as they are: nobody comes to them.
    """
    if len(halves) == 1:
        return [halves[0].action]
    now = copy(state)
    actions: list[int] = []
    for number, half in enumerate(halves):
        if now.phase in half.use.decisions:
            rule = int(forbids(now, seat, half.action))
            is_forced = bool(number and FORCED[now.phase] and forced_action(now, seat) != NOTHING)
        elif number:
            raise UnknownAction(Message("{words} says more than there is to decide.", words=short(text)))
        else:
            rule, is_forced = NOT_ASKED, False
        if is_forced and rule:
            named = rule_ids.name("YS", rule)
            raise IllegalAction(named, why(now, seat, half.action, named))
        if not is_forced:
            actions.append(half.action)
        if rule or half is halves[-1]:
            return [*actions, *(later.action for later in halves[number + 1 :])]
        apply_choice(now, seat, half.action, None)
        advance(now, None)
    raise AssertionError

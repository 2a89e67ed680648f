"""Sentences of refusals: filled from the case, chosen by it."""

from __future__ import annotations

from types import SimpleNamespace

from donjon.kernel.actions import Actions, names, single
from donjon.kernel.message import Message
from donjon.kernel.refusals import Refused, reasons, say

STATE = SimpleNamespace(seats=[SimpleNamespace(coins=3), SimpleNamespace(coins=5)])
DEAR = Message("{what} costs {price}; you have {coins}.", price=7, coins=lambda refused: refused.me.coins)


def test_places_are_filled_from_the_refused_action() -> None:
    sentence = Message(DEAR.text, **DEAR.args, what=lambda refused: "ABC"[refused.argument])
    said = say(sentence, Refused(STATE, 1, 40, 2))
    assert said == Message("{what} costs {price}; you have {coins}.", price=7, coins=5, what="C")


def test_a_sentence_may_hang_on_the_case() -> None:
    def choose(refused: Refused) -> Message:
        return Message("Of seat {seat}.", seat=lambda refused: refused.seat) if refused.seat else DEAR

    assert say(choose, Refused(STATE, 1, 0, 0)).english() == "Of seat 1."
    assert say(choose, Refused(STATE, 0, 0, 0)).args["coins"] == 3


def test_places_are_filled_by_their_names_where_the_sentence_says_nothing_else() -> None:
    letters = single(names("a letter", "ABC"), "write", (0,), None)
    facts = {"coins": lambda refused: refused.me.coins, "what": lambda refused: "ABC"[refused.argument]}
    sentences = {"X-1": Message("{what}: {coins}."), "X-2": Message("{what}: {coins}.", coins=0)}
    why = reasons(Actions("Letters", "asked", 1, [letters], "write A"), sentences, facts)
    assert why(STATE, 1, 2, "X-1") == Message("{what}: {coins}.", what="C", coins=5)
    assert why(STATE, 1, 2, "X-2") == Message("{what}: {coins}.", what="C", coins=0)

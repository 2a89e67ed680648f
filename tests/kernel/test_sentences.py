"""Sentences about a case: filled from it, chosen by it."""

from __future__ import annotations

from types import SimpleNamespace

from donjon.kernel.message import NO_ACTION, Case, Message, places, say

STATE = SimpleNamespace(seats=[SimpleNamespace(coins=3), SimpleNamespace(coins=5)])
DEAR = Message("{what} costs {price}; you have {coins}.", price=7, coins=lambda case: case.me.coins)


def test_places_are_filled_from_the_case() -> None:
    sentence = Message(DEAR.text, **DEAR.args, what=lambda case: "ABC"[case.argument])
    said = say(sentence, Case(STATE, 1, 40, 2))
    assert said == Message("{what} costs {price}; you have {coins}.", price=7, coins=5, what="C")


def test_a_prompt_is_about_no_action() -> None:
    assert Case(STATE, 1) == Case(STATE, 1, NO_ACTION, NO_ACTION)


def test_a_function_may_choose_the_sentence() -> None:
    def choose(case: Case) -> Message:
        return Message("Of seat {seat}.", seat=lambda case: case.seat) if case.seat else DEAR

    assert say(choose, Case(STATE, 1)).english() == "Of seat 1."
    assert say(choose, Case(STATE, 0)).args["coins"] == 3


def test_facts_fill_the_places_that_the_sentence_leaves_open() -> None:
    facts = {"coins": lambda case: case.me.coins, "price": lambda case: 9}
    said = say(Message("{price}, {coins}, {more}", price=7), Case(STATE, 1), facts)
    assert said == Message("{price}, {coins}, {more}", price=7, coins=5)
    assert places(said) == ["price", "coins", "more"]

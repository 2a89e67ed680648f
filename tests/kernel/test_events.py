"""Kinds of events: numbers, named arguments, sentences, places."""

from __future__ import annotations

import pytest

from donjon.kernel.event_log import Event
from donjon.kernel.events import EventKind, NamedEvent, event, sentences
from donjon.kernel.message import Message


def _result(named: NamedEvent) -> Message:
    return Message("{seat} wins.", seat=named.who) if named.points else Message("Nobody wins.")


class Happening(EventKind):
    """Four kinds."""

    PAID = event(
        "{seat} pays {coins} coins at {place}.",
        "coins",
        "place",
        also=("X-3",),
        place=lambda named: "ABC"[named.place],
    )
    DREW = event(
        "{seat} draws {card}.", "card", unseen="{seat} draws.", at=lambda named, _view: f"card-{named.card}"
    )
    WON = event(_result, "points", at="table", reveals=True)
    COUNTED = event(
        "{seat}: {count} cards, {points} points.", "count", "points", without="{seat}: {count} cards."
    )

    @classmethod
    def word(cls, argument: str, value: int) -> object:
        """Cards by their name."""
        return f"the {value}" if argument == "card" else value


def test_kinds_are_numbers_in_the_order_of_their_declaration():
    assert [int(kind) for kind in Happening] == [0, 1, 2, 3]
    assert Happening.names() == ("paid", "drew", "won", "counted")
    assert Happening.revealing() == ("won",)


def test_a_kind_cites_what_it_always_cites_and_nothing_twice():
    paid = Happening.cited(Event("paid", 1, (3, 2, 0), "X-1", also=("X-4", "X-1", "X-3")))
    assert paid.rules == ("X-1", "X-3", "X-4")


def test_a_sentence_is_filled_by_the_names_of_the_arguments():
    said = Happening.message(Event("paid", 1, (3, 2, 0), "X-1"))
    assert said.english(["Ann", "Bob"]) == "Bob pays 3 coins at C."


def test_who_may_not_know_the_arguments_gets_the_sentence_without_and_no_place():
    drew = Event("drew", 0, (7, 0, 0), "X-2", to=1)
    assert Happening.message(drew).english(["Ann"]) == "Ann draws the 7."
    assert Happening.place(drew, {}) == "card-7"
    assert Happening.message(drew.seen_by(1)).english(["Ann"]) == "Ann draws."
    assert Happening.place(drew.seen_by(1), {}) is None


@pytest.mark.parametrize(("points", "sentence"), [(5, "Ann wins."), (0, "Nobody wins.")])
def test_a_function_may_choose_among_sentences(points, sentence):
    won = Event("won", 0, (points, 0, 0), "X-3")
    assert Happening.message(won).english(["Ann"]) == sentence
    assert Happening.place(won, {}) == "table"


def test_where_the_last_argument_is_nothing_another_sentence_may_say_so():
    for points, sentence in ((4, "Ann: 2 cards, 4 points."), (0, "Ann: 2 cards.")):
        assert Happening.message(Event("counted", 0, (2, points, 0), "X-4")).english(["Ann"]) == sentence


def test_no_event_has_more_arguments_than_there_is_room_for():
    with pytest.raises(ValueError, match="at most 3"):
        event("{a}", "a", "b", "c", "d")


def test_declared_sentences_are_found_for_translation():
    here = [text for module, text in sentences() if module == __name__]
    assert here == [
        "{seat} pays {coins} coins at {place}.",
        "{seat} draws {card}.",
        "{seat} draws.",
        "{seat}: {count} cards, {points} points.",
        "{seat}: {count} cards.",
    ]

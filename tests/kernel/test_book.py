"""What chapters declare in the book of their game, and what the game reads from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from types import SimpleNamespace
from typing import Any, get_type_hints

import numpy as np
import pytest

from donjon.kernel.actions import ALONE, Actions, Kind, Meaning, Use, names
from donjon.kernel.book import Book, Line
from donjon.kernel.event_log import Event, NamedEvent
from donjon.kernel.message import Case, Message, SeatName, Term
from donjon.kernel.rule_ids import number
from scripts import catalogues

ASK, SELL_ONE, REST = 0, 1, 2
WARES = ("cloth", "wood")


class State(SimpleNamespace):
    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


def state(asked: int = ASK) -> State:
    return State(asked=asked, seats=[SimpleNamespace(coins=3), SimpleNamespace(coins=5)])


def market() -> Book:
    book = Book({"ware": lambda ware: Term(WARES[ware])})

    @book.fact("coins")
    def _coins_of_the_seat(case: Case) -> int:
        return int(case.me.coins)

    return book


# Events


def test_kinds_of_events_are_numbers_in_the_order_of_their_declaration() -> None:
    book = market()
    sold = book.event("sold", "{seat} sells {ware}.", "ware", "price")
    shown = book.event("shown", "{seat} shows {ware}.", "ware", reveals=True)
    assert (sold, shown) == (0, 1)
    assert book.events.names() == ("sold", "shown")
    assert book.events.revealing() == ("shown",)


def test_a_sentence_of_an_event_is_filled_by_words_numbers_and_what_the_kind_says() -> None:
    book = market()
    book.event(
        "sold", "{seat} sells {ware} for {price}: {all}.", "ware", "price", all=lambda named: named.price * 2
    )
    message = book.events.message(Event("sold", 1, (1, 4, 0), "X-1"))
    assert message.english(["Ann", "Bob"]) == "Bob sells wood for 4: 8."


def test_who_may_not_know_the_arguments_gets_the_sentence_without_and_no_place() -> None:
    book = market()
    book.event("drew", "{seat} draws {ware}.", "ware", unseen="{seat} draws.", at=_pile)
    drew = Event("drew", 0, (1, 0, 0), "X-2", to=1)
    assert book.events.message(drew).english(["Ann"]) == "Ann draws wood."
    assert book.events.place(drew, {}) == "pile-1"
    assert book.events.message(drew.seen_by(1)).english(["Ann"]) == "Ann draws."
    assert book.events.place(drew.seen_by(1), {}) is None


def _pile(named: NamedEvent, _view: Any) -> str:
    return f"pile-{named.ware}"


def test_a_function_may_give_the_sentence_and_a_kind_may_have_one_place() -> None:
    book = market()
    book.event("won", lambda named: Message("{seat} wins.", seat=named.who), at="table")
    won = Event("won", 0, (0, 0, 0), "X-3")
    assert book.events.message(won).english(["Ann"]) == "Ann wins."
    assert book.events.place(won, {}) == "table"


@pytest.mark.parametrize(("points", "sentence"), [(4, "Ann: 2 wares, 4 points."), (0, "Ann: 2 wares.")])
def test_another_sentence_where_the_last_argument_is_nothing(points: int, sentence: str) -> None:
    book = market()
    book.event(
        "told", "{seat}: {count} wares, {points} points.", "count", "points", without="{seat}: {count} wares."
    )
    assert book.events.message(Event("told", 0, (2, points, 0), "X-4")).english(["Ann"]) == sentence


def test_a_seat_that_is_no_person_is_named_by_the_book() -> None:
    book = Book({}, who=lambda seat: Term("nobody") if seat == 9 else SeatName(seat))
    book.event("passed", "{seat} passes.")
    said = [book.events.message(Event("passed", seat, (), "X-1")).english(["Ann"]) for seat in (0, 9)]
    assert said == ["Ann passes.", "nobody passes."]


def test_a_kind_cites_what_it_always_cites_and_nothing_twice() -> None:
    book = market()
    book.event("sold", "{seat} sells.", also=("X-3",))
    assert book.events.cited(Event("sold", 1, (), "X-1", also=("X-4", "X-1", "X-3"))).rules == (
        "X-1",
        "X-3",
        "X-4",
    )


def test_an_event_has_no_more_arguments_than_there_is_room_for() -> None:
    with pytest.raises(ValueError, match="at most 3"):
        market().event("much", "{a}", "a", "b", "c", "d")


# Refusals, buttons, prompts


def test_a_rule_that_forbids_is_a_number_with_a_sentence() -> None:
    book = market()
    assert book.forbids("X-3.9", Message("No {ware}; you have {coins}.")) == number("X-3.9")
    stop = Kind(ALONE, Use("stop", (ASK,), None))
    sell = Kind(names("a ware", WARES), Use("sell", (ASK,), None))
    actions = Actions("Market", "asked", 3, [stop, sell], "sell wood", book)
    assert actions.why(state(), 1, sell.action(1), "X-3.9").english() == "No wood; you have 5."


def test_a_rule_may_refuse_one_kind_with_a_sentence_of_its_own() -> None:
    book = market()
    book.forbids("X-3.9", Message("You have {coins}."))
    sell, buy = (Kind(names("a ware", WARES), Use(verb, (ASK,), None)) for verb in ("sell", "buy"))
    assert sell.refuses("X-3.9", Message("You have no {ware}.")) == number("X-3.9")
    actions = Actions("Market", "asked", 3, [sell, buy], "sell wood", book)
    assert actions.why(state(), 0, sell.action(1), "X-3.9").english() == "You have no wood."
    assert actions.why(state(), 0, buy.action(1), "X-3.9").english() == "You have 3."
    with pytest.raises(ValueError, match=r"X-3\.9"):
        sell.refuses("X-3.9", Message("Twice."))


def test_facts_fill_the_places_of_buttons() -> None:
    book, sell = market(), Kind(names("a ware", WARES))
    sell.action_at(ASK, verb="sell", button=Message("Sell {ware}: {coins}"))(_do)
    sell.action_at(SELL_ONE, verb="sell", button=lambda case: Message(f"Seat {case.seat}: {{ware}}"))(_do)
    actions = Actions("Market", "asked", 3, [sell], "sell wood", book)
    assert actions.button(state(), 1, 0).english() == "Sell cloth: 5"
    assert actions.button(state(SELL_ONE), 1, 1).english() == "Seat 1: wood"


def test_a_fact_comes_before_a_word_and_what_the_sentence_says_before_both() -> None:
    book = market()
    book.fact("ware")(lambda case: "nothing")
    book.asks(ASK, Message("Sell {ware}?"))
    book.asks(SELL_ONE, Message("Sell {ware}?", ware="all"))
    asked = [book.prompt(state(), 0, decision).english() for decision in (ASK, SELL_ONE)]
    assert asked == ["Sell nothing?", "Sell all?"]


def _misspelt(book: Book) -> None:
    book.forbids("X-1", Message("You have {coinz}."))


def _misspelt_prompt(book: Book) -> None:
    book.asks(ASK, Message("You have {coinz}."))


@pytest.mark.parametrize("declare", [_misspelt, _misspelt_prompt])
def test_a_place_that_nothing_fills_is_found_when_the_game_is_made(declare: Any) -> None:
    book = market()
    book.forbids("X-2", Message("{ware}, {coins}, {price}.", price=3))
    actions = Actions("Market", "asked", 3, [Kind(ALONE, Use("stop", (ASK,), None))], "stop", book)
    actions.check_sentences()
    declare(book)
    with pytest.raises(ValueError, match=r"Nothing fills \{coinz\}"):
        actions.check_sentences()


def test_a_place_of_a_button_or_of_a_refusal_by_kind_that_nothing_fills_is_found_too() -> None:
    declarations: list[Callable[[Kind], Any]] = [
        lambda kind: kind.action_at(ASK, button=Message("{coinz}"))(_do),
        lambda kind: kind.refuses("X-1", Message("{coinz}")),
    ]
    for declare in declarations:
        kind = Kind(ALONE, Use("stop", (REST,), None))
        declare(kind)
        with pytest.raises(ValueError, match=r"Nothing fills \{coinz\}"):
            Actions("Market", "asked", 3, [kind], "stop", market()).check_sentences()


# Actions


def _do(state: Any, seat: int, argument: int, log: None) -> None:
    state.seats[seat].coins += 1


def _do_more(state: Any, seat: int, argument: int, log: None) -> None:
    state.seats[seat].coins += 10


def test_a_kind_may_have_meanings_of_several_chapters() -> None:
    decline = Kind(ALONE)
    assert decline.action_at(ASK, verb="decline", declines=True)(_do) is _do
    decline.action_at(SELL_ONE, verb="decline")(_do_more)
    decline.never_at(REST, rule=number("X-6"), verb="decline")
    actions = Actions("Market", "asked", 3, [decline], "decline")
    assert actions.declining() == {0}
    for decision, coins in ((ASK, 4), (SELL_ONE, 13)):
        now = state(decision)
        assert actions.forbids(now, 0, 0) == 0
        actions.apply(now, 0, 0, None)
        assert now.seats[0].coins == coins
    assert actions.forbids(state(REST), 0, 0) == number("X-6")
    assert actions.mark(state(REST), 0, None) == 0


def test_what_may_be_said_of_a_meaning_is_what_a_meaning_has() -> None:
    said, has = get_type_hints(Meaning), {part.name for part in fields(Use)}
    assert set(said) == has - {"verb", "decisions", "apply", "rollout_score"}


def test_a_misspelt_keyword_is_an_error_where_the_action_is_declared() -> None:
    with pytest.raises(TypeError, match="finishs"):
        Kind(ALONE).action_at(ASK, finishs=True)(_do)  # type: ignore[call-arg]


def test_no_meaning_is_added_once_actions_have_numbers() -> None:
    kind = Kind(ALONE, Use("stop", (ASK,), None))
    Actions("Market", "asked", 3, [kind], "stop")
    with pytest.raises(ValueError, match="after the table"):
        kind.never_at(REST, rule=1)


def test_bots_rate_actions_that_chapters_have_declared() -> None:
    kind = Kind(names("a ware", WARES))
    kind.action_at(ASK)(_do)
    kind.action_at(SELL_ONE, REST)(_do)
    actions = Actions("Market", "asked", 3, [kind], "wood")
    kind.rate_at(ASK, score=lambda state, seat, ware: ware + 0.5)
    kind.rate_at(SELL_ONE, REST, score=lambda state, seat, ware: 7.0)
    rate = actions.dispatch("rollout_score", "(state, seat, argument)", "0.0")
    assert [rate(state(decision), 0, 1) for decision in (ASK, SELL_ONE, REST)] == [1.5, 7.0, 7.0]


@pytest.mark.parametrize("decisions", [(SELL_ONE,), (ASK, SELL_ONE), (5,)])
def test_a_score_is_for_whole_meanings(decisions: tuple[int, ...]) -> None:
    kind = Kind(ALONE)
    kind.action_at(ASK)(_do)
    kind.action_at(SELL_ONE, REST)(_do)
    with pytest.raises(ValueError, match="No meaning"):
        kind.rate_at(*decisions, score=1.0)


# Explanations


def test_things_are_explained_by_their_subject_or_by_how_it_begins() -> None:
    book = market()

    @book.explains("deck", "ware-last")
    def _single(state: Any, view: Any, name: str) -> list[Line]:
        return [("", Message("single {name}", name=name))]

    @book.explains("ware-", about=lambda view, name: [f"{view['first']}-{name}"])
    def _ware(state: Any, view: Any, name: str) -> list[Line]:
        return [("", Message("ware {name}", name=name)), ("X-2", Message("It is cheap."))]

    subjects = ("deck", "ware-last", "ware-wood-2", "hand-1", "deck-1", "ware")
    first = [[line.english() for _rule, line in book.explain(None, {}, name)][:1] for name in subjects]
    assert first == [["single deck"], ["single ware-last"], ["ware wood-2"], [], [], []]
    about = [list(book.about({"first": 4}, name)) for name in subjects]
    wood = ["ware-", "ware-wood-2", "4-wood-2"]
    assert about == [["deck"], ["ware-last"], wood, [], [], []]


def test_rules_of_a_variant_are_looked_up_where_it_is_played() -> None:
    book = Book(variants=lambda view: view["variants"])

    @book.explains("deck", about=("pile",))
    def _deck(state: Any, view: Any, name: str) -> list[Line]:
        return [("", Message("deck"))]

    assert book.about({"variants": []}, "deck") == ("deck", "pile")
    assert book.about({"variants": ["long"]}, "deck") == ("deck", "pile", "long.deck", "long.pile")


# Twice


@pytest.mark.parametrize(
    "declare",
    [
        lambda book: book.event("sold", "{seat} sells."),
        lambda book: book.forbids("X-1", Message("No.")),
        lambda book: book.asks(ASK, Message("What?")),
        lambda book: book.fact("name")(lambda case: 1),
        lambda book: book.explains("deck")(lambda state, view, name: []),
    ],
)
def test_nothing_is_declared_twice(declare: Any) -> None:
    book = market()
    declare(book)
    with pytest.raises(ValueError, match=r"twice|two kinds"):
        declare(book)


# Translations


def test_sentences_of_chapters_are_found_for_translation() -> None:
    source = """
BOOK.event("drew", "{seat} draws {card}.", "card", unseen="{seat} draws.", also=("X-1",), at="deck")
BOOK.event("told", _choose, "count", without="{seat} has none.")
BOOK.forbids("X-2", Message("Not {now}."))
"""
    assert list(catalogues.in_code(source)) == [
        "{seat} draws {card}.",
        "{seat} draws.",
        "{seat} has none.",
        "Not {now}.",
    ]


def test_compiled_rules_know_what_chapters_declare_as_numbers() -> None:
    book = market()
    assert isinstance(book.event("sold", "{seat} sells."), int)
    assert isinstance(book.forbids("X-1", Message("No.")), int)
    assert np.int32(book.forbids("X-2", Message("No."))) == number("X-2")

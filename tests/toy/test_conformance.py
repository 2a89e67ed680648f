"""A game of another package conforms, and every check of the suite finds a mistake made in it on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from itertools import count
from typing import Any

import pytest

import donjon
from donjon import Game
from donjon.kernel import Message, copy, rules
from donjon.kernel.event_log import emit, emit_to
from donjon.testing import conformance, speeds
from donjon.testing.conformance import Check, NotConforming, Sample
from tests.toy.installing import NAME, install, installed_here


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    with installed_here(install(tmp_path_factory.mktemp("toy"))) as found:
        yield found


@pytest.fixture(scope="module")
def sample(game: Game) -> Sample:
    return conformance.sample(NAME, games=24)


@pytest.mark.parametrize("check", conformance.CHECKS)
def test_it_conforms(check: Check, sample: Sample) -> None:
    check(sample)


def test_it_conforms_at_once(game: Game) -> None:
    conformance.check(NAME, games=4)


Changes = Callable[[Game], dict[str, Any]]


def fewest_wins(game: Game) -> dict[str, Any]:
    """Seats are ranked against their points."""
    return {"standing": lambda state, seat: -game.total(state, seat)}


def lenient(game: Game) -> dict[str, Any]:
    return {"forbids": lambda state, seat, action: 0 if action == 1 else game.forbids(state, seat, action)}


def third_copy(game: Game) -> dict[str, Any]:
    def chances(state: Any, weights: Any) -> int:
        there = game.chances(state, weights)
        weights[2:] += 1
        return int(there + 5)

    return {"chances": chances}


def the_first_gains(game: Game) -> dict[str, Any]:
    """Whoever chooses first in the first round gets a point: choices hang on their order."""

    def apply(state: Any, seat: int, action: int, log: Any) -> None:
        first = action < 2 and not any(own.chosen for own in state.seats)
        game.apply(state, seat, action, log)
        state.seats[min(seat, 2)].points += first

    return {"apply": apply}


def never_the_same(game: Game) -> dict[str, Any]:
    """A rule that hangs on something outside the position."""
    played = [0]

    def apply(state: Any, seat: int, action: int, log: Any) -> None:
        played[0] += 1
        game.apply(state, seat, action, log)
        state.seats[0].points += played[0] % 7

    return {"apply": apply}


def swapped_words(game: Game) -> dict[str, Any]:
    swap = {"low": "high", "high": "low"}

    def read(state: Any, seat: int, text: str) -> list[int]:
        return game.parse_action(state, seat, " ".join(swap.get(word, word) for word in text.split()))

    return {"parse_action": read}


def open_cards(game: Game) -> dict[str, Any]:
    """A view with all cards in it."""

    def view(state: Any, viewer: int | None) -> dict[str, Any]:
        return {**game.view(state, viewer), "cards": [int(seat.card) for seat in state.seats]}

    return {"view": view}


def half_a_redeal(game: Game) -> dict[str, Any]:
    """A re-deal that leaves fives where they are."""

    def redeal(state: Any, viewer: int, rng: Any) -> None:
        before = copy(state)
        game.redeal(state, viewer, rng)
        if any(seat.card == 5 for seat in before.seats):
            state.seats[:] = before.seats

    return {"redeal": redeal}


def open_for_a_moment(game: Game) -> dict[str, Any]:
    """A card counts as shown while the log says that it is dealt, and no longer when a seat is asked."""

    def apply(state: Any, seat: int, action: int, log: Any) -> None:
        if state.phase == 0:
            state.gone[action - 2] += 1
            emit_to(log, 1 << state.dealt, 0, state.dealt, 20100, action - 1, 0, 0)
            state.gone[action - 2] -= 1
            game.apply(state, seat, action, None)
        else:
            game.apply(state, seat, action, log)

    return {"apply": apply}


def talkative(game: Game) -> dict[str, Any]:
    """The first to choose is told what the next seat holds."""

    def apply(state: Any, seat: int, action: int, log: Any) -> None:
        if action < 2:
            emit(log, 3, seat, 30400, state.seats[(seat + 1) % state.players].card, 0, 0)
        game.apply(state, seat, action, log)

    return {"apply": apply}


def rare_redeal(game: Game) -> dict[str, Any]:
    """A re-deal that deals anew only every third time, so that bots are handed the truth in between."""
    asked = count()

    def redeal(state: Any, viewer: int, rng: Any) -> None:
        if next(asked) % 3 == 0:
            game.redeal(state, viewer, rng)

    return {"redeal": redeal}


def forgetful(_state: Any, _seat: int, out: Any) -> None:
    """An observation in which all positions look alike."""
    out[:] = 0


def peeping(game: Game) -> dict[str, Any]:
    """A guess that likes "high" when the next seat holds a low card."""

    def estimate(state: Any, seat: int) -> float:
        return float(state.seats[seat].word * (3 - state.seats[(seat + 1) % state.players].card))

    return {"estimate": estimate}


def short_position(game: Game) -> dict[str, Any]:
    def position(state: Any) -> dict[str, Any]:
        return {name: value for name, value in game.position(state).items() if name != "points"}

    return {"position": position}


MISTAKES: list[tuple[str, Changes]] = [
    ("games_end", fewest_wins),
    ("legal_agrees_with_forbids", lenient),
    ("nature_draws_what_is_legal", third_copy),
    ("refusals_say_why", lambda game: {"why": lambda *_: Message("")}),
    ("why_not_agrees_with_forbids", lambda game: {"parse_action": lambda *_: [2]}),
    ("events_are_said", lambda game: {"event_message": lambda _: Message(" ")}),
    ("secret_choices_have_no_order", the_first_gains),
    ("silent_rules_are_silent", lambda game: {"why": lambda *_: Message("HL-9.9 forbids it.")}),
    ("undo_then_redo", never_the_same),
    ("texts_are_read_back", lambda game: {"action_text": lambda *_: "say high"}),
    ("records_replay", swapped_words),
    ("positions_come_back", short_position),
    ("options_come_back", lambda game: {"show_options": lambda _: {"rounds": 3}}),
    ("views_are_plain_data", lambda game: {"view": lambda state, viewer: {"seats": (1, 2)}}),
    ("redeals_change_nothing_seen", open_cards),
    ("worlds_are_redealt_alike", half_a_redeal),
    ("no_moment_tells_worlds_apart", open_for_a_moment),
    ("what_is_taken_back_has_shown_nothing", lambda game: {"REVEALING": ()}),
    ("all_that_reveals_is_declared", talkative),
    ("what_is_declared_reveals", lambda game: {"REVEALING": ("chose", "shown")}),
    ("settled_positions_hide_nothing", lambda game: {"settled": lambda state: True}),
    ("all_that_is_seen_is_observed", lambda game: {"observe": forgetful}),
    ("secret_choices_sway_nobody", lambda game: {"reopen": None}),
    ("bots_decide", lambda game: {**rare_redeal(game), **peeping(game)}),
]


def spoilt(game: Game, changes: dict[str, Any]) -> Game:
    """A copy of a game with other functions, or with something else than its tables declare."""
    own = {field.name for field in fields(game)}
    wrong = replace(game, **{name: value for name, value in changes.items() if name in own})
    vars(wrong).update({name: value for name, value in changes.items() if name not in own})
    return wrong


@contextmanager
def instead(right: Game, wrong: Game) -> Iterator[None]:
    use(wrong)
    try:
        yield
    finally:
        use(right)


def use(game: Game) -> None:
    rules.add_game(game)
    donjon.games._loaded[NAME] = game


@pytest.mark.parametrize(("name", "mistake"), MISTAKES)
def test_a_mistake_is_found(name: str, mistake: Changes, game: Game, sample: Sample) -> None:
    check = next(check for check in conformance.INTERPRETED if check.__name__ == name)
    wrong = spoilt(game, mistake(game))
    right, sample.game = sample.game, wrong
    for played in sample.games:
        played.match.game = wrong
    try:
        with instead(game, wrong), pytest.raises(NotConforming, match="high-low"):
            check(sample)
    finally:
        sample.game = right
        for played in sample.games:
            played.match.game = right


def test_every_check_is_tried() -> None:
    tried = {name for name, _ in MISTAKES}
    assert tried == {check.__name__ for check in conformance.INTERPRETED}
    assert set(conformance.CHECKS) - set(conformance.INTERPRETED) <= {speeds.interpreted_is_compiled}

"""What arena and engine say to each other."""

import json

import pytest

import donjon
from donjon.bots import choose
from donjon.kernel import rng, rules
from donjon.kernel.game import copy
from donjon.lab.arena.engine_lines import Misunderstood, answer, line, position_data, read_answer
from tests.bots.positions import random_match


def test_a_message_is_one_line_whatever_is_in_it() -> None:
    assert line("go") == "go"
    assert line("newgame", {"seed": "a\nb é"}) == 'newgame {"seed":"a\\nb \\u00e9"}'


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", list(donjon.games))
def test_a_seat_is_told_the_same_in_all_worlds_that_it_cannot_tell_apart(game: str, players: int) -> None:
    differ = 0
    for actions in (3, 30, 60, 90):
        match = random_match(players, 100 + actions, actions, game)
        if match.over:
            continue
        seat = match.waiting[0]
        told = line("position", position_data(match.game, match.state, seat, "s"))
        for world in range(4):
            twin = copy(match.state)
            rules.redeal(twin, seat, rng.new("world", world))
            differ += twin.tobytes() != match.state.tobytes()
            assert line("position", position_data(match.game, twin, seat, "s")) == told
    assert (differ > 0) == (game != "caylus"), "CAY-3.3: everything is open"


def test_what_is_hidden_is_dealt_afresh() -> None:
    match = random_match(4, 9, 60, "ys")
    positions = {
        json.dumps(position_data(match.game, match.state, match.waiting[0], f"seed {seed}")["position"])
        for seed in range(5)
    }
    assert len(positions) > 1


@pytest.mark.parametrize("game", list(donjon.games))
def test_decisions_come_back_from_their_texts(game: str) -> None:
    longest = 0
    for actions in range(0, 60, 4):
        match = random_match(2, actions, actions, game)
        seat = match.waiting[0]
        chosen = choose(match.game, match.state, seat, "random", actions, interpreted=True)
        longest = max(longest, len(chosen))
        text = answer(match.state, seat, chosen)
        before = match.state.tobytes()
        assert read_answer(match.game, match.state, seat, text) == chosen
        assert match.state.tobytes() == before
    assert longest > 1 or game != "kingdom-builder"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is no action here"),
        ("build 99,99", "'build 99,99' is no action here"),
        ("draw forest", "'draw forest' is not legal"),
        ("end turn", "'end turn' is not legal"),
        ("\x00;\x01", "is no action here"),
        ("x" * 10_000, "is no action here"),
    ],
)
def test_answers_that_are_none_are_refused(text: str, says: str) -> None:
    match = donjon.new("kingdom-builder", players=2, seed=1)
    with pytest.raises(Misunderstood) as refused:
        read_answer(match.game, match.state, match.waiting[0], text)
    assert says in str(refused.value)
    assert len(str(refused.value)) < 500


def test_of_several_actions_each_must_be_legal_after_those_before() -> None:
    match = donjon.new("kingdom-builder", players=2, seed=1)
    seat, (first, *_) = match.waiting[0], match.legal
    with pytest.raises(Misunderstood, match="is not legal"):
        read_answer(match.game, match.state, seat, f"{first}; {first}")

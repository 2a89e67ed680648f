"""Thinking for so long: the clock is looked at often enough, whatever a playout takes."""

import pytest

from donjon.bots import choose, choosing
from donjon.bots.anytime import PART, targets
from donjon.coach import analyse
from tests.bots.positions import is_whole_decision, random_match


class Clock:
    """A clock that runs only where a test has it run."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def thought(seconds: float, each: float, slower: float = 1.0, after: float = 1.0) -> tuple[int, float]:
    """Playouts made in so many seconds, and the seconds; each takes `slower` times as long from a time on."""
    clock, made = Clock(), 0
    for target in targets(seconds, clock):
        assert target > made
        for _ in range(target - made):
            clock.now += each * (slower if clock.now - 100 > after * seconds else 1)
        made = target
    return made, clock.now - 100


@pytest.mark.parametrize("each", [1e-5, 3e-4, 0.01, 0.04])
def test_the_time_is_used_and_kept(each: float) -> None:
    made, spent = thought(1.0, each)
    assert 0.94 <= spent <= 1.0 + 1e-9
    assert made == pytest.approx(spent / each, abs=1.5)


@pytest.mark.parametrize("slower", [4, 20])
@pytest.mark.parametrize("after", [0.0, 0.3, 0.5, 0.93])
def test_a_processor_that_others_want_makes_it_a_little_late(slower: float, after: float) -> None:
    for each in (1e-5, 1e-3):
        _, spent = thought(1.0, each, slower, after)
        assert spent <= 1.0 + slower * PART


def test_at_least_one_playout_is_made_and_no_second_one_without_time_for_it() -> None:
    assert thought(0.001, 5.0) == (1, 5.0)
    assert thought(1.0, 0.6)[0] == 1


def test_a_bot_stops_when_the_clock_says_so() -> None:
    """The clock goes on by a tenth of a second with each look at it."""
    looks = []

    def clock() -> float:
        looks.append(0)
        return len(looks) / 10

    match = random_match(2, 6, 20)
    seat = match.waiting[0]
    assert is_whole_decision(match, seat, choose(match.game, match.state, seat, "tree:1s", 1, clock=clock))
    assert 2 < len(looks) <= 12


@pytest.mark.parametrize("asks", ["flat:0.01s", "tree:0.01s", "coach"])
def test_what_loading_a_game_takes_is_not_taken_from_the_time(monkeypatch, asks: str) -> None:
    happened = []

    def clock() -> float:
        happened.append("clock")
        return len(happened) / 1000

    def decide_once(*arguments):
        happened.append("decide")
        return really(*arguments)

    really = choosing.decide_once
    monkeypatch.setattr(choosing, "decide_once", decide_once)
    monkeypatch.setattr(choosing, "_ready", set())
    match = random_match(2, 6, 20)
    game, state, seat = match.game, match.state, match.waiting[0]
    for first in (["decide", "clock"], ["clock"]):
        happened.clear()
        if asks == "coach":
            analyse(game, state, seat, seconds=0.01, clock=clock)
        else:
            choose(game, state, seat, asks, 1, clock=clock)
        assert happened[: len(first)] == first, "only the first time something is to be loaded"

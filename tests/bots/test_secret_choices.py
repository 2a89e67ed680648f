"""What is decided in secret does not depend on who has decided already, nor on what (YS-4.1, YS-9.4.3)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import donjon
from donjon import bots
from donjon.bots import Bot, plan
from donjon.coach import analyse
from donjon.kernel import rng, rules
from donjon.kernel.decisions import legal_list
from donjon.kernel.game import copy
from donjon.play.match import Match

LEVELS = [level.key for level in bots.levels()]
YS = donjon.games["ys"]
ROYAL = {"royal_favour": "yes"}
PHASES = {2: {"bid"}, 3: {"bid", "throne"}, 4: {"bid", "throne"}}


def at_secret_choices(players: int, seed: int) -> Iterator[Match]:
    """A random game, handed out wherever all seats decide at the same time."""
    chance = random.Random(seed)
    match = donjon.new("ys", players=players, seed=seed, **(ROYAL if players > 2 else {}))
    phases = set()
    while not match.over:
        if len(match.waiting) == players:
            phases.add(match.view()["phase"])
            yield match
        match.play(chance.choice(match.legal_actions()))
    assert phases == PHASES[players]


def sealed(state: Any, seat: int, seed: int) -> Iterator[Any]:
    """The same position for `seat`: one other has decided at random, then one more, and so on to all."""
    chance, after = random.Random(seed), copy(state)
    others = [other for other in rules.seats_waiting(state) if other != seat]
    for other in chance.sample(others, len(others)):
        rules.apply(after, other, chance.choice(legal_list(after, other)), None)
        yield copy(after)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_level_decides_alike_whatever_others_have_sealed(players: int, level: str) -> None:
    for number, match in enumerate(at_secret_choices(players, 7)):
        seat = number % players
        free = bots.choose(YS, match.state, seat, level, seed=number)
        for state in sealed(match.state, seat, number):
            assert bots.choose(YS, state, seat, level, seed=number) == free


OTHERS = (
    Bot("random", plan.RANDOM),
    Bot("flat", plan.FLAT, playouts=20),
    Bot("with the net", plan.GREEDY, net=True),
    Bot("tree with the net", plan.TREE, playouts=20, net=True),
)


@pytest.mark.parametrize("bot", OTHERS, ids=[bot.name for bot in OTHERS])
def test_so_does_every_other_bot(bot: Bot) -> None:
    for number, match in enumerate(at_secret_choices(3, 8)):
        free = bots.choose(YS, match.state, 2, bot, seed=number)
        for state in sealed(match.state, 2, number):
            assert bots.choose(YS, state, 2, bot, seed=number) == free


def test_hints_and_reviews_are_the_same_whatever_others_have_sealed() -> None:
    """A coach searches as bots do; with two threads as well."""
    for number, match in enumerate(at_secret_choices(3, 9)):
        played = random.Random(number).choice(match.legal_actions(1))
        settings: dict[str, Any] = {"playouts": 4, "seed": number, "played": [played]}
        for threads in (1, 2):
            free = analyse(YS, match.state, 1, threads=threads, **settings)
            for state in sealed(match.state, 1, number):
                assert analyse(YS, state, 1, threads=threads, **settings) == free


@pytest.mark.parametrize("bid", ["2+3", "0+0", "4+4"])
def test_the_last_to_bid_does_not_bid_nothing(bid: str) -> None:
    """As it did when the estimate was asked after the bids were shown."""
    match = donjon.new("ys", players=4, seed="b0", order=[1, 2, 3, 4])
    for seat in range(3):
        match.play(f"bid {bid}", seat=seat)
    made = Counter(bots.choose(YS, match.state, 3, "greedy", seed=seed)[0] for seed in range(40))
    assert made[match.read("bid 0+0", 3)[0]] <= 4


def test_a_front_of_equal_brokers_still_decides_by_itself() -> None:
    """YS-9.4.3: what is no choice is not asked for again."""
    match = next(one for one in at_secret_choices(3, 7) if one.view()["phase"] == "throne")
    state = copy(match.state)
    equal = state["seats"][2]
    equal["front"] = 0
    equal["front"][3] = 2
    equal["choice"] = 3
    rules.apply(state, 1, legal_list(state, 1)[0], None)
    assert rules.waiting(state) == 0b001
    rules.deal_for(state, 0, rng.new("any"))
    assert rules.waiting(state) == 0b011
    assert int(state["seats"][2]["choice"]) == 3

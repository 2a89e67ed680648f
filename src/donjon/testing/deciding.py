"""The check that bots can play a game, and use nothing but what their seat may know."""

from __future__ import annotations

from random import Random

from donjon import bots
from donjon.kernel import NATURE, copy, rules
from donjon.testing.information import redealt
from donjon.testing.sample import Sample, Step, require

QUICK, SEARCHES = ("random", "greedy"), ("search:4", "tree:4")
# How many decisions of a sample bots make, interpreted; each search makes one, near the end of a game.
DECISIONS = 12
NEAR = 20


def bots_decide(sample: Sample) -> None:
    """Every bot makes a whole legal decision, and the same one if only what its seat cannot know differs."""
    random = Random(sample.game.name)
    steps = [step for step in sample.steps if _asks_a_seat(step)]
    ends = [step for played in sample.games for step in played.steps[-NEAR:] if _asks_a_seat(step)]
    asked = [(step, bot) for step in random.sample(steps, min(DECISIONS, len(steps))) for bot in QUICK]
    asked += list(zip(random.sample(ends, min(len(SEARCHES), len(ends))), SEARCHES, strict=False))
    for number, (step, bot) in enumerate(asked):
        world = redealt(step.before, step.seat, number)
        chosen, again = (
            bots.choose(sample.game, state, step.seat, bot, number, interpreted=True)
            for state in (step.before, world)
        )
        require(chosen == again, step.place, f"{bot} chooses {chosen}, and {again} in a world like it")
        _check_whole(step, chosen, bot)


def _asks_a_seat(step: Step) -> bool:
    return step.seat != NATURE and bool(rules.decision_complete(step.before))


def _check_whole(step: Step, chosen: list[int], bot: str) -> None:
    state = copy(step.before)
    for action in chosen:
        rule = int(rules.forbids(state, step.seat, action))
        require(not rule, step.place, f"{bot} chooses {chosen}, and {action} is forbidden")
        rules.apply(state, step.seat, action, None)
    require(chosen and rules.decision_complete(state), step.place, f"{bot} chooses {chosen}, half a decision")

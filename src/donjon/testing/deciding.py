"""Check that bots can play a game, and decide by nothing but what their seat may know."""

from __future__ import annotations

from random import Random
from typing import Any

from donjon import bots
from donjon.kernel import NATURE, copy, rng, rules
from donjon.kernel.decisions import legal_list
from donjon.testing.information import redealt
from donjon.testing.sample import Sample, Step, require

QUICK, SEARCHES = ("random", "greedy"), ("search:4", "tree:4")
# The number of decisions of a sample that bots make, interpreted; each search makes one, near the end of a
# game.
DECISIONS = 12
NEAR = 20


def bots_decide(sample: Sample) -> None:
    """Check that every bot makes a complete legal decision, the same in all worlds possible for its seat."""
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
        require(
            chosen == again, step.place, f"{bot} chooses {chosen}, but {again} when only hidden things differ"
        )
        _check_whole(step, chosen, bot)


def secret_choices_sway_nobody(sample: Sample) -> None:
    """Check that seats that decide at the same time get the same world, whichever has decided already.

    So no bot's choice can depend on what others have chosen, on how many have, or on the order of the
    seats.
    """
    random = Random(sample.game.name)
    for number, step in enumerate(sample.steps):
        if len(step.waiting) > 1:
            seat, *others = random.sample(step.waiting, len(step.waiting))
            state, asked = copy(step.before), _asked(step.before, seat, number)
            for other in others:
                rules.apply(state, other, random.choice(legal_list(state, other)), None)
                require(
                    _asked(state, seat, number) == asked,
                    step.place,
                    f"seat {seat} gets another position after seat {other} has chosen: see `reopen`",
                )


def _asked(state: Any, seat: int, stream: int) -> bytes:
    """Return the world in which a bot decides, as bytes."""
    world = copy(state)
    rules.deal_for(world, seat, rng.new("asked", stream))
    data: bytes = world.tobytes()
    return data


def _asks_a_seat(step: Step) -> bool:
    return step.seat != NATURE and bool(rules.decision_complete(step.before))


def _check_whole(step: Step, chosen: list[int], bot: str) -> None:
    state = copy(step.before)
    for action in chosen:
        rule = int(rules.forbids(state, step.seat, action))
        require(not rule, step.place, f"{bot} chooses {chosen}, but {action} is forbidden")
        rules.apply(state, step.seat, action, None)
    require(
        chosen and rules.decision_complete(state),
        step.place,
        f"{bot} chooses {chosen}, which is not a whole decision",
    )

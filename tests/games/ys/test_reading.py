"""Texts of decisions: whole or half by half, a forced half said or left out, they mean the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import donjon
from donjon import Match
from donjon.errors import DonjonError, IllegalAction, UnknownAction
from donjon.games.ys import decisions, rounds
from donjon.kernel.decisions import complete_decisions
from donjon.kernel.game import copy
from donjon.notation.follow import follow
from donjon.notation.trace import look, trace
from tests.games.ys.playing import step
from tests.games.ys.stage import GAME, NAME, VARIANTS, Stage, broker, brokers, hands


def halves(match: Match, actions: list[int]) -> list[tuple[str, bool]]:
    """The text of every half of a decision, and whether the rules play it because there is no choice."""
    state, seat, said = copy(match.state), match.waiting[0], []
    left = list(actions)
    while left or (said and not decisions.decision_complete(state)):
        action = decisions.forced_action(state, seat) if said and decisions.FORCED[state.phase] else -1
        said.append((GAME.action_text(state, seat, action if action >= 0 else left[0]), action >= 0))
        decisions.apply_choice(state, seat, action if action >= 0 else left.pop(0), None)
        rounds.advance(state, None)
    return said


def forms(match: Match, actions: list[int]) -> set[str]:
    """All the ways to say a decision: forced halves at its end may be left out."""
    texts = halves(match, actions)
    found = {texts[-1][0]}
    for (text, _), (_, is_forced) in reversed(list(pairwise(texts))):
        if not is_forced:
            break
        found.add(text)
    return found


def check(match: Match, random: Random) -> int:
    """Every way to say a decision of a position means it; how many have several. Of many some are tried."""
    seat, several = match.waiting[0], 0
    decided = complete_decisions(match.state, seat)
    for actions in random.sample(decided, min(len(decided), 8)):
        said = forms(match, actions)
        several += len(said) > 1
        for text in said:
            assert match.read(text, seat) == actions, text
        check_later_halves(match, actions)
    return several


def check_later_halves(match: Match, actions: list[int]) -> None:
    """In the middle of a decision its whole text means the rest."""
    state, seat = copy(match.state), match.waiting[0]
    text = halves(match, actions)[-1][0]
    for number, action in enumerate(actions):
        assert GAME.parse_action(state, seat, text) == actions[number:], text
        GAME.apply(state, seat, action, None)


@pytest.mark.parametrize("variant", range(0, len(VARIANTS), 3))
def test_every_text_of_a_decision_means_it(variant: int) -> None:
    players, options = VARIANTS[variant]
    random = Random(variant)
    match = donjon.new(NAME, players=players, seed=variant, **options)
    while not match.over:
        if decisions.decision_complete(match.state) and random.random() < 0.25:
            check(match, random)
        step(match, random)


def messenger() -> Stage:
    """Two brokers, one of them in the closed quarter: the Messenger can move the other alone."""
    return Stage.window(
        "W3", hands=hands("messenger"), brokers=brokers(0, q1h="3", q2m="2"), queen=1, closed=0
    )


def wizard() -> Stage:
    """Two brokers of the seat's own turn: the Wizard can swap nothing but these."""
    return Stage.at(
        phase="after_placing",
        actor=0,
        round=2,
        hands=hands("wizard"),
        fronts=[[0, 1]] * 4,
        brokers=[*brokers(0, q1h="3"), *brokers(1, q2m="2")],
    )


def banker() -> Stage:
    """Red alone can fall."""
    return Stage.window("W4", hands=hands("banker"), values={"blue": 1, "green": 1, "yellow": 1, "red": 4})


@pytest.mark.parametrize(
    ("begin", "texts"),
    [
        (messenger, {"messenger q2.m/1 1b"}),
        (wizard, {"wizard", "wizard q1.h/1", "wizard q1.h/1 q2.m/1", "wizard q2.m/1 q1.h/1"}),
        (banker, {"banker blue", "banker blue red"}),
    ],
)
def test_a_forced_half_may_be_said_or_left_out(begin: Any, texts: set[str]) -> None:
    results = set()
    for text in texts:
        stage = begin()
        assert stage.match.why_not(text) is None
        stage.play(text)
        results.add(stage.state.tobytes())
    assert len(results) == 1
    assert check(begin().match, Random(1)) or begin is messenger


@pytest.mark.parametrize(
    ("begin", "text", "reason"),
    [
        (messenger, "messenger q1.h/1 1b", "seat 1's Queen has closed quarter 1."),
        (messenger, "messenger q2.m/1 q1.h", "seat 1's Queen has closed quarter 1."),
        (wizard, "wizard q1.h/1 q1.h/1", "Both brokers are in the same place"),
        (banker, "banker blue green", "The green gem value is 1"),
        (banker, "banker blue red red", "isn't a move"),
        (wizard, "wizard q1.h/1 q2.m/1 q1.h/1", "isn't a move"),
    ],
)
def test_nothing_else_is_taken(begin: Any, text: str, reason: str) -> None:
    stage = begin()
    before = stage.state.tobytes()
    with pytest.raises(DonjonError, match=reason):
        stage.play(text)
    assert stage.state.tobytes() == before


# Seats 0 and 1 before the cards of round 2 are played; the Queen of seat 0 has closed quarter 3.
CLOSED: dict[str, Any] = {
    "game": "ys",
    "players": 4,
    "order_cards": [1, 2, 3, 4],
    "phase": "ask_cards",
    "window": "cards_before",
    "round": 2,
    "queen": 0,
    "closed": 2,
    "hands": [{"messenger": 1}, {"merchant": 1}, {}, {}],
    "fronts": [[2, 3, 0], [1, 4, 0], [2, 3, 0], [2, 3, 0]],
    "brokers": [
        {"owner": 0, "place": "q3.m", "value": 3, "up": False},
        {"owner": 0, "place": "q1.h", "value": 1},
        {"owner": 1, "place": "q1.h", "value": 2},
    ],
}


def refused_half(begin: Any, text: str) -> str:
    """The rule against a half that the rules play by themselves; the same when it is played."""
    match = begin()
    refusal = match.why_not(text)
    assert refusal is not None
    with pytest.raises(IllegalAction) as error:
        match.play(text)
    assert str(error.value) == str(refusal)
    rule: str = refusal.rule
    return rule


def test_a_wrong_half_that_is_forced_is_refused_by_its_rule() -> None:
    """YS-8.7.4 for the Messenger, YS-8.14.4 for the Wizard; the right half is legal."""
    assert refused_half(lambda: donjon.from_position(CLOSED), "messenger q3.m/1 q1.h") == "YS-8.7.4"
    assert refused_half(lambda: messenger().match, "messenger q2.m/1 q1.h") == "YS-8.7.4"
    assert refused_half(lambda: wizard().match, "wizard q1.h/1 q1.h/1") == "YS-8.14.4"
    assert wizard().match.why_not("wizard q1.h/1 q2.m/1") is None


def one_to_mark() -> Match:
    """Of the two brokers just placed one has been swapped into the throne room; the Soldier may be played."""
    board = [broker(0, "t", 4, False, could=[1, 3, 4]), broker(2, "3b", 1)]
    cards = hands("wizard", "soldier", players=3)
    stage = Stage.placing(3, round=2, royal_favour="yes", hands=cards, extras=[2, 2, 2], brokers=board)
    return stage.play("up q1.h 3", "down q1.m 1", "wizard q1.h/1 t/1").match


@pytest.mark.parametrize(
    ("other", "rule", "reason"),
    [
        ("t/1", "YS-9.4.13", "The Soldier can't mark brokers in the throne room."),
        ("3b", "YS-8.16.1", "The Soldier marks one of the two brokers you just placed."),
    ],
)
def test_the_soldier_marks_the_only_broker(other: str, rule: str, reason: str) -> None:
    """YS-8.16.1, YS-9.4.13: the half is forced, and a wrong one refused with its reason."""
    refusal = one_to_mark().why_not(f"soldier {other}")
    assert refusal is not None
    assert refusal.message.english() == reason
    assert refused_half(one_to_mark, f"soldier {other}") == rule
    assert one_to_mark().why_not("soldier q1.m/1") is None


def test_what_asks_for_nothing_is_said_alone() -> None:
    """Without a gem the Alchemist is played for nothing."""
    stage = Stage.window("W4", hands=hands("alchemist"))
    with pytest.raises(UnknownAction, match="has more words than this move needs"):
        stage.play("alchemist blue red")
    stage.play("alchemist")
    assert stage.hand(0) == []


def lines(match: Match) -> Iterator[dict[str, Any]]:
    yield from trace(match, compiled=False)


@pytest.mark.parametrize("begin", [messenger, wizard, banker])
def test_a_trace_is_followed_with_all_forced_halves_said(begin: Any) -> None:
    stage = begin()
    beginning = begin().match
    text, whole = {
        "messenger": ("messenger q2.m/1 1b",) * 2,
        "wizard": ("wizard", "wizard q1.h/1 q2.m/1"),
        "banker": ("banker blue", "banker blue red"),
    }[begin.__name__]
    assert text in look(beginning, 0, compiled=False).decisions
    stage.play(text)
    ours = [line for line in lines(stage.match) if line["kind"] in ("setup", "decision")][:2]
    theirs = [ours[0], {**ours[1], "taken": whole}]
    assert ours[1]["taken"] == text
    assert list(follow(map(json.dumps, theirs), compiled=False)) == ours

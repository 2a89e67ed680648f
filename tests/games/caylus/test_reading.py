"""Texts of decisions: whole or half by half, a forced half said or left out, they mean the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from donjon import Match
from donjon.errors import DonjonError, UnknownAction
from donjon.games.caylus.model import Tile
from donjon.kernel import rules
from donjon.kernel.game import copy
from donjon.notation.follow import Difference, follow
from donjon.notation.position import from_position
from donjon.notation.trace import Choices, look, trace
from tests.games.caylus.random_play import begin, choose, wild
from tests.games.caylus.stage import GAME, Stage
from tests.referees.caylus_printed import KINDS, TILES

SPACES = range(1, 29)


def positions(seed: int) -> Iterator[tuple[Match, Choices]]:
    """Decisions of games that begin rich or anywhere, with all that may be decided."""
    for match in (begin(2 + seed % 4, 2 * seed + 1), wild(2 + seed % 4, seed)):
        random = Random(seed)
        while not match.over:
            if rules.decision_complete(match.state):
                yield match, look(match, match.waiting[0], compiled=False)
            match.play(choose(match, random))


def after(match: Match, actions: list[int]) -> tuple[bytes, list[tuple[str, tuple[int, ...]]]]:
    """What some actions lead to, and the events on the way; the match stays as it is."""
    told = [event for action in actions for event in match.play(action)]
    state = match.state.tobytes()
    for _ in actions:
        match.undo(anyway=True)
    return state, [(event.kind, tuple(event.args)) for event in told]


def full(match: Match, text: str, actions: list[int]) -> str:
    """The documented full form of a decision, by what is told of it: its forced half said, too."""
    if not text.startswith("build ") or " with " in text or " on " in text:
        return text
    told = dict(reversed(after(match, actions)[1]))
    if "paid_any" in told:
        return f"{text} with {KINDS[told['paid_any'][0]]}"
    tile, space, _ = told["built"]
    return f"{text} on {space}" if TILES[Tile(tile).id][0] == "prestige" else text


@pytest.mark.parametrize("seed", [1, 3])
def test_every_text_of_a_decision_means_it(seed: int) -> None:
    """The text that a trace lists, the full form, and both halves one after the other."""
    forced = halves = 0
    for match, here in positions(seed):
        for text, actions in here.decisions.items():
            if len(actions) == 1 and not text.startswith("build "):
                assert match.read(text) == actions, text
                continue
            whole = full(match, text, actions)
            assert match.read(text) == match.read(whole) == actions, whole
            assert match.why_not(whole) is None
            assert here.decisions[text] == actions
            forced += whole != text
            halves += len(actions) == 2
            check_second_half(match, text, actions)
    assert forced
    assert halves


def check_second_half(match: Match, text: str, actions: list[int]) -> None:
    """In the middle of a decision its whole text means the rest, as does the second half alone."""
    if len(actions) == 2:
        state = copy(match.state)
        rules.apply(state, match.waiting[0], actions[0], None)
        assert GAME.action_text(state, match.waiting[0], actions[1]) == text
        verb = next(verb for verb in (" with ", " on ", " for ") if verb in text)
        for said in (text, text[text.index(verb) :]):
            assert GAME.parse_action(state, match.waiting[0], said) == actions[1:], said


@pytest.mark.parametrize("seed", [1, 3])
def test_a_forced_half_is_said_as_it_is_or_not_at_all(seed: int) -> None:
    """Every other cube or residence is refused, by the whole text and one half after the other."""
    refused = 0
    for match, here in positions(seed):
        for text, actions in here.decisions.items():
            whole = full(match, text, actions)
            if whole == text:
                continue
            others = [f"{text} with {kind}" for kind in KINDS] + [f"{text} on {space}" for space in SPACES]
            for other in others:
                if other != whole:
                    assert is_refused(match, other), other
                    refused += 1
    assert refused


def is_refused(match: Match, text: str) -> bool:
    """Does it say a reason and change nothing?"""
    before = match.state.tobytes()
    with pytest.raises(DonjonError, match=r"\w+ \w+"):
        match.play(text)
    return bool(match.state.tobytes() == before)


@pytest.mark.parametrize("match", [wild(5, 3), begin(3, 3)], ids=["wild", "rich"])
def test_a_trace_is_followed_with_all_forced_halves_said(match: Match) -> None:
    """What is taken and what is legal may be written in full; our lines are the same."""
    random = Random(3)
    while not match.over:
        match.play(choose(match, random))
    ours = list(trace(match, compiled=False))
    again = from_position(match.based_on or {}, nature="imposed")
    said = [in_full(again, line) for line in ours]
    assert said != ours
    assert list(follow(map(json.dumps, said), compiled=False)) == ours


def in_full(match: Match, line: dict[str, Any]) -> dict[str, Any]:
    """A line of a trace with every decision in its full form; the match plays along."""
    if line["kind"] != "decision":
        return line
    forms = {text: full(match, text, match.read(text)) for text in line["legal"]}
    match.play(line["taken"])
    return {**line, "taken": forms[line["taken"]], "legal": [forms[text] for text in line["legal"]]}


MARKET = {
    "phase": "road",
    "provost": 9,
    "road": {9: ("mason", 0), 10: ("residence", 0), 11: ("residence", 0), 12: ("residence", 1)},
    "workers": {0: ["road 8"]},
}


def at_the_carpenter(cubes: str) -> Stage:
    """Seat 0 builds a wood tile."""
    return Stage.at(**MARKET, hold={0: {"cubes": cubes}})


def test_both_forms_lead_to_the_same_listing() -> None:
    """A tile that costs any cube: listed without its half where it is forced, with it where it is not."""
    forced, free = at_the_carpenter("WS"), at_the_carpenter("WSF")
    assert [text for text in look(forced.match, 0, compiled=False).legal if "wood-market" in text] == [
        "build wood-market"
    ]
    assert [text for text in look(free.match, 0, compiled=False).legal if "wood-market" in text] == [
        "build wood-market with food",
        "build wood-market with stone",
    ]
    assert forced.match.why_not("build wood-market with food").rule == "CAY-8.3.2"  # type: ignore[union-attr]
    twice = {"kind": "decision", "seat": 0, "taken": "build wood-market with stone"}
    lines = list(trace(forced.match, compiled=False))[:1]
    legal = ["build wood-market", "build wood-market with stone"]
    with pytest.raises(Difference, match="listed twice"):
        list(follow(map(json.dumps, [*lines, {**twice, "legal": legal}]), compiled=False))


@pytest.mark.parametrize(
    "text",
    [
        "build mason on 10",
        "build wood-market for food wood",
        "build with gold",
        "build wood-market with gold with gold",
        "build wood-market with gold stone",
        "with",
        "place 9 on 9",
        "swap food for",
        "pay 1",
        "trade 2 deniers",
        "on 3 4",
    ],
)
def test_nothing_else_is_taken(text: str) -> None:
    """Halves that do not belong together, and halves too many."""
    assert is_refused(at_the_carpenter("WSF").match, text)


def test_a_decision_is_ended_as_it_began() -> None:
    """In its middle another first half is refused."""
    stage = at_the_carpenter("WSF")
    stage.match.play("build wood-market")
    assert stage.match.read("build market with food") == stage.match.read("with food")
    with pytest.raises(UnknownAction, match="you are building the wood-market now"):
        stage.match.play("build wood-peddler with food")

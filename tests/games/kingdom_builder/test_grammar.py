"""Texts of decisions: what a trace lists and the full form are read, played and followed the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest

import donjon
from donjon import Match, UnknownAction
from donjon.kernel import copy, rules
from donjon.kernel.actions import plain
from donjon.notation.follow import Follower
from donjon.notation.trace import look, setup_line
from tests.games.kingdom_builder.stage import END, GAME, NAME, TOKEN


def walked(players: int, seed: int) -> Iterator[Match]:
    """A random match, at some of its positions, half-done decisions among them."""
    chance = Random(f"grammar {players} {seed}")
    match = donjon.new(NAME, players, seed)
    while not match.over:
        legal = match.legal_actions()
        tokens = [action for action in legal if 400 <= action < END]
        if chance.random() < 0.05 or tokens or not rules.decision_complete(match.state):
            yield match
        match.play(chance.choice(tokens if tokens and chance.random() < 0.7 else legal))


def after(match: Match, actions: list[int]) -> bytes:
    state = copy(match.state)
    for action in actions:
        assert rules.forbids(state, match.waiting[0], action) == 0
        rules.apply(state, match.waiting[0], action, None)
    return bytes(state.tobytes())


def test_every_text_that_a_trace_lists_is_read_and_explained_as_what_it_lists() -> None:
    """A whole decision, from its beginning or from the half that is done, in capitals and blanks too."""
    chance = Random("lists")
    kinds = set()
    for match in chain(*(walked(players, 0) for players in (2, 3, 4))):
        seat = match.waiting[0]
        decisions = look(match, seat, compiled=False).decisions
        some = chance.sample(sorted(decisions), min(4, len(decisions)))
        for text in {*some, *{text.split()[0]: text for text in decisions}.values()}:
            assert match.read(text, seat) == decisions[text]
            assert match.read(f"  {text.upper()} ".replace(" ", "  "), seat) == decisions[text]
            assert match.why_not(text, seat) is None
            kinds.add((text.split()[0], len(decisions[text])))
    assert kinds >= {("build", 1), ("end", 1)}
    # Whole decisions, and those of which one or two actions are done.
    for sizes in ({2, 1}, {3, 2, 1}):
        assert any(sizes == {size for kind, size in kinds if kind == token} for token in TOKEN)


def test_the_full_form_is_played_the_same_whether_or_not_a_half_of_it_is_done() -> None:
    tried = 0
    for match in walked(2, 1):
        if not rules.decision_complete(match.state):
            continue
        seat = match.waiting[0]
        decisions = look(match, seat, compiled=False).decisions
        whole = {actions[0]: (text, actions) for text, actions in decisions.items() if len(actions) > 1}
        for text, actions in whole.values():
            for done in range(1, len(actions)):
                half = donjon.from_position(match.position(), nature="imposed")
                for action in actions[:done]:
                    half.play(action)
                assert half.read(text, seat) == actions[done:]
                assert after(half, actions[done:]) == after(match, actions)
                tried += 1
    assert tried > 10


def test_nothing_else_is_read() -> None:
    """A token in use takes its own text; what is said of another decision is refused, and changes nothing."""
    refused = 0
    for match in walked(3, 2):
        if rules.decision_complete(match.state):
            continue
        seat, before = match.waiting[0], match.state.tobytes()
        for action in match.legal_actions()[:5]:
            wrong = f"build {match.text(action).split()[-1]}"
            with pytest.raises(UnknownAction, match=f"Type {match.text(action)}"):
                match.play(wrong)
            with pytest.raises(UnknownAction):
                match.why_not(wrong)
            assert match.read(wrong, (seat + 1) % 3) == [action], (
                "of another seat it is a build, and not its turn"
            )
            assert match.state.tobytes() == before
            refused += 1
    assert refused > 20


@pytest.mark.parametrize(
    "text", ["end", "farm now", "farm 1,1 2,2", "barn 1,1 2,2 3,3", "build", "1,1", "end_turn"]
)
def test_other_texts_mean_nothing(text: str) -> None:
    with pytest.raises(UnknownAction):
        donjon.new(NAME, 2, 0).read(text)


def test_what_is_followed_may_say_the_whole_of_a_half_done_decision() -> None:
    """A trace from a position with a token in use: what is left of the decision is said as all of it."""
    match = next(match for match in walked(2, 3) if not rules.decision_complete(match.state))
    position = match.position()
    start = donjon.from_position(position, nature="imposed")
    text = start.legal[0]
    assert plain(text) == text
    follower = Follower(compiled=False)
    setup = {"kind": "setup", "game": NAME, "players": 2, "position": position}
    follower.line(1, json.dumps(setup))
    line = follower.line(2, json.dumps({"kind": "decision", "seat": start.waiting[0], "taken": text}))
    assert line["taken"] in line["legal"]
    assert setup_line(start)["position"] == position
    assert GAME.name == NAME

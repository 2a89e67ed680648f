"""A table of kinds of actions: numbers, masks, dispatch, texts both ways."""

from __future__ import annotations

import numpy as np
import pytest

from donjon.errors import UnknownAction
from donjon.kernel.actions import ALONE, NO_USE, Actions, Kind, Use, names
from donjon.kernel.compiling import compilable
from donjon.kernel.message import Message
from donjon.kernel.records import Ints, Record, field, layout

TALK, WORK = 0, 1


class State(Record):
    """A little position."""

    asked: int = field("i4")
    done: Ints = field("i4", 3)


@compilable
def forbids_work(state: State, seat: int, tool: int) -> int:
    """A tool is used once."""
    return 501 if state.done[tool] else 0


@compilable
def work(state: State, seat: int, tool: int, log: None) -> None:
    """Note the tool."""
    state.done[tool] += 1


@compilable
def stop(state: State, seat: int, _argument: int, log: None) -> None:
    """No more."""
    state.asked = TALK


@compilable
def mark_with(state: State, seat: int, first: int, mask: Ints | None) -> int:
    """The axe and the nail."""
    if mask is not None:
        mask[first] = mask[first + 2] = 1
    return 2


TOOLS = names("a tool", ("axe", "saw", "nail"), {"hammer": 2})
STOP = Kind(
    ALONE,
    Use("stop", (WORK,), stop, button=Message("Stop"), aliases=("rest",), previews=True, about="door"),
)
TOOL = Kind(
    TOOLS,
    Use(
        "use",
        (WORK,),
        work,
        forbids_work,
        rollout_score=lambda state, seat, tool: tool / 2,
        previews=lambda state, seat, tool: tool == 2,
        place=lambda tool: f"bench-{tool}" if tool < 2 else "",
    ),
    Use("with", (TALK,), work, after=lambda state: "talk", mark=mark_with),
)
ACTIONS = Actions("Work", "asked", 2, [STOP, TOOL], "use axe; stop")


@pytest.fixture
def state() -> State:
    at_work: State = np.zeros(1, layout(State))[0]
    at_work.asked = WORK
    return at_work


def test_kinds_lie_one_after_the_other():
    assert (STOP.first, TOOL.first, TOOL.end, ACTIONS.count) == (0, 1, 4, 4)
    assert TOOL.action(2) == 3
    assert 3 in TOOL
    assert 3 not in STOP
    assert list(ACTIONS.kind) == [0, 1, 1, 1]
    assert list(ACTIONS.argument) == [0, 0, 1, 2]


def test_masks_and_ranges_follow_from_the_decisions():
    assert ACTIONS.of_decision().tolist() == [[0, 1, 1, 1], [1, 1, 1, 1]]
    assert ACTIONS.use[TALK, 0] == NO_USE
    assert ACTIONS.ranges(WORK) == [(0, 1), (1, 4)]
    assert ACTIONS.ranges(TALK) == [(1, 4)]


def test_dispatch_calls_the_rule_of_the_meaning(state):
    assert ACTIONS.forbids(state, 0, 2) == 0
    assert ACTIONS.forbids(state, 0, 0) == 0
    ACTIONS.apply(state, 0, 2, None)
    assert list(state.done) == [0, 1, 0]
    assert ACTIONS.forbids(state, 0, 2) == 501
    ACTIONS.apply(state, 0, 0, None)
    assert state.asked == TALK
    assert ACTIONS.forbids(state, 0, 2) == 0


def test_what_may_be_decided_is_marked(state):
    mask = np.zeros(4, np.uint8)
    assert ACTIONS.mark(state, 0, mask) == 4
    assert mask.tolist() == [1, 1, 1, 1]
    state.done[1], mask[:] = 1, 0
    assert ACTIONS.mark(state, 0, None) == 3
    assert ACTIONS.mark(state, 0, mask) == 3
    assert mask.tolist() == [1, 1, 0, 1]
    state.asked = TALK
    mask[:] = 0
    assert ACTIONS.mark(state, 0, mask) == 2  # by the own function: the saw is never marked
    assert mask.tolist() == [0, 1, 0, 1]
    assert ACTIONS.bounds.tolist() == [[[1, 4], [0, 0]], [[0, 1], [1, 4]]]


def test_bots_dispatch_what_they_like(state):
    rollout_score = ACTIONS.dispatch("rollout_score", "(state, seat, argument)", "-1.0")
    assert [rollout_score(state, 0, action) for action in range(4)] == [-1.0, 0.0, 0.5, 1.0]


def test_what_is_filled_for_all_meanings_and_what_chance_weighs(state):
    def like_tools(state: State, first: int, out: list[float]) -> None:
        out[first + 1] = 7.0

    table = Actions(
        "Fill",
        "asked",
        2,
        [
            Kind(ALONE, Use("stop", (WORK,), stop, rollout_score=0.5)),
            Kind(TOOLS, Use("use", (WORK,), work, rollout_score=like_tools)),
            Kind(ALONE, Use("rest", (WORK,), stop)),
            Kind(TOOLS, Use("draw", (TALK,), work, weight=lambda state, tool: 2 - tool)),
        ],
        "stop",
    )
    fill, out = table.each("rollout_score", "(state, first, out)", "out[{action}] = {value}"), [9.0] * 8
    fill(state, out)
    assert out == [0.5, 9.0, 7.0, 9.0, 0, 9.0, 9.0, 9.0]
    state.asked, mask = TALK, np.zeros(8, np.uint8)
    assert [table.weight(state, action) for action in range(4, 8)] == [0, 2, 1, 0]
    assert table.mark(state, 0, mask) == 2
    assert list(np.flatnonzero(mask)) == [5, 6]


def test_what_is_previewed_and_where_it_lies(state):
    assert [ACTIONS.previews(state, 0, action) for action in range(4)] == [True, False, False, True]
    assert ACTIONS.places("place") == {1: "bench-0", 2: "bench-1"}
    assert ACTIONS.places("about") == {0: "door"}


def test_texts_go_both_ways(state):
    texts = [ACTIONS.text(state, 0, action) for action in range(4)]
    assert texts == ["stop", "use axe", "use saw", "use nail"]
    assert [ACTIONS.read(state, 0, text) for text in texts] == [0, 1, 2, 3]
    assert ACTIONS.read(state, 0, " Use  HAMMER ") == 3
    assert ACTIONS.read(state, 0, "rest") == 0
    state.asked = TALK
    assert ACTIONS.text(state, 0, 2) == "talk with saw"
    assert ACTIONS.read(state, 0, "with saw") == 2


def test_a_second_half_knows_what_was_begun(state):
    assert ACTIONS.begun(state, 2) == ""
    state.asked = TALK
    assert ACTIONS.begun(state, 2) == "talk"


@compilable
def forbids_sleep(state: State, seat: int, _nothing: int) -> int:
    """Nobody sleeps at work."""
    return 502


def test_what_is_never_legal_is_there_so_that_the_rule_can_be_named(state):
    sleep = Kind(ALONE, Use("sleep", (WORK,), None, forbids_sleep))
    actions = Actions("Work", "asked", 2, [sleep, Kind(ALONE, Use("stop", (WORK,), stop))], "stop")
    assert actions.of_decision()[WORK].tolist() == [1, 1]
    assert actions.ranges(WORK) == [(1, 2)]
    assert actions.mark(state, 0, None) == 1
    assert actions.forbids(state, 0, 0) == 502


@pytest.mark.parametrize("text", ["use spoon", "use", "stop now", "eat", ""])
def test_what_means_nothing_is_refused_with_a_sentence(state, text):
    with pytest.raises(UnknownAction, match=r"\w+"):
        ACTIONS.read(state, 0, text)


def test_a_number_that_is_no_action_is_refused(state):
    with pytest.raises(UnknownAction, match="0 to 3"):
        ACTIONS.text(state, 0, 4)


def test_buttons_and_rows_for_the_documents(state):
    assert ACTIONS.button(state, 0, 0).english() == "Stop"
    assert ACTIONS.button(state, 0, 1).english() == "Random draw: use axe"
    assert ACTIONS.called(state, 0, 0) == ACTIONS.button(state, 0, 0)
    assert ACTIONS.called(state, 0, 1) is None, "nobody but chance plays it"
    assert ACTIONS.rows() == [(0, 1, "stop", ""), (1, 4, "use / with", "a tool")]


def test_a_meaning_that_is_never_allowed_names_its_rule(state):
    tool = Kind(TOOLS, Use("sell", (WORK,), None, 502, previews=True))
    assert Actions("Work", "asked", 2, [tool], "sell axe").forbids(state, 0, 1) == 502

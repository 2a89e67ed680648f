"""Traces, records and texts of Ys on the command line: a game with secrets and decisions at the same time."""

import copy
import functools
import json
import random
from typing import Any

import pytest

import donjon as library
from donjon.errors import BadTrace
from donjon.kernel.decisions import complete_decisions
from donjon.notation.follow import follow
from donjon.notation.trace import trace
from tests.cli.command import donjon

STARTS: dict[str, tuple[int, dict[str, Any]]] = {
    "2": (2, {"neutral": "harder"}),
    "3": (3, {"quarters": 3}),
    "3 with all": (3, {"quarters": 4, "royal_favour": "yes", "open_placement": "yes"}),
    "4 express": (4, {"express": "yes", "order": [4, None, None, 1]}),
}


@functools.cache
def random_match(start: str) -> library.Match:
    """A whole game of whole random decisions; of seats that decide at once, any is the first."""
    players, options = STARTS[start]
    match, chance = library.new("ys", players=players, seed=players, **options), random.Random(players)
    while not match.over:
        seat = chance.choice(match.waiting)
        for action in chance.choice(complete_decisions(match.state, seat)):
            match.play(action, seat)
    return match


@functools.cache
def _told(start: str) -> list[dict[str, Any]]:
    return list(trace(random_match(start), compiled=False))


def told(start: str) -> list[dict[str, Any]]:
    """The trace of such a game."""
    return copy.deepcopy(_told(start))


def followed(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list(follow(map(json.dumps, lines), compiled=False))


@pytest.mark.parametrize("start", STARTS)
def test_following_our_own_trace_finds_no_difference(start: str) -> None:
    match, lines = random_match(start), told(start)
    assert followed(lines) == lines
    assert lines[-1] == {
        "kind": "end",
        "points": match.points_by_source,
        "totals": match.points,
        "ranks": match.ranks,
    }


@pytest.mark.parametrize("start", STARTS)
def test_the_setup_says_the_options_and_the_rest_of_the_order_is_drawn(start: str) -> None:
    players, options = STARTS[start]
    setup, *rest = told(start)
    assert setup["players"] == players
    assert setup["options"].items() >= options.items()
    dealt = [line["taken"] for line in rest if line["kind"] == "draw" and line["taken"].startswith("deal")]
    given = [card for card in options.get("order", []) if card]
    drawn = [int(text.removeprefix("deal ")) for text in dealt]
    assert len(set(drawn)) == len(drawn)
    assert not set(drawn) & set(given)


def test_every_secret_is_in_the_trace() -> None:
    """YS-4.1, YS-5.2: a trace is for comparing programs, so it hides nothing."""
    lines = told("4 express")
    taken = [line["taken"] for line in lines if line["kind"] == "decision"]
    assert sum(text.startswith("bid ") for text in taken) == 4 * 4
    assert any(text.startswith("down ") for text in taken)
    assert not any("?" in text for text in taken)
    draws = [line for line in lines if line["kind"] == "draw"]
    assert {line["taken"].split()[0] for line in draws} == {"deal", "ship", "character"}
    assert all(line["taken"] in line["weights"] for line in draws)


def test_a_place_with_its_broker_is_one_decision() -> None:
    placed = [line for line in told("3") if line.get("taken", "").startswith(("up ", "down "))]
    assert placed
    for line in placed:
        assert len(line["taken"].split()) == 3
        assert line["taken"] in line["legal"]


def test_half_a_decision_is_refused_with_the_whole_ones() -> None:
    lines = told("3")
    at = next(i for i, line in enumerate(lines) if line.get("taken", "").startswith("up "))
    half = " ".join(lines[at]["taken"].split()[:2])
    with pytest.raises(BadTrace, match=rf"only the start of a decision.*{half} \d"):
        followed([*lines[:at], {"kind": "decision", "seat": lines[at]["seat"], "taken": half}])


def test_bids_may_come_in_any_order() -> None:
    """YS-4.1: all bid at the same time, so another program may tell the bids in another order."""
    setup, *lines = told("4 express")
    first = next(i for i, line in enumerate(lines) if line.get("taken", "").startswith("bid "))
    lines[first : first + 4] = reversed(lines[first : first + 4])
    assert followed([setup, *lines])[1:] == lines


def test_a_broker_that_the_seat_has_not_got_is_refused() -> None:
    lines = told("2")
    at = next(i for i, line in enumerate(lines) if line["kind"] == "decision")
    lines[at]["taken"] = "bid 4+4+4"
    with pytest.raises(BadTrace, match=r"bid 4\+4\+4"):
        followed(lines)


def test_the_command_traces_a_game_with_options_and_follows_it() -> None:
    call = (
        "trace",
        "ys",
        "--players",
        4,
        "--seed",
        7,
        "--option",
        "royal_favour=yes",
        "--option",
        "order=,3,,",
    )
    traced = donjon(*call)
    assert traced.exit_code == 0
    options = json.loads(traced.stdout.splitlines()[0])["options"]
    assert (options["royal_favour"], options["order"][1]) == ("yes", 3)
    again = donjon("follow", "-", "--quiet", input=traced.stdout)
    assert (again.exit_code, again.stdout) == (0, "")
    record = donjon(*call, "--as-record").stdout
    retold = donjon("replay", "-", "--board", input=record).stdout
    assert "Ys, rules 1, 4 players" in retold
    assert "YS-" in retold
    assert retold.rstrip().splitlines()[-1].startswith("  seat 3: ")

"""Traces, records and texts of Caylus on the command line."""

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

import donjon as library
from donjon.errors import BadTrace
from donjon.kernel.decisions import complete_decisions
from donjon.notation.follow import follow
from donjon.notation.trace import natural, trace
from tests.cli.command import donjon

STARTS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"favours": "simplified"}),
    (4, {"tile_values": "revised", "turn_order": [3, None, None, 0]}),
    (5, {"neutral_tiles": ["forest", None, None, None, None, None], "turn_order": [4, 3, 2, 1, 0]}),
]


def random_match(players: int, seed: int, options: dict[str, Any]) -> library.Match:
    """A whole game of whole random decisions."""
    match = library.new("caylus", players=players, seed=seed, **options)
    chance = random.Random(seed)
    while not match.over:
        seat = match.waiting[0]
        for action in chance.choice(complete_decisions(match.state, seat)):
            match.play(action, seat)
    return match


def told(match: library.Match) -> list[dict[str, Any]]:
    return list(trace(match, compiled=False))


def rich(ask: str = "build", **more: Any) -> library.Match:
    """Seat 0 has gold, wood and food, and a worker on the carpenter."""
    return library.from_position(
        {
            "game": "caylus",
            "players": 2,
            "phase": "road",
            "provost": 8,
            "ask": ask,
            "actor": 0,
            "workers": [["road 8"], []],
            "seats": [{"cubes": {"food": 2, "wood": 2, "stone": 0, "cloth": 0, "gold": 1}}, None],
        }
        | more
    )


@pytest.mark.parametrize(("players", "options"), STARTS, ids=["2", "3", "4", "5"])
def test_following_our_own_trace_finds_no_difference(players: int, options: dict[str, Any]) -> None:
    match = random_match(players, players, options)
    lines = told(match)
    assert list(follow(map(json.dumps, lines), compiled=False)) == lines
    assert lines[-1] == {
        "kind": "end",
        "points": match.points_by_source,
        "totals": match.points,
        "ranks": match.ranks,
    }


@pytest.mark.parametrize(("players", "options"), STARTS, ids=["2", "3", "4", "5"])
def test_the_setup_line_says_what_chance_decided(players: int, options: dict[str, Any]) -> None:
    """Even though the turn order and the neutral tiles have changed since."""
    match = random_match(players, players, options)
    setup, *rest = told(match)
    chosen = setup["options"]
    assert set(chosen) == {"neutral_tiles", "turn_order"} | set(options)
    assert chosen["favours" if players == 3 else "turn_order"]
    for name, value in options.items():
        if isinstance(value, list):
            assert all(mine in (None, theirs) for mine, theirs in zip(value, chosen[name], strict=True))
        else:
            assert chosen[name] == value
    assert [space["tile"] for space in setup["table"]["road"][:6]] == chosen["neutral_tiles"]
    assert setup["table"]["order"] == chosen["turn_order"]
    assert {line["kind"] for line in rest[:-1]} == {"decision"}


def test_a_trace_may_leave_the_setup_to_draws() -> None:
    match = library.new("caylus", players=3, seed=8)
    lines: list[dict[str, Any]] = [{"kind": "setup", "game": "caylus", "players": 3}]
    lines += [{"kind": "draw", "taken": move.text} for move in match.moves]
    ours = list(follow(map(json.dumps, lines), compiled=False))
    assert [line["taken"] for line in ours[1:]] == [move.text for move in match.moves]
    assert len(ours) == 1 + 5 + 2  # the last tile and the last seat need no lot
    assert ours[1]["weights"]["lay forest"] == 1
    assert ours[1]["seen_by"] == [0, 1, 2]


def test_a_build_with_its_payment_is_one_decision() -> None:
    match = rich()
    found = complete_decisions(match.state, 0)
    match.play("build wood-market with gold")
    decision = told(match)[1]
    assert decision["taken"] == "build wood-market with gold"
    assert {"build wood-market with wood", "build wood-market with food"} <= set(decision["legal"])
    assert "build wood-market" not in decision["legal"]
    assert len(decision["legal"]) == len(set(decision["legal"])) == len(found)
    assert decision["legal"] == sorted(decision["legal"], key=natural)


def test_half_a_decision_is_refused_with_the_whole_ones() -> None:
    lines = [*told(rich()), {"kind": "decision", "seat": 0, "taken": "build wood-market"}]
    with pytest.raises(BadTrace, match=r"only the start of a decision.*build wood-market with gold"):
        list(follow(map(json.dumps, lines), compiled=False))


def test_an_exchange_is_one_decision() -> None:
    match = rich(
        "favour_cubes",
        phase="special",
        scored=1,
        bailiff=12,
        workers=[["joust_field"], []],
        seats=[{"cubes": {"gold": 1}, "columns": {"cubes": 4}}, None],
    )
    match.play("swap gold for food cloth")
    decision = told(match)[1]
    assert decision["taken"] == "swap gold for food cloth"
    swaps = [text for text in decision["legal"] if text.startswith("swap")]
    assert all(" for " in text for text in swaps)


def lines_of(text: str, starts: Sequence[str]) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip().startswith(tuple(starts))]


def test_a_difference_shows_where_the_game_stands() -> None:
    match = rich()
    match.play("decline")
    lines = told(match)
    lines[1]["legal"].append("build residence")
    result = donjon("follow", "-", "--quiet", input="\n".join(map(json.dumps, lines)))
    assert result.exit_code == 1
    assert lines_of(result.stderr, ["provost"]) == ["provost 8, bailiff 6"]
    assert lines_of(result.stderr, ["8 "]) == ["8 carpenter          worker 0"]
    assert lines_of(result.stderr, ["> seat 0"])[0].endswith("2 food, 2 wood, 1 gold, 5 workers at home")


def test_a_game_is_told_and_shown_in_letters() -> None:
    record = random_match(3, 3, {"favours": "simplified"}).record()
    told_text = donjon("replay", "-", "--board", input=record).stdout
    assert "Caylus, rules 1, 3 players, {'favours': 'simplified'}" in told_text
    assert "CAY-2.1" in told_text
    assert told_text.rstrip().splitlines()[-1].startswith("  seat 2: ")
    assert "The game is over." in told_text


def test_the_command_traces_a_game_with_options_and_follows_it() -> None:
    call = ("trace", "caylus", "--players", 4, "--seed", 7, "--option", "favours=simplified")
    ordered = (*call, "--option", "turn_order=2,,,0", "--option", "tile_values=revised")
    traced = donjon(*ordered)
    assert traced.exit_code == 0
    options = json.loads(traced.stdout.splitlines()[0])["options"]
    assert (options["favours"], options["tile_values"]) == ("simplified", "revised")
    assert [options["turn_order"][0], options["turn_order"][3]] == [2, 0]
    followed = donjon("follow", "-", "--quiet", input=traced.stdout)
    assert (followed.exit_code, followed.stdout) == (0, "")
    record = donjon(*ordered, "--as-record").stdout
    headers = [line for line in record.splitlines() if line.startswith("options: ")]
    assert json.loads(headers[0].removeprefix("options: ")) == {
        "favours": "simplified",
        "tile_values": "revised",
        "turn_order": [2, None, None, 0],
    }

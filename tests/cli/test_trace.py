"""Traces: what they say, and that following them finds no difference."""

import json
from typing import Any

import pytest

import donjon as library
from donjon.games.kingdom_builder.hexes import NEIGHBOURS
from donjon.games.kingdom_builder.model import COLUMNS, HEXES, HexKind
from donjon.kernel.decisions import complete_decisions
from donjon.notation.follow import follow
from donjon.notation.trace import natural, trace
from tests.cli.command import FIXTURES, donjon, refused

RECORDED = FIXTURES / "kingdom-builder" / "3-greedy-lords.record"


def short_match(seed: int = 5, last: int = 6) -> library.Match:
    """A match that is nearly over: few settlements are left, and there are tokens to use."""
    layout = {"sectors": ["barn", "tavern", "harbor", "paddock"], "orientations": [0, 180, 0, 180]}
    board = library.new("kingdom-builder", players=2, seed=seed, **layout).state
    plain = [
        list(divmod(hex, COLUMNS))
        for hex in range(HEXES)
        if board.kind[hex] < HexKind.WATER and HexKind.LOCATION not in board.kind[NEIGHBOURS[hex]]
    ]
    match = library.from_position(
        {
            "game": "kingdom-builder",
            "players": 2,
            "seed": seed,
            **layout,
            "settlements": [plain[seat :: len(plain) // (40 - last)][: 40 - last] for seat in range(2)],
        }
    )
    count = 0
    while not match.over:
        choices = match.legal_actions()
        match.play(choices[count * 13 % len(choices)])
        count += 1
    return match


def lines(match: library.Match, compiled: bool = False, **about: Any) -> list[dict[str, Any]]:
    return list(trace(match, compiled=compiled, **about))


def test_the_setup_line_says_what_chance_decided() -> None:
    match = library.new("kingdom-builder", players=3, seed=11)
    setup = lines(match, seed=11)[0]
    view = match.view()
    assert (setup["kind"], setup["format"], setup["game"], setup["players"]) == (
        "setup",
        1,
        "kingdom-builder",
        3,
    )
    assert setup["options"] == {
        "sectors": [slot["sector"] for slot in view["layout"]],
        "orientations": [slot["orientation"] for slot in view["layout"]],
        "cards": view["cards"],
        "first": view["first"],
    }
    assert setup["table"]["hexes"] == view["hexes"]
    assert setup["seed"] == 11
    assert "game" not in setup["options"]


def test_the_first_hands_are_draws_for_each_seat_in_turn_order() -> None:
    match = library.new("kingdom-builder", players=3, seed=11, first=1)
    draws = lines(match)[1:]
    assert [(line["kind"], line["for"], line["seen_by"]) for line in draws] == [
        ("draw", 1, [1]),
        ("draw", 2, [2]),
        ("draw", 0, [0]),
    ]
    assert set(draws[0]["weights"].values()) == {5}
    assert sum(draws[2]["weights"].values()) == 23


def test_decisions_say_all_that_was_legal() -> None:
    match = library.from_position(
        {
            "game": "kingdom-builder",
            "players": 2,
            "board": "first-game",
            "actor": 0,
            "card": "grass",
            "settlements": [[[7, 10], [7, 11]], []],
            "tokens": [[{"kind": "paddock", "hex": [6, 11]}], []],
        }
    )
    legal, points = match.legal, match.points
    found = complete_decisions(match.state, 0)
    match.play(match.game.action_text(match.state, 0, found[0][0]))
    decision = lines(match)[1]
    assert (decision["kind"], decision["seat"]) == ("decision", 0)
    assert decision["taken"] in decision["legal"]
    assert len(decision["legal"]) == len(found)
    assert [text for text in legal if text.startswith("build")] == [
        text for text in decision["legal"] if text.startswith("build")
    ]
    assert "paddock 7,10 7,8" in decision["legal"]
    assert "paddock" not in decision["legal"]
    assert decision["legal"] == sorted(decision["legal"], key=natural)
    assert decision["points"] == points
    assert lines(match, compiled=True) == lines(match)


def test_texts_are_sorted_with_numbers_as_numbers() -> None:
    texts = ["end turn", "build 4,10", "build 4,8", "barn 2,1 0,0", "build 12,0"]
    assert sorted(texts, key=natural) == ["barn 2,1 0,0", "build 4,8", "build 4,10", "build 12,0", "end turn"]


def test_the_last_line_has_the_points_by_source() -> None:
    match = short_match()
    end = lines(match)[-1]
    assert end == {
        "kind": "end",
        "points": match.points_by_source,
        "totals": match.points,
        "ranks": match.ranks,
    }


def test_a_trace_tells_the_whole_match() -> None:
    match = short_match()
    told = lines(match)
    taken = [(line.get("seat", library.NATURE), line["taken"]) for line in told[1:-1]]
    settled = [
        (move.seat, move.text)
        for move, after in zip(match.moves, [*match.moves[1:], None])
        if after is None or not after.text.startswith(f"{move.text} ")
    ]
    assert taken == settled
    assert told[0]["position"] == match.based_on


def test_an_unfinished_match_has_no_end_line() -> None:
    match = library.new("kingdom-builder", players=2, seed=1)
    match.play(match.legal[0])
    assert [line["kind"] for line in lines(match)] == ["setup", "draw", "draw", "decision"]


@pytest.mark.parametrize("seed", [1, 2])
def test_interpreted_and_compiled_traces_are_the_same(seed: int) -> None:
    match = short_match(seed)
    told = lines(match, compiled=True)
    assert told == lines(match)


def test_following_our_own_trace_finds_no_difference() -> None:
    told = [*lines(short_match(3)), *lines(short_match(4))]
    assert list(follow(map(json.dumps, told), compiled=False)) == told


def test_a_bare_trace_gets_our_lists_and_points_beside_it() -> None:
    """Another program need say no more than what happens."""
    told = lines(short_match(3))
    wanted = {"setup": ("kind", "game", "players", "position"), "end": ("kind",)}
    bare = [
        {key: line[key] for key in wanted.get(line["kind"], ("kind", "seat", "taken")) if key in line}
        for line in told
    ]
    assert list(follow(map(json.dumps, bare), compiled=False)) == told


def test_a_trace_may_leave_the_setup_to_draws() -> None:
    match = library.new("kingdom-builder", players=2, seed=8)
    told: list[dict[str, Any]] = [{"kind": "setup", "game": "kingdom-builder", "players": 2}]
    told += [{"kind": "draw", "taken": move.text} for move in match.moves]
    ours = list(follow(map(json.dumps, told), compiled=False))
    assert [line["taken"] for line in ours[1:]] == [move.text for move in match.moves]
    assert len(ours) == 1 + 4 + 3 + 1 + 2
    assert ours[1]["weights"]["sector barn 0"] == 1


def test_the_command_traces_and_follows() -> None:
    traced = donjon("trace", "kingdom-builder", "--players", 2, "--seed", 7, "--bots", "random,greedy")
    assert traced.exit_code == 0
    told = [json.loads(line) for line in traced.stdout.splitlines()]
    assert told[0].pop("program") == f"donjon {library.__version__}"
    assert told[0]["seed"] == "7"
    assert told[0]["bots"] == ["random", "greedy"]
    assert told[-1]["kind"] == "end"
    followed = donjon("follow", "-", input=traced.stdout)
    assert followed.exit_code == 0
    assert [json.loads(line) for line in followed.stdout.splitlines()] == told
    assert followed.stderr == f"No difference in {len(told)} lines of 1 game(s).\n"
    assert donjon("follow", "-", "--quiet", input=traced.stdout).stdout == ""


def test_the_command_traces_a_record_and_records_a_game() -> None:
    told = [json.loads(line) for line in donjon("trace", "--from", RECORDED).stdout.splitlines()]
    assert told[-1]["totals"] == library.load(RECORDED.read_text()).points
    played = donjon("trace", "kingdom-builder", "--option", "board=first-game", "--as-record").stdout
    assert library.load(played).over
    assert '"tavern", "paddock", "oasis", "farm"' in played


def test_the_same_seed_traces_the_same_game() -> None:
    call = ("trace", "kingdom-builder", "--as-record", "--seed")
    assert donjon(*call, 1).stdout == donjon(*call, 1).stdout
    assert donjon(*call, 1).stdout != donjon(*call, 2).stdout


def test_a_wrong_trace_is_refused() -> None:
    assert "'genius'" in refused("trace", "kingdom-builder", "--bots", "genius")
    assert "2 to 4 players" in refused("trace", "kingdom-builder", "--players", 5)
    assert "''" in refused("trace")
